/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table_lines.h"
#include <ctype.h>
#include <errno.h>
#include "base/hash.h"
#include "base/hexfloat.h"
#include "table/table_file.h"

clpwl_status clpwl__line_fail(const clpwl__reader *r, const char *format, ...)
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

static clpwl_status append_char(clpwl__reader *r, char c)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__reserve(&r->line, &r->room, r->length + 1, 1));
    r->line[r->length++] = c;
done:
    return status;
}

clpwl_status clpwl__line_next(clpwl__reader *r)
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
    CHECK(!ferror(r->stream), CLPWL_ERR_IO, "cannot read '%s': %s", r->path, strerror(errno));
    FORMAT(r, c == '\n' || r->number == 1, "the file ends before its checksum");
    TRY(append_char(r, '\0'));
    r->length--;
done:
    return status;
}

char *clpwl__line_value(const clpwl__reader *r, const char *key)
{
    size_t n = strlen(key);
    return strncmp(r->line, key, n) == 0 && r->line[n] == ' ' ? r->line + n + 1 : NULL;
}

clpwl_status clpwl__line_read(clpwl__reader *r, const char *key, char **value)
{
    clpwl_status status = CLPWL_OK;
    *value = clpwl__line_value(r, key);
    FORMAT(r, *value, "\"%.40s\" instead of \"%s ...\"", r->line, key);
done:
    return status;
}

clpwl_status clpwl__line_next_value(clpwl__reader *r, const char *key, char **value)
{
    clpwl_status status = clpwl__line_next(r);
    return status == CLPWL_OK ? clpwl__line_read(r, key, value) : status;
}

clpwl_status clpwl__line_unescape(const clpwl__reader *r, const char *value, char **out)
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
static clpwl_status parse_numbers(const clpwl__reader *r, char *value, double *numbers,
                                  size_t count)
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

clpwl_status clpwl__line_numbers(clpwl__reader *r, const char *key, double *numbers, size_t count)
{
    clpwl_status status = CLPWL_OK;
    char *value, *copy = NULL;
    TRY(clpwl__line_read(r, key, &value));
    copy = clpwl__strdup(value); /* the line itself will be hashed */
    CHECK_MEMORY(copy);
    TRY(parse_numbers(r, copy, numbers, count));
done:
    clpwl__free(copy);
    return status;
}

clpwl_status clpwl__line_column(clpwl__reader *r, size_t count, double **out)
{
    clpwl_status status = CLPWL_OK;
    size_t room = 0;
    for (size_t i = 0; i < count; i++) {
        TRY(clpwl__reserve(out, &room, i + 1, sizeof **out));
        TRY(clpwl__line_next(r));
        FORMAT(r, clpwl__hex_read(r->line, &(*out)[i]), "\"%.40s\" is not an exact number",
               r->line);
    }
done:
    return status;
}

clpwl_status clpwl__line_count(clpwl__reader *r, const char *key, size_t least, size_t *count)
{
    clpwl_status status = CLPWL_OK;
    char *value;
    size_t n = 0;
    TRY(clpwl__line_read(r, key, &value));
    for (const char *c = value; *c; c++) {
        FORMAT(r, isdigit((unsigned char)*c) && n < SIZE_MAX / 1000,
               "\"%.40s\" is not a number of %s", value, key);
        n = 10 * n + (size_t)(*c - '0');
    }
    FORMAT(r, *value && n >= least, "\"%.40s\" is not a number of %s", value, key);
    *count = n;
done:
    return status;
}
