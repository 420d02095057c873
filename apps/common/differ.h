/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the files that a command line names differ, before any work. */
#ifndef APP_DIFFER_H
#define APP_DIFFER_H

#include <stddef.h>

typedef struct app_named_file {
    const char *role; /* the option or the operand, as "--masks"; borrowed */
    const char *path; /* borrowed; NULL: not given. "-" differs from every file. */
    int is_input;
} app_named_file;

/* 0, or EXIT_USAGE after a message if an output is an input or another output, whatever their
 * spelling. The names may be patterns. */
int app_files_differ(const app_named_file *files, size_t count);

#endif
