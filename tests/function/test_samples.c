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
#include "support/suite.h"

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

START_TEST(samples_become_the_natural_spline)
{
    static const double x[] = {-1, 0, 0.5, 2, 2.25, 7}, y[] = {3, 1, -2, 0, 0.125, 5};
    enum { N = sizeof x / sizeof x[0] };
    long double m[N], want, want2;
    clpwl_function *f;
    double a, b, got;
    OK(clpwl_function_from_samples(&f, NULL, x, y, N));
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
        OK(clpwl_function_curvature(f, t, &got));
        ck_assert_double_eq_tol(got, (double)want2, 5e-14);
    }
    ck_assert(isnan(clpwl__function_raw(f, nextafter(7, 8))));
    ck_assert(isnan(clpwl__function_raw(f, nextafter(-1, -2))));
    FAILS(CLPWL_ERR_NOT_FINITE, "x = 8", clpwl_function_value(f, 8, &got));
    clpwl_function_free(f);
}
END_TEST

START_TEST(two_samples_become_a_line)
{
    static const double x[] = {1, 3}, y[] = {5, -1};
    clpwl_function *f;
    double got;
    OK(clpwl_function_from_samples(&f, "line", x, y, 2));
    ck_assert_str_eq(clpwl_function_name(f), "line");
    for (double t = 1; t <= 3; t += 0.125) {
        OK(clpwl_function_value(f, t, &got));
        ck_assert_double_eq_tol(got, 8 - 3 * t, 1e-15);
        OK(clpwl_function_curvature(f, t, &got));
        ck_assert_double_eq(got, 0);
    }
    clpwl_function_free(f);
}
END_TEST

START_TEST(unusable_samples_are_refused)
{
    double x[] = {1, 2, 3}, y[] = {1, 2, 3};
    clpwl_function *f;
    FAILS(CLPWL_ERR_SAMPLES, "1 sample;", clpwl_function_from_samples(&f, NULL, x, y, 1));
    ck_assert_ptr_null(f);
    FAILS(CLPWL_ERR_SAMPLES, "0 samples", clpwl_function_from_samples(&f, NULL, NULL, NULL, 0));
    FAILS(CLPWL_ERR_ARGUMENT, "y is NULL", clpwl_function_from_samples(&f, NULL, x, NULL, 3));
    y[1] = NAN;
    FAILS(CLPWL_ERR_SAMPLES, "sample 2: y is nan", clpwl_function_from_samples(&f, NULL, x, y, 3));
    y[1] = 2;
    x[2] = INFINITY;
    FAILS(CLPWL_ERR_SAMPLES, "sample 3: x is inf", clpwl_function_from_samples(&f, NULL, x, y, 3));
    x[2] = 2;
    FAILS(CLPWL_ERR_SAMPLES, "x = 2 occurs twice",
          clpwl_function_from_samples(&f, NULL, x, y, 3));
    x[2] = 1.5;
    FAILS(CLPWL_ERR_SAMPLES, "sample 3: x = 1.5 follows 2",
          clpwl_function_from_samples(&f, NULL, x, y, 3));
}
END_TEST

/* A number of samples that no memory holds is refused before a sample is read: these are NaN. */
START_TEST(a_number_of_samples_beyond_memory)
{
    const size_t n = PTRDIFF_MAX / sizeof(double);
    static const double ends[] = {NAN, NAN};
    clpwl_function *f;
    FAILS(CLPWL_ERR_MEMORY, "out of memory", clpwl_function_from_samples(&f, NULL, ends, ends, n));
    FAILS(CLPWL_ERR_MEMORY, "out of memory", clpwl_function_from_points(&f, NULL, ends, ends, n));
    FAILS(CLPWL_ERR_MEMORY, "out of memory", clpwl_function_from_arguments(&f, NULL, ends, n));
}
END_TEST

