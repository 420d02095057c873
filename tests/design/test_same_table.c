/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables by one thread and by eight are the same to the byte: threads share proofs and measurements. */
#include "support/wish.h"

static const char *const rows[][2] = {
    {"bessel_j0", "0:1000 E=1e-4 optimized"},                 /* the proof ends before it is done */
    {"x^x", "0:2 E=1e-3"},                                    /* the look for features ends before it is done */
    {"voigt", "0:10 N=5000 uniform l2"},
    {"exp(sin(x)*cos(3*x))", "-5:5 E=1e-5 optimized minimax"},
    {"sin(x^2)", "0:10 E=2e-3 l1"},
    {"sin(x)", "0:1000 E=1e-3 uniform"},
    {"exp(sin(5*x))+abs(x-0.3)", "-5:5 E=1e-3 optimized refined callback"},
    {"bessel_y0", "0.1:60 E=1e-3 optimized floor=0.01"},      /* the bounds of a weight */
    {"erf", "-3:3 E=1e-4 w=exp(-x^2)+0.01 optimized refined"},
    {"gelu", "-4:4 E=0.02 unorm8 optimized above linear"},
    {"log(x)", "0.01:10 E=1e-4 auto proved"},
    {"(1-cos(x))/x^2", "-30:30 E=1e-6 optimized refined balanced"},
};
enum { ROWS = sizeof rows / sizeof *rows, BY_ARB = 2 /* the last ones: a proof and a limit */ };

static char *design_text(const wish *w, const char *threads)
{
    clpwl_table *t = NULL;
    char *text;
    setenv("CLPWL_THREADS", threads, 1);
    clpwl_status status = clpwl_design(&t, w->f, &w->o);
    EXPECT(status == CLPWL_OK, "%s: %s", clpwl_function_name(w->f), clpwl_last_message());
    OK(clpwl_table_save_text(t, &text, NULL));
    clpwl_table_free(t);
    return text;
}

static void check_same(const wish *w)
{
    char *one = design_text(w, "1"), *eight = design_text(w, "8");
    ck_assert_str_eq(one, eight);
    clpwl_free(one);
    clpwl_free(eight);
}

TESTS(a_table_does_not_depend_on_threads, ROWS - (clpwl_can_prove() ? 0 : BY_ARB))
{
    wish w;
    begin_wish(&w, rows[_i][0], rows[_i][1]);
    check_same(&w);
    end_wish(&w);
}

TEST(a_table_of_samples_does_not_depend_on_threads)
{
    enum { SAMPLES = 200 };
    double x[SAMPLES], y[SAMPLES];
    wish w = {.o = CLPWL_DESIGN_INIT};
    for (int i = 0; i < SAMPLES; i++) {
        x[i] = 0.1 * i;
        y[i] = sin(x[i]);
    }
    OK(clpwl_function_from_samples(&w.f, "sines", x, y, SAMPLES));
    w.o.max_error = 1e-5;
    check_same(&w);
    end_wish(&w);
}
