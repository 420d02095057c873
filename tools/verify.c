/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify.h"
#include <math.h>
#include "common/message.h"
#include "common/progress.h"

int verify_has_weight(const verify_job *j)
{
    return j->weight.floor > 0 || j->weight.w;
}

int verify_run(const verify_job *j, clpwl_evaluator *e, const clpwl_function *f,
               clpwl_verification *seen)
{
    clpwl_verify_options options = CLPWL_VERIFY_INIT;
    app_progress bar;
    options.arguments = j->arguments;
    options.weight = verify_has_weight(j) ? &j->weight : NULL;
    options.seed = (uint32_t)j->seed;
    options.progress = app_progress_show;
    options.progress_user = &bar;
    app_progress_begin(&bar, "verify");
    int code = app_status(clpwl_verify(e, f, &options, seen));
    app_progress_end(&bar);
    return code;
}

static json_t *error_json(clpwl_error e)
{
    return json_pack("{s:o, s:o, s:o}", "l1", json_number(e.l1), "l2", json_number(e.l2), "linf",
                     json_number(e.linf));
}

json_t *verify_json(const verify_job *j, const clpwl_evaluator *e, const clpwl_verification *v)
{
    json_t *root = json_pack("{s:o, s:s, s:s, s:I, s:o, s:o, s:o, s:o, s:o, s:b}", "device",
                             json_text(clpwl_evaluator_device(e)), "method",
                             clpwl_evaluator_method(e), "storage",
                             clpwl_storage_name(clpwl_evaluator_storage(e)), "arguments",
                             (json_int_t)v->arguments, "bound", error_json(v->bound), "seen",
                             error_json(v->seen), "x", json_number(v->x), "got",
                             json_number(v->got), "right", json_number(v->right), "holds",
                             v->holds);
    if (verify_has_weight(j))
        json_object_set_new(root, "weighted",
                            json_pack("{s:o, s:o, s:o}", "bound", error_json(v->weighted_bound),
                                      "seen", error_json(v->weighted_seen), "x",
                                      json_number(v->weighted_x)));
    return root;
}

const char *verify_word(const clpwl_verification *v)
{
    return v->holds ? "holds" : isnan(v->bound.linf) ? "not known" : "BROKEN";
}

int verify_verdict(const clpwl_verification *v, const char *who)
{
    if (v->holds)
        return 0;
    if (isnan(v->bound.linf))
        return app_fail("%sthe error of this table was never measured, as it was made from nodal "
                        "values: there is no bound to verify; the error reaches %.6g at x = %.9g",
                        who, v->seen.linf, v->x);
    if (v->seen.linf <= v->bound.linf)
        return app_fail("%sthe bound is broken: the weighted error is %.6g at x = %.9g; the bound "
                        "is %.6g", who, v->weighted_seen.linf, v->weighted_x,
                        v->weighted_bound.linf);
    return app_fail("%sthe bound is broken: the error is %.6g at x = %.9g; the bound is %.6g", who,
                    v->seen.linf, v->x, v->bound.linf);
}
