/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What functions of a program print to standard error. */
#ifndef CLPWL_TEST_SAID_H
#define CLPWL_TEST_SAID_H

#include <stdio.h>
#include "support/suite.h"

static char said[4096];
static FILE *usual_stderr;

static inline void begin_to_listen(void)
{
    memset(said, 0, sizeof said);
    usual_stderr = stderr;
    stderr = fmemopen(said, sizeof said - 1, "w");
}

static inline int end_to_listen(int value)
{
    fclose(stderr);
    stderr = usual_stderr;
    return value;
}

/* The value of the call; `said` becomes what it prints. */
#define SAID(call) (begin_to_listen(), end_to_listen(call))

/* The call's exit code, and one line that names the part. */
#define REFUSED(code, part, call)                                                                  \
    do {                                                                                           \
        const int got_ = SAID(call);                                                               \
        EXPECT(got_ == (code) && strstr(said, part) && strchr(said, '\n') == said + strlen(said) - 1, \
               "%s: %d: '%s' lacks '%s', or is not one line", #call, got_, said, part);            \
    } while (0)

#endif
