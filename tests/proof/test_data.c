/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data: what is proved of them, by errors in long double, and by the fewest segments on a grid. */
#include <float.h>
#include <stdint.h>
#include "support/suite.h"
#include "support/wish.h"

enum { MOST = 24 };

typedef struct rows {
    double x[MOST], y[MOST];
    size_t n;
} rows;

static clpwl_function *curve_of(const rows *r, clpwl_between between)
{
    clpwl_samples s = CLPWL_SAMPLES_INIT;
    clpwl_function *f;
    s.x = r->x;
    s.y = r->y;
    s.n = r->n;
    s.between = between;
    OK(clpwl_function_from_data(&f, &s));
    return f;
}

/* Some bends are large, some little; steps of x differ by magnitudes. */
static rows random_rows(uint32_t *state, size_t n)
{
    rows r = {.n = n};
    double x = -1, y = 0;
    for (size_t i = 0; i < n; i++) {
        r.x[i] = x;
        r.y[i] = y;
        x += pow(10, -2 * random_01(state));
        y += random_bits(state) % 4 ? random_01(state) - 0.5 : 0;
    }
    return r;
}

/* A table of data by a line of words. */
static clpwl_table *design(const rows *r, clpwl_between between, const char *words, clpwl_function **f)
{
    wish w;
    clpwl_table *table;
    begin_wish(&w, "x", words);
    clpwl_function_free(w.f);
    w.f = *f = curve_of(r, between);
    OK(clpwl_design(&table, w.f, &w.o));
    w.f = NULL;
    end_wish(&w);
    return table;
}

static long double line_at(const double *x, const double *y, size_t i, long double at)
{
    return y[i] + (y[i + 1] - (long double)y[i]) * ((at - x[i]) / ((long double)x[i + 1] - x[i]));
}

/* The errors of a table: of linear data and steps exactly but for long double; of others, from values of f in
 * double at many places, somewhat too small. */
static clpwl_error reference(const rows *r, clpwl_between between, const clpwl_function *f, const clpwl_table *t)
{
    const double *knots = clpwl_table_knots(t), *values = clpwl_table_values(t);
    const size_t n = clpwl_table_segments(t);
    const int parts = between == CLPWL_BETWEEN_LINEAR || between == CLPWL_BETWEEN_STEP ? 1 : 400;
    long double l1 = 0, l2 = 0, linf = 0;
    for (size_t i = 0, k = 0; i + 1 < r->n && k < n;) {
        const double from = fmax(r->x[i], knots[k]), to = fmin(r->x[i + 1], knots[k + 1]);
        for (int p = 0; p < parts && from < to; p++) {
            long double e[2], h = ((long double)to - from) / parts;
            for (int end = 0; end < 2; end++) {
                const long double x = from + h * (p + end);
                e[end] = line_at(knots, values, k, x) -
                         (between == CLPWL_BETWEEN_LINEAR ? line_at(r->x, r->y, i, x)
                          : between == CLPWL_BETWEEN_STEP ? r->y[i]
                                                          : value_of(f, fmin((double)x, to)));
                linf = fmaxl(linf, fabsl(e[end]));
            }
            const long double a = fabsl(e[0]), b = fabsl(e[1]);
            l1 += e[0] * e[1] < 0 ? h * (a * a + b * b) / (2 * (a + b)) : h * (a + b) / 2;
            l2 += h * (e[0] * e[0] + e[0] * e[1] + e[1] * e[1]) / 3;
        }
        if (r->x[i + 1] <= knots[k + 1])
            i++;
        else
            k++;
    }
    if (between == CLPWL_BETWEEN_STEP) /* the last row is a step, too */
        linf = fmaxl(linf, fabsl(values[n] - (long double)r->y[r->n - 1]));
    return (clpwl_error){(double)l1, (double)sqrtl(l2), (double)linf};
}

/* Bounds enclose the errors, and are near: 2^-44 for the roundings of values up to 8, of a domain up to 24 wide;
 * 1e-5 of cubics, and their errors on 400 parts of each piece differ by 1e-4. */
