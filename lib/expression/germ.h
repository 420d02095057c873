/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Expressions far out, at x = z or x = -z, as
 *
 *   exp(g1 z + ... + g4 z^4) z^d (c0 + c1/z + ... + c8/z^8)
 *
 * Each coefficient is a ball. For each z of a cell [l, r], r may be infinity, coefficients within the balls
 * give the value. So a ball of radius 0 is a constant, others may differ from z to z, and the last one has
 * the rest of a series (Taylor models at infinity: K. Makino, M. Berz, Int. J. Pure Appl. Math. 4 (2003)
 * 379-456). A sum keeps the larger exponential; the smaller one becomes a term of the rest. Terms with a
 * linear asymptote cancel by their coefficients. Beside a point c, x = c + 1/z or x = c - 1/z (limits.h).
 */
#ifndef CLPWL__GERM_H
#define CLPWL__GERM_H

#include <arb_poly.h>
#include "expression/expression.h"

/* Four growths: erfc of a square. The rest must be below the growths. FLT_MAX 2^-256 is 3e-39: roundings of
 * coefficients are below any error of a tail. */
enum { CLPWL__GROWTHS = 4, CLPWL__LAST = CLPWL__DERIVATIVES - 1, CLPWL__GERM_BITS = 256 };

typedef struct clpwl__germ {
    int known, d;
    arb_struct c[CLPWL__LAST + 1];
    arb_struct g[CLPWL__GROWTHS]; /* of z, z^2 ... */
} clpwl__germ;

typedef struct clpwl__cell {
    double l, r;  /* 1 <= l <= r */
    int sign;     /* x = sign z, or near + sign/z */
    int is_near;
    double near;
    const struct clpwl__germ *x; /* what x is, if it is not that */
    arb_t t;      /* 1/z */
} clpwl__cell;

void clpwl__cell_init(clpwl__cell *on, int sign, double l, double r);
/* x = c + side t for 0 <= from <= t <= to <= 1, to > 0 */
void clpwl__cell_beside(clpwl__cell *on, double c, int side, const arf_t from, const arf_t to);
void clpwl__cell_clear(clpwl__cell *on);
#define CELL(name) CLPWL__OWNED(clpwl__cell, name, clpwl__cell_clear)

/* One that is all 0 in memory is not known. */
void clpwl__germ_clear(clpwl__germ *y);
#define GERM(name) CLPWL__OWNED(clpwl__germ, name, clpwl__germ_clear)
void clpwl__germ_set(clpwl__germ *y, const clpwl__germ *a);
/* value z^d */
void clpwl__germ_set_si(clpwl__germ *y, slong value, int d);
void clpwl__germ_set_power(clpwl__germ *y, const arb_t value, int d);

/* Leading coefficients that are 0 go; a ball that is not finite makes the germ unknown. */
void clpwl__germ_settle(clpwl__germ *y);
/* A descending exponential becomes [0, bound] / z^8, an ascending one unknown. */
void clpwl__germ_flatten(clpwl__germ *y, const clpwl__cell *on);
/* Operations, whose result may be an operand. Unknown: not of this form, or not shown to be. */
void clpwl__germ_neg(clpwl__germ *y, const clpwl__germ *a);
void clpwl__germ_add(clpwl__germ *y, const clpwl__germ *a, const clpwl__germ *b,
                     const clpwl__cell *on);
void clpwl__germ_mul(clpwl__germ *y, const clpwl__germ *a, const clpwl__germ *b,
                     const clpwl__cell *on);
void clpwl__germ_divide(clpwl__germ *y, const clpwl__germ *a, const clpwl__germ *b,
                        const clpwl__cell *on);
void clpwl__germ_pow(clpwl__germ *y, const clpwl__germ *a, double p, const clpwl__cell *on);
void clpwl__germ_exp(clpwl__germ *y, const clpwl__germ *a, const clpwl__cell *on);
void clpwl__germ_log(clpwl__germ *y, const clpwl__germ *a, const clpwl__cell *on);
/* The sum of coefficients[k] a^k, in which the last coefficient has the rest. */
void clpwl__germ_compose(clpwl__germ *y, const clpwl__germ *a, const arb_struct *coefficients,
                         const clpwl__cell *on);

/* What is kept of a primitive. NULL: its first argument of two, the node `first`, is no number, or memory
 * lacks. */
clpwl__series *clpwl__germ_series(clpwl__expression *e, const clpwl__primitive *p, const clpwl__node *first);

/*
 * A function of a bounded a, as its Taylor series about the constant of a, of up to eight terms. The
 * coefficient of the rest is that of the derivative over all of a. Unknown: a is not bounded, f' is not
 * known, or f depends on its first argument of two, which is the node `first`.
 */
void clpwl__germ_taylor(clpwl__germ *y, clpwl__expression *e, const clpwl__primitive *p,
                        const clpwl__node *first, const clpwl__germ *a, const clpwl__cell *on);

/* A call of an expression, of the values a and b of its operands, which are known; y is another germ. */
void clpwl__germ_call(clpwl__germ *y, const clpwl__node *call, const clpwl__germ *a,
                      const clpwl__germ *b, clpwl__expression *e, const clpwl__cell *on);

/* 1 or -1 on all of the cell; 0: zero; 2: not known. */
int clpwl__germ_sign(const clpwl__germ *a, const clpwl__cell *on);
/* The values on the cell; not finite: not known. */
void clpwl__germ_range(arb_t y, const clpwl__germ *a, const clpwl__cell *on);

/* An expression on a cell. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__germ_enclose(clpwl__germ *y, clpwl__expression *e, int root, const clpwl__cell *on);

#endif
