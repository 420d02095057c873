/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl design: from a function to a table. */
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <string.h>
#include "advice.h"
#include "commands.h"
#include "common/names.h"
#include "common/output.h"
#include "common/progress.h"
#include "open_device.h"
#include "source.h"
#include "table_print.h"

enum { NOT_GIVEN = -1 }; /* of a kind */

/* --through, --ends, --range, --keep, --slope-error, --shape */
typedef struct wishes {
    clpwl_constraints c;
    double x[SOURCE_KINKS], y[SOURCE_KINKS];
} wishes;

typedef struct job {
    source function;
    wishes wishes;
    size_t segments, max_segments;
    double domain[2], max_error, seconds;
    int aim, norm, partition, shaper, effort, fit, extend, proving, weight_bits, storage, symmetry,
        json, quiet;
    const char *output, *weight_text, *device;
    clpwl_tails tails; /* from --tails; infinite: not given, or -infinite: auto */
    clpwl_weight weight;
    clpwl_execution filter; /* of that device, or with these bits */
    clpwl_runner_up runner_up;
    clpwl_context *context;
} job;

#define AT(member) offsetof(job, member)

/* "auto", or "L:R", each a number or "end" */
static int parse_tails(const app_option *row, const char *text, void *member)
{
    clpwl_tails *tails = member;
    char parts[2][SOURCE_PART_ROOM];
    double slopes[2] = {NAN, NAN};
    int code = 0;
    *tails = (clpwl_tails){ -HUGE_VAL, -HUGE_VAL };
    if (strcmp(text, "auto") == 0)
        goto done;
    TRY(source_split_pair(row, text, parts[0], parts[1]));
    for (int i = 0; i < 2; i++) {
        CHECK_USAGE(strcmp(parts[i], "auto") != 0,
                    "--%s: 'auto' stands alone; expected auto, or L:R, each a number or end", row->name);
        if (strcmp(parts[i], "end") != 0)
            TRY(app_parse_number(row->name, parts[i], &slopes[i]));
    }
    *tails = (clpwl_tails){ slopes[0], slopes[1] };
done:
    return code;
}

/* "X:Y" or "X", and more behind commas. A second --through adds to the first. */
static int parse_through(const app_option *row, const char *text, void *member)
{
    wishes *w = member;
    char list[4096], *rest = list, *part;
    int code = 0;
    CHECK_USAGE(snprintf(list, sizeof list, "%s", text) < (int)sizeof list, "--%s: the list is too long",
                row->name);
    while ((part = strsep(&rest, ",")) != NULL) {
        char *y = strchr(part, ':');
        CHECK_USAGE(w->c.count < SOURCE_KINKS, "--%s: at most %d values are taken", row->name, SOURCE_KINKS);
        if (y)
            *y++ = '\0';
        w->y[w->c.count] = NAN;
        if (y)
            TRY(app_parse_number(row->name, y, &w->y[w->c.count]));
        TRY(app_parse_number(row->name, part, &w->x[w->c.count++]));
    }
done:
    return code;
}

/* The word of the row alone. */
static int parse_word(const app_option *row, const char *text, void *member)
{
    int code = 0;
    CHECK_USAGE(strcmp(text, row->value) == 0, "--%s: '%s' is unknown; expected %s", row->name, text,
                row->value);
    *(int *)member = 1;
done:
    return code;
}

/* "LO:HI", of which one may be left out */
static int parse_range(const app_option *row, const char *text, void *member)
{
    clpwl_constraints *c = member;
    const char *colon = strchr(text, ':');
    char lo[SOURCE_PART_ROOM];
    int code = 0;
    CHECK_USAGE(colon && colon - text < SOURCE_PART_ROOM && strlen(text) > 1,
                "--%s: '%s' is no range; expected LO:HI, LO: or :HI", row->name, text);
    snprintf(lo, sizeof lo, "%.*s", (int)(colon - text), text);
    c->lo = -HUGE_VAL;
    c->hi = HUGE_VAL;
    if (*lo)
        TRY(app_parse_number(row->name, lo, &c->lo));
    if (colon[1])
        TRY(app_parse_number(row->name, colon + 1, &c->hi));
    CHECK_USAGE(c->lo < c->hi, "--%s: %s is empty or reversed; LO must be below HI", row->name, text);
done:
    return code;
}

