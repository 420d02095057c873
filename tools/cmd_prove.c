/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl prove: bounds of a table's error over all real x. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "common/bound.h"
#include "common/output.h"
#include "common/progress.h"
#include "json.h"
#include "source.h"
#include "target.h"

enum { REFUTED = -1, OPEN, MET_AS_MEASURED, MET }; /* what is known of a target */
static const double TOLERANCE_LEAST = 1e-6;

typedef struct job {
    subject of;
    const char *certificate;
    double tolerance, seconds, reach[2]; /* NaN: the table's end */
    int linf_only, json;
    const clpwl_target *target; /* of the table, if the proof is of that error; or NULL */
    clpwl_proof proof;
    clpwl_error said; /* what the table reports, NaN: unknown, as beyond its domain */
    int broken;       /* the norm in which it reports too little; -1: none */
} job;

static int parse_end(const app_option *row, const char *text, double *end)
{
    *end = strcmp(text, "inf") == 0 ? HUGE_VAL : strcmp(text, "-inf") == 0 ? -HUGE_VAL : NAN;
    return strcmp(text, "end") == 0 || isinf(*end) ? 0 : app_parse_number(row->name, text, end);
}

static int parse_reach(const app_option *row, const char *text, void *member)
{
    double *reach = member;
    char left[SOURCE_PART_ROOM], right[SOURCE_PART_ROOM];
    int code = 0;
    TRY(source_split_pair(row, text, left, right));
    TRY(parse_end(row, left, &reach[0]));
    TRY(parse_end(row, right, &reach[1]));
    CHECK_USAGE(!(reach[0] >= reach[1]), "--reach: '%s' is empty: A must be below B", text);
done:
    return code;
}

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_POSITIVE(0, "tolerance", "T", tolerance,
                 "how far a bound may exceed the true error, relative to it (default: 0.001)"),
    APP_POSITIVE(
        0, "seconds", "S", seconds,
        "processor time after which to give up (default: 60); the fewest segments take up to "
        "10 s more"),
    APP_TEXT('c', "certificate", "FILE", certificate,
             "writes a script for Sollya that checks the bound of linf on each segment"),
    APP_SWITCH(0, "linf", linf_only, "leaves out l1 and l2"),
    APP_PARSED(
        0, "reach", "A:B", reach, parse_reach,
        "on [A, B] instead of the table's domain: proves the tails of clamp, zero and linear, "
        "too; each a number, -inf, inf, or end, the table's end"),
    APP_SWITCH(0, "json", json, "prints the result as JSON"),
    APP_HEADING("The function"),
    APP_TEXT('e', "expr", "FORMULA", of.named.expression, "the function is this formula in x"),
    APP_OPTIONS_END,
};

static int has_reach(const job *j)
{
    return j->reach[0] != 0 || j->reach[1] != 0;
}

/* Of tails whose roundings grow with x. */
static int has_slopes(const job *j)
{
    const clpwl_tails tails = clpwl_table_tails(j->of.table);
    return has_reach(j) && clpwl_table_extend(j->of.table) == CLPWL_EXTEND_LINEAR &&
           (tails.left != 0 || tails.right != 0);
}

/* The errors that the table reports on its domain, with the weight of the proof; NaN: unknown. */
static clpwl_error reported(const job *j)
{
    const clpwl_weighting *w = clpwl_table_weighting(j->of.table);
    clpwl_error e = CLPWL_ERROR_NAN;
    if (!subject_has_weight(&j->of))
        return clpwl_table_measured(j->of.table);
    if (w && !j->of.weight_text && j->of.weight.floor == w->floor)
        return w->measured;
    if (clpwl_error_measure(j->of.f, &j->of.weight, clpwl_table_knots(j->of.table),
                            clpwl_table_values(j->of.table), clpwl_table_segments(j->of.table),
                            &e) != CLPWL_OK)
        e.linf = NAN;
    return e;
}

/* What fp32 adds to |f - v| at most; NaN where errors are weighted. Beyond the domain clamp adds what
 * the ends have, zero nothing, and linear what grows with x: NaN. */
static double rounding_of(const job *j)
{
    double proved = clpwl_table_proved(j->of.table).linf;
    return subject_has_weight(&j->of) || has_slopes(j)
               ? NAN
               : clpwl_table_executed_error(j->of.table, NULL).linf -
                     (isnan(proved) ? clpwl_table_measured(j->of.table).linf : proved);
}

static const clpwl_target *find_target(const job *j)
{
    const clpwl_target *t = clpwl_table_target(j->of.table);
    return t && target_is_weighted_by(j->of.table, &j->of.weight) && !has_reach(j) &&
                   !isnan(t->reached) && (!j->linf_only || t->norm == CLPWL_NORM_LINF)
               ? t
               : NULL;
}

