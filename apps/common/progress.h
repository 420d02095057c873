/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress on standard error where that is a terminal, for work of more than half a second. */
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

typedef struct app_progress {
    const char *label;
    int on, drawn;
    double began, shown; /* seconds */
    double from;         /* the fraction that was done before; set by the caller */
} app_progress;

void app_progress_begin(app_progress *p, const char *label);
/* Draws "compiling for DEVICE" at once, as compilers report no progress. The next line replaces it. */
void app_progress_compile(app_progress *p, const char *device);
/* A bar for a known fraction. The function is a clpwl_progress; user is the app_progress. */
int app_progress_show(double fraction, void *user);
/* A count and its rate: "frame 12 of 300 (4 %), 25.0 frames/s, 11 s left". total: -1 if it is
 * unknown. The rate counts what is done after `since` of the clock, when `before` were done. */
void app_progress_count(app_progress *p, const char *unit, long done, long total, long before,
                        double since);
void app_progress_end(app_progress *p); /* erases the line */

#endif
