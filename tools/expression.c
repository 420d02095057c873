/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression.h"
#include <ctype.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf.h>
#include <math.h>
#include <muParserDLL.h>
#include <string.h>
#include "common/message.h"

typedef int (*special1)(double, gsl_sf_result *);
typedef int (*special2)(double, double, gsl_sf_result *);

/* GSL refuses x = 0. There J is 0, or 1 for nu = 0. */
static int bessel_jnu(double nu, double x, gsl_sf_result *r)
{
    if (x == 0 && nu >= 0) {
        r->val = nu == 0;
        return GSL_SUCCESS;
    }
    return gsl_sf_bessel_Jnu_e(nu, x, r);
}

static int ellint_e(double k, gsl_sf_result *r)
{
    return gsl_sf_ellint_Ecomp_e(k, GSL_PREC_DOUBLE, r);
}

static int ellint_k(double k, gsl_sf_result *r)
{
    return gsl_sf_ellint_Kcomp_e(k, GSL_PREC_DOUBLE, r);
}

static int legendre_p(double l, double x, gsl_sf_result *r)
{
    if (l < 0 || l > 1e5 || l != floor(l))
        return GSL_EDOM;
    return gsl_sf_legendre_Pl_e((int)l, x, r);
}

/* Functions that the catalogue lacks. */
static const struct special {
    const char *name, *text;
    special1 one;
    special2 two;
} specials[] = {
    { "bessel_i1", "modified Bessel function I1(x)", gsl_sf_bessel_I1_e, NULL },
    { "bessel_inu", "modified Bessel function I of order nu: bessel_inu(nu,x)", NULL,
      gsl_sf_bessel_Inu_e },
    { "bessel_jnu", "Bessel function J of order nu: bessel_jnu(nu,x)", NULL, bessel_jnu },
    { "bessel_k1", "modified Bessel function K1(x)", gsl_sf_bessel_K1_e, NULL },
    { "bessel_knu", "modified Bessel function K of order nu: bessel_knu(nu,x)", NULL,
      gsl_sf_bessel_Knu_e },
    { "bessel_y1", "Bessel function Y1(x)", gsl_sf_bessel_Y1_e, NULL },
    { "bessel_ynu", "Bessel function Y of order nu: bessel_ynu(nu,x)", NULL, gsl_sf_bessel_Ynu_e },
    { "beta", "beta function B(a,b)", NULL, gsl_sf_beta_e },
    { "ci", "cosine integral Ci(x)", gsl_sf_Ci_e, NULL },
    { "clausen", "Clausen integral Cl2(x)", gsl_sf_clausen_e, NULL },
    { "debye1", "Debye function D1(x)", gsl_sf_debye_1_e, NULL },
    { "debye3", "Debye function D3(x)", gsl_sf_debye_3_e, NULL },
    { "digamma", "digamma function psi(x)", gsl_sf_psi_e, NULL },
    { "dilog", "dilogarithm Li2(x)", gsl_sf_dilog_e, NULL },
    { "ellint_e", "complete elliptic integral E(k) of the modulus k", ellint_e, NULL },
    { "ellint_k", "complete elliptic integral K(k) of the modulus k", ellint_k, NULL },
    { "expint_ei", "exponential integral Ei(x)", gsl_sf_expint_Ei_e, NULL },
    { "gamma", "gamma function, as tgamma", gsl_sf_gamma_e, NULL },
    { "gamma_inc_p", "regularised lower incomplete gamma function P(a,x)", NULL,
      gsl_sf_gamma_inc_P_e },
    { "gamma_inc_q", "regularised upper incomplete gamma function Q(a,x)", NULL,
      gsl_sf_gamma_inc_Q_e },
    { "legendre_p", "Legendre polynomial: legendre_p(l,x)", NULL, legendre_p },
    { "shi", "hyperbolic sine integral Shi(x)", gsl_sf_Shi_e, NULL },
    { "synchrotron1", "synchrotron function", gsl_sf_synchrotron_1_e, NULL },
    { "transport2", "transport function J(2,x)", gsl_sf_transport_2_e, NULL },
};
enum { SPECIALS = sizeof specials / sizeof *specials };

/* muParser's own functions and constants, for near names. */
static const char *const builtins[] = {
    "sin",  "cos",   "tan",   "asin",  "acos",  "atan", "atan2", "sinh", "cosh", "tanh",
    "asinh", "acosh", "atanh", "log2", "log10", "log",  "ln",    "exp",  "sqrt", "sign",
    "rint", "abs",   "sum",   "avg",   "min",   "max",  "x",     "pi",   "e",
};
enum { BUILTINS = sizeof builtins / sizeof *builtins };

const char *expression_function(size_t i, const char **text)
{
    if (i >= SPECIALS)
        return NULL;
    *text = specials[i].text;
    return specials[i].name;
}

static int is_builtin(const char *name)
{
    for (size_t i = 0; i < BUILTINS; i++)
        if (strcmp(builtins[i], name) == 0)
            return 1;
    return 0;
}

/* All names that a formula may use: the catalogue's, then the two lists above. */
static const char *name_at(size_t i, const void *unused)
{
    size_t count;
    const clpwl_catalogue_entry *catalogue = clpwl_catalogue(&count);
    (void)unused;
    if (i < count)
        return catalogue[i].name;
    i -= count;
    return i < SPECIALS ? specials[i].name : builtins[i - SPECIALS];
}

