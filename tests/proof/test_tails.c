/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs beyond the domain: against values far out, against widened tables, and what is refused. */
#include "expression/germ.h"
#include "support/wish.h"

/* A table within 1e-3; of linear tails with the slopes, or those of its ends. */
static clpwl_table *design(const clpwl_function *f, double a, double b, clpwl_extend extend, double left,
                           double right)
{
    const clpwl_tails tails = {left, right};
    const clpwl_design_options o = {.size = sizeof o, .a = a, .b = b, .max_error = 1e-3, .extend = extend,
                                    .tails = extend == CLPWL_EXTEND_LINEAR ? &tails : NULL};
    clpwl_table *table = NULL;
    OK(clpwl_design(&table, f, &o));
    return table;
}

static clpwl_proof prove(const clpwl_function *f, const clpwl_table *table, double a, double b)
{
    const clpwl_prove_options o = {.size = sizeof o, .a = a, .b = b, .linf_only = isinf(a) || isinf(b)};
    clpwl_proof p;
    clpwl_status status = clpwl_prove(&p, f, table, &o);
    ck_assert_msg(status == CLPWL_OK, "%s: %s", clpwl_function_name(f), clpwl_last_message());
    return p;
}

/* clang-format off */
/* f(x) - s x for x = z and x = -z, where s is the slope of that tail, without loss of digits. */
typedef double rest(double z);

static double silu_rest(double z) { return -z * exp(-z) / (1 + exp(-z)); }
static double mish_left(double z) { return -z * tanh(log1p(exp(-z))); }
/* tanh(log(u)) - 1 = -2 / (u^2 + 1), u = 1 + exp(z) */
static double mish_right(double z)
{
    double q = exp(-z);
    return -2 * z * q * q / ((q + 1) * (q + 1) + q * q);
}
static double atan_left(double z) { return -atan(z); }
static double hyperbola(double z) { return 1 / (z + sqrt(1 + z * z)); }
static double log_cosh(double z) { return log1p(exp(-2 * z)) - log(2); }
static double bump(double z) { return 1 / (1 + z * z * z * z); }
static double cardinal(double z) { return sin(z) / z; }
static double elu_left(double z) { return expm1(-z); }
static double nothing(double z) { return 0 * z; }

static const struct asymptotic {
    const char *f;
    double a, b, slopes[2]; /* right, left */
    rest *rests[2];
} asymptotic[] = {
    {"x/(1+exp(-x))", -10, 10, {1, 0}, {silu_rest, silu_rest}},
    {"x*tanh(log1p(exp(x)))", -10, 10, {1, 0}, {mish_right, mish_left}},
    {"atan(x)", -20, 30, {0, 0}, {atan, atan_left}},
    {"sqrt(1+x^2)", -10, 20, {1, -1}, {hyperbola, hyperbola}},
    {"log(cosh(x))", -10, 8, {1, -1}, {log_cosh, log_cosh}},
    {"1/(1+x^4)", -6, 4, {0, 0}, {bump, bump}},
    {"x==0?1:sin(x)/x", -12, 12, {0, 0}, {cardinal, cardinal}},
    {"x<0?expm1(x):x", -7, 4, {1, 0}, {nothing, elu_left}},
};
/* clang-format on */
enum { ASYMPTOTIC = sizeof asymptotic / sizeof *asymptotic };

/* The largest error of a tail up to the reach, at 7000 places an octave near the domain and 8 far out. */
static double most_seen(const struct asymptotic *row, const clpwl_table *table, int left, double reach)
{
    size_t at = left ? 0 : clpwl_table_segments(table);
    double y0 = clpwl_table_values(table)[at], x0 = clpwl_table_knots(table)[at], most = 0;
    for (double z = fabs(x0); z <= reach; z *= z < 1e4 ? 1 + 1e-4 : 1.09)
        most = fmax(most, fabs(row->rests[left](z) - (y0 - row->slopes[left] * x0)));
    return most;
}

