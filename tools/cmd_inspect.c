/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl inspect: what is in a table file. */
#include "tool.h"

static const char help[] =
    "Usage: clpwl inspect TABLE [--json]\n"
    "Says what a table file holds: function, domain, segments, tails, errors.\n"
    "\n"
    "      --json    everything, knots and nodal values too, as JSON\n"
    "  -h, --help    this text\n";

static int run(int argc, char **argv)
{
    int code, json;
    clpwl_table *table = NULL;
    if (!tool_json_only(argc, argv, 1, "TABLE", &json, &code))
        return code;
    code = tool_status(clpwl_table_load(&table, argv[optind]));
    if (code == 0)
        code = json ? table_print_json(table, NULL) : table_print(table, NULL);
    clpwl_table_free(table);
    return code;
}

const command inspect_command = { "inspect", "says what a table file holds", help, run };
