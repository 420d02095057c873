/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs beyond the domain: against long double far out, against widened tables, and what is refused. */
#include "expression/germ.h"
#include "support/wish.h"

static clpwl_table *design(const clpwl_function *f, double a, double b, clpwl_extend extend,
                           double left, double right)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_tails tails = {left, right};
    clpwl_table *table = NULL;
    o.aim = CLPWL_AIM_NONE;
    o.a = a;
    o.b = b;
    o.max_error = 1e-3;
    o.extend = extend;
    o.tails = extend == CLPWL_EXTEND_LINEAR ? &tails : NULL;
    OK(clpwl_design(&table, f, &o));
    return table;
}

static clpwl_proof prove(const clpwl_function *f, const clpwl_table *table, double a, double b,
                         int linf_only)
{
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    clpwl_proof p;
    o.a = a;
    o.b = b;
    o.linf_only = linf_only;
    clpwl_status status = clpwl_prove(&p, f, table, &o);
    ck_assert_msg(status == CLPWL_OK, "%s: %s", clpwl_function_name(f), clpwl_last_message());
    return p;
}

/* clang-format off */
/* f(x) - s x for x = z and x = -z, where s is the slope of that tail, without loss of digits. */
typedef long double rest(long double z);

static long double half_erfc(long double z) { return z * erfcl(z / sqrtl(2)) / 2; }
static long double minus_half_erfc(long double z) { return -half_erfc(z); }
static long double silu_rest(long double z) { return -z * expl(-z) / (1 + expl(-z)); }
static long double softplus_rest(long double z) { return log1pl(expl(-z)); }
static long double mish_left(long double z) { return -z * tanhl(log1pl(expl(-z))); }
/* tanh(log(u)) - 1 = -2 / (u^2 + 1), u = 1 + exp(z) */
static long double mish_right(long double z)
{
    long double q = expl(-z);
    return -2 * z * q * q / ((q + 1) * (q + 1) + q * q);
}
static long double tanh_rest(long double z) { return -tanhl(z); }
static long double erf_rest(long double z) { return -erfl(z); }
static long double logistic_left(long double z) { return expl(-z) / (1 + expl(-z)); }
static long double logistic_right(long double z) { return 1 / (1 + expl(-z)); }
static long double atan_left(long double z) { return -atanl(z); }
static long double x_tanh(long double z) { return -2 * z * expl(-2 * z) / (1 + expl(-2 * z)); }
static long double hyperbola(long double z) { return 1 / (z + sqrtl(1 + z * z)); }
static long double log_cosh(long double z) { return log1pl(expl(-2 * z)) - logl(2); }
static long double bump(long double z) { return 1 / (1 + z * z * z * z); }
static long double gompertz_left(long double z) { return expl(-expl(z)); }
static long double gompertz_right(long double z) { return expl(-expl(-z)); }
static long double cardinal(long double z) { return sinl(z) / z; }
static long double shrunk(long double z) { return z / (1 + z); }
static long double minus_shrunk(long double z) { return -shrunk(z); }
static long double elu_left(long double z) { return expm1l(-z); }
static long double nothing(long double z) { return 0 * z; }

