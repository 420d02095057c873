/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/callback.h"
#include "support/wish.h"
#include "fit/fit.h"

enum { N = 23, NODES = 64 };

CALLBACK(exp_f, exp(x))
CALLBACK(wave_f, sin(9 * x) / (1 + x * x))
CALLBACK(corner_f, fabs(x - 0.3))
static double jump_at;
CALLBACK(jump_f, x > jump_at ? 1 : -1)

/* Knots on [0,1] of very uneven lengths. */
static void uneven(double knots[N + 1])
{
    for (int i = 0; i <= N; i++)
        knots[i] = pow((double)i / N, 2);
}

CALLBACK(falling_weight, exp(-9 * x))

/* Sums over the hat functions of the knots, at midpoints of PARTS parts of a segment: of w (f - v), or of w
 * with the sign of f - v; divided by those of w |f - v|, or of w. */
static void sum_hats(clpwl_callback f, const double *x, const double *c, int has_weight, int signs,
                     double *sums)
{
    enum { PARTS = 4096 };
    double all[N + 1] = {0};
    memset(sums, 0, sizeof all);
    for (int i = 0; i < N * PARTS; i++) {
        const int k = i / PARTS;
        const double t = (i % PARTS + 0.5) / PARTS, h = x[k + 1] - x[k], at = x[k] + h * t;
        const double off = f(at, NULL) - c[k] * (1 - t) - c[k + 1] * t, size = signs ? 1 : fabs(off);
        const double w = (has_weight ? falling_weight(at, NULL) : 1) * h * size;
        for (int end = 0; end < 2; end++) {
            sums[k + end] += w * (off < 0 ? -1 : 1) * (end ? t : 1 - t);
            all[k + end] += w * (end ? t : 1 - t);
        }
    }
    for (int k = 0; k <= N; k++)
        sums[k] /= all[k];
}

/* The normal equations: f - v is orthogonal to every hat function, with the weight, too. The midpoint rule's
 * error is 1e-7 of a segment's f - v. */
TESTS(the_projection_leaves_an_orthogonal_residual, 6)
{
    static const clpwl_callback all[] = {exp_f, wave_f, corner_f};
    clpwl_callback g = all[_i % 3];
    clpwl_function *f = callback(g, 0, 1, g == corner_f ? 0.3 : NAN),
                   *w = callback(falling_weight, 0, 1, NAN);
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    double x[N + 1], c[N + 1], sums[N + 1];
    weight.w = w;
    uneven(x);
    OK(clpwl_fit_values(CLPWL_FIT_PROJECTION, f, _i < 3 ? NULL : &weight, x, N, c));
    sum_hats(g, x, c, _i >= 3, 0, sums);
    for (int i = 0; i <= N; i++) { /* where f is straight, f - v is rounding */
        const int is_straight = g == corner_f && fabs(c[i] - corner_f(x[i], NULL)) < 1e-15;
        EXPECT(fabs(sums[i]) <= 1e-6 || is_straight, "%g at knot %d", sums[i], i);
    }
    clpwl_function_free(f);
    clpwl_function_free(w);
}

/* Best lines by hand. On one segment c0 = 4 b0 - 2 b1, c1 = 4 b1 - 2 b0. Of x^2 eq. 32 gives -f'' h^2 / 12
 * at every knot when all h are equal. 64 periods are not resolved by the nodes of one quadrature: by
 * parts, with w = 128 pi, b1 = -1/w and b0 = 1/w. A function of the space is its own projection. */
TESTS(projections_by_hand, 7)
{
    static const struct {
        const char *f, *words;
        size_t segments;
        double knots[5], values[5], slack;
    } rows[] = {
        {"x^2", "", 1, {0, 1}, {-1.0 / 6, 5.0 / 6}, 1e-15},
        {"x^2", "callback", 4, {-1, -0.5, 0, 0.5, 1},
         {1 - 1 / 24.0, 0.25 - 1 / 24.0, -1 / 24.0, 0.25 - 1 / 24.0, 1 - 1 / 24.0}, 1e-15},
        {"sqrt(x)", "callback", 1, {0, 1}, {4.0 / 15, 16.0 / 15}, 1e-9},    /* f'' infinite at 0 */
        {"abs(x-0.3)", "kink=0.3", 1, {0, 1}, {0.006, 0.574}, 1e-15},
        {"x<0.3", "callback", 1, {0, 1}, {0.93, -0.33}, 1e-14},            /* the jump is found, at doubles */
        {"sin(128*pi*x)", "callback", 1, {0, 1}, {6 / (128 * M_PI), -6 / (128 * M_PI)}, 1e-9},
        {"abs(x-0.3)", "kink=0.3", 4, {0, 0.1, 0.3, 0.9, 1}, {0.3, 0.2, 0, 0.6, 0.7}, 5e-16}, /* roundings of a proxy */
    };
    double c[5];
    wish w;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    OK(clpwl_fit_values(CLPWL_FIT_PROJECTION, w.f, NULL, rows[_i].knots, rows[_i].segments, c));
    for (size_t i = 0; i <= rows[_i].segments; i++)
        ck_assert_double_eq_tol(c[i], rows[_i].values[i], rows[_i].slack);
    end_wish(&w);
}

