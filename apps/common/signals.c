/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/signals.h"
#include <signal.h>
#include <stddef.h>

static struct end {
    int number;
    app_signal_kind kind;
    int is_ignored;
} ends[] = {
    { SIGHUP, APP_SIGNALS_SENT, 0 },    { SIGINT, APP_SIGNALS_SENT, 0 },
    { SIGQUIT, APP_SIGNALS_SENT, 0 },   { SIGTERM, APP_SIGNALS_SENT, 0 },
    { SIGUSR1, APP_SIGNALS_SENT, 0 },   { SIGUSR2, APP_SIGNALS_SENT, 0 },
    { SIGALRM, APP_SIGNALS_SENT, 0 },   { SIGVTALRM, APP_SIGNALS_SENT, 0 },
    { SIGPROF, APP_SIGNALS_SENT, 0 },   { SIGIO, APP_SIGNALS_SENT, 0 },
    { SIGXCPU, APP_SIGNALS_SENT, 0 },   { SIGABRT, APP_SIGNALS_RAISED, 0 },
    { SIGPIPE, APP_SIGNALS_RAISED, 0 }, { SIGXFSZ, APP_SIGNALS_RAISED, 0 },
};
enum { ENDS = sizeof ends / sizeof *ends };

void app_signals_begin(void)
{
    struct sigaction old;
    for (size_t i = 0; i < ENDS; i++)
        ends[i].is_ignored = sigaction(ends[i].number, NULL, &old) == 0 && old.sa_handler == SIG_IGN;
}

void app_signals_catch(app_signal_kind kind, void (*handler)(int))
{
    for (size_t i = 0; i < ENDS; i++) {
        struct sigaction mine = { .sa_handler = ends[i].is_ignored ? SIG_IGN : handler,
                                  .sa_flags = SA_RESTART };
        if (ends[i].kind == kind)
            sigaction(ends[i].number, &mine, NULL);
    }
}

void app_signals_hold(int hold)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < ENDS; i++)
        sigaddset(&set, ends[i].number);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}
