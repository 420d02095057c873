/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The OpenCL C of one table: kernels/table.cl behind the #defines of the table, and the macros
 * by which a kernel calls it. What a kernel's author forgets is an identifier that nothing
 * declares: these are long, as clang 14 crashes where it takes such an identifier for a
 * misspelt function.
 */
#include "cl/evaluator/source.h"
#include <inttypes.h>
#include <stdio.h>
#include "base/door.h"
#include "base/hash.h"
#include "table/shaper.h"

#include "cl/embedded.h"

static const char *const number_types[] = {[1] = "float", [2] = "float2", [4] = "float4"};
static const char *const record_types[] = {[1] = "float2", [2] = "float4", [4] = "float8"};

/* The lists of a table: a kernel's parameters, a function's, a call's arguments; and the last
 * two in kernels/table.cl. */
typedef enum list_kind { KERNEL, FUNCTION, CALL, OWN_FUNCTION, OWN_CALL } list_kind;

static int has_types(list_kind kind)
{
    return kind != CALL && kind != OWN_CALL;
}

static int is_own(list_kind kind)
{
    return kind == OWN_FUNCTION || kind == OWN_CALL;
}

/* The types of codes. One table has both codes of a segment in a word. Several tables have a vector of codes
 * for each end of a segment. */
static const char *const code_types[2][5] = {
    {[1] = "ushort", [2] = "uchar2", [4] = "uchar4"},
    {[1] = "uint", [2] = "ushort2", [4] = "ushort4"},
};

static const char *element_of(const clpwl_evaluator *e, clpwl__slot slot)
{
    if ((slot == SLOT_RECORDS || slot == SLOT_LOCAL) && clpwl__has_codes(e))
        return code_types[clpwl__storage_bytes(e->storage) - 1][e->lanes];
    return clpwl__slots[slot].element ? clpwl__slots[slot].element : record_types[e->lanes];
}

static void append_type(clpwl__text *t, const clpwl_evaluator *e, clpwl__slot slot, list_kind kind)
{
    const clpwl__slot_row *row = &clpwl__slots[slot];
    /* Not in functions: inlining them leaves marks which Oclgrind 21.10 does not know. */
    const char *restricted = kind == KERNEL ? "restrict " : "";
    if (row->space)
        clpwl__append(t, "%s %s *%s", row->space, element_of(e, slot), restricted);
    else
        clpwl__append(t, "read_only image%dd_t ", e->folded ? 2 : 1);
}

static void append_item(clpwl__text *t, const char *item, const char *table, list_kind kind)
{
    if (is_own(kind))
        clpwl__append(t, "%s, ", item);
    else
        clpwl__append(t, CLPWL__PARAMETER "%s" CLPWL__PARAMETER_OF "%s, ", item, table);
}

static void append_list(clpwl__text *t, const clpwl_evaluator *e, const char *table,
                        list_kind kind, const char *mark)
{
    for (clpwl__slot slot = 0; slot < SLOTS; slot++) {
        /* Functions read the local copy of the records alone. */
        int is_copied = kind != KERNEL && slot == SLOT_RECORDS && clpwl__has_slot(e, SLOT_LOCAL);
        if (!clpwl__has_slot(e, slot) || is_copied)
            continue;
        if (has_types(kind))
            append_type(t, e, slot, kind);
        append_item(t, clpwl__slots[slot].name, table, kind);
    }
    if (kind != KERNEL && e->method->needs & NEEDS_LANES) {
        if (has_types(kind))
            clpwl__append(t, "const %s ", element_of(e, SLOT_RECORDS));
        append_item(t, "own", table, kind);
    }
    clpwl__append(t, "%s", has_types(kind) ? "const clpwl_grid " : "");
    if (kind == KERNEL)
        clpwl__append(t, CLPWL__PARAMETER "%s" CLPWL__PARAMETER_OF "%s\n", mark, table);
    else if (is_own(kind))
        clpwl__append(t, "g\n");
    else
        clpwl__append(t, "clpwl_needs_CLPWL_BEGIN_or_HANDLE_of_%s\n", table);
}

/* CLPWL_BEGIN declares the grid that every look-up names. */
static void append_begin(clpwl__text *t, const clpwl_evaluator *e, const char *table,
                         const char *mark)
{
    clpwl__append(t, "#define CLPWL_BEGIN_%s const clpwl_grid "
                     "clpwl_needs_CLPWL_BEGIN_or_HANDLE_of_%s = " CLPWL__PARAMETER "%s"
                     CLPWL__PARAMETER_OF "%s", table, table, mark, table);
    if (e->method->needs & NEEDS_LOCAL)
        clpwl__append(t, "; clpwl_fill_%s(" CLPWL__PARAMETER "copied" CLPWL__PARAMETER_OF
                         "%s, " CLPWL__PARAMETER "records" CLPWL__PARAMETER_OF "%s, "
                         "clpwl_needs_CLPWL_BEGIN_or_HANDLE_of_%s.last)", table, table, table, table);
    if (e->method->needs & NEEDS_LANES)
        clpwl__append(t, "; const %s " CLPWL__PARAMETER "own" CLPWL__PARAMETER_OF "%s = "
                         CLPWL__PARAMETER "records" CLPWL__PARAMETER_OF "%s[min("
                         "clpwl_lane(), "
                         "clpwl_needs_CLPWL_BEGIN_or_HANDLE_of_%s.last)]",
                      element_of(e, SLOT_RECORDS), table, table, table);
    clpwl__append(t, "\n");
}

