/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images and buffers of 8 and 16 bits on every device, against the table and the host's emulation. */
#include "support/methods.h"
#include "support/tables.h"
#include "support/tolerance.h"

typedef struct stored {
    clpwl_context *context;
    clpwl_storage storage;
} stored;

/* The largest error of a filter whose weight has few bits. */
static double filter_error(const stored *s, const char *method, const clpwl_table *t)
{
    clpwl_sampler_info sampler;
    const double *values = clpwl_table_values(t);
    double step = 0;
    OK(clpwl_context_sampler(s->context, s->storage, &sampler));
    for (size_t i = 0; i < clpwl_table_segments(t); i++)
        step = fmax(step, fabs(values[i + 1] - values[i]));
    return strcmp(method, "image-linear") == 0 ? sampler.weight_error * step : 0;
}

/* The values are within the bound of the table. In the domain they are nearer to the host's
 * values, as host and device read the same stored values: within both bounds, less the part of
 * the storage. */
static void check_storage(clpwl_evaluator *e, const clpwl_table *const *t, size_t method,
                          void *user)
{
    const stored *s = user;
    const char *name = clpwl_method(method)->name;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.method = "host-scalar";
    o.storage = s->storage;
    ck_assert(clpwl_evaluator_storage(e) == s->storage);
    check_evaluator(e, *t, clpwl_storage_name(s->storage));
    clpwl_evaluator *host = try_evaluator(NULL, t, 1, &o);
    double plain = clpwl_table_executed_error(*t, NULL).linf;
    double storing = clpwl_evaluator_error(host).linf - plain;
    double bound = clpwl_evaluator_error(e).linf - storing + 2 * plain + filter_error(s, name, *t);
    line l = line_of(*t);
    size_t n;
    float *x = probes(&l, &n), *y = malloc(n * sizeof *y), *z = malloc(n * sizeof *z);
    OK(clpwl_eval(e, x, y, n));
    OK(clpwl_eval(host, x, z, n));
    for (size_t i = 0; i < n; i++)
        EXPECT(!(x[i] >= l.lo && x[i] <= l.hi) || fabs(y[i] - z[i]) <= bound,
               "%s, %s: v(%a) is %.9g, on the host %.9g", name, clpwl_storage_name(s->storage),
               x[i], y[i], z[i]);
    free(x);
    free(y);
    free(z);
    clpwl_evaluator_free(host);
}

static int is_on_device(size_t method, size_t turn)
{
    return reads_tables(method, turn) && !clpwl_method(method)->host;
}

START_TEST(codes_give_the_table)
{
    static const size_t sizes[] = {1, 33, 1000, 40000};
    stored s = {context_of((size_t)_i), 0};
    for (int kind = CLPWL_STORAGE_HALF; kind < CLPWL_STORAGE_ANY; kind++) {
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_sampler_info sampler;
        size_t created = 0;
        s.storage = o.storage = (clpwl_storage)kind;
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (int p = 0; p < 2; p++) {
                clpwl_extend extend = p ? CLPWL_EXTEND_MIRROR : CLPWL_EXTEND_ZERO;
                clpwl_table *t = make_table(-1, 3, sizes[k], (clpwl_partition)p, extend);
                created += with_each_method(s.context, (const clpwl_table *const *)&t, 1, &o,
                                            is_on_device, 0, check_storage, &s);
                clpwl_table_free(t);
            }
        OK(clpwl_context_sampler(s.context, s.storage, &sampler));
        ck_assert_msg(created > 0 || !sampler.channels, "%s never worked",
                      clpwl_storage_name(s.storage));
    }
    clpwl_context_free(s.context);
}
END_TEST

/* Each table alone gives the values that it gives beside others. */
static void check_several(clpwl_context *c, const clpwl_table *const *t, size_t count,
                          const clpwl_evaluator_options *o, const float *x, size_t n)
{
    clpwl_evaluator *e, *one;
    size_t lanes = count > 2 ? 4 : 2;
    clpwl_status status = clpwl_evaluator_create_vector(&e, c, t, count, o);
    if (status == CLPWL_ERR_UNSUPPORTED && strcmp(o->method, "buffer") != 0)
        return;
    OK(status);
    float *y = malloc(lanes * n * sizeof *y), *alone = malloc(n * sizeof *alone);
    OK(clpwl_eval(e, x, y, n));
    for (size_t k = 0; k < count; k++) {
        OK(clpwl_evaluator_create(&one, c, t[k], o));
        OK(clpwl_eval(one, x, alone, n));
        for (size_t i = 0; i < n; i++) /* read in other channels, by the same arithmetic */
            ck_assert_double_le(fabs(y[lanes * i + k] - alone[i]), 4 * EPS * fabs(alone[i]) + EPS);
        clpwl_evaluator_free(one);
    }
    free(alone);
    free(y);
    clpwl_evaluator_free(e);
}

