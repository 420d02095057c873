/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The arguments of a verification are numbered, whether they are all fp32 numbers of the domain or random
 * ones behind the likely places of errors. Threads evaluate f on the blocks of a chunk; then each evaluator
 * reads the chunk, and threads compare its blocks. The sums of blocks are added in the order of arguments, so
 * that they do not depend on threads.
 */
#include <stdatomic.h>
#include "base/door.h"
#include "base/gsl.h"
#include "base/array.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "cl/evaluator/verify.h"
#include "cl/evaluator/method.h"
#include "fit/shape.h"
#include "function/function.h"
#include "function/weight.h"
#include "proof/doubt.h"

enum {
    BLOCK = 1 << 12,
    AT_ONCE = 1 << 10, /* values of f in one call */
    CHUNK = 1 << 20, /* worth the start of threads, 0.1 ms, at 1 ns an argument */
    RANDOM_CHUNK = 1 << 16, /* between two calls of the progress */
    DOUBTED = 1024, /* arguments at which f in double is compared with enclosures */
    USUAL_ARGUMENTS = 10000000
};
static const double most_arguments = 0x1p32; /* all numbers of 32 bits */

/* The largest of some errors, and the index of its argument. */
typedef struct largest {
    double error;
    size_t at;
} largest;

/* L1, L2 squared, both weighted, and v - f. */
enum { SUMS = 5 };

/* Of one block. */
typedef struct part {
    largest plain, weighted, beyond;
    double sums[SUMS], variance[SUMS];
} part;

typedef struct sweep {
    clpwl_evaluator *const *evaluators;
    clpwl_verification *out;
    size_t count;
    const clpwl_function *f;
    const clpwl_weight *weight; /* or NULL */
    int is_random;
    const clpwl_table *table; /* the first one */
    float lo, hi;
    int64_t least; /* the order of lo, which is argument 0 of all */
    size_t likely; /* of random arguments: those before the strata */
    double a, stratum;
    uint32_t seed;
    size_t all, first, n; /* arguments; of the chunk */
    float *x, *y;
    double *right, *w; /* f, and the function of the weight, at x; w NULL: 1 */
    part *parts;
    double side; /* of the evaluator, clpwl__verify_side */
    const clpwl_constraints *held; /* its table's; or NULL */
    clpwl_constraints_error off;   /* its distances from what is held */
    double variance[SUMS];
    unsigned threads;
    int is_ours; /* f and w call no callback of the user's */
    void (*work)(struct sweep *s, size_t block);
    atomic_int is_bad; /* f or w is not finite */
} sweep;

/* The numbers of fp32 in ascending order: 0 is +0, -1 is -0. */
static int64_t order_of(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? -1 - (int64_t)(bits & INT32_MAX) : bits;
}

static float number_at(int64_t order)
{
    uint32_t bits = order < 0 ? (uint32_t)(-1 - order) | UINT32_C(0x80000000) : (uint32_t)order;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* A number in [0, 1) for each i: splitmix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014). */
static double draw_uniform(uint32_t seed, size_t i)
{
    uint64_t z = ((uint64_t)seed << 32) + UINT64_C(0x9e3779b97f4a7c15) * (i + 1);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 32) * 0x1p-32;
}

static float random_at(const sweep *s, size_t i)
{
    const float first[] = {0, s->lo, s->hi};
    float x;
    if (i < 3) {
        x = first[i];
    } else if (i < s->likely) {
        x = (float)clpwl_table_knots(s->table)[i / 3 - 1];
        x = i % 3 == 0 ? x : nextafterf(x, i % 3 == 1 ? -INFINITY : INFINITY);
    } else {
        x = (float)(s->a + ((double)(i - s->likely) + draw_uniform(s->seed, i)) * s->stratum);
    }
    return fminf(fmaxf(x, s->lo), s->hi);
}

/* What part of the domain the argument stands for in L1 and L2. */
static double width_at(const sweep *s, size_t i)
{
    int64_t order = s->least + (int64_t)i;
    if (s->is_random)
        return i < s->likely ? 0 : s->stratum;
    return ((double)number_at(order + (i + 1 < s->all)) - (double)number_at(order - (i > 0))) / 2;
}

