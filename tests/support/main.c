/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include "suite.h"

int main(void)
{
    setenv("CK_DEFAULT_TIMEOUT", "60", 0); /* s; Check's 4 s are too few on a busy machine */
    SRunner *runner = srunner_create(suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
