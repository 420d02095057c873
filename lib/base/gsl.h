/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GSL without its abort().
 *
 * GSL's default error handler ends the program, and a process has one handler. Every call of
 * GSL in this library is between an enter and a leave: the first thread to enter turns the
 * handler off, the last one to leave restores the caller's. Pairs nest; a nested pair costs
 * nothing.
 *
 * A thread that uses GSL itself at that moment finds the handler off; a handler that it sets
 * meanwhile is overwritten by the last leave. GSL offers no way around that. No callback of
 * the user's is called inside a pair.
 */
#ifndef CLPWL__GSL_H
#define CLPWL__GSL_H

void clpwl__gsl_enter(void);
void clpwl__gsl_leave(void);

#endif
