/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The model of execution, proved by Gappa: for segments of some tables, the fp32 operations of each
 * method as a script, with the constants that evaluators have and the bounds of execution/rounding.h.
 * An eighth of a bound is not proved in the middle of a domain; at its beginning some operations are
 * exact. doc/theory.md puts the parts together.
 */
#include <math.h>
#include <stdio.h>
#include "cpu/pack.h"
#include "execution/rounding.h"
#include "support/suite.h"

static const double eps = 0x1p-24;

typedef struct segment {
    const clpwl__pack *pack;
    clpwl__reading buffer, ends, image;
    size_t i;
    double a, b, left, right; /* in g(x) */
    double c0, c1, rise, largest;
} segment;

/* `bound` in the script stands for the number, as Gappa wants numbers in its claims. */
static int proves(const char *script, double bound)
{
    const char *at = strstr(script, "bound");
    FILE *gappa = popen("timeout 30 gappa >/dev/null 2>&1", "w");
    ck_assert_ptr_nonnull(gappa);
    fprintf(gappa, "@rnd = float<ieee_32,ne>;\n%.*s%a%s", (int)(at - script), script, bound, at + 5);
    return pclose(gappa) == 0;
}

static void check(const segment *s, const char *what, double bound, const char *steps)
{
    char script[4000];
    const float *v = s->pack->values + s->i, *knots = s->pack->knots;
    const clpwl_grid *g = &s->pack->grid;
    snprintf(script, sizeof script,
             "a = %a; b = %a; n = %zu; i = %zu; l = %a; r = %a; c0 = %a; c1 = %a;\n"
             "v0 = %a; v1 = %a; m = %a; O = %a; S = %a; F = %a; h = %a; k0 = %a; k1 = %a; R = %a;\n"
             "%s", s->a, s->b, s->buffer.segments, s->i, s->left, s->right, s->c0, s->c1, (double)v[0],
             (double)v[1], (double)s->pack->records[s->i].slope, (double)g->origin, (double)g->scale,
             (double)g->offset, (double)(g->offset / g->scale), knots ? (double)knots[s->i] : 0,
             knots ? (double)knots[s->i + 1] : 1,
             knots ? (double)(float)(1 / ((double)knots[s->i + 1] - (double)knots[s->i])) : 1, steps);
    ck_assert_msg(proves(script, bound), "%s: %g is not proved\n%s", what, bound, script);
    if (s->i > 0 && s->i + 1 < s->buffer.segments)
        ck_assert_msg(!proves(script, bound / 8), "%s: an eighth of %g is proved\n%s", what, bound, script);
}

/* x - origin, without a rounding where there is none to begin with. */
static const char *from_origin(const segment *s)
{
    return s->pack->grid.origin == 0 ? "d_ = x; d = x;" : "d_ = x - O; d = rnd(d_);";
}

/* u of equal segments: buffer, local, shuffle, host-scalar, host-avx2; with half a texel the coordinate
 * of images. */
static void check_place(const segment *s, int half)
{
    char steps[2000];
    int is_shaped = s->buffer.shaper == CLPWL_SHAPER_LOG2;
    double shaped = is_shaped ? 3 * 2 * eps * fmax(fabs(s->left), fabs(s->right)) : 0;
    snprintf(steps, sizeof steps,
             "x = rnd(x_); %s w_ = d * S + F; w = rnd(w_); q_ = w + 0.5; q = rnd(q_);\n"
             "s = n / (b - a); t = (%s - a) * s;\n"
             "{ %s in [%a, %a] /\\ |x - X| <= %a -> |%s - t| <= bound }\n"
             "w_ - t -> (d - d_) * S %s + (%s) * (S - s) + (F - (%s) * s);\n"
             "w - t -> (w - w_) + (w_ - t);\n(q - 0.5) - t -> (q - q_) + (w - t);\n",
             from_origin(s), is_shaped ? "X" : "x", is_shaped ? "X" : "x", s->left, s->right,
             is_shaped ? shaped : 1e30, half ? "(q - 0.5)" : "w", is_shaped ? "+ (x - X) * S" : "",
             s->pack->grid.origin == 0 ? (is_shaped ? "X" : "x") : is_shaped ? "X - O" : "x - O",
             s->pack->grid.origin == 0 ? "-a" : "O - a");
    check(s, half ? "an image's coordinate" : "the coordinate",
          clpwl__place_error(half ? &s->image : &s->buffer, s->i, s->left, s->right), steps);
}

