/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs, against values of f in double, against known errors, and of what cannot be proved. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "clpwl.h"
#include "proof/claim.h"
#include "support/suite.h"

static clpwl_function *function_of(const char *text)
{
    clpwl_function *f = NULL;
    if (strpbrk(text, "x(") && (!strchr(text, '=') || strchr(text, '?')) && strcmp(text, "exp") != 0 &&
        clpwl_function_from_formula(&f, text, NULL, 0) == CLPWL_OK)
        return f;
    OK(clpwl_function_from_catalogue(&f, text));
    return f;
}

static clpwl_table *design(const clpwl_function *f, double a, double b, size_t segments,
                           clpwl_partition partition)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table = NULL;
    o.a = a;
    o.b = b;
    o.segments = segments;
    o.partition = partition;
    OK(clpwl_design(&table, f, &o));
    return table;
}

/* The largest |f - v| at n places of each segment. */
static double sample_error(const clpwl_function *f, const clpwl_table *table, int n)
{
    const double *x = clpwl_table_knots(table);
    double most = 0, y = 0;
    for (size_t i = 0; i < clpwl_table_segments(table); i++)
        for (int k = 0; k <= n; k++) {
            double at = k < n ? x[i] + (x[i + 1] - x[i]) * k / n : x[i + 1];
            OK(clpwl_function_value(f, at, &y));
            most = fmax(most, fabs(y - clpwl_table_value(table, at)));
        }
    return most;
}

static void prove_close(const clpwl_function *f, const clpwl_table *table)
{
    const char *name = clpwl_function_name(f);
    clpwl_error measured = clpwl_table_measured(table);
    clpwl_proof p;
    clpwl_status status = clpwl_prove(&p, f, table, NULL);
    double sampled = sample_error(f, table, 64);
    const double *values = clpwl_table_values(table);
    double largest = 0, slack;
    for (size_t i = 0; i <= clpwl_table_segments(table); i++)
        largest = fmax(largest, fabs(values[i]));
    ck_assert_msg(status == CLPWL_OK, "%s: %s", name, clpwl_last_message());
    slack = 1e-12 * largest; /* values of special functions in double */
    EXPECT(sampled <= p.bound.linf + slack, "%s: %g seen, %g proved", name, sampled, p.bound.linf);
    EXPECT(p.bound.linf <= 1.001 * p.least.linf + slack, "%s: linf in [%g, %g]", name,
           p.least.linf, p.bound.linf);
    EXPECT(measured.linf <= p.bound.linf + slack && p.least.linf <= measured.linf * 1.001 + slack,
           "%s: linf %g measured, [%g, %g] proved", name, measured.linf, p.least.linf, p.bound.linf);
    /* Quadrature and proof agree: 1e-3 is the tolerance of either. */
    EXPECT(fabs(p.bound.l1 - measured.l1) <= 2e-3 * measured.l1 + slack &&
               fabs(p.bound.l2 - measured.l2) <= 2e-3 * measured.l2 + slack,
           "%s: l1 %g measured, %g proved; l2 %g and %g", name, measured.l1, p.bound.l1,
           measured.l2, p.bound.l2);
    EXPECT(p.least.l1 <= p.bound.l1 && p.bound.l1 <= 1.001 * p.least.l1 + slack &&
               p.least.l2 <= p.bound.l2 && p.bound.l2 <= 1.001 * p.least.l2 + slack,
           "%s: l1 in [%g, %g], l2 in [%g, %g]", name, p.least.l1, p.bound.l1, p.least.l2,
           p.bound.l2);
}

/* A row of the catalogue that primitives.def lacks. */
START_TEST(a_function_without_an_enclosure_is_refused)
{
    clpwl_catalogue_entry entry = *clpwl__catalogue_named("tanh");
    clpwl__expression e = {0};
    int x, root;
    entry.name = "unheard_of";
    OK(clpwl__expression_x(&e, &x));
    FAILS(CLPWL_ERR_UNSUPPORTED, "nothing is proved of the function 'unheard_of'",
          clpwl__expression_catalogue(&e, &root, &entry, NULL, x));
    clpwl__expression_free(&e);
}
END_TEST

