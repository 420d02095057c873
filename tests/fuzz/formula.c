/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas in x. */
#include <stdlib.h>
#include "base/internal.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    clpwl_function *f = NULL;
    long blocks = clpwl__live_blocks();
    char *text = fuzz_text(data, size);
    if (clpwl_function_from_formula(&f, text, NULL, 0) == CLPWL_OK)
        fuzz_use_function(f);
    free(text);
    FUZZ_HOLDS(clpwl__live_blocks() == blocks);
    return 0;
}
