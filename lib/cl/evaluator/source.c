/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The OpenCL C of one table, and its kernel arguments. */
#include <stdio.h>
#include "cl/evaluator/source.h"

/* What each need is in a parameter list, in the order of the bits. */
typedef struct part {
    const char *type, *name;
} part;

static const part parts[NEEDS_COUNT] = {
    {"read_only $_t ", "clpwl_@_image"},       {"global const float2 *", "clpwl_@_rules"},
    {"global const float *", "clpwl_@_knots"}, {"global const & *", "clpwl_@_records"},
    {"global const float4 *", "clpwl_@_cells"}, {"local float2 *", "clpwl_@_local"},
    {"global const & *", "clpwl_@_areas"},
};

/* Functions have the lane's own record beside the buffer. */
static const part lane = {"float2 ", "clpwl_@_lane"};

unsigned clpwl__arguments(const clpwl_evaluator *e)
{
    unsigned all = e->method->needs & ((1u << NEEDS_COUNT) - 1);
    return e->quantity == CLPWL_QUANTITY_INTEGRAL ? all | NEEDS_AREAS : all;
}

/* Of a kernel's parameters, a function's, or the arguments of its call. */
typedef enum list_kind { TABLE, HANDLE, PASS } list_kind;

static void append_list(clpwl__text *t, const clpwl_evaluator *e, list_kind kind)
{
    unsigned needs = e->method->needs, arguments = clpwl__arguments(e);
    for (int i = 0; i < NEEDS_COUNT; i++) {
        const part *p = &parts[i];
        /* restrict in the kernel's list alone: inlining a function that has it leaves
         * marks which Oclgrind 21.10 does not know. */
        const char *own = kind == TABLE && p->type[strlen(p->type) - 1] == '*' ? "restrict " : "";
        /* Local copies are filled in the kernel, and functions read those alone. */
        int is_copied = kind != TABLE && (needs & NEEDS_LOCAL) && (1 << i) == NEEDS_RECORDS;
        if ((arguments & (1u << i)) && !is_copied)
            clpwl__append(t, "%s%s%s, ", kind == PASS ? "" : p->type, own, p->name);
    }
    if (kind != TABLE && (needs & NEEDS_LANES))
        clpwl__append(t, "%s%s, ", kind == PASS ? "" : lane.type, lane.name);
    clpwl__append(t, "%sclpwl_@_grid\n", kind == PASS ? "" : "const clpwl_grid ");
}

