/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/rows.h"
#include <math.h>
#include <string.h>
#include <time.h>
#include "common/bound.h"
#include "common/options.h"
#include "common/output.h"
#include "json.h"

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
    char cpu[256], date[32];
    time_t now = time(NULL);
    struct tm utc;
    bench_cpu_name(cpu, sizeof cpu);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    json_t *device = d ? json_make("platform:s name:s version:s driver:s compute_units:i timer:s",
                                   d->platform, d->name, d->version, d->driver,
                                   (int)d->compute_units, b->clocked ? "clock" : "device")
                       : json_null();
    j->root = json_make("command:s date:s device:j host:j values:z copy:j loop:j",
                        typed, date, device, json_make("cpu:s threads:i", cpu, (int)bench_cpus()),
                        b->values, place_json(b, b->copy),
                        place_json(b, b->empty));
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
        printf(" on [%g, %g], without a table\n", a, b);
    else
        printf(" on [%g, %g], %zu segment%s, %s\n", a, b, n, app_s(n), partition);
    puts("  method         place   streaming       +- in kernel       +-  marginal     error  storage");
    return NULL;
}

void bench_print_row(bench_job *j, const bench_row *row)
{
    const char *place = row->place == BENCH_HOST ? "host" : "device";
    const figure *f = row->figure;
    char error[APP_BOUND_ROOM] = "-";
    json_t *o = begin_row(j, row->method);
    j->measured++;
    if (o) {
        json_add(o, "place:s storage:s error:n streaming:j in_kernel:j marginal:j", place, row->storage,
                 row->error, figure_json(&f[0]), figure_json(&f[1]), figure_json(&row->marginal));
        if (row->chosen[0])
            json_add(o, "chosen:j", json_make("streaming:s in_kernel:s", row->chosen[0], row->chosen[1]));
        json_array_append_new(j->list, o);
        return;
    }
    if (!isnan(row->error))
        app_bound(error, row->error, 2);
    printf("  %-14s %-7s %9.4f %8.4f %9.4f %8.4f %9.4f %9s  %s", row->method, place, f[0].median,
           f[0].spread, f[1].median, f[1].spread, row->marginal.median, error, row->storage);
    if (row->chosen[0])
        printf(", took %s, %s in kernels", row->chosen[0], row->chosen[1]);
    putchar('\n');
    app_output_flush();
}

void bench_print_missing(bench_job *j, const char *method, const char *code, const char *reason)
{
    json_t *o = begin_row(j, method);
    size_t used = strlen(j->missing);
    if (o) {
        json_add(o, "code:s reason:s", code, reason);
        json_array_append_new(j->unsupported, o);
    } else
        snprintf(j->missing + used, sizeof j->missing - used, "%s%s", used ? ", " : "", method);
}

void bench_print_end(bench_job *j)
{
    char text[sizeof j->missing + 64];
    if (j->root || !j->missing[0])
        return;
    fputs("  ", stdout);
    snprintf(text, sizeof text, "not measured: %s (`clpwl methods` and --json say why)", j->missing);
    app_print_wrapped(text, 2, 4);
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
