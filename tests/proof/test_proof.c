/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs, against values of f in double, against known errors, and of what cannot be proved. */
#include "proof/claim.h"
#include "support/wish.h"

/* Of f, as v is 0; not bound to a segment. */
static clpwl_function *claim_f(clpwl__claim *claim, const char *text)
{
    static const double knots[] = {-8, 8}, zeros[] = {0, 0};
    clpwl_function *f = function_of(text);
    OK(clpwl__claim_create(claim, f, NULL, CLPWL_SHAPER_NONE, 1));
    OK(clpwl__claim_segment(claim, knots, zeros, 0));
    return f;
}

/* Two tables with enough segments for several waves of several threads. */
TEST(threads_do_not_change_a_proof)
{
    static const char *const texts[] = {"sin(50x)*exp(-x)+0.1cos(200x^2)", "abs(sin(9x))+gelu(x)"};
    for (int i = 0; i < 4; i++) {
        clpwl_table *table;
        clpwl_proof one, p;
        wish w;
        begin_wish(&w, texts[i / 2], i % 2 ? "0:1 N=300 optimized floor=0.1" : "0:1 N=300 optimized");
        OK(clpwl_design(&table, w.f, &w.o));
        for (unsigned threads = 1; threads <= 5; threads += 4) {
            const clpwl_prove_options o = {.size = sizeof o, .weight = w.o.weight, .threads = threads};
            OK(clpwl_prove(&p, w.f, table, &o));
            one = threads == 1 ? p : one;
            EXPECT(memcmp(&one, &p, sizeof p) == 0, "%s: %.17g by one thread, %.17g by %u", texts[i / 2],
                   one.bound.linf, p.bound.linf, threads);
        }
        clpwl_table_free(table);
        end_wish(&w);
    }
}

static const struct formula {
    const char *text;
    double a, b;
} formulas[] = {
    {"lorentzian:x0=1,gamma=0.5", -3, 4}, {"sin(50x)*exp(-x)+0.1cos(200x^2)", 0, 1},
    {"abs(x-0.3)", 0, 1}, {"sqrt(abs(x-0.5))", 0, 1}, {"x<0.5?x^2:x/2", 0, 1},
    {"min(x,1-x,0.3)", 0, 1}, {"max(sin(x),cos(x))", 0, 6}, {"bessel_jnu(2.5,x)", 0.5, 12},
    {"beta(x,2)", 0.5, 3}, {"ci(x)", 0.5, 10}, {"dilog(x)", 1.25, 1.9},
    {"dilog(x)", 1.5, 9}, {"ellint_k(x)", 0, 0.9}, {"atanh(x)", -0.9, 0.9},
    
    {"x^x", 0.1, 2}, 
    {"sign(x)*x^2", -1, 1}, {"gamma(x)", 0.5, 4},
    {"x<1&&x>0?x^2:1", 0.1, 0.9}, {"bessel_knu(1/3,x)", 0.5, 5}, {"bessel_ynu(1/3,x)", 1, 9},
    {"gamma_inc_p(1/3,x)", 0.5, 6}, {"digamma(x)", -0.9, -0.1}, {"atan2(x-0.3,-1)", 0.3125, 1},
    {"atan2(x,-1)", -4, -0.5}, {"clausen(x)", 0.5, 5}, {"legendre_p(4,x)", -0.9, 0.8},
    {"x!=0?sin(pi*x)/(pi*x):1", -2, 3}, {"x==0?1:(exp(x)-1)/x", -1, 2},
    {"debye1(x)", 0, 30}, {"debye3(x)", 0.5, 40}, {"transport2(x)", 0, 20}, {"synchrotron1(x)", 0.1, 6},
    /* The catalogue with other parameters. */
    {"clamp:lo=0,hi=0.125", -1, 1}, {"gaussian:mu=1000,sigma=0.25", 1000, 1001},
    {"lanczos:lobes=2", -3, 3}, {"leaky_relu:slope=-0.5", -4, 4}, {"power:exponent=0.45", 0, 1},
    {"lennard_jones:epsilon=0.25,sigma=3.5", 3.15, 10}, {"sinc:omega=3.140625", -5, 5},
    {"voigt:x0=5,sigma=0.5,gamma=0.125", 5, 15}, {"voigt:gamma=0.0009765625", 0, 10},
    {"voigt:gamma=0", -3, 3}, {"voigt:sigma=0.125,gamma=4", 0, 10},
};