static size_t end_of(const sweep *s, size_t block)
{
    size_t end = (block + 1) * BLOCK;
    return end < s->n ? end : s->n;
}

static void evaluate_block(sweep *s, size_t block)
{
    double x[AT_ONCE];
    for (size_t from = block * BLOCK, n; from < end_of(s, block); from += n) {
        double *right = s->right + from, *w = s->w ? s->w + from : NULL;
        n = end_of(s, block) - from < AT_ONCE ? end_of(s, block) - from : AT_ONCE;
        for (size_t i = 0; i < n; i++) {
            size_t at = s->first + from + i;
            x[i] = s->x[from + i] = s->is_random ? random_at(s, at) : number_at(s->least + (int64_t)at);
        }
        clpwl__values_raw(s->f, x, right, n);
        if (w)
            clpwl__values_raw(s->weight->w, x, w, n);
        for (size_t i = 0; i < n; i++)
            if (!isfinite(right[i]) || (w && !(w[i] >= 0 && isfinite(w[i]))))
                atomic_store(&s->is_bad, 1);
    }
}

static void take_larger(largest *m, double error, size_t at)
{
    if (error > m->error)
        *m = (largest){error, at};
}

/* By how much the value y at x is beyond what the table is held to. */
static double excess_at(const sweep *s, double x, double y)
{
    const clpwl_constraints *c = s->held;
    if (!c)
        return 0;
    const double outside = fmax(c->lo - y, y - c->hi) - s->off.range;
    const size_t i = clpwl__count_up_to(c->x, c->count, x);
    return i > 0 && c->x[i - 1] == x ? fmax(outside, fabs(y - c->y[i - 1]) - s->off.value) : outside;
}

/* By how much slopes of v - f and the shape are beyond what the table is held to, at the argument and the two
 * before it. */
static double excess_beside(const sweep *s, size_t i)
{
    const clpwl_constraints *c = s->held;
    double x[3], y[3], at, off = 0;
    for (size_t k = 0; k < 3; k++) {
        x[k] = (double)s->x[i - 2 + k];
        y[k] = (double)s->y[i - 2 + k];
    }
    if (!c || !(x[0] < x[1] && x[1] < x[2]))
        return 0;
    if (c->slope_error > 0)
        off = fabs(y[2] - y[1] - (s->right[i] - s->right[i - 1])) - c->slope_found * (x[2] - x[1]);
    return fmax(off, clpwl__shape_defect(c->shape, x, y, 3, &at) - s->off.shape) - 2 * s->off.rounding;
}

/* Of strata with one argument each, the squared differences of neighbours bound the variance of the sum
 * (W. G. Cochran, Sampling Techniques, 3rd ed., section 5A.12: collapsed strata). */
static void compare_block(sweep *s, size_t block)
{
    size_t to = end_of(s, block), strata = 0;
    part p = {.plain = {-1, 0}, .weighted = {-1, 0}};
    double last[SUMS] = {0}, floor = s->weight ? s->weight->floor : 0;
    for (size_t i = block * BLOCK; i < to; i++) {
        double right = s->right[i], error = fabs((double)s->y[i] - right), width = width_at(s, s->first + i);
        if (!(error < INFINITY)) /* NaN, too */
            error = INFINITY;
        double relative = floor > 0 ? error / fmax(fabs(right), floor) : error;
        double weighted = isfinite(relative) ? (s->w ? s->w[i] : 1) * relative : INFINITY;
        take_larger(&p.plain, error, i);
        take_larger(&p.weighted, weighted, i);
        take_larger(&p.beyond, s->side * (right - (double)s->y[i]), i);
        take_larger(&p.beyond, excess_at(s, (double)s->x[i], (double)s->y[i]), i);
        if (i > block * BLOCK + 1)
            take_larger(&p.beyond, excess_beside(s, i), i);
        if (!(width > 0))
            continue;
        const double term[SUMS] = {width * error, width * error * error, width * weighted,
                                   width * weighted * relative, width * ((double)s->y[i] - right)};
        for (int k = 0; k < SUMS; k++)
            p.sums[k] += term[k];
        for (int k = 0; k < SUMS && s->is_random; k++) {
            p.variance[k] += strata % 2 ? (term[k] - last[k]) * (term[k] - last[k]) : 0;
            last[k] = term[k];
        }
        strata++;
    }
    for (int k = 0; k < SUMS && strata % 2; k++) /* without a partner */
        p.variance[k] += last[k] * last[k];
    s->parts[block] = p;
}

