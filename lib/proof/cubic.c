/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/cubic.h"
#include <math.h>

/* Both halves, by de Casteljau's algorithm. */
void clpwl__cubic_halve(const clpwl__cubic *p, clpwl__cubic *l, clpwl__cubic *r)
{
    const double *b = p->b;
    double m01 = (b[0] + b[1]) / 2, m12 = (b[1] + b[2]) / 2, m23 = (b[2] + b[3]) / 2;
    double l2 = (m01 + m12) / 2, r1 = (m12 + m23) / 2, middle = (l2 + r1) / 2;
    *l = (clpwl__cubic){{b[0], m01, l2, middle}};
    *r = (clpwl__cubic){{middle, r1, m23, b[3]}};
}

static double hull_most(const clpwl__cubic *p)
{
    double most = 0;
    for (int i = 0; i < 4; i++)
        most = fmax(most, fabs(p->b[i]));
    return most;
}

static double find_most(const clpwl__cubic *p, double *seen, int depth)
{
    double hull = hull_most(p);
    *seen = fmax(*seen, fmax(fabs(p->b[0]), fabs(p->b[3])));
    if (hull <= *seen * (1 + 1e-5) || depth == 0)
        return hull;
    clpwl__cubic l, r;
    clpwl__cubic_halve(p, &l, &r);
    double left = find_most(&l, seen, depth - 1);
    return fmax(left, find_most(&r, seen, depth - 1));
}

double clpwl__cubic_most(const clpwl__cubic *p, double least)
{
    double seen = least;
    return find_most(p, &seen, 20);
}

double clpwl__cubic_value(const clpwl__cubic *p, double t)
{
    const double *b = p->b, u = 1 - t;
    return u * u * (u * b[0] + 3 * t * b[1]) + t * t * (3 * u * b[2] + t * b[3]);
}

double clpwl__cubic_place(const clpwl__cubic *p)
{
    enum { STEPS = 64 };
    double place = 0, most = -1;
    for (int i = 0; i <= STEPS; i++) {
        double t = (double)i / STEPS, y = fabs(clpwl__cubic_value(p, t));
        if (y > most) {
            most = y;
            place = t;
        }
    }
    return place;
}

/* A bound of the integral of |p|, which exceeds it by what is added to `signs`: by 0 where p has one sign. */
static double find_l1(const clpwl__cubic *p, double width, int depth, double *signs)
{
    const double *b = p->b;
    int up = b[0] >= 0 && b[1] >= 0 && b[2] >= 0 && b[3] >= 0;
    int down = b[0] <= 0 && b[1] <= 0 && b[2] <= 0 && b[3] <= 0;
    if (up || down)
        return width * fabs(b[0] + b[1] + b[2] + b[3]) / 4;
    if (depth == 0) {
        *signs += width * hull_most(p);
        return width * hull_most(p);
    }
    clpwl__cubic l, r;
    clpwl__cubic_halve(p, &l, &r);
    double left = find_l1(&l, width / 2, depth - 1, signs);
    return left + find_l1(&r, width / 2, depth - 1, signs);
}

/* The integral of p^2. */
static double find_square(const clpwl__cubic *p)
{
    static const double choose[] = {1, 3, 3, 1}, choose6[] = {1, 6, 15, 20, 15, 6, 1};
    double sum = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            sum += p->b[i] * p->b[j] * choose[i] * choose[j] / choose6[i + j];
    return fmax(0, sum / 7);
}

void clpwl__integrals_add(clpwl__integrals *s, const clpwl__cubic *p, double h, double rest1, double rest2)
{
    s->model1 += find_l1(p, h, 10, &s->signs);
    s->rest1 += h * rest1;
    s->model2 += h * find_square(p);
    s->rest2 += h * rest2;
}

void clpwl__integrals_bound(const clpwl__integrals *s, double most, double width, double up,
                            clpwl_error *above, clpwl_error *below)
{
    /* Squares lose 2^-48 of the largest coefficient's, which is 140 times theirs at most. */
    const double up2 = up + 0x1p-41;
    above->l1 = (s->model1 + s->rest1) * up;
    below->l1 = fmax(0, s->model1 / up - (s->signs + s->rest1) * up);
    above->l2 = (sqrt(s->model2) + sqrt(s->rest2)) * up2;
    below->l2 = fmax(0, sqrt(s->model2) / up2 - sqrt(s->rest2) * up2);
    if (most < 1e-140) { /* squares underflow */
        above->l2 = most * sqrt(width) * up;
        below->l2 = 0;
    }
}
