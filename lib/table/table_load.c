/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader of table files. It trusts nothing: memory grows only with the numbers that are
 * read, whatever the count says, and no table is made before the checksum holds.
 */
#include <errno.h>
#include <limits.h>
#include "clpwl/table.h"
#include "base/door.h"
#include "base/hexfloat.h"
#include "formula/formula.h"
#include "partition/partition.h"
#include "table/table_file.h"
#include "table/table.h"
#include "table/table_lines.h"

enum { TEXTS = 2 }; /* function, weight */

static clpwl_status read_error(clpwl__reader *r, const char *key, clpwl_error *e)
{
    double numbers[3];
    clpwl_status status = clpwl__line_numbers(r, key, numbers, 3);
    if (status == CLPWL_OK)
        *e = (clpwl_error){numbers[0], numbers[1], numbers[2]};
    return status;
}

static clpwl_status next_error(clpwl__reader *r, const char *key, clpwl_error *e)
{
    clpwl_status status = clpwl__line_next(r);
    return status == CLPWL_OK ? read_error(r, key, e) : status;
}

/* The next line: a key and the name of an enumerator. */
#define NEXT_NAME(r, key, parse, out)                                          \
    do {                                                                       \
        TRY(clpwl__line_next_value(r, key, &value));                                       \
        FORMAT(r, parse(out, value) == CLPWL_OK, "%s", clpwl_last_message());  \
    } while (0)

/* The next line: a key and a storage that values can have. */
static clpwl_status next_storage(clpwl__reader *r, const char *key, clpwl_storage *out)
{
    clpwl_status status = CLPWL_OK;
    char *value;
    TRY(clpwl__line_next_value(r, key, &value));
    FORMAT(r, clpwl_storage_parse(out, value) == CLPWL_OK && clpwl__is_storage(*out),
           "unknown storage \"%.40s\"; expected " CLPWL__STORAGE_NAMES, value);
done:
    return status;
}

/* The lines on the target, from this one on, and the line after them. clpwl_table_create checks
 * the numbers. */
static clpwl_status read_target(clpwl__reader *r, int with_proof, clpwl_target *t)
{
    clpwl_status status = CLPWL_OK;
    char *value;
    double errors[2];
    size_t bits;
    TRY(clpwl__line_read(r, "target", &value));
    FORMAT(r, clpwl_norm_parse(&t->norm, value) == CLPWL_OK, "%s", clpwl_last_message());
    TRY(clpwl__line_next(r));
    TRY(clpwl__line_numbers(r, "target-errors", errors, 2));
    t->evidence = CLPWL_EVIDENCE_UNKNOWN; /* as version 2: measured if there is a number */
    if (with_proof)
        NEXT_NAME(r, "target-evidence", clpwl_evidence_parse, &t->evidence);
    TRY(next_storage(r, "target-storage", &t->storage));
    TRY(clpwl__line_next(r));
    TRY(clpwl__line_count(r, "target-weight-bits", 0, &bits));
    t->max_error = errors[0];
    t->reached = errors[1];
    t->weight_bits = (unsigned)(bits < UINT_MAX ? bits : UINT_MAX);
    TRY(clpwl__line_next(r));
    t->ended_by = CLPWL_ENDED_BY_SEARCH;
    if ((value = clpwl__line_value(r, "target-ended-by"))) {
        FORMAT(r, clpwl_ended_by_parse(&t->ended_by, value) == CLPWL_OK, "%s", clpwl_last_message());
        TRY(clpwl__line_next(r));
    }
done:
    return status;
}

static clpwl_status read_tails(clpwl__reader *r, clpwl_tails *tails, clpwl_table_spec *spec)
{
    clpwl_status status = CLPWL_OK;
    double slopes[2];
    TRY(clpwl__line_next(r));
    TRY(clpwl__line_numbers(r, "tails", slopes, 2));
    *tails = (clpwl_tails){slopes[0], slopes[1]};
    spec->tails = tails;
done:
    return status;
}

