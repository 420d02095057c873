/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows, the one that suits this CPU, and what all of them do for a symmetry. */
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
#if CLPWL__X86
#define X86_METHOD HOST_METHOD
#else
#define X86_METHOD(name, text, gives, supported, can, eval)
#endif
#if CLPWL__NEON
#define NEON_METHOD HOST_METHOD
#else
#define NEON_METHOD(name, text, gives, supported, can, eval)
#endif
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

const clpwl__host_row *clpwl__host_best_row(const clpwl__pack *pack)
{
    const clpwl__host_row *best = rows;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].supported() && rows[i].can(pack))
            best = &rows[i];
    return best;
}

/*
 * Tables with a symmetry, by any row: a block of |x| is evaluated, and the law and the tails are
 * applied to the values. The arithmetic is that of clpwl/device.h, four numbers at a time: gcc makes
 * no vectors of a loop over those functions, which then takes 1.3 ns a value.
 */
typedef float quad __attribute__((vector_size(16)));
typedef int32_t mask __attribute__((vector_size(16)));
enum { BLOCK = 512, QUADS = BLOCK / 4 };

/* The constants of a pack. */
typedef struct mirror {
    quad lo, hi, left, right, fill;
} mirror;

CLPWL_FN quad four(float v)
{
    return (quad){v, v, v, v};
}

CLPWL_FN quad kept(mask m, quad a)
{
    return (quad)(m & (mask)a);
}

CLPWL_FN quad choose(mask m, quad a, quad b)
{
    return (quad)((m & (mask)a) | (~m & (mask)b));
}

CLPWL_FN mirror mirror_of(const clpwl__pack *p)
{
    const clpwl_grid *g = &p->grid;
    return (mirror){four(g->lo), four(g->hi), four(g->left[0]), four(g->right[0]),
                    four(p->extend == CLPWL_EXTEND_NAN ? NAN : 0)};
}

/* As clpwl_clamp of clpwl_right. */
CLPWL_FN quad fold(const mirror *m, quad x)
{
    quad r = (quad)((mask)x & ~(mask)four(-0.0f));
    return choose(r > m->hi, m->hi, r);
}

/* As clpwl_reflect for x in the domain. An odd law takes but the sign of x, and needs no clamp. */
CLPWL_FN quad reflect(const mirror *m, quad y, quad x, int symmetry)
{
    const quad zero = four(0);
    if (symmetry == CLPWL_HALF_ODD) {
        y = kept(x != zero, y);
        y = (quad)((mask)y ^ ((mask)x & (mask)four(-0.0f)));
    }
    if (symmetry == CLPWL_HALF_RAMP)
        y += kept(x < zero, choose(x < m->lo, m->lo, x));
    return y;
}

/* As clpwl_tail, and the rise of a linear tail. */
CLPWL_FN quad finish(const mirror *m, quad x, quad y, int symmetry, enum tails tails)
{
    const mask below = x < m->lo, above = x > m->hi;
    y = reflect(m, y, x, symmetry);
    if (tails == LINED) {
        quad beyond = choose(below, x - m->lo, kept(above, x - m->hi));
        quad slope = choose(below, m->left, m->right);
        y += kept(slope != four(0), slope * beyond);
    }
    return tails == FILLED ? choose(below | above, m->fill, y) : y;
}

/* At most four numbers. */
CLPWL_FN quad load(const float *x, size_t n)
{
    quad q = four(0);
    memcpy(&q, x, n < 4 ? n * sizeof *x : sizeof q);
    return q;
}

CLPWL_FN void finish_all(const mirror *m, const float *x, const quad *values, float *y, size_t n,
                         int symmetry, enum tails tails)
{
    size_t i = 0;
    quad q;
    for (; i + 4 <= n; i += 4) {
        q = finish(m, load(x + i, 4), values[i / 4], symmetry, tails);
        memcpy(y + i, &q, sizeof q);
    }
    if (i < n) {
        q = finish(m, load(x + i, n - i), values[i / 4], symmetry, tails);
        memcpy(y + i, &q, (n - i) * sizeof *y);
    }
}

/* A loop for each law and each kind of tails. */
CLPWL_FN void finish_by(const clpwl__pack *p, const mirror *m, const float *x, const quad *values,
                        float *y, size_t n, int symmetry)
{
    switch (tails_of(p)) {
    case FILLED: finish_all(m, x, values, y, n, symmetry, FILLED); break;
    case LINED: finish_all(m, x, values, y, n, symmetry, LINED); break;
    default: finish_all(m, x, values, y, n, symmetry, CLAMPED);
    }
}

CLPWL_FN void evaluate_mirrored(clpwl__part_fn *evaluate, const void *how, const clpwl__pack *p,
                                const float *x, float *y, size_t n)
{
    const mirror m = mirror_of(p);
    quad right[QUADS];
    for (size_t count; n > 0; n -= count, x += count, y += count) {
        size_t i = 0;
        count = n < BLOCK ? n : BLOCK;
        for (; i + 4 <= count; i += 4)
            right[i / 4] = fold(&m, load(x + i, 4));
        if (i < count)
            right[i / 4] = fold(&m, load(x + i, count - i));
        evaluate(how, p, (float *)right, (float *)right, count);
        if (p->symmetry == CLPWL_SYMMETRY_EVEN)
            finish_by(p, &m, x, right, y, count, CLPWL_HALF_EVEN);
        else if (p->symmetry == CLPWL_SYMMETRY_ODD)
            finish_by(p, &m, x, right, y, count, CLPWL_HALF_ODD);
        else
            finish_by(p, &m, x, right, y, count, CLPWL_HALF_RAMP);
    }
}

static void evaluate_plain(clpwl__part_fn *evaluate, const void *how, const clpwl__pack *p,
                           const float *x, float *y, size_t n)
{
    evaluate_mirrored(evaluate, how, p, x, y, n);
}

#if CLPWL__X86
/* The same bits by wider instructions. */
__attribute__((target("avx2"))) static void evaluate_avx2(clpwl__part_fn *evaluate,
                                                          const void *how, const clpwl__pack *p,
                                                          const float *x, float *y, size_t n)
{
    evaluate_mirrored(evaluate, how, p, x, y, n);
}
#endif

void clpwl__reflected(clpwl__part_fn *evaluate, const void *how, const clpwl__pack *p,
                      const float *x, float *y, size_t n)
{
#if CLPWL__X86
    if (p->symmetry && clpwl__x86_level >= 3) {
        evaluate_avx2(evaluate, how, p, x, y, n);
        return;
    }
#endif
    if (p->symmetry)
        evaluate_plain(evaluate, how, p, x, y, n);
    else
        evaluate(how, p, x, y, n);
}

static void by_row(const void *row, const clpwl__pack *pack, const float *x, float *y, size_t n)
{
    ((const clpwl__host_row *)row)->eval(pack, x, y, n);
}

static void by_reflected_row(const void *row, const clpwl__pack *pack, const float *x, float *y,
                             size_t n)
{
    clpwl__reflected(by_row, row, pack, x, y, n);
}

void clpwl__host_eval(const clpwl__host_row *row, const clpwl__pack *pack, unsigned threads,
                      clpwl__arrays arrays)
{
    clpwl__in_parts(by_reflected_row, row, pack, threads, arrays);
}