/* u of host-avx512, which adds the offset to x. */
static void check_place_of_avx512(const segment *s)
{
    char steps[2000];
    snprintf(steps, sizeof steps,
             "x = rnd(x_); %s e_ = d + h; e = %s; w_ = e * S; w = rnd(w_);\n"
             "s = n / (b - a); t = (x - a) * s;\n"
             "{ x in [%a, %a] -> |w - t| <= bound }\n"
             "w_ - t -> (d - d_) * S + (e - e_) * S + (%s) * (S - s) + (h * S - (%s) * s);\n"
             "w - t -> (w - w_) + (w_ - t);\n", from_origin(s),
             s->pack->grid.offset == 0 ? "e_" : "rnd(e_)", s->left, s->right,
             s->pack->grid.origin == 0 ? "x" : "x - O", s->pack->grid.origin == 0 ? "-a" : "O - a");
    check(s, "the coordinate of host-avx512",
          clpwl__place_error(&s->buffer, s->i, s->left, s->right), steps);
}

/* u - 1 of host-avx2 up to 16 segments, u up to 32: from a, or from 0 a whole number of segments from a. */
static void check_place_in_registers(const segment *s)
{
    char steps[2000];
    int from_0 = s->pack->planes.from_0, before = s->pack->planes.corners ? 1 : 0;
    double offset = (from_0 ? -s->pack->planes.turn : s->pack->grid.offset) - (float)before;
    snprintf(steps, sizeof steps,
             "x = rnd(x_); G = %a; %s w_ = d * S + G; w = rnd(w_);\n"
             "s = n / (b - a); t = (x - a) * s - %d;\n"
             "{ x in [%a, %a] -> |w - t| <= bound }\n"
             "w_ - t -> %s + (%s) * (S - s) + (G + %d %s);\n"
             "w - t -> (w - w_) + (w_ - t);\n", (double)(float)offset,
             from_0 ? "d = x;" : from_origin(s), before, s->left, s->right, from_0 ? "0" : "(d - d_) * S",
             from_0 ? "x - a" : "x - O", before, from_0 ? "+ a * S" : "- (O - a) * s");
    check(s, "the coordinate of host-avx2", clpwl__place_error(&s->buffer, s->i, s->left, s->right),
          steps);
}

/* The value at u - 1 by the corner around the odd knot of a segment. */
static void check_corner(const segment *s)
{
    char steps[1000];
    int at_left = s->i % 2 != 0;
    snprintf(steps, sizeof steps,
             "v = rnd(v_); p = v - %d; w = %s; Y = w * m + %s; y = rnd(Y); line = c0 + p * (c1 - c0);\n"
             "{ v in [%d, %zu] -> |y - line| <= bound }\n"
             "y - line -> (y - Y) + (Y - line);\n"
             "Y - line -> %s * (m - (v1 - v0)) + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n"
             "$ v in 32;\n", (int)s->i - 1, at_left ? "p" : "p - 1", at_left ? "v0" : "v1",
             (int)s->i - 1, s->i, at_left ? "p" : "(p - 1)");
    check(s, "a corner", clpwl__value_error(s->rise, s->largest, 0), steps);
}

/* The value at u of all methods with equal segments but image-linear: a record has a value and a slope,
 * which image-manual subtracts. */
static void check_value(const segment *s)
{
    char steps[1000];
    snprintf(steps, sizeof steps,
             "u = rnd(u_); %s Y = d * m + v0; y = rnd(Y); line = c0 + p * (c1 - c0);\n"
             "{ u in [%zu, %zu] -> |y - line| <= bound }\n"
             "y - line -> (y - Y) + (Y - line);\n"
             "Y - line -> (d - p) * m + p * (m - (v1 - v0)) + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n"
             "$ u in 32;\n", s->i == 0 ? "d = u; p = u;" : "p = u - i; d = rnd(p);", s->i, s->i + 1);
    check(s, "the value", clpwl__value_error(s->rise, s->largest, 0), steps);
}

/* The value at an image's coordinate q by a filter whose weight has 8 bits, and whose result is within
 * 4 eps of the larger texel. */