TEST(bounds_enclose_errors)
{
    static const char *const words[] = {"N=1", "N=7 interpolant", "N=5 optimized minimax", "E=0.2 minimax optimized refined",
                                        "N=9 l2 projection", "N=9 l1 least-absolute", "N=40 optimized minimax",
                                        "N=6 half minimax", "N=12 unorm8 minimax optimized"};
    const double rounding = 24 * 0x1p-44;
    uint32_t state = 5;
    for (int turn = 0; turn < 60 * test_factor(); turn++)
        for (clpwl_between b = CLPWL_BETWEEN_LINEAR; b <= CLPWL_BETWEEN_STEP; b++) {
            const rows r = random_rows(&state, 2 + (size_t)turn % (MOST - 1));
            const char *how = words[turn % 9];
            clpwl_function *f;
            clpwl_proof p;
            if (b == CLPWL_BETWEEN_STEP && strstr(how, "E="))
                continue;
            clpwl_table *t = design(&r, b, how, &f);
            const double near = b == CLPWL_BETWEEN_LINEAR || b == CLPWL_BETWEEN_STEP ? 2e-6 : 2e-4;
            const clpwl_error e = reference(&r, b, f, t);
            OK(clpwl_prove(&p, f, t, NULL));
            for (int norm = 0; norm < 3; norm++) {
                const double right = clpwl_error_in(&e, (clpwl_norm)norm);
                const double bound = clpwl_error_in(&p.bound, (clpwl_norm)norm);
                const double least = clpwl_error_in(&p.least, (clpwl_norm)norm);
                const double below = near < 1e-5 ? right : right * (1 - near); /* chords may be above */
                EXPECT(bound >= below && bound <= right * (1 + near) + rounding &&
                           least <= right * (1 + near) && least >= right * (1 - near) - rounding && least <= bound,
                       "%s, %s, %zu rows, %s: %.17g is in [%.17g, %.17g]", how, clpwl_between_name(b), r.n,
                       clpwl_norm_name((clpwl_norm)norm), right, least, bound);
            }
            clpwl_table_free(t);
            clpwl_function_free(f);
        }
}

/* A line through rows within fp32 has no error; a table of another line by hand has that error exactly. */
TEST(errors_that_are_known)
{
    static const double knots[] = {0, 4}, values[] = {0, 4};
    static const rows bent = {{0, 1, 2, 3, 4}, {0, 1, 2.5, 3, 4}, 5}, flat = {{0, 1, 2, 4}, {0, 1, 2, 4}, 4};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    clpwl_proof p;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 1;
    OK(clpwl_table_create(&table, &spec));
    for (clpwl_between b = CLPWL_BETWEEN_LINEAR; b <= CLPWL_BETWEEN_SPLINE; b++) {
        clpwl_function *f = curve_of(&flat, b);
        OK(clpwl_prove(&p, f, table, NULL));
        EXPECT(p.bound.linf <= 16 * 0x1p-45 * 4 && p.least.linf == 0, "%d: %g", (int)b, p.bound.linf);
        clpwl_function_free(f);
    }
    clpwl_function *f = curve_of(&bent, CLPWL_BETWEEN_LINEAR);
    OK(clpwl_prove(&p, f, table, NULL));
    ck_assert_double_eq_tol(p.bound.linf, 0.5, 1e-12);
    ck_assert_double_eq_tol(p.bound.l1, 0.5, 1e-12);
    ck_assert_double_eq_tol(p.bound.l2, sqrt(1.0 / 6), 1e-12);
    ck_assert_double_eq(p.worst, 2);
    clpwl_function_free(f);
    f = curve_of(&bent, CLPWL_BETWEEN_STEP); /* each row up to the next: 1 behind, and 4 at the end */
    OK(clpwl_prove(&p, f, table, NULL));
    ck_assert_double_eq_tol(p.bound.linf, 1, 1e-12);
    ck_assert_double_eq_tol(p.bound.l1, 0.5 + 0.5 + 0.25 + 0.5, 1e-9); /* of 2.5 the line is 0.5 on both sides */
    clpwl_function_free(f);
    clpwl_table_free(table);
}

/* One-sided tables are on their side by more than what fp32 adds, or by more than the host computes; below f by
 * as much as their error they are not. */
