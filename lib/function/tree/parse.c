/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formulas as people type them. From loose to tight:
 *
 *     a ? b : c    ||    &&    == !=    < <= > >=    + -    * / and products without a sign
 *     + - ! as signs    ^ and **, from the right
 *
 * so that -x^2 is -(x^2), 1/2x is (1/2) x, and 2x^2 is 2 (x^2).
 */
#include <ctype.h>
#include <stdio.h>
#include "base/number.h"
#include "function/catalogue/spelling.h"
#include "function/tree/parser.h"

/* Brackets in brackets are calls in calls, each of which has its frame on the stack. Texts are not in it. */
#define NOT_IN_RECURSION __attribute__((noinline))

/* Passes over spaces and no-break spaces. */
static void skip_blanks(clpwl__parser *p)
{
    for (size_t n; (n = strncmp(p->at, "\u00a0", 2) == 0 ? 2 : *p->at == ' ') > 0;)
        p->at += n;
}

/* Whether the next characters are this operator, which then is passed over. */
static int take(clpwl__parser *p, const char *operator)
{
    size_t n = strlen(operator);
    skip_blanks(p);
    if (strncmp(p->at, operator, n) != 0)
        return 0;
    p->at += n;
    return 1;
}

/* The node, which is appended unless the parse has ended. */
static int add_node(clpwl__parser *p, clpwl__node node)
{
    int at = 0;
    if (p->status == CLPWL_OK)
        clpwl__end_parse(p, clpwl__add_node(p->tree, &at, node));
    return at;
}

static int add(clpwl__parser *p, clpwl__op op, int a, int b)
{
    return add_node(p, (clpwl__node){.op = op, .a = a, .b = b});
}

static int add_number(clpwl__parser *p, double value)
{
    return add_node(p, (clpwl__node){.op = CLPWL__NUMBER, .value = value});
}

/* Brackets, powers and ?: in another. */
static void deepen(clpwl__parser *p)
{
    if (++p->depth > CLPWL__DEEPEST)
        clpwl__refuse_formula(p, "brackets, powers or ?: are more than 128 deep");
}

static int parse_expression(clpwl__parser *p);
static int parse_sign(clpwl__parser *p);

static void take_bracket(clpwl__parser *p)
{
    if (!take(p, ")"))
        clpwl__refuse_sign(p, 0, "a ) is missing");
}

/* What a name is called as: one of these, or two that differ in their arguments, as clamp(x) and
 * clamp(x,a,b). */
typedef struct called {
    const char *name; /* NULL: no function has the name */
    int arguments;    /* of the first that there is; below 0: any number */
    const clpwl__callee *callee;
    const clpwl_catalogue_entry *entry; /* with a formula */
    const clpwl__definition *definition;
} called;

/* A formula of nodes, which it has names for. */
static int add_formula(clpwl__parser *p, const char *formula, const char *const *names, const int *nodes)
{
    clpwl__parser inner = {p->tree, p->names, formula, formula, p->depth, names, nodes, p->status};
    const int out = parse_expression(&inner);
    clpwl__end_parse(p, inner.status);
    return out;
}

/* A formula of the parameters of a function of the catalogue and the node x. */
NOT_IN_RECURSION static int add_entry(clpwl__parser *p, const char *formula,
                                      const clpwl_catalogue_entry *entry, const double *parameters, int x)
{
    const char *names[CLPWL_PARAMETERS_MAX + 2] = {"x"};
    int nodes[CLPWL_PARAMETERS_MAX + 1] = {x};
    for (int i = 0; i < CLPWL_PARAMETERS_MAX && entry->parameters[i].name; i++) {
        names[i + 1] = entry->parameters[i].name;
        nodes[i + 1] = add_number(p, parameters ? parameters[i] : entry->parameters[i].value);
    }
    return add_formula(p, formula, names, nodes);
}

