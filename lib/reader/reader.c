/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reader/reader.h"
#include <ctype.h>
#include <errno.h>
#include "base/number.h"
#include "function/samples.h"

static const char blanks[] = " \t\v\f";

clpwl_status clpwl__reader_open(clpwl__reader *r, const char *path)
{
    clpwl_status status = CLPWL_OK;
    const char *slash = strrchr(path, '/');
    r->path = path;
    r->name = slash && slash[1] ? slash + 1 : path;
    r->front = clpwl__alloc(1, CLPWL__FRONT);
    r->line = clpwl__alloc(1, CLPWL__LINE + 1);
    r->fields = clpwl__alloc(CLPWL__COLUMNS, sizeof *r->fields);
    CHECK_MEMORY(r->front && r->line ? r->fields : NULL);
    r->file = fopen(path, "rb");
    CHECK(r->file, CLPWL_ERR_IO, "cannot read '%s': %s", path, strerror(errno));
    r->ahead = fread(r->front, 1, CLPWL__FRONT, r->file);
    CHECK(!ferror(r->file), CLPWL_ERR_IO, "cannot read '%s': %s", path, strerror(errno));
done:
    return status;
}

void clpwl__reader_close(clpwl__reader *r)
{
    if (r->file)
        fclose(r->file);
    clpwl__free(r->front);
    clpwl__free(r->line);
    clpwl__free(r->fields);
    for (int k = 0; k < 3; k++)
        clpwl__free(r->rows[k]);
    for (int k = 0; k < 2; k++)
        clpwl__free(r->labels[k]);
}

size_t clpwl__reader_bytes(clpwl__reader *r, void *bytes, size_t n)
{
    size_t left = r->ahead - r->taken, ours = n < left ? n : left;
    memcpy(bytes, r->front + r->taken, ours);
    r->taken += ours;
    return ours < n ? ours + fread((char *)bytes + ours, 1, n - ours, r->file) : n;
}

/* The next character. LF, CR LF and CR end a line. */
static int next_character(clpwl__reader *r)
{
    for (;;) {
        int c = r->taken < r->ahead ? r->front[r->taken++] : r->is_front ? EOF : getc(r->file),
            is_second = c == '\n' && r->after_return;
        r->after_return = c == '\r';
        if (!is_second)
            return c == '\r' ? '\n' : c;
    }
}

/* The kind of a file by its first bytes, and the command that makes text of it. */
static const char *name_binary(const clpwl__reader *r)
{
    static const char utf16[] = "text in UTF-16; iconv -f utf-16 -t utf-8 makes UTF-8 of it";
    static const struct kind {
        const char *begin, *text;
    } kinds[] = {
        {"PK\3\4", "a zip archive, as .npz and .xlsx are; expected text"},
        {"\x1f\x8b", "compressed by gzip; gunzip makes text of it"},
        {"\xff\xfe", utf16},
        {"\xfe\xff", utf16},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && r->number == 1; i++) {
        size_t length = strlen(kinds[i].begin);
        if (r->ahead >= length && memcmp(r->front, kinds[i].begin, length) == 0)
            return kinds[i].text;
    }
    return "a zero byte; expected text with a line for each sample";
}

static char find_separator(const char *line)
{
    int is_quoted = 0, tabs = 0, spaces = 0, commas = 0, is_decimal = 1;
    for (const char *c = line; *c; c++) {
        is_quoted ^= *c == '"';
        if (is_quoted)
            continue;
        if (*c == ';')
            return ';';
        tabs |= *c == '\t';
        spaces |= *c == ' ';
        commas |= *c == ',';
        is_decimal &= *c != ',' ||
                      (c > line && isdigit((unsigned char)c[-1]) && isdigit((unsigned char)c[1]));
    }
    return tabs ? '\t' : commas && !(spaces && is_decimal) ? ',' : ' ';
}

