/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl functions: the catalogue, and the functions of formulas. */
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "json.h"
#include "source.h"

enum { LEFT = 19 };

static void print_entry(const clpwl_catalogue_entry *e)
{
    char text[512];
    size_t used = (size_t)snprintf(text, sizeof text, "%s; [%g, %g]", e->text, e->a, e->b);
    for (int i = 0; i < CLPWL_PARAMETERS_MAX && e->parameters[i].name && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s=%g", i ? "," : "; ",
                                 e->parameters[i].name, e->parameters[i].value);
    printf("  %-16s ", e->name);
    app_print_wrapped(text, LEFT, LEFT);
}

/* The i-th name of both lists. */
static const char *name_at(size_t i, const void *unused)
{
    size_t count;
    const clpwl_catalogue_entry *e = clpwl_catalogue(&count);
    (void)unused;
    return i < count ? e[i].name : clpwl_formula_function(i - count, NULL);
}

static int is_wanted(const char *part, const char *name, const char *text)
{
    return !part || strstr(name, part) || strstr(text, part);
}

/* The functions whose name or text has the part; NULL: all. */
static int print_text(const char *part)
{
    size_t count, found = 0, i;
    const clpwl_catalogue_entry *e = clpwl_catalogue(&count);
    const char *name, *text;
    if (!part)
        puts("Catalogue (name:parameter=value,... sets parameters):");
    for (i = 0; i < count; i++)
        if (is_wanted(part, e[i].name, e[i].text)) {
            print_entry(&e[i]);
            found++;
        }
    if (!part)
        puts("\nFormulas may use + - * / ^ ( ) ?: < > == && || !, the constants pi and e, the\n"
             "functions abs sign copysign floor ceil round trunc rint nearbyint mod fmod\n"
             "remainder pow sqrt cbrt hypot exp exp2 exp10 expm1 ldexp ln log2 log10 sin cos\n"
             "tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh min max fmin fmax fdim\n"
             "fma sum avg clamp(x,a,b), the catalogue with default parameters, and:");
    for (i = 0; (name = clpwl_formula_function(i, &text)) != NULL; i++)
        if (is_wanted(part, name, text)) {
            printf("  %-16s %s\n", name, text);
            found++;
        }
    if (!found && (source_has_function(part, "x") || source_has_function(part, "x,x") ||
                   source_has_function(part, "x,x,x"))) {
        printf("  %-16s as in C, in formulas\n", part);
        found++;
    }
    return found ? EXIT_SUCCESS : app_unknown("function", part, name_at, NULL, count + i, "");
}

static int print_json(const char *part)
{
    size_t count;
    const clpwl_catalogue_entry *e = clpwl_catalogue(&count);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++, e++) {
        if (!is_wanted(part, e->name, e->text))
            continue;
        json_t *parameters = json_object();
        for (int k = 0; k < CLPWL_PARAMETERS_MAX && e->parameters[k].name; k++)
            json_object_set_new(parameters, e->parameters[k].name,
                                json_number(e->parameters[k].value));
        json_array_append_new(list, json_pack("{s:s, s:s, s:o, s:o}", "name", e->name, "text", e->text,
                                              "domain", json_pair(e->a, e->b), "parameters", parameters));
    }
    return json_print(list);
}

static int run(void *options, int count, char **operands)
{
    const char *part = count ? operands[0] : NULL;
    return ((json_options *)options)->json ? print_json(part) : print_text(part);
}

const app_command functions_command = {
    .name = "functions",
    .summary = "lists the functions that have names",
    .synopsis = "[PART] [OPTION ...]",
    .text = "Lists the catalogue: name, formula, default domain, and parameters with their "
            "defaults. Then lists what else formulas (design --expr) may use. With PART, only "
            "functions whose name or text has this part. --json lists the catalogue alone.\n",
    .most = 1,
    .rows = { { json_rows, 0, 0 } },
    .size = sizeof(json_options),
    .run = run,
};
