/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Primitives of germs by others, and of bounded ones by Taylor's series. */
#include "expression/germ.h"

#define BITS CLPWL__GERM_BITS

enum { WORK = 20 }; /* to build a node */

typedef clpwl__germ germ;
typedef clpwl__cell cell;

/* Functions of x by others, where x grows without bound, and where it does not; n is the first of two
 * arguments, u any number from 0 to 1, 1/0 not known. DLMF 7.8.3; exp(x) K(x) descends (K. S. Miller,
 * S. G. Samko, Integral Transforms Spec. Funct. 12 (2001) 389-402); zeta(x) - 1 <= 2^-x (1 + 2 / (x - 1)):
 * the sum from 3 on is at most the integral from 2 on. */
static const struct definition {
    const char *name, *formula;
    int is_everywhere;
} definitions[] = {
    {"atan", "sign(x)*pi/2-atan(1/x)", 0},
    {"bessel_knu", "x<1?1/0:u*e*bessel_knu(n,1)*exp(-x)", 0},
    {"cosh", "(exp(x)+exp(-x))/2", 1},
    {"erf", "1-erfc(x)", 0},
    {"erfc", "x<0?2-u*exp(-x^2):u*exp(-x^2)", 0},
    {"expm1", "exp(x)-1", 1},
    {"log1p", "log(1+x)", 1},
    {"phi_", "n==0?(exp(x)-1)/x:1/0", 0},
    {"sinh", "(exp(x)-exp(-x))/2", 1},
    {"spherical_", "n==0?sin(x)/x:1/0", 0},
    {"sqrt", "x^0.5", 1},
    {"tanh", "sign(x)*(1-exp(-2*abs(x)))/(1+exp(-2*abs(x)))", 0},
    {"zeta_", "n==0&&x>=2?1+3*u*2^(-x):1/0", 0},
};

clpwl__series *clpwl__germ_series(clpwl__expression *e, const clpwl__primitive *p, const clpwl__node *first)
{
    static const char *const names[] = {"u", "n", NULL};
    clpwl_status status = CLPWL_OK;
    clpwl__node call = {.op = CLPWL__CALL, .callee = &p->callee};
    const double number = first ? first->value : 0;
    clpwl__series *s = e->series;
    int x;
    while (s && (s->of != p || s->first != number))
        s = s->next;
    if (s || (first && first->op != CLPWL__NUMBER) || !(s = clpwl__calloc(1, sizeof *s)))
        return s;
    *s = (clpwl__series){.next = e->series, .of = p, .first = number};
    e->series = s;
    clpwl__range_set_ends(&s->e.slots[0], 0, 1);
    TRY(clpwl__expression_node(&s->e, &x, (clpwl__node){.op = CLPWL__X}));
    call.a = x;
    if (first)
        TRY(clpwl__expression_node(&s->e, &call.a, *first));
    call.b = first ? x : 0;
    TRY(clpwl__expression_node(&s->e, &s->roots[0], call));
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
        if (strcmp(definitions[i].name, p->callee.name) == 0) {
            s->is_everywhere = definitions[i].is_everywhere;
            TRY(clpwl__expression_add(&s->e, &s->definition, definitions[i].formula, names,
                                      (int[]){-1, call.a}));
        }
done:
    return s;
}

/* The derivatives, as many as there are. */
static clpwl_status derive(clpwl__series *s)
{
    clpwl_status status = CLPWL_OK;
    while (++s->count <= CLPWL__LAST)
        TRY(clpwl__expression_derive(&s->e, &s->roots[s->count], s->roots[s->count - 1]));
done:
    return status;
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
    clpwl__series *s = clpwl__germ_series(e, p, first);
    clpwl__germ_set(&rest, a);
    clpwl__germ_flatten(&rest, on);
    clpwl__germ_range(hull, &rest, on);
    if (!s || !rest.known || rest.d > 0)
        return;
    if (rest.d == 0)
        arb_swap(c, rest.c);
    clpwl__germ_settle(&rest);
    arb_union(hull, hull, c, BITS);
    if (s->count == 0)
        derive(s);
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
