/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a function comes from: catalogue, formula, or samples. */
#include <string.h>
#include <unistd.h>
#include "base/names.h"
#include "tool.h"

static int open_samples(const source *s, clpwl_function **out)
{
    clpwl_function *raw = NULL;
    int code = tool_status(clpwl_function_read_samples(s->smooth ? &raw : out, s->samples));
    if (code == 0 && s->smooth)
        code = tool_status(clpwl_function_smoothed(out, raw, s->sigma));
    clpwl_function_free(raw);
    return code;
}

int source_open(const source *s, clpwl_function **out)
{
    int given = !!s->catalogue + !!s->expression + !!s->samples;
    if (s->smooth && !s->samples)
        return tool_usage("--smooth is for --samples");
    if (given == 0)
        return tool_usage("no function given: FUNCTION, --expr FORMULA or --samples FILE is "
                          "needed");
    if (given > 1)
        return tool_usage("FUNCTION, --expr and --samples exclude each other");
    if (s->kinks_given && !s->expression)
        return tool_usage("--kink is for --expr: functions of the catalogue know their kinks, and "
                          "a spline through samples has none");
    if (s->expression)
        return expression_open(s, out);
    if (s->samples)
        return open_samples(s, out);
    return tool_status(clpwl_function_from_catalogue(out, s->catalogue));
}

int parse_smooth(const char *text, source *s)
{
    s->smooth = 1;
    s->sigma = 0;
    return strcmp(text, "auto") ? parse_positive("smooth", text, &s->sigma) : 0;
}

int source_of_table(const source *named, const clpwl_table *table, clpwl_function **out)
{
    const char *name = clpwl_table_function(table);
    if (named->samples && !named->smooth && strstr(name, " smoothed by "))
        tool_note("the table is of '%s', these are the samples as they are: --smooth, as in its "
                  "design, gives its function", name);
    if (named->catalogue || named->expression || named->samples || named->smooth)
        return source_open(named, out);
    *out = NULL;
    if (clpwl_function_from_catalogue(out, name) != CLPWL_OK && expression_try(name, out) != 0)
        *out = NULL;
    return 0;
}

int weight_open(const char *text, clpwl_function **out)
{
    const char *dot = strrchr(text, '.');
    if (access(text, F_OK) == 0 || (dot && strcmp(dot, ".csv") == 0))
        return tool_status(clpwl_function_read_weight(out, text));
    if (clpwl_function_from_catalogue(out, text) == CLPWL_OK || expression_try(text, out) == 0)
        return 0;
    if (clpwl__is_identifier(text))
        return tool_usage("the weight '%s' is no file, no function and no formula in x", text);
    return expression_open(&(source){ .expression = text }, out);
}

int weight_try(const char *text, clpwl_function **out)
{
    *out = NULL;
    return clpwl_function_from_catalogue(out, text) == CLPWL_OK || expression_try(text, out) == 0;
}
