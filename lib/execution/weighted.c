/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "execution/weighted.h"
#include <float.h>
#include "base/array.h"
#include "base/door.h"
#include "clpwl/error.h"
#include "error/breaks.h"
#include "error/measure.h"
#include "error/residual.h"
#include "execution/shaped_function.h"
#include "execution/storage.h"
#include "table/shaper.h"
#include "table/symmetry.h"

enum {
    STEPS = 8,         /* of a part */
    ROOM = 3 * (STEPS + 1), /* for a part's x, f and w */
    PARTS = 64,        /* whose samples are one call of f */
    HALVINGS = 1 << 16, /* of parts, in all and some for each segment: a zero of f takes some 25 */
    HALVINGS_OF_CALLBACKS = 1 << 12, /* instead: values of these may take microseconds each */
    HALVINGS_EACH = 4
};

/* The trapezoids of all steps and of every other step may differ by this part. The error of a sum of smooth
 * factors is a third of the difference. A weight may exceed its largest sample by this part. */
static const double smooth = 1.0 / 64;

/* A part of a smooth piece, and f and w at the ends of its steps. */
typedef struct samples {
    double l, r;
    size_t segment;
    const double *x, *y, *w;
} samples;

/* Parts that are sampled together, and the factors that they are added to. */
typedef struct adding {
    const clpwl_function *f;
    const clpwl_weight *weight;
    size_t halvings; /* that are left */
    samples parts[PARTS];
    size_t count;
    clpwl__factors *out;
} adding;

/* Samples n parts by one call of f and one of w.
 *   room  for (STEPS + 1) x, f and w of each */
static clpwl_status sample_parts(const adding *a, samples *parts, size_t n, double *room)
{
    clpwl_weight absolute = *a->weight;
    clpwl_status status = CLPWL_OK;
    const size_t each = STEPS + 1;
    double *x = room, *y = x + n * each, *w = y + n * each;
    absolute.floor = 0;
    for (size_t i = 0; i < n; i++) {
        parts[i].x = x + i * each;
        parts[i].y = y + i * each;
        parts[i].w = w + i * each;
        for (size_t k = 0; k < each; k++)
            x[i * each + k] = clpwl__step_at(parts[i].l, parts[i].r, (double)k, STEPS);
    }
    TRY(clpwl__values(a->f, x, y, n * each));
    TRY(clpwl__weigh_many(&absolute, CLPWL_NORM_LINF, x, y, w, n * each));
done:
    return status;
}

/* How far a smooth function may exceed both its values at the ends of step i. */
static double bound_overshoot(const double *y, int i)
{
    double left = i > 0 ? fabs(y[i - 1] - 2 * y[i] + y[i + 1]) : 0;
    double right = i + 1 < STEPS ? fabs(y[i] - 2 * y[i + 1] + y[i + 2]) : 0;
    return fmax(left, right) / 2; /* an eighth would do for a constant curvature */
}

/* The least |f| at an argument beside the zero of f in step i, where f is monotone: arguments are
 * floats, and the nearest one may be far from the zero. */
static double find_least_beside_zero(const clpwl_function *f, const samples *s, int i)
{
    float l = (float)s->x[i], r = (float)s->x[i + 1];
    l = (double)l > s->x[i] ? nextafterf(l, -INFINITY) : l;
    r = (double)r < s->x[i + 1] ? nextafterf(r, INFINITY) : r;
    double yl = s->y[i], yr = s->y[i + 1];
    while (nextafterf(l, r) < r) {
        float m = l + (r - l) / 2;
        double y = m <= l || m >= r ? 0 : clpwl__function_raw(f, (double)m);
        if (!(fabs(y) > 0))
            return 0;
        *((y < 0) == (s->y[i] < 0) ? &l : &r) = m;
        *((y < 0) == (s->y[i] < 0) ? &yl : &yr) = y;
    }
    return fmin(fabs(yl), fabs(yr));
}

/* A lower bound of |f| on step i, at arguments that are floats. */
static double find_least(const clpwl_function *f, const samples *s, int i)
{
    if ((s->y[i] < 0) != (s->y[i + 1] < 0))
        return fabs(s->y[i + 1] - s->y[i]) > 4 * bound_overshoot(s->y, i)
                   ? find_least_beside_zero(f, s, i)
                   : 0;
    return fmax(fmin(fabs(s->y[i]), fabs(s->y[i + 1])) - bound_overshoot(s->y, i), 0);
}

/* s at sample k: 1 over |f| or over the floor. */
static double relative_at(const samples *s, int k, double floor)
{
    return floor > 0 ? 1 / fmax(fabs(s->y[k]), floor) : 1;
}