enum { FORMULAS = sizeof formulas / sizeof *formulas };

/* Row i: of the catalogue, then of the formulas. */
static int row_of(int i, struct formula *row)
{
    size_t count;
    const clpwl_catalogue_entry *entry = clpwl_catalogue(&count);
    if (i >= (int)count + FORMULAS)
        return 0;
    *row = i < (int)count ? (struct formula){entry[i].name, entry[i].a, entry[i].b}
                          : formulas[i - (int)count];
    return 1;
}

static int has_parameters(const char *text)
{
    return strchr(text, '=') && !strchr(text, '(');
}

/* f is off by its own rounding, as much of its argument's, and a part of 1e-14; functions of GSL that only
 * formulas have by more. */
static void check_f(const struct formula *row, const clpwl_function *f, clpwl__claim *claim)
{
    enum { POINTS = 250 };
    double part = clpwl__catalogue_named(row->text) || has_parameters(row->text) ? 1e-14 : 2e-11, y;
    for (int i = 0; i <= POINTS; i++) {
        const double x = i < POINTS ? row->a + (row->b - row->a) * i / POINTS : row->b;
        const clpwl__range *e;
        OK(clpwl__claim_on(claim, 1, x, x, &e));
        double slope = fmax(fabs(clpwl__range_lower(e)), fabs(clpwl__range_upper(e)));
        OK(clpwl__claim_on(claim, 0, x, x, &e));
        double from = clpwl__range_lower(e), to = clpwl__range_upper(e);
        if (!isfinite(from)) /* a limit */
            continue;
        OK(clpwl_function_value(f, x, &y));
        double slack = part * fabs(y) + (isfinite(slope) ? part / 4 * slope * fabs(x) : 0) + 1e-18;
        EXPECT(from - slack <= y && y <= to + slack, "%s: f(%.17g) = %.17g is not in [%.17g, %.17g] +- %g",
               row->text, x, y, from, to, slack);
    }
}

/* Each derivative of the residual on random intervals encloses those at points inside. A derivative is that
 * by differences of the one below it: both by enclosures at points, so that only the rules of derivatives
 * are tested. */
TEST(derivatives_enclose_those_at_points)
{
    enum { TRIALS = 6, POINTS = 8 };
    uint32_t state = 1;
    struct formula row;
    for (int i = 0; row_of(i, &row); i++) {
        const double length = row.b - row.a;
        const clpwl__range *e;
        clpwl__claim claim;
        clpwl_function *f = claim_f(&claim, row.text);
        ck_assert_msg(claim.orders == CLPWL__ORDERS, "%s: %d derivatives", row.text, claim.orders - 1);
        check_f(&row, f, &claim);
        const int is_repeated = has_parameters(row.text); /* the enclosures are those of another row */
        for (int k = 0; k < TRIALS && !is_repeated; k++) {
            double width = length * exp2(-1 - 2.0 * k);
            double l = row.a + random_01(&state) * (length - width), r = l + width;
            for (int order = 0; order < CLPWL__ORDERS; order++) {
                OK(clpwl__claim_on(&claim, order, l, r, &e));
                double lower = clpwl__range_lower(e), upper = clpwl__range_upper(e);
                for (int n = 0; n < POINTS; n++) {
                    double x = l + width * random_01(&state);
                    OK(clpwl__claim_on(&claim, order, x, x, &e));
                    double from = clpwl__range_lower(e), to = clpwl__range_upper(e);
                    if (!isfinite(from)) /* a kink or a pole at x */
                        continue;
                    EXPECT(to >= lower && from <= upper,
                     "%s: order %d at %.17g: [%g, %g] is not in [%g, %g]", row.text,
                           order, x, from, to, lower, upper);
                }
            }
        }
        for (int order = 1; order < CLPWL__ORDERS && !is_repeated; order++) {
            double x = row.a + 0.3183 * length, h = 1e-7 * length, y[3];
            for (int k = 0; k < 3; k++) {
                OK(clpwl__claim_on(&claim, order - (k != 1), x + (k - 1) * h, x + (k - 1) * h, &e));
                y[k] = clpwl__range_upper(e);
            }
            double by_differences = (y[2] - y[0]) / (2 * h), rounding = 1e-15 * (fabs(y[0]) + fabs(y[2])) / h;
            /* h^2/6 times two derivatives higher is far below 1e-6 of the scale. */
            double scale = fabs(y[1]) + fabs(y[0]) / length + rounding;
            EXPECT(fabs(by_differences - y[1]) <= 1e-5 * scale + rounding,
                   "%s: derivative %d at %g is %.9g, by differences %.9g", row.text, order, x, y[1],
                       by_differences);
        }
        clpwl__claim_free(&claim);
        clpwl_function_free(f);
    }
}

