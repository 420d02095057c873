/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench_rows.h"
#include <math.h>
#include <string.h>
#include <time.h>

static json_t *figure_json(const figure *f)
{
    json_t *o = json_object();
    json_object_set_new(o, "median", json_number(f->median));
    json_object_set_new(o, "spread", json_number(f->spread));
    json_object_set_new(o, "least", json_number(f->least));
    json_object_set_new(o, "runs", json_integer((json_int_t)f->runs));
    return o;
}

static json_t *device_json(const bench *b)
{
    json_t *o = json_object();
    if (!b->context) {
        json_decref(o);
        return json_null();
    }
    const clpwl_device_info *d = clpwl_context_info(b->context);
    json_object_set_new(o, "platform", json_text(d->platform));
    json_object_set_new(o, "name", json_text(d->name));
    json_object_set_new(o, "version", json_text(d->version));
    json_object_set_new(o, "driver", json_text(d->driver));
    json_object_set_new(o, "compute_units", json_integer(d->compute_units));
    json_object_set_new(o, "timer", json_string(b->clocked ? "clock" : "device"));
    return o;
}

static json_t *host_json(void)
{
    char name[256];
    json_t *o = json_object();
    bench_cpu_name(name, sizeof name);
    json_object_set_new(o, "cpu", json_text(name));
    json_object_set_new(o, "threads", json_integer(bench_cpus()));
    return o;
}

static json_t *place_json(const bench *b, const figure *device, const figure *host)
{
    json_t *o = json_object();
    json_object_set_new(o, "device", b->context ? figure_json(device) : json_null());
    json_object_set_new(o, "host", figure_json(host));
    return o;
}

static void print_heading(const bench *b)
{
    char cpu[256];
    bench_cpu_name(cpu, sizeof cpu);
    if (b->context) {
        const clpwl_device_info *d = clpwl_context_info(b->context);
        printf("device  %s: %s, driver %s, timed by %s\n", d->platform, d->name, d->driver,
               b->clocked ? "the host's clock" : "the device");
    }
    printf("host    %s, %u threads; in kernel: one thread, %d values in the cache\n", cpu,
           bench_cpus(), BENCH_CACHED);
    printf("        %zu values, %s abscissas; ns a value, median and distance of quartiles\n",
           b->values, bench_order_name(b->order));
    if (b->context)
        printf("copy    device %.3g ns a value; loop without a table %.3g\n",
               b->device_copy.median, b->device_loop.median);
    printf("copy    host %.3g ns a value; in the cache %.3g\n", b->host_copy.median,
           b->host_loop.median);
}

void bench_report_open(bench_report *r, const bench *b, int json, const char *typed)
{
    char date[32];
    time_t now = time(NULL);
    struct tm utc;
    *r = (bench_report){ 0 };
    if (!json) {
        print_heading(b);
        return;
    }
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    r->root = json_object();
    r->rows = json_array();
    r->unsupported = json_array();
    json_object_set_new(r->root, "version", json_string(PACKAGE_VERSION));
    json_object_set_new(r->root, "command", json_text(typed));
    json_object_set_new(r->root, "date", json_string(date));
    json_object_set_new(r->root, "device", device_json(b));
    json_object_set_new(r->root, "host", host_json());
    json_object_set_new(r->root, "values", json_integer((json_int_t)b->values));
    json_object_set_new(r->root, "abscissas", json_string(bench_order_name(b->order)));
    json_object_set_new(r->root, "copy", place_json(b, &b->device_copy, &b->host_copy));
    json_object_set_new(r->root, "loop", place_json(b, &b->device_loop, &b->host_loop));
}

static json_t *case_json(const bench_case *c, const char *method)
{
    json_t *o = json_object();
    json_object_set_new(o, "function", json_text(c->function));
    json_object_set_new(o, "domain", json_pair(c->a, c->b));
    json_object_set_new(o, "segments",
                        c->segments ? json_integer((json_int_t)c->segments) : json_null());
    json_object_set_new(o, "partition", c->segments
                                            ? json_string(clpwl_partition_name(c->partition))
                                            : json_null());
    json_object_set_new(o, "method", json_text(method));
    return o;
}

