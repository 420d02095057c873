/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Both methods against plain C in double, against exact flows, in tiles, and with masks. */
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "flow/files.h"
#include "flow/flow.h"
#include "flow/scene.h"
#include "flow/score.h"
#include "support/suite.h"

/* Functions of the program print to stderr why they fail. */
#define DONE(call) ck_assert_int_eq((call), 0)

static clpwl_context *context;
static flow_image pair[2];
static flow_field truth, found, other;

enum { WIDTH = 70, HEIGHT = 52 }; /* that plain C takes */

typedef struct plane {
    int width, height;
    double *at;
} plane;

/* Planes of 0, all that a reference needs. */
static double room[1 << 20];
static size_t used;

static plane make(int width, int height)
{
    plane p = {width, height, room + used};
    used += (size_t)(width * height);
    ck_assert_uint_le(used, sizeof room / sizeof *room);
    memset(p.at, 0, (size_t)(width * height) * sizeof *p.at);
    return p;
}

static double get(plane p, int x, int y)
{
    x = x < 0 ? 0 : x >= p.width ? p.width - 1 : x;
    y = y < 0 ? 0 : y >= p.height ? p.height - 1 : y;
    return p.at[y * p.width + x];
}

static plane halve(plane a)
{
    static const double k[5] = {1, 4, 6, 4, 1};
    plane b = make((a.width + 1) / 2, (a.height + 1) / 2);
    for (int i = 0; i < b.width * b.height; i++)
        for (int n = 0; n < 25; n++)
            b.at[i] += k[n % 5] * k[n / 5] / 256 *
                       get(a, 2 * (i % b.width) + n % 5 - 2, 2 * (i / b.width) + n / 5 - 2);
    return b;
}

static plane slopes(plane p, int dx, int dy)
{
    plane out = make(p.width, p.height);
    for (int i = 0; i < p.width * p.height; i++) {
        const int x = i % p.width, y = i / p.width;
        out.at[i] = (8 * (get(p, x + dx, y + dy) - get(p, x - dx, y - dy)) -
                     (get(p, x + 2 * dx, y + 2 * dy) - get(p, x - 2 * dx, y - 2 * dy))) /
                    12;
    }
    return out;
}

static double linear(plane p, double x, double y)
{
    int i = (int)floor(x), j = (int)floor(y);
    double a = x - i, b = y - j;
    return (1 - b) * ((1 - a) * get(p, i, j) + a * get(p, i + 1, j)) +
           b * ((1 - a) * get(p, i, j + 1) + a * get(p, i + 1, j + 1));
}

static double weigh(int robust, double t)
{
    switch (robust) {
    case FLOW_CHARBONNIER: return 1 / sqrt(1 + t * t);
    case FLOW_LORENTZIAN: return 1 / (1 + t * t / 2);
    case FLOW_WELSCH: return exp(-t * t);
    case FLOW_TUKEY: return t < 1 ? pow(1 - t * t, 2) : 0;
    default: return 1;
    }
}

/* Gaussian elimination; a: n x (n + 1), positive definite. */
static void solve(int n, double a[4][5])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = n; i != k && j >= k; j--)
                a[i][j] -= a[i][k] / a[k][k] * a[k][j];
}

typedef struct level {
    plane first, second, gx, gy, hx, hy, u, v, gain, offset;
    double parts; /* of a pixel, to which the point of linearisation is rounded; 0: it is not */
} level;

/* {gx, gy, b, w, residual} of a pixel. */
static void line(const level *l, int x, int y, double out[5])
{
    const int at = y * l->first.width + x;
    const double n = l->parts, fu = l->u.at[at], fv = l->v.at[at];
    const double u = n > 0 ? rint(n * fu) / n : fu, v = n > 0 ? rint(n * fv) / n : fv;
    const double qx = fmin(fmax(x + u, 0), l->first.width - 1),
                 qy = fmin(fmax(y + v, 0), l->first.height - 1);
    const double i = floor(qx), j = floor(qy), a = qx - i, b = qy - j;
    const double xx = linear(l->hx, i + 1, qy) - linear(l->hx, i, qy);
    const double yy = linear(l->hy, qx, j + 1) - linear(l->hy, qx, j);
    out[0] = (l->gx.at[at] + linear(l->hx, qx, qy)) / 2;
    out[1] = (l->gy.at[at] + linear(l->hy, qx, qy)) / 2;
    out[4] = linear(l->second, qx, qy) - (a * (1 - a) * xx + b * (1 - b) * yy) / 2 - l->first.at[at];
    out[2] = out[4] - out[0] * u - out[1] * v;
    out[3] = qx == x + u && qy == y + v;
}

