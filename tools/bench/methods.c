/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All methods that evaluate one table, and the yardsticks of its function. */
#include <math.h>
#include <string.h>
#include "bench/rows.h"
#include "common/clock.h"
#include "open_device.h"

const char *bench_name(size_t i, const void *unused)
{
    static const char *const others[] = {"libm", "libm-vector", "gsl", "auto", NULL};
    size_t count = clpwl_method_count();
    (void)unused;
    return i < count ? clpwl_method(i)->name : others[i - count];
}

static const bench_yardstick *find_yardstick(const char *name, const char *function,
                                             const bench_yardstick *y)
{
    while (y->name && (strcmp(y->name, name) != 0 || strcmp(y->function, function) != 0))
        y++;
    return y->name ? y : NULL;
}

static int is_yardstick(const char *name)
{
    return strncmp(name, "libm", 4) == 0 || strcmp(name, "gsl") == 0;
}

static int is_wanted(const bench_job *j, const char *name)
{
    for (size_t i = 0; i < j->method_count; i++)
        if (strcmp(j->methods[i], name) == 0)
            return 1;
    return j->method_count == 0;
}

/* Methods that read codes take the wanted storage. auto chooses among all storages where codes are wanted. */
static clpwl_status open(const bench_job *j, const char *name, clpwl_use use, clpwl_evaluator **out)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    int is_auto = strcmp(name, "auto") == 0;
    options.method = name;
    options.use = use;
    options.storage = CLPWL_STORAGE_FLOAT32;
    if (strncmp(name, "image", 5) == 0 || strcmp(name, "buffer") == 0 ||
        (is_auto && j->storage <= CLPWL_STORAGE_FLOAT32))
        options.storage = j->storage;
    else if (is_auto)
        options.storage = CLPWL_STORAGE_ANY;
    return clpwl_evaluator_create(out, is_host_method(name) ? NULL : j->bench.context, j->table,
                                  &options);
}

/* The seconds until auto has made an evaluator, and evaluated the streamed values once by the one
 * for arrays. NaN: it failed, which its row reports. */
static double time_first(const bench_job *j, clpwl_use use)
{
    const bench *b = &j->bench;
    clpwl_evaluator *e = NULL;
    double began = app_seconds();
    clpwl_status status = open(j, "auto", use, &e);
    if (status == CLPWL_OK && use == CLPWL_USE_BATCH)
        status = clpwl_eval(e, b->x, b->y, b->values);
    double took = app_seconds() - began;
    clpwl_evaluator_free(e);
    return status == CLPWL_OK ? took : NAN;
}

/* The largest |y - f(x)| of the cached arrays, f in double; NaN: f is not of the catalogue. */
static double worst_error(const bench *b, const char *function)
{
    clpwl_function *f = NULL;
    double worst = NAN, right;
    if (clpwl_function_from_catalogue(&f, function) == CLPWL_OK)
        for (size_t i = 0; i < BENCH_CACHED; i++)
            if (clpwl_function_value(f, (double)b->cached_x[i], &right) == CLPWL_OK)
                worst = fmax(worst, fabs((double)b->cached_y[i] - right));
    clpwl_function_free(f);
    return worst;
}

/* Compares auto with its candidates: the methods whose error is at most 1 % above that of the
 * best table, which is the default of auto. In a kernel host methods do not count. */
static void compare(const bench_job *j, bench_row *row)
{
    double limit = INFINITY;
    for (size_t i = j->functions; i < j->count; i++)
        limit = fmin(limit, 1.01 * j->rows[i].error);
    for (int use = 0; use < BENCH_USES; use++) {
        double best = INFINITY;
        for (size_t i = 0; i < j->count; i++) {
            const bench_row *r = &j->rows[i];
            if (!(r->error > limit) && !is_yardstick(r->method) &&
                (use == BENCH_STREAMING || !j->bench.context || r->place == BENCH_DEVICE))
                best = fmin(best, r->figure[use].median);
        }
        row->of_best[use] = isfinite(best) ? row->figure[use].median / best : NAN;
    }
}

static int measure(bench *b, int place, const bench_work *work, int in_kernel, figure *out)
{
    return (place == BENCH_HOST ? bench_host : bench_device)(b, *work, in_kernel, out);
}

