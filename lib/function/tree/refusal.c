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

clpwl_status clpwl__refuse_bare(const clpwl__parser *p, const char *typed, int arguments)
{
    char text[2 * CLPWL__WORD + 80];
    const char *next = p->at + strlen(typed);
    const int is_one = arguments == 1;
    next += strspn(next, " ");
    if (is_one && (strncmp(next, "^-", 2) == 0 || strncmp(next, HIGH_MINUS, 3) == 0))
        snprintf(text, sizeof text, "an inverse function has a name of its own, as asin(x)");
    else if (is_one && (*next == '^' || strncmp(next, SQUARED, 2) == 0 || strncmp(next, CUBED, 2) == 0))
        snprintf(text, sizeof text, "a power of %s stands behind its argument, as %s(x)^2", typed, typed);
    else
        snprintf(text, sizeof text, "'%s' takes its argument%s in brackets, as %s(%s)", typed,
                 is_one ? "" : "s", typed, is_one ? "x" : arguments == 2 ? "x,2" : "x,2,1");
    return clpwl__refuse_formula(p, text);
}

clpwl_status clpwl__refuse_unclosed(const clpwl__parser *p, const char *typed)
{
    char text[CLPWL__WORD + 80];
    const char *what = "the ) of %s( is missing";
    if (*p->at == ',')
        what = strcmp(typed, "power") == 0 ? "%s has one argument; pow has two" : "%s has too many arguments";
    else if (strncmp(p->at, DEGREE, 2) == 0)
        what = "angles of %s are in radians, as x*pi/180";
    snprintf(text, sizeof text, what, typed);
    return clpwl__refuse_formula(p, text);
}

static int is_called(const clpwl__parser *p, const char *word)
{
    return p->names->find(word) || clpwl__catalogue_named(word);
}

static const char *name_at(size_t i, const void *names)
{
    return ((const clpwl__names *)names)->name_at(i);
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

/* Whether the name that ends here is a parameter, as in "gaussian(sigma=2)". */
static int is_parameter(const clpwl__parser *p)
{
    const char *c = p->at + strspn(p->at, " ");
    return c[0] == '=' && c[1] != '=';
}

/* The length of a function's name at the begin of a name such as sinx or sin2x; or 0. */
static size_t measure_callee(const clpwl__parser *p, const char *typed)
{
    char word[CLPWL__WORD];
    for (size_t n = strlen(typed) - 1; n > 1; n--) {
        clpwl__spell_name(typed, n, word);
        size_t argument = strspn(typed + n, "0123456789x");
        if (typed[n + argument] == '\0' && strchr(typed + n, 'x') && is_called(p, word))
            return n;
    }
    return 0;
}

/* What to write for a function of other languages that has no name here; or NULL. */
static const char *find_other(const char *typed)
{
    char word[CLPWL__WORD];
    static const char *const others[][2] = {
        {"cot", "1/tan(x)"},          {"sec", "1/cos(x)"},    {"csc", "1/sin(x)"},
        {"coth", "1/tanh(x)"},        {"square", "x^2"},      {"factorial", "gamma(x+1)"},
        {"step", "x<0 ? 0 : 1"},      {"heaviside", "x<0 ? 0 : 1"}, {"clip", "min(max(x,a),b)"},
        {"if", "condition ? a : b"},  {"where", "condition ? a : b"}, {"and", "a && b"},
        {"or", "a || b"},             {"besselj", "bessel_jnu(n,x)"}, {"jv", "bessel_jnu(n,x)"}};
    clpwl__spell_name(typed, strlen(typed), word);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(word, others[i][0]) == 0)
            return others[i][1];
    return NULL;
}

/* What to write for a name behind names of modules, as sin for np.sin; NULL: nothing is known. p->at is
 * behind the first name. *end is set behind the last one. */
static const char *find_behind_modules(const clpwl__parser *p, char name[CLPWL__WORD], const char **end)
{
    static const char *const values[] = {"pi", "e", "min", "max"};
    char word[CLPWL__WORD];
    const char *at = *end = p->at;
    while (**end == '.' || strncmp(*end, "::", 2) == 0) {
        at = *end += **end == '.' ? 1 : 2;
        while (isalnum((unsigned char)**end) || **end == '_')
            ++*end;
    }
    size_t length = (size_t)(*end - at);
    if (length == 0 || length >= CLPWL__WORD)
        return NULL;
    memcpy(name, at, length);
    name[length] = '\0';
    clpwl__spell_name(name, length, word);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(word, values[i]) == 0)
            return name;
    if (strcmp(word, "power") == 0) /* has one argument here */
        return "pow";
    return is_called(p, word) ? name : find_other(name);
}

clpwl_status clpwl__refuse_word(const clpwl__parser *p, const char *typed)
{
    char near[CLPWL__WORD], name[CLPWL__WORD];
    const char *end;
    size_t count = 0;
    while (p->names->name_at(count))
        count++;
    if (!clpwl__spell_digit(typed, strlen(typed), near) || !is_called(p, near))
        clpwl__near_names(typed, name_at, p->names, count, near, sizeof near);
    if (is_left_side(p, typed))
        return clpwl__fail(CLPWL_ERR_ARGUMENT, "formula '%.60s': give the right-hand side alone, "
                           "what is behind the =", p->text);
    if (is_parameter(p))
        return clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s': parameters of the "
                           "catalogue's functions stand behind a colon, as gaussian:sigma=2", typed);
    const char *right = find_behind_modules(p, name, &end);
    if (right)
        return clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s%.*s': write %s", typed,
                           (int)(end - p->at), p->at, right);
    size_t n = measure_callee(p, typed);
    if (n > 0)
        return clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s': did you "
                           "mean %.*s(%s)?", typed, (int)n, typed, typed + n);
    if (find_other(typed))
        return clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s': write %s", typed,
                           find_other(typed));
    if (strlen(typed) == 1 && p->at[strspn(p->at, " ")] != '(')
        return clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%s': the variable is x",
                           typed);
    return clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s'%s%s%s", typed,
                       *near ? ": did you mean " : "", near, *near ? "?" : "");
}

const char *clpwl__operand_hint(const clpwl__parser *p)
{
    const char before = p->at > p->text ? p->at[-1] : '\0';
    if (before == '/' && *p->at == '/')
        return "// is no operator; floor(x/2) rounds down";
    if (before == '^' && *p->at == '^')
        return "^^ is no operator; a power is x^2";
    if (before == '<' && *p->at == '>')
        return "<> is no operator; != is";
    if (strncmp(p->at, ROOT, 3) == 0)
        return "the square root is sqrt(x)";
    return *p->at == '|' ? clpwl__formula_hint(p) : "a number, a name or a ( is missing";
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
        {'.', ". is no operator; a power is x^2"},
        {'[', "[ is no bracket of formulas; ( and ) are"},
        {'&', "& is no operator; && is"},
        {'!', "! stands before what it negates; gamma(x+1) has the values of factorials"},
    };
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (*p->at == hints[i].first)
            return hints[i].text;
    return isdigit((unsigned char)*p->at) ? "an operator is missing before the number"
                                          : "this is no operator";
}