/* The flow of a window as a least-squares problem of 2 or 4 unknowns: u, v, gain, offset. */
static void step(const flow_options *o, const level *l, int x, int y, double motion, double out[4])
{
    const int r = o->radius, w = l->first.width, h = l->first.height, at = y * w + x;
    const int n = o->brightness ? 4 : 2;
    double a[4][5] = {{0}}, count = 0;
    const double u = l->u.at[at], v = l->v.at[at];
    for (int j = y - r; j <= y + r; j++)
        for (int i = x - r; i <= x + r; i++) {
            double p[5];
            if (i < 0 || j < 0 || i >= w || j >= h)
                continue;
            line(l, i, j, p);
            const int is_box = o->window == FLOW_BOX, q = is_box ? j * w + i : at;
            const double grey = l->first.at[j * w + i] - 127.5;
            const double residual = (is_box ? p[4] : p[0] * u + p[1] * v + p[2]) -
                                    (o->brightness ? l->gain.at[q] * grey + l->offset.at[q] : 0);
            const double r2 = ((i - x) * (i - x) + (j - y) * (j - y)) / (double)(r * r);
            const double weight = p[3] * weigh(o->robust, fabs(residual) / o->scale) *
                                  (is_box ? 1 : exp(-2 * r2));
            const double row[5] = {p[0], p[1], -grey, -1, -p[2]};
            for (int k = 0; k < n; k++)
                for (int m = 0; m < 5; m++)
                    a[k][m] += weight * row[k] * row[m];
            count += weight;
        }
    for (int k = 0; k < n && count > 0; k++) {
        for (int m = 0; m < 5; m++)
            a[k][m] /= count;
        a[k][n] = a[k][4];
    }
    /* The ridge holds the flow where it was. */
    a[0][0] += 0.01;
    a[1][1] += 0.01;
    a[0][n] += 0.01 * u;
    a[1][n] += 0.01 * v;
    solve(n, a);
    const double du = count > 0 ? a[0][n] / a[0][0] - u : 0, dv = count > 0 ? a[1][n] / a[1][1] - v : 0;
    const double most = fmax(fabs(du), fabs(dv)), scale = most > 2 ? 2 / most : 1;
    out[0] = fmin(fmax(u + scale * du, -motion), motion);
    out[1] = fmin(fmax(v + scale * dv, -motion), motion);
    for (int k = 2; k < 4; k++)
        out[k] = n == 4 && count > 0 ? a[k][n] / a[k][k] : 0;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void filter(plane p, int side)
{
    plane copy = make(p.width, p.height);
    memcpy(copy.at, p.at, (size_t)p.width * (size_t)p.height * sizeof *p.at);
    for (int i = 0; i < p.width * p.height; i++) {
        double v[25];
        for (int k = 0; k < side * side; k++)
            v[k] = get(copy, i % p.width + k % side - side / 2, i / p.width + k / side - side / 2);
        qsort(v, (size_t)(side * side), sizeof *v, ascending);
        p.at[i] = v[side * side / 2];
    }
    used -= (size_t)(p.width * p.height);
}

static void iterate(const flow_options *o, level *l, double motion)
{
    const int w = l->first.width, n = w * l->first.height;
    plane *to[4] = {&l->u, &l->v, &l->gain, &l->offset};
    static double all[WIDTH * HEIGHT][4];
    for (int k = 0; k < o->iterations; k++) {
        for (int i = 0; i < n; i++)
            step(o, l, i % w, i / w, motion, all[i]);
        for (int i = 0; i < 4 * n; i++)
            to[i % 4]->at[i / 4] = all[i / 4][i % 4];
    }
}

static double correlate(plane first, plane second, int block, int x, int y, int qx, int qy)
{
    const int low = -(block / 2), high = block + low, n = block * block;
    double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    if (qx < 0 || qy < 0 || qx >= WIDTH || qy >= HEIGHT)
        return -1;
    for (int j = low; j < high; j++)
        for (int i = low; i < high; i++) {
            const double p = get(first, x + i, y + j), q = get(second, qx + i, qy + j);
            a += p, b += q, aa += p * p, bb += q * q, ab += p * q;
        }
    const double va = aa - a * a / n, vb = bb - b * b / n;
    return vb > 1e-3 * n && va > 0 ? (ab - a * b / n) / sqrt(va * vb) : -1;
}

static double vertex(double before, double middle, double after)
{
    const double bend = before - 2 * middle + after;
    return bend < 0 ? fmin(fmax((before - after) / bend / 2, -0.5), 0.5) : 0;
}

static plane enlarge(plane coarse, int width, int height)
{
    plane p = make(width, height);
    for (int i = 0; i < width * height && coarse.at; i++)
        p.at[i] = 2 * linear(coarse, i % width / 2.0, i / width / 2.0);
    return p;
}

/* Both pictures' grey from 0 to 255, without a thousandth of the values at either end. */
static void stretch(plane out[2])
{
    const int n = WIDTH * HEIGHT;
    static double all[2 * WIDTH * HEIGHT];
    for (int i = 0; i < 2 * n; i++)
        all[i] = rint(257 * fmin(fmax((double)pair[i / n].at[i % n][0], 0), 255)) / 257;
    qsort(all, 2 * (size_t)n, sizeof *all, ascending);
    const double low = all[(int)(0.002 * n)], high = all[(int)(1.998 * n)];
    for (int k = 0; k < 2; k++) {
        out[k] = make(WIDTH, HEIGHT);
        for (int i = 0; i < n; i++)
            out[k].at[i] = (pair[k].at[i][0] - low) * 255 / (high - low);
    }
}

/* The flow of the pair in double precision: pixel by pixel, every window summed anew, weights by libm, the
 * whole picture at once. lk with a box or a gauss window, with or without brightness. Without a mask. */
static void reference_flow(const flow_options *o, int levels, double (*out)[2])
{
    plane a[16], b[16], both[2], u = {0, 0, NULL}, v = {0, 0, NULL};
    used = 0;
    stretch(both);
    a[0] = both[0];
    b[0] = both[1];
    for (int k = 1; k < levels; k++) {
        a[k] = halve(a[k - 1]);
        b[k] = halve(b[k - 1]);
    }
    for (int k = levels - 1; k >= 0; k--) {
        const int w = a[k].width, h = a[k].height;
        level l = {a[k],
                   b[k],
                   slopes(a[k], 1, 0),
                   slopes(a[k], 0, 1),
                   slopes(b[k], 1, 0),
                   slopes(b[k], 0, 1),
                   enlarge(u, w, h),
                   enlarge(v, w, h),
                   make(w, h),
                   make(w, h),
                   o->warp == FLOW_WARP_IMAGE ? 256 : 0};
        const double motion = ldexp(o->motion, -k) + 1;
        flow_options own = *o;
        if (k > 0 && k == levels - 1) /* no weights by residuals that the coarsest level is to end */
            own.robust = FLOW_NONE;
        iterate(&own, &l, motion);
        u = l.u;
        v = l.v;
        if (o->median) {
            filter(u, o->median);
            filter(v, o->median);
        }
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        out[i][0] = u.at[i];
        out[i][1] = v.at[i];
    }
}

static void enter(void)
{
    OK(clpwl_context_create(&context, NULL));
}

static void forget(void)
{
    flow_image_free(&pair[0]);
    flow_image_free(&pair[1]);
    flow_field_free(&truth);
    flow_field_free(&found);
    flow_field_free(&other);
}

static void leave(void)
{
    forget();
    clpwl_context_free(context);
}

static flow_scene scene_of(int width, int height)
{
    flow_scene s = flow_scene_defaults;
    s.width = width;
    s.height = height;
    return s;
}

static flow_counters find(const flow_options *o, flow_field *out)
{
    flow_engine *e;
    DONE(flow_engine_create(&e, o, context));
    DONE(flow_run(e, &pair[0], &pair[1], out, NULL, NULL));
    flow_counters c = flow_engine_counters(e);
    flow_engine_free(e);
    return c;
}

static const struct {
    int method, window, robust, brightness, warp, stride, median;
} ways[] = {
    {FLOW_LK, FLOW_BOX, FLOW_LORENTZIAN, 0, FLOW_WARP_BUFFER, 0, 5},
    {FLOW_LK, FLOW_BOX, FLOW_WELSCH, 0, FLOW_WARP_IMAGE, 0, 3},
    {FLOW_LK, FLOW_BOX, FLOW_CHARBONNIER, 1, FLOW_WARP_BUFFER, 0, 0},
    {FLOW_LK, FLOW_GAUSS, FLOW_TUKEY, 0, FLOW_WARP_BUFFER, 0, 5},
    {FLOW_LK, FLOW_GAUSS, FLOW_NONE, 1, FLOW_WARP_BUFFER, 0, 3},
    {FLOW_NCC, FLOW_BOX, FLOW_NONE, 0, FLOW_WARP_BUFFER, 0, 3},
    {FLOW_NCC, FLOW_BOX, FLOW_NONE, 0, FLOW_WARP_BUFFER, 1, 0},
};
enum { WAYS = sizeof ways / sizeof *ways };

static flow_options default_options(void)
{
    flow_options o = flow_defaults;
    o.table_method = "buffer"; /* nothing is measured */
    return o;
}

static flow_options options_of(int i)
{
    flow_options o = default_options();
    o.method = ways[i].method;
    o.window = ways[i].window;
    o.robust = ways[i].robust;
    o.brightness = ways[i].brightness;
    o.warp = clpwl_context_info(context)->images ? ways[i].warp : FLOW_WARP_BUFFER;
    o.stride = ways[i].stride;
    o.median = ways[i].median;
    o.scale = 20;
    o.block = 7;
    return o;
}

static void make_scene(const flow_scene *s)
{
    DONE(flow_scene_make(s, &pair[0], &pair[1], &truth));
}

static flow_score score(const flow_options *o)
{
    flow_score out;
    flow_field_free(&found);
    find(o, &found);
    DONE(flow_score_make(&out, &found, &truth, NULL));
    return out;
}

static void make_turned(double shift)
{
    flow_scene s = scene_of(WIDTH, HEIGHT);
    s.shift[0] = shift;
    s.rotation = 1;
    s.noise = 1;
    make_scene(&s);
}

FIXTURE(enter, leave)

/* The sums of lk are of fp32, and so is the flow. By half of the ways numbers as of a camera of 12 bits in
 * files of 16, which have a sixteenth of the range: these had no flow at all. */
TESTS(lk_as_plain_c, WAYS - 2)
{
    static double expected[WIDTH * HEIGHT][2];
    flow_options o = options_of(_i);
    double far = 0;
    o.weights = _i % 2 ? FLOW_EXACT : FLOW_TABLE;
    o.texture = 0; /* none is left out */
    make_turned(2.3);
    for (int i = 0; i < 2 * WIDTH * HEIGHT; i++)
        pair[i % 2].at[i / 2][0] /= _i % 2 ? 16 : 1;
    const flow_counters c = find(&o, &found);
    reference_flow(&o, c.levels, expected);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const double e = hypot(found.at[i].u - expected[i][0], found.at[i].v - expected[i][1]);
        ck_assert_double_eq(found.at[i].known, 1);
        far += e > 0.01;
    }
    ck_assert_double_le(far, 0.002 * WIDTH * HEIGHT);
}

