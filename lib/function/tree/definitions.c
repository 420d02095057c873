/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of C that stand for a formula of others. */
#include "function/tree/parser.h"

const clpwl__definition *clpwl__find_definition(const char *name)
{
    static const clpwl__definition rows[] = {
        {"clamp", 3, "min(max(a,b),c)", "clamp takes one argument or three, as clamp(x,0,1)"},
        {"copysign", 2, "abs(a)*(b<0 ? -1 : 1)", "copysign takes two arguments"},
        {"exp10", 1, "10^a", NULL},
        {"exp2", 1, "2^a", NULL},
        {"fdim", 2, "max(a-b,0)", "fdim takes two arguments"},
        {"fma", 3, "a*b+c", "fma takes three arguments, as fma(x,2,1)"},
        {"ldexp", 2, "a*2^trunc(b)", "ldexp takes two arguments"},
        {"remainder", 2, "a-b*rint(a/b)", "remainder takes two arguments"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}
