/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line as data: a const table of rows for each struct that is filled.
 * --help prints the rows; their defaults are read from the struct's default value, so
 * that no text repeats them.
 */
#ifndef BGS_OPTIONS_H
#define BGS_OPTIONS_H

#include <stddef.h>

typedef enum bgs_option_kind {
    BGS_OPTION_HEADING, /* a line of its own in --help; the text only */
    BGS_OPTION_SWITCH,  /* int, set to 1; no value */
    BGS_OPTION_COUNT,   /* int */
    BGS_OPTION_NUMBER,  /* double */
    BGS_OPTION_CHOICE,  /* int, an index in choices */
    BGS_OPTION_TEXT     /* const char *, borrowed from argv; NULL: not given */
} bgs_option_kind;

typedef struct bgs_choice {
    const char *word, *text;
} bgs_choice;

typedef struct bgs_option {
    bgs_option_kind kind;
    const char *name;  /* "samples": --samples */
    const char *value; /* what stands for the value in --help, "N"; NULL for a switch */
    size_t offset;     /* of the member */
    double least, most;        /* COUNT and NUMBER, both allowed */
    const bgs_choice *choices; /* CHOICE; ends at a NULL word */
    const char *text;          /* what it does, with its unit */
} bgs_option;

/* Rows that several commands have, and the one that ends them. */
#define BGS_OPTION_DEVICE(offset)                          \
    {BGS_OPTION_TEXT, "device", "NAME", offset, 0, 0, NULL, \
     "index or part of a name; `clpwl devices` lists them"}
#define BGS_OPTION_HELP(offset) {BGS_OPTION_SWITCH, "help", NULL, offset, 0, 0, NULL, "this text"}
#define BGS_OPTIONS_END {BGS_OPTION_HEADING, NULL, NULL, 0, 0, 0, NULL, NULL}

/* Rows, and the struct that they fill. */
typedef struct bgs_option_group {
    const bgs_option *rows; /* ends at a NULL text */
    void *target;           /* holds the defaults before parsing */
} bgs_option_group;

extern const bgs_option bgs_model_options[]; /* of struct bgs_options, model.h */

/*
 * Parses argv[1...]; `--name value`, `--name=value`, `--` ends the options, `-` is an
 * operand. Operands are moved to the front: *operands of them, from argv[1] on.
 * 0 or EXIT_USAGE.
 */
int bgs_options_parse(int argc, char **argv, const bgs_option_group *groups, size_t count,
                      int *operands);
/* The rows for --help on stdout. */
void bgs_options_print(const bgs_option_group *groups, size_t count);

#endif
