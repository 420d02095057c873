/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/sharp.h"
#include <flint/flint.h>
#include <pthread.h>
#include "expression/limits.h"

/* What one thread needs at a time. Those that no thread needs are a list. */
typedef struct workspace {
    struct workspace *next;
    int has_none; /* no enclosure of the formula is known */
    clpwl__expression e;
    int root;
    clpwl__limits limits;
    clpwl__range x, y;
} workspace;

struct clpwl__sharp {
    char *formula;
    pthread_mutex_t lock; /* of all members below */
    workspace *free;
};

/* Work for one value. Most take some 3 us, beside limits up to 1 ms. A formula from a stranger's file must
 * not take hours. */
enum { PATIENCE = CLPWL__WORK_SECOND / 50 };

static void free_workspace(workspace *w)
{
    if (!w)
        return;
    clpwl__expression_free(&w->e);
    clpwl__range_clear(&w->x);
    clpwl__range_clear(&w->y);
    clpwl__free(w);
}

/* Bits of a value whose digits cancel, at most; and of the formula's constants, such as pi/10 in x-pi/10. */
enum { MOST_BITS = 16 * CLPWL__USUAL_BITS };

/* NULL where memory lacks. */
static workspace *create_workspace(const char *formula)
{
    clpwl_status status = CLPWL_OK;
    workspace *w = clpwl__calloc(1, sizeof *w);
    CHECK_MEMORY(w);
    TRY(clpwl__expression_add(&w->e, &w->root, formula, NULL, NULL));
    clpwl__range_bits = MOST_BITS;
    TRY(clpwl__enclose_constants(&w->e));
    clpwl__range_bits = CLPWL__USUAL_BITS;
    TRY(clpwl__limits_find(&w->limits, &w->e, w->root));
    for (int i = 0; i < w->limits.count; i++) /* a limit from one side is no value */
        w->limits.sides[i] = w->limits.sides[i] & CLPWL__FROM_BOTH ? w->limits.sides[i] : 0;
done:
    clpwl__range_bits = CLPWL__USUAL_BITS;
    if (w)
        w->has_none = status != CLPWL_OK;
    if (status == CLPWL_ERR_MEMORY) {
        free_workspace(w);
        w = NULL;
    }
    return w;
}

clpwl_status clpwl__sharp_create(clpwl__sharp **out, const char *formula)
{
    clpwl_status status = CLPWL_OK;
    clpwl__sharp *s = *out = clpwl__calloc(1, sizeof *s);
    CHECK_MEMORY(s);
    s->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    TRY(clpwl__copy_text(&s->formula, formula));
done:
    return status;
}

void clpwl__sharp_free(clpwl__sharp *s)
{
    if (!s)
        return;
    while (s->free) {
        workspace *next = s->free->next;
        free_workspace(s->free);
        s->free = next;
    }
    pthread_mutex_destroy(&s->lock);
    clpwl__free(s->formula);
    clpwl__free(s);
}

/* Whether the enclosure tells the value to a double, nearly: down to what no fp32 number tells from 0. */
static int is_narrow(const clpwl__range *y)
{
    double lo = clpwl__range_lower(y), hi = clpwl__range_upper(y);
    return hi - lo <= fmax(0x1p-50 * fmax(fabs(lo), fabs(hi)), 0x1p-250);
}

static clpwl_status enclose(workspace *w, double x)
{
    clpwl_status status = CLPWL_OK;
    clpwl__range_set_double(&w->x, x);
    TRY(clpwl__enclose_by_steps(&w->e, w->root, &w->x));
    clpwl__range_set(&w->y, &w->e.values[w->root]);
    if (!clpwl__range_known(&w->y) || !is_narrow(&w->y))
        TRY(clpwl__limits_narrow(&w->y, &w->limits, &w->e, w->root, &w->x));
done:
    return status;
}

/*
 * Encloses the value by more and more bits, as long as these make the enclosure narrower. What is 0 over
 * the reals takes the most: cos(acos(x)) - x is within 2^-250 of 0 by 384 bits. Where the enclosure stays
 * wide, as of floor(sin(x)^2 + cos(x)^2), the value in double may be right if the enclosure holds it, and
 * else is not known. Where it takes too much work, nothing is known: double has lost its digits.
 */
static clpwl_status sharpen(workspace *w, double x, double *y)
{
    static const double narrows = 0x1p-16; /* twice the bits by less: they do not help */
    clpwl_status status = CLPWL_OK;
    double before = INFINITY, lo = NAN, hi = NAN;
    const long long end = clpwl__work + PATIENCE;
    for (clpwl__range_bits = CLPWL__USUAL_BITS; clpwl__range_bits <= MOST_BITS; clpwl__range_bits *= 2) {
        TRY(enclose(w, x));
        if (clpwl__work > end) {
            *y = NAN;
            goto done;
        }
        if (!clpwl__range_known(&w->y))
            goto done;
        lo = clpwl__range_lower(&w->y);
        hi = clpwl__range_upper(&w->y);
        if (is_narrow(&w->y) || !(hi - lo < narrows * before))
            break;
        before = hi - lo;
    }
    if (is_narrow(&w->y))
        *y = lo / 2 + hi / 2;
    else if (*y < lo || *y > hi)
        *y = NAN;
done:
    clpwl__range_bits = CLPWL__USUAL_BITS;
    return status;
}

void clpwl__sharpen(clpwl__sharp *s, double x, double *y)
{
    char message[CLPWL__MESSAGE_ROOM];
    if (!s || !isfinite(x))
        return;
    snprintf(message, sizeof message, "%s", clpwl_last_message());
    pthread_mutex_lock(&s->lock);
    workspace *w = s->free;
    s->free = w ? w->next : NULL;
    pthread_mutex_unlock(&s->lock);
    w = w ? w : create_workspace(s->formula);
    if (w && !w->has_none)
        sharpen(w, x, y);
    if (w) {
        pthread_mutex_lock(&s->lock);
        w->next = s->free;
        s->free = w;
        pthread_mutex_unlock(&s->lock);
    }
    flint_cleanup(); /* this thread's tables of constants */
    if (strcmp(clpwl_last_message(), message) != 0) /* a message takes as long as a tenth of a value */
        clpwl__fail(CLPWL_OK, "%s", message);
}
