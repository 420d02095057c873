/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows, and the one that suits this CPU. */
#include "host/rows.h"
#include "host/parts.h"
#include "internal.h"

static int always(void)
{
    return 1;
}

static int any_pack(const clpwl__pack *pack)
{
    (void)pack;
    return 1;
}

static const clpwl__host_row rows[] = {
    {"host-scalar", "one value at a time, on any CPU", always, any_pack, clpwl__host_scalar},
};

const clpwl__host_row *clpwl__host_rows(size_t *count)
{
    if (count)
        *count = sizeof rows / sizeof *rows;
    return rows;
}

const clpwl__host_row *clpwl__host_row_named(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

const clpwl__host_row *clpwl__host_best_row(const clpwl__pack *pack)
{
    const clpwl__host_row *best = rows;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].supported() && rows[i].can(pack))
            best = &rows[i];
    return best;
}

static void by_row(const void *row, const clpwl__pack *pack, const float *x, float *y, size_t n)
{
    ((const clpwl__host_row *)row)->eval(pack, x, y, n);
}

void clpwl__host_eval(const clpwl__host_row *row, const clpwl__pack *pack, unsigned threads,
                      const float *x, float *y, size_t n)
{
    clpwl__in_parts(by_row, row, pack, threads, x, y, n);
}