static const app_option most_used_rows[] = {
    APP_HEADING("Most used"),
    APP_PARSED('d', "domain", "A:B", domain, source_parse_domain,
               "the interval of x, as 0:20, 0:2*pi or -inf:inf (default: the function's own)"),
    APP_POSITIVE('E', "max-error", "E", max_error,
                 "the fewest segments whose error is at most E"),
    APP_SIZE('n', "segments", "N", segments, "or: this number of segments (default: 256)"),
    APP_PARSED(0, "aim", "AIM", aim, app_parse_aim,
               "balanced (default): equal segments in x or in a shaper, unless refined knots take less than "
               "half of the bytes; smallest: the fewest bytes; fastest: what the device of --for reads "
               "fastest; none: equal segments in x, interpolant. "
               "What --fit, --partition, --shaper, --symmetry and --refine give stands"),
    APP_SWITCH_TO(0, "prove", proving, CLPWL_PROVING_REQUIRED,
                  "fails unless the error is proved for all real x, in at most ten minutes; otherwise a "
                  "second is spent on a proof, and the answer says proved or measured"),
    APP_SWITCH_TO(0, "refine", effort, CLPWL_EFFORT_REFINED,
                  "moves the knots to the least error: fewer segments, a longer design (10 s for 20000)"),
    APP_PARSED('f', "fit", "KIND", fit, app_parse_fit,
               "interpolant, projection (least squares), minimax, least-absolute, above or below (bounds of "
               "f); by default the best in the norm, minimax in linf"),
    APP_TEXT('o', "output", "FILE", output, "writes the table to FILE"),
    APP_OPTIONS_END,
};
static const app_option rows[] = {
    APP_HEADING("The table"),
    APP_PARSED('p', "partition", "KIND", partition, app_parse_partition,
               "uniform or optimized (default: what the aim takes)"),
    APP_PARSED('x', "extend", "MODE", extend, app_parse_extend,
               "outside the domain: clamp (default), zero, repeat, mirror, nan or linear"),
    APP_PARSED(0, "tails", "L:R", tails, parse_tails,
               "with --extend linear: the slopes to the left and to the right of the domain, as 0:1, "
               "or end, the table's slope at that end (default end:end); or auto: those of f's linear "
               "asymptotes"),
    APP_PARSED(0, "shaper", "NAME", shaper, app_parse_shaper,
               "lines are straight in log2, sqrt, rsqrt or exp2 of x; none; or auto: the best, if it saves "
               "half of the segments or 3/4 of the error (default: what the aim takes)"),
    APP_PARSED(0, "symmetry", "LAW", symmetry, app_parse_symmetry,
               "even, odd, ramp (f(x) - f(-x) = x, as gelu) or point (f(x) + f(-x) = 2 f(0), as "
               "logistic) on a domain -B:B: half the memory; none (default; with --aim smallest auto); or "
               "auto: the one that f has"),
    APP_HEADING("What values are held to"),
    APP_PARSED(0, "through", "X:Y", wishes, parse_through,
               "v(X) = Y exactly, or f(X) where :Y is left out; several behind commas, as 0:0,1:1"),
    APP_PARSED(0, "ends", "exact", wishes.c.exact_ends, parse_word,
               "both ends of the domain have the values of f"),
    APP_PARSED(0, "range", "LO:HI", wishes.c, parse_range,
               "no value is below LO or above HI, as executed in fp32; 0: and :1 leave one of them out"),
    APP_PARSED(0, "keep", "integral", wishes.c.keep_integral, parse_word,
               "the integral over the domain is that of f"),
    APP_POSITIVE(0, "slope-error", "S", wishes.c.slope_error,
                 "with --max-error: the slopes are within S of those of f, too"),
    APP_PARSED(0, "shape", "SHAPE", wishes.c.shape, app_parse_shape,
               "monotone (rising or falling), convex, concave, or two of these, as rising-convex; or auto: "
               "all that f has"),
    APP_HEADING("The error"),
    APP_SIZE(0, "max-segments", "N", max_segments,
             "with --max-error: fails if more segments are needed (default: 2^22)"),
    APP_POSITIVE(0, "time", "S", seconds,
                 "with --max-error: the search ends after S seconds with the fewest segments so far "
                 "(default: after some seconds of work, the same on each machine)"),
    APP_PARSED(0, "norm", "NORM", norm, app_parse_norm,
               "norm of --max-error: linf (default), l2 or l1; with --refine the norm that "
               "the fit minimises unless --norm is given"),
    APP_POSITIVE(0, "relative", "FLOOR", weight.floor,
                 "errors are relative to |f|, or to FLOOR where |f| is less"),
    APP_TEXT(0, "weight", "W", weight_text,
             "errors are weighted by W: a formula in x, a function of the catalogue, or a file of "
             "two columns x, w or of one column of typical arguments"),
    APP_INT(0, "weight-bits", "B", weight_bits, 1, 24,
            "with --max-error: the error holds for a linear filter whose weight has B fractional "
            "bits, as `clpwl devices` measures it, and whose results are halves or multiples of 1/65535 "
            "with --storage, as NVIDIA's"),
    APP_WORDS(0, "for", "DEVICE", device, app_device_words,
             "with --max-error: the error holds for the linear filter of this device, measured; a "
             "number of `clpwl devices`, part of a device's name, cpu or gpu"),
    APP_PARSED(0, "storage", "KIND", storage, app_parse_stored,
               "nodal values are chosen among the numbers of float32 (default), half, unorm16, unorm8 "
               "or bfloat16, and the error is that of this storage"),
    APP_HEADING("Output"),
    APP_SWITCH(0, "json", json, "prints the table as JSON instead of a summary"),
    APP_SWITCH('q', "quiet", quiet,
               "prints no summary, no notes and no progress; --json prints the table still"),
    APP_OPTIONS_END,
};

