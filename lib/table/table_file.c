/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Table files. One walk over the lines writes them and reads them. The reader trusts nothing: memory grows
 * only with the numbers that are read, whatever the count says, and no table is made before the checksum
 * holds. A file is lines of text:
 *
 *   clpwl-table 6                        5: without constraints; 4: without a storage, too; 3: without a
 *                                        symmetry, too; 2: without lines on proofs, too; 1: without a
 *                                        target, too
 *   function lorentzian:x0=0,gamma=2
 *                                        \n, \r and \\ are escapes in texts
 *   opencl ...                           only in files of 0.1. The reader ignores these two lines:
 *   opencl-native ...                    a file's text never reaches a compiler.
 *   shaper log2                          may be absent
 *   symmetry odd                         from version 4 on
 *   storage unorm8                       from version 5 on; before it that of the target, or float32
 *   partition uniform
 *   fit projection
 *   extend clamp
 *   tails 0x0p+0 0x1p+0                  only after "extend linear", from version 3 on: the
 *                                        slopes to the left and to the right of the domain
 *   estimate 0x1p-9 0x1.8p-10 nan        l1, l2, linf
 *   measured 0x1p-9 0x1.8p-10 nan
 *   proved nan nan 0x1p-9                from version 3 on
 *   floor 0x1p-10                        0 for absolute errors. This line and the indented ones
 *     weight exp(-x^2/2)                 are absent unless the table was designed for weighted
 *     weighted-estimate ...              errors, the name of w also where there is no w. The
 *     weighted-measured ...              lines themselves are not indented.
 *     weighted-proved ...                from version 3 on
 *     weighted-executed ...
 *   target linf                          this line and the next four from version 2 on; from
 *                                        version 3 on they may be absent
 *   target-errors 0x1p-9 0x1.8p-10       asked for, reached
 *   target-evidence proved               from version 3 on
 *   target-storage float32
 *   target-weight-bits 8                 0: full fp32
 *   target-ended-by time                 absent where the search ended by itself
 *   range 0x0p+0 inf                     in version 6
 *   through 1                            in version 6, then so many x, and as many values
 *   0x0p+0
 *   0x1p+0
 *   integral 0x1p+0                      of f, where it is kept
 *   slope-errors 0x1p-3 0x1.8p-4         asked for, found; absent where none was asked for
 *   shape rising-convex                  absent where none was asked for
 *   segments 2
 *   domain 0x0p+0 0x1p+1                 instead of knots that equal those of
 *   knots                                clpwl_partition_uniform exactly
 *   0x0p+0                               segments + 1 lines
 *   values
 *   0x1p+0                               segments + 1 lines
 *   checksum 0123456789abcdef            FNV-1a, 64 bits, of all bytes above
 *
 * in this order. A table without constraints is written as version 5. A table whose storage is that of its
 * target, or float32 without a target, is written as version 4, one without a symmetry, too, as version 3,
 * one without a proof and linear tails, too, as version 2, one without a target, too, as version 1, so that
 * older libraries read them.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include "base/door.h"
#include "base/hash.h"
#include "base/hexfloat.h"
#include "base/outfile.h"
#include "formula/formula.h"
#include "partition/partition.h"
#include "table/table.h"

#define MAGIC "clpwl-table"

/* The versions, and what needs them. */
enum { PLAIN = 1, WITH_TARGET, WITH_PROOF, WITH_SYMMETRY, WITH_STORAGE, WITH_CONSTRAINTS };

typedef struct lines {
    clpwl__text text; /* that is written */
    const char *path; /* of a file that is read; NULL: one is written */
    FILE *stream;
    char *line; /* the next one, without its newline */
    size_t length, room, number;
    uint64_t hash; /* of all lines before that */
} lines;

#define FORMAT(f, condition, ...)                                              \
    do {                                                                       \
        if (!(condition)) {                                                    \
            status = fail_line(f, __VA_ARGS__);                                \
            goto done;                                                         \
        }                                                                      \
    } while (0)

