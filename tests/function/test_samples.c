/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "clpwl.h"
#include "function/function.h"
#include "support/wish.h"

/* f'' of the natural cubic spline at its knots, by the Thomas algorithm in long double on a
 * tridiagonal system that is set up here: independent of GSL. */
static void natural_spline(const double *x, const double *y, int n, long double *m)
{
    long double c[16], d[16];
    m[0] = m[n - 1] = c[0] = d[0] = 0;
    for (int i = 1; i < n - 1; i++) {
        long double h0 = (long double)x[i] - x[i - 1], h1 = (long double)x[i + 1] - x[i];
        long double rhs = 6 * ((y[i + 1] - (long double)y[i]) / h1 -
                               (y[i] - (long double)y[i - 1]) / h0);
        long double pivot = 2 * (h0 + h1) - h0 * c[i - 1];
        c[i] = h1 / pivot;
        d[i] = (rhs - h0 * d[i - 1]) / pivot;
    }
    for (int i = n - 2; i > 0; i--)
        m[i] = d[i] - c[i] * m[i + 1];
}

static long double spline_at(const double *x, const double *y, const long double *m, int n,
                             long double t, long double *d2)
{
    int i = 0;
    while (i < n - 2 && t > x[i + 1])
        i++;
    long double h = (long double)x[i + 1] - x[i], u = (x[i + 1] - t) / h, v = (t - x[i]) / h;
    *d2 = m[i] * u + m[i + 1] * v;
    return y[i] * u + y[i + 1] * v +
           h * h / 6 * ((u * u * u - u) * m[i] + (v * v * v - v) * m[i + 1]);
}

static clpwl_status from_rows(clpwl_function **f, clpwl_between between, const double *x, const double *y,
                              size_t n)
{
    clpwl_samples s = CLPWL_SAMPLES_INIT;
    s.x = x;
    s.y = y;
    s.n = n;
    s.between = between;
    return clpwl_function_from_data(f, &s);
}

TEST(samples_become_the_natural_spline)
{
    static const double x[] = {-1, 0, 0.5, 2, 2.25, 7}, y[] = {3, 1, -2, 0, 0.125, 5};
    enum { N = sizeof x / sizeof x[0] };
    long double m[N], want, want2;
    clpwl_function *f;
    double a, b, got;
    OK(from_rows(&f, CLPWL_BETWEEN_SPLINE, x, y, N));
    ck_assert_str_eq(clpwl_function_name(f), "samples");
    clpwl_function_domain(f, &a, &b);
    ck_assert_double_eq(a, -1);
    ck_assert_double_eq(b, 7);
    natural_spline(x, y, N, m);
    for (int i = 0; i <= 800; i++) {
        double t = -1 + 8 * i / 800.0;
        want = spline_at(x, y, m, N, t, &want2);
        /* A few roundings of numbers up to 30. */
        OK(clpwl_function_value(f, t, &got));
        ck_assert_double_eq_tol(got, (double)want, 2e-14);
    }
    ck_assert(isnan(clpwl__function_raw(f, nextafter(7, 8))));
    ck_assert(isnan(clpwl__function_raw(f, nextafter(-1, -2))));
    FAILS(CLPWL_ERR_NOT_FINITE, "x = 8", clpwl_function_value(f, 8, &got));
    clpwl_function_free(f);
}

/* Linear: as in long double, at rows exactly. Monotone: never beyond the two rows beside, through the rows, with
 * a slope that does not jump. Steps: the row on the left. The spline is not so: it leaves the rows. */
