/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The light of a frame, relative to the background's samples of middle age, or to its means: the
 * mode of the logarithms of the ratios of brightness, near the mode of the last frame. Objects that
 * cover less of the picture than the background do not move this mode. An object of one colour does
 * not either, because the search is local.
 */
#include <math.h>
#include "inside.h"

/* A bin is 0.5 %. A frame changes the light by REACH at most; what lies within NEAR of a value
 * supports it. */
enum { BINS = 400, REACH = 24, NEAR = 10 };
#define BIN 0.005
/* Sums of three channels: darker pixels have ratios that are noise. */
enum { DARKEST = 60, BRIGHTEST = 250, FEWEST = 100 };

static int bin_of(double ratio)
{
    const double at = log(ratio) / BIN + BINS / 2;
    return at < 0 ? 0 : at > BINS - 1 ? BINS - 1 : (int)at;
}

static int sample_brightness(const bgs_model *m, const unsigned char *c)
{
    return m->o.color == BGS_CHROMA ? 3 * c[0] : c[0] + c[1] + c[2];
}

/* Every second pixel of every second row. Saturated ones say nothing. */
static int count_ratios(const bgs_model *m, const app_picture *f, int *bins)
{
    int all = 0;
    for (int y = 0; y < f->height; y += 2)
        for (int x = 0; x < f->width; x += 2) {
            const size_t i = (size_t)y * (size_t)f->width + (size_t)x;
            const unsigned char *c = f->data + 3 * i;
            const int now = c[0] + c[1] + c[2], then = sample_brightness(m, m->host_sample + 4 * i);
            if (now <= DARKEST || then <= DARKEST || c[0] >= BRIGHTEST || c[1] >= BRIGHTEST ||
                c[2] >= BRIGHTEST)
                continue;
            bins[bin_of((double)now / then)]++;
            all++;
        }
    return all;
}

static int sum_bins(const int *bins, int at, int around)
{
    int sum = 0;
    for (int i = at - around; i <= at + around; i++)
        sum += i >= 0 && i < BINS ? bins[i] : 0;
    return sum;
}

/* The mode near `last`, as a logarithm; `last` if too few pixels support one. */
static double find_mode(const int *bins, int all, double last)
{
    int first = (int)floor(last / BIN) + BINS / 2, best = first;
    for (int i = first - REACH; i <= first + REACH; i++)
        if (sum_bins(bins, i, 4) > sum_bins(bins, best, 4))
            best = i;
    for (int step = 0; step < 4; step++) {
        double sum = 0;
        const int n = sum_bins(bins, best, NEAR);
        if (n == 0 || n < all / 10)
            return last;
        for (int i = best - NEAR; i <= best + NEAR; i++)
            sum += i >= 0 && i < BINS ? (double)i * bins[i] : 0;
        last = (sum / n + 0.5 - BINS / 2) * BIN;
        best = (int)floor(sum / n + 0.5);
    }
    return last;
}

/* What the light is relative to -> m->host_sample. */
static int read_sample(bgs_model *m)
{
    int code = 0;
    const long count = m->taken < m->o.samples ? m->taken : m->o.samples;
    const size_t slot = (size_t)((m->taken - count + count / 2) % m->o.samples);
    if (!m->samples)
        TRY(m->row->background(m));
    TRY(bgs_plane_transfer(m, m->samples ? m->samples : m->image, m->samples ? slot : 0, 4,
                           m->host_sample, 0));
done:
    return code;
}

int bgs_light_follow(bgs_model *m, const app_picture *f)
{
    int code = 0, bins[BINS] = {0};
    if (m->o.light >= 1 || m->taken == 0)
        return 0;
    TRY(read_sample(m));
    const int all = count_ratios(m, f, bins);
    if (all < FEWEST)
        goto done;
    const double was = 1e-6 * m->light, now = find_mode(bins, all, was), play = m->o.light;
    const double next = now > was + play ? now - play : now < was - play ? now + play : was;
    m->light = (int)lround(1e6 * fmin(fmax(next, -BGS_LIGHT_MOST), BGS_LIGHT_MOST));
done:
    return code;
}