CLPWL_PRINTF(2, 3)
static clpwl_status fail_line(const lines *f, const char *format, ...)
{
    char reason[256];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    for (char *c = reason; *c; c++)
        if (!isprint((unsigned char)*c))
            *c = '?'; /* quoted from a damaged file */
    return clpwl__fail(CLPWL_ERR_FORMAT, "%s, line %zu: %s", f->path, f->number, reason);
}

static clpwl_status append_char(lines *f, char c)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__reserve(&f->line, &f->room, f->length + 1, 1));
    f->line[f->length++] = c;
done:
    return status;
}

/* Ends a line that is written, or reads the next one. */
static clpwl_status next_line(lines *f)
{
    clpwl_status status = CLPWL_OK;
    int c;
    if (!f->path) {
        clpwl__append(&f->text, "\n");
        goto done;
    }
    if (f->number++ > 0) {
        f->hash = clpwl__hash(f->hash, f->line, f->length);
        f->hash = clpwl__hash(f->hash, "\n", 1);
    }
    f->length = 0;
    while ((c = getc(f->stream)) != EOF && c != '\n') {
        FORMAT(f, c != '\0', "a zero byte in the text");
        TRY(append_char(f, (char)c));
    }
    CHECK(!ferror(f->stream), CLPWL_ERR_IO, "cannot read '%s': %s", f->path, strerror(errno));
    FORMAT(f, c == '\n' || f->number == 1, "the file ends before its checksum");
    TRY(append_char(f, '\0'));
    f->length--;
done:
    return status;
}

/* Whether a line that may be absent is there: the next one, or one that is to be written. */
static int has_line(const lines *f, const char *key, int is_wanted)
{
    size_t n = strlen(key);
    return f->path ? strncmp(f->line, key, n) == 0 && f->line[n] == ' ' : is_wanted;
}

/* Begins a line by its key. Sets *value to what is behind the key, or to NULL in a file that is written. */
static clpwl_status begin_line(lines *f, const char *key, const char **value)
{
    clpwl_status status = CLPWL_OK;
    *value = NULL;
    FORMAT(f, has_line(f, key, 1), "\"%.40s\" instead of \"%s ...\"", f->line, key);
    if (f->path)
        *value = f->line + strlen(key) + 1;
    else
        clpwl__append(&f->text, "%s ", key);
done:
    return status;
}

/* A line that is a key alone. */
static clpwl_status take_heading(lines *f, const char *key)
{
    clpwl_status status = CLPWL_OK;
    if (f->path)
        FORMAT(f, strcmp(f->line, key) == 0, "\"%.40s\" instead of \"%s\"", f->line, key);
    else
        clpwl__append(&f->text, "%s", key);
    TRY(next_line(f));
done:
    return status;
}

