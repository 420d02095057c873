/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tables are held to, as each host method and `buffer` give it: at knots, beside them, and between. */
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
    /* that are not: 20 thirds; from no fp32 number */
    {"ln(x)", "0.1:10 E=1e-3 uniform minimax", 0, 0, 0, 1, {1}, {0}, 0},
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
    {"gelu", "-4:4 E=1e-3 optimized refined minimax symmetric", 0, -0.171875, HUGE_VAL, 0, {0}, {0}, 1},
    /* one-sided, with a range on the other side of f */
    {"exp(-x)", "0:10 E=1e-3 optimized refined above", 0, 0, HUGE_VAL, 0, {0}, {0}, 1},
    /* numbers of a storage */
    {"sqrt(x)", "0:1 E=5e-3 optimized refined minimax half", 1, 0, 2, 1, {0.25}, {0.5}, 0},
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

/* Every knot, its neighbours, and the middles of equal parts; with room for as many values. */
static float *arguments_of(const clpwl_table *t, size_t *n)
{
    const size_t knots = clpwl_table_segments(t) + 1;
    float *x = malloc(2 * (*n = 3 * knots + BETWEEN) * sizeof *x);
    double a, b;
    clpwl_table_domain(t, &a, &b);
    for (size_t i = 0; i < *n; i++) {
        const float knot = (float)clpwl_table_knots(t)[i < 3 * knots ? i / 3 : 0];
        x[i] = i >= 3 * knots ? (float)(a + (b - a) * ((double)(i - 3 * knots) + 0.5) / BETWEEN)
               : i % 3 == 0   ? knot
                              : nextafterf(knot, i % 3 == 1 ? -INFINITY : INFINITY);
        x[i] = fmaxf((float)a < a ? nextafterf((float)a, INFINITY) : (float)a,
                     fminf((float)b > b ? nextafterf((float)b, -INFINITY) : (float)b, x[i]));
    }
    return x;
}

/* y at the places of the table, and the range everywhere. */
static void check_held(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    const row *r = user;
    const char *name = clpwl_method(method)->name;
    const clpwl_constraints *c = clpwl_table_constraints(*t);
    const clpwl_constraints_error off = clpwl_table_constraints_error(*t, NULL);
    size_t n;
    float *x = arguments_of(*t, &n), *y = x + n;
    OK(clpwl_eval(e, x, y, n));
    for (size_t i = 0; i < n; i++) {
        EXPECT((double)y[i] >= c->lo && (double)y[i] <= c->hi, "%s, %s, %s: v(%.9g) = %.9g", r->f, r->words,
               name, (double)x[i], (double)y[i]);
        for (size_t k = 0; k < c->count; k++)
            EXPECT((double)x[i] != c->x[k] || fabs((double)y[i] - c->y[k]) <= (r->is_exact ? 0 : off.value),
                   "%s, %s, %s: v(%.9g) = %.9g, not %.9g within %g", r->f, r->words, name, c->x[k],
                   (double)y[i], c->y[k], off.value);
    }
    free(x);
}

static int is_read(size_t method, size_t turn)
{
    (void)turn;
    return clpwl_method(method)->host || strcmp(clpwl_method(method)->name, "buffer") == 0;
}

DEVICE_FIXTURE(open_context, close_context)

TEST(values_are_exact_and_within_the_range)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *r = &rows[i];
        wish w;
        clpwl_table *t = table_of(r, &w);
        const clpwl_constraints *c = clpwl_table_constraints(t);
        const clpwl_constraints_error off = clpwl_table_constraints_error(t, NULL);
        ck_assert_ptr_nonnull(c);
        EXPECT(off.range == 0, "%s, %s: outside by %g", r->f, r->words, off.range);
        EXPECT(r->is_exact ? off.value == 0 : off.value < 2e-6, "%s, %s: off by %g", r->f, r->words,
               off.value);
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