TEST(what_lies_between)
{
    static const double six[] = {0, 1, 2, 3, 4, 5}, edge[] = {0, 0, 0, 1, 1, 1};
    double x[40], y[40], at = -3;
    uint32_t state = 11;
    int beyond = 0;
    for (int turn = 0; turn < 50; turn++) {
        const int n = turn ? 2 + turn % 38 : 6;
        for (int i = 0; i < n; i++) {
            x[i] = turn ? at : six[i];
            y[i] = turn ? (random_bits(&state) % 3 ? random_01(&state) : 0.25) : edge[i];
            at += 1e-3 + random_01(&state) * (i % 5 ? 1e-2 : 1);
        }
        for (clpwl_between b = CLPWL_BETWEEN_LINEAR; b <= CLPWL_BETWEEN_STEP; b++) {
            clpwl_function *f;
            OK(from_rows(&f, b, x, y, (size_t)n));
            for (int i = 0; i + 1 < n; i++) {
                const double lo = fmin(y[i], y[i + 1]), hi = fmax(y[i], y[i + 1]);
                ck_assert_double_eq(value_of(f, x[i]), y[i]);
                for (int k = 1; k < 200; k++) {
                    const double to = x[i] + (x[i + 1] - x[i]) * k / 200, got = value_of(f, to);
                    const long double t = (to - (long double)x[i]) / ((long double)x[i + 1] - x[i]);
                    const double straight = (double)(y[i] + (y[i + 1] - (long double)y[i]) * t);
                    beyond += b == CLPWL_BETWEEN_SPLINE && (got < lo - 0.05 || got > hi + 0.05);
                    EXPECT(b == CLPWL_BETWEEN_SPLINE || (lo <= got && got <= hi), "%d: %.17g in [%.17g, %.17g]",
                           (int)b, got, lo, hi);
                    EXPECT((b != CLPWL_BETWEEN_STEP || got == y[i]) &&
                               (b != CLPWL_BETWEEN_LINEAR || fabs(got - straight) <= 4 * DBL_EPSILON),
                           "%d: %.17g for %.17g", (int)b, got, straight);
                }
                const double h = 1e-6 * (x[i + 1] - x[i]), left = i ? 1e-6 * (x[i] - x[i - 1]) : h;
                const double before = (y[i] - value_of(f, x[i] - left)) / left, behind =
                             (value_of(f, x[i] + h) - y[i]) / h;
                /* Differences of doubles over h; and bends, 1e-6 of the steepest slopes. */
                EXPECT(i == 0 || (b != CLPWL_BETWEEN_MONOTONE && b != CLPWL_BETWEEN_SPLINE) ||
                           fabs(behind - before) <= 1e-15 / fmin(h, left) + 1e-2,
                       "%d: slopes %g and %g at row %d of %d", (int)b, before, behind, i, n);
            }
            ck_assert_double_eq(value_of(f, x[n - 1]), y[n - 1]);
            clpwl_function_free(f);
        }
    }
    ck_assert_int_gt(beyond, 0);
}

TEST(rows_in_any_order)
{
    static const double x[] = {3, 1, 2, 1, 0, 2, 1}, y[] = {6, 1, 4, 3, 0, 4, 2}, sigma[] = {1, 1, 1, 2, 1, 1, 1};
    clpwl_samples s = {.size = sizeof s, .x = x, .y = y, .n = 7};
    clpwl_samples_info info;
    clpwl_function *f;
    OK(clpwl_function_from_data(&f, &s));
    ck_assert_str_eq(clpwl_function_name(f), "samples (monotone)");
    ck_assert_double_eq(value_of(f, 1), 2);
    ck_assert_double_eq(value_of(f, 2), 4);
    OK(clpwl_function_samples(f, &info));
    ck_assert_uint_eq(info.n, 4);
    ck_assert_uint_eq(info.repeated, 3);
    ck_assert_int_eq(info.sorted, 1);
    ck_assert_double_eq_tol(info.noise, sqrt(2.0 / 3), 1e-15); /* 1, 2, 3 and 4, 4: 2 over 3 degrees of freedom */
    ck_assert_double_eq(info.gap, 1);
    ck_assert_double_eq(info.spacing, 1);
    ck_assert_int_eq(info.between, CLPWL_BETWEEN_MONOTONE);
    clpwl_function_free(f);
    s.sigma = sigma;
    OK(clpwl_function_from_data(&f, &s));
    ck_assert_double_eq_tol(value_of(f, 1), (1 + 3 / 4.0 + 2) / (1 + 1 / 4.0 + 1), 1e-15);
    clpwl_function_free(f);
    s.between = CLPWL_BETWEEN_LINEAR;
    FAILS(CLPWL_ERR_SAMPLES, "sample 7: x = 1 has a third y", clpwl_function_from_data(&f, &s));
    s.sigma = y;
    FAILS(CLPWL_ERR_SAMPLES, "sample 5: sigma is 0", clpwl_function_from_data(&f, &s));
    s.size = 0;
    FAILS(CLPWL_ERR_ARGUMENT, "CLPWL_SAMPLES_INIT", clpwl_function_from_data(&f, &s));
    f = function_of("sin");
    FAILS(CLPWL_ERR_ARGUMENT, "sin is not made from samples", clpwl_function_samples(f, &info));
    clpwl_function_free(f);
}

