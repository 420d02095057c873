/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/constraints.h"
#include "base/number.h"
#include "base/options.h"
#include "execution/rounding.h"
#include "execution/storage.h"
#include "fit/fit.h"
#include "fit/shape.h"
#include "partition/partition.h"
#include "table/symmetry.h"

double clpwl__nearest_number(clpwl_storage storage, double y)
{
    const clpwl__coding coding = clpwl__coding_of(storage, &y, 1);
    return storage == CLPWL_STORAGE_FLOAT32 ? (double)(float)y : clpwl__stored(&coding, y);
}

static int is_shaped(const clpwl_design_options *o)
{
    return o->shaper != CLPWL_SHAPER_NONE && o->shaper != CLPWL_SHAPER_AUTO;
}

/* What constraints and other options exclude. */
static clpwl_status check_options(const clpwl_constraints *c, const clpwl_design_options *o, int has_values,
                                  int has_range)
{
    clpwl_status status = CLPWL_OK;
    const int is_one_sided = clpwl__fit_is_one_sided(o->fit);
    CHECK(c->count == 0 || c->x, CLPWL_ERR_ARGUMENT, "%zu exact values have no x", c->count);
    CHECK_NAMED(shape, c->shape);
    CHECK(c->lo < c->hi, CLPWL_ERR_ARGUMENT, "the range from %g to %g is empty", c->lo, c->hi);
    CHECK(!c->keep_integral || (!has_values && !has_range && !is_one_sided && !is_shaped(o) &&
                                o->execution->storage == CLPWL_STORAGE_FLOAT32), CLPWL_ERR_ARGUMENT,
          "the integral is kept by a shift, which takes no exact values, range, one-sided fit, shaper, and "
          "storage other than float32");
    CHECK(c->slope_error == 0 || (c->slope_error > 0 && o->max_error > 0 && !is_shaped(o)),
          CLPWL_ERR_ARGUMENT,
          "a slope error of %g: it must be a positive number, beside a max error, without a shaper",
          c->slope_error);
    CHECK(o->fit == CLPWL_FIT_INTERPOLANT || o->fit == CLPWL_FIT_MINIMAX || (is_one_sided && !has_values) ||
              !(has_values || has_range),
          CLPWL_ERR_ARGUMENT, "a fit %s takes no %s: minimax or interpolant would be right",
          clpwl_fit_name(o->fit), has_values ? "exact values" : "range");
    CHECK(!is_one_sided || (o->fit == CLPWL_FIT_ABOVE ? c->hi == HUGE_VAL : c->lo == -HUGE_VAL),
          CLPWL_ERR_ARGUMENT,
          "a fit %s and a range that ends there, at %g, exclude each other: roundings take room",
          clpwl_fit_name(o->fit), o->fit == CLPWL_FIT_ABOVE ? c->hi : c->lo);
    CHECK(!has_values || !clpwl__storage_levels(o->execution->storage), CLPWL_ERR_ARGUMENT,
          "exact values in %s, whose levels follow from all values: float32, half or bfloat16 would be right",
          clpwl_storage_name(o->execution->storage));
done:
    return status;
}

/* What f has of the shapes that are asked for, and that the other options allow. */
static clpwl_status take_shape(clpwl_constraints *c, const clpwl_design_options *o, int has_values,
                               const clpwl__proxy *p)
{
    clpwl_status status = CLPWL_OK;
    const int is_auto = c->shape == CLPWL_SHAPE_AUTO;
    const int may_bend = !has_values && !is_shaped(o) && o->execution->storage == CLPWL_STORAGE_FLOAT32;
    const int asked = !is_auto ? (int)c->shape : may_bend ? 15 : CLPWL_SHAPE_MONOTONE;
    int shape = CLPWL_SHAPE_NONE;
    CHECK(!asked || (!clpwl__fit_is_one_sided(o->fit) && (asked < CLPWL_SHAPE_CONVEX || may_bend)),
          CLPWL_ERR_ARGUMENT,
          "the shape %s takes no one-sided fit; a convex one takes float32, no exact values, no shaper",
          clpwl_shape_name(c->shape));
    for (int first = CLPWL_SHAPE_RISING; first <= asked; first *= 4) {
        double off[2], at[2];
        for (int k = 0; k < 2; k++)
            off[k] = asked & first << k
                         ? clpwl__shape_defect((clpwl_shape)(first << k), p->x, p->y, p->asked, &at[k])
                         : HUGE_VAL;
        const int best = off[1] < off[0], has = off[best] <= clpwl__eps * p->largest;
        CHECK(has || is_auto || off[best] == HUGE_VAL, CLPWL_ERR_ARGUMENT,
              "%s is not %s: it misses that by %.3g near x = %.9g", clpwl_function_name(&p->f),
              clpwl_shape_name((clpwl_shape)(asked & (3 * first))), off[best], at[best]);
        shape |= has ? first << best : 0;
    }
    c->shape = (clpwl_shape)shape;
done:
    return status;
}

