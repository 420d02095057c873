/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/completion.h"
#include <stdio.h>
#include <string.h>
#include "common/names.h"

/* The names of the library's enumerators, by the parser that a row has. */
#define WORDS(type)                                                            \
    static const char *type##_word(int i) { return clpwl_##type##_name((clpwl_##type)i); }
WORDS(norm)
WORDS(partition)
WORDS(fit)
WORDS(extend)
WORDS(shaper)
WORDS(storage)
WORDS(language)

static const struct {
    int (*parse)(const app_option *row, const char *text, void *member);
    const char *(*word)(int i);
} enumerations[] = {
    { app_parse_norm, norm_word },     { app_parse_partition, partition_word },
    { app_parse_fit, fit_word },       { app_parse_extend, extend_word },
    { app_parse_shaper, shaper_word }, { app_parse_storage, storage_word },
    { app_parse_language, language_word },
};

/* auto, then each method once; a name that occurs twice does so in succession. */
static const char *method_word(int i)
{
    size_t k = 0;
    if (i == 0)
        return "auto";
    for (; k < clpwl_method_count(); k++)
        if ((k == 0 || strcmp(clpwl_method(k)->name, clpwl_method(k - 1)->name) != 0) && --i == 0)
            return clpwl_method(k)->name;
    return NULL;
}

/* The i-th value that completions offer for the option; NULL: no more, or files. */
static const char *value_at(const app_option *row, int i)
{
    if (row->choices)
        return row->choices[i].word;
    if (row->value && strcmp(row->value, "METHOD") == 0)
        return method_word(i);
    for (size_t k = 0; row->parse && k < sizeof enumerations / sizeof *enumerations; k++)
        if (enumerations[k].parse == row->parse)
            return enumerations[k].word(i);
    return NULL;
}

/* In single quotes, of a shell of Bourne's kin or of fish. */
static void print_quoted(const char *text, int is_fish)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs(is_fish ? "\\'" : "'\\''", stdout);
        else if (*text == '\\' && is_fish)
            fputs("\\\\", stdout);
        else
            putchar(*text);
}

typedef void print_option(const app_program *p, const app_command *c, const app_option *row);

static void each_option(const app_program *p, const app_command *c, print_option *print)
{
    for (size_t g = 0; c && g < APP_ROWS_MOST && c->rows[g].rows; g++)
        for (const app_option *row = c->rows[g].rows; row->text && !c->rows[g].is_hidden; row++)
            if (row->name)
                print(p, c, row);
}

static void each_command(const app_program *p, print_option *print)
{
    for (const app_command *const *c = p->commands; *c; c++)
        each_option(p, *c, print);
    each_option(p, p->unnamed, print);
}

static void print_name(const app_program *p, const app_command *c, const app_option *row)
{
    (void)p, (void)c;
    printf(" --%s", row->name);
}

/* A case for an option whose values have names. */
static void print_values(const app_program *p, const app_command *c, const app_option *row)
{
    (void)p, (void)c;
    if (!value_at(row, 0))
        return;
    if (row->letter)
        printf("    -%c | --%s) values='", row->letter, row->name);
    else
        printf("    --%s) values='", row->name);
    for (int i = 0; value_at(row, i); i++)
        printf("%s%s", i ? " " : "", value_at(row, i));
    puts("' named=1 ;;");
}