/* The motion is found wherever its block is in both pictures. There no neighbour of a match correlates
 * better, and the parts of pixels are those of a parabola. Where two peaks are equal in fp32, or a part is
 * half a pixel, the two may differ by a pixel: few do. */
TEST(ncc_finds_the_best_correlation)
{
    flow_options o = options_of(WAYS - 1);
    plane both[2];
    double far = 0, wrong = 0;
    o.texture = 0;
    make_turned(15.3);
    find(&o, &found);
    used = 0;
    stretch(both);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const int x = i % WIDTH, y = i / WIDTH, u = (int)rintf(found.at[i].u), v = (int)rintf(found.at[i].v);
        double c[9];
        int is_best = 1;
        for (int k = 0; k < 9; k++)
            c[k] = correlate(both[0], both[1], o.block, x, y, x + u + k % 3 - 1, y + v + k / 3 - 1);
        for (int k = 0; k < 9; k++)
            is_best = is_best && c[k] <= c[4] + 1e-5;
        const double off = hypot(found.at[i].u - truth.at[i].u, found.at[i].v - truth.at[i].v);
        far += off <= 1 && (!is_best || hypot(found.at[i].u - u - vertex(c[3], c[4], c[5]),
                                              found.at[i].v - v - vertex(c[1], c[4], c[7])) > 0.01);
        wrong += x > 5 && y > 5 && x < WIDTH - 24 && y < HEIGHT - 6 && off > 1;
    }
    /* Blocks of 7 px without a median filter err by chance. */
    ck_assert_double_le(wrong, 0.1 * WIDTH * HEIGHT);
    ck_assert_double_le(far, 0.01 * WIDTH * HEIGHT);
}

