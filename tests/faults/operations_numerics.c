/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations on the host that a design does not use, or not alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clpwl.h"
#include "operations.h"

enum { SEGMENTS = 5, LANGUAGES = 4 };

/* e^x on [0, 1] with 5 segments, and the function. */
static clpwl_status make_exp(clpwl_function **f, clpwl_table **v, clpwl_shaper shaper)
{
    clpwl_design_options options = CLPWL_DESIGN_INIT;
    options.segments = SEGMENTS;
    options.shaper = shaper;
    options.a = shaper ? 1 : 0;
    options.b = shaper ? 3 : 1;
    clpwl_status status = clpwl_function_from_catalogue(f, "exp");
    return status == CLPWL_OK ? clpwl_design(v, *f, &options) : status;
}

/* Points, and the same points from a file. */
static clpwl_status weights(trial *t)
{
    static const double x[] = {0, 1, 2}, y[] = {1, 3, 0};
    char path[512];
    clpwl_function *w[2] = {NULL, NULL};
    double value = NAN;
    snprintf(path, sizeof path, "%s/weight.csv", t->folder);
    FILE *file = fopen(path, "w");
    if (!file || fputs("0,1\n1,3\n2,0\n", file) < 0 || fclose(file) != 0)
        return CLPWL_ERR_IO;
    clpwl_status status = clpwl_function_from_points(&w[0], NULL, x, y, 3);
    if (status == CLPWL_OK)
        status = clpwl_function_read_weight(&w[1], path);
    for (int i = 0; status == CLPWL_OK && i < 2; i++) {
        t->wrong |= clpwl_function_value(w[i], 0.5, &value) || value != 2;
        t->wrong |= clpwl_function_value(w[i], 2.5, &value) || value != 0;
    }
    clpwl_function_free(w[0]);
    clpwl_function_free(w[1]);
    remove(path);
    return status;
}

static double kinked(double x, void *user)
{
    (void)user;
    return fabs(x - 0.25);
}

static double noisy(double x, void *user)
{
    (void)user;
    return x + 1e-6 * sin(1e9 * x); /* too fast for samples */
}

static clpwl_status look_at(trial *t)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f = NULL, *g = NULL;
    clpwl_kink kinks[2];
    size_t count = 0;
    double sigma = 0;
    spec.f = noisy;
    clpwl_status status = clpwl_function_create(&f, &spec);
    if (status == CLPWL_OK)
        status = clpwl_function_noise(f, -1, 1, &sigma);
    if (status == CLPWL_OK) /* the sine's deviation is 7e-7 */
        t->wrong |= !(sigma > 3e-7 && sigma < 2e-6);
    spec.f = kinked;
    if (status == CLPWL_OK)
        status = clpwl_function_create(&g, &spec);
    if (status == CLPWL_OK)
        status = clpwl_function_find_kinks(g, -1, 1, kinks, 2, &count);
    if (status == CLPWL_OK)
        t->wrong |= count != 1 || kinks[0].x != 0.25;
    clpwl_function_free(f);
    clpwl_function_free(g);
    return status;
}

static clpwl_status export_it(trial *t)
{
    char *text = NULL;
    clpwl_status status = clpwl_table_export(t->table, (clpwl_language)t->variant, "wave", &text);
    t->wrong |= status == CLPWL_OK ? !text || !strstr(text, "float wave(float ") : text != NULL;
    t->wrong |= clpwl_language_name((clpwl_language)LANGUAGES) != NULL;
    clpwl_free(text);
    text = NULL;
    if (status == CLPWL_OK && t->variant != CLPWL_LANGUAGE_GLSL) { /* which has no codes */
        status = clpwl_table_export_stored(t->table, (clpwl_language)t->variant,
                                           CLPWL_STORAGE_UNORM8, "wave", &text);
        t->wrong |= status == CLPWL_OK ? !text || !strstr(text, "wave_codes") : text != NULL;
        clpwl_free(text);
    }
    return status;
}

/* The measured errors of a design, measured again, and with the weight 1. */
static clpwl_status measure(trial *t)
{
    clpwl_function *f = NULL;
    clpwl_table *v = NULL;
    clpwl_weight one = CLPWL_WEIGHT_INIT;
    clpwl_error e[5];
    clpwl_status status = make_exp(&f, &v, CLPWL_SHAPER_NONE);
    if (status == CLPWL_OK)
        status = clpwl_error_estimate(f, NULL, 0, 1, SEGMENTS, CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_L2,
                                      CLPWL_FIT_INTERPOLANT, &e[0]);
    if (status == CLPWL_OK)
        status = clpwl_error_estimate(f, &one, 0, 1, SEGMENTS, CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_L2,
                                               CLPWL_FIT_INTERPOLANT, &e[1]);
    if (status == CLPWL_OK)
        status = clpwl_error_measure(f, NULL, clpwl_table_knots(v), clpwl_table_values(v), SEGMENTS,
                                     &e[2]);
    if (status == CLPWL_OK)
        status = clpwl_error_measure(f, &one, clpwl_table_knots(v), clpwl_table_values(v),
                                              SEGMENTS, &e[3]);
    if (status == CLPWL_OK)
        status = clpwl_error_executed(f, &one, v, NULL, &e[4]);
    if (status == CLPWL_OK) {
        double linf = clpwl_table_measured(v).linf;
        t->wrong |= fabs(e[0].l2 - e[1].l2) > 1e-6 * e[0].l2;
        /* The tolerance of maxima is 1e-6 of them, far above the rounding of double. */
        t->wrong |= fabs(e[2].linf - linf) > 1e-6 * linf || fabs(e[3].linf - linf) > 1e-6 * linf;
        t->wrong |= !(e[4].linf >= linf);
    }
    clpwl_table_free(v);
    clpwl_function_free(f);
    return status;
}

