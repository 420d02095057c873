/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Building programs, and a context's cache of programs. The text of clpwl/device.h is part of the
 * source and never #include'd: the caches of some drivers ignore changes in included files. A
 * context has one device and one driver: source and options are the whole key.
 */
#include <stdio.h>
#include "cl/device/program.h"
#include "cl/device/image.h"
#include "cl/embedded.h"

/* The compiler's log, which the caller frees; NULL: the driver has no log. */
static char *read_log(cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *log = NULL;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) ==
        CL_SUCCESS)
        log = clpwl__calloc(size + 1, 1);
    if (log)
        (void)clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    return log;
}

/* Finds the name and number that a #line gives to line `wanted` of the texts. Returns 0 where no #line with a
 * name stands before that line. */
static int find_place(const char *const texts[2], long wanted, char name[64], long *number)
{
    long line = 1, from = 0, first = 0, n;
    char own[64];
    *name = 0;
    for (int t = 0; t < 2; t++)
        for (const char *at = texts[t]; *at && line < wanted; line++) {
            const char *end = strchr(at, '\n');
            int found = sscanf(at, "#line %ld \"%63[^\"]\"", &n, own);
            if (found >= 1) {
                from = line;
                first = n;
            }
            if (found == 2)
                strcpy(name, own);
            at = end ? end + 1 : at + strlen(at);
        }
    *number = first + wanted - from - 1;
    return *name != 0;
}

/* The compilers of NVIDIA and Oclgrind count the lines of all texts. Their log gets the places that #line
 * gives, and stays as it is where no memory is left. */
static char *give_places(char *log, const char *const texts[2])
{
    static const char *const names[] = {"<kernel>:", "input.cl:"};
    clpwl__text all = {0};
    for (const char *at = log; at && *at;) {
        size_t length = strcspn(at, "\n");
        char name[64], *rest;
        long number;
        for (size_t k = 0; k < 2; k++) {
            size_t skip = strlen(names[k]);
            if (strncmp(at, names[k], skip) == 0 &&
                find_place(texts, strtol(at + skip, &rest, 10), name, &number)) {
                clpwl__append(&all, "%s:%ld", name, number);
                length -= (size_t)(rest - at);
                at = rest;
                break;
            }
        }
        clpwl__append(&all, "%.*s%s", (int)length, at, at[length] ? "\n" : "");
        at += length + (at[length] != 0);
    }
    if (all.failed || !all.text) {
        clpwl__free(all.text);
        return log;
    }
    clpwl__free(log);
    return all.text;
}

/* Fails with the first line of the log that has an error. */
static clpwl_status fail_build(const char *log, cl_int code)
{
    const char *line = log ? strstr(log, "error") : NULL;
    while (line && line > log && line[-1] != '\n')
        line--;
    line = line ? line : log && *log ? log : "(no build log)";
    return clpwl__fail(CLPWL_ERR_BUILD, "clBuildProgram failed: %s (%d): %.*s",
                       clpwl__cl_error_name(code), (int)code,
                       (int)strcspn(line, "\n"), line);
}

clpwl_status clpwl__program_compile(cl_program *out, char **log, clpwl_context *c,
                                    const char *source, const char *options)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    char *text = NULL;
    HELD(cl_program) program = NULL;
    const char *texts[] = {clpwl__source_device_h, source};
    program = clCreateProgramWithSource(c->context, 2, texts, NULL, &code);
    CHECK_CL(code, "clCreateProgramWithSource");
    code = clBuildProgram(program, 1, &c->device.id, options, NULL, NULL);
    if (code != CL_SUCCESS || log)
        text = give_places(read_log(program, c->device.id), texts);
    if (code != CL_SUCCESS)
        status = fail_build(text, code);
    if (log) {
        *log = text;
        text = NULL;
    }
    if (status == CLPWL_OK) {
        *out = program;
        program = NULL;
    }
done:
    clpwl__free(text);
    return status;
}

static void free_program(clpwl__program *p)
{
    if (!p)
        return;
    clpwl__release_cl_program(&p->program);
    clpwl__free(p->source);
    clpwl__free(p->options);
    clpwl__free(p);
}

/* The cache is in order of last use. A program that leaves it lives on with its users. */
enum { MOST_PROGRAMS = 64 };

static clpwl__program *find(clpwl_context *c, const char *source, const char *options)
{
    for (clpwl__program **at = &c->programs; *at; at = &(*at)->next) {
        clpwl__program *p = *at;
        if (strcmp(p->source, source) != 0 || strcmp(p->options, options) != 0)
            continue;
        *at = p->next;
        return p;
    }
    return NULL;
}

static void keep(clpwl_context *c, clpwl__program *p)
{
    p->next = c->programs;
    c->programs = p;
    for (int n = 1; p->next; n++, p = p->next)
        if (n == MOST_PROGRAMS) {
            free_program(p->next); /* the last: the list grew by one */
            p->next = NULL;
            break;
        }
}

clpwl_status clpwl__program_get(cl_program *out, clpwl_context *c, const char *source,
                                const char *options)
{
    clpwl_status status = CLPWL_OK;
    pthread_mutex_lock(&c->lock);
    clpwl__program *p = find(c, source, options);
    *out = NULL;
    if (!p) {
        p = clpwl__calloc(1, sizeof *p);
        CHECK_MEMORY(p);
        p->source = clpwl__strdup(source);
        CHECK_MEMORY(p->source);
        p->options = clpwl__strdup(options);
        CHECK_MEMORY(p->options);
        TRY(clpwl__program_compile(&p->program, NULL, c, source, options));
    }
    TRY_CL(clRetainProgram, (p->program));
    *out = p->program;
    keep(c, p);
    p = NULL;
done:
    free_program(p);
    pthread_mutex_unlock(&c->lock);
    return status;
}

clpwl_status clpwl__kernel_get(cl_kernel *out, clpwl_context *c, const char *source,
                               const char *options, const char *name)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    HELD(cl_program) program = NULL;
    TRY(clpwl__program_get(&program, c, source, options));
    *out = clCreateKernel(program, name, &code);
    CHECK_CL(code, "clCreateKernel");
done:
    return status;
}

clpwl_status clpwl__kernel_read(clpwl_context *c, cl_kernel kernel, size_t items,
                                const size_t *group, float *y)
{
    clpwl_status status = CLPWL_OK;
    HELD(cl_mem) out = NULL;
    HELD(cl_event) computed = NULL;
    TRY(clpwl__buffer_create(&out, c, CL_MEM_WRITE_ONLY, NULL, items * sizeof *y));
    SET_ARG(kernel, 0, out);
    TRY_CL(clEnqueueNDRangeKernel, (c->queue, kernel, 1, NULL, &items, group, 0, NULL, &computed));
    TRY_CL(clEnqueueReadBuffer,
           (c->queue, out, CL_TRUE, 0, items * sizeof *y, y, 1, &computed, NULL));
done:
    if (status != CLPWL_OK)
        clFinish(c->queue); /* queued work may use the caller's objects */
    return status;
}

void clpwl__programs_free(clpwl_context *c)
{
    while (c->programs) {
        clpwl__program *next = c->programs->next;
        free_program(c->programs);
        c->programs = next;
    }
}