/* The lines on weighted errors, from this one on, and the line after them. */
static clpwl_status read_weighting(clpwl__reader *r, char *floor, int with_proof, clpwl_weighting *w,
                                   char **weight)
{
    clpwl_status status = CLPWL_OK;
    char *value;
    FORMAT(r, clpwl__hex_read(floor, &w->floor), "\"%.40s\" is not an exact number", floor);
    TRY(clpwl__line_next(r));
    if ((value = clpwl__line_value(r, "weight"))) {
        TRY(clpwl__line_unescape(r, value, weight));
        TRY(clpwl__line_next(r));
    }
    w->weight = *weight;
    TRY(read_error(r, "weighted-estimate", &w->estimate));
    TRY(next_error(r, "weighted-measured", &w->measured));
    w->proved = (clpwl_error)CLPWL_ERROR_NAN;
    if (with_proof)
        TRY(next_error(r, "weighted-proved", &w->proved));
    TRY(next_error(r, "weighted-executed", &w->executed));
    TRY(clpwl__line_next(r));
done:
    return status;
}

/* The lines on constraints, from this one on, and the line after them. */
static clpwl_status read_constraints(clpwl__reader *r, clpwl_constraints *c, double **numbers)
{
    clpwl_status status = CLPWL_OK;
    double range[2], slopes[2];
    char *value;
    TRY(clpwl__line_numbers(r, "range", range, 2));
    TRY(clpwl__line_next(r));
    TRY(clpwl__line_count(r, "through", 0, &c->count));
    TRY(clpwl__line_column(r, 2 * c->count, numbers));
    *c = (clpwl_constraints){.size = sizeof *c, .x = *numbers, .y = *numbers + c->count, .count = c->count,
                             .lo = range[0], .hi = range[1]};
    TRY(clpwl__line_next(r));
    if (clpwl__line_value(r, "integral")) {
        c->keep_integral = 1;
        TRY(clpwl__line_numbers(r, "integral", &c->integral, 1));
        TRY(clpwl__line_next(r));
    }
    if (clpwl__line_value(r, "slope-errors")) {
        TRY(clpwl__line_numbers(r, "slope-errors", slopes, 2));
        TRY(clpwl__line_next(r));
        c->slope_error = slopes[0];
        c->slope_found = slopes[1];
    }
    if ((value = clpwl__line_value(r, "shape"))) {
        FORMAT(r, clpwl_shape_parse(&c->shape, value) == CLPWL_OK, "%s", clpwl_last_message());
        TRY(clpwl__line_next(r));
    }
done:
    return status;
}

/* The length of a message without the choice of a design that ends its list, and that no table has. */
static int without_auto(const char *message)
{
    const char *last = strstr(message, " or auto");
    return (int)(last ? (size_t)(last - message) : strlen(message));
}