TEST(sides_are_proved)
{
    static const char *const words[] = {"E=0.1 above", "E=0.1 below optimized refined", "N=9 above optimized half",
                                        "N=40 below"};
    uint32_t state = 9;
    for (int turn = 0; turn < 24; turn++) {
        const clpwl_between b = CLPWL_BETWEEN_LINEAR + (turn / 4) % 3;
        const rows r = random_rows(&state, 3 + (size_t)turn % 20);
        clpwl_function *f, *other;
        clpwl_proof p;
        clpwl_table *t = design(&r, b, words[turn % 4], &f);
        const double sign = clpwl_table_fit(t) == CLPWL_FIT_ABOVE ? 1 : -1;
        rows moved = r;
        OK(clpwl_prove(&p, f, t, NULL));
        EXPECT(p.side == 1 && isnan(p.side_x), "%s, %s, %zu rows: side %d", words[turn % 4],
               clpwl_between_name(b), r.n, p.side);
        for (size_t i = 0; i < r.n; i++)
            moved.y[i] += sign * p.bound.linf;
        other = curve_of(&moved, b);
        OK(clpwl_prove(&p, other, t, NULL));
        EXPECT(p.side == -1 && p.side_x >= r.x[0] && p.side_x <= r.x[r.n - 1], "side %d at %g", p.side, p.side_x);
        clpwl_function_free(other);
        clpwl_function_free(f);
        clpwl_table_free(t);
    }
}

enum { GRID = 8, LEVELS = 8, COLUMNS = 7 * GRID + 1, HEIGHT = 2 * LEVELS + 1 };

/* The fewest segments of lines within an error of rows at 0, 1, 2 ..., with knots on a grid of x and, from f
 * down and up, of y: as many as any lines need, or more. */
static size_t fewest_on_grid(const rows *r, double error)
{
    static int links[COLUMNS][HEIGHT];
    const int last = (int)(r->n - 1) * GRID;
    for (int i = 0; i <= last; i++)
        for (int k = 0; k < HEIGHT; k++)
            links[i][k] = i ? COLUMNS : 0;
    for (int i = 0; i < last; i++)
        for (int j = i + 1; j <= last; j++)
            for (int k = 0; k < HEIGHT * HEIGHT; k++) {
                const int from = k / HEIGHT, to = k % HEIGHT;
                if (links[i][from] + 1 >= links[j][to])
                    continue;
                const double x0 = (double)i / GRID, x1 = (double)j / GRID;
                const double f0 = (double)line_at(r->x, r->y, (size_t)x0, x0),
                             f1 = (double)line_at(r->x, r->y, (size_t)fmin(x1, (double)r->n - 2), x1);
                const double y0 = f0 + error * (from - LEVELS) / LEVELS, y1 = f1 + error * (to - LEVELS) / LEVELS;
                int is_within = 1;
                for (size_t m = (size_t)x0 + 1; (double)m < x1 && is_within; m++)
                    is_within = fabs(y0 + (y1 - y0) * (((double)m - x0) / (x1 - x0)) - r->y[m]) <= error;
                if (is_within)
                    links[j][to] = links[i][from] + 1;
            }
    int least = COLUMNS;
    for (int k = 0; k < HEIGHT; k++)
        least = links[last][k] < least ? links[last][k] : least;
    return (size_t)least;
}

/* What is proved is not more than lines on a grid have, nor than those of a design; and with an error a quarter
 * larger a design has no more than the grid's: its knots are moved by half a step at most. Nearly all designs
 * of refined minimax have just so many segments as is proved. */
TEST(fewest_segments)
{
    int same = 0, all = 0;
    uint32_t state = 3;
    for (int turn = 0; turn < 40 * test_factor(); turn++) {
        rows r = random_rows(&state, 3 + (size_t)turn % 6);
        const double error = 0.03 + 0.2 * random_01(&state);
        char how[60];
        clpwl_function *f;
        size_t least;
        for (size_t i = 0; i < r.n; i++)
            r.x[i] = (double)i;
        sprintf(how, "E=%.17g minimax optimized refined", error);
        clpwl_table *t = design(&r, CLPWL_BETWEEN_LINEAR, how, &f);
        OK(clpwl_prove_fewest(&least, f, 0, (double)r.n - 1, error, NULL));
        const size_t grid = fewest_on_grid(&r, error), designed = clpwl_table_segments(t);
        EXPECT(least <= grid && least <= designed && designed <= grid + 1, "%zu rows, %g: %zu, %zu on a grid, "
               "%zu designed", r.n, error, least, grid, designed);
        same += least == designed;
        all++;
        clpwl_table_free(t);
        clpwl_function_free(f);
    }
    ck_assert_int_ge(same, all * 39 / 40); /* roundings of fp32 are a part of the error of a table */
}

/* A zigzag needs a line for each side, unless the error is its height; a jump of less than twice the error is no
 * obstacle; and steps of a staircase need as many as its line. */
