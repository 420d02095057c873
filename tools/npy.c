/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "npy.h"
#include <CL/cl_half.h> /* conversions alone: no call of OpenCL */
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "common/message.h"

static const unsigned char magic[NPY_MAGIC] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

int npy_is_magic(const unsigned char *bytes)
{
    return memcmp(bytes, magic, NPY_MAGIC) == 0;
}

/* Moves *at behind blanks and the word, if it is there. */
static int take(const char **at, const char *word)
{
    size_t length = strlen(word);
    *at += strspn(*at, " \t\n\v\f\r");
    if (strncmp(*at, word, length) != 0)
        return 0;
    *at += length;
    return 1;
}

/* A quoted string without escapes, cut to room - 1. */
static int take_string(const char **at, char *out, size_t room)
{
    take(at, "");
    const char *begin = *at + 1, *close = **at == '\'' || **at == '"' ? strchr(begin, **at) : NULL;
    if (!close)
        return 0;
    snprintf(out, room, "%.*s", (int)(close - begin), begin);
    *at = close + 1;
    return 1;
}

/* A number, behind which Python 2 may have written an L. */
static int take_size(const char **at, uint64_t *out)
{
    char *end;
    take(at, "");
    if (!isdigit((unsigned char)**at))
        return 0;
    errno = 0;
    *out = strtoull(*at, &end, 10);
    *at = end;
    take(at, "L");
    return errno == 0;
}

/* "(2, 3)", "(7,)" or "()". The number of bytes must fit in 63 bits. */
static int take_shape(const char **at, npy_header *h)
{
    uint64_t most = INT64_MAX / NPY_ELEMENT;
    int empty = 0;
    if (!take(at, "("))
        return 0;
    h->dimensions = 0;
    h->count = 1;
    while (!take(at, ")")) {
        uint64_t n;
        if (h->dimensions == NPY_DIMENSIONS || !take_size(at, &n))
            return 0;
        h->shape[h->dimensions++] = n;
        empty |= n == 0;
        if (n > 0 && h->count > most / n)
            return 0;
        h->count *= n > 0 ? n : 1;
        if (!take(at, ",")) {
            if (!take(at, ")"))
                return 0;
            break;
        }
    }
    if (empty)
        h->count = 0;
    return 1;
}

/* The three keys, each once. descr is "" for a record type, which is not a string. */
static int take_dictionary(const char **at, npy_header *h, char *descr, size_t room)
{
    char key[24] = "";
    int descrs = 0, orders = 0, shapes = 0, is_good = take(at, "{");
    while (is_good && !take(at, "}")) {
        is_good = take_string(at, key, sizeof key) && take(at, ":");
        if (strcmp(key, "descr") == 0) {
            if (take(at, "["))
                return 1; /* npy_parse refuses the empty descr */
            is_good &= !descrs++ && take_string(at, descr, room);
        } else if (strcmp(key, "fortran_order") == 0) {
            h->fortran_order = take(at, "True");
            is_good &= !orders++ && (h->fortran_order || take(at, "False"));
        } else {
            is_good &= strcmp(key, "shape") == 0 && !shapes++ && take_shape(at, h);
        }
        if (is_good && !take(at, ",")) {
            is_good = take(at, "}");
            break;
        }
    }
    take(at, "");
    return is_good && descrs && orders && shapes && **at == '\0';
}

/* "<f8": the order of bytes, the kind, the size. 0: not a real type of this machine. */
static int take_type(const char *descr, npy_header *h)
{
    static const char types[] = " f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1 f16 ";
    char order, type[4], listed[8];
    if (sscanf(descr, "%c%3s", &order, type) != 2 || strlen(descr) > 4 || !strchr("<>|=", order))
        return 0;
    snprintf(listed, sizeof listed, " %s ", type);
    h->kind = type[0];
    h->is_big = order == '>' || (order == '=' && BYTE_ORDER == BIG_ENDIAN);
    h->size = (unsigned)atoi(type + 1);
    /* NumPy's longdouble is C's. */
    return strstr(types, listed) && h->size <= (sizeof(long double) == 16 ? 16 : 8);
}

int npy_parse(npy_header *header, const char *text, size_t length, const char *name)
{
    char descr[24] = "", *copy = strndup(text, length);
    const char *at = copy;
    *header = (npy_header){0};
    int is_whole = copy && strlen(copy) == length && take_dictionary(&at, header, descr, sizeof descr);
    free(copy);
    if (!is_whole)
        return app_fail("%s: the .npy header is damaged", name);
    if (!descr[0])
        return app_fail("%s holds records, not real numbers: save one field of the array", name);
    if (!take_type(descr, header))
        return app_fail("%s holds elements of type '%s', not real numbers: save the array with "
                        ".astype('<f4')", name, descr);
    return 0;
}

/* An element whose bytes are in this machine's order; the type is one of take_type. */
static long double element_value(char kind, unsigned size, const unsigned char *bytes)
{
#define AS(type)                                                               \
    do {                                                                       \
        type value;                                                            \
        memcpy(&value, bytes, sizeof value);                                   \
        return (long double)value;                                             \
    } while (0)
    uint16_t half;
    switch (size) {
    case 1:
        if (kind == 'i')
            AS(int8_t);
        return kind == 'b' ? *bytes != 0 : *bytes;
    case 2:
        memcpy(&half, bytes, sizeof half);
        if (kind == 'i')
            AS(int16_t);
        return kind == 'f' ? cl_half_to_float(half) : half;
    case 4:
        if (kind == 'f')
            AS(float);
        if (kind == 'i')
            AS(int32_t);
        AS(uint32_t);
    case 8:
        if (kind == 'f')
            AS(double);
        if (kind == 'i')
            AS(int64_t);
        AS(uint64_t);
    default: AS(long double);
    }
#undef AS
}

size_t npy_convert(const npy_header *h, const unsigned char *elements, float *values, size_t n)
{
    size_t changed = 0;
    for (size_t i = 0; i < n; i++, elements += h->size) {
        unsigned char bytes[NPY_ELEMENT];
        for (unsigned k = 0; k < h->size; k++)
            bytes[k] = elements[h->is_big == (BYTE_ORDER == BIG_ENDIAN) ? k : h->size - 1 - k];
        long double value = element_value(h->kind, h->size, bytes);
        values[i] = (float)value;
        changed += !isnan(value) && (long double)values[i] != value;
    }
    return changed;
}

void npy_write(const npy_header *h, int half, FILE *file)
{
    char text[64 + NPY_DIMENSIONS * 22];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "{'descr': '<f%d', 'fortran_order': %s, 'shape': (",
                                   half ? 2 : 4, h->fortran_order ? "True" : "False");
    for (int i = 0; i < h->dimensions; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%llu", i ? ", " : "",
                                 (unsigned long long)h->shape[i]);
    used += (size_t)snprintf(text + used, sizeof text - used, "%s), }",
                             h->dimensions == 1 ? "," : "");
    /* Magic, version and length take 10 bytes; blanks and a newline pad to a multiple of 64. */
    size_t whole = (10 + used + 1 + 63) / 64 * 64, length = whole - 10;
    const unsigned char front[4] = {1, 0, (unsigned char)(length & 255),
                                    (unsigned char)(length >> 8)};
    fwrite(magic, 1, sizeof magic, file);
    fwrite(front, 1, sizeof front, file);
    fprintf(file, "%s%*s\n", text, (int)(length - used - 1), "");
}
