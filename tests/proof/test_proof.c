/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs, against values of f in double, against known errors, and of what cannot be proved. */
#include "proof/claim.h"
#include "support/wish.h"

/* The largest |f - v| at n places of each segment. */
static double sample_error(const clpwl_function *f, const clpwl_table *table, int n)
{
    const double *x = clpwl_table_knots(table);
    double most = 0;
    for (size_t i = 0; i < clpwl_table_segments(table); i++)
        for (int k = 0; k <= n; k++) {
            double at = k < n ? x[i] + (x[i + 1] - x[i]) * k / n : x[i + 1];
            most = fmax(most, fabs(value_of(f, at) - clpwl_table_value(table, at)));
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
    EXPECT(measured.linf <= p.bound.linf + slack, "%s: linf %g measured, %g proved", name, measured.linf, p.bound.linf);
    /* Quadrature and proof agree, in Linf sampling too: 1e-3 is the tolerance of either. */
    for (int norm = CLPWL_NORM_LINF; norm <= CLPWL_NORM_L2; norm++) {
        double m = clpwl_error_in(&measured, norm), bound = clpwl_error_in(&p.bound, norm),
               least = clpwl_error_in(&p.least, norm);
        EXPECT(fabs(bound - m) <= 2e-3 * m + slack && least <= bound && bound <= 1.001 * least + slack,
               "%s: %s %g measured, [%g, %g] proved", name, clpwl_norm_name(norm), m, least, bound);
    }
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
        clpwl_table *table;
        clpwl_weight weight = CLPWL_WEIGHT_INIT;
        clpwl_design_options d = {.size = sizeof d, .b = 1, .segments = 1000, .partition = CLPWL_PARTITION_OPTIMIZED};
        clpwl_proof one, p;
        OK(clpwl_design(&table, f, &d));
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

static const struct formula {
    const char *text;
    double a, b;
} formulas[] = {
    {"lorentzian:x0=1,gamma=0.5", -3, 4}, {"sin(50x)*exp(-x)+0.1cos(200x^2)", 0, 1},
    {"sin(1/x)", 0.01, 1}, {"abs(x-0.3)", 0, 1}, {"sqrt(abs(x-0.5))", 0, 1}, {"x<0.5?x^2:x/2", 0, 1},
    {"min(x,1-x,0.3)", 0, 1}, {"max(sin(x),cos(x))", 0, 6}, {"bessel_jnu(2.5,x)", 0.5, 12},
    {"beta(x,2)", 0.5, 3}, {"ci(x)", 0.5, 10}, {"digamma(x)", 0.5, 5}, {"dilog(x)", 1.25, 1.9},
    {"dilog(x)", 1.5, 9}, {"ellint_k(x)", 0, 0.9}, {"hypot(x,1)", -2, 2}, {"atanh(x)", -0.9, 0.9},
    {"cbrt(x)", 0.1, 4}, {"cosh(x)", -2, 2}, {"tanh(x)^3", -2, 2}, {"expm1(x)", -1, 1},
    {"log2(x)", 0.5, 5}, {"x^x", 0.1, 2}, {"gaussian(x)gelu(x)", -2, 3}, {"sinc(x^2)", 0, 3},
    {"(x-1)^4", 0, 3}, {"avg(exp(x),1)", 0, 1}, {"sign(x)*x^2", -1, 1}, {"gamma(x)", 0.5, 4},
    {"x<1&&x>0?x^2:1", 0.1, 0.9}, {"bessel_knu(1/3,x)", 0.5, 5}, {"bessel_ynu(1/3,x)", 1, 9},
    {"gamma_inc_p(1/3,x)", 0.5, 6}, {"digamma(x)", -0.9, -0.1}, {"atan2(x-0.3,-1)", 0.3125, 1},
    {"atan2(x,-1)", -4, -0.5}, {"clausen(x)", 0.5, 5}, {"legendre_p(4,x)", -0.9, 0.8},
    {"x>0?x*log(x):0", 0, 1}, {"x!=0?sin(pi*x)/(pi*x):1", -2, 3}, {"x==0?1:(exp(x)-1)/x", -1, 2},
    {"debye3(x)", 0.5, 40}, {"transport2(x)", 0, 20}, {"synchrotron1(x)", 0.1, 6},
};

enum { FORMULAS = sizeof formulas / sizeof *formulas };

/* Row i: of the catalogue, then of the formulas. */
static int row_of(int i, struct formula *row)
{
    size_t count;
    const clpwl_catalogue_entry *entry = clpwl_catalogue(&count);
    if (i >= (int)count + FORMULAS)
        return 0;
    *row = i < (int)count ? (struct formula){entry[i].name, entry[i].a, entry[i].b} : formulas[i - (int)count];
    return 1;
}

START_TEST(the_catalogue_and_formulas_are_proved)
{
    struct formula row;
    for (int i = 0; row_of(i, &row); i++) {
        wish w;
        clpwl_table *table;
        begin_wish(&w, row.text, i % 2 ? "optimized" : "uniform");
        w.o.segments = 20;
        w.o.a = row.a;
        w.o.b = row.b;
        OK(clpwl_design(&table, w.f, &w.o));
        prove_close(w.f, table);
        clpwl_table_free(table);
        end_wish(&w);
    }
}
END_TEST

/* Each derivative of the residual on random intervals encloses those at points inside, and the first that
 * of f. A derivative is that by differences of the one below it: both by enclosures at points, so that
 * only the rules of derivatives are tested. */
START_TEST(derivatives_enclose_those_at_points)
{
    enum { TRIALS = 6, POINTS = 8 };
    static const double zeros[] = {0, 0};
    uint32_t state = 1;
    struct formula row;
    for (int i = 0; row_of(i, &row); i++) {
        const double knots[] = {row.a, row.b}, length = row.b - row.a;
        clpwl_function *f = function_of(row.text);
        const clpwl__range *e;
        clpwl__claim claim;
        OK(clpwl__claim_create(&claim, f, NULL, CLPWL_SHAPER_NONE, 1));
        OK(clpwl__claim_segment(&claim, CLPWL_SHAPER_NONE, knots, zeros, 0)); /* v = 0 */
        ck_assert_msg(claim.orders == CLPWL__ORDERS, "%s: %d derivatives", row.text, claim.orders - 1);
        for (int k = 0; k < TRIALS; k++) {
            double width = length * exp2(-1 - 2.0 * k);
            double l = row.a + random_01(&state) * (length - width), r = l + width;
            for (int order = 0; order < CLPWL__ORDERS; order++) {
                OK(clpwl__claim_on(&claim, order, l, r, &e));
                double lower = clpwl__range_lower(e), upper = clpwl__range_upper(e);
                for (int n = 0; n < POINTS; n++) {
                    double x = l + width * random_01(&state), y = value_of(f, x);
                    OK(clpwl__claim_on(&claim, order, x, x, &e));
                    double from = clpwl__range_lower(e), to = clpwl__range_upper(e);
                    if (!isfinite(from)) /* a kink or a pole at x */
                        continue;
                    EXPECT(to >= lower && from <= upper,
                     "%s: order %d at %.17g: [%g, %g] is not in [%g, %g]", row.text,
                           order, x, from, to, lower, upper);
                    EXPECT(order || (y >= from - 1e-11 * (1 + fabs(y)) && y <= to + 1e-11 * (1 + fabs(y))),
                           "%s: f(%.17g) = %.17g is not in [%.17g, %.17g]", row.text, x, y, from, to);
                }
            }
        }
        for (int order = 1; order < CLPWL__ORDERS; order++) {
            double x = row.a + 0.3183 * length, h = 1e-7 * length, y[3];
            for (int k = 0; k < 3; k++) {
                OK(clpwl__claim_on(&claim, order - (k != 1), x + (k - 1) * h, x + (k - 1) * h, &e));
                y[k] = clpwl__range_upper(e);
            }
            double by_differences = (y[2] - y[0]) / (2 * h), rounding = 1e-15 * (fabs(y[0]) + fabs(y[2])) / h;
            /* h^2/6 times two derivatives higher is far below 1e-6 of the scale. */
            double scale = fabs(y[1]) + fabs(y[0]) / length + rounding;
            EXPECT(fabs(by_differences - y[1]) <= 1e-5 * scale + rounding,
                   "%s: derivative %d at %g is %.9g, by differences %.9g", row.text, order, x, y[1], by_differences);
        }
        clpwl__claim_free(&claim);
        clpwl_function_free(f);
    }
}
END_TEST

/* The proof is close for any weight, coordinate, feature and side; what is seen beside w.also is within
 * it. */
START_TEST(proofs_are_close)
{
    static const char *const rows[][2] = {
        /* What sampling misses: spikes of any width at irrational places. */
        {"exp(-((x-0.12345678910111213)/1e-7)^2)", "0:1 N=8 also=0.12345678910111213"},
        {"exp(-((x-0.70710678118654752)/1e-4)^2)", "0:1 N=8 also=0.70710678118654752"},
        {"1/(1+((x-0.70710678118654752)/1e-6)^2)", "0:1 N=8 also=0.70710678118654752"},
        {"sin(x)+0.0008*exp(-((x-1.619)/1e-4)^2)", "0:5 N=60 above also=1.619"},
        {"x*ln(x)", "0.25:4 N=24 log2"}, {"x^1.5", "0.25:4 N=24 sqrt"}, {"1/x", "0.25:4 N=24 rsqrt"},
        {"4^x", "0.25:4 N=24 exp2"},
        {"exp", "-8:0 N=40 floor=1e-3"}, {"exp", "-8:0 N=40 w=exp(-x^2/8)"},
        {"exp", "-8:0 N=40 floor=1e-3 w=exp(-x^2/8)"}, {"max(0,x)", "-1:1 N=64 floor=0.123 w=exp(-x)"},
        {"sin(9x)", "0:1 N=50 floor=1e-6"},
        /* Jumps: of the segment across, and by 2 pi at the negative axis. */
        {"x<0.5?0:1", "0:1 N=4 optimized also=0.5"}, {"atan2(x-0.3,-1)", "0:1 N=4 also=0.3"},
        {"atan2(x^2-0.09,x-2)", "0:1 N=4 also=0.3"}, {"-atan2(0.3-x,-exp(x))", "0:1 N=4 also=0.3"},
        /* The last segment is 1e30 long. The rounding of a slope of 1e-3 there, 1e11, was taken for one of
         * e. */
        {"exp(-x)", "0:1e30 E=1e-3 optimized"}};
    wish w;
    clpwl_table *t;
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    clpwl_proof p;
    clpwl_error measured;
    begin_wish(&w, rows[_i][0], rows[_i][1]);
    OK(clpwl_design(&t, w.f, &w.o));
    o.weight = w.o.weight;
    OK(clpwl_prove(&p, w.f, t, &o));
    OK(clpwl_error_measure(w.f, w.o.weight, clpwl_table_knots(t), clpwl_table_values(t), clpwl_table_segments(t),
                           &measured));
    double also = isnan(w.also) ? 0 : fabs(value_of(w.f, w.also) - clpwl_table_value(t, w.also));
    EXPECT(p.bound.linf >= also && p.bound.linf <= 1.001 * p.least.linf + 1e-12,
     "%s: [%g, %g] proved, %g seen",
           rows[_i][0], p.least.linf, p.bound.linf, also);
    if (isnan(w.also) && !w.o.shaper) { /* nothing is missed by samples; shapers are measured in x */
        EXPECT(fabs(p.bound.linf - measured.linf) <= 1.1e-3 * measured.linf + 1e-12,
         "%s: linf %g, measured %g",
               rows[_i][0], p.bound.linf, measured.linf);
        EXPECT(fabs(p.bound.l1 - measured.l1) <= 2e-3 * measured.l1 + 1e-12 &&
                   fabs(p.bound.l2 - measured.l2) <= 2e-3 * measured.l2 + 1e-12,
               "%s: l1 %g, %g measured; l2 %g, %g", rows[_i][0], p.bound.l1, measured.l1, p.bound.l2, measured.l2);
    }
    EXPECT(!w.o.shaper || fabs(p.bound.l2 / clpwl_table_measured(t).l2 - 1) <= 2e-3, "%s: l2 %g", rows[_i][0],
           p.bound.l2);
    clpwl_table_free(t);
    end_wish(&w);
}
END_TEST

/* v is on its side by the roundings of fp32 and by little more. f moved by an ulp of 1 is beyond what is
 * proved, and by the error beyond v. A table by another fit has no side. */
START_TEST(sides_are_proved_and_refuted)
{
    static const char *const ways[] = {"0:5 N=60 above", "0:5 N=60 below", "0:5 N=60"};
    static const int sides[][3] = {{1, 0, -1}, {1, 1, 1}, {0, 0, 0}};
    static const char *const moved[] = {"sin(x)", "sin(x)+2^-23", "sin(x)+0.0005"};
    wish w;
    clpwl_table *table;
    begin_wish(&w, "sin(x)", ways[_i]);
    OK(clpwl_design(&table, w.f, &w.o));
    for (int i = 0; i < 3; i++) {
        clpwl_function *f = function_of(moved[i]);
        clpwl_proof p;
        OK(clpwl_prove(&p, f, table, NULL));
        ck_assert_int_eq(p.side, sides[_i][i]);
        ck_assert(isnan(p.side_x) == (p.side != -1));
        EXPECT(p.side != -1 || value_of(f, p.side_x) > clpwl_table_value(table, p.side_x),
         "at %.9g", p.side_x);
        clpwl_function_free(f);
    }
    clpwl_table_free(table);
    end_wish(&w);
}
END_TEST

static clpwl_proof prove_spec(const char *text, const clpwl_table_spec *spec)
{
    clpwl_function *f = function_of(text);
    clpwl_table *table = NULL;
    clpwl_proof p;
    OK(clpwl_table_create(&table, spec));
    OK(clpwl_prove(&p, f, table, NULL));
    clpwl_table_free(table);
    clpwl_function_free(f);
    return p;
}

/* In bfloat16 the values have an error of 2^-8 of themselves: f is closer to v by a 300th of that. */
START_TEST(a_side_needs_all_roundings)
{
    static const double knots[] = {0, 1}, values[] = {1 + 0x1p-9, 1 + 0x1p-9};
    clpwl_target target = {.max_error = 0.1, .norm = CLPWL_NORM_LINF, .reached = 0.01,
                           .storage = CLPWL_STORAGE_BFLOAT16, .evidence = CLPWL_EVIDENCE_MEASURED};
    clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = values, .segments = 1,
                             .fit = CLPWL_FIT_ABOVE, .target = &target};
    ck_assert_int_eq(prove_spec("(1+2^-9/300)", &spec).side, 0);
}
END_TEST

/* fp32 may read the float below a knot on the segment beyond it: some 1e-4 of a fall of 2100, where the
 * segment before has hardly any roundings. A gap of 1e-6 below the knot of the jump was called proved. */
START_TEST(a_side_needs_the_roundings_beyond_a_knot)
{
    enum { SEGMENTS = 3000, JUMP = 1000 };
    static double knots[SEGMENTS + 1], values[SEGMENTS + 1];
    clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = values, .segments = SEGMENTS,
                             .fit = CLPWL_FIT_ABOVE};
    char text[100];
    /* Turned over, the float above the knot may be read on the segment before it. */
    const int sign = _i / 2 ? -1 : 1;
    const double jump = 3.3 * JUMP / SEGMENTS, gap = _i == 1 ? 1 : 1e-6;
    for (int i = 0; i <= SEGMENTS; i++) {
        const double x = 3.3 * i / SEGMENTS;
        const int at = sign > 0 ? i : SEGMENTS - i;
        knots[at] = sign * x;
        values[at] = i <= JUMP ? gap : -1e6 * (x - jump) - 999;
    }
    snprintf(text, sizeof text, "%d*x<%.17g?0:-1e6*(%d*x-%.17g)-1000", sign, jump, sign, jump);
    ck_assert_int_eq(prove_spec(text, &spec).side, _i == 1);
}
END_TEST

