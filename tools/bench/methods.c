/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All methods that evaluate one table, and the yardsticks of its function. */
#include <math.h>
#include <string.h>
#include "bench/rows.h"
#include "bench/yardsticks.h"
#include "common/clock.h"
#include "common/message.h"
#include "open_device.h"

static int is_wanted(const bench_job *j, const char *method)
{
    for (size_t i = 0; i < j->method_count; i++)
        if (strcmp(j->methods[i], method) == 0)
            return 1;
    return j->method_count == 0;
}

/* The figures of a method. In kernel, auto may choose another method than for arrays. */
static int measure_row(bench_job *j, clpwl_evaluator *batch, clpwl_evaluator *inner, bench_row *row)
{
    bench *b = j->bench;
    int code = 0, on_host = is_host_method(clpwl_evaluator_method(batch));
    figure loop; /* measured beside each table, as the load of the machine changes */
    if (on_host)
        TRY(bench_host_streaming(b, bench_run_evaluator, batch, 0, &row->streaming));
    else
        TRY(bench_device_streaming(b, batch, &row->streaming));
    if (is_host_method(clpwl_evaluator_method(inner))) {
        TRY(bench_host_cached(b, bench_run_evaluator, inner, &row->in_kernel));
        TRY(bench_host_cached(b, bench_run_copy, NULL, &loop));
    } else {
        TRY(bench_in_kernel(b, inner, &row->in_kernel));
        TRY(bench_in_kernel(b, NULL, &loop));
    }
    row->marginal = figure_beyond(row->in_kernel, loop);
    row->place = on_host ? "host" : "device";
done:
    return code;
}

/* Compares auto with its candidates: the methods whose error is at most 1 % above that of the
 * best table, which is the default of auto. In a kernel host methods do not count. */
static void compare(const bench_job *j, bench_row *row)
{
    double limit = INFINITY, streaming = INFINITY, in_kernel = INFINITY;
    for (size_t i = j->exact_count; i < j->forced_count; i++)
        limit = fmin(limit, 1.01 * j->forced[i].error);
    for (size_t i = 0; i < j->forced_count; i++) {
        const bench_row *f = &j->forced[i];
        if (f->error > limit)
            continue;
        streaming = fmin(streaming, f->streaming.median);
        if (!j->bench->context || !is_host_method(f->method))
            in_kernel = fmin(in_kernel, f->in_kernel.median);
    }
    row->streaming_of_best = isfinite(streaming) ? row->streaming.median / streaming : NAN;
    row->in_kernel_of_best = isfinite(in_kernel) ? row->in_kernel.median / in_kernel : NAN;
}

static void conclude(bench_job *j, const bench_case *c, bench_row *row)
{
    if (row->streaming_method)
        compare(j, row);
    else if (j->forced_count < BENCH_FORCED_MOST)
        j->forced[j->forced_count++] = *row;
    bench_report_row(j->report, j->bench, c, row);
}

/* Methods that read codes take the wanted storage. auto chooses among all storages where codes are wanted. */
static clpwl_storage storage_for(const bench_job *j, const char *method)
{
    int is_auto = strcmp(method, "auto") == 0;
    if (strncmp(method, "image", 5) == 0 || strcmp(method, "buffer") == 0 ||
        (is_auto && j->storage <= CLPWL_STORAGE_FLOAT32))
        return j->storage;
    return is_auto ? CLPWL_STORAGE_ANY : CLPWL_STORAGE_FLOAT32;
}

/* The seconds until auto has made an evaluator, and evaluated the streamed values once by the one
 * for arrays. NaN: it failed, which its row reports. */
static double time_first(const bench_job *j, const clpwl_table *table, clpwl_use use)
{
    bench *b = j->bench;
    clpwl_evaluator *e = NULL;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = "auto";
    options.storage = storage_for(j, "auto");
    options.use = use;
    double began = app_seconds();
    clpwl_status status = clpwl_evaluator_create(&e, b->context, table, &options);
    if (status == CLPWL_OK && use == CLPWL_USE_BATCH)
        status = clpwl_eval(e, b->x, b->y, b->values);
    double took = app_seconds() - began;
    clpwl_evaluator_free(e);
    return status == CLPWL_OK ? took : NAN;
}

/* Measures one method on one table. An unsupported method is reported and is not a failure. A
 * failure is reported, and the other methods go on. */
