/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is proved, of data or by enclosures. A lower bound of the number of segments is the path with the
 * fewest links through a tube that holds every function within max_error of f.
 */
#include "base/door.h"
#include "base/options.h"
#include "base/progress.h"
#include "fit/fit.h"
#include "fit/tube.h"
#include "function/function.h"
#include "function/weight.h"
#include "partition/partition.h"
#include "proof/data.h"
#include "proof/prove.h"

static clpwl_status take_options(clpwl_prove_options *own, clpwl_weight *weight,
                                 const clpwl_prove_options *given)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__options_take(own, sizeof *own, given, "clpwl_prove_options", "CLPWL_PROVE_INIT"));
    TRY(clpwl__weight_take(weight, &own->weight));
    CHECK(own->tolerance == 0 || (own->tolerance >= 1e-6 && own->tolerance <= 1),
          CLPWL_ERR_ARGUMENT, "tolerance is %g: it must be 0 or in [1e-6, 1]", own->tolerance);
    CHECK(own->seconds >= 0, CLPWL_ERR_ARGUMENT, "seconds is %g: it must not be negative",
          own->seconds);
done:
    return status;
}

clpwl_status clpwl__prove_side(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                               const clpwl_execution *execution, const clpwl_prove_options *options,
                               int by_work)
{
    return f->data ? clpwl__prove_data_side(out, f, table, execution)
                   : clpwl__side_enclosed(out, f, table, execution, options, by_work);
}

clpwl_status clpwl__prove(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                          const clpwl_prove_options *options, int by_work)
{
    clpwl_status status = CLPWL_OK;
    clpwl_prove_options o;
    clpwl_weight weight;
    clpwl__share all = {.progress = NULL};
    CHECK_GIVEN(out);
    CHECK_GIVEN(f);
    CHECK_GIVEN(table);
    TRY(take_options(&o, &weight, options));
    clpwl__share_take(&all, &o.progress, &o.progress_user);
    by_work = by_work || o.seconds == 0; /* a time is a limit where the caller gives one */
    o.seconds = o.seconds > 0 ? o.seconds : 60;
    out->side = 0;
    out->side_x = NAN;
    out->slope = NAN;
    TRY(f->data ? clpwl__prove_data(out, f, table, &o) : clpwl__prove_enclosed(out, f, table, &o, by_work));
    if (clpwl__fit_is_one_sided(clpwl_table_fit(table)))
        TRY(clpwl__prove_side(out, f, table, NULL, &o, by_work));
done:
    clpwl__share_end(&all, status == CLPWL_OK);
    return status;
}

clpwl_status clpwl_prove(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                         const clpwl_prove_options *options)
{
    CLPWL__DOOR;
    return clpwl__prove(out, f, table, options, 0);
}

/* Paths with more and more segments, until one passes. */
static clpwl_status find_path(const clpwl__tube *tube, size_t *least)
{
    clpwl_status status = CLPWL_OK;
    clpwl__path path = {0};
    for (size_t most = 64;; most *= 8) {
        TRY(clpwl__path_create(&path, tube->mesh->n, most));
        if (clpwl__tube_path(&path, tube, most))
            break;
        clpwl__path_free(&path);
    }
    *least = path.count;
done:
    clpwl__path_free(&path);
    return status;
}

clpwl_status clpwl_prove_fewest(size_t *least, const clpwl_function *f, double a, double b,
                                double max_error, const clpwl_prove_options *options)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_prove_options o;
    clpwl_weight weight;
    clpwl__mesh mesh = {.n = 0};
    clpwl__share all = {.progress = NULL};
    CHECK_GIVEN(least);
    CHECK_GIVEN(f);
    TRY(take_options(&o, &weight, options));
    clpwl__share_take(&all, &o.progress, &o.progress_user);
    CHECK(!clpwl__weighs(o.weight), CLPWL_ERR_UNSUPPORTED,
          "the fewest segments are proved of absolute errors only, not of weighted ones");
    TRY(clpwl__check_domain(a, b, 1));
    CHECK(max_error > 0 && max_error < HUGE_VAL, CLPWL_ERR_ARGUMENT,
          "the max error is %g: it must be a positive number", max_error);
    TRY(f->data ? clpwl__data_tube(&mesh, f, a, b, max_error, o.tolerance)
                : clpwl__tube_enclosed(&mesh, f, a, b, max_error, &o));
    const clpwl__tube tube = {&mesh, max_error, max_error};
    TRY(find_path(&tube, least));
done:
    clpwl__share_end(&all, status == CLPWL_OK);
    clpwl__mesh_free(&mesh);
    return status;
}
