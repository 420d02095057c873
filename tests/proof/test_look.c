/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What proofs are made of: cubics against sums, doubts of doubles against long double, features that samples
 * miss, factors of roundings against closed forms. */
#include "proof/cubic.h"
#include "proof/doubt.h"
#include "proof/factors.h"
#include "proof/look.h"
#include "support/wish.h"

/* Random coefficients, some of one sign; sums by STEPS midpoints, whose error is below 1e-6 of 1. */
TEST(cubics_are_bounded_closely)
{
    enum { STEPS = 4096 };
    uint32_t state = 3;
    for (int i = 0; i < 500; i++) {
        clpwl__cubic p;
        double most = 0, l1 = 0, square = 0, at;
        clpwl__integrals sums = {0};
        for (int k = 0; k < 4; k++)
            p.b[k] = random_01(&state) - (i % 3 ? 0.5 : 0);
        for (int n = 0; n <= 2 * STEPS; n++) {
            const double t = n / (2.0 * STEPS), u = 1 - t;
            const double y = fabs(u * u * u * p.b[0] + 3 * t * u * u * p.b[1] + 3 * t * t * u * p.b[2]
                                  + t * t * t * p.b[3]);
            most = fmax(most, y);
            l1 += n % 2 ? y / STEPS : 0;
            square += n % 2 ? y * y / STEPS : 0;
        }
        const double bound = clpwl__cubic_most(&p, 0);
        clpwl__integrals_add(&sums, &p, 1, 0, 0);
        const double l1_bound = sums.model1, signs = sums.signs;
        at = clpwl__cubic_place(&p);
        const double u = 1 - at, there = fabs(u * u * u * p.b[0] + 3 * at * u * u * p.b[1] +
                                              3 * at * at * u * p.b[2] + at * at * at * p.b[3]);
        EXPECT(bound >= most * (1 - 1e-15) && bound <= most * (1 + 2e-5), "%d: most %.12g, not %.12g", i,
               bound, most);
        EXPECT(clpwl__cubic_most(&p, 9) <= 9 * (1 + 1e-5), "%d: least", i);
        EXPECT(there <= most * (1 + 1e-12) && there >= most - 2e-3, "%d: %.12g at %g of %.12g", i, there, at,
               most);
        EXPECT(l1_bound >= l1 - 1e-6 && l1_bound - signs <= l1 + 1e-6 && signs <= 2e-3 &&
               (i % 3 || signs == 0),
               "%d: l1 %.12g less %g, not %.12g", i, l1_bound, signs, l1);
        ck_assert_double_eq_tol(sums.model2, square, 1e-6);
    }
}

/* Of the values of f, where doubles have lost all digits at 7, and 72 bits of the enclosure cancel; and of
 * J0. */
TEST(doubts_hold_the_error_of_doubles)
{
    static const double x[] = {1, 4, 5.5, 7};
    clpwl_function *f = function_of("(erf(x)-1)*exp(x*x)"), *j0 = function_of("bessel_j0");
    double doubt[4];
    wish w;
    OK(clpwl__doubt(f, x, doubt, 4));
    for (int i = 0; i < 4; i++) {
        const long double right = -erfcl(x[i]) * expl((long double)x[i] * x[i]);
        const double off = (double)fabsl(value_of(f, x[i]) - right), size = (double)fabsl(right);
        EXPECT(off <= doubt[i] + 1e-17 * size && doubt[i] <= (i < 3 ? 1e-14 : 1e-5) * size, "%g of %g at %g",
               off, doubt[i], x[i]);
    }
    doubt[3] = -1;
    OK(clpwl__doubt(j0, x, doubt, 3));
    ck_assert_double_eq(doubt[3], -1);
    OK(clpwl__doubt(j0, x, doubt, 4));
    for (int i = 0; i < 4; i++)
        EXPECT(doubt[i] > 0 && doubt[i] < 1e-15, "%g at %g", doubt[i], x[i]);
    begin_wish(&w, "exp", "callback");
    FAILS(CLPWL_ERR_UNSUPPORTED, "formula", clpwl__doubt(w.f, x, doubt, 4));
    end_wish(&w);
    clpwl_function_free(f);
    clpwl_function_free(j0);
}

