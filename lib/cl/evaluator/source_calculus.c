/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The OpenCL C of derivatives and integrals. An integral is passed around in two parts,
 * the sum up to the step before x, and the rest, which is small: so that the difference
 * of two that are near each other loses nothing.
 */
#include <stdio.h>
#include "cl/evaluator/source.h"
#include "table/shaper.h"

enum { WORDS = 64 };

static int is_uniform(const clpwl_evaluator *e)
{
    return e->pack->partition == CLPWL_PARTITION_UNIFORM;
}

static int is_periodic(const clpwl_evaluator *e)
{
    return e->pack->extend == CLPWL_EXTEND_REPEAT || e->pack->extend == CLPWL_EXTEND_MIRROR;
}

/* f(y, x, g, extend): the text after the y. */
static void tail_arguments(char *words, const clpwl_evaluator *e, const char *x)
{
    snprintf(words, WORDS, ", %s, g, %d)", x, (int)e->pack->extend);
}

/* By the chain rule, g'(x) of a shaper. */
static void append_slope(clpwl__text *t, const clpwl_evaluator *e)
{
    char tail[WORDS];
    tail_arguments(tail, e, "x");
    clpwl__append(t, "static inline # clpwl_@_slope(float x, CLPWL_HANDLE_@)\n{\n");
    clpwl__append_place(t, e);
    clpwl__append(t, "    %s\n    const # y = s.hi%s", e->method->line,
                  is_uniform(e) ? " * g.scale" : "");
    if (e->pack->shaper != CLPWL_SHAPER_NONE)
        clpwl__append(t, " * (%s)", clpwl__shaper_slope_text(e->pack->shaper));
    clpwl__append(t, ";\n    return ");
    clpwl__append_lanes(t, e, "clpwl_slope_tail(", "y", tail);
    clpwl__append(t, ";\n}\n#define @_slope(x) clpwl_@_slope((x), CLPWL_PASS_@)\n");
}

/* From a to x as {the sum, the rest}. What is behind area k is the trapezoid up to r. */
static void append_sum(clpwl__text *t, const clpwl_evaluator *e)
{
    clpwl__append(t, "static inline & clpwl_@_sum(float x, CLPWL_HANDLE_@)\n{\n");
    clpwl__append_place(t, e);
    clpwl__append(t,
                  "    %s\n    & sum = clpwl_@_areas[k];\n"
                  "    sum.hi = fma((#)(d%s), fma((#)(0.5f * d), s.hi, s.lo), sum.hi);\n",
                  e->method->line, is_uniform(e) ? " / g.scale" : "");
    if (e->pack->extend == CLPWL_EXTEND_CLAMP) {
        clpwl__append(t, "    const # y = fma((#)(d), s.hi, s.lo);\n    sum.hi += ");
        clpwl__append_lanes(t, e, "clpwl_tail_area(", "y", ", x - inside)");
        clpwl__append(t, ";\n");
    }
    if (is_periodic(e))
        clpwl__append(t, "    const & all = clpwl_@_areas[g.last + 1];\n"
                         "    const float turns = clpwl_turns(x, g);\n");
    if (e->pack->extend == CLPWL_EXTEND_MIRROR)
        clpwl__append(t, "    if (clpwl_is_odd(turns))\n"
                         "        sum = (&)(all.hi - sum.lo, all.lo - sum.hi);\n");
    if (is_periodic(e))
        clpwl__append(t, "    if (turns != 0.0f)\n"
                         "        sum = (&)(fma((#)(turns), all.hi, sum.lo),\n"
                         "                  fma((#)(turns), all.lo, sum.hi));\n");
    clpwl__append(t, "    return sum;\n}\n");
}

static void append_integral(clpwl__text *t, const clpwl_evaluator *e)
{
    char tail[WORDS], both[2 * WORDS];
    tail_arguments(tail, e, "x");
    clpwl__append(t, "static inline # clpwl_@_integral(float x, CLPWL_HANDLE_@)\n{\n"
                     "    const clpwl_grid g = clpwl_@_grid;\n"
                     "    const & sum = clpwl_@_sum(x, CLPWL_PASS_@);\n"
                     "    const # y = sum.lo + sum.hi;\n    return ");
    clpwl__append_lanes(t, e, "clpwl_integral_tail(", "y", tail);
    tail_arguments(tail, e, "from");
    snprintf(both, sizeof both, ", to, g, %d)%s", (int)e->pack->extend, tail);
    clpwl__append(t, ";\n}\n#define @_integral(x) clpwl_@_integral((x), CLPWL_PASS_@)\n"
                     "static inline # clpwl_@_between(float from, float to, CLPWL_HANDLE_@)\n{\n"
                     "    const clpwl_grid g = clpwl_@_grid;\n"
                     "    const & before = clpwl_@_sum(from, CLPWL_PASS_@);\n"
                     "    const & sum = clpwl_@_sum(to, CLPWL_PASS_@);\n"
                     "    const # y = (sum.lo - before.lo) + (sum.hi - before.hi);\n    return ");
    clpwl__append_lanes(t, e, "clpwl_integral_tail(clpwl_integral_tail(", "y", both);
    clpwl__append(t, ";\n}\n"
                     "#define @_between(x0, x1) clpwl_@_between((x0), (x1), CLPWL_PASS_@)\n");
}

void clpwl__append_calculus(clpwl__text *t, const clpwl_evaluator *e)
{
    if (e->quantity >= CLPWL_QUANTITY_DERIVATIVE)
        append_slope(t, e);
    if (e->quantity >= CLPWL_QUANTITY_INTEGRAL) {
        append_sum(t, e);
        append_integral(t, e);
    }
}
