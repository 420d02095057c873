/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
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
    static const struct hint {
        const char *sign, *text;
        int for_operand;
    } hints[] = {
        {"//", "// is no operator; floor(x/2) rounds down", 1},
        {"^^", "^^ is no operator; a power is x^2", 1},
        {"<>", "<> is no operator; != is", 1},
        {ROOT, "the square root is sqrt(x)", 1},
        {"|", "| is no operator; the absolute value is abs(x)", 1},
        {",", "more than one result, where one is wanted; numbers have a point, as 0.5", 0},
        {"=", "= is no operator; == compares", 0},
        {")", "a ) without its (", 0},
        {"%", "% is no operator; the remainder is mod(x,2)", 0},
        {".", ". is no operator; a number has one point, a power is x^2", 0},
        {"[", "[ is no bracket of formulas; ( and ) are", 0},
        {"&", "& is no operator; && is", 0},
        {"!", "! stands before what it negates; gamma(x+1) has the values of factorials", 0},
        {DEGREE, "angles are in radians, as x*pi/180", 0},
        {SQUARED, "an exponent of more digits is written as x^23", 0},
        {CUBED, "an exponent of more digits is written as x^23", 0},
    };
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        const size_t length = strlen(hints[i].sign);
        const char *from = p->at - (i < 3 && p->at > p->text); /* the first of two signs was taken */
        if (hints[i].for_operand >= is_operand && strncmp(from, hints[i].sign, length) == 0) {
            otherwise = hints[i].text;
            break;
        }
    }
    clpwl__refuse_formula(p, otherwise);
}

void clpwl__refuse_bare(clpwl__parser *p, const char *typed, int arguments)
{
    char text[3 * CLPWL__WORD + 120];
    if (arguments == 1)
        snprintf(text, sizeof text, "'%s' takes its argument in brackets, as %s(x), and %s(x)^2 is a power; "
                 "an inverse function has a name of its own, as asin(x)", typed, typed, typed);
    else
        snprintf(text, sizeof text, "'%s' takes its arguments in brackets, as %s(%s)", typed, typed,
                 arguments == 2 ? "x,2" : "x,2,1");
    clpwl__refuse_formula(p, text);
}

/* What to write for a function of other languages; or NULL. */
static const char *find_other(const char *typed)
{
    char word[CLPWL__WORD];
    static const char *const others[][2] = {
        {"cot", "1/tan(x)"},          {"sec", "1/cos(x)"},    {"csc", "1/sin(x)"},
        {"coth", "1/tanh(x)"},        {"square", "x^2"},      {"factorial", "gamma(x+1)"},
        {"step", "x<0 ? 0 : 1"},      {"heaviside", "x<0 ? 0 : 1"}, {"clip", "min(max(x,a),b)"},
        {"if", "condition ? a : b"},  {"where", "condition ? a : b"}, {"and", "a && b"},
        {"or", "a || b"},             {"besselj", "bessel_jnu(n,x)"}, {"jv", "bessel_jnu(n,x)"},
        {"power", "pow(x,2)"}};
    clpwl__spell_name(typed, strlen(typed), word);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(word, others[i][0]) == 0)
            return others[i][1];
    return NULL;
}

void clpwl__refuse_count(clpwl__parser *p, const char *typed, int arguments)
{
    char text[2 * CLPWL__WORD];
    const char *other = find_other(typed);
    snprintf(text, sizeof text, "%s takes %d argument%s%s%s", typed, arguments, arguments == 1 ? "" : "s",
             other ? ": write " : "", other ? other : "");
    clpwl__refuse_formula(p, text);
}

void clpwl__refuse_word(clpwl__parser *p, const char *typed)
{
    char near[CLPWL__WORD], name[CLPWL__WORD];
    const char *sign = p->at + (strncmp(p->at, "(x)", 3) == 0 ? 3 : 0), *end = p->at, *last = typed;
    const char *const *list = p->names->list;
    size_t count = 0;
    while (list && list[count][strlen(list[count]) - 1] != '_')
        count++;
    clpwl__near_spelling(typed, list, sizeof *list, count, near);
    sign += strspn(sign, " ");
    while (isalnum((unsigned char)*end) || (*end && strchr("_.:", *end))) { /* np.sin, std::sin */
        last = *end == '.' || *end == ':' ? end + 1 : last;
        end++;
    }
    const size_t length = last == typed ? strlen(typed) : (size_t)(end - last);
    snprintf(name, length < sizeof name ? length + 1 : sizeof name, "%s", last);
    const char *other = find_other(name), *advice = "did you mean ", *what = near;
    if (sign[0] == '=' && sign[1] != '=') {
        advice = "parameters of the catalogue's functions stand behind a colon, as gaussian:sigma=2; of "
                 "y = ... the right-hand side is given alone";
        what = "";
    } else if (other || last != typed) {
        advice = "write ";
        what = other ? other : name;
    } else if (strlen(typed) == 1 && *sign != '(') {
        advice = "the variable is ";
        what = "x";
    } else if (!*near) {
        advice = "";
    }
    clpwl__end_parse(p, clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%.60s'%s%s%.60s%s",
                                    typed, *advice ? ": " : "", advice, what,
                                    what == near && *near ? "?" : ""));
}
