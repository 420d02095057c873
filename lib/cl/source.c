/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The OpenCL C of one table, and its kernel arguments. */
#include <ctype.h>
#include "cl/method.h"

/* Parameter and argument of each need, in the order of the bits. */
typedef struct part {
    const char *parameter, *argument;
} part;

static const part parts[NEEDS_COUNT] = {
    {"read_only $_t clpwl_@_image, ", "clpwl_@_image, "},
    {"global const float2 *restrict clpwl_@_rules, ", "clpwl_@_rules, "},
    {"global const float *restrict clpwl_@_knots, ", "clpwl_@_knots, "},
    {"global const float2 *restrict clpwl_@_records, ", "clpwl_@_records, "},
    {"global const float4 *restrict clpwl_@_cells, ", "clpwl_@_cells, "},
    {"local float2 *clpwl_@_local, ", "clpwl_@_local, "},
};

/* The lane's own record stands in for the buffer within functions. */
static const part lane = {"float2 clpwl_@_lane, ", "clpwl_@_lane, "};

static void append_list(clpwl__text *t, const clpwl_evaluator *e, int argument, int lanes)
{
    unsigned needs = e->method->needs;
    for (int i = 0; i < NEEDS_COUNT; i++) {
        const part *p = lanes && (needs & NEEDS_LANES) && (1 << i) == NEEDS_RECORDS ? &lane
                                                                                    : &parts[i];
        if (needs & (1u << i))
            clpwl__append(t, "%s", argument ? p->argument : p->parameter);
    }
    clpwl__append(t, "%s", argument ? "clpwl_@_grid\n" : "const clpwl_grid clpwl_@_grid\n");
}

static void append_macros(clpwl__text *t, const clpwl_evaluator *e)
{
    clpwl__append(t, "#define CLPWL_TABLE_@ ");
    append_list(t, e, 0, 0);
    clpwl__append(t, "#define CLPWL_HANDLE_@ ");
    append_list(t, e, 0, 1);
    clpwl__append(t, "#define CLPWL_PASS_@ ");
    append_list(t, e, 1, 1);
    clpwl__append(t, "#define CLPWL_BEGIN_@ ");
    if (e->method->needs & NEEDS_LOCAL)
        clpwl__append(t, "clpwl_fill_local(clpwl_@_local, clpwl_@_records, clpwl_@_grid.last)");
    if (e->method->needs & NEEDS_LANES)
        clpwl__append(t, "const float2 clpwl_@_lane = clpwl_@_records[min("
                         "(int)get_sub_group_local_id(), clpwl_@_grid.last)]");
    clpwl__append(t, "\n");
}

/*
 * i = the segment of r among `segments` ones, branch-free: one comparison splits off
 * the front, so that a power of two of segments is left, then each halves it (Knuth's
 * uniform search; paper, section V). Only the power is in the text.
 */
static void append_search(clpwl__text *t, const clpwl_evaluator *e)
{
    int rules = (e->method->needs & NEEDS_RULES) != 0;
    const char *array = rules ? "clpwl_@_rules" : "clpwl_@_knots", *member = rules ? ".x" : "";
    size_t power = 1;
    while (2 * power <= e->pack->segments)
        power *= 2;
    clpwl__append(t, "    int i = g.last + 1 - %zu;\n    i = r >= %s[i]%s ? i : 0;\n", power,
                  array, member);
    for (size_t s = power / 2; s > 0; s /= 2)
        clpwl__append(t, "    i = r >= %s[i + %zu]%s ? i + %zu : i;\n", array, s, member, s);
}

