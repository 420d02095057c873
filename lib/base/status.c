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

/* The bytes of the character of UTF-8 at c, and its code; 0: these bytes are not UTF-8, as the code is a
 * surrogate, above U+10FFFF or has fewer bytes. */
static size_t read_character(const unsigned char *c, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = c[0] < 0x80 ? 1 : c[0] < 0xc0 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : c[0] < 0xf8 ? 4 : 0;
    *code = n > 1 ? c[0] & 0x7fu >> n : c[0];
    for (size_t i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (c[i] & 0x3f);
    }
    return *code < least[n] || *code >> 11 == 0x1b || *code > 0x10ffff ? 0 : n;
}

/* Whether a terminal obeys a character: a control character, a mark that turns the direction of the text, or
 * one that nobody sees. */
static int is_obeyed(uint32_t code)
{
    static const uint32_t ranges[][2] = {{0, 0x1f}, {0x7f, 0x9f}, {0x61c, 0x61c}, {0x200b, 0x200b},
                                         {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x2064},
                                         {0x2066, 0x2069}, {0xfeff, 0xfeff}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (ranges[i][0] <= code && code <= ranges[i][1])
            return 1;
    return 0;
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
        uint32_t character;
        size_t n = read_character(c, &character), replaced = n == 0 ? 1 : is_obeyed(character) ? n : 0;
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