/* An integral that is kept, slopes, shapes. */
typedef struct kept {
    const char *f, *words;
    clpwl_constraints c; /* with the integral of f in closed form */
    clpwl_shape shape;   /* that the table has */
} kept;

#define KEEP(value) {sizeof(clpwl_constraints), .keep_integral = 1, .integral = (value)}, CLPWL_SHAPE_NONE
#define SLOPES(value) {sizeof(clpwl_constraints), .slope_error = (value)}, CLPWL_SHAPE_NONE
#define SHAPE(value, has) {sizeof(clpwl_constraints), .shape = CLPWL_SHAPE_##value}, CLPWL_SHAPE_##has
static const kept all_kept[] = {
    {"exp(-x)", "0:10 E=1e-3 optimized refined minimax", KEEP(0.99995460007023752)},
    {"tanh(x)", "-5:5 E=1e-3 uniform minimax odd", KEEP(0)},
    {"1+sin(x)", "0:6.283185307179586 N=40 uniform minimax repeat", KEEP(6.283185307179586)},
    {"abs(x-0.3)", "-1:1 E=2e-3 optimized refined minimax floor=0.25", KEEP(1.09)},
    {"cos(x)", "0:5 E=1e-1 uniform interpolant callback", SLOPES(0.1)},
    {"abs(x-0.3)+x^2", "-1:1 E=1e-1 optimized refined minimax", SLOPES(0.1)},
    /* shapes that lines of the least error do not have: exp(-x) falls by its error again and again */
    {"exp(-x)", "0:40 N=8 uniform minimax", SHAPE(AUTO, FALLING_CONVEX)},
    {"max(x,0)", "-1:0.9 N=20 uniform minimax", SHAPE(AUTO, RISING_CONVEX)},
    {"tanh(x)", "-20:20 N=8 uniform minimax", SHAPE(MONOTONE, RISING)},
    {"erf(x)", "0:6 E=1e-5 uniform minimax", SHAPE(MONOTONE_CONCAVE, RISING_CONCAVE)},
    {"tanh", "-5:5 E=1e-3 optimized refined minimax odd callback", SHAPE(MONOTONE, RISING)},
    {"tanh(x)", "1:7 E=1e-4 log2 uniform minimax", SHAPE(AUTO, RISING)},
    {"exp(-x)", "0:10 E=1e-2 optimized refined minimax half", SHAPE(AUTO, FALLING)},
    {"exp(-x)", "0:10 E=1e-3 uniform minimax", {sizeof(clpwl_constraints), .exact_ends = 1, .hi = HUGE_VAL,
                                              .shape = CLPWL_SHAPE_AUTO}, CLPWL_SHAPE_FALLING},
};

