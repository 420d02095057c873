/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify_every.h"
#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "common/clock.h"
#include "common/message.h"
#include "common/output.h"
#include "common/progress.h"
#include "common/signals.h"
#include "target.h"
#include "verify_state.h"

static const double INTERVAL = 1; /* second between two states; to write one takes some 10 ms */

int verify_list_add(verify_list *l, clpwl_evaluator *e, const clpwl_context *context)
{
    verify_row *rows = realloc(l->rows, (l->count + 1) * sizeof *rows);
    if (!rows) {
        clpwl_evaluator_free(e);
        return app_fail("out of memory");
    }
    l->rows = rows;
    rows[l->count].evaluator = e;
    verify_place(e, context, rows[l->count].place);
    l->count++;
    return 0;
}

void verify_list_free(verify_list *l)
{
    for (size_t i = 0; i < l->count; i++)
        clpwl_evaluator_free(l->rows[i].evaluator);
    free(l->rows);
    *l = (verify_list){ 0 };
}

static volatile sig_atomic_t caught;

static void note_signal(int signal_number)
{
    caught = signal_number;
    signal(signal_number, SIG_DFL);
}

static void watch_signals(void)
{
    if (!caught)
        app_signals_catch(APP_SIGNALS_SENT, note_signal);
}

/* One run, in slices between two states. */
typedef struct slices {
    app_progress bar;
    int is_first, is_resumable;
    double began, fraction;
} slices;

static int show_progress(double fraction, void *user)
{
    slices *s = user;
    if (s->is_first)
        s->bar.from = fraction;
    s->is_first = 0;
    s->fraction = fraction;
    app_progress_show(fraction, &s->bar);
    if (!s->is_resumable)
        return 0;
    watch_signals();
    return caught || app_seconds() - s->began > INTERVAL;
}

static int end_by_signal(const slices *s, const char *state)
{
    app_note("interrupted at %.0f %%: the same command continues from '%s'", 100 * s->fraction,
             state);
    signal(caught, SIG_DFL);
    raise(caught);
    return EXIT_FAILURE;
}

/* state: NULL, or the file of the state. */
static int run_slices(const verify_job *j, const clpwl_function *f, clpwl_evaluator *const *e,
                      size_t count, const char *state, json_t *identity,
                      clpwl_verification *results)
{
    clpwl_verify_options o = CLPWL_VERIFY_INIT;
    slices s = { .is_first = 1, .is_resumable = state != NULL };
    clpwl_status status;
    int code = 0;
    o.weight = verify_has_weight(j) ? &j->weight : NULL;
    o.progress = show_progress;
    o.progress_user = &s;
    app_progress_begin(&s.bar, "verify");
    do {
        s.began = app_seconds();
        status = clpwl_verify_every(e, count, f, &o, results);
        if (status == CLPWL_ERR_CANCELLED)
            code = verify_state_write(state, identity, results, count);
        if (code || caught)
            break;
    } while (status == CLPWL_ERR_CANCELLED);
    app_progress_end(&s.bar);
    if (caught && !code && status == CLPWL_ERR_CANCELLED)
        return end_by_signal(&s, state);
    return code ? code : app_status(status);
}

static int is_sweep(const verify_list *l)
{
    return l->count > 1;
}

static void print_doubt(FILE *out, const verify_job *j, const clpwl_verification *v)
{
    if (isnan(v->doubt))
        fprintf(out, "reference  f in double, compared with no enclosure\n");
    else
        fprintf(out, "reference  f in double, within %.2g of f at 1024 arguments and the worst\n",
                v->doubt);
    if (verify_has_weight(j) && !isnan(v->weighted_doubt))
        fprintf(out, "           weighted, within %.2g\n", v->weighted_doubt);
}

static void print_text(FILE *out, const verify_job *j, const clpwl_table *table,
                       const verify_list *l, const clpwl_verification *results)
{
    double a, b;
    clpwl_table_domain(table, &a, &b);
    fprintf(out, "table      %s on [%.9g, %.9g], %zu segment%s\n", clpwl_table_function(table), a, b,
            clpwl_table_segments(table), app_s(clpwl_table_segments(table)));
    print_doubt(out, j, &results[0]);
    if (!is_sweep(l)) {
        verify_print_place(out, j, l->rows[0].place);
        verify_print(out, j, table, l->rows[0].evaluator, &results[0]);
        return;
    }
    for (size_t i = 0; i < l->count; i++) {
        if (i == 0 || strcmp(l->rows[i].place, l->rows[i - 1].place) != 0) {
            fprintf(out, "%s\n", l->rows[i].place);
            verify_print_heading(out, j);
        }
        verify_print_row(out, j, table, l->rows[i].evaluator, &results[i]);
    }
}

