/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs of functions made of steps: floor, sign, conditions. A jump is never taken for a kink. */
#include "proof/claim.h"
#include "support/wish.h"

/* Interpolates f between equidistant knots. */
static clpwl_table *interpolate(const clpwl_function *f, double a, double b, size_t n)
{
    double knots[65], values[65];
    const clpwl_table_spec d = {.size = sizeof d, .knots = knots, .values = values, .segments = n,
                                .partition = CLPWL_PARTITION_OPTIMIZED};
    clpwl_table *table = NULL;
    for (size_t i = 0; i <= n; i++) {
        knots[i] = (float)(a + (b - a) * (double)i / (double)n);
        values[i] = (float)value_of(f, knots[i]);
    }
    OK(clpwl_table_create(&table, &d));
    return table;
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
START_TEST(enclosures_hold_every_value)
{
    enum { FORMULAS = 1500, INTERVALS = 12, POINTS = 10 };
    static const double knots[] = {-8, 8}, zeros[] = {0, 0};
    uint32_t state = 7;
    for (int n = 0; n < FORMULAS * test_factor(); n++) {
        char text[2000];
        clpwl__claim claim;
        clpwl_function *f;
        add_formula(text, sizeof text, &state, 4);
        f = function_of(text);
        OK(clpwl__claim_create(&claim, f, NULL, CLPWL_SHAPER_NONE, 1));
        OK(clpwl__claim_segment(&claim, CLPWL_SHAPER_NONE, knots, zeros, 0));
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
END_TEST

/* The largest |f - v| of a dense grid and of the numbers beside 3/k, k/4 and k pi/2. */
static double sample_error(const clpwl_function *f, const clpwl_table *table)
{
    enum { GRID = 5000 };
    const double pi = acos(-1);
    double a, b, most = 0;
    clpwl_table_domain(table, &a, &b);
    for (int i = 0; i <= GRID + 3 * 200; i++) {
        int k = (i - GRID) / 3 - 100;
        double at = i <= GRID ? a + (b - a) * i / GRID
                    : i % 3 == 0 ? (k ? 3.0 / k : 0)
                    : i % 3 == 1 ? k / 4.0
                                 : k * pi / 2;
        for (int side = -1; side <= 1; side++) {
            double x = side ? nextafter(at, side * HUGE_VAL) : at;
            if (!(x >= a && x <= b))
                continue;
            most = fmax(most, fabs(value_of(f, x) - clpwl_table_value(table, x)));
        }
    }
    return most;
}

/* The proof of an interpolant, which holds what is seen. */
static clpwl_proof prove(const char *text, double a, double b, size_t n)
{
    clpwl_function *f = function_of(text);
    clpwl_table *table = interpolate(f, a, b, n);
    clpwl_proof p;
    OK(clpwl_prove(&p, f, table, NULL));
    double seen = sample_error(f, table);
    EXPECT(seen <= p.bound.linf * (1 + 1e-12) + 1e-14, "%s: %.9g proved, %.9g seen", text, p.bound.linf, seen);
    clpwl_table_free(table);
    clpwl_function_free(f);
    return p;
}

/* A continuous function's error is bounded closely wherever its kinks are. */
START_TEST(continuous_functions_of_steps_are_proved)
{
    static const struct {
        const char *text;
        double a, b;
    } rows[] = {
        {"abs(x-2*floor(x/2+0.5))", 0, 10},
        {"abs(x*pi-2*floor(x*pi/2+0.5))*x", 0, 3},
        {"abs(3-x-2*floor((3-x)/2+0.5))+x^2", 0, 7}, /* of a descending argument */
        {"abs(mod(x,2)-1)^3", -5, 5},
        {"(x-floor(x))*(1-(x-floor(x)))", -3, 3.3},
        {"floor(x)+(x-floor(x))^2", -3, 3},
        {"sin(pi*(x-floor(x)))", 0, 4},
        {"abs(x-rint(x))+cos(x)", -3, 3},
        {"(ceil(x)-x)*(x-ceil(x)+1)", -2, 2},
        {"abs(abs(x-2*floor(x/2+0.5))-2*floor(abs(x-2*floor(x/2+0.5))/2+0.5))+x^2", 0, 5},
        {"abs(floor(x)/2-floor(floor(x)/2)-0.25)+x^2", 0, 5}, /* = 0.25 + x^2 */
        {"(floor(x)-floor(x))*x+x^2", -2, 2},
        {"sign(x)*abs(x)^1.5", -1, 1},
        {"sign(x-1/3)*(x-1/3)+x^2", 0, 1},
        {"fmod(x,2)*(abs(x)<2?1:0)+x^2", -1.9, 1.9},
        {"(x<1)*x^2+(x>=1)*(2-x)", 0, 2}, /* two conditions that change together */
        {"x^2<2?sqrt(2-x^2):x^2-2", 0, 3}, /* a branch that ends where the other begins */
        {"abs(x-floor(x)-0.5)*abs(2*x-floor(2*x)-0.5)*abs(4*x-floor(4*x)-0.5)", 0, 1}, /* jumps cancel */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_proof p = prove(rows[i].text, rows[i].a, rows[i].b, 40);
        for (int norm = CLPWL_NORM_LINF; norm <= CLPWL_NORM_L2; norm++) {
            double least = clpwl_error_in(&p.least, norm), most = clpwl_error_in(&p.bound, norm);
            EXPECT(most <= 1.001 * least + 1e-13, "%s: %s in [%.9g, %.9g]", rows[i].text, clpwl_norm_name(norm),
                   least, most);
        }
    }
}
END_TEST

/* The error beside a jump is part of the bound, of values that no double reaches, too. */
START_TEST(jumps_stay)
{
    static const struct {
        const char *text;
        double a, b, least; /* what the bound must reach */
    } rows[] = {
        {"floor(x)", 0.5, 1.5, 0.4999},
        {"floor(x*pi)", 0.1, 0.5, 0.4},
        {"abs(x-2*floor(x/2+0.49999999))", 0, 3, 3e-8},
        {"floor(-x)", 0.5, 1.5, 0.4999},
        {"floor(floor(x)/2)", 1.5, 2.5, 0.4999},
        {"mod(x,1)", 0.5, 1.5, 0.4999},
        {"fmod(x,1)", 0.5, 1.5, 0.4999},
        {"round(x)", 0, 1, 0.4999},
        {"rint(x)*(x-0.25)", 0, 1, 0.1},
        {"sign(x-1/3)", 0, 1, 0.9},
        {"x==0.5?1:0", 0, 1, 0.9},
        {"x!=0.5", 0, 1, 0.9},
        {"floor(x)*ceil(-x)", 0.5, 1.5, 0.4999},
        {"x*floor(1/x)", 0.051, 0.09, 0.04},
        {"(floor(x)-floor(x-2^-40))*x", 0.5, 1.5, 0.9}, /* 1 for a trillionth */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double most = prove(rows[i].text, rows[i].a, rows[i].b, 1).bound.linf;
        EXPECT(most >= rows[i].least, "%s: linf %.9g proved", rows[i].text, most);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("steps");
    TCase *t = tcase_create("steps");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, enclosures_hold_every_value);
    tcase_add_test(t, continuous_functions_of_steps_are_proved);
    tcase_add_test(t, jumps_stay);
    suite_add_tcase(s, t);
    return s;
}
