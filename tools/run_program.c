/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run_program.h"
#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int run_program(const char *const *argv, int in, int out, int apart, void (*show)(void *user),
                void *user)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid;
    int status, error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    if (apart)
        error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    if (!error && in >= 0)
        error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (!error) /* the prototype lacks a const */
        error = posix_spawnp(&pid, argv[0], &actions, &attributes, (char **)(uintptr_t)argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return error;
    for (pid_t ended = 0; ended != pid;) {
        const struct timespec pause = {.tv_nsec = 100000000};
        ended = waitpid(pid, &status, show ? WNOHANG : 0);
        if (ended < 0 && errno != EINTR)
            return errno;
        if (ended == 0) {
            show(user);
            nanosleep(&pause, NULL);
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}
