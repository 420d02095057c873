/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/rows.h"
#include <math.h>
#include <string.h>
#include <time.h>
#include "common/bound.h"
#include "common/output.h"
#include "json.h"
#include "open_device.h"

static json_t *figure_json(const figure *f)
{
    return json_make("median:n spread:n least:n runs:z", f->median, f->spread, f->least, f->runs);
}

static json_t *place_json(const bench *b, const figure *of)
{
    return json_make("device:j host:j", b->context ? figure_json(&of[BENCH_DEVICE]) : json_null(),
                     figure_json(&of[BENCH_HOST]));
}

void bench_print_head(bench_job *j, int json, const char *typed)
{
    const bench *b = &j->bench;
    const clpwl_device_info *d = b->context ? clpwl_context_info(b->context) : NULL;
    char cpu[BENCH_CPU], date[32];
    time_t now = time(NULL);
    struct tm utc;
    bench_cpu_name(cpu);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    json_t *device = d ? json_make("platform:s name:s version:s driver:s compute_units:i timer:s",
                                   d->platform, d->name, d->version, d->driver,
                                   (int)d->compute_units, b->clocked ? "clock" : "device")
                       : json_null();
    j->root = json_make("command:s date:s device:j host:j values:z copy:j loop:j", typed, date,
                        device, json_make("cpu:s threads:i", cpu, (int)bench_cpus()), b->values,
                        place_json(b, b->copy), place_json(b, b->empty));
    j->list = json_array();
    j->unsupported = json_array();
    if (json)
        return;
    json_end(j->root, 0, stdout);
    j->root = NULL;
}

/* Of a row: what is measured. As text, above the first row, and NULL. */
static json_t *begin_row(bench_job *j, const char *method)
{
    const clpwl_table *t = j->table;
    const char *function = clpwl_table_function(t),
               *partition = clpwl_partition_name(clpwl_table_partition(t));
    size_t n = clpwl_table_segments(t);
    double a, b;
    clpwl_table_domain(t, &a, &b);
    if (j->root)
        return json_make("function:s domain:p segments:j partition:s method:s", function, a, b,
                         j->is_function ? json_null() : json_integer((json_int_t)n),
                         j->is_function ? NULL : partition, method);
    if (j->is_headed++)
        return NULL;
    putchar('\n');
    app_print_plain(stdout, function);
    if (j->is_function)
        printf(" on [%g, %g], without a table, times in ns\n", a, b);
    else
        printf(" on [%g, %g], %zu segment%s, %s, times in ns\n", a, b, n, app_s(n), partition);
    puts("  method         place   streaming       +- in kernel       +-     error  storage");
    return NULL;
}

static void print_row(bench_job *j, const char *method, const char *place, const char *storage,
                      double error, const figure *f, const char *const *chosen)
{
    char text[APP_BOUND_ROOM] = "-";
    json_t *o = begin_row(j, method);
    j->measured++;
    if (o) {
        json_add(o, "place:s storage:s error:n streaming:j in_kernel:j", place, storage, error,
                 figure_json(&f[0]), figure_json(&f[1]));
        if (chosen[0])
            json_add(o, "chosen:j", json_make("streaming:s in_kernel:s", chosen[0], chosen[1]));
        json_array_append_new(j->list, o);
        return;
    }
    if (!isnan(error))
        app_bound(text, error, 2);
    printf("  %-14s %-7s %9.4f %8.4f %9.4f %8.4f %9s  %s", method, place, f[0].median, f[0].spread,
           f[1].median, f[1].spread, text, storage);
    if (chosen[0])
        printf(", took %s, %s in kernels", chosen[0], chosen[1]);
    putchar('\n');
    app_output_flush();
}

static void print_missing(bench_job *j, const char *method, const char *code, const char *reason)
{
    json_t *o = begin_row(j, method);
    size_t used = strlen(j->missing);
    if (o) {
        json_add(o, "code:s reason:s", code, reason);
        json_array_append_new(j->unsupported, o);
    } else
        snprintf(j->missing + used, sizeof j->missing - used, "%s%s", used ? ", " : "", method);
}

