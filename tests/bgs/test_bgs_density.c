/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel densities of clpwl-bgs against plain C, and their properties. */
#include <math.h>
#include "bgs_suite.h"
#include "bgs/density.h"

enum { FRAMES = 40 };

/* The samples of a frame: bytes of appearance, and in w their weights. */
typedef struct sample {
    int c[3];
    double w; /* 0: no sample */
} sample;

enum { W = SCENE_WIDTH, H = SCENE_HEIGHT, N = SCENE_PIXELS, MOST = 16 };

/* Plain C, written from the definitions in double. */
static struct {
    bgs_options o;
    long frame, taken;
    sample now[N], samples[MOST][N], seen[MOST][N];
    int moved[MOST][N][3];
    long age[N];
    double posterior[N], next[N];
} plain;

static int rounded(double x)
{
    return (int)floor(x + 0.5);
}

static void appearance(int chroma, const unsigned char *rgb, int c[3])
{
    double r = rgb[0], g = rgb[1], b = rgb[2], s = r + g + b;
    c[0] = chroma ? rounded(s / 3) : rgb[0];
    c[1] = chroma ? rounded(255 * (g + 10) / (s + 30)) : rgb[1];
    c[2] = chroma ? rounded(255 * (r + 10) / (s + 30)) : rgb[2];
}

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static double bandwidth(int pixel, int channel)
{
    int list[MOST], count = 0;
    double least = plain.o.bandwidth_least;
    while (count < plain.o.bandwidth_frames && count < plain.frame) {
        list[count] = plain.moved[count][pixel][channel];
        count++;
    }
    qsort(list, (size_t)count, sizeof *list, ascending);
    double median = 0.5 * (list[(count - 1) / 2] + list[count / 2]);
    double sigma = median / (0.68 * sqrt(2.0));
    if (least == 0)
        least = plain.o.color == BGS_CHROMA ? 2 : 3;
    return sigma < least ? least : sigma > plain.o.bandwidth_most ? plain.o.bandwidth_most : sigma;
}

/* The product of three normal densities around the sample. */
static double normal(const sample *x, const sample *at, const double sigma[3])
{
    double p = 1;
    for (int d = 0; d < 3; d++) {
        double u = (x->c[d] - at->c[d]) / sigma[d];
        p *= exp(-0.5 * u * u) / (sigma[d] * sqrt(2 * acos(-1.0)));
    }
    return p;
}

/* Sums over a window: of the samples' weights, and of weights times densities. */
static void window(sample samples[][N], int frames, int radius, double spatial, int x, int y,
                   const double sigma[3], double sums[3])
{
    const sample *centre = &plain.now[y * W + x];
    memset(sums, 0, 3 * sizeof *sums);
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            double s = exp(-(dx * dx + dy * dy) / (2 * spatial * spatial));
            int u = x + dx, v = y + dy, inside = u >= 0 && u < W && v >= 0 && v < H;
            for (int i = 0; i < frames; i++) {
                sums[2] += s;
                if (!inside)
                    continue;
                const sample *at = &samples[i][v * W + u];
                if (at->w == 0)
                    continue;
                sums[0] += s * at->w * normal(centre, at, sigma);
                sums[1] += s * at->w;
            }
        }
}

/* 0.1 + 0.4 times the mean of the last posterior of foreground around the pixel. */
static double prior(int x, int y)
{
    double sum = 0;
    int count = 0, radius = plain.o.prior_radius;
    for (int v = y - radius; v <= y + radius; v++)
        for (int u = x - radius; u <= x + radius; u++)
            if (u >= 0 && u < W && v >= 0 && v < H) {
                sum += 1 - plain.posterior[v * W + u];
                count++;
            }
    return plain.o.prior_least + plain.o.prior_gain * sum / count;
}

/* p of two densities; at odds of 512 it counts as 1. */
static double share_of(double b, double rival)
{
    return b >= 512 * rival ? 1 : b / (b + rival);
}

