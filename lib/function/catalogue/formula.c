/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formulas in x: the arithmetic of muParser, the catalogue, and special functions of GSL.
 *
 * muParser keeps the token of its last error in a static buffer of fixed size: the lock guards
 * the buffer, and longer tokens are refused before muParser sees them.
 */
#include "base/gsl.h"
#include "base/internal.h"
#include "clpwl/function.h"
#include "function/catalogue/spelling.h"

#ifdef HAVE_MUPARSER
#include <ctype.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf.h>
#include <muParserDLL.h>
#include <pthread.h>

typedef int (*special1)(double, gsl_sf_result *);
typedef int (*special2)(double, double, gsl_sf_result *);

/* GSL fails at x = 0, where J_nu is 0, and J_0 is 1. */
static int bessel_jnu(double nu, double x, gsl_sf_result *r)
{
    if (x == 0 && nu >= 0) {
        r->val = nu == 0;
        return GSL_SUCCESS;
    }
    return gsl_sf_bessel_Jnu_e(nu, x, r);
}

/* GSL recurs over the order: 1e8 of them take 0.3 s. */
static int bessel_knu(double nu, double x, gsl_sf_result *r)
{
    return fabs(nu) > 1e4 ? GSL_EDOM : gsl_sf_bessel_Knu_e(nu, x, r);
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

/* Special functions of GSL that the catalogue does not have. */
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
    { "bessel_knu", "modified Bessel function K, order nu <= 1e4: bessel_knu(nu,x)", NULL,
      bessel_knu },
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

/* The remainder with the sign of y. */
static double mod(double x, double y)
{
    return x - y * floor(x / y);
}

/* Functions of C that muParser does not have, or has with cancellation: its asinh(-1000), acosh(1 +
 * 1e-8) and atanh(1e-8) lose half of their digits. */
static const struct plain {
    const char *name;
    double (*one)(double);
    double (*two)(double, double);
} plains[] = {
    {"floor", floor, NULL}, {"ceil", ceil, NULL},   {"round", round, NULL}, {"trunc", trunc, NULL},
    {"cbrt", cbrt, NULL},   {"expm1", expm1, NULL}, {"mod", NULL, mod},     {"fmod", NULL, fmod},
    {"pow", NULL, pow},     {"hypot", NULL, hypot}, {"asinh", asinh, NULL}, {"acosh", acosh, NULL},
    {"atanh", atanh, NULL},
};
enum { PLAINS = sizeof plains / sizeof *plains };

/* The functions and constants of muParser and of define_names, for near names. */
static const char *const builtins[] = {
    "sin",  "cos",   "tan",   "asin",  "acos",  "atan", "atan2", "sinh", "cosh", "tanh",
    "asinh", "acosh", "atanh", "log2", "log10", "log",  "ln",    "exp",  "sqrt", "sign",
    "rint", "abs",   "sum",   "avg",   "min",   "max",  "x",     "pi",   "e",
    "floor", "ceil", "round", "trunc", "cbrt",  "expm1", "mod", "fmod", "pow",  "hypot",
};
enum { BUILTINS = sizeof builtins / sizeof *builtins };

const char *clpwl_formula_function(size_t i, const char **text)
{
    if (i >= SPECIALS)
        return NULL;
    if (text)
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

static int is_known(const char *name)
{
    size_t count;
    clpwl_catalogue(&count);
    for (size_t i = 0; i < count + SPECIALS + BUILTINS; i++)
        if (strcmp(name_at(i, NULL), name) == 0)
            return 1;
    return 0;
}

/* NaN where GSL fails. An underflow gives GSL's 0. */
static double special_value(int status, const gsl_sf_result *r)
{
    return status == GSL_SUCCESS || status == GSL_EUNDRFLW ? r->val : NAN;
}

static double call_special1(void *row, double x)
{
    gsl_sf_result r = {0};
    clpwl__gsl_enter();
    int status = ((const struct special *)row)->one(x, &r);
    clpwl__gsl_leave();
    return special_value(status, &r);
}

static double call_special2(void *row, double x, double y)
{
    gsl_sf_result r = {0};
    clpwl__gsl_enter();
    int status = ((const struct special *)row)->two(x, y, &r);
    clpwl__gsl_leave();
    return special_value(status, &r);
}

static double call_catalogue(void *function, double x)
{
    double y;
    return clpwl_function_value(function, x, &y) == CLPWL_OK ? y : NAN;
}

typedef struct formula {
    muParserHandle_t parser;
    double x;
    clpwl_function **catalogue; /* the functions that muParser does not have itself */
    size_t count;
} formula;

static double evaluate_formula(double x, void *user)
{
    formula *e = user;
    e->x = x;
    double y = mupEval(e->parser);
    return mupError(e->parser) ? NAN : y;
}

static void free_formula(void *user)
{
    formula *e = user;
    if (!e)
        return;
    if (e->parser)
        mupRelease(e->parser);
    for (size_t i = 0; i < e->count; i++)
        clpwl_function_free(e->catalogue[i]);
    clpwl__free(e->catalogue);
    clpwl__free(e);
}

/* mupError is asked after each call. muParser's default handler prints. */
static void ignore_error(muParserHandle_t parser)
{
    (void)parser;
}

/* A name means the same in a formula as alone; parameters have their defaults. */
static clpwl_status define_catalogue(formula *e)
{
    size_t count;
    const clpwl_catalogue_entry *entry = clpwl_catalogue(&count);
    clpwl_status status = CLPWL_OK;
    e->catalogue = clpwl__calloc(count, sizeof *e->catalogue);
    CHECK_MEMORY(e->catalogue);
    for (size_t i = 0; i < count; i++, entry++) {
        if (is_builtin(entry->name))
            continue;
        TRY(clpwl_function_from_catalogue(&e->catalogue[e->count], entry->name));
        mupDefineFunUserData1(e->parser, entry->name, call_catalogue, e->catalogue[e->count++], 1);
    }
done:
    return status;
}

static clpwl_status define_names(formula *e)
{
    mupSetErrorHandler(e->parser, ignore_error);
    for (size_t i = 0; i < SPECIALS; i++) {
        void *row = (void *)&specials[i];
        if (specials[i].one)
            mupDefineFunUserData1(e->parser, specials[i].name, call_special1, row, 1);
        else
            mupDefineFunUserData2(e->parser, specials[i].name, call_special2, row, 1);
    }
    for (size_t i = 0; i < PLAINS; i++) {
        if (plains[i].one)
            mupDefineFun1(e->parser, plains[i].name, plains[i].one, 1);
        else
            mupDefineFun2(e->parser, plains[i].name, plains[i].two, 1);
    }
    mupDefineConst(e->parser, "pi", 3.14159265358979323846);
    mupDefineConst(e->parser, "e", 2.71828182845904523536);
    mupDefineVar(e->parser, "x", &e->x);
    return define_catalogue(e);
}

/* Reports muParser's last error, of which it keeps one at a time in a process. Its token may be all
 * of the formula, and muParser writes token and message into 2048 characters. */
static clpwl_status report_error(formula *e, const char *text, const char *spelled)
{
    enum { LONGEST = 1024 };
    clpwl_status status = CLPWL_OK;
    char near[256];
    size_t count;
    CHECK(strlen(spelled) <= LONGEST, CLPWL_ERR_ARGUMENT,
          "the formula of %zu characters has an error at character %d, or is too long",
          strlen(spelled), mupGetErrorPos(e->parser) + 1);
    const char *token = mupGetErrorToken(e->parser);
    int is_name = mupGetErrorCode(e->parser) == 1 /* ecUNASSIGNABLE_TOKEN */ &&
                  isalpha((unsigned char)*token);
    CHECK(is_name, CLPWL_ERR_ARGUMENT, "formula '%s': %s", text, mupGetErrorMsg(e->parser));
    CHECK(!is_known(token), CLPWL_ERR_ARGUMENT,
          "formula '%s': '%s' takes its argument in brackets, as %s(x)", text, token, token);
    clpwl_catalogue(&count);
    clpwl__near_names(token, name_at, NULL, count + SPECIALS + BUILTINS, near, sizeof near);
    status = clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "unknown name in the formula '%s'%s%s%s", token,
                         *near ? ": did you mean " : "", near, *near ? "?" : "");
done:
    return status;
}

/* Compiles the formula by evaluating it once, which shows its errors. */
static clpwl_status compile(formula *e, const char *typed, const char *text)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    clpwl_status status = CLPWL_OK;
    int results = 0;
    pthread_mutex_lock(&lock);
    mupSetExpr(e->parser, text);
    e->x = 1;
    int failed = mupError(e->parser);
    if (!failed) {
        mupEvalMulti(e->parser, &results);
        failed = mupError(e->parser);
    }
    if (failed)
        status = report_error(e, typed, text);
    pthread_mutex_unlock(&lock);
    TRY(status);
    CHECK(results == 1, CLPWL_ERR_ARGUMENT, "formula '%s' has %d results; one is wanted",
          typed, results);
done:
    return status;
}