/* Two rows at one x are a jump, and what is told of it. */
TEST(rows_that_jump)
{
    static const double x[] = {0, 1, 1, 3, 3, 4}, y[] = {0, 1, 4, 2, 2, 5};
    static const double before[] = {0, 1, 1, 2}, steps[] = {7, 7, 3, 3}, wrong[] = {7, 6, 3, 3};
    clpwl_function *f;
    clpwl_kink kinks[4];
    clpwl_samples_info info;
    size_t count;
    OK(from_rows(&f, CLPWL_BETWEEN_LINEAR, x, y, 6));
    ck_assert_double_eq(value_of(f, 1), 4);
    ck_assert_double_eq_tol(value_of(f, nextafter(1, 0)), 1, 1e-15);
    ck_assert_double_eq(value_of(f, 2), 3);
    OK(clpwl_function_find_kinks(f, 0, 4, kinks, 4, &count));
    ck_assert_uint_eq(count, 2);
    ck_assert(kinks[0].x == 1 && kinks[0].left == 1 && kinks[0].right == 4);
    ck_assert(kinks[1].x == 3 && kinks[1].left == 2 && kinks[1].right == 2);
    clpwl_function_free(f);
    FAILS(CLPWL_ERR_SAMPLES, "sample 3: x = 1 has two y", from_rows(&f, CLPWL_BETWEEN_LINEAR, x, y, 3));
    OK(from_rows(&f, CLPWL_BETWEEN_STEP, before, steps, 4));
    OK(clpwl_function_samples(f, &info));
    ck_assert_uint_eq(info.n, 3);
    ck_assert_double_eq(info.bulge, 4);
    ck_assert_double_eq(info.bulge_at, 1);
    OK(clpwl_function_find_kinks(f, 0, 2, kinks, 4, &count));
    ck_assert(count == 1 && kinks[0].x == 1 && kinks[0].left == 7 && kinks[0].right == 3);
    clpwl_function_free(f);
    FAILS(CLPWL_ERR_SAMPLES, "y is 6 before the step", from_rows(&f, CLPWL_BETWEEN_STEP, before, wrong, 4));
}

/* The largest distance from lines, against 10^5 places. */
TEST(distance_from_lines)
{
    static const double x[] = {-1, 0, 0.5, 2, 2.25, 7}, y[] = {3, 1, -2, 0, 0.125, 5};
    for (clpwl_between b = CLPWL_BETWEEN_LINEAR; b <= CLPWL_BETWEEN_SPLINE; b++) {
        clpwl_function *f, *lines;
        clpwl_samples_info info;
        double most = 0;
        OK(from_rows(&f, b, x, y, 6));
        OK(from_rows(&lines, CLPWL_BETWEEN_LINEAR, x, y, 6));
        OK(clpwl_function_samples(f, &info));
        for (int i = 0; i <= 100000; i++)
            most = fmax(most, fabs(value_of(f, -1 + 8e-5 * i) - value_of(lines, -1 + 8e-5 * i)));
        ck_assert_double_eq_tol(info.bulge, most, 1e-8); /* second differences of steps of 8e-5 */
        ck_assert_double_eq_tol(fabs(value_of(f, info.bulge_at) - value_of(lines, info.bulge_at)), info.bulge, 1e-15);
        clpwl_function_free(f);
        clpwl_function_free(lines);
    }
}

