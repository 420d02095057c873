/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fractions of progress never fall, and end at 1, in each function that reports them. A cancel ends
 * a design. */
#include "support/suite.h"

typedef struct watched {
    double last;
    int calls;
} watched;

static int watch(double fraction, void *user)
{
    watched *w = user;
    ck_assert_double_ge(fraction, w->last);
    ck_assert_double_le(fraction, 1);
    w->last = fraction;
    w->calls++;
    return 0;
}

static void ends_at_1(watched *w, int at_least)
{
    ck_assert_double_eq(w->last, 1);
    ck_assert_int_ge(w->calls, at_least);
    *w = (watched){0, 0};
}

static const struct {
    const char *f;
    double a, b;
    clpwl_design_options o;
} designs[] = {
    {"bessel_j0", 0, 20, {.segments = 9}},
    {"exp", 0, 1, {.segments = 64, .partition = CLPWL_PARTITION_OPTIMIZED, .fit = CLPWL_FIT_MINIMAX,
                   .effort = CLPWL_EFFORT_REFINED}},
    {"bessel_j0", 0, 20, {.max_error = 1e-4}},
    {"gelu", -4, 4, {.max_error = 1e-3, .partition = CLPWL_PARTITION_OPTIMIZED,
                     .fit = CLPWL_FIT_MINIMAX, .effort = CLPWL_EFFORT_REFINED}},
    {"gelu", -4, 4, {.max_error = 1e-4, .symmetry = CLPWL_SYMMETRY_RAMP}},
    {"sqrt", 0.01, 1, {.max_error = 1e-4, .shaper = CLPWL_SHAPER_AUTO}},
    {"exp(-((x-0.12)/1e-4)^2)", 0, 1, {.max_error = 1e-2, .partition = CLPWL_PARTITION_OPTIMIZED,
                                       .effort = CLPWL_EFFORT_REFINED}},
    {"bessel_j0", 0, 20, {.max_error = 1e-4, .proving = CLPWL_PROVING_REQUIRED}},
};

START_TEST(test_designs)
{
    watched w = {0, 0};
    clpwl_function *f;
    clpwl_table *table;
    clpwl_design_options o = designs[_i].o;
    if (o.proving && !clpwl_can_prove())
        return;
    if (clpwl_function_from_catalogue(&f, designs[_i].f))
        OK(clpwl_function_from_formula(&f, designs[_i].f, NULL, 0));
    o.size = sizeof o;
    o.a = designs[_i].a;
    o.b = designs[_i].b;
    o.progress = watch;
    o.progress_user = &w;
    OK(clpwl_design(&table, f, &o));
    ends_at_1(&w, 2);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

START_TEST(test_the_others)
{
    double knots[] = {0, 1, 2, 3, 4};
    watched w = {0, 0};
    clpwl_function *f;
    clpwl_table *table;
    clpwl_evaluator *host;
    clpwl_verification v = {0};
    clpwl_verify_options verify = CLPWL_VERIFY_INIT;
    OK(clpwl_function_from_catalogue(&f, "exp"));
    OK(clpwl_refine_knots(f, NULL, CLPWL_NORM_L2, CLPWL_FIT_PROJECTION, CLPWL_EFFORT_REFINED, knots,
                          4, watch, &w));
    ends_at_1(&w, 2);
    OK(clpwl_design(&table, f, &(clpwl_design_options){.size = sizeof(clpwl_design_options),
                                                       .a = 1, .b = 2, .segments = 400}));
    OK(clpwl_evaluator_create(&host, NULL, table, NULL));
    verify.progress = watch;
    verify.progress_user = &w;
    OK(clpwl_verify(host, f, &verify, &v));
    ends_at_1(&w, 2);
    v = (clpwl_verification){0};
    OK(clpwl_verify_every(&host, 1, f, &verify, &v));
    ends_at_1(&w, 2);
    clpwl_evaluator_free(host);
    if (clpwl_can_prove()) {
        clpwl_prove_options prove = CLPWL_PROVE_INIT;
        clpwl_proof p;
        size_t least;
        prove.progress = watch;
        prove.progress_user = &w;
        OK(clpwl_prove(&p, f, table, &prove));
        ends_at_1(&w, 2);
        OK(clpwl_prove_fewest(&least, f, 1, 2, 1e-4, &prove));
        ends_at_1(&w, 2);
    }
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

static int countdown, counted;
static int stop(double fraction, void *user)
{
    (void)fraction;
    (void)user;
    counted++;
    return --countdown == 0;
}

/* Knots that move for a storage are watched: a search in L2 was ended 18 s late. */
START_TEST(test_knots_of_a_storage)
{
    clpwl_execution execution = CLPWL_EXECUTION_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    int reports[2];
    OK(clpwl_function_from_formula(&f, "sin(x)", NULL, 0));
    o.b = 20;
    o.segments = 1024;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.norm = CLPWL_NORM_L2;
    o.execution = &execution;
    o.progress = stop;
    for (int i = 0; i < 2; i++) {
        execution.storage = i ? CLPWL_STORAGE_UNORM16 : CLPWL_STORAGE_FLOAT32;
        countdown = counted = 0;
        OK(clpwl_design(&table, f, &o));
        clpwl_table_free(table);
        reports[i] = counted;
    }
    ck_assert_int_ge(reports[1], reports[0] + 64);
    countdown = reports[0] + 16; /* its refinement reports the same, the measurement less */
    FAILS(CLPWL_ERR_CANCELLED, "while knots were moved", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("progress");
    TCase *c = tcase_create("progress");
    tcase_set_timeout(c, 120);
    tcase_add_loop_test(c, test_designs, 0, sizeof designs / sizeof *designs);
    tcase_add_test(c, test_the_others);
    tcase_add_test(c, test_knots_of_a_storage);
    suite_add_tcase(s, c);
    return s;
}
