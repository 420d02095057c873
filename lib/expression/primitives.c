/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/primitives.h"

static const clpwl__primitive primitives[] = {
#define PRIMITIVE(name, work, by_a) {{#name, 1, NULL, NULL}, clpwl__enclose_##name, work, by_a, NULL},
#define PRIMITIVE2(name, work, by_a, by_b) {{#name, 2, NULL, NULL}, clpwl__enclose_##name, work, by_a, by_b},
#include "expression/primitives.def"
};

const clpwl__primitive *clpwl__primitive_named(const char *name)
{
    for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
        if (strcmp(primitives[i].callee.name, name) == 0)
            return &primitives[i];
    return NULL;
}

static const clpwl__callee *find_callee(const char *name)
{
    const clpwl__primitive *primitive = clpwl__primitive_named(name);
    return primitive ? &primitive->callee : NULL;
}

/* Near names are of no use: the formula has been parsed before, by clpwl_function_from_formula. */
static const char *no_name(size_t i)
{
    (void)i;
    return NULL;
}

clpwl__names clpwl__primitive_names(const char *const *slots)
{
    return (clpwl__names){find_callee, no_name, slots, 0};
}
