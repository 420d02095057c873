/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <clpwl.h>
#include <stdio.h>

int main(void)
{
    clpwl_function *j0 = NULL;
    clpwl_table *table = NULL;
    clpwl_context *device = NULL;
    clpwl_evaluator *evaluator = NULL;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    float x[] = { 0.0f, 2.404826f, 10.0f }, y[3];

    wish.max_error = 1e-4;
    int failed = clpwl_function_from_catalogue(&j0, "bessel_j0") ||
                 clpwl_design(&table, j0, &wish) ||
                 clpwl_context_create(&device, NULL) ||
                 clpwl_evaluator_create(&evaluator, device, table, NULL) ||
                 clpwl_eval(evaluator, x, y, 3);
    if (failed)
        fprintf(stderr, "%s\n", clpwl_last_message());
    for (int i = 0; i < 3 && !failed; i++)
        printf("J0(%g) = %.4f\n", x[i], y[i]);

    clpwl_evaluator_free(evaluator);
    clpwl_context_free(device);
    clpwl_table_free(table);
    clpwl_function_free(j0);
    return failed;
}