/* Whether the factors vary by more between samples than these show. */
static int is_rough(const samples *s, double floor)
{
    double fine = 0, coarse = 0, size = 0, most = 0, overshoot = 0;
    int has_zero = 0;
    for (int k = 0; k <= STEPS; k++) {
        double relative = relative_at(s, k, floor);
        double term = s->w[k] * relative * relative * (k == 0 || k == STEPS ? 0.5 : 1);
        fine += term;
        coarse += k % 2 == 0 ? 2 * term : 0;
        size = fmax(size, fabs(s->y[k]));
        most = fmax(most, s->w[k]);
        overshoot = k < STEPS ? fmax(overshoot, bound_overshoot(s->w, k)) : overshoot;
        has_zero |= (s->y[k] < 0) != (s->y[0] < 0);
    }
    return fabs(fine - coarse) > smooth * fine || overshoot > smooth * most ||
           (has_zero && floor > 0 && size > 2 * floor);
}

/* The sums of rough parts take the bounds of steps. */
static void add_part(const clpwl_function *f, const samples *s, double floor, int is_bounded,
                     clpwl__factors *out)
{
    for (int i = 0; i < STEPS; i++) {
        double w = fmax(s->w[i], s->w[i + 1]) + bound_overshoot(s->w, i), h = s->x[i + 1] - s->x[i];
        double most = floor > 0 ? 1 / fmax(find_least(f, s, i), floor) : 1;
        out->most = fmax(out->most, w * most);
        for (int k = i; k <= i + 1; k++) {
            double relative = is_bounded ? most : fmin(relative_at(s, k, floor), most);
            double factor = (is_bounded ? w : s->w[k]) * relative;
            out->mean += h / 2 * factor;
            out->square += h / 2 * factor * relative;
        }
    }
}

/* Adds a part, in halves where it is rough, down to one from float to float. */
static clpwl_status add_halves(adding *a, const samples *s)
{
    clpwl_status status = CLPWL_OK;
    const double l = s->l, r = s->r, middle = l / 2 + r / 2, ulp = FLT_EPSILON * fmax(fabs(l), fabs(r));
    int rough = is_rough(s, a->weight->floor);
    if (rough && a->halvings > 0 && l < middle && middle < r && r - l > fmax(ulp, FLT_MIN)) {
        samples halves[] = {{.l = l, .r = middle, .segment = s->segment},
                            {.l = middle, .r = r, .segment = s->segment}};
        double room[2 * ROOM];
        a->halvings--;
        TRY(sample_parts(a, halves, 2, room));
        TRY(add_halves(a, &halves[0]));
        TRY(add_halves(a, &halves[1]));
    } else {
        add_part(a->f, s, a->weight->floor, rough, &a->out[s->segment]);
    }
done:
    return status;
}

/* Adds the parts that wait. */
static clpwl_status add_parts(adding *a)
{
    clpwl_status status = CLPWL_OK;
    double room[PARTS * ROOM];
    TRY(sample_parts(a, a->parts, a->count, room));
    for (size_t i = 0; i < a->count; i++)
        TRY(add_halves(a, &a->parts[i]));
    a->count = 0;
done:
    return status;
}

/* Adds a smooth piece, in parts that resolve a thousandth of the domain, to those that wait. */
static clpwl_status add_piece(adding *a, double l, double r, double domain, size_t segment)
{
    clpwl_status status = CLPWL_OK;
    double parts = ceil(CLPWL__RESOLUTION / STEPS * ((r - l) / domain));
    for (double i = 0; i < parts; i++) {
        a->parts[a->count++] = (samples){.l = clpwl__step_at(l, r, i, parts),
                                         .r = clpwl__step_at(l, r, i + 1, parts), .segment = segment};
        if (a->count == PARTS)
            TRY(add_parts(a));
    }
done:
    return status;
}

/* x where g or -g is s, on the domain. */
static double back_from(const clpwl_table *table, double s)
{
    const double *knots = clpwl_table_knots(table), last = knots[clpwl_table_segments(table)];
    const clpwl_shaper shaper = clpwl_table_shaper(table);
    if (s <= clpwl__shaper_s(shaper, knots[0]))
        return knots[0];
    return s >= clpwl__shaper_s(shaper, last) ? last : clpwl__shaper_x(shaper, s);
}

/* An argument in segment i may be off by so much, in s(x). */
static double find_off(const clpwl_table *table, size_t i)
{
    const double *knots = clpwl_table_knots(table);
    const clpwl_shaper shaper = clpwl_table_shaper(table);
    double width = clpwl__shaper_s(shaper, knots[i + 1]) - clpwl__shaper_s(shaper, knots[i]);
    return clpwl__table_place_error(table, i) * width;
}

/* Knot i, moved in s(x). */
static double move_knot(const clpwl_table *table, size_t i, double off)
{
    return back_from(table, clpwl__shaper_s(clpwl_table_shaper(table), clpwl_table_knots(table)[i]) + off);
}

void clpwl__table_reach(const clpwl_table *table, size_t i, double *from, double *to)
{
    const size_t last = clpwl_table_segments(table) - 1;
    *from = move_knot(table, i, -find_off(table, i > 0 ? i - 1 : 0));
    *to = move_knot(table, i + 1, find_off(table, i < last ? i + 1 : last));
}

void clpwl__table_inside(const clpwl_table *table, size_t i, double *from, double *to)
{
    const double *x = clpwl_table_knots(table) + i, off = find_off(table, i);
    *from = fmin(fmax(move_knot(table, i, off), x[0]), x[1]);
    *to = fmin(fmax(move_knot(table, i + 1, -off), x[0]), x[1]);
}

