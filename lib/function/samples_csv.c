/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples from a text file of two columns, weights from one of two columns or of one. */
#include "function/function.h"
#include "base/door.h"
#include "base/number.h"
#include "base/options.h"
#include "function/samples.h"
#include "clpwl/weight.h"
#include "base/internal.h"
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <stdio.h>
#include <strings.h>

enum { LINE_MAX_CHARS = 1000, WHERE_ROOM = 256 };

typedef struct reader {
    FILE *file;
    const char *path, *name; /* name: the path's last part */
    size_t number;    /* of the line, from 1 */
    char where[WHERE_ROOM]; /* the line's */
    char line[LINE_MAX_CHARS + 1];
    size_t length;
    int heading_seen;
    int columns; /* 2 or 1; 0: as the first line */
    int ascends; /* rows must */
    double most; /* of the magnitudes */
    double *x, *y;
    size_t count, room;
} reader;

/* The next character. LF, CR LF and CR end a line. */
static int next_character(FILE *file)
{
    int c = getc(file);
    if (c != '\r')
        return c;
    c = getc(file);
    if (c != '\n' && c != EOF)
        ungetc(c, file);
    return '\n';
}

/* The kind of a file by its first bytes, and the command that makes text of it. */
static const char *name_binary(const reader *r)
{
    static const char utf16[] = "text in UTF-16; iconv -f utf-16 -t utf-8 makes UTF-8 of it";
    static const struct kind {
        const char *begin, *text;
    } kinds[] = {
        {"\x93NUMPY", "a file of NumPy; numpy.savetxt makes text of an array with a row for each sample"},
        {"PK\3\4", "a zip archive, as .npz and .xlsx are; expected text"},
        {"\x1f\x8b", "compressed by gzip; gunzip makes text of it"},
        {"\xff\xfe", utf16},
        {"\xfe\xff", utf16},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && r->number == 1; i++) {
        size_t length = strlen(kinds[i].begin);
        if (r->length >= length && memcmp(r->line, kinds[i].begin, length) == 0)
            return kinds[i].text;
    }
    return "a zero byte; expected text with a line for each sample";
}

/* Reads a line without its end; *more is 0 at the end of the file. Comments from '#' on are
 * dropped. Overlong lines are refused, so that memory grows only with samples. */
static clpwl_status read_line(reader *r, int *more)
{
    clpwl_status status = CLPWL_OK;
    int c, comment = 0, overlong = 0;
    size_t dropped = 0;
    r->length = 0;
    snprintf(r->where, WHERE_ROOM, "%.200s, line %zu", r->path, ++r->number);
    while ((c = next_character(r->file)) != EOF && c != '\n') {
        CHECK(c != '\0', CLPWL_ERR_SAMPLES, "%s: %s", r->where, name_binary(r));
        comment |= c == '#';
        dropped++;
        if (comment)
            continue;
        if (r->length < LINE_MAX_CHARS)
            r->line[r->length++] = (char)c;
        else
            overlong = 1;
    }
    CHECK(!ferror(r->file), CLPWL_ERR_IO, "cannot read '%s': %s", r->path, strerror(errno));
    CHECK(!overlong, CLPWL_ERR_SAMPLES, "%s: longer than %d characters; expected two numbers",
          r->where, LINE_MAX_CHARS);
    r->line[r->length] = '\0';
    *more = c != EOF || dropped > 0;
done:
    return status;
}

static char *skip_blanks(char *c)
{
    while (isspace((unsigned char)*c))
        c++;
    return c;
}

/* Parses the number at *c, which may be quoted or have an exponent of Fortran, as 5.0D-02, and moves *c
 * behind it and its separator. Returns 0 without one. */
static int take_number(char **c, double *x)
{
    char *begin = skip_blanks(*c), *end;
    int is_quoted = *begin == '"';
    begin += is_quoted;
    *x = clpwl__number_parse(begin, &end);
    int is_fortran = end != begin && (*end == 'D' || *end == 'd');
    if (is_fortran && isdigit((unsigned char)end[end[1] == '+' || end[1] == '-' ? 2 : 1])) {
        *end = 'e';
        *x = clpwl__number_parse(begin, &end);
    }
    if (is_quoted && end != begin && *end++ != '"')
        return 0;
    char *next = skip_blanks(end);
    int ends = *end == '\0' || next != end || *next == ',' || *next == ';';
    if (end == begin || !ends)
        return 0;
    *c = *next == ',' || *next == ';' ? next + 1 : next;
    return 1;
}

/* Whether a field is a number, or written like one that is not read: by digits without letters, as 12:30, or
 * with the minus sign of Unicode. */
static int is_number(char *field, const char *end)
{
    static const char minus[] = "\xE2\x88\x92";
    double x;
    int digits = 0, letters = 0;
    field += strncmp(field, minus, strlen(minus)) == 0 ? strlen(minus) : 0;
    for (const char *at = field; at < end; at++) {
        digits += isdigit((unsigned char)*at) != 0;
        letters += isalpha((unsigned char)*at) || (unsigned char)*at >= 0x80;
    }
    return (take_number(&field, &x) && field >= end) || (digits > 0 && letters == 0);
}

/* Whether a line is a heading: no field is a number. */
static int is_heading(char *line)
{
    const char *apart = strpbrk(line, ",;\t") ? ",;\t" : " ";
    for (char *c = line; *c; c += *c != '\0') {
        char *begin = c + strspn(c, " "), *quote = *begin == '"' ? strchr(begin + 1, '"') : NULL;
        c = quote ? quote : begin;
        c += strcspn(c, apart);
        if (begin < c && is_number(begin, c))
            return 0;
    }
    return 1;
}

