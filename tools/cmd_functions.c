/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl functions: the catalogue, and the functions of formulas. */
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "json.h"
#include "source.h"

/* A function of the catalogue: a line of text, or an element of the list. */
static void show(const clpwl_catalogue_entry *e, json_t *list)
{
    enum { LEFT = 19 };
    char text[512];
    json_t *all = json_object();
    size_t used = (size_t)snprintf(text, sizeof text, "%s; [%g, %g]", e->text, e->a, e->b);
    for (int i = 0; i < CLPWL_PARAMETERS_MAX && e->parameters[i].name && used < sizeof text; i++) {
        const clpwl_parameter *p = &e->parameters[i];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s=%g", i ? "," : "; ",
                                 p->name, p->value);
        json_object_set_new(all, p->name, json_number(p->value));
    }
    if (list) {
        json_array_append_new(list, json_make("name:s text:s domain:p parameters:j", e->name,
                                              e->text, e->a, e->b, all));
        return;
    }
    json_decref(all);
    printf("  %-16s ", e->name);
    app_print_wrapped(text, LEFT, LEFT);
}

static int is_wanted(const char *part, const char *name, const char *text)
{
    return !part || strstr(name, part) || strstr(text, part);
}

/* The functions whose name or text has the part; NULL: all. */
static int run(void *options, int operands, char **operand)
{
    const char *part = operands ? *operand : NULL, *name, *text;
    size_t count, found = 0, i;
    const clpwl_catalogue_entry *e = clpwl_catalogue(&count);
    json_t *list = ((json_options *)options)->json ? json_array() : NULL;
    if (!part && !list)
        puts("Catalogue (name:parameter=value,... sets parameters):");
    for (i = 0; i < count; i++)
        if (is_wanted(part, e[i].name, e[i].text)) {
            show(&e[i], list);
            found++;
        }
    if (list)
        return json_print(list);
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
    return found ? EXIT_SUCCESS : source_unknown(part);
}

const app_command functions_command = {
    .name = "functions",
    .summary = "lists the functions that have names",
    .synopsis = "[PART] [OPTION ...]",
    .text = "Lists the catalogue with default domains and parameters, and what else formulas may "
            "use: all, or what has PART in its name or text. --json lists the catalogue alone.\n",
    .most = 1,
    .rows = {{json_rows, 0, 0}},
    .size = sizeof(json_options),
    .run = run,
};
