/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of a mesh that are halved where f bends. */
#include "base/array.h"
#include "error/residual.h"
#include "fit/mesh.h"

enum {
    MOST_ROUNDS = 64,
    BLOCK = 256 /* steps for a call of f */
};
/* A mesh that has missed a feature may have an error below this part of the range of f: 1.8 million points
 * resolved a spike for its foot of 4e-40. */
static const double tiny = 0x1p-26;

/* |f''| / 8 beside point i: by h^2 the error of the chord over a step h. Infinite at an end of the mesh. */
static double estimate_bend(const clpwl__mesh *m, size_t i)
{
    if (i == 0 || i + 1 == m->n)
        return INFINITY;
    double left = m->x[i] - m->x[i - 1], right = m->x[i + 1] - m->x[i];
    double d = ((m->y[i + 1] - m->y[i]) / right - (m->y[i] - m->y[i - 1]) / left) / (left + right);
    return fabs(d) / 4;
}

double clpwl__mesh_step_error(const clpwl__mesh *m, size_t i)
{
    double h = m->x[i + 1] - m->x[i];
    return h * h * fmin(estimate_bend(m, i), estimate_bend(m, i + 1));
}

/* A step that may be halved. */
typedef struct coarse_step {
    double middle, chord; /* the chord there */
    double most;          /* f must be further from the chord; -1: the step is halved */
} coarse_step;

/* Whether a step may be halved, from the bends at both ends: where both tell an error above `most`. An error
 * above it by one of them alone may be that of a kink, or of the step that enters a narrow feature: f in the
 * middle tells. */
static int may_halve(const clpwl__mesh *m, size_t i, double left, double right, double most, coarse_step *out)
{
    double h = m->x[i + 1] - m->x[i], size = h * h * fmin(left, right), other = h * h * fmax(left, right);
    int is_coarse = size > most && isfinite(size);
    *out = (coarse_step){.middle = m->x[i] + h / 2, .chord = m->y[i] + (m->y[i + 1] - m->y[i]) / 2,
                         .most = is_coarse ? -1 : most};
    return m->x[i] < out->middle && out->middle < m->x[i + 1] &&
           (is_coarse || (size <= most && other > most && isfinite(other)));
}

/* Writes the middles of those among n steps that are to be halved. f is called once. */
static size_t take_middles(const clpwl__mesh *m, const coarse_step *steps, size_t n, double *out)
{
    double x[BLOCK], y[BLOCK];
    size_t count = 0, asked = 0;
    for (size_t k = 0; k < n; k++)
        if (steps[k].most >= 0)
            x[asked++] = steps[k].middle;
    clpwl__values_raw(m->f, x, y, asked);
    asked = 0;
    for (size_t k = 0; k < n; k++) {
        double off = steps[k].most < 0 ? 0 : fabs(y[asked++] - steps[k].chord);
        if (off > steps[k].most && isfinite(off))
            out[count++] = steps[k].middle;
    }
    return count;
}

/* Writes the middles of the steps that are to be halved, beside the n new points only.
 *   fresh  the new points; NULL: all are new */
static size_t find_coarse_steps(const clpwl__mesh *m, double r, double noise, const double *fresh, size_t n,
                                double *out)
{
    const int is_relative = clpwl__mesh_is_relative(m);
    coarse_step steps[BLOCK];
    size_t count = 0, waiting = 0, known = 0; /* the point whose bend is `bend` */
    double bend = INFINITY;
    for (size_t i = 0, k = 0; i + 1 < m->n; i++) {
        while (fresh && k < n && fresh[k] < m->x[i > 0 ? i - 1 : 0])
            k++;
        if (fresh && (k == n || fresh[k] > m->x[i + 2 < m->n ? i + 2 : i + 1]))
            continue;
        double here = is_relative ? clpwl__residual_noise(m->f, m->y + i, 1) : noise;
        double most = fmax(r * fmin(m->s[i], m->s[i + 1]), here);
        double left = known == i ? bend : estimate_bend(m, i);
        bend = estimate_bend(m, known = i + 1);
        waiting += (size_t)may_halve(m, i, left, bend, most, &steps[waiting]);
        if (waiting == BLOCK) {
            count += take_middles(m, steps, waiting, out + count);
            waiting = 0;
        }
    }
    return count + take_middles(m, steps, waiting, out + count);
}

/* The range of f by the limit of the error. */
static double find_range(const clpwl__mesh *m)
{
    double least = m->y[0] / m->s[0], most = least;
    for (size_t i = 1; i < m->n; i++) {
        least = fmin(least, m->y[i] / m->s[i]);
        most = fmax(most, m->y[i] / m->s[i]);
    }
    return most - least;
}

clpwl_status clpwl__mesh_resolve(clpwl__mesh *m, double r)
{
    clpwl_status status = CLPWL_OK;
    const size_t few = m->n + m->n / 64;
    double *x = NULL, *fresh = NULL;
    size_t last = 0;
    int is_all = 0, is_first = 1;
    for (int turn = 0; turn < MOST_ROUNDS && m->n < CLPWL__MESH_MOST; turn++) {
        double noise = clpwl__residual_noise(m->f, m->y, m->n - 1); /* f may have been 0 so far */
        double first = is_all ? r : fmax(r, tiny * find_range(m));
        double *more = clpwl__realloc(x, m->n, sizeof *x), *swap = fresh;
        CHECK_MEMORY(more);
        x = more;
        size_t count = find_coarse_steps(m, first, noise, is_first ? NULL : fresh, last, x);
        is_first = count == 0;
        if (count == 0 && (is_all || first <= r || m->n > few))
            break;
        is_all = is_all || count == 0;
        TRY(clpwl__mesh_insert(m, x, count));
        last = count;
        fresh = x;
        x = swap;
    }
done:
    clpwl__free(x);
    clpwl__free(fresh);
    return status;
}
