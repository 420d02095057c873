/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl inspect: what is in a table file. */
#include "tool.h"

static const char help[] =
    "Usage: clpwl inspect TABLE [--json]\n"
    "Says what a table file holds: function, domain, segments, tails, errors.\n"
    "\n"
    "      --json    everything, knots and nodal values too, as JSON\n"
    "  -h, --help    this text\n";

static const struct option longs[] = {
    { "json", no_argument, NULL, 'j' },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

static int run(int argc, char **argv)
{
    int option, code = 0, json = 0;
    clpwl_table *table = NULL;
    while ((option = tool_option(argc, argv, ":h", longs, &code)) != -1) {
        if (option == '?')
            return code;
        json = 1;
    }
    code = tool_operands(argc, 1, 1, "TABLE");
    if (code == 0)
        code = tool_status(clpwl_table_load(&table, argv[optind]));
    if (code == 0)
        code = json ? table_print_json(table) : table_print(table);
    clpwl_table_free(table);
    return code;
}

const command inspect_command = { "inspect", "says what a table file holds", help, run };