static void set_defaults(void *options)
{
    const clpwl_design_options usual = CLPWL_DESIGN_INIT;
    *(job *)options = (job){ .aim = (int)usual.aim, .norm = NOT_GIVEN, .partition = NOT_GIVEN,
                             .fit = NOT_GIVEN, .extend = (int)usual.extend, .shaper = NOT_GIVEN,
                             .symmetry = NOT_GIVEN, .effort = (int)usual.effort,
                             .proving = CLPWL_PROVING_TRIED,
                             .weight = CLPWL_WEIGHT_INIT, .storage = CLPWL_STORAGE_FLOAT32,
                             .wishes.c = CLPWL_CONSTRAINTS_INIT,
                             .filter = CLPWL_EXECUTION_INIT,
                             .tails = {HUGE_VAL, HUGE_VAL} };
}

/* The part of a choice that stands, if it was given. */
static int take_given(int kind, clpwl_part part, unsigned *given)
{
    *given |= kind == NOT_GIVEN ? 0 : 1u << part;
    return kind == NOT_GIVEN ? 0 : kind;
}

static clpwl_design_options make_options(job *j, const clpwl_function *weight)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    int refines = j->effort != (int)o.effort;
    o.a = j->domain[0];
    o.b = j->domain[1];
    o.segments = j->segments;
    o.max_error = j->max_error;
    o.max_segments = j->max_segments;
    o.seconds = j->seconds;
    o.aim = (clpwl_aim)j->aim;
    o.runner_up = &j->runner_up;
    o.partition = (clpwl_partition)take_given(j->partition, CLPWL_PART_PARTITION, &o.given);
    o.fit = (clpwl_fit)take_given(j->fit, CLPWL_PART_FIT, &o.given);
    o.shaper = (clpwl_shaper)take_given(j->shaper, CLPWL_PART_SHAPER, &o.given);
    o.symmetry = (clpwl_symmetry)take_given(j->symmetry, CLPWL_PART_SYMMETRY, &o.given);
    o.effort = (clpwl_effort)j->effort;
    o.proving = (clpwl_proving)j->proving;
    o.extend = (clpwl_extend)j->extend;
    o.tails = isinf(j->tails.left) ? NULL : &j->tails;
    if (j->weight_bits)
        j->filter.weight_bits = (unsigned)j->weight_bits;
    j->filter.storage = (clpwl_storage)j->storage;
    j->filter.from_image |= j->storage != CLPWL_STORAGE_FLOAT32;
    o.execution = &j->filter;
    j->wishes.c.x = j->wishes.x;
    j->wishes.c.y = j->wishes.y;
    o.constraints = &j->wishes.c;
    /* Refined knots are optimized ones, in the norm that the fit minimises. */
    if (refines) {
        o.partition = j->partition == NOT_GIVEN ? CLPWL_PARTITION_OPTIMIZED : o.partition;
        o.norm = o.fit == CLPWL_FIT_PROJECTION       ? CLPWL_NORM_L2
                 : o.fit == CLPWL_FIT_LEAST_ABSOLUTE ? CLPWL_NORM_L1
                                                     : CLPWL_NORM_LINF;
    }
    if (j->norm != NOT_GIVEN)
        o.norm = (clpwl_norm)j->norm;
    j->weight.w = weight;
    o.weight = weight || j->weight.floor > 0 ? &j->weight : NULL;
    return o;
}

