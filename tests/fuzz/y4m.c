/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Video streams of clpwl-bgs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "common/y4m.h"

void fuzz_y4m(const uint8_t *data, size_t size)
{
    app_y4m y;
    unsigned char *rgb = NULL;
    int more = 1;
    FILE *f = fopen(fuzz_file(data, size), "rb");
    FUZZ_HOLDS(f);
    if (app_y4m_open(&y, f, "fuzz") == 0)
        for (long i = 0; more && app_y4m_read(&y, &rgb, i, &more) == 0; i++)
            ;
    free(rgb);
    FUZZ_HOLDS(y.room <= 2 * size + (1 << 17)); /* memory grows with the bytes */
    app_y4m_close(&y);
    fclose(f);
}
