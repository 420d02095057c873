/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl inspect: the contents of a table file. */
#include "commands.h"
#include "json.h"
#include "source.h"
#include "table_print.h"

static int run(void *options, int count, char **operands)
{
    int code = 0;
    clpwl_table *table = NULL;
    (void)count;
    TRY(table_open(operands[0], &table));
    TRY(table_print(table, CLPWL_NORM_LINF, NULL, ((json_options *)options)->json));
done:
    clpwl_table_free(table);
    return code;
}

const app_command inspect_command = {
    .name = "inspect",
    .summary = "prints the contents of a table file",
    .synopsis = "TABLE [OPTION ...]",
    .text = "Prints the function, domain, number of segments, tails and errors of a table.\n",
    .least = 1,
    .most = 1,
    .rows = { { json_rows, 0, 0 } },
    .size = sizeof(json_options),
    .run = run,
};