TEST(tails_have_no_larger_error)
{
    static const double reaches[] = {1e3, 3e38, INFINITY};
    for (int i = 0; i < ASYMPTOTIC; i++) {
        const struct asymptotic *row = &asymptotic[i];
        clpwl_function *f = function_of(row->f);
        clpwl_table *table = design(f, row->a, row->b, CLPWL_EXTEND_LINEAR, row->slopes[1], row->slopes[0]);
        double inside = prove(f, table, 0, 0).least.linf;
        for (int k = 0; k < 3 * 4; k++) { /* no tail is asked for, the right one, the left one, both */
            double to = reaches[k / 4], furthest = fmin(to, 1e300), seen = inside;
            clpwl_proof p = prove(f, table, k & 2 ? -to : row->a, k & 1 ? to : row->b);
            seen = fmax(seen, k & 1 ? most_seen(row, table, 0, furthest) : 0);
            seen = fmax(seen, k & 2 ? most_seen(row, table, 1, furthest) : 0);
            EXPECT(seen <= p.bound.linf * (1 + 1e-11) && p.bound.linf <= seen * (1 + 2e-3) &&
                       p.least.linf <= p.bound.linf && p.least.linf <= seen * (1 + 1e-3) &&
                       isnan(p.bound.l1) == (isinf(to) && k % 4),
                   "%s to %g: %.9g seen, [%.9g, %.9g] proved", row->f, to, seen, p.least.linf, p.bound.linf);
        }
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}

/* Segments in the place of tails have the same errors, in all norms. */
TEST(tails_agree_with_a_widened_table)
{
    for (int i = 0; i < ASYMPTOTIC; i++) {
        const struct asymptotic *row = &asymptotic[i];
        clpwl_function *f = function_of(row->f);
        clpwl_table *wide, *table = design(f, row->a, row->b, i % 2 ? CLPWL_EXTEND_LINEAR
                                           : CLPWL_EXTEND_CLAMP,
                                           row->slopes[1], row->slopes[0]);
        const double reach = 300;
        OK(clpwl_table_widen(&wide, table, -reach, reach));
        clpwl_proof p = prove(f, table, -reach, reach), q = prove(f, wide, 0, 0);
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

/* On cells of all sizes, formulas of all kinds: the range of a germ holds the values at points, which are
 * enclosed by other means. */
TEST(germs_hold_the_values_at_points)
{
    static const char *const formulas[] = {
        "1/(x-0.3)", "sqrt(x^2+x+1)", "exp(1/x)", "exp(3-x^2/7)", "exp(-exp(x/9))", "cosh(x)*exp(-abs(x))",
        "log(cosh(x))", "log1p(1/x)*x^2-x", "expm1(1/x)*x", "x*tanh(x-1)", "tanh(exp(x))", "x*erfc(-x)",
        "x*atan(x^2)", "x+sin(x)", "max(-x,x/2)", "x<2?sin(x):1/x", "sign(x)*3", "3^(x/5)", "(1+1/x)^2.5",
        "x*tanh(log1p(exp(x)))", "exp(x)/(1+exp(2*x))", "pi*x-e*x^2", "sin(x)*exp(-x/3)+x/7",
        "min(max(x+3,0),6)*x/6", "bessel_j0(1/x)", "cbrt(x)/x", "floor(1/x)", "x==0?1:sin(x)/x",
    };
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        clpwl__expression e = {0};
        RANGE(at);
        int root, proved = 0;
        OK(clpwl__expression_add(&e, &root, formulas[i], NULL, NULL));
        for (int k = 0; k < 4 * 14; k++) {
            double l = ldexp(1 + 0.1 * (k % 3), k / 4), width = (const double[]){1e-3, 1, 30, 30}[k % 4];
            int sign = k % 2 ? -1 : 1;
            CELL(on);
            GERM(germ);
            RANGE(range);
            ARB(y);
            clpwl__cell_init(&on, sign, l, k % 4 == 3 ? INFINITY : l * (1 + width));
            OK(clpwl__germ_enclose(&germ, &e, root, &on));
            clpwl__germ_range(y, &germ, &on);
            clpwl__range_set_arb(&range, y);
            proved += clpwl__range_known(&range);
            for (int n = 0; n <= 16 && clpwl__range_known(&range); n++) {
                double z = n == 0 ? l : l * (1 + width * pow(n / 16.0, 3));
                clpwl__range_set_double(&at, sign * z);
                OK(clpwl__enclose(&e, root, &at));
                const clpwl__range *v = &e.values[root];
                EXPECT(!clpwl__range_known(v) ||
                           (arf_cmp(range.lo, v->hi) <= 0 && arf_cmp(range.hi, v->lo) >= 0),
                       "%s at %.17g: %.17g is not in [%.17g, %.17g]", formulas[i], sign * z,
                       clpwl__range_lower(v), clpwl__range_lower(&range),
                       clpwl__range_upper(&range));
            }
        }
        EXPECT(proved > 0, "%s: no germ", formulas[i]);
        clpwl__expression_free(&e);
    }
}

TEST(asymptotes_are_found)
{
    static const struct {
        const char *f;
        double left, right;
    } rows[] = {{"3*x-2*atan(x)", 3, 3}, {"sqrt(2*x^2+x)", -M_SQRT2, M_SQRT2}, {"exp(x)", 0, NAN},
                {"x*atan(x)", -M_PI / 2, M_PI / 2}, {"x^2", NAN, NAN}, {"sin(x)", NAN, NAN},
                {"x*(2+sin(x))", NAN, NAN}, {"x/7+exp(-x)", NAN, 1.0 / 7}, {"x+sin(x)/x", 1, 1},
                {"log(1+x^2)", NAN, NAN}, {"x*sin(1/x)-x/3", -1.0 / 3, -1.0 / 3}, {"x^1.5", NAN, NAN},
                {"(x^3+1)/(x^2+1)", 1, 1}, {"1e39*x", NAN, NAN}, {"floor(x)", NAN, NAN}};
    enum { ROWS = sizeof rows / sizeof *rows };
    clpwl_tails tails;
    wish w;
    for (int i = 0; i < ROWS + ASYMPTOTIC; i++) {
        const struct asymptotic *row = &asymptotic[i < ROWS ? 0 : i - ROWS];
        const double left = i < ROWS ? rows[i].left : row->slopes[1], right = i < ROWS ? rows[i].right
            : row->slopes[0];
        clpwl_function *f = function_of(i < ROWS ? rows[i].f : row->f);
        OK(clpwl_find_tails(&tails, f));
        EXPECT((tails.left == left || (isnan(left) && isnan(tails.left))) &&
                   (tails.right == right || (isnan(right) && isnan(tails.right))) &&
                   (!signbit(tails.left) || tails.left != 0),
               "%s: %.17g and %.17g", clpwl_function_name(f), tails.left, tails.right);
        clpwl_function_free(f);
    }
    begin_wish(&w, "tanh(x)", "callback");
    FAILS(CLPWL_ERR_UNSUPPORTED, "numbers", clpwl_find_tails(&tails, w.f));
    end_wish(&w);
}

TEST(what_has_no_asymptote_is_refused)
{
    static const struct {
        const char *f;
        double left, right, a, b;
        clpwl_status code;
        const char *named;
    } rows[] = {
        {"sin(x)", 0, 0, -4, INFINITY, CLPWL_ERR_NUMERIC, "settle"},
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

/* A reach below 2, the least cell at infinity. */
TEST(short_tails)
{
    clpwl_function *f = function_of("exp(-x^2)");
    clpwl_table *table = design(f, -0.5, 0.5, CLPWL_EXTEND_CLAMP, NAN, NAN);
    clpwl_proof p = prove(f, table, -0.5, 1.5);
    double most = clpwl_table_value(table, 1.5) - exp(-2.25);
    ck_assert_double_eq_tol(p.bound.linf / most, 1, 1.1e-3);
    double l1 = clpwl_table_value(table, 1.5) - (erf(1.5) - erf(0.5)) * sqrt(M_PI) / 2;
    /* and the error inside */
    EXPECT(p.bound.l1 >= l1 && p.bound.l1 <= l1 + 2e-3, "%g, not %g", p.bound.l1, l1);
    clpwl_table_free(table);
    clpwl_function_free(f);
}

TEST(extensions_without_tails_are_refused)
{
    clpwl_function *f = function_of("1/(1+x^2)");
    const clpwl_prove_options o = {.size = sizeof o, .a = -4, .b = INFINITY};
    clpwl_proof p;
    for (clpwl_extend extend = CLPWL_EXTEND_CLAMP; extend <= CLPWL_EXTEND_LINEAR; extend++) {
        clpwl_table *table = design(f, -4, 4, extend, NAN, NAN);
        if (extend == CLPWL_EXTEND_CLAMP || extend == CLPWL_EXTEND_ZERO) {
            OK(clpwl_prove(&p, f, table, &o));
            double most = extend == CLPWL_EXTEND_ZERO ? 1.0 / 17 : clpwl_table_value(table, 4);
            EXPECT(fabs(p.bound.linf - most) <= 2e-3 * most, "%s: %g", clpwl_extend_name(extend),
                   p.bound.linf);
        } else {
            const int is_linear = extend == CLPWL_EXTEND_LINEAR;
            FAILS(is_linear ? CLPWL_ERR_NUMERIC : CLPWL_ERR_ARGUMENT,
                  is_linear ? "--tails auto" : clpwl_extend_name(extend), clpwl_prove(&p, f, table, &o));
        }
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
