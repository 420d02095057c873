/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Primitives of bounded germs by Taylor's series. */
#include "expression/germ.h"

#define BITS CLPWL__GERM_BITS

enum { WORK = 20 }; /* to build a node */

typedef clpwl__germ germ;
typedef clpwl__cell cell;

/* f(x), or f(first, x), and its derivatives, as many as there are: these are kept. NULL: there are none. */
static clpwl__series *find_series(clpwl__expression *e, const clpwl__primitive *p, const clpwl__node *first)
{
    clpwl_status status = CLPWL_OK;
    clpwl__node call = {.op = CLPWL__CALL, .callee = &p->callee};
    const double number = first ? first->value : 0;
    clpwl__series *s = e->series;
    while (s && (s->of != p || s->first != number))
        s = s->next;
    if (s || (first && first->op != CLPWL__NUMBER) || !(s = clpwl__calloc(1, sizeof *s)))
        return s;
    *s = (clpwl__series){.next = e->series, .of = p, .first = number};
    e->series = s;
    TRY(clpwl__expression_x(&s->e, &call.a));
    call.b = first ? call.a : 0;
    if (first)
        TRY(clpwl__expression_node(&s->e, &call.a, *first));
    TRY(clpwl__expression_node(&s->e, &s->roots[0], call));
    while (++s->count <= CLPWL__LAST)
        TRY(clpwl__expression_derive(&s->e, &s->roots[s->count], s->roots[s->count - 1]));
done:
    return s;
}

/* c[k] = f^(k)/k! on x; the number of known ones up to the first that is not. */
static int take_coefficients(arb_struct *c, clpwl__series *s, int count, const arb_t x)
{
    RANGE(at);
    ARB(factorial);
    int k = 0;
    clpwl__range_set_arb(&at, x);
    s->e.bits = 0; /* nothing is kept, so that the work does not depend on what came before */
    if (clpwl__enclose(&s->e, -1, &at) != CLPWL_OK)
        count = 0;
    for (; k < count && clpwl__range_known(&s->e.values[s->roots[k]]); k++) {
        clpwl__range_get_arb(&c[k], &s->e.values[s->roots[k]]);
        arb_fac_ui(factorial, (ulong)k, BITS);
        arb_div(&c[k], &c[k], factorial, BITS);
    }
    return k;
}

void clpwl__germ_taylor(germ *y, clpwl__expression *e, const clpwl__primitive *p, const clpwl__node *first,
                        const germ *a, const cell *on)
{
    GERM(at_c);
    GERM(over);
    GERM(rest);
    ARB(c);
    ARB(hull);
    clpwl__series *s = find_series(e, p, first);
    clpwl__germ_set(&rest, a);
    clpwl__germ_flatten(&rest, on);
    clpwl__germ_range(hull, &rest, on);
    if (!s || !rest.known || rest.d > 0)
        return;
    if (rest.d == 0)
        arb_swap(c, rest.c);
    clpwl__germ_settle(&rest);
    arb_union(hull, hull, c, BITS);
    clpwl__work += WORK * s->e.tree.count;
    int last = take_coefficients(over.c, s, s->count, hull) - 1;
    int known = last < 1 ? 0 : take_coefficients(at_c.c, s, last, c);
    if (known > 0) {
        for (int k = known; k <= CLPWL__LAST; k++)
            arb_zero(&at_c.c[k]);
        arb_set(&at_c.c[known], &over.c[known]);
        clpwl__germ_compose(y, &rest, at_c.c, on);
    }
}
