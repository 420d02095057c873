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

static const double TOLERANCE_LEAST = 1e-6;

typedef struct job {
    subject of;
    const char *certificate;
    double seconds, reach[2]; /* NaN: the table's end */
    int linf_only, json;
    const clpwl_target *target; /* of the table, if the proof is of that error; or NULL */
    clpwl_proof proof;
    clpwl_error said; /* what the table reports, NaN: unknown, as beyond its domain */
} job;

static int parse_end(const app_option *row, const char *text, double *end)
{
    *end = NAN;
    return strcmp(text, "end") == 0 ? 0 : source_parse_end(row, text, end);
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
    APP_POSITIVE(
        0, "seconds", "S", seconds,
        "processor time after which to give up (default: 60); the fewest segments take 10 s more"),
    APP_TEXT('c', "certificate", "FILE", certificate,
             "writes a script for Sollya that checks the bound of linf on each segment"),
    APP_SWITCH(0, "linf", linf_only, "leaves out l1 and l2"),
    APP_PARSED(0, "reach", "A:B", reach, parse_reach,
               "on [A, B], with the tails: each a number, -inf, inf, or end, the table's end"),
    APP_SWITCH(0, "json", json, "prints the result as JSON"),
    APP_OPTIONS_END,
};

static int has_reach(const job *j)
{
    return j->reach[0] != 0 || j->reach[1] != 0;
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

/* The bound of linf with what fp32 adds; NaN where errors are weighted. Beyond the domain clamp adds what the
 * ends have, zero nothing, and linear what grows with x: NaN. */
static double executed(const job *j)
{
    const clpwl_table *table = j->of.table;
    const clpwl_tails tails = clpwl_table_tails(table);
    int has_slopes = has_reach(j) && clpwl_table_extend(table) == CLPWL_EXTEND_LINEAR &&
                     (tails.left != 0 || tails.right != 0);
    double proved = clpwl_table_proved(table).linf;
    proved = isnan(proved) ? clpwl_table_measured(table).linf : proved;
    return subject_has_weight(&j->of) || has_slopes
               ? NAN
               : j->proof.bound.linf + clpwl_table_executed_error(table, NULL).linf - proved;
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
    return t && clpwl_error_in(&j->proof.bound, t->norm) > most && most > least
               ? fmax((most - least) / least / 2, TOLERANCE_LEAST)
               : 0;
}

/* The norm in which the table reports too little; -1: none. Both errors are rounded: by 1e-12 of the bound,
 * and by some units of the values in double. */
static int broken_norm(const job *j)
{
    double a, b, largest = 0;
    clpwl_table_domain(j->of.table, &a, &b);
    for (size_t i = 0; i <= clpwl_table_segments(j->of.table); i++)
        largest = fmax(largest, fabs(clpwl_table_values(j->of.table)[i]));
    for (int i = CLPWL_NORM_LINF; i <= CLPWL_NORM_L2; i++) {
        clpwl_norm norm = (clpwl_norm)i;
        double width = norm == CLPWL_NORM_LINF ? 1 : norm == CLPWL_NORM_L2 ? sqrt(b - a) : b - a;
        if (clpwl_error_in(&j->proof.least, norm) >
            clpwl_error_in(&j->said, norm) * 1.001 + 1e-12 * clpwl_error_in(&j->proof.bound, norm) +
                0x1p-50 * largest * width)
            return i;
    }
    return -1;
}

/* The target as this proof sees it: met by what is proved; not met; or open, as where the proof is of another
 * error. */
static json_t *judge_target(const job *j)
{
    const clpwl_table *table = j->of.table;
    const clpwl_target *t = j->target;
    const clpwl_proof *p = &j->proof;
    json_t *o = target_json(table);
    clpwl_evidence evidence = CLPWL_EVIDENCE_MEASURED;
    double most = t ? clpwl_error_in(&p->bound, t->norm) + target_execution(table, &evidence) : NAN;
    int is_missed = t && (p->side < 0 || clpwl_error_in(&p->least, t->norm) > t->max_error);
    int is_met = t && p->side >= 0 && most <= t->max_error;
    if (is_met && target_is_one_sided(table) && p->side == 0)
        evidence = CLPWL_EVIDENCE_MEASURED;
    if (t)
        json_add(o, "met:b proved:n evidence:s", is_met ? 1 : -!is_missed, most,
                 clpwl_evidence_name(evidence));
    else if (json_is_object(o))
        json_add(o, "met:b", -1);
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

static int print(const job *j, int is_sound)
{
    const clpwl_proof *p = &j->proof;
    double error;
    size_t fewest = find_fewest(j, &error);
    json_t *root = json_make(
        "target:j function:s proved:e least:e measured:e x:n in_fp32:n side:b holds:b",
        judge_target(j), clpwl_function_name(j->of.f), p->bound, p->least, j->said, p->worst,
        executed(j), p->side ? p->side > 0 : -1, is_sound && p->side >= 0);
    if (fewest)
        json_add(root, "fewest:z fewest_for:n", fewest, error);
    if (clpwl_table_constraints(j->of.table)) { /* by the table's numbers, for all fp32 arguments */
        const clpwl_constraints_error off = clpwl_table_constraints_error(j->of.table, NULL);
        json_add(root, "held:j",
                 json_make("range_error:n value_error:n integral_error:n shape_error:n", off.range,
                           off.value, off.integral, off.shape));
    }
    if (!isnan(p->slope))
        json_add(root, "slope:n", p->slope);
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
    TRY(app_output_spares(j->certificate, operands[0]));
    TRY(app_output_try(j->certificate));
    TRY(subject_open(&j->of, count, operands,
                     "name the FUNCTION, or give --expr or --samples"));
    CHECK_USAGE(!j->certificate || !subject_has_weight(&j->of),
                "--certificate: certificates are of absolute errors, not of weighted ones");
    clpwl_table_domain(j->of.table, &a, &b);
    j->reach[0] = isnan(j->reach[0]) ? a : j->reach[0];
    j->reach[1] = isnan(j->reach[1]) ? b : j->reach[1];
    j->target = find_target(j);
    TRY(prove(j));
    j->said = has_reach(j) ? (clpwl_error)CLPWL_ERROR_NAN : reported(j);
    int broken = broken_norm(j);
    clpwl_norm norm = (clpwl_norm)broken;
    if (j->certificate && broken < 0)
        TRY(write_certificate(j));
    TRY(print(j, broken < 0));
    source_other(j->of.table, j->of.f, text);
    CHECK(broken < 0,
          "%sthe measured error is too small: %s%s is at least %.6g, where %.6g was measured; |f - "
          "v| is at least %.6g at x = %.9g",
          text, subject_has_weight(&j->of) ? "weighted " : "", clpwl_norm_name(norm),
          clpwl_error_in(&j->proof.least, norm), clpwl_error_in(&j->said, norm),
          j->proof.least.linf, j->proof.worst);
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
    .text = "Encloses f - v, the difference of the function and the lines through the table's "
            "knots, by interval arithmetic: no x of the domain is left out. The function must be "
            "of the catalogue, a formula or samples. Prints a bound that is proved, a lower bound, and what "
            "the table reports as measured. The exit status is 1 if the latter is too small, or a "
            "table by --fit above or below on the wrong side.\n",
    .least = 1,
    .most = 2,
    .rows = {{rows, 0, 0},
             {subject_rows, offsetof(job, of), 0},
             {source_rows, offsetof(job, of.named), 0}},
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
