/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formulas as people type them. From loose to tight:
 *
 *     a ? b : c    ||    &&    == !=    < <= > >=    + -    * / and products without a sign
 *     + - as signs    ^ and **, from the right
 *
 * so that -x^2 is -(x^2), 1/2x is (1/2) x, and 2x^2 is 2 (x^2).
 */
#include <ctype.h>
#include <stdio.h>
#include "base/number.h"
#include "function/catalogue/spelling.h"
#include "function/formula/tree.h"

typedef struct parser {
    clpwl__tree *tree;
    const clpwl__names *names;
    const char *text, *at; /* the formula, and what is left of it */
    int depth;
} parser;

/* "formula '...', character N: TEXT", of a long formula only what surrounds the place. */
static clpwl_status refuse(const parser *p, const char *text)
{
    enum { AROUND = 40 };
    size_t place = (size_t)(p->at - p->text), length = strlen(p->text);
    size_t from = length <= 2 * AROUND || place <= AROUND ? 0 : place - AROUND;
    size_t shown = length - from <= 2 * AROUND ? length - from : 2 * AROUND;
    return clpwl__fail(CLPWL_ERR_ARGUMENT, "formula '%s%.*s%s', character %zu: %s",
                       from ? "..." : "", (int)shown, p->text + from,
                       from + shown < length ? "..." : "", place + 1, text);
}

static void skip_blanks(parser *p)
{
    while (*p->at == ' ')
        p->at++;
}

/* Whether the next characters are this operator, which then is passed over. */
static int take(parser *p, const char *operator)
{
    size_t n = strlen(operator);
    skip_blanks(p);
    if (strncmp(p->at, operator, n) != 0)
        return 0;
    p->at += n;
    return 1;
}

static clpwl_status add(parser *p, int *out, clpwl__op op, int a, int b, int c)
{
    return clpwl__add_node(p->tree, out, (clpwl__node){.op = op, .a = a, .b = b, .c = c});
}

static const char *hint(const parser *p);
static clpwl_status parse_expression(parser *p, int *out);
static clpwl_status parse_sign(parser *p, int *out);

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

static clpwl_status parse_number(parser *p, int *out)
{
    enum { LONGEST = 255 };
    clpwl_status status = CLPWL_OK;
    char digits[LONGEST + 1], *end;
    size_t length = measure_number(p->at);
    clpwl__node node = {.op = CLPWL__NUMBER};
    if (length > LONGEST) {
        status = refuse(p, "a number of more than 255 characters");
        goto done;
    }
    memcpy(digits, p->at, length);
    digits[length] = '\0';
    node.value = clpwl__number_parse(digits, &end);
    if (*end || end == digits) {
        status = refuse(p, "a number has one point, as 1.5e-3");
        goto done;
    }
    p->at += length;
    TRY(clpwl__add_node(p->tree, out, node));
done:
    return status;
}

static const char *name_at(size_t i, const void *user)
{
    const clpwl__names *names = user;
    return names->name_at(names->user, i);
}

static clpwl_status refuse_name(const parser *p, const char *typed)
{
    char near[256];
    size_t count = 0;
    while (p->names->name_at(p->names->user, count))
        count++;
    clpwl__near_names(typed, name_at, p->names, count, near, sizeof near);
    return clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s'%s%s%s", typed,
                       *near ? ": did you mean " : "", near, *near ? "?" : "");
}

/* The functions of any number of arguments, which become chains of operations. */
static int is_chain(const char *name)
{
    return strcmp(name, "min") == 0 || strcmp(name, "max") == 0 || strcmp(name, "sum") == 0 ||
           strcmp(name, "avg") == 0;
}

static clpwl_status parse_chain(parser *p, const char *name, int *out)
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

static clpwl_status parse_call(parser *p, const clpwl__callee *callee, int *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__node node = {.op = CLPWL__CALL, .callee = callee};
    TRY(parse_expression(p, &node.a));
    if (callee->arguments == 2) {
        if (!take(p, ",")) {
            char text[320];
            snprintf(text, sizeof text, "%s takes two arguments", callee->name);
            status = refuse(p, text);
            goto done;
        }
        TRY(parse_expression(p, &node.b));
    }
    TRY(clpwl__add_node(p->tree, out, node));
done:
    return status;
}

/* What a name of a value stands for: CLPWL__CALL where it is none. */
static clpwl__op value_named(const parser *p, const char *word, int *slot)
{
    for (*slot = 0; p->names->slots && p->names->slots[*slot]; ++*slot)
        if (strcmp(p->names->slots[*slot], word) == 0)
            return CLPWL__SLOT;
    return strcmp(word, "x") == 0    ? CLPWL__X
           : strcmp(word, "pi") == 0 ? CLPWL__PI
           : strcmp(word, "e") == 0  ? CLPWL__E
                                     : CLPWL__CALL;
}

static clpwl_status parse_name(parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    char typed[CLPWL__WORD], word[CLPWL__WORD], text[2 * CLPWL__WORD + 80];
    const char *begin = p->at;
    size_t length = 0;
    int slot;
    while (isalnum((unsigned char)p->at[length]) || p->at[length] == '_')
        length++;
    if (length >= CLPWL__WORD) {
        status = refuse(p, "a name of more than 255 characters");
        goto done;
    }
    memcpy(typed, p->at, length);
    typed[length] = '\0';
    clpwl__spell_name(typed, length, word);
    p->at += length;
    clpwl__op value = value_named(p, typed, &slot);
    if (value == CLPWL__CALL && !p->names->find(p->names->user, typed) && !is_chain(typed))
        value = value_named(p, word, &slot);
    else
        memcpy(word, typed, length + 1);
    if (value != CLPWL__CALL) {
        TRY(add(p, out, value, slot, 0, 0));
        goto done;
    }
    const clpwl__callee *callee = p->names->find(p->names->user, word);
    if (!callee && !is_chain(word)) {
        status = refuse_name(p, typed);
        goto done;
    }
    if (!take(p, "(")) {
        p->at = begin;
        snprintf(text, sizeof text, "'%s' takes its argument in brackets, as %s(x)", word, word);
        status = refuse(p, text);
        goto done;
    }
    if (callee)
        TRY(parse_call(p, callee, out));
    else
        TRY(parse_chain(p, word, out));
    if (!take(p, ")")) {
        snprintf(text, sizeof text,
                 *p->at == ',' ? "%s has too many arguments" : "the ) of %s( is missing", word);
        status = refuse(p, text);
    }
done:
    return status;
}