static int check(const job *j)
{
    int code = 0;
    CHECK_USAGE(!j->max_segments || j->max_error > 0,
                "--max-segments is for --max-error, which was not given");
    CHECK_USAGE(!(j->seconds > 0) || j->max_error > 0, "--time is for --max-error, which was not given");
    CHECK_USAGE(!j->output || !app_output_is_stdout(j->output),
                "--output: '%s' is standard output, not a file; --json prints the table",
                j->output);
    CHECK_USAGE(!j->weight_bits || !j->device, "--weight-bits and --for exclude each other");
    CHECK_USAGE(j->aim != CLPWL_AIM_FASTEST || j->device,
                "--aim fastest is measured on the device that --for names, or on the host by --for host");
    TRY(app_output_spares(j->output, j->function.samples));
    TRY(app_output_spares(j->output, j->weight_text));
    TRY(app_output_try(j->output));
done:
    return code;
}

/* Measures the linear filter of the device that --for names. */
static int measure_filter(job *j)
{
    int code = 0;
    TRY(open_device(j->device, "image-linear", &j->context));
    CHECK_USAGE(j->context || j->aim == CLPWL_AIM_FASTEST,
                "--for: the host has no filter; leave it out for fp32");
    if (j->context)
        TRY_LIB(clpwl_context_execution(j->context, (clpwl_storage)j->storage, &j->filter));
done:
    return code;
}

/* A signal leaves no temporary file. A pipe has none, and may wait for its reader. */
static int save(const job *j, const clpwl_table *table)
{
    struct stat s;
    int is_file = stat(j->output, &s) != 0 || S_ISREG(s.st_mode);
    if (is_file)
        app_output_hold_signals(1);
    int code = app_status(clpwl_table_save(table, j->output));
    if (is_file)
        app_output_hold_signals(0);
    return code;
}

/* The slopes of --tails auto. */
static int find_tails(job *j, const clpwl_function *f)
{
    int code = 0;
    TRY_LIB(clpwl_find_tails(&j->tails, f));
    CHECK(!isnan(j->tails.left) || !isnan(j->tails.right),
          "--tails auto: no linear asymptote of %s is known; --tails L:R gives slopes",
          clpwl_function_name(f));
    if (!j->json && (isnan(j->tails.left) || isnan(j->tails.right)))
        app_note("no linear asymptote of %s is known on the %s: the tail there has the table's slope",
                 clpwl_function_name(f), isnan(j->tails.left) ? "left" : "right");
done:
    return code;
}

/* Proves the error of the tails that --tails gives slopes for, and of those of an infinite domain. */
static void prove_tails(const job *j, const clpwl_function *f, const clpwl_design_options *o,
                        const clpwl_table *table, filtered *with)
{
    clpwl_prove_options p = CLPWL_PROVE_INIT;
    clpwl_proof proof;
    const int has_left = o->tails ? !isnan(j->tails.left) : o->a == -HUGE_VAL;
    const int has_right = o->tails ? !isnan(j->tails.right) : o->b == HUGE_VAL;
    double a, b;
    clpwl_table_domain(table, &a, &b);
    p.weight = o->weight;
    p.linf_only = 1;
    p.seconds = j->proving == CLPWL_PROVING_REQUIRED ? 600 : 0.5; /* as of designs */
    /* Both, or the one that is proved: 1/x has a pole to the left of [1, 20]. */
    for (int sides = 0; sides < 3; sides++) {
        p.a = has_left && sides != 1 ? -HUGE_VAL : a;
        p.b = has_right && sides != 2 ? HUGE_VAL : b;
        if ((isinf(p.a) || isinf(p.b)) && clpwl_prove(&proof, f, table, &p) == CLPWL_OK) {
            with->beyond = (clpwl_tails){ p.a, p.b };
            with->beyond_linf = proof.bound.linf;
            return;
        }
    }
}

static void print_runner_up(const clpwl_runner_up *r)
{
    if (r->segments)
        printf("runner-up  %s%zu segment%s in %zu bytes, %s%s%s%s\n", r->is_guess ? "about " : "",
               r->segments, app_s(r->segments), r->bytes,
               r->partition == CLPWL_PARTITION_UNIFORM ? "equal segments" : "optimized partition",
               r->shaper ? " in " : "", r->shaper ? clpwl_shaper_name(r->shaper) : "",
               r->shaper ? "(x)" : "");
}