START_TEST(each_of_several_tables_has_its_own_scale)
{
    enum { M = 500 };
    static float x[M];
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
    for (int kind = CLPWL_STORAGE_HALF; kind < CLPWL_STORAGE_ANY; kind++)
        for (size_t m = 0; m < 2; m++)
            for (size_t count = 2; count <= 3; count++) {
                clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
                o.method = m ? "buffer" : "image-linear";
                o.storage = (clpwl_storage)kind;
                check_several(c, (const clpwl_table *const *)t + 3 - count, count, &o, x, M);
            }
    for (int k = 0; k < 3; k++)
        clpwl_table_free(t[k]);
    clpwl_context_free(c);
}
END_TEST

/* A table in a storage. */
static clpwl_table *make_stored(clpwl_partition partition, clpwl_storage storage, int wave)
{
    clpwl_table *plain = make_wave(0, 1, 40, partition, CLPWL_EXTEND_CLAMP, wave), *t;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    spec.knots = clpwl_table_knots(plain);
    spec.values = clpwl_table_values(plain);
    spec.segments = 40;
    spec.partition = partition;
    spec.storage = storage;
    OK(clpwl_table_create(&t, &spec));
    clpwl_table_free(plain);
    return t;
}

/* Values by default, and the storage by which they are. */
static clpwl_storage eval_default(clpwl_context *c, const clpwl_table *const *t, size_t count,
                                  clpwl_storage storage, const float *x, float *y, size_t n)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    o.method = "buffer";
    o.storage = storage;
    if (count > 1)
        OK(clpwl_evaluator_create_vector(&e, c, t, count, &o));
    else
        OK(clpwl_evaluator_create(&e, c, *t, &o));
    OK(clpwl_eval(e, x, y, n));
    clpwl_storage used = clpwl_evaluator_storage(e);
    clpwl_evaluator_free(e);
    return used;
}

START_TEST(the_default_is_the_storage_of_the_tables)
{
    enum { M = 200 };
    clpwl_context *c = context_of((size_t)_i);
    clpwl_evaluator *e;
    float x[M], y[2 * M], named[2 * M];
    for (int i = 0; i < M; i++)
        x[i] = (float)i / (M - 10);
    for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_ANY; kind++) {
        clpwl_storage storage = (clpwl_storage)kind;
        clpwl_storage other = kind == CLPWL_STORAGE_HALF ? CLPWL_STORAGE_UNORM8 : CLPWL_STORAGE_HALF;
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_table *t[] = {make_stored(CLPWL_PARTITION_OPTIMIZED, storage, 0),
                            make_stored(CLPWL_PARTITION_OPTIMIZED, storage, 1),
                            make_stored(CLPWL_PARTITION_OPTIMIZED, other, 1)};
        const clpwl_table *same[] = {t[0], t[1]}, *differ[] = {t[0], t[2]};
        ck_assert_int_eq(eval_default(c, same, 1, CLPWL_STORAGE_DEFAULT, x, y, M), storage);
        ck_assert_int_eq(eval_default(c, same, 1, storage, x, named, M), storage);
        ck_assert(memcmp(y, named, M * sizeof *y) == 0);
        ck_assert_int_eq(eval_default(c, same, 2, CLPWL_STORAGE_DEFAULT, x, y, M), storage);
        ck_assert_int_eq(eval_default(c, same, 2, storage, x, named, M), storage);
        ck_assert(memcmp(y, named, sizeof y) == 0);
        ck_assert_int_eq(eval_default(c, differ, 2, CLPWL_STORAGE_DEFAULT, x, y, M), CLPWL_STORAGE_FLOAT32);
        o.method = "cell"; /* which reads floats alone */
        if (kind == CLPWL_STORAGE_FLOAT32)
            OK(clpwl_evaluator_create(&e, c, t[0], &o));
        else
            FAILS(CLPWL_ERR_UNSUPPORTED, "or the storage float32", clpwl_evaluator_create(&e, c, t[0], &o));
        clpwl_evaluator_free(e);
        o.storage = CLPWL_STORAGE_FLOAT32;
        OK(clpwl_evaluator_create(&e, c, t[0], &o));
        clpwl_evaluator_free(e);
        for (int k = 0; k < 3; k++)
            clpwl_table_free(t[k]);
    }
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
    tcase_add_loop_test(t, codes_give_the_table, 0, count);
    tcase_add_loop_test(t, each_of_several_tables_has_its_own_scale, 0, count);
    tcase_add_loop_test(t, the_default_is_the_storage_of_the_tables, 0, count);
    suite_add_tcase(s, t);
    return s;
}