/* Designs of which a proof has its difficulties. */
static const char *const designs[][2] = {
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
    /* A kink at the end of a segment has a slope on each side. */
    {"x^2-0.5*abs(x-0.5)", "0:0.5 N=1"}, {"x^2-max(x-0.5,0)", "0:0.5 N=1"}, {"x^2+min(0.5-x,0)", "0:0.5 N=1"},
    {"x^2-0.5*max(0.5-x,0)", "0.5:1 N=1"}, {"x^2+0.5*abs(x-0.5)", "0.5:1 N=1"},
    /* Jumps: of the segment across, and by 2 pi at the negative axis. */
    {"x<0.5?0:1", "0:1 N=4 optimized also=0.5"}, {"atan2(x-0.3,-1)", "0:1 N=4 also=0.3"},
    {"atan2(x^2-0.09,x-2)", "0:1 N=4 also=0.3"}, {"-atan2(0.3-x,-exp(x))", "0:1 N=4 also=0.3"},
    /* The last segment is 1e30 long. The rounding of a slope of 1e-3 there, 1e11, was taken for one of
     * e. */
    {"exp(-x)", "0:1e30 E=1e-3 optimized"},
    /* Limits, from both sides and from one, and at a value that is given; digits that cancel. */
    {"coth(x)-1/x", "-5:5 N=40"}, {"factorial(x)", "0:3 N=40"}, {"x>1 and x<2 ? x^2-3*x : -2", "0:3 N=40"},
    {"1/tanh(x)-1/x", "-5:5 N=40"}, {"(exp(x)-e)/(x-1)", "-1:3 N=40"}, {"sin(pi*x)/(1-x)", "-2:3 N=40"},
    {"1/gamma(x)", "-3.5:3.5 N=60"}, {"x^x", "0:3 N=40"}, {"exp(-1/x)", "0:5 N=40"},
    {"x==0?1:x/(exp(x)-1)", "-3:10 N=40"}, {"x==0?0:exp(-1/x^2)", "-2:2 N=40"},
    {"bessel_jnu(2.5,x)", "0:20 N=60"}, {"(erf(x)-1)*exp(x*x)", "3:9 N=30"}, {"cosh(x)-sinh(x)", "0:20 N=40"}, {"x^2+cos(acos(x))", "-1:1 N=8"},
    {"sqrt(pi/2)*exp(x*x/2)*(1-erf(x/sqrt(2)))", "0:10 N=40"},
    /* Functions made of steps: continuous ones, of descending and of nested arguments; one whose conditions
     * change together, one whose branch ends where the other begins, jumps that cancel. Then jumps that
     * stay. */
    {"abs(x-2*floor(x/2+0.5))", "0:10 N=37"},
    {"abs(x*pi-2*floor(x*pi/2+0.5))*x", "0:3 N=40"},
    {"abs(3-x-2*floor((3-x)/2+0.5))+x^2", "0:7 N=40"},
    {"(x-floor(x))*(1-(x-floor(x)))", "-3:3.3 N=40"},
    {"abs(x-rint(x))+cos(x)", "-3:3 N=40"},
    {"abs(abs(x-2*floor(x/2+0.5))-2*floor(abs(x-2*floor(x/2+0.5))/2+0.5))+x^2", "0:5 N=40"},
    {"abs(floor(x)/2-floor(floor(x)/2)-0.25)+x^2", "0:5 N=40"},
    {"sign(x)*abs(x)^1.5", "-1:1 N=40"},
    {"fmod(x,2)*(abs(x)<2?1:0)+x^2", "-1.9:1.9 N=40"},
    {"(x<1)*x^2+(x>=1)*(2-x)", "0:2 N=40"},
    {"x^2<2?sqrt(2-x^2):x^2-2", "0:3 N=40"},
    {"abs(x-floor(x)-0.5)*abs(2*x-floor(2*x)-0.5)*abs(4*x-floor(4*x)-0.5)", "0:1 N=40"},
    {"floor(x)", "0.5:1.5 N=1 also=0.9999999"}, {"floor(floor(x)/2)", "1.5:2.5 N=1 also=2"},
    {"fmod(x,1)", "0.5:1.5 N=1 also=0.9999999"}, {"round(x)", "0:1 N=1 also=0.5"},
    {"sign(x-1/3)", "0:1 N=1 also=0.3333333"},
    {"floor(x)*ceil(-x)", "0.5:1.5 N=1 also=1"}, {"x*floor(1/x)", "0.051:0.09 N=1 also=0.0526315"}};