/* The hole is between knots, where the interpolant does not call f; weights are asked there by all others. */
TESTS(fits_refuse, 11)
{
    static const struct {
        const char *f, *words;
        clpwl_fit fit;
        double middle;
        clpwl_status status;
        const char *named;
    } rows[] = {
        {"ln(x)", "callback", CLPWL_FIT_PROJECTION, 0.5, CLPWL_ERR_NOT_FINITE, "x = 0"},
        {"x", "", CLPWL_FIT_INTERPOLANT, 2, CLPWL_ERR_ARGUMENT,
         "knot 3 of 3 is 1"},
        {"x", "", (clpwl_fit)9, 0.5, CLPWL_ERR_ARGUMENT, "clpwl_fit"},
        {"sqrt(abs(x-0.51)-0.005)", "callback", CLPWL_FIT_INTERPOLANT, 0.5, CLPWL_OK, ""},
        {"sqrt(abs(x-0.51)-0.005)", "callback", CLPWL_FIT_PROJECTION, 0.5, CLPWL_ERR_NOT_FINITE, "x = 0.5"},
        {"sqrt(abs(x-0.51)-0.005)", "callback", CLPWL_FIT_LEAST_ABSOLUTE, 0.5, CLPWL_ERR_NOT_FINITE,
         "x = 0.5"},
        {"sqrt(abs(x-0.51)-0.005)", "callback", CLPWL_FIT_MINIMAX, 0.5, CLPWL_ERR_NOT_FINITE, "x = 0.5"},
        {"x^2", "w=0.75-x", CLPWL_FIT_PROJECTION, 0.5, CLPWL_ERR_ARGUMENT, "negative"},
        {"x^2", "w=0.75-x", CLPWL_FIT_MINIMAX, 0.5, CLPWL_ERR_ARGUMENT, "negative"},
        {"x^2", "w=ln(x-0.75)", CLPWL_FIT_LEAST_ABSOLUTE, 0.5, CLPWL_ERR_NOT_FINITE, "x = 0."},
        {"x^2", "floor=-1 w=1", CLPWL_FIT_ABOVE, 0.5, CLPWL_ERR_ARGUMENT, "-1"},
    };
    static const double fine[] = {0, 0.5, 1};
    double c[3], knots[] = {0, rows[_i].middle, 1};
    wish w;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    clpwl_status status = clpwl_fit_values(rows[_i].fit, w.f, w.o.weight, knots, 2, c);
    EXPECT(status == rows[_i].status && (!status || strstr(clpwl_last_message(), rows[_i].named)),
     "row %d: %s: %s", _i,
           clpwl_status_name(status), clpwl_last_message());
    FAILS(CLPWL_ERR_ARGUMENT, "not 0", clpwl_fit_values(CLPWL_FIT_PROJECTION, w.f, NULL, knots, 0, c));
    w.weight.size = 3;
    FAILS(CLPWL_ERR_ARGUMENT, "size is 3", clpwl_fit_values(CLPWL_FIT_MINIMAX, w.f, &w.weight, fine, 2, c));
    end_wish(&w);
}

/* The least weighted L1: every hat function meets as much weight where the line is above f as where it is
 * below. Newton's steps were too short or too long by the square of the weight: 0.4 was left. A hat has
 * the weight of PARTS places, and beside each of four zeros half a place counts for the wrong side. */
TEST(least_absolute_lines_balance_the_weight)
{
    double x[N + 1], c[N + 1], sums[N + 1];
    clpwl_function *f = callback(wave_f, 0, 1, NAN), *falling = callback(falling_weight, 0, 1, NAN);
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    weight.w = falling;
    OK(clpwl_partition_uniform(0, 1, N, x));
    OK(clpwl_fit_values(CLPWL_FIT_LEAST_ABSOLUTE, f, &weight, x, N, c));
    sum_hats(wave_f, x, c, 1, 1, sums);
    for (int i = 0; i <= N; i++)
        EXPECT(fabs(sums[i]) <= 4.0 / 4096, "%g at knot %d", sums[i], i);
    clpwl_function_free(f);
    clpwl_function_free(falling);
}

/* A function of many values at once that counts them. */
typedef struct calls {
    double (*f)(double x);
    size_t calls, values;
} calls;

