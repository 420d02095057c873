/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a function comes from: catalogue, formula, or samples. */
#include "tool.h"

int source_open(const source *s, clpwl_function **out)
{
    int given = !!s->catalogue + !!s->expression + !!s->samples;
    if (given == 0)
        return tool_usage("no function given: FUNCTION, --expr FORMULA or --samples FILE is needed");
    if (given > 1)
        return tool_usage("FUNCTION, --expr and --samples exclude each other");
    if (s->expression)
        return expression_open(s->expression, out);
    if (s->samples)
        return tool_status(clpwl_function_read_csv(out, s->samples));
    return tool_status(clpwl_function_from_catalogue(out, s->catalogue));
}

int source_of_table(const source *named, const clpwl_table *table, clpwl_function **out)
{
    if (named->catalogue || named->expression || named->samples)
        return source_open(named, out);
    const char *name = clpwl_table_function(table);
    *out = NULL;
    if (clpwl_function_from_catalogue(out, name) != CLPWL_OK && expression_try(name, out) != 0)
        *out = NULL;
    return 0;
}
