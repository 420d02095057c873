/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Primitives of bounded germs by Taylor's series. */
#include "expression/germ.h"

#define BITS CLPWL__GERM_BITS

enum { WORK = 20 }; /* to build a node */

typedef clpwl__germ germ;
typedef clpwl__cell cell;

/* f(x), or f(first, x), and its derivatives, as many as there are; the number of roots. */
static int build(clpwl__expression *e, int *roots, const clpwl__primitive *p,
                 const clpwl__node *first)
{
    clpwl__node call = {.op = CLPWL__CALL, .callee = &p->callee};
    int x, count = 0;
    if (clpwl__expression_x(e, &x) != CLPWL_OK)
        return 0;
    call.a = x;
    if (first && (first->op != CLPWL__NUMBER || clpwl__expression_node(e, &call.a, *first) != CLPWL_OK))
        return 0;
    call.b = first ? x : 0;
    if (clpwl__expression_node(e, &roots[0], call) != CLPWL_OK)
        return 0;
    while (++count <= CLPWL__LAST)
        if (clpwl__expression_derive(e, &roots[count], roots[count - 1]) != CLPWL_OK)
            break;
    return count;
}

/* c[k] = f^(k)/k! on x; the number of known ones up to the first that is not. */
static int take_coefficients(arb_struct *c, clpwl__expression *e, const int *roots, int count,
                             const arb_t x)
{
    RANGE(at);
    ARB(factorial);
    int k = 0;
    clpwl__range_set_arb(&at, x);
    if (clpwl__enclose(e, &at, NULL, NULL) != CLPWL_OK)
        count = 0;
    for (; k < count && clpwl__range_known(&e->values[roots[k]]); k++) {
        clpwl__range_get_arb(&c[k], &e->values[roots[k]]);
        arb_fac_ui(factorial, (ulong)k, BITS);
        arb_div(&c[k], &c[k], factorial, BITS);
    }
    return k;
}

void clpwl__germ_taylor(germ *y, const clpwl__primitive *p, const clpwl__node *first, const germ *a,
                        const cell *on)
{
    GERM(at_c);
    GERM(over);
    GERM(rest);
    ARB(c);
    ARB(hull);
    clpwl__expression e = {0};
    int roots[CLPWL__LAST + 1] = {0};
    clpwl__germ_set(&rest, a);
    clpwl__germ_flatten(&rest, on);
    clpwl__germ_range(hull, &rest, on);
    if (!rest.known || rest.d > 0)
        return;
    if (rest.d == 0)
        arb_swap(c, rest.c);
    clpwl__germ_settle(&rest);
    arb_union(hull, hull, c, BITS);
    int count = build(&e, roots, p, first);
    clpwl__work += WORK * e.tree.count;
    int last = take_coefficients(over.c, &e, roots, count, hull) - 1;
    int known = last < 1 ? 0 : take_coefficients(at_c.c, &e, roots, last, c);
    if (known > 0) {
        for (int k = known; k <= CLPWL__LAST; k++)
            arb_zero(&at_c.c[k]);
        arb_set(&at_c.c[known], &over.c[known]);
        clpwl__germ_compose(y, &rest, at_c.c, on);
    }
    clpwl__expression_free(&e);
}
