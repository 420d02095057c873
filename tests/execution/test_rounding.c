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

/* The numbers of a script, where #A to #Z stand for them: Gappa wants numbers in its claims. */
enum { BOUND, LEFT, RIGHT, LOW, HIGH, AT, NEXT, SLACK, CONSTANTS };
static const char constants[] =
    "@rnd = float<ieee_32,ne>;\na = #I; b = #J; n = #K; i = #F; l = #B; r = #C; c0 = #L; c1 = #M; "
    "v0 = #N; v1 = #O;\n"
    "m = #P; O = #Q; S = #R; F = #S; h = #T; k0 = #U; k1 = #V; R = #W; G = #X; z = #Y; x = rnd(x_);\n";

static int proves(const double *numbers, const char *steps)
{
    const char *const parts[] = {constants, steps};
    FILE *gappa = popen("timeout 30 gappa >/dev/null 2>&1", "w");
    ck_assert_ptr_nonnull(gappa);
    for (int k = 0; k < 2; k++)
        for (const char *c = parts[k]; *c; c++)
            if (*c == '#')
                fprintf(gappa, "%a", numbers[*++c - 'A']);
            else
                fputc(*c, gappa);
    return pclose(gappa) == 0;
}

/* For the registers of host-avx2 G is the offset: from a, or from 0 a whole number of segments from a; less
 * z, the knot before. */
static void check(const segment *s, const char *what, double bound, double slack, const char *steps)
{
    const clpwl__pack *p = s->pack;
    const float *k = p->knots ? p->knots + s->i : (const float[]){0, 1}, *v = p->values + s->i;
    const double left = k[0], right = k[1], before = p->planes.corners ? 1 : 0;
    double numbers[] = {bound, s->left, s->right, fmax(s->left, left), fmin(s->right, right), (double)s->i,
                        (double)s->i + 1, slack, s->a, s->b, (double)s->buffer.segments, s->c0, s->c1, v[0],
                            v[1],
                        p->records[s->i].slope, p->grid.origin, p->grid.scale, p->grid.offset,
                        p->grid.offset / p->grid.scale, left, right, (float)(1 / (right - left)),
                        (float)((p->planes.from_0 ? -p->planes.turn : p->grid.offset) - (float)before),
                            before};
    ck_assert_msg(proves(numbers, steps), "%s: %g is not proved of segment %zu\n%s", what, bound, s->i,
                  steps);
    numbers[BOUND] /= 8;
    if (s->i > 0 && s->i + 1 < s->buffer.segments)
        ck_assert_msg(!proves(numbers, steps), "%s: an eighth of %g is proved\n%s", what, bound, steps);
}

/* x - origin, without a rounding where there is none to begin with; then the steps. */
static void check_from_origin(const segment *s, const char *what, const clpwl__reading *r, const char *steps)
{
    const double g = 3 * 2 * eps * fmax(fabs(s->left), fabs(s->right)); /* the error of log2(x) */
    char script[1000];
    snprintf(script, sizeof script, "%s s = n / (b - a); t = (X - a) * s;\n%s",
             s->pack->grid.origin == 0 ? "d_ = x; d = x;" : "d_ = x - O; d = rnd(d_);", steps);
    check(s, what, clpwl__place_error(r, s->i, s->left, s->right), r->shaper ? g : 0, script);
}

/* u of equal segments: buffer, local, shuffle, host-scalar, host-avx2; with half a texel the coordinate of
 * images; of host-avx512, which adds the offset to x; and u - 1 of host-avx2 up to 16 segments, u up to 32.
 * */
