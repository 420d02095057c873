/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of separated columns, and the .xvg of GROMACS: lines that begin with @ are for a plot. */
#include <ctype.h>
#include "reader/reader.h"

typedef struct text {
    char *names[2][CLPWL__COLUMNS]; /* of columns, and of their units */
    size_t named[2];
    int headings;
    size_t columns; /* of the first row */
    int is_xvg, has_ended;
} text;

/* Whether a field is a number, or written like one that is not read: by digits without letters, as 12:30. */
static int is_number(char *field)
{
    double x;
    int digits = 0, letters = 0;
    for (const char *c = field; *c; c++) {
        digits += isdigit((unsigned char)*c) != 0;
        letters += isalpha((unsigned char)*c) || (unsigned char)*c >= 0x80;
    }
    return clpwl__reader_number(field, &x) || (digits > 0 && letters == 0);
}

static int is_heading(const clpwl__reader *r)
{
    for (size_t i = 0; i < r->field_count; i++)
        if (is_number(r->fields[i]))
            return 0;
    return 1;
}

static clpwl_status set_text(char **to, const char *from)
{
    clpwl__free(*to);
    *to = NULL;
    return clpwl__copy_text(to, from);
}

static clpwl_status keep_heading(clpwl__reader *r, text *t)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < r->field_count; i++)
        TRY(set_text(&t->names[t->headings][i], r->fields[i]));
    t->named[t->headings++] = r->field_count;
done:
    return status;
}

/* `@ xaxis label "Time (ps)"`, `@ s0 legend "Potential"`; `&` ends a set. */
static clpwl_status take_directive(clpwl__reader *r, text *t)
{
    char **words = r->fields + (r->fields[0][0] == '@' && !r->fields[0][1]);
    size_t count = r->field_count - (size_t)(words - r->fields);
    t->has_ended |= r->fields[0][0] == '&';
    if (count < 3)
        return CLPWL_OK;
    const char *word = words[0] + (words[0][0] == '@'), *label = words[2];
    if (strcmp(words[1], "label") == 0 && strcmp(word + 1, "axis") == 0 &&
        (*word == 'x' || *word == 'y'))
        return set_text(&r->labels[*word - 'x'], label);
    if (*word == 's' && isdigit((unsigned char)word[1]) && strcmp(words[1], "legend") == 0) {
        unsigned long column = strtoul(word + 1, NULL, 10) + 1;
        return column < CLPWL__COLUMNS ? set_text(&t->names[0][column], label) : CLPWL_OK;
    }
    return CLPWL_OK;
}

/* Names and units, where there is one for each column. */
static clpwl_status label_axes(clpwl__reader *r, const text *t)
{
    clpwl_status status = CLPWL_OK;
    clpwl__text label = {0};
    for (int k = 0; k < 2 && (size_t)k < r->width && !r->labels[k] && t->named[0] == t->columns;
         k++) {
        const char *unit = t->names[1][r->chosen[k]];
        clpwl__append(&label, unit && *unit ? "%s [%s]" : "%s", t->names[0][r->chosen[k]], unit);
        CHECK_MEMORY(label.failed ? NULL : label.text);
        r->labels[k] = label.text;
        label = (clpwl__text){0};
    }
done:
    clpwl__free(label.text);
    return status;
}

static clpwl_status take_row(clpwl__reader *r, text *t)
{
    clpwl_status status = CLPWL_OK;
    double row[3] = {0};
    CHECK(!t->has_ended, CLPWL_ERR_SAMPLES, "%s: a second set of data; expected one", r->where);
    if (t->columns == 0) {
        t->columns = r->field_count;
        TRY(clpwl__reader_choose(r, t->is_xvg || t->named[0] == t->columns ? t->names[0] : NULL,
                                 t->columns, NULL));
        TRY(label_axes(r, t));
    }
    for (size_t k = 0; k < r->width; k++) {
        CHECK(r->chosen[k] < r->field_count && r->field_count <= t->columns, CLPWL_ERR_SAMPLES,
              "%s: %zu column%s; the first row has %zu", r->where, r->field_count,
              r->field_count == 1 ? "" : "s", t->columns);
        TRY(clpwl__reader_field(r, r->chosen[k], &row[k]));
    }
    TRY(clpwl__reader_append(r, row));
done:
    return status;
}

clpwl_status clpwl__read_text(clpwl__reader *r)
{
    clpwl_status status = CLPWL_OK;
    int more;
    text *t = clpwl__calloc(1, sizeof *t);
    CHECK_MEMORY(t);
    for (;;) {
        TRY(clpwl__reader_line(r, &more));
        if (!more)
            break;
        t->is_xvg |= r->fields[0][0] == '@' && t->headings == 0 && t->columns == 0;
        if (t->is_xvg && (r->fields[0][0] == '@' || strcmp(r->fields[0], "&") == 0))
            TRY(take_directive(r, t));
        else if (t->columns == 0 && t->headings < 2 && is_heading(r))
            TRY(keep_heading(r, t));
        else
            TRY(take_row(r, t));
    }
done:
    for (size_t i = 0; t && i < CLPWL__COLUMNS; i++) {
        clpwl__free(t->names[0][i]);
        clpwl__free(t->names[1][i]);
    }
    clpwl__free(t);
    return status;
}
