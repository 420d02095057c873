/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables designed for a storage: their values are its numbers, no worse than rounded ones, and they keep
 * it. */
#include <float.h>
#include <string.h>
#include "support/wish.h"
#include "execution/storage.h"

static const char *const cases[][2] = {
    {"1/x", "1:2"},
    {"exp(x)", "-9:0"},
    {"gelu", "-4:4"},
    {"silu", "-8:8"},
    {"tanh(x)", "-8:8"},
    {"sin(x)", "0:6"},
    {"exp(-x^2/2)", "-4:4"},
    {"sqrt(x)", "0:2"},
    {"ln(x)", "0.5:4"},
    {"1000+sin(x)", "0:6"},
    {"1e-30*bessel_j0(x)", "0:20"},
    {"abs(x-0.5)+0.1*x*x", "-1:2"},
};

static double executed(const wish *w, const clpwl_table *t)
{
    clpwl_error e;
    OK(clpwl_error_executed(w->f, w->o.weight, t, &w->execution, &e));
    return clpwl_error_in(&e, w->o.norm);
}

/* Stored once more, no value changes: nothing is added but the roundings of fp32. */
static void check_numbers(const clpwl_table *t, clpwl_storage storage)
{
    size_t n = clpwl_table_segments(t);
    const double *values = clpwl_table_values(t);
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    double least = values[0], most = values[0];
    clpwl__coding coding = clpwl__coding_of(storage, values, n + 1);
    how.from_image = 1;
    how.storage = CLPWL_STORAGE_FLOAT32;
    double plain = clpwl_table_executed_error(t, &how).linf;
    how.storage = storage;
    for (size_t i = 0; i <= n; i++) {
        EXPECT(clpwl__stored(&coding, values[i]) == values[i], "%s: value %zu, %a, is stored as %a",
               clpwl_storage_name(storage), i, values[i], clpwl__stored(&coding, values[i]));
        least = fmin(least, values[i]);
        most = fmax(most, values[i]);
    }
    /* Levels are read, interpolated and multiplied: 7 eps of their range. Halves may be flushed. */
    double halves = storage == CLPWL_STORAGE_HALF ? 0x1p-28 * fmax(fabs(least), fabs(most)) : 0;
    ck_assert_double_le(clpwl_table_executed_error(t, &how).linf,
                        plain * (1 + 1e-6) + 7 * 0x1p-24 * (most - least) + FLT_MIN + halves);
}

TESTS(chosen_values_are_no_worse_than_rounded_ones, sizeof cases / sizeof *cases)
{
    static const char *const ways[] = {"N=300",
                                       "N=16 l1",
                                       "N=60 optimized l2 projection",
                                       "N=16 optimized refined minimax",
                                       "N=60 l1 least-absolute",
                                       "N=4 optimized refined l2 projection"};
    for (int s = CLPWL_STORAGE_HALF; s < CLPWL_STORAGE_ANY; s++) {
        const char *way = ways[(s + _i) % 6];
        double error[2];
        for (int i = 0; i < 2; i++) {
            wish w;
            clpwl_table *t;
            begin_wish(&w, cases[_i][0], cases[_i][1]);
            add_words(&w, way);
            w.execution.storage = i ? (clpwl_storage)s : CLPWL_STORAGE_FLOAT32;
            OK(clpwl_design(&t, w.f, &w.o));
            if (i)
                check_numbers(t, w.execution.storage);
            w.execution.storage = (clpwl_storage)s;
            error[i] = executed(&w, t);
            clpwl_table_free(t);
            end_wish(&w);
        }
        /* Samples of f, at least 16 a segment, miss 1/16^2 of a maximum at most. */
        EXPECT(error[1] <= (1 + 1.0 / 256) * error[0], "%s, %s, %s: %g chosen, %g rounded", cases[_i][0], way,
               clpwl_storage_name((clpwl_storage)s), error[1], error[0]);
    }
}

