/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every fp32 argument of a domain, a chunk at a time. Threads evaluate f on the blocks of a chunk;
 * then each evaluator reads the chunk, and threads compare its blocks. The sums of blocks are added in
 * the order of arguments, so that they do not depend on threads.
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
#include "function/function.h"
#include "function/weight.h"
#include "proof/doubt.h"

enum {
    BLOCK = 1 << 12,
    AT_ONCE = 1 << 10, /* values of f in one call */
    CHUNK = 1 << 20, /* worth the start of threads, 0.1 ms, at 1 ns an argument */
    DOUBTED = 1024 /* arguments at which f in double is compared with enclosures */
};

/* The largest of some errors, and the index of its argument. */
typedef struct largest {
    double error;
    size_t at;
} largest;

/* Of one block. square: L2 squared. */
typedef struct part {
    largest plain, weighted, beyond;
    double l1, square, weighted_l1, weighted_square;
} part;

typedef struct sweep {
    const clpwl_function *f;
    const clpwl_weight *weight; /* or NULL */
    int64_t least, most;        /* of all arguments, in order */
    int64_t first;              /* of the chunk */
    size_t n;
    float *x, *y;
    double *right, *w; /* f, and the function of the weight, at x; w NULL: 1 */
    part *parts;
    double side; /* of the evaluator, clpwl__verify_side */
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
        for (size_t i = 0; i < n; i++)
            x[i] = s->x[from + i] = number_at(s->first + (int64_t)(from + i));
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

static void compare_block(sweep *s, size_t block)
{
    size_t from = block * BLOCK, to = end_of(s, block);
    part p = {.plain = {-1, 0}, .weighted = {-1, 0}, .beyond = {0, 0}};
    int64_t before = s->first + (int64_t)from - 1;
    double last = number_at(before > s->least ? before : s->least);
    for (size_t i = from; i < to; i++) {
        int64_t after = s->first + (int64_t)i + 1;
        double next = number_at(after < s->most ? after : s->most);
        double error = fabs((double)s->y[i] - s->right[i]), width = (next - last) / 2;
        last = s->x[i];
        if (!(error < INFINITY)) /* NaN, too */
            error = INFINITY;
        take_larger(&p.plain, error, i);
        take_larger(&p.beyond, s->side * (s->right[i] - (double)s->y[i]), i);
        p.l1 += width * error;
        p.square += width * error * error;
        if (!s->weight)
            continue;
        double w = s->w ? s->w[i] : 1;
        if (s->weight->floor > 0)
            error /= fmax(fabs(s->right[i]), s->weight->floor);
        double weighted = isfinite(error) ? w * error : INFINITY;
        take_larger(&p.weighted, weighted, i);
        p.weighted_l1 += width * weighted;
        p.weighted_square += width * weighted * error;
    }
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

/* Says where f or w is not finite, or w is negative. */
static clpwl_status explain_bad(const sweep *s)
{
    clpwl_status status = CLPWL_OK;
    double value;
    for (size_t i = 0; i < s->n; i++) {
        TRY(clpwl__value(s->f, s->x[i], &value));
        TRY(clpwl__weigh(s->weight, CLPWL_NORM_LINF, s->x[i], value, &value));
    }
done:
    return status;
}

static void add_parts(const sweep *s, clpwl_verification *v)
{
    part all = {.plain = {-1, 0}, .weighted = {-1, 0}, .beyond = {v->beyond, SIZE_MAX}};
    for (size_t k = 0; k * BLOCK < s->n; k++) {
        const part *p = &s->parts[k];
        take_larger(&all.plain, p->plain.error, p->plain.at);
        take_larger(&all.weighted, p->weighted.error, p->weighted.at);
        take_larger(&all.beyond, p->beyond.error, p->beyond.at);
        all.l1 += p->l1;
        all.square += p->square;
        all.weighted_l1 += p->weighted_l1;
        all.weighted_square += p->weighted_square;
    }
    if (v->arguments == 0 || all.plain.error > v->seen.linf) {
        v->seen.linf = all.plain.error;
        v->x = s->x[all.plain.at];
        v->got = s->y[all.plain.at];
        v->right = s->right[all.plain.at];
    }
    if (all.beyond.at != SIZE_MAX) {
        v->beyond = all.beyond.error;
        v->beyond_x = s->x[all.beyond.at];
    }
    v->seen.l1 += all.l1;
    v->seen.l2 = sqrt(v->seen.l2 * v->seen.l2 + all.square);
    if (s->weight && (v->arguments == 0 || all.weighted.error > v->weighted_seen.linf)) {
        v->weighted_seen.linf = all.weighted.error;
        v->weighted_x = s->x[all.weighted.at];
    }
    v->weighted_seen.l1 += all.weighted_l1;
    v->weighted_seen.l2 =
        sqrt(v->weighted_seen.l2 * v->weighted_seen.l2 + all.weighted_square);
    v->arguments += s->n;
}

static clpwl_status sweep_chunk(sweep *s, clpwl_evaluator *const *evaluators, size_t count,
                                clpwl_verification *out)
{
    clpwl_status status = CLPWL_OK;
    int64_t left = s->most - s->first + 1;
    s->n = left < CHUNK ? (size_t)left : CHUNK;
    work_on_chunk(s, evaluate_block, s->is_ours ? s->threads : 1);
    if (atomic_load(&s->is_bad))
        TRY(explain_bad(s));
    for (size_t k = 0; k < count; k++) {
        TRY(clpwl_eval(evaluators[k], s->x, s->y, s->n));
        s->side = clpwl__verify_side(evaluators[k]);
        work_on_chunk(s, compare_block, s->threads);
        add_parts(s, &out[k]);
    }
    s->first += (int64_t)s->n;
done:
    return status;
}

/* The doubts of the worst arguments, and of some others. */
static clpwl_status find_doubts(const sweep *s, size_t count, clpwl_verification *out)
{
    clpwl_status status = CLPWL_OK;
    size_t n = DOUBTED + 2 * count, known = 0;
    double plain = 0, weighted = 0;
    double *x = clpwl__alloc(n, sizeof *x), *doubt = clpwl__alloc(n, sizeof *doubt);
    CHECK_MEMORY(x);
    CHECK_MEMORY(doubt);
    for (size_t i = 0; i < DOUBTED; i++)
        x[i] = number_at(s->least + (int64_t)((double)(s->most - s->least) * (double)i /
                                              (DOUBTED - 1)));
    for (size_t k = 0; k < count; k++) {
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
    for (size_t k = 0; k < count; k++) {
        out[k].doubt = 2 * known > n ? plain : (double)NAN;
        out[k].weighted_doubt = !s->weight ? 0 : 2 * known > n ? weighted : (double)NAN;
    }
done:
    clpwl__free(x);
    clpwl__free(doubt);
    return status;
}

static clpwl_status begin(sweep *s, clpwl_evaluator *const *evaluators, size_t count,
                          clpwl_verification *out)
{
    clpwl_status status = CLPWL_OK;
    for (size_t k = 0; k < count; k++) {
        CHECK(evaluators[k], CLPWL_ERR_ARGUMENT, "clpwl_verify_every: evaluator %zu is NULL", k);
        TRY(clpwl__verify_bounds(&(clpwl__verified){evaluators[k], s->f, s->weight, NULL, &out[k]}));
        const clpwl_grid *g = &evaluators[k]->pack->grid, *h = &evaluators[0]->pack->grid;
        CHECK(g->lo == h->lo && g->hi == h->hi, CLPWL_ERR_ARGUMENT,
              "clpwl_verify_every: the domains of the tables differ: [%g, %g] and [%g, %g]", h->lo,
              h->hi, g->lo, g->hi);
        CHECK(out[k].evidence == CLPWL_EVIDENCE_UNKNOWN, CLPWL_ERR_ARGUMENT,
              "clpwl_verify_every: result %zu is of an ended call; all must be zeroed, or left by one "
              "cancelled call", k);
        CHECK(out[k].arguments == out[0].arguments, CLPWL_ERR_ARGUMENT,
              "clpwl_verify_every: result %zu is of %zu arguments, result 0 of %zu; all must be "
              "zeroed, or left by one cancelled call", k, out[k].arguments, out[0].arguments);
    }
    /* The sign of 0 does not matter for the ends: 0 is +0. */
    s->least = order_of(evaluators[0]->pack->grid.lo + 0.0f);
    s->most = order_of(evaluators[0]->pack->grid.hi + 0.0f);
    size_t all = (size_t)(s->most - s->least + 1), done = out[0].arguments;
    CHECK(done < all && done % CHUNK == 0, CLPWL_ERR_ARGUMENT,
          "clpwl_verify_every: results of %zu arguments of %zu: not those of a cancelled call", done,
          all);
    s->first = s->least + (int64_t)done;
    s->threads = clpwl__loop_threads(0, CHUNK / BLOCK);
    s->is_ours = clpwl__function_is_ours(s->f) &&
                 (!s->weight || !s->weight->w || clpwl__function_is_ours(s->weight->w));
    s->x = clpwl__alloc(CHUNK, sizeof *s->x);
    s->y = clpwl__alloc(CHUNK, sizeof *s->y);
    s->right = clpwl__alloc(CHUNK, sizeof *s->right);
    s->parts = clpwl__alloc(CHUNK / BLOCK, sizeof *s->parts);
    CHECK_MEMORY(s->x);
    CHECK_MEMORY(s->y);
    CHECK_MEMORY(s->right);
    CHECK_MEMORY(s->parts);
    if (s->weight && s->weight->w) {
        s->w = clpwl__alloc(CHUNK, sizeof *s->w);
        CHECK_MEMORY(s->w);
    }
done:
    return status;
}

static clpwl_status check_values(const sweep *s, const double *x, size_t n)
{
    clpwl_status status = CLPWL_OK;
    double factor;
    TRY(clpwl__values(s->f, x, s->right, n));
    if (s->w)
        TRY(clpwl__values(s->weight->w, x, s->w, n));
    for (size_t i = 0; i < n && s->weight; i++)
        TRY(clpwl__weigh_by(s->weight, CLPWL_NORM_LINF, x[i], s->right[i], s->w ? s->w[i] : 1, &factor));
done:
    return status;
}

/* A run may take hours before it comes to an argument without a value. Most such arguments are 0, the
 * ends of the domain, or knots. */
static clpwl_status try_likely_arguments(const sweep *s, const clpwl_evaluator *e)
{
    clpwl_status status = CLPWL_OK;
    const double *knots = clpwl_table_knots(e->table[0]);
    const double lo = e->pack->grid.lo, hi = e->pack->grid.hi, first[] = {0, lo, hi};
    double x[AT_ONCE];
    size_t n = 0;
    for (int i = 0; i < 3; i++)
        if (first[i] >= lo && first[i] <= hi)
            x[n++] = first[i];
    for (size_t i = 0; i <= clpwl_table_segments(e->table[0]); i++) {
        float knot = (float)knots[i];
        if ((double)knot >= lo && (double)knot <= hi)
            x[n++] = knot;
        if (n == AT_ONCE) {
            TRY(check_values(s, x, n));
            n = 0;
        }
    }
    TRY(check_values(s, x, n));
done:
    return status;
}

clpwl_status clpwl_verify_every(clpwl_evaluator *const *evaluators, size_t count,
                                const clpwl_function *f, const clpwl_verify_options *options,
                                clpwl_verification *out)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_verify_options own, *o = &own;
    clpwl_weight weight;
    sweep s = {.f = f};
    clpwl__share share = {.progress = NULL};
    CHECK(evaluators && count > 0 && f && out, CLPWL_ERR_ARGUMENT,
          "clpwl_verify_every: an argument is NULL, or count is 0");
    TRY(clpwl__check_count("clpwl_verify_every", "count", count, sizeof *out));
    TRY(clpwl__options_take(&own, sizeof own, options, "clpwl_verify_options",
                            "CLPWL_VERIFY_INIT"));
    TRY(clpwl__weight_take(&weight, &o->weight));
    clpwl__share_take(&share, &o->progress, &o->progress_user);
    s.weight = clpwl__weighs(o->weight) ? o->weight : NULL;
    TRY(begin(&s, evaluators, count, out));
    if (out[0].arguments == 0)
        TRY(try_likely_arguments(&s, evaluators[0]));
    while (s.first <= s.most) {
        TRY(sweep_chunk(&s, evaluators, count, out));
        double all = (double)(s.most - s.least + 1), done = (double)(s.first - s.least);
        CHECK(s.first > s.most || !o->progress || o->progress(done / all, o->progress_user) == 0,
              CLPWL_ERR_CANCELLED, "cancelled after %.0f arguments of %.0f", done, all);
    }
    TRY(find_doubts(&s, count, out));
    for (size_t k = 0; k < count; k++) {
        out[k].evidence = CLPWL_EVIDENCE_EXHAUSTED;
        clpwl__verify_judge(&(clpwl__verified){evaluators[k], f, s.weight, NULL, &out[k]});
    }
done:
    clpwl__share_end(&share, status == CLPWL_OK);
    clpwl__free(s.x);
    clpwl__free(s.y);
    clpwl__free(s.right);
    clpwl__free(s.w);
    clpwl__free(s.parts);
    return status;
}
