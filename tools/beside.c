/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs, as a program that may or may not be there. */
#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "report.h"

extern char **environ;

/* The folder of this program's own file. */
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
    /* Installed; and in the build folder, where libtool may keep programs one deeper. */
    static const char *const places[] = { "", "/../apps", "/../../apps" };
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

static int run_into(const char *const *argv, int out)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    /* posix_spawn's prototype lacks a const. */
    int failed = posix_spawn(&pid, argv[0], &actions, NULL, (char **)(uintptr_t)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return tool_fail("cannot start %s: %s", argv[0], strerror(failed));
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return tool_fail("%s %s failed; what it said stands above, if anything", argv[0],
                         argv[1]);
    return 0;
}

int report_run(const char *const *argv, const char *file)
{
    output out;
    int code = output_open(&out, file);
    if (code)
        return code;
    code = run_into(argv, fileno(out.file));
    if (code == 0)
        return output_commit(&out);
    output_discard(&out);
    return code;
}