static void append_json(bench_report *r, const bench_case *c, const bench_row *row)
{
    json_t *o = case_json(c, row->method);
    json_object_set_new(o, "place", json_string(row->place));
    if (row->streaming_method)
        json_object_set_new(o, "chosen",
                            json_pack("{s:s, s:s}", "streaming", row->streaming_method,
                                      "in_kernel", row->in_kernel_method));
    if (row->streaming_method)
        json_object_set_new(o, "of_best",
                            json_pack("{s:o, s:o}", "streaming",
                                      json_number(row->streaming_of_best), "in_kernel",
                                      json_number(row->in_kernel_of_best)));
    json_object_set_new(o, "storage", json_string(clpwl_storage_name(row->storage)));
    json_object_set_new(o, "error", json_number(row->error));
    json_object_set_new(o, "streaming", figure_json(&row->streaming));
    json_object_set_new(o, "in_kernel", figure_json(&row->in_kernel));
    json_object_set_new(o, "marginal", figure_json(&row->marginal));
    json_array_append_new(r->rows, o);
}

static void print_case(bench_report *r, const bench_case *c)
{
    char heading[sizeof r->heading];
    if (c->segments)
        snprintf(heading, sizeof heading, "%s on [%g, %g], %zu segments, %s", c->function, c->a,
                 c->b, c->segments, clpwl_partition_name(c->partition));
    else
        snprintf(heading, sizeof heading, "%s on [%g, %g], without a table", c->function, c->a,
                 c->b);
    if (strcmp(heading, r->heading) == 0)
        return;
    memcpy(r->heading, heading, sizeof heading);
    printf("\n%s\n", heading);
    printf("  %-14s %-7s %9s %8s %9s %8s %9s %9s\n", "method", "place", "streaming", "+-",
           "in kernel", "+-", "marginal", "error");
}

static void print_row(const bench_row *row)
{
    printf("  %-14s %-7s %9.4f %8.4f %9.4f %8.4f %9.4f", row->method, row->place,
           row->streaming.median, row->streaming.spread, row->in_kernel.median,
           row->in_kernel.spread, row->marginal.median);
    if (isnan(row->error))
        printf(" %9s", "-");
    else
        printf(" %9.2g", row->error);
    if (row->storage != CLPWL_STORAGE_FLOAT32)
        printf("  stored as %s", clpwl_storage_name(row->storage));
    if (row->streaming_method)
        printf("  chose %s (%.2f of the best's time), %s (%.2f)", row->streaming_method,
               row->streaming_of_best, row->in_kernel_method, row->in_kernel_of_best);
    putchar('\n');
}

void bench_report_row(bench_report *r, const bench_case *c, const bench_row *row)
{
    if (r->root) {
        append_json(r, c, row);
        return;
    }
    print_case(r, c);
    print_row(row);
    fflush(stdout);
}

void bench_report_unsupported(bench_report *r, const bench_case *c, const char *method,
                              const char *code, const char *reason)
{
    if (!r->root) {
        print_case(r, c);
        printf("  %-14s %s\n", method, reason);
        return;
    }
    json_t *o = case_json(c, method);
    json_object_set_new(o, "code", json_string(code));
    json_object_set_new(o, "reason", json_text(reason));
    json_array_append_new(r->unsupported, o);
}

int bench_report_close(bench_report *r, const bench *b, int code)
{
    if (!r->root)
        return code;
    json_object_set_new(r->root, "rows", r->rows);
    json_object_set_new(r->root, "unsupported", r->unsupported);
    json_object_set_new(r->root, "device", device_json(b)); /* the timer is known now */
    if (code == 0)
        return json_print(r->root);
    json_decref(r->root);
    return code;
}