/* Adds a place, in order, unless it is there. */
static clpwl_status add_place(clpwl__bounds *l, double x, double y)
{
    clpwl_status status = CLPWL_OK;
    size_t i = l->count, known = clpwl__bounds_find(l, x);
    CHECK(known == i || !(l->y[known] != y), CLPWL_ERR_ARGUMENT,
          "v(%.9g) is to be %.9g and %.9g: the constraints, the symmetry and the period need one value",
          x, l->y[known], y);
    if (known < i)
        goto done;
    for (; i > 0 && l->x[i - 1] > x; i--) {
        l->x[i] = l->x[i - 1];
        l->y[i] = l->y[i - 1];
    }
    l->x[i] = x;
    l->y[i] = y;
    l->count++;
done:
    return status;
}

/* Adds a place with its value, or with the number of f's value where that is NaN; refuses what cannot be. */
static clpwl_status hold_place(clpwl__bounds *held, double x, double v, const clpwl_constraints *c,
                               const clpwl_design_options *o, const clpwl_function *f,
                               const clpwl__proxy *proxy)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_storage storage = o->execution->storage;
    const int is_end = x == o->a || x == o->b;
    char wished[CLPWL__NUMBER_ROOM], nearest[CLPWL__NUMBER_ROOM];
    double y, factor;
    CHECK(o->a <= x && x <= o->b, CLPWL_ERR_ARGUMENT,
          "an exact value at x = %.9g, outside the domain [%g, %g]", x, o->a, o->b);
    CHECK(is_end || !is_shaped(o), CLPWL_ERR_ARGUMENT,
          "an exact value at x = %.9g: the shaper %s has no exact knots there", x,
          clpwl_shaper_name(o->shaper));
    x = is_end ? x : (double)(float)x;
    /* The proxy may have asked f(x) already. */
    const size_t asked = clpwl__count_up_to(proxy->x, proxy->asked, x);
    if (asked > 0 && proxy->x[asked - 1] == x)
        y = proxy->y[asked - 1];
    else
        TRY(clpwl__value(f, x, &y));
    const double number =
        clpwl__nearest_number(storage, isnan(v) ? clpwl__clip((clpwl__span){c->lo, c->hi}, y) : v);
    v = isnan(v) ? number : v;
    clpwl__number_format(wished, v);
    clpwl__number_format(nearest, number);
    CHECK(number == v, CLPWL_ERR_ARGUMENT, "v(%.9g) = %s is no number of %s: %s is the nearest one", x,
          wished, clpwl_storage_name(storage), nearest);
    CHECK(c->lo <= v && v <= c->hi, CLPWL_ERR_ARGUMENT, "v(%.9g) = %s is outside the range from %g to %g", x,
          wished, c->lo, c->hi);
    TRY(clpwl__weigh(o->weight, CLPWL_NORM_LINF, x, y, &factor));
    CHECK(o->max_error == 0 || o->norm != CLPWL_NORM_LINF || factor * fabs(v - y) <= o->max_error,
          CLPWL_ERR_ARGUMENT, "v(%.9g) = %s is farther from f, %.9g, than the max error of %g", x, wished, y,
          o->max_error);
    TRY(add_place(held, x, v));
done:
    return status;
}

