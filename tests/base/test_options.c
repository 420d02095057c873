/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of programs that were compiled against other versions of the headers. */
#include <math.h>
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

/* Members that the caller's version lacks are 0; those of a later one must be. */
TEST(versions_of_a_struct)
{
    old_options old = {sizeof old, 2};
    new_options own, given = {sizeof given, 2, 0};
    memset(&own, 0xff, sizeof own);
    OK(clpwl__options_take(&own, sizeof own, &old, "new_options", "NEW_INIT"));
    ck_assert(own.size == sizeof own && own.a == 2 && own.b == 0);
    OK(clpwl__options_take(&own, sizeof own, NULL, "new_options", "NEW_INIT"));
    ck_assert(own.size == sizeof own && own.a == 0 && own.b == 0);
    old.a = 0;
    OK(clpwl__options_take(&old, sizeof old, &given, "old_options", "OLD_INIT"));
    ck_assert(old.size == sizeof old && old.a == 2);
    given.b = 1;
    FAILS(CLPWL_ERR_ARGUMENT, "old_options has options that version",
          clpwl__options_take(&old, sizeof old, &given, "old_options", "OLD_INIT"));
}

/* An execution without its size, or of a size that no version had, by each function that takes
 * one. Those that return an error give NaN. */
TEST(an_execution_of_a_wrong_size_is_refused)
{
    const size_t sizes[] = {0, sizeof(clpwl_execution) - 1, (size_t)-1};
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options use = CLPWL_EVALUATOR_INIT;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_evaluator *evaluator;
    clpwl_function *f;
    clpwl_table *table, *other;
    clpwl_error e;
    OK(clpwl_function_from_catalogue(&f, "gaussian"));
    o.aim = CLPWL_AIM_NONE;
    o.segments = 16;
    o.size = offsetof(clpwl_design_options, max_error);
    o.max_error = 1e-3; /* beyond the size: not read, as a first version had it */
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_eq(clpwl_table_segments(table), 16);
    o.size = 0;
    FAILS(CLPWL_ERR_ARGUMENT, "clpwl_design_options.size is 0", clpwl_design(&other, f, &o));
    o = (clpwl_design_options)CLPWL_DESIGN_INIT;
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
    }
    clpwl_table_free(table);
    clpwl_function_free(f);
}
