/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program clpwl-bgs, which may be missing. */
#include <string.h>
#include <unistd.h>
#include "common/clock.h"
#include "report/report.h"
#include "run_program.h"

int report_find_bgs(char *path, size_t size)
{
    char own[REPORT_PATH], folders[8 * REPORT_PATH];
    const char *named = getenv("CLPWL_BGS"), *search = getenv("PATH"), *at = folders;
    if (named && *named) {
        snprintf(path, size, "%s", named);
        return access(path, X_OK) == 0;
    }
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    own[n > 0 ? n : 0] = '\0';
    const char *slash = strrchr(own, '/');
    int length = slash ? (int)(slash - own) : 0;
    /* Installed; or in the build folder, where libtool may keep programs in a subfolder. */
    snprintf(folders, sizeof folders, "%.*s:%.*s/../apps:%.*s/../../apps:%s", length, own, length,
             own, length, own, search ? search : "");
    for (size_t n_folder; *at; at += n_folder + (at[n_folder] == ':')) {
        n_folder = strcspn(at, ":");
        snprintf(path, size, "%.*s/clpwl-bgs", (int)n_folder, at);
        if (n_folder > 0 && access(path, X_OK) == 0)
            return 1;
    }
    return 0;
}

/* The share of a section while a program runs of which nothing is known. */
typedef struct waiting {
    report *r;
    double from, to, began;
} waiting;

static void show_waiting(void *user)
{
    const waiting *w = user;
    double typical = w->r->now->seconds * (w->to - w->from), seconds = app_seconds() - w->began;
    report_progress(w->r, w->from + (w->to - w->from) * seconds / (seconds + typical));
}

int report_run(report *r, const char *const *argv, const char *file, double from, double to)
{
    app_output out;
    waiting w = {r, from, to, app_seconds()};
    int code = app_output_open(&out, file);
    if (code)
        return code;
    int error = run_program(argv, -1, fileno(out.file), 0, show_waiting, &w);
    if (error > 0)
        code = app_fail("cannot start %s: %s", argv[0], strerror(error));
    if (error < 0)
        code = app_fail("%s %s failed; see its messages above", argv[0], argv[1]);
    return app_output_end(&out, code);
}
