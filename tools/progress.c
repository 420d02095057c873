/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A progress bar for people: never in a file or a pipe, never for short work. */
#include <time.h>
#include <unistd.h>
#include "tool.h"

enum { WIDTH = 40 };
static const double PATIENCE = 0.5, INTERVAL = 0.1; /* seconds */

double tool_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_begin(progress *p, const char *label)
{
    *p = (progress){ .label = label, .on = isatty(STDERR_FILENO), .began = tool_seconds() };
}

int progress_show(double fraction, void *user)
{
    progress *p = user;
    if (!p->on)
        return 0;
    double now = tool_seconds();
    if (now - p->began < PATIENCE || now - p->shown < INTERVAL)
        return 0;
    char bar[WIDTH + 1];
    fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
    int full = (int)(fraction * WIDTH);
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < full ? '#' : '.';
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r%s [%s] %3.0f %%", p->label, bar, 100 * fraction);
    p->shown = now;
    p->drawn = 1;
    return 0;
}

void progress_end(progress *p)
{
    if (p->drawn)
        fputs("\r\033[K", stderr);
    p->drawn = p->on = 0;
}