static int compare_floats(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* By trapezoids between all arguments; v - f changes by its slopes, and v by the signs of its shape. */
static void check_kept(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    enum { LAG = 50 }; /* over one step roundings are as large */
    const wish *w = user;
    const clpwl_constraints *c = clpwl_table_constraints(*t);
    const clpwl_constraints_error now = clpwl_table_constraints_error(*t, NULL);
    const double rounding = 2 * now.rounding;
    const int s = (int)c->shape;
    size_t n;
    float *all = arguments_of(*t, &n);
    double *x = malloc(3 * n * sizeof *x), *y = x + n, *off = y + n, sum = 0, steepest = 0, bent = 0;
    qsort(all, n, sizeof *all, compare_floats);
    OK(clpwl_eval(e, all, all + n, n));
    for (size_t i = 0; i < n; i++) {
        const size_t last = i > 0 ? i - 1 : 0, first = i > LAG ? i - LAG : 0, middle = first + (i - first) / 2;
        x[i] = (double)all[i];
        y[i] = (double)all[n + i];
        off[i] = y[i] - value_of(w->f, x[i]);
        sum += (x[i] - x[last]) * (y[i] + y[last]) / 2;
        if (x[i] == x[first])
            continue;
        const double run = x[i] - x[first], rise = y[i] - y[first];
        const double bend = y[first] + (x[middle] - x[first]) / run * rise - y[middle];
        steepest = fmax(steepest, (fabs(off[i] - off[first]) - rounding) / run);
        bent = fmax(bent, fmax(s & 1 ? -rise : s & 2 ? rise : 0, s & 4 ? -bend : s & 8 ? bend : 0));
    }
    EXPECT(bent <= rounding + now.shape &&
               (!c->keep_integral || fabs(sum - c->integral) <= rounding * (x[n - 1] - x[0])) &&
               (!c->slope_error || (steepest <= c->slope_found && steepest > 0.95 * c->slope_found)),
           "%s, %s: %g beyond the shape, integral %.9g, slopes off by %g", clpwl_table_function(*t),
           clpwl_method(method)->name, bent, sum, steepest);
    free(x);
    free(all);
}

static void try_kept(const kept *r)
{
    clpwl_verify_options o = CLPWL_VERIFY_INIT;
    clpwl_verification v;
    wish w;
    clpwl_table *t;
    double a, b;
    begin_wish(&w, r->f, r->words);
    w.o.constraints = &r->c;
    OK(clpwl_design(&t, w.f, &w.o));
    const clpwl_constraints *c = clpwl_table_constraints(t);
    const clpwl_constraints_error off = clpwl_table_constraints_error(t, NULL);
    const double doubt = 1e-6 * stated(&w, t).l1 + 1e-12;
    clpwl_table_domain(t, &a, &b);
    const double most = 1e-7 * (b - a);
    clpwl_evaluator *host = on_host(t);
    o.arguments = BETWEEN;
    OK(clpwl_verify(host, w.f, &o, &v));
    EXPECT(!c->keep_integral || (fabs(c->integral - r->c.integral) < doubt && off.integral < most &&
                                 fabs(clpwl_table_integral(t, a, b) - r->c.integral) <= off.integral + doubt &&
                                 fabs(v.shift) < most),
           "%s: %.17g within %g, %g seen", r->f, c->integral, off.integral, v.shift);
    EXPECT(v.holds && v.beyond == 0 && c->shape == r->shape && off.shape <= (c->shape < CLPWL_SHAPE_CONVEX ? 0 : 1e-7) &&
               c->slope_found <= r->c.slope_error &&
               (!w.o.max_error || clpwl_table_target(t)->reached <= w.o.max_error),
           "%s, %s: %s", r->f, r->words, clpwl_shape_name(c->shape));
    with_each_method(context, (const clpwl_table *const *)&t, 1, NULL, is_read, 0, check_kept, &w);
    clpwl_evaluator_free(host);
    clpwl_table_free(t);
    end_wish(&w);
}

TEST(integrals_slopes_and_shapes_are_kept)
{
    for (size_t i = 0; i < sizeof all_kept / sizeof *all_kept; i++)
        try_kept(&all_kept[i]);
}

static void refuses(const char *f, const char *words, const clpwl_constraints *c, const char *named)
{
    clpwl_table *t = NULL;
    wish w;
    begin_wish(&w, f, words);
    w.o.constraints = c;
    const clpwl_status status = clpwl_design(&t, w.f, &w.o);
    EXPECT((status == CLPWL_ERR_ARGUMENT || status == CLPWL_ERR_TARGET) && !t &&
               strstr(clpwl_last_message(), named) && !strchr(clpwl_last_message(), '\n'),
           "%s, %s: '%s' lacks '%s'", f, words, clpwl_last_message(), named);
    end_wish(&w);
}

/* What a design refuses, as the row's words and constraints are. */
TEST(what_excludes_itself_is_refused)
{
    static const struct {
        row r;
        const char *named;
    } refused[] = {
        {{"exp(-x)", "0:10 minimax", 0, 0, 0, 1, {0}, {0.1}, 0}, "0.10000000149011612 is the nearest"},
        {{"exp(-x)", "0:10 minimax bfloat16", 0, 0, 0, 1, {0}, {1.001}, 0}, "v(0) = 1.001"},
        {{"exp(-x)", "0:10 minimax E=1e-3", 0, 0, 0, 1, {0}, {1.5}, 0}, "max error of 0.001"},
        {{"exp(-x)", "0:10 minimax", 0, 0, 1, 1, {0}, {1.5}, 0}, "outside the range"},
        {{"exp(-x)", "0:10 minimax", 0, 0, 0, 2, {1, 1}, {0.5, 0.25}, 0}, "0.5 and 0.25"},
        {{"exp(-x)", "0:10 minimax", 0, 0, 0, 1, {11}, {0}, 0}, "x = 11"},
        {{"exp(-x)", "0:10 minimax N=9", 0, 0, 0, 1, {5}, {NAN}, 0}, "10 would be right"},
        {{"exp(-x)", "0:10 minimax E=1e-3", 0, 0, 0, 1, {3.14159}, {NAN}, 0}, "an optimized partition"},
        {{"exp(-x)", "0:10 minimax optimized N=2", 0, 0, 0, 2, {1, 2}, {NAN, NAN}, 0}, "3 would be right"},
        {{"exp(-x)", "1:10 minimax log2", 0, 0, 0, 1, {2}, {NAN}, 0}, "log2"},
        {{"exp(-x)", "0:10 projection", 0, 0, 1, 0, {0}, {0}, 0}, "projection"},
        {{"exp(-x)", "0:10 above", 1, 0, 0, 0, {0}, {0}, 0}, "above"},
        {{"exp(-x)", "0:10 below", 0, 0, HUGE_VAL, 0, {0}, {0}, 0}, "a range that ends there, at 0"},
        {{"exp(-x)", "0:10 minimax unorm16", 1, 0, 0, 0, {0}, {0}, 0}, "unorm16"},
        {{"exp(-x)", "0:10 minimax", 0, 1, 0, 0, {0}, {0}, 0}, "range from 1 to 0"},
        {{"gelu", "-4:4 minimax ramp", 0, -1, HUGE_VAL, 0, {0}, {0}, 0}, "ramp"},
        {{"tanh", "-4:4 minimax odd", 0, 0, 0, 1, {0}, {0.125}, 0}, "the symmetry"},
        {{"tanh", "-4:4 minimax odd", 0, 0, 0, 2, {-1, 1}, {0.75, 0.75}, 0}, "the symmetry"},
        {{"sin(x)", "0:6.283185307179586 minimax repeat", 0, 0, 0, 2, {0, 6.283185307179586}, {0, 0.125}, 0},
         "the period"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const row *r = &refused[i].r;
        clpwl_constraints c = {.size = sizeof c, .x = r->x, .y = r->y, .count = r->count,
                               .exact_ends = r->exact_ends, .lo = r->lo, .hi = r->hi};
        refuses(r->f, r->words, &c, refused[i].named);
    }
    const struct {
        kept r;
        const char *named;
    } more[] = {
        {{"exp(-x)", "0:10 minimax", {sizeof(clpwl_constraints), .keep_integral = 1, .hi = 1}, 0},
         "the integral"},
        {{"exp(-x)", "1:10 minimax log2", KEEP(0)}, "shaper"},
        {{"floor(x)", "0:3 minimax E=1", SLOPES(1)}, "jumps at x = 1"},
        {{"sqrt(x)", "0:1 minimax optimized E=1", SLOPES(1)}, "slopes within 1 was not met"},
        {{"cos(x)", "0:4 minimax", SHAPE(MONOTONE, NONE)}, "not monotone: it misses that by 0.346 near x = "},
        {{"exp(x)", "0:1 minimax half", SHAPE(CONVEX, NONE)}, "float32"},
    };
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        refuses(more[i].r.f, more[i].r.words, &more[i].r.c, more[i].named);
}

/* v(a) = v(b), at the error of a line that is not closed, but for what bisection and the choice of N leave;
 * one-sided lines are moved by the larger need of both ends, and numbers of a storage are chosen for both. */
TEST(periods_are_closed)
{
    static const struct {
        const char *f, *words;
        double most; /* the error, by that without closing */
    } closed[] = {
        {"exp(sin(x))", "0:6.283185307179586 minimax uniform N=64", 1.0015},
        {"exp(sin(x)+cos(2*x))", "0:6.283185307179586 minimax uniform N=100", 1.0015},
        {"sin(x)", "0:6.283185307179586 minimax optimized refined N=20", 1.005},
        {"cos(x-1)+sin(3*x)", "0:6.283185307179586 minimax optimized refined N=40", 1.005},
        {"abs(sin(x))", "0:3.141592653589793 minimax uniform N=33", 1.0015},
        {"x*(1-x)", "0:1 minimax uniform N=16 floor=0.1", 1.0015},
        {"cos(x)", "0:6.283185307179586 above uniform N=64", 1.02},
        {"cos(x)", "0:6.283185307179586 interpolant uniform N=64", 1.0015},
        {"cos(x)", "0:6.283185307179586 minimax uniform N=64 half", 1.2},
    };
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        double error[2];
        for (int k = 0; k < 2; k++) {
            wish w;
            clpwl_table *t;
            begin_wish(&w, closed[i].f, closed[i].words);
            w.o.extend = k ? CLPWL_EXTEND_REPEAT : CLPWL_EXTEND_CLAMP;
            OK(clpwl_design(&t, w.f, &w.o));
            const double *v = clpwl_table_values(t);
            EXPECT(k == 0 || v[0] == v[clpwl_table_segments(t)], "%s: %.9g and %.9g", closed[i].f, v[0],
                   v[clpwl_table_segments(t)]);
            error[k] = stated(&w, t).linf;
            clpwl_table_free(t);
            end_wish(&w);
        }
        EXPECT(error[1] <= closed[i].most * error[0], "%s, %s: %g, not %g", closed[i].f, closed[i].words,
               error[1], error[0]);
    }
}

/* |v(x + d) - f(x)| <= E + L |d|, and no lesser L: by the steepest segment. */
TEST(noise_of_the_argument)
{
    static const char *const wishes[][2] = {
        {"exp(-x)", "0:10 N=40 optimized refined minimax"}, {"sin(5*x)", "0:3 N=50"},
        {"ln(x)", "0.1:9 N=30 log2"}, {"sqrt(x)", "0.25:4 N=9 sqrt"}, {"gelu", "-4:4 N=20 linear"},
    };
    uint32_t state = 1;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        wish w;
        clpwl_table *t;
        begin_wish(&w, wishes[i][0], wishes[i][1]);
        OK(clpwl_design(&t, w.f, &w.o));
        const double l = clpwl_table_steepness(t), e = stated(&w, t).linf;
        double a, b, seen = 0;
        clpwl_evaluator *host = on_host(t);
        clpwl_table_domain(t, &a, &b);
        for (int k = 0; k < 20000; k++) {
            const double x = a + (b - a) * random_01(&state), d = ldexp(random_01(&state) - 0.5, -k % 12);
            const float moved = (float)(x + d);
            float y;
            OK(clpwl_eval(host, &moved, &y, 1));
            if ((double)moved >= a && (double)moved <= b)
                EXPECT(fabs((double)y - value_of(w.f, x)) <= e + l * fabs((double)moved - x), "%s: %g + %g",
                       wishes[i][0], x, d);
            seen = fmax(seen, fabs(clpwl_table_derivative(t, x)));
        }
        EXPECT(seen <= l && seen > 0.98 * l, "%s: %g, and %g is stated", wishes[i][0], seen, l);
        clpwl_evaluator_free(host);
        clpwl_table_free(t);
        end_wish(&w);
    }
}
