/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/quadrature.h"
#include "base/array.h"

/* n Gauss points among 2n + 1 Kronrod points on [-1,1]: the positive half, outermost first,
 * then 0. Weights as in QUADPACK (Piessens et al., 1983). */
typedef struct pair {
    int half;
    const double *x, *kronrod, *gauss;
} pair;

static const double x7[] = {0.960491268708020283423507, 0.774596669241483377035853,
                            0.434243749346802558002072, 0};
static const double k7[] = {0.104656226026467265193824, 0.268488089868333440728569,
                            0.401397414775962222905052, 0.450916538658474142345110};
static const double g3[] = {0, 5.0 / 9, 0, 8.0 / 9};

static const double x15[] = {
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
    0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
    0.586087235467691130294144691693013, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245, 0};
static const double k15[] = {
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
    0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
    0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
static const double g7[] = {0, 0.129484966168869693270611432679082,
                            0, 0.279705391489276667901467771423780,
                            0, 0.381830050505118944950369775488975,
                            0, 0.417959183673469387755102040816327};

static const pair pairs[] = {{3, x7, k7, g3}, {7, x15, k15, g7}};

enum {
    BLOCK = 1024,     /* nodes of a call of f */
    DEEPEST = 48,     /* halvings towards a singular end */
    MOST_PIECES = 128 /* a jump needs some 60; noise is not resolved by more */
};

/* The state of a call. */
typedef struct progress {
    double size[2]; /* integrals of |integrand| over the whole piece: scale the tolerance */
    int pieces;
} progress;

/* One pair on one piece. */
typedef struct panel {
    double kronrod[2], gauss[2];
    double size[2]; /* integrals of |integrand| */
} panel;

static size_t place_nodes(const pair *rule, double l, double r, double *nodes)
{
    double middle = l + (r - l) / 2, half = (r - l) / 2;
    for (int k = -rule->half; k <= rule->half; k++) {
        double x = middle + (k < 0 ? -half : half) * rule->x[rule->half - abs(k)];
        /* the middle is rounded, and f may end at l or r */
        nodes[k + rule->half] = x < l ? l : x > r ? r : x;
    }
    return 2 * (size_t)rule->half + 1;
}

static void sum_nodes(const pair *rule, double half, double (*y)[2], panel *p)
{
    size_t n = 2 * (size_t)rule->half + 1;
    memset(p, 0, sizeof *p);
    for (size_t k = 0; k < n; k++) {
        size_t i = k < n / 2 ? k : n - 1 - k; /* 0 outermost */
        for (int j = 0; j < 2; j++) {
            p->kronrod[j] += half * rule->kronrod[i] * y[k][j];
            p->gauss[j] += half * rule->gauss[i] * y[k][j];
            p->size[j] += half * rule->kronrod[i] * fabs(y[k][j]);
        }
    }
}

static clpwl_status apply_rule(const clpwl__quadrature *q, const pair *rule, double l, double r,
                               panel *p)
{
    clpwl_status status = CLPWL_OK;
    double nodes[CLPWL__NODES], y[CLPWL__NODES][2];
    size_t n = place_nodes(rule, l, r, nodes);
    TRY(q->integrand(nodes, n, q->user, y));
    sum_nodes(rule, (r - l) / 2, y, p);
done:
    return status;
}

static int is_accurate(const clpwl__quadrature *q, const panel *p, double width,
                       const double size[2])
{
    for (int j = 0; j < 2; j++) {
        double slack = q->relative * fmax(size[j], p->size[j]) + q->absolute[j] * width;
        if (!(fabs(p->kronrod[j] - p->gauss[j]) <= slack))
            return 0;
    }
    return 1;
}

clpwl_status clpwl__integrate_strata(const clpwl__quadrature *q, double l, double r, double strata,
                                     double out[2])
{
    clpwl_status status = CLPWL_OK;
    const double h = (r - l) / strata;
    double x[CLPWL__NODES], y[CLPWL__NODES][2], shift = 0;
    for (double i = 0; i < strata; i += CLPWL__NODES) {
        size_t n = (size_t)fmin(strata - i, CLPWL__NODES);
        for (size_t k = 0; k < n; k++) {
            shift += shift + clpwl__golden < 1 ? clpwl__golden : clpwl__golden - 1;
            x[k] = fmin(l + (i + (double)k + shift) * h, r);
        }
        TRY(q->integrand(x, n, q->user, y));
        for (size_t k = 0; k < n; k++)
            for (int j = 0; j < 2; j++) {
                out[j] += h * y[k][j];
                if (k % 2 == 1)
                    q->variance[j] += h * h * (y[k][j] - y[k - 1][j]) * (y[k][j] - y[k - 1][j]);
            }
    }
done:
    return status;
}

static clpwl_status integrate_piece(const clpwl__quadrature *q, double l, double r,
                                    progress *so_far, int depth, double out[2])
{
    clpwl_status status = CLPWL_OK;
    double middle = l + (r - l) / 2;
    int last = depth >= DEEPEST || ++so_far->pieces > MOST_PIECES || !(l < middle && middle < r);
    panel p;
    for (int k = 0; k < 2; k++) {
        TRY(apply_rule(q, &pairs[k], l, r, &p));
        for (int j = 0; j < 2; j++)
            so_far->size[j] = fmax(so_far->size[j], p.size[j]);
        if (is_accurate(q, &p, r - l, so_far->size) || (last && k == 1 && !q->variance)) {
            out[0] += p.kronrod[0];
            out[1] += p.kronrod[1];
            goto done;
        }
    }
    if (last) {
        TRY(clpwl__integrate_strata(q, l, r, CLPWL__NODES, out));
        goto done;
    }
    TRY(integrate_piece(q, l, middle, so_far, depth + 1, out));
    TRY(integrate_piece(q, middle, r, so_far, depth + 1, out));
done:
    return status;
}

clpwl_status clpwl__integrate(const clpwl__quadrature *q, double l, double r, double out[2])
{
    progress so_far = {{0, 0}, 0};
    return l < r ? integrate_piece(q, l, r, &so_far, 0, out) : CLPWL_OK;
}

/* One rule on the stretches from first on, as far as their nodes have room: one call of f. Returns in *next
 * the stretch after these. */
static clpwl_status apply_to_block(const clpwl_function *f, clpwl__integrand_of_f integrand, const pair *rule,
                                   clpwl__stretch *stretches, size_t count, size_t *next)
{
    clpwl_status status = CLPWL_OK;
    double x[BLOCK], y[BLOCK], out[CLPWL__NODES][2];
    size_t n = 2 * (size_t)rule->half + 1, used = 0, first = *next;
    panel p;
    for (; *next < count && used + n <= BLOCK; ++*next)
        if (!stretches[*next].is_done)
            used += place_nodes(rule, stretches[*next].l, stretches[*next].r, x + used);
    TRY(clpwl__values(f, x, y, used));
    used = 0;
    for (size_t i = first; i < *next; i++) {
        clpwl__stretch *s = &stretches[i];
        if (s->is_done)
            continue;
        TRY(integrand(x + used, y + used, n, s->q.user, out));
        sum_nodes(rule, (s->r - s->l) / 2, out, &p);
        used += n;
        s->is_done = is_accurate(&s->q, &p, s->r - s->l, s->size);
        for (int j = 0; j < 2; j++) {
            s->size[j] = fmax(s->size[j], p.size[j]);
            s->out[j] += s->is_done ? p.kronrod[j] : 0;
        }
    }
done:
    return status;
}

clpwl_status clpwl__integrate_stretches(const clpwl_function *f, clpwl__integrand_of_f integrand,
                                        clpwl__stretch *stretches, size_t count)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < count; i++) {
        stretches[i].is_done = !(stretches[i].l < stretches[i].r);
        stretches[i].size[0] = stretches[i].size[1] = 0;
    }
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < count;)
            TRY(apply_to_block(f, integrand, &pairs[k], stretches, count, &i));
    for (size_t i = 0; i < count; i++)
        if (!stretches[i].is_done)
            TRY(clpwl__integrate(&stretches[i].q, stretches[i].l, stretches[i].r, stretches[i].out));