/* Splits the line in place. A field that is quoted in part keeps its quotes. An empty last field is none. */
static void split_line(clpwl__reader *r)
{
    const char separator = find_separator(r->line), mark[] = {separator, '\0'};
    const char *around = separator == '\t' ? " \v\f" : blanks,
               *apart = separator == ' ' ? blanks : mark;
    char *c = r->line;
    int more = 1;
    for (r->field_count = 0; more && r->field_count < CLPWL__COLUMNS;) {
        char *begin = c += strspn(c, around), *quote = *c == '"' ? strchr(c + 1, '"') : NULL;
        char *end = c = (quote ? quote : c) + strcspn(quote ? quote : c, apart);
        while (end > begin && strchr(blanks, end[-1]))
            end--;
        if (quote && end == quote + 1) {
            begin++;
            end--;
        }
        c += strspn(c, around);
        more = *c != '\0';
        c += more && *c == separator;
        *end = '\0';
        r->fields[r->field_count++] = begin;
    }
    r->field_count -= r->field_count > 1 && !*r->fields[r->field_count - 1];
}

/* The minus sign of Unicode, before a digit or a point, becomes a hyphen. */
static void take_minus(char *line)
{
    static const char minus[] = "\xE2\x88\x92";
    const size_t length = strlen(minus);
    char *to = line;
    for (const char *c = line; *c; c++) {
        int is_minus = strncmp(c, minus, length) == 0 &&
                       (isdigit((unsigned char)c[length]) || c[length] == '.');
        c += is_minus ? length - 1 : 0;
        *to++ = is_minus ? '-' : *c;
    }
    *to = '\0';
}

/* Overlong lines are refused, so that memory grows only with samples. */
static clpwl_status read_line(clpwl__reader *r, int *more)
{
    clpwl_status status = CLPWL_OK;
    int c, comment = 0, overlong = 0;
    size_t length = 0, dropped = 0;
    snprintf(r->where, sizeof r->where, "%.200s, line %zu", r->path, ++r->number);
    while ((c = next_character(r)) != EOF && c != '\n') {
        CHECK(c != '\0', CLPWL_ERR_SAMPLES, "%s: %s", r->where, name_binary(r));
        comment |= c == '#';
        dropped++;
        if (comment)
            continue;
        if (length < CLPWL__LINE)
            r->line[length++] = (char)c;
        else
            overlong = 1;
    }
    CHECK(!ferror(r->file), CLPWL_ERR_IO, "cannot read '%s': %s", r->path, strerror(errno));
    CHECK(!overlong, CLPWL_ERR_SAMPLES, "%s: longer than %d characters; expected numbers", r->where,
          CLPWL__LINE);
    *more = c != EOF || dropped > 0;
    /* The byte order mark that some spreadsheets write. */
    size_t mark = r->number == 1 && length >= 3 && memcmp(r->line, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    memmove(r->line, r->line + mark, length - mark);
    r->line[length - mark] = '\0';
    take_minus(r->line);
done:
    return status;
}

clpwl_status clpwl__reader_line(clpwl__reader *r, int *more)
{
    clpwl_status status = CLPWL_OK;
    do
        TRY(read_line(r, more));
    while (*more && !r->line[strspn(r->line, blanks)]);
    split_line(r);
    CHECK(r->field_count < CLPWL__COLUMNS, CLPWL_ERR_SAMPLES, "%s: %d columns or more", r->where,
          CLPWL__COLUMNS);
done:
    return status;
}

clpwl_status clpwl__reader_next(clpwl__reader *r)
{
    clpwl_status status = CLPWL_OK;
    int more;
    TRY(clpwl__reader_line(r, &more));
    CHECK(more, CLPWL_ERR_SAMPLES, "%s: cut short behind line %zu", r->path, r->number - 1);
done:
    return status;
}

int clpwl__reader_number(char *field, double *x)
{
    char *comma = strchr(field, ','), *end;
    if (comma)
        *comma = '.';
    *x = clpwl__number_parse(field, &end);
    int is_fortran = end != field && (*end == 'D' || *end == 'd');
    if (is_fortran && isdigit((unsigned char)end[end[1] == '+' || end[1] == '-' ? 2 : 1])) {
        *end = 'e';
        *x = clpwl__number_parse(field, &end);
    }
    int is_number = end != field && *end == '\0';
    if (comma)
        *comma = ',';
    return is_number;
}

clpwl_status clpwl__reader_field(clpwl__reader *r, size_t i, double *x)
{
    clpwl_status status = CLPWL_OK;
    CHECK(i < r->field_count && clpwl__reader_number(r->fields[i], x), CLPWL_ERR_SAMPLES,
          "%s, column %zu: \"%.40s\" is not a number; delete rows with gaps, and write dates as numbers",
          r->where, i + 1, i < r->field_count ? r->fields[i] : "");
done:
    return status;
}

/* Columns. */

static clpwl_status list_columns(clpwl__text *list, char *const *names, size_t count)
{
    enum { SHOWN = 12 };
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < count && i < SHOWN; i++)
        if (names && names[i])
            clpwl__append(list, "%s%.30s", i ? ", " : "", names[i]);
        else
            clpwl__append(list, "%s%zu", i ? ", " : "", i + 1);
    clpwl__append(list, count > SHOWN ? " ..." : "");
    CHECK(!list->failed, CLPWL_ERR_MEMORY, "out of memory: the names of %zu columns", count);
done:
    return status;
}

