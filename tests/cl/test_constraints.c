/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact values and ranges, as every host method and `buffer` give them: at knots, beside them, and between. */
#include "cl/cl_suite.h"
#include "support/wish.h"

enum { PLACES = 4, BETWEEN = 100000 };

typedef struct row {
    const char *f, *words;
    int exact_ends;
    double lo, hi;              /* both 0: no range */
    size_t count;
    double x[PLACES], y[PLACES]; /* NaN: f */
    int is_exact; /* values at all places, by these methods; 0: within what is stated */
} row;

static const row rows[] = {
    /* equal segments, of which the scale is an fp32 number */
    {"sqrt(x)", "0:1 E=1e-2 uniform minimax", 1, 0, 1, 0, {0}, {0}, 1},
    {"x^2", "-1:1 E=1e-3 uniform minimax", 0, 0, 0, 1, {0}, {0}, 1},
    {"x^2", "-1:1 E=1e-3 uniform minimax", 0, 0, HUGE_VAL, 1, {0}, {0}, 1},
    {"gelu", "-5:5 E=1e-3 uniform minimax", 0, 0, 0, 2, {0, 2.5}, {0, NAN}, 1},
    {"exp(-x)", "0:10 E=1e-4 uniform minimax", 1, 0, 1, 1, {2.5}, {0.08203125}, 1},
    {"exp(-x)", "0:20 E=1e-2 uniform interpolant", 0, 0, HUGE_VAL, 2, {0, 5}, {1, 0.0078125}, 1},
    {"sin(x)", "0:3 N=64 uniform minimax", 0, -0.5, 0.96875, 1, {1.5}, {0.9375}, 0},
    /* that are not: 20 thirds */
    {"exp(-x)", "0:6.6666666 E=1e-3 uniform minimax", 1, 0, HUGE_VAL, 0, {0}, {0}, 0},
    {"tanh(x)", "1:7 E=1e-4 log2 uniform minimax", 1, 0, 1, 0, {0}, {0}, 0},
    /* knots of their own, as the partition has them, and moved */
    {"sqrt(x)", "0:1 E=1e-3 optimized refined minimax", 1, 0, 1, 1, {0.25}, {0.5}, 0}, /* 0 by cells */
    {"x^2", "-1:1 E=1e-3 optimized refined minimax", 0, 0, HUGE_VAL, 2, {0, 0.3}, {0, NAN}, 1},
    {"exp(-x)", "0:10 E=1e-4 optimized refined minimax", 1, 0, 1, 0, {0}, {0}, 1},
    {"exp(-x)", "0:10 E=1e-4 optimized minimax", 1, 0, 1, 2, {1, 3}, {NAN, 0.0498046875}, 1},
    {"exp(-x)", "0:10 E=1e-4 optimized interpolant", 1, 0, 1, 1, {1}, {NAN}, 1},
    {"x^3-x", "-2:2 N=40 optimized refined minimax", 1, -6, 6, 3, {-1, 0, 1}, {0, 0, 0}, 1},
    {"normal_cdf", "-6:6 E=1e-3 optimized refined minimax", 0, 0, 1, 1, {0}, {0.5}, 1},
    {"abs(x-0.3)", "-1:1 E=2e-3 optimized refined minimax", 0, 0.0009765625, HUGE_VAL, 0, {0}, {0}, 1},
    {"bessel_j0", "0:20 E=1e-3 optimized refined minimax", 1, -0.40234375, 1, 1, {7}, {NAN}, 1},
    {"ln(x)", "0.0009765625:1024 E=1e-2 optimized refined minimax", 1, 0, 0, 1, {1}, {0}, 1},
    {"1/x", "1:8 E=1e-3 optimized refined minimax floor=0.25", 1, 0.125, 1, 0, {0}, {0}, 1},
    {"exp(-x)*sin(5*x)", "0:4 N=300 optimized refined minimax", 1, -0.5, 1, 2, {1, 2}, {NAN, NAN}, 0},
    {"exp(-x)", "0:10 E=1e-3 optimized refined minimax callback", 1, 0, 1, 1, {2}, {NAN}, 1},
    /* half of a symmetry */
    {"tanh", "-5:5 E=1e-3 optimized refined minimax odd", 1, -1, 1, 1, {-2}, {NAN}, 1},
    {"tanh", "-5:5 E=1e-3 uniform minimax odd", 0, -1, 1, 1, {2.5}, {NAN}, 1},
    {"x^2", "-1:1 E=1e-3 uniform minimax even", 1, 0, 1, 1, {0}, {0}, 0},
    {"logistic", "-8:8 E=1e-3 optimized refined minimax point", 0, 0, 1, 1, {-1}, {0.26953125}, 0},
    {"gelu", "-4:4 E=1e-3 optimized refined minimax ramp", 0, 0, 0, 1, {0}, {0}, 0},
    /* one-sided, with a range on the other side of f */
    {"exp(-x)", "0:10 E=1e-3 optimized refined above", 0, 0, HUGE_VAL, 0, {0}, {0}, 1},
    /* numbers of a storage */
    {"sqrt(x)", "0:1 E=1e-2 optimized refined minimax half", 1, 0, 2, 1, {0.25}, {0.5}, 0},
    {"exp(-x)", "0:10 E=1e-2 optimized refined minimax bfloat16", 0, 0, 1.5, 1, {0}, {1}, 1},
    {"exp(-x)", "0:10 E=1e-2 uniform minimax unorm8", 0, 0.0001, 1, 0, {0}, {0}, 0},
};

