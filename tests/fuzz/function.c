/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions: samples in two columns, formulas in x, names of the catalogue with parameters. */
#include <math.h>
#include <stdlib.h>
#include "fuzz.h"
#include "base/internal.h"

/* It has values wherever it is asked, or says why it has none. */
static void use(clpwl_status status, clpwl_function *f, long blocks)
{
    double a, b, y;
    FUZZ_HOLDS((status == CLPWL_OK) == (f != NULL));
    if (status == CLPWL_OK) {
        clpwl_function_domain(f, &a, &b);
        FUZZ_HOLDS(a <= b);
    } else {
        fuzz_refused(status);
    }
    for (int i = 0; status == CLPWL_OK && i <= 4; i++) {
        double x = a < b ? a + (b - a) * i / 4 : i - 1.5;
        clpwl_status got = clpwl_function_value(f, x, &y);
        if (got == CLPWL_OK)
            FUZZ_HOLDS(isfinite(y));
        else
            fuzz_refused(got);
    }
    clpwl_function_free(f);
    FUZZ_HOLDS(clpwl__live_blocks() == blocks);
}

void fuzz_csv(const uint8_t *data, size_t size)
{
    clpwl_function *f = NULL;
    const long blocks = clpwl__live_blocks();
    clpwl_status status = clpwl_function_read_samples(&f, fuzz_file(data, size));
    use(status, f, blocks);
}

void fuzz_formula(const uint8_t *data, size_t size)
{
    clpwl_function *f = NULL;
    const long blocks = clpwl__live_blocks();
    char *text = fuzz_text(data, size);
    clpwl_status status = clpwl_function_from_formula(&f, text, NULL, 0);
    free(text);
    use(status, f, blocks);
}

void fuzz_function(const uint8_t *data, size_t size)
{
    clpwl_function *f = NULL;
    const long blocks = clpwl__live_blocks();
    char *text = fuzz_text(data, size);
    clpwl_status status = clpwl_function_from_catalogue(&f, text);
    free(text);
    use(status, f, blocks);
}
