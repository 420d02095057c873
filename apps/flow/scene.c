/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene.h"
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

static const double turn = 6.283185307179586;

const flow_scene flow_scene_defaults = {.width = 320, .height = 240, .seed = 1, .zoom = 1};

enum { WAVES = 24 };

typedef struct wave {
    double kx, ky, phase, amplitude;
} wave;

/* Waves of 6 to 240 px in all directions; as in nature, long waves are stronger. The standard
 * deviation of the grey is 40. */
static void make_waves(wave *waves, gsl_rng *rng)
{
    double squares = 0;
    for (int i = 0; i < WAVES; i++) {
        const double length = 6 * pow(40, (i + gsl_rng_uniform(rng)) / WAVES);
        const double direction = turn * gsl_rng_uniform(rng);
        waves[i] = (wave){turn / length * cos(direction), turn / length * sin(direction),
                          turn * gsl_rng_uniform(rng), sqrt(length)};
        squares += length / 2;
    }
    for (int i = 0; i < WAVES; i++)
        waves[i].amplitude *= 40 / sqrt(squares);
}

static double grey_at(const wave *waves, double x, double y)
{
    double sum = 127.5;
    for (int i = 0; i < WAVES; i++)
        sum += waves[i].amplitude * cos(waves[i].kx * x + waves[i].ky * y + waves[i].phase);
    return fmin(fmax(sum, 0), 255);
}

int flow_scene_make(const flow_scene *s, flow_image *first, flow_image *second, flow_field *truth)
{
    int code = 0;
    wave waves[WAVES];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    const double cx = 0.5 * (s->width - 1), cy = 0.5 * (s->height - 1);
    const double c = s->zoom * cos(turn / 360 * s->rotation);
    const double d = s->zoom * sin(turn / 360 * s->rotation);
    /* q = (a00 a01; a10 a11) p + shift: the shear first, then rotation and zoom */
    const double a00 = c, a01 = c * s->shear - d, a10 = d, a11 = d * s->shear + c;
    const double det = a00 * a11 - a01 * a10;
    *first = *second = (flow_image){0};
    *truth = (flow_field){0};
    CHECK(rng, "out of memory: a generator of random numbers");
    gsl_rng_set(rng, (unsigned long)s->seed);
    make_waves(waves, rng);
    TRY(flow_image_make(first, s->width, s->height));
    TRY(flow_image_make(second, s->width, s->height));
    TRY(flow_field_make(truth, s->width, s->height));
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            const size_t i = (size_t)y * (size_t)s->width + (size_t)x;
            const double px = x - cx, py = y - cy, qx = px - s->shift[0], qy = py - s->shift[1];
            const double from[2] = {(a11 * qx - a01 * qy) / det, (a00 * qy - a10 * qx) / det};
            truth->at[i] = (flow_vector){(float)(a00 * px + a01 * py + s->shift[0] - px),
                                         (float)(a10 * px + a11 * py + s->shift[1] - py), 1, 1};
            first->at[i][0] = (float)(grey_at(waves, px, py) + gsl_ran_gaussian(rng, s->noise));
            second->at[i][0] =
                (float)(grey_at(waves, from[0], from[1]) + gsl_ran_gaussian(rng, s->noise));
            first->at[i][1] = second->at[i][1] = 1;
        }
done:
    gsl_rng_free(rng);
    return code;
}
