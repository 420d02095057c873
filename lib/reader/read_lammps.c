/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of LAMMPS for pairs, bonds and angles: sections of a keyword, a line "N 500 R 1.0 10.0", and
 * rows of index, distance, energy and force. */
#include <ctype.h>
#include "reader/reader.h"

enum { DISTANCE = 1, COLUMNS = 4 };

typedef struct section {
    size_t n;
    int by_square;
    double lo, hi; /* distances that LAMMPS takes in place of those of the rows, where lo < hi */
} section;

/* "N 500", "R lo hi" or "RSQ lo hi"; others, as "FP", are passed. */
static clpwl_status read_parameters(clpwl__reader *r, section *s)
{
    clpwl_status status = CLPWL_OK;
    double n = 0;
    TRY(clpwl__reader_next(r));
    CHECK(strcmp(r->fields[0], "N") == 0, CLPWL_ERR_SAMPLES,
          "%s: \"%.40s\"; expected N and a number of rows", r->where, r->fields[0]);
    TRY(clpwl__reader_field(r, 1, &n));
    CHECK(n >= 2 && n <= 1e9 && n == floor(n), CLPWL_ERR_SAMPLES,
          "%s: N is %g; a table has two rows or more", r->where, n);
    *s = (section){.n = (size_t)n};
    for (size_t i = 2; i < r->field_count; i++) {
        CHECK(strcmp(r->fields[i], "BITMAP") != 0, CLPWL_ERR_SAMPLES,
              "%s: a table by BITMAP; expected R or RSQ", r->where);
        s->by_square = strcmp(r->fields[i], "RSQ") == 0;
        if (!s->by_square && strcmp(r->fields[i], "R") != 0)
            continue;
        TRY(clpwl__reader_field(r, i + 1, &s->lo));
        TRY(clpwl__reader_field(r, i + 2, &s->hi));
        CHECK(s->lo >= 0 && s->lo < s->hi && s->hi < HUGE_VAL, CLPWL_ERR_SAMPLES,
              "%s: distances from %g to %g; they must ascend", r->where, s->lo, s->hi);
        break;
    }
done:
    return status;
}

static clpwl_status read_rows(clpwl__reader *r, const section *s, int is_wanted)
{
    static char *const names[COLUMNS] = {"index", "r", "energy", "force"};
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < s->n; i++) {
        double row[3] = {0}, t = (double)i / (double)(s->n - 1);
        TRY(clpwl__reader_next(r));
        if (!is_wanted)
            continue;
        if (i == 0)
            TRY(clpwl__reader_choose(r, names, COLUMNS, "r,energy"));
        CHECK(r->field_count == COLUMNS, CLPWL_ERR_SAMPLES,
              "%s: %zu columns; expected index, r, energy and force", r->where, r->field_count);
        for (size_t k = 0; k < r->width; k++) {
            TRY(clpwl__reader_field(r, r->chosen[k], &row[k]));
            if (r->chosen[k] == DISTANCE && s->lo < s->hi)
                row[k] = s->by_square ? sqrt(s->lo * s->lo * (1 - t) + s->hi * s->hi * t)
                                      : s->lo * (1 - t) + s->hi * t;
        }
        TRY(clpwl__reader_append(r, row));
    }
    for (size_t k = 0; k < 2 && k < r->width && is_wanted; k++)
        TRY(clpwl__copy_text(&r->labels[k], names[r->chosen[k]]));
done:
    return status;
}

clpwl_status clpwl__read_lammps(clpwl__reader *r)
{
    clpwl_status status = CLPWL_OK;
    clpwl__text list = {0};
    section s;
    int more, count = 0;
    for (;;) {
        TRY(clpwl__reader_line(r, &more));
        if (!more)
            break;
        CHECK(isalpha((unsigned char)*r->fields[0]), CLPWL_ERR_SAMPLES,
              "%s: \"%.40s\"; expected the keyword of a section", r->where, r->fields[0]);
        int is_wanted = r->section ? r->count == 0 && strcmp(r->fields[0], r->section) == 0
                                   : count == 0;
        if (list.length < CLPWL__WHERE)
            clpwl__append(&list, "%s%.30s", count ? ", " : "", r->fields[0]);
        count++;
        TRY(read_parameters(r, &s));
        TRY(read_rows(r, &s, is_wanted));
    }
    CHECK(!list.failed, CLPWL_ERR_MEMORY, "out of memory: the names of %d sections", count);
    CHECK(r->section || count == 1, CLPWL_ERR_SAMPLES, "%s: %d sections: %s; --section chooses one",
          r->path, count, list.text);
    CHECK(r->count > 0, CLPWL_ERR_SAMPLES, "%s: no section '%.60s' among %s", r->path, r->section,
          list.text);
done:
    clpwl__free(list.text);
    return status;
}
