/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/progress.h"
#include <stdio.h>
#include <unistd.h>
#include "common/clock.h"
#include "common/message.h"

enum { WIDTH = 40 };
static const double PATIENCE = 0.5, INTERVAL = 0.1, FORECAST = 3; /* seconds */

void app_progress_begin(app_progress *p, const char *label)
{
    *p = (app_progress){ .label = label, .began = app_seconds() };
    p->on = !app_is_quiet() && isatty(STDERR_FILENO);
}

/* Whether the line may be drawn now; `now` is set if so. */
static int is_due(app_progress *p, double *now)
{
    if (!p->on)
        return 0;
    *now = app_seconds();
    if (*now - p->began < PATIENCE || *now - p->shown < INTERVAL)
        return 0;
    p->shown = *now;
    p->drawn = 1;
    app_set_line(1);
    return 1;
}

void app_progress_compile(app_progress *p, const char *device)
{
    if (!p->on)
        return;
    fprintf(stderr, "\rcompiling for %s\033[K", device);
    p->drawn = 1;
    app_set_line(1);
}

int app_progress_show(double fraction, void *user)
{
    app_progress *p = user;
    double now;
    char bar[WIDTH + 1] = "";
    if (!is_due(p, &now))
        return 0;
    fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < (int)(fraction * WIDTH) ? '#' : '.';
    fprintf(stderr, "\r%s [%s] %3.0f %%", p->label, bar, 100 * fraction);
    /* Before that, the compiling of kernels and the like count too much. */
    if (now - p->began >= FORECAST && fraction > p->from + 0.01) {
        double left = (now - p->began) * (1 - fraction) / (fraction - p->from);
        fprintf(stderr, left < 100 ? ", %.0f s left" : ", %.0f min left",
                left < 100 ? left : left / 60);
    }
    fputs("\033[K", stderr);
    return 0;
}

void app_progress_count(app_progress *p, const char *unit, long done, long total, long before,
                        double since)
{
    double now;
    if (!is_due(p, &now))
        return;
    fprintf(stderr, "\r%s %ld", unit, done);
    if (total > 0)
        fprintf(stderr, " of %ld (%ld %%)", total, 100 * done / total);
    if (done > before && now > since) {
        double rate = (double)(done - before) / (now - since);
        fprintf(stderr, ", %.1f %ss/s", rate, unit);
        if (total > 0)
            fprintf(stderr, ", %.0f s left", (double)(total - done) / rate);
    }
    fputs("\033[K", stderr);
}

void app_progress_end(app_progress *p)
{
    if (p->drawn)
        fputs("\r\033[K", stderr);
    app_set_line(0);
    p->drawn = p->on = 0;
}
