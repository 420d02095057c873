/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs where f has steps. */
#include <math.h>
#include <string.h>
#include "support/suite.h"
#include "clpwl.h"

#define RESPONSE "rint(255*x^(1/2.2))/255"
#define SMALL_JUMP "sin(x)+(x>2?0.01:0)"

typedef struct design {
    const char *f;
    double a, b, max_error;
    clpwl_partition partition;
    clpwl_fit fit;
    int refined;
    size_t most; /* segments, as were seen; 0: refused */
} design;

static clpwl_status make(const design *d, clpwl_table **out)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    if (strchr(d->f, '('))
        OK(clpwl_function_from_formula(&f, d->f, NULL, 0));
    else
        OK(clpwl_function_from_catalogue(&f, d->f));
    o.a = d->a;
    o.b = d->b;
    o.max_error = d->max_error;
    o.partition = d->partition;
    o.fit = d->fit;
    o.effort = d->refined ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
    clpwl_status status = clpwl_design(out, f, &o);
    clpwl_function_free(f);
    return status;
}

/* clang-format off */
static const design designs[] = {
    /* The error of an interpolant is half a jump where knots are as far from it on both sides. Between neighbouring
     * floats it was the whole jump: refused with 1048576 segments. */
    {SMALL_JUMP, 0, 5, 0.01, CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_INTERPOLANT, 0, 17},
    {SMALL_JUMP, 0, 5, 0.0051, CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_INTERPOLANT, 0, 22},
    {SMALL_JUMP, 0, 5, 0.0051, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_INTERPOLANT, 0, 0},
    /* Samples between 0 and the subnormal number beside it, where f jumps, gave 1.32: refused. */
    {"sign(x)", -5, 5, 1.01, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_INTERPOLANT, 0, 2},
    {"x<0?-1:1+0*(x)", -4, 4, 1.01, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_MINIMAX, 0, 1},
    /* The jump beside 0 is at 1e-162, and its knots were 1.4e-45 apart: too steep for fp32. */
    {"(exp(-x)>0.25?1:-0.5)-ceil(3*x^2)", 0, 3, 1.1, CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_INTERPOLANT, 1, 6},
    {RESPONSE, 0, 1, 0.003, CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_INTERPOLANT, 0, 511},
    {RESPONSE, 0, 1, 0.003, CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_MINIMAX, 1, 16},
    /* Steps that were no kinks: a mesh of a million points, 20 s, and 419 segments. */
    {"rint(1000*sin(x))/1000", 0, 6.2831853, 6e-4, CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_MINIMAX, 1, 113},
    {"rint(1000*sin(x))/1000", 0, 6.2831853, 6e-4, CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_INTERPOLANT, 0, 0},
};
/* clang-format on */
enum { DESIGNS = sizeof designs / sizeof *designs };

START_TEST(steps_take_few_segments)
{
    const design *d = &designs[_i];
    clpwl_table *table = NULL;
    if (d->most == 0) {
        ck_assert_int_eq(make(d, &table), CLPWL_ERR_TARGET);
        return;
    }
    OK(make(d, &table));
    ck_assert_uint_le(clpwl_table_segments(table), d->most);
    ck_assert_double_le(clpwl_table_target(table)->reached, d->max_error);
    clpwl_table_free(table);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("designs of steps");
    TCase *t = tcase_create("steps");
    tcase_set_timeout(t, 120); /* under valgrind */
    tcase_add_loop_test(t, steps_take_few_segments, 0, DESIGNS);
    suite_add_tcase(s, t);
    return s;
}
