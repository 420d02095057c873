/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an aim chooses, what stands, what came second, and a search that ends early. */
#include "support/wish.h"

#define SRGB "x<=0.0031308?12.92*x:1.055*x^(1/2.4)-0.055"

/* clang-format off */
static const struct {
    const char *f, *words;
    clpwl_partition partition;
    clpwl_shaper shaper;
    clpwl_symmetry symmetry;
    clpwl_fit fit;
    size_t segments;
} rows[] = {
    {"exp(x)", "0:1 E=1e-4 balanced", CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE, CLPWL_SYMMETRY_NONE,
     CLPWL_FIT_MINIMAX, 42},
    {"sqrt(x)", "0:1 E=1e-4 balanced", CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_SQRT, CLPWL_SYMMETRY_NONE,
     CLPWL_FIT_MINIMAX, 1},
    {"1/(1+x)", "0:1e6 E=1e-3 balanced", CLPWL_PARTITION_OPTIMIZED, CLPWL_SHAPER_NONE, CLPWL_SYMMETRY_NONE,
     CLPWL_FIT_MINIMAX, 23},
    {SRGB, "0:1 E=1e-4 balanced", CLPWL_PARTITION_OPTIMIZED, CLPWL_SHAPER_NONE, CLPWL_SYMMETRY_NONE,
     CLPWL_FIT_MINIMAX, 44},
    {"gelu(x)", "-8:8 E=1e-4 smallest", CLPWL_PARTITION_OPTIMIZED, CLPWL_SHAPER_NONE, CLPWL_SYMMETRY_RAMP,
     CLPWL_FIT_MINIMAX, 74},
    {"exp(x)", "0:1 E=1e-4 smallest", CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_EXP2, CLPWL_SYMMETRY_NONE,
     CLPWL_FIT_MINIMAX, 21},
    /* what is given stands: the fit, a partition, a norm whose fit is the projection */
    {"exp(x)", "0:1 E=1e-4 balanced above", CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE, CLPWL_SYMMETRY_NONE,
     CLPWL_FIT_ABOVE, 59},
    {"exp(x)", "0:1 E=1e-4 balanced optimized", CLPWL_PARTITION_OPTIMIZED, CLPWL_SHAPER_NONE,
     CLPWL_SYMMETRY_NONE, CLPWL_FIT_MINIMAX, 33},
    {"exp(x)", "0:1 N=10 balanced l2", CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE, CLPWL_SYMMETRY_NONE,
     CLPWL_FIT_PROJECTION, 10},
    {"1/x", "0.01:1 N=64 balanced", CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_RSQRT, CLPWL_SYMMETRY_NONE,
     CLPWL_FIT_MINIMAX, 64},
    {SRGB, "0:1 N=64 balanced", CLPWL_PARTITION_OPTIMIZED, CLPWL_SHAPER_NONE, CLPWL_SYMMETRY_NONE,
     CLPWL_FIT_MINIMAX, 64},
};
/* clang-format on */

TESTS(an_aim_chooses, sizeof rows / sizeof *rows)
{
    wish w;
    clpwl_table *t;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    OK(clpwl_design(&t, w.f, &w.o));
    ck_assert_str_eq(clpwl_partition_name(clpwl_table_partition(t)), clpwl_partition_name(rows[_i].partition));
    ck_assert_str_eq(clpwl_shaper_name(clpwl_table_shaper(t)), clpwl_shaper_name(rows[_i].shaper));
    ck_assert_str_eq(clpwl_symmetry_name(clpwl_table_symmetry(t)), clpwl_symmetry_name(rows[_i].symmetry));
    ck_assert_str_eq(clpwl_fit_name(clpwl_table_fit(t)), clpwl_fit_name(rows[_i].fit));
    /* A number may differ by a 64th with the arithmetic of a machine. */
    ck_assert_double_eq_tol((double)clpwl_table_segments(t), (double)rows[_i].segments,
                            (double)rows[_i].segments / 64);
    clpwl_table_free(t);
    end_wish(&w);
}

/* The interpolant on equal segments takes 59 segments. The only choice has no runner-up. */
TEST(zeros_that_are_given_stand)
{
    wish w;
    clpwl_table *t;
    clpwl_runner_up second;
    begin_wish(&w, "exp(x)", "0:1 E=1e-4 balanced");
    w.o.given = 1u << CLPWL_PART_FIT | 1u << CLPWL_PART_PARTITION;
    w.o.runner_up = &second;
    OK(clpwl_design(&t, w.f, &w.o));
    ck_assert_int_eq(clpwl_table_fit(t), CLPWL_FIT_INTERPOLANT);
    ck_assert_uint_eq(clpwl_table_segments(t), 59);
    ck_assert_uint_eq(second.segments, 0);
    clpwl_table_free(t);
    w.o.given = 0;
    OK(clpwl_design(&t, w.f, &w.o));
    ck_assert_uint_gt(second.segments, 0);
    ck_assert(second.shaper || second.partition == CLPWL_PARTITION_OPTIMIZED);
    clpwl_table_free(t);
    w.o.given = 1u << 7;
    FAILS(CLPWL_ERR_ARGUMENT, "0x80", clpwl_design(&t, w.f, &w.o));
    w.o.given = 0;
    w.o.aim = (clpwl_aim)9;
    FAILS(CLPWL_ERR_ARGUMENT, "9", clpwl_design(&t, w.f, &w.o));
    end_wish(&w);
}

/* A search that may take no time has no table, or the first that met the error; its file keeps why. */
TEST(time_ends_a_search)
{
    wish w;
    clpwl_table *t = NULL, *again;
    begin_wish(&w, "bessel_j0(x)", "0:10000 E=2e-5 optimized refined minimax");
    w.o.seconds = -1;
    FAILS(CLPWL_ERR_ARGUMENT, "-1", clpwl_design(&t, w.f, &w.o));
    w.o.seconds = 1e-9;
    FAILS(CLPWL_ERR_TARGET, "1e-09 s", clpwl_design(&t, w.f, &w.o));
    ck_assert_ptr_null(t);
    end_wish(&w);
    begin_wish(&w, "sin(x)", "0:1000 E=1e-3");
    w.o.seconds = 600;
    OK(clpwl_design(&t, w.f, &w.o));
    ck_assert_int_eq(clpwl_table_target(t)->ended_by, CLPWL_ENDED_BY_SEARCH);
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_target target = *clpwl_table_target(t);
    double numbers[] = {0, 1};
    clpwl_table_free(t);
    target.ended_by = CLPWL_ENDED_BY_TIME;
    spec.knots = spec.values = numbers;
    spec.segments = 1;
    spec.target = &target;
    OK(clpwl_table_create(&t, &spec));
    OK(clpwl_table_save(t, "ended.clpwl"));
    OK(clpwl_table_load(&again, "ended.clpwl"));
    ck_assert_int_eq(clpwl_table_target(again)->ended_by, CLPWL_ENDED_BY_TIME);
    remove("ended.clpwl");
    clpwl_table_free(t);
    clpwl_table_free(again);
    end_wish(&w);
}