static clpwl_status run_block(void *user, unsigned t, size_t block)
{
    sweep *s = user;
    (void)t;
    if (s->is_ours)
        clpwl__gsl_enter(); /* else each value would take GSL's lock */
    s->work(s, block);
    if (s->is_ours)
        clpwl__gsl_leave();
    return CLPWL_OK;
}

static void work_on_chunk(sweep *s, void (*work)(sweep *s, size_t block), unsigned threads)
{
    s->work = work;
    clpwl__loop_run(&(clpwl__loop){.rounds = (s->n + BLOCK - 1) / BLOCK, .threads = threads,
                                   .round = run_block, .user = s});
}

/* f and w at the next arguments before `end`. Says where one is not finite, or w is negative. */
static clpwl_status evaluate_chunk(sweep *s, size_t end)
{
    clpwl_status status = CLPWL_OK;
    size_t most = s->is_random ? RANDOM_CHUNK : CHUNK;
    double value;
    s->n = end - s->first < most ? end - s->first : most;
    work_on_chunk(s, evaluate_block, s->is_ours ? s->threads : 1);
    for (size_t i = 0; i < s->n && atomic_load(&s->is_bad); i++) {
        TRY(clpwl__value(s->f, s->x[i], &value));
        TRY(clpwl__weigh(s->weight, CLPWL_NORM_LINF, s->x[i], value, &value));
    }
done:
    return status;
}

static void add_parts(sweep *s, clpwl_verification *v)
{
    double sums[SUMS] = {0};
    int is_first = v->arguments == 0;
    for (size_t k = 0; k * BLOCK < s->n; k++) {
        const part *p = &s->parts[k];
        if (p->plain.error > v->seen.linf || (k == 0 && is_first)) {
            v->seen.linf = p->plain.error;
            v->x = s->x[p->plain.at];
            v->got = s->y[p->plain.at];
            v->right = s->right[p->plain.at];
        }
        if (s->weight && (p->weighted.error > v->weighted_seen.linf || (k == 0 && is_first))) {
            v->weighted_seen.linf = p->weighted.error;
            v->weighted_x = s->x[p->weighted.at];
        }
        if (p->beyond.error > v->beyond) {
            v->beyond = p->beyond.error;
            v->beyond_x = s->x[p->beyond.at];
        }
        for (int i = 0; i < SUMS; i++) {
            sums[i] += p->sums[i];
            s->variance[i] += p->variance[i];
        }
    }
    v->seen.l1 += sums[0];
    v->shift += sums[4];
    v->seen.l2 = sqrt(v->seen.l2 * v->seen.l2 + sums[1]);
    if (s->weight) {
        v->weighted_seen.l1 += sums[2];
        v->weighted_seen.l2 = sqrt(v->weighted_seen.l2 * v->weighted_seen.l2 + sums[3]);
    }
    v->arguments += s->n;
}

static clpwl_status sweep_chunk(sweep *s)
{
    clpwl_status status = CLPWL_OK;
    TRY(evaluate_chunk(s, s->all));
    for (size_t k = 0; k < s->count; k++) {
        TRY(clpwl_eval(s->evaluators[k], s->x, s->y, s->n));
        s->side = clpwl__verify_side(s->evaluators[k]);
        s->held = clpwl__verify_held(s->evaluators[k], &s->off);
        work_on_chunk(s, compare_block, s->threads);
        add_parts(s, &s->out[k]);
    }
    s->first += s->n;
done:
    return status;
}