static const struct asymptotic {
    const char *f;
    double a, b, slopes[2]; /* right, left */
    rest *rests[2];
} asymptotic[] = {
    {"x*erfc(-x/sqrt(2))/2", -5, 5, {1, 0}, {minus_half_erfc, minus_half_erfc}},
    {"x/(1+exp(-x))", -10, 10, {1, 0}, {silu_rest, silu_rest}},
    {"log1p(exp(x))", -10, 10, {1, 0}, {softplus_rest, softplus_rest}},
    {"x*tanh(log1p(exp(x)))", -10, 10, {1, 0}, {mish_right, mish_left}},
    {"tanh(x)", -4, 4, {0, 0}, {tanhl, tanh_rest}},
    {"erf(x)", -3, 4, {0, 0}, {erfl, erf_rest}},
    {"1/(1+exp(-x))", -8, 3, {0, 0}, {logistic_right, logistic_left}},
    {"atan(x)", -20, 30, {0, 0}, {atanl, atan_left}},
    {"x*tanh(x)", -10, 10, {1, -1}, {x_tanh, x_tanh}},
    {"sqrt(1+x^2)", -10, 20, {1, -1}, {hyperbola, hyperbola}},
    {"log(cosh(x))", -10, 8, {1, -1}, {log_cosh, log_cosh}},
    {"1/(1+x^4)", -6, 4, {0, 0}, {bump, bump}},
    {"exp(-exp(-x))", -3, 8, {0, 0}, {gompertz_right, gompertz_left}},
    {"x==0?1:sin(x)/x", -12, 12, {0, 0}, {cardinal, cardinal}},
    {"x/(1+abs(x))", -9, 9, {0, 0}, {shrunk, minus_shrunk}},
    {"x<0?expm1(x):x", -7, 4, {1, 0}, {nothing, elu_left}},
};
/* clang-format on */
enum { ASYMPTOTIC = sizeof asymptotic / sizeof *asymptotic };

/* The tail's error at z in long double. */
static long double error_at(const struct asymptotic *row, const clpwl_table *table, int left,
                            long double z)
{
    size_t at = left ? 0 : clpwl_table_segments(table);
    long double y0 = clpwl_table_values(table)[at], x0 = clpwl_table_knots(table)[at];
    return row->rests[left](z) - (y0 - row->slopes[left] * x0);
}

/* The largest error up to the reach, at 4096 places an octave near the domain and 8 far out. */
static double most_seen(const struct asymptotic *row, const clpwl_table *table, int left,
                        double reach)
{
    long double most = 0, from = left ? -row->a : row->b;
    for (long double z = from; z <= reach; z *= z < 1e4L ? 1 + 1e-4L : 1.09L)
        most = fmaxl(most, fabsl(error_at(row, table, left, z)));
    return (double)most;
}

