/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights and weighted designs, in one call each. */
#ifndef CLPWL_TEST_WEIGHTS_H
#define CLPWL_TEST_WEIGHTS_H

#include "clpwl.h"
#include "suite.h"

static inline clpwl_weight relative(double floor)
{
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    weight.floor = floor;
    return weight;
}

static inline clpwl_weight by(const clpwl_function *w)
{
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    weight.w = w;
    return weight;
}

static inline clpwl_table *design(const clpwl_function *f, const clpwl_weight *weight,
                                  clpwl_design_options o)
{
    clpwl_table *table;
    o.size = sizeof o;
    o.aim = CLPWL_AIM_NONE;
    o.weight = weight;
    OK(clpwl_design(&table, f, &o));
    return table;
}

#endif
