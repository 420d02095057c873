/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdio.h>
#include "function/catalogue/spelling.h"
#include "function/tree/parser.h"

clpwl_status clpwl__refuse_formula(const clpwl__parser *p, const char *text)
{
    enum { AROUND = 40 };
    size_t place = (size_t)(p->at - p->text), length = strlen(p->text);
    size_t from = length <= 2 * AROUND || place <= AROUND ? 0 : place - AROUND;
    size_t shown = length - from <= 2 * AROUND ? length - from : 2 * AROUND;
    return clpwl__fail(CLPWL_ERR_ARGUMENT, "formula '%s%.*s%s', character %zu: %s",
                       from ? "..." : "", (int)shown, p->text + from,
                       from + shown < length ? "..." : "", place + 1, text);
}

static const char *name_at(size_t i, const void *user)
{
    const clpwl__names *names = user;
    return names->name_at(names->user, i);
}

/* Whether the name that ends here is the left side of "y = ..." or "f(x) = ...". */
static int is_left_side(const clpwl__parser *p, const char *typed)
{
    const char *c = p->text + strspn(p->text, " ");
    if (strncmp(c, typed, strlen(typed)) != 0 || c + strlen(typed) != p->at)
        return 0;
    c = p->at + strspn(p->at, " ");
    c += strncmp(c, "(x)", 3) == 0 ? 3 : 0;
    c += strspn(c, " ");
    return c[0] == '=' && c[1] != '=';
}

/* The length of a function's name at the begin of a name such as sinx or sin2x; or 0. */
static size_t measure_callee(const clpwl__parser *p, const char *typed)
{
    char word[CLPWL__WORD];
    for (size_t n = strlen(typed) - 1; n > 1; n--) {
        clpwl__spell_name(typed, n, word);
        size_t argument = strspn(typed + n, "0123456789x");
        if (typed[n + argument] == '\0' && strchr(typed + n, 'x') && p->names->find(p->names->user, word))
            return n;
    }
    return 0;
}

/* What to write for a function of other languages that has no name here; or NULL. */
static const char *find_other(const char *typed)
{
    static const char *const others[][2] = {
        {"coth", "1/tanh(x)"},      {"sech", "1/cosh(x)"},     {"csch", "1/sinh(x)"},
        {"cot", "1/tan(x)"},        {"sec", "1/cos(x)"},       {"csc", "1/sin(x)"},
        {"cosec", "1/sin(x)"},      {"acot", "atan(1/x)"},     {"asec", "acos(1/x)"},
        {"acsc", "asin(1/x)"},      {"acoth", "atanh(1/x)"},   {"asech", "acosh(1/x)"},
        {"acsch", "asinh(1/x)"},    {"clip", "min(max(x,0),1)"}, {"saturate", "min(max(x,0),1)"},
        {"heaviside", "x<0 ? 0 : 1"}, {"step", "x<0 ? 0 : 1"}, {"factorial", "gamma(x+1)"},
        {"square", "x^2"},          {"sqr", "x^2"},            {"cube", "x^3"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(typed, others[i][0]) == 0)
            return others[i][1];
    return NULL;
}

clpwl_status clpwl__refuse_word(const clpwl__parser *p, const char *typed)
{
    char near[256];
    size_t count = 0;
    while (p->names->name_at(p->names->user, count))
        count++;
    clpwl__near_names(typed, name_at, p->names, count, near, sizeof near);
    if (is_left_side(p, typed))
        return clpwl__fail(CLPWL_ERR_ARGUMENT, "formula '%.60s': give the right-hand side alone, "
                           "what is behind the =", p->text);
    size_t n = measure_callee(p, typed);
    if (n > 0)
        return clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s': did you "
                           "mean %.*s(%s)?", typed, (int)n, typed, typed + n);
    if (find_other(typed))
        return clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s': write %s", typed,
                           find_other(typed));
    return clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s'%s%s%s", typed,
                       *near ? ": did you mean " : "", near, *near ? "?" : "");
}

const char *clpwl__formula_hint(const clpwl__parser *p)
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
