/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/pass.h"
#include <flint/flint.h>
#include "base/parallel.h"
#include "proof/prove.h"

enum {
    MOST_SEGMENTS = 64, /* of a block: some ms */
    BLOCKS = 256,       /* of a table with fewer than 64 times as many segments */
    GROWTH = 4          /* of waves: the first one has a block, the eighth 16384 */
};

/* A pass that is worth threads: to start one, and to make its claim, takes up to 1 ms. */
static const double worth_threads = 5e-3 * CLPWL__WORK_SECOND;

/* A proof that would take too long is given up early: up to the end of a wave it may take that many times its
 * part, because segments differ, and that part of the budget at least. */
static const double more = 3, least = 0.1;

typedef struct wave {
    clpwl__pass *p;
    size_t block, first; /* segments of a block; the wave's first segment */
    clpwl__proof_found before, *found;
} wave;

/* The branch of the thread t. */
static clpwl_status take_branch(clpwl__pass *p, unsigned t, const clpwl__proof_found *before,
                                clpwl__branch **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__branch *b = p->branches[t];
    if (!b) {
        b = p->branches[t] = clpwl__calloc(1, sizeof *b);
        CHECK(b, CLPWL_ERR_MEMORY, "out of memory: a thread of a proof");
        TRY(clpwl__claim_create(&b->claim, p->f, p->options->weight, clpwl_table_shaper(p->table), p->power));
    }
    b->demand = p->demand;
    b->found = *before;
    b->claim.e.bits = 0; /* nothing is kept of another block: which one that was depends on the threads */
    clpwl__branch_begin(b, &p->budget);
    *out = b;
done:
    return status;
}

static clpwl_status prove_block(void *user, unsigned t, size_t i)
{
    clpwl_status status = CLPWL_OK;
    wave *w = user;
    clpwl__pass *p = w->p;
    const double *knots = clpwl_table_knots(p->table), *values = clpwl_table_values(p->table);
    size_t n = clpwl_table_segments(p->table), from = w->first + i * w->block;
    size_t to = w->block < n - from ? from + w->block : n;
    clpwl__branch *b;
    TRY(take_branch(p, t, &w->before, &b));
    for (size_t k = from; k < to; k++) {
        TRY(clpwl__claim_segment(&b->claim, knots, values, k));
        TRY(clpwl__branch_segment(b, knots[k], knots[k + 1], p->width));
    }
    TRY(clpwl__branch_spend(b, knots[from], 0));
    w->found[i] = b->found;
done:
    return status;
}

static clpwl_status watch_wave(void *user, size_t blocks)
{
    const wave *w = user;
    const clpwl__pass *p = w->p;
    double n = (double)clpwl_table_segments(p->table);
    double part = fmin(1, (double)(w->first + blocks * w->block) / n);
    /* Integrals take two passes at least. */
    return clpwl__prove_report(p->options, p->demand.linf_only ? part : 1 - exp2(-p->done) * (1 - part / 2));
}

static void add_found(clpwl__proof_found *all, const clpwl__proof_found *block)
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

/* Threads for so many blocks of a pass that takes so much. */
static unsigned count_threads(const clpwl__pass *p, size_t blocks, double expected)
{
    if (expected < worth_threads)
        return 1;
    unsigned count = clpwl__loop_threads(p->options->threads, blocks);
    return count < CLPWL__MOST_THREADS ? count : CLPWL__MOST_THREADS;
}

static clpwl_status run_tails(clpwl__pass *p, int is_look)
{
    clpwl_status status = CLPWL_OK;
    clpwl__branch *b;
    TRY(take_branch(p, 0, &p->found, &b));
    if (is_look)
        TRY(clpwl__tails_look(&p->tails, b, clpwl_function_name(p->f)));
    else
        TRY(clpwl__tails_pass(&p->tails, b, p->width));
    TRY(clpwl__branch_spend(b, b->found.worst, 0));
    p->found = b->found;
done:
    return status;
}

clpwl_status clpwl__pass_run(clpwl__pass *p)
{
    clpwl_status status = CLPWL_OK;
    size_t n = clpwl_table_segments(p->table), blocks = 1;
    wave w = {.p = p, .block = n / BLOCKS};
    const long long all = p->budget.most;
    long long before;
    w.block = w.block < 1 ? 1 : w.block < MOST_SEGMENTS ? w.block : MOST_SEGMENTS;
    if (p->done == 0)
        TRY(run_tails(p, 1));
    before = atomic_load(&p->budget.spent);
    p->found.bound = 0;
    p->found.sums = (clpwl__integrals){0};
    for (; w.first < n; w.first += blocks * w.block, blocks *= GROWTH) {
        size_t left = (n - w.first + w.block - 1) / w.block;
        double taken = (double)(atomic_load(&p->budget.spent) - before);
        double expected = w.first > 0 ? taken / (double)w.first * (double)n : 0;
        blocks = blocks < left ? blocks : left;
        double part = (double)(w.first + blocks * w.block) / (double)n;
        double most = (double)before + (double)all * fmax(least, more * part);
        p->budget.most = (long long)fmin((double)all, most);
        w.before = p->found;
        w.before.sums = (clpwl__integrals){0};
        clpwl__free(w.found);
        w.found = clpwl__alloc(blocks, sizeof *w.found);
        CHECK_MEMORY(w.found);
        TRY(clpwl__loop_run(&(clpwl__loop){.rounds = blocks,
                                           .threads = count_threads(p, blocks, expected),
                                           .round = prove_block, .watch = watch_wave,
                                           .leave = flint_cleanup, .user = &w}));
        for (size_t i = 0; i < blocks; i++)
            add_found(&p->found, &w.found[i]);
    }
    p->budget.most = all;
    TRY(run_tails(p, 0));
    p->done += 1;
done:
    p->budget.most = all;
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
