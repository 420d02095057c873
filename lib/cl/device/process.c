/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cl/device/process.h"
#include <stdatomic.h>
#include <unistd.h>

/* The process that first used OpenCL; 0: none. A child has no other way to know. */
static atomic_long first_process;

clpwl_status clpwl__process_check(void)
{
    clpwl_status status = CLPWL_OK;
    long first = 0, here = (long)getpid();
    CHECK(atomic_compare_exchange_strong(&first_process, &first, here) || first == here,
          CLPWL_ERR_UNSUPPORTED,
          "OpenCL was used by process %ld and does not survive its fork(): fork before the "
          "first use, or exec", first);
done:
    return status;
}
