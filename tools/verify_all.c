/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify_all.h"
#include <stdio.h>
#include <string.h>
#include "common/message.h"
#include "common/output.h"
#include "open_device.h"
#include "verify_every.h"

typedef struct sweep {
    const verify_job *job;
    const clpwl_table *table;
    const clpwl_function *f;
    clpwl_context *context; /* of the device at hand; NULL: the host */
    json_t *rows;           /* or NULL */
    verify_list every;      /* the evaluators, where every argument is verified */
    size_t held, bad;
    char place[VERIFY_PLACE_ROOM]; /* of the rows that are printed */
    int usage;              /* an exit code: the command line is wrong on any device */
    char refused[512];      /* why the last method that cannot read the table cannot */
} sweep;

static int is_all(const char *text)
{
    return text && strcmp(text, "all") == 0;
}

int verify_is_sweep(const verify_job *j)
{
    return j->storage == VERIFY_ALL_STORAGES || is_all(j->method) || is_all(j->device);
}

static void print_row(sweep *s, const clpwl_evaluator *e, const clpwl_verification *v)
{
    char where[VERIFY_PLACE_ROOM];
    if (s->rows) {
        json_array_append_new(s->rows, verify_json(s->job, e, v));
        return;
    }
    if (strcmp(verify_place(e, s->context, where), s->place) != 0) {
        printf("%s\n", strcpy(s->place, where));
        verify_print_heading(stdout, s->job);
    }
    verify_print_row(stdout, s->job, s->table, e, v);
    app_output_flush();
}

/* 0, or an exit code after a message. */
static int verify_now(sweep *s, clpwl_evaluator *e)
{
    clpwl_verification seen;
    char who[256];
    int code = verify_run(s->job, e, s->f, &seen);
    if (code)
        return code;
    print_row(s, e, &seen);
    snprintf(who, sizeof who, "%s, %s: ", clpwl_evaluator_device(e), clpwl_evaluator_method(e));
    return verify_verdict(&seen, who);
}

/* A method that cannot read this table on this device is skipped. A method that fails counts. */
static void try_one(sweep *s, const char *method, clpwl_storage storage)
{
    clpwl_evaluator *e = NULL;
    clpwl_evaluator_options how = verify_how(s->job, s->context, method, storage);
    clpwl_status status = clpwl_evaluator_create(&e, s->context, s->table, &how);
    if (status == CLPWL_ERR_UNSUPPORTED) {
        snprintf(s->refused, sizeof s->refused, "%s", clpwl_last_message());
        return;
    }
    int code = app_status(status);
    s->usage = code == EXIT_USAGE ? code : 0;
    if (code == 0 && s->job->every) {
        s->bad += verify_list_add(&s->every, e, s->context) != 0;
        return;
    }
    if (code == 0)
        code = verify_now(s, e);
    s->held += code == 0;
    s->bad += code != 0;
    clpwl_evaluator_free(e);
}

static void try_storages(sweep *s, const char *method)
{
    if (s->job->storage != VERIFY_ALL_STORAGES) {
        try_one(s, method, (clpwl_storage)s->job->storage);
        return;
    }
    for (int k = CLPWL_STORAGE_FLOAT32; k < CLPWL_STORAGE_ANY; k++)
        try_one(s, method, (clpwl_storage)k);
}

/* The methods of the device, or of the host. */
static void try_methods(sweep *s)
{
    if (!is_all(s->job->method)) {
        try_storages(s, s->job->method);
        return;
    }
    for (size_t i = 0; i < clpwl_method_count(); i++) {
        const clpwl_method_info *m = clpwl_method(i);
        int again = i > 0 && strcmp(m->name, clpwl_method(i - 1)->name) == 0;
        if (m->host == !s->context && !again)
            try_storages(s, m->name);
    }
}

static int try_device(sweep *s, const char *device)
{
    const char *method = is_all(s->job->device) ? "buffer" : /* a device that a host method is not on */
                         is_all(s->job->method) ? "auto" : s->job->method;
    int code = open_device(device, method, &s->context);
    if (code == 0)
        try_methods(s);
    clpwl_context_free(s->context);
    s->context = NULL;
    return code;
}

static int try_devices(sweep *s)
{
    clpwl_device_info *list = NULL;
    size_t count = 0;
    char index[32];
    int code = app_status(clpwl_devices(&list, &count));
    for (size_t i = 0; i < count && !s->usage; i++) {
        snprintf(index, sizeof index, "%zu", i);
        s->bad += try_device(s, index) != 0;
    }
    clpwl_free(list);
    if (!s->usage)
        s->bad += try_device(s, "host") != 0;
    return code;
}

int verify_all(const verify_job *j, const clpwl_table *table, const clpwl_function *f)
{
    sweep s = { .job = j, .table = table, .f = f, .rows = j->json ? json_array() : NULL };
    int code = 0;
    source_note_smooth(&j->named, table);
    TRY(is_all(j->device) ? try_devices(&s) : try_device(&s, j->device));
    TRY(s.usage);
    CHECK(s.held + s.bad + s.every.count > 0,
          "no method can read this table with these options: %s", s.refused);
    if (s.every.count > 0)
        code = verify_every(j, table, f, &s.every);
    if (j->every) {
        code = code ? code : s.bad > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
        goto done;
    }
    if (j->json)
        TRY(json_print(json_incref(s.rows)));
    else
        printf("%zu hold, %zu broken or failed\n", s.held, s.bad);
    code = s.bad > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
done:
    verify_list_free(&s.every);
    json_decref(s.rows);
    return s.usage ? s.usage : code;
}
