/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GSL without its abort().
 *
 * GSL's default error handler ends the program, and the handler is one per process.
 * Every call of GSL in this library stands between an enter and a leave: the first
 * thread in turns the handler off, the last one out puts the caller's back. Calls
 * nest; a nested pair costs nothing.
 *
 * What GSL does not allow is to make this invisible to a thread that uses GSL by
 * itself at that moment: it sees the handler off, and a handler that it sets in
 * between is overwritten when the last of ours leaves. No callback of the user's
 * is ever called inside a pair.
 */
#ifndef CLPWL_HOST_GSL_H
#define CLPWL_HOST_GSL_H

void clpwl__gsl_enter(void);
void clpwl__gsl_leave(void);

#endif