/* A key and the name of an enumerator. No table has the choice of a design that ends some lists of names. */
#define TAKE_NAME(f, key, type, out)                                                               \
    do {                                                                                           \
        const char *value_, *message_;                                                             \
        TRY(begin_line(f, key, &value_));                                                          \
        if (!value_)                                                                               \
            clpwl__append(&f->text, "%s", clpwl_##type##_name(out));                               \
        else if (clpwl_##type##_parse(&(out), value_) != CLPWL_OK) {                               \
            message_ = strstr(clpwl_last_message(), " or auto");                                   \
            FORMAT(f, 0, "%.*s", message_ ? (int)(message_ - clpwl_last_message()) : INT_MAX,      \
                   clpwl_last_message());                                                          \
        }                                                                                          \
        TRY(next_line(f));                                                                         \
    } while (0)

/* A key and a text of the user's, escaped into one line. Reading makes *text. */
static clpwl_status take_text(lines *f, const char *key, const char **text)
{
    clpwl_status status = CLPWL_OK;
    const char *from;
    TRY(begin_line(f, key, &from));
    for (const char *c = from ? "" : *text; *c; c++)
        clpwl__append(&f->text, strchr("\n\r\\", *c) ? "\\%c" : "%c",
                      *c == '\n' ? 'n' : *c == '\r' ? 'r' : *c);
    if (from) {
        char *to = clpwl__strdup(from);
        *text = to;
        CHECK(to, CLPWL_ERR_MEMORY, "out of memory: line %zu of %s", f->number, f->path);
        for (; *from; from++) {
            char c = *from;
            if (c == '\\') {
                c = *++from;
                FORMAT(f, c == 'n' || c == 'r' || c == '\\', "unknown escape \"\\%.1s\"", from);
                c = c == 'n' ? '\n' : c == 'r' ? '\r' : c;
            }
            *to++ = c;
        }
        *to = '\0';
    }
    TRY(next_line(f));
done:
    return status;
}

/* Writes a number, or reads the one at *at and moves there behind it. */
static clpwl_status take_number(lines *f, const char **at, double *x)
{
    clpwl_status status = CLPWL_OK;
    if (f->path) {
        const char *end = clpwl__hex_read(*at, x);
        FORMAT(f, end && (*end == ' ' || !*end), "\"%.*s\" is not an exact number",
               (int)strcspn(*at, " "), *at);
        *at = end;
    } else {
        char text[CLPWL__HEX_ROOM];
        clpwl__hex_write(*x, text);
        clpwl__append(&f->text, "%s", text);
    }
done:
    return status;
}

/* A key and numbers. */
static clpwl_status take_numbers(lines *f, const char *key, double *numbers, size_t count)
{
    clpwl_status status = CLPWL_OK;
    const char *at;
    TRY(begin_line(f, key, &at));
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && !at)
            clpwl__append(&f->text, " ");
        FORMAT(f, i == 0 || !at || *at++ == ' ', "expected %zu numbers", count);
        TRY(take_number(f, &at, &numbers[i]));
    }
    FORMAT(f, !at || !*at, "expected %zu numbers", count);
    TRY(next_line(f));
done:
    return status;
}

static clpwl_status take_error(lines *f, const char *key, clpwl_error *e)
{
    return take_numbers(f, key, (double *)e, sizeof *e / sizeof(double));
}

/* Lines of a number each. Reading makes *numbers, which grows with them. */
static clpwl_status take_column(lines *f, size_t count, const double **numbers)
{
    clpwl_status status = CLPWL_OK;
    size_t room = 0;
    for (size_t i = 0; i < count; i++) {
        if (f->path)
            TRY(clpwl__reserve(numbers, &room, i + 1, sizeof **numbers));
        const char *at = f->line;
        TRY(take_number(f, &at, (double *)&(*numbers)[i]));
        FORMAT(f, !f->path || !*at, "\"%.40s\" is not an exact number", f->line);
        TRY(next_line(f));
    }
done:
    return status;
}

/* A key and a whole number. */
static clpwl_status take_count(lines *f, const char *key, size_t *count)
{
    clpwl_status status = CLPWL_OK;
    const char *value;
    TRY(begin_line(f, key, &value));
    if (value) {
        *count = 0;
        FORMAT(f, *value, "no number of %s", key);
        for (const char *c = value; *c; c++) {
            FORMAT(f, isdigit((unsigned char)*c) && *count < SIZE_MAX / 1000,
                   "\"%.40s\" is not a number of %s", value, key);
            *count = 10 * *count + (size_t)(*c - '0');
        }
    } else {
        clpwl__append(&f->text, "%zu", *count);
    }
    TRY(next_line(f));
done:
    return status;
}

