/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reader.h"
#include <CL/cl_half.h> /* conversions alone: no call of OpenCL */
#include <ctype.h>
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/message.h"
#include "common/output.h"

enum { LONGEST_LINE = 256, LONGEST_HEADER = 1 << 16, PIECE = 1024, ELEMENT = 8 };

static const char magic[] = "\x93NUMPY";

/* "(2, 3)", "(7,)" or "()"; Python 2 wrote an L behind a number. The number of bytes fits in 63 bits. */
static int read_shape(const char *at, npy_header *h)
{
    char *end;
    int is_empty = 0;
    h->count = 1;
    while (*at != ')') {
        if (h->dimensions == NPY_DIMENSIONS || !isdigit((unsigned char)*at))
            return 0;
        errno = 0;
        uint64_t n = strtoull(at, &end, 10);
        is_empty |= n == 0;
        h->shape[h->dimensions++] = n;
        if (errno || (n > 0 && h->count > INT64_MAX / ELEMENT / n))
            return 0;
        h->count *= n > 0 ? n : 1;
        end += *end == 'L';
        at = end + strspn(end, ", ");
        if (at == end && *at != ')')
            return 0;
    }
    h->count *= !is_empty;
    return 1;
}

/* What stands behind a key of the dictionary; "": nothing. */
static const char *find(const char *dictionary, const char *key)
{
    const char *at = strstr(dictionary, key);
    return at ? at + strlen(key) + strspn(at + strlen(key), " :") : "";
}

/* The header after the magic: version, length, dictionary. */
static int read_header(reader *r)
{
    static const char types[] = " f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1 ";
    unsigned char front[6] = {0};
    char text[LONGEST_HEADER + 1], type[24] = "", listed[8];
    npy_header *h = &r->header;
    int code = 0, is_whole = fread(front, 1, 2, r->file) == 2 && front[0] > 0 && front[0] <= 3;
    is_whole &= fread(front + 2, front[0] == 1 ? 2 : 4, 1, r->file) == 1;
    size_t length = front[2] | (size_t)front[3] << 8 | (size_t)front[4] << 16 |
                    (size_t)front[5] << 24;
    CHECK(is_whole && length <= LONGEST_HEADER && fread(text, 1, length, r->file) == length,
          "%s: the .npy header is cut short, damaged, or of a version above 3.0", r->name);
    text[length] = '\0';
    const char *shape = find(text, "'shape'");
    sscanf(find(text, "'descr'"), "'%23[^']", type);
    sscanf(find(text, "'fortran_order'"), "%5[a-zA-Z]", h->fortran_order);
    int is_order = strcmp(h->fortran_order, "True") == 0 || strcmp(h->fortran_order, "False") == 0;
    CHECK(is_order && *shape == '(' && read_shape(shape + 1, h), "%s: the .npy header is damaged",
          r->name);
    int used = 0, read = sscanf(type, "%c%c%1u%n", &h->order, &h->kind, &h->size, &used);
    snprintf(listed, sizeof listed, " %c%u ", h->kind, h->size);
    CHECK(read == 3 && !type[used] && strchr("<>|=", h->order) && strstr(types, listed),
          "%s holds elements of type '%s', not real numbers: save the array, or one field of it, "
          "with .astype('<f4')",
          r->name, type);
    r->left = h->count;
done:
    return code;
}

static int check_stream(const reader *r)
{
    return !ferror(r->file) ? 0
                            : app_fail("cannot read '%s': %s", r->name,
                                       errno == EBADF ? "it is closed" : strerror(errno));
}

int reader_open(reader *r, const char *path)
{
    struct stat there;
    char front[sizeof magic] = "";
    int code = 0, standard = !path || strcmp(path, "-") == 0;
    *r = (reader){.name = standard ? "standard input" : path,
                  .file = standard ? stdin : fopen(path, "rbe")};
    CHECK(r->file, "cannot read '%s': %s%s", path, strerror(errno),
          !path[strspn(path, "0123456789.,;eE+-")]
              ? "; numbers are separated by blanks and have a point, as 0.5 2"
          : errno == ENOENT ? ", and it is no number"
                            : "");
    if (fstat(fileno(r->file), &there) == 0 && S_ISREG(there.st_mode))
        r->size = (double)there.st_size;
    r->terminal = isatty(fileno(r->file));
    int first = getc(r->file);
    TRY(check_stream(r));
    ungetc(first, r->file);
    r->npy = first == (unsigned char)*magic;
    CHECK(r->npy ? fread(front, sizeof magic - 1, 1, r->file) == 1 && strcmp(front, magic) == 0
                 : standard || !app_ends_in(path, ".npy"),
          "%s is not a .npy file: its first bytes are wrong", r->name);
    if (r->npy)
        TRY(read_header(r));
done:
    if (code)
        reader_close(r);
    return code;
}