/* Prints the table; with --weight-bits or --for also the errors with these. */
static int print(const job *j, const clpwl_function *f, const clpwl_design_options *o,
                 const clpwl_table *table)
{
    int code = 0;
    filtered with = { .how = j->filter, .asked = j->context || j->weight_bits };
    if (j->quiet && !j->json)
        goto done;
    if (j->context)
        with.device = clpwl_context_info(j->context)->name;
    with.plain = clpwl_table_executed_error(table, &with.how);
    if (with.asked && o->weight)
        TRY_LIB(clpwl_error_executed(f, o->weight, table, &with.how, &with.weighted));
    if (clpwl_function_samples(f, &with.samples) != CLPWL_OK)
        with.samples.n = 0;
    prove_tails(j, f, o, table, &with);
    TRY(table_print(table, o->norm, &with, j->json));
    if (!j->json)
        print_runner_up(&j->runner_up);
    if (j->function.expression && !j->function.kinks.given && !j->json)
        source_print_kinks(f, clpwl_table_knots(table)[0],
                           clpwl_table_knots(table)[clpwl_table_segments(table)]);
    double noise = j->function.samples ? source_noise(f, clpwl_table_measured(table).linf) : 0;
    if (noise > 0)
        app_note("the samples carry noise of about %.2g, which this table follows: --smooth auto "
                 "removes it", noise);
    advice_print(f, o, table);
done:
    return code;
}

/* Refuses a table that no method can read, as on a domain beyond fp32. */
static int check_use(const clpwl_table *table)
{
    int code = 0;
    clpwl_evaluator *evaluator = NULL;
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    how.method = "host-scalar";
    TRY_LIB(clpwl_evaluator_create(&evaluator, NULL, table, &how));
done:
    clpwl_evaluator_free(evaluator);
    return code;
}

static int design(job *j)
{
    int code = 0;
    clpwl_function *f = NULL, *weight = NULL;
    clpwl_table *table = NULL;
    clpwl_design_options o;
    app_progress bar;
    double a, b, noise = 0;
    if (j->device)
        TRY(measure_filter(j));
    TRY(source_open(&j->function, &f));
    if (j->weight_text)
        TRY(weight_open(j->weight_text, &weight));
    if (j->tails.left == -HUGE_VAL)
        TRY(find_tails(j, f));
    o = make_options(j, weight);
    clpwl_function_domain(f, &a, &b);
    CHECK_USAGE(a != b || o.a != o.b, "%s has no domain of its own: --domain A:B is needed",
                clpwl_function_name(f));
    CHECK_USAGE(o.shaper != CLPWL_SHAPER_AUTO || o.partition == CLPWL_PARTITION_UNIFORM,
                "--shaper auto: shapers need a uniform partition, not an optimized one");
    app_progress_begin(&bar, "design");
    o.progress = app_progress_show;
    o.progress_user = &bar;
    clpwl_status status = j->aim == CLPWL_AIM_FASTEST
                              ? clpwl_design_fastest(&table, f, &o, j->context, CLPWL_USE_BATCH)
                              : clpwl_design(&table, f, &o);
    app_progress_end(&bar);
    if (status == CLPWL_ERR_TARGET && j->function.samples && o.norm == CLPWL_NORM_LINF)
        noise = source_noise(f, o.max_error);
    CHECK(!(noise > 0), "%s; the samples carry noise of about %.2g: --smooth auto removes it",
          clpwl_last_message(), noise);
    TRY_LIB(status);
    TRY(check_use(table));
    if (j->output)
        TRY(save(j, table));
    TRY(print(j, f, &o, table));
done:
    clpwl_table_free(table);
    clpwl_function_free(f);
    clpwl_function_free(weight);
    clpwl_context_free(j->context);
    return code;
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    int code = 0;
    double number;
    if (j->quiet)
        app_set_quiet();
    CHECK_USAGE(!count || !j->function.expression || !app_read_number(j->function.expression, &number),
                "-e %s is the formula of --expr, beside '%s'; the max error is -E %s", j->function.expression,
                operands[0], j->function.expression);
    TRY(source_take(&j->function, count ? operands[0] : NULL));
    TRY(check(j));
    TRY(design(j));
done:
    return code;
}

const app_command design_command = {
    .name = "design",
    .summary = "designs a table for a function",
    .synopsis = "[FUNCTION] [OPTION ...]",
    .text = "Designs a piecewise linear table and prints its error. FUNCTION is a name of the "
            "catalogue, with parameters after a colon, such as lorentzian:x0=0,gamma=2, or a "
            "formula in x; `clpwl functions` lists the names. Formulas need --domain.\n",
    .most = 1,
    .rows = { { most_used_rows, 0, 0 },
              { source_rows, offsetof(job, function), 0 },
              { source_kink_rows, offsetof(job, function), 0 },
              { rows, 0, 0 } },
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