TEST(two_samples_become_a_line)
{
    static const double x[] = {1, 3}, y[] = {5, -1};
    clpwl_function *f;
    OK(clpwl_function_from_samples(&f, "line", x, y, 2));
    ck_assert_str_eq(clpwl_function_name(f), "line (monotone)");
    ck_assert_double_eq_tol(value_of(f, 1.75), 2.75, 1e-15);
    clpwl_function_free(f);
}

TEST(unusable_samples_are_refused)
{
    static const struct {
        double x[3], y[3];
        size_t n;
        const char *named;
    } rows[] = {{{1, 2, 3}, {1, 2, 3}, 1, "1 sample;"},
                {{1, 2, 3}, {1, NAN, 3}, 3, "sample 2: y is nan"},
                {{1, 2, INFINITY}, {1, 2, 3}, 3, "sample 3: x is inf"},
                {{2, 2, 2}, {1, 2, 3}, 3, "1 sample at x = 2"}};
    clpwl_function *f;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FAILS(CLPWL_ERR_SAMPLES, rows[i].named, clpwl_function_from_samples(&f, NULL, rows[i].x, rows[i].y,
                rows[i].n));
        ck_assert_ptr_null(f);
    }
    FAILS(CLPWL_ERR_SAMPLES, "0 samples", clpwl_function_from_samples(&f, NULL, NULL, NULL, 0));
    FAILS(CLPWL_ERR_ARGUMENT, "y is NULL", clpwl_function_from_samples(&f, NULL, rows[0].x, NULL, 3));
}

/* A number of samples that no memory holds is refused before a sample is read: these are NaN. */
TEST(a_number_of_samples_beyond_memory)
{
    const size_t n = PTRDIFF_MAX / sizeof(double);
    static const double ends[] = {NAN, NAN};
    clpwl_function *f;
    FAILS(CLPWL_ERR_MEMORY, "out of memory", clpwl_function_from_samples(&f, NULL, ends, ends, n));
    FAILS(CLPWL_ERR_MEMORY, "out of memory", clpwl_function_from_points(&f, NULL, ends, ends, n));
    FAILS(CLPWL_ERR_MEMORY, "out of memory", clpwl_function_from_arguments(&f, NULL, ends, n));
}

/* Samples are NaN outside their range, so f is not called there. The last of these is too steep. */
TEST(samples_at_neighbouring_numbers)
{
    static const char *const fits[] = {"interpolant", "projection", "least-absolute", "minimax"};
    const double x[] = {1, 1 + DBL_EPSILON, 1 + 2 * DBL_EPSILON}, y[] = {0, 1, 0};
    const double near[] = {0, 1e-300, 2e-300}, high[] = {0, 1e300, -1e300};
    clpwl_function *f;
    for (int i = 0; i < 8; i++) {
        wish w;
        clpwl_table *table;
        begin_wish(&w, "x", fits[i / 2]);
        w.o.segments = 1 + (size_t)i % 2;
        OK(clpwl_function_from_samples(&f, NULL, x, y, 3));
        OK(clpwl_design(&table, f, &w.o));
        clpwl_table_free(table);
        clpwl_function_free(f);
        end_wish(&w);
    }
    FAILS(CLPWL_ERR_SAMPLES, "no spline", clpwl_function_from_samples(&f, NULL, near, high, 3));
    ck_assert_ptr_null(f);
}

static char path[64];

static void make_path(void)
{
    strcpy(path, "/tmp/clpwl-samples-XXXXXX");
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
}

static void remove_path(void)
{
    unlink(path);
}

FIXTURE(make_path, remove_path)

static clpwl_status read_bytes(clpwl_function **f, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
    return clpwl_function_read_samples(f, path);
}

static clpwl_status read_text(clpwl_function **f, const char *text)
{
    return read_bytes(f, text, strlen(text));
}