static clpwl_status append_sample(reader *r, double x, double y)
{
    clpwl_status status = CLPWL_OK;
    double previous = r->ascends && r->count && r->columns == 2 ? r->x[r->count - 1] : -INFINITY;
    if (r->ascends && r->count && x == previous && y == r->y[r->count - 1]) /* a row that is there twice */
        return CLPWL_OK;
    TRY(clpwl__sample_check(r->where, previous, x, y));
    CHECK(fabs(x) <= r->most && fabs(y) <= r->most, CLPWL_ERR_SAMPLES,
          "%s: %g is beyond +-%.8g, the largest float", r->where,
          fabs(x) <= r->most ? y : x, (double)FLT_MAX);
    size_t room = r->room;
    TRY(clpwl__reserve(&r->x, &room, r->count + 1, sizeof *r->x));
    TRY(clpwl__reserve(&r->y, &r->room, r->count + 1, sizeof *r->y));
    r->x[r->count] = x;
    r->y[r->count++] = y;
done:
    return status;
}

/* Takes the number that should stand at *c. */
static clpwl_status parse_field(const reader *r, char **c, double *x)
{
    clpwl_status status = CLPWL_OK;
    CHECK(take_number(c, x), CLPWL_ERR_SAMPLES, "%s: \"%.40s\" does not begin with a number; a line with a "
          "gap is left out, times and dates are written as numbers, as seconds", r->where, *c);
done:
    return status;
}

static clpwl_status parse_line(reader *r)
{
    clpwl_status status = CLPWL_OK;
    double x, y = 0;
    char *c = r->line;
    /* The byte order mark that some spreadsheets write. */
    if (r->number == 1 && strncmp(c, "\xEF\xBB\xBF", 3) == 0)
        c += 3;
    c = skip_blanks(c);
    if (*c == '\0')
        return CLPWL_OK;
    if (r->count == 0 && !r->heading_seen && is_heading(c)) {
        r->heading_seen = 1;
        return CLPWL_OK;
    }
    TRY(parse_field(r, &c, &x));
    c = skip_blanks(c);
    if (r->columns == 0)
        r->columns = *c == '\0' ? 1 : 2;
    if (r->columns == 2) {
        CHECK(*c != '\0', CLPWL_ERR_SAMPLES, "%s: one column; expected x and y", r->where);
        TRY(parse_field(r, &c, &y));
    }
    CHECK(*skip_blanks(c) == '\0', CLPWL_ERR_SAMPLES, "%s: more than %s", r->where,
          r->columns == 2 ? "two columns; expected x and y (awk -F'[,; \t]+' '{print $1, $3}' takes columns "
                            "1 and 3; tr , . makes points of decimal commas)"
                          : "one column; expected arguments");
    TRY(append_sample(r, x, y));
done:
    return status;
}

static clpwl_status read_csv(clpwl_function **out, const char *path, int columns, clpwl_between between)
{
    clpwl_status status = CLPWL_OK;
    clpwl_samples s = CLPWL_SAMPLES_INIT;
    reader r = {.columns = columns, .ascends = columns == 0,
                .most = columns == 2 ? (double)FLT_MAX : HUGE_VAL};
    int more = 1;
    CHECK(out, CLPWL_ERR_ARGUMENT, "out is NULL");
    *out = NULL;
    CHECK(path, CLPWL_ERR_ARGUMENT, "path is NULL");
    const char *slash = strrchr(path, '/');
    r.path = path;
    r.name = slash && slash[1] ? slash + 1 : path;
    r.file = fopen(path, "rb");
    CHECK(r.file, CLPWL_ERR_IO, "cannot read '%s': %s", path, strerror(errno));
    for (;;) {
        TRY(read_line(&r, &more));
        if (!more)
            break;
        TRY(parse_line(&r));
    }
    CHECK(r.count >= 2, CLPWL_ERR_SAMPLES, "%s: %zu sample%s; at least two are needed", path,
          r.count, r.count == 1 ? "" : "s");
    s.name = r.name;
    s.x = r.x;
    s.y = r.y;
    s.n = r.count;
    s.between = between;
    if (columns == 2)
        TRY(clpwl_function_from_data(out, &s));
    else if (r.columns == 2)
        TRY(clpwl_function_from_points(out, r.name, r.x, r.y, r.count));
    else
        TRY(clpwl_function_from_arguments(out, r.name, r.x, r.count));
done:
    if (r.file)
        fclose(r.file);
    clpwl__free(r.x);
    clpwl__free(r.y);
    return status;
}

clpwl_status clpwl_function_read_samples(clpwl_function **out, const char *path)
{
    CLPWL__DOOR;
    return read_csv(out, path, 2, CLPWL_BETWEEN_AUTO);
}

clpwl_status clpwl_function_read_data(clpwl_function **out, const char *path, const clpwl_reading *given)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_reading reading;
    TRY(clpwl__options_take(&reading, sizeof reading, given, "clpwl_reading", "CLPWL_READING_INIT"));
    TRY(read_csv(out, path, 2, reading.between));
done:
    return status;
}

clpwl_status clpwl_function_read_weight(clpwl_function **out, const char *path)
{
    CLPWL__DOOR;
    return read_csv(out, path, 0, CLPWL_BETWEEN_AUTO);
}