static clpwl_status take_version(lines *f, int *version)
{
    static const char mark[] = "\xef\xbb\xbf" MAGIC;
    clpwl_status status = CLPWL_OK;
    const char *value;
    if (f->path) {
        TRY(next_line(f));
        FORMAT(f, strncmp(f->line, mark, strlen(mark)) != 0, "a byte order mark was put before the table: "
               "copy the file as binary, or remove the first three bytes");
        FORMAT(f, has_line(f, MAGIC, 1), "not a table: the file does not begin with \"" MAGIC "\"");
    }
    TRY(begin_line(f, MAGIC, &value));
    if (value) {
        FORMAT(f, !strchr(value, '\r'), "its line ends were changed to %s: copy the file as binary, or "
               "change them back to LF", value[strcspn(value, "\r") + 1] ? "CR" : "CR LF");
        *version = *value - '0';
        FORMAT(f, PLAIN <= *version && *version <= WITH_CONSTRAINTS && !value[1],
               "version \"%.40s\": this library reads versions %d to %d", value, PLAIN, WITH_CONSTRAINTS);
    } else {
        clpwl__append(&f->text, "%d", *version);
    }
    TRY(next_line(f));
done:
    return status;
}

static clpwl_status take_weighting(lines *f, int version, clpwl_weighting *w)
{
    clpwl_status status = CLPWL_OK;
    TRY(take_numbers(f, "floor", &w->floor, 1));
    if (has_line(f, "weight", w->weight != NULL))
        TRY(take_text(f, "weight", &w->weight));
    TRY(take_error(f, "weighted-estimate", &w->estimate));
    TRY(take_error(f, "weighted-measured", &w->measured));
    if (version >= WITH_PROOF)
        TRY(take_error(f, "weighted-proved", &w->proved));
    TRY(take_error(f, "weighted-executed", &w->executed));
done:
    return status;
}

/* clpwl_table_create checks the numbers. */
static clpwl_status take_target(lines *f, int version, clpwl_target *t)
{
    clpwl_status status = CLPWL_OK;
    double errors[] = {t->max_error, t->reached};
    size_t bits = t->weight_bits;
    TAKE_NAME(f, "target", norm, t->norm);
    TRY(take_numbers(f, "target-errors", errors, 2));
    if (version >= WITH_PROOF)
        TAKE_NAME(f, "target-evidence", evidence, t->evidence);
    TAKE_NAME(f, "target-storage", storage, t->storage);
    TRY(take_count(f, "target-weight-bits", &bits));
    if (has_line(f, "target-ended-by", t->ended_by != CLPWL_ENDED_BY_SEARCH))
        TAKE_NAME(f, "target-ended-by", ended_by, t->ended_by);
    t->max_error = errors[0];
    t->reached = errors[1];
    t->weight_bits = (unsigned)(bits < UINT_MAX ? bits : UINT_MAX);
done:
    return status;
}

static clpwl_status take_constraints(lines *f, clpwl_constraints *c)
{
    clpwl_status status = CLPWL_OK;
    double range[] = {c->lo, c->hi};
    TRY(take_numbers(f, "range", range, 2));
    TRY(take_count(f, "through", &c->count));
    TRY(take_column(f, 2 * c->count, &c->x));
    c->size = sizeof *c;
    c->y = c->x ? c->x + c->count : NULL;
    c->lo = range[0];
    c->hi = range[1];
    if (has_line(f, "integral", c->keep_integral)) {
        c->keep_integral = 1;
        TRY(take_numbers(f, "integral", &c->integral, 1));
    }
    if (has_line(f, "slope-errors", c->slope_error > 0))
        TRY(take_numbers(f, "slope-errors", &c->slope_error, 2)); /* and slope_found, which follows */
    if (has_line(f, "shape", c->shape != CLPWL_SHAPE_NONE))
        TAKE_NAME(f, "shape", shape, c->shape);
done:
    return status;
}

/* Whether domain and segments alone reproduce the knots exactly. */
static int is_reproducible(const clpwl_table_spec *s)
{
    int is_same = s->partition == CLPWL_PARTITION_UNIFORM && !s->shaper;
    for (size_t i = 0; is_same && i <= s->segments; i++) {
        double x = clpwl__uniform_knot(s->knots[0], s->knots[s->segments], s->segments, i);
        is_same = memcmp(&x, &s->knots[i], sizeof x) == 0;
    }
    return is_same;
}

