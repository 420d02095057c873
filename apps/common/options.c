/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing of command lines by tables of options. */
#include "common/options.h"
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "common/message.h"

/* A formula without x, such as 2*pi or 2^22. */
static int read_formula(const char *text, double *out)
{
    clpwl_function *f = NULL;
    double other;
    int is_number = clpwl_function_from_formula(&f, text, NULL, 0) == CLPWL_OK &&
                    clpwl_function_value(f, -1.25, out) == CLPWL_OK &&
                    clpwl_function_value(f, 2.75, &other) == CLPWL_OK && *out == other;
    clpwl_function_free(f);
    return is_number;
}

int app_read_number(const char *text, double *out)
{
    char *end;
    if (!*text || isspace((unsigned char)*text))
        return 0;
    *out = strtod(text, &end);
    return *end == '\0' ? isfinite(*out) : read_formula(text, out);
}

void app_trim(char *out, size_t room, const char *text, size_t length)
{
    while (length && isspace((unsigned char)*text)) {
        text++;
        length--;
    }
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    snprintf(out, room, "%.*s", (int)length, text);
}

/* What a message adds where a number has a decimal comma. */
static const char *comma_hint(const char *text)
{
    const char *comma = strchr(text, ',');
    return comma && isdigit((unsigned char)comma[1]) ? "; numbers have a point, as 0.5" : "";
}

int app_parse_number(const char *name, const char *text, double *out)
{
    if (app_read_number(text, out))
        return 0;
    return app_usage("--%s: '%s' is not a finite number%s", name, text, comma_hint(text));
}

int app_parse_positive(const char *name, const char *text, double *out)
{
    if (app_read_number(text, out) && *out > 0)
        return 0;
    return app_usage("--%s: '%s' is not a number above 0%s", name, text, comma_hint(text));
}

int app_parse_size(const char *name, const char *text, size_t *out)
{
    /* Above it, doubles are not all of the whole numbers. */
    const double most = SIZE_MAX < 0x1p53 ? (double)SIZE_MAX : 0x1p53;
    double value;
    if (!app_read_number(text, &value) || value < 1 || value != floor(value))
        return app_usage("--%s: '%s' is not a whole number of at least 1", name, text);
    if (value > most)
        return app_usage("--%s: %s is too large for this machine", name, text);
    *out = (size_t)value;
    return 0;
}

static int parse_range(const app_option *row, const char *text, double *out)
{
    int is_int = row->kind == APP_OPTION_INT;
    if (app_read_number(text, out) && *out >= row->least && *out <= row->most &&
        (!is_int || *out == floor(*out)))
        return 0;
    return app_usage("--%s: '%s' is not a %snumber from %.10g to %.10g%s", row->name, text,
                     is_int ? "whole " : "", row->least, row->most, is_int ? "" : comma_hint(text));
}

const app_choice app_device_words[] = { { "cpu", NULL }, { "gpu", NULL }, { NULL, NULL } };

static int parse_choice(const app_option *row, const char *text, int *out)
{
    char words[256] = "";
    for (int i = 0; row->choices[i].word; i++) {
        if (strcmp(row->choices[i].word, text) == 0) {
            *out = i;
            return 0;
        }
        size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s",
                 i == 0 ? "" : row->choices[i + 1].word ? ", " : " and ", row->choices[i].word);
    }
    return app_usage("--%s: '%s' is not one of %s", row->name, text, words);
}

/* The groups of a command line, and what is left of the line. */
typedef struct parser {
    int argc;
    char **argv;
    const app_option_group *groups;
    size_t count;
    int at; /* the argument at hand */
} parser;

/* The row of a switch that sets the same member to another value. */
static const app_option *find_rival(const parser *p, const int *member, int value)
{
    for (size_t g = 0; g < p->count; g++)
        for (const app_option *r = p->groups[g].rows; r->text; r++)
            if (r->kind == APP_OPTION_SWITCH && (int)r->least == value &&
                (const int *)(const void *)((const char *)p->groups[g].target + r->offset) == member)
                return r;
    return NULL;
}

static int set_switch(const parser *p, const app_option *row, int *member)
{
    const app_option *rival =
        *member && *member != (int)row->least ? find_rival(p, member, *member) : NULL;
    if (rival)
        return app_usage("--%s and --%s exclude each other", rival->name, row->name);
    *member = (int)row->least;
    return 0;
}

/* The options of the last command line; a program parses one. */
static const app_option *given[256];
static size_t given_count;

