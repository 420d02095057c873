/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader of table files. It trusts nothing: memory grows only with the numbers that are
 * read, whatever the count says, and no table is made before the checksum holds.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include "clpwl/function.h"
#include "clpwl/table.h"
#include "base/hexfloat.h"
#include "partition/partition.h"
#include "table/table_file.h"
#include "base/internal.h"

enum { TEXTS = 2 }; /* function, weight */

typedef struct reader {
    FILE *stream;
    const char *path;
    char *line; /* without its newline */
    size_t length, room, number;
    uint64_t hash; /* of all lines before this one */
} reader;

#define FORMAT(r, condition, ...)                                              \
    do {                                                                       \
        if (!(condition)) {                                                    \
            status = fail_format(r, __VA_ARGS__);                              \
            goto done;                                                         \
        }                                                                      \
    } while (0)

CLPWL_PRINTF(2, 3) static clpwl_status fail_format(const reader *r, const char *format, ...)
{
    char reason[256];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    for (char *c = reason; *c; c++)
        if (!isprint((unsigned char)*c))
            *c = '?'; /* quoted from a damaged file */
    return clpwl__fail(CLPWL_ERR_FORMAT, "%s, line %zu: %s", r->path, r->number, reason);
}

static clpwl_status append_char(reader *r, char c)
{
    clpwl_status status = CLPWL_OK;
    if (r->length == r->room) {
        size_t room = 2 * r->room + 128;
        char *line = clpwl__realloc(r->line, room, 1);
        CHECK(line, CLPWL_ERR_MEMORY, "out of memory: line %zu of %s", r->number, r->path);
        r->line = line;
        r->room = room;
    }
    r->line[r->length++] = c;
done:
    return status;
}

static clpwl_status next_line(reader *r)
{
    clpwl_status status = CLPWL_OK;
    int c;
    if (r->number++ > 0) {
        r->hash = clpwl__hash(r->hash, r->line, r->length);
        r->hash = clpwl__hash(r->hash, "\n", 1);
    }
    r->length = 0;
    while ((c = getc(r->stream)) != EOF && c != '\n') {
        FORMAT(r, c != '\0', "a zero byte in the text");
        TRY(append_char(r, (char)c));
    }
    CHECK(!ferror(r->stream), CLPWL_ERR_IO, "cannot read %s: %s", r->path, strerror(errno));
    FORMAT(r, c == '\n', "the file ends before its checksum");
    TRY(append_char(r, '\0'));
    r->length--;
done:
    return status;
}

/* The value in this line, after the key and a blank; NULL where the key is another. */
static char *after_key(const reader *r, const char *key)
{
    size_t n = strlen(key);
    return strncmp(r->line, key, n) == 0 && r->line[n] == ' ' ? r->line + n + 1 : NULL;
}

/* The value in this line, which must have the key. */
static clpwl_status read_value(reader *r, const char *key, char **value)
{
    clpwl_status status = CLPWL_OK;
    *value = after_key(r, key);
    FORMAT(r, *value, "\"%.40s\" instead of \"%s ...\"", r->line, key);
done:
    return status;
}

/* The value in the next line, which must have the key. */
static clpwl_status next_value(reader *r, const char *key, char **value)
{
    clpwl_status status = next_line(r);
    return status == CLPWL_OK ? read_value(r, key, value) : status;
}

/* Copies a value without the escapes of put_text. */
static clpwl_status unescape(const reader *r, const char *value, char **out)
{
    clpwl_status status = CLPWL_OK;
    char *to = *out = clpwl__strdup(value);
    CHECK(to, CLPWL_ERR_MEMORY, "out of memory: line %zu of %s", r->number, r->path);
    for (const char *from = value; *from; from++) {
        char c = *from;
        if (c == '\\') {
            c = *++from;
            FORMAT(r, c == 'n' || c == 'r' || c == '\\', "unknown escape \"\\%.1s\"", from);
            c = c == 'n' ? '\n' : c == 'r' ? '\r' : c;
        }
        *to++ = c;
    }
    *to = '\0';
done:
    return status;
}

/* Parses `count` numbers between single blanks. Overwrites the blanks. */
static clpwl_status parse_numbers(const reader *r, char *value, double *numbers, size_t count)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < count; i++) {
        char *end = value + strcspn(value, " ");
        int last = *end == '\0';
        *end = '\0';
        FORMAT(r, last == (i + 1 == count), "expected %zu numbers", count);
        FORMAT(r, clpwl__hex_read(value, &numbers[i]), "\"%.40s\" is not an exact number", value);
        value = end + 1;
    }
