/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means of a line profile over the pixels of a detector: differences of an integral. */
#include <clpwl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { PIXELS = 12 };
    float edge[PIXELS + 1], sum[PIXELS + 1];
    double worst = 0;
    clpwl_function *f = NULL;
    clpwl_table *table = NULL;
    clpwl_evaluator *evaluator = NULL;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;

    wish.a = -6;
    wish.b = 6;
    wish.max_error = 1e-5;
    wish.norm = CLPWL_NORM_L1; /* which bounds every integral within [a,b] */
    how.quantity = CLPWL_QUANTITY_INTEGRAL;
    for (int i = 0; i <= PIXELS; i++)
        edge[i] = (float)(i - PIXELS / 2);
    int failed = clpwl_function_from_formula(&f, "1/(1+x^2)", NULL, 0) ||
                 clpwl_design(&table, f, &wish) ||
                 clpwl_evaluator_create(&evaluator, NULL, table, &how) || /* NULL: the host */
                 clpwl_eval(evaluator, edge, sum, PIXELS + 1);
    if (failed)
        fprintf(stderr, "integral: %s\n", clpwl_last_message());
    for (int i = 0; i < PIXELS && !failed; i++) {
        double exact = atan(edge[i + 1]) - atan(edge[i]);
        worst = fmax(worst, fabs(sum[i + 1] - sum[i] - exact));
        printf("pixel %2d: mean %.5f\n", i, (sum[i + 1] - sum[i]) / (edge[i + 1] - edge[i]));
    }
    if (!failed)
        printf("worst error: %.3g, of at most 1e-5\n", worst);

    clpwl_evaluator_free(evaluator);
    clpwl_table_free(table);
    clpwl_function_free(f);
    return failed || worst > 1e-5 ? EXIT_FAILURE : EXIT_SUCCESS;
}