static int has_number(clpwl_error e)
{
    return !isnan(e.l1) || !isnan(e.l2) || !isnan(e.linf);
}

/* The first version that says all of a table. */
static int version_of(const clpwl_table_spec *s)
{
    const clpwl_target *t = s->target;
    return s->constraints                                              ? WITH_CONSTRAINTS
           : s->storage != (t ? t->storage : CLPWL_STORAGE_FLOAT32)    ? WITH_STORAGE
           : s->symmetry                                               ? WITH_SYMMETRY
           : s->extend == CLPWL_EXTEND_LINEAR || has_number(s->proved) ||
                   (s->weighting && has_number(s->weighting->proved)) ||
                   (t && t->evidence > CLPWL_EVIDENCE_MEASURED)        ? WITH_PROOF
           : t                                                         ? WITH_TARGET
                                                                       : PLAIN;
}

/* All lines above the checksum. */
static clpwl_status take_table(lines *f, clpwl_table *t)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table_spec *s = &t->spec;
    int version = f->path ? 0 : version_of(s);
    double domain[2];
    TRY(take_version(f, &version));
    TRY(take_text(f, "function", &s->function));
    if (has_line(f, "opencl", 0))
        TRY(next_line(f));
    if (has_line(f, "opencl-native", 0))
        TRY(next_line(f));
    if (has_line(f, "shaper", s->shaper != CLPWL_SHAPER_NONE))
        TAKE_NAME(f, "shaper", shaper, s->shaper);
    if (version >= WITH_SYMMETRY)
        TAKE_NAME(f, "symmetry", symmetry, s->symmetry);
    if (version >= WITH_STORAGE)
        TAKE_NAME(f, "storage", storage, s->storage);
    TAKE_NAME(f, "partition", partition, s->partition);
    TAKE_NAME(f, "fit", fit, s->fit);
    TAKE_NAME(f, "extend", extend, s->extend);
    if (s->extend == CLPWL_EXTEND_LINEAR) {
        s->tails = &t->tails;
        TRY(take_numbers(f, "tails", (double *)&t->tails, 2));
    }
    TRY(take_error(f, "estimate", &s->estimate));
    TRY(take_error(f, "measured", &s->measured));
    if (version >= WITH_PROOF)
        TRY(take_error(f, "proved", &s->proved));
    if (has_line(f, "floor", s->weighting != NULL)) {
        s->weighting = &t->weighting;
        TRY(take_weighting(f, version, &t->weighting));
    }
    if (version == WITH_TARGET || (version >= WITH_PROOF && has_line(f, "target", s->target != NULL))) {
        s->target = &t->target;
        TRY(take_target(f, version, &t->target));
    }
    if (version >= WITH_CONSTRAINTS) {
        s->constraints = &t->constraints;
        TRY(take_constraints(f, &t->constraints));
    }
    TRY(take_count(f, "segments", &s->segments));
    if (has_line(f, "domain", !f->path && is_reproducible(s))) {
        if (!f->path)
            clpwl_table_domain(t, &domain[0], &domain[1]);
        TRY(take_numbers(f, "domain", domain, 2));
    } else {
        TRY(take_heading(f, "knots"));
        TRY(take_column(f, s->segments + 1, &s->knots));
    }
    TRY(take_heading(f, "values"));
    TRY(take_column(f, s->segments + 1, &s->values));
    if (!s->knots) {
        double *knots = clpwl__alloc(s->segments + 1, sizeof *knots);
        s->knots = knots;
        CHECK_MEMORY(knots);
        for (size_t i = 0; i <= s->segments; i++)
            knots[i] = clpwl__uniform_knot(domain[0], domain[1], s->segments, i);
    }
done:
    return status;
}