/* A value that GSL does not have is NaN. For an underflow GSL gives 0, which is kept. */
static double special_value(int status, const gsl_sf_result *r)
{
    return status == GSL_SUCCESS || status == GSL_EUNDRFLW ? r->val : NAN;
}

static double call1(void *row, double x)
{
    gsl_sf_result r = { 0 };
    return special_value(((const struct special *)row)->one(x, &r), &r);
}

static double call2(void *row, double x, double y)
{
    gsl_sf_result r = { 0 };
    return special_value(((const struct special *)row)->two(x, y, &r), &r);
}

static double call_catalogue(void *function, double x)
{
    double y;
    return clpwl_function_value(function, x, &y) == CLPWL_OK ? y : NAN;
}

struct expression {
    muParserHandle_t parser;
    double x;
    clpwl_function **catalogue; /* without those that muParser has itself */
    size_t count;
    int failed; /* the answer of mupError, which clears the error */
};

static double value(double x, void *user)
{
    struct expression *e = user;
    e->x = x;
    double y = mupEval(e->parser);
    return mupError(e->parser) ? NAN : y;
}

static void release(void *user)
{
    struct expression *e = user;
    if (e->parser)
        mupRelease(e->parser);
    for (size_t i = 0; i < e->count; i++)
        clpwl_function_free(e->catalogue[i]);
    free(e->catalogue);
    free(e);
}

/* muParser's default handler prints. Here mupError is called after each step instead. */
static void quiet(muParserHandle_t parser)
{
    (void)parser;
}

/* A name means the same in a formula as it does alone. Parameters have their defaults. */
static clpwl_status define_catalogue(struct expression *e)
{
    size_t count;
    const clpwl_catalogue_entry *entry = clpwl_catalogue(&count);
    clpwl_status status = CLPWL_OK;
    e->catalogue = calloc(count, sizeof *e->catalogue);
    for (size_t i = 0; e->catalogue && i < count && status == CLPWL_OK; i++, entry++) {
        if (is_builtin(entry->name))
            continue;
        status = clpwl_function_from_catalogue(&e->catalogue[e->count], entry->name);
        if (status == CLPWL_OK)
            mupDefineFunUserData1(e->parser, entry->name, call_catalogue,
                                  e->catalogue[e->count++], 1);
    }
    return status;
}

static clpwl_status define(struct expression *e)
{
    mupSetErrorHandler(e->parser, quiet);
    for (size_t i = 0; i < SPECIALS; i++) {
        void *row = (void *)&specials[i];
        if (specials[i].one)
            mupDefineFunUserData1(e->parser, specials[i].name, call1, row, 1);
        else
            mupDefineFunUserData2(e->parser, specials[i].name, call2, row, 1);
    }
    mupDefineConst(e->parser, "pi", 3.14159265358979323846);
    mupDefineConst(e->parser, "e", 2.71828182845904523536);
    mupDefineVar(e->parser, "x", &e->x);
    return define_catalogue(e);
}

/* The first evaluation compiles the formula and reports its errors. 1 or 0. */
static int compile(struct expression *e, const char *text, int *results)
{
    mupSetExpr(e->parser, text);
    e->x = 1;
    e->failed = mupError(e->parser);
    if (!e->failed) {
        mupEvalMulti(e->parser, results);
        e->failed = mupError(e->parser);
    }
    return !e->failed && *results == 1;
}

static int explain(struct expression *e, const char *text, int results)
{
    if (!e->failed)
        return app_usage("the formula '%s' has %d results; it must have one", text, results);
    const char *token = mupGetErrorToken(e->parser);
    if (mupGetErrorCode(e->parser) == 1 /* ecUNASSIGNABLE_TOKEN */ &&
        isalpha((unsigned char)*token)) {
        size_t count;
        clpwl_catalogue(&count);
        return app_unknown("name in the formula", token, name_at, NULL,
                            count + SPECIALS + BUILTINS);
    }
    return app_usage("the formula '%s': %s", text, mupGetErrorMsg(e->parser));
}

static int has_control(const char *text)
{
    while (*text && !iscntrl((unsigned char)*text))
        text++;
    return *text != '\0';
}

static int open_formula(const char *text, const source_kinks *kinks, int quietly,
                        clpwl_function **out)
{
    int results = 0, code = 0;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    struct expression *e = NULL;
    if (has_control(text))
        return quietly ? EXIT_USAGE : app_usage("the formula must be one line of text");
    e = calloc(1, sizeof *e);
    CHECK(e && (e->parser = mupCreate(muBASETYPE_FLOAT)), "out of memory");
    TRY_LIB(define(e));
    if (!compile(e, text, &results))
        TRY(quietly ? EXIT_USAGE : explain(e, text, results));
    spec.name = text;
    spec.f = value;
    spec.user = e;
    spec.release = release;
    if (kinks && kinks->given) {
        spec.kinks = kinks->count ? kinks->x : NULL;
        spec.kink_count = kinks->count;
        spec.smooth = 1;
    }
    TRY_LIB(clpwl_function_create(out, &spec));
done:
    if (code && e)
        release(e);
    return code;
}

int expression_open(const char *text, const source_kinks *kinks, clpwl_function **out)
{
    return open_formula(text, kinks, 0, out);
}

int expression_try(const char *text, clpwl_function **out)
{
    return open_formula(text, NULL, 1, out) == 0;
}
