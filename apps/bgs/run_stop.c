/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A signal ends the input, as its end would: a camera's stream has no other end. */
#include <signal.h>
#include <stddef.h>
#include "run.h"

static volatile sig_atomic_t caught;

/* Only the first: the second ends the program, also where it waits for a frame. */
static void note(int signal_number)
{
    caught = signal_number;
    signal(signal_number, SIG_DFL);
}

void bgs_watch_signals(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
    struct sigaction mine = {.sa_handler = note, .sa_flags = SA_RESTART}, old;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(ends[i], &mine, NULL);
}

int bgs_signal(void)
{
    return caught;
}