/* Two tables with enough segments for several waves of several threads. */
START_TEST(threads_do_not_change_a_proof)
{
    static const char *const texts[] = {"sin(50x)*exp(-x)+0.1cos(200x^2)", "abs(sin(9x))+gelu(x)"};
    for (int i = 0; i < 2; i++) {
        clpwl_function *f = function_of(texts[i]);
        clpwl_table *table = design(f, 0, 1, 1000, CLPWL_PARTITION_OPTIMIZED);
        clpwl_weight weight = CLPWL_WEIGHT_INIT;
        clpwl_proof one, p;
        weight.floor = 0.1;
        for (int weighted = 0; weighted < 2; weighted++)
            for (unsigned threads = 1; threads <= 5; threads += 2) {
                clpwl_prove_options o = CLPWL_PROVE_INIT;
                o.weight = weighted ? &weight : NULL;
                o.threads = threads;
                OK(clpwl_prove(&p, f, table, &o));
                one = threads == 1 ? p : one;
                EXPECT(memcmp(&one, &p, sizeof p) == 0, "%s: %.17g by one thread, %.17g by %u", texts[i],
                       one.bound.linf, p.bound.linf, threads);
            }
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

START_TEST(the_catalogue_is_proved)
{
    size_t count;
    const clpwl_catalogue_entry *entry = clpwl_catalogue(&count);
    for (size_t i = 0; i < count; i++, entry++) {
        clpwl_function *f = function_of(entry->name);
        double b = entry->b;
        for (int k = 0; k < 2; k++) {
            clpwl_table *table = design(f, entry->a, b, k ? 24 : 16, k ? CLPWL_PARTITION_OPTIMIZED
                                                                     : CLPWL_PARTITION_UNIFORM);
            prove_close(f, table);
            clpwl_table_free(table);
        }
        clpwl_function_free(f);
    }
}
END_TEST

static const struct formula {
    const char *text;
    double a, b;
} formulas[] = {
    {"lorentzian:x0=1,gamma=0.5", -3, 4}, {"voigt:x0=0,sigma=1,gamma=0", -3, 3},
    {"sin(50x)*exp(-x)+0.1cos(200x^2)", 0, 1}, {"sin(1/x)", 0.01, 1}, {"abs(x-0.3)", 0, 1},
    {"sqrt(abs(x-0.5))", 0, 1}, {"x<0.5?x^2:x/2", 0, 1}, {"min(x,1-x,0.3)", 0, 1},
    {"max(sin(x),cos(x))", 0, 6}, {"bessel_jnu(2.5,x)", 0.5, 12}, {"bessel_ynu(1,x)", 1, 20},
    {"bessel_knu(0.5,x)", 0.5, 5}, {"bessel_inu(1.5,x)", 0.5, 5}, {"beta(x,2)", 0.5, 3},
    {"ci(x)", 0.5, 10}, {"expint_ei(x)", 0.5, 3}, {"dilog(x)", 0.25, 0.9}, {"digamma(x)", 0.5, 5},
    {"dilog(x)", 1.25, 1.9}, {"dilog(x)", 1.5, 9},
    {"ellint_k(x)", 0, 0.9}, {"ellint_e(x)", 0, 0.9}, {"gamma_inc_p(2,x)", 0.1, 6},
    {"gamma_inc_q(2.5,x)", 0.1, 6}, {"hypot(x,1)", -2, 2}, {"atan2(x,1)", -3, 3},
    {"acosh(x)", 1.5, 4}, {"asinh(x)", -3, 3}, {"atanh(x)", -0.9, 0.9}, {"cbrt(x)", 0.1, 4},
    {"cosh(x)", -2, 2}, {"sinh(x)", -2, 2}, {"tanh(x)^3", -2, 2}, {"expm1(x)", -1, 1},
    {"log10(x)", 0.5, 5}, {"log2(x)", 0.5, 5}, {"pow(x,1.5)", 0, 2}, {"x^x", 0.1, 2},
    {"2^-x", 0, 5}, {"gaussian(x)gelu(x)", -2, 3}, {"erf(x)/x", 0.5, 3}, {"bessel_k1(x)", 0.5, 4},
    {"bessel_y1(x)", 1, 9}, {"bessel_i1(x)", 0, 4}, {"sinc(x^2)", 0, 3}, {"(x-1)^4", 0, 3},
    {"x^-2", 0.5, 4}, {"sum(x,x^2,x^3)", -1, 1}, {"avg(exp(x),1)", 0, 1}, {"trunc(x)+x^2", 0.1, 0.9},
    {"round(x)*x^2", 0.6, 1.4}, {"mod(x,1)^2", 0.1, 0.9}, {"rint(x)+sin(x)", -0.4, 0.4},
    {"sign(x)*x^2", -1, 1}, {"gamma(x)", 0.5, 4}, {"lgamma(x)", 0.5, 4}, {"x<1&&x>0?x^2:1", 0.1, 0.9},
    {"bessel_knu(1/3,x)", 0.5, 5}, {"bessel_ynu(1/3,x)", 1, 9}, {"gamma_inc_p(1/3,x)", 0.5, 6},
    {"digamma(x)", -0.9, -0.1}, {"atan2(x-0.3,-1)", 0.3125, 1}, {"atan2(x,-1)", -4, -0.5},
    {"fmod(x,2)^2", 0.1, 1.9}, {"ceil(x)*x^2", 0.1, 0.9}, {"planck(x)^2", 0, 6},
    {"shi(x)", -2, 3}, {"clausen(x)", 0.5, 5}, {"legendre_p(4,x)", -0.9, 0.8},
    {"x>0?x*log(x):0", 0, 1}, {"x==0?0:x*log2(x)", 0, 1}, {"x==0?1:sin(x)/x", -5, 5},
    {"x!=0?sin(pi*x)/(pi*x):1", -2, 3}, {"x==0?1:(exp(x)-1)/x", -1, 2}, {"debye1(x)", 0, 9},
    {"debye3(x)", 0.5, 40}, {"transport2(x)", 0, 20}, {"synchrotron1(x)", 0.1, 6},
};

START_TEST(formulas_are_proved)
{
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        clpwl_function *f = function_of(formulas[i].text);
        clpwl_table *table = design(f, formulas[i].a, formulas[i].b, 20, CLPWL_PARTITION_UNIFORM);
        prove_close(f, table);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* Each derivative of the residual on random intervals encloses those at points inside, and the first
 * two those of f by differences. */
START_TEST(derivatives_enclose_those_at_points)
{
    enum { TRIALS = 12, POINTS = 8 };
    static const double values[] = {0, 0};
    uint32_t state = 1;
    size_t count;
    const clpwl_catalogue_entry *entry = clpwl_catalogue(&count);
    size_t all = count + sizeof formulas / sizeof *formulas;
    for (size_t i = 0; i < all; i++) {
        const char *text = i < count ? entry[i].name : formulas[i - count].text;
        double a = i < count ? entry[i].a : formulas[i - count].a;
        double b = i < count ? entry[i].b : formulas[i - count].b;
        const double knots[] = {a, b};
        clpwl_function *f = function_of(text);
        clpwl__claim claim;
        OK(clpwl__claim_create(&claim, f, NULL, CLPWL_SHAPER_NONE, 1));
        OK(clpwl__claim_segment(&claim, CLPWL_SHAPER_NONE, knots, values, 0)); /* v = 0 */
        for (int k = 0; k < TRIALS; k++) {
            double width = (b - a) * exp2(-1 - 2.0 * (k % 6));
            double l = a + random_01(&state) * (b - a - width), r = l + width;
            for (int order = 0; order < CLPWL__ORDERS; order++) {
                const clpwl__range *e;
                OK(clpwl__claim_on(&claim, order, l, r, &e));
                double lower = clpwl__range_lower(e), upper = clpwl__range_upper(e);
                for (int n = 0; n < POINTS; n++) {
                    double x = l + width * random_01(&state);
                    OK(clpwl__claim_on(&claim, order, x, x, &e));
                    double from = clpwl__range_lower(e), to = clpwl__range_upper(e);
                    if (!isfinite(from)) /* a kink or a pole at x */
                        continue;
                    EXPECT(to >= lower && from <= upper,
                           "%s: order %d at %.17g: [%g, %g] is not in [%g, %g]", text, order, x,
                           from, to, lower, upper);
                    if (order == 0) {
                        double y;
                        OK(clpwl_function_value(f, x, &y));
                        EXPECT(y >= from - 1e-11 * (1 + fabs(y)) && y <= to + 1e-11 * (1 + fabs(y)),
                               "%s: f(%.17g) = %.17g is not in [%.17g, %.17g]", text, x, y, from,
                               to);
                    }
                }
            }
        }
        clpwl__claim_free(&claim);
        clpwl_function_free(f);
    }
}
END_TEST

/* A derivative by differences of the one below it: both by enclosures at points, so that only the
 * rules of derivatives are tested. */
START_TEST(derivatives_are_limits_of_differences)
{
    static const double values[] = {0, 0};
    size_t count;
    const clpwl_catalogue_entry *entry = clpwl_catalogue(&count);
    size_t all = count + sizeof formulas / sizeof *formulas;
    for (size_t i = 0; i < all; i++) {
        const char *text = i < count ? entry[i].name : formulas[i - count].text;
        double a = i < count ? entry[i].a : formulas[i - count].a;
        double b = i < count ? entry[i].b : formulas[i - count].b;
        const double knots[] = {a, b};
        double x = a + 0.3183 * (b - a), h = 1e-7 * (b - a);
        clpwl_function *f = function_of(text);
        clpwl__claim claim;
        OK(clpwl__claim_create(&claim, f, NULL, CLPWL_SHAPER_NONE, 1));
        OK(clpwl__claim_segment(&claim, CLPWL_SHAPER_NONE, knots, values, 0));
        ck_assert_msg(claim.orders == CLPWL__ORDERS, "%s: %d derivatives", text, claim.orders - 1);
        for (int order = 1; order < CLPWL__ORDERS; order++) {
            const clpwl__range *e;
            double y[3];
            OK(clpwl__claim_on(&claim, order, x, x, &e));
            y[1] = clpwl__range_upper(e);
            OK(clpwl__claim_on(&claim, order - 1, x - h, x - h, &e));
            y[0] = clpwl__range_upper(e);
            OK(clpwl__claim_on(&claim, order - 1, x + h, x + h, &e));
            y[2] = clpwl__range_upper(e);
            double by_differences = (y[2] - y[0]) / (2 * h);
            double rounding = 1e-15 * (fabs(y[0]) + fabs(y[2])) / h;
            /* h^2/6 times two derivatives higher is far below 1e-6 of the scale. */
            double scale = fabs(y[1]) + fabs(y[0]) / (b - a) + rounding;
            EXPECT(fabs(by_differences - y[1]) <= 1e-5 * scale + rounding,
                   "%s: derivative %d at %g is %.9g, by differences %.9g", text, order, x, y[1],
                   by_differences);
        }
        clpwl__claim_free(&claim);
        clpwl_function_free(f);
    }
}
END_TEST

/* What sampling misses: spikes of any width at irrational places. */
START_TEST(narrow_features_are_seen)
{
    static const double places[] = {0.12345678910111213, 0.70710678118654752};
    for (int k = 0; k < 2; k++)
        for (double width = 1e-2; width > 5e-8; width /= 10)
            for (int shape = 0; shape < 2; shape++) {
                char text[120];
                clpwl_proof p;
                const char *forms[] = {"exp(-((x-%.17g)/%g)^2)", "1/(1+((x-%.17g)/%g)^2)"};
                snprintf(text, sizeof text, forms[shape], places[k], width);
                clpwl_function *f = function_of(text);
                clpwl_table *table = design(f, 0, 1, 8, CLPWL_PARTITION_UNIFORM);
                OK(clpwl_prove(&p, f, table, NULL));
                double at = places[k], y;
                OK(clpwl_function_value(f, at, &y));
                double seen = fabs(y - clpwl_table_value(table, at));
                EXPECT(p.bound.linf >= seen && p.bound.linf <= 1.001 * p.least.linf,
                       "%s: [%g, %g] proved, %g seen", text, p.least.linf, p.bound.linf, seen);
                clpwl_table_free(table);
                clpwl_function_free(f);
            }
}
END_TEST

static clpwl_table *one_sided(const clpwl_function *f, clpwl_fit fit, size_t segments)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table;
    o.a = 0;
    o.b = 5;
    o.segments = segments;
    o.fit = fit;
    OK(clpwl_design(&table, f, &o));
    return table;
}

/* v is on its side by the roundings of fp32 and by little more. f moved by an ulp of 1 is beyond what is
 * proved, and by the error beyond v. A table by another fit has no side. */
START_TEST(sides_are_proved_and_refuted)
{
    clpwl_function *f = function_of("sin(x)"), *up = function_of("sin(x)+2^-23"),
                   *far = function_of("sin(x)+0.0005");
    for (int below = 0; below < 2; below++) {
        clpwl_table *table = one_sided(f, below ? CLPWL_FIT_BELOW : CLPWL_FIT_ABOVE, 60);
        clpwl_proof p;
        OK(clpwl_prove(&p, f, table, NULL));
        ck_assert_int_eq(p.side, 1);
        ck_assert(isnan(p.side_x));
        OK(clpwl_prove(&p, up, table, NULL));
        ck_assert_int_eq(p.side, below ? 1 : 0);
        OK(clpwl_prove(&p, far, table, NULL));
        ck_assert_int_eq(p.side, below ? 1 : -1);
        EXPECT(below || sin(p.side_x) + 0.0005 > clpwl_table_value(table, p.side_x), "at %.9g", p.side_x);
        clpwl_table_free(table);
    }
    clpwl_table *table = design(f, 0, 5, 60, CLPWL_PARTITION_UNIFORM);
    clpwl_proof p;
    OK(clpwl_prove(&p, far, table, NULL));
    ck_assert_int_eq(p.side, 0);
    clpwl_table_free(table);
    clpwl_function_free(f);
    clpwl_function_free(up);
    clpwl_function_free(far);
}
END_TEST

/* In bfloat16 the values have an error of 2^-8 of themselves: f is closer to v by a 300th of that. */
START_TEST(a_side_needs_all_roundings)
{
    static const double knots[] = {0, 1}, values[] = {1 + 0x1p-9, 1 + 0x1p-9};
    clpwl_function *f = function_of("(1+2^-9/300)");
    clpwl_target target = {.max_error = 0.1, .norm = CLPWL_NORM_LINF, .reached = 0.01,
                           .storage = CLPWL_STORAGE_BFLOAT16, .evidence = CLPWL_EVIDENCE_MEASURED};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    clpwl_proof p;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 1;
    spec.fit = CLPWL_FIT_ABOVE;
    spec.target = &target;
    OK(clpwl_table_create(&table, &spec));
    OK(clpwl_prove(&p, f, table, NULL));
    ck_assert_int_eq(p.side, 0);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* fp32 may read the float below a knot on the segment beyond it: some 1e-4 of a fall of 2100, where the
 * segment before has hardly any roundings. A gap of 1e-6 below the knot of the jump was called proved. */
START_TEST(a_side_needs_the_roundings_beyond_a_knot)
{
    enum { SEGMENTS = 3000, JUMP = 1000 };
    static double knots[SEGMENTS + 1], values[SEGMENTS + 1];
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    clpwl_proof p;
    char text[100];
    for (int i = 0; i <= SEGMENTS; i++)
        knots[i] = 3.3 * i / SEGMENTS;
    const double jump = knots[JUMP], gap = _i ? 1 : 1e-6;
    for (int i = 0; i <= SEGMENTS; i++)
        values[i] = i <= JUMP ? gap : -1e6 * (knots[i] - jump) - 999;
    snprintf(text, sizeof text, "x<%.17g?0:-1e6*(x-%.17g)-1000", jump, jump);
    clpwl_function *f = function_of(text);
    spec.knots = knots;
    spec.values = values;
    spec.segments = SEGMENTS;
    spec.fit = CLPWL_FIT_ABOVE;
    OK(clpwl_table_create(&table, &spec));
    OK(clpwl_prove(&p, f, table, NULL));
    ck_assert_int_eq(p.side, _i);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* The spike is lower than the error, which does not show it. The table crossed it by 0.0005. */
START_TEST(spikes_within_the_error_are_on_a_side)
{
    clpwl_function *f = function_of("sin(x)+0.0008*exp(-((x-1.619)/1e-4)^2)");
    clpwl_table *table = one_sided(f, CLPWL_FIT_ABOVE, 60);
    double y;
    OK(clpwl_function_value(f, 1.619, &y));
    ck_assert_double_ge(clpwl_table_value(table, 1.619), y);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

START_TEST(weighted_errors_are_proved)
{
    clpwl_function *f = function_of("exp"), *w = function_of("exp(-x^2/8)");
    for (int k = 0; k < 3; k++) {
        clpwl_weight weight = CLPWL_WEIGHT_INIT;
        clpwl_prove_options o = CLPWL_PROVE_INIT;
        clpwl_table *table = design(f, -8, 0, 40, CLPWL_PARTITION_UNIFORM);
        clpwl_error measured;
        clpwl_proof p;
        weight.floor = k != 1 ? 1e-3 : 0;
        weight.w = k > 0 ? w : NULL;
        o.weight = &weight;
        OK(clpwl_error_measure(f, &weight, clpwl_table_knots(table), clpwl_table_values(table), 40,
                               &measured));
        OK(clpwl_prove(&p, f, table, &o));
        ck_assert_double_eq_tol(p.bound.linf / measured.linf, 1, 1.1e-3);
        ck_assert_double_eq_tol(p.bound.l1 / measured.l1, 1, 2e-3);
        ck_assert_double_eq_tol(p.bound.l2 / measured.l2, 1, 2e-3);
        clpwl_table_free(table);
    }
    clpwl_function_free(w);
    clpwl_function_free(f);
}
END_TEST

/* The table is f itself. The bound has the order of roundings, in place of pieces that are halved up to the limit
 * of time. */
START_TEST(weighted_errors_of_an_exact_table_are_proved)
{
    clpwl_function *f = function_of("max(0,x)"), *w = function_of("exp(-x)");
    clpwl_table *table = design(f, -1, 1, 64, CLPWL_PARTITION_UNIFORM);
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    clpwl_proof p;
    weight.floor = 0.123;
    weight.w = w;
    o.weight = &weight;
    OK(clpwl_prove(&p, f, table, &o));
    EXPECT(p.bound.linf < 1e-12, "linf %g", p.bound.linf);
    clpwl_table_free(table);
    clpwl_function_free(w);
    clpwl_function_free(f);
}
END_TEST

START_TEST(tables_with_shapers_are_proved)
{
    static const struct {
        clpwl_shaper shaper;
        const char *text;
    } rows[] = {{CLPWL_SHAPER_LOG2, "x*ln(x)"}, {CLPWL_SHAPER_SQRT, "x^1.5"},
                {CLPWL_SHAPER_RSQRT, "1/x"}, {CLPWL_SHAPER_EXP2, "4^x"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = function_of(rows[i].text);
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *table;
        o.a = 0.25;
        o.b = 4;
        o.segments = 24;
        o.shaper = rows[i].shaper;
        OK(clpwl_design(&table, f, &o));
        prove_close(f, table);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* The error of the interpolant of x^2 on h-wide segments is h^2/4 exactly. */
START_TEST(known_errors_are_met)
{
    clpwl_function *f = function_of("x^2");
    clpwl_table *table = design(f, 0, 1, 16, CLPWL_PARTITION_UNIFORM);
    clpwl_proof p;
    double exact = 1.0 / 16 / 16 / 4;
    OK(clpwl_prove(&p, f, table, NULL));
    ck_assert(p.bound.linf >= exact && p.bound.linf <= exact * (1 + 1e-5));
    ck_assert(p.least.linf <= exact && p.least.linf >= exact * (1 - 1e-3));
    /* L1 is h^2/6, L2 is h^2/sqrt(30). */
    ck_assert_double_eq_tol(p.bound.l1 / (exact * 4 / 6), 1, 1e-5);
    ck_assert_double_eq_tol(p.bound.l2 / (exact * 4 / sqrt(30)), 1, 1e-5);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* A kink at the end of a segment has a slope on each side; x^2 alone has the error h^2/4. */
START_TEST(kinks_at_knots_have_two_slopes)
{
    static const struct {
        const char *text;
        double a;
    } rows[] = {
        {"x^2-0.5*abs(x-0.5)", 0},   {"x^2-abs(0.5-x)/4", 0},      {"x^2-max(x-0.5,0)", 0},
        {"x^2+min(0.5-x,0)", 0},     {"x^2-0.5*max(x,0.5)", 0},    {"x^2-0.5*max(0.5-x,0)", 0.5},
        {"x^2+min(x-0.5,0)/2", 0.5}, {"x^2+0.5*abs(x-0.5)", 0.5},  {"x^2-0.5*abs(x-0.5)", 0.5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = function_of(rows[i].text);
        clpwl_table *table = design(f, rows[i].a, rows[i].a + 0.5, 1, CLPWL_PARTITION_UNIFORM);
        clpwl_proof p;
        OK(clpwl_prove(&p, f, table, NULL));
        EXPECT(p.bound.linf >= 0.0625 && p.bound.linf <= 0.0625 * 1.001,
               "%s from %g on: %g proved, 0.0625 exact", rows[i].text, rows[i].a, p.bound.linf);
        EXPECT(p.bound.l1 >= 0.5 * 0.0625 * 2 / 3 * (1 - 1e-15), "%s from %g on: L1 %g",
               rows[i].text, rows[i].a, p.bound.l1);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* atan2 jumps by 2 pi at the negative axis. On the line between the ends of the segment the error
 * there is at least half of that. */
START_TEST(the_jump_of_atan2_is_seen)
{
    static const char *const texts[] = {"atan2(x-0.3,-1)", "atan2(x^2-0.09,x-2)",
                                        "-atan2(0.3-x,-exp(x))"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        clpwl_function *f = function_of(texts[i]);
        clpwl_table *table = design(f, 0, 1, 4, CLPWL_PARTITION_UNIFORM);
        clpwl_proof p;
        OK(clpwl_prove(&p, f, table, NULL));
        EXPECT(p.bound.linf >= acos(-1) && p.bound.linf >= sample_error(f, table, 4096),
               "%s: %g proved", texts[i], p.bound.linf);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* The error that a table reports helps a proof. Where it is that of another function, or a relative
 * one, a proof does without. */
START_TEST(proofs_are_close_whatever_the_table_reports)
{
    clpwl_function *f = function_of("sin(9x)"), *near = function_of("sin(9x)+1e-4*x^2");
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_prove_options options = CLPWL_PROVE_INIT;
    clpwl_table *table;
    clpwl_proof p;
    weight.floor = 1e-6;
    options.weight = &weight;
    o.a = 0;
    o.b = 1;
    o.segments = 50;
    o.weight = &weight;
    OK(clpwl_design(&table, f, &o));
    for (int i = 0; i < 3; i++) {
        OK(clpwl_prove(&p, i == 1 ? near : f, table, i == 2 ? &options : NULL));
        EXPECT(p.bound.linf <= 1.001 * p.least.linf, "%d: linf in [%g, %g], %g reported", i,
               p.least.linf, p.bound.linf, clpwl_table_measured(table).linf);
    }
    clpwl_table_free(table);
    clpwl_function_free(near);
    clpwl_function_free(f);
}
END_TEST

/* Of the segment across the jump; the lines beside it are exact. */
START_TEST(jumps_have_an_error)
{
    clpwl_function *f = function_of("x<0.5?0:1");
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table;
    clpwl_proof p;
    o.a = 0;
    o.b = 1;
    o.segments = 4;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    OK(clpwl_design(&table, f, &o));
    OK(clpwl_prove(&p, f, table, NULL));
    ck_assert(p.bound.linf >= sample_error(f, table, 100000) - 1e-12);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

static clpwl_proof prove_knots(const char *text, const double *knots, size_t segments)
{
    clpwl_function *f = function_of(text);
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table = NULL;
    clpwl_proof p;
    double values[8];
    for (size_t i = 0; i <= segments; i++)
        OK(clpwl_function_value(f, knots[i], &values[i]));
    spec.knots = knots;
    spec.values = values;
    spec.segments = segments;
    spec.partition = CLPWL_PARTITION_OPTIMIZED;
    OK(clpwl_table_create(&table, &spec));
    OK(clpwl_prove(&p, f, table, NULL));
    clpwl_table_free(table);
    clpwl_function_free(f);
    return p;
}

/* Between neighbouring fp32 numbers f may have an infinite slope, or jump: all x count. Squares of small
 * errors underflow. */
START_TEST(no_x_is_left_out_between_fp32_numbers)
{
    const double steep[] = {0.99, (double)nextafterf(1, 0), 1};
    const double before = (double)nextafterf(0.3f, 0), jump[] = {0, before, (double)0.3f, 1};
    const double even[] = {0, 2, 4, 6};
    clpwl_proof p = prove_knots("acos(x)", steep, 2);
    double x = 1 - 0x1p-26, chord = acos(steep[1]) * (1 - x) / (1 - steep[1]);
    EXPECT(p.bound.linf >= acos(x) - chord, "acos: %g, seen %g", p.bound.linf, acos(x) - chord);
    p = prove_knots("x<0.3?0:1", jump, 3);
    double part = (0.3 - before) / (double)(0.3f - (float)before), h = (double)0.3f - before;
    double l1 = h * (part * part + (1 - part) * (1 - part)) / 2;
    EXPECT(p.least.linf >= 0.999 * fmax(part, 1 - part) && p.bound.linf <= 1.001 * fmax(part, 1 - part),
           "a step: linf in [%g, %g]", p.least.linf, p.bound.linf);
    EXPECT(p.least.l1 <= l1 && l1 <= p.bound.l1 && p.bound.l1 <= 1.001 * l1, "a step: l1 in [%g, %g], not %g",
           p.least.l1, p.bound.l1, l1);
    p = prove_knots("1e-200*sin(x)", even, 3);
    EXPECT(p.bound.l2 > 1e-202 && p.bound.l2 < 1e-198, "1e-200*sin(x): l2 %g", p.bound.l2);
}
END_TEST

static double callback(double x, void *user)
{
    (void)user;
    return x * x;
}

static int cancel(double fraction, void *user)
{
    (void)user;
    return fraction > 0;
}

START_TEST(what_cannot_be_proved_is_refused)
{
    static const double x[] = {0, 1, 2, 3}, y[] = {0, 1, 0, 1};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    clpwl_function *exact = function_of("exp"), *f;
    clpwl_table *table = design(exact, 0, 1, 8, CLPWL_PARTITION_UNIFORM);
    clpwl_proof p;
    spec.f = callback;
    OK(clpwl_function_create(&f, &spec));
    FAILS(CLPWL_ERR_UNSUPPORTED, "for formulas", clpwl_prove(&p, f, table, NULL));
    clpwl_function_free(f);
    OK(clpwl_function_from_samples(&f, NULL, x, y, 4));
    FAILS(CLPWL_ERR_UNSUPPORTED, "for formulas", clpwl_prove(&p, f, table, NULL));
    clpwl_function_free(f);
    f = function_of("1/(x-0.3)");
    FAILS(CLPWL_ERR_NUMERIC, "near x = 0.3", clpwl_prove(&p, f, table, NULL));
    clpwl_function_free(f);
    f = function_of("log(x-0.5)");
    FAILS(CLPWL_ERR_NUMERIC, "is not defined", clpwl_prove(&p, f, table, NULL));
    clpwl_function_free(f);
    f = function_of("0*log(x-0.5)+exp(x)"); /* undefined, though it is 0 times that */
    FAILS(CLPWL_ERR_NUMERIC, "is not defined", clpwl_prove(&p, f, table, NULL));
    clpwl_function_free(f);
    f = function_of("exp(x)+0*sqrt((x-0.3)*(x-0.31))"); /* on a narrow part, inside a segment */
    FAILS(CLPWL_ERR_NUMERIC, "near x = 0.3", clpwl_prove(&p, f, table, NULL));
    clpwl_function_free(f);
    f = function_of("rint(exp(exp(50*(x+1))))"); /* of 1e21 digits */
    FAILS(CLPWL_ERR_NUMERIC, "pole", clpwl_prove(&p, f, table, NULL));
    clpwl_function_free(f);
    o.progress = cancel;
    FAILS(CLPWL_ERR_CANCELLED, "cancelled", clpwl_prove(&p, exact, table, &o));
    o.progress = NULL;
    o.tolerance = 2;
    FAILS(CLPWL_ERR_ARGUMENT, "tolerance", clpwl_prove(&p, exact, table, &o));
    o.tolerance = 0;
    o.seconds = -1;
    FAILS(CLPWL_ERR_ARGUMENT, "seconds", clpwl_prove(&p, exact, table, &o));
    FAILS(CLPWL_ERR_ARGUMENT, "out is NULL", clpwl_prove(NULL, exact, table, NULL));
    clpwl_table_free(table);
    clpwl_function_free(exact);
}
END_TEST

/* What a design says is proved, for plain and weighted errors, and of targets in each norm. */
START_TEST(designs_say_what_is_proved)
{
    static const struct {
        const char *f;
        double a, b, floor;
        clpwl_norm norm;
        double most;
        unsigned weight_bits;
    } rows[] = {
        {"bessel_j0", 0, 20, 0, CLPWL_NORM_LINF, 1e-4, 0}, {"gelu", -4, 4, 0, CLPWL_NORM_L2, 1e-3, 0},
        {"exp(x)", -3, 3, 0.1, CLPWL_NORM_LINF, 1e-3, 0},  {"sin", 0, 6, 0, CLPWL_NORM_L1, 1e-2, 0},
        {"gaussian", 0, 4, 0, CLPWL_NORM_LINF, 1e-2, 8},   {"gaussian", 0, 4, 0, CLPWL_NORM_L2, 1e-2, 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = function_of(rows[i].f);
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_weight weight = CLPWL_WEIGHT_INIT;
        clpwl_execution how = CLPWL_EXECUTION_INIT;
        clpwl_table *plain = NULL, *table = NULL;
        weight.floor = rows[i].floor;
        how.weight_bits = rows[i].weight_bits;
        o.a = rows[i].a;
        o.b = rows[i].b;
        o.max_error = rows[i].most;
        o.norm = rows[i].norm;
        o.weight = weight.floor > 0 ? &weight : NULL;
        o.execution = &how;
        OK(clpwl_design(&plain, f, &o));
        o.proving = CLPWL_PROVING_TRIED;
        OK(clpwl_design(&table, f, &o));
        const clpwl_weighting *w = clpwl_table_weighting(table);
        clpwl_error proved = w ? w->proved : clpwl_table_proved(table);
        clpwl_error measured = w ? w->measured : clpwl_table_measured(table);
        const clpwl_target *t = clpwl_table_target(table);
        /* A filter's weight is counted on the average in L1 and L2. */
        int is_bound = o.norm == CLPWL_NORM_LINF || how.weight_bits == 0;
        EXPECT(isnan(clpwl_table_proved(plain).linf) &&
                   clpwl_table_target(plain)->evidence == CLPWL_EVIDENCE_MEASURED,
               "%s: a design that was not to be proved says so", rows[i].f);
        EXPECT(clpwl_table_segments(plain) == clpwl_table_segments(table), "%s: %zu and %zu segments",
               rows[i].f, clpwl_table_segments(plain), clpwl_table_segments(table));
        for (int norm = CLPWL_NORM_LINF; norm <= CLPWL_NORM_L2; norm++) {
            double p = clpwl_error_in(&proved, norm), m = clpwl_error_in(&measured, norm);
            EXPECT(p >= m * (1 - 1e-5) && p <= m * 1.0011, "%s: %s %g proved, %g measured", rows[i].f,
                   clpwl_norm_name(norm), p, m);
        }
        EXPECT(t->evidence == (is_bound ? CLPWL_EVIDENCE_PROVED : CLPWL_EVIDENCE_MEASURED),
               "%s: the target is %s", rows[i].f, clpwl_evidence_name(t->evidence));
        EXPECT(t->reached <= t->max_error &&
                   (!is_bound || t->reached >= clpwl_error_in(&proved, o.norm)),
               "%s: %g reached", rows[i].f, t->reached);
        clpwl_table_free(plain);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* The last segment is 1e30 long. The rounding of a slope of 1e-3 there, 1e11, was taken for one of e: bounds
 * did not meet. */
START_TEST(long_segments_are_proved)
{
    clpwl_function *f = function_of("exp(-x)");
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table;
    o.b = 1e30;
    o.max_error = 1e-3;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.proving = CLPWL_PROVING_TRIED;
    OK(clpwl_design(&table, f, &o));
    ck_assert_int_eq(clpwl_table_target(table)->evidence, CLPWL_EVIDENCE_PROVED);
    ck_assert_double_le(clpwl_table_proved(table).linf, 1.001 * clpwl_table_measured(table).linf);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

static double square_of(double x, void *user)
{
    (void)user;
    return x * x;
}

/* A callback has no proof. */
START_TEST(required_proofs_fail_designs_that_have_none)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table = NULL;
    clpwl_function *f = NULL;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    spec.name = "square";
    spec.f = square_of;
    spec.b = 1;
    OK(clpwl_function_create(&f, &spec));
    o.proving = CLPWL_PROVING_TRIED;
    OK(clpwl_design(&table, f, &o));
    ck_assert(isnan(clpwl_table_proved(table).linf));
    clpwl_table_free(table);
    o.proving = CLPWL_PROVING_REQUIRED;
    FAILS(CLPWL_ERR_UNSUPPORTED, "square", clpwl_design(&table, f, &o));
    ck_assert_ptr_null(table);
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("proof");
    TCase *t = tcase_create("proof");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, a_function_without_an_enclosure_is_refused);
    tcase_add_test(t, threads_do_not_change_a_proof);
    tcase_add_test(t, the_catalogue_is_proved);
    tcase_add_test(t, formulas_are_proved);
    tcase_add_test(t, derivatives_enclose_those_at_points);
    tcase_add_test(t, derivatives_are_limits_of_differences);
    tcase_add_test(t, narrow_features_are_seen);
    tcase_add_test(t, weighted_errors_are_proved);
    tcase_add_test(t, weighted_errors_of_an_exact_table_are_proved);
    tcase_add_test(t, sides_are_proved_and_refuted);
    tcase_add_test(t, a_side_needs_all_roundings);
    tcase_add_test(t, spikes_within_the_error_are_on_a_side);
    tcase_add_loop_test(t, a_side_needs_the_roundings_beyond_a_knot, 0, 2);
    tcase_add_test(t, tables_with_shapers_are_proved);
    tcase_add_test(t, known_errors_are_met);
    tcase_add_test(t, kinks_at_knots_have_two_slopes);
    tcase_add_test(t, the_jump_of_atan2_is_seen);
    tcase_add_test(t, proofs_are_close_whatever_the_table_reports);
    tcase_add_test(t, jumps_have_an_error);
    tcase_add_test(t, no_x_is_left_out_between_fp32_numbers);
    tcase_add_test(t, what_cannot_be_proved_is_refused);
    tcase_add_test(t, designs_say_what_is_proved);
    tcase_add_test(t, long_segments_are_proved);
    tcase_add_test(t, required_proofs_fail_designs_that_have_none);
    suite_add_tcase(s, t);
    return s;
}
