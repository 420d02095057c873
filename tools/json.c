/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "json.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include "common/bound.h"
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

json_t *json_text(const char *text)
{
    json_t *value = text ? json_string(text) : json_null();
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

static json_t *add(json_t *object, const char *members, va_list list)
{
    char name[32], kind;
    int used, truth;
    for (; sscanf(members, " %31[^:]:%c%n", name, &kind, &used) == 2; members += used) {
        json_t *value = NULL;
        double first;
        clpwl_error e;
        switch (kind) {
        case 's': value = json_text(va_arg(list, const char *)); break;
        case 'n': value = json_number(va_arg(list, double)); break;
        case 'i': value = json_integer(va_arg(list, int)); break;
        case 'z': value = json_integer((json_int_t)va_arg(list, size_t)); break;
        case 'b':
            truth = va_arg(list, int);
            value = truth < 0 ? json_null() : json_boolean(truth);
            break;
        case 'p':
            first = va_arg(list, double);
            value = json_pack("[o, o]", json_number(first), json_number(va_arg(list, double)));
            break;
        case 'e':
            e = va_arg(list, clpwl_error);
            value = json_make("l1:n l2:n linf:n", e.l1, e.l2, e.linf);
            break;
        default: value = va_arg(list, json_t *);
        }
        json_object_set_new(object, name, value);
    }
    return object;
}

void json_add(json_t *object, const char *members, ...)
{
    va_list list;
    va_start(list, members);
    add(object, members, list);
    va_end(list);
}

json_t *json_make(const char *members, ...)
{
    va_list list;
    va_start(list, members);
    json_t *object = add(json_object(), members, list);
    va_end(list);
    return object;
}

int json_write(json_t *root, FILE *out)
{
    if (json_is_object(root))
        json_add(root, "version:s", PACKAGE_VERSION);
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

static void show_scalar(FILE *out, json_t *v, int is_bound)
{
    char text[APP_BOUND_ROOM];
    json_t *element;
    size_t i;
    if (json_is_string(v))
        app_print_plain(out, json_string_value(v));
    else if (json_is_number(v) && is_bound)
        fputs(app_bound(text, json_number_value(v), 6), out);
    else if (json_is_integer(v))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(v));
    else if (json_is_number(v))
        fprintf(out, "%.9g", json_number_value(v));
    else if (json_is_array(v))
        json_array_foreach(v, i, element) {
            fputs(i ? ", " : "[", out);
            show_scalar(out, element, 0);
            fputs(i ? "]" : "", out);
        }
    else
        fputs(json_is_true(v) ? "yes" : json_is_false(v) ? "no" : "unknown", out);
}

/* A line, and one for each object in the value. A bound is rounded up, so that the text is one, too. */
static void show(const char *before, const char *name, json_t *v, FILE *out)
{
    char label[64];
    const char *key, *comma = "";
    json_t *element;
    int is_bound = json_object_get(v, "linf") && !strstr("least seen measured", name);
    if (json_is_null(v))
        return;
    snprintf(label, sizeof label, "%s%s ", before, name);
    fprintf(out, "%-11s", label);
    if (!json_is_object(v))
        show_scalar(out, v, 0);
    json_object_foreach(v, key, element)
        if (!json_is_object(element)) {
            fprintf(out, "%s%s ", comma, key);
            show_scalar(out, element, is_bound);
            comma = ", ";
        }
    fputc('\n', out);
    json_object_foreach(v, key, element)
        if (json_is_object(element))
            show(label, key, element, out);
}

void json_show(json_t *root, const char *before, FILE *out)
{
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value)
        show(before, key, value, out);
}

int json_end(json_t *root, int json, FILE *out)
{
    if (json)
        return json_write(root, out);
    json_show(root, "", out);
    json_decref(root);
    return 0;
}