static clpwl_table *table_of(const row *r, wish *w)
{
    clpwl_constraints c = CLPWL_CONSTRAINTS_INIT;
    clpwl_table *t;
    begin_wish(w, r->f, r->words);
    c.x = r->x;
    c.y = r->y;
    c.count = r->count;
    c.exact_ends = r->exact_ends;
    c.lo = r->lo == 0 && r->hi == HUGE_VAL ? 0 : r->lo;
    c.hi = r->hi;
    w->o.constraints = &c;
    EXPECT(clpwl_design(&t, w->f, &w->o) == CLPWL_OK, "%s, %s: %s", r->f, r->words, clpwl_last_message());
    w->o.constraints = NULL;
    return t;
}

/* y at the places of the table, and the range everywhere. */
static void check_held(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    const row *r = user;
    const char *name = clpwl_method(method)->name;
    const clpwl_constraints *c = clpwl_table_constraints(*t);
    const clpwl_constraints_error off = clpwl_table_constraints_error(*t, NULL);
    const size_t knots = clpwl_table_segments(*t) + 1, n = 3 * knots + BETWEEN;
    float *x = malloc(2 * n * sizeof *x), *y = x + n;
    double a, b;
    clpwl_table_domain(*t, &a, &b);
    for (size_t i = 0; i < n; i++) {
        const float knot = (float)clpwl_table_knots(*t)[i < 3 * knots ? i / 3 : 0];
        x[i] = i >= 3 * knots ? (float)(a + (b - a) * ((double)(i - 3 * knots) + 0.5) / BETWEEN)
               : i % 3 == 0   ? knot
                              : nextafterf(knot, i % 3 == 1 ? -INFINITY : INFINITY);
        x[i] = fmaxf((float)a < a ? nextafterf((float)a, INFINITY) : (float)a,
                     fminf((float)b > b ? nextafterf((float)b, -INFINITY) : (float)b, x[i]));
    }
    OK(clpwl_eval(e, x, y, n));
    for (size_t i = 0; i < n; i++) {
        EXPECT((double)y[i] >= c->lo && (double)y[i] <= c->hi, "%s, %s, %s: v(%.9g) = %.9g", r->f, r->words, name,
               (double)x[i], (double)y[i]);
        for (size_t k = 0; k < c->count; k++)
            EXPECT((double)x[i] != c->x[k] || fabs((double)y[i] - c->y[k]) <= (r->is_exact ? 0 : off.value),
                   "%s, %s, %s: v(%.9g) = %.9g, not %.9g within %g", r->f, r->words, name, c->x[k], (double)y[i],
                   c->y[k], off.value);
    }
    free(x);
}

static int is_read(size_t method, size_t turn)
{
    (void)turn;
    return clpwl_method(method)->host || strcmp(clpwl_method(method)->name, "buffer") == 0;
}

START_TEST(values_are_exact_and_within_the_range)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *r = &rows[i];
        wish w;
        clpwl_table *t = table_of(r, &w);
        const clpwl_constraints *c = clpwl_table_constraints(t);
        const clpwl_constraints_error off = clpwl_table_constraints_error(t, NULL);
        ck_assert_ptr_nonnull(c);
        EXPECT(off.range == 0, "%s, %s: outside by %g", r->f, r->words, off.range);
        EXPECT(r->is_exact ? off.value == 0 : off.value < 2e-6, "%s, %s: off by %g", r->f, r->words, off.value);
        if (w.o.max_error > 0)
            EXPECT(clpwl_table_target(t)->reached <= w.o.max_error, "%s, %s", r->f, r->words);
        for (size_t k = 0; k < r->count; k++) { /* what was asked for is what the table keeps */
            size_t at = 0;
            while (at < c->count && c->x[at] != (double)(float)r->x[k])
                at++;
            EXPECT(at < c->count && (isnan(r->y[k]) ? fabs(c->y[at] - value_of(w.f, c->x[at])) < 1e-2
                                                    : c->y[at] == r->y[k]),
                   "%s, %s: v(%g)", r->f, r->words, r->x[k]);
        }
        ck_assert_uint_eq(with_each_method(context, (const clpwl_table *const *)&t, 1, NULL, is_read, 0,
                                           check_held, (void *)(uintptr_t)r) > 1, 1);
        clpwl_table_free(t);
        end_wish(&w);
    }
}
END_TEST

SUITE("constraints", open_context, close_context, values_are_exact_and_within_the_range)