clpwl_status clpwl_table_save_text(const clpwl_table *table, char **text, size_t *length)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    lines f = {.path = NULL};
    if (text)
        *text = NULL;
    CHECK_GIVEN(table);
    CHECK_GIVEN(text);
    clpwl_table same = *table; /* as the walk does not change what it writes */
    TRY(take_table(&f, &same));
    if (!f.text.failed)
        f.hash = clpwl__hash(CLPWL__HASH_START, f.text.text, f.text.length);
    clpwl__append(&f.text, "checksum %016llx\n", (unsigned long long)f.hash);
    CHECK(!f.text.failed, CLPWL_ERR_MEMORY, "out of memory: the text of a table");
    *text = f.text.text;
    f.text.text = NULL;
    if (length)
        *length = f.text.length;
done:
    clpwl__free(f.text.text);
    return status;
}

clpwl_status clpwl_table_save(const clpwl_table *table, const char *path)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    char *text = NULL;
    size_t length;
    CHECK_GIVEN(table);
    CHECK_GIVEN(path);
    TRY(clpwl_table_save_text(table, &text, &length));
    TRY(clpwl__file_write(path, text, length));
done:
    clpwl__free(text);
    return status;
}

static clpwl_status read_checksum(lines *f)
{
    clpwl_status status = CLPWL_OK;
    const char *value;
    char right[20];
    TRY(begin_line(f, "checksum", &value));
    snprintf(right, sizeof right, "%016llx", (unsigned long long)f->hash);
    FORMAT(f, strcmp(value, right) == 0, "the checksum is %s, not %.40s: the file is damaged", right, value);
    FORMAT(f, getc(f->stream) == EOF, "the file goes on after the checksum");
    CHECK(!ferror(f->stream), CLPWL_ERR_IO, "cannot read '%s': %s", f->path, strerror(errno));
done:
    return status;
}

/* Closes the file. */
static clpwl_status read_table(lines *f, clpwl_table **out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_error none = CLPWL_ERROR_NAN;
    clpwl_table t = {.spec = CLPWL_TABLE_SPEC_INIT, .weighting = {.proved = none}};
    clpwl_table_spec spec;
    clpwl_function *named = NULL;
    TRY(take_table(f, &t));
    TRY(read_checksum(f));
    spec = t.spec;
    /* The expressions of f are ours, never those of the file. */
    status = clpwl__function_named(&named, spec.function);
    CHECK(status != CLPWL_ERR_MEMORY, CLPWL_ERR_MEMORY, "out of memory: the function of %s", f->path);
    /* The catalogue takes other spellings, but a design writes the canonical name. */
    if (named && strcmp(clpwl_function_name(named), spec.function) == 0) {
        spec.opencl = clpwl_function_opencl(named);
        spec.opencl_native = clpwl_function_opencl_native(named);
    }
    status = clpwl_table_create(out, &spec);
    FORMAT(f, status != CLPWL_ERR_ARGUMENT, "%s", clpwl_last_message());
done:
    clpwl_function_free(named);
    clpwl__table_clear(&t);
    fclose(f->stream);
    clpwl__free(f->line);
    return status;
}

clpwl_status clpwl_table_load(clpwl_table **out, const char *path)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    lines f = {.path = path, .hash = CLPWL__HASH_START};
    if (out)
        *out = NULL;
    CHECK_GIVEN(out);
    CHECK_GIVEN(path);
    f.stream = fopen(path, "r");
    CHECK(f.stream, CLPWL_ERR_IO, "cannot read '%s': %s", path, strerror(errno));
    TRY(read_table(&f, out));
done:
    return status;
}

clpwl_status clpwl_table_load_text(clpwl_table **out, const char *text, size_t length)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    lines f = {.path = "the text", .hash = CLPWL__HASH_START};
    if (out)
        *out = NULL;
    CHECK_GIVEN(out);
    CHECK_GIVEN(text);
    CHECK(length > 0, CLPWL_ERR_FORMAT, "the text of a table is empty");
    f.stream = fmemopen((char *)text, length, "r");
    CHECK(f.stream, CLPWL_ERR_MEMORY, "out of memory: reading the text of a table");
    TRY(read_table(&f, out));
done:
    return status;
}
