/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of programs that were compiled against other versions of the headers; the version;
 * tables in memory. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/options.h"
#include "clpwl.h"
#include "support/suite.h"

typedef struct old_options {
    size_t size;
    double a;
} old_options;

typedef struct new_options {
    size_t size;
    double a, b;
} new_options;

START_TEST(missing_members_are_zero)
{
    old_options old = {sizeof old, 2};
    new_options own;
    memset(&own, 0xff, sizeof own);
    OK(clpwl__options_take(&own, sizeof own, &old, "new_options", "NEW_INIT"));
    ck_assert(own.size == sizeof own && own.a == 2 && own.b == 0);
    memset(&own, 0xff, sizeof own);
    OK(clpwl__options_take(&own, sizeof own, NULL, "new_options", "NEW_INIT"));
    ck_assert(own.size == sizeof own && own.a == 0 && own.b == 0);
}
END_TEST

START_TEST(unknown_members_must_be_zero)
{
    new_options given = {sizeof given, 2, 0};
    old_options own;
    OK(clpwl__options_take(&own, sizeof own, &given, "old_options", "OLD_INIT"));
    ck_assert(own.size == sizeof own && own.a == 2);
    given.b = 1;
    FAILS(CLPWL_ERR_ARGUMENT, "old_options has options that version",
          clpwl__options_take(&own, sizeof own, &given, "old_options", "OLD_INIT"));
    given.size = 0;
    FAILS(CLPWL_ERR_ARGUMENT, "old_options.size is 0, not 16: begin with OLD_INIT",
          clpwl__options_take(&own, sizeof own, &given, "old_options", "OLD_INIT"));
    given.size = (size_t)-1;
    FAILS(CLPWL_ERR_ARGUMENT, "begin with OLD_INIT",
          clpwl__options_take(&own, sizeof own, &given, "old_options", "OLD_INIT"));
}
END_TEST

/* Public structs of half their size, which end after a few members, as a first version had. */
START_TEST(public_options_may_be_shorter)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_catalogue(&f, "gaussian"));
    o.segments = 16;
    o.size = offsetof(clpwl_design_options, max_error);
    o.max_error = 1e-3; /* beyond the size: not read */
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_eq(clpwl_table_segments(table), 16);
    clpwl_table_free(table);
    o.size = 0;
    FAILS(CLPWL_ERR_ARGUMENT, "clpwl_design_options.size is 0", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

/* An execution without its size, or of a size that no version had, by each function that takes
 * one. Those that return an error give NaN. */
START_TEST(an_execution_of_a_wrong_size_is_refused)
{
    const size_t sizes[] = {0, 4, sizeof(clpwl_execution) - 1, (size_t)-1};
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options use = CLPWL_EVALUATOR_INIT;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_evaluator *evaluator;
    clpwl_function *f;
    clpwl_table *table, *other;
    clpwl_error e;
    OK(clpwl_function_from_catalogue(&f, "gaussian"));
    OK(clpwl_design(&table, f, NULL));
    o.execution = use.execution = &how;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        how.size = sizes[i];
        FAILS(CLPWL_ERR_ARGUMENT, "clpwl_execution.size", clpwl_design(&other, f, &o));
        FAILS(CLPWL_ERR_ARGUMENT, "clpwl_execution.size",
              clpwl_evaluator_create(&evaluator, NULL, table, &use));
        FAILS(CLPWL_ERR_ARGUMENT, "clpwl_execution.size",
              clpwl_error_executed(f, NULL, table, &how, &e));
        ck_assert(isnan(clpwl_table_executed_error(table, &how).linf));
        ck_assert(isnan(clpwl_table_executed_calculus_error(table, &how).integral));
        ck_assert(isnan(clpwl_table_executed_calculus_error(table, &how).derivative));
    }
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

START_TEST(the_version_is_that_of_the_headers)
{
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", CLPWL_VERSION_MAJOR, CLPWL_VERSION_MINOR,
             CLPWL_VERSION_PATCH);
    ck_assert_str_eq(clpwl_version(), version);
}
END_TEST

START_TEST(a_table_in_memory_is_the_table)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table, *back, *part;
    char *text, *again, *none;
    size_t length;
    double a, b;
    OK(clpwl_function_from_catalogue(&f, "bessel_j0"));
    o.segments = 33;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    OK(clpwl_design(&table, f, &o));
    OK(clpwl_table_save_text(table, &text, &length));
    ck_assert_uint_eq(strlen(text), length);
    OK(clpwl_table_load_text(&back, text, length));
    clpwl_table_domain(back, &a, &b);
    ck_assert(a == clpwl_table_knots(table)[0] && b == clpwl_table_knots(table)[33]);
    ck_assert_int_eq(memcmp(clpwl_table_values(back), clpwl_table_values(table),
                            34 * sizeof(double)), 0);
    OK(clpwl_table_save_text(back, &again, NULL));
    ck_assert_str_eq(text, again);
    for (size_t cut = 0; cut < length; cut += 7) /* every part of it is refused */
        FAILS(CLPWL_ERR_FORMAT, "", clpwl_table_load_text(&part, text, cut));
    text[length / 2] ^= 1;
    FAILS(CLPWL_ERR_FORMAT, "the text, line", clpwl_table_load_text(&part, text, length));
    FAILS(CLPWL_ERR_ARGUMENT, "text is NULL", clpwl_table_load_text(&part, NULL, 1));
    FAILS(CLPWL_ERR_ARGUMENT, "table is NULL", clpwl_table_save_text(NULL, &none, NULL));
    clpwl_free(text);
    clpwl_free(again);
    clpwl_table_free(table);
    clpwl_table_free(back);
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("options");
    TCase *t = tcase_create("options");
    tcase_add_test(t, missing_members_are_zero);
    tcase_add_test(t, unknown_members_must_be_zero);
    tcase_add_test(t, public_options_may_be_shorter);
    tcase_add_test(t, an_execution_of_a_wrong_size_is_refused);
    tcase_add_test(t, the_version_is_that_of_the_headers);
    tcase_add_test(t, a_table_in_memory_is_the_table);
    suite_add_tcase(s, t);
    return s;
}
