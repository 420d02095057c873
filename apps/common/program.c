/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/program.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "common/completion.h"
#include "common/output.h"
#include "common/signals.h"

static char command_line[1024]; /* parsing moves the operands of argv */

const char *app_command_line(void)
{
    return command_line;
}

static size_t count_rows(const app_command *c)
{
    size_t n = 0;
    while (n < APP_ROWS_MOST && c->rows[n].rows)
        n++;
    return n;
}

static void print_commands(const app_program *p)
{
    for (const app_command *const *c = p->commands; *c; c++)
        printf("  %-11s %s\n", (*c)->name, (*c)->summary);
    printf("\n  %s COMMAND --help   prints a command's options\n"
           "  %s --version        prints the version\n"
           "  %s --completion bash|zsh|fish   prints completions for a shell\n\n"
           "Exit status: 0 success, 1 failure, 2 wrong command line.\n", p->name, p->name, p->name);
}

/* Wraps each line of the text, but prints indented lines as they are. */
static void print_text(const char *text)
{
    char line[1024];
    for (; *text; text += strcspn(text, "\n") + 1) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
        if (*line == ' ')
            puts(line);
        else
            app_print_wrapped(line, 0, 0);
    }
}

static int print_help(const app_program *p, const app_command *c, const app_option_group *groups)
{
    int has_name = c && c != p->unnamed;
    printf("Usage: %s %s%s%s\n", p->name, has_name ? c->name : "", has_name ? " " : "",
           c ? c->synopsis : "COMMAND [ARGUMENT ...]");
    print_text(c ? c->text : p->summary);
    if (c) {
        if (!c->rows[0].rows || c->rows[0].rows->kind != APP_OPTION_HEADING)
            putchar('\n');
        app_options_print(groups, count_rows(c));
    }
    if (!has_name) {
        puts(c ? "\nOther commands:" : "");
        print_commands(p);
    }
    return 0;
}

static int check_operands(const app_command *c, int given, char **operands)
{
    char what[80];
    /* The operands in the synopsis, which stand before its options. */
    const char *options = strstr(c->synopsis, " [OPTION");
    snprintf(what, sizeof what, "%.*s",
             (int)(options ? options - c->synopsis : (long)strlen(c->synopsis)), c->synopsis);
    if (given < c->least) {
        const char *name = what;
        for (int i = 0; i < given && strchr(name, ' '); i++)
            name = strchr(name, ' ') + 1;
        return app_usage("%.*s is missing", (int)strcspn(name, " "), name);
    }
    if (given > c->most && c->most == 0)
        return app_usage("no operands are taken; %d given", given);
    if (given > c->most)
        return app_usage("too many operands: at most %d (%s), %d given", c->most, what, given);
    for (int i = 0; i < given; i++)
        if (!*operands[i])
            return app_usage("operand %d is empty; expected %s", i + 1, what);
    return 0;
}

static int print_version(const app_program *p)
{
    printf("%s " PACKAGE_VERSION "\n", p->name);
    if (p->features)
        puts(p->features());
    return 0;
}

static int run_command(const app_program *p, const app_command *c, int argc, char **argv)
{
    int code = 0, operands = 0, wish = 0;
    app_option_group groups[APP_ROWS_MOST];
    size_t count = count_rows(c);
    char *options = calloc(1, c->size + 1); /* no struct: one byte */
    CHECK(options, "out of memory");
    app_set_names(p->name, c->name);
    if (c->set_defaults)
        c->set_defaults(options);
    for (size_t i = 0; i < count; i++)
        groups[i] = (app_option_group){ c->rows[i].rows, options + c->rows[i].offset,
                                        c->rows[i].is_hidden };
    TRY(app_options_parse(argc, argv, groups, count, &operands, &wish));
    if (wish) {
        code = wish == APP_OPTIONS_PRINT_HELP ? print_help(p, c, groups) : print_version(p);
        goto done;
    }
    TRY(check_operands(c, operands, argv + 1));
    argv[operands + 1] = NULL;
    code = c->run(options, operands, argv + 1);
done:
    free(options);
    return code;
}

static const char *program_option_at(size_t i, const void *unused)
{
    (void)unused;
    return i ? "version" : "help";
}

static const char *command_at(size_t i, const void *program)
{
    return ((const app_program *)program)->commands[i]->name;
}

static int run_program(const app_program *p, int argc, char **argv)
{
    size_t count = 0;
    app_set_names(p->name, NULL);
    /* help COMMAND is COMMAND --help. */
    if (argc > 2 && strcmp(argv[1], "help") == 0)
        return run_program(p, 3, (char *[]){ argv[0], argv[2], (char[]){ "--help" }, NULL });
    if (argc > 1 && strcmp(argv[1], "--completion") == 0)
        return app_completion_print(p, argv[2]);
    for (; p->commands[count]; count++)
        if (argc > 1 && strcmp(argv[1], p->commands[count]->name) == 0)
            return run_command(p, p->commands[count], argc - 1, argv + 1);
    if (p->unnamed)
        return run_command(p, p->unnamed, argc, argv);
    if (argc < 2)
        return app_usage("no command given");
    if (strcmp(argv[1], "version") == 0 || strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
        return print_version(p);
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 ||
        strcmp(argv[1], "-h") == 0)
        return print_help(p, NULL, NULL);
    return argv[1][0] == '-' ? app_unknown("option", argv[1], program_option_at, NULL, 2, "")
                             : app_unknown("command", argv[1], command_at, p, count, "");
}

int app_main(const app_program *program, int argc, char **argv)
{
    /* A file that is opened later would be taken for a standard stream that is closed. Opened the
     * wrong way, the stream fails as a closed one does. */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0)
            return EXIT_FAILURE;
    /* A closed pipe ends the program silently, also where the parent ignores SIGPIPE. */
    signal(SIGPIPE, SIG_DFL);
    app_signals_begin();
    size_t used = (size_t)snprintf(command_line, sizeof command_line, "%s", program->name);
    for (int i = 1; i < argc && used < sizeof command_line; i++)
        used += (size_t)snprintf(command_line + used, sizeof command_line - used, " %s", argv[i]);
    int code = run_program(program, argc, argv);
    return code ? code : app_output_stdout();
}