/* Each is the line through (0, 1) and (2, 5). */
static const char *const good[] = {
    "0,1\n2,5\n",
    "0,1\n2,5",
    "  0   1  \n\n  2  ,  5  # the end\n",
    "# a comment, 1, 2, 3\nx,y\n0,1\n2,5\n",
    "\xEF\xBB\xBFvolt;ampere\n0;1\n2;5\n",
    ("\xEF\xBB\xBF" "0;1\n2;5\n\n\n#"),
    "0x0p0,1e0\n+2.0,0x1.4p2\n",
    "inflow,nano\r\n-0\t1\r\n2\t5\r\n",
    "2theta (25 C), counts 1/s\n0,1\n2,5\n",
    "2\xCE\xB8 I1\n0 1\n2 5\n",
    "\"x, 2 mm\" ; \"y, 3\"\n0;1\n2;5\n",
    "n/a,-\n0,1\n2,5\n",
    "\"x\",\"y\"\n\"0\",\"1\"\n\"2.0\" \"5.0\"\n",
    "0.0D0 1.0D+00\n\"0.2d1\",50D-01\n",
    "x,y\ns,V\n0,1\n2,5\n",
    "0,0 1,0\n2,0 5,0\n",
    "t\tu, v\n0,0\t1,0\n2,0\t5,0\n",
    "0,0;1\n2;5,0;\n",
    "\"0,0\",\"1,0\"\n\"2\",\"5\"\n",
    "\xE2\x88\x92" "0 10E\xE2\x88\x92" "1\n2.0 5\n",
};

TESTS(files_are_read, sizeof good / sizeof good[0])
{
    clpwl_function *f;
    double y;
    char name[sizeof path + 16];
    OK(read_text(&f, good[_i]));
    sprintf(name, "%s (monotone)", strrchr(path, '/') + 1);
    ck_assert_str_eq(clpwl_function_name(f), name);
    OK(clpwl_function_value(f, 0.5, &y));
    ck_assert_double_eq_tol(y, 2, 1e-15);
    clpwl_function_free(f);
}

/* What is named: the line, and what stands there. */
static const struct {
    const char *text, *named;
} bad[] = {
    {"\n\n# nothing\n", "0 samples"},
    {"x,y\n", "0 samples"},
    {"1,2\n", "1 sample"},
    {"1,2\n3,\n", "line 2: 1 column; the first row has 2"},
    {"x,y\nu,v\np,q\n1,2\n", "line 3, column 1: \"p\""},
    {"1,2\nx,y\n", "line 2, column 1: \"x\""},
    {"1,2\n3,4x\n", "line 2, column 2: \"4x\""},
    {"1,2\n3,4Dx5\n", "line 2, column 2: \"4Dx5\""},
    {"1,2\n3,,4\n", "line 2: 3 columns; the first row has 2"},
    {"1,2\n,4\n", "line 2, column 1: \"\""},
    {"1,2\n\"3,4\n", "line 2"},
    {"0,5 1,0 2,0\n", "line 1: more than two columns: 1, 2, 3; --columns"},
    {"1,2,3\n", "line 1: more than two columns"},
    {"0,100,0,099833\n", "decimal commas"},
    {"1,5;2,5;3\n", "line 1: more than two columns"},
    {"1,2\n# c\n3,nan\n", "line 3: y is nan"},
    {"1e999,3\n", "line 1: x is inf"},
    {"1,2\n3,N/A\n", "line 2, column 2: \"N/A\" is not a number; delete rows with gaps"},
    {"12:00:01,1\n12:00:02,2\n", "line 1, column 1: \"12:00:01\" is not a number; delete rows with gaps, and write dates"},
    {"2024-01-01 5\n2024-01-02 6\n", "line 1, column 1: \"2024-01-01\""},
    {"2024-01-01\n2024-01-02\n", "line 1: one column"},
    {"NA,5\n0,1\n1,4\n", "line 1, column 1: \"NA\" is not a number; delete rows with gaps"},
    {",5\n1,1\n2,4\n", "line 1, column 1: \"\""},
    {"\"NA\";\"5.0D-2\"\n1;1\n2;4\n", "line 1, column 1: \"NA\""},
    {"x,0x1p3\n1,1\n2,4\n", "line 1, column 1: \"x\""},
    {"x,inf\n1,1\n2,4\n", "line 1, column 1: \"x\""},
    {"\xE2\x88\x92,1\n0 0\n1 1\n", "line 1, column 1: \"\xE2\x88\x92\""},
    {"1,2\n1e39,4\n", "line 2: 1e+39"},
    {"1,-1e300\n2,4\n", "line 1: -1e+300"},
};

