/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flows: .flo, and KITTI's PNG where the build reads it. */
#include <math.h>
#include "flow/files.h"
#include "fuzz.h"

void fuzz_flow(const uint8_t *data, size_t size)
{
    flow_field f;
    if (flow_read(&f, fuzz_file(data, size)) != 0) {
        FUZZ_HOLDS(!f.at);
        return;
    }
    const flow_summary s = flow_summarize(&f);
    FUZZ_HOLDS(f.at && f.width > 0 && f.height > 0 && s.known >= 0 && s.known <= 1);
    FUZZ_HOLDS(isfinite(s.mean) && isfinite(s.largest) && s.mean <= s.largest * (1 + 1e-9));
    flow_field_free(&f);
}