static clpwl_status parse_primary(parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    skip_blanks(p);
    if (isdigit((unsigned char)*p->at) || *p->at == '.')
        return parse_number(p, out);
    if (isalpha((unsigned char)*p->at) || *p->at == '_')
        return parse_name(p, out);
    if (take(p, "(")) {
        TRY(parse_expression(p, out));
        if (!take(p, ")"))
            status = refuse(p, *p->at == ',' ? "a comma stands between the arguments of a function"
                                             : "a ) is missing");
    } else {
        status = refuse(p, *p->at == '|' ? hint(p) : "a number, a name or a ( is missing");
    }
done:
    return status;
}

static clpwl_status parse_power(parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    int exponent;
    TRY(parse_primary(p, out));
    if (take(p, "^") || take(p, "**")) {
        TRY(parse_sign(p, &exponent));
        TRY(add(p, out, CLPWL__POW, *out, exponent, 0));
    }
done:
    return status;
}

static clpwl_status parse_sign(parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    int sign = 1;
    if (++p->depth > CLPWL__DEEPEST) {
        status = refuse(p, "brackets, powers or ?: are more than 256 deep");
        goto done;
    }
    for (;;) {
        if (take(p, "-"))
            sign = -sign;
        else if (!take(p, "+"))
            break;
    }
    TRY(parse_power(p, out));
    if (sign < 0)
        TRY(add(p, out, CLPWL__NEG, *out, 0, 0));
    p->depth--;
done:
    return status;
}

/* Whether a factor follows without a sign: a name or a (, or a number behind a ). */
static int factor_follows(parser *p)
{
    int closed = p->at > p->text && p->at[-1] == ')';
    skip_blanks(p);
    return isalpha((unsigned char)*p->at) || *p->at == '_' || *p->at == '(' ||
           (closed && (isdigit((unsigned char)*p->at) || *p->at == '.'));
}

static clpwl_status parse_product(parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    int next;
    TRY(parse_sign(p, out));
    for (;;) {
        skip_blanks(p);
        clpwl__op op = *p->at == '/' ? CLPWL__DIV : CLPWL__MUL;
        if (*p->at == '*' || *p->at == '/') {
            p->at++;
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
    {4, "-", CLPWL__SUB, 0},
};
enum { BINARIES = sizeof binaries / sizeof *binaries, PRODUCTS = 5 };

static clpwl_status parse_level(parser *p, int level, int *out)
{
    clpwl_status status = CLPWL_OK;
    int next;
    if (level == PRODUCTS)
        return parse_product(p, out);
    TRY(parse_level(p, level + 1, out));
    for (int i = 0; i < BINARIES; i++) {
        const struct binary *row = &binaries[i];
        if (row->level != level || !take(p, row->text))
            continue;
        TRY(parse_level(p, level + 1, &next));
        TRY(add(p, out, row->op, row->turned ? next : *out, row->turned ? *out : next, 0));
        i = -1; /* another of the level may follow */
    }
done:
    return status;
}

static clpwl_status parse_expression(parser *p, int *out)
{
    clpwl_status status = CLPWL_OK;
    int yes, no;
    if (++p->depth > CLPWL__DEEPEST) {
        status = refuse(p, "brackets, powers or ?: are more than 256 deep");
        goto done;
    }
    TRY(parse_level(p, 0, out));
    if (take(p, "?")) {
        TRY(parse_expression(p, &yes));
        if (!take(p, ":")) {
            status = refuse(p, "the : of a ?: is missing");
            goto done;
        }
        TRY(parse_expression(p, &no));
        TRY(add(p, out, CLPWL__SELECT, *out, yes, no));
    }
    p->depth--;
done:
    return status;
}

/* What may have been meant by what is left of the formula. */
static const char *hint(const parser *p)
{
    static const struct hint {
        char first;
        const char *text;
    } hints[] = {
        {',', "more than one result, where one is wanted; numbers have a point, as 0.5"},
        {'=', "= is no operator; == compares"},
        {')', "a ) without its ("},
        {'%', "% is no operator; the remainder is mod(x,2)"},
        {'|', "| is no operator; the absolute value is abs(x)"},
        {'!', "! is no operator; gamma(x+1) has the values of factorials"},
    };
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (*p->at == hints[i].first)
            return hints[i].text;
    return isdigit((unsigned char)*p->at) ? "an operator is missing before the number"
                                          : "this is no operator";
}

clpwl_status clpwl__parse(clpwl__tree *tree, int *root, const char *text,
                          const clpwl__names *names)
{
    clpwl_status status = CLPWL_OK;
    parser p = {.tree = tree, .names = names, .text = text, .at = text};
    for (const char *c = text; *c; c++)
        CHECK(!iscntrl((unsigned char)*c), CLPWL_ERR_ARGUMENT,
              "the formula must be one line of text");
    TRY(parse_expression(&p, root));
    skip_blanks(&p);
    if (*p.at)
        status = refuse(&p, hint(&p));
done:
    return status;
}