/* Samples are NaN outside their range, so f is not called there. The last of these is too steep. */
START_TEST(samples_at_neighbouring_numbers)
{
    double x[] = {1, 1 + DBL_EPSILON, 1 + 2 * DBL_EPSILON}, y[] = {0, 1, 0};
    double near[] = {0, 1e-300, 2e-300}, high[] = {0, 1e300, -1e300};
    static const clpwl_fit fits[] = {CLPWL_FIT_INTERPOLANT, CLPWL_FIT_PROJECTION, CLPWL_FIT_LEAST_ABSOLUTE,
                                     CLPWL_FIT_MINIMAX};
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_samples(&f, NULL, x, y, 3));
    for (int i = 0; i < 8; i++) {
        o.fit = fits[i / 2];
        o.segments = 1 + (size_t)i % 2;
        OK(clpwl_design(&table, f, &o));
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
    FAILS(CLPWL_ERR_SAMPLES, "no spline passes through sample",
          clpwl_function_from_samples(&f, NULL, near, high, 3));
    ck_assert_ptr_null(f);
}
END_TEST

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
    "0;1\r\n2;5\r\n",
    "0\t1\n2\t5\n",
    "  0   1  \n\n  2  ,  5  # the end\n",
    "# a comment, 1, 2, 3\nx,y\n0,1\n2,5\n",
    "\xEF\xBB\xBFvolt;ampere\n0;1\n2;5\n",
    ("\xEF\xBB\xBF" "0;1\n2;5\n\n\n#"),
    "0x0p0,1e0\n+2.0,0x1.4p2\n",
    "inflow,nano\n-0,1\n2,5\n",
    "2theta (25 C), counts 1/s\n0,1\n2,5\n",
    "2\xCE\xB8 I1\n0 1\n2 5\n",
    "\"x, 2 mm\" ; \"y, 3\"\n0;1\n2;5\n",
    "n/a,-\n0,1\n2,5\n",
    "\"x\",\"y\"\n\"0\",\"1\"\n\"2.0\" \"5.0\"\n",
    "0.0D0 1.0D+00\n\"0.2d1\",50D-01\n",
};

START_TEST(files_are_read)
{
    clpwl_function *f;
    double y;
    OK(read_text(&f, good[_i]));
    ck_assert_str_eq(clpwl_function_name(f), strrchr(path, '/') + 1);
    OK(clpwl_function_value(f, 0.5, &y));
    ck_assert_double_eq_tol(y, 2, 1e-15);
    clpwl_function_free(f);
}
END_TEST

static const struct {
    const char *text, *message;
} bad[] = {
    {"", "0 samples; at least two are needed"},
    {"\n\n# nothing\n", "0 samples"},
    {"x,y\n", "0 samples"},
    {"1,2\n", "1 sample; at least"},
    {"1,2\n3\n", "line 2: one column"},
    {"1,2\n3,\n", "line 2: one column"},
    {"x,y\nu,v\n1,2\n", "line 2: \"u,v\" does not begin with a number"},
    {"1,2\nx,y\n", "line 2: \"x,y\" does not begin with a number"},
    {"1,2\n3,4x\n", "line 2: \"4x\" is not a number"},
    {"1,2\n3,4Dx5\n", "line 2: \"4Dx5\" is not a number"},
    {"1,2\n3,,4\n", "line 2: \",4\" is not a number"},
    {"1,2\n\"3,4\n", "line 2"},
    {"0,5 1,0\n", "line 1: decimal commas; expected numbers with a decimal point"},
    {"1,2,3\n", "line 1: more than two columns"},
    {"0,100,0,099833\n", "line 1: four numbers, or two with decimal commas"},
    {"0,1\n1,\n", "line 2: one column; expected x and y; a line with a gap is left out"},
    {"1,5;2,5\n", "line 1: commas and semicolons; expected numbers with a decimal point"},
    {"1,2\n# c\n3,nan\n", "line 3: y is nan"},
    {"1,2\n1e999,3\n", "line 2: x is inf"},
    {"1,2\n3,-inf\n", "line 2: y is -inf"},
    {"1,5;2,5\n", "(tr , . makes them of decimal commas)"},
    {"1,2\n3,N/A\n", "line 2: \"N/A\" is not a number; a line with a gap is left out"},
    {"1,2\n3,nan\n", "line 2: y is nan; a line with a gap is left out"},
    {"1,2\n2,3\nNA,3\n", "line 3: \"NA,3\" does not begin with a number; a line with a gap"},
    {"12:00:01,1\n12:00:02,2\n", "line 1: \"12:00:01,1\" does not begin with a number; times and dates"},
    {"2024-01-01\n2024-01-02\n", "line 1: \"2024-01-01\" does not begin with a number; times and dates"},
    {"t,U\n12:00,1\n", "line 2: \"12:00,1\" does not begin with a number; times and dates"},
    {"NA,5\n0,1\n1,4\n", "line 1: \"NA,5\" does not begin with a number; a line with a gap is left out"},
    {"  NA 5\n0 1\n1 4\n", "line 1: \"NA 5\" does not begin with a number; a line with a gap is left out"},
    {",5\n1,1\n2,4\n", "line 1: \",5\" does not begin with a number; a line with a gap is left out"},
    {"\"NA\";\"5.0D-2\"\n1;1\n2;4\n", "line 1: \"\"NA\";"},
    {"x,0x1p3\n1,1\n2,4\n", "line 1: \"x,0x1p3\" does not begin with a number"},
    {"x,inf\n1,1\n2,4\n", "line 1: \"x,inf\" does not begin with a number"},
    {"\xE2\x88\x92" "1 1\n0 0\n1 1\n", "line 1: \"\xE2\x88\x92" "1 1\" does not begin with a number"},
    {"\xE2\x88\x92" "1.5e-3,\xE2\x88\x92" "1\n0 0\n1 1\n", "line 1: \"\xE2\x88\x92" "1.5e-3,"},
    {"1 1\n\xE2\x88\x92" "1 1\n", "line 2: \"\xE2\x88\x92" "1 1\" does not begin with a number"},
    {"3,2\n2,3\n1,4\n", "line 2: x = 2 follows 3; x must ascend (sort -g FILE sorts the lines)"},
    {"1,2\n1,3\n", "line 2: x = 1 occurs twice"},
    {"1,2\r\n3,4\r\n2,3\r\n", "line 3: x = 2 follows 3"},
    {"1,2\n1e39,4\n", "line 2: 1e+39 is beyond"},
    {"1,-1e300\n2,4\n", "line 1: -1e+300 is beyond"},
};

