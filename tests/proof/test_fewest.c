/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fewest segments that are proved, against published optima and against designs. */
#include "support/wish.h"

enum { ERRORS = 5 };
static const double errors[ERRORS] = {0.1, 0.05, 0.01, 0.005, 0.001};

/* Optima that were published for the functions of S. Rebennack and J. Kallrath, J. Optim. Theory Appl. 167
 * (2015) 617-643. They have 36 for x^2 within 0.005; 35 segments of the length 0.2 have exactly that. */
static const struct {
    const char *f;
    double a, b;
    size_t fewest[ERRORS];
} published[] = {
    {"x^2", -3.5, 3.5, {8, 12, 25, 35, 79}},
    {"ln(x)", 1, 32, {3, 4, 9, 13, 28}},
    {"sin(x)", 0, 6.283185307179586, {5, 5, 13, 17, 39}},
    {"tanh(x)", -5, 5, {3, 5, 9, 13, 27}},
    {"sin(x)/x", 1, 12, {3, 5, 9, 12, 27}},
    {"exp(-100*(x-2)^2)+1.03*exp(-100*(x-1.2)^2)", 0, 3, {7, 9, 21, 27, 65}},
};

/* A refined minimax table; the target is proved. */
static clpwl_table *design(const clpwl_function *f, double a, double b, size_t segments, double most)
{
    clpwl_design_options o = {.size = sizeof o, .a = a, .b = b, .segments = segments, .max_error = most,
                              .partition = CLPWL_PARTITION_OPTIMIZED, .effort = CLPWL_EFFORT_REFINED,
                              .fit = CLPWL_FIT_MINIMAX, .proving = CLPWL_PROVING_REQUIRED};
    clpwl_table *table = NULL;
    OK(clpwl_design(&table, f, &o));
    return table;
}

/* fp32 costs a design one segment at most, and for x^2 within 0.005 only, where the fewest have no room. */
TEST(published_optima_are_found)
{
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        clpwl_function *f = function_of(published[i].f);
        for (int k = test_factor() > 1 ? 0 : (int)i % 2; k < ERRORS; k += test_factor() > 1 ? 1 : 2) {
            double a = published[i].a, b = published[i].b;
            clpwl_table *table = design(f, a, b, 0, errors[k]);
            size_t least, segments = clpwl_table_segments(table);
            OK(clpwl_prove_fewest(&least, f, a, b, errors[k], NULL));
            EXPECT(least == published[i].fewest[k] && segments == least + (i == 0 && k == 3),
                   "%s within %g: %zu, published %zu; a design has %zu", published[i].f, errors[k], least,
                   published[i].fewest[k], segments);
            clpwl_table_free(table);
        }
        clpwl_function_free(f);
    }
}

/* A table shows that its own number of segments is enough for its error. With n - 1 segments the error is
 * larger by 2 / n at least, so that an error larger by 1e-4 needs n, too. */
TEST(no_table_has_fewer)
{
    static const char *const names[] = {"bessel_j0", "gelu", "sqrt", "lorentzian", "airy_ai"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        clpwl_function *f = function_of(names[i]);
        double a, b;
        clpwl_function_domain(f, &a, &b);
        for (size_t n = 1; n <= 31; n = 2 * n + 1) {
            clpwl_table *table = design(f, a, b, n, 0);
            double error = clpwl_table_proved(table).linf;
            size_t least;
            OK(clpwl_prove_fewest(&least, f, a, b, error, NULL));
            EXPECT(least <= n && least + 1 >= n, "%s: %zu segments have %g, which is said to need %zu",
                   names[i], n,
                   error, least);
            clpwl_table_free(table);
        }
        clpwl_function_free(f);
    }
}

TEST(kinks_steep_ends_and_lines_count)
{
    static const struct {
        const char *f;
        double a, b, most;
        size_t least;
    } rows[] = {
        {"2*x+1", 0, 8, 1e-6, 1},
        {"abs(x-0.3)", -1, 1, 1e-6, 2},
        {"min(abs(x),1)", -2, 2, 1e-6, 4},
        {"max(0,min(1,x))", -1, 2, 1e-3, 3},
        {"exp(-((x-0.123456)/1e-6)^2)", 0, 1, 0.4, 4}, /* a spike 1e-6 wide */
        {"sin(x)", 0, 6.283185307179586, 1.001, 1},
        {"sqrt(x)", 0, 1, 0.01, 5}, /* 1 / (4 n (n + 1)) */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = function_of(rows[i].f);
        size_t least = 0;
        OK(clpwl_prove_fewest(&least, f, rows[i].a, rows[i].b, rows[i].most, NULL));
        EXPECT(least == rows[i].least, "%s: %zu, not %zu", rows[i].f, least, rows[i].least);
        clpwl_function_free(f);
    }
}

static int count_reports(double fraction, void *user)
{
    double *seen = user; /* reports, and the last fraction */
    ck_assert_double_ge(fraction, seen[1]);
    ck_assert_double_le(fraction, 1);
    seen[0]++;
    seen[1] = fraction;
    return 0;
}

/* Asymptotically there are the integral of sqrt |f''| / 4 sqrt E, and for a tube that is wider by a tenth 5 %
 * fewer. A tube that is wider by 1e-5 had more than 4 million points, and no bound. A report comes after 128
 * pieces, most of which have many points. */
TEST(many_segments_have_a_coarse_tube)
{
    /* of the integral of sqrt |sin| on [-400, 600]: 2.396 in each pi */
    const double roots = 763.0, most = 1.25e-5;
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    clpwl_function *f;
    double seen[2] = {0, 0};
    size_t least;
    f = function_of("sin(x)");
    o.progress = count_reports;
    o.progress_user = seen;
    OK(clpwl_prove_fewest(&least, f, -400, 600, most, &o));
    double n = roots / (4 * sqrt(most));
    EXPECT(0.95 * n <= (double)least && (double)least <= n, "%zu segments of %g", least, n);
    EXPECT(0 < seen[0] && seen[0] < 1000 && seen[1] > 0.9, "%g reports, the last %g", seen[0], seen[1]);
    clpwl_function_free(f);
}

TEST(what_has_no_bound_is_refused)
{
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f;
    size_t least;
    f = function_of("ln(x)");
    FAILS(CLPWL_ERR_NUMERIC, "x = ", clpwl_prove_fewest(&least, f, -1, 2, 1e-3, NULL));
    clpwl_function_free(f);
    f = function_of("1/x");
    FAILS(CLPWL_ERR_ARGUMENT, "max error is 0", clpwl_prove_fewest(&least, f, 1, 2, 0, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "f is NULL", clpwl_prove_fewest(&least, NULL, 1, 2, 1, NULL));
    weight.floor = 1;
    o.weight = &weight;
    FAILS(CLPWL_ERR_UNSUPPORTED, "weighted", clpwl_prove_fewest(&least, f, 1, 2, 1e-3, &o));
    o.weight = NULL;
    o.seconds = 1e-9;
    FAILS(CLPWL_ERR_NUMERIC, "longer than allowed", clpwl_prove_fewest(&least, f, 1e-3, 2, 1e-8, &o));
    clpwl_function_free(f);
}