/* Knots and values by separate calls. A refinement never makes the error larger. */
static clpwl_status knots_and_values(trial *t)
{
    clpwl_function *f = NULL;
    double knots[SEGMENTS + 1], values[SEGMENTS + 1];
    clpwl_error first, last;
    clpwl_status status = clpwl_function_from_catalogue(&f, "exp");
    if (status == CLPWL_OK)
        status = clpwl_partition_optimized(f, 0, 1, SEGMENTS, CLPWL_NORM_L2, knots);
    if (status == CLPWL_OK)
        status = clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, knots, SEGMENTS, values);
    if (status == CLPWL_OK)
        status = clpwl_error_measure(f, NULL, knots, values, SEGMENTS, &first);
    if (status == CLPWL_OK)
        status = clpwl_refine_knots(f, NULL, CLPWL_NORM_L2, CLPWL_FIT_PROJECTION, CLPWL_EFFORT_REFINED, knots,
                                    SEGMENTS, NULL, NULL);
    if (status == CLPWL_OK)
        status = clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, knots, SEGMENTS, values);
    if (status == CLPWL_OK)
        status = clpwl_error_measure(f, NULL, knots, values, SEGMENTS, &last);
    if (status == CLPWL_OK)
        t->wrong |= !(last.l2 <= first.l2 * (1 + 1e-9)) || knots[0] != 0 || knots[SEGMENTS] != 1;
    clpwl_function_free(f);
    return status;
}

static clpwl_status invert(trial *t)
{
    clpwl_function *f = NULL;
    clpwl_table *v = NULL, *inverse = NULL;
    clpwl_status status = make_exp(&f, &v, CLPWL_SHAPER_NONE);
    if (status == CLPWL_OK)
        status = clpwl_table_inverse(&inverse, v, CLPWL_EXTEND_NAN);
    for (int i = 0; status == CLPWL_OK && i <= 10; i++) {
        double x = i / 10.0;
        t->wrong |= fabs(clpwl_table_value(inverse, clpwl_table_value(v, x)) - x) > 1e-12;
    }
    t->wrong |= status != CLPWL_OK && inverse != NULL;
    clpwl_table_free(inverse);
    clpwl_table_free(v);
    clpwl_function_free(f);
    return status;
}

static clpwl_status design_with_a_shaper(trial *t)
{
    clpwl_function *f = NULL;
    clpwl_table *v = NULL;
    clpwl_status status = make_exp(&f, &v, CLPWL_SHAPER_LOG2);
    for (int i = 0; status == CLPWL_OK && i <= 10; i++) {
        double x = 1 + i / 5.0;
        t->wrong |= !(fabs(clpwl_table_value(v, x) - exp(x)) <=
                      1.001 * clpwl_table_measured(v).linf + 1e-12);
    }
    clpwl_table_free(v);
    clpwl_function_free(f);
    return status;
}

static double bend(double x, void *user)
{
    (void)user;
    return exp(-x) + fabs(x - 1);
}

/* Refined knots, with values of each storage. */
static clpwl_status design_for_a_storage(trial *t)
{
    clpwl_function *f = NULL;
    clpwl_table *v = NULL;
    clpwl_design_options options = CLPWL_DESIGN_INIT;
    clpwl_execution execution = CLPWL_EXECUTION_INIT;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    spec.f = bend;
    spec.smooth = 1;
    spec.a = 0;
    spec.b = 4;
    clpwl_status status = clpwl_function_create(&f, &spec);
    execution.storage = (clpwl_storage)(CLPWL_STORAGE_HALF + t->variant);
    options.execution = &execution;
    options.segments = 6;
    options.partition = CLPWL_PARTITION_OPTIMIZED;
    options.effort = CLPWL_EFFORT_REFINED;
    if (status == CLPWL_OK)
        status = clpwl_design(&v, f, &options);
    for (int i = 0; status == CLPWL_OK && i <= 10; i++)
        t->wrong |= !(fabs(clpwl_table_value(v, 0.4 * i) - bend(0.4 * i, NULL)) <=
                      1.001 * clpwl_table_measured(v).linf + 1e-12);
    t->wrong |= status != CLPWL_OK && v != NULL;
    clpwl_table_free(v);
    clpwl_function_free(f);
    return status;
}

const operation numeric_operations[] = {{"weights", weights, 0, 0},
                                        {"kinks and noise", look_at, 0, 0},
                                        {"export", export_it, LANGUAGES, 0},
                                        {"measure errors", measure, 0, 0},
                                        {"knots and values", knots_and_values, 0, 0},
                                        {"invert", invert, 0, 0},
                                        {"design with a shaper", design_with_a_shaper, 0, 0},
                                        {"design for a storage", design_for_a_storage,
                                         CLPWL_STORAGE_ANY - CLPWL_STORAGE_HALF, 0},
                                        {NULL, NULL, 0, 0}};
