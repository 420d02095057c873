/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A proxy of f: a piecewise polynomial, for which f is asked once.
 *
 * Pieces are halved until their Chebyshev coefficients reach the tolerance, or the plateau of f's noise,
 * which is thereby measured. Where halving does not help, a kink or a jump is located. f is asked at numbers
 * of [a,b] and at its ends, at no place twice but beside gaps, in blocks, on the caller's thread: a callback
 * at fp32 numbers, other functions at doubles. Everything else that a design needs of f is then arithmetic
 * of the pieces, on any thread.
 *
 * Where a callback has no value that tells, a line stands for it: in gaps (clpwl_gaps).
 *
 * A proxy is within the tolerance where f was asked: at 257 places at least, at 4097 of a formula, and in
 * each piece at two that are no nodes of its polynomial. A feature between these places may be missed.
 */
#ifndef CLPWL__PROXY_H
#define CLPWL__PROXY_H

#include "base/progress.h"
#include "function/function.h"
#include "function/weight.h"

enum { CLPWL__DEGREE = 16 };

/* f from `from` to where the next piece begins, by Chebyshev polynomials on [l,r].
 * Sorted by the first member. */
typedef struct clpwl__chebyshev {
    double l, r, from;
    double at[2];                       /* f at l and r, as it was asked */
    double tolerance;
    int n, n2;                          /* degrees, of f and of f''; n2 -1: f'' is 0 */
    double seen;                        /* the largest distance from f, with what noise may add */
    int is_noisy;                       /* the polynomial ends at the plateau of noise */
    /* While it is made. */
    int is_bent;                        /* at `from` is a kink, unless f jumps there */
    int is_jump;                        /* it is a step between two numbers, in which f jumps */
    unsigned sides;                     /* which half alone failed, in halvings in a row, behind a bit 1 */
    double lo, hi;                      /* a break is between these, */
    double kink;                        /* and here, if it is a kink */
    int is_found, is_smooth;            /* the kink, and that it is none */
    int state;
    double tail;                        /* the largest of the last three coefficients */
    double error;                       /* of the table, here */
    double c[CLPWL__DEGREE + 1], d2[CLPWL__DEGREE - 1];
} clpwl__chebyshev;

/* Between l and r the line through (x, y) stands for f. */
typedef struct clpwl__gap {
    double l, r, x, y, slope;
} clpwl__gap;

typedef struct clpwl__proxy {
    /* Its kinks are those of the proxy; jumps are kinks. Its user is the proxy. Its doubt is what was seen
     * between f and the proxy, with the wish's weight and without one. */
    clpwl_function f;
    clpwl__chebyshev *pieces; /* ascending */
    double *seams;           /* where each begins */
    size_t count;
    double a, b;
    int bits;                /* of the numbers where f is asked, behind the first: doubles or fp32 */
    double share;            /* of the max error: the tolerance */
    double max_error;        /* of tables for which the proxy was made */
    int side;                /* 1: the proxy is above f where f was asked, -1: below, 0: neither */
    double noise;            /* the largest plateau of noise; 0: none above the tolerance */
    double *x, *y;           /* what f was asked, ascending */
    size_t asked, asked_room;
    double largest;          /* |f| of these */
    clpwl__gap gaps[CLPWL_GAPS_MOST];
    size_t gap_count;
} clpwl__proxy;

/* Begins with zeros. */
typedef struct clpwl__proxy_wish {
    double a, b;
    double max_error;           /* of the table; 0: not known, then 2^-10 of the largest value, */
    size_t segments;            /* or less for so many; 0: not known */
    int is_guess;               /* no table is refused for this max error */
    int is_of_proxy;            /* f is a proxy's in another coordinate, and has no noise of its own */
    clpwl_norm norm;
    const clpwl_weight *weight; /* of the error; or NULL */
    const clpwl__watch *watch;  /* called between values; or NULL */
    const clpwl__proxy *known;  /* values of this proxy of the same f are not asked again; or NULL */
} clpwl__proxy_wish;

/*
 * Makes a proxy; that of a proxy is the same. f and its name must live as long. Free the proxy after a
 * failure, too.
 * CLPWL_ERR_NOT_FINITE (a value outside gaps, or a pole), CLPWL_ERR_TARGET (too many kinks and jumps, or
 * noise above the max error), CLPWL_ERR_ARGUMENT (a negative weight, a value beyond fp32), CLPWL_ERR_MEMORY,
 * CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__proxy_create(clpwl__proxy *out, const clpwl_function *f, const clpwl__proxy_wish *wish);
/* Whether the proxy is near enough to tell the weighted error of a table. */
int clpwl__proxy_is_near(const clpwl__proxy *p, clpwl_norm norm, double error);
/* Moves the proxy above f, by 1, or below, by -1, where f was asked. Its doubt doubles. */
void clpwl__proxy_take_side(clpwl__proxy *p, int side);
void clpwl__proxy_free(clpwl__proxy *p);

/* The polynomial with Chebyshev coefficients c at t in [-1, 1]; 0 for a degree below 0. */
double clpwl__clenshaw(const double *c, int degree, double t);
/* The coefficients of its derivative, of one degree less. */
void clpwl__differentiate(const double *c, int degree, double *d);

#endif
