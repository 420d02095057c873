/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows. */
#include "cpu/rows.h"
#include "cpu/arrays.h"
#include "base/internal.h"

static int always(void)
{
    return 1;
}

static int any_pack(const clpwl__pack *pack)
{
    (void)pack;
    return 1;
}

#if CLPWL__X86
static int has_avx2(void)
{
    return clpwl__x86_level >= 3;
}

static int has_avx512(void)
{
    return clpwl__x86_level >= 4;
}
#endif

#if CLPWL__X86 || CLPWL__NEON
/* Gathers count floats in 32 bits; and there is no vector of shapers. */
static int indexed_by_int(const clpwl__pack *pack)
{
    return pack->shaper == CLPWL_SHAPER_NONE && pack->segments < INT32_MAX / 4 &&
           pack->cell_count < INT32_MAX / 4;
}
#endif

static const clpwl__host_row rows[] = {
#define HOST_METHOD(name, text, gives, supported, can, eval) {name, supported, can, eval},
#include "cpu/methods.def"
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

static void by_row(const void *row, const clpwl__pack *pack, const float *x, float *y, size_t n)
{
    ((const clpwl__host_row *)row)->eval(pack, x, y, n);
}

void clpwl__host_eval(const clpwl__host_row *row, const clpwl__pack *pack, unsigned threads,
                      clpwl__arrays arrays)
{
    clpwl__in_parts(by_row, row, pack, threads, arrays);
}
