/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clpwl command: finds the subcommand and runs it. */
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <string.h>
#include "tool.h"

/* In the order of a first acquaintance, which is that of `clpwl help`. */
static const command *const commands[] = {
    &design_command,
    &eval_command,
    &inspect_command,
    &verify_command,
    &functions_command,
    &devices_command,
    &plot_command,
    &export_command,
    &bench_command,
    &report_command,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const char *command_at(size_t i, const void *unused)
{
    (void)unused;
    return commands[i]->name;
}

static const command *find(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int help(void)
{
    puts("Usage: clpwl COMMAND [ARGUMENT ...]\n"
         "Piecewise linear tables for functions that are costly to evaluate, on OpenCL devices.\n");
    for (size_t i = 0; i < COMMANDS; i++)
        printf("  %-11s %s\n", commands[i]->name, commands[i]->summary);
    puts("\n"
         "  clpwl COMMAND --help   the command's options (also: clpwl help COMMAND)\n"
         "  clpwl --version        the version\n"
         "\n"
         "Exit status: 0 done, 1 failed, 2 the command line is wrong.");
    return EXIT_SUCCESS;
}

static int run(int argc, char **argv)
{
    if (argc < 2)
        return tool_usage("no command given");
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        puts("clpwl " PACKAGE_VERSION);
        return EXIT_SUCCESS;
    }
    int asked = strcmp(name, "help") == 0;
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || (asked && argc == 2))
        return help();
    if (asked)
        name = argv[2];
    const command *chosen = find(name);
    if (!chosen)
        return tool_unknown(name[0] == '-' ? "option" : "command", name, command_at, NULL,
                            COMMANDS);
    tool_command_set(chosen);
    if (asked) {
        fputs(chosen->help, stdout);
        return EXIT_SUCCESS;
    }
    return chosen->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    /* A closed pipe ends the program quietly, also where the parent ignores SIGPIPE. */
    signal(SIGPIPE, SIG_DFL);
    gsl_set_error_handler_off();
    int code = run(argc, argv);
    return code ? code : output_stdout();
}