START_TEST(bad_files_are_refused)
{
    clpwl_function *f;
    FAILS(CLPWL_ERR_SAMPLES, bad[_i].message, read_text(&f, bad[_i].text));
    ck_assert_ptr_null(f);
    ck_assert_ptr_eq(strstr(clpwl_last_message(), path), clpwl_last_message()); /* with its folder */
}
END_TEST

START_TEST(a_row_that_is_there_twice_counts_once)
{
    clpwl_function *f;
    double y;
    OK(read_text(&f, "1,2\n1.0,2\n3,4\n3,4\n"));
    OK(clpwl_function_value(f, 2, &y));
    ck_assert_double_eq(y, 3);
    clpwl_function_free(f);
}
END_TEST

START_TEST(odd_files_are_refused)
{
    clpwl_function *f;
    FAILS(CLPWL_ERR_SAMPLES, "line 2: a zero byte", read_bytes(&f, "1,2\n3\0,4\n", 9));
    FAILS(CLPWL_ERR_SAMPLES, "line 1: a file of NumPy; expected text: numpy.savetxt(\"xy.csv\", numpy.load(FILE))",
          read_bytes(&f, "\x93NUMPY\1\0v\0{'descr': '<f8'}\n", 27));
    FAILS(CLPWL_ERR_SAMPLES, "compressed by gzip; gunzip makes text", read_bytes(&f, "\x1f\x8b\10\0\0\0\0", 7));
    FAILS(CLPWL_ERR_SAMPLES, "a zip archive, as .npz and .xlsx are", read_bytes(&f, "PK\3\4\24\0\0", 7));
    FAILS(CLPWL_ERR_SAMPLES, "text in UTF-16", read_bytes(&f, "\xff\xfe" "1\0,\0" "2\0\n\0", 10));
    FAILS(CLPWL_ERR_IO, "No such file", clpwl_function_read_samples(&f, "/nowhere/at.csv"));
    ck_assert_ptr_null(f);
    FAILS(CLPWL_ERR_IO, "directory", clpwl_function_read_samples(&f, "/tmp"));
    FAILS(CLPWL_ERR_ARGUMENT, "path", clpwl_function_read_samples(&f, NULL));
}
END_TEST

START_TEST(long_lines_are_refused_and_long_comments_are_not)
{
    enum { LONG = 100000 };
    char *text = malloc(LONG + 32);
    clpwl_function *f;
    ck_assert_ptr_nonnull(text);
    memset(text, '7', LONG);
    strcpy(text + LONG, "\n1,2\n3,4\n");
    FAILS(CLPWL_ERR_SAMPLES, "line 1: longer than", read_text(&f, text));
    text[0] = '#';
    OK(read_text(&f, text));
    clpwl_function_free(f);
    free(text);
}
END_TEST

