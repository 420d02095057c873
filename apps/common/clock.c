/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "common/message.h"

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double app_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double app_cpu_seconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

const char *app_time_text(char text[APP_TIME], double seconds)
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    int k = 0;
    while (k < 3 && seconds < 0.9995) {
        seconds *= 1000;
        k++;
    }
    snprintf(text, APP_TIME, seconds < 999.5 ? "%.3g %s" : "%.0f %s", seconds, units[k]);
    return text;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void app_sort(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
}

double app_quantile(const double *sorted, size_t count, double p)
{
    double at = p * (double)(count - 1);
    size_t i = (size_t)at;
    return i + 1 < count ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i])
                         : sorted[count - 1];
}

app_times app_times_of(double *seconds, size_t runs)
{
    app_sort(seconds, runs);
    return (app_times){app_quantile(seconds, runs, 0.5),
                       app_quantile(seconds, runs, 0.75) - app_quantile(seconds, runs, 0.25),
                       seconds[0], runs};
}

int app_repeat(app_once *once, void *user, size_t rivals, size_t rounds, double enough, app_times (*out)[2])
{
    enum { LEAST = 3 };
    int code = 0;
    size_t n = 0;
    double total = 0, *all = calloc(rivals * rounds * 2, sizeof *all);
    CHECK(all, "out of memory");
    for (size_t k = 0; k < rivals; k++)
        TRY(once(user, k, (double[2]){0}));
    for (; n < rounds && (n < LEAST || total < enough); n++)
        for (size_t k = 0; k < rivals; k++) {
            const size_t rival = (k + n) % rivals;
            double seconds[2] = {0};
            TRY(once(user, rival, seconds));
            for (size_t i = 0; i < 2; i++)
                all[(2 * rival + i) * rounds + n] = seconds[i];
            total += seconds[0];
        }
    for (size_t k = 0; k < 2 * rivals; k++)
        out[k / 2][k % 2] = app_times_of(all + k * rounds, n);
done:
    free(all);
    return code;
}
