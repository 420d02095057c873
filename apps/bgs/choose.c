/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of the Gaussian and of its table's method, measured on the current frame in the
 * kernel that will use them. */
#include "density.h"
#include <math.h>
#include <string.h>
#include "common/clock.h"

enum { ROUNDS = 9, MOST = 24 };
/* Launches and the clock take microseconds: below 1 % of this, s. */
#define LONG_ENOUGH 0.005
/* Candidates within this factor of the least time are measured again, for longer. */
#define FINALISTS 1.3

/* The candidates, and their times in the last rounds, s. */
typedef struct field {
    bgs_density entry[MOST];
    double time[MOST];
    int count;
    bgs_model *m;
    const bgs_density_planes *planes;
    int frames, rows; /* of one run */
} field;

/* On a CPU processor time counts, which the load of the machine does not change. */
static double read_time(const bgs_model *m)
{
    int cpu = clpwl_context_info(m->device.context)->kind == CLPWL_DEVICE_CPU;
    return cpu ? app_cpu_seconds() : app_seconds();
}

static int run_entry(void *user, size_t i, double seconds[2])
{
    int code = 0;
    field *f = user;
    TRY(app_finish(&f->m->device));
    double began = read_time(f->m);
    TRY(bgs_density_background(&f->entry[i], f->m, f->planes, f->frames, f->rows));
    TRY(app_finish(&f->m->device));
    seconds[0] = read_time(f->m) - began;
done:
    return code;
}

/* The number of rows that take long enough. The first run of a kernel is not typical and does
 * not count. */
static int find_rows(field *f)
{
    int code = 0, height = f->m->layout.height;
    double time[2];
    f->rows = height < 4 ? height : 4;
    TRY(run_entry(f, 0, time));
    while (f->rows < height) {
        TRY(run_entry(f, 0, time));
        if (time[0] >= LONG_ENOUGH)
            break;
        f->rows = 2 * f->rows < height ? 2 * f->rows : height;
    }
done:
    return code;
}

/* Measures all candidates. The median of each counts. */
static int run_rounds(field *f)
{
    app_times times[MOST][2];
    int code = app_repeat(run_entry, f, (size_t)f->count, ROUNDS, INFINITY, times);
    for (int i = 0; i < f->count && !code; i++)
        f->time[i] = times[i][0].median;
    return code;
}

static double least_time(const field *f)
{
    double least = f->time[0];
    for (int i = 1; i < f->count; i++)
        least = f->time[i] < least ? f->time[i] : least;
    return least;
}

/* Removes the slow candidates. */
static void keep_finalists(field *f)
{
    const double limit = FINALISTS * least_time(f);
    int left = 0;
    for (int i = 0; i < f->count; i++)
        if (f->time[i] <= limit)
            f->entry[left++] = f->entry[i];
        else
            bgs_density_free(&f->entry[i]);
    for (int i = left; i < f->count; i++)
        f->entry[i] = (bgs_density){0};
    f->count = left;
}

/* Measures all, and then the finalists again for longer. */
static int choose_fastest(field *f, bgs_density *winner)
{
    int code = 0, best = 0;
    double least;
    TRY(find_rows(f));
    TRY(run_rounds(f));
    keep_finalists(f);
    f->rows = 4 * f->rows < f->m->layout.height ? 4 * f->rows : f->m->layout.height;
    if (f->count > 1)
        TRY(run_rounds(f));
    least = least_time(f);
    while (f->time[best] > least)
        best++;
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

/* GPUs have an instruction for native_exp. */
int bgs_density_begin(bgs_density *d, bgs_model *m)
{
    const int cpu = clpwl_context_info(m->device.context)->kind == CLPWL_DEVICE_CPU;
    if (m->o.gaussian == BGS_AUTO)
        return bgs_density_create(d, m, cpu ? BGS_POLY_Q : BGS_NATIVE_Q, NULL);
    return bgs_density_create(d, m, (bgs_gaussian)m->o.gaussian,
                              bgs_density_must_choose(m) ? "buffer" : m->o.method);
}

/* Adds a table for each method of the device. */
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
        TRY(bgs_density_create(&f->entry[f->count++], m, gaussian, method->name));
    }
done:
    return code;
}

static int choose_method(bgs_density *d, bgs_model *m, bgs_gaussian gaussian,
                         const bgs_density_planes *planes, int count)
{
    int code = 0;
    field f = {.m = m, .planes = planes, .frames = count};
    if (given_method(m))
        return bgs_density_create(d, m, gaussian, given_method(m));
    TRY(enter_methods(&f, m, gaussian));
    CHECK(f.count, "no method of this device evaluates a table: use --gaussian native-q");
    TRY(choose_fastest(&f, d));
done:
    return code;
}

/* Both tables use the same method: the fastest one is the same for both. */
int bgs_density_choose(bgs_density *d, bgs_model *m, const bgs_density_planes *planes, int count)
{
    static const bgs_gaussian others[] = {BGS_EXACT, BGS_NATIVE, BGS_EXACT_Q, BGS_NATIVE_Q,
                                          BGS_POLY_Q};
    int code = 0;
    field f = {.m = m, .planes = planes, .frames = count};
    if (m->o.gaussian != BGS_AUTO)
        return choose_method(d, m, (bgs_gaussian)m->o.gaussian, planes, count);
    TRY(choose_method(&f.entry[f.count++], m, BGS_TABLE_Q, planes, count));
    TRY(bgs_density_create(&f.entry[f.count++], m, BGS_TABLE,
                           clpwl_evaluator_method(f.entry[0].evaluator)));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        TRY(bgs_density_create(&f.entry[f.count++], m, others[i], NULL));
    TRY(choose_fastest(&f, d));
done:
    if (code)
        for (int i = 0; i < f.count; i++)
            bgs_density_free(&f.entry[i]);
    return code;
}