/* The doubts of the worst arguments, and of some others. */
static clpwl_status find_doubts(const sweep *s)
{
    clpwl_status status = CLPWL_OK;
    clpwl_verification *out = s->out;
    size_t n = DOUBTED + 2 * s->count, known = 0;
    double plain = 0, weighted = 0;
    double *x = clpwl__alloc(n, sizeof *x), *doubt = clpwl__alloc(n, sizeof *doubt);
    CHECK_MEMORY(x);
    CHECK_MEMORY(doubt);
    for (size_t i = 0; i < DOUBTED; i++)
        x[i] = number_at(s->least + (int64_t)((double)(s->all - 1) * (double)i / (DOUBTED - 1)));
    for (size_t k = 0; k < s->count; k++) {
        x[DOUBTED + 2 * k] = out[k].x;
        x[DOUBTED + 2 * k + 1] = s->weight ? out[k].weighted_x : out[k].x;
    }
    status = clpwl__doubt(s->f, x, doubt, n);
    n = status == CLPWL_ERR_UNSUPPORTED ? 0 : n; /* nothing can be proved of f */
    TRY(n ? status : CLPWL_OK);
    for (size_t i = 0; i < n; i++) {
        double y, factor;
        TRY(clpwl__value(s->f, x[i], &y));
        TRY(clpwl__weigh(s->weight, CLPWL_NORM_LINF, x[i], y, &factor));
        if (isnan(doubt[i]))
            continue;
        plain = fmax(plain, doubt[i]);
        weighted = fmax(weighted, factor * doubt[i]);
        known++;
    }
    for (size_t k = 0; k < s->count; k++) {
        out[k].doubt = 2 * known > n ? plain : (double)NAN;
        out[k].weighted_doubt = !s->weight ? 0 : 2 * known > n ? weighted : (double)NAN;
    }
done:
    clpwl__free(x);
    clpwl__free(doubt);
    return status;
}

static clpwl_status begin(sweep *s, const clpwl_verify_options *o)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_verification *out = s->out;
    double b;
    for (size_t k = 0; k < s->count; k++) {
        CHECK(s->evaluators[k], CLPWL_ERR_ARGUMENT, "clpwl_verify_every: evaluator %zu is NULL", k);
        TRY(clpwl__verify_bounds(s->evaluators[k], s->f, s->weight, &s->out[k]));
        const clpwl_grid *g = &s->evaluators[k]->pack->grid, *h = &s->evaluators[0]->pack->grid;
        CHECK(g->lo == h->lo && g->hi == h->hi, CLPWL_ERR_ARGUMENT,
              "clpwl_verify_every: the domains of the tables differ: [%g, %g] and [%g, %g]", h->lo,
              h->hi, g->lo, g->hi);
        CHECK(out[k].evidence == CLPWL_EVIDENCE_UNKNOWN && out[k].arguments == out[0].arguments,
              CLPWL_ERR_ARGUMENT, "clpwl_verify_every: result %zu is of an ended call, or of another number "
              "of arguments than result 0; all must be zeroed, or left by one cancelled call", k);
    }
    s->table = s->evaluators[0]->table[0]; /* the pack of a symmetric one has its half */
    s->lo = s->evaluators[0]->pack->grid.lo;
    s->hi = s->evaluators[0]->pack->grid.hi;
    clpwl_table_domain(s->table, &s->a, &b);
    s->likely = 3 + 3 * (clpwl_table_segments(s->table) + 1);
    /* The sign of 0 does not matter for the ends: 0 is +0. */
    s->least = order_of(s->lo + 0.0f);
    s->all = (size_t)(order_of(s->hi + 0.0f) - s->least + 1);
    if (s->is_random) {
        size_t strata = o->arguments ? o->arguments : USUAL_ARGUMENTS;
        s->stratum = (b - s->a) / (double)strata;
        s->all = s->likely + strata;
    }
    s->first = out[0].arguments;
    CHECK(s->first < s->all && s->first % CHUNK == 0, CLPWL_ERR_ARGUMENT,
          "clpwl_verify_every: results of %zu arguments of %zu: not those of a cancelled call", s->first,
          s->all);
    s->seed = o->seed;
    s->threads = clpwl__loop_threads(0, CHUNK / BLOCK);
    s->is_ours = s->f->is_ours &&
                 (!s->weight || !s->weight->w || s->weight->w->is_ours);
    s->x = clpwl__alloc(CHUNK, sizeof *s->x);
    s->y = clpwl__alloc(CHUNK, sizeof *s->y);
    s->right = clpwl__alloc(CHUNK, sizeof *s->right);
    s->parts = clpwl__alloc(CHUNK / BLOCK, sizeof *s->parts);
    if (s->weight && s->weight->w) {
        s->w = clpwl__alloc(CHUNK, sizeof *s->w);
        CHECK_MEMORY(s->w);
    }
    CHECK_MEMORY(s->x);
    CHECK_MEMORY(s->y);
    CHECK_MEMORY(s->right);
    CHECK_MEMORY(s->parts);
