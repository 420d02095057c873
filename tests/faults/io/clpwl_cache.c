/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl_cache ROUNDS: reads a key of the library's cache and writes two, ROUNDS times. The exit
 * status is 1 if a value is not the one that was written. */
#include <stdio.h>
#include <stdlib.h>
#include "base/cache.h"

int main(int argc, char **argv)
{
    static const double probe[] = {8, 0.5, 1.0 / 3}, timing[] = {1e-9, 42};
    double back[4];
    for (long rounds = argc > 1 ? atol(argv[1]) : 1; rounds > 0; rounds--) {
        size_t n = clpwl__cache_read(NULL, "a device", "sampler", back, 4);
        if (n != 0 && (n != 3 || back[0] != probe[0] || back[2] != probe[2])) {
            fprintf(stderr, "clpwl_cache: %zu numbers were read, 3 were kept\n", n);
            return 1;
        }
        clpwl__cache_write(NULL, "a device", "sampler", probe, 3);
        clpwl__cache_write(NULL, "a device", "linear", timing, 2);
    }
    return 0;
}
