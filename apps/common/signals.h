/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The signals that end a process. Not among them: SIGKILL, those of faults, real-time signals.
 * A signal that the program's parent ignored stays ignored, whatever a compiler in a driver installs.
 */
#ifndef APP_SIGNALS_H
#define APP_SIGNALS_H

/* Sent from outside, as SIGINT, or raised by what the program does, as SIGPIPE. */
typedef enum app_signal_kind { APP_SIGNALS_SENT, APP_SIGNALS_RAISED } app_signal_kind;

/* Notes which signals are ignored. app_main calls it first. */
void app_signals_begin(void);
/* Compilers in drivers install handlers of their own, at the first use of a kernel: a program calls
 * this again after that. */
void app_signals_catch(app_signal_kind kind, void (*handler)(int));
/* While held, all of them wait. */
void app_signals_hold(int hold);

#endif
