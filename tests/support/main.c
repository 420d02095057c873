/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include "suite.h"

static Suite *all;
static TCase *now;

void begin_case(SFun setup, SFun teardown, int is_of_all)
{
    setenv("CK_DEFAULT_TIMEOUT", "7200", 0); /* s: what hangs ends; a device's loops in full may take long */
    all = all ? all : suite_create("tests");
    now = tcase_create("tests");
    (is_of_all ? tcase_add_unchecked_fixture : tcase_add_checked_fixture)(now, setup, teardown);
    suite_add_tcase(all, now);
}

void add_tests(const TTest *test, int count)
{
    if (!now)
        begin_case(NULL, NULL, 0);
    tcase_add_loop_test(now, test, 0, count);
}

int main(void)
{
    SRunner *runner = srunner_create(all);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
