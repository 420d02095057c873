/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus --dp: compares refined knots with the asymptotic ones of the paper, and for few segments
 * with the global optimum; and with single figures from the literature.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "corpus.h"

static double error(const char *name, double a, double b, size_t segments, clpwl_norm norm,
                    clpwl_partition partition, clpwl_fit fit, clpwl_effort effort)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.a = a;
    o.b = b;
    o.segments = segments;
    o.norm = norm;
    o.partition = partition;
    o.fit = fit;
    o.effort = effort;
    clpwl_table *table = table_of(name, &o);
    clpwl_error e = clpwl_table_measured(table);
    clpwl_table_free(table);
    return clpwl_error_in(&e, norm);
}

static int against_the_paper(void)
{
    static const struct {
        const char *name;
        double b;
    } rows[] = {{"gaussian", 8}, {"lorentzian", 20}, {"bessel_j0", 20}};
    static const clpwl_fit fits[] = {CLPWL_FIT_INTERPOLANT, CLPWL_FIT_PROJECTION};
    static const size_t sizes[] = {15, 31, 63, 127, 255, 511};
    int wrong = 0;
    printf("function\tfit\tsegments\tpaper\trefined\toptimal\n");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < 6; j++) {
                double e[3] = {NAN, NAN, NAN};
                for (int effort = 0; effort < (sizes[j] <= 31 ? 3 : 2); effort++)
                    e[effort] = error(rows[i].name, 0, rows[i].b, sizes[j], CLPWL_NORM_L2,
                                      CLPWL_PARTITION_OPTIMIZED, fits[k], (clpwl_effort)effort);
                printf("%s\t%s\t%zu\t%.6g\t%.6g\t%.6g\n", rows[i].name, clpwl_fit_name(fits[k]),
                       sizes[j], e[0], e[1], e[2]);
                fflush(stdout);
                wrong += e[1] > e[0] || e[1] > 1.01 * e[2];
            }
    return wrong;
}

static int single_figures(void)
{
    static const struct {
        const char *name;
        double a, b;
        size_t segments;
        double most; /* mean squared error */
    } rows[] = {
        {"gelu", -4, 4, 8, 1.3e-5},
        {"gelu", -4, 4, 16, 8.5e-7},
        /* The least of any 16 lines, continuous or not, is 2.11120e-7, by a search over their
         * ends in long double. */
        {"exp", -8, 0, 16, 2.1115e-7},
    };
    int wrong = 0;
    printf("# function\tsegments\tmean squared error\twanted\n");
    for (int i = 0; i < 3; i++) {
        double e = error(rows[i].name, rows[i].a, rows[i].b, rows[i].segments, CLPWL_NORM_L2,
                         CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_PROJECTION, CLPWL_EFFORT_OPTIMAL);
        double mean = e * e / (rows[i].b - rows[i].a);
        printf("# %s\t%zu\t%.5g\t%.5g\n", rows[i].name, rows[i].segments, mean, rows[i].most);
        wrong += mean > rows[i].most;
    }
    double uniform = error("sqrt", 0, 1, 64, CLPWL_NORM_LINF, CLPWL_PARTITION_UNIFORM,
                           CLPWL_FIT_INTERPOLANT,
                           CLPWL_EFFORT_ASYMPTOTIC);
    for (int effort = 0; effort < 2; effort++) {
        double e = error("sqrt", 0, 1, 64, CLPWL_NORM_LINF, CLPWL_PARTITION_OPTIMIZED,
                         CLPWL_FIT_INTERPOLANT,
                         (clpwl_effort)effort);
        printf("# sqrt, 64 segments, max error: uniform %.4g, %s %.4g, %.4g times less\n", uniform,
               clpwl_effort_name((clpwl_effort)effort), e, uniform / e);
        wrong += uniform < 100 * e;
    }
    return wrong;
}

int corpus_dp(void)
{
    int wrong = against_the_paper() + single_figures();
    printf("# violations: %d\n", wrong);
    return EXIT_SUCCESS;
}
