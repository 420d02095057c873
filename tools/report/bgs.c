/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program clpwl-bgs, which may be missing. */
#include <string.h>
#include <unistd.h>
#include "common/clock.h"
#include "report/report.h"
#include "run_program.h"

/* The folder of this program. */
static int own_folder(char *folder, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", folder, size - 1);
    if (n <= 0)
        return 0;
    folder[n] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

static int is_program(const char *path)
{
    return access(path, X_OK) == 0;
}

static int in_path(char *path, size_t size)
{
    const char *at = getenv("PATH");
    while (at && *at) {
        size_t n = strcspn(at, ":");
        snprintf(path, size, "%.*s/clpwl-bgs", (int)n, at);
        if (n > 0 && is_program(path))
            return 1;
        at += n + (at[n] == ':');
    }
    return 0;
}

int report_find_bgs(char *path, size_t size)
{
    /* Installed; or in the build folder, where libtool may keep programs in a subfolder. */
    static const char *const places[] = {"", "/../apps", "/../../apps"};
    char folder[REPORT_PATH];
    const char *named = getenv("CLPWL_BGS");
    if (named && *named) {
        snprintf(path, size, "%s", named);
        return is_program(path);
    }
    for (size_t i = 0; own_folder(folder, sizeof folder) && i < sizeof places / sizeof *places;
         i++) {
        snprintf(path, size, "%s%s/clpwl-bgs", folder, places[i]);
        if (is_program(path))
            return 1;
    }
    return in_path(path, size);
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
    int error = run_program(argv, -1, fileno(out.file), show_waiting, &w);
    if (error > 0)
        code = app_fail("cannot start %s: %s", argv[0], strerror(error));
    if (error < 0)
        code = app_fail("%s %s failed; see its messages above", argv[0], argv[1]);
    return app_output_end(&out, code);
}
