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

/* The bytes of a character that a terminal obeys: a control character of ASCII or from U+0080 to
 * U+009F, or a mark that turns the direction of the text (U+061C, U+200E, U+200F, U+2028 to U+202E,
 * U+2066 to U+2069). 0: another character. */
static size_t control_length(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    if (iscntrl(c[0]))
        return 1;
    if ((c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) || (c[0] == 0xd8 && c[1] == 0x9c))
        return 2;
    if (c[0] != 0xe2 || (c[1] != 0x80 && c[1] != 0x81))
        return 0;
    int turns = c[1] == 0x80 ? c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xa8 && c[2] <= 0xae)
                             : c[2] >= 0xa6 && c[2] <= 0xa9;
    return turns ? 3 : 0;
}

clpwl_status clpwl__fail(clpwl_status code, const char *format, ...)
{
    /* By way of a second buffer: an argument may be the last message itself. */
    char text[sizeof last_message];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    /* One line, whatever a driver or a file put into it. */
    for (char *c = text; *c; c++)
        for (size_t n = control_length(c); n > 0; n--)
            c[n - 1] = isspace((unsigned char)c[n - 1]) ? ' ' : '?';
    memcpy(last_message, text, sizeof text);
    return code;
}

const char *clpwl_version(void)
{
    return PACKAGE_VERSION;
}