/* The proof holds what is seen, and measured but for quadrature, and is close to it: 1e-3 is the tolerance of
 * either. What is seen beside w.also samples miss; shapers are measured in x. */
static void prove_close(const wish *w, const char *text)
{
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    clpwl_table *t;
    clpwl_proof p;
    clpwl_error measured;
    OK(clpwl_design(&t, w->f, &w->o));
    const double *x = clpwl_table_knots(t), *c = clpwl_table_values(t);
    const size_t n = clpwl_table_segments(t);
    o.weight = w->o.weight;
    clpwl_status status = clpwl_prove(&p, w->f, t, &o);
    ck_assert_msg(status == CLPWL_OK, "%s: %s", text, clpwl_last_message());
    OK(clpwl_error_measure(w->f, w->o.weight, x, c, n, &measured));
    measured = w->o.shaper ? clpwl_table_measured(t) : measured;
    double seen = isnan(w->also) ? 0 : fabs(value_of(w->f, w->also) - clpwl_table_value(t, w->also)),
        largest = 0;
    for (size_t i = 0; i <= n; i++)
        largest = fmax(largest, fabs(c[i]));
    for (size_t i = 0; i < n && !w->o.weight; i++)
        for (int k = 0; k <= 64; k++) {
            double at = k < 64 ? x[i] + (x[i + 1] - x[i]) * k / 64 : x[i + 1];
            seen = fmax(seen, fabs(value_of(w->f, at) - clpwl_table_value(t, at)));
        }
    const double slack = 1e-12 * largest; /* values of special functions in double */
    EXPECT(seen <= p.bound.linf + slack, "%s: %g seen, %g proved", text, seen, p.bound.linf);
    for (int norm = CLPWL_NORM_LINF; norm <= CLPWL_NORM_L2; norm++) {
        double m = clpwl_error_in(&measured, norm), bound = clpwl_error_in(&p.bound, norm),
               least = clpwl_error_in(&p.least, norm);
        EXPECT(least <= bound && (norm || bound <= 1.001 * least + slack), "%s: %s [%g, %g] proved", text,
               clpwl_norm_name(norm), least, bound);
        EXPECT(!isnan(w->also) || (fabs(bound - m) <= 2e-3 * m + slack &&
                                   (norm || m <= bound * (1 + 1e-6) + slack)), /* infinite slopes */
               "%s: %s %g measured, [%g, %g] proved", text, clpwl_norm_name(norm), m, least, bound);
    }
    clpwl_table_free(t);
}