static void print_bash(const app_program *p, const char *function)
{
    printf("# Completion of %s for bash, made from its tables of options.\n%s()\n{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} words= values= named=\n"
           "    case ${COMP_WORDS[1]} in\n", p->name, function);
    for (const app_command *const *c = p->commands; *c; c++) {
        printf("    %s) words='", (*c)->name);
        each_option(p, *c, print_name);
        puts(" --help' ;;");
    }
    fputs("    *) words='", stdout);
    each_option(p, p->unnamed, print_name);
    puts(" --help' ;;\n    esac\n    if [ \"$COMP_CWORD\" = 1 ]; then");
    fputs("        words=\"$words --version help", stdout);
    for (const app_command *const *c = p->commands; *c; c++)
        printf(" %s", (*c)->name);
    puts("\" named=1\n    fi\n    case ${COMP_WORDS[COMP_CWORD - 1]} in");
    each_command(p, print_values);
    printf("    esac\n    words=${values:-$words}\n    COMPREPLY=()\n    if [ -n \"$named\" ] || [ \"${word:0:1}\" = - ]; then\n"
           "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n    fi\n"
           "    if [ ${#COMPREPLY[@]} = 0 ] && [ -z \"$values\" ]; then\n"
           "        COMPREPLY=($(compgen -f -- \"$word\"))\n    fi\n}\n"
           "complete -o filenames -F %s %s\n", function, p->name);
}

static void print_described(const app_program *p, const app_command *c, const app_option *row)
{
    (void)p, (void)c;
    printf("        '--%s:", row->name);
    print_quoted(row->text, 0);
    puts("'");
}

static void print_zsh_options(const app_program *p, const app_command *c, const char *pattern)
{
    printf("%s)\n    options=(\n", pattern);
    each_option(p, c, print_described);
    puts("        '--help:prints the options'\n    ) ;;");
}

static void print_zsh(const app_program *p)
{
    printf("#compdef %s\n# Completion of %s for zsh, made from its tables of options.\n"
           "local -a options commands\nlocal named= values=\ncommands=(\n", p->name, p->name);
    for (const app_command *const *c = p->commands; *c; c++) {
        printf("    '%s:", (*c)->name);
        print_quoted((*c)->summary, 0);
        puts("'");
    }
    puts(")\ncase $words[2] in");
    for (const app_command *const *c = p->commands; *c; c++)
        print_zsh_options(p, *c, (*c)->name);
    print_zsh_options(p, p->unnamed, "*");
    puts("esac\ncase $words[CURRENT-1] in");
    each_command(p, print_values);
    puts("esac\nif [[ -n $named ]]; then\n    compadd -- ${=values}\nelif [[ $PREFIX == -* ]]; then\n"
         "    _describe -o option options\nelse\n"
         "    (( CURRENT == 2 )) && _describe command commands\n    _files\nfi");
}

static void print_fish_option(const app_program *p, const app_command *c, const app_option *row)
{
    printf("complete -c %s -n '", p->name);
    if (c == p->unnamed)
        fputs("__fish_use_subcommand", stdout);
    else
        printf("__fish_seen_subcommand_from %s", c->name);
    printf("' -l %s", row->name);
    if (row->letter)
        printf(" -s %c", row->letter);
    if (value_at(row, 0)) {
        fputs(" -x -a '", stdout);
        for (int i = 0; value_at(row, i); i++)
            printf("%s%s", i ? " " : "", value_at(row, i));
        putchar('\'');
    } else if (row->value) {
        fputs(" -r", stdout);
    }
    fputs(" -d '", stdout);
    print_quoted(row->text, 1);
    puts("'");
}

static void print_fish(const app_program *p)
{
    printf("# Completion of %s for fish, made from its tables of options.\n", p->name);
    for (const app_command *const *c = p->commands; *c; c++) {
        printf("complete -c %s -n __fish_use_subcommand -a %s -d '", p->name, (*c)->name);
        print_quoted((*c)->summary, 1);
        puts("'");
    }
    each_command(p, print_fish_option);
}

int app_completion_print(const app_program *p, const char *shell)
{
    char function[64];
    int code = 0;
    CHECK_USAGE(shell && (strcmp(shell, "bash") == 0 || strcmp(shell, "zsh") == 0 ||
                          strcmp(shell, "fish") == 0), "--completion needs bash, zsh or fish");
    snprintf(function, sizeof function, "_%s", p->name);
    for (char *c = function; *c; c++)
        *c = *c == '-' ? '_' : *c;
    if (strcmp(shell, "bash") == 0)
        print_bash(p, function);
    else if (strcmp(shell, "zsh") == 0)
        print_zsh(p);
    else
        print_fish(p);
done:
    return code;
}