static void check_places(const segment *s)
{
    check_from_origin(s, "the coordinate", &s->buffer,
        "w_ = d * S + F; w = rnd(w_);\n{ X in [#B, #C] /\\ |x - X| <= #H -> |w - t| <= #A }\n"
        "w_ - t -> (d - d_) * S + (x - X) * S + (X - O) * (S - s) + (F - (O - a) * s);\n"
        "w - t -> (w - w_) + (w_ - t);\n");
    check_from_origin(s, "an image's coordinate", &s->image,
        "w_ = d * S + F; w = rnd(w_); q_ = w + 0.5; q = rnd(q_);\n"
        "{ X in [#B, #C] /\\ |x - X| <= #H -> |(q - 0.5) - t| <= #A }\n"
        "w_ - t -> (d - d_) * S + (x - X) * S + (X - O) * (S - s) + (F - (O - a) * s);\n"
        "w - t -> (w - w_) + (w_ - t);\n(q - 0.5) - t -> (q - q_) + (w - t);\n");
    if (s->buffer.shaper != CLPWL_SHAPER_NONE)
        return;
    check_from_origin(s, "the coordinate of host-avx512", &s->buffer, s->pack->grid.offset == 0
      ? "w_ = d * S; w = rnd(w_);\n{ x in [#B, #C] /\\ x - X in [0, 0] -> |w - t| <= #A }\n"
        "w_ - t -> (d - d_) * S + (x - O) * (S - s) + (x - X) * s - (O - a) * s;\n"
        "w - t -> (w - w_) + (w_ - t);\n"
      : "e_ = d + h; e = rnd(e_); w_ = e * S; w = rnd(w_);\n"
        "{ x in [#B, #C] /\\ x - X in [0, 0] -> |w - t| <= #A }\n"
        "w_ - t -> (d - d_) * S + (e - e_) * S + (x - O) * (S - s) + (x - X) * s\n"
        "  + (h * S - (O - a) * s);\nw - t -> (w - w_) + (w_ - t);\n");
    if (s->pack->planes.room != CLPWL__PLANES_OF_FLOATS)
        return;
    check_from_origin(s, "the coordinate of host-avx2", &s->buffer, s->pack->planes.from_0
      ? "w_ = x * S + G; w = rnd(w_);\n"
        "{ x in [#B, #C] /\\ x - X in [0, 0] -> |w - (t - z)| <= #A }\n"
        "w_ - (t - z) -> (x - a) * (S - s) + (x - X) * s + (G + z + a * S);\n"
        "w - (t - z) -> (w - w_) + (w_ - (t - z));\n"
      : "w_ = d * S + G; w = rnd(w_);\n"
        "{ x in [#B, #C] /\\ x - X in [0, 0] -> |w - (t - z)| <= #A }\n"
        "w_ - (t - z) -> (d - d_) * S + (x - O) * (S - s) + (x - X) * s + (G + z - (O - a) * s);\n"
        "w - (t - z) -> (w - w_) + (w_ - (t - z));\n");
}

/* The value at u of all methods with equal segments: a record has a value and a slope, which image-manual
 * subtracts. At u - 1 by the corner around the odd knot of a segment. By a filter whose weight has 8 bits,
 * and whose result is within 4 eps of the larger texel. */
static void check_values_at(const segment *s)
{
    const double bound = clpwl__value_error(s->rise, s->largest, 0), filter = 4 * eps * s->largest;
    check(s, "the value", bound, 0, s->i == 0
      ? "u = rnd(u_); d = u; p = u; Y = d * m + v0; y = rnd(Y); line = c0 + p * (c1 - c0);\n"
        "{ u in [#F, #G] -> |y - line| <= #A }\ny - line -> (y - Y) + (Y - line);\n"
        "Y - line -> (d - p) * m + p * (m - (v1 - v0)) + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n$ u in 32;\n"
      : "u = rnd(u_); p = u - i; d = rnd(p); Y = d * m + v0; y = rnd(Y); line = c0 + p * (c1 - c0);\n"
        "{ u in [#F, #G] -> |y - line| <= #A }\ny - line -> (y - Y) + (Y - line);\n"
        "Y - line -> (d - p) * m + p * (m - (v1 - v0)) + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n"
        "$ u in 32;\n");
    if (s->pack->planes.corners)
        check(s, "a corner", bound, 0, s->i % 2
      ? "o = rnd(o_); p = o - (i - 1); w = p; Y = w * m + v0; y = rnd(Y); line = c0 + p * (c1 - c0);\n"
        "{ p in [0, 1] -> |y - line| <= #A }\ny - line -> (y - Y) + (Y - line);\n"
        "Y - line -> p * (m - (v1 - v0)) + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n$ p in 32;\n"
      : "o = rnd(o_); p = o - (i - 1); w = p - 1; Y = w * m + v1; y = rnd(Y); line = c0 + p * (c1 - c0);\n"
        "{ p in [0, 1] -> |y - line| <= #A }\ny - line -> (y - Y) + (Y - line);\n"
        "Y - line -> (p - 1) * (m - (v1 - v0)) + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n$ p in 32;\n");
    check(s, "a filter", bound + filter + 0x1p-9 * s->rise, filter,
        "q = rnd(q_); p = q - 0.5 - i; w = fixed<-8,ne>(p); y = v0 + w * (v1 - v0) + e; "
        "line = c0 + p * (c1 - c0);\n"
        "{ p in [0, 1] /\\ |e| <= #H -> |y - line| <= #A }\n"
        "y - line -> (w - p) * (v1 - v0) + ((1 - p) * (v0 - c0) + p * (v1 - c1)) + e;\n$ p in 32;\n");
}

