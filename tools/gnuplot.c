/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gnuplot.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/message.h"

extern char **environ;

int gnuplot_begin(gnuplot *g)
{
    *g = (gnuplot){ 0 };
    g->script = open_memstream(&g->text, &g->length);
    return g->script ? 0 : app_fail("out of memory");
}

/* Starts gnuplot with these as its standard input and output. 0, or an errno. */
static int start(pid_t *pid, int script, int picture)
{
    static char name[] = "gnuplot";
    char *argv[] = { name, NULL };
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    failed = posix_spawn_file_actions_adddup2(&actions, script, STDIN_FILENO);
    if (!failed)
        failed = posix_spawn_file_actions_adddup2(&actions, picture, STDOUT_FILENO);
    if (!failed)
        failed = posix_spawnp(pid, name, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* 0, or an errno: EPIPE if gnuplot has ended already. */
static int send_all(int fd, const char *text, size_t length)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, old;
    int error = 0;
    sigaction(SIGPIPE, &ignore, &old);
    while (length > 0 && !error) {
        ssize_t n = write(fd, text, length);
        if (n < 0 && errno != EINTR)
            error = errno;
        text += n < 0 ? 0 : n;
        length -= n < 0 ? 0 : (size_t)n;
    }
    sigaction(SIGPIPE, &old, NULL);
    return error;
}

static int run(const gnuplot *g, int picture)
{
    int ends[2], status;
    pid_t pid;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return app_fail("cannot start gnuplot: %s", strerror(errno));
    int failed = start(&pid, ends[0], picture);
    close(ends[0]);
    int error = failed ? 0 : send_all(ends[1], g->text, g->length);
    if (error)
        kill(pid, SIGTERM); /* it must not draw half of the script */
    close(ends[1]);
    if (failed == ENOENT)
        return app_fail("gnuplot is not installed; on Debian: apt-get install gnuplot-nox");
    if (failed)
        return app_fail("cannot start gnuplot: %s", strerror(failed));
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (error && error != EPIPE)
        return app_fail("cannot write to gnuplot: %s", strerror(error));
    if (error || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return app_fail("gnuplot failed; see its messages above");
    return 0;
}

int gnuplot_draw(gnuplot *g, FILE *picture)
{
    int failed = ferror(g->script);
    failed |= fclose(g->script) != 0;
    int code = failed ? app_fail("out of memory") : run(g, fileno(picture));
    free(g->text);
    *g = (gnuplot){ 0 };
    return code;
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
