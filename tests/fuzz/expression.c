/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas in x. */
#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include "fuzz.h"
#include "base/internal.h"
#include "expression.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    clpwl_function *f = NULL;
    long blocks = clpwl__live_blocks();
    gsl_set_error_handler_off();
    char *text = fuzz_text(data, size);
    if (expression_open(text, NULL, &f) == 0)
        fuzz_use_function(f);
    free(text);
    FUZZ_HOLDS(clpwl__live_blocks() == blocks);
    return 0;
}
