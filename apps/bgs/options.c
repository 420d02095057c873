/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing and printing of option tables. */
#include "options.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "message.h"
#include "base/names.h"

static void *member(const bgs_option *row, void *target)
{
    return (char *)target + row->offset;
}

static const bgs_option *find(const bgs_option_group *groups, size_t count, const char *name,
                              size_t length, void **target)
{
    for (size_t g = 0; g < count; g++)
        for (const bgs_option *row = groups[g].rows; row->text; row++)
            if (row->name && strlen(row->name) == length &&
                strncmp(row->name, name, length) == 0) {
                *target = groups[g].target;
                return row;
            }
    return NULL;
}

static int parse_choice(const bgs_option *row, const char *text, int *out)
{
    char words[256] = "";
    for (int i = 0; row->choices[i].word; i++) {
        if (strcmp(row->choices[i].word, text) == 0) {
            *out = i;
            return 0;
        }
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s", i ? ", " : "", row->choices[i].word);
    }
    return bgs_usage("--%s is '%s'; it must be one of %s", row->name, text, words);
}

static int parse_number(const bgs_option *row, const char *text, double *out)
{
    char *end;
    errno = 0;
    *out = strtod(text, &end);
    if (end == text || *end || !isfinite(*out) || *out < row->least || *out > row->most ||
        (row->kind == BGS_OPTION_COUNT && *out != floor(*out)))
        return bgs_usage("--%s is '%s'; it must be a%s number from %.10g to %.10g", row->name,
                         text, row->kind == BGS_OPTION_COUNT ? " whole" : "", row->least,
                         row->most);
    return 0;
}

static int set(const bgs_option *row, void *target, const char *text)
{
    double number;
    int code = 0;
    switch (row->kind) {
    case BGS_OPTION_SWITCH:
        *(int *)member(row, target) = 1;
        break;
    case BGS_OPTION_COUNT:
        BGS_TRY(parse_number(row, text, &number));
        *(int *)member(row, target) = (int)number;
        break;
    case BGS_OPTION_NUMBER:
        BGS_TRY(parse_number(row, text, member(row, target)));
        break;
    case BGS_OPTION_CHOICE:
        BGS_TRY(parse_choice(row, text, member(row, target)));
        break;
    case BGS_OPTION_TEXT:
        *(const char **)member(row, target) = text;
        break;
    case BGS_OPTION_HEADING:
        break;
    }
done:
    return code;
}

static const char *name_at(size_t i, const void *names)
{
    return ((const char *const *)names)[i];
}

static int refuse(const bgs_option_group *groups, size_t count, const char *name, size_t length)
{
    enum { MOST = 128 };
    const char *names[MOST];
    char typed[64], near[256];
    size_t n = 0;
    for (size_t g = 0; g < count; g++)
        for (const bgs_option *row = groups[g].rows; row->text && n < MOST; row++)
            if (row->name)
                names[n++] = row->name;
    snprintf(typed, sizeof typed, "%.*s", (int)length, name);
    clpwl__near_names(typed, name_at, names, n, near, sizeof near);
    return *near ? bgs_usage("unknown option '--%s': did you mean %s?", typed, near)
                 : bgs_usage("unknown option '--%s'", typed);
}

/* The option at argv[i]; *used arguments of it. */
static int parse_one(int argc, char **argv, int i, const bgs_option_group *groups, size_t count,
                     int *used)
{
    const char *name = argv[i] + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    void *target = NULL;
    const bgs_option *row = find(groups, count, name, length, &target);
    *used = 1;
    if (!row)
        return refuse(groups, count, name, length);
    if (row->kind == BGS_OPTION_SWITCH)
        return equals ? bgs_usage("--%s takes no value", row->name) : set(row, target, NULL);
    if (equals)
        return set(row, target, equals + 1);
    if (i + 1 >= argc)
        return bgs_usage("--%s needs a value", row->name);
    *used = 2;
    return set(row, target, argv[i + 1]);
}

int bgs_options_parse(int argc, char **argv, const bgs_option_group *groups, size_t count,
                      int *operands)
{
    int code = 0, used = 0, ended = 0;
    *operands = 0;
    for (int i = 1; i < argc; i += used) {
        used = 1;
        if (!ended && strcmp(argv[i], "--") == 0)
            ended = 1;
        else if (ended || argv[i][0] != '-' || argv[i][1] == '\0')
            argv[++*operands] = argv[i];
        else if (argv[i][1] != '-')
            return bgs_usage("unknown option '%s'", argv[i]);
        else
            BGS_TRY(parse_one(argc, argv, i, groups, count, &used));
    }
done:
    return code;
}

static void print_default(const bgs_option *row, void *target)
{
    if (row->kind == BGS_OPTION_COUNT)
        printf(" [%d]", *(int *)member(row, target));
    else if (row->kind == BGS_OPTION_NUMBER)
        printf(" [%.10g]", *(double *)member(row, target));
    else if (row->kind == BGS_OPTION_CHOICE)
        printf(" [%s]", row->choices[*(int *)member(row, target)].word);
}

static void print_row(const bgs_option *row, void *target)
{
    char left[64];
    if (row->kind == BGS_OPTION_HEADING) {
        printf("\n%s\n", row->text);
        return;
    }
    snprintf(left, sizeof left, "--%s%s%s", row->name, row->value ? " " : "",
             row->value ? row->value : "");
    printf("  %-24s %s", left, row->text);
    print_default(row, target);
    putchar('\n');
    if (row->kind == BGS_OPTION_CHOICE)
        for (const bgs_choice *c = row->choices; c->word; c++)
            printf("  %-24s   %-10s %s\n", "", c->word, c->text);
}

void bgs_options_print(const bgs_option_group *groups, size_t count)
{
    for (size_t g = 0; g < count; g++)
        for (const bgs_option *row = groups[g].rows; row->text; row++)
            print_row(row, groups[g].target);
}