/* The error of the interpolant of x^2 on h-wide segments is h^2/4 exactly, L1 is h^2/6 of the length, L2
 * h^2/sqrt(30). A kink at the end of a segment has a slope on each side, and x^2 alone has that error. */
START_TEST(known_errors_are_met)
{
    static const char *const rows[][2] = {
        {"x^2", "0:1 N=16"},                 {"x^2-0.5*abs(x-0.5)", "0:0.5 N=1"},
        {"x^2-max(x-0.5,0)", "0:0.5 N=1"},   {"x^2+min(0.5-x,0)", "0:0.5 N=1"},
        {"x^2-0.5*max(0.5-x,0)", "0.5:1 N=1"}, {"x^2+0.5*abs(x-0.5)", "0.5:1 N=1"}};
    wish w;
    clpwl_table *table;
    clpwl_proof p;
    begin_wish(&w, rows[_i][0], rows[_i][1]);
    OK(clpwl_design(&table, w.f, &w.o));
    OK(clpwl_prove(&p, w.f, table, NULL));
    double length = w.o.b - w.o.a, h = length / (double)w.o.segments, exact = h * h / 4;
    EXPECT(p.bound.linf >= exact && p.bound.linf <= exact * 1.001 && p.least.linf <= exact &&
               p.least.linf >= exact * (1 - 1e-3),
                "%s: [%g, %g], not %g", rows[_i][0], p.least.linf, p.bound.linf, exact);
    ck_assert_double_eq_tol(p.bound.l1 / (h * h / 6 * length), 1, _i ? 1e-3 : 1e-5);
    ck_assert_double_eq_tol(p.bound.l2 / (h * h / sqrt(30) * sqrt(length)), 1, _i ? 1e-3 : 1e-5);
    clpwl_table_free(table);
    end_wish(&w);
}
END_TEST

