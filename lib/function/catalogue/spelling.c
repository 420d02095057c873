/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/catalogue/spelling.h"
#include <ctype.h>
#include <stdio.h>

static const struct alias {
    const char *spelling, *name;
} aliases[] = {
    {"j0", "bessel_j0"},      {"j1", "bessel_j1"},    {"y0", "bessel_y0"},    {"y1", "bessel_y1"},
    {"i0", "bessel_i0"},      {"i1", "bessel_i1"},    {"k0", "bessel_k0"},    {"k1", "bessel_k1"},
    {"e1", "expint"},         {"ei", "expint_ei"},    {"gauss", "gaussian"},  {"cauchy", "lorentzian"},
    {"swish", "silu"},        {"logistic", "sigmoid"}, {"expit", "sigmoid"},  {"reciprocal", "inverse"},
    {"arcsin", "asin"},       {"arccos", "acos"},     {"arctan", "atan"},     {"fabs", "abs"},
    {"sgn", "sign"},          {"ceiling", "ceil"},    {"psi", "digamma"},
};

void clpwl__spell_name(const char *name, size_t length, char word[CLPWL__WORD])
{
    size_t n = length < CLPWL__WORD - 1 ? length : CLPWL__WORD - 1;
    for (size_t i = 0; i < n; i++)
        word[i] = name[i] == '-' ? '_' : (char)tolower((unsigned char)name[i]);
    word[n] = '\0';
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(aliases[i].spelling, word) == 0) {
            strcpy(word, aliases[i].name);
            return;
        }
}

/* What stands before a token, for signs of multiplication that were left out. */
typedef enum before { OPERATOR, NUMBER, VALUE, FUNCTION, CLOSED } before;

static size_t measure_name(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n;
}

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

static before append_name(clpwl__text *t, const char *name, size_t length,
                          int (*is_known)(const char *))
{
    char word[CLPWL__WORD], typed[CLPWL__WORD];
    const char *after = name + length + strspn(name + length, " ");
    snprintf(typed, sizeof typed, "%.*s", (int)(length < sizeof typed ? length : sizeof typed - 1),
             name);
    clpwl__spell_name(name, length, word);
    if (length >= sizeof typed || is_known(typed) || !is_known(word))
        clpwl__append(t, "%.*s", (int)length, name);
    else
        clpwl__append(t, "%s", word);
    int is_value = strcmp(word, "x") == 0 || strcmp(word, "pi") == 0 || strcmp(word, "e") == 0;
    return *after == '(' && !is_value ? FUNCTION : VALUE;
}

clpwl_status clpwl__spell_formula(const char *text, int (*is_known)(const char *name), char **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__text t = {0};
    before last = OPERATOR;
    clpwl__append(&t, "%s", "");
    while (*text) {
        int is_name = isalpha((unsigned char)*text) || *text == '_';
        size_t length = is_name ? measure_name(text) : measure_number(text);
        int is_factor = is_name ? last == NUMBER || last == VALUE || last == CLOSED
                        : length ? last == CLOSED
                                 : *text == '(' && (last == NUMBER || last == VALUE || last == CLOSED);
        if (is_factor)
            clpwl__append(&t, "*");
        if (is_name) {
            last = append_name(&t, text, length, is_known);
        } else if (length) {
            clpwl__append(&t, "%.*s", (int)length, text);
            last = NUMBER;
        } else if (text[0] == '*' && text[1] == '*') {
            clpwl__append(&t, "^");
            last = OPERATOR;
            length = 2;
        } else {
            clpwl__append(&t, "%c", *text);
            last = *text == ' ' ? last : *text == ')' ? CLOSED : OPERATOR;
            length = 1;
        }
        text += length;
    }
    CHECK(!t.failed, CLPWL_ERR_MEMORY, "out of memory: the formula");
    *out = t.text;
    t.text = NULL;
done:
    clpwl__free(t.text);
    return status;
}
