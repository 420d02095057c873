/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of the Gaussian: all are measured on the frame at hand. */
#include "density.h"
#include <time.h>

enum { ROUNDS = 7 };
/* Long enough that launching and the clock do not count, s. */
#define LONG_ENOUGH 0.004

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int measure(bgs_density *d, bgs_model *m, const bgs_density_planes *planes, int count,
                   int rows, double *time)
{
    int code = 0;
    BGS_TRY(bgs_finish(&m->device));
    double began = seconds();
    BGS_TRY(bgs_density_background(d, m, planes, count, rows));
    BGS_TRY(bgs_finish(&m->device));
    *time = seconds() - began;
done:
    return code;
}

/* How many rows of the picture take long enough. The first run of a kernel is not
 * typical: it is made and not counted. */
static int enough_rows(bgs_density *d, bgs_model *m, const bgs_density_planes *planes, int count,
                       int *rows)
{
    int code = 0, height = m->layout.height;
    double time = 0;
    *rows = height < 4 ? height : 4;
    BGS_TRY(measure(d, m, planes, count, *rows, &time));
    while (*rows < height) {
        BGS_TRY(measure(d, m, planes, count, *rows, &time));
        if (time >= LONG_ENOUGH)
            break;
        *rows = 2 * *rows < height ? 2 * *rows : height;
    }
done:
    return code;
}

int bgs_density_choose(bgs_density *d, bgs_model *m, const char *build,
                       const bgs_density_planes *planes, int count)
{
    int code = 0, rows = 0, best = BGS_AUTO + 1;
    bgs_density all[BGS_GAUSSIANS] = {0};
    double least[BGS_GAUSSIANS], time = 0;
    for (int g = BGS_AUTO + 1; g < BGS_GAUSSIANS; g++) {
        BGS_TRY(bgs_density_create(&all[g], m, (bgs_gaussian)g, build));
        if (g == BGS_AUTO + 1)
            BGS_TRY(enough_rows(&all[g], m, planes, count, &rows));
        BGS_TRY(measure(&all[g], m, planes, count, rows, &time));
        least[g] = 1e30;
    }
    /* In turns, so that what else the machine does falls on all alike; the least time is
     * the one with least of that. */
    for (int round = 0; round < ROUNDS; round++)
        for (int g = BGS_AUTO + 1; g < BGS_GAUSSIANS; g++) {
            BGS_TRY(measure(&all[g], m, planes, count, rows, &time));
            least[g] = time < least[g] ? time : least[g];
        }
    for (int g = BGS_AUTO + 1; g < BGS_GAUSSIANS; g++)
        best = least[g] < least[best] ? g : best;
    *d = all[best];
    all[best] = (bgs_density){0};
done:
    for (int g = 0; g < BGS_GAUSSIANS; g++)
        bgs_density_free(&all[g]);
    return code;
}
