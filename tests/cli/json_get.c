/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json_get FILE PATH: prints one value of a JSON file. PATH is keys and indices with
 * dots between, "error.linf.measured", "knots.0"; "#" is the length of an array.
 */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const json_t *step(const json_t *at, const char *key)
{
    if (json_is_object(at))
        return json_object_get(at, key);
    char *end;
    unsigned long index = strtoul(key, &end, 10);
    return *end ? NULL : json_array_get(at, index);
}

int main(int argc, char **argv)
{
    json_error_t error;
    if (argc != 3)
        return 2;
    json_t *root = json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        fprintf(stderr, "%s:%d: %s\n", argv[1], error.line, error.text);
        return 1;
    }
    const json_t *at = root;
    for (char *key = strtok(argv[2], "."); key && at; key = strtok(NULL, ".")) {
        if (strcmp(key, "#") == 0 && json_is_array(at)) {
            printf("%zu\n", json_array_size(at));
            json_decref(root);
            return 0;
        }
        at = step(at, key);
    }
    int code = 0;
    if (json_is_string(at))
        puts(json_string_value(at));
    else if (json_is_integer(at))
        printf("%lld\n", (long long)json_integer_value(at));
    else if (json_is_real(at))
        printf("%.17g\n", json_real_value(at));
    else if (json_is_boolean(at))
        puts(json_is_true(at) ? "true" : "false");
    else if (json_is_null(at))
        puts("null");
    else
        code = 1;
    json_decref(root);
    return code;
}