/* What each option gives by default is what it gives for the storage by name. */
static void check_default(const clpwl_function *f, const clpwl_table *t, clpwl_storage storage)
{
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_error plain = clpwl_table_executed_error(t, NULL), measured, of_default;
    ck_assert_int_eq(clpwl_table_storage(t), storage);
    OK(clpwl_error_executed(f, NULL, t, NULL, &of_default));
    how.storage = storage;
    how.from_image = storage != CLPWL_STORAGE_FLOAT32;
    clpwl_error named = clpwl_table_executed_error(t, &how);
    OK(clpwl_error_executed(f, NULL, t, &how, &measured));
    ck_assert_mem_eq(&plain, &named, sizeof plain);
    ck_assert_mem_eq(&of_default, &measured, sizeof measured);
    for (int i = 0; i < 4; i++) {
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *e;
        o.method = "host-scalar";
        o.storage = i & 1 ? storage : CLPWL_STORAGE_DEFAULT;
        o.quantity = i & 2 ? CLPWL_QUANTITY_INTEGRAL
                           : CLPWL_QUANTITY_VALUE; /* its values are numbers of the storage */
        OK(clpwl_evaluator_create(&e, NULL, t, &o));
        ck_assert_int_eq(clpwl_evaluator_storage(e), storage);
        clpwl_evaluator_free(e);
    }
}

/* By a number of segments, by a target, with a weight and with a symmetry; and in the table's file. */
TESTS(tables_keep_the_storage, CLPWL_STORAGE_ANY - CLPWL_STORAGE_FLOAT32)
{
    static const char *const ways[] = {"-4:4 N=32", "-4:4 E=0.02", "-4:4 N=32 floor=0.5", "-4:4 N=32 ramp"};
    for (int way = 0; way < 4; way++) {
        wish w;
        clpwl_table *t, *back;
        char *text;
        size_t length;
        begin_wish(&w, "gelu", ways[way]);
        w.execution.storage = (clpwl_storage)(CLPWL_STORAGE_FLOAT32 + _i);
        OK(clpwl_design(&t, w.f, &w.o));
        check_default(w.f, t, w.execution.storage);
        if (way == 2) { /* what is weighted has fp32's roundings, and adds nothing by the storage */
            double weighted = executed(&w, t);
            ck_assert_double_eq_tol(clpwl_table_weighting(t)->executed.linf / weighted, 1, 1e-3);
        }
        OK(clpwl_table_save_text(t, &text, &length));
        ck_assert(!strncmp(text, "clpwl-table 5\n", 14) == (way != 1 && (CLPWL_STORAGE_FLOAT32 + _i) != CLPWL_STORAGE_FLOAT32));
        OK(clpwl_table_load_text(&back, text, length));
        check_default(w.f, back, w.execution.storage);
        clpwl_free(text);
        clpwl_table_free(back);
        clpwl_table_free(t);
        end_wish(&w);
    }
}

/* Where values need not be numbers of the storage, it is float32. Without numbers, no host integrates. */
TEST(widened_tables_and_integrals)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    for (int i = 0; i < 2; i++) {
        wish w;
        clpwl_evaluator *e;
        clpwl_table *t, *wide;
        begin_wish(&w, "gelu", i ? "-4:4 N=32 unorm8 linear" : "-4:4 N=32 unorm8");
        OK(clpwl_design(&t, w.f, &w.o));
        OK(clpwl_table_widen(&wide, t, -5, 5));
        ck_assert_int_eq(clpwl_table_storage(wide), i ? CLPWL_STORAGE_FLOAT32 : CLPWL_STORAGE_UNORM8);
        clpwl_table_free(wide);
        o.storage = CLPWL_STORAGE_HALF;
        o.quantity = CLPWL_QUANTITY_INTEGRAL;
        FAILS(CLPWL_ERR_UNSUPPORTED, "half", clpwl_evaluator_create(&e, NULL, t, &o));
        clpwl_table_free(t);
        end_wish(&w);
    }
}
