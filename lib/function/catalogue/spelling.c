/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/catalogue/spelling.h"
#include <ctype.h>

/* Spellings, each with the name that it stands for behind it. */
/* clang-format off */
static const char *const aliases[] = {
    "j0", "bessel_j0",       "j1", "bessel_j1",       "y0", "bessel_y0",       "y1", "bessel_y1",
    "i0", "bessel_i0",       "i1", "bessel_i1",       "k0", "bessel_k0",       "k1", "bessel_k1",
    "e1", "expint",          "ei", "expint_ei",       "gauss", "gaussian",     "cauchy", "lorentzian",
    "swish", "silu",         "logistic", "sigmoid",   "expit", "sigmoid",      "reciprocal", "inverse",
    "arcsin", "asin",        "arccos", "acos",        "arctan", "atan",        "fabs", "abs",
    "sgn", "sign",           "ceiling", "ceil",       "psi", "digamma",        "ai", "airy_ai",
    "bi", "airy_bi",         "signum", "sign",        "arcsinh", "asinh",      "arccosh", "acosh",
    "arctanh", "atanh",      "gammaln", "lgamma",     "lambertw", "lambert_w", "fmin", "min",
    "fmax", "max",           "nearbyint", "rint",     "ln", "log",             "clip", "clamp",
    "besselj", "bessel_jnu", "jv", "bessel_jnu",      "heaviside", "step",     "where", "if",
};
/* clang-format on */
enum { ALIASES = sizeof aliases / sizeof *aliases / 2 };

void clpwl__spell_name(const char *name, char word[CLPWL__WORD])
{
    const size_t n = strnlen(name, CLPWL__WORD - 1);
    for (size_t i = 0; i < n; i++)
        word[i] = name[i] == '-' ? '_' : (char)tolower((unsigned char)name[i]);
    word[n] = '\0';
    if (n == 3 && word[1] == '_') /* J_0 is J0 */
        memmove(word + 1, word + 2, 2);
    const char *const *alias = clpwl__row_named(aliases, 2 * sizeof *aliases, ALIASES, word);
    if (alias)
        strcpy(word, alias[1]);
}

void clpwl__near_spelling(const char *typed, const void *names, size_t stride, size_t count,
                          char near[CLPWL__WORD])
{
    static const char letters[] = "oli", digits[] = "011";
    char word[CLPWL__WORD];
    clpwl__spell_name(typed, word);
    const size_t length = strlen(word);
    const char *letter = length > 1 ? strchr(letters, word[length - 1]) : NULL;
    if (letter) {
        word[length - 1] = digits[letter - letters];
        clpwl__spell_name(word, near);
        if (clpwl__row_named(names, stride, count, near))
            return;
    }
    clpwl__near_names(typed, names, stride, count, near, CLPWL__WORD);
}