/* Parses what stands in the brackets of a call. */
static int parse_call(clpwl__parser *p, const called *c)
{
    static const char *const names[] = {"a", "b", "c", NULL};
    const clpwl__callee *callee = c->callee;
    const clpwl__definition *d = c->definition;
    const int join = d ? -d->arguments : 0;
    int nodes[CLPWL__MOST_ARGUMENTS] = {0}, count = 0;
    do {
        const int next = parse_expression(p);
        if (join > 0 && count > 0)
            nodes[0] = add(p, (clpwl__op)join, nodes[0], next);
        else if (count < CLPWL__MOST_ARGUMENTS)
            nodes[count] = next;
        count++;
    } while (take(p, ","));
    take_bracket(p);
    if (callee && callee->arguments == count)
        return add_node(p, (clpwl__node){.op = CLPWL__CALL, .callee = callee, .a = nodes[0], .b = nodes[1]});
    if (c->entry && count == 1)
        return add_entry(p, clpwl__catalogue_row(c->entry)->formula, c->entry, NULL, nodes[0]);
    if (join > 0)
        nodes[1] = add_number(p, count);
    if (join > 0 || (d && d->arguments == count))
        return add_formula(p, d->formula, names, nodes);
    clpwl__refuse_call(p, c->name, c->arguments);
    return 0;
}

