/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "npy.h"
#include <ctype.h>
#include <string.h>
#include "common/message.h"

static const unsigned char magic[NPY_MAGIC] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

int npy_is_magic(const unsigned char *bytes)
{
    return memcmp(bytes, magic, NPY_MAGIC) == 0;
}

/* The text that remains to be parsed. */
typedef struct cursor {
    const char *at, *end;
} cursor;

static void blanks(cursor *c)
{
    while (c->at < c->end && isspace((unsigned char)*c->at))
        c->at++;
}

static int take(cursor *c, char wanted)
{
    blanks(c);
    if (c->at == c->end || *c->at != wanted)
        return 0;
    c->at++;
    return 1;
}

static int take_word(cursor *c, const char *word)
{
    size_t length = strlen(word);
    blanks(c);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
        return 0;
    c->at += length;
    return 1;
}

/* A quoted string without escapes, cut to room - 1. */
static int take_string(cursor *c, char *out, size_t room)
{
    blanks(c);
    if (c->at == c->end || (*c->at != '\'' && *c->at != '"'))
        return 0;
    const char *begin = c->at + 1;
    const char *close = memchr(begin, *c->at, (size_t)(c->end - begin));
    if (!close)
        return 0;
    size_t length = (size_t)(close - begin);
    length = length < room ? length : room - 1;
    memcpy(out, begin, length);
    out[length] = '\0';
    c->at = close + 1;
    return 1;
}

static int take_size(cursor *c, uint64_t *out)
{
    blanks(c);
    *out = 0;
    const char *begin = c->at;
    for (; c->at < c->end && isdigit((unsigned char)*c->at); c->at++) {
        unsigned digit = (unsigned)(*c->at - '0');
        if (*out > (UINT64_MAX - digit) / 10)
            return 0;
        *out = *out * 10 + digit;
    }
    return c->at > begin;
}

/* "(2, 3)", "(7,)" or "()". The number of bytes must fit in 63 bits. */
static int take_shape(cursor *c, npy_header *h)
{
    uint64_t most = INT64_MAX / sizeof(float);
    int empty = 0;
    if (!take(c, '('))
        return 0;
    h->dimensions = 0;
    h->count = 1;
    while (!take(c, ')')) {
        uint64_t n;
        if (h->dimensions == NPY_DIMENSIONS || !take_size(c, &n))
            return 0;
        h->shape[h->dimensions++] = n;
        empty |= n == 0;
        if (n > 0 && h->count > most / n)
            return 0;
        h->count *= n > 0 ? n : 1;
        if (!take(c, ',')) {
            if (!take(c, ')'))
                return 0;
            break;
        }
    }
    if (empty)
        h->count = 0;
    return 1;
}

/* The three keys, each once. descr is "" for a record type, which is not a string. */
static int take_dictionary(cursor *c, npy_header *h, char *descr, size_t room)
{
    char key[24];
    int seen_descr = 0, seen_order = 0, seen_shape = 0;
    if (!take(c, '{'))
        return 0;
    while (!take(c, '}')) {
        if (!take_string(c, key, sizeof key) || !take(c, ':'))
            return 0;
        if (strcmp(key, "descr") == 0 && !seen_descr++) {
            blanks(c);
            if (c->at < c->end && *c->at == '[')
                return 1; /* npy_parse refuses the empty descr */
            if (!take_string(c, descr, room))
                return 0;
        } else if (strcmp(key, "fortran_order") == 0 && !seen_order++) {
            h->fortran_order = take_word(c, "True");
            if (!h->fortran_order && !take_word(c, "False"))
                return 0;
        } else if (strcmp(key, "shape") == 0 && !seen_shape++) {
            if (!take_shape(c, h))
                return 0;
        } else {
            return 0;
        }
        if (!take(c, ',')) {
            if (!take(c, '}'))
                return 0;
            break;
        }
    }
    blanks(c);
    return seen_descr && seen_order && seen_shape && c->at == c->end;
}

/* NumPy's name for "<f8". */
static const char *type_name(const char *descr)
{
    static const struct {
        const char *descr, *name;
    } types[] = {
        {"f2", "float16"},   {"f4", "float32"},     {"f8", "float64"}, {"f16", "longdouble"},
        {"c8", "complex64"}, {"c16", "complex128"}, {"i1", "int8"},    {"i2", "int16"},
        {"i4", "int32"},     {"i8", "int64"},       {"u1", "uint8"},   {"u2", "uint16"},
        {"u4", "uint32"},    {"u8", "uint64"},      {"b1", "bool"},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (descr[0] && strcmp(descr + 1, types[i].descr) == 0)
            return types[i].name;
    return "another type";
}

int npy_parse(npy_header *header, const char *text, size_t length, const char *name)
{
    char descr[24] = "";
    cursor c = {text, text + length};
    *header = (npy_header){0};
    if (!take_dictionary(&c, header, descr, sizeof descr))
        return app_fail("%s: the .npy header is damaged", name);
    if (!descr[0])
        return app_fail("%s holds records, not float32 ('<f4'): save one field with "
                        ".astype('<f4')",
                        name);
    for (char *d = descr; *d; d++)
        if (!isgraph((unsigned char)*d))
            *d = '?';
    if (strcmp(descr, "<f4") != 0)
        return app_fail("%s holds %s%s ('%s'), not float32 ('<f4'): save it with .astype('<f4')",
                        name, descr[0] == '>' ? "big-endian " : "", type_name(descr), descr);
    return 0;
}

void npy_write(const npy_header *h, FILE *file)
{
    char text[64 + NPY_DIMENSIONS * 22];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "{'descr': '<f4', 'fortran_order': %s, 'shape': (",
                                   h->fortran_order ? "True" : "False");
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