/* Only the power of two of segments is in the text. */
static void append_search(clpwl__text *t, const clpwl_evaluator *e)
{
    size_t power = 1;
    while (2 * power <= e->pack->segments)
        power *= 2;
    clpwl__append(t, "#define CLPWL_POWER %zu\n#define CLPWL_HALVINGS", power);
    for (size_t s = power / 2; s > 0; s /= 2)
        clpwl__append(t, " CLPWL_HALVE(%zu)", s);
    clpwl__append(t, "\n");
}

static void append_shaper(clpwl__text *t, clpwl_shaper shaper)
{
    clpwl__append(t, "#define CLPWL_SHAPER %s\n#define CLPWL_SHAPER_SLOPE %s\n",
                  clpwl_shaper_name(shaper), clpwl__shaper_slope_text(shaper));
}

/* What kernels/table.cl is specialised by, but for the name. */
static void append_defines(clpwl__text *t, const clpwl_evaluator *e)
{
    unsigned needs = e->method->needs;
    int on_cpu = e->context->device.info.kind == CLPWL_DEVICE_CPU;
    clpwl__append(t, "#define CLPWL_METHOD CLPWL_METHOD_%s\n#define CLPWL_PARAMETERS ",
                  e->method->text);
    append_list(t, e, NULL, OWN_FUNCTION, NULL);
    clpwl__append(t, "#define CLPWL_ARGUMENTS ");
    append_list(t, e, NULL, OWN_CALL, NULL);
    clpwl__append(t, "#define CLPWL_LANES %zu\n#define CLPWL_TAIL %d\n#define CLPWL_QUANTITY %d\n",
                  e->lanes, (int)e->pack->extend, (int)e->quantity);
    if (e->pack->shaper != CLPWL_SHAPER_NONE && !(needs & NEEDS_EXACT))
        append_shaper(t, e->pack->shaper);
    if (e->pack->symmetry && !(needs & NEEDS_EXACT))
        clpwl__append(t, "#define CLPWL_SYMMETRY %d\n", (int)e->pack->symmetry);
    if (needs & (NEEDS_RULES | NEEDS_KNOTS))
        append_search(t, e);
    if (e->folded)
        clpwl__append(t, "#define CLPWL_IMAGE(read) clpwl_folded_##read\n");
    if (needs & READS_CODES && e->storage != CLPWL_STORAGE_FLOAT32)
        clpwl__append(t, "#define CLPWL_CODED %d\n", (int)e->storage);
    /* Compilers for CPUs make vectors of a loop around a look-up only where its loads are
     * scalar; those for GPUs read a record at once only where they are not. */
    if (e->lanes == 1 && on_cpu)
        clpwl__append(t, "#define CLPWL_SCALAR_LOADS 1\n");
}

static void append_mark(char *mark, const clpwl_evaluator *e, const clpwl__text *defines)
{
    uint64_t hash = clpwl__hash(CLPWL__HASH_START, defines->text, defines->length);
    if (e->method->needs & NEEDS_EXACT)
        hash = clpwl__hash(hash, e->exact, strlen(e->exact));
    snprintf(mark, CLPWL__MARK, "grid_%016" PRIx64, hash);
}

clpwl_status clpwl__grid_mark(const clpwl_evaluator *e, char *mark)
{
    clpwl_status status = CLPWL_OK;
    clpwl__text defines = {0};
    append_defines(&defines, e);
    CHECK(!defines.failed, CLPWL_ERR_MEMORY, "out of memory: the source of a table");
    append_mark(mark, e, &defines);
done:
    clpwl__free(defines.text);
    return status;
}

/* A slope of table "a" must not be the value of a table "a_slope": who comes first takes the
 * name. */
static void append_claim(clpwl__text *t, const char *table, const char *suffix)
{
    clpwl__append(t, "#ifdef CLPWL_NAME_%s%s\n#error two tables give %s%s\n#endif\n"
                     "#define CLPWL_NAME_%s%s\n",
                  table, suffix, table, suffix, table, suffix);
}

