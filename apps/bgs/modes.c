/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the samples of the background have two far values: what passes again and again was learned. */
#include "inside.h"

/* The lesser mode has two samples at least: one is chance. A mode is narrow, as the values of a part and of
 * a floor are; those of leaves are not. At most so many pixels of a grid are looked at. */
enum { LEAST_OF_MODE = 2, FAR = 64 /* levels */, WIDE_OF_FAR = 4, MOST_PIXELS = 1 << 16 };

static int compare_bytes(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

/* The number of values in the brighter mode, if the largest gap between values parts two narrow modes; or 0.
 * Sorts. */
static long count_bright(unsigned char *values, long count)
{
    long widest = 0;
    int gap = 0;
    qsort(values, (size_t)count, 1, compare_bytes);
    for (long i = 1; i < count; i++)
        if (values[i] - values[i - 1] > gap) {
            gap = values[i] - values[i - 1];
            widest = i;
        }
    const int is_far = gap >= FAR && widest >= LEAST_OF_MODE && count - widest >= LEAST_OF_MODE &&
                       (values[widest - 1] - values[0]) * WIDE_OF_FAR <= gap &&
                       (values[count - 1] - values[widest]) * WIDE_OF_FAR <= gap;
    return is_far ? count - widest : 0;
}

int bgs_model_two_modes(bgs_model *m, double *share)
{
    int code = 0;
    const long count = m->taken < m->o.samples ? m->taken : m->o.samples;
    const size_t pixels = (size_t)m->layout.width * (size_t)m->layout.height;
    const size_t step = 1 + pixels / MOST_PIXELS, rows = (pixels + step - 1) / step;
    unsigned char *values = NULL;
    double found = 0, sum = 0, squares = 0;
    *share = 0;
    if (!m->samples || count < 2 * LEAST_OF_MODE)
        goto done;
    values = malloc(rows * (size_t)count);
    CHECK(values, "out of memory: the samples of %zu pixels", rows);
    for (long i = 0; i < count; i++) {
        TRY(bgs_plane_transfer(m, m->samples, (size_t)i, 4, m->host_sample, 0));
        for (size_t k = 0; k < rows; k++) {
            const unsigned char *c = m->host_sample + 4 * k * step;
            values[k * (size_t)count + (size_t)i] = (unsigned char)((c[0] + c[1] + c[2]) / 3);
        }
    }
    for (size_t k = 0; k < rows; k++) {
        const double bright = (double)count_bright(values + k * (size_t)count, count);
        found += bright > 0;
        sum += bright;
        squares += bright * bright;
    }
    /* Where parts pass, each pixel is covered as often as the others: the numbers of bright samples vary less
     * than by chance (.15 times on a belt). Beside a tree that sways they are all from 0 to `count` (1.6 to
     * 4.4). */
    if (found * squares - sum * sum < sum * (found - sum / (double)count))
        *share = found / (double)rows;
done:
    free(values);
    return code;
}
