/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/internal.h"
#include <ctype.h>
#include <stdio.h>

static _Thread_local char last_message[512];

const char *clpwl_status_name(clpwl_status status)
{
    static const char *const names[] = {
#define NAME(name, text) "CLPWL_" #name,
        CLPWL_STATUS_LIST(NAME)
#undef NAME
    };
    return (unsigned)status < CLPWL_STATUS_COUNT ? names[status] : "CLPWL_UNKNOWN";
}

const char *clpwl_status_text(clpwl_status status)
{
    static const char *const texts[] = {
#define TEXT(name, text) text,
        CLPWL_STATUS_LIST(TEXT)
#undef TEXT
    };
    return (unsigned)status < CLPWL_STATUS_COUNT ? texts[status] : "unknown status";
}

const char *clpwl_last_message(void)
{
    return last_message;
}

clpwl_status clpwl__fail(clpwl_status code, const char *format, ...)
{
    /* By way of a second buffer: an argument may be the last message itself. */
    char text[sizeof last_message];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    /* One line, whatever a driver or a file put into it, and nothing that a terminal would obey:
     * no control character of ASCII, nor one of U+0080 to U+009F, which is 0xc2 and a byte. */
    for (char *c = text; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = isspace((unsigned char)*c) ? ' ' : '?';
        else if ((unsigned char)c[0] == 0xc2 && (unsigned char)c[1] < 0xa0 && c[1])
            c[0] = c[1] = '?';
    memcpy(last_message, text, sizeof text);
    return code;
}

const char *clpwl_version(void)
{
    return PACKAGE_VERSION;
}