done:
    return status;
}

clpwl_status clpwl__integrate_panels(const clpwl__quadrature *q, double l, double r,
                                     double longest, double out[2])
{
    clpwl_status status = CLPWL_OK;
    double panels = ceil((r - l) / longest);
    for (double i = 0; i < panels; i++)
        TRY(clpwl__integrate(q, clpwl__step_at(l, r, i, panels),
                             clpwl__step_at(l, r, i + 1, panels), out));
done:
    return status;
}

/* The coefficients of the polynomial of degree 4 on [-1,1] through samples 0, 2, 4, 6, 8. */
static void find_quartic(const double e[9], double c[5])
{
    double outer = (e[0] + e[8]) / 2 - e[4], inner = 4 * ((e[2] + e[6]) / 2 - e[4]);
    double outer_odd = (e[8] - e[0]) / 2, inner_odd = e[6] - e[2];
    c[0] = e[4];
    c[4] = (outer - inner) * (4.0 / 3);
    c[2] = outer - c[4];
    c[3] = (outer_odd - inner_odd) * (4.0 / 3);
    c[1] = outer_odd - c[3];
}

static double quartic_at(const double c[5], double u)
{
    return c[0] + u * (c[1] + u * (c[2] + u * (c[3] + u * c[4])));
}

/* The primitive. */
static double area_to(const double c[5], double u)
{
    return u * (c[0] + u * (c[1] / 2 + u * (c[2] / 3 + u * (c[3] / 4 + u * c[4] / 5))));
}