static json_t *row_json(const verify_job *j, const clpwl_table *table, const verify_row *row,
                        const clpwl_verification *v)
{
    json_t *root = verify_json(j, row->evaluator, v);
    double a, b;
    clpwl_table_domain(table, &a, &b);
    json_merge(root, json_pack("{s:o, s:o, s:o, s:I, s:o, s:o, s:s}", "place", json_text(row->place),
                               "function", json_text(clpwl_table_function(table)), "domain",
                               json_pair(a, b), "segments",
                               (json_int_t)clpwl_table_segments(table), "doubt",
                               json_number(v->doubt), "target", verify_target_json(j, table, v), "version",
                               PACKAGE_VERSION));
    if (verify_has_weight(j))
        json_object_set_new(json_object_get(root, "weighted"), "doubt",
                            json_number(v->weighted_doubt));
    return root;
}

static int print_json(FILE *out, const verify_job *j, const clpwl_table *table,
                      const verify_list *l, const clpwl_verification *results)
{
    if (!is_sweep(l))
        return json_write(row_json(j, table, &l->rows[0], &results[0]), out);
    json_t *root = json_array();
    for (size_t i = 0; i < l->count; i++)
        json_array_append_new(root, row_json(j, table, &l->rows[i], &results[i]));
    return json_write(root, out);
}

static int write_report(const verify_job *j, const clpwl_table *table, const verify_list *l,
                        const clpwl_verification *results)
{
    app_output o = { 0 };
    int code = 0;
    TRY(app_output_open(&o, j->report));
    if (j->json)
        code = print_json(o.file, j, table, l, results);
    else
        print_text(o.file, j, table, l, results);
    code = app_output_end(&o, code);
done:
    return code;
}

/* f in double should be 2^10 times as exact as what is judged by it. */
static void note_doubt(const verify_job *j, const clpwl_verification *results, size_t count)
{
    double seen = INFINITY, weighted = INFINITY;
    for (size_t i = 0; i < count; i++) {
        seen = fmin(seen, results[i].seen.linf);
        weighted = fmin(weighted, results[i].weighted_seen.linf);
    }
    if (results->doubt > 0x1p-10 * seen)
        app_note("f in double is known to %.2g, which is not 2^10 times as exact as the error seen, "
                 "%.2g", results->doubt, seen);
    else if (verify_has_weight(j) && results->weighted_doubt > 0x1p-10 * weighted)
        app_note("f in double is known to %.2g of the weighted error, which is not 2^10 times as "
                 "exact as the error seen, %.2g", results->weighted_doubt, weighted);
}

static int judge(const verify_list *l, const clpwl_verification *results)
{
    int code = 0;
    for (size_t i = 0; i < l->count; i++) {
        char who[VERIFY_PLACE_ROOM + 64] = "";
        if (is_sweep(l))
            snprintf(who, sizeof who, "%s, %s: ", l->rows[i].place,
                     clpwl_evaluator_method(l->rows[i].evaluator));
        if (verify_verdict(&results[i], who))
            code = EXIT_FAILURE;
    }
    return code;
}

int verify_every(const verify_job *j, const clpwl_table *table, const clpwl_function *f,
                 const verify_list *l)
{
    int code = 0;
    char *state = NULL;
    json_t *identity = NULL;
    clpwl_evaluator **e = malloc(l->count * sizeof *e);
    clpwl_verification *results = calloc(l->count, sizeof *results);
    CHECK(e && results, "out of memory");
    for (size_t i = 0; i < l->count; i++)
        e[i] = l->rows[i].evaluator;
    if (j->report && strcmp(j->report, "-") != 0) {
        TRY(app_output_try(j->report));
        state = malloc(strlen(j->report) + sizeof ".state");
        CHECK(state, "out of memory");
        strcat(strcpy(state, j->report), ".state");
        TRY(verify_identity(j, table, f, l, &identity));
        TRY(verify_state_read(state, identity, verify_count_arguments(table), results, l->count));
        app_output_leave_signals();
        watch_signals();
    }
    TRY(run_slices(j, f, e, l->count, state, identity, results));
    TRY(write_report(j, table, l, results));
    if (state)
        unlink(state);
    note_doubt(j, results, l->count);
    code = judge(l, results);
done:
    free(state);
    free(results);
    free(e);
    json_decref(identity);
    return code;
}