/* To nearest. */
static float element_value(const npy_header *h, const unsigned char *bytes)
{
    int is_big = h->order == '>' || (h->order == '=' && BYTE_ORDER == BIG_ENDIAN);
    unsigned unused = 64 - 8 * h->size;
    uint64_t bits = 0;
    float f;
    double d;
    for (unsigned k = 0; k < h->size; k++)
        bits |= (uint64_t)bytes[is_big ? h->size - 1 - k : k] << 8 * k;
    if (h->kind != 'f')
        return h->kind == 'i'   ? (float)((int64_t)(bits << unused) >> unused)
               : h->kind == 'b' ? bits != 0
                                : (float)bits;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &(uint32_t){(uint32_t)bits}, sizeof f);
    if (h->size == 2) /* the sign apart, which cl_half_to_float shifts beyond an int */
        return copysignf(cl_half_to_float((cl_half)(bits & 0x7fff)), bits & 0x8000 ? -1.0f : 1.0f);
    return h->size == 4 ? f : (float)d;
}

static ssize_t read_npy(reader *r, float *values, size_t room)
{
    unsigned char elements[PIECE * ELEMENT];
    size_t done = 0, size = r->header.size;
    uint64_t all = r->header.count;
    while (done < room && r->left > 0) {
        size_t n = room - done < PIECE ? room - done : PIECE;
        n = fread(elements, size, r->left < n ? (size_t)r->left : n, r->file);
        r->left -= n;
        for (size_t i = 0; i < n; i++)
            values[done++] = element_value(&r->header, elements + i * size);
        if (n == 0 && !ferror(r->file))
            app_fail("%s is cut short: it has %" PRIu64 " of its %" PRIu64 " value%s", r->name,
                     all - r->left, all, app_s(all));
        if (n == 0)
            return -1;
    }
    if (done > 0 || getc(r->file) == EOF)
        return (ssize_t)done;
    app_fail("%s has data after its array of %" PRIu64 " value%s", r->name, all, app_s(all));
    return -1;
}

/* Parses the number of a line, which may end in CR LF. 1, or 0 if there is none; -1: it is no number. */
static int parse_line(char *line, float *value)
{
    static const char blanks[] = " \t\r\v\f\n";
    char *end;
    line[strcspn(line, "#")] = '\0';
    line += strspn(line, blanks);
    *value = strtof(line, &end);
    return !*line ? 0 : end != line && !end[strspn(end, blanks)] ? 1 : -1;
}

static ssize_t read_text(reader *r, float *values, size_t room)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* of the order of bytes, by some editors */
    char line[LONGEST_LINE];
    size_t n = 0;
    while (n < room && !(r->terminal && n > 0) && fgets(line, sizeof line, r->file)) {
        int is_marked = r->line++ == 0 && strncmp(line, mark, strlen(mark)) == 0;
        int is_line = strchr(line, '\n') || feof(r->file); /* and not long, nor cut by a NUL */
        int found = is_line ? parse_line(line + (is_marked ? strlen(mark) : 0), &values[n]) : -1;
        if (found < 0) {
            line[strcspn(line, "\r\n")] = '\0';
            app_fail("%s, line %zu: '%.40s' is not a number; each line must hold one number",
                     r->name, r->line, app_plain(line));
            return -1;
        }
        n += (size_t)found;
    }
    return (ssize_t)n;
}

ssize_t reader_read(reader *r, float *values, size_t room)
{
    ssize_t n = (r->npy ? read_npy : read_text)(r, values, room);
    return check_stream(r) ? -1 : n;
}

double reader_fraction(const reader *r)
{
    return r->size > 0 ? (double)ftell(r->file) / r->size : 0;
}

void reader_close(reader *r)
{
    if (r->file && r->file != stdin)
        fclose(r->file);
    r->file = NULL;
}

void npy_write(const npy_header *h, FILE *file)
{
    char text[128 + NPY_DIMENSIONS * 22];
    size_t used = (size_t)snprintf(
        text, sizeof text, "{'descr': '<f4', 'fortran_order': %s, 'shape': (", h->fortran_order);
    for (int i = 0; i < h->dimensions; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%" PRIu64 ",", h->shape[i]);
    /* Before the dictionary are 10 bytes, behind it "), }"; blanks and a newline pad to a multiple of 64. */
    size_t whole = (10 + used + 4 + 1 + 63) / 64 * 64, length = whole - 10;
    fprintf(file, "%s\1%c%c%c%s%-*s\n", magic, 0, (int)(length & 255), (int)(length >> 8), text,
            (int)(length - used - 1), "), }");
}