done:
    return status;
}

/* A run may take hours before it comes to an argument without a value. Most such arguments are 0, the
 * ends of the domain, or knots. */
static clpwl_status try_likely_arguments(sweep *s)
{
    clpwl_status status = CLPWL_OK;
    s->is_random = 1;
    for (; s->first < s->likely; s->first += s->n)
        TRY(evaluate_chunk(s, s->likely));
    s->is_random = 0;
    s->first = 0;
done:
    return status;
}

static clpwl_status verify(sweep *s, const clpwl_verify_options *options)
{
    clpwl_status status = CLPWL_OK;
    clpwl_verify_options own, *o = &own;
    clpwl_weight weight;
    clpwl__share share = {.progress = NULL};
    const int is_random = s->is_random;
    TRY(clpwl__options_take(&own, sizeof own, options, "clpwl_verify_options",
                            "CLPWL_VERIFY_INIT"));
    CHECK(!is_random || (double)o->arguments <= most_arguments, CLPWL_ERR_ARGUMENT,
          "clpwl_verify: %zu arguments are more than the %.0f fp32 numbers; clpwl_verify_every takes each "
          "number of the domain", o->arguments, most_arguments);
    TRY(clpwl__weight_take(&weight, &o->weight));
    clpwl__share_take(&share, &o->progress, &o->progress_user);
    s->weight = clpwl__weighs(o->weight) ? o->weight : NULL;
    if (is_random)
        memset(s->out, 0, sizeof *s->out);
    TRY(begin(s, o));
    if (!is_random && s->first == 0)
        TRY(try_likely_arguments(s));
    while (s->first < s->all) {
        TRY(sweep_chunk(s));
        CHECK(s->first == s->all || !o->progress ||
                  o->progress((double)s->first / (double)s->all, o->progress_user) == 0,
              CLPWL_ERR_CANCELLED, "cancelled after %zu arguments of %zu", s->first, s->all);
    }
    s->out->doubt = s->out->weighted_doubt = NAN;
    if (!is_random)
        TRY(find_doubts(s));
    for (size_t k = 0; k < s->count; k++) {
        s->out[k].evidence = is_random ? CLPWL_EVIDENCE_MEASURED : CLPWL_EVIDENCE_EXHAUSTED;
        clpwl__verify_judge(s->evaluators[k], s->weight, s->variance, &s->out[k]);
    }
done:
    clpwl__share_end(&share, status == CLPWL_OK);
    clpwl__free(s->x);
    clpwl__free(s->y);
    clpwl__free(s->right);
    clpwl__free(s->w);
    clpwl__free(s->parts);
    return status;
}

clpwl_status clpwl_verify(clpwl_evaluator *e, const clpwl_function *f,
                          const clpwl_verify_options *options, clpwl_verification *out)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    CHECK(e && f && out, CLPWL_ERR_ARGUMENT, "clpwl_verify: an argument is NULL");
    TRY(verify(&(sweep){.evaluators = &e, .count = 1, .f = f, .out = out, .is_random = 1}, options));
done:
    return status;
}

clpwl_status clpwl_verify_every(clpwl_evaluator *const *evaluators, size_t count,
                                const clpwl_function *f, const clpwl_verify_options *options,
                                clpwl_verification *out)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    CHECK(evaluators && count > 0 && f && out, CLPWL_ERR_ARGUMENT,
          "clpwl_verify_every: an argument is NULL, or count is 0");
    TRY(clpwl__check_count("clpwl_verify_every", "count", count, sizeof *out));
    TRY(verify(&(sweep){.evaluators = evaluators, .count = count, .f = f, .out = out}, options));
done:
    return status;
}