done:
    return status;
}

/* The error in this line, which must have the key. */
static clpwl_status read_error(reader *r, const char *key, clpwl_error *e)
{
    clpwl_status status = CLPWL_OK;
    char *value, *copy = NULL;
    double numbers[3];
    TRY(read_value(r, key, &value));
    copy = clpwl__strdup(value); /* the line itself will be hashed */
    CHECK_MEMORY(copy);
    TRY(parse_numbers(r, copy, numbers, 3));
    *e = (clpwl_error){numbers[0], numbers[1], numbers[2]};
done:
    clpwl__free(copy);
    return status;
}

static clpwl_status next_error(reader *r, const char *key, clpwl_error *e)
{
    clpwl_status status = next_line(r);
    return status == CLPWL_OK ? read_error(r, key, e) : status;
}

/* `count` lines of a number each, into a new array that grows with them. */
static clpwl_status next_numbers(reader *r, size_t count, double **out)
{
    clpwl_status status = CLPWL_OK;
    size_t room = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == room) {
            room = room ? 2 * room : 512;
            double *more = clpwl__realloc(*out, room, sizeof *more);
            CHECK(more, CLPWL_ERR_MEMORY, "out of memory: line %zu of %s", r->number, r->path);
            *out = more;
        }
        TRY(next_line(r));
        FORMAT(r, clpwl__hex_read(r->line, &(*out)[i]), "\"%.40s\" is not an exact number",
               r->line);
    }
done:
    return status;
}

/* The next line: a key and the name of an enumerator. */
#define NEXT_NAME(r, key, parse, out)                                          \
    do {                                                                       \
        TRY(next_value(r, key, &value));                                       \
        FORMAT(r, parse(out, value) == CLPWL_OK, "%s", clpwl_last_message());  \
    } while (0)

/* The number of segments in this line. */
static clpwl_status read_count(reader *r, size_t *count)
{
    clpwl_status status = CLPWL_OK;
    char *value;
    size_t n = 0;
    TRY(read_value(r, "segments", &value));
    for (const char *c = value; *c; c++) {
        FORMAT(r, isdigit((unsigned char)*c) && n < SIZE_MAX / 1000,
               "\"%.40s\" is not a number of segments", value);
        n = 10 * n + (size_t)(*c - '0');
    }
    FORMAT(r, n >= 1, "\"%.40s\" is not a number of segments", value);
    *count = n;
done:
    return status;
}

/* The lines on weighted errors, from this one on, and the line after them. */
static clpwl_status read_weighting(reader *r, char *floor, clpwl_weighting *w, char **weight)
{
    clpwl_status status = CLPWL_OK;
    char *value;
    FORMAT(r, clpwl__hex_read(floor, &w->floor), "\"%.40s\" is not an exact number", floor);
    TRY(next_line(r));
    if ((value = after_key(r, "weight"))) {
        TRY(unescape(r, value, weight));
        TRY(next_line(r));
    }
    w->weight = *weight;
    TRY(read_error(r, "weighted-estimate", &w->estimate));
    TRY(next_error(r, "weighted-measured", &w->measured));
    TRY(next_error(r, "weighted-executed", &w->executed));
    TRY(next_line(r));
done:
    return status;
}

/* All lines above the knots. */
static clpwl_status read_head(reader *r, clpwl_table_spec *spec, clpwl_weighting *weighting,
                              char *texts[TEXTS])
{
    clpwl_status status = CLPWL_OK;
    char *value;
    TRY(next_line(r));
    value = after_key(r, CLPWL__TABLE_MAGIC);
    FORMAT(r, value, "not a table: the file does not begin with \"%s\"", CLPWL__TABLE_MAGIC);
    FORMAT(r, strcmp(value, CLPWL__TABLE_VERSION) == 0,
           "version \"%.40s\": this library reads version %s", value, CLPWL__TABLE_VERSION);
    TRY(next_value(r, "function", &value));
    TRY(unescape(r, value, &texts[0]));
    TRY(next_line(r));
    if (after_key(r, "opencl"))
        TRY(next_line(r));
    if (after_key(r, "opencl-native"))
        TRY(next_line(r));
    if ((value = after_key(r, "shaper"))) {
        FORMAT(r, clpwl_shaper_parse(&spec->shaper, value) == CLPWL_OK, "%s",
               clpwl_last_message());
        TRY(next_line(r));
    }
    TRY(read_value(r, "partition", &value));
    FORMAT(r, clpwl_partition_parse(&spec->partition, value) == CLPWL_OK, "%s",
           clpwl_last_message());
    NEXT_NAME(r, "fit", clpwl_fit_parse, &spec->fit);
    NEXT_NAME(r, "extend", clpwl_extend_parse, &spec->extend);
    TRY(next_error(r, "estimate", &spec->estimate));
    TRY(next_error(r, "measured", &spec->measured));
    TRY(next_line(r));
    if ((value = after_key(r, "floor"))) {
        TRY(read_weighting(r, value, weighting, &texts[1]));
        spec->weighting = weighting;
    }
    TRY(read_count(r, &spec->segments));
done:
    return status;
}