/* Whether the polynomial may have zeros between two samples of one sign. Without a turn it has one zero
 * at most, and with one turn two, which all samples miss where they have one sign and the turn is towards
 * zero. The signs of the coefficients of Bernstein's form of the derivative bound the number of turns. */
static int may_hide_zeros(const double e[9], const double c[5])
{
    double left = c[1] - 2 * c[2] + 3 * c[3] - 4 * c[4], right = c[1] + 2 * c[2] + 3 * c[3] + 4 * c[4];
    double b[] = {left, left + 4 * (c[2] - 3 * c[3] + 6 * c[4]) / 3,
                  right - 4 * (c[2] + 3 * c[3] + 6 * c[4]) / 3, right};
    int turns = 0, signs = 0;
    for (int i = 0; i < 3; i++)
        turns += (b[i] < 0) != (b[i + 1] < 0);
    for (int i = 0; i <= 8; i++)
        signs |= (e[i] < 0) + 2 * (e[i] > 0);
    return turns > 1 || (turns == 1 && signs != 3 && (signs == 1) != (left < 0));
}

/* The zero between two samples of different signs, by bisection and secants in turn. */
static double find_root(const double c[5], double l, double e_l, double r, double e_r)
{
    enum { TURNS = 8 }; /* secants alone double the digits: 4 of them are enough for 1e-8 */
    for (int i = 0; i < TURNS; i++) {
        double u = i % 2 == 0 ? l + (r - l) * (e_l / (e_l - e_r)) : l + (r - l) / 2;
        double y = quartic_at(c, u);
        if (y == 0)
            return u;
        *((y < 0) == (e_l < 0) ? &l : &r) = u;
        *((y < 0) == (e_l < 0) ? &e_l : &e_r) = y;
    }
    return l + (r - l) * (e_l / (e_l - e_r));
}

/* The integral of |polynomial| on [-1,1], which changes its sign where the samples do. A sample may be 0: e
 * is 0 at quarters of a segment where its L1 is least, and f in double is rounded. */
static double integrate_size(const double e[9], const double c[5])
{
    double sum = 0, before = area_to(c, -1);
    int last = 0; /* the last sample that is not 0 */
    for (int i = 1; i <= 8; i++) {
        if (e[i] == 0)
            continue;
        if ((e[last] < 0 && e[i] > 0) || (e[last] > 0 && e[i] < 0)) {
            double area = area_to(c, find_root(c, 0.25 * last - 1, e[last], 0.25 * i - 1, e[i]));
            sum += fabs(area - before);
            before = area;
        }
        last = i;
    }
    return sum + fabs(area_to(c, 1) - before);
}

int clpwl__integrate_samples(const clpwl__quadrature *q, const double e[9], double most, double width,
                             double out[2])
{
    double c[5], off = 0, mean, square;
    find_quartic(e, c);
    for (int i = 1; i < 8; i += 2) {
        double at = fabs(quartic_at(c, 0.25 * i - 1) - e[i]);
        off = off < at ? at : off;
    }
    mean = integrate_size(e, c) / 2;
    square = c[0] * c[0] + (2 * c[0] * c[2] + c[1] * c[1]) / 3 +
             (2 * (c[0] * c[4] + c[1] * c[3]) + c[2] * c[2]) / 5 +
             (2 * c[2] * c[4] + c[3] * c[3]) / 7 + c[4] * c[4] / 9;
    if (!(off <= q->relative * mean + q->absolute[0] &&
          2 * most * off <= q->relative * square + q->absolute[1]) || may_hide_zeros(e, c))
        return 0;
    out[0] += width * mean;
    out[1] += width * square;
    return 1;
}
