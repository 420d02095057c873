/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions: samples in files, formulas in x, names of the catalogue with parameters. */
#include <math.h>
#include <stdlib.h>
#include "fuzz.h"
#include "base/internal.h"

enum { DATA, FORMULA, NAME };

/* The first byte says what is wanted of a file. */
static clpwl_status read_data(clpwl_function **f, const uint8_t *data, size_t size)
{
    static const char *const columns[] = {NULL, "1,2", "x,y", "1,3,2", "r", "r,force", "2"};
    static const char *const sections[] = {NULL, NULL, "S", "kTRC"};
    clpwl_reading how = CLPWL_READING_INIT;
    const uint8_t wanted = size > 0 ? *data : 0;
    how.columns = columns[wanted % 7];
    how.section = sections[wanted / 7 % 4];
    how.between = (clpwl_between)(wanted / 28 % 5);
    return clpwl_function_read_data(f, fuzz_file(data + (size > 0), size - (size > 0)), &how);
}

/* It has values wherever it is asked, or says why it has none. */
static void try_as(int kind, const uint8_t *data, size_t size)
{
    clpwl_function *f = NULL;
    double a = 0, b = 0, y;
    const long blocks = clpwl__live_blocks();
    char *text = fuzz_text("", 0, data, size, 1);
    clpwl_status status = kind == DATA      ? read_data(&f, data, size)
                          : kind == FORMULA ? clpwl_function_from_formula(&f, text, NULL, 0)
                                            : clpwl_function_from_catalogue(&f, text);
    free(text);
    FUZZ_HOLDS((status == CLPWL_OK) == (f != NULL));
    if (!f)
        fuzz_refused(status);
    else
        clpwl_function_domain(f, &a, &b);
    FUZZ_HOLDS(a <= b);
    for (int i = 0; f && i <= 4; i++) {
        clpwl_status got = clpwl_function_value(f, a < b ? a + (b - a) * i / 4 : i - 1.5, &y);
        if (got == CLPWL_OK)
            FUZZ_HOLDS(isfinite(y));
        else
            fuzz_refused(got);
    }
    clpwl_function_free(f);
    FUZZ_HOLDS(clpwl__live_blocks() == blocks);
}

void fuzz_data(const uint8_t *data, size_t size)
{
    try_as(DATA, data, size);
}

void fuzz_formula(const uint8_t *data, size_t size)
{
    try_as(FORMULA, data, size);
}

void fuzz_function(const uint8_t *data, size_t size)
{
    try_as(NAME, data, size);
}
