/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * batch floats|halves TABLE METHOD STORAGE: evaluates 256 values of an array on a CPU device, whose driver
 * compiles the kernel of whole work-groups for it.
 */
#include <stdio.h>
#include <string.h>
#include "clpwl.h"

enum { N = 256 };

static int run(int halves, const char *file, clpwl_evaluator_options *o)
{
    static float x[N], y[N];
    static uint16_t half_x[N], half_y[N];
    clpwl_context_options where = CLPWL_CONTEXT_INIT;
    clpwl_context *c = NULL;
    clpwl_table *t = NULL;
    clpwl_evaluator *e = NULL;
    where.device = "cpu";
    clpwl_status status = clpwl_context_create(&c, &where);
    if (status == CLPWL_OK)
        status = clpwl_table_load(&t, file);
    if (status == CLPWL_OK)
        status = clpwl_evaluator_create(&e, c, t, o);
    if (status == CLPWL_OK)
        status = halves ? clpwl_eval_half(e, half_x, half_y, N) : clpwl_eval(e, x, y, N);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    clpwl_context_free(c);
    if (status != CLPWL_OK)
        fprintf(stderr, "batch: %s\n", clpwl_last_message());
    return status != CLPWL_OK;
}

int main(int argc, char **argv)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    if (argc != 5)
        return 2;
    o.method = argv[3];
    for (int s = 0; clpwl_storage_name((clpwl_storage)s); s++)
        if (strcmp(clpwl_storage_name((clpwl_storage)s), argv[4]) == 0)
            o.storage = (clpwl_storage)s;
    return run(strcmp(argv[1], "halves") == 0, argv[2], &o);
}
