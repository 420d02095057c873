/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "functions.h"
#include <stdlib.h>
#include <string.h>

static clpwl_function *sample(const entry *e)
{
    clpwl_function *f;
    clpwl_samples s = CLPWL_SAMPLES_INIT;
    uint64_t state = 1;
    double *x = memory(2 * e->samples * sizeof *x), *y = x + e->samples;
    for (size_t i = 0; i < e->samples; i++) {
        double noise = -6; /* nearly normal: the sum of twelve uniform numbers */
        for (int k = 0; k < 12; k++)
            noise += draw(&state);
        x[i] = e->a + (e->b - e->a) * (double)i / (double)(e->samples - 1);
        y[i] = e->f(x[i], NULL) + e->sigma * noise;
    }
    s.name = e->name;
    s.x = x;
    s.y = y;
    s.n = e->samples;
    s.between = CLPWL_BETWEEN_SPLINE; /* of smooth functions */
    check(clpwl_function_from_data(&f, &s));
    free(x);
    return f;
}

clpwl_function *open_entry(const entry *e)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    if (e->samples)
        return sample(e);
    spec.name = e->name;
    spec.f = e->f;
    spec.a = e->a;
    spec.b = e->b;
    check(e->f ? clpwl_function_create(&f, &spec) : clpwl_function_from_catalogue(&f, e->name));
    return f;
}

int is_chosen(const entry *e, const char *only)
{
    return !only || strcmp(only, e->name) == 0 || strcmp(only, e->group) == 0;
}