/* The figures of a method. In kernel, auto may choose another method than for arrays. */
static int measure_row(bench_job *j, const bench_work work[BENCH_USES], bench_row *row)
{
    bench *b = &j->bench;
    int code = 0, place = BENCH_HOST;
    figure empty; /* measured beside each table, as the load of the machine changes */
    for (int use = 0; use < BENCH_USES; use++) {
        const clpwl_evaluator *e = work[use].evaluator;
        place = !e || is_host_method(clpwl_evaluator_method(e)) ? BENCH_HOST : BENCH_DEVICE;
        row->place = use == BENCH_STREAMING ? place : row->place;
        TRY(measure(b, place, &work[use], use, &row->figure[use]));
    }
    if (work->yardstick)
        row->error = worst_error(b, work->yardstick->function);
    TRY(measure(b, place, &(bench_work){0}, 1, &empty));
    row->marginal = figure_beyond(row->figure[BENCH_IN_KERNEL], empty);
    if (row->chosen[0])
        compare(j, row);
    if (j->count < BENCH_ROWS_MOST)
        j->rows[j->count++] = *row;
    bench_print_row(j, row);
done:
    return code;
}

/* An unsupported method is reported and is not a failure. A failure is reported, and the other methods go
 * on. */
static int bench_method(bench_job *j, const char *name)
{
    const char *function = clpwl_table_function(j->table);
    bench_work work[BENCH_USES] = {{0}};
    bench_row row = {
        .method = name, .storage = CLPWL_STORAGE_FLOAT32, .first = {j->first[0], j->first[1]}};
    clpwl_evaluator *batch = NULL, *inner = NULL;
    clpwl_status status = CLPWL_OK;
    int code = 0, is_auto = strcmp(name, "auto") == 0;
    if (is_yardstick(name)) {
        const bench_yardstick *y = find_yardstick(name, function, bench_scalars);
        work[0].yardstick = work[1].yardstick = y ? y
                                                  : find_yardstick(name, function, bench_vectors);
    } else {
        status = open(j, name, CLPWL_USE_BATCH, &batch);
        if (status == CLPWL_OK && is_auto && j->bench.context)
            status = open(j, name, CLPWL_USE_KERNEL, &inner);
        work[0].evaluator = batch;
        work[1].evaluator = inner ? inner : batch;
    }
    for (int use = 0; status == CLPWL_OK && use < BENCH_USES && batch; use++) {
        row.error = clpwl_evaluator_error(batch).linf;
        row.storage = clpwl_evaluator_storage(batch);
        row.chosen[use] = is_auto ? clpwl_evaluator_method(work[use].evaluator) : NULL;
    }
    if (status != CLPWL_OK) {
        bench_print_missing(j, name, clpwl_status_name(status), clpwl_last_message());
        code = status == CLPWL_ERR_MEMORY ? app_status(status) : 0;
    } else if (!batch && !work->yardstick) {
        bench_print_missing(j, name, "CLPWL_ERR_UNSUPPORTED",
                            "not among its functions, or not with these "
                            "parameters");
    } else if (measure_row(j, work, &row)) {
        bench_print_missing(j, name, "failed", "see standard error");
        j->failed = 1;
    }
    clpwl_evaluator_free(inner);
    clpwl_evaluator_free(batch);
    return code;
}

/* Every name once; auto last, with the best known. */
static int bench_all(bench_job *j, int is_function)
{
    const char *name, *last = "";
    int code = 0;
    j->is_function = is_function;
    j->is_headed = 0;
    j->missing[0] = '\0';
    for (size_t i = 0; (name = bench_name(i, NULL)) != NULL; last = name, i++)
        if (is_function == (is_yardstick(name) || strncmp(name, "exact", 5) == 0) &&
            is_wanted(j, name) && strcmp(name, last) != 0)
            TRY(bench_method(j, name));
    bench_print_end(j);
done:
    return code;
}

int bench_table(bench_job *j, const clpwl_table *table, int first)
{
    double from, to;
    int code = 0;
    j->table = table;
    clpwl_table_domain(table, &from, &to);
    TRY(bench_domain(&j->bench, from, to));
    j->count = first ? 0 : j->functions;
    if (first)
        TRY(bench_all(j, 1));
    j->functions = j->count;
    for (int use = 0; use < BENCH_USES; use++)
        j->first[use] = is_wanted(j, "auto") && (use == BENCH_STREAMING || j->bench.context)
                            ? time_first(j, use ? CLPWL_USE_KERNEL : CLPWL_USE_BATCH)
                            : NAN;
    TRY(bench_all(j, 0));
done:
    return code;
}
