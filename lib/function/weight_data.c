/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights from data: through points, or the density of arguments. */
#include <gsl/gsl_statistics_double.h>
#include <stdio.h>
#include "base/array.h"
#include "base/door.h"
#include "clpwl/weight.h"
#include "function/function.h"
#include "function/samples.h"

enum {
    MOST_BINS = 1024,
    MOST_KINKS = 4096 /* more points are dense enough to count as smooth */
};

clpwl_status clpwl_function_from_points(clpwl_function **out, const char *name, const double *x,
                                        const double *y, size_t n)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__data *data = NULL;
    double most = 0;
    name = name ? name : "weight";
    CHECK_GIVEN(out);
    *out = NULL;
    CHECK(n >= 2, CLPWL_ERR_SAMPLES, "%s: %zu point%s; at least two are needed", name, n,
          n == 1 ? "" : "s");
    CHECK_GIVEN(x);
    CHECK_GIVEN(y);
    TRY(clpwl__check_count("point", "n", n, sizeof *x));
    TRY(clpwl__data_create(&data, n));
    for (size_t i = 0; i < n; i++) {
        char where[256];
        snprintf(where, sizeof where, "%.200s, point %zu", name, i + 1);
        TRY(clpwl__sample_check(where, i ? x[i - 1] : -INFINITY, x[i], y[i], 1));
        CHECK(y[i] >= 0, CLPWL_ERR_SAMPLES, "%s: the weight is %g at x = %.17g; it must not be negative",
              where, y[i], x[i]);
        data->x[i] = x[i];
        data->y[i] = y[i];
        data->info.n++;
        most = fmax(most, y[i]);
    }
    CHECK(most > 0, CLPWL_ERR_SAMPLES, "%s: all %zu weights are 0", name, n);
    const clpwl_function_spec spec = {.size = sizeof spec, .name = name, .f = clpwl__data_value,
                                      .user = data, .release = clpwl__data_free, .kinks = x,
                                      .kink_count = n <= MOST_KINKS ? n : 0};
    TRY(clpwl_function_create(out, &spec));
    data = NULL;
    (*out)->is_ours = 1;
done:
    clpwl__data_free(data);
    return status;
}

/* The optimal number of bins for sorted numbers, see clpwl_function_from_arguments. */
static size_t count_bins(const double *x, size_t n)
{
    double sigma = gsl_stats_sd(x, 1, n);
    double quartiles = gsl_stats_quantile_from_sorted_data(x, 1, n, 0.75) -
                       gsl_stats_quantile_from_sorted_data(x, 1, n, 0.25);
    if (quartiles > 0)
        sigma = fmin(sigma, quartiles / 1.349);
    double bins = ceil((x[n - 1] - x[0]) / (2.15 * sigma * pow((double)n, -0.2)));
    return bins < MOST_BINS ? (size_t)fmax(bins, 1) : MOST_BINS;
}

clpwl_status clpwl_function_from_arguments(clpwl_function **out, const char *name, const double *x,
                                           size_t n)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    double *sorted = NULL, px[MOST_BINS + 2], py[MOST_BINS + 2];
    name = name ? name : "weight";
    CHECK_GIVEN(out);
    *out = NULL;
    CHECK_GIVEN(x);
    TRY(clpwl__check_count("arguments", "n", n, sizeof *x));
    CHECK(n >= 2, CLPWL_ERR_SAMPLES, "%s: %zu argument%s; at least two are needed", name, n,
          n == 1 ? "" : "s");
    TRY(clpwl__copy_numbers(&sorted, x, n));
    for (size_t i = 0; i < n; i++)
        CHECK(isfinite(sorted[i]), CLPWL_ERR_SAMPLES, "argument %zu is %g; arguments must be finite",
              i + 1, sorted[i]);
    qsort(sorted, n, sizeof *sorted, clpwl__compare_doubles);
    CHECK(sorted[0] < sorted[n - 1], CLPWL_ERR_SAMPLES, "%s: all %zu arguments are %.17g; they "
          "have no density", name, n, sorted[0]);
    /* The polygon is over the middles of the bins, with an empty bin on each side. */
    const size_t bins = count_bins(sorted, n);
    const double width = (nextafter(sorted[n - 1], INFINITY) - sorted[0]) / (double)bins;
    for (size_t i = 0; i < bins + 2; i++) {
        px[i] = sorted[0] + ((double)i - 0.5) * width;
        py[i] = 0;
    }
    for (size_t i = 0; i < n; i++)
        py[1 + (size_t)fmin((sorted[i] - sorted[0]) / width, (double)bins - 1)] += 1 / ((double)n * width);
    TRY(clpwl_function_from_points(out, name, px, py, bins + 2));
done:
    clpwl__free(sorted);
    return status;
}