static void append_function(clpwl__text *t, const clpwl_evaluator *e)
{
    unsigned needs = e->method->needs;
    if (needs & NEEDS_EXACT)
        clpwl__append(t, "static inline float clpwl_@_f(float x)\n{\n    return %s;\n}\n",
                      e->exact);
    clpwl__append(t,
                  "static inline float clpwl_@_at(float x, CLPWL_HANDLE_@)\n{\n"
                  "    const clpwl_grid g = clpwl_@_grid;\n"
                  "    float r = clpwl_inside(x, g, %d);\n",
                  (int)e->pack->extend);
    if (needs & (NEEDS_RULES | NEEDS_KNOTS))
        append_search(t, e);
    clpwl__append(t,
                  "    %s\n    return clpwl_tail(y, x, g, %d);\n}\n"
                  "#define @(x) clpwl_@_at((x), CLPWL_PASS_@)\n",
                  e->method->body, (int)e->pack->extend);
}

/* '@' becomes the name and '$' the image's kind. */
static char *fill_in(const clpwl_evaluator *e, const char *text, const char *name)
{
    clpwl__text t = {0};
    const char *functions = e->folded ? "clpwl_folded" : "clpwl_image";
    const char *type = e->folded ? "image2d" : "image1d";
    for (const char *c = text; *c; c++) {
        if (*c == '@')
            clpwl__append(&t, "%s", name);
        else if (*c == '$')
            clpwl__append(&t, "%s", c[1] == '_' && c[2] == 't' ? type : functions);
        else
            clpwl__append(&t, "%c", *c);
    }
    if (t.failed) {
        clpwl__free(t.text);
        return NULL;
    }
    return t.text;
}

static int is_identifier(const char *name)
{
    if (!name || !(isalpha((unsigned char)*name) || *name == '_'))
        return 0;
    while (isalnum((unsigned char)*name) || *name == '_')
        name++;
    return *name == '\0';
}

static clpwl_status check_device_method(const clpwl_evaluator *e)
{
    clpwl_status status = CLPWL_OK;
    CHECK(!e->method->info.host, CLPWL_ERR_UNSUPPORTED,
          "method %s cannot be read in a kernel: make the evaluator with use = "
          "CLPWL_USE_KERNEL, or by the method buffer or cell",
          e->method->info.name);
done:
    return status;
}

clpwl_status clpwl_evaluator_source(const clpwl_evaluator *e, const char *name, char **source)
{
    clpwl_status status = CLPWL_OK;
    clpwl__text t = {0};
    CHECK(e && source, CLPWL_ERR_ARGUMENT, "clpwl_evaluator_source: an argument is NULL");
    *source = NULL;
    CHECK(is_identifier(name), CLPWL_ERR_ARGUMENT,
          "\"%s\" is not a C identifier, which a table's name in a kernel must be",
          name ? name : "(null)");
    TRY(check_device_method(e));
    clpwl__append(&t, "#line 1 \"table @\"\n");
    append_macros(&t, e);
    append_function(&t, e);
    CHECK(!t.failed, CLPWL_ERR_MEMORY, "out of memory: the source of table %s", name);
    *source = fill_in(e, t.text, name);
    CHECK_MEMORY(*source);
done:
    clpwl__free(t.text);
    return status;
}

void clpwl_source_free(char *source)
{
    clpwl__free(source);
}

clpwl_status clpwl_evaluator_bind(const clpwl_evaluator *e, cl_kernel kernel, cl_uint first,
                                  cl_uint *next)
{
    clpwl_status status = CLPWL_OK;
    cl_uint at = first;
    CHECK(e && kernel, CLPWL_ERR_ARGUMENT, "clpwl_evaluator_bind: an argument is NULL");
    TRY(check_device_method(e));
    for (int i = 0; i < NEEDS_COUNT; i++) {
        if (!(e->method->needs & (1u << i)))
            continue;
        if ((1 << i) == NEEDS_LOCAL)
            TRY_CL(clSetKernelArg,
                   (kernel, at++, e->pack->segments * sizeof(clpwl__record), NULL));
        else
            TRY_CL(clSetKernelArg, (kernel, at++, sizeof e->memory[i], &e->memory[i]));
    }
    TRY_CL(clSetKernelArg, (kernel, at++, sizeof e->grid, &e->grid));
    if (next)
        *next = at;
done:
    return status;
}
