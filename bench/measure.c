/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/clock.h"

void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
    exit(EXIT_FAILURE);
}

void check(clpwl_status status)
{
    if (status != CLPWL_OK)
        fail(clpwl_last_message());
}

void check_cl(cl_int code, const char *what)
{
    char text[128];
    snprintf(text, sizeof text, "%s: OpenCL error %d", what, (int)code);
    if (code != CL_SUCCESS)
        fail(text);
}

void *memory(size_t bytes)
{
    size_t room = (bytes + 63) / 64 * 64;
    void *block = aligned_alloc(64, room);
    if (!block)
        fail("out of memory");
    return memset(block, 0, room);
}

double draw(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return (double)(*state >> 11) * 0x1p-53;
}

float *random_floats(size_t n, double a, double b)
{
    uint64_t state = 1;
    float *x = memory(n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(a + (b - a) * draw(&state));
    return x;
}

clpwl_table *table_of(const char *function, const clpwl_design_options *o)
{
    clpwl_function *f;
    clpwl_table *table;
    check(clpwl_function_from_catalogue(&f, function));
    check(clpwl_design(&table, f, o));
    clpwl_function_free(f);
    return table;
}

clpwl_evaluator *evaluator_of(clpwl_context *context, const clpwl_table *table, const char *method,
                              clpwl_storage storage)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e = NULL;
    o.method = method;
    o.storage = storage;
    clpwl_status status = clpwl_evaluator_create(&e, context, table, &o);
    if (status != CLPWL_ERR_UNSUPPORTED)
        check(status);
    return e;
}

const char *method_of(size_t m, int host)
{
    const clpwl_method_info *method = clpwl_method(m);
    int is_second = m > 0 && strcmp(method->name, clpwl_method(m - 1)->name) == 0;
    return method->host == host && !is_second ? method->name : NULL;
}

cl_mem buffer(clpwl_context *context, size_t bytes, void *from)
{
    cl_int code;
    cl_mem m = clCreateBuffer(clpwl_context_cl(context), from ? CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE,
                              bytes, from, &code);
    check_cl(code, "clCreateBuffer");
    return m;
}

void heading(char **argv, clpwl_context *context)
{
    char line[256], cpu[256] = "unknown";
    double load = 0;
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f) && sscanf(line, "model name : %255[^\n]", cpu) != 1)
        ;
    if (f)
        fclose(f);
    getloadavg(&load, 1);
    printf("# command: %s", program_invocation_short_name);
    while (*++argv)
        printf(" %s", *argv);
    printf("\n# cpu: %s, %ld of them; compiler: %s; load: %.1f\n", cpu, sysconf(_SC_NPROCESSORS_ONLN),
           __VERSION__, load);
    const clpwl_device_info *info = context ? clpwl_context_info(context) : NULL;
    if (info)
        printf("# device: %s: %s, driver %s\n", info->platform, info->name, info->driver);
}

static double run(const entrant *e, int times, double (*clock)(void))
{
    double began = clock(), device = 0;
    for (int k = 0; k < times; k++)
        device += e->run(e->state);
    return (device > 0 ? device : clock() - began) / times;
}

/* What an entrant before it leaves in caches, and in the CPU's clock, is a fifth of a kernel's time. */
static const double WARM_SECONDS = 5e-3;

void take_turns(entrant *list, size_t count, double (*clock)(void))
{
    int *times = memory(count * sizeof *times);
    for (int turn = -2; turn < RUNS; turn++) /* the first warms, the second counts the times */
        for (size_t k = 0; k < count; k++) {
            for (double began = app_seconds(); app_seconds() - began < WARM_SECONDS;)
                (void)list[k].run(list[k].state);
            double took = run(&list[k], turn < 0 ? 1 : times[k], clock);
            if (turn < 0)
                times[k] = took < 1e-4 ? (int)(1e-4 / (took + 1e-8)) + 1 : 1;
            else
                list[k].seconds[turn] = took;
        }
    free(times);
}

double ratio_of(const entrant *a, const entrant *b)
{
    double ratios[RUNS];
    for (int i = 0; i < RUNS; i++)
        ratios[i] = a->seconds[i] / b->seconds[i];
    return app_times_of(ratios, RUNS).median;
}
