/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A command line as data: a table of rows for each struct that options fill. The row of an
 * option gives its parsing, its range, its line of --help, and what the tests look for in the
 * manual page. Defaults are shown as the struct holds them.
 *
 * A file defines AT(member) as offsetof(its struct, member) and writes its rows with the macros
 * below:
 *     static const app_option rows[] = {
 *         APP_TEXT('o', "output", "FILE", path, "the picture"),
 *         APP_OPTIONS_END,
 *     };
 */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include <stddef.h>

typedef enum app_option_kind {
    APP_OPTION_HEADING, /* a line of its own in --help */
    APP_OPTION_SWITCH,  /* int, set to `least`. Switches of one member exclude each other. */
    APP_OPTION_INT,     /* int, from least to most */
    APP_OPTION_SIZE,    /* size_t, at least 1 */
    APP_OPTION_NUMBER,  /* double, from least to most */
    APP_OPTION_POSITIVE, /* double, above 0 */
    APP_OPTION_CHOICE,  /* int, an index in choices */
    APP_OPTION_TEXT,    /* const char *, borrowed from argv; NULL: not given; empty only as "TEXT" */
    APP_OPTION_PARSED   /* what `parse` makes of the text */
} app_option_kind;

typedef struct app_choice {
    const char *word, *text;
} app_choice;

typedef struct app_option app_option;
struct app_option {
    app_option_kind kind;
    char letter;       /* 'o': -o; 0: none */
    const char *name;  /* "output": --output */
    const char *value; /* the value's name in --help; NULL: none is taken */
    size_t offset;     /* of the member */
    double least, most;
    const app_choice *choices; /* end at a NULL word; of a text: what completions offer */
    /* 0, or an exit code after a message. row gives the option's name for the message. */
    int (*parse)(const app_option *row, const char *text, void *member);
    const char *text; /* what the option does, with its unit; --help wraps it */
};

#define APP_HEADING(text) { APP_OPTION_HEADING, 0, NULL, NULL, 0, 0, 0, NULL, NULL, text }
#define APP_SWITCH_TO(letter, name, member, value, text) \
    { APP_OPTION_SWITCH, letter, name, NULL, AT(member), value, 0, NULL, NULL, text }
#define APP_SWITCH(letter, name, member, text) APP_SWITCH_TO(letter, name, member, 1, text)
#define APP_INT(letter, name, value, member, least, most, text) \
    { APP_OPTION_INT, letter, name, value, AT(member), least, most, NULL, NULL, text }
#define APP_SIZE(letter, name, value, member, text) \
    { APP_OPTION_SIZE, letter, name, value, AT(member), 0, 0, NULL, NULL, text }
#define APP_NUMBER(letter, name, value, member, least, most, text) \
    { APP_OPTION_NUMBER, letter, name, value, AT(member), least, most, NULL, NULL, text }
#define APP_POSITIVE(letter, name, value, member, text) \
    { APP_OPTION_POSITIVE, letter, name, value, AT(member), 0, 0, NULL, NULL, text }
#define APP_CHOICE(letter, name, value, member, choices, text) \
    { APP_OPTION_CHOICE, letter, name, value, AT(member), 0, 0, choices, NULL, text }
#define APP_TEXT(letter, name, value, member, text) \
    { APP_OPTION_TEXT, letter, name, value, AT(member), 0, 0, NULL, NULL, text }
#define APP_WORDS(letter, name, value, member, words, text) \
    { APP_OPTION_TEXT, letter, name, value, AT(member), 0, 0, words, NULL, text }
#define APP_PARSED(letter, name, value, member, parse, text) \
    { APP_OPTION_PARSED, letter, name, value, AT(member), 0, 0, NULL, parse, text }
#define APP_DEVICE(member) \
    APP_WORDS('D', "device", "DEVICE", member, app_device_words, \
              "a number of `clpwl devices`, part of a device's name, cpu or gpu; otherwise the " \
              "best device")
#define APP_QUIET(member) \
    APP_SWITCH('q', "quiet", member, "prints no progress and no report; --json prints its report still")
#define APP_OPTIONS_END { APP_OPTION_HEADING, 0, NULL, NULL, 0, 0, 0, NULL, NULL, NULL }

extern const app_choice app_device_words[]; /* the kinds of devices */

/* Rows, and the struct that they fill. */
typedef struct app_option_group {
    const app_option *rows; /* end at a NULL text */
    void *target;           /* holds the defaults before parsing */
    int is_hidden;          /* parsed, but not printed by --help */
} app_option_group;

enum { APP_OPTIONS_PRINT_HELP = 1, APP_OPTIONS_PRINT_VERSION };

/*
 * Parses argv[1...]: "--name value", "--name=value", "-n value" and "-nvalue"; "--" ends the
 * options, and "-" and negative numbers are operands. Moves the operands to the front: *operands of
 * them, from argv[1] on. Sets *wish to one of the enumerators above when --help or --version is met.
 * 0 or EXIT_USAGE.
 */
int app_options_parse(int argc, char **argv, const app_option_group *groups, size_t count,
                      int *operands, int *wish);
/* Prints the rows for --help, at most 80 columns wide. */
void app_options_print(const app_option_group *groups, size_t count);
/* Prints words from column `column` on. Where a line is full, the next begins at `indent`. */
void app_print_wrapped(const char *text, int column, int indent);

/* Copies a text of `length` characters without the blanks at its ends, as far as `room` allows. */
void app_trim(char *out, size_t room, const char *text, size_t length);
/* Reads a finite number, or a formula without x such as 2*pi. 1, or 0 without a message. */
int app_read_number(const char *text, double *out);
/* The parsers of the rows, for texts that hold several numbers. All of the text counts; `name`
 * is the option's. 0 or EXIT_USAGE. */
int app_parse_number(const char *name, const char *text, double *out); /* finite */
int app_parse_positive(const char *name, const char *text, double *out);
int app_parse_size(const char *name, const char *text, size_t *out);
const app_option *app_option_find(const app_option *rows, const char *name); /* NULL: none */
/* Whether the command line that was parsed last gave the option. */
int app_option_given(const app_option *rows, const char *name);
/* The options that have an effect only with some words of a choice, a bit for each of its words. */
typedef struct app_scope {
    const char *option;
    unsigned words;
} app_scope;

/* Refuses the first option that the command line gave, with its default too, and that has no effect
 * with the word `chosen` of the option `choice`. `scopes` end at a NULL. 0 or EXIT_USAGE. */
int app_options_scopes(const app_option *rows, const app_scope *scopes, const app_option *choice,
                       int chosen);
/* An operand WIDTHxHEIGHT of `least` to 8192 px. 0 or EXIT_USAGE. */
int app_parse_pixels(const char *text, int least, int *width, int *height);

#endif