/* The tolerance of a proof that could show that the target is met, which this one does not; 0: none. */
static double find_finer(const job *j)
{
    const clpwl_target *t = j->target;
    double most = t ? t->max_error - target_execution(j->of.table, NULL) : 0;
    double least = t ? clpwl_error_in(&j->proof.least, t->norm) : 0;
    if (!t || j->tolerance > 0 || clpwl_error_in(&j->proof.bound, t->norm) <= most || most <= least)
        return 0;
    return fmax((most - least) / least / 2, TOLERANCE_LEAST);
}

/* Both errors are rounded: by 1e-12 of the bound, and by some units of the values in double. */
static int broken_norm(const job *j)
{
    static const clpwl_norm norms[] = {CLPWL_NORM_LINF, CLPWL_NORM_L2, CLPWL_NORM_L1};
    double a, b, largest = 0;
    clpwl_table_domain(j->of.table, &a, &b);
    for (size_t i = 0; i <= clpwl_table_segments(j->of.table); i++)
        largest = fmax(largest, fabs(clpwl_table_values(j->of.table)[i]));
    const double unit = 0x1p-50 * largest, units[] = {unit, unit * sqrt(b - a), unit * (b - a)};
    for (int i = 0; i < 3; i++)
        if (clpwl_error_in(&j->proof.least, norms[i]) >
            clpwl_error_in(&j->said, norms[i]) * 1.001 + 1e-12 * clpwl_error_in(&j->proof.bound, norms[i]) +
                units[i])
            return (int)norms[i];
    return -1;
}

static int judge_target(const job *j)
{
    const clpwl_target *t = j->target;
    clpwl_evidence evidence;
    if (!t)
        return OPEN;
    if (j->proof.side >= 0 &&
        clpwl_error_in(&j->proof.bound, t->norm) + target_execution(j->of.table, &evidence) <=
            t->max_error)
        return evidence == CLPWL_EVIDENCE_PROVED &&
                       (!target_is_one_sided(j->of.table) || j->proof.side > 0)
                   ? MET
                   : MET_AS_MEASURED;
    return j->proof.side < 0 || clpwl_error_in(&j->proof.least, t->norm) > t->max_error ? REFUTED : OPEN;
}

/* The target as this proof sees it: open where the proof is of another error, as of a weight that is no
 * formula. */
static json_t *judged_target(const job *j, int known)
{
    json_t *o = target_json(j->of.table);
    clpwl_evidence evidence;
    if (json_is_object(o))
        json_add(o, "met:b", known >= MET_AS_MEASURED ? 1 : known == REFUTED ? 0 : -1);
    if (j->target) {
        double e = clpwl_error_in(&j->proof.bound, j->target->norm) +
                   target_execution(j->of.table, &evidence);
        json_add(
            o, "proved:n evidence:s", e,
            clpwl_evidence_name(known == MET_AS_MEASURED ? CLPWL_EVIDENCE_MEASURED : evidence));
    }
    return o;
}

/* The fewest segments for the absolute error that the table was designed for, or else that is proved.
 * 0: it is not proved. In linf alone, and for lines in x. */
static size_t find_fewest(const job *j, double *error)
{
    const clpwl_target *t = clpwl_table_weighting(j->of.table) ? NULL
                                                               : clpwl_table_target(j->of.table);
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    double a, b;
    size_t least;
    clpwl_table_domain(j->of.table, &a, &b);
    *error = t ? t->max_error : j->proof.bound.linf;
    o.seconds = 10;
    if (clpwl_table_shaper(j->of.table) != CLPWL_SHAPER_NONE || subject_has_weight(&j->of) ||
        (t && t->norm != CLPWL_NORM_LINF) ||
        clpwl_prove_fewest(&least, j->of.f, a, b, *error, &o) != CLPWL_OK)
        return 0;
    return least;
}

static int print(const job *j)
{
    const clpwl_proof *p = &j->proof;
    int known = judge_target(j);
    double error;
    size_t fewest = find_fewest(j, &error);
    json_t *root = json_make("target:j function:s proved:e least:e measured:e x:n in_fp32:n "
                             "target_met:b fewest:j fewest_for:n side:b "
                             "holds:b",
                             judged_target(j, known), clpwl_function_name(j->of.f), p->bound,
                             p->least, j->said, p->worst, p->bound.linf + rounding_of(j),
                             known == MET       ? 1
                             : known == REFUTED ? 0
                                                : -1,
                             fewest ? json_integer((json_int_t)fewest) : json_null(),
                             fewest ? error : NAN, p->side ? p->side > 0 : -1,
                             j->broken < 0 && p->side >= 0);
    if (has_reach(j)) /* beside a proof that goes beyond it */
        json_add(root, "measured_on_domain:e", reported(j));
    return json_end(root, j->json, stdout);
}