static double decide(int x, int y)
{
    const bgs_options *o = &plain.o;
    double sigma[3], fg_sigma[3], back[3], fore[3];
    int both = o->model == BGS_STKDE;
    for (int d = 0; d < 3; d++) {
        sigma[d] = bandwidth(y * W + x, d);
        fg_sigma[d] = o->fg_color_sigma;
    }
    window(plain.samples, o->samples, both ? o->radius : 0, o->spatial_sigma, x, y, sigma, back);
    double b = back[0] / back[1];
    if (!both)
        return share_of(b, o->density);
    window(plain.seen, o->fg_frames, o->fg_radius, o->fg_spatial_sigma, x, y, fg_sigma, fore);
    double share = (1 - o->fg_uniform) * fore[1] / fore[2];
    double f = (1 - share) / (256.0 * 256 * 256);
    if (fore[1] > 0)
        f += share * fore[0] / fore[1];
    double p = prior(x, y);
    return share_of((1 - p) * b, p * f);
}

static void learn(void)
{
    const bgs_options *o = &plain.o;
    int sampled = plain.frame % o->every == 0;
    int all = plain.taken < o->samples || plain.frame < o->train;
    for (int i = 0; i < N; i++) {
        int on = plain.posterior[i] < o->threshold;
        plain.age[i] = on ? plain.age[i] + 1 : 0;
        if (sampled && (!on || all || (o->absorb && plain.age[i] > o->absorb)))
            plain.samples[plain.taken % o->samples][i] = plain.now[i];
        sample *s = &plain.seen[plain.frame % o->fg_frames][i];
        *s = plain.now[i];
        s->w = rounded(255 * (1 - plain.posterior[i])) / 255.0;
    }
    plain.taken += sampled;
}

static void take(const unsigned char *rgb)
{
    for (int i = 0; i < N; i++) {
        sample last = plain.now[i];
        appearance(plain.o.color == BGS_CHROMA, rgb + 3 * i, plain.now[i].c);
        plain.now[i].w = 1;
        for (int d = 0; plain.frame > 0 && d < 3; d++)
            plain.moved[(plain.frame - 1) % plain.o.bandwidth_frames][i][d] = abs(plain.now[i].c[d] -
                                                                                  last.c[d]);
    }
}

static void push_reference(const unsigned char *rgb)
{
    take(rgb);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            plain.next[y * W + x] = plain.taken ? decide(x, y) : 1;
    memcpy(plain.posterior, plain.next, sizeof plain.next);
    learn();
    plain.frame++;
}

/*
 * Model and reference each feed back their own results. fp32 sums of about 60 terms are exact to
 * about 1e-6. But if a posterior is rounded to another byte, the weight of a sample of the
 * foreground changes by 1/255, and p by p (1 - p) / 255, at most 1e-3. This near to the threshold
 * rounding may decide.
 */
static const double apart = 1e-3;

static void check_against_reference(bgs_options o, app_picture frame_of(scene *s, int t), const char *what)
{
    scene s = {.seed = 5};
    outcome got;
    long near = 0, on = 0;
    bgs_model *m = make_model(&o);
    memset(&plain, 0, sizeof plain);
    plain.o = o;
    for (int i = 0; i < N; i++)
        plain.posterior[i] = 1;
    for (int t = 0; t < FRAMES; t++) {
        app_picture f = frame_of(&s, t);
        push(m, &f, &got);
        push_reference(f.data);
        const double *right = plain.posterior;
        for (int i = 0; i < SCENE_PIXELS; i++) {
            const int is_near = fabs(right[i] - o.threshold) < apart, is_on = right[i] < o.threshold;
            EXPECT(fabs(got.posterior[i] - right[i]) < apart && (is_near || (got.on[i] != 0) == is_on),
                   "%s, frame %d, pixel %d: p %.8f, not %.8f", what, t, i, got.posterior[i], right[i]);
            near += is_near;
            on += is_on;
        }
    }
    /* Few pixels are near the threshold, and there is foreground to find. */
    ck_assert_int_lt(near, FRAMES * SCENE_PIXELS / 1000);
    ck_assert_int_gt(on, 100);
    bgs_model_free(m);
}

