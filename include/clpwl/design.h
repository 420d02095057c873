/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Design: from a function and options to a table. Any thread; f's callbacks run on the
 * caller's.
 *
 * Core: clpwl_design (doc/abi.md).
 */
#ifndef CLPWL_DESIGN_H
#define CLPWL_DESIGN_H

#include "clpwl/execution.h"
#include "clpwl/function.h"
#include "clpwl/progress.h"
#include "clpwl/table.h"
#include "clpwl/weight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a design proves of its table. Nothing is proved of callbacks. */
typedef enum clpwl_proving {
    CLPWL_PROVING_FEATURES, /* that no narrow feature of a formula, or of a function or weight with
                               parameters, was missed. The errors stay measured. */
    CLPWL_PROVING_TRIED,    /* the errors too, if tries of half a second each are enough */
    CLPWL_PROVING_REQUIRED  /* the errors, in at most ten minutes; a design without a proof of its
                               error, in its norm, fails, as where f jumps */
} clpwl_proving;

/* Parts of a design that an aim may choose. */
typedef enum clpwl_part {
    CLPWL_PART_PARTITION, /* with its effort */
    CLPWL_PART_FIT,
    CLPWL_PART_SHAPER,
    CLPWL_PART_SYMMETRY
} clpwl_part;

/* The choice that comes second. */
typedef struct clpwl_runner_up {
    clpwl_partition partition;
    clpwl_shaper shaper;
    size_t segments; /* 0: there was no other choice */
    size_t bytes;    /* of knots and nodal values */
    int is_guess;    /* segments and bytes are within a factor of about 2 */
} clpwl_runner_up;

/* Begin with CLPWL_DESIGN_INIT: f's own domain, 256 segments, clamp, and what the aim chooses. */
typedef struct clpwl_design_options {
    size_t size;               /* sizeof(clpwl_design_options) */
    double a, b;               /* domain, a < b; both 0: f's default domain; an end may be infinite, see
                                  below. Errors hold at the fp32 numbers in [a,b]: (float)b is outside if it
                                  exceeds b */
    size_t segments;           /* 0: from max_error; if that is 0 too, 256 */
    double max_error;          /* 0: none; otherwise the smallest table that meets it */
    clpwl_norm norm;           /* of max_error and of the optimised knots */
    clpwl_partition partition;
    clpwl_shaper shaper;       /* with a uniform partition; see below */
    clpwl_effort effort;       /* for the knots of an optimised partition */
    clpwl_fit fit;             /* see aim, as for partition, shaper, effort and symmetry */
    clpwl_extend extend;
    size_t max_segments;       /* with max_error: the limit; 0: 2^22. Not read with `segments` */
    const clpwl_execution *execution; /* with max_error: how the table will be executed, for
                                  example clpwl_context_execution; always: the storage that the
                                  nodal values are chosen for, and that the table keeps
                                  (clpwl_table_storage); borrowed; NULL: fp32 */
    const clpwl_weight *weight; /* of the error; borrowed; NULL: none */
    const clpwl_tails *tails;  /* with CLPWL_EXTEND_LINEAR only: slopes outside the domain; borrowed;
                                  NULL: both NaN, the slopes at the table's ends */
    clpwl_proving proving;
    clpwl_progress progress;   /* or NULL */
    void *progress_user;
    clpwl_symmetry symmetry; /* of f, on a domain [-b,b]; see below */
    double seconds;          /* with max_error: ends the search; 0: after its usual length. See below */
    clpwl_aim aim;           /* of partition, effort, fit, shaper and symmetry where these are 0 and not
                                given; see below */
    unsigned given;          /* the parts that stand although they are 0, as 1 << CLPWL_PART_FIT for the
                                interpolant, ored */
    clpwl_runner_up *runner_up; /* written, without segments after a failure; or NULL */
    clpwl_gaps *gaps;        /* where a line stands for a callback: written; or NULL */
    const clpwl_constraints *constraints; /* exact values and more; borrowed; NULL: none. See below */
} clpwl_design_options;

#define CLPWL_DESIGN_INIT CLPWL_SIZED(clpwl_design_options)

