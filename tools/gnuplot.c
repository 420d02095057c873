/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gnuplot.h"
#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tool.h"

extern char **environ;

int gnuplot_start(gnuplot *g)
{
    static char name[] = "gnuplot";
    char *argv[] = { name, NULL };
    int ends[2];
    posix_spawn_file_actions_t actions;
    if (pipe(ends) != 0)
        return tool_fail("cannot start gnuplot: %s", strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    /* What gnuplot prints is no output of ours. */
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    int failed = posix_spawnp(&g->pid, name, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    g->script = failed ? NULL : fdopen(ends[1], "w");
    if (g->script)
        return 0;
    close(ends[1]);
    if (failed == ENOENT)
        return tool_fail("gnuplot is not installed; on Debian: apt-get install gnuplot-nox");
    return tool_fail("cannot start gnuplot: %s", strerror(failed ? failed : errno));
}

int gnuplot_finish(gnuplot *g)
{
    int status;
    int failed = fclose(g->script);
    while (waitpid(g->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (failed || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return tool_fail("gnuplot failed; what it said stands above, if anything");
    return 0;
}

void gnuplot_quote(FILE *script, const char *text)
{
    fputc('"', script);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(script, "\\%c", *text);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, script);
    fputc('"', script);
}
