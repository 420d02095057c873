/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of several commands: it finds the command, parses its options, and runs it. */
#ifndef APP_PROGRAM_H
#define APP_PROGRAM_H

#include "common/message.h"
#include "common/options.h"

/* A table of options, and where its struct lies in the command's. */
typedef struct app_rows {
    const app_option *rows; /* NULL: no more tables */
    size_t offset;
    int is_hidden; /* parsed, but not printed by --help */
} app_rows;

enum { APP_ROWS_MOST = 5 };

typedef struct app_command {
    const char *name;
    const char *summary;  /* in the list of commands, without a full stop */
    const char *synopsis; /* what follows the name: "TABLE [INPUT] [OPTION ...]" */
    /* What the command does. Paragraphs end in \n; those that begin with a blank are not
     * wrapped. */
    const char *text;
    int least, most;      /* operands */
    app_rows rows[APP_ROWS_MOST];
    size_t size; /* of the command's struct, which is zeroed */
    void (*set_defaults)(void *options);               /* NULL: all is 0 */
    int (*run)(void *options, int count, char **operands); /* an exit code */
} app_command;

typedef struct app_program {
    const char *name;
    const char *summary;                  /* a line for --help */
    const app_command *const *commands;   /* end at NULL, in the order of --help */
    const char *(*features)(void); /* a line that --version adds: what this build can do; or NULL */
    const app_command *unnamed; /* runs where the first argument is no command; or NULL */
} app_program;

/* The whole of main(). */
int app_main(const app_program *program, int argc, char **argv);
const char *app_command_line(void); /* as typed; a long one is cut */

#endif