/* The longest token is far below the 2048 characters of muParser's buffer. */
static clpwl_status check_text(const char *text)
{
    enum { LONGEST = 255 };
    clpwl_status status = CLPWL_OK;
    size_t length = 0;
    for (const char *c = text; *c; c++) {
        CHECK(!iscntrl((unsigned char)*c), CLPWL_ERR_ARGUMENT,
              "the formula must be one line of text");
        length = strchr("+-*/^(),?:<>=&|! ", *c) ? 0 : length + 1;
        CHECK(length <= LONGEST, CLPWL_ERR_ARGUMENT,
              "the formula has a name or a number of more than %d characters", LONGEST);
    }
done:
    return status;
}

clpwl_status clpwl_function_from_formula(clpwl_function **out, const char *text,
                                         const double *kinks, size_t kink_count)
{
    clpwl_status status = CLPWL_OK;
    formula *e = NULL;
    char *spelled = NULL;
    CHECK(out && text, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "formula" : "out");
    *out = NULL;
    TRY(check_text(text));
    e = clpwl__calloc(1, sizeof *e);
    CHECK_MEMORY(e);
    e->parser = mupCreate(muBASETYPE_FLOAT);
    CHECK_MEMORY(e->parser);
    TRY(define_names(e));
    TRY(clpwl__spell_formula(text, is_known, &spelled));
    TRY(compile(e, text, spelled));
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    spec.name = text;
    spec.f = evaluate_formula;
    spec.user = e;
    spec.release = free_formula;
    spec.kinks = kink_count ? kinks : NULL;
    spec.kink_count = kink_count;
    spec.smooth = kinks != NULL;
    TRY(clpwl_function_create(out, &spec));
    e = NULL;
done:
    free_formula(e);
    clpwl__free(spelled);
    return status;
}

#else

const char *clpwl_formula_function(size_t i, const char **text)
{
    (void)i;
    (void)text;
    return NULL;
}

clpwl_status clpwl_function_from_formula(clpwl_function **out, const char *text,
                                         const double *kinks, size_t kink_count)
{
    (void)text;
    (void)kinks;
    (void)kink_count;
    if (out)
        *out = NULL;
    return clpwl__fail(CLPWL_ERR_UNSUPPORTED,
                       "this build of the library has no formulas: it was configured without "
                       "muParser");
}

#endif