static clpwl_proof prove_knots(const char *text, const double *knots, size_t segments)
{
    double values[8];
    clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = values, .segments = segments,
                             .partition = CLPWL_PARTITION_OPTIMIZED};
    clpwl_function *f = function_of(text);
    for (size_t i = 0; i <= segments; i++)
        values[i] = value_of(f, knots[i]);
    clpwl_function_free(f);
    return prove_spec(text, &spec);
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

/* tests/cli/prove.sh runs Sollya, where it is. */
START_TEST(certificates_have_the_numbers)
{
    static const struct {
        const char *f, *words;
        double bound;
        clpwl_status status;
        const char *parts[3];
    } rows[] = {{"2*exp(-x)",
     "0:1 N=2", 0.5, CLPWL_OK, {"knots = [|(0b-53), (4503599627370496b-53), (4503599627370496b-52)|];", "exp(t", "n = 2;"}},
                {"x^2", "0:1 N=1", 0.25, CLPWL_OK, {"values = [|(0b-53), (4503599627370496b-52)|];",
                 "// 0.25", "t2 = t0 ^ t1;\nf = t2;"}},
                {"min(x,0.5)", "0:1 N=2", 1, CLPWL_ERR_UNSUPPORTED, {"min", "", ""}},
                {"sqrt(x)", "1:4 N=2 sqrt", 1, CLPWL_ERR_UNSUPPORTED, {"sqrt(x)", "", ""}},
                {"x^2", "0:1 N=1", 0, CLPWL_ERR_ARGUMENT, {"0", "", ""}}};
    clpwl_table *table;
    char *text;
    wish w;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    OK(clpwl_design(&table, w.f, &w.o));
    ck_assert_int_eq(clpwl_certificate(&text, w.f, table, rows[_i].bound), rows[_i].status);
    ck_assert(!text == (rows[_i].status != CLPWL_OK));
    for (int k = 0; k < 3; k++)
        EXPECT(strstr(text ? text : clpwl_last_message(), rows[_i].parts[k]), "%s lacks %s",
               text ? text : clpwl_last_message(), rows[_i].parts[k]);
    clpwl_free(text);
    clpwl_table_free(table);
    end_wish(&w);
}
END_TEST