START_TEST(tails_have_no_larger_error)
{
    static const double reaches[] = {1e3, 3e38, INFINITY};
    for (int i = 0; i < ASYMPTOTIC; i++) {
        const struct asymptotic *row = &asymptotic[i];
        clpwl_function *f = function_of(row->f);
        clpwl_table *table = design(f, row->a, row->b, CLPWL_EXTEND_LINEAR, row->slopes[1], row->slopes[0]);
        clpwl_proof inside = prove(f, table, 0, 0, 1);
        for (size_t k = 0; k < sizeof reaches / sizeof *reaches; k++) {
            double to = reaches[k], furthest = fmin(to, 1e300);
            clpwl_proof p = prove(f, table, -to, to, 1);
            double right = most_seen(row, table, 0, furthest),
                   left = most_seen(row, table, 1, furthest);
            double seen = fmax(fmax(right, left), inside.least.linf);
            EXPECT(seen <= p.bound.linf * (1 + 1e-12) && p.bound.linf <= seen * (1 + 2e-3) &&
                       p.least.linf <= p.bound.linf && p.least.linf <= seen * (1 + 1e-3) && isnan(p.bound.l1) &&
                       isnan(p.bound.l2),
                   "%s to %g: %.9g seen, [%.9g, %.9g] proved", row->f, to, seen, p.least.linf, p.bound.linf);
        }
        clpwl_proof one = prove(f, table, row->a, INFINITY, 0),
                    other = prove(f, table, -INFINITY, row->b, 0);
        clpwl_proof both = prove(f, table, -INFINITY, INFINITY, 0);
        EXPECT(fmax(one.least.linf, other.least.linf) <= both.bound.linf &&
                   both.least.linf <= fmax(one.bound.linf, other.bound.linf),
               "%s: one side", row->f);
        EXPECT(isnan(one.bound.l1) && isnan(one.bound.l2), "%s", row->f);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* Segments in the place of tails have the same errors, in all norms. */
START_TEST(tails_agree_with_a_widened_table)
{
    static const clpwl_extend extends[] = {CLPWL_EXTEND_LINEAR, CLPWL_EXTEND_CLAMP};
    for (int i = 0; i < 2 * ASYMPTOTIC; i += test_factor() > 1 ? 1 : 3) {
        const struct asymptotic *row = &asymptotic[i / 2];
        clpwl_function *f = function_of(row->f);
        clpwl_table *wide = NULL, *table = design(f, row->a, row->b, extends[i % 2], row->slopes[1],
                                                  row->slopes[0]);
        const double reach = 300;
        OK(clpwl_table_widen(&wide, table, -reach, reach));
        clpwl_proof p = prove(f, table, -reach, reach, 0), q = prove(f, wide, 0, 0, 0);
        for (int norm = CLPWL_NORM_LINF; norm <= CLPWL_NORM_L2; norm++) {
            double least = clpwl_error_in(&p.least, norm), most = clpwl_error_in(&p.bound, norm);
            double low = clpwl_error_in(&q.least, norm), high = clpwl_error_in(&q.bound, norm);
            EXPECT(least <= high * (1 + 1e-9) && low <= most * (1 + 1e-9) && most <= 1.005 * least,
                   "%s: %s %g to %g and %g to %g", row->f, clpwl_norm_name(norm), least, most, low, high);
        }
        clpwl_table_free(table);
        clpwl_table_free(wide);
        clpwl_function_free(f);
    }
}
END_TEST

/* On cells of all sizes, formulas of all kinds: the range of a germ holds the values at points, which are
 * enclosed by other means. */
START_TEST(germs_hold_the_values_at_points)
{
    static const char *const formulas[] = {
        "x", "x^2-x", "1/(x-0.3)", "sqrt(x^2+x+1)", "exp(x)", "exp(1/x)", "exp(3-x^2/7)",
        "exp(-exp(x/9))", "cosh(x)*exp(-abs(x))", "log(cosh(x))", "log1p(1/x)*x^2-x", "expm1(1/x)*x",
        "x*tanh(x-1)", "tanh(exp(x))", "erfc(x)", "x*erfc(-x)", "x*atan(x^2)", "sin(x)", "x+sin(x)",
        "min(x,3)", "max(-x,x/2)", "x<2?sin(x):1/x", "sign(x)*3", "3^(x/5)", "x^-3", "(1+1/x)^2.5",
        "x*tanh(log1p(exp(x)))", "exp(x)/(1+exp(2*x))", "pi*x-e*x^2", "sin(x)*exp(-x/3)+x/7",
        "min(max(x+3,0),6)*x/6", "bessel_j0(1/x)", "cbrt(x)/x", "floor(1/x)", "x==0?1:sin(x)/x",
    };
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        clpwl__expression e = {0};
        clpwl__range at;
        int x, root, proved = 0;
        char *needed = NULL;
        OK(clpwl__expression_x(&e, &x));
        OK(clpwl__expression_add(&e, &root, formulas[i], x, NULL, NULL));
        OK(clpwl__expression_needs(&e, root, &needed));
        clpwl__range_init(&at);
        for (int k = 0; k < 4 * 14; k++) {
            double l = ldexp(1 + 0.1 * (k % 3), k / 4), width = k % 4 == 0   ? 1e-3
                                                                : k % 4 == 1 ? 1
                                                                             : 30;
            int sign = k % 2 ? -1 : 1;
            clpwl__cell on;
            clpwl__germ germ;
            clpwl__range range;
            arb_t y;
            clpwl__cell_init(&on, sign, l, k % 4 == 3 ? INFINITY : l * (1 + width));
            clpwl__germ_init(&germ);
            clpwl__range_init(&range);
            arb_init(y);
            OK(clpwl__germ_enclose(&germ, &e, root, needed, NULL, &on));
            clpwl__germ_range(y, &germ, &on);
            clpwl__range_set_arb(&range, y);
            proved += clpwl__range_known(&range);
            for (int n = 0; n <= 16 && clpwl__range_known(&range); n++) {
                double z = n == 0 ? l : l * (1 + width * pow(n / 16.0, 3));
                clpwl__range_set_double(&at, sign * z);
                OK(clpwl__enclose(&e, &at, NULL, needed));
                const clpwl__range *v = &e.values[root];
                EXPECT(!clpwl__range_known(v) ||
                           (arf_cmp(range.lo, v->hi) <= 0 && arf_cmp(range.hi, v->lo) >= 0),
                       "%s at %.17g: %.17g is not in [%.17g, %.17g]", formulas[i], sign * z,
                       clpwl__range_lower(v), clpwl__range_lower(&range),
                       clpwl__range_upper(&range));
            }
            arb_clear(y);
            clpwl__range_clear(&range);
            clpwl__germ_clear(&germ);
            clpwl__cell_clear(&on);
        }
        EXPECT(proved > 0, "%s: no germ", formulas[i]);
        clpwl__range_clear(&at);
        clpwl__free(needed);
        clpwl__expression_free(&e);
    }
}
END_TEST

START_TEST(asymptotes_are_found)
{
    static const struct {
        const char *f;
        double left, right;
    } rows[] = {{"3*x-2*atan(x)", 3, 3}, {"sqrt(2*x^2+x)", -M_SQRT2, M_SQRT2}, {"exp(x)", 0, NAN},
                {"x*atan(x)", -M_PI / 2, M_PI / 2}, {"x^2", NAN, NAN}, {"sin(x)", NAN, NAN},
                {"x*(2+sin(x))", NAN, NAN}, {"x/7+exp(-x)", NAN, 1.0 / 7}, {"x+sin(x)/x", 1, 1},
                {"log(1+x^2)", NAN, NAN}, {"x*sin(1/x)-x/3", -1.0 / 3, -1.0 / 3}, {"x^1.5", NAN, NAN},
                {"(x^3+1)/(x^2+1)", 1, 1}, {"1e39*x", NAN, NAN}, {"floor(x)", NAN, NAN}};
    clpwl_function *f = NULL;
    clpwl_tails tails;
    wish w;
    for (int i = 0; i < ASYMPTOTIC; i++) {
        f = function_of(asymptotic[i].f);
        OK(clpwl_find_tails(&tails, f));
        EXPECT(tails.left == asymptotic[i].slopes[1] && tails.right == asymptotic[i].slopes[0],
               "%s: %g and %g", asymptotic[i].f, tails.left, tails.right);
        EXPECT(!signbit(tails.left) || tails.left < 0, "%s: -0", asymptotic[i].f);
        clpwl_function_free(f);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double right[] = {rows[i].left, rows[i].right};
        f = function_of(rows[i].f);
        OK(clpwl_find_tails(&tails, f));
        for (int k = 0; k < 2; k++) {
            double got = k ? tails.right : tails.left;
            EXPECT(got == right[k] || (isnan(got) && isnan(right[k])), "%s: %.17g", rows[i].f, got);
        }
        clpwl_function_free(f);
    }
    begin_wish(&w, "tanh(x)", "callback");
    FAILS(CLPWL_ERR_UNSUPPORTED, "numbers", clpwl_find_tails(&tails, w.f));
    end_wish(&w);
}
END_TEST

START_TEST(what_has_no_asymptote_is_refused)
{
    static const struct {
        const char *f;
        double left, right, a, b;
        clpwl_status code;
        const char *named;
    } rows[] = {
        {"sin(x)", 0, 0, -4, INFINITY, CLPWL_ERR_NUMERIC, "settle"},
        {"x+sin(x)", 1, 1, -4, INFINITY, CLPWL_ERR_NUMERIC, "settle"},
        {"x^2", -1, 1, -INFINITY, 4, CLPWL_ERR_NUMERIC, "x^2 has no linear asymptote"},
        {"exp(x)", 0, 0, -4, INFINITY, CLPWL_ERR_NUMERIC, "exp(x) has no linear asymptote"},
        {"x*tanh(x)", -1, 1.5, -INFINITY, INFINITY, CLPWL_ERR_NUMERIC,
         "0.5 a unit of x from the tail of slope 1.5"},
        {"x*atan(x)", 0, M_PI / 2, -4, INFINITY, CLPWL_ERR_NUMERIC, "no double"},
        {"asinh(x)", 0, 0, -4, INFINITY, CLPWL_ERR_NUMERIC, "asinh(x)"},
        {"exp(x)", 0, 0, -4, 1e30, CLPWL_ERR_NUMERIC, "too large"},
        {"x", 1, 1, -2, INFINITY, CLPWL_ERR_ARGUMENT, "domain"},
        {"x", 1, 1, -1e39, 1e39, CLPWL_ERR_ARGUMENT, "[-1e+39, 1e+39]"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = function_of(rows[i].f);
        clpwl_table *table = design(f, -4, 4, CLPWL_EXTEND_LINEAR, rows[i].left, rows[i].right);
        clpwl_prove_options o = CLPWL_PROVE_INIT;
        clpwl_proof p;
        o.a = rows[i].a;
        o.b = rows[i].b;
        FAILS(rows[i].code, rows[i].named, clpwl_prove(&p, f, table, &o));
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* A reach below 2, the least cell at infinity. */
START_TEST(short_tails)
{
    clpwl_function *f = function_of("exp(-x^2)");
    clpwl_table *table = design(f, -0.5, 0.5, CLPWL_EXTEND_CLAMP, NAN, NAN);
    clpwl_proof p = prove(f, table, -0.5, 1.5, 0);
    double most = clpwl_table_value(table, 1.5) - exp(-2.25);
    ck_assert_double_eq_tol(p.bound.linf / most, 1, 1.1e-3);
    double l1 = clpwl_table_value(table, 1.5) - (erf(1.5) - erf(0.5)) * sqrt(M_PI) / 2;
    EXPECT(p.bound.l1 >= l1 && p.bound.l1 <= l1 + 2e-3, "%g, not %g", p.bound.l1, l1); /* and the error inside */
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

START_TEST(extensions_without_tails_are_refused)
{
    clpwl_function *f = function_of("1/(1+x^2)");
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    clpwl_proof p;
    for (clpwl_extend extend = CLPWL_EXTEND_CLAMP; extend <= CLPWL_EXTEND_LINEAR; extend++) {
        clpwl_table *table = design(f, -4, 4, extend, NAN, NAN);
        int straight = extend == CLPWL_EXTEND_CLAMP || extend == CLPWL_EXTEND_ZERO;
        o.a = -4;
        o.b = INFINITY;
        if (straight) {
            OK(clpwl_prove(&p, f, table, &o));
            double most = extend == CLPWL_EXTEND_ZERO ? 1.0 / 17 : clpwl_table_value(table, 4);
            EXPECT(fabs(p.bound.linf - most) <= 2e-3 * most, "%s: %g", clpwl_extend_name(extend),
                   p.bound.linf);
        } else if (extend == CLPWL_EXTEND_LINEAR) {
            FAILS(CLPWL_ERR_NUMERIC, "--tails auto", clpwl_prove(&p, f, table, &o));
        } else {
            FAILS(CLPWL_ERR_ARGUMENT, clpwl_extend_name(extend), clpwl_prove(&p, f, table, &o));
        }
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("tails");
    TCase *t = tcase_create("tails");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, tails_have_no_larger_error);
    tcase_add_test(t, tails_agree_with_a_widened_table);
    tcase_add_test(t, germs_hold_the_values_at_points);
    tcase_add_test(t, asymptotes_are_found);
    tcase_add_test(t, what_has_no_asymptote_is_refused);
    tcase_add_test(t, short_tails);
    tcase_add_test(t, extensions_without_tails_are_refused);
    suite_add_tcase(s, t);
    return s;
}