/* All lines above the knots. */
static clpwl_status read_head(clpwl__reader *r, clpwl_table_spec *spec, clpwl_tails *tails,
                              clpwl_weighting *weighting, clpwl_target *target,
                              clpwl_constraints *constraints, double **held, char *texts[TEXTS])
{
    static const char mark[] = "\xef\xbb\xbf" CLPWL__TABLE_MAGIC;
    clpwl_status status = CLPWL_OK;
    char *value;
    int has_target, has_proof, has_symmetry, has_storage, is_held;
    TRY(clpwl__line_next(r));
    value = clpwl__line_value(r, CLPWL__TABLE_MAGIC);
    FORMAT(r, strncmp(r->line, mark, strlen(mark)) != 0, "a byte order mark was put before the table: "
           "copy the file as binary, or remove the first three bytes");
    FORMAT(r, value, "not a table: the file does not begin with \"%s\"", CLPWL__TABLE_MAGIC);
    FORMAT(r, !strchr(value, '\r'), "its line ends were changed to %s: copy the file as binary, or "
           "change them back to LF", value[strcspn(value, "\r") + 1] ? "CR" : "CR LF");
    has_target = strcmp(value, CLPWL__TABLE_WITH_TARGET) == 0;
    is_held = strcmp(value, CLPWL__TABLE_WITH_CONSTRAINTS) == 0;
    has_storage = is_held || strcmp(value, CLPWL__TABLE_WITH_STORAGE) == 0;
    has_symmetry = has_storage || strcmp(value, CLPWL__TABLE_WITH_SYMMETRY) == 0;
    has_proof = has_symmetry || strcmp(value, CLPWL__TABLE_WITH_PROOF) == 0;
    FORMAT(r, has_target || has_proof || strcmp(value, CLPWL__TABLE_PLAIN) == 0,
           "version \"%.40s\": this library reads versions " CLPWL__TABLE_PLAIN
           " to " CLPWL__TABLE_WITH_CONSTRAINTS,
           value);
    TRY(clpwl__line_next_value(r, "function", &value));
    TRY(clpwl__line_unescape(r, value, &texts[0]));
    TRY(clpwl__line_next(r));
    if (clpwl__line_value(r, "opencl"))
        TRY(clpwl__line_next(r));
    if (clpwl__line_value(r, "opencl-native"))
        TRY(clpwl__line_next(r));
    if ((value = clpwl__line_value(r, "shaper"))) {
        FORMAT(r, clpwl_shaper_parse(&spec->shaper, value) == CLPWL_OK, "%.*s",
               without_auto(clpwl_last_message()), clpwl_last_message());
        TRY(clpwl__line_next(r));
    }
    if (has_symmetry) {
        TRY(clpwl__line_read(r, "symmetry", &value));
        FORMAT(r, clpwl_symmetry_parse(&spec->symmetry, value) == CLPWL_OK, "%.*s",
               without_auto(clpwl_last_message()), clpwl_last_message());
        if (has_storage)
            TRY(next_storage(r, "storage", &spec->storage));
        TRY(clpwl__line_next(r));
    }
    TRY(clpwl__line_read(r, "partition", &value));
    FORMAT(r, clpwl_partition_parse(&spec->partition, value) == CLPWL_OK, "%s",
           clpwl_last_message());
    NEXT_NAME(r, "fit", clpwl_fit_parse, &spec->fit);
    NEXT_NAME(r, "extend", clpwl_extend_parse, &spec->extend);
    if (spec->extend == CLPWL_EXTEND_LINEAR)
        TRY(read_tails(r, tails, spec));
    TRY(next_error(r, "estimate", &spec->estimate));
    TRY(next_error(r, "measured", &spec->measured));
    if (has_proof)
        TRY(next_error(r, "proved", &spec->proved));
    TRY(clpwl__line_next(r));
    if ((value = clpwl__line_value(r, "floor"))) {
        TRY(read_weighting(r, value, has_proof, weighting, &texts[1]));
        spec->weighting = weighting;
    }
    if (has_target || (has_proof && clpwl__line_value(r, "target"))) {
        TRY(read_target(r, has_proof, target));
        spec->target = target;
    }
    if (is_held) {
        TRY(read_constraints(r, constraints, held));
        spec->constraints = constraints;
    }
    TRY(clpwl__line_count(r, "segments", 1, &spec->segments));
done:
    return status;
}

/* "domain a b", or "knots" and segments + 1 lines; *knots stays NULL for the former. */
static clpwl_status read_knots(clpwl__reader *r, size_t segments, double domain[2], double **knots)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__line_next(r));
    if (strcmp(r->line, "knots") == 0) {
        TRY(clpwl__line_column(r, segments + 1, knots));
        goto done;
    }
    FORMAT(r, clpwl__line_value(r, "domain"),
           "\"%.40s\" instead of \"knots\" or \"domain a b\"", r->line);
    TRY(clpwl__line_numbers(r, "domain", domain, 2));
done:
    return status;
}