/* Spikes of f, of a weight that is a formula, and of one that is a callback with a kink there. */
TESTS(features_between_samples_are_found, 4)
{
    static const struct {
        const char *f, *weight;
        int is_callback;
        double least, place;
    } rows[] = {{"x^2+exp(-((x-0.70710678118654752)/1e-6)^2)", NULL, 0, 0.99, M_SQRT1_2},
                {"x^2", "1+1e6*exp(-((x-0.70710678118654752)/1e-6)^2)", 0, 100, M_SQRT1_2},
                {"x^2", "4", 1, 4 * 0.9 / 256, NAN},
                {"x^2", "4", 0, 4 * 0.9 / 256, NAN}};
    wish w, by;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_table *table;
    clpwl_proof p;
    begin_wish(&w, "x^2", "0:1 N=8");
    begin_wish(&by, rows[_i].weight ? rows[_i].weight : "1", rows[_i].is_callback ? "callback" : "");
    OK(clpwl_design(&table, w.f, &w.o));
    weight.w = by.f;
    clpwl_function *f = function_of(rows[_i].f);
    OK(clpwl__look(&p, f, table, rows[_i].weight ? &weight : NULL, 1e-4, 20));
    EXPECT(p.least.linf >= rows[_i].least, "%g at %.17g", p.least.linf, p.worst);
    const double factor = rows[_i].weight ? value_of(by.f, p.worst) : 1;
    ck_assert_double_eq_tol(p.least.linf, factor * fabs(value_of(f, p.worst)
                                                        - clpwl_table_value(table, p.worst)),
                            1e-12 * p.least.linf);
    ck_assert(isnan(rows[_i].place) || fabs(p.worst - rows[_i].place) < 2e-6);
    ck_assert(isnan(p.bound.linf) && isnan(p.least.l1));
    OK(clpwl__look(&p, f, table, rows[_i].weight ? &weight : NULL, 1e9, 20)); /* none is larger */
    ck_assert(p.least.linf == 1e9 && p.worst == 0);
    clpwl_function_free(f);
    clpwl_table_free(table);
    end_wish(&w);
    end_wish(&by);
}

static int end(double part, void *user)
{
    (void)user;
    return part > 0;
}

/* Of 1 / x and the weight 2: 2 / x is the factor, 2 ln(r / l) and 2 (1 / l - 1 / r) are the integrals of it
 * and of its product with 1 / x. Each of some 30 pieces may exceed a mean by a 4096th of it. */
TEST(factors_are_bounded_closely)
{
    static const double knots[] = {1, 1.25, 2, 2 + 0x1p-22, 8}, values[] = {1, 1, 1, 1, 1};
    const clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = values, .segments = 4,
                                   .partition = CLPWL_PARTITION_OPTIMIZED};
    const clpwl__watch watch = {end, NULL};
    clpwl__factors factors[4];
    clpwl_table *table;
    wish w;
    double missed;
    OK(clpwl_table_create(&table, &spec));
    begin_wish(&w, "x", "floor=1e-3 w=2");
    OK(clpwl__factors_enclose(w.f, &w.weight, table, CLPWL_NORM_L2, 60, NULL, factors, &missed));
    ck_assert(isnan(missed));
    for (int i = 0; i < 4; i++) {
        const double l = knots[i], r = knots[i + 1], h = r - l;
        /* The short segment of one float is read nine floats beyond, either way. */
        const double slack = 1e-2 + (i == 2 ? 20 : 0), most = 2 / l, mean = 2 * log(r / l) / h,
                     square = 2 * (1 / l - 1 / r) / h;
        EXPECT(factors[i].most >= most && factors[i].most <= most * (1 + 1.1e-3), "most %g",
               factors[i].most / most);
        EXPECT(factors[i].mean >= mean && factors[i].mean <= mean * (1 + slack), "%d: mean %g", i,
               factors[i].mean / mean);
        EXPECT(factors[i].square >= square && factors[i].square <= square * (1 + 2 * slack), "%d: square %g",
               i,
               factors[i].square / square);
    }
    FAILS(CLPWL_ERR_CANCELLED, "", clpwl__factors_enclose(w.f, &w.weight, table, CLPWL_NORM_L2, 60, &watch,
                                                          factors, &missed));
    FAILS(CLPWL_ERR_NUMERIC, "0 s", clpwl__factors_enclose(w.f, &w.weight, table, CLPWL_NORM_L2, 0, NULL,
                                                           factors, &missed));
    end_wish(&w);
    begin_wish(&w, "x", "w=1+1e6*exp(-((x-5.0123456)/1e-5)^2)");
    OK(clpwl__factors_enclose(w.f, &w.weight, table, CLPWL_NORM_LINF, 60, NULL, factors, &missed));
    EXPECT(fabs(missed - 5.0123456) < 1e-5 && factors[3].most >= 9e5 && factors[3].most <= 1.002e6,
           "%g at %.9g",
           factors[3].most, missed);
    end_wish(&w);
    begin_wish(&w, "x", "w=1/(x-3)^2");
    FAILS(CLPWL_ERR_NUMERIC, "x = ", clpwl__factors_enclose(w.f, &w.weight, table, CLPWL_NORM_L2, 60, NULL,
                                                            factors, &missed));
    end_wish(&w);
    clpwl_table_free(table);
}
