/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene.h"
#include <math.h>
#include <stddef.h>
#include <stdint.h>

static const double turn = 6.283185307179586;

const bgs_scene bgs_scene_defaults = {
    .width = 160, .height = 120, .seed = 1, .empty = 120, .noise = 3, .drift = 0.06, .sway = 1};

/* A hash of a counter (splitmix64's finaliser): the noise of any pixel, in any order. */
static uint64_t hash(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Nearly normal, with mean 0 and standard deviation 1: the sum of four uniform numbers of 16 bits
 * has the variance 4 * 65536^2 / 12. */
static double noise(uint64_t key)
{
    uint64_t h = hash(key);
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (double)((h >> (16 * i)) & 0xffff) + 0.5;
    return (sum - 2 * 65536.0) / (65536.0 / sqrt(3.0));
}

/* A fixed texture: a value from 0 to 1 for a lattice point. */
static double texture(int seed, int x, int y)
{
    uint64_t at = ((uint64_t)(uint32_t)x << 32) | (uint32_t)y;
    return (double)(hash(at ^ hash((uint64_t)seed)) >> 40) / 16777216.0;
}

static void shade(double *c, double r, double g, double b)
{
    c[0] = r;
    c[1] = g;
    c[2] = b;
}

/* The background at a pixel; y goes down. u, v: from 0 to 1. */
static void background(const bgs_scene *s, int t, int x, int y, double *c)
{
    const double v = (y + 0.5) / s->height;
    if (v > 0.75) { /* waves that travel to the right and towards the viewer */
        double wave = sin(turn * (x / 13.0 - t / 9.0)) +
                      sin(turn * (y / 5.0 + x / 31.0 - t / 14.0));
        shade(c, 40 + 9 * wave, 80 + 11 * wave, 115 + 14 * wave);
        return;
    }
    /* Three trunks; the sway grows with the height above the water. */
    double sway = (0.75 - v) * 0.05 * s->sway * s->width;
    for (int k = 0; k < 3; k++) {
        double centre = s->width * (0.2 + 0.3 * k);
        double at = centre + sway * sin(turn * (t / (17.0 + 4 * k) + 0.3 * k)) - (x + 0.5);
        if (fabs(at) < s->width * 0.045) {
            double bark = 30 * texture(s->seed + 1, (int)floor(at), y);
            shade(c, 70 + bark, 62 + bark, 30 + bark / 2);
            return;
        }
    }
    double wall = 14 * texture(s->seed + 2, x / 3, y / 3);
    shade(c, 165 - 40 * v + wall, 175 - 35 * v + wall, 185 - 20 * v + wall);
}

/* The object at a pixel, or 0. Integers give the same truth on every platform. */
static int object(const bgs_scene *s, int t, int x, int y)
{
    int age = t - s->empty, side = s->height / 5;
    if (age < 0)
        return 0;
    /* A walker: an upright box that moves to the right, again and again. */
    int left = age * 3 * s->width / 400 % (s->width + side) - side, top = s->height * 9 / 20;
    if (x >= left && x < left + side / 2 && y >= top && y < top + side * 3 / 2)
        return 1;
    /* A ball that flies to the left above it, up and down. */
    int phase = age % 60, lift = phase < 30 ? phase : 60 - phase;
    int dx = x - (s->width - 1 - age * s->width / 100 % s->width);
    int dy = y - (s->height / 5 + lift * s->height / 150);
    int radius = s->height / 11;
    return dx * dx + dy * dy <= radius * radius ? 2 : 0;
}

/* An object's colour over what is behind it. */
static void cover(const bgs_scene *s, int what, int x, int y, double *c)
{
    double own[3];
    if (what == 1)
        shade(own, 205, 60, y % 6 < 3 ? 70 : 45);
    else
        shade(own, 225, 200, x % 8 < 4 ? 40 : 60);
    for (int k = 0; k < 3; k++)
        c[k] = own[k] + s->camouflage * (c[k] - own[k]);
}

void bgs_scene_frame(const bgs_scene *s, int t, app_picture *frame, unsigned char *truth)
{
    const double light = 1 + s->drift * sin(turn * t / 310.0);
    const uint64_t stream = hash(((uint64_t)(uint32_t)s->seed << 32) | (uint32_t)t);
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            size_t i = (size_t)y * (size_t)s->width + (size_t)x;
            double c[3];
            int what = object(s, t, x, y);
            background(s, t, x, y, c);
            if (what)
                cover(s, what, x, y, c);
            for (int k = 0; k < 3; k++) {
                double grain = s->noise * noise(stream + 3 * i + (uint64_t)k);
                double v = floor(c[k] * light + grain + 0.5);
                frame->data[3 * i + (size_t)k] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);
            }
            truth[i] = what ? 255 : 0;
        }
}
