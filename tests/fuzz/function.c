/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the catalogue, with parameters. */
#include <stdlib.h>
#include "fuzz.h"
#include "base/internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    clpwl_function *f = NULL;
    long blocks = clpwl__live_blocks();
    char *text = fuzz_text(data, size);
    clpwl_status status = clpwl_function_from_catalogue(&f, text);
    if (status == CLPWL_OK)
        fuzz_use_function(f);
    else
        fuzz_refused(status);
    free(text);
    FUZZ_HOLDS(clpwl__live_blocks() == blocks);
    return 0;
}
