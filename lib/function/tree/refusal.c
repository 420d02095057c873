/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include "function/catalogue/spelling.h"
#include "function/tree/parser.h"

void clpwl__end_parse(clpwl__parser *p, clpwl_status status)
{
    if (status == CLPWL_OK)
        return;
    p->status = status;
    p->at = p->text + strlen(p->text);
}

void clpwl__refuse_formula(clpwl__parser *p, const char *text)
{
    enum { AROUND = 40 };
    size_t place = (size_t)(p->at - p->text), length = strlen(p->text);
    size_t from = length <= 2 * AROUND || place <= AROUND ? 0 : place - AROUND;
    size_t shown = length - from <= 2 * AROUND ? length - from : 2 * AROUND;
    if (p->status == CLPWL_OK)
        clpwl__end_parse(p, clpwl__fail(CLPWL_ERR_ARGUMENT, "formula '%s%.*s%s', character %zu: %s",
                                        from ? "..." : "", (int)shown, p->text + from,
                                        from + shown < length ? "..." : "", place + 1, text));
}

void clpwl__refuse_sign(clpwl__parser *p, int is_operand, const char *otherwise)
{
    enum {
        TWO = 3,     /* the first of two signs was taken */
        OPERANDS = 5 /* one stands where an operand is missing, too */
    };
    static const char *const hints[][2] = {
        {"//", "// is no operator; floor(x/2) rounds down"},
        {"^^", "^^ is no operator; a power is x^2"},
        {"<>", "<> is no operator; != is"},
        {"\u221a", "the square root is sqrt(x)"},
        {"|", "| is no operator; the absolute value is abs(x)"},
        {",", "more than one result, where one is wanted; numbers have a point, as 0.5"},
        {"=", "= is no operator; == compares"},
        {")", "a ) without its ("},
        {"%", "% is no operator; the remainder is mod(x,2)"},
        {".", ". is no operator; a number has one point, a power is x^2"},
        {"[", "[ is no bracket of formulas; ( and ) are"},
        {"&", "& is no operator; && is"},
        {"!", "! stands before what it negates; gamma(x+1) has the values of factorials"},
        {"\u00b0", "angles are in radians, as x*pi/180"},
        {SQUARED, "an exponent of more digits is written as x^23"},
        {CUBED, "an exponent of more digits is written as x^23"},
    };
    const size_t count = is_operand ? OPERANDS : sizeof hints / sizeof *hints;
    for (size_t i = 0; i < count; i++) {
        const char *from = p->at - (i < TWO && p->at > p->text);
        if (strncmp(from, hints[i][0], strlen(hints[i][0])) == 0) {
            otherwise = hints[i][1];
            break;
        }
    }
    clpwl__refuse_formula(p, otherwise);
}

void clpwl__refuse_call(clpwl__parser *p, const char *name, int arguments)
{
    static const char *const forms[][2] = {
        {"its arguments", "x,2"}, {"1 argument", "x"}, {"2 arguments", "x,2"}, {"3 arguments", "x,2,1"}};
    const char *const *form = forms[arguments < 0 ? 0 : arguments];
    char text[3 * CLPWL__WORD + 120];
    snprintf(text, sizeof text, "'%s' takes %s in brackets, as %s(%s)", name, form[0], name, form[1]);
    if (arguments == 1)
        snprintf(text + strlen(text), CLPWL__WORD + 90, ", and %s(x)^2 is a power; "
                 "an inverse function has a name of its own, as asin(x)", name);
    clpwl__refuse_formula(p, text);
}

void clpwl__refuse_word(clpwl__parser *p, const char *typed)
{
    char near[CLPWL__WORD], rest[CLPWL__WORD], name[CLPWL__WORD] = "";
    const char *sign = p->at + (strncmp(p->at, "(x)", 3) == 0 ? 3 : 0), *advice = "", *what = "", *end = "";
    const char *const *list = p->names->list;
    size_t count = 0;
    while (list && list[count][strlen(list[count]) - 1] != '_')
        count++;
    clpwl__near_spelling(typed, list, sizeof *list, count, near);
    sign += strspn(sign, " ");
    int length;
    snprintf(rest, sizeof rest, "%s", p->at);
    for (const char *at = rest; sscanf(at, "%*[.:]%255[A-Za-z0-9_]%n", name, &length) == 1;)
        at += length; /* np.sin, std::sin */
    if (sign[0] == '=' && sign[1] != '=') {
        advice = ": parameters of the catalogue's functions stand behind a colon, as gaussian:sigma=2; of "
                 "y = ... the right-hand side is given alone";
    } else if (*name) {
        advice = ": write ";
        what = name;
    } else if (strlen(typed) == 1 && *sign != '(') {
        advice = ": the variable is x";
    } else if (*near) {
        advice = ": did you mean ";
        what = near;
        end = "?";
    }
    clpwl__end_parse(p, clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s'%s%.60s%s",
                                    typed, advice, what, end));
}
