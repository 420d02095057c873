/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The .npy of NumPy (numpy.lib.format, versions 1.0 to 3.0): real numbers, a row for each sample. */
#include <inttypes.h>
#include "reader/reader.h"

enum { LONGEST_HEADER = CLPWL__LINE, ELEMENT = 8 };

typedef struct array {
    char order, kind; /* '>' for the most significant byte first; 'f', 'i', 'u' or 'b' */
    unsigned size;    /* of an element, in bytes */
    int by_columns;
    uint64_t shape[2]; /* rows and columns */
} array;

/* What stands behind a key of the dictionary; "": nothing. */
static const char *find(const char *dictionary, const char *key)
{
    const char *at = strstr(dictionary, key);
    return at ? at + strlen(key) + strspn(at + strlen(key), " :") : "";
}

/* "(7, 3)" or "(7,)"; Python 2 wrote an L behind a number. */
static int read_shape(const char *at, array *a)
{
    const uint64_t most = INT64_MAX / ELEMENT;
    uint64_t third;
    a->shape[1] = 1;
    const int dimensions = sscanf(at, "(%" SCNu64 "%*[L, ]%" SCNu64 "%*[L, ]%" SCNu64, &a->shape[0],
                                  &a->shape[1], &third);
    return (dimensions == 1 || dimensions == 2) && a->shape[0] <= most && a->shape[1] <= most &&
           (a->shape[1] == 0 || a->shape[0] <= most / a->shape[1]);
}

static clpwl_status read_header(clpwl__reader *r, array *a)
{
    static const char types[] = " f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1 ";
    clpwl_status status = CLPWL_OK;
    unsigned char front[12] = {0}; /* magic, version, length */
    char type[24] = "", listed[8];
    size_t words = clpwl__reader_bytes(r, front, 8);
    words += clpwl__reader_bytes(r, front + 8, front[6] == 1 ? 2 : 4);
    size_t length = front[8] | (size_t)front[9] << 8 | (size_t)front[10] << 16 |
                    (size_t)front[11] << 24;
    CHECK(front[6] >= 1 && front[6] <= 3 && words >= 10 && length <= LONGEST_HEADER &&
              clpwl__reader_bytes(r, r->line, length) == length,
          CLPWL_ERR_SAMPLES, "%s: the .npy header is cut short, damaged, or of a version above 3.0",
          r->path);
    r->line[length] = '\0';
    const char *shape = find(r->line, "'shape'"), *by_columns = find(r->line, "'fortran_order'");
    sscanf(find(r->line, "'descr'"), "'%23[^']", type);
    a->by_columns = strncmp(by_columns, "True", 4) == 0;
    CHECK((a->by_columns || strncmp(by_columns, "False", 5) == 0) && *shape == '(', CLPWL_ERR_SAMPLES,
          "%s: the .npy header is damaged", r->path);
    CHECK(read_shape(shape, a), CLPWL_ERR_SAMPLES,
          "%s: an array of the shape %.60s; expected two dimensions, a row for each sample",
          r->path, shape);
    int used = 0, read = sscanf(type, "%c%c%1u%n", &a->order, &a->kind, &a->size, &used);
    snprintf(listed, sizeof listed, " %c%u ", a->kind, a->size);
    CHECK(read == 3 && !type[used] && strchr("<>|=", a->order) && strstr(types, listed),
          CLPWL_ERR_SAMPLES,
          "%s: elements of type '%s', not real numbers; .astype('<f8') makes them so", r->path,
          type);
done:
    return status;
}

static double half_value(unsigned bits)
{
    int exponent = bits >> 10 & 31;
    double mantissa = (bits & 1023) + (exponent ? 1024 : 0);
    double size = exponent == 31 ? mantissa > 1024 ? NAN : HUGE_VAL
                                 : ldexp(mantissa, (exponent ? exponent : 1) - 25);
    return bits >> 15 ? -size : size;
}

static double element_value(const array *a, const unsigned char *bytes)
{
    const uint16_t one = 1;
    int is_big = a->order == '>' || (a->order == '=' && !*(const unsigned char *)&one);
    unsigned unused = 64 - 8 * a->size;
    uint64_t bits = 0;
    float f;
    double d;
    for (unsigned k = 0; k < a->size; k++)
        bits |= (uint64_t)bytes[is_big ? a->size - 1 - k : k] << 8 * k;
    if (a->kind != 'f')
        return a->kind == 'i'   ? (double)((int64_t)(bits << unused) >> unused)
               : a->kind == 'b' ? bits != 0
                                : (double)bits;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &(uint32_t){(uint32_t)bits}, sizeof f);
    return a->size == 2 ? half_value((unsigned)bits) : a->size == 4 ? f : d;
}

/* Memory grows with the bytes that are there. */
clpwl_status clpwl__read_npy(clpwl__reader *r)
{
    clpwl_status status = CLPWL_OK;
    array a = {0};
    unsigned char bytes[ELEMENT];
    double *kept = NULL, row[3] = {0};
    size_t room = 0;
    snprintf(r->where, sizeof r->where, "%.200s", r->path);
    TRY(read_header(r, &a));
    const uint64_t n = a.shape[0], columns = a.shape[1], all = n * columns;
    TRY(clpwl__reader_choose(r, NULL, (size_t)columns, NULL));
    for (uint64_t i = 0; i < all; i++) {
        const uint64_t column = a.by_columns ? i / n : i % columns,
                       at = a.by_columns ? i % n : i / columns;
        CHECK(clpwl__reader_bytes(r, bytes, a.size) == a.size, CLPWL_ERR_SAMPLES,
              "%s: cut short: it has %" PRIu64 " of its %" PRIu64 " values", r->path, i, all);
        if (3 * (at + 1) > room)
            TRY(clpwl__reserve(&kept, &room, 3 * (size_t)(at + 1), sizeof *kept));
        for (size_t k = 0; k < r->width; k++)
            if (r->chosen[k] == column)
                kept[3 * at + k] = element_value(&a, bytes);
    }
    CHECK(clpwl__reader_bytes(r, bytes, 1) == 0, CLPWL_ERR_SAMPLES,
          "%s: data after the array of %" PRIu64 " values", r->path, all);
    for (size_t i = 0; i < n && columns > 0; i++) {
        snprintf(r->where, sizeof r->where, "%.200s, row %zu", r->path, i + 1);
        memcpy(row, kept + 3 * i, r->width * sizeof *row);
        TRY(clpwl__reader_append(r, row));
    }
done:
    clpwl__free(kept);
    return status;
}