const char *bench_name(size_t i, const void *unused)
{
    static const char *const others[] = {"libm", "libm-vector", "sleef", "gsl", "auto", NULL};
    size_t count = clpwl_method_count();
    (void)unused;
    return i < count ? clpwl_method(i)->name : others[i - count];
}

/* NULL: none. */
static const bench_yardstick *find_yardstick(const char *name, const char *function)
{
    const bench_yardstick *const lists[] = {bench_scalars, bench_vectors, bench_sleef()};
    for (int k = 0; k < 3; k++)
        for (const bench_yardstick *y = lists[k]; y->name; y++)
            if (strcmp(y->name, name) == 0 && strcmp(y->function, function) == 0)
                return y;
    return NULL;
}

static int is_yardstick(const char *name)
{
    return strncmp(name, "libm", 4) == 0 || strcmp(name, "sleef") == 0 || strcmp(name, "gsl") == 0;
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

/* Times an evaluator or a yardstick. In kernel, auto may have another evaluator than for arrays. 0 or an exit
 * code. */
static int measure(bench_job *j, const char *name, const bench_work work[BENCH_USES])
{
    figure figures[BENCH_USES];
    const char *chosen[BENCH_USES] = {NULL, NULL}, *places[BENCH_USES];
    const clpwl_evaluator *first = work->evaluator;
    int code = 0;
    for (int use = 0; use < BENCH_USES; use++) {
        const clpwl_evaluator *e = work[use].evaluator;
        int is_host = !e || is_host_method(clpwl_evaluator_method(e));
        places[use] = is_host ? "host" : "device";
        chosen[use] = strcmp(name, "auto") == 0 ? clpwl_evaluator_method(e) : NULL;
        TRY((is_host ? bench_host : bench_device)(&j->bench, work[use], use, &figures[use]));
    }
    print_row(j, name, places[0],
              clpwl_storage_name(first ? clpwl_evaluator_storage(first) : CLPWL_STORAGE_FLOAT32),
              first ? clpwl_evaluator_error(first).linf
                    : worst_error(&j->bench, work->yardstick->function),
              figures, chosen);
done:
    return code;
}

/* An unsupported method is reported and is not a failure. A failure is reported, and the other methods go
 * on. */
static int bench_method(bench_job *j, const char *name)
{
    bench_work work[BENCH_USES] = {{0}};
    clpwl_evaluator *batch = NULL, *inner = NULL;
    clpwl_status status = CLPWL_OK;
    int code = 0;
    if (is_yardstick(name))
        work[0].yardstick = find_yardstick(name, clpwl_table_function(j->table));
    else
        status = open(j, name, CLPWL_USE_BATCH, &batch);
    if (status == CLPWL_OK && strcmp(name, "auto") == 0 && j->bench.context)
        status = open(j, name, CLPWL_USE_KERNEL, &inner);
    work[0].evaluator = batch;
    work[1] = work[0];
    if (inner)
        work[1].evaluator = inner;
    if (status != CLPWL_OK) {
        print_missing(j, name, clpwl_status_name(status), clpwl_last_message());
        code = status == CLPWL_ERR_MEMORY ? app_status(status) : 0;
    } else if (!batch && !work->yardstick) {
        print_missing(j, name, "CLPWL_ERR_UNSUPPORTED",
                      "not among its functions, or not with these parameters");
    } else if (measure(j, name, work)) {
        print_missing(j, name, "failed", "see standard error");
        j->failed = 1;
    }
    clpwl_evaluator_free(inner);
    clpwl_evaluator_free(batch);
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
    if (!j->root && j->missing[0])
        printf("  not measured: %s (`clpwl methods` and --json say why)\n", j->missing);
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

int bench_print_json(bench_job *j, int code)
{
    if (j->root && code == 0)
        json_add(j->root, "rows:j unsupported:j", json_incref(j->list),
                 json_incref(j->unsupported));
    if (j->root && code == 0)
        code = json_print(json_incref(j->root));
    json_decref(j->root);
    json_decref(j->list);
    json_decref(j->unsupported);
    return code;
}