TEST(proofs_are_close)
{
    struct formula row;
    wish w;
    for (int i = 0; row_of(i, &row) && !has_parameters(row.text); i++) {
        begin_wish(&w, row.text, i % 2 ? "N=20 optimized" : "N=20 uniform");
        w.o.a = row.a;
        w.o.b = row.b;
        prove_close(&w, row.text);
        end_wish(&w);
    }
    for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) {
        begin_wish(&w, designs[i][0], designs[i][1]);
        prove_close(&w, designs[i][0]);
        end_wish(&w);
    }
}

/* f and its derivatives at x, to 17 digits of mpmath with mp.dps = 40: diff of these by k times, n / x**n *
 * quad(lambda t: t**n / expm1(t), linspace(0, x, 2 + int(x / 4)))             debye n t**2 * exp(t) /
 * expm1(t)**2                                                      transport2, k - 1 times x * exp(-x) *
 * quad(lambda t: exp(x) * besselk(5/3, t), [x, x + 1, x + 4, ... x + 256])   synchrotron1 At points, and on
 * ranges of all widths that end there, or have the point inside. */
TEST(integrals_are_those_of_mpmath)
{
    static const struct {
        const char *text;
        double x, y[CLPWL__ORDERS];
    } rows[] = {
        {"debye1(x)", 0, {1.0, -0.25, 0.055555555555555556, 0.0, -0.0066666666666666667}},
        {"debye1(x)", 2 + 0x1p-30, {0.60694728447294663, -0.14695599951407548, 0.044199405679521397,
         -0.0096348963445149167, -0.0018256647361040561}},
        {"debye3(x)", 7.5, {0.043655021148884321, -0.015801837134298461, 0.0069879126001282147,
         -0.0034386372353622413, 0.0017494727041587953}},
        {"transport2(x)", 2, {1.8017185674405777, 0.72406166096631047, -0.22665684875970903,
         -0.028946594680634801, 0.089446038758786923}},
        {"synchrotron1(x)", 1, {0.65142281535536397, -0.44630790089178141, 0.12856482335515981,
         0.50106980587635192, -2.2108419056955945}},
        {"synchrotron1(x)", 300, {1.1204068531331836e-129, -1.1185489138612794e-129,
         1.1166878934359012e-129, -1.1148237765270431e-129, 1.1129565476775698e-129}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const clpwl__range *e;
        clpwl__claim claim;
        clpwl_function *f = claim_f(&claim, rows[i].text);
        for (int k = 0; k < 4 * 3; k++)
            for (int order = 0; order < CLPWL__ORDERS; order++) {
                const double x = rows[i].x, y = rows[i].y[order], width = fmax(1, x) * exp2(-1 - 9 * (k / 4));
                /* The digits, and 96 bits of a zero. */
                const double near = 0x1p-52 * fabs(y) + 0x1p-90;
                OK(clpwl__claim_on(&claim, order, k & 1 ? fmax(0, x - width) : x, k & 2 ? x + width : x, &e));
                const double lower = clpwl__range_lower(e), upper = clpwl__range_upper(e);
                EXPECT(!(lower > y + near || upper < y - near) &&
                           (k % 4 || (upper <= y + near && lower >= y - near)),
                       "%s: derivative %d at %g is %.17g, not in [%.17g, %.17g]", rows[i].text, order, x, y,
                       lower, upper);
            }
        clpwl__claim_free(&claim);
        clpwl_function_free(f);
    }
}

/* Random formulas of steps. All numbers are multiples of 2^-8 below 2^20, so that double arithmetic is
 * exact. */
static void add_formula(char *out, size_t room, uint32_t *state, int depth)
{
    static const char *const ones[] = {"floor(", "ceil(", "round(", "rint(", "trunc(", "sign(", "abs(",
                                       "-("};
    static const char *const conditions[] = {"<", "<=", ">", ">=", "==", "!="};
    char a[400], b[400], c[400];
    uint32_t kind = random_bits(state) % 12;
    if (depth == 0 || kind == 0) {
        if (random_bits(state) % 4)
            snprintf(out, room, "x");
        else
            snprintf(out, room, "%g", (double)(random_bits(state) % 33) / 4 - 4);
        return;
    }
    add_formula(a, sizeof a, state, depth - 1);
    add_formula(b, sizeof b, state, depth - 1);
    if (kind < 6) {
        snprintf(out, room, "%s%s)", ones[random_bits(state) % 8], a);
    } else if (kind < 9) {
        snprintf(out, room, "(%s%c%s)", a, "+-*"[random_bits(state) % 3], b);
    } else if (kind == 9) {
        snprintf(out, room, "%s(%s,2)", random_bits(state) % 2 ? "mod" : "fmod", a);
    } else if (kind == 10) {
        snprintf(out, room, "%s(%s,%s)", random_bits(state) % 2 ? "min" : "max", a, b);
    } else {
        add_formula(c, sizeof c, state, depth - 1);
        snprintf(out, room, "(%s%s%.100s?%s:%s)", a, conditions[random_bits(state) % 6], "0", b, c);
    }
}

/* An enclosure holds the values at all of its points, the ends and both sides of each whole number among
 * them. */
TEST(enclosures_hold_every_value)
{
    enum { TEXTS = 1500, INTERVALS = 12, POINTS = 10 };
    uint32_t state = 7;
    for (int n = 0; n < TEXTS * test_factor(); n++) {
        char text[2000];
        clpwl__claim claim;
        add_formula(text, sizeof text, &state, 4);
        clpwl_function *f = claim_f(&claim, text);
        for (int k = 0; k < INTERVALS; k++) {
            double l = (double)(random_bits(&state) % 4096) / 256 - 8, width = exp2(-(k % 6) - 5);
            l = k % 3 ? rint(l * 2) / 2 - (k % 3 == 2 ? width : 0) : l;
            double r = fmin(8, l + width * (1 + random_bits(&state) % 4));
            const clpwl__range *e;
            OK(clpwl__claim_on(&claim, 0, l, r, &e));
            double lower = clpwl__range_lower(e), upper = clpwl__range_upper(e);
            for (int i = 0; i <= POINTS; i++) {
                double x = i == 0 ? l : i == 1 ? r : l + floor(random_01(&state) * (r - l) * 1024) / 1024;
                double y = value_of(f, x);
                EXPECT(y >= lower && y <= upper, "%s: f(%.17g) = %.17g is not in [%.17g, %.17g], of "
                       "[%.17g, %.17g]", text, x, y, lower, upper, l, r);
            }
        }
        clpwl__claim_free(&claim);
        clpwl_function_free(f);
    }
}

/* v is on its side by the roundings of fp32 and by little more. f moved by an ulp of 1 is beyond what is
 * proved, and by the error beyond v. A table by another fit has no side. */
TESTS(sides_are_proved_and_refuted, 3)
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
TEST(a_side_needs_all_roundings)
{
    static const double knots[] = {0, 1}, values[] = {1 + 0x1p-9, 1 + 0x1p-9};
    const clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = values, .segments = 1,
                             .fit = CLPWL_FIT_ABOVE, .storage = CLPWL_STORAGE_BFLOAT16};
    ck_assert_int_eq(prove_spec("(1+2^-9/300)", &spec).side, 0);
}