static void append_macros(clpwl__text *t, const clpwl_evaluator *e)
{
    clpwl__append(t, "#define CLPWL_VALUE_@ #\n");
    clpwl__append(t, "#define CLPWL_TABLE_@ ");
    append_list(t, e, TABLE);
    clpwl__append(t, "#define CLPWL_HANDLE_@ ");
    append_list(t, e, HANDLE);
    clpwl__append(t, "#define CLPWL_PASS_@ ");
    append_list(t, e, PASS);
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

void clpwl__append_lanes(clpwl__text *t, const clpwl_evaluator *e, const char *before,
                         const char *y, const char *after)
{
    if (e->lanes > 1)
        clpwl__append(t, "(#)(");
    for (size_t k = 0; k < e->lanes; k++) {
        clpwl__append(t, "%s%s%s", k ? ", " : "", before, y);
        if (e->lanes > 1)
            clpwl__append(t, ".%c", "xyzw"[k]);
        clpwl__append(t, "%s", after);
    }
    if (e->lanes > 1)
        clpwl__append(t, ")");
}

/* The tail's rule. What was read at a number for NaN becomes NaN again. */
static void append_tail(clpwl__text *t, const clpwl_evaluator *e, int number)
{
    char after[64];
    int extend = (int)e->pack->extend;
    if (number)
        snprintf(after, sizeof after, ", x, %d), x, g, %d)", extend, extend);
    else
        snprintf(after, sizeof after, ", x, g, %d)", extend);
    clpwl__append_lanes(t, e, number ? "clpwl_tail(clpwl_keep_nan(" : "clpwl_tail(", "y", after);
}

/*
 * How a record is read. Compilers for CPUs make vectors of a loop around a look-up only
 * where its loads are scalar; those for GPUs read a record at once only where they are
 * not.
 */
static void append_records(clpwl__text *t, const clpwl_evaluator *e)
{
    int scalar = e->lanes == 1 && e->context->device.info.kind == CLPWL_DEVICE_CPU;
    if (e->method->needs & NEEDS_LOCAL)
        clpwl__append(t, "#define clpwl_@_copied(i) clpwl_@_local[i]\n");
    else if ((e->method->needs & NEEDS_RECORDS) && scalar)
        clpwl__append(t, "#define clpwl_@_record(i) (float2)("
                         "((global const float *)clpwl_@_records)[2 * (i)], "
                         "((global const float *)clpwl_@_records)[2 * (i) + 1])\n");
    else if (e->method->needs & NEEDS_RECORDS)
        clpwl__append(t, "#define clpwl_@_record(i) clpwl_@_records[i]\n");
    if (e->method->needs & NEEDS_CELLS)
        clpwl__append(t, "#define clpwl_@_cell(k, r) %s(clpwl_@_cells, k, r)\n",
                      scalar ? "clpwl_cell_by_halves" : "clpwl_cell");
}

/* A number of each table. */
static void append_each(clpwl__text *t, const clpwl_evaluator *e, const char *member)
{
    for (size_t k = 0; k < e->lanes; k++)
        clpwl__append(t, "%s%s[%zu]", k ? ", " : "(#)(", member, k);
    clpwl__append(t, ")");
}

/* What a texel stands for. */
static void append_texels(clpwl__text *t, const clpwl_evaluator *e)
{
    clpwl__append(t, "#define clpwl_@_value(texel) ");
    if (e->storage == CLPWL_STORAGE_FLOAT32) {
        clpwl__append(t, "texel\n");
        return;
    }
    clpwl__append(t, "fma(texel, ");
    append_each(t, e, "g.gain");
    clpwl__append(t, ", ");
    append_each(t, e, "g.bias");
    clpwl__append(t, ")\n");
}

/* The built-in that the place in the table is taken from. */
static const char *shaper_of(const clpwl_evaluator *e)
{
    int shaped = e->pack->shaper != CLPWL_SHAPER_NONE && !(e->method->needs & NEEDS_EXACT);
    return shaped ? clpwl_shaper_name(e->pack->shaper) : "";
}

/* Samplers and expressions are not to see NaN. */
static int wants_number(const clpwl_evaluator *e)
{
    return (e->method->needs & (NEEDS_IMAGE | NEEDS_EXACT)) != 0;
}

void clpwl__append_place(clpwl__text *t, const clpwl_evaluator *e)
{
    int number = wants_number(e);
    clpwl__append(t,
                  "    const clpwl_grid g = clpwl_@_grid;\n"
                  "    const float inside = %sclpwl_inside(x, g, %d)%s;\n"
                  "    const float r = %s(inside);\n",
                  number ? "clpwl_number(" : "", (int)e->pack->extend, number ? ", g)" : "",
                  shaper_of(e));
    if (e->method->needs & (NEEDS_RULES | NEEDS_KNOTS))
        append_search(t, e);
}

static void append_function(clpwl__text *t, const clpwl_evaluator *e)
{
    int number = wants_number(e);
    append_records(t, e);
    if (e->method->needs & NEEDS_IMAGE)
        append_texels(t, e);
    clpwl__append(t, "static inline # clpwl_@_at(float x, CLPWL_HANDLE_@)\n{\n");
    clpwl__append_place(t, e);
    clpwl__append(t, "    %s\n    return ", e->method->body);
    append_tail(t, e, number);
    clpwl__append(t, ";\n}\n#define @(x) clpwl_@_at((x), CLPWL_PASS_@)\n");
}

/* The text with the marks of clpwl__method.body made words. */
static char *fill_in(const clpwl_evaluator *e, const char *text, const char *name)
{
    static const struct {
        const char *value, *record, *part;
    } types[] = {[1] = {"float", "float2", ".x"},
                 [2] = {"float2", "float4", ".xy"},
                 [4] = {"float4", "float8", ""}};
    clpwl__text t = {0};
    for (const char *c = text; *c; c++) {
        char other[] = {*c, '\0'};
        const char *word = other;
        if (*c == '@')
            word = name;
        else if (*c == '#' && strncmp(c, "#define", 7) != 0 && strncmp(c, "#line", 5) != 0)
            word = types[e->lanes].value;
        else if (*c == '&')
            word = types[e->lanes].record;
        else if (*c == '~')
            word = types[e->lanes].part;
        else if (*c == '$' && strncmp(c, "$_t", 3) == 0)
            word = e->folded ? "image2d" : "image1d";
        else if (*c == '$')
            word = e->folded ? "clpwl_folded" : "clpwl_image";
        clpwl__append(&t, "%s", word);
    }
    if (t.failed) {
        clpwl__free(t.text);
        return NULL;
    }
    return t.text;
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
    clpwl__text t = {0}, whole = {0};
    char *words = NULL;
    CHECK(e && source, CLPWL_ERR_ARGUMENT, "clpwl_evaluator_source: an argument is NULL");
    *source = NULL;
    CHECK(clpwl__is_identifier(name), CLPWL_ERR_ARGUMENT,
          "\"%s\" is not a C identifier, which a table's name in a kernel must be",
          name ? name : "(null)");
    TRY(check_device_method(e));
    append_macros(&t, e);
    append_function(&t, e);
    clpwl__append_calculus(&t, e);
    CHECK(!t.failed, CLPWL_ERR_MEMORY, "out of memory: the source of table %s", name);
    words = fill_in(e, t.text, name);
    CHECK_MEMORY(words);
    clpwl__append(&whole, "#line 1 \"table %s\"\n", name);
    if (e->method->needs & NEEDS_EXACT) /* not filled in: it is the function's own text */
        clpwl__append(&whole, "static inline float clpwl_%s_f(float x)\n{\n    return %s;\n}\n",
                      name, e->exact);
    clpwl__append(&whole, "%s#line 1 \"kernel\"\n", words); /* compilers' messages are of it */
    CHECK(!whole.failed, CLPWL_ERR_MEMORY, "out of memory: the source of table %s", name);
    *source = whole.text;
    whole.text = NULL;
done:
    clpwl__free(whole.text);
    clpwl__free(words);
    clpwl__free(t.text);
    return status;
}

clpwl_status clpwl_evaluator_bind(const clpwl_evaluator *e, cl_kernel kernel, cl_uint first,
                                  cl_uint *next)
{
    clpwl_status status = CLPWL_OK;
    cl_uint at = first;
    CHECK(e && kernel, CLPWL_ERR_ARGUMENT, "clpwl_evaluator_bind: an argument is NULL");
    TRY(check_device_method(e));
    for (int i = 0; i < NEEDS_COUNT; i++) {
        if (!(clpwl__arguments(e) & (1u << i)))
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
