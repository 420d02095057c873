/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of the Gaussian and of its table's method: on the frame at hand, in the very
 * kernel that will use them. */
#include "density.h"
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, MOST = 24 };

/* Those in the race. */
typedef struct field {
    bgs_density entry[MOST];
    int count;
} field;
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

/* In turns, so that what else the machine does falls on all alike; the least time is the
 * one with least of that. */
static int race(field *f, bgs_model *m, const bgs_density_planes *planes, int count,
                bgs_density *winner)
{
    int code = 0, rows = 0, best = 0;
    double least[MOST], time = 0;
    for (int i = 0; i < f->count; i++) {
        if (i == 0)
            BGS_TRY(enough_rows(&f->entry[0], m, planes, count, &rows));
        BGS_TRY(measure(&f->entry[i], m, planes, count, rows, &time));
        least[i] = 1e30;
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < f->count; i++) {
            BGS_TRY(measure(&f->entry[i], m, planes, count, rows, &time));
            least[i] = time < least[i] ? time : least[i];
        }
    for (int i = 0; i < f->count; i++)
        best = least[i] < least[best] ? i : best;
    *winner = f->entry[best];
    f->entry[best] = (bgs_density){0};
done:
    for (int i = 0; i < f->count; i++)
        bgs_density_free(&f->entry[i]);
    return code;
}

static const char *given_method(const bgs_model *m)
{
    const char *method = m->o.method ? m->o.method : getenv("CLPWL_METHOD");
    return method && *method && strcmp(method, "auto") != 0 ? method : NULL;
}

int bgs_density_must_choose(const bgs_model *m)
{
    return m->o.gaussian == BGS_AUTO ||
           (bgs_density_has_table((bgs_gaussian)m->o.gaussian) && !given_method(m));
}

/* A table by each method that the device has. */
static int enter_methods(field *f, bgs_model *m, bgs_gaussian gaussian)
{
    int code = 0;
    const char *last = "";
    for (size_t i = 0; i < clpwl_method_count() && f->count < MOST; i++) {
        const clpwl_method_info *method = clpwl_method(i);
        if (method->host || strcmp(method->name, last) == 0 ||
            !bgs_density_can(m, gaussian, method->name))
            continue;
        last = method->name;
        BGS_TRY(bgs_density_create(&f->entry[f->count++], m, gaussian, method->name));
    }
done:
    return code;
}

static int choose_method(bgs_density *d, bgs_model *m, bgs_gaussian gaussian,
                         const bgs_density_planes *planes, int count)
{
    int code = 0;
    field f = {.count = 0};
    if (given_method(m))
        return bgs_density_create(d, m, gaussian, given_method(m));
    BGS_TRY(enter_methods(&f, m, gaussian));
    BGS_CHECK(f.count, "this device reads no table: try --gaussian native-q");
    BGS_TRY(race(&f, m, planes, count, d));
done:
    return code;
}

/* The two tables are read by the same method: what is fast for one is for the other. */
int bgs_density_choose(bgs_density *d, bgs_model *m, const bgs_density_planes *planes, int count)
{
    static const bgs_gaussian others[] = {BGS_EXACT, BGS_NATIVE, BGS_EXACT_Q, BGS_NATIVE_Q};
    int code = 0;
    field f = {.count = 0};
    if (m->o.gaussian != BGS_AUTO)
        return choose_method(d, m, (bgs_gaussian)m->o.gaussian, planes, count);
    BGS_TRY(choose_method(&f.entry[f.count++], m, BGS_TABLE_Q, planes, count));
    BGS_TRY(bgs_density_create(&f.entry[f.count++], m, BGS_TABLE,
                               clpwl_evaluator_method(f.entry[0].evaluator)));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        BGS_TRY(bgs_density_create(&f.entry[f.count++], m, others[i], NULL));
    BGS_TRY(race(&f, m, planes, count, d));
done:
    if (code)
        for (int i = 0; i < f.count; i++)
            bgs_density_free(&f.entry[i]);
    return code;
}
