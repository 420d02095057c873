/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the enclosures of primitives are written. */
#ifndef CLPWL__PRIMITIVES_H
#define CLPWL__PRIMITIVES_H

#include <arb_hypgeom.h>
#include "expression/expression.h"

#define BITS clpwl__range_bits

/* The enclosure of a function of x in a, or of an order, or another number, in a and of x in b. */
#define ENCLOSE(name)                                                                          \
    void clpwl__enclose_##name(clpwl__range *y, __attribute__((unused)) const clpwl__range *a,  \
                               __attribute__((unused)) const clpwl__range *b)
#define PRIMITIVE(name, ...) ENCLOSE(name);
#define PRIMITIVE2 PRIMITIVE
#define ENDS(name, work, ball, by_a) clpwl__ball ball;
#define ENDS2(name, work, ball, by_b) clpwl__order_ball ball;
#include "expression/primitives.def"
#undef PRIMITIVE
#undef PRIMITIVE2
#undef ENDS
#undef ENDS2

/* Such a function by Arb. */
typedef struct clpwl__map {
    clpwl__ball *of_x;
    clpwl__order_ball *of_order;
    const clpwl__range *order;
} clpwl__map;
#define OF_X(f) ((clpwl__map){.of_x = f})
#define OF_ORDER(f) ((clpwl__map){.of_order = f, .order = a})

/* Whether the order is too large: these functions are then unknown. */
int clpwl__order_is_vast(const clpwl__range *order);
/* f of a range on which it is monotone, from its values at both ends. */
void clpwl__take_ends(clpwl__range *y, const clpwl__range *x, clpwl__map f);
/* f with one maximum or minimum, which lies between `below` and `above`, and of which `top` is a bound. */
void clpwl__take_hill(clpwl__range *y, const clpwl__range *x, clpwl__map f, double below, double above,
                      double top);
/* f over the whole range as one ball. */
void clpwl__take_ball(clpwl__range *y, const clpwl__range *x, clpwl__map f);
/* f in the middle, widened by a bound of |f'|. */
void clpwl__take_middle(clpwl__range *y, const clpwl__range *x, clpwl__map f, double slope);
/* The middle of a range, rounded, and an upper bound of the distance to its ends. */
double clpwl__split_range(clpwl__range *middle, const clpwl__range *x);
/* y widened by +- by, which is an upper bound. */
void clpwl__widen(clpwl__range *y, double by);

/* The n-th derivative at x of a function whose power series p becomes, from x + h; n is the order. */
#define SERIES(function, ...)                                                                  \
    function(arb_t y, const arb_t order, const arb_t x, slong bits)                            \
    {                                                                                          \
        CLPWL__OWNED(arb_poly_t, p, clpwl__clear_series);                                      \
        const slong n = arf_get_si(arb_midref(order), ARF_RND_NEAR);                           \
        arb_poly_set_coeff_arb(p, 0, x);                                                       \
        arb_poly_set_coeff_si(p, 1, 1);                                                        \
        __VA_ARGS__;                                                                           \
        clpwl__take_coefficient(y, p, n, bits);                                                \
    }
void clpwl__clear_series(arb_poly_t *p);
/* n! times a coefficient. */
void clpwl__take_coefficient(arb_t y, const arb_poly_t p, slong n, slong bits);

/* Of functions that are monotone where the condition holds. */
#define MONOTONE_WHERE(condition, name, x, f)                                                  \
    ENCLOSE(name)                                                                              \
    {                                                                                          \
        if (condition)                                                                         \
            clpwl__take_ends(y, x, f);                                                         \
        else                                                                                   \
            clpwl__range_forget(y);                                                            \
    }
/* Of functions in [-1, 1] whose slope has a bound. */
#define BOUNDED(name, x, f, slope)                                                             \
    ENCLOSE(name)                                                                              \
    {                                                                                          \
        clpwl__take_middle(y, x, f, slope);                                                    \
        clpwl__range_clip(y, -1, 1);                                                           \
    }
#define BALL(name, x, f)                                                                       \
    ENCLOSE(name)                                                                              \
    {                                                                                          \
        clpwl__take_ball(y, x, f);                                                             \
    }

#endif