/* fp32 may read the float below a knot on the segment beyond it: some 1e-4 of a fall of 2100, where the
 * segment before has hardly any roundings. A gap of 1e-6 below the knot of the jump was called proved. */
TESTS(a_side_needs_the_roundings_beyond_a_knot, 3)
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
TEST(no_x_is_left_out_between_fp32_numbers)
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
    ck_assert_double_ge(prove_knots("x==1?1:0", even, 1).bound.linf, 1);
    /* for a trillionth */
    ck_assert_double_ge(prove_knots("floor(x-0.5)-floor(x-0.5-2^-40)", even, 1).bound.linf, 1);
    p = prove_knots("1e-200*sin(x)", even, 3);
    EXPECT(p.bound.l2 > 1e-202 && p.bound.l2 < 1e-198, "1e-200*sin(x): l2 %g", p.bound.l2);
}

/* The chord of 0.1 |x - 0.95| + x^2 on [0, 1] is above f, by 1.01 x - x^2 at most: closed forms. At the
 * kink f has no f''. */
TEST(a_kink_within_a_segment)
{
    static const double knots[] = {0, 1};
    const clpwl_proof p = prove_knots("0.1*abs(x-0.95)+x^2", knots, 1);
    const double right[] = {0.505 * 0.505, 2057.0 / 12000, 0.1871415462513157};
    for (int norm = CLPWL_NORM_LINF; norm <= CLPWL_NORM_L2; norm++) {
        double least = clpwl_error_in(&p.least, norm), most = clpwl_error_in(&p.bound, norm);
        EXPECT(least <= right[norm] && right[norm] <= most && most <= 1.001 * least, "%s: [%.9g, %.9g]",
               clpwl_norm_name(norm), least, most);
    }
}

