/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes two keys of the library's cache and reads one. The exit status is 1 if a value is not the one
 * that was written. */
#include "base/cache.h"

int main(void)
{
    static const double probe[] = {8, 0.5, 1.0 / 3}, timing[] = {1e-9, 42};
    double back[4];
    clpwl__cache_write(NULL, "a device", "sampler", probe, 3);
    clpwl__cache_write(NULL, "a device", "linear", timing, 2);
    size_t n = clpwl__cache_read(NULL, "a device", "sampler", back, 4);
    return n != 0 && (n != 3 || back[0] != probe[0] || back[2] != probe[2]);
}
