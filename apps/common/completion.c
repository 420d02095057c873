/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/completion.h"
#include <stdio.h>
#include <string.h>
#include "common/places.h"

/* The numbers of the devices, a line each; none without a driver. */
static void print_devices(void)
{
    clpwl_device_info *rows = NULL;
    size_t count = 0;
    if (clpwl_devices(&rows, &count) == CLPWL_OK)
        for (size_t i = 0; i < count; i++)
            printf("%zu\n", i);
    clpwl_free(rows);
}

/* Words, and the numbers of devices, which the shell asks the program for. */
static void print_values(const app_program *p, const app_option *row, int is_fish)
{
    for (int i = 0; app_value_at(row, i); i++)
        printf("%s%s", i ? " " : "", app_value_at(row, i));
    if (app_place_of_value(row).is_device)
        printf(" %s(%s --completion devices 2>/dev/null)", is_fish ? "" : "$", p->name);
}

static void print_functions(void)
{
    size_t count;
    const clpwl_catalogue_entry *rows = clpwl_catalogue(&count);
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", rows[i].name);
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

static void print_valued(const app_program *p, const app_command *c, const app_option *row)
{
    (void)p, (void)c;
    if (row->value && row->letter)
        printf(" -%c", row->letter);
    if (row->value)
        printf(" --%s", row->name);
}

static const char *name_of(const app_program *p, const app_command *c)
{
    return c == p->unnamed ? "" : c->name;
}

/* A case of bash and of zsh for the word behind an option. */
static void print_value_case(const app_program *p, const app_command *c, const app_option *row)
{
    app_place where = app_place_of_value(row);
    if (!row->value)
        return;
    fputs("    ", stdout);
    if (row->letter)
        printf("'%s -%c' | ", name_of(p, c), row->letter);
    printf("'%s --%s') ", name_of(p, c), row->name);
    if (where.is_file)
        printf("types='%s'", where.types);
    else
        fputs("files=", stdout);
    if (app_value_at(row, 0)) {
        fputs(" values='", stdout);
        print_values(p, row, 0);
        putchar('\'');
    }
    puts(" ;;");
}

enum { OPERANDS_MOST = 2 }; /* that differ; beyond, files */
static void print_operand_cases(const app_program *p, const app_command *c)
{
    for (int i = 0; c && i < OPERANDS_MOST; i++) {
        app_place where = app_place_of_operand(c, i);
        printf("    '%s %d') types='%s'", name_of(p, c), i, where.types);
        if (!where.is_file)
            fputs(" files=", stdout);
        if (where.is_function) {
            fputs(" values='", stdout);
            print_functions();
            putchar('\'');
        }
        puts(" ;;");
    }
}

/* What bash and zsh have in common: sets values, types and files for the word, from command,
 * before, and the number of operands before it. */
static void print_places(const app_program *p)
{
    puts("    case \"$command $before\" in");
    each_command(p, print_value_case);
    puts("    *) case \"$command $operands\" in");
    for (const app_command *const *c = p->commands; *c; c++)
        print_operand_cases(p, *c);
    print_operand_cases(p, p->unnamed);
    puts("    esac\n    is_operand=1 ;;\n    esac");
}

static void print_command_names(const app_program *p)
{
    for (const app_command *const *c = p->commands; *c; c++)
        printf(" %s", (*c)->name);
}

static void print_bash_case(const app_program *p, const app_command *c, const char *pattern)
{
    printf("    %s) options='", pattern);
    each_option(p, c, print_name);
    fputs(" --help' valued='", stdout);
    each_option(p, c, print_valued);
    puts(*pattern == '*' ? " ' command= at=1 ;;" : " ' ;;");
}

static void print_bash(const app_program *p, const char *function)
{
    printf("# Completion of %s for bash, made from its tables of options.\n%s()\n{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local command=${COMP_WORDS[1]} options= valued= values= types= files=1\n"
           "    local at=2 operands=0 is_operand=\n"
           "    [ \"$word\" != = ] || word=\n"
           "    [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    [ \"$COMP_CWORD\" != 1 ] || command=\n"
           "    case $command in\n", p->name, function);
    for (const app_command *const *c = p->commands; *c; c++)
        print_bash_case(p, *c, (*c)->name);
    print_bash_case(p, p->unnamed, "*");
    puts("    esac\n    while [ $at -lt \"$COMP_CWORD\" ]; do\n"
         "        case ${COMP_WORDS[at]} in\n"
         "        -*) case $valued in *\" ${COMP_WORDS[at]} \"*)\n"
         "            [ \"${COMP_WORDS[at + 1]}\" != = ] || at=$((at + 1))\n"
         "            at=$((at + 1)) ;;\n            esac ;;\n"
         "        *) operands=$((operands + 1)) ;;\n        esac\n        at=$((at + 1))\n    done");
    print_places(p);
    fputs("    [ -z \"$is_operand\" ] || [ \"${word:0:1}\" != - ] || values=$options files= types=\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n        values=\"$values $options --version help", stdout);
    print_command_names(p);
    printf("\"\n%s    fi\n", p->unnamed ? "" : "        files=\n");
    fputs("    [ \"$COMP_CWORD $before\" != '2 help' ] || files= values='", stdout);
    print_command_names(p);
    printf("'\n    COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
           "    [ -n \"$files\" ] || return 0; local IFS=$'\\n'\n"
           "    [ -z \"$types\" ] || COMPREPLY+=($(IFS=' '\n"
           "        for type in $types; do compgen -f -X \"!*.$type\" -- \"$word\"; done\n"
           "        compgen -d -- \"$word\"))\n"
           "    [ ${#COMPREPLY[@]} != 0 ] || COMPREPLY=($(compgen -f -- \"$word\"))\n}\n"
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
    printf("%s)\n    valued='", pattern);
    each_option(p, c, print_valued);
    printf(" '%s\n    options=(\n", *pattern == '*' ? " command= at=2" : "");
    each_option(p, c, print_described);
    puts("        '--help:prints the options'\n    ) ;;");
}

static void print_zsh(const app_program *p)
{
    printf("#compdef %s\n# Completion of %s for zsh, made from its tables of options.\n"
           "local -a options commands\nlocal valued= values= types= files=1 is_operand=\n"
           "local command=$words[2] before=$words[CURRENT-1]\ninteger at=3 operands=0\n"
           "(( CURRENT != 2 )) || command=\ncommands=(\n", p->name, p->name);
    for (const app_command *const *c = p->commands; *c; c++) {
        printf("    '%s:", (*c)->name);
        print_quoted((*c)->summary, 0);
        puts("'");
    }
    puts(")\ncase $command in");
    for (const app_command *const *c = p->commands; *c; c++)
        print_zsh_options(p, *c, (*c)->name);
    print_zsh_options(p, p->unnamed, "*");
    puts("esac\nfor (( ; at < CURRENT; at++ )); do\n    if [[ $words[at] != -* ]]; then\n"
         "        (( operands++ ))\n    elif [[ $valued == *\" $words[at] \"* ]]; then\n"
         "        (( at++ ))\n    fi\ndone");
    print_places(p);
    printf("if [[ -n $is_operand && $PREFIX == -* ]]; then\n    _describe -o option options\n"
           "    return\nfi\n(( CURRENT != 2 )) || %s_describe command commands%s\n"
           "[[ -z $values ]] || compadd -- ${=${(e)values}}\n[[ -n $files ]] || return 0\n"
           "if [[ -n $types ]]; then\n    _files -g \"*.(${types// /|})(-.)\"\nelse\n    _files\nfi\n",
           p->unnamed ? "" : "{ ", p->unnamed ? "" : "; return; }");
}

static void print_fish_types(const app_place *where)
{
    char types[sizeof where->types];
    memcpy(types, where->types, sizeof types);
    for (char *type = strtok(types, " "); type; type = strtok(NULL, " "))
        printf(" -a '(__fish_complete_suffix .%s)'", type);
}

static void print_fish_condition(const app_program *p, const app_command *c)
{
    printf("complete -c %s -n '", p->name);
    if (c == p->unnamed)
        fputs("__fish_use_subcommand", stdout);
    else
        printf("__fish_seen_subcommand_from %s", c->name);
    putchar('\'');
}

static void print_fish_operands(const app_program *p, const app_command *c)
{
    for (int i = 0; c && i < OPERANDS_MOST; i++) {
        app_place where = app_place_of_operand(c, i);
        if (!where.is_function && !where.types[0])
            continue;
        print_fish_condition(p, c);
        print_fish_types(&where);
        if (where.is_function) {
            fputs(" -a '", stdout);
            print_functions();
            putchar('\'');
        }
        putchar('\n');
    }
}

static void print_fish_option(const app_program *p, const app_command *c, const app_option *row)
{
    app_place where = app_place_of_value(row);
    print_fish_condition(p, c);
    printf(" -l %s", row->name);
    if (row->letter)
        printf(" -s %c", row->letter);
    if (row->value)
        fputs(where.is_file ? " -r" : " -x", stdout);
    print_fish_types(&where);
    if (app_value_at(row, 0)) {
        fputs(" -a '", stdout);
        print_values(p, row, 1);
        putchar('\'');
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
        print_fish_operands(p, *c);
    }
    print_fish_operands(p, p->unnamed);
    each_command(p, print_fish_option);
}

int app_completion_print(const app_program *p, const char *shell)
{
    char function[64];
    int code = 0;
    if (shell && strcmp(shell, "devices") == 0) {
        print_devices();
        goto done;
    }
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