static int cancel(double fraction, void *user)
{
    (void)user;
    return fraction > 0;
}

START_TEST(what_cannot_be_proved_is_refused)
{
    static const struct {
        const char *f, *words;
        clpwl_status status;
        const char *named;
    } rows[] = {{"x", "callback", CLPWL_ERR_UNSUPPORTED, "formulas"},
                {"1/(x-0.3)", "", CLPWL_ERR_NUMERIC, "near x = 0.3"},
                {"log(x-0.5)", "", CLPWL_ERR_NUMERIC, "not defined"},
                {"0*log(x-0.5)+exp(x)", "", CLPWL_ERR_NUMERIC, "not defined"}, /* though it is 0 times that */
                /* inside a segment */
                {"exp(x)+0*sqrt((x-0.3)*(x-0.31))", "", CLPWL_ERR_NUMERIC, "near x = 0.3"},
                {"rint(exp(exp(50*(x+1))))", "", CLPWL_ERR_NUMERIC, "pole"}}; /* of 1e21 digits */
    static const double x[] = {0, 1, 2, 3}, y[] = {0, 1, 0, 1};
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    clpwl_function *f;
    clpwl_table *table;
    clpwl_proof p;
    wish exact;
    begin_wish(&exact, "exp", "0:1 N=8");
    OK(clpwl_design(&table, exact.f, &exact.o));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wish w;
        begin_wish(&w, rows[i].f, rows[i].words);
        FAILS(rows[i].status, rows[i].named, clpwl_prove(&p, w.f, table, NULL));
        end_wish(&w);
    }
    OK(clpwl_function_from_samples(&f, NULL, x, y, 4));
    FAILS(CLPWL_ERR_UNSUPPORTED, "formulas", clpwl_prove(&p, f, table, NULL));
    clpwl_function_free(f);
    o.progress = cancel;
    FAILS(CLPWL_ERR_CANCELLED, "", clpwl_prove(&p, exact.f, table, &o));
    o.progress = NULL;
    o.tolerance = 2;
    FAILS(CLPWL_ERR_ARGUMENT, "tolerance", clpwl_prove(&p, exact.f, table, &o));
    o.tolerance = 0;
    o.seconds = -1;
    FAILS(CLPWL_ERR_ARGUMENT, "seconds", clpwl_prove(&p, exact.f, table, &o));
    clpwl_table_free(table);
    end_wish(&exact);
}
END_TEST