TESTS(bad_files_are_refused, sizeof bad / sizeof bad[0])
{
    clpwl_function *f;
    FAILS(CLPWL_ERR_SAMPLES, bad[_i].named, read_text(&f, bad[_i].text));
    ck_assert_ptr_null(f);
    ck_assert_ptr_eq(strstr(clpwl_last_message(), path), clpwl_last_message()); /* with its folder */
}

TEST(odd_files)
{
    static const struct {
        const char *bytes, *named;
        size_t length;
    } rows[] = {{"1,2\n3\0,4\n", "line 2: a zero byte", 9},
                {"\x93NUMPY\1\0v\0{'descr': '<f8'}\n", "header is cut short", 27},
                {"\x1f\x8b\10\0\0\0\0", "gunzip", 7},
                {"PK\3\4\24\0\0", "zip", 7},
                {"\xff\xfe" "1\0,\0" "2\0\n\0", "UTF-16", 10}};
    clpwl_function *f;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        FAILS(CLPWL_ERR_SAMPLES, rows[i].named, read_bytes(&f, rows[i].bytes, rows[i].length));
    ck_assert_ptr_null(f);
    FAILS(CLPWL_ERR_IO, "/nowhere/at.csv", clpwl_function_read_samples(&f, "/nowhere/at.csv"));
    FAILS(CLPWL_ERR_IO, "directory", clpwl_function_read_samples(&f, "/tmp"));
    FAILS(CLPWL_ERR_ARGUMENT, "path", clpwl_function_read_samples(&f, NULL));
    OK(read_text(&f, "1,2\n1.0,2\n3,4\n3,4\n")); /* a row that is there twice counts once */
    ck_assert_double_eq(value_of(f, 2), 3);
    clpwl_function_free(f);
}

/* Lines are refused that are long, comments are not, nor are many lines. Cubic splines err by 5/384 h^4
 * max|f''''|: 1.3e-10 here, away from the ends. */
TEST(long_files)
{
    enum { N = 5000, ROOM = N * 32 };
    char *text = malloc(2 * ROOM), *c = text + ROOM;
    clpwl_function *f;
    ck_assert_ptr_nonnull(text);
    memset(text, '7', ROOM);
    *c++ = '\n';
    for (int i = 0; i <= N; i++)
        c += sprintf(c, "%d,%.17g\n", i, sin(i * 0.01));
    FAILS(CLPWL_ERR_SAMPLES, "line 1: longer than", read_text(&f, text));
    text[0] = '#';
    OK(read_text(&f, text));
    ck_assert_double_eq_tol(value_of(f, 2500.5), sin(25.005), 2e-10);
    clpwl_function_free(f);
    free(text);
}

/* A normal deviate by twelve uniform ones, the same on every machine. */
static double deviate(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *state = *state * 6364136223846793005 + 1442695040888963407;
        sum += (double)(*state >> 11) * 0x1p-53;
    }
    return sum;
}

enum { MANY = 1001 };

static void take(double *x, double *y, double (*f)(double), int n, double b, double sigma,
                 int uneven)
{
    uint64_t state = 7;
    for (int i = 0; i < n; i++) {
        double u = (double)i / (n - 1);
        x[i] = b * (uneven ? u * u * (3 - 2 * u) + 1e-3 * u : u);
        y[i] = f(x[i]) + sigma * deviate(&state);
    }
}

