/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples in two columns. */
#include "fuzz.h"
#include "base/internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    clpwl_function *f = NULL;
    long blocks = clpwl__live_blocks();
    clpwl_status status = clpwl_function_read_samples(&f, fuzz_file(data, size));
    if (status == CLPWL_OK)
        fuzz_use_function(f);
    else
        fuzz_refused(status);
    FUZZ_HOLDS(status == CLPWL_OK || !f);
    FUZZ_HOLDS(clpwl__live_blocks() == blocks);
    return 0;
}