/* tests/cli/prove.sh runs Sollya, where it is. */
TESTS(certificates_have_the_numbers, 7)
{
    static const struct {
        const char *f, *words;
        double bound;
        clpwl_status status;
        const char *parts[2];
    } rows[] = {{"2*exp(-x)", "0:1 N=2", 0.5, CLPWL_OK,
                 {"knots = [|(0b-53), (4503599627370496b-53), (4503599627370496b-52)|];", "n = 2;"}},
                {"x^2", "0:1 N=1", 0.25, CLPWL_OK, {"values = [|(0b-53), (4503599627370496b-52)|];",
                 "t2 = t0 ^ t1;\nf = t2;"}},
                {"x^2", "0:1 N=1", 0.25, CLPWL_OK, {"\nbound = (4503599627370496b-54);", "\nf = t2;"}},
                {"min(x,0.5)", "0:1 N=2", 1, CLPWL_ERR_UNSUPPORTED, {"min", ""}},
                {"bessel_j0", "0:1 N=2", 1, CLPWL_ERR_UNSUPPORTED, {"no such function", ""}},
                {"sqrt(x)", "1:4 N=2 sqrt", 1, CLPWL_ERR_UNSUPPORTED, {"sqrt(x)", ""}},
                {"x^2", "0:1 N=1", 0, CLPWL_ERR_ARGUMENT, {"0", ""}}};
    clpwl_table *table;
    char *text;
    wish w;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    OK(clpwl_design(&table, w.f, &w.o));
    ck_assert_int_eq(clpwl_certificate(&text, w.f, table, rows[_i].bound), rows[_i].status);
    ck_assert(!text == (rows[_i].status != CLPWL_OK));
    for (int k = 0; k < 2; k++)
        EXPECT(strstr(text ? text : clpwl_last_message(), rows[_i].parts[k]), "%s lacks %s",
               text ? text : clpwl_last_message(), rows[_i].parts[k]);
    clpwl_free(text);
    clpwl_table_free(table);
    end_wish(&w);
}

static int cancel(double fraction, void *user)
{
    (void)user;
    return fraction > 0;
}