/* What a design says is proved, for plain and weighted errors, and of targets in each norm. A filter's
 * weight is counted on the average in L1 and L2. A callback has no proof. */
START_TEST(designs_say_what_is_proved)
{
    static const struct {
        const char *f, *words;
        int is_bound;
    } rows[] = {{"bessel_j0", "0:20 E=1e-4", 1},         {"gelu", "-4:4 E=1e-3 l2", 1},
                {"exp(x)", "-3:3 E=1e-3 floor=0.1", 1},  {"sin", "0:6 E=1e-2 l1", 1},
                {"gaussian", "0:4 E=1e-2 bits=8", 1},    {"gaussian", "0:4 E=1e-2 l2 bits=8", 0},
                {"x^2", "0:1 E=1e-2 callback", -1}};
    clpwl_table *plain, *table;
    wish w;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    OK(clpwl_design(&plain, w.f, &w.o));
    w.o.proving = CLPWL_PROVING_TRIED;
    OK(clpwl_design(&table, w.f, &w.o));
    const clpwl_weighting *weighting = clpwl_table_weighting(table);
    clpwl_error proved = weighting ? weighting->proved : clpwl_table_proved(table);
    clpwl_error measured = weighting ? weighting->measured : clpwl_table_measured(table);
    const clpwl_target *t = clpwl_table_target(table);
    ck_assert(isnan(clpwl_table_proved(plain).linf));
    ck_assert_int_eq(clpwl_table_target(plain)->evidence, CLPWL_EVIDENCE_MEASURED);
    ck_assert_uint_eq(clpwl_table_segments(plain), clpwl_table_segments(table));
    for (int norm = CLPWL_NORM_LINF; norm <= CLPWL_NORM_L2; norm++) {
        double p = clpwl_error_in(&proved, norm), m = clpwl_error_in(&measured, norm);
        EXPECT(rows[_i].is_bound < 0 ? isnan(p) : p >= m * (1 - 1e-5) && p <= m * 1.0011,
         "%s: %s %g proved, %g measured",
               rows[_i].f, clpwl_norm_name(norm), p, m);
    }
    ck_assert_int_eq(t->evidence, rows[_i].is_bound > 0 ? CLPWL_EVIDENCE_PROVED : CLPWL_EVIDENCE_MEASURED);
    EXPECT(t->reached <= t->max_error && (rows[_i].is_bound <= 0 || t->reached >= clpwl_error_in(&proved, w.o.norm)),
           "%s: %g reached", rows[_i].f, t->reached);
    clpwl_table_free(plain);
    clpwl_table_free(table);
    w.o.proving = CLPWL_PROVING_REQUIRED;
    if (rows[_i].is_bound < 0)
        FAILS(CLPWL_ERR_UNSUPPORTED, "", clpwl_design(&table, w.f, &w.o));
    end_wish(&w);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("proof");
    TCase *t = tcase_create("proof");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, a_function_without_an_enclosure_is_refused);
    tcase_add_test(t, threads_do_not_change_a_proof);
    tcase_add_test(t, the_catalogue_and_formulas_are_proved);
    tcase_add_test(t, derivatives_enclose_those_at_points);
    tcase_add_loop_test(t, proofs_are_close, 0, 18);
    tcase_add_loop_test(t, sides_are_proved_and_refuted, 0, 3);
    tcase_add_test(t, a_side_needs_all_roundings);
    tcase_add_loop_test(t, a_side_needs_the_roundings_beyond_a_knot, 0, 3);
    tcase_add_loop_test(t, known_errors_are_met, 0, 6);
    tcase_add_test(t, no_x_is_left_out_between_fp32_numbers);
    tcase_add_loop_test(t, certificates_have_the_numbers, 0, 5);
    tcase_add_test(t, what_cannot_be_proved_is_refused);
    tcase_add_loop_test(t, designs_say_what_is_proved, 0, 7);
    suite_add_tcase(s, t);
    return s;
}