static void count_calls(const double *x, double *y, size_t n, void *user)
{
    calls *c = user;
    c->calls++;
    c->values += n;
    for (size_t i = 0; i < n; i++)
        y[i] = c->f(x[i]);
}

static clpwl_function *counted(calls *c)
{
    const clpwl_function_spec spec = {.size = sizeof spec, .many = count_calls, .user = c};
    clpwl_function *f;
    OK(clpwl_function_create(&f, &spec));
    return f;
}

/* The places of a rule, and the points that are added to a mesh, are known beforehand: of f, and of a
 * weight. Newton's method begins at the lines of parabolas: it asks for 1024 values 3 and 14 times. Some more
 * are for kinks. */
TESTS(values_are_asked_for_together, 6)
{
    static const clpwl_fit fits[] = {CLPWL_FIT_LEAST_ABSOLUTE, CLPWL_FIT_MINIMAX, CLPWL_FIT_PROJECTION};
    static const size_t most[] = {4096, 16384, 5000, 5000, 5000, 5000};
    double knots[NODES + 1], values[NODES + 1];
    calls c = {exp, 0, 0};
    clpwl_function *f = callback(wave_f, 0, 1, NAN), *many = counted(&c);
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    weight.w = many;
    OK(clpwl_partition_uniform(0, 1, NODES, knots));
    OK(clpwl_fit_values(fits[_i / 2], _i % 2 ? f : many, _i % 2 ? &weight : NULL, knots, NODES, values));
    EXPECT(20 * c.calls <= c.values && c.values <= most[_i], "%zu calls for %zu values", c.calls, c.values);
    clpwl_function_free(many);
    clpwl_function_free(f);
}

/* Newton's method takes 22 turns for the values beside 0, and took 915 values of f in each segment: all
 * others stay after a few turns. */
TEST(segments_that_stay_are_not_summed_again)
{
    enum { MANY = 20000 };
    double *knots = malloc(2 * (MANY + 1) * sizeof *knots), *values = knots + MANY + 1;
    calls c = {cbrt, 0, 0};
    clpwl_function *f = counted(&c);
    OK(clpwl_partition_uniform(-1, 1, MANY, knots));
    OK(clpwl_fit_values(CLPWL_FIT_LEAST_ABSOLUTE, f, NULL, knots, MANY, values));
    EXPECT(c.values <= 400 * (size_t)MANY, "%zu values", c.values);
    /* A parabola's line is 3/4 of its height above the chord; cbrt'' = -2/9 x^(-5/3). */
    for (double *x = knots + 3 * MANY / 4, *y = values + 3 * MANY / 4; x < knots + MANY; x++, y++) {
        double h = x[1] - x[0], above = (y[0] + y[1] - cbrt(x[0]) - cbrt(x[1])) / 2;
        ck_assert_double_eq_tol(above * 48 / (h * h) * pow(x[0], 5.0 / 3), 1, 1e-2);
    }
    free(knots);
    clpwl_function_free(f);
}

static int end_later(double done, void *user)
{
    size_t *left = user;
    return done > 0 || (*left)-- == 0;
}

/* A fit that takes long can be ended. Only the search for knots and the measurement could. */
TESTS(fits_can_be_ended, 4)
{
    static const struct {
        clpwl_fit fit;
        size_t reports;
        const char *part;
    } rows[] = {
        {CLPWL_FIT_LEAST_ABSOLUTE, 2, "23 segments"},
        {CLPWL_FIT_MINIMAX, 0, "f was evaluated"},
        {CLPWL_FIT_MINIMAX, 20, "23 segments"},
        {CLPWL_FIT_ABOVE, 20, "23 segments"},
    };
    double knots[N + 1], values[N + 1];
    clpwl_function *f = callback(wave_f, 0, 1, NAN);
    size_t left = rows[_i].reports;
    const clpwl__watch watch = {end_later, &left};
    uneven(knots);
    FAILS(CLPWL_ERR_CANCELLED, rows[_i].part,
          clpwl__fit_values(rows[_i].fit, f, NULL, &watch, knots, N, 1e-9, values));
    clpwl_function_free(f);
}

/* The value behind the gap at 0, or at -1, has next to no part in the integral. It was some number, such as
 * 12.5. */
TESTS(least_absolute_values_behind_gaps_are_those_of_f, 2)
{
    const double knots[] = {-_i, _i ? -1 + 0x1p-24 : 0x1p-125, 0.4, 1};
    double values[4];
    jump_at = -_i;
    clpwl_function *f = callback(jump_f, -_i, 1, NAN);
    OK(clpwl_fit_values(CLPWL_FIT_LEAST_ABSOLUTE, f, NULL, knots, 3, values));
    ck_assert_double_eq(values[0], -1);
    for (int i = 1; i < 4; i++)
        ck_assert_double_eq_tol(values[i], 1, 1e-12);
    clpwl_function_free(f);
}