START_TEST(many_samples_are_read)
{
    enum { N = 5000 };
    char *text = malloc(N * 32), *c = text;
    clpwl_function *f;
    double y;
    ck_assert_ptr_nonnull(text);
    for (int i = 0; i <= N; i++)
        c += sprintf(c, "%d,%.17g\n", i, sin(i * 0.01));
    OK(read_text(&f, text));
    /* Cubic splines err by 5/384 h^4 max|f''''|: 1.3e-10 here, away from the ends. */
    OK(clpwl_function_value(f, 2500.5, &y));
    ck_assert_double_eq_tol(y, sin(25.005), 2e-10);
    clpwl_function_free(f);
    free(text);
}
END_TEST

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

/* The estimated noise of samples of sin(x) on [0, 10], 12 to 1001 of them: the noise that they
 * have, or 0 if they have none, however coarse they are. */
START_TEST(noise_is_told)
{
    double x[MANY], y[MANY], sigma;
    clpwl_function *f;
    static const int counts[] = {MANY, 301, 60};
    for (int k = 0; k < 3; k++)
        for (int uneven = 0; uneven < 2; uneven++)
            for (double noise = 1e-8; noise < 1e-3; noise *= 10) {
                take(x, y, sin, counts[k], 10, noise, uneven);
                OK(clpwl_function_from_samples(&f, NULL, x, y, (size_t)counts[k]));
                OK(clpwl_function_noise(f, 0, 10, &sigma));
                /* The deviation of a median of n is about 1.2 / sqrt(n). Between coarse samples
                 * f varies more than the noise. */
                if (counts[k] > 60 || sigma != 0)
                    ck_assert_msg(fabs(sigma / noise - 1) < 0.35, "%d, uneven %d, noise %g: %g",
                                  counts[k], uneven, noise, sigma);
                clpwl_function_free(f);
            }
    static double (*const clean[])(double) = {sin, exp, kinky, sqrt, fabs, erf, j0};
    for (int i = 0; i < 7; i++)
        for (int n = 3; n <= MANY; n = n * 4 / 3 + 1) {
            take(x, y, clean[i], n, 10, 0, 0);
            OK(clpwl_function_from_samples(&f, NULL, x, y, (size_t)n));
            OK(clpwl_function_noise(f, 0, 10, &sigma));
            ck_assert_msg(sigma < 1e-12 * fabs(clean[i](10)) + 1e-12, "%d, %d samples: noise of %g",
                          i, n, sigma);
            clpwl_function_free(f);
        }
    take(x, y, rounded, MANY, 10, 0, 0); /* four digits: noise of 1e-4 / sqrt(12) */
    OK(clpwl_function_from_samples(&f, NULL, x, y, MANY));
    OK(clpwl_function_noise(f, 0, 0, &sigma)); /* a and b have no influence */
    ck_assert_double_eq_tol(sigma, 1e-4 / sqrt(12), 1e-5);
    clpwl_function_free(f);
}
END_TEST

/* Reinsch's spline: as far from the samples as asked for, and nearer to f than they are. It is a
 * straight line if the noise exceeds all else, and interpolates if there is no noise. */