static clpwl_status read_checksum(clpwl__reader *r)
{
    clpwl_status status = CLPWL_OK;
    char *value, right[20];
    TRY(clpwl__line_next_value(r, "checksum", &value));
    snprintf(right, sizeof right, "%016llx", (unsigned long long)r->hash);
    FORMAT(r, strcmp(value, right) == 0, "the checksum is %s, not %.40s: the file is damaged",
           right, value);
    FORMAT(r, getc(r->stream) == EOF, "the file goes on after the checksum");
    CHECK(!ferror(r->stream), CLPWL_ERR_IO, "cannot read '%s': %s", r->path, strerror(errno));
done:
    return status;
}

static clpwl_status read_table(clpwl__reader *r, clpwl_table **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_tails tails;
    clpwl_weighting weighting;
    clpwl_target target;
    char *texts[TEXTS] = {NULL, NULL};
    clpwl_function *f = NULL;
    clpwl_constraints constraints = CLPWL_CONSTRAINTS_INIT;
    double *knots = NULL, *values = NULL, *held = NULL, domain[2] = {0, 0};
    TRY(read_head(r, &spec, &tails, &weighting, &target, &constraints, &held, texts));
    TRY(read_knots(r, spec.segments, domain, &knots));
    TRY(clpwl__line_next(r));
    FORMAT(r, strcmp(r->line, "values") == 0, "\"%.40s\" instead of \"values\"", r->line);
    TRY(clpwl__line_column(r, spec.segments + 1, &values));
    TRY(read_checksum(r));
    if (!knots) {
        knots = clpwl__alloc(spec.segments + 1, sizeof *knots);
        CHECK_MEMORY(knots);
        for (size_t i = 0; i <= spec.segments; i++)
            knots[i] = clpwl__uniform_knot(domain[0], domain[1], spec.segments, i);
    }
    spec.knots = knots;
    spec.values = values;
    spec.function = texts[0];
    /* The expressions of f are ours, never those of the file. */
    status = clpwl__function_named(&f, texts[0]);
    CHECK(status != CLPWL_ERR_MEMORY, CLPWL_ERR_MEMORY,
          "out of memory: the function of %s", r->path);
    /* The catalogue takes other spellings, but a design writes the canonical name. */
    int is_listed = f && strcmp(clpwl_function_name(f), texts[0]) == 0;
    spec.opencl = is_listed ? clpwl_function_opencl(f) : NULL;
    spec.opencl_native = is_listed ? clpwl_function_opencl_native(f) : NULL;
    status = clpwl_table_create(out, &spec);
    FORMAT(r, status != CLPWL_ERR_ARGUMENT, "%s", clpwl_last_message());
done:
    clpwl_function_free(f);
    for (int i = 0; i < TEXTS; i++)
        clpwl__free(texts[i]);
    clpwl__free(knots);
    clpwl__free(values);
    clpwl__free(held);
    return status;
}

clpwl_status clpwl_table_load(clpwl_table **out, const char *path)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__reader r = {.path = path, .hash = CLPWL__HASH_START};
    if (out)
        *out = NULL;
    CHECK(out && path, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "path" : "out");
    r.stream = fopen(path, "r");
    CHECK(r.stream, CLPWL_ERR_IO, "cannot read '%s': %s", path, strerror(errno));
    TRY(read_table(&r, out));
done:
    if (r.stream)
        fclose(r.stream);
    clpwl__free(r.line);
    return status;
}

clpwl_status clpwl_table_load_text(clpwl_table **out, const char *text, size_t length)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__reader r = {.path = "the text", .hash = CLPWL__HASH_START};
    if (out)
        *out = NULL;
    CHECK(out && text, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "text" : "out");
    CHECK(length > 0, CLPWL_ERR_FORMAT, "the text of a table is empty");
    r.stream = fmemopen((char *)text, length, "r");
    CHECK(r.stream, CLPWL_ERR_MEMORY, "out of memory: reading the text of a table");
    TRY(read_table(&r, out));
done:
    if (r.stream)
        fclose(r.stream);
    clpwl__free(r.line);
    return status;
}
