/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/pass.h"
#include <flint/flint.h>
#include "base/parallel.h"

enum {
    MOST_SEGMENTS = 64, /* of a block: some ms */
    BLOCKS = 256,       /* of a table with fewer than 64 times as many segments */
    GROWTH = 4          /* of waves: the first one has a block, the eighth 16384 */
};

/* Seconds of work that are worth threads. To start one, and to make its claim, takes up to 1 ms. */
static const double worth_threads = 5e-3;

typedef struct wave {
    clpwl__pass *p;
    size_t block, first; /* segments of a block; the wave's first segment */
    clpwl__found before, *found;
} wave;

static clpwl_status make_branch(clpwl__pass *p, clpwl__branch **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__branch *b = clpwl__calloc(1, sizeof *b);
    CHECK(b, CLPWL_ERR_MEMORY, "out of memory: a thread of a proof");
    TRY(clpwl__claim_create(&b->claim, p->f, p->options->weight, clpwl_table_shaper(p->table),
                            p->power));
    b->budget = &p->budget;
    *out = b;
    b = NULL;
done:
    clpwl__free(b);
    return status;
}

static void begin_work(clpwl__branch *b, const clpwl__demand *demand, const clpwl__found *before,
                       double since)
{
    b->demand = *demand;
    b->found = *before;
    b->since = since;
    b->suspect = NAN;
}

static clpwl_status prove_block(void *user, unsigned t, size_t i)
{
    clpwl_status status = CLPWL_OK;
    wave *w = user;
    clpwl__pass *p = w->p;
    const double *knots = clpwl_table_knots(p->table), *values = clpwl_table_values(p->table);
    size_t n = clpwl_table_segments(p->table), from = w->first + i * w->block;
    size_t to = w->block < n - from ? from + w->block : n;
    double since = clpwl__thread_seconds(); /* a new claim counts, too */
    if (!p->branches[t])
        TRY(make_branch(p, &p->branches[t]));
    clpwl__branch *b = p->branches[t];
    begin_work(b, &p->demand, &w->before, since);
    for (size_t k = from; k < to; k++) {
        TRY(clpwl__claim_segment(&b->claim, clpwl_table_shaper(p->table), knots, values, k));
        TRY(clpwl__branch_segment(b, knots[k], knots[k + 1], p->width));
    }
    TRY(clpwl__branch_check_time(b, knots[from], 0));
    w->found[i] = b->found;
done:
    return status;
}

static double spent_seconds(const clpwl__pass *p)
{
    return 1e-9 * (double)atomic_load(&p->budget.spent);
}

/* Reports progress. Gives up early where the first pass would take far longer than allowed. 3: segments
 * differ. */
static clpwl_status watch_wave(void *user, size_t blocks)
{
    clpwl_status status = CLPWL_OK;
    const wave *w = user;
    const clpwl__pass *p = w->p;
    const clpwl_prove_options *o = p->options;
    double n = (double)clpwl_table_segments(p->table), seconds = p->budget.seconds;
    double part = fmin(1, (double)(w->first + blocks * w->block) / n), taken = spent_seconds(p);
    CHECK(p->done > 0 || taken < seconds / 10 || taken / part < 3 * seconds, CLPWL_ERR_NUMERIC,
          "the proof would take some %.2g s, longer than allowed", taken / part);
    /* Integrals take two passes at least. */
    double shown = p->demand.linf_only ? part : 1 - exp2(-p->done) * (1 - part / 2);
    CHECK(!o->progress || !o->progress(shown, o->progress_user),
          CLPWL_ERR_CANCELLED, "the proof was cancelled");
done:
    return status;
}

static void add_found(clpwl__found *all, const clpwl__found *block)
{
    if (block->seen > all->seen) {
        all->seen = block->seen;
        all->worst = block->worst;
    }
    all->accepted = fmax(all->accepted, block->accepted);
    all->bound = fmax(all->bound, block->bound);
    all->sums.model1 += block->sums.model1;
    all->sums.signs += block->sums.signs;
    all->sums.rest1 += block->sums.rest1;
    all->sums.model2 += block->sums.model2;
    all->sums.rest2 += block->sums.rest2;
}

/* Threads for so many blocks, if they are worth it. What came before in this pass shows the time of a
 * segment. */
static unsigned count_threads(const wave *w, size_t blocks, double spent_before)
{
    const clpwl__pass *p = w->p;
    double expected = w->first ? (spent_seconds(p) - spent_before) / (double)w->first *
                                     (double)(blocks * w->block)
                               : 0;
    unsigned most = p->options->threads;
    if (expected < worth_threads)
        return 1;
    unsigned count = clpwl__loop_threads(most, blocks);
    return count < CLPWL__MOST_THREADS ? count : CLPWL__MOST_THREADS;
}

static clpwl_status run_tails(clpwl__pass *p, int is_look)
{
    clpwl_status status = CLPWL_OK;
    clpwl__branch *b;
    if (!p->branches[0])
        TRY(make_branch(p, &p->branches[0]));
    b = p->branches[0];
    begin_work(b, &p->demand, &p->found, clpwl__thread_seconds());
    if (is_look)
        TRY(clpwl__tails_look(&p->tails, b, clpwl_function_name(p->f)));
    else
        TRY(clpwl__tails_pass(&p->tails, b, p->width));
    TRY(clpwl__branch_check_time(b, b->found.worst, 0));
    p->found = b->found;
done:
    return status;
}

clpwl_status clpwl__pass_run(clpwl__pass *p)
{
    clpwl_status status = CLPWL_OK;
    size_t n = clpwl_table_segments(p->table), blocks = 1;
    wave w = {.p = p, .block = n / BLOCKS};
    double spent_before;
    w.block = w.block < 1 ? 1 : w.block < MOST_SEGMENTS ? w.block : MOST_SEGMENTS;
    if (p->done == 0)
        TRY(run_tails(p, 1));
    spent_before = spent_seconds(p);
    p->found.bound = 0;
    p->found.sums = (clpwl__integrals){0};
    for (; w.first < n; w.first += blocks * w.block, blocks *= GROWTH) {
        size_t left = (n - w.first + w.block - 1) / w.block;
        blocks = blocks < left ? blocks : left;
        w.before = p->found;
        w.before.sums = (clpwl__integrals){0};
        clpwl__free(w.found);
        w.found = clpwl__alloc(blocks, sizeof *w.found);
        CHECK_MEMORY(w.found);
        TRY(clpwl__loop_run(&(clpwl__loop){.rounds = blocks,
                                           .threads = count_threads(&w, blocks, spent_before),
                                           .round = prove_block, .watch = watch_wave,
                                           .leave = flint_cleanup, .user = &w}));
        for (size_t i = 0; i < blocks; i++)
            add_found(&p->found, &w.found[i]);
    }
    TRY(run_tails(p, 0));
    p->done += 1;
done:
    clpwl__free(w.found);
    return status;
}

void clpwl__pass_end(clpwl__pass *p)
{
    for (int t = 0; t < CLPWL__MOST_THREADS; t++) {
        if (p->branches[t])
            clpwl__claim_free(&p->branches[t]->claim);
        clpwl__free(p->branches[t]);
        p->branches[t] = NULL;
    }
}