clpwl_status clpwl__factors_of(const clpwl_function *f, const clpwl_weight *weight,
                               const clpwl_table *table, clpwl__factors *out)
{
    clpwl_status status = CLPWL_OK;
    const size_t segments = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table), domain = knots[segments] - knots[0];
    const int is_ours = f->is_ours && (!weight->w || weight->w->is_ours);
    adding a = {.f = f, .weight = weight, .out = out,
                .halvings = (is_ours ? HALVINGS : HALVINGS_OF_CALLBACKS) + HALVINGS_EACH * segments};
    for (size_t i = 0; i < segments; i++) {
        double from, to;
        out[i] = (clpwl__factors){0, 0, 0};
        clpwl__table_reach(table, i, &from, &to);
        for (double l = from, r; l < to; l = r) {
            r = clpwl__weighted_piece_end(f, weight, l, to);
            TRY(add_piece(&a, l, r, domain, i));
        }
    }
    TRY(add_parts(&a));
    for (size_t i = 0; i < segments; i++) {
        out[i].mean /= knots[i + 1] - knots[i];
        out[i].square /= knots[i + 1] - knots[i];
    }
done:
    return status;
}

clpwl_status clpwl__executed_weighted(const clpwl_function *f, const clpwl_weight *weight,
                                      const clpwl_table *table, const clpwl_execution *execution,
                                      clpwl_error measured, int of_stored, const double *each,
                                      clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    const double *knots = clpwl_table_knots(table);
    size_t segments = clpwl_table_segments(table);
    clpwl__factors *factors = NULL;
    clpwl__broken broken = {0};
    clpwl_weight own = CLPWL_WEIGHT_INIT;
    if (clpwl__weighs(weight)) {
        own = *weight;
        factors = clpwl__alloc(segments, sizeof *factors);
        CHECK_MEMORY(factors);
        if (own.w) {
            TRY(clpwl__broken_create(&broken, own.w, knots[0], knots[segments]));
            own.w = &broken.f;
        }
        TRY(clpwl__factors_of(f, &own, table, factors));
    }
    *out = clpwl__executed(table, execution, measured, of_stored, factors, each);
done:
    clpwl__broken_free(&broken);
    clpwl__free(factors);
    return status;
}

/* The error of the table with its values as stored. */
static clpwl_status measure_stored(const clpwl_function *f, const clpwl_weight *weight,
                                   const clpwl_table *table, clpwl_storage storage,
                                   double *each, clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__half half = clpwl__table_half(table);
    clpwl_symmetry symmetry = clpwl_table_symmetry(table);
    const clpwl__measure all = {.weight = weight, .norms = CLPWL__MEASURE_ALL, .each = each};
    size_t n = clpwl_table_segments(table), room = n + 1;
    clpwl__coding coding = clpwl__coding_of(storage, half.values, half.segments + 1);
    double *stored = clpwl__alloc(3 * room, sizeof *stored);
    CHECK_MEMORY(stored);
    TRY(clpwl__coding_check(&coding));
    for (size_t i = 0; i <= half.segments; i++)
        stored[i] = clpwl__stored(&coding, half.values[i]);
    const double *values = stored;
    if (symmetry != CLPWL_SYMMETRY_NONE) {
        const clpwl__half moved = {half.knots, stored, half.segments};
        clpwl__reflect(clpwl__table_law(table), &moved, stored + room, stored + 2 * room);
        values = stored + 2 * room;
    }
    if (clpwl_table_shaper(table) != CLPWL_SHAPER_NONE)
        TRY(clpwl__shaped_measure_table(f, weight, table, values, each, out));
    else
        TRY(clpwl__error_measure(&all, f, clpwl_table_knots(table), values, n, out));
done:
    clpwl__free(stored);
    return status;
}

clpwl_status clpwl_error_executed(const clpwl_function *f, const clpwl_weight *weight,
                                           const clpwl_table *table,
                                           const clpwl_execution *execution, clpwl_error *out)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_weight own;
    clpwl_execution how;
    clpwl_error measured;
    double *each = NULL;
    CHECK_GIVEN(f);
    CHECK_GIVEN(table);
    CHECK_GIVEN(out);
    TRY(clpwl__weight_take(&own, &weight));
    TRY(clpwl__execution_take(&how, &execution, table));
    clpwl_storage storage = execution->storage;
    CHECK(storage != CLPWL_STORAGE_ANY, CLPWL_ERR_ARGUMENT,
          "an execution needs a storage: " CLPWL__STORAGE_NAMES);
    each = clpwl__alloc(clpwl_table_segments(table), sizeof *each);
    CHECK_MEMORY(each);
    TRY(measure_stored(f, weight, table, storage, each, &measured));
    TRY(clpwl__executed_weighted(f, weight, table, execution, measured,
                                 storage != CLPWL_STORAGE_FLOAT32, each, out));
done:
    clpwl__free(each);
    return status;
}