static int set_value(const parser *p, const app_option_group *group, const app_option *row,
                     const char *text)
{
    if (given_count < sizeof given / sizeof *given)
        given[given_count++] = row;
    void *member = (char *)group->target + row->offset;
    double number;
    int code = 0;
    switch (row->kind) {
    case APP_OPTION_HEADING: break;
    case APP_OPTION_SWITCH: return set_switch(p, row, member);
    case APP_OPTION_INT:
        TRY(parse_range(row, text, &number));
        *(int *)member = (int)number;
        break;
    case APP_OPTION_SIZE: return app_parse_size(row->name, text, member);
    case APP_OPTION_NUMBER: return parse_range(row, text, member);
    case APP_OPTION_POSITIVE: return app_parse_positive(row->name, text, member);
    case APP_OPTION_CHOICE: return parse_choice(row, text, member);
    case APP_OPTION_TEXT:
        CHECK_USAGE(*text || strcmp(row->value, "TEXT") == 0, "--%s: its %s is empty", row->name,
                    row->value);
        *(const char **)member = text;
        break;
    case APP_OPTION_PARSED: return row->parse(row, text, member);
    }
done:
    return code;
}

/* By its name, or, where name is NULL, by its letter. */
static const app_option *find_row(const parser *p, const char *name, size_t length, char letter,
                                  const app_option_group **group)
{
    for (*group = p->groups; *group < p->groups + p->count; ++*group)
        for (const app_option *row = (*group)->rows; row->text; row++)
            if (name ? row->name && strlen(row->name) == length &&
                           strncmp(row->name, name, length) == 0
                     : row->letter == letter)
                return row;
    return NULL;
}

static const char *option_at(size_t i, const void *parsed)
{
    const parser *p = parsed;
    for (size_t g = 0; g < p->count; g++)
        for (const app_option *row = p->groups[g].rows; row->text; row++)
            if (row->name && i-- == 0)
                return row->name;
    return i == 0 ? "help" : i == 1 ? "version" : NULL; /* which each program has */
}

static int refuse_name(const parser *p, const char *name, size_t length)
{
    char typed[64];
    size_t count = 0;
    while (option_at(count, p))
        count++;
    snprintf(typed, sizeof typed, "--%.*s", (int)length, name);
    return app_unknown("option", typed, option_at, p, count, "");
}

/* The value of an option is `attached`, or the next argument where that is NULL. */
static int take_value(parser *p, const app_option_group *group, const app_option *row,
                      const char *attached)
{
    if (attached)
        return set_value(p, group, row, attached);
    if (p->at + 1 >= p->argc)
        return app_usage("--%s needs a value", row->name);
    return set_value(p, group, row, p->argv[++p->at]);
}

static int parse_name(parser *p, const char *name)
{
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const app_option_group *group;
    const app_option *row = find_row(p, name, length, 0, &group);
    if (!row)
        return refuse_name(p, name, length);
    if (row->value)
        return take_value(p, group, row, equals ? equals + 1 : NULL);
    return equals ? app_usage("--%s takes no value", row->name) : set_value(p, group, row, NULL);
}

/* Several switches may share a dash: -vh. */
static int parse_letters(parser *p, const char *letters, int *wish)
{
    int code = 0;
    for (; *letters; letters++) {
        const app_option_group *group;
        const app_option *row = find_row(p, NULL, 0, *letters, &group);
        if (!row && *letters == 'h') {
            *wish = APP_OPTIONS_PRINT_HELP;
            break;
        }
        if (!row) {
            int c = (unsigned char)*letters, other = islower(c) ? toupper(c) : tolower(c);
            row = find_row(p, NULL, 0, (char)other, &group);
            return row ? app_usage("unknown option '-%c': did you mean -%c, --%s?", c, other, row->name)
                       : app_usage("unknown option '-%c'", c);
        }
        if (row->value && letters[1] == '=')
            return app_usage("-%c=...: a '=' is for --%s=...; expected -%c %s", *letters, row->name,
                             *letters, letters + 2);
        if (row->value)
            return take_value(p, group, row, letters[1] ? letters + 1 : NULL);
        TRY(set_value(p, group, row, NULL));
    }
done:
    return code;
}

/* Whether a text that begins with a dash is a formula, as -x^2, and not letters of options. e, the
 * letter of --expr, may have a formula behind it. */
static int is_negative_formula(const char *text)
{
    clpwl_function *f = NULL;
    int is_formula = text[1] != '-' && text[1] != 'e' && strpbrk(text + 1, "^*/+-(") &&
                     clpwl_function_from_formula(&f, text, NULL, 0) == CLPWL_OK;
    clpwl_function_free(f);
    return is_formula;
}

/* -1, -.5, -inf and -nan are operands. */
static int is_negative_number(const char *text)
{
    char *end;
    (void)strtod(text, &end);
    return isdigit((unsigned char)text[1]) || text[1] == '.' || (end != text && *end == '\0');
}

