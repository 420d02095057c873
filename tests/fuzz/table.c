/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table files: as they are, and with the correct checksum. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "base/hash.h"
#include "base/internal.h"

static void use(clpwl_table *table)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    char *text = NULL;
    for (size_t i = 0; i < n; i++)
        FUZZ_HOLDS(knots[i] < knots[i + 1] && isfinite(clpwl_table_values(table)[i]));
    FUZZ_HOLDS(!(clpwl_table_measured(table).linf < 0 || clpwl_table_estimate(table).l1 < 0));
    (void)clpwl_table_value(table, knots[0]);
    (void)clpwl_table_value(table, 0.5 * knots[0] + 0.5 * knots[n]);
    (void)clpwl_table_value(table, INFINITY);
    clpwl_status status = clpwl_table_export(table, CLPWL_LANGUAGE_C, "f", &text);
    if (status != CLPWL_OK)
        fuzz_refused(status);
    clpwl_free(text);
    clpwl_table_free(table);
}

static void load(const char *path)
{
    clpwl_table *table = NULL;
    long blocks = clpwl__live_blocks();
    clpwl_status status = clpwl_table_load(&table, path);
    if (status == CLPWL_OK)
        use(table);
    else
        fuzz_refused(status);
    FUZZ_HOLDS(status == CLPWL_OK || !table);
    FUZZ_HOLDS(clpwl__live_blocks() == blocks);
}

void fuzz_table(const uint8_t *data, size_t size)
{
    load(fuzz_file(data, size));
    /* The bytes before the line of the checksum, or all. */
    static const char key[] = "\nchecksum ";
    char *text = fuzz_text("", 0, data, size, 40), *at = memmem(text, size, key, sizeof key - 1);
    size_t body = at ? (size_t)(at - text) + 1 : size;
    int more = sprintf(text + body, "checksum %016" PRIx64 "\n", clpwl__hash(CLPWL__HASH_START, text, body));
    load(fuzz_file(text, body + (size_t)more));
    free(text);
}