static void check_filter(const segment *s)
{
    char steps[1000];
    double filter = 4 * eps * s->largest;
    snprintf(steps, sizeof steps,
             "q = rnd(q_); p = q - 0.5 - i; w = fixed<-8,ne>(p); y = v0 + w * (v1 - v0) + e;\n"
             "line = c0 + p * (c1 - c0);\n"
             "{ p in [0, 1] /\\ |e| <= %a -> |y - line| <= bound }\n"
             "y - line -> (w - p) * (v1 - v0) + ((1 - p) * (v0 - c0) + p * (v1 - c1)) + e;\n"
             "$ p in 32;\n", filter);
    check(s, "a filter", clpwl__value_error(s->rise, s->largest, 0) + filter + 0x1p-9 * s->rise, steps);
}

/* Optimised knots: binary search, whose records begin at the left knot, and cells, which may begin at
 * the right one. */
static void check_knots(const segment *s, int from_right)
{
    char steps[2000];
    double bound = clpwl__rounding_on(&s->buffer, s->i, s->left, s->right, s->rise, s->largest);
    const float *k = s->pack->knots + s->i;
    snprintf(steps, sizeof steps,
             "x = rnd(x_); d_ = x - %s; d = rnd(d_); Y = d * m + %s; y = rnd(Y);\n"
             "g = (v1 - v0) / (k1 - k0); p = (x - l) / (r - l); line = c0 + p * (c1 - c0);\n"
             "{ x in [%a, %a] -> |y - line| <= bound }\n"
             "y - line -> (y - Y) + (Y - line);\n"
             "Y - line -> (d - d_) * m + (x - %s) * (m - g)\n"
             "  - ((1 - p) * (k0 - l) + p * (k1 - r)) * g + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n"
             "$ x in 32;\n", from_right ? "k1" : "k0", from_right ? "v1" : "v0",
             fmax(s->left, (double)k[0]), fmin(s->right, (double)k[1]), from_right ? "k1" : "k0");
    check(s, from_right ? "a cell" : "a record", bound, steps);
}

/* The coordinate of optimised knots in an image. */
static void check_knots_in_image(const segment *s)
{
    char steps[2000];
    const float *k = s->pack->knots + s->i;
    snprintf(steps, sizeof steps,
             "x = rnd(x_); d_ = x - k0; d = rnd(d_); e_ = d * R; e = rnd(e_);\n"
             "w_ = i + e; w = rnd(w_); q_ = w + 0.5; q = rnd(q_);\n"
             "p = (x - l) / (r - l); t = i + p;\n"
             "{ x in [%a, %a] -> |(q - 0.5) - t| <= bound }\n"
             "(q - 0.5) - t -> (q - q_) + (w - w_) + (e - e_) + (d - d_) * R\n"
             "  + (x - k0) * (R - 1 / (k1 - k0)) - ((1 - p) * (k0 - l) + p * (k1 - r)) / (k1 - k0);\n"
             "$ x in 32;\n", fmax(s->left, (double)k[0]), fmin(s->right, (double)k[1]));
    check(s, "an image's coordinate", clpwl__place_error(&s->image, s->i, s->left, s->right), steps);
}

/* The value of optimised knots between the numbers at both ends, as image-manual and codes have it. */
static void check_knots_and_ends(const segment *s)
{
    char steps[2000];
    double bound = clpwl__rounding_on(&s->ends, s->i, s->left, s->right, s->rise, s->largest);
    const float *k = s->pack->knots + s->i;
    snprintf(steps, sizeof steps,
             "x = rnd(x_); d_ = x - k0; d = rnd(d_); e_ = d * R; e = rnd(e_); D = rnd(v1 - v0);\n"
             "Y = e * D + v0; y = rnd(Y); q = (x - k0) / (k1 - k0); p = (x - l) / (r - l);\n"
             "line = c0 + p * (c1 - c0);\n"
             "{ x in [%a, %a] -> |y - line| <= bound }\n"
             "y - line -> (y - Y) + (Y - line);\n"
             "Y - line -> ((e - e_) + (d - d_) * R + (x - k0) * (R - 1 / (k1 - k0))) * D\n"
             "  + q * (D - (v1 - v0)) - ((1 - p) * (k0 - l) + p * (k1 - r)) / (k1 - k0) * (v1 - v0)\n"
             "  + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n"
             "$ x in 32;\n", fmax(s->left, (double)k[0]), fmin(s->right, (double)k[1]));
    check(s, "values at ends", bound, steps);
}

