/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/symmetric.h"
#include "execution/rounding.h"
#include "fit/fit.h"
#include "table/symmetry.h"
#include "table/table.h"

/* Refuses f, or a weight, without the symmetry at 0 or where f was asked for its proxy.
 *   given  f itself */
static clpwl_status check_law(const char *what, clpwl_symmetry symmetry, const clpwl_function *given,
                              const clpwl_function *f, const clpwl__proxy *p)
{
    clpwl_status status = CLPWL_OK;
    double at_0, worst = 0;
    TRY(clpwl__value(given, 0, &at_0));
    const clpwl__law law = clpwl__law_of(symmetry, at_0);
    double right = at_0, left = at_0, most = fabs(at_0);
    double failure = fabs(at_0 - clpwl__law_value(law, 0, at_0));
    for (size_t i = 0; i < p->asked; i++) {
        const double x = fabs(p->x[i]);
        double y[2];
        TRY(clpwl__values(f, (double[]){x, -x}, y, 2));
        const double off = fabs(y[1] - clpwl__law_value(law, x, y[0]));
        most = fmax(most, fmax(fabs(y[0]), fabs(y[1])));
        if (off <= failure)
            continue;
        failure = off;
        worst = x;
        right = y[0];
        left = y[1];
    }
    /* A function that is computed in fp32 fails by 4 eps. */
    CHECK(failure <= 16 * clpwl__eps * most + 2 * f->doubt.linf, CLPWL_ERR_ARGUMENT,
          "%s%s has not the symmetry %s: at x = %.9g, f(x) is %.9g and f(-x) is %.9g, not %.9g", what,
          clpwl_function_name(f), clpwl_symmetry_name(symmetry), worst, right, left,
          clpwl__law_value(law, worst, right));
done:
    return status;
}

clpwl_status clpwl__symmetric_check(const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_symmetry symmetry = o->symmetry;
    const char *name = clpwl_symmetry_name(symmetry);
    if (symmetry == CLPWL_SYMMETRY_NONE || symmetry == CLPWL_SYMMETRY_AUTO)
        goto done;
    CHECK(o->a == -o->b, CLPWL_ERR_ARGUMENT,
          "the symmetry %s needs a domain [-b,b], not [%.9g, %.9g]", name, o->a, o->b);
    CHECK(
        o->segments % 2 == 0, CLPWL_ERR_ARGUMENT,
        "the symmetry %s needs an even number of segments, half of them on each side of 0, not %zu",
        name, o->segments);
    TRY(clpwl__form_check(CLPWL_PARTITION_UNIFORM, o->shaper, symmetry, o->extend));
    CHECK(symmetry == CLPWL_SYMMETRY_EVEN || !clpwl__fit_is_one_sided(o->fit), CLPWL_ERR_ARGUMENT,
          "a fit %s needs the symmetry even or none: with %s, a bound on one side of 0 %s",
          clpwl_fit_name(o->fit), name,
          symmetry == CLPWL_SYMMETRY_ODD ? "is the opposite bound on the other"
                                         : "is rounded on the other");
    CHECK(symmetry < CLPWL_SYMMETRY_RAMP || !o->weight || o->weight->floor == 0, CLPWL_ERR_ARGUMENT,
          "relative errors need the symmetry even, odd or none: with %s, |f(-x)| is not |f(x)|", name);
    const clpwl_constraints *c = o->constraints;
    CHECK(symmetry != CLPWL_SYMMETRY_RAMP || !c || c->lo == c->hi || (isinf(c->lo) && isinf(c->hi)),
          CLPWL_ERR_ARGUMENT,
          "the symmetry ramp and a range exclude each other: left of 0 it would depend on x");
    CHECK(!c || !c->shape || symmetry == CLPWL_SYMMETRY_ODD || symmetry == CLPWL_SYMMETRY_POINT,
          CLPWL_ERR_ARGUMENT, "the symmetry %s and a shape exclude each other", name);
done:
    return status;
}

clpwl_status clpwl__symmetric_take(clpwl_design_options *o, const clpwl_function *f,
                                   const clpwl__proxy *p)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_symmetry asked = o->symmetry;
    const clpwl_function *w = o->weight ? o->weight->w : NULL;
    if (asked == CLPWL_SYMMETRY_NONE)
        goto done;
    for (o->symmetry = asked == CLPWL_SYMMETRY_AUTO ? CLPWL_SYMMETRY_EVEN : asked;
         o->symmetry < CLPWL_SYMMETRY_AUTO; o->symmetry++) {
        status = clpwl__symmetric_check(o);
        if (status == CLPWL_OK)
            status = check_law("", o->symmetry, f, &p->f, p);
        if (status == CLPWL_OK && w)
            status = check_law("the weight ", CLPWL_SYMMETRY_EVEN, w, w, p);
        if (asked != CLPWL_SYMMETRY_AUTO || status != CLPWL_ERR_ARGUMENT)
            goto done;
    }
    o->symmetry = CLPWL_SYMMETRY_NONE;
    status = CLPWL_OK;
done:
    return status;
}
