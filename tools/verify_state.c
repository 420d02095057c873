/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify.h"
#include <string.h>
#include <unistd.h>
#include "common/clock.h"
#include "common/message.h"
#include "common/output.h"
#include "common/progress.h"

static const double INTERVAL = 1; /* second between two states; to write one takes some 10 ms */

/* What is verified, to be freed. Of f and the weight values: samples and weights from files have the name
 * of the file alone. */
static int identify(const verify_job *j, char **out, size_t *size)
{
    enum { PROBES = 257 };
    const subject *of = &j->of;
    char *text = NULL;
    double a, b, y;
    int code = 0;
    FILE *file = open_memstream(out, size);
    CHECK(file, "out of memory");
    clpwl_table_domain(of->table, &a, &b);
    TRY_LIB(clpwl_table_save_text(of->table, &text, NULL));
    fprintf(file, "%s\n%s%s\n", PACKAGE_VERSION, text, j->place);
    for (size_t i = 0; i < j->count; i++)
        fprintf(file, "%s %s\n", clpwl_evaluator_method(j->rows[i]),
                clpwl_storage_name(clpwl_evaluator_storage(j->rows[i])));
    for (int i = 0; i < 2 * PROBES; i++) {
        const clpwl_function *f = i % 2 ? of->w : of->f;
        if (!f || clpwl_function_value(f, a + (b - a) * (i / 2) / (PROBES - 1), &y) != CLPWL_OK)
            y = of->weight.floor;
        fprintf(file, "%a\n", y);
    }
done:
    clpwl_free(text);
    if (file)
        fclose(file);
    return code;
}

/* The state: the identity, and the results. Nothing is read if there is none. */
static int read_state(verify_job *j, const char *path, const char *identity, size_t size)
{
    int code = 0;
    char *found = malloc(size);
    FILE *file = fopen(path, "rb");
    CHECK(!file ||
              (found && fread(found, 1, size, file) == size && memcmp(found, identity, size) == 0 &&
               fread(j->seen, sizeof *j->seen, j->count, file) == j->count && getc(file) == EOF),
          "'%s' is not the state of this verification: remove it to begin anew, or name another "
          "report",
          path);
done:
    if (file)
        fclose(file);
    free(found);
    return code;
}

static int write_state(const verify_job *j, const char *path, const char *identity, size_t size)
{
    app_output o = { 0 };
    int code = 0;
    TRY(app_output_open(&o, path));
    o.is_rewritten = 1;
    fwrite(identity, 1, size, o.file);
    fwrite(j->seen, sizeof *j->seen, j->count, o.file);
    code = app_output_end(&o, 0);
done:
    return code;
}

/* One run, in slices between two states. */
typedef struct slices {
    app_progress bar;
    int is_begun, is_resumable;
    double began;
} slices;

static int show_progress(double fraction, void *user)
{
    slices *s = user;
    if (!s->is_begun)
        s->bar.from = fraction;
    s->is_begun = 1;
    app_progress_show(fraction, &s->bar);
    return s->is_resumable && app_seconds() - s->began > INTERVAL;
}

/* state: NULL, or its file. */
static int run_slices(verify_job *j, const char *state, const char *identity, size_t size)
{
    clpwl_verify_options o = CLPWL_VERIFY_INIT;
    slices s = { .is_resumable = state != NULL };
    clpwl_status status;
    int code = 0;
    o.weight = subject_has_weight(&j->of) ? &j->of.weight : NULL;
    o.progress = show_progress;
    o.progress_user = &s;
    app_progress_begin(&s.bar, "verify");
    do {
        s.began = app_seconds();
        status = clpwl_verify_every(j->rows, j->count, j->of.f, &o, j->seen);
        code = status == CLPWL_ERR_CANCELLED ? write_state(j, state, identity, size)
                                             : app_status(status);
    } while (status == CLPWL_ERR_CANCELLED && !code);
    app_progress_end(&s.bar);
    return code;
}

/* The name of the state's file, to be freed; NULL: none. */
static char *name_state(const verify_job *j)
{
    char *path = NULL;
    int is_file = j->report && strcmp(j->report, "-") != 0;
    return is_file && asprintf(&path, "%s.state", j->report) > 0 ? path : NULL;
}

int verify_every(verify_job *j)
{
    int code = 0;
    char *identity = NULL;
    size_t size = 0;
    char *state = name_state(j);
    if (state) {
        TRY(app_output_try(j->report));
        TRY(identify(j, &identity, &size));
        TRY(read_state(j, state, identity, size));
    }
    TRY(run_slices(j, state, identity, size));
done:
    free(identity);
    free(state);
    return code;
}

void verify_state_remove(const verify_job *j)
{
    char *state = name_state(j);
    if (state)
        unlink(state);
    free(state);
}
