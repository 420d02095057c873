/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages: one line on stderr. */
#include "message.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* One line: a name or a file may hold more, or what a terminal obeys. */
static void say(const char *format, va_list args, const char *tail)
{
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    for (char *c = text; c && *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = isspace((unsigned char)*c) ? ' ' : '?';
    fflush(stdout);
    fprintf(stderr, "clpwl-bgs: %s%s\n", text ? text : "out of memory", tail);
    free(text);
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