/*
 * Designs a table for f.
 *
 * With segments, the table has that many. With max_error, it has the fewest segments whose
 * error as executed (clpwl/execution.h), in the norm, is at most max_error: an estimate starts
 * the search, measurements confirm it. Its length is a number of segments, in all trials of a choice: 16
 * million of interpolants, 4 million of other fits, 1 million with refined knots, some seconds each; or the time
 * that `seconds` gives. Where it ends so, the table has the fewest segments so far that meet max_error
 * (clpwl_target.ended_by); if none do, the target is refused. The final measurement may take longer.
 * segments and max_error together are refused.
 *
 * The aim chooses what the options leave open, by designing with several choices. A member other than 0
 * stands, and so does one whose bit is in `given`; an effort other than asymptotic stands for optimised
 * knots, too. The fit is the best one in the norm: minimax, in l1 least-absolute, in l2 projection. Where the
 * partition is open, equal segments, shapers and refined knots are compared by their bytes; with `segments`,
 * by their bytes times the square root of the error. Balanced takes a shaper, or refined knots, for less than
 * half of that of equal segments in x. Smallest takes the least, and a symmetry where f has one. Which choice
 * came second is written to runner_up. CLPWL_AIM_NONE leaves uniform partitions and interpolants as they
 * stand. CLPWL_AIM_FASTEST is for clpwl_design_fastest (clpwl/evaluator.h).
 *
 * A callback is asked once: first for a piecewise polynomial that is within 1e-3 of max_error of
 * it, for which the table is then designed. What was seen between both is part of the measured
 * error, with noise of f. f is asked at the ends of the domain and at fp32 numbers between them,
 * at none twice: some 400 values where it is smooth, 130 more for each kink and 30 for each oscillation, 1000
 * to 4000 where it is infinitely steep. Features narrower than 1/256 of the domain may be missed,
 * unless spec.kinks names them. Gaps in which f has no value that tells are bridged, and
 * written to `gaps`. Noise of more than an eighth of max_error takes more values, and
 * is refused from about half of max_error on.
 *
 * With segments, a table may be one that fp32 cannot read, as with knots that are one float:
 * clpwl_evaluator_create refuses it.
 *
 * If f has no f'', no kinks and is not declared smooth, its kinks are searched for and used like
 * given ones. A jump of f becomes a segment of its own, as narrow as fp32 allows. The fits
 * minimax, above and below cross it level; in L1 and L2 one more such segment leads to each value
 * that is far from that level. The noise of f is estimated; smaller variations are ignored.
 *
 * For a formula, a function of the catalogue with parameters, or such a weight, a proof of at most a
 * second follows (clpwl/proof.h; without Arb there is none). A feature that no measurement met becomes
 * a knot, and the design begins again, or the target is refused with the feature's x. Where errors are to
 * be proved, too (clpwl_proving), bounds exceed the true errors by at most 0.1 %, and by less where a target
 * is near; integrals that were measured too small become the bounds that are proved. With
 * CLPWL_PROVING_REQUIRED a proved error above max_error begins the design again, for a lower error, up to
 * three times.
 *
 * One-sided tables (CLPWL_FIT_ABOVE, CLPWL_FIT_BELOW) stay on their side as executed: for
 * every fp32 x of the domain, no method that computes in fp32 from fp32 values gives a value
 * on the wrong side of f(x). The nodal values keep a distance for the roundings that
 * clpwl_table_executed_error counts, and for those of `execution`. The filter of a sampler
 * (image-linear) rounds more: its values keep to the side if `execution` is that of the device
 * (clpwl_context_execution). Methods with another storage than the table's make no such promise. The method
 * "auto" takes neither for such tables. With a shaper the promise excludes the number next to a jump of f.
 * Where an error is proved, so is the side: the error of a table whose side was not proved is measured. A
 * place of a formula on the wrong side becomes a knot. A callback is on its side where it was asked.
 *
 * With an execution whose storage has 8 or 16 bits, nodal values are numbers of that storage, with its
 * least and its largest level among them, so that storing them adds no error. They are chosen, not
 * rounded: among the numbers near the values of the fit those with the least error, in the norm
 * that the fit minimises, for interpolants in `norm`. Refined knots are moved, too.
 * One-sided tables take the next numbers on their side. Values of more than 65536 segments are
 * rounded.
 *
 * An infinite end of the domain becomes the x from which on the asymptote of f, a formula or a function of the
 * catalogue, is within max_error, in linf; that is proved. v has the value of the asymptote there, rounded to the
 * storage, as a constraint. Constant asymptotes are extended by clamp, others by linear with their slopes: no
 * other extend and no tails are taken. As executed, linear tails add their roundings, which grow with |x|.
 *
 * With a weight, knots and values minimise the weighted error, and max_error bounds it as
 * executed. The table keeps the three weighted errors (clpwl_table_weighting) beside the
 * unweighted ones.
 *
 * With constraints (clpwl/constraints.h), values are exact at places that become knots, and in a range; or the
 * integral of f is kept, its slopes, or its shape. With CLPWL_EXTEND_REPEAT and f(a) = f(b), v(a) is v(b), a
 * value that is searched.
 *
 * With a shaper g, the table is piecewise linear in g(x), its knots are equally spaced in
 * g(x), and errors and weights are functions of x. CLPWL_SHAPER_AUTO designs with each shaper
 * that suits the domain and without one. It takes a shaper only for less than half of the
 * segments (with max_error) or less than a quarter of the error as executed (with segments).
 * It takes none for optimised knots, repeat or mirror. A shaper that is named is refused there.
 *
 * With a symmetry, evaluators store the half x >= 0 of the table. `segments` is a number of both
 * halves, and even. The half x >= 0 is designed, v(0) of an odd table is 0, and the other half
 * follows. Errors, bounds and proofs are those of the whole domain: f is evaluated, or enclosed, on
 * both sides of 0. A function without the symmetry is refused with an x at which the law fails, by
 * more than 2^-20 of the largest |f|. A lesser failure counts as an error. A function of a weight
 * must be even; relative errors are for even and odd tables, one-sided fits for even ones.
 * CLPWL_SYMMETRY_AUTO takes the symmetry that f and the other options allow, or none.
 *   out      set to the new table, which the caller frees; NULL after a failure
 *   options  NULL: the defaults above
 * CLPWL_ERR_ARGUMENT (also for a weight that is negative, where the message names x, or 0
 * everywhere), CLPWL_ERR_NOT_FINITE (the message names the x at which f or the weight is not
 * finite), CLPWL_ERR_TARGET (the message gives the error that can be met, or reports a jump or
 * noise of f), CLPWL_ERR_UNSUPPORTED and CLPWL_ERR_NUMERIC (a proof that is required; see clpwl_prove),
 * CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
CLPWL_CHECKED clpwl_status clpwl_design(clpwl_table **out, const clpwl_function *f,
                                        const clpwl_design_options *options);

#ifdef __cplusplus
}
#endif
#endif