START_TEST(noise_is_taken_off)
{
    double x[MANY], y[MANY], v, sum = 0, wrong = 0;
    clpwl_function *f, *smooth;
    take(x, y, sin, MANY, 10, 0.01, 1);
    OK(clpwl_function_from_samples(&f, "data", x, y, MANY));
    OK(clpwl_function_smoothed(&smooth, f, 0.01));
    ck_assert_str_eq(clpwl_function_name(smooth), "data smoothed by 0.01");
    for (int i = 0; i < MANY; i++) {
        OK(clpwl_function_value(smooth, x[i], &v));
        sum += (v - y[i]) * (v - y[i]) / MANY;
        wrong += (v - sin(x[i])) * (v - sin(x[i])) / MANY;
    }
    ck_assert_double_eq_tol(sqrt(sum), 0.01, 1e-8); /* halvings of a over 60 decades */
    ck_assert_double_lt(sqrt(wrong), 0.01 / 5);     /* about 15 degrees of freedom of 1001 */
    clpwl_function_free(smooth);
    OK(clpwl_function_smoothed(&smooth, f, 0));
    ck_assert_ptr_nonnull(strstr(clpwl_function_name(smooth), "data smoothed by 0.0"));
    clpwl_function_free(smooth);
    OK(clpwl_function_smoothed(&smooth, f, 10));
    double y0, y1, y2; /* 3 abscissas in a row */
    OK(clpwl_function_value(smooth, 1, &y0));
    OK(clpwl_function_value(smooth, 5, &y1));
    OK(clpwl_function_value(smooth, 9, &y2));
    ck_assert_double_eq_tol(y0 + y2, 2 * y1, 1e-6);
    clpwl_function_free(smooth);
    OK(clpwl_function_smoothed(&smooth, f, 1e-12));
    for (int i = 0; i < MANY; i++) {
        OK(clpwl_function_value(smooth, x[i], &v));
        ck_assert_double_eq_tol(v, y[i], 1e-10);
    }
    clpwl_function_free(smooth);
    FAILS(CLPWL_ERR_ARGUMENT, "the noise is -1",
          clpwl_function_smoothed(&smooth, f, -1));
    clpwl_function_free(f);
    OK(clpwl_function_from_samples(&f, "few", x, y, 3));
    FAILS(CLPWL_ERR_SAMPLES, "few: 3 samples; smoothing needs at least four",
          clpwl_function_smoothed(&smooth, f, 1));
    clpwl_function_free(f);
    static const double zigzag[] = {0, 1, 0, 1}; /* 0.447 from their line: four were refused */
    OK(clpwl_function_from_samples(&f, "four", x, zigzag, 4));
    OK(clpwl_function_smoothed(&smooth, f, 0.1));
    sum = 0;
    for (int i = 0; i < 4; i++) {
        OK(clpwl_function_value(smooth, x[i], &v));
        sum += (v - zigzag[i]) * (v - zigzag[i]) / 4;
    }
    ck_assert_double_eq_tol(sqrt(sum), 0.1, 1e-8);
    clpwl_function_free(smooth);
    clpwl_function_free(f);
    OK(clpwl_function_from_samples(&f, "few", x, y, 15));
    FAILS(CLPWL_ERR_SAMPLES, "few: 15 samples; their noise is estimated from 16 or more: give its deviation",
          clpwl_function_smoothed(&smooth, f, 0));
    clpwl_function_free(f);
    take(x, y, sin, 100, 10, 0, 0);
    OK(clpwl_function_from_samples(&f, "clean", x, y, 100));
    OK(clpwl_function_smoothed(&smooth, f, 0)); /* samples without noise stay as they are */
    ck_assert_str_eq(clpwl_function_name(smooth), "clean");
    for (int i = 0; i < 100; i++) {
        OK(clpwl_function_value(smooth, x[i], &v));
        ck_assert_double_eq_tol(v, y[i], 1e-15);
    }
    clpwl_function_free(smooth);
    clpwl_function_free(f);
    OK(clpwl_function_from_catalogue(&f, "sin"));
    FAILS(CLPWL_ERR_ARGUMENT, "not made from samples", clpwl_function_smoothed(&smooth, f, 1));
    ck_assert_ptr_null(smooth);
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("samples");
    TCase *arrays = tcase_create("arrays"), *files = tcase_create("files");
    tcase_add_test(arrays, noise_is_told);
    tcase_add_test(arrays, noise_is_taken_off);
    tcase_add_test(arrays, samples_become_the_natural_spline);
    tcase_add_test(arrays, two_samples_become_a_line);
    tcase_add_test(arrays, unusable_samples_are_refused);
    tcase_add_test(arrays, samples_at_neighbouring_numbers);
    tcase_add_test(arrays, a_number_of_samples_beyond_memory);
    suite_add_tcase(s, arrays);
    tcase_add_checked_fixture(files, make_path, remove_path);
    tcase_add_loop_test(files, files_are_read, 0, sizeof good / sizeof good[0]);
    tcase_add_loop_test(files, bad_files_are_refused, 0, sizeof bad / sizeof bad[0]);
    tcase_add_test(files, a_row_that_is_there_twice_counts_once);
    tcase_add_test(files, odd_files_are_refused);
    tcase_add_test(files, long_lines_are_refused_and_long_comments_are_not);
    tcase_add_test(files, many_samples_are_read);
    suite_add_tcase(s, files);
    return s;
}