/* Optimised knots: binary search, whose records begin at the left knot, and cells, which may begin at the
 * right one; their coordinate in an image; the value between the numbers at both ends, as image-manual and
 * codes have it. */
static void check_knots(const segment *s)
{
    const double record = clpwl__rounding_on(&s->buffer, s->i, s->left, s->right, s->rise, s->largest);
    check(s, "a record", record, 0,
        "d_ = x - k0; d = rnd(d_); Y = d * m + v0; y = rnd(Y);\n"
        "g = (v1 - v0) / (k1 - k0); p = (x - l) / (r - l); line = c0 + p * (c1 - c0);\n"
        "{ x in [#D, #E] -> |y - line| <= #A }\ny - line -> (y - Y) + (Y - line);\n"
        "Y - line -> (d - d_) * m + (x - k0) * (m - g)\n"
        "  - ((1 - p) * (k0 - l) + p * (k1 - r)) * g + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n$ x in 32;\n");
    check(s, "a cell", record, 0,
        "d_ = x - k1; d = rnd(d_); Y = d * m + v1; y = rnd(Y);\n"
        "g = (v1 - v0) / (k1 - k0); p = (x - l) / (r - l); line = c0 + p * (c1 - c0);\n"
        "{ x in [#D, #E] -> |y - line| <= #A }\ny - line -> (y - Y) + (Y - line);\n"
        "Y - line -> (d - d_) * m + (x - k1) * (m - g)\n"
        "  - ((1 - p) * (k0 - l) + p * (k1 - r)) * g + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n$ x in 32;\n");
    check(s, "values at ends", clpwl__rounding_on(&s->ends, s->i, s->left, s->right, s->rise, s->largest), 0,
        "d_ = x - k0; d = rnd(d_); e_ = d * R; e = rnd(e_); D = rnd(v1 - v0);\n"
        "Y = e * D + v0; y = rnd(Y); q = (x - k0) / (k1 - k0); p = (x - l) / (r - l);\n"
        "line = c0 + p * (c1 - c0);\n{ x in [#D, #E] -> |y - line| <= #A }\n"
        "y - line -> (y - Y) + (Y - line);\n"
        "Y - line -> ((e - e_) + (d - d_) * R + (x - k0) * (R - 1 / (k1 - k0))) * D\n"
        "  + q * (D - (v1 - v0)) - ((1 - p) * (k0 - l) + p * (k1 - r)) / (k1 - k0) * (v1 - v0)\n"
        "  + ((1 - p) * (v0 - c0) + p * (v1 - c1));\n$ x in 32;\n");
    check(s, "an image's coordinate", clpwl__place_error(&s->image, s->i, s->left, s->right), 0,
        "d_ = x - k0; d = rnd(d_); e_ = d * R; e = rnd(e_);\n"
        "w_ = i + e; w = rnd(w_); q_ = w + 0.5; q = rnd(q_); p = (x - l) / (r - l); t = i + p;\n"
        "{ x in [#D, #E] -> |(q - 0.5) - t| <= #A }\n"
        "(q - 0.5) - t -> (q - q_) + (w - w_) + (e - e_) + (d - d_) * R\n"
        "  + (x - k0) * (R - 1 / (k1 - k0)) - ((1 - p) * (k0 - l) + p * (k1 - r)) / (k1 - k0);\n"
        "$ x in 32;\n");
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
    {"exp(-x^2)", -4, 4, 256, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE},
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

TESTS(gappa_proves_the_bounds_of_each_method, ROWS)
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
        if (s.buffer.partition == CLPWL_PARTITION_UNIFORM) {
            check_places(&s);
            check_values_at(&s);
        } else {
            check_knots(&s);
        }
    }
    clpwl__pack_free(pack);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
