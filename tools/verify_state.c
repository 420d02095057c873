/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify_state.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "common/message.h"
#include "common/output.h"

enum { PROBES = 257, STEP = 1 << 20 }; /* STEP: of clpwl_verify_every between cancellations */

/* FNV-1a. */
static uint64_t hash(uint64_t h, const void *bytes, size_t count)
{
    for (const unsigned char *p = bytes; count-- > 0; p++)
        h = (h ^ *p) * UINT64_C(0x100000001b3);
    return h;
}
static const uint64_t hash_start = UINT64_C(0xcbf29ce484222325);

static json_t *hash_json(uint64_t h)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, h);
    return json_string(text);
}

static int hash_table(const clpwl_table *table, uint64_t *out)
{
    char *text = NULL;
    int code = app_status(clpwl_table_save_text(table, &text, NULL));
    if (code == 0)
        *out = hash(hash_start, text, strlen(text));
    clpwl_free(text);
    return code;
}

/* Of values of f: samples and weights from files have the name of the file alone. */
static uint64_t hash_function(const clpwl_function *f, const clpwl_table *table)
{
    uint64_t h = hash_start;
    double a, b, y;
    clpwl_table_domain(table, &a, &b);
    for (int i = 0; f && i < PROBES; i++) {
        if (clpwl_function_value(f, a + (b - a) * i / (PROBES - 1), &y) != CLPWL_OK)
            y = 0;
        h = hash(h, &y, sizeof y);
    }
    return h;
}

int verify_identity(const verify_job *j, const clpwl_table *table, const clpwl_function *f,
                    const verify_list *l, json_t **out)
{
    uint64_t of_table = 0;
    int code = hash_table(table, &of_table);
    json_t *rows = json_array();
    for (size_t i = 0; i < l->count; i++)
        json_array_append_new(
            rows, json_pack("{s:o, s:s, s:s}", "device", json_text(l->rows[i].place), "method",
                            clpwl_evaluator_method(l->rows[i].evaluator), "storage",
                            clpwl_storage_name(clpwl_evaluator_storage(l->rows[i].evaluator))));
    *out = json_pack("{s:s, s:o, s:o, s:o, s:f, s:o}", "version", PACKAGE_VERSION, "table",
                     hash_json(of_table), "function", hash_json(hash_function(f, table)), "weight",
                     hash_json(hash_function(j->weight.w, table)), "floor", j->weight.floor,
                     "methods", rows);
    return code ? code : *out ? 0 : app_fail("out of memory");
}

static json_t *numbers_json(const clpwl_verification *v)
{
    return json_pack("{s:I, s:[o, o, o], s:[o, o, o], s:[o, o, o], s:[o], s:[o, o]}", "arguments",
                     (json_int_t)v->arguments, "seen", json_number(v->seen.l1),
                     json_number(v->seen.l2), json_number(v->seen.linf), "worst", json_number(v->x),
                     json_number(v->got), json_number(v->right), "weighted",
                     json_number(v->weighted_seen.l1), json_number(v->weighted_seen.l2),
                     json_number(v->weighted_seen.linf), "weighted_worst",
                     json_number(v->weighted_x), "beyond", json_number(v->beyond),
                     json_number(v->beyond_x));
}

/* The i-th number of the array `key`; `other` for null. */
static int take_number(const json_t *row, const char *key, size_t i, double other, double *out)
{
    const json_t *value = json_array_get(json_object_get(row, key), i);
    *out = json_is_null(value) ? other : json_number_value(value);
    return json_is_number(value) || json_is_null(value);
}

/* An error that is not finite, and a value that is not, are null. */
static int take_numbers(const json_t *row, size_t all, clpwl_verification *v)
{
    const json_t *arguments = json_object_get(row, "arguments");
    v->arguments = (size_t)json_integer_value(arguments);
    return json_is_integer(arguments) && v->arguments > 0 && v->arguments < all &&
           v->arguments % STEP == 0 &&
           take_number(row, "seen", 0, INFINITY, &v->seen.l1) &&
           take_number(row, "seen", 1, INFINITY, &v->seen.l2) &&
           take_number(row, "seen", 2, INFINITY, &v->seen.linf) &&
           take_number(row, "worst", 0, NAN, &v->x) &&
           take_number(row, "worst", 1, NAN, &v->got) &&
           take_number(row, "worst", 2, NAN, &v->right) &&
           take_number(row, "weighted", 0, INFINITY, &v->weighted_seen.l1) &&
           take_number(row, "weighted", 1, INFINITY, &v->weighted_seen.l2) &&
           take_number(row, "weighted", 2, INFINITY, &v->weighted_seen.linf) &&
           take_number(row, "weighted_worst", 0, NAN, &v->weighted_x) &&
           take_number(row, "beyond", 0, INFINITY, &v->beyond) &&
           take_number(row, "beyond", 1, NAN, &v->beyond_x);
}

/* The first member that differs; NULL: none. */
static const char *find_difference(const json_t *a, const json_t *b)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)a, key, value)
        if (!json_equal(value, json_object_get(b, key)))
            return key;
    return NULL;
}

/* The same of two lists of methods: a device that differs includes its driver. */
static const char *find_difference_of_rows(const json_t *a, const json_t *b)
{
    size_t i;
    json_t *row;
    if (json_array_size(a) != json_array_size(b))
        return "list of methods";
    json_array_foreach((json_t *)a, i, row) {
        const char *key = find_difference(row, json_array_get(b, i));
        if (key)
            return strcmp(key, "device") == 0 ? "device or driver" : key;
    }
    return "list of methods";
}

int verify_state_read(const char *path, const json_t *identity, size_t all,
                      clpwl_verification *results, size_t count)
{
    int code = 0;
    json_error_t error;
    json_t *state = NULL;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return 0;
    state = json_load_file(path, 0, &error);
    CHECK(state, "'%s' is not the state of a verification: remove it to begin anew", path);
    const json_t *its = json_object_get(state, "identity"), *rows = json_object_get(state, "rows");
    const char *key = find_difference(identity, its);
    if (key && strcmp(key, "methods") == 0)
        key = find_difference_of_rows(json_object_get(identity, key), json_object_get(its, key));
    CHECK(!key, "'%s' is the state of another %s: remove it to begin anew, or name another report",
          path, key);
    int is_good = json_array_size(rows) == count;
    for (size_t i = 0; i < count && is_good; i++)
        is_good = take_numbers(json_array_get(rows, i), all, &results[i]) &&
                  results[i].arguments == results[0].arguments;
    CHECK(is_good, "'%s' is not the state of a verification: remove it to begin anew", path);
done:
    json_decref(state);
    return code;
}

int verify_state_write(const char *path, json_t *identity, const clpwl_verification *results,
                       size_t count)
{
    app_output o = { 0 };
    json_t *rows = json_array(), *state;
    int code;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(rows, numbers_json(&results[i]));
    state = json_pack("{s:O, s:o}", "identity", identity, "rows", rows);
    TRY(app_output_open(&o, path));
    o.is_rewritten = 1;
    if (json_dumpf(state, o.file, JSON_REAL_PRECISION(17) | JSON_PRESERVE_ORDER) != 0 &&
        !ferror(o.file))
        code = app_fail("out of memory");
    code = app_output_end(&o, code);
done:
    json_decref(state);
    return code;
}
