/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression/primitives.h"

static const clpwl__primitive primitives[] = {
#define PRIMITIVE(name, arguments, work, enclosure, by_a, by_b)                                \
    {{#name, arguments, NULL, NULL}, clpwl__enclose_##enclosure, by_a, by_b, work},
#include "expression/primitives.def"
#undef PRIMITIVE
};

const clpwl__primitive *clpwl__primitive_named(const char *name)
{
    for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
        if (strcmp(primitives[i].callee.name, name) == 0)
            return &primitives[i];
    return NULL;
}
