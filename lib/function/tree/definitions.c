/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that stand for a formula of others. */
#include "function/tree/parser.h"

const clpwl__definition *clpwl__find_definition(const char *name)
{
    static const clpwl__definition rows[] = {
        {"and", 2, "a&&b"},
        {"avg", -CLPWL__ADD, "a/b"},
        {"clamp", 3, "min(max(a,b),c)"},
        {"copysign", 2, "abs(a)*(b<0 ? -1 : 1)"},
        {"cot", 1, "1/tan(a)"},
        {"coth", 1, "1/tanh(a)"},
        {"csc", 1, "1/sin(a)"},
        {"exp10", 1, "10^a"},
        {"exp2", 1, "2^a"},
        {"factorial", 1, "tgamma(a+1)"},
        {"fdim", 2, "max(a-b,0)"},
        {"fma", 3, "a*b+c"},
        {"if", 3, "a ? b : c"},
        {"ldexp", 2, "a*2^trunc(b)"},
        {"max", -CLPWL__MAX, "a"},
        {"min", -CLPWL__MIN, "a"},
        {"or", 2, "a||b"},
        {"power", 2, "a^b"},
        {"remainder", 2, "a-b*rint(a/b)"},
        {"sec", 1, "1/cos(a)"},
        {"square", 1, "a^2"},
        {"step", 1, "a<0 ? 0 : 1"},
        {"sum", -CLPWL__ADD, "a"},
        /* For enclosures, by their primitives. Values are by C and GSL. */
        {"bessel_i0", 1, "bessel_inu(0,a)"},
        {"bessel_i1", 1, "bessel_inu(1,a)"},
        {"bessel_j0", 1, "bessel_jnu(0,a)"},
        {"bessel_j1", 1, "bessel_jnu(1,a)"},
        {"bessel_k0", 1, "bessel_knu(0,a)"},
        {"bessel_k1", 1, "bessel_knu(1,a)"},
        {"bessel_y0", 1, "bessel_ynu(0,a)"},
        {"bessel_y1", 1, "bessel_ynu(1,a)"},
        {"beta", 2, "gamma(a)*gamma(b)/gamma(a+b)"},
        {"debye1", 1, "debye1_(0,a)"},
        {"debye3", 1, "debye3_(0,a)"},
        {"ellint_e", 1, "ellint_e_(0,a^2)"},
        {"ellint_k", 1, "ellint_k_(0,a^2)"},
        {"elliptic_k", 1, "ellint_k_(0,a)"},
        {"erfcx", 1, "erfcx_(0,a)"},
        {"fermi_dirac_half", 1, "fermi_dirac_(0.5,a)"},
        {"fmod", 2, "a-b*(a/b<0?ceil(a/b):floor(a/b))"},
        {"gamma_inc_q", 2, "1-gamma_inc_p(a,b)"},
        {"hypot", 2, "sqrt(a^2+b^2)"},
        {"log10", 1, "log(a)/log(10)"},
        {"log2", 1, "log(a)/log(2)"},
        {"mod", 2, "a-b*floor(a/b)"},
        {"normal_quantile", 1, "sqrt(2)*erfinv_(2*a-1)"},
        {"pow", 2, "a^b"},
        {"round", 1, "a<0?ceil(a-0.5):floor(a+0.5)"},
        {"rsqrt", 1, "1/sqrt(a)"},
        {"softplus", 1, "log1p(exp(a))"},
        {"tgamma", 1, "gamma(a)"},
        {"trunc", 1, "a<0?ceil(a):floor(a)"},
        {"zeta", 1, "zeta_(0,a)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}