/* "domain a b", or "knots" and segments + 1 lines; *knots stays NULL for the former. */
static clpwl_status read_knots(reader *r, size_t segments, double domain[2], double **knots)
{
    clpwl_status status = CLPWL_OK;
    char *value, *copy = NULL;
    TRY(next_line(r));
    if (strcmp(r->line, "knots") == 0) {
        TRY(next_numbers(r, segments + 1, knots));
    } else {
        value = after_key(r, "domain");
        FORMAT(r, value, "\"%.40s\" instead of \"knots\" or \"domain a b\"", r->line);
        copy = clpwl__strdup(value);
        CHECK_MEMORY(copy);
        TRY(parse_numbers(r, copy, domain, 2));
    }
done:
    clpwl__free(copy);
    return status;
}

static clpwl_status read_checksum(reader *r)
{
    clpwl_status status = CLPWL_OK;
    char *value, right[20];
    TRY(next_value(r, "checksum", &value));
    snprintf(right, sizeof right, "%016llx", (unsigned long long)r->hash);
    FORMAT(r, strcmp(value, right) == 0, "the checksum is %s, not %.40s: the file is damaged",
           right, value);
    FORMAT(r, getc(r->stream) == EOF, "the file goes on after the checksum");
    CHECK(!ferror(r->stream), CLPWL_ERR_IO, "cannot read %s: %s", r->path, strerror(errno));
done:
    return status;
}

static clpwl_status read_table(reader *r, clpwl_table **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_weighting weighting;
    char *texts[TEXTS] = {NULL, NULL};
    clpwl_function *f = NULL;
    double *knots = NULL, *values = NULL, domain[2] = {0, 0};
    TRY(read_head(r, &spec, &weighting, texts));
    TRY(read_knots(r, spec.segments, domain, &knots));
    TRY(next_line(r));
    FORMAT(r, strcmp(r->line, "values") == 0, "\"%.40s\" instead of \"values\"", r->line);
    TRY(next_numbers(r, spec.segments + 1, &values));
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
    /* The expressions of f are those of the catalogue, never those of the file. */
    status = clpwl_function_from_catalogue(&f, texts[0]);
    CHECK(status != CLPWL_ERR_MEMORY, CLPWL_ERR_MEMORY,
          "out of memory: the function of %s", r->path);
    spec.opencl = f ? clpwl_function_opencl(f) : NULL;
    spec.opencl_native = f ? clpwl_function_opencl_native(f) : NULL;
    status = clpwl_table_create(out, &spec);
    FORMAT(r, status != CLPWL_ERR_ARGUMENT, "%s", clpwl_last_message());
done:
    clpwl_function_free(f);
    for (int i = 0; i < TEXTS; i++)
        clpwl__free(texts[i]);
    clpwl__free(knots);
    clpwl__free(values);
    return status;
}

clpwl_status clpwl_table_load(clpwl_table **out, const char *path)
{
    clpwl_status status = CLPWL_OK;
    reader r = {.path = path, .hash = CLPWL__HASH_START};
    CHECK(out && path, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "path" : "out");
    *out = NULL;
    r.stream = fopen(path, "r");
    CHECK(r.stream, CLPWL_ERR_IO, "cannot read %s: %s", path, strerror(errno));
    TRY(read_table(&r, out));
done:
    if (r.stream)
        fclose(r.stream);
    clpwl__free(r.line);
    return status;
}

clpwl_status clpwl_table_load_text(clpwl_table **out, const char *text, size_t length)
{
    clpwl_status status = CLPWL_OK;
    reader r = {.path = "the text", .hash = CLPWL__HASH_START};
    CHECK(out && text, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "text" : "out");
    *out = NULL;
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