clpwl_status clpwl__constrained_take(clpwl__constrained *out, clpwl_design_options *o,
                                     const double ends[2], const clpwl_function *f,
                                     const clpwl__proxy *proxy)
{
    clpwl_status status = CLPWL_OK;
    clpwl_constraints c;
    clpwl__bounds *held = &out->held;
    TRY(clpwl__options_take(&c, sizeof c, o->constraints, "clpwl_constraints", "CLPWL_CONSTRAINTS_INIT"));
    o->constraints = NULL;
    if (c.lo == 0 && c.hi == 0) {
        c.lo = -HUGE_VAL;
        c.hi = HUGE_VAL;
    }
    const size_t kinks = c.slope_error > 0 ? proxy->f.place_count : 0; /* on whose sides slopes differ */
    const int has_values = c.count + kinks > 0 || c.exact_ends || !isnan(ends[0]) || !isnan(ends[1]);
    const int has_range = c.lo != -HUGE_VAL || c.hi != HUGE_VAL;
    TRY(check_options(&c, o, has_values, has_range));
    TRY(take_shape(&c, o, has_values, proxy));
    if (!has_values && !has_range && !c.keep_integral && c.slope_error == 0 && !c.shape)
        goto done;
    const size_t first_kink = c.count + 2;
    held->x = clpwl__alloc(first_kink + kinks, 2 * sizeof *held->x);
    CHECK_MEMORY(held->x);
    held->y = held->x + first_kink + kinks;
    for (size_t i = 0; i < first_kink + kinks; i++) {
        const clpwl_kink *kink = i < first_kink ? NULL : &proxy->f.places[i - first_kink];
        const int is_end = !kink && i >= c.count, is_right = i > c.count;
        const double x = kink ? kink->x : !is_end ? c.x[i] : is_right ? o->b : o->a;
        const double y = is_end ? ends[is_right] : !kink && c.y ? c.y[i] : (double)NAN;
        if (is_end && !c.exact_ends && isnan(y))
            continue;
        CHECK(!kink || kink->left == kink->right, CLPWL_ERR_TARGET,
              "a slope error of %g cannot be met: %s jumps at x = %.9g", c.slope_error,
              clpwl_function_name(f), x);
        TRY(hold_place(held, x, y, &c, o, f, proxy));
    }
    out->c = c;
    out->c.x = held->x;
    out->c.y = held->y;
    out->c.count = held->count;
    out->c.exact_ends = 0;
    o->constraints = &out->c;
done:
    return status;
}

clpwl_status clpwl__bounds_create(clpwl__bounds *out, const clpwl_design_options *o, const clpwl_function *f,
                                  double s0, double s1)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_constraints *c = o->constraints;
    const clpwl__proxy *proxy = f->user;
    const size_t count = c ? c->count : 0;
    const int is_fixed = o->symmetry == CLPWL_SYMMETRY_ODD || o->symmetry == CLPWL_SYMMETRY_POINT;
    const clpwl__law law = clpwl__law_of(o->symmetry, is_fixed ? clpwl__function_raw(f, 0) : 0);
    *out = (clpwl__bounds){.all = {-HUGE_VAL, HUGE_VAL}};
    if (!c && !is_fixed && o->extend != CLPWL_EXTEND_REPEAT)
        goto done;
    out->x = clpwl__alloc(count + 3, 2 * sizeof *out->x);
    CHECK_MEMORY(out->x);
    out->y = out->x + count + 3;
    if (c)
        out->all = (clpwl__span){clpwl__float_at_least(c->lo), clpwl__float_at_most(c->hi)};
    if (o->symmetry) { /* the range on both sides of 0 */
        const double lo = clpwl__law_value(law, 0, out->all.hi), hi = clpwl__law_value(law, 0, out->all.lo);
        out->all.lo = fmax(out->all.lo, fmin(lo, hi));
        out->all.hi = fmin(out->all.hi, fmax(lo, hi));
    }
    for (size_t i = 0; i < count; i++) {
        const int is_left = o->symmetry && c->x[i] < 0;
        const double x = o->shaper == CLPWL_SHAPER_NONE ? c->x[i] : c->x[i] == o->a ? s0 : s1;
        TRY(add_place(out, is_left ? -x : x, is_left ? clpwl__law_value(law, x, c->y[i]) : c->y[i]));
    }
    if (is_fixed)
        TRY(add_place(out, 0, law.sum / 2));
    if (o->extend != CLPWL_EXTEND_REPEAT)
        goto done;
    double y[2];
    TRY(clpwl__values(f, (double[]){s0, s1}, y, 2));
    if (fabs(y[0] - y[1]) > clpwl__eps * proxy->largest)
        goto done;
    const clpwl__span from = clpwl__bounds_at(out, s0), to = clpwl__bounds_at(out, s1);
    const double end = from.lo == from.hi ? from.lo : to.lo == to.hi ? to.lo : (double)NAN;
    out->is_closed = isnan(end);
    TRY(add_place(out, s0, end));
    TRY(add_place(out, s1, end));
done:
    return status;
}

clpwl_status clpwl__bounds_stride(const clpwl__bounds *l, double s0, double s1, int is_given, size_t *stride)
{
    enum { MOST = 4096 };
    clpwl_status status = CLPWL_OK;
    const size_t exact = is_given ? 0 : clpwl__find_stride(s0, s1, l->x, l->count, MOST, 1);
    *stride = exact ? exact : clpwl__find_stride(s0, s1, l->x, l->count, MOST, 0);
    CHECK(*stride, CLPWL_ERR_TARGET,
          "exact values at %zu places, which are no knots of up to %d equal segments: an optimized "
          "partition would be right", l->count, MOST);
done:
    return status;
}
