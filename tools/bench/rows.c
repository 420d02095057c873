/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/rows.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "common/bound.h"
#include "common/message.h"
#include "common/output.h"
#include "json.h"

static json_t *figure_json(const figure *f)
{
    return json_pack("{s:o, s:o, s:o, s:I}", "median", json_number(f->median), "spread",
                     json_number(f->spread), "least", json_number(f->least), "runs",
                     (json_int_t)f->runs);
}

static json_t *device_json(const bench *b)
{
    if (!b->context)
        return json_null();
    const clpwl_device_info *d = clpwl_context_info(b->context);
    return json_pack("{s:o, s:o, s:o, s:o, s:i, s:s}", "platform", json_text(d->platform), "name",
                     json_text(d->name), "version", json_text(d->version), "driver",
                     json_text(d->driver), "compute_units", (int)d->compute_units, "timer",
                     b->clocked ? "clock" : "device");
}

static json_t *host_json(void)
{
    char name[256];
    bench_cpu_name(name, sizeof name);
    return json_pack("{s:o, s:i}", "cpu", json_text(name), "threads", (int)bench_cpus());
}

static json_t *place_json(const bench *b, const figure *device, const figure *host)
{
    return json_pack("{s:o, s:o}", "device", b->context ? figure_json(device) : json_null(),
                     "host", figure_json(host));
}

static void print_heading(const bench *b)
{
    char cpu[256];
    bench_cpu_name(cpu, sizeof cpu);
    if (b->context) {
        const clpwl_device_info *d = clpwl_context_info(b->context);
        printf("device  %s: %s,\n        driver %s, timed by %s\n", d->platform, d->name, d->driver,
               b->clocked ? "the host's clock" : "the device");
    }
    printf("host    %s, %u thread%s;\n        in kernel: one thread, %d values in the cache\n", cpu,
           bench_cpus(), app_s(bench_cpus()), BENCH_CACHED);
    printf("        %zu value%s, %s abscissas; ns a value, median and distance of the quartiles\n",
           b->values, app_s(b->values), bench_order_name(b->order));
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
    r->rows = json_array();
    r->unsupported = json_array();
    r->root = json_pack("{s:o, s:s, s:o, s:o, s:I, s:s, s:o, s:o}", "command", json_text(typed),
                        "date", date, "device", device_json(b), "host", host_json(), "values",
                        (json_int_t)b->values,
                        "abscissas", bench_order_name(b->order), "copy",
                        place_json(b, &b->device_copy, &b->host_copy), "loop",
                        place_json(b, &b->device_loop, &b->host_loop));
}

static json_t *case_json(const bench_case *c, const char *method)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "function", json_text(c->function), "domain",
                     json_pair(c->a, c->b), "segments",
                     c->segments ? json_integer((json_int_t)c->segments) : json_null(),
                     "partition",
                     c->segments ? json_string(clpwl_partition_name(c->partition)) : json_null(),
                     "method", json_text(method));
}

static void append_json(bench_report *r, const bench_case *c, const bench_row *row)
{
    json_t *o = case_json(c, row->method);
    json_object_set_new(o, "place", json_string(row->place));
    if (row->streaming_method)
        json_merge(
            o, json_pack("{s:{s:s, s:s}, s:{s:o, s:o}, s:{s:o, s:o}}", "chosen", "streaming",
                         row->streaming_method, "in_kernel", row->in_kernel_method, "of_best",
                         "streaming", json_number(row->streaming_of_best), "in_kernel",
                         json_number(row->in_kernel_of_best), "first", "streaming",
                         json_number(row->streaming_first), "in_kernel",
                         json_number(row->in_kernel_first)));
    json_merge(
        o, json_pack("{s:s, s:o, s:o, s:o, s:o}", "storage", clpwl_storage_name(row->storage),
                     "error", json_number(row->error), "streaming", figure_json(&row->streaming),
                     "in_kernel", figure_json(&row->in_kernel), "marginal",
                     figure_json(&row->marginal)));
    json_array_append_new(r->rows, o);
}

static void print_case(bench_report *r, const bench_case *c)
{
    char heading[sizeof r->heading];
    if (c->segments)
        snprintf(heading, sizeof heading, "%s on [%g, %g], %zu segment%s, %s", c->function, c->a,
                 c->b, c->segments, app_s(c->segments), clpwl_partition_name(c->partition));
    else
        snprintf(heading, sizeof heading, "%s on [%g, %g], without a table", c->function, c->a,
                 c->b);
    if (strcmp(heading, r->heading) == 0)
        return;
    memcpy(r->heading, heading, sizeof heading);
    if (!c->segments)
        r->function_arrays.method = r->function_kernel.method = NULL;
    printf("\n%s\n", app_plain(heading));
    printf("  %-14s %-7s %9s %8s %9s %8s %9s %9s\n", "method", "place", "streaming", "+-",
           "in kernel", "+-", "marginal", "error");
}

static void print_row(const bench_row *row)
{
    char error[APP_BOUND_ROOM];
    printf("  %-14s %-7s %9.4f %8.4f %9.4f %8.4f %9.4f", row->method, row->place,
           row->streaming.median, row->streaming.spread, row->in_kernel.median,
           row->in_kernel.spread, row->marginal.median);
    if (isnan(row->error))
        printf(" %9s", "-");
    else
        printf(" %9s", app_bound(error, row->error, 2));
    if (row->storage != CLPWL_STORAGE_FLOAT32)
        printf("  %s", clpwl_storage_name(row->storage));
    putchar('\n');
}