TEST(what_cannot_be_proved_is_refused)
{
    enum { SIZE = sizeof(clpwl_prove_options) };
    static const struct {
        const char *f, *words;
        clpwl_status status;
        const char *named;
        clpwl_prove_options o;
    } rows[] = {{"x", "callback", CLPWL_ERR_UNSUPPORTED, "formulas", {.size = SIZE}},
                {"1/(x-0.3)", "", CLPWL_ERR_NUMERIC, "near x = 0.3", {.size = SIZE}},
                {"log(x-0.5)", "", CLPWL_ERR_NUMERIC, "not defined", {.size = SIZE}},
                /* 0 times that */
                {"0*log(x-0.5)+exp(x)", "", CLPWL_ERR_NUMERIC, "not defined", {.size = SIZE}},
                /* inside a segment */
                {"exp(x)+0*sqrt((x-0.3)*(x-0.31))", "", CLPWL_ERR_NUMERIC, "near x = 0.3", {.size = SIZE}},
                /* of 1e21 digits */
                {"rint(exp(exp(50*(x+1))))", "", CLPWL_ERR_NUMERIC, "pole", {.size = SIZE}},
                {"exp", "", CLPWL_ERR_CANCELLED, "", {.size = SIZE, .progress = cancel}},
                {"exp", "", CLPWL_ERR_ARGUMENT, "tolerance", {.size = SIZE, .tolerance = 2}},
                {"exp", "", CLPWL_ERR_ARGUMENT, "seconds", {.size = SIZE, .seconds = -1}}};
    clpwl_table *table;
    clpwl_proof p;
    wish exact;
    begin_wish(&exact, "exp", "0:1 N=8");
    OK(clpwl_design(&table, exact.f, &exact.o));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wish w;
        begin_wish(&w, rows[i].f, rows[i].words);
        FAILS(rows[i].status, rows[i].named, clpwl_prove(&p, w.f, table, &rows[i].o));
        end_wish(&w);
    }
    clpwl_table_free(table);
    end_wish(&exact);
}

/* What a design says is proved, for plain and weighted errors, and of targets in each norm. A filter's
 * weight is counted on the average in L1 and L2. A callback has no proof. */
TESTS(designs_say_what_is_proved, 6)
{
    static const struct {
        const char *f, *words;
        clpwl_evidence evidence;
    } rows[] = {{"bessel_j0", "0:20 E=1e-4", CLPWL_EVIDENCE_PROVED},
                {"exp(x)", "-3:3 E=1e-3 floor=0.1", CLPWL_EVIDENCE_PROVED},
                {"sin", "0:6 E=1e-2 l1", CLPWL_EVIDENCE_PROVED},
                {"gaussian", "0:4 E=1e-2 bits=8", CLPWL_EVIDENCE_PROVED},
                {"gaussian", "0:4 E=1e-2 l2 bits=8", CLPWL_EVIDENCE_MEASURED},
                {"x^2", "0:1 E=1e-2 callback", CLPWL_EVIDENCE_MEASURED}};
    clpwl_table *table;
    wish w;
    const int is_callback = _i == 5;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    w.o.proving = CLPWL_PROVING_TRIED;
    OK(clpwl_design(&table, w.f, &w.o));
    const clpwl_weighting *weighting = clpwl_table_weighting(table);
    clpwl_error proved = weighting ? weighting->proved : clpwl_table_proved(table);
    clpwl_error measured = weighting ? weighting->measured : clpwl_table_measured(table);
    const clpwl_target *t = clpwl_table_target(table);
    for (int norm = CLPWL_NORM_LINF; norm <= CLPWL_NORM_L2; norm++) {
        double p = clpwl_error_in(&proved, norm), m = clpwl_error_in(&measured, norm);
        EXPECT(is_callback ? isnan(p) : p >= m * (1 - 1e-5) && p <= m * 1.0011,
               "%s: %s %g proved, %g measured",
               rows[_i].f, clpwl_norm_name(norm), p, m);
    }
    ck_assert_int_eq(t->evidence, rows[_i].evidence);
    EXPECT(t->reached <= t->max_error && (t->evidence == CLPWL_EVIDENCE_MEASURED ||
                                          t->reached >= clpwl_error_in(&proved, w.o.norm)),
           "%s: %g reached", rows[_i].f, t->reached);
    clpwl_table_free(table);
    w.o.proving = CLPWL_PROVING_REQUIRED;
    if (is_callback)
        FAILS(CLPWL_ERR_UNSUPPORTED, "", clpwl_design(&table, w.f, &w.o));
    end_wish(&w);
}
