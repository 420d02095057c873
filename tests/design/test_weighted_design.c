/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables designed for weighted and relative errors, against closed forms; and what keeps their weights. */
#include <string.h>
#include "support/callback.h"
#include "support/weights.h"
#include "support/wish.h"

enum { MOST = 64 };

CALLBACK(exp_f, exp(x))
CALLBACK(square_f, x * x)
CALLBACK(x_w, x)
CALLBACK(left_w, x < 1)

/* f'' = 2 and w = x on [0,1]: the densities are x^(1/2), x^(1/3) and x^(1/5), and knots at equal shares of
 * their integrals are powers. Where w is 0, on [1,2], the density's floor gives a half 1/200 of the knots. */
TESTS(knots_at_equal_shares_of_the_weighted_density, 3)
{
    static const double powers[] = {
        [CLPWL_NORM_LINF] = 2.0 / 3, [CLPWL_NORM_L1] = 3.0 / 4, [CLPWL_NORM_L2] = 5.0 / 6};
    clpwl_function *f = callback(square_f, 0, 1, NAN), *w = callback(x_w, 0, 1, NAN);
    clpwl_function *left = callback(left_w, 0, 2, 1);
    clpwl_weight weight = by(w), half = by(left);
    clpwl_design_options o = {
        .segments = MOST, .partition = CLPWL_PARTITION_OPTIMIZED, .norm = (clpwl_norm)_i};
    clpwl_table *table = design(f, &weight, o);
    for (int i = 0; i <= MOST; i++) /* the floor where w vanishes moves them by about 1e-5 */
        ck_assert_double_eq_tol(clpwl_table_knots(table)[i], pow((double)i / MOST, powers[_i]), 1e-4);
    clpwl_table_free(table);
    o.b = 2;
    o.segments = 1000;
    table = design(f, &half, o);
    ck_assert(clpwl_table_knots(table)[990] <= 1 && clpwl_table_knots(table)[999] >= 1);
    clpwl_table_free(table);
    clpwl_function_free(f);
    clpwl_function_free(w);
    clpwl_function_free(left);
}

/* The best knots for relative errors of exp are equidistant. The relative errors of the interpolant are 0
 * ... E. The best values are its values times 1 - E / (2 + E); then E / (2 + E) bounds the errors on both
 * sides. */
TESTS(the_best_relative_table_of_exp, 2)
{
    clpwl_function *f = callback(exp_f, -20, 20, NAN);
    clpwl_weight weight = relative(1e-30);
    double h = 40.0 / MOST, k = expm1(h) / h, most = k * exp(1 / k - 1) - 1;
    clpwl_table *table = design(
        f, &weight,
        (clpwl_design_options){.segments = MOST,
                               .partition = CLPWL_PARTITION_OPTIMIZED,
                               .fit = _i ? CLPWL_FIT_MINIMAX : CLPWL_FIT_INTERPOLANT});
    const clpwl_weighting *got = clpwl_table_weighting(table);
    ck_assert(got->floor == 1e-30 && !got->weight);
    for (int i = 0; i <= MOST; i++) /* rounded to fp32: 1e-6 of h at most */
        ck_assert_double_eq_tol(clpwl_table_knots(table)[i], -20 + i * h, 1e-5);
    /* The search of minimax values stops at about 1e-6. */
    ck_assert_double_eq_tol(got->measured.linf / (_i ? most / (2 + most) : most), 1, 1e-4);
    /* fp32 adds some roundings of values that are up to 1.9 times the value that they are relative to. */
    ck_assert(got->executed.linf >= got->measured.linf &&
              got->executed.linf <= got->measured.linf + 32 * 0x1p-24);
    ck_assert_double_gt(clpwl_table_measured(table).linf, 1e5); /* plain: e^20 times it */
    clpwl_table_free(table);
    clpwl_function_free(f);
}

/* Weights that are functions of x, in each coordinate and norm: midpoints of 1000 parts of a segment have
 * the sums. */
TESTS(sums_are_those_of_x, 6)
{
    static const char *const ways[][2] = {
        {"exp(x)", "0.01:3 N=40 log2 floor=2"}, {"exp(x)", "0.01:3 N=40 sqrt minimax w=exp(-x)+0.1*x"},
        {"exp(x)", "0.01:3 N=40 rsqrt l2 projection floor=2 w=exp(-x)+0.1*x"},
        {"exp(x)", "0.01:3 N=40 exp2 l1 least-absolute w=exp(-x)+0.1*x"},
        {"exp(x)", "0.01:3 N=40 optimized floor=1 w=1/x"},
        {"x*sin(1/x)", "0.005:1 N=100 log2 l1 least-absolute w=0.1+exp(-20*(x-0.4)^2) callback"}};
    wish w;
    clpwl_table *t;
    begin_wish(&w, ways[_i][0], ways[_i][1]);
    OK(clpwl_design(&t, w.f, &w.o));
    clpwl_error seen = look(&w, t, 40000).e, m = clpwl_table_weighting(t)->measured;
    /* Roundings of fp32 are 1e-6 or less, of errors of 1e-4 and more. */
    EXPECT(fabs(seen.linf / m.linf - 1) <= 1e-2 && fabs(seen.l1 / m.l1 - 1) <= 1e-2 &&
               fabs(seen.l2 / m.l2 - 1) <= 1e-2,
           "%s: %g, %g; %g, %g; %g, %g", ways[_i][1], seen.linf, m.linf, seen.l1, m.l1, seen.l2, m.l2);
    clpwl_table_free(t);
    end_wish(&w);
}