static double kinky(double x) { return fabs(x - 3); }
static double rounded(double x) { return rint(1e4 * sin(x)) / 1e4; }
static double zigzag(double x) { return fmod(rint(100 * x), 2); }

static double told(double (*f)(double), int n, double noise, int uneven)
{
    double x[MANY], y[MANY], sigma;
    clpwl_function *of;
    take(x, y, f, n, 10, noise, uneven);
    OK(clpwl_function_from_samples(&of, NULL, x, y, (size_t)n));
    OK(clpwl_function_noise(of, 0, uneven ? 0 : 10, &sigma)); /* a and b have no influence */
    clpwl_function_free(of);
    return sigma;
}

/* The estimated noise of samples: the noise that they have, or 0 if they have none, however coarse they
 * are. */
TEST(noise_is_told)
{
    static double (*const clean[])(double) = {sin, exp, kinky, sqrt, fabs, erf, j0};
    for (int k = 0; k < 4; k++)
        for (double noise = 1e-8; noise < 1e-3; noise *= 10) {
            double sigma = told(sin, k < 2 ? MANY : 301, noise, k % 2);
            /* The deviation of a median of n is about 1.2 / sqrt(n). */
            EXPECT(fabs(sigma / noise - 1) < 0.35, "%d, noise %g: %g", k, noise, sigma);
        }
    for (int i = 0; i < 7; i++)
        for (int n = 3; n <= MANY; n = n * 4 / 3 + 1) {
            double sigma = told(clean[i], n, 0, 0);
            EXPECT(sigma < 1e-12 * fabs(clean[i](10)) + 1e-12, "%d, %d samples: noise of %g", i, n, sigma);
        }
    ck_assert_double_eq_tol(told(rounded, MANY, 0, 0), 1e-4 / sqrt(12), 1e-5); /* four digits */
    /* Differences of order n are 2^(n-1), over the root of (2n)!/n!^2; orders 2 to 4 are alike. */
    ck_assert_double_eq_tol(told(zigzag, MANY, 0, 0), 4 / sqrt(20) / 0.6745, 1e-9);
}

/* The root of the mean square of v - y at the samples. */
static double distance(const clpwl_function *f, const double *x, const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += pow(value_of(f, x[i]) - y[i], 2) / n;
    return sqrt(sum);
}

/* Reinsch's spline: as far from the samples as asked for, and nearer to f than they are. It is a straight
 * line if the noise exceeds all else, and interpolates if there is no noise. */
TESTS(noise_is_taken_off, 5)
{
    static const struct {
        int count;
        double noise, given, distance, tolerance; /* from the samples */
    } rows[] = {{MANY, 0.01, 0.01, 0.01, 1e-8}, /* halvings of a over 60 decades */
                {MANY, 0.01, 0, 0.01, 1e-3},    /* it is estimated */
                {MANY, 0.01, 1e-12, 0, 1e-10},
                {100, 0, 0, 0, 1e-15}, /* samples without noise stay as they are */
                {4, 1, 0.1, 0.1, 1e-8}}; /* a zigzag 0.447 from its line */
    double x[MANY], y[MANY], sines[MANY] = {0};
    clpwl_function *f, *smooth;
    take(x, y, sin, rows[_i].count, 10, rows[_i].noise, 1);
    for (int i = 0; i < rows[_i].count; i++) {
        sines[i] = sin(x[i]);
        y[i] = rows[_i].count == 4 ? i % 2 : y[i];
    }
    OK(clpwl_function_from_samples(&f, "data", x, y, (size_t)rows[_i].count));
    OK(clpwl_function_smoothed(&smooth, f, rows[_i].given));
    ck_assert_double_eq_tol(distance(smooth, x, y, rows[_i].count), rows[_i].distance, rows[_i].tolerance);
    if (_i == 0) { /* about 15 degrees of freedom of 1001 */
        ck_assert_double_lt(distance(smooth, x, sines, MANY), 0.01 / 5);
        ck_assert_str_eq(clpwl_function_name(smooth), "data smoothed by 0.01");
        clpwl_function_free(smooth);
        OK(clpwl_function_smoothed(&smooth, f, 10));
        ck_assert_double_eq_tol(value_of(smooth, 1) + value_of(smooth, 9), 2 * value_of(smooth, 5), 1e-6);
    }
    clpwl_function_free(smooth);
    FAILS(CLPWL_ERR_ARGUMENT, "-1", clpwl_function_smoothed(&smooth, f, -1));
    clpwl_function_free(f);
}