/* The column of this name or number; `count`: none. */
static size_t find_column(const char *wanted, size_t length, char *const *names, size_t count)
{
    char *end;
    size_t i = 0;
    unsigned long number = isdigit((unsigned char)*wanted) ? strtoul(wanted, &end, 10) : 0;
    if (number > 0 && end == wanted + length)
        return number <= count ? number - 1 : count;
    while (i < count &&
           !(names && names[i] && strncmp(names[i], wanted, length) == 0 && !names[i][length]))
        i++;
    return i;
}

clpwl_status clpwl__reader_choose(clpwl__reader *r, char *const *names, size_t count,
                                  const char *otherwise)
{
    clpwl_status status = CLPWL_OK;
    clpwl__text list = {0};
    const char *wanted = r->columns ? r->columns : otherwise;
    const size_t all = r->most < 2 ? r->most : 2; /* sigma is there only where it is wanted */
    TRY(list_columns(&list, names, count));
    if (!wanted) {
        CHECK(count >= r->least, CLPWL_ERR_SAMPLES, "%s: one column; expected x and y", r->where);
        CHECK(count <= all, CLPWL_ERR_SAMPLES,
              all == 1 ? "%s: more than one column: %s; --columns chooses one"
                       : "%s: more than two columns: %s; --columns 1,2 chooses x and y (decimal commas "
                         "need ; or blanks between numbers)", r->where, list.text);
        for (r->width = 0; r->width < count; r->width++)
            r->chosen[r->width] = r->width;
    }
    for (r->width = wanted ? 0 : r->width; wanted;) {
        wanted += strspn(wanted, blanks);
        size_t length = strcspn(wanted, ","), used = length;
        while (used > 0 && strchr(blanks, wanted[used - 1]))
            used--;
        size_t i = find_column(wanted, used, names, count);
        CHECK(i < count, CLPWL_ERR_SAMPLES, "%s: no column '%.*s'; there %s %s", r->where,
              (int)used, wanted, count == 1 ? "is" : "are", list.text);
        CHECK(r->width < r->most, CLPWL_ERR_SAMPLES, "%s: --columns '%.60s' names more than %zu",
              r->where, r->columns, r->most);
        r->chosen[r->width++] = i;
        wanted = wanted[length] ? wanted + length + 1 : NULL;
    }
    CHECK(r->width >= r->least, CLPWL_ERR_SAMPLES,
          "%s: --columns '%.60s' is one column; expected x and y", r->where, r->columns);
done:
    clpwl__free(list.text);
    return status;
}

clpwl_status clpwl__reader_append(clpwl__reader *r, const double row[3])
{
    clpwl_status status = CLPWL_OK;
    const int is_pair = r->width > 1;
    const double x = row[0], y = is_pair ? row[1] : 0;
    double previous = r->ascends && is_pair && r->count ? r->rows[0][r->count - 1] : -INFINITY;
    if (x == previous && y == r->rows[1][r->count - 1]) /* a row that is there twice */
        return CLPWL_OK;
    TRY(clpwl__sample_check(r->where, previous, x, y, r->width < 3 ? 1 : row[2]));
    CHECK(fabs(x) <= r->limit && fabs(y) <= r->limit, CLPWL_ERR_SAMPLES,
          "%s: %g is beyond +-%.8g, the largest float", r->where, fabs(x) <= r->limit ? y : x,
          r->limit);
    for (int k = 0; k < 3; k++) {
        size_t room = r->room;
        TRY(clpwl__reserve(&r->rows[k], k < 2 ? &room : &r->room, r->count + 1,
                           sizeof *r->rows[k]));
        r->rows[k][r->count] = k == 1 ? y : row[k];
    }
    r->count++;
done:
    return status;
}
