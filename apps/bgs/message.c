/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages: one line on stderr. */
#include "message.h"
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, va_list args, const char *tail)
{
    fflush(stdout);
    fputs("clpwl-bgs: ", stderr);
    vfprintf(stderr, format, args);
    fprintf(stderr, "%s\n", tail);
}

int bgs_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args, "");
    va_end(args);
    return EXIT_FAILURE;
}

int bgs_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args, " (see clpwl-bgs --help)");
    va_end(args);
    return EXIT_USAGE;
}

void bgs_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args, "");
    va_end(args);
}

int bgs_status(clpwl_status status)
{
    return status == CLPWL_OK ? 0 : bgs_fail("%s", clpwl_last_message());
}
