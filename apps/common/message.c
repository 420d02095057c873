/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/message.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *program = "clpwl", *command;
static int has_line; /* of progress, on the terminal */
static int is_once, has_failed, is_quiet;

void app_set_names(const char *new_program, const char *new_command)
{
    program = new_program;
    command = new_command;
}

void app_set_line(int is_drawn)
{
    has_line = is_drawn;
}

void app_fail_once(void)
{
    is_once = 1;
}

void app_set_quiet(void)
{
    is_quiet = 1;
}

int app_is_quiet(void)
{
    return is_quiet;
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
 * U+2066 to U+2069), or one that nobody sees (U+200B, U+2060 to U+2064, U+FEFF). lib/base/status.c has
 * the same for the library. */
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

char *app_plain(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c;) {
        size_t n = character_length(c), replaced = n == 0 ? 1 : is_obeyed(c) ? n : 0;
        for (size_t i = 0; i < replaced; i++)
            c[i] = isspace(c[i]) ? ' ' : '?';
        c += n ? n : 1;
    }
    return text;
}

/* Texts of files may be long: a line of a terminal is not. */
static char *shorten(char *text, size_t most)
{
    if (strlen(text) > most)
        memcpy(text + most - 3, "...", 4);
    return text;
}

const char *app_s(unsigned long long n)
{
    return n == 1 ? "" : "s";
}

void app_print_plain(FILE *out, const char *text)
{
    enum { MOST = 240 };
    char *copy = strdup(text);
    fputs(copy ? app_plain(shorten(copy, MOST)) : "out of memory", out);
    free(copy);
}

/* Prints one line. A name or a file may hold control characters. */
static void print_line(const char *format, va_list args, const char *tail)
{
    enum { MOST = 2000 };
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    if (text)
        app_plain(shorten(text, MOST));
    fflush(stdout);
    fprintf(stderr, "%s%s%s%s: %s%s\n", has_line ? "\r\033[K" : "", program, command ? " " : "",
            command ? command : "",
            text ? text : "out of memory", tail);
    has_line = 0;
    free(text);
}

static void print_failure(const char *format, va_list args, const char *tail)
{
    if (!is_once || !has_failed)
        print_line(format, args, tail);
    has_failed = 1;
}

int app_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_failure(format, args, "");
    va_end(args);
    return EXIT_FAILURE;
}

int app_usage(const char *format, ...)
{
    char tail[80];
    va_list args;
    snprintf(tail, sizeof tail, " (see %s %s%s--help)", program, command ? command : "",
             command ? " " : "");
    va_start(args, format);
    print_failure(format, args, tail);
    va_end(args);
    return EXIT_USAGE;
}

void app_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!is_quiet)
        print_line(format, args, "");
    va_end(args);
}

int app_status(clpwl_status status)
{
    if (status == CLPWL_OK)
        return 0;
    app_fail("%s", clpwl_last_message());
    return status == CLPWL_ERR_ARGUMENT || status == CLPWL_ERR_UNKNOWN_NAME ? EXIT_USAGE
                                                                            : EXIT_FAILURE;
}

/* The number of edits between two names, ignoring case (Wagner and Fischer). Only the first
 * LONGEST characters count. */
static int edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 48 };
    int row[LONGEST + 1];
    int m = (int)strnlen(a, LONGEST), n = (int)strnlen(b, LONGEST);
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; i <= m; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int change = diagonal +
                         (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));
            diagonal = row[j];
            int drop = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < drop ? change : drop;
        }
    }
    return row[n];
}

/* Whether other programs have the unknown name for the known one. */
static int is_other_name(const char *name, const char *known)
{
    static const char *const others[][2] = {
        {"tol", "max-error"},      {"tolerance", "max-error"}, {"eps", "max-error"},
        {"epsilon", "max-error"},  {"range", "domain"},        {"interval", "domain"},
        {"knots", "segments"},     {"segs", "segments"},       {"function", "expr"},
        {"points", "segments"},    {"xmin", "domain"},         {"xmax", "domain"},
        {"from", "domain"},        {"to", "domain"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i][0]) == 0 && strcmp(known, others[i][1]) == 0)
            return 1;
    return 0;
}

/* Whether a known name contains the unknown one, is meant by it, or differs from it by few letters. */
static int is_near(const char *name, const char *known)
{
    size_t length = strlen(name);
    return is_other_name(name, known) || (length >= 2 && strstr(known, name)) ||
           edit_distance(name, known) <= 1 + (int)(length < 48 ? length : 48) / 4;
}

int app_unknown(const char *what, const char *name, app_name_at *at, const void *names,
                size_t count, const char *list)
{
    enum { SHOWN = 3 };
    size_t dashes = strspn(name, "-");
    const char *near[SHOWN] = {"", "", ""}, *sign = dashes ? "--" : "";
    size_t n = 0;
    for (size_t i = 0; i < count && n < SHOWN; i++)
        /* A list may hold a name twice in a row. */
        if (is_near(name + dashes, at(i, names)) &&
            (n == 0 || strcmp(near[n - 1], at(i, names)) != 0))
            near[n++] = at(i, names);
    if (n == 0)
        return app_usage("unknown %s '%s'%s", what, name, list);
    return app_usage("unknown %s '%s': did you mean %s%s%s%s%s%s%s%s?", what, name, sign, near[0],
                     n == 3   ? ", "
                     : n == 2 ? " or "
                              : "",
                     n > 1 ? sign : "", near[1], n == 3 ? " or " : "", n == 3 ? sign : "",
                     near[2]);
}
