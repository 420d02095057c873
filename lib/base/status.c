/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/internal.h"
#include <ctype.h>
#include <stdio.h>

static _Thread_local char last_message[CLPWL__MESSAGE_ROOM];

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

/* The bytes of the character of UTF-8 at c; 0: these bytes are not UTF-8. */
static size_t character_length(const unsigned char *c)
{
    size_t n = c[0] < 0x80 ? 1 : c[0] < 0xc2 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : c[0] < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    /* Longer than needed, a surrogate, above U+10FFFF. */
    if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] >= 0xa0) ||
        (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] >= 0x90))
        return 0;
    return n;
}

/* Whether a terminal obeys the character at c: a control character of ASCII or from U+0080 to
 * U+009F, a mark that turns the direction of the text (U+061C, U+200E, U+200F, U+2028 to U+202E,
 * U+2066 to U+2069), or one that nobody sees (U+200B, U+2060 to U+2064, U+FEFF). */
static int is_obeyed(const unsigned char *c)
{
    if (iscntrl(c[0]))
        return 1;
    if ((c[0] == 0xc2 && c[1] < 0xa0) || (c[0] == 0xd8 && c[1] == 0x9c))
        return 1;
    if (c[0] == 0xef && c[1] == 0xbb && c[2] == 0xbf)
        return 1;
    if (c[0] != 0xe2 || (c[1] != 0x80 && c[1] != 0x81))
        return 0;
    return c[1] == 0x80 ? c[2] == 0x8b || c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xa8 && c[2] <= 0xae)
                        : (c[2] >= 0xa0 && c[2] <= 0xa4) || (c[2] >= 0xa6 && c[2] <= 0xa9);
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
    for (unsigned char *c = (unsigned char *)text; *c;) {
        size_t n = character_length(c), replaced = n == 0 ? 1 : is_obeyed(c) ? n : 0;
        for (size_t i = 0; i < replaced; i++)
            c[i] = isspace(c[i]) ? ' ' : '?';
        c += n ? n : 1;
    }
    memcpy(last_message, text, sizeof text);
    return code;
}

const char *clpwl_version(void)
{
    return PACKAGE_VERSION;
}