/* Mean errors that the method must keep, px: exact motions, and those below the default of --motion. */
static const struct {
    double right, down, rotation, most;
    int robust, seed;
} motions[] = {{0.37, -0.21, 0, 0.01, -1, 1},
               {0, 0, 2, 0.11, -1, 1},
               {3, 2, 0, 0.002, -1, 1},
               {60, 0, 0, 0.1, FLOW_LORENTZIAN, 6},
               {60, 0, 0, 0.1, FLOW_TUKEY, 7}};

TESTS(motions_are_found, 5)
{
    flow_scene s = flow_scene_defaults;
    flow_options o = default_options();
    s.shift[0] = motions[_i].right;
    s.shift[1] = motions[_i].down;
    s.rotation = motions[_i].rotation;
    s.seed = motions[_i].seed;
    if (motions[_i].robust >= 0) {
        o.robust = motions[_i].robust;
        o.weights = FLOW_EXACT;
    }
    make_scene(&s);
    flow_score got;
    ck_assert_double_ge(find(&o, &found).reach, motions[_i].robust >= 0 ? o.motion : 0);
    DONE(flow_score_make(&got, &found, &truth, NULL));
    ck_assert_double_le(got.aee, motions[_i].most);
}

static void compare_bits(const flow_field *a, const flow_field *b)
{
    ck_assert_mem_eq(a->at, b->at, (size_t)a->width * (size_t)a->height * sizeof *a->at);
}

