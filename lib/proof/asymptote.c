/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear asymptotes of functions, from their germs at infinity. */
#include <float.h>
#include "base/door.h"
#include "base/internal.h"
#include "clpwl/proof.h"
#include "proof/asymptote.h"
#include "proof/claim.h"
#include "expression/germ.h"
#include "function/function.h"

/* f as a z + b with a rest of at most 2^-40 (1 + |b|) for all z >= 2^100; NaN otherwise. */
static clpwl__asymptote line_of(clpwl__germ *f, const clpwl__cell *on)
{
    const clpwl__asymptote none = {NAN, NAN};
    double slope = 0, least = ldexp(1, -40);
    ARB(rest);
    clpwl__germ_flatten(f, on);
    if (!f->known || f->d > 1)
        return none;
    if (f->d == 1) {
        if (arb_rel_accuracy_bits(&f->c[0]) < 64)
            return none;
        slope = arf_get_d(arb_midref(&f->c[0]), ARF_RND_NEAR);
        arb_zero(&f->c[0]);
        clpwl__germ_settle(f);
    }
    clpwl__germ_range(rest, f, on);
    const double limit = arb_contains_zero(rest) ? 0 : arf_get_d(arb_midref(rest), ARF_RND_NEAR);
    int settles = arb_is_finite(rest) && mag_get_d(arb_radref(rest)) <= least * (1 + fabs(limit));
    slope = slope == 0 ? 0 : on->sign * slope; /* not -0 */
    return settles && fabs(slope) <= (double)FLT_MAX ? (clpwl__asymptote){slope, limit} : none;
}

clpwl_status clpwl__find_asymptotes(clpwl__asymptote out[2], const clpwl_function *f)
{
    clpwl_status status = CLPWL_OK;
    clpwl__expression e = {0};
    int root;
    out[0] = out[1] = (clpwl__asymptote){NAN, NAN};
    CHECK(f->entry || f->is_formula, CLPWL_ERR_UNSUPPORTED,
          "no asymptote of \"%.60s\", a callback or samples, is known: give the slopes of the tails as "
          "numbers", f->name);
    TRY(clpwl__expression_function(&e, &root, f));
    for (int i = 0; i < 2; i++) {
        GERM(germ); /* cleared before Arb's tables are */
        CELL(on);
        clpwl__cell_init(&on, i ? 1 : -1, 0x1p100, INFINITY);
        status = clpwl__germ_enclose(&germ, &e, root, &on);
        if (status == CLPWL_OK)
            out[i] = line_of(&germ, &on);
        TRY(status);
    }
done:
    clpwl__expression_free(&e);
    flint_cleanup(); /* this thread's tables of constants */
    return status;
}

clpwl_status clpwl_find_tails(clpwl_tails *out, const clpwl_function *f)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__asymptote lines[2] = {{NAN, NAN}, {NAN, NAN}};
    CHECK_GIVEN(out);
    CHECK_GIVEN(f);
    status = clpwl__find_asymptotes(lines, f);
    *out = (clpwl_tails){lines[0].slope, lines[1].slope};
done:
    return status;
}
