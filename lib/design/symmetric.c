/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/symmetric.h"
#include "base/internal.h"
#include "fit/fit.h"
#include "function/function.h"
#include "table/symmetry.h"

/* The part of the largest |f| by which a law may fail: a function that is computed in fp32 fails by
 * 2^-22. */
static const double law_tolerance = 0x1p-20;

/* A law at pairs of arguments. */
typedef struct law {
    double most;           /* |f| */
    double failure;        /* the largest one */
    double x, right, left; /* where it is, f(x) and f(-x) */
} law;

static clpwl_status try_law(law *l, clpwl__law symmetry, const clpwl_function *f, double x)
{
    clpwl_status status = CLPWL_OK;
    double at[2] = {x, -x}, y[2];
    TRY(clpwl__values(f, at, y, 2));
    double failure = fabs(y[1] - clpwl__law_value(symmetry, x, y[0]));
    l->most = fmax(l->most, fmax(fabs(y[0]), fabs(y[1])));
    if (failure > l->failure) {
        l->failure = failure;
        l->x = x;
        l->right = y[0];
        l->left = y[1];
    }
done:
    return status;
}

static clpwl_status judge_law(const law *l, clpwl__law right, double tolerance, const clpwl_function *f,
                              const char *what)
{
    clpwl_status status = CLPWL_OK;
    CHECK(l->failure <= tolerance, CLPWL_ERR_ARGUMENT,
          "%s%s has not the symmetry %s: at x = %.9g, f(x) is %.9g and f(-x) is %.9g, not %.9g",
          what, clpwl_function_name(f), clpwl_symmetry_name(right.symmetry), l->x, l->right, l->left,
          clpwl__law_value(right, l->x, l->right));
done:
    return status;
}

/* Whether w(-x) is w(x), at equal steps and towards 0. */
static clpwl_status check_weight(const clpwl_function *w, double b)
{
    enum { STEPS = 1000, HALVINGS = 40 };
    clpwl_status status = CLPWL_OK;
    const clpwl__law even = clpwl__law_of(CLPWL_SYMMETRY_EVEN, 0);
    law l = {0};
    for (int i = 0; i <= STEPS; i++)
        TRY(try_law(&l, even, w, b * i / STEPS));
    for (int i = 1; i <= HALVINGS; i++)
        TRY(try_law(&l, even, w, ldexp(b / STEPS, -i)));
    TRY(judge_law(&l, even, law_tolerance * l.most, w, "the weight "));
done:
    return status;
}

/* Where f was asked for its proxy, and at 0. */
static clpwl_status check_function(clpwl_symmetry symmetry, const clpwl_function *f, const clpwl__proxy *p)
{
    clpwl_status status = CLPWL_OK;
    law l = {0};
    double x = 0, at_0;
    TRY(clpwl__values(f, &x, &at_0, 1));
    const clpwl__law right = clpwl__law_of(symmetry, at_0);
    TRY(try_law(&l, right, f, x));
    for (size_t i = 0; i < p->asked; i++)
        TRY(try_law(&l, right, &p->f, fabs(p->x[i])));
    TRY(judge_law(&l, right, law_tolerance * l.most + 2 * p->f.doubt.linf, &p->f, ""));
done:
    return status;
}

/* Whether the options allow the symmetry. */
static clpwl_status check_options(const clpwl_design_options *o, clpwl_symmetry symmetry)
{
    clpwl_status status = CLPWL_OK;
    const char *name = clpwl_symmetry_name(symmetry);
    int is_one_sided = clpwl__fit_is_one_sided(o->fit);
    CHECK(o->a == -o->b, CLPWL_ERR_ARGUMENT,
          "the symmetry %s needs a domain [-b,b], not [%.9g, %.9g]", name, o->a, o->b);
    CHECK(
        o->segments % 2 == 0, CLPWL_ERR_ARGUMENT,
        "the symmetry %s needs an even number of segments, half of them on each side of 0, not %zu",
        name, o->segments);
    CHECK(o->shaper == CLPWL_SHAPER_NONE, CLPWL_ERR_ARGUMENT,
          "the symmetry %s and the shaper %s: give one of them, as no shaper is a function of |x|",
          name, clpwl_shaper_name(o->shaper));
    CHECK(o->extend != CLPWL_EXTEND_REPEAT && o->extend != CLPWL_EXTEND_MIRROR, CLPWL_ERR_ARGUMENT,
          "a table with the symmetry %s cannot be extended by %s; expected clamp, zero, nan or "
          "linear",
          name, clpwl_extend_name(o->extend));
    CHECK(symmetry == CLPWL_SYMMETRY_EVEN || !is_one_sided, CLPWL_ERR_ARGUMENT,
          "a fit %s needs the symmetry even or none: with %s, a bound on one side of 0 %s",
          clpwl_fit_name(o->fit), name,
          symmetry == CLPWL_SYMMETRY_ODD ? "is the opposite bound on the other"
                                         : "is rounded on the other");
    CHECK(symmetry < CLPWL_SYMMETRY_RAMP || !o->weight || o->weight->floor == 0, CLPWL_ERR_ARGUMENT,
          "relative errors need the symmetry even, odd or none: with %s, |f(-x)| is not |f(x)|", name);
    const clpwl_constraints *c = o->constraints;
    const int has_range = c && !(c->lo == 0 && c->hi == 0) && !(isinf(c->lo) && isinf(c->hi));
    CHECK(symmetry != CLPWL_SYMMETRY_RAMP || !has_range, CLPWL_ERR_ARGUMENT,
          "the symmetry ramp and a range exclude each other: left of 0 it would depend on x");
    CHECK(!c || !c->shape || symmetry == CLPWL_SYMMETRY_ODD || symmetry == CLPWL_SYMMETRY_POINT,
          CLPWL_ERR_ARGUMENT, "the symmetry %s and a shape exclude each other", name);
    if (o->weight && o->weight->w)
        TRY(check_weight(o->weight->w, o->b));
done:
    return status;
}

clpwl_status clpwl__symmetric_check(const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    CHECK(clpwl_symmetry_name(o->symmetry), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_symmetry",
          (int)o->symmetry);
    if (o->symmetry != CLPWL_SYMMETRY_NONE && o->symmetry != CLPWL_SYMMETRY_AUTO)
        status = check_options(o, o->symmetry);
done:
    return status;
}

clpwl_status clpwl__symmetric_take(clpwl_design_options *o, const clpwl_function *f, const clpwl__proxy *p)
{
    clpwl_status status = CLPWL_OK;
    if (o->symmetry == CLPWL_SYMMETRY_NONE)
        goto done;
    if (o->symmetry != CLPWL_SYMMETRY_AUTO) {
        TRY(check_function(o->symmetry, f, p));
        goto done;
    }
    for (o->symmetry = CLPWL_SYMMETRY_EVEN; o->symmetry < CLPWL_SYMMETRY_AUTO; o->symmetry++) {
        status = check_options(o, o->symmetry);
        if (status == CLPWL_OK)
            status = check_function(o->symmetry, f, p);
        if (status != CLPWL_ERR_ARGUMENT)
            goto done;
    }
    o->symmetry = CLPWL_SYMMETRY_NONE;
    status = CLPWL_OK;
done:
    return status;
}
