/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completions of command lines for shells, from the tables of options. */
#ifndef APP_COMPLETION_H
#define APP_COMPLETION_H

#include "common/program.h"

/* Prints the script for bash, zsh or fish; or for "devices" their numbers, which these scripts ask
 * for. NULL: the shell's name is missing. An exit code. */
int app_completion_print(const app_program *program, const char *shell);

#endif
