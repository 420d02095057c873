/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Markov field that makes the mask from p(background). */
#include <math.h>
#include "inside.h"

/* On 17 scenes the mean F of 3 steps is .0011 less, that of 15 (of 9 neighbours) .0013 more. */
enum { STEPS = 5 };
#define CLAMPED 3.01 /* a little more than EVIDENCE_MOST of field.cl */

struct bgs_field {
    cl_mem evidence, q[2];
    cl_kernel find_evidence, relax;
};

int bgs_field_create(bgs_model *m)
{
    int code = 0;
    m->field = calloc(1, sizeof *m->field);
    CHECK(m->field, "out of memory: a field");
    TRY(bgs_state_add(m, &m->field->evidence, "evidence", 1, 4, BGS_SCRATCH));
    for (int i = 0; i < 2; i++)
        TRY(bgs_state_add(m, &m->field->q[i], "field", 1, 4, BGS_SCRATCH));
    TRY(bgs_kernel_add(m, &m->field->find_evidence, "find_evidence"));
    TRY(bgs_kernel_add(m, &m->field->relax, "relax"));
done:
    return code;
}

int bgs_field_run(bgs_model *m)
{
    int code = 0;
    bgs_field *f = m->field;
    const double share = fmin(fmax(m->o.threshold, 1e-6), 1 - 1e-6);
    const float threshold = (float)log(share / (1 - share)), weight = (float)m->o.field;
    const float certain = (float)(1 / (1 + exp(-CLAMPED - log(share / (1 - share)))));
    TRY(BGS_RUN(m, f->find_evidence, ARG(m->posterior), ARG(threshold), ARG(certain),
                ARG(f->evidence), ARG(f->q[0])));
    for (int i = 0; i < STEPS; i++)
        TRY(BGS_RUN(m, f->relax, ARG(f->q[i % 2]), ARG(f->evidence), ARG(weight),
                    ARG(f->q[1 - i % 2]), ARG(m->fielded)));
done:
    return code;
}
