/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the enclosures of primitives are written. */
#ifndef CLPWL__PRIMITIVES_H
#define CLPWL__PRIMITIVES_H

#include "expression/expression.h"

/* The enclosures. */
#define ONE(name) void clpwl__enclose_##name(clpwl__range *y, const clpwl__range *a,           \
                                             const clpwl__range *unused)
#define TWO(name) void clpwl__enclose_##name(clpwl__range *y, const clpwl__range *a,           \
                                             const clpwl__range *b)
#define PRIMITIVE(name, arguments, work, enclosure, by_a, by_b) TWO(enclosure);
#include "expression/primitives.def"
#undef PRIMITIVE

/* f over the whole range as one ball. */
void clpwl__take_ball(clpwl__range *y, const clpwl__range *a, clpwl__ball *f);
/* The middle of a range, rounded, and an upper bound of the distance to its ends. */
double clpwl__split_range(clpwl__range *middle, const clpwl__range *a);
/* y widened by +- by, which is an upper bound. */
void clpwl__widen(clpwl__range *y, double by);
/* f in the middle, widened by a bound of |f'|. */
void clpwl__take_middle(clpwl__range *y, const clpwl__range *a, clpwl__ball *f, double slope);

/* The same of a function of an order in a, which is a number or its enclosure, and of x in b. */
typedef void clpwl__order_ball(arb_t y, const arb_t order, const arb_t x, slong bits);
/* Whether the order is too large: these functions are then unknown. */
int clpwl__order_is_vast(const clpwl__range *order);
void clpwl__take_order_ends(clpwl__range *y, const clpwl__range *a, const clpwl__range *b,
                            clpwl__order_ball *f);
void clpwl__take_order_ball(clpwl__range *y, const clpwl__range *a, const clpwl__range *b,
                            clpwl__order_ball *f);
void clpwl__take_order_middle(clpwl__range *y, const clpwl__range *a, const clpwl__range *b,
                              clpwl__order_ball *f, double slope);

#endif