static double bent(double x) { return exp(-x / 3) * sin(3 * x); }

/* By cross-validation: an outlier of 100 deviations moves no other sample by one. A sample whose deviation is
 * large does not count either, and equal deviations change nothing. */
TEST(noise_is_validated)
{
    enum { N = 301, OUTLIER = 100 };
    double x[N], y[N], sigma[N], truth[N];
    clpwl_samples s = {.size = sizeof s, .x = x, .y = y, .n = N};
    clpwl_function *f, *smooth[4];
    take(x, y, bent, N, 10, 0.05, 0);
    for (int k = 0; k < 4; k++) {
        s.sigma = k >= 2 ? sigma : NULL;
        y[OUTLIER] += k % 2 ? 5 : 0;
        for (int i = 0; i < N; i++) {
            truth[i] = bent(x[i]);
            sigma[i] = k == 3 && i == OUTLIER ? 50 : 0.05;
        }
        OK(clpwl_function_from_data(&f, &s));
        OK(clpwl_function_smoothed(&smooth[k], f, 0));
        clpwl_function_free(f);
        y[OUTLIER] -= k % 2 ? 5 : 0;
    }
    /* Some 20 degrees of freedom: 0.05 sqrt(20/301) = 0.013. */
    ck_assert_double_lt(distance(smooth[0], x, truth, N), 0.02);
    for (int i = 0; i < N; i++) {
        ck_assert_double_eq_tol(value_of(smooth[2], x[i]), value_of(smooth[0], x[i]), 1e-12);
        for (int k = 1; k < 4 && i != OUTLIER; k += 2)
            ck_assert_double_eq_tol(value_of(smooth[k], x[i]), value_of(smooth[0], x[i]), 0.05);
    }
    for (int k = 0; k < 4; k++)
        clpwl_function_free(smooth[k]);
    x[OUTLIER] = x[OUTLIER - 1];
    s.sigma = NULL;
    s.between = CLPWL_BETWEEN_LINEAR;
    OK(clpwl_function_from_data(&f, &s));
    FAILS(CLPWL_ERR_SAMPLES, "a jump at x = 3.3", clpwl_function_smoothed(smooth, f, 0));
    clpwl_function_free(f);
}

TEST(what_cannot_be_smoothed)
{
    double x[15], y[15];
    clpwl_function *f, *smooth;
    take(x, y, sin, 15, 10, 0.01, 0);
    OK(clpwl_function_from_samples(&f, "few", x, y, 15));
    FAILS(CLPWL_ERR_SAMPLES, "few: 15 samples", clpwl_function_smoothed(&smooth, f, 0));
    clpwl_function_free(f);
    OK(clpwl_function_from_samples(&f, "few", x, y, 3));
    FAILS(CLPWL_ERR_SAMPLES, "few: 3 samples", clpwl_function_smoothed(&smooth, f, 1));
    clpwl_function_free(f);
    for (int i = 0; i < 4; i++)
        y[i] = i % 2 * 1e200; /* squares overflow */
    OK(clpwl_function_from_samples(&f, NULL, x, y, 4));
    FAILS(CLPWL_ERR_NUMERIC, "4 samples", clpwl_function_smoothed(&smooth, f, 1));
    clpwl_function_free(f);
    f = function_of("sin");
    FAILS(CLPWL_ERR_ARGUMENT, "samples", clpwl_function_smoothed(&smooth, f, 1));
    ck_assert_ptr_null(smooth);
    clpwl_function_free(f);
}
