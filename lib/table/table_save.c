/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "clpwl/table.h"
#include "base/door.h"
#include "base/hexfloat.h"
#include "base/outfile.h"
#include "partition/partition.h"
#include "table/table_file.h"

typedef struct sink {
    FILE *stream;
    uint64_t hash;
} sink;

/* The commit of the file reports failed writes. */
static void put(sink *s, const char *text)
{
    size_t length = strlen(text);
    s->hash = clpwl__hash(s->hash, text, length);
    fwrite(text, 1, length, s->stream);
}

static void put_line(sink *s, const char *key, const char *value)
{
    put(s, key);
    put(s, " ");
    put(s, value);
    put(s, "\n");
}

/* A key and a text of the user's, escaped into one line. */
static void put_text(sink *s, const char *key, const char *text)
{
    put(s, key);
    put(s, " ");
    for (; *text; text++) {
        char c[2] = {*text, '\0'};
        put(s, *text == '\n' ? "\\n" : *text == '\r' ? "\\r" : *text == '\\' ? "\\\\" : c);
    }
    put(s, "\n");
}

static void put_numbers(sink *s, const char *key, const double *numbers, size_t count,
                        const char *glue)
{
    char text[CLPWL__HEX_ROOM];
    put(s, key);
    for (size_t i = 0; i < count; i++) {
        clpwl__hex_write(numbers[i], text);
        put(s, glue);
        put(s, text);
    }
    put(s, "\n");
}

static void put_error(sink *s, const char *key, clpwl_error e)
{
    put_numbers(s, key, (double[]){e.l1, e.l2, e.linf}, 3, " ");
}

static void put_weighting(sink *s, const clpwl_weighting *w, int with_proof)
{
    put_numbers(s, "floor", &w->floor, 1, " ");
    if (w->weight)
        put_text(s, "weight", w->weight);
    put_error(s, "weighted-estimate", w->estimate);
    put_error(s, "weighted-measured", w->measured);
    if (with_proof)
        put_error(s, "weighted-proved", w->proved);
    put_error(s, "weighted-executed", w->executed);
}

static void put_target(sink *s, const clpwl_target *t, int with_proof)
{
    char bits[16];
    snprintf(bits, sizeof bits, "%u", t->weight_bits);
    put_line(s, "target", clpwl_norm_name(t->norm));
    put_numbers(s, "target-errors", (double[]){t->max_error, t->reached}, 2, " ");
    if (with_proof)
        put_line(s, "target-evidence", clpwl_evidence_name(t->evidence));
    put_line(s, "target-storage", clpwl_storage_name(t->storage));
    put_line(s, "target-weight-bits", bits);
    if (t->ended_by != CLPWL_ENDED_BY_SEARCH)
        put_line(s, "target-ended-by", clpwl_ended_by_name(t->ended_by));
}

/* Whether domain and segments alone reproduce the knots exactly. */
static int is_reproducible(const clpwl_table *table)
{
    size_t segments = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    if (clpwl_table_partition(table) != CLPWL_PARTITION_UNIFORM || clpwl_table_shaper(table))
        return 0;
    for (size_t i = 0; i <= segments; i++) {
        double x = clpwl__uniform_knot(knots[0], knots[segments], segments, i);
        if (memcmp(&x, &knots[i], sizeof x) != 0)
            return 0;
    }
    return 1;
}

static int has_number(clpwl_error e)
{
    return !isnan(e.l1) || !isnan(e.l2) || !isnan(e.linf);
}

static int is_linear(const clpwl_table *table)
{
    return clpwl_table_extend(table) == CLPWL_EXTEND_LINEAR;
}

/* Whether the target, or else float32, does not tell the table's storage; or a later version is needed. */
static int needs_storage(const clpwl_table *table)
{
    const clpwl_target *t = clpwl_table_target(table);
    return clpwl_table_constraints(table) ||
           clpwl_table_storage(table) != (t ? t->storage : CLPWL_STORAGE_FLOAT32);
}

/* Whether the table has what version 2 does not say. */
static int needs_proof(const clpwl_table *table)
{
    const clpwl_weighting *w = clpwl_table_weighting(table);
    const clpwl_target *t = clpwl_table_target(table);
    return is_linear(table) || clpwl_table_symmetry(table) || needs_storage(table) ||
           has_number(clpwl_table_proved(table)) || (w && has_number(w->proved)) ||
           (t && t->evidence > CLPWL_EVIDENCE_MEASURED);
}