/* The macros of clpwl/device.h for this table. */
static void append_macros(clpwl__text *t, const clpwl_evaluator *e, const char *table,
                          const char *mark)
{
    static const struct {
        const char *name;
        list_kind kind;
    } lists[] = {{"TABLE", KERNEL}, {"HANDLE", FUNCTION}, {"PASS", CALL}};
    append_claim(t, table, "");
    clpwl__append(t, "#define CLPWL_VALUE_%s %s\n", table, number_types[e->lanes]);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        clpwl__append(t, "#define CLPWL_%s_%s ", lists[i].name, table);
        append_list(t, e, table, lists[i].kind, mark);
    }
    append_begin(t, e, table, mark);
}

typedef struct call {
    clpwl_quantity quantity;
    const char *suffix, *function, *x, *arguments, *missing;
} call;

/* A look-up that the evaluator was not made for names what is missing, unless that is the name
 * of another table. */
static void append_call(clpwl__text *t, const char *table, const call *c, int given)
{
    if (given && *c->suffix)
        append_claim(t, table, c->suffix);
    clpwl__append(t, "%s %s%s\n", given ? "#undef" : "#ifndef", table, c->suffix);
    if (given)
        clpwl__append(t, "#define %s%s(%s) clpwl_%s_%s(%s, CLPWL_PASS_%s)\n", table, c->suffix,
                      c->x, c->function, table, c->arguments, table);
    else
        clpwl__append(t, "#define %s%s(%s) clpwl_%s_needs_an_evaluator_of_CLPWL_QUANTITY_%s\n"
                         "#endif\n", table, c->suffix, c->x, table, c->missing);
}

static void append_calls(clpwl__text *t, const clpwl_evaluator *e, const char *table)
{
    static const call calls[] = {
        {CLPWL_QUANTITY_VALUE, "", "at", "x", "(x)", ""},
        {CLPWL_QUANTITY_DERIVATIVE, "_slope", "slope", "x", "(x)", "DERIVATIVE"},
        {CLPWL_QUANTITY_INTEGRAL, "_integral", "integral", "x", "(x)", "INTEGRAL"},
        {CLPWL_QUANTITY_INTEGRAL, "_between", "between", "x0, x1", "(x0), (x1)", "INTEGRAL"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        append_call(t, table, &calls[i], calls[i].quantity <= e->quantity);
}

clpwl_status clpwl__check_source(const clpwl_evaluator *e)
{
    clpwl_status status = CLPWL_OK;
    CHECK(!e->method->info.host, CLPWL_ERR_UNSUPPORTED,
          "method %s, of the host, cannot be used in a kernel: make the evaluator with a context, use = "
          "CLPWL_USE_KERNEL, and no method or one of the device", e->method->info.name);
done:
    return status;
}

clpwl_status clpwl__table_source(const clpwl_evaluator *e, const char *name, char **source)
{
    clpwl_status status = CLPWL_OK;
    clpwl__text t = {0}, defines = {0};
    char mark[CLPWL__MARK];
    *source = NULL;
    TRY(clpwl__check_source(e));
    append_defines(&defines, e);
    CHECK(!defines.failed, CLPWL_ERR_MEMORY, "out of memory: the source of table %s", name);
    append_mark(mark, e, &defines);
    clpwl__append(&t, "#line 1 \"table %s\"\n", name);
    append_macros(&t, e, name, mark);
    if (e->method->needs & NEEDS_EXACT)
        clpwl__append(&t, "static inline float clpwl_f_%s(float x)\n{\n    return %s;\n}\n", name,
                      e->exact);
    if (e->method->needs & NEEDS_LANES)
        clpwl__append(&t, "#define CLPWL_PTX %d\n%s#undef CLPWL_PTX\n",
                      e->exchange == CLPWL__LANES_PTX, clpwl__source_lanes_cl);
    clpwl__append(&t, "#define CLPWL_NAME %s\n%s%s%s", name, defines.text, clpwl__source_options_cl,
                  clpwl__source_table_cl);
    append_calls(&t, e, name);
    clpwl__append(&t, "#line 1 \"kernel\"\n");
    CHECK(!t.failed, CLPWL_ERR_MEMORY, "out of memory: the source of table %s", name);
    *source = t.text;
    t.text = NULL;
done:
    clpwl__free(t.text);
    clpwl__free(defines.text);
    return status;
}

clpwl_status clpwl_evaluator_source(const clpwl_evaluator *e, const char *name, char **source)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    if (source)
        *source = NULL;
    CHECK(e && source, CLPWL_ERR_ARGUMENT, "clpwl_evaluator_source: an argument is NULL");
    TRY(clpwl__check_table_name(name));
    TRY(clpwl__table_source(e, name, source));
done:
    return status;
}

const char *clpwl__dialect(const clpwl_evaluator *e)
{
    const char *version = e->context->device.info.version;
    if (!(e->method->needs & NEEDS_LANES) || e->exchange == CLPWL__LANES_PTX ||
        strncmp(version, "OpenCL 1", 8) == 0)
        return "";
    return strncmp(version, "OpenCL 2", 8) == 0 ? " -cl-std=CL2.0" : " -cl-std=CL3.0";
}

const char *clpwl_device_source(void)
{
    return clpwl__source_device_h;
}
