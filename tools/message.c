/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages and options: one line for what is wrong, the same from every command. */
#include <ctype.h>
#include <stdarg.h>
#include <string.h>
#include "base/names.h"
#include "tool.h"

static const command *running;

void tool_command_set(const command *now)
{
    running = now;
}

/* One line: what the user typed, or a file holds, may have more, or what a terminal obeys. */
static void say(const char *format, va_list args, const char *tail)
{
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    for (char *c = text; c && *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = isspace((unsigned char)*c) ? ' ' : '?';
    fflush(stdout);
    fprintf(stderr, "clpwl%s%s: %s%s\n", running ? " " : "", running ? running->name : "",
            text ? text : "out of memory", tail);
    free(text);
}

int tool_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args, "");
    va_end(args);
    return EXIT_FAILURE;
}

int tool_usage(const char *format, ...)
{
    char tail[64];
    va_list args;
    snprintf(tail, sizeof tail, " (see clpwl %s%s--help)", running ? running->name : "",
             running ? " " : "");
    va_start(args, format);
    say(format, args, tail);
    va_end(args);
    return EXIT_USAGE;
}

void tool_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args, "");
    va_end(args);
}

int tool_status(clpwl_status status)
{
    if (status == CLPWL_OK)
        return EXIT_SUCCESS;
    tool_fail("%s", clpwl_last_message());
    return status == CLPWL_ERR_ARGUMENT || status == CLPWL_ERR_UNKNOWN_NAME ? EXIT_USAGE
                                                                            : EXIT_FAILURE;
}

int tool_unknown(const char *what, const char *name, const char *(*name_at)(size_t, const void *),
                 const void *names, size_t count)
{
    char near[256];
    clpwl__near_names(name, name_at, names, count, near, sizeof near);
    return *near ? tool_usage("unknown %s '%s': did you mean %s?", what, name, near)
                 : tool_usage("unknown %s '%s'", what, name);
}

static const char *long_name(size_t i, const void *longs)
{
    return ((const struct option *)longs)[i].name;
}

/* Says why getopt_long gave '?' or ':'. */
static int refuse(int got, char **argv, const struct option *longs)
{
    const char *text = argv[optind - 1];
    size_t count = 0;
    const char *known = NULL;
    for (; longs[count].name; count++)
        if (optopt && longs[count].val == optopt)
            known = longs[count].name;
    if (known && got == ':')
        return tool_usage("--%s needs a value", known);
    if (known && strncmp(text, "--", 2) == 0)
        return tool_usage("--%s takes no value", known);
    if (optopt)
        return tool_usage("unknown option '-%c'", optopt);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text + 2, "="), text + 2);
    char near[256];
    clpwl__near_names(name, long_name, longs, count, near, sizeof near);
    return tool_usage("unknown option '--%s': did you mean %s?", name, near);
}

int tool_option(int argc, char **argv, const char *shorts, const struct option *longs, int *code)
{
    opterr = 0;
    int got = getopt_long(argc, argv, shorts, longs, NULL);
    if (got == 'h') {
        fputs(running->help, stdout);
        *code = EXIT_SUCCESS;
        return '?';
    }
    if (got == '?' || got == ':') {
        *code = refuse(got, argv, longs);
        return '?';
    }
    return got;
}

int tool_operands(int argc, int least, int most, const char *what)
{
    int given = argc - optind;
    if (given < least)
        return tool_usage("%s is missing", what);
    if (given > most && most == 0)
        return tool_usage("no arguments are taken; %d given", given);
    if (given > most)
        return tool_usage("too many arguments: at most %d wanted (%s), %d given", most, what,
                          given);
    return 0;
}

int tool_json_only(int argc, char **argv, int operands, const char *what, int *json, int *code)
{
    static const struct option longs[] = {
        { "json", no_argument, NULL, 'j' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    int option;
    *json = 0;
    while ((option = tool_option(argc, argv, ":h", longs, code)) != -1) {
        if (option == '?')
            return 0;
        *json = 1;
    }
    *code = tool_operands(argc, operands, operands, what);
    return *code == 0;
}
