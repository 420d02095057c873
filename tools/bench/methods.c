/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All methods that evaluate one table, and the yardsticks of its function. */
#include <math.h>
#include <string.h>
#include "bench/rows.h"
#include "open_device.h"

const char *bench_name(size_t i, const void *unused)
{
    static const char *const others[] = {"libm", "libm-vector", "gsl", "auto", NULL};
    size_t count = clpwl_method_count();
    (void)unused;
    return i < count ? clpwl_method(i)->name : others[i - count];
}

/* NULL: none. */
static const bench_yardstick *find_yardstick(const char *name, const char *function)
{
    static const bench_yardstick *const lists[] = {bench_scalars, bench_vectors};
    for (int k = 0; k < 2; k++)
        for (const bench_yardstick *y = lists[k]; y->name; y++)
            if (strcmp(y->name, name) == 0 && strcmp(y->function, function) == 0)
                return y;
    return NULL;
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
    bench_print_row(j, row);
done:
    return code;
}

/* An unsupported method is reported and is not a failure. A failure is reported, and the other methods go
 * on. */
static int bench_method(bench_job *j, const char *name)
{
    bench_work work[BENCH_USES] = {{0}};
    bench_row row = {.method = name, .storage = clpwl_storage_name(CLPWL_STORAGE_FLOAT32)};
    clpwl_evaluator *e[BENCH_USES] = {NULL, NULL}; /* auto may choose another one for kernels */
    clpwl_status status = CLPWL_OK;
    int code = 0, is_auto = strcmp(name, "auto") == 0;
    const bench_yardstick *y = is_yardstick(name) ? find_yardstick(name, clpwl_table_function(j->table)) : NULL;
    if (!is_yardstick(name))
        status = open(j, name, CLPWL_USE_BATCH, &e[0]);
    if (status == CLPWL_OK && is_auto && j->bench.context)
        status = open(j, name, CLPWL_USE_KERNEL, &e[1]);
    for (int use = 0; status == CLPWL_OK && use < BENCH_USES; use++) {
        work[use].yardstick = y;
        work[use].evaluator = e[use] ? e[use] : e[0];
        row.chosen[use] = is_auto ? clpwl_evaluator_method(work[use].evaluator) : NULL;
    }
    if (status == CLPWL_OK && e[0]) {
        row.error = clpwl_evaluator_error(e[0]).linf;
        row.storage = clpwl_storage_name(clpwl_evaluator_storage(e[0]));
    }
    if (status != CLPWL_OK) {
        bench_print_missing(j, name, clpwl_status_name(status), clpwl_last_message());
        code = status == CLPWL_ERR_MEMORY ? app_status(status) : 0;
    } else if (!e[0] && !y) {
        bench_print_missing(j, name, "CLPWL_ERR_UNSUPPORTED",
                            "not among its functions, or not with these parameters");
    } else if (measure_row(j, work, &row)) {
        bench_print_missing(j, name, "failed", "see standard error");
        j->failed = 1;
    }
    clpwl_evaluator_free(e[0]);
    clpwl_evaluator_free(e[1]);
    return code;
}

/* Every name once. */
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
    if (first)
        TRY(bench_all(j, 1));
    TRY(bench_all(j, 0));
done:
    return code;
}
