/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tube that holds every function within max_error of f, for a lower bound of the number of segments. It is
 * straight between mesh points. At each of them it is wider than f +- max_error by the distance of f from its
 * chords on both sides, so that a function near f stays in it between them. On a step of length h
 * the distance from the chord is at most
 *
 *   h^2/8 max |f''|, h/2 max |e'|, or max |e|     e: f minus the chord
 *
 * The mesh is made so fine that this is a small part of max_error. Where several steps make a piece, f is the
 * cubic with its values and slopes at both ends, within h^4/384 max |f''''| (branch.c).
 */
#include <flint/flint.h>
#include <float.h>
#include "clpwl/proof.h"
#include "proof/branch.h"
#include "proof/data.h"
#include "proof/prove.h"

enum {
    MOST_STEPS = 256, /* of a piece with one bound of f'' */
    FEW_STEPS = 8     /* of a piece with values of f */
};

/* Of the path's comparisons in double arithmetic, relative to the values. */
static const double margin = 1e-12;

typedef struct maker {
    clpwl__branch branch; /* for its claim and budget */
    clpwl__mesh mesh; /* s: the half width of the tube at a point, in max_error */
    clpwl__end last;        /* f and f' where the last piece ends */
    double doubt;           /* of f at the last point */
    double max_error, part; /* a chord's distance may be this part of max_error */
    double from;            /* the part of the work that is done where the tube begins */
    double ends[CLPWL__MOST_HALVINGS + 1]; /* the right ends of pieces that are left, the nearest last */
    int depth;
} maker;

/* f is the residual of the line 0. */
static clpwl_status choose_line(maker *k)
{
    static const double knots[2] = {0, 1}, values[2] = {0, 0};
    return clpwl__claim_segment(&k->branch.claim, knots, values, 0);
}

/* f and f' at x. */
static clpwl_status enclose_end(maker *k, double x, clpwl__end *out)
{
    clpwl_status status = CLPWL_OK;
    double least;
    TRY(choose_line(k));
    TRY(clpwl__claim_at(&k->branch.claim, x, k->part * k->max_error / 32, out, &least));
done:
    return status;
}

/* Adds a mesh point, a step of the mesh after the last one, where f is y but for a doubt; the chord's
 * distance there is `off`. */
static clpwl_status add_point(maker *k, double x, double y, double doubt, double off)
{
    clpwl_status status = CLPWL_OK;
    clpwl__mesh *m = &k->mesh;
    CHECK(isfinite(y + doubt), CLPWL_ERR_NUMERIC,
          "the fewest segments are not proved: f has no value at x = %.9g", x);
    doubt += margin * (fabs(y) + k->max_error);
    if (m->n > 0) /* the chord on its right, too */
        m->s[m->n - 1] = fmax(m->s[m->n - 1], 1 + (off + fmax(doubt, k->doubt)) / k->max_error);
    k->doubt = doubt;
    TRY(clpwl__tube_add(m, x, y, 1 + (off + doubt) / k->max_error));
done:
    return status;
}

/* The cubic on [l, r], and its distance from f. */
static clpwl_status make_cubic(maker *k, double l, double r, const clpwl__end *right, clpwl__cubic *out,
                               double *doubt)
{
    clpwl_status status = CLPWL_OK;
    const double h = r - l;
    double slopes, most;
    TRY(clpwl__claim_most(&k->branch.claim, 4, l, r, &most));
    *out = clpwl__branch_cubic(h, &k->last, right, doubt, &slopes);
    *doubt += most * h * h * h * h / 384 + slopes;
done:
    return status;
}

/* Adds a piece from the last mesh point to r, of so many steps: by the cubic if this is near enough. *steps
 * becomes 0 where it is not and f would be asked often. */
static clpwl_status add_steps(maker *k, double r, int *steps, double off)
{
    clpwl_status status = CLPWL_OK;
    const double l = k->mesh.x[k->mesh.n - 1], near = k->part * k->max_error / 16;
    clpwl__cubic cubic;
    clpwl__end right, at;
    double doubt = INFINITY;
    TRY(enclose_end(k, r, &right));
    if (*steps > 2)
        TRY(make_cubic(k, l, r, &right, &cubic, &doubt));
    if (*steps > FEW_STEPS && !(doubt <= near)) {
        *steps = 0;
        goto done;
    }
    for (int i = 1; i < *steps; i++) {
        const double x = l + (r - l) * i / *steps;
        if (doubt <= near)
            at = (clpwl__end){{clpwl__cubic_value(&cubic, (x - l) / (r - l))}, {doubt}};
        else
            TRY(enclose_end(k, x, &at));
        TRY(add_point(k, x, at.value[0], at.doubt[0], off));
    }
    TRY(add_point(k, r, right.value[0], right.doubt[0], off));
    k->last = right;
done:
    return status;
}

/* The most steps that the bound of f'' allows on [l, r]; 0: more than MOST_STEPS, or there is none. */
static clpwl_status count_steps(maker *k, double l, double r, int *steps, double *off)
{
    clpwl_status status = CLPWL_OK;
    double allowed = k->part * k->max_error, h = r - l, most;
    TRY(clpwl__claim_most(&k->branch.claim, 2, l, r, &most));
    double count = fmax(1, ceil(h * sqrt(most / (8 * allowed))));
    *steps = count <= MOST_STEPS ? (int)count : 0;
    *off = *steps ? (h / count) * (h / count) * most / 8 * (1 + 1e-12) : 0;
done:
    return status;
}

/* Whether [l, r] is a step for another reason than f'': f does not move by more than is allowed. */
static clpwl_status check_step(maker *k, double l, double r, double *off)
{
    clpwl_status status = CLPWL_OK;
    clpwl__end right;
    *off = INFINITY;
    TRY(enclose_end(k, r, &right));
    if (!isfinite(right.doubt[0]))
        goto done;
    TRY(clpwl__claim_segment(&k->branch.claim, (const double[]){l, r},
                             (const double[]){k->mesh.y[k->mesh.n - 1], right.value[0]}, 0));
    TRY(clpwl__claim_most(&k->branch.claim, 0, l, r, off));
    *off *= 1 + 1e-12;
done:
    return status;
}

/* Adds the piece from the last mesh point to r, or puts its first half before what is left. */
static clpwl_status take_piece(maker *k, double r)
{
    clpwl_status status = CLPWL_OK;
    double l = k->mesh.x[k->mesh.n - 1], off, middle = l / 2 + r / 2;
    int steps;
    TRY(count_steps(k, l, r, &steps, &off));
    if (!steps) {
        TRY(check_step(k, l, r, &off));
        steps = off <= k->part * k->max_error;
    }
    if (steps)
        TRY(add_steps(k, r, &steps, off));
    if (steps)
        goto done;
    CHECK(l < middle && middle < r && k->depth + 2 <= CLPWL__MOST_HALVINGS, CLPWL_ERR_NUMERIC,
          "the fewest segments are not proved: f has a pole or a jump near x = %.9g, or is not "
          "defined", l);
    k->ends[k->depth++] = r;
    k->ends[k->depth++] = middle;
done:
    return status;
}

/* The tube, which is the part of the work from k->from to `to`. */
static clpwl_status make_tube(maker *k, double a, double b, double part, double to,
                              const clpwl_prove_options *o)
{
    clpwl_status status = CLPWL_OK;
    k->part = part;
    k->mesh.n = 0;
    TRY(enclose_end(k, a, &k->last));
    TRY(add_point(k, a, k->last.value[0], k->last.doubt[0], 0));
    k->ends[k->depth++] = b;
    for (long rounds = 1; k->depth > 0; rounds++) {
        TRY(take_piece(k, k->ends[--k->depth]));
        if (rounds % 128)
            continue;
        double x = k->mesh.x[k->mesh.n - 1];
        CHECK(clpwl__branch_left(&k->branch) > 0, CLPWL_ERR_NUMERIC,
              "the fewest segments are not proved: it took longer than allowed, at x = %.9g", x);
        TRY(clpwl__prove_report(o, k->from + (to - k->from) * ((x - a) / (b - a))));
    }
    k->from = to;
done:
    return status;
}

clpwl_status clpwl__tube_enclosed(clpwl__mesh *out, const clpwl_function *f, double a, double b,
                                  double max_error, const clpwl_prove_options *o)
{
    clpwl_status status = CLPWL_OK;
    double part = o->tolerance;
    /* A time is a limit where the caller gives one. */
    clpwl__budget budget = clpwl__budget_of(o->seconds > 0 ? o->seconds : 60, o->seconds == 0);
    maker *k = clpwl__calloc(1, sizeof *k);
    CHECK_MEMORY(k);
    k->max_error = max_error;
    TRY(clpwl__claim_create(&k->branch.claim, f, NULL, CLPWL_SHAPER_NONE, 1));
    clpwl__branch_begin(&k->branch, &budget);
    /* The number of points goes as 1 / sqrt(part), which a coarse tube shows. */
    TRY(make_tube(k, a, b, part > 0 ? part : clpwl__coarsest, part > 0 ? 1 : 0.5, o));
    part = part > 0 ? part : clpwl__tube_part((double)k->mesh.n * sqrt(clpwl__coarsest));
    if (part < k->part)
        TRY(make_tube(k, a, b, part, 1, o));
done:
    if (k) {
        clpwl__claim_free(&k->branch.claim);
        *out = k->mesh;
    }
    clpwl__free(k);
    flint_cleanup(); /* this thread's tables of constants */
    return status;
}
