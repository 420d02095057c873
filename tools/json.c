/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "json.h"
#include <ctype.h>
#include <math.h>
#include <string.h>
#include "common/message.h"

#define AT(member) offsetof(json_options, member)
const app_option json_rows[] = {
    APP_SWITCH(0, "json", json, "prints everything as JSON"),
    APP_OPTIONS_END,
};

json_t *json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_pair(double a, double b)
{
    return json_pack("[o, o]", json_number(a), json_number(b));
}

json_t *json_norms(clpwl_error e)
{
    return json_pack("{s:o, s:o, s:o}", "l1", json_number(e.l1), "l2", json_number(e.l2), "linf",
                     json_number(e.linf));
}

json_t *json_text(const char *text)
{
    if (!text)
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    char *copy = strdup(text);
    for (char *c = copy; c && *c; c++)
        if (!isascii((unsigned char)*c))
            *c = '?';
    value = json_string(copy);
    free(copy);
    return value;
}

void json_merge(json_t *object, json_t *more)
{
    json_object_update(object, more);
    json_decref(more);
}

int json_write(json_t *root, FILE *out)
{
    if (json_is_object(root))
        json_object_set_new(root, "version", json_string(PACKAGE_VERSION));
    int failed = json_dumpf(root, out,
                            JSON_REAL_PRECISION(17) | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII);
    json_decref(root);
    if (failed && !ferror(out))
        return app_fail("out of memory");
    putc('\n', out);
    return EXIT_SUCCESS;
}

int json_print(json_t *root)
{
    return json_write(root, stdout);
}
