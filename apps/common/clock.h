/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clocks, quantiles, and repeated measurements. */
#ifndef APP_CLOCK_H
#define APP_CLOCK_H

#include <stddef.h>

double app_seconds(void);     /* a monotonic clock */
double app_cpu_seconds(void); /* processor time of all threads of this process */
/* In the unit from ns to s that gives it 1 to 999, with three digits. */
enum { APP_TIME = 32 };
const char *app_time_text(char text[APP_TIME], double seconds);
void app_sort(double *values, size_t count); /* ascending */
/* The p-quantile of ascending values, interpolated between order statistics. */
double app_quantile(const double *sorted, size_t count, double p);

/* Seconds of some runs: the median and the distance of the quartiles, which a few disturbed runs do not
 * change, and the least, which a busy machine changes little. */
typedef struct app_times {
    double median, spread, least;
    size_t runs;
} app_times;

app_times app_times_of(double *seconds, size_t runs); /* at least 1; sorts them */
/* One run of a rival of several, by its number. Sets what it counts: a clock's time, and the processor's. */
typedef int app_once(void *user, size_t rival, double seconds[2]);
/*
 * Times rivals in rounds. Each round begins with another one, so that other load of the machine affects all
 * alike. A round before the first, which compiles and is not typical, does not count. Rounds end early, but
 * after three, when they took `enough` s together.
 *   out  for each rival the times of the clock and of the processor
 * 0 or an exit code, that of a run that failed.
 */
int app_repeat(app_once *once, void *user, size_t rivals, size_t rounds, double enough, app_times (*out)[2]);

#endif