DEVICE_FIXTURE(make_context, free_context)

TEST(masks_are_those_of_plain_c)
{
    static const int gaussians[] = {BGS_EXACT_Q, BGS_EXACT, BGS_POLY_Q};
    for (int k = 0; k < 6; k++) {
        bgs_options o = small_options();
        o.gaussian = gaussians[k % 3];
        o.color = k < 3 ? BGS_RGB : BGS_CHROMA;
        check_against_reference(o, k < 3 ? scene_frame : hard_frame, k < 3 ? "rgb" : "chroma, a hard scene");
    }
}

TEST(masks_are_those_of_plain_c_with_other_parameters)
{
    bgs_options o = small_options();
    o.radius = 2, o.spatial_sigma = 1.5, o.fg_radius = 1, o.fg_frames = 2, o.prior_radius = 1;
    o.prior_least = 0.2, o.prior_gain = 0.5, o.bandwidth_frames = 4, o.bandwidth_least = 2.5;
    o.bandwidth_most = 4, o.fg_color_sigma = 5, o.fg_uniform = 0.3, o.threshold = 0.3, o.absorb = 3;
    o.train = 20, o.every = 3;
    check_against_reference(o, scene_frame, "other parameters");
    o = small_options();
    o.model = BGS_KDE;
    check_against_reference(o, hard_frame, "kde");
    o.model = BGS_STKDE;
    o.absorb = 0;
    o.radius = 0;
    check_against_reference(o, scene_frame, "radius 0, nothing absorbed");
}

/* The way to evaluate the Gaussian changes the result by the table's error only. */
TEST(every_gaussian_sees_the_same)
{
    for (int g = BGS_AUTO; g < BGS_GAUSSIANS; g++) {
        bgs_options o = small_options();
        scene s = {.seed = 9};
        outcome a, b;
        bgs_model *exact, *other;
        long differ = 0;
        o.gaussian = BGS_EXACT;
        exact = make_model(&o);
        o.gaussian = g;
        other = make_model(&o);
        for (int t = 0; t < FRAMES; t++) {
            app_picture f = scene_frame(&s, t);
            if (t == FRAMES / 2) /* auto and tables without a method choose now */
                other->counters.seconds = BGS_CHOICE_WAITS + 1;
            push(exact, &f, &a);
            push(other, &f, &b);
            for (int i = 0; i < SCENE_PIXELS; i++)
                differ += a.on[i] != b.on[i];
        }
        /* 256 knots: a relative error of 0.002 changes the pixels whose posterior is that near
         * to the threshold; with feedback, 1 in 1000 at most. */
        ck_assert_int_le(differ, FRAMES * SCENE_PIXELS / 1000);
        bgs_model_free(exact);
        bgs_model_free(other);
    }
}

TEST(a_new_scene_resets_the_model)
{
    bgs_options o = small_options();
    bgs_model *m = make_model(&o);
    outcome out;
    scene s;
    app_picture f;
    for (int t = 0; t < 20; t++) {
        s.seed = 1;
        f = scene_frame(&s, 0);
        push(m, &f, &out);
    }
    ck_assert(bgs_model_counters(m).foreground == 0);
    for (int i = 0; i < 3 * SCENE_PIXELS; i++)
        f.data[i] = (unsigned char)(255 - f.data[i]);
    push(m, &f, &out);
    ck_assert(bgs_model_counters(m).foreground > 0.9);
    ck_assert_int_eq(bgs_model_counters(m).resets, 1);
    push(m, &f, &out);
    ck_assert(bgs_model_counters(m).foreground == 0);
    bgs_model_free(m);
}
