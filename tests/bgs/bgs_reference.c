/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bgs_reference.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The samples of a frame: bytes of appearance, and in w their weights. */
typedef struct sample {
    int c[3];
    double w; /* 0: no sample */
} sample;

struct reference {
    bgs_options o;
    int width, height;
    long frame, taken;
    sample *now, *samples, *seen; /* of one, o.samples, o.fg_frames frames */
    int *moved;                   /* [frame][pixel][channel] */
    long *age;
    double *posterior, *next;
};

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

static double bandwidth(const reference *r, size_t pixel, int channel)
{
    int list[256], count = 0;
    size_t pixels = (size_t)r->width * (size_t)r->height;
    double least = r->o.bandwidth_least;
    while (count < r->o.bandwidth_frames && count < r->frame) {
        list[count] = r->moved[((size_t)count * pixels + pixel) * 3 + (size_t)channel];
        count++;
    }
    qsort(list, (size_t)count, sizeof *list, ascending);
    double median = 0.5 * (list[(count - 1) / 2] + list[count / 2]);
    double sigma = median / (0.68 * sqrt(2.0));
    if (least == 0)
        least = r->o.color == BGS_CHROMA ? 2 : 3;
    return sigma < least ? least : sigma > r->o.bandwidth_most ? r->o.bandwidth_most : sigma;
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
static void window(const reference *r, const sample *samples, int frames, int radius,
                   double spatial, int x, int y, const double sigma[3], double sums[3])
{
    const sample *centre = &r->now[y * r->width + x];
    memset(sums, 0, 3 * sizeof *sums);
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            double s = exp(-(dx * dx + dy * dy) / (2 * spatial * spatial));
            int u = x + dx, v = y + dy, inside = u >= 0 && u < r->width && v >= 0 && v < r->height;
            for (int i = 0; i < frames; i++) {
                sums[2] += s;
                if (!inside)
                    continue;
                const sample *at =
                    &samples[(size_t)i * (size_t)r->width * (size_t)r->height +
                             (size_t)(v * r->width + u)];
                if (at->w == 0)
                    continue;
                sums[0] += s * at->w * normal(centre, at, sigma);
                sums[1] += s * at->w;
            }
        }
}

/* 0.1 + 0.4 times the mean of the last posterior of foreground around the pixel. */
static double prior(const reference *r, int x, int y)
{
    double sum = 0;
    int count = 0, radius = r->o.prior_radius;
    for (int v = y - radius; v <= y + radius; v++)
        for (int u = x - radius; u <= x + radius; u++)
            if (u >= 0 && u < r->width && v >= 0 && v < r->height) {
                sum += 1 - r->posterior[v * r->width + u];
                count++;
            }
    return r->o.prior_least + r->o.prior_gain * sum / count;
}

/* p of two densities; at odds of 512 it counts as 1. */
static double share_of(double b, double rival)
{
    return b >= 512 * rival ? 1 : b / (b + rival);
}

static double decide(const reference *r, int x, int y)
{
    const bgs_options *o = &r->o;
    double sigma[3], fg_sigma[3], back[3], fore[3];
    size_t pixel = (size_t)(y * r->width + x);
    int both = o->model == BGS_STKDE;
    for (int d = 0; d < 3; d++) {
        sigma[d] = bandwidth(r, pixel, d);
        fg_sigma[d] = o->fg_color_sigma;
    }
    window(r, r->samples, o->samples, both ? o->radius : 0, o->spatial_sigma, x, y, sigma, back);
    double b = back[0] / back[1];
    if (!both)
        return share_of(b, o->density);
    window(r, r->seen, o->fg_frames, o->fg_radius, o->fg_spatial_sigma, x, y, fg_sigma, fore);
    double share = (1 - o->fg_uniform) * fore[1] / fore[2];
    double f = (1 - share) / (256.0 * 256 * 256);
    if (fore[1] > 0)
        f += share * fore[0] / fore[1];
    double p = prior(r, x, y);
    return share_of((1 - p) * b, p * f);
}

static void learn(reference *r)
{
    const bgs_options *o = &r->o;
    size_t pixels = (size_t)r->width * (size_t)r->height;
    int sampled = r->frame % o->every == 0;
    int all = r->taken < o->samples || r->frame < o->train;
    for (size_t i = 0; i < pixels; i++) {
        int on = r->posterior[i] < o->threshold;
        r->age[i] = on ? r->age[i] + 1 : 0;
        if (sampled && (!on || all || (o->absorb && r->age[i] > o->absorb)))
            r->samples[(size_t)(r->taken % o->samples) * pixels + i] = r->now[i];
        sample *s = &r->seen[(size_t)(r->frame % o->fg_frames) * pixels + i];
        *s = r->now[i];
        s->w = rounded(255 * (1 - r->posterior[i])) / 255.0;
    }
    r->taken += sampled;
}

static void take(reference *r, const unsigned char *rgb)
{
    size_t pixels = (size_t)r->width * (size_t)r->height;
    for (size_t i = 0; i < pixels; i++) {
        sample last = r->now[i];
        appearance(r->o.color == BGS_CHROMA, rgb + 3 * i, r->now[i].c);
        r->now[i].w = 1;
        long slot = (r->frame - 1) % r->o.bandwidth_frames;
        for (size_t d = 0; r->frame > 0 && d < 3; d++)
            r->moved[((size_t)slot * pixels + i) * 3 + d] = abs(r->now[i].c[d] - last.c[d]);
    }
}

const double *reference_push(reference *r, const unsigned char *rgb)
{
    take(r, rgb);
    for (int y = 0; y < r->height; y++)
        for (int x = 0; x < r->width; x++)
            r->next[y * r->width + x] = r->taken ? decide(r, x, y) : 1;
    double *swap = r->posterior;
    r->posterior = r->next;
    r->next = swap;
    learn(r);
    r->frame++;
    return r->posterior;
}

reference *reference_create(const bgs_options *o, int width, int height)
{
    size_t pixels = (size_t)width * (size_t)height;
    reference *r = calloc(1, sizeof *r);
    *r = (reference){.o = *o, .width = width, .height = height};
    r->now = calloc(pixels, sizeof *r->now);
    r->samples = calloc(pixels * (size_t)o->samples, sizeof *r->samples);
    r->seen = calloc(pixels * (size_t)o->fg_frames, sizeof *r->seen);
    r->moved = calloc(pixels * (size_t)o->bandwidth_frames * 3, sizeof *r->moved);
    r->age = calloc(pixels, sizeof *r->age);
    r->posterior = calloc(pixels, sizeof *r->posterior);
    r->next = calloc(pixels, sizeof *r->next);
    for (size_t i = 0; i < pixels; i++)
        r->posterior[i] = 1;
    return r;
}

void reference_free(reference *r)
{
    free(r->now);
    free(r->samples);
    free(r->seen);
    free(r->moved);
    free(r->age);
    free(r->posterior);
    free(r->next);
    free(r);
}
