/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images of 16 bits on every device, against the table and the host's emulation. */
#include "support/suite.h"
#include "support/table_reference.h"
#include "support/tables.h"

static clpwl_evaluator *stored(clpwl_context *c, const clpwl_table *t, const char *method,
                               clpwl_storage storage)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    options.method = method;
    options.storage = storage;
    clpwl_status status = clpwl_evaluator_create(&e, c, t, &options);
    ck_assert_msg(status == CLPWL_OK || status == CLPWL_ERR_UNSUPPORTED, "%s, %s: %s", method,
                  clpwl_storage_name(storage), clpwl_last_message());
    ck_assert(!e || clpwl_evaluator_storage(e) == storage);
    return e;
}

/* What a filter's few bits of weight do at most. */
static double filters_part(clpwl_context *c, const char *method, const clpwl_table *t,
                           clpwl_storage storage)
{
    clpwl_sampler_info sampler;
    const double *values = clpwl_table_values(t);
    double step = 0;
    OK(clpwl_context_sampler(c, storage, &sampler));
    for (size_t i = 0; i < clpwl_table_segments(t); i++)
        step = fmax(step, fabs(values[i + 1] - values[i]));
    return strcmp(method, "image-linear") == 0 ? sampler.weight_error * step : 0;
}

/* The table within the bound; and, much closer, what the host makes of the stored values,
 * which it is to know exactly: the bounds of both, less what storing adds to both. */
static void try_storage(clpwl_context *c, const char *method, const clpwl_table *t,
                        clpwl_storage storage, int *worked)
{
    static float x[ARGUMENTS], y[ARGUMENTS], z[ARGUMENTS];
    clpwl_evaluator *e = stored(c, t, method, storage);
    clpwl_evaluator *host = stored(NULL, t, "host-scalar", storage);
    double slope = largest_slope(t), plain = clpwl_table_executed_error(t, NULL).linf;
    if (e) {
        compare(e, t, clpwl_storage_name(storage));
        size_t n = arguments(t, x, ARGUMENTS);
        double storing = clpwl_evaluator_error(host).linf - plain;
        double bound = clpwl_evaluator_error(e).linf - storing + 2 * plain +
                       filters_part(c, method, t, storage);
        OK(clpwl_eval(e, x, y, n));
        OK(clpwl_eval(host, x, z, n));
        for (size_t i = 0; i < n; i++) {
            long double slack;
            (void)reference(t, x[i], &slack);
            ck_assert_msg((isnan(y[i]) && isnan(z[i])) ||
                              fabs(y[i] - z[i]) <= bound + 2 * slope * (double)slack,
                          "%s, %s: v(%a) is %.9g, on the host %.9g", method,
                          clpwl_storage_name(storage), x[i], y[i], z[i]);
        }
        ++*worked;
    }
    clpwl_evaluator_free(host);
    clpwl_evaluator_free(e);
}

START_TEST(images_of_sixteen_bits_give_the_table)
{
    static const size_t sizes[] = {1, 33, 1000, 40000};
    clpwl_context *c = context_of((size_t)_i);
    for (int kind = CLPWL_STORAGE_HALF; kind < CLPWL_STORAGE_ANY; kind++) {
        clpwl_sampler_info sampler;
        int worked = 0;
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (int p = 0; p < 2; p++) {
                clpwl_extend extend = p ? CLPWL_EXTEND_MIRROR : CLPWL_EXTEND_ZERO;
                clpwl_table *t = make_table(-1, 3, sizes[k], (clpwl_partition)p, extend);
                try_storage(c, "image-linear", t, (clpwl_storage)kind, &worked);
                try_storage(c, "image-manual", t, (clpwl_storage)kind, &worked);
                clpwl_table_free(t);
            }
        OK(clpwl_context_sampler(c, (clpwl_storage)kind, &sampler));
        ck_assert_msg(worked > 0 || !sampler.channels, "%s never worked",
                      clpwl_storage_name((clpwl_storage)kind));
    }
    clpwl_context_free(c);
}
END_TEST

START_TEST(each_of_several_tables_has_its_own_scale)
{
    enum { M = 500 };
    static float x[M], y[4 * M], alone[M];
    clpwl_context *c = context_of((size_t)_i);
    clpwl_table *t[3] = {make_wave(0, 1, 40, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP, 0),
                         make_wave(0, 1, 40, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP, 1), NULL};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    double values[41];
    for (int i = 0; i <= 40; i++)
        values[i] = 1e6 + 1e4 * i;
    spec.knots = clpwl_table_knots(t[0]);
    spec.values = values;
    spec.segments = 40;
    spec.measured = (clpwl_error){0, 0, 0};
    OK(clpwl_table_create(&t[2], &spec));
    for (int i = 0; i < M; i++)
        x[i] = (float)i / M;
    for (int kind = CLPWL_STORAGE_HALF; kind < CLPWL_STORAGE_ANY; kind++) {
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *e, *one;
        o.method = "image-linear";
        o.storage = (clpwl_storage)kind;
        clpwl_status status =
            clpwl_evaluator_create_vector(&e, c, (const clpwl_table *const *)t, 3, &o);
        if (status == CLPWL_ERR_UNSUPPORTED)
            continue;
        OK(status);
        OK(clpwl_eval(e, x, y, M));
        for (int k = 0; k < 3; k++) {
            OK(clpwl_evaluator_create(&one, c, t[k], &o));
            OK(clpwl_eval(one, x, alone, M));
            for (int i = 0; i < M; i++) /* read in other channels, by the same arithmetic */
                ck_assert_double_le(fabs(y[4 * i + k] - alone[i]), 4 * EPS * fabs(alone[i]) + EPS);
            clpwl_evaluator_free(one);
        }
        clpwl_evaluator_free(e);
    }
    for (int k = 0; k < 3; k++)
        clpwl_table_free(t[k]);
    clpwl_context_free(c);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("storage on devices");
    TCase *t = tcase_create("devices");
    int count = (int)count_devices();
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, images_of_sixteen_bits_give_the_table, 0, count);
    tcase_add_loop_test(t, each_of_several_tables_has_its_own_scale, 0, count);
    suite_add_tcase(s, t);
    return s;
}