typedef struct row {
    const char *formula;
    double a, b;
    size_t segments;
    clpwl_partition partition;
    clpwl_shaper shaper;
} row;

/* Domains that begin at 0, at a float and between two; full registers; knots that are no floats. */
static const row rows[] = {
    {"sin(x)", 0, 20, 100, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE},
    {"exp(x)", 3, 7, 127, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE},
    {"exp(-x^2)", -4, 4, 256, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE},
    {"cos(x)", 0.1, 9.7, 1000, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE},
    {"sin(x)", 100.1, 140.3, 37, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE},
    {"sin(x)", 0, 20, 16, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE},
    {"exp(-x^2)", -4, 4, 32, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE},
    {"cos(x)", 0.1, 9.7, 31, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE},
    {"1/x", 0.01, 1, 60, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_LOG2},
    {"exp(x)", 0, 3, 40, CLPWL_PARTITION_OPTIMIZED, CLPWL_SHAPER_NONE},
    {"sin(x)", 1000.1, 1003.3, 50, CLPWL_PARTITION_OPTIMIZED, CLPWL_SHAPER_NONE},
};
enum { ROWS = sizeof rows / sizeof *rows };

static segment segment_of(const clpwl_table *table, const clpwl__pack *pack, size_t i)
{
    const double *knots = clpwl_table_knots(table), *c = clpwl_table_values(table);
    size_t n = clpwl_table_segments(table);
    clpwl_shaper g = clpwl_table_shaper(table);
    segment s = {.pack = pack, .i = i, .c0 = c[i], .c1 = c[i + 1]};
    s.a = clpwl_shaper_value(g, knots[0]);
    s.b = clpwl_shaper_value(g, knots[n]);
    s.left = clpwl_shaper_value(g, knots[i]);
    s.right = clpwl_shaper_value(g, knots[i + 1]);
    s.rise = fabs(c[i + 1] - c[i]);
    s.largest = fmax(fabs(c[i]), fabs(c[i + 1]));
    s.buffer = clpwl__reading_of(clpwl_table_partition(table), g, CLPWL__READS_RECORDS, s.a, s.b, n);
    s.ends = clpwl__reading_of(clpwl_table_partition(table), g, CLPWL__READS_ENDS, s.a, s.b, n);
    s.image = clpwl__reading_of(clpwl_table_partition(table), g, CLPWL__READS_FILTER, s.a, s.b, n);
    return s;
}

static void check_segment(const segment *s)
{
    if (s->buffer.partition == CLPWL_PARTITION_UNIFORM) {
        check_place(s, 0);
        check_place(s, 1);
        if (s->buffer.shaper == CLPWL_SHAPER_NONE)
            check_place_of_avx512(s);
        if (s->pack->planes.room == CLPWL__PLANES_OF_FLOATS)
            check_place_in_registers(s);
        if (s->pack->planes.corners)
            check_corner(s);
        check_value(s);
        check_filter(s);
    } else {
        check_knots(s, 0);
        check_knots(s, 1);
        check_knots_and_ends(s);
        check_knots_in_image(s);
    }
}

START_TEST(gappa_proves_the_bounds_of_each_method)
{
    const row *r = &rows[_i];
    clpwl_function *f;
    clpwl_table *table;
    clpwl__pack *pack;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    if (system("command -v gappa >/dev/null") != 0) {
        printf("SKIP: gappa is not installed\n");
        return;
    }
    OK(clpwl_function_from_formula(&f, r->formula, NULL, 0));
    o.aim = CLPWL_AIM_NONE;
    o.a = r->a;
    o.b = r->b;
    o.segments = r->segments;
    o.partition = r->partition;
    o.shaper = r->shaper;
    OK(clpwl_design(&table, f, &o));
    OK(clpwl__pack_create(&pack, table, CLPWL_STORAGE_FLOAT32));
    size_t n = clpwl_table_segments(table);
    for (size_t k = 0; k < 3; k++) {
        segment s = segment_of(table, pack, k * (n - 1) / 2);
        check_segment(&s);
    }
    clpwl__pack_free(pack);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("rounding");
    TCase *t = tcase_create("gappa");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, gappa_proves_the_bounds_of_each_method, 0, ROWS);
    suite_add_tcase(s, t);
    return s;
}