int app_options_parse(int argc, char **argv, const app_option_group *groups, size_t count,
                      int *operands, int *wish)
{
    int code = 0, ended = 0;
    parser p = { argc, argv, groups, count, 1 };
    *operands = *wish = 0;
    given_count = 0;
    for (; p.at < argc && !*wish; p.at++) {
        char *text = argv[p.at];
        if (!ended && strcmp(text, "--") == 0)
            ended = 1;
        else if (ended || text[0] != '-' || text[1] == '\0' || is_negative_number(text) ||
                 is_negative_formula(text))
            argv[++*operands] = text;
        else if (strcmp(text, "--help") == 0)
            *wish = APP_OPTIONS_PRINT_HELP;
        else if (strcmp(text, "--version") == 0)
            *wish = APP_OPTIONS_PRINT_VERSION;
        else if (text[1] == '-')
            TRY(parse_name(&p, text + 2));
        else
            TRY(parse_letters(&p, text + 1, wish));
    }
done:
    return code;
}

enum { WIDTH = 80, LEFT = 28 };

void app_print_wrapped(const char *text, int column, int indent)
{
    for (int is_first = 1; *text; is_first = 0) {
        int length = (int)strcspn(text, " ");
        if (!is_first && column + 1 + length > WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        } else if (!is_first) {
            putchar(' ');
            column++;
        }
        printf("%.*s", length, text);
        column += length;
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

/* The text, with the default if there is one: a value within the range. */
static void describe(const app_option *row, const void *member, char *out, size_t room)
{
    char value[64] = "";
    if (row->kind == APP_OPTION_INT && *(const int *)member >= row->least)
        snprintf(value, sizeof value, " [%d]", *(const int *)member);
    else if (row->kind == APP_OPTION_SIZE && *(const size_t *)member)
        snprintf(value, sizeof value, " [%zu]", *(const size_t *)member);
    else if (row->kind == APP_OPTION_NUMBER)
        snprintf(value, sizeof value, " [%.10g]", *(const double *)member);
    else if (row->kind == APP_OPTION_CHOICE)
        snprintf(value, sizeof value, " [%s]", row->choices[*(const int *)member].word);
    snprintf(out, room, "%s%s", row->text, value);
}

static void print_row(const app_option *row, const void *target)
{
    char left[64], text[1024];
    if (row->kind == APP_OPTION_HEADING) {
        putchar('\n');
        app_print_wrapped(row->text, 0, 0);
        return;
    }
    int n = snprintf(left, sizeof left, "  %c%c%c --%s %s", row->letter ? '-' : ' ',
                     row->letter ? row->letter : ' ', row->letter ? ',' : ' ', row->name,
                     row->value ? row->value : "");
    describe(row, (const char *)target + row->offset, text, sizeof text);
    printf("%-*s", LEFT, left);
    if (n >= LEFT)
        printf("\n%*s", LEFT, "");
    app_print_wrapped(text, LEFT, LEFT);
    for (const app_choice *c = row->choices; c && c->word && c->text; c++) {
        printf("%*s%-11s ", LEFT, "", c->word);
        app_print_wrapped(c->text, LEFT + 12, LEFT + 12);
    }
}

void app_options_print(const app_option_group *groups, size_t count)
{
    for (size_t g = 0; g < count; g++)
        for (const app_option *row = groups[g].rows; row->text && !groups[g].is_hidden; row++)
            print_row(row, groups[g].target);
    puts("  -h, --help                prints this text");
}

const app_option *app_option_find(const app_option *rows, const char *name)
{
    for (; rows->text; rows++)
        if (rows->name && strcmp(rows->name, name) == 0)
            return rows;
    return NULL;
}

int app_option_given(const app_option *rows, const char *name)
{
    const app_option *row = app_option_find(rows, name);
    size_t i = 0;
    while (i < given_count && given[i] != row)
        i++;
    return i < given_count;
}

int app_options_scopes(const app_option *rows, const app_scope *scopes, const app_option *choice,
                       int chosen)
{
    for (; scopes->option; scopes++)
        if (!(scopes->words >> chosen & 1) && app_option_given(rows, scopes->option))
            return app_usage("--%s has no effect with --%s %s", scopes->option, choice->name,
                             choice->choices[chosen].word);
    return 0;
}

int app_parse_pixels(const char *text, int least, int *width, int *height)
{
    enum { MOST = 8192 };
    char rest;
    if (sscanf(text, "%dx%d%c", width, height, &rest) == 2 && *width >= least && *height >= least &&
        *width <= MOST && *height <= MOST)
        return 0;
    return app_usage("'%s' is not a size WIDTHxHEIGHT of %d to %d px", text, least, MOST);
}
