/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as arguments of kernels: by their parameters' names, so that no table can be bound in
 * the place of another. */
#include "cl/evaluator/source.h"
#include "base/array.h"
#include "base/door.h"
#include <stdio.h>

clpwl_status clpwl__bind_at(const clpwl_evaluator *e, cl_kernel kernel, cl_uint first)
{
    clpwl_status status = CLPWL_OK;
    for (clpwl__slot slot = 0; slot < SLOTS; slot++)
        if (slot == SLOT_LOCAL && clpwl__has_slot(e, slot))
            TRY_CL(clSetKernelArg, (kernel, first++, clpwl__records_bytes(e), NULL));
        else if (clpwl__has_slot(e, slot))
            SET_ARG(kernel, first++, e->memory[slot]);
    SET_ARG(kernel, first, e->grid);
done:
    return status;
}

/* The name of parameter i; the caller frees it. */
static clpwl_status read_name(cl_kernel kernel, cl_uint i, char **out)
{
    clpwl_status status = CLPWL_OK;
    size_t size = 0;
    cl_int code = clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, 0, NULL, &size);
    *out = NULL;
    CHECK(code != CL_KERNEL_ARG_INFO_NOT_AVAILABLE, CLPWL_ERR_ARGUMENT,
          "clpwl_kernel_bind: the kernel's parameters have no names: build the program by "
          "clpwl_program_build, or with -cl-kernel-arg-info");
    CHECK_CL(code, "clGetKernelArgInfo");
    *out = clpwl__calloc(size + 1, 1);
    CHECK_MEMORY(*out);
    TRY_CL(clGetKernelArgInfo, (kernel, i, CL_KERNEL_ARG_NAME, size, *out, NULL));
done:
    return status;
}

/* Whether a parameter is the one of an item ("records", a grid's mark) of a table. */
static int is_parameter(const char *parameter, const char *item, const char *table)
{
    static const char prefix[] = CLPWL__PARAMETER, of[] = CLPWL__PARAMETER_OF;
    size_t length = strlen(item);
    if (strncmp(parameter, prefix, sizeof prefix - 1) != 0)
        return 0;
    parameter += sizeof prefix - 1;
    return strncmp(parameter, item, length) == 0 &&
           strncmp(parameter + length, of, sizeof of - 1) == 0 &&
           strcmp(parameter + length + sizeof of - 1, table) == 0;
}

/* The table that a parameter belongs to; NULL: none. */
static const char *table_of(const char *parameter)
{
    const char *of = strncmp(parameter, CLPWL__PARAMETER, sizeof CLPWL__PARAMETER - 1) == 0
                         ? strstr(parameter, CLPWL__PARAMETER_OF)
                         : NULL;
    return of ? of + sizeof CLPWL__PARAMETER_OF - 1 : NULL;
}

/* Refuses a parameter i that is not the item's: the program has the source of an evaluator that
 * reads its table in another way. */
static clpwl_status check_parameter(cl_kernel kernel, cl_uint i, cl_uint count, const char *item,
                                    const clpwl_kernel_table *table)
{
    clpwl_status status = CLPWL_OK;
    char *name = NULL;
    if (i < count)
        TRY(read_name(kernel, i, &name));
    CHECK(name && is_parameter(name, item, table->name), CLPWL_ERR_ARGUMENT,
          "clpwl_kernel_bind: the program was built with another evaluator of table %s, whose "
          "source differs: build it with this one", table->name);
done:
    clpwl__free(name);
    return status;
}

/* Binds a table whose parameters begin at *at, and moves that behind them. */
static clpwl_status bind_table(const clpwl_kernel_table *table, cl_kernel kernel, cl_uint *at,
                               cl_uint count)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_evaluator *e = table->evaluator;
    char mark[CLPWL__MARK];
    cl_uint first = *at;
    for (clpwl__slot slot = 0; slot < SLOTS; slot++)
        if (clpwl__has_slot(e, slot))
            TRY(check_parameter(kernel, (*at)++, count, clpwl__slots[slot].name, table));
    TRY(clpwl__grid_mark(e, mark));
    TRY(check_parameter(kernel, (*at)++, count, mark, table));
    TRY(clpwl__bind_at(e, kernel, first));
done:
    return status;
}

static const clpwl_kernel_table *find_table(const clpwl_kernel_table *tables, size_t count,
                                            const char *name)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(tables[k].name, name) == 0)
            return &tables[k];
    return NULL;
}

clpwl_status clpwl__check_tables(const char *function, const clpwl_kernel_table *tables,
                                 size_t count)
{
    clpwl_status status = CLPWL_OK;
    CHECK(tables || count == 0, CLPWL_ERR_ARGUMENT, "%s: tables is NULL, but count is %zu", function,
          count);
    TRY(clpwl__check_count(function, "count", count, sizeof *tables));
    for (size_t k = 0; k < count; k++) {
        CHECK(tables[k].evaluator, CLPWL_ERR_ARGUMENT,
              "%s: the evaluator of table %zu is NULL", function, k);
        TRY(clpwl__check_table_name(tables[k].name));
        for (size_t j = 0; j < k; j++)
            CHECK(strcmp(tables[j].name, tables[k].name) != 0, CLPWL_ERR_ARGUMENT,
                  "%s: tables %zu and %zu have the same name, \"%s\"; each needs its own", function,
                  j, k, tables[k].name);
        TRY(clpwl__check_source(tables[k].evaluator));
    }
done:
    return status;
}

clpwl_status clpwl_kernel_bind(cl_kernel kernel, const clpwl_kernel_table *tables, size_t count)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    cl_uint arguments = 0;
    cl_context context = NULL;
    char *name = NULL;
    CHECK(kernel, CLPWL_ERR_ARGUMENT, "clpwl_kernel_bind: kernel is NULL");
    TRY(clpwl__check_tables("clpwl_kernel_bind", tables, count));
    GET(clGetKernelInfo, kernel, CL_KERNEL_CONTEXT, context);
    for (size_t k = 0; k < count; k++)
        CHECK(tables[k].evaluator->context->context == context, CLPWL_ERR_ARGUMENT,
              "clpwl_kernel_bind: the evaluator of table %s belongs to another context than the kernel",
              tables[k].name);
    GET(clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS, arguments);
    for (cl_uint at = 0; at < arguments;) {
        clpwl__free(name);
        TRY(read_name(kernel, at, &name));
        const char *wanted = table_of(name);
        const clpwl_kernel_table *table = wanted ? find_table(tables, count, wanted) : NULL;
        CHECK(table || !wanted, CLPWL_ERR_ARGUMENT,
              "clpwl_kernel_bind: the kernel reads table %s, which is not among the %zu given",
              wanted, count);
        if (table)
            TRY(bind_table(table, kernel, &at, arguments));
        else
            at++;
    }
done:
    clpwl__free(name);
    return status;
}
