/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "common/clock.h"
#include "common/message.h"
#include "common/output.h"
#include "common/progress.h"

static const double INTERVAL = 1; /* second between two states; to write one takes some 10 ms */

/* FNV-1a. */
static uint64_t hash(uint64_t h, const void *bytes, size_t count)
{
    for (const unsigned char *p = bytes; count-- > 0; p++)
        h = (h ^ *p) * UINT64_C(0x100000001b3);
    return h;
}

static uint64_t hash_text(uint64_t h, const char *text)
{
    return hash(h, text, strlen(text) + 1);
}

/* What is verified. Of f and the weight values: samples and weights from files have the name of the file
 * alone. */
static int identify(const verify_job *j, uint64_t *out)
{
    enum { PROBES = 257 };
    const subject *of = &j->of;
    char *text = NULL;
    double a, b, y;
    int code = 0;
    clpwl_table_domain(of->table, &a, &b);
    TRY_LIB(clpwl_table_save_text(of->table, &text, NULL));
    uint64_t h = hash_text(hash_text(UINT64_C(0xcbf29ce484222325), PACKAGE_VERSION), text);
    for (int i = 0; i < 2 * PROBES; i++) {
        const clpwl_function *f = i % 2 ? of->w : of->f;
        if (!f || clpwl_function_value(f, a + (b - a) * (i / 2) / (PROBES - 1), &y) != CLPWL_OK)
            y = of->weight.floor;
        h = hash(h, &y, sizeof y);
    }
    for (size_t i = 0; i < j->count; i++) {
        h = hash_text(hash_text(h, j->place), clpwl_evaluator_method(j->rows[i]));
        h = hash_text(h, clpwl_storage_name(clpwl_evaluator_storage(j->rows[i])));
    }
    *out = h;
done:
    clpwl_free(text);
    return code;
}

/* The state: the results, and a sum of the identity and of them. Nothing is read if there is none. */
static int read_state(verify_job *j, const char *path, uint64_t identity)
{
    uint64_t sum = 0;
    int code = 0;
    FILE *file = fopen(path, "rb");
    if (!file && errno == ENOENT)
        return 0;
    CHECK(file && fread(j->seen, sizeof *j->seen, j->count, file) == j->count &&
              fread(&sum, sizeof sum, 1, file) == 1 && getc(file) == EOF &&
              sum == hash(identity, j->seen, j->count * sizeof *j->seen),
          "'%s' is not the state of this verification: remove it to begin anew, or name another report",
          path);
done:
    if (file)
        fclose(file);
    return code;
}

static int write_state(const verify_job *j, const char *path, uint64_t identity)
{
    app_output o = { 0 };
    int code = 0;
    uint64_t sum = hash(identity, j->seen, j->count * sizeof *j->seen);
    TRY(app_output_open(&o, path));
    o.is_rewritten = 1;
    fwrite(j->seen, sizeof *j->seen, j->count, o.file);
    fwrite(&sum, sizeof sum, 1, o.file);
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
static int run_slices(verify_job *j, const char *state, uint64_t identity)
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
        code = status == CLPWL_ERR_CANCELLED ? write_state(j, state, identity) : app_status(status);
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
    uint64_t identity = 0;
    char *state = name_state(j);
    if (state) {
        TRY(app_output_try(j->report));
        TRY(identify(j, &identity));
        TRY(read_state(j, state, identity));
    }
    TRY(run_slices(j, state, identity));
done:
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