/* A proof that leaves open whether the target is met is tried again, finer. */
static int prove(job *j)
{
    clpwl_prove_options o = CLPWL_PROVE_INIT;
    clpwl_proof finer;
    app_progress bar;
    o.tolerance = j->tolerance;
    o.seconds = j->seconds;
    o.linf_only = j->linf_only;
    o.weight = &j->of.weight;
    o.a = j->reach[0];
    o.b = j->reach[1];
    app_progress_begin(&bar, "prove");
    o.progress = app_progress_show;
    o.progress_user = &bar;
    clpwl_status status = clpwl_prove(&j->proof, j->of.f, j->of.table, &o);
    o.tolerance = status == CLPWL_OK ? find_finer(j) : 0;
    if (o.tolerance > 0 && clpwl_prove(&finer, j->of.f, j->of.table, &o) == CLPWL_OK)
        j->proof = finer;
    app_progress_end(&bar);
    return app_status(status);
}

/* The bound is raised as clpwl_certificate says, and positive. */
static int write_certificate(const job *j)
{
    int code = 0;
    char *text = NULL;
    app_output out;
    TRY_LIB(clpwl_certificate(&text, j->of.f, j->of.table,
                              fmax(j->proof.bound.linf * (1 + 0x1p-19), DBL_MIN)));
    TRY(app_output_open(&out, j->certificate));
    fputs(text, out.file);
    TRY(app_output_end(&out, 0));
done:
    clpwl_free(text);
    return code;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.of.weight = CLPWL_WEIGHT_INIT};
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    char text[SOURCE_REASON];
    double a, b;
    int code = 0;
    CHECK_USAGE(j->tolerance == 0 || (j->tolerance >= TOLERANCE_LEAST && j->tolerance <= 1),
                "--tolerance: %g is not in [1e-6, 1]", j->tolerance);
    TRY(app_output_spares(j->certificate, operands[0]));
    TRY(app_output_try(j->certificate));
    TRY(subject_open(&j->of, count, operands,
                     "name the FUNCTION, or give --expr; samples have no proof, and "
                     "clpwl verify takes --samples"));
    CHECK_USAGE(!j->certificate || !subject_has_weight(&j->of),
                "--certificate: certificates are of absolute errors, not of weighted ones");
    clpwl_table_domain(j->of.table, &a, &b);
    j->reach[0] = isnan(j->reach[0]) ? a : j->reach[0];
    j->reach[1] = isnan(j->reach[1]) ? b : j->reach[1];
    j->target = find_target(j);
    TRY(prove(j));
    j->said = has_reach(j) ? (clpwl_error)CLPWL_ERROR_NAN : reported(j);
    j->broken = broken_norm(j);
    if (j->certificate && j->broken < 0)
        TRY(write_certificate(j));
    TRY(print(j));
    source_other(j->of.table, j->of.f, text);
    CHECK(j->broken < 0,
          "%sthe measured error is too small: %s is at least %.6g, where %.6g was measured; "
          "%s|f - v| is at least %.6g at x = %.9g",
          text, clpwl_norm_name((clpwl_norm)j->broken),
          clpwl_error_in(&j->proof.least, (clpwl_norm)j->broken),
          clpwl_error_in(&j->said, (clpwl_norm)j->broken),
          subject_has_weight(&j->of) ? "weighted, " : "", j->proof.least.linf, j->proof.worst);
    CHECK(j->proof.side >= 0, "%sthis one-sided table is on the wrong side of f at x = %.9g", text,
          j->proof.side_x);
done:
    subject_close(&j->of);
    return code;
}

const app_command prove_command = {
    .name = "prove",
    .summary = "proves the error of a table for all real x",
    .synopsis = "TABLE [FUNCTION] [OPTION ...]",
    .text = "Encloses f - v, the difference of the function and the piecewise linear function "
            "through the table's knots, by interval arithmetic: no x of the domain is left out, as "
            "sampling leaves some. The function must be of the catalogue or a formula; nothing is "
            "proved of samples. Prints a bound that is proved, a lower bound, and what the table "
            "reports as measured. The exit status is 1 if the measured error is below the lower "
            "bound, or if "
            "a table by --fit above or below is on the wrong side.\n",
    .least = 1,
    .most = 2,
    .rows = {{rows, 0, 0}, {subject_rows, offsetof(job, of), 0}},
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