static int bench_method(bench_job *j, const bench_case *c, const clpwl_table *table,
                        const char *method)
{
    clpwl_evaluator *batch = NULL, *inner = NULL;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_context *context = is_host_method(method) ? NULL : j->bench->context;
    int is_auto = strcmp(method, "auto") == 0, code = 0;
    bench_row row = { .method = method, .streaming_first = j->streaming_first,
                      .in_kernel_first = j->in_kernel_first };
    options.method = method;
    options.storage = storage_for(j, method);
    clpwl_status status = clpwl_evaluator_create(&batch, context, table, &options);
    if (status == CLPWL_OK && is_auto && context) {
        options.use = CLPWL_USE_KERNEL;
        status = clpwl_evaluator_create(&inner, context, table, &options);
    }
    if (status != CLPWL_OK) {
        bench_report_unsupported(j->report, c, method, clpwl_status_name(status),
                                 clpwl_last_message());
        code = status == CLPWL_ERR_MEMORY ? app_status(status) : 0;
    } else {
        row.error = clpwl_evaluator_error(batch).linf;
        row.storage = clpwl_evaluator_storage(batch);
        if (is_auto) {
            row.streaming_method = clpwl_evaluator_method(batch);
            row.in_kernel_method = clpwl_evaluator_method(inner ? inner : batch);
        }
        if (measure_row(j, batch, inner ? inner : batch, &row) == 0) {
            conclude(j, c, &row);
        } else {
            bench_report_unsupported(j->report, c, method, "failed", "see standard error");
            j->failed = 1;
        }
    }
    clpwl_evaluator_free(inner);
    clpwl_evaluator_free(batch);
    return code;
}

static int is_exact(const char *method)
{
    return strncmp(method, "exact", 5) == 0;
}

/* Every method once, as the list has a row for each partition; auto last, with the best known. */
static int bench_all(bench_job *j, const bench_case *c, const clpwl_table *table)
{
    int code = 0;
    j->forced_count = j->exact_count;
    if (is_wanted(j, "auto")) {
        j->streaming_first = time_first(j, table, CLPWL_USE_BATCH);
        j->in_kernel_first = j->bench->context ? time_first(j, table, CLPWL_USE_KERNEL) : NAN;
    }
    for (size_t i = 0; i < clpwl_method_count() && code == 0; i++) {
        const char *name = clpwl_method(i)->name;
        if (i > 0 && strcmp(clpwl_method(i - 1)->name, name) == 0)
            continue;
        if (is_wanted(j, name) && !is_exact(name))
            code = bench_method(j, c, table, name);
    }
    if (code == 0 && is_wanted(j, "auto"))
        code = bench_method(j, c, table, "auto");
    if (code == 0)
        bench_report_conclude(j->report, j->bench, c);
    return code;
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

static int bench_host_function(bench_job *j, const bench_case *c, const bench_yardsticks *all)
{
    int code = 0;
    const bench_yardstick *y = bench_yardstick_find(all, c->function);
    bench_row row = { .method = all->name, .place = "host", .storage = CLPWL_STORAGE_FLOAT32 };
    figure loop;
    if (!is_wanted(j, all->name))
        return 0;
    if (!y) {
        bench_report_unsupported(j->report, c, all->name, "CLPWL_ERR_UNSUPPORTED", all->missing);
        return 0;
    }
    TRY(bench_host_streaming(j->bench, bench_run_yardstick, y, 1, &row.streaming));
    TRY(bench_host_cached(j->bench, bench_run_yardstick, y, &row.in_kernel));
    row.error = worst_error(j->bench, c->function);
    TRY(bench_host_cached(j->bench, bench_run_copy, NULL, &loop));
    row.marginal = figure_beyond(row.in_kernel, loop);
    bench_report_row(j->report, j->bench, c, &row);
done:
    return code;
}

/* The function itself: on the device, through any table of it, and on the host. */
static int bench_function(bench_job *j, const bench_case *c, const clpwl_table *table)
{
    int code = 0;
    j->forced_count = 0;
    for (size_t i = 0; i < clpwl_method_count(); i++) {
        const char *name = clpwl_method(i)->name;
        if (is_exact(name) && is_wanted(j, name))
            TRY(bench_method(j, c, table, name));
    }
    j->exact_count = j->forced_count;
    TRY(bench_host_function(j, c, &bench_libm));
    TRY(bench_host_function(j, c, &bench_vector));
    TRY(bench_host_function(j, c, &bench_gsl));
    bench_report_conclude(j->report, j->bench, c);
done:
    return code;
}

int bench_table_methods(bench_job *j, const clpwl_table *table, int first)
{
    size_t n = clpwl_table_segments(table);
    bench_case c = { .function = clpwl_table_function(table),
                     .a = clpwl_table_knots(table)[0],
                     .b = clpwl_table_knots(table)[n] };
    int code = bench_domain(j->bench, c.a, c.b);
    if (code == 0 && first)
        code = bench_function(j, &c, table);
    c.segments = n;
    c.partition = clpwl_table_partition(table);
    return code ? code : bench_all(j, &c, table);
}
