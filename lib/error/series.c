/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/series.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "function/proxy.h"

/* Of a zero; of an extremum, and the part of all coefficients that may be left out for it. The value at an
 * extremum differs by the square, and the area between zeros, too. */
static const double slack = 2 * DBL_EPSILON, slack_of_turns = 1e-8, left_out = 1e-6;

double clpwl__series_at(const clpwl__series *p, double t)
{
    return clpwl__clenshaw(p->c, p->degree, t);
}

double clpwl__series_bound(const clpwl__series *p)
{
    double sum = 0;
    for (int k = 0; k <= p->degree; k++)
        sum += fabs(p->c[k]);
    return sum;
}

int clpwl__bracket_next(clpwl__bracket *b, double width)
{
    if (!(b->r - b->l > width))
        return 0;
    b->x = b->l + (b->r - b->l) * (b->y_l / (b->y_l - b->y_r));
    b->x = fmin(fmax(b->x, b->l + width / 2), b->r - width / 2);
    return b->l < b->x && b->x < b->r; /* of neighbours, no number is between */
}

void clpwl__bracket_take(clpwl__bracket *b, double y)
{
    const int side = (y < 0) == (b->y_l < 0) ? -1 : 1;
    double *other = side < 0 ? &b->y_r : &b->y_l;
    if (y == 0)
        b->l = b->r = b->x;
    if (side == b->side)
        *other /= 2;
    b->side = side;
    *(side < 0 ? &b->l : &b->r) = b->x;
    *(side < 0 ? &b->y_l : &b->y_r) = y;
}

static double find_zero(const clpwl__series *p, double width, clpwl__bracket b)
{
    while (clpwl__bracket_next(&b, width))
        clpwl__bracket_take(&b, clpwl__series_at(p, b.x));
    return b.x;
}

static int find_turns(const clpwl__series *p, double turns[CLPWL__TERMS + 1]);

/* Between its extrema a polynomial has one zero at most; those are the zeros of its derivative. */
static int find_zeros(const clpwl__series *p, double width, double zeros[CLPWL__TERMS])
{
    double turns[CLPWL__TERMS + 1];
    int count = 0, ends = find_turns(p, turns);
    double left = clpwl__series_at(p, turns[0]);
    for (int i = 1; i < ends; i++) {
        double right = clpwl__series_at(p, turns[i]);
        if ((left < 0) != (right < 0))
            zeros[count++] = find_zero(p, width, (clpwl__bracket){turns[i - 1], turns[i], left, right, 0, 0});
        left = right;
    }
    return count;
}

/* Whether the slope of T_1 is larger than all other slopes together. That of T_k is at most k^2. */
static int is_monotone(const clpwl__series *p)
{
    double rest = 0;
    for (int k = 2; k <= p->degree; k++)
        rest += k * k * fabs(p->c[k]);
    return rest <= fabs(p->c[1]);
}

static int find_turns(const clpwl__series *p, double turns[CLPWL__TERMS + 1])
{
    int n = 1;
    turns[0] = -1;
    if (p->degree > 1 && !is_monotone(p)) {
        clpwl__series d = {.degree = p->degree - 1};
        clpwl__differentiate(p->c, p->degree, d.c);
        n += find_zeros(&d, slack_of_turns, turns + 1);
    }
    turns[n] = 1;
    return n + 1;
}

int clpwl__series_zeros(const clpwl__series *p, double zeros[CLPWL__TERMS])
{
    return find_zeros(p, slack, zeros);
}

int clpwl__series_turns(const clpwl__series *p, double turns[CLPWL__TERMS + 1])
{
    clpwl__series less = *p;
    double rest = left_out * clpwl__series_bound(p);
    while (less.degree > 0 && (rest -= fabs(p->c[less.degree])) >= 0)
        less.degree--;
    return find_turns(&less, turns);
}

/* The integral from 0 to t. */
static double integrate_to(const clpwl__series *p, double t)
{
    double whole[CLPWL__TERMS + 2] = {0};
    for (int k = 0; k <= p->degree; k++) {
        whole[k + 1] += p->c[k] / (k ? 2 * (k + 1) : 1);
        if (k > 1)
            whole[k - 1] -= p->c[k] / (2 * (k - 1));
    }
    return clpwl__clenshaw(whole, p->degree + 1, t);
}

double clpwl__series_area(const clpwl__series *p)
{
    double ends[CLPWL__TERMS + 1], sum = 0, before = integrate_to(p, -1);
    int n = find_zeros(p, slack_of_turns, ends);
    ends[n] = 1;
    for (int i = 0; i <= n; i++) {
        double now = integrate_to(p, ends[i]);
        sum += fabs(now - before);
        before = now;
    }
    return sum;
}

/* The integral of T_m is 2 / (1 - m^2) for an even m, and T_j T_k is (T_(j+k) + T_(j-k)) / 2. */
double clpwl__series_product(const clpwl__series *p, const clpwl__series *q)
{
    double sum = 0;
    for (int j = 0; j <= p->degree; j++)
        for (int k = j % 2; k <= q->degree; k += 2)
            sum += p->c[j] * q->c[k] * (1.0 / (1 - (j + k) * (j + k)) + 1.0 / (1 - (j - k) * (j - k)));
    return sum;
}
