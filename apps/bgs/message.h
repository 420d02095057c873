/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What goes wrong in clpwl-bgs is said once, where it is seen, as one line on stderr
 * ("clpwl-bgs: ..."); the exit code then travels up. 0 is success.
 */
#ifndef BGS_MESSAGE_H
#define BGS_MESSAGE_H

#include <stdlib.h>
#include "clpwl.h"

/* Exit codes: EXIT_SUCCESS, EXIT_FAILURE, and this for a command line that is wrong. */
enum { EXIT_USAGE = 2 };

int bgs_fail(const char *format, ...) CLPWL_PRINTF(1, 2);  /* EXIT_FAILURE */
int bgs_usage(const char *format, ...) CLPWL_PRINTF(1, 2); /* EXIT_USAGE; adds "see --help" */
void bgs_note(const char *format, ...) CLPWL_PRINTF(1, 2); /* not a failure */
/* The library's last message; 0 for CLPWL_OK. */
int bgs_status(clpwl_status status);

/* One exit: a function that can fail declares `int code = 0;`, ends in `done:`, and
 * returns code. */
#define BGS_TRY(call)                                                          \
    do {                                                                       \
        code = (call);                                                         \
        if (code)                                                              \
            goto done;                                                         \
    } while (0)

#define BGS_CHECK(condition, ...)                                              \
    do {                                                                       \
        if (!(condition)) {                                                    \
            code = bgs_fail(__VA_ARGS__);                                      \
            goto done;                                                         \
        }                                                                      \
    } while (0)

#define BGS_TRY_LIB(call) BGS_TRY(bgs_status(call))

#endif
