/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLPWL_TOOL_RUN_PROGRAM_H
#define CLPWL_TOOL_RUN_PROGRAM_H

/* Runs a program, by its path or from PATH, and waits. Descriptor `in` is its standard input,
 * or -1: this program's; `out` is its standard output. apart: 1 if signals from the terminal are not
 * for the program. 0, an errno if it cannot be started, or
 * -1 if it fails. argv ends at NULL. While the program runs, show(user) is called ten times a
 * second; NULL: not. */
int run_program(const char *const *argv, int in, int out, int apart, void (*show)(void *user),
                void *user);

#endif