TESTS(tiles_give_the_whole_to_the_bit, WAYS)
{
    enum { W = 203, H = 150 };
    flow_scene s = scene_of(W, H);
    flow_options o = options_of(_i);
    s.shift[0] = 5.4;
    s.rotation = 3;
    o.iterations = 3;
    make_scene(&s);
    for (int i = 0; i < W * H; i++) /* by half of the ways, with a mask */
        pair[0].at[i][1] = _i % 2 == 0 || (i % W > 30 && i / W > 7);
    const flow_counters whole = find(&o, &found);
    o.memory = 0.9;
    const flow_counters tiled = find(&o, &other);
    ck_assert_int_eq((int)whole.tiles, whole.levels);
    ck_assert_int_gt((int)tiled.tiles, tiled.levels + 2);
    compare_bits(&found, &other);
}

/* What lies outside the mask changes nothing inside, and has no flow. Outside its rectangle nothing is
 * computed: it takes less memory. */
TESTS(nothing_leaks_through_the_mask, WAYS)
{
    flow_scene s = scene_of(160, 120);
    flow_options o = options_of(_i);
    s.shift[0] = 2;
    make_scene(&s);
    const flow_counters whole = find(&o, &found);
    flow_field_free(&found);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 160 * 120; i++)
            if (hypot(i % 160 - 60, i / 160 - 45) > 35) {
                pair[0].at[i][0] = round ? (float)(i * 7919 % 256) : 0;
                pair[0].at[i][1] = 0;
            }
        ck_assert_uint_lt(find(&o, round ? &other : &found).memory, whole.memory * 3 / 4);
    }
    compare_bits(&found, &other);
    double known = 0, wrong = 0;
    for (int i = 0; i < 160 * 120; i++) {
        ck_assert(found.at[i].known == 0 || pair[0].at[i][1] > 0);
        known += found.at[i].known;
        wrong += found.at[i].known > 0 && hypot(found.at[i].u - 2.0, found.at[i].v) > 0.5;
        pair[0].at[i][1] = 0;
    }
    ck_assert_double_ge(known, 3000); /* of 3848 in the disc */
    ck_assert_double_le(wrong, 0.05 * known);
    flow_field_free(&found);
    ck_assert_int_eq((int)find(&o, &found).tiles, 0);
}

/* What has no flow, by every way: a second picture of one grey, on which vectors of lk grew
 * up to the limit of the motion; stripes that move to the right by 1 px and may move along themselves as
 * well; noise of the camera, which moves with nothing; a right half without texture, but for pixels whose
 * window may reach the left half: the window, the derivative, and the flow that they begin with. All of it
 * was known. Windows and blocks of fewer pixels than the default's match by chance more often. */