TEST(fewest_that_are_known)
{
    rows zigzag = {.n = 21}, jump = {{0, 1, 1, 2}, {0, 0, 1, 1}, 4};
    size_t least;
    for (size_t i = 0; i < zigzag.n; i++) {
        zigzag.x[i] = (double)i;
        zigzag.y[i] = i % 2 ? 1 : -1;
    }
    clpwl_function *f = curve_of(&zigzag, CLPWL_BETWEEN_LINEAR);
    OK(clpwl_prove_fewest(&least, f, 0, 20, 1, NULL));
    ck_assert_uint_eq(least, 1);
    OK(clpwl_prove_fewest(&least, f, 0, 20, 0.01, NULL));
    ck_assert_uint_eq(least, 20);
    OK(clpwl_prove_fewest(&least, f, 2.5, 7.25, 0.01, NULL));
    ck_assert_uint_eq(least, 6);
    FAILS(CLPWL_ERR_NUMERIC, "are on [0, 20]", clpwl_prove_fewest(&least, f, 0, 21, 1, NULL));
    clpwl_function_free(f);
    f = curve_of(&zigzag, CLPWL_BETWEEN_STEP);
    OK(clpwl_prove_fewest(&least, f, 0, 20, 1, NULL));
    ck_assert_uint_eq(least, 1);
    clpwl_function_free(f);
    f = curve_of(&jump, CLPWL_BETWEEN_LINEAR);
    OK(clpwl_prove_fewest(&least, f, 0, 2, 0.51, NULL));
    ck_assert_uint_eq(least, 1);
    OK(clpwl_prove_fewest(&least, f, 0, 2, 0.3, NULL)); /* which no line has */
    ck_assert_uint_eq(least, 3);
    clpwl_function_free(f);
}

/* Many rows: a design has the fewest segments, is proved, and within its bound as the host executes it. */
TEST(many_rows)
{
    enum { N = 100000 };
    double *x = malloc(2 * N * sizeof *x), *y = x + N, at = 0;
    uint32_t state = 1;
    wish w;
    clpwl_table *t;
    size_t least;
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = at += random_01(&state) + random_01(&state) + random_01(&state) - 1.5;
    }
    begin_wish(&w, "x", "E=8 minimax optimized refined proved");
    clpwl_function_free(w.f);
    const clpwl_samples s = {.size = sizeof s, .x = x, .y = y, .n = N, .between = CLPWL_BETWEEN_LINEAR};
    OK(clpwl_function_from_data(&w.f, &s));
    OK(clpwl_design(&t, w.f, &w.o));
    OK(clpwl_prove_fewest(&least, w.f, 0, N - 1, 8, NULL));
    EXPECT(clpwl_table_segments(t) - least <= 1 + least / 200, "%zu, where %zu are the fewest",
           clpwl_table_segments(t), least);
    ck_assert_int_eq(clpwl_table_target(t)->evidence, CLPWL_EVIDENCE_PROVED);
    ck_assert_double_le(look(&w, t, 200000).e.linf, 8);
    clpwl_table_free(t);
    end_wish(&w);
    free(x);
}

TEST(what_is_not_proved)
{
    static const rows r = {{1, 2, 3, 4}, {1, 3, 2, 5}, 4};
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    const clpwl_weight weight = {.size = sizeof weight, .floor = 0.5};
    clpwl_function *f;
    clpwl_proof p;
    size_t least;
    clpwl_table *t = design(&r, CLPWL_BETWEEN_LINEAR, "N=4 log2", &f);
    FAILS(CLPWL_ERR_UNSUPPORTED, "log2", clpwl_prove(&p, f, t, NULL));
    clpwl_table_free(t);
    clpwl_function_free(f);
    t = design(&r, CLPWL_BETWEEN_LINEAR, "N=4 linear", &f);
    o.weight = &weight;
    FAILS(CLPWL_ERR_UNSUPPORTED, "weighted", clpwl_prove(&p, f, t, &o));
    FAILS(CLPWL_ERR_UNSUPPORTED, "weighted", clpwl_prove_fewest(&least, f, 1, 4, 0.1, &o));
    o = (clpwl_prove_options){.size = sizeof o, .a = 0, .b = 5};
    FAILS(CLPWL_ERR_UNSUPPORTED, "beyond", clpwl_prove(&p, f, t, &o));
    clpwl_function_free(f);
    const rows shorter = {{1, 2, 3}, {1, 3, 2}, 3};
    f = curve_of(&shorter, CLPWL_BETWEEN_LINEAR);
    FAILS(CLPWL_ERR_NUMERIC, "are on [1, 3]", clpwl_prove(&p, f, t, NULL));
    clpwl_function_free(f);
    clpwl_table_free(t);
}
