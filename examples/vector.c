/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A vector of tables: one look-up gives the cosine and the sine of a phase. */
#include <clpwl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { COUNT = 1000 };
    static const char *const formulas[] = { "cos(2*pi*x)", "sin(2*pi*x)" };
    static float phase[COUNT], wave[COUNT][2];
    double worst = 0;
    clpwl_function *f[2] = { NULL, NULL };
    clpwl_table *table[2] = { NULL, NULL };
    clpwl_context *device = NULL;
    clpwl_evaluator *evaluator = NULL;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    int failed = 0;

    wish.b = 1;
    wish.segments = 1024; /* of equal length: both tables have the same knots */
    wish.extend = CLPWL_EXTEND_REPEAT;
    for (int i = 0; i < 2 && !failed; i++)
        failed = clpwl_function_from_formula(&f[i], formulas[i], NULL, 0) ||
                 clpwl_design(&table[i], f[i], &wish);
    for (int i = 0; i < COUNT; i++)
        phase[i] = 3 * (float)i / COUNT;
    failed = failed || clpwl_context_create(&device, NULL) ||
             clpwl_evaluator_create_vector(&evaluator, device,
                                           (const clpwl_table *const *)table, 2, NULL) ||
             clpwl_eval(evaluator, phase, wave[0], COUNT);
    if (failed)
        fprintf(stderr, "vector: %s\n", clpwl_last_message());
    for (int i = 0; i < COUNT && !failed; i++)
        worst = fmax(worst, hypot(wave[i][0] - cos(6.283185307179586 * phase[i]),
                                  wave[i][1] - sin(6.283185307179586 * phase[i])));
    if (!failed)
        printf("worst error: %.3g, of at most %.3g\n", worst,
               sqrt(2) * clpwl_evaluator_error(evaluator).linf);

    clpwl_evaluator_free(evaluator);
    clpwl_context_free(device);
    for (int i = 0; i < 2; i++)
        clpwl_table_free(table[i]), clpwl_function_free(f[i]);
    return failed || worst > 1e-5 ? EXIT_FAILURE : EXIT_SUCCESS;
}