/* Reads a name: a node that exists or is made; or a function and the bracket behind it. */
NOT_IN_RECURSION static int read_name(clpwl__parser *p, called *function)
{
    char typed[CLPWL__WORD], word[CLPWL__WORD];
    const char *begin = p->at;
    const size_t length = strspn(begin, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    snprintf(typed, sizeof typed, "%.*s", (int)length, begin); /* no name is longer */
    clpwl__spell_name(typed, word);
    p->at += length;
    for (int i = 0; p->bound && p->bound[i]; i++)
        if (strcmp(p->bound[i], typed) == 0)
            return p->nodes ? p->nodes[i] : add(p, CLPWL__SLOT, i, 0);
    const clpwl__op value = strcmp(word, "x") == 0    ? CLPWL__X
                            : strcmp(word, "pi") == 0 ? CLPWL__PI
                            : strcmp(word, "e") == 0  ? CLPWL__E
                                                      : CLPWL__CALL;
    if (value != CLPWL__CALL)
        return add(p, value, 0, 0);
    const clpwl__callee *callee = p->names->find(word);
    const clpwl_catalogue_entry *entry = clpwl__catalogue_named(word);
    const clpwl__definition *d = clpwl__find_definition(word);
    called found = {NULL, 0, callee, entry && clpwl__catalogue_row(entry)->formula ? entry : NULL, d};
    found.name = callee ? callee->name : found.entry ? entry->name : d ? d->name : NULL;
    found.arguments = callee ? callee->arguments : found.entry ? 1 : d ? d->arguments : 0;
    if (!found.name || (!p->bound && p->at[-1] == '_')) {
        clpwl__refuse_word(p, typed);
    } else if (take(p, "(")) {
        *function = found;
    } else {
        p->at = begin;
        clpwl__refuse_call(p, typed, found.arguments);
    }
    return 0;
}

static int parse_name(clpwl__parser *p)
{
    called function = {0};
    const int node = read_name(p, &function);
    return function.name ? parse_call(p, &function) : node;
}

static int parse_primary(clpwl__parser *p)
{
    skip_blanks(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.') {
        char *end; /* digits, a point, and an exponent if digits follow: "2e" is 2 times e */
        const double value = clpwl__number_parse(p->at, &end);
        if (end > p->at) {
            p->at = end;
            return add_number(p, value);
        }
    }
    if (isalpha((unsigned char)*p->at) || *p->at == '_')
        return parse_name(p);
    if (take(p, GREEK_PI))
        return add(p, CLPWL__PI, 0, 0);
    if (!take(p, "(")) {
        clpwl__refuse_sign(p, 1, "a number, a name or a ( is missing");
        return 0;
    }
    const int out = parse_expression(p);
    take_bracket(p);
    return out;
}

static int parse_power(clpwl__parser *p)
{
    int out = parse_primary(p);
    const int power = take(p, SQUARED) ? 2 : take(p, CUBED) ? 3 : 0;
    if (power > 0)
        out = add(p, CLPWL__POW, out, add_number(p, power));
    return take(p, "^") || take(p, "**") ? add(p, CLPWL__POW, out, parse_sign(p)) : out;
}

static int parse_sign(clpwl__parser *p)
{
    int sign = 1, out;
    deepen(p);
    for (;;) {
        if (take(p, "-") || take(p, MINUS))
            sign = -sign;
        else if (!take(p, "+"))
            break;
    }
    if (strncmp(p->at, "!=", 2) != 0 && take(p, "!")) { /* !u is u == 0 */
        out = parse_sign(p);
        out = add(p, CLPWL__EQ, out, add_number(p, 0));
    } else {
        out = parse_power(p);
    }
    p->depth--;
    return sign < 0 ? add(p, CLPWL__NEG, out, 0) : out;
}

/* Whether a factor follows without a sign: a name or a (, or a number behind a ). */
static int factor_follows(clpwl__parser *p)
{
    int closed = p->at > p->text && p->at[-1] == ')';
    skip_blanks(p);
    return isalpha((unsigned char)*p->at) || *p->at == '_' || *p->at == '(' ||
           strncmp(p->at, GREEK_PI, 2) == 0 ||
           (closed && (isdigit((unsigned char)*p->at) || *p->at == '.'));
}

/* Operators between two operands, from loose to tight; of two that begin alike the longer one first. */
static const struct binary {
    int level;
    const char *text;
    int op; /* below 0: of turned operands, as a > b is b < a */
} binaries[] = {
    {0, "||", CLPWL__OR}, {0, "or ", CLPWL__OR},  {1, "&&", CLPWL__AND},   {1, "and ", CLPWL__AND},
    {2, "==", CLPWL__EQ}, {2, "!=", CLPWL__NE},   {3, "<=", CLPWL__LE},    {3, ">=", -CLPWL__LE},
    {3, "<", CLPWL__LT},  {3, ">", -CLPWL__LT},   {4, "+", CLPWL__ADD},    {4, "-", CLPWL__SUB},
    {4, MINUS, CLPWL__SUB}, {5, "*", CLPWL__MUL}, {5, "/", CLPWL__DIV},
    {5, "\u00d7", CLPWL__MUL}, /* a cross */
    {5, "\u00b7", CLPWL__MUL}, {5, "\u22c5", CLPWL__MUL}, /* two dots */
    {5, "", CLPWL__MUL}, /* without a sign */
};
enum { BINARIES = sizeof binaries / sizeof *binaries };

/* Takes an operator of a level, or of a tighter one; NULL: none is there. */
static const struct binary *take_binary(clpwl__parser *p, int level)
{
    const char *at = p->at;
    int i = 0;
    while (i < BINARIES && !(take(p, binaries[i].text) && (*binaries[i].text || factor_follows(p))))
        i++;
    if (i < BINARIES && binaries[i].level >= level)
        return &binaries[i];
    p->at = at;
    return NULL;
}

/* Operands between operators of a level or of tighter ones, by climbing: one call for each bracket. */
static int parse_binaries(clpwl__parser *p, int level)
{
    int out = parse_sign(p);
    for (const struct binary *row; (row = take_binary(p, level)) != NULL;) {
        const int next = parse_binaries(p, row->level + 1), op = row->op;
        out = op < 0 ? add(p, (clpwl__op)-op, next, out) : add(p, (clpwl__op)op, out, next);
    }
    return out;
}

static int parse_expression(clpwl__parser *p)
{
    deepen(p);
    int out = parse_binaries(p, 0);
    if (take(p, "?")) {
        const int yes = parse_expression(p);
        if (!take(p, ":"))
            clpwl__refuse_formula(p, "the : of a ?: is missing");
        const int no = parse_expression(p);
        out = add_node(p, (clpwl__node){.op = CLPWL__SELECT, .a = out, .b = yes, .c = no});
    }
    p->depth--;
    return out;
}

clpwl_status clpwl__parse(clpwl__tree *tree, int *root, const char *text, const clpwl__names *names,
                          const char *const *slots, const clpwl_catalogue_entry *entry,
                          const double *parameters)
{
    clpwl_status status = CLPWL_OK;
    char call[CLPWL__WORD + 3] = "";
    if (!text) {
        snprintf(call, sizeof call, "%s(x)", entry->name);
        text = clpwl__catalogue_row(entry)->formula;
        text = text ? text : call;
    }
    clpwl__parser p = {.tree = tree, .names = names, .text = text, .at = text, .bound = slots};
    for (const char *c = text; *c; c++)
        CHECK(!iscntrl((unsigned char)*c), CLPWL_ERR_ARGUMENT,
              "the formula must be one line of text");
    if (entry) {
        *root = add_entry(&p, text, entry, parameters, add(&p, CLPWL__X, 0, 0));
    } else {
        *root = parse_expression(&p);
        skip_blanks(&p);
        if (*p.at)
            clpwl__refuse_sign(&p, 0, "an operator is missing");
    }
    status = p.status;
done:
    return status;
}
