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

static clpwl_status apply_rule(const clpwl__quadrature *q, const pair *rule, double l, double r,
                          panel *p)
{
    clpwl_status status = CLPWL_OK;
    double middle = l + (r - l) / 2, half = (r - l) / 2, nodes[CLPWL__NODES], y[CLPWL__NODES][2];
    size_t n = 2 * (size_t)rule->half + 1;
    memset(p, 0, sizeof *p);
    for (int k = -rule->half; k <= rule->half; k++) {
        double x = middle + (k < 0 ? -half : half) * rule->x[rule->half - abs(k)];
        /* the middle is rounded, and f may end at l or r */
        nodes[k + rule->half] = x < l ? l : x > r ? r : x;
    }
    TRY(q->integrand(nodes, n, q->user, y));
    for (size_t k = 0; k < n; k++) {
        size_t i = k < n / 2 ? k : n - 1 - k; /* 0 outermost */
        for (int j = 0; j < 2; j++) {
            p->kronrod[j] += half * rule->kronrod[i] * y[k][j];
            p->gauss[j] += half * rule->gauss[i] * y[k][j];
            p->size[j] += half * rule->kronrod[i] * fabs(y[k][j]);
        }
    }
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
    const double golden = 0.6180339887498949, h = (r - l) / strata;
    double x[CLPWL__NODES], y[CLPWL__NODES][2], shift = 0;
    for (double i = 0; i < strata; i += CLPWL__NODES) {
        size_t n = (size_t)fmin(strata - i, CLPWL__NODES);
        for (size_t k = 0; k < n; k++) {
            shift += shift + golden < 1 ? golden : golden - 1;
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
