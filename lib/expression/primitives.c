/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/primitives.h"

static const clpwl__primitive primitives[] = {
#define ROW(name, arguments, enclose, of_x, of_order, work, by_a, by_b)                        \
    {{#name, arguments, NULL}, enclose, of_x, of_order, work, by_a, by_b},
#define PRIMITIVE(name, work, by_a) ROW(name, 1, clpwl__enclose_##name, NULL, NULL, work, by_a, NULL)
#define PRIMITIVE2(name, work, by_a, by_b) ROW(name, 2, clpwl__enclose_##name, NULL, NULL, work, by_a, by_b)
#define ENDS(name, work, ball, by_a) ROW(name, 1, NULL, ball, NULL, work, by_a, NULL)
#define ENDS2(name, work, ball, by_b) ROW(name, 2, NULL, NULL, ball, work, NULL, by_b)
#include "expression/primitives.def"
};

const clpwl__primitive *clpwl__primitive_named(const char *name)
{
    return clpwl__row_named(primitives, sizeof *primitives, sizeof primitives / sizeof *primitives, name);
}

void clpwl__enclose_call(const clpwl__primitive *p, clpwl__range *y, const clpwl__range *a,
                         const clpwl__range *b)
{
    if (p->enclose)
        p->enclose(y, a, b);
    else
        clpwl__take_ends(y, p->of_x ? a : b, (clpwl__map){p->of_x, p->of_order, a});
}

static const clpwl__callee *find_callee(const char *name)
{
    const clpwl__primitive *primitive = clpwl__primitive_named(name);
    return primitive ? &primitive->callee : NULL;
}

/* Near names are of no use: the formula has been parsed before, by clpwl_function_from_formula. */
const clpwl__names clpwl__primitive_names = {find_callee, NULL};