static void put_constraints(sink *s, const clpwl_constraints *c)
{
    char count[32];
    snprintf(count, sizeof count, "%zu", c->count);
    put_numbers(s, "range", (double[]){c->lo, c->hi}, 2, " ");
    put_line(s, "through", count);
    for (size_t i = 0; i < 2 * c->count; i++)
        put_numbers(s, "", i < c->count ? &c->x[i] : &c->y[i - c->count], 1, "");
    if (c->keep_integral)
        put_numbers(s, "integral", &c->integral, 1, " ");
    if (c->slope_error > 0)
        put_numbers(s, "slope-errors", (double[]){c->slope_error, c->slope_found}, 2, " ");
    if (c->shape)
        put_line(s, "shape", clpwl_shape_name(c->shape));
}

static void put_table(sink *s, const clpwl_table *table)
{
    size_t segments = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    const clpwl_target *target = clpwl_table_target(table);
    const clpwl_constraints *held = clpwl_table_constraints(table);
    char count[32];
    snprintf(count, sizeof count, "%zu", segments);
    int with_proof = needs_proof(table), with_storage = needs_storage(table);
    clpwl_symmetry symmetry = clpwl_table_symmetry(table);
    put_line(s, CLPWL__TABLE_MAGIC,
             held           ? CLPWL__TABLE_WITH_CONSTRAINTS
             : with_storage ? CLPWL__TABLE_WITH_STORAGE
             : symmetry   ? CLPWL__TABLE_WITH_SYMMETRY
             : with_proof ? CLPWL__TABLE_WITH_PROOF
             : target     ? CLPWL__TABLE_WITH_TARGET
                          : CLPWL__TABLE_PLAIN);
    put_text(s, "function", clpwl_table_function(table));
    if (clpwl_table_shaper(table))
        put_line(s, "shaper", clpwl_shaper_name(clpwl_table_shaper(table)));
    if (symmetry || with_storage)
        put_line(s, "symmetry", clpwl_symmetry_name(symmetry));
    if (with_storage)
        put_line(s, "storage", clpwl_storage_name(clpwl_table_storage(table)));
    put_line(s, "partition", clpwl_partition_name(clpwl_table_partition(table)));
    put_line(s, "fit", clpwl_fit_name(clpwl_table_fit(table)));
    put_line(s, "extend", clpwl_extend_name(clpwl_table_extend(table)));
    clpwl_tails tails = clpwl_table_tails(table);
    if (is_linear(table))
        put_numbers(s, "tails", (double[]){tails.left, tails.right}, 2, " ");
    put_error(s, "estimate", clpwl_table_estimate(table));
    put_error(s, "measured", clpwl_table_measured(table));
    if (with_proof)
        put_error(s, "proved", clpwl_table_proved(table));
    if (clpwl_table_weighting(table))
        put_weighting(s, clpwl_table_weighting(table), with_proof);
    if (target)
        put_target(s, target, with_proof);
    if (held)
        put_constraints(s, held);
    put_line(s, "segments", count);
    if (is_reproducible(table))
        put_numbers(s, "domain", (double[]){knots[0], knots[segments]}, 2, " ");
    else
        put_numbers(s, "knots", knots, segments + 1, "\n");
    put_numbers(s, "values", clpwl_table_values(table), segments + 1, "\n");
}

static void write_table(FILE *stream, const clpwl_table *table)
{
    sink s = {stream, CLPWL__HASH_START};
    put_table(&s, table);
    fprintf(stream, "checksum %016llx\n", (unsigned long long)s.hash);
}

clpwl_status clpwl_table_save(const clpwl_table *table, const char *path)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__outfile file = {0};
    CHECK(table && path, CLPWL_ERR_ARGUMENT, "%s is NULL", table ? "path" : "table");
    TRY(clpwl__outfile_open(&file, path));
    write_table(file.stream, table);
    TRY(clpwl__outfile_commit(&file));
done:
    clpwl__outfile_discard(&file);
    return status;
}

clpwl_status clpwl_table_save_text(const clpwl_table *table, char **text, size_t *length)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    char *written = NULL;
    size_t count = 0;
    FILE *stream = NULL;
    if (text)
        *text = NULL;
    CHECK(table && text, CLPWL_ERR_ARGUMENT, "%s is NULL", table ? "text" : "table");
    stream = open_memstream(&written, &count);
    CHECK(stream, CLPWL_ERR_MEMORY, "out of memory: the text of a table");
    write_table(stream, table);
    int failed = ferror(stream);
    failed |= fclose(stream) != 0;
    *text = failed ? NULL : clpwl__alloc(count + 1, 1);
    CHECK(*text, CLPWL_ERR_MEMORY, "out of memory: the text of a table");
    memcpy(*text, written, count + 1);
    if (length)
        *length = count;
done:
    free(written); /* open_memstream's own */
    return status;
}