/* A table's file keeps the weight of its error. A function may be its own weight, as another that is
 * equal. */
TEST(tables_keep_their_weighting)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f = function_of("exp"), *w, *other;
    clpwl_table *table, *again;
    char *text;
    size_t length;
    clpwl_design_options o = {.a = 0.1, .b = 2, .segments = 9, .norm = CLPWL_NORM_L2};
    spec.f = exp_f;
    spec.name = "exp(-x)\n+ \\x";
    OK(clpwl_function_create(&w, &spec));
    OK(clpwl_function_create(&other, &spec));
    for (int i = 1; i < 4; i++) {
        clpwl_weight weight = relative(i & 1 ? 0.25 : 0);
        weight.w = i & 2 ? w : NULL;
        table = design(f, &weight, o);
        OK(clpwl_table_save_text(table, &text, &length));
        OK(clpwl_table_load_text(&again, text, length));
        const clpwl_weighting *a = clpwl_table_weighting(table), *b = clpwl_table_weighting(again);
        ck_assert(b->floor == weight.floor && !b->weight == !weight.w);
        ck_assert_str_eq(b->weight ? b->weight : spec.name, spec.name);
        ck_assert_mem_eq(&a->estimate, &b->estimate, sizeof a->estimate);
        ck_assert_mem_eq(&a->measured, &b->measured, sizeof a->measured);
        ck_assert_mem_eq(&a->executed, &b->executed, sizeof a->executed);
        ck_assert(isfinite(a->estimate.l1) && isfinite(a->executed.l2));
        clpwl_free(text);
        clpwl_table_free(table);
        clpwl_table_free(again);
    }
    clpwl_weight own = by(w), same = by(other);
    o.shaper = CLPWL_SHAPER_LOG2;
    table = design(w, &own, o);
    again = design(w, &same, o);
    ck_assert_mem_eq(clpwl_table_values(table), clpwl_table_values(again), 10 * sizeof(double));
    clpwl_table_free(table);
    clpwl_table_free(again);
    clpwl_function_free(f);
    clpwl_function_free(w);
    clpwl_function_free(other);
}

/* A function that is constant but for its roundings in double has no narrow feature: the error is 61 (the
 * largest factor) times 60 (the largest |f|) roundings at most. The last has one between samples, of 1e-9
 * times w. */
TESTS(roundings_are_not_features, clpwl_can_prove() ? 8 : 7)
{
    static const char *const rows[][2] = {
        {"tanh(x)", "30:40 w=1+x"},     {"1/(1+exp(-x))", "40:50 w=1+x"},
        {"erf(x)", "7:10 w=1+x"},       {"x+exp(-x)", "40:60 w=1+x"},
        {"tanh(x)", "30:40 floor=0.1"}, {"tanh(26.1*(x-0.908))", "-0.681:0.103 w=exp(-x^2)"},
        {"log(x)*0", "2:3 w=x"},        {"1+1e-9*exp(-1e9*(x-0.30712345)^2)", "0:1 w=1+x"}};
    wish w;
    clpwl_table *t;
    begin_wish(&w, rows[_i][0], rows[_i][1]);
    w.o.segments = 8;
    OK(clpwl_design(&t, w.f, &w.o));
    double error = clpwl_table_weighting(t)->measured.linf;
    EXPECT(_i < 7 ? error <= 61 * 60 * 0x1p-50 : error >= 1.3e-9 * (1 - 1e-3), "%s: %g", rows[_i][0], error);
    clpwl_table_free(t);
    end_wish(&w);
}

/* Sums of roundings where a weight is large on a small part of a segment, or of a step of its samples: on
 * a part of the domain they are within those of the whole. L1 was 15.9 times what was stated for the
 * first, L2 28 times for the second. */
TESTS(sums_of_roundings_count_narrow_weights, 2)
{
    static const struct {
        const char *f, *words, *part;
    } rows[] = {{"1000.1+min(max(x,0),1e-8)", "-1:1 N=3 optimized w=x<0?0:x<=1e-10?1e10:1e-3", "0:1e-10"},
                {"x-0.000455", "-1:3 N=246 optimized floor=4e-9", "0.000454:0.000456"}};
    enum { POINTS = 20000 };
    wish w;
    clpwl_table *t;
    clpwl_evaluator *e;
    double sum[2] = {0, 0};
    begin_wish(&w, rows[_i].f, rows[_i].words);
    OK(clpwl_design(&t, w.f, &w.o));
    OK(clpwl_evaluator_create(&e, NULL, t, NULL));
    add_words(&w, rows[_i].part);
    for (int i = 0; i < POINTS; i++) {
        float x = (float)(w.o.a + (w.o.b - w.o.a) * ((i + 0.5) / POINTS)), v;
        OK(clpwl_eval(e, &x, &v, 1));
        double y = value_of(w.f, (double)x),
               share = (w.w ? value_of(w.w, (double)x) : 1) * (w.o.b - w.o.a) / POINTS;
        double off = fabs((double)v - y) / (w.weight.floor > 0 ? fmax(fabs(y), w.weight.floor) : 1);
        sum[0] += share * off;
        sum[1] += share * off * off;
    }
    clpwl_error said = clpwl_table_weighting(t)->executed;
    EXPECT(sum[0] <= said.l1 && sqrt(sum[1]) <= said.l2 && said.l2 <= 100 * sqrt(sum[1]),
           "%g of %g, %g of %g", sum[0], said.l1, sqrt(sum[1]), said.l2);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    end_wish(&w);
}