TESTS(what_has_no_flow_is_unknown, 4 * WAYS)
{
    enum { SECOND_FLAT, STRIPES, NOISE, HALF };
    const int what = _i / WAYS;
    flow_scene s = scene_of(160, 90);
    flow_options o = options_of(_i % WAYS);
    double known = 0;
    uint32_t seed = 3;
    s.shift[0] = what == HALF ? 2 : s.shift[0];
    make_scene(&s);
    if (what == SECOND_FLAT)
        o.motion = 16;
    if (what == NOISE && (o.window == FLOW_GAUSS || o.method == FLOW_NCC))
        o.texture = 8;
    for (int i = 0; i < 160 * 90; i++)
        for (int k = 0; k < 2; k++) {
            float *grey = &pair[k].at[i][0];
            if (what == STRIPES)
                *grey = rintf(127 + 100 * sinf((float)(i % 160 - k) / 4));
            else if (what == NOISE)
                *grey = 92 + 16 * (float)random_01(&seed); /* a standard deviation of 5 */
            else if (what == HALF ? i % 160 >= 80 : k)
                *grey = 90;
        }
    find(&o, &found);
    for (int i = 0; i < 160 * 90; i++)
        known += (what != HALF || i % 160 >= 80 + 16) && found.at[i].known > 0;
    ck_assert_double_le(known, what == NOISE ? 0.02 * 160 * 90 : 0);
    for (int i = 0; i < 160 * 90; i++)
        ck_assert(what == HALF ? i % 160 >= 64 || found.at[i].known > 0
                               : found.at[i].known > 0 || (found.at[i].u == 0 && found.at[i].v == 0));
}

/* Light that differs from the first picture to the second, by default and where it is taken as one. */
TESTS(brightness_is_removed, 2)
{
    flow_scene s = scene_of(160, 120);
    flow_options o = default_options();
    s.shift[0] = 1.7;
    make_scene(&s);
    for (int i = 0; i < 160 * 120; i++) {
        float *grey = &pair[1].at[i][0];
        *grey = _i ? 255 * powf(*grey / 255, 1.5f) : 0.8f * *grey + 20;
    }
    const flow_score usual = score(&o);
    ck_assert_double_ge(usual.found, 0.99 * usual.known);
    ck_assert_double_le(usual.aee, 0.05);
    o.brightness = 0;
    ck_assert_double_ge(score(&o).aee, 10 * usual.aee);
}

TEST(files_come_back)
{
    static const char *const names[] = {"test_flow.flo", "test_flow.png"};
    DONE(flow_field_make(&found, 3, 2));
    for (int i = 0; i < 5; i++) /* the last pixel is unknown */
        found.at[i] = (flow_vector){(float)i - 2.5f, 0.25f * (float)i, 1, 1};
    for (int k = 0; k < (app_picture_has_png ? 2 : 1); k++) {
        flow_field_free(&other);
        DONE(flow_write(&found, names[k]));
        DONE(flow_read(&other, names[k]));
        unlink(names[k]);
        compare_bits(&found, &other);
    }
}

TEST(forward_and_backward)
{
    flow_field_make(&found, 4, 1);
    flow_field_make(&other, 4, 1);
    for (int i = 0; i < 4; i++) {
        found.at[i] = (flow_vector){1, 0, 1, 1};
        other.at[i] = (flow_vector){i == 2 ? -3.0f : -1.0f, 0, i != 1, 1};
    }
    flow_check(&found, &other, 0.5);
    /* 0 ends where nothing is known, 1 at a flow that misses it, 3 outside. */
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(found.at[i].known > 0, i == 2);
}

/* By hand: errors 0, 5, one pixel without a flow, and one whose truth is unknown. */
TEST(scores)
{
    static const flow_vector right_flow[4] = {{1, 0, 1, 1}, {0, 0, 1, 1}, {6, 0, 1, 1}};
    static const flow_vector its[4] = {{1, 0, 1, 1}, {3, 4, 1, 1}, {0, 0, 0, 0}, {9, 9, 1, 1}};
    flow_score s;
    DONE(flow_field_make(&found, 4, 1));
    DONE(flow_field_make(&truth, 4, 1));
    memcpy(truth.at, right_flow, sizeof right_flow);
    memcpy(found.at, its, sizeof its);
    DONE(flow_score_make(&s, &found, &truth, NULL));
    const double right[][2] = {{s.known, 3}, {s.found, 2}, {s.aee, 2.5}, {s.aae, acos(1 / sqrt(26)) * 90 / M_PI},
                               {s.r[2], 0.5}, {s.a[0], 2.5}, {s.speed[0], 5}};
    for (int i = 0; i < 7; i++)
        ck_assert_double_eq_tol(right[i][0], right[i][1], 1e-12);
    ck_assert(isnan(s.speed[2]));
}
