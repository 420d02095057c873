/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fractions of progress never fall, and end at 1, in each function that reports them. A cancel ends
 * a design. */
#include "support/wish.h"

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

static const char *const designs[][2] = {
    {"bessel_j0", "0:20 N=9"},
    {"exp", "0:1 N=64 optimized refined minimax"},
    {"bessel_j0", "0:20 E=1e-4"},
    {"gelu", "-4:4 E=1e-3 optimized refined minimax"},
    {"gelu", "-4:4 E=1e-4 ramp"},
    {"sqrt", "0.01:1 E=1e-4 auto"},
    {"exp(-((x-0.12)/1e-4)^2)", "0:1 E=1e-2 optimized refined"},
    {"bessel_j0", "0:20 E=1e-4 proved"},
};

TESTS(designs_report_to_the_end, sizeof designs / sizeof *designs)
{
    watched seen = {0, 0};
    wish w;
    clpwl_table *table;
    if (strstr(designs[_i][1], "proved") && !clpwl_can_prove())
        return;
    begin_wish(&w, designs[_i][0], designs[_i][1]);
    w.o.progress = watch;
    w.o.progress_user = &seen;
    OK(clpwl_design(&table, w.f, &w.o));
    ends_at_1(&seen, 2);
    clpwl_table_free(table);
    end_wish(&w);
}

TEST(test_the_others)
{
    double knots[] = {0, 1, 2, 3, 4};
    watched w = {0, 0};
    clpwl_function *f;
    clpwl_table *table;
    clpwl_evaluator *host;
    clpwl_verification v = {0};
    clpwl_verify_options verify = CLPWL_VERIFY_INIT;
    OK(clpwl_function_from_catalogue(&f, "exp"));
    OK(clpwl_refine_knots(f, NULL, CLPWL_NORM_L2, CLPWL_FIT_PROJECTION, knots, 4, watch,
                          &w));
    ends_at_1(&w, 2);
    OK(clpwl_design(
        &table, f,
        &(clpwl_design_options){.size = sizeof(clpwl_design_options), .a = 1, .b = 2, .segments = 400}));
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

static int countdown, counted;
static int stop(double fraction, void *user)
{
    (void)fraction;
    ck_assert_ptr_eq(user, &countdown);
    counted++;
    return --countdown == 0;
}

/* A design ends at any report. Each of the rounds, ten at least, in which knots move for a storage is one: a
 * search in L2 was ended 18 s late. */
TEST(a_cancel_ends_a_design)
{
    static const char *const ways[] = {"0:8 E=1e-4", "0:20 N=1024 optimized refined l2",
                                       "0:20 N=1024 optimized refined l2 unorm16"};
    int reports[3];
    for (int i = 0; i < 3; i++) {
        wish w;
        clpwl_table *table;
        begin_wish(&w, "sin(x)", ways[i]);
        w.o.progress = stop;
        w.o.progress_user = &countdown;
        countdown = counted = 0;
        OK(clpwl_design(&table, w.f, &w.o));
        clpwl_table_free(table);
        reports[i] = counted;
        for (int at = 1; at < reports[i]; at += i ? reports[i] / 2 : 7) {
            countdown = at;
            FAILS(CLPWL_ERR_CANCELLED, "cancelled", clpwl_design(&table, w.f, &w.o));
            ck_assert_ptr_null(table);
        }
        end_wish(&w);
    }
    ck_assert_int_ge(reports[0], 20);
    ck_assert_int_ge(reports[2], reports[1] + 10);
}