static void keep_fastest(bench_fastest *best, const char *method, double ns)
{
    if (!best->method || ns < best->ns)
        *best = (bench_fastest){ method, ns };
}

/* Figures in a kernel are compared at one place: those of the host are by one thread. */
static void keep_row(bench_report *r, const bench *b, const bench_row *row)
{
    int is_function = strncmp(row->method, "exact", 5) == 0 || strcmp(row->method, "gsl") == 0 ||
                      strncmp(row->method, "libm", 4) == 0;
    if (row->streaming_method) {
        r->automatic = *row;
        keep_fastest(&r->table_arrays, row->streaming_method, row->streaming.median);
        keep_fastest(&r->table_kernel, row->in_kernel_method, row->in_kernel.median);
        return;
    }
    r->emulated |= strncmp(row->method, "image", 5) == 0 &&
                   clpwl_context_info(b->context)->kind == CLPWL_DEVICE_CPU;
    keep_fastest(is_function ? &r->function_arrays : &r->table_arrays, row->method,
                 row->streaming.median);
    if (!b->context || strcmp(row->place, "device") == 0)
        keep_fastest(is_function ? &r->function_kernel : &r->table_kernel, row->method,
                     row->in_kernel.median);
}

void bench_report_row(bench_report *r, const bench *b, const bench_case *c, const bench_row *row)
{
    r->measured++;
    if (r->root) {
        append_json(r, c, row);
        return;
    }
    print_case(r, c);
    print_row(row);
    keep_row(r, b, row);
    app_output_flush();
}

void bench_report_unsupported(bench_report *r, const bench_case *c, const char *method,
                              const char *code, const char *reason)
{
    if (!r->root) {
        size_t used = strlen(r->missing);
        print_case(r, c);
        snprintf(r->missing + used, sizeof r->missing - used, "%s%s", used ? ", " : "", method);
        return;
    }
    json_t *o = case_json(c, method);
    json_object_set_new(o, "code", json_string(code));
    json_object_set_new(o, "reason", json_text(reason));
    json_array_append_new(r->unsupported, o);
}

/* One figure of a table against the function without one, at that place. */
static void print_worth(const char *where, const char *place, const bench_fastest *table,
                        const bench_fastest *function)
{
    if (!table->method)
        return;
    printf("  %-10s ", where);
    if (!function->method)
        printf("%s takes %.3g ns; %s no row of the function itself compares with it\n",
               table->method, table->ns, place);
    else if (table->ns < function->ns)
        printf("a table is worth it: %s takes %.3g ns, %s %.3g ns (%.3g times)\n", table->method,
               table->ns, function->method, function->ns, function->ns / table->ns);
    else
        printf("no table is needed: %s takes %.3g ns, %s %.3g ns (%.3g times)\n", function->method,
               function->ns, table->method, table->ns, table->ns / function->ns);
}

/* of_best: NaN where no other method was measured. */
static void print_choice(const char *begin, const char *method, const char *use, double of_best)
{
    printf("%s %s %s", begin, method, use);
    if (!isnan(of_best))
        printf(", %.2f of the time of the fastest method above", of_best);
    putchar('\n');
}

/* The first call chooses; later ones stream. */
static void print_first(const bench *b, const bench_row *a)
{
    if (isnan(a->streaming_first))
        return;
    printf("  first call: %.3g s for arrays, later ones %.3g s", a->streaming_first,
           1e-9 * a->streaming.median * (double)b->values);
    if (b->context)
        printf("; %.3g s in kernels", a->in_kernel_first);
    putchar('\n');
}

void bench_report_conclude(bench_report *r, const bench *b, const bench_case *c)
{
    const bench_row *a = &r->automatic;
    if (r->root)
        return;
    if (r->missing[0]) {
        fputs("  ", stdout);
        char text[sizeof r->missing + 64];
        snprintf(text, sizeof text, "not measured: %s (`clpwl methods` and --json say why)",
                 r->missing);
        app_print_wrapped(text, 2, 4);
    }
    if (r->emulated)
        puts("  image methods: a CPU emulates the sampler, which is slow");
    if (a->method) {
        print_choice("  auto took", a->streaming_method, "for arrays", a->streaming_of_best);
        print_choice("       and", a->in_kernel_method, "in kernels", a->in_kernel_of_best);
        print_first(b, a);
    }
    if (c->segments) {
        const char *device = b->context ? "on the device" : "on the host";
        print_worth("arrays:", "above", &r->table_arrays, &r->function_arrays);
        print_worth(b->context ? "in kernel:" : "in cache:", device, &r->table_kernel,
                    &r->function_kernel);
        r->table_arrays.method = r->table_kernel.method = NULL;
    }
    r->missing[0] = '\0';
    r->emulated = 0;
    r->automatic.method = NULL;
}

int bench_report_close(bench_report *r, const bench *b, int code)
{
    if (!r->root)
        return code;
    json_object_set_new(r->root, "rows", r->rows);
    json_object_set_new(r->root, "unsupported", r->unsupported);
    json_object_set_new(r->root, "device", device_json(b)); /* the timer is known only now */
    if (code == 0)
        return json_print(r->root);
    json_decref(r->root);
    return code;
}
