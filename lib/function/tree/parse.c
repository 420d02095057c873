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

static void skip_blanks(clpwl__parser *p)
{
    for (;;) {
        size_t n = strncmp(p->at, NO_BREAK_SPACE, 2) == 0 ? 2 : *p->at == ' ';
        if (n == 0)
            break;
        p->at += n;
    }
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

static clpwl_status add(clpwl__parser *p, int *out, clpwl__op op, int a, int b, int c)
{
    return clpwl__add_node(p->tree, out, (clpwl__node){.op = op, .a = a, .b = b, .c = c});
}

static clpwl_status parse_expression(clpwl__parser *p, int *out);
static clpwl_status parse_sign(clpwl__parser *p, int *out);

/* Digits, a point, and an exponent if digits follow: "2e" is 2 times e. */
static size_t measure_number(const char *text)
{
    size_t n = strspn(text, "0123456789.");
    if (n > 0 && (text[n] == 'e' || text[n] == 'E')) {
        size_t sign = text[n + 1] == '+' || text[n + 1] == '-';
        size_t digits = strspn(text + n + 1 + sign, "0123456789");
        n += digits ? 1 + sign + digits : 0;
    }
    return n;
}

static clpwl_status parse_number(clpwl__parser *p, int *out)
{
    enum { LONGEST = 255 };
    clpwl_status status = CLPWL_OK;
    char digits[LONGEST + 1], *end;
    size_t length = measure_number(p->at);
    clpwl__node node = {.op = CLPWL__NUMBER};
    if (length > LONGEST) {
        status = clpwl__refuse_formula(p, "a number of more than 255 characters");
        goto done;
    }
    memcpy(digits, p->at, length);
    digits[length] = '\0';
    node.value = clpwl__number_parse(digits, &end);
    if (*end || end == digits) {
        status = clpwl__refuse_formula(p, "a number has one point, as 1.5e-3");
        goto done;
    }
    p->at += length;
    TRY(clpwl__add_node(p->tree, out, node));
done:
    return status;
}

/* The functions of any number of arguments, which become chains of operations. */
static const char *find_chain(const char *name)
{
    static const char *const chains[] = {"min", "max", "sum", "avg"};
    for (int i = 0; i < 4; i++)
        if (strcmp(name, chains[i]) == 0)
            return chains[i];
    return NULL;
}

static clpwl_status parse_chain(clpwl__parser *p, const char *name, int *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__op op = name[1] == 'i' ? CLPWL__MIN : name[1] == 'a' ? CLPWL__MAX : CLPWL__ADD;
    int next, count = 1;
    TRY(parse_expression(p, out));
    for (; take(p, ","); count++) {
        TRY(parse_expression(p, &next));
        TRY(add(p, out, op, *out, next, 0));
    }
    if (strcmp(name, "avg") == 0) {
        clpwl__node number = {.op = CLPWL__NUMBER, .value = count};
        TRY(clpwl__add_node(p->tree, &next, number));
        TRY(add(p, out, CLPWL__DIV, *out, next, 0));
    }
done:
    return status;
}

/* The formula of a definition, of the nodes of its arguments. */
static clpwl_status add_defined(const clpwl__parser *p, const clpwl__definition *d, const int *nodes,
                                int *out)
{
    static const char *const names[] = {"a", "b", "c", NULL};
    clpwl__parser inner = {p->tree, p->names, d->formula, d->formula, p->depth, names, nodes};
    return parse_expression(&inner, out);
}

NOT_IN_RECURSION static clpwl_status refuse_few(clpwl__parser *p, const char *name, int arguments)
{
    char text[320];
    snprintf(text, sizeof text, "%s takes %d arguments", name, arguments);
    return clpwl__refuse_formula(p, text);
}

/* Parses the arguments behind the first `count` ones, and then the formula of all. */
static clpwl_status parse_defined(clpwl__parser *p, const clpwl__definition *d, int *nodes, int count,
                                  int *out)
{
    clpwl_status status = CLPWL_OK;
    for (; count < d->arguments; count++) {
        if (count > 0 && !take(p, ",")) {
            status = refuse_few(p, d->name, d->arguments);
            goto done;
        }
        TRY(parse_expression(p, &nodes[count]));
    }
    TRY(add_defined(p, d, nodes, out));
done:
    return status;
}

/* The formula of a function of the catalogue, of the node x. */
NOT_IN_RECURSION static clpwl_status add_listed(const clpwl__parser *p, const clpwl_catalogue_entry *entry,
                                                const double *parameters, int x, int *out)
{
    clpwl_status status = CLPWL_OK;
    const char *names[CLPWL_PARAMETERS_MAX + 2] = {"x"};
    int nodes[CLPWL_PARAMETERS_MAX + 1] = {x};
    const char *formula = clpwl__catalogue_row(entry)->formula;
    for (int i = 0; i < CLPWL_PARAMETERS_MAX && entry->parameters[i].name; i++) {
        const double value = parameters ? parameters[i] : entry->parameters[i].value;
        names[i + 1] = entry->parameters[i].name;
        TRY(clpwl__add_node(p->tree, &nodes[i + 1], (clpwl__node){.op = CLPWL__NUMBER, .value = value}));
    }
    clpwl__parser inner = {p->tree, p->names, formula, formula, p->depth, names, nodes};
    TRY(parse_expression(&inner, out));
done:
    return status;
}

static clpwl_status parse_listed(clpwl__parser *p, const clpwl_catalogue_entry *entry, int *out)
{
    clpwl_status status = CLPWL_OK;
    int nodes[CLPWL__MOST_ARGUMENTS];
    TRY(parse_expression(p, &nodes[0]));
    skip_blanks(p);
    if (*p->at == ',' && clpwl__find_definition(entry->name)) /* clamp(x,a,b) beside clamp(x) */
        return parse_defined(p, clpwl__find_definition(entry->name), nodes, 1, out);
    TRY(add_listed(p, entry, NULL, nodes[0], out));
done:
    return status;
}

clpwl_status clpwl__parse_entry(clpwl__tree *tree, int *root, const clpwl_catalogue_entry *entry,
                                const double *parameters, int x, const clpwl__names *names)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__parser p = {.tree = tree, .names = names};
    const clpwl__callee *callee = names->find(entry->name);
    const clpwl__definition *d = clpwl__find_definition(entry->name);
    clpwl__node call = {.op = CLPWL__CALL, .callee = callee, .a = x};
    if (callee)
        TRY(clpwl__add_node(tree, root, call));
    else if (clpwl__catalogue_row(entry)->formula)
        TRY(add_listed(&p, entry, parameters, x, root));
    else if (d)
        TRY(add_defined(&p, d, &x, root));
    else
        CHECK(0, CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%s'", entry->name);
done:
    return status;
}

static clpwl_status parse_call(clpwl__parser *p, const clpwl__callee *callee, int *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__node node = {.op = CLPWL__CALL, .callee = callee};
    TRY(parse_expression(p, &node.a));
    if (callee->arguments == 2) {
        if (!take(p, ",")) {
            status = refuse_few(p, callee->name, 2);
            goto done;
        }
        TRY(parse_expression(p, &node.b));
    }
    TRY(clpwl__add_node(p->tree, out, node));
done:
    return status;
}

/* What a name of a value stands for: CLPWL__CALL where it is none. */
static clpwl__op value_named(const clpwl__parser *p, const char *word, int *slot)
{
    for (*slot = 0; p->names->slots && p->names->slots[*slot]; ++*slot)
        if (strcmp(p->names->slots[*slot], word) == 0)
            return CLPWL__SLOT;
    return strcmp(word, "x") == 0    ? CLPWL__X
           : strcmp(word, "pi") == 0 ? CLPWL__PI
           : strcmp(word, "e") == 0  ? CLPWL__E
                                     : CLPWL__CALL;
}

/* What a name stands for: a node that exists, a value, or what is called. */
typedef struct named {
    int node;       /* of an argument of a definition; -1: none */
    clpwl__op value; /* CLPWL__CALL: none */
    int slot;
    const clpwl__callee *callee;
    const clpwl__definition *definition;
    const clpwl_catalogue_entry *entry;
    const char *chain;
    size_t length;
} named;

/* Reads a name and, where it is called, the bracket behind it. */
NOT_IN_RECURSION static clpwl_status read_name(clpwl__parser *p, named *n)
{
    clpwl_status status = CLPWL_OK;
    char typed[CLPWL__WORD], word[CLPWL__WORD];
    const char *begin = p->at;
    size_t length = 0;
    *n = (named){.node = -1};
    while (isalnum((unsigned char)p->at[length]) || p->at[length] == '_')
        length++;
    if (length >= CLPWL__WORD) {
        status = clpwl__refuse_formula(p, "a name of more than 255 characters");
        goto done;
    }
    memcpy(typed, p->at, length);
    typed[length] = '\0';
    clpwl__spell_name(typed, length, word);
    p->at += length;
    n->length = length;
    for (int i = 0; p->bound && p->bound[i] && n->node < 0; i++)
        n->node = strcmp(p->bound[i], typed) == 0 ? p->nodes[i] : -1;
    if (n->node >= 0)
        goto done;
    n->value = value_named(p, typed, &n->slot);
    if (n->value == CLPWL__CALL && !p->names->find(typed) && !find_chain(typed))
        n->value = value_named(p, word, &n->slot);
    else
        memcpy(word, typed, length + 1);
    if (n->value != CLPWL__CALL)
        goto done;
    int is_hidden = p->names->hides && !p->bound && length > 0 && typed[length - 1] == '_';
    n->callee = is_hidden ? NULL : p->names->find(word);
    n->entry = n->callee ? NULL : clpwl__catalogue_named(word);
    if (n->entry && !clpwl__catalogue_row(n->entry)->formula)
        n->entry = NULL;
    n->definition = n->callee || n->entry ? NULL : clpwl__find_definition(word);
    n->chain = find_chain(word);
    if (!n->callee && !n->definition && !n->entry && !n->chain) {
        status = clpwl__refuse_word(p, typed);
    } else if (!take(p, "(")) {
        p->at = begin;
        status = clpwl__refuse_bare(p, typed, n->callee       ? n->callee->arguments
                                              : n->definition ? n->definition->arguments
                                              : n->entry      ? 1
                                                              : 2);
    }
done:
    return status;
}

NOT_IN_RECURSION static clpwl_status refuse_unclosed(clpwl__parser *p, const char *name, size_t length)
{
    char typed[CLPWL__WORD];
    snprintf(typed, sizeof typed, "%.*s", (int)length, name);
    return clpwl__refuse_unclosed(p, typed);
}

static clpwl_status parse_name(clpwl__parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    const char *begin = p->at;
    int nodes[CLPWL__MOST_ARGUMENTS];
    named n;
    TRY(read_name(p, &n));
    if (n.node >= 0) {
        *out = n.node;
    } else if (n.value != CLPWL__CALL) {
        TRY(add(p, out, n.value, n.slot, 0, 0));
    } else {
        if (n.callee)
            TRY(parse_call(p, n.callee, out));
        else if (n.definition)
            TRY(parse_defined(p, n.definition, nodes, 0, out));
        else if (n.entry)
            TRY(parse_listed(p, n.entry, out));
        else
            TRY(parse_chain(p, n.chain, out));
        if (!take(p, ")"))
            status = refuse_unclosed(p, begin, n.length);
    }
done:
    return status;
}

static clpwl_status parse_primary(clpwl__parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    skip_blanks(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.')
        return parse_number(p, out);
    if (isalpha((unsigned char)*p->at) || *p->at == '_')
        return parse_name(p, out);
    if (take(p, GREEK_PI))
        return add(p, out, CLPWL__PI, 0, 0, 0);
    if (take(p, "(")) {
        TRY(parse_expression(p, out));
        if (!take(p, ")"))
            status = clpwl__refuse_formula(
                p, *p->at == ',' ? "a comma stands between the arguments of a function"
                                 : "a ) is missing");
    } else {
        status = clpwl__refuse_formula(p, clpwl__operand_hint(p));
    }
done:
    return status;
}

static clpwl_status parse_power(clpwl__parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    int exponent;
    TRY(parse_primary(p, out));
    clpwl__node number = {.op = CLPWL__NUMBER, .value = 0};
    number.value = take(p, SQUARED) ? 2 : take(p, CUBED) ? 3 : 0;
    if (number.value > 0) {
        TRY(clpwl__add_node(p->tree, &exponent, number));
        TRY(add(p, out, CLPWL__POW, *out, exponent, 0));
        if (strncmp(p->at, SQUARED, 2) == 0 || strncmp(p->at, CUBED, 2) == 0) {
            status = clpwl__refuse_formula(p, "an exponent of more digits is written as x^23");
            goto done;
        }
    }
    if (take(p, "^") || take(p, "**")) {
        TRY(parse_sign(p, &exponent));
        TRY(add(p, out, CLPWL__POW, *out, exponent, 0));
    }
done:
    return status;
}

static clpwl_status parse_sign(clpwl__parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    int sign = 1;
    if (++p->depth > CLPWL__DEEPEST) {
        status = clpwl__refuse_formula(p, "brackets, powers or ?: are more than 128 deep");
        goto done;
    }
    for (;;) {
        if (take(p, "-") || take(p, MINUS))
            sign = -sign;
        else if (!take(p, "+"))
            break;
    }
    if (strncmp(p->at, "!=", 2) != 0 && take(p, "!")) { /* !u is u == 0 */
        clpwl__node zero = {.op = CLPWL__NUMBER};
        TRY(parse_sign(p, out));
        TRY(clpwl__add_node(p->tree, &zero.a, zero));
        TRY(add(p, out, CLPWL__EQ, *out, zero.a, 0));
    } else {
        TRY(parse_power(p, out));
    }
    if (sign < 0)
        TRY(add(p, out, CLPWL__NEG, *out, 0, 0));
    p->depth--;
done:
    return status;
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

static clpwl_status parse_product(clpwl__parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    int next;
    TRY(parse_sign(p, out));
    for (;;) {
        skip_blanks(p);
        clpwl__op op = *p->at == '/' ? CLPWL__DIV : CLPWL__MUL;
        if (take(p, "*") || take(p, "/") || take(p, TIMES) || take(p, MIDDLE_DOT) ||
            take(p, DOT_OPERATOR)) {
            TRY(parse_sign(p, &next));
        } else if (factor_follows(p)) {
            TRY(parse_power(p, &next));
        } else {
            break;
        }
        TRY(add(p, out, op, *out, next, 0));
    }
done:
    return status;
}

/* Operators between two operands, from loose to tight; of one level the longer ones first. */
static const struct binary {
    int level;
    const char *text;
    clpwl__op op;
    int turned; /* a > b is b < a */
} binaries[] = {
    {0, "||", CLPWL__OR, 0}, {1, "&&", CLPWL__AND, 0}, {2, "==", CLPWL__EQ, 0},
    {2, "!=", CLPWL__NE, 0}, {3, "<=", CLPWL__LE, 0},  {3, ">=", CLPWL__LE, 1},
    {3, "<", CLPWL__LT, 0},  {3, ">", CLPWL__LT, 1},   {4, "+", CLPWL__ADD, 0},
    {4, "-", CLPWL__SUB, 0}, {4, MINUS, CLPWL__SUB, 0},
};
enum { BINARIES = sizeof binaries / sizeof *binaries };

/* Takes an operator of a level, or of a tighter one; NULL: none is there. */
static const struct binary *take_binary(clpwl__parser *p, int level)
{
    for (int i = 0; i < BINARIES; i++)
        if (binaries[i].level >= level && take(p, binaries[i].text))
            return &binaries[i];
    return NULL;
}

/* Operands between operators of a level or of tighter ones, by climbing: one call for each bracket. */
static clpwl_status parse_binaries(clpwl__parser *p, int level, int *out)
{
    clpwl_status status = CLPWL_OK;
    int next;
    TRY(parse_product(p, out));
    for (const struct binary *row; (row = take_binary(p, level)) != NULL;) {
        TRY(parse_binaries(p, row->level + 1, &next));
        TRY(add(p, out, row->op, row->turned ? next : *out, row->turned ? *out : next, 0));
    }
done:
    return status;
}

static clpwl_status parse_expression(clpwl__parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    int yes, no;
    if (++p->depth > CLPWL__DEEPEST) {
        status = clpwl__refuse_formula(p, "brackets, powers or ?: are more than 128 deep");
        goto done;
    }
    TRY(parse_binaries(p, 0, out));
    if (take(p, "?")) {
        TRY(parse_expression(p, &yes));
        if (!take(p, ":")) {
            status = clpwl__refuse_formula(p, "the : of a ?: is missing");
            goto done;
        }
        TRY(parse_expression(p, &no));
        TRY(add(p, out, CLPWL__SELECT, *out, yes, no));
    }
    p->depth--;
done:
    return status;
}

clpwl_status clpwl__parse(clpwl__tree *tree, int *root, const char *text,
                          const clpwl__names *names)
{
    clpwl_status status = CLPWL_OK;
    clpwl__parser p = {.tree = tree, .names = names, .text = text, .at = text};
    for (const char *c = text; *c; c++)
        CHECK(!iscntrl((unsigned char)*c), CLPWL_ERR_ARGUMENT,
              "the formula must be one line of text");
    TRY(parse_expression(&p, root));
    skip_blanks(&p);
    if (*p.at)
        status = clpwl__refuse_formula(&p, clpwl__formula_hint(&p));
done:
    return status;
}
