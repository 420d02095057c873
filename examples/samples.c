/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples FILE: a table of a measured curve, whose noise is removed first. */
#include <clpwl.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    clpwl_function *measured = NULL, *smooth = NULL;
    clpwl_table *table = NULL;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    double noise = 0, a, b;

    if (argc != 2)
        return fprintf(stderr, "Usage: samples FILE\n"), EXIT_FAILURE;
    wish.max_error = 5e-3;
    wish.partition = CLPWL_PARTITION_OPTIMIZED;
    wish.effort = CLPWL_EFFORT_REFINED;
    wish.fit = CLPWL_FIT_MINIMAX;
    int failed = clpwl_function_read_samples(&measured, argv[1]) ||
                 clpwl_function_noise(measured, 0, 0, &noise) ||
                 (noise > 0 && clpwl_function_smoothed(&smooth, measured, noise)) ||
                 clpwl_design(&table, smooth ? smooth : measured, &wish);
    if (failed) {
        fprintf(stderr, "samples: %s\n", clpwl_last_message());
    } else {
        clpwl_table_domain(table, &a, &b);
        printf("noise: %.3g\nsegments: %zu on [%g, %g]\nmeasured error: %.3g\n", noise,
               clpwl_table_segments(table), a, b, clpwl_table_measured(table).linf);
    }

    clpwl_table_free(table);
    clpwl_function_free(smooth);
    clpwl_function_free(measured);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
