/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas in x: functions of C, the catalogue, and special functions of GSL. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf.h>
#include "base/door.h"
#include "base/gsl.h"
#include "base/internal.h"
#include "clpwl/function.h"
#include "function/tree/tree.h"
#include "formula/sharp.h"
#include "function/function.h"

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

/* GSL fails at k = 1, where E is 1. */
static int ellint_e(double k, gsl_sf_result *r)
{
    if (fabs(k) == 1) {
        r->val = 1;
        return GSL_SUCCESS;
    }
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

static double sign(double x)
{
    return isnan(x) ? x : x == 0 ? 0 : copysign(1, x);
}

/* Functions of C. log is the natural logarithm. */
static const struct plain {
    const char *name;
    double (*one)(double);
    double (*two)(double, double);
} plains[] = {
    {"abs", fabs, NULL},    {"acos", acos, NULL},   {"acosh", acosh, NULL}, {"asin", asin, NULL},
    {"asinh", asinh, NULL}, {"atan", atan, NULL},   {"atan2", NULL, atan2}, {"atanh", atanh, NULL},
    {"cbrt", cbrt, NULL},   {"ceil", ceil, NULL},   {"cos", cos, NULL},     {"cosh", cosh, NULL},
    {"exp", exp, NULL},     {"expm1", expm1, NULL}, {"floor", floor, NULL}, {"fmod", NULL, fmod},
    {"hypot", NULL, hypot}, {"ln", log, NULL},      {"log", log, NULL},     {"log10", log10, NULL},
    {"log2", log2, NULL},   {"mod", NULL, mod},     {"pow", NULL, pow},     {"rint", rint, NULL},
    {"round", round, NULL}, {"sign", sign, NULL},   {"sin", sin, NULL},     {"sinh", sinh, NULL},
    {"sqrt", sqrt, NULL},   {"tan", tan, NULL},     {"tanh", tanh, NULL},   {"trunc", trunc, NULL},
};
enum { PLAINS = sizeof plains / sizeof *plains };

const char *clpwl_formula_function(size_t i, const char **text)
{
    if (i >= SPECIALS)
        return NULL;
    if (text)
        *text = specials[i].text;
    return specials[i].name;
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

static double call_plain1(void *row, double x)
{
    return ((const struct plain *)row)->one(x);
}

static double call_plain2(void *row, double x, double y)
{
    return ((const struct plain *)row)->two(x, y);
}

static double call_catalogue(void *function, double x)
{
    return clpwl__function_raw(function, x);
}

typedef struct formula {
    clpwl__tree tree;
    clpwl__callee *callees; /* plain functions, special ones, then the rest of the catalogue */
    size_t count, catalogue; /* of all; the first one of the catalogue */
    clpwl__sharp *sharp;     /* may be NULL */
    char *text;
} formula;

static const clpwl__callee *find_callee(const void *user, const char *name)
{
    const formula *e = user;
    for (size_t i = 0; i < e->count; i++)
        if (strcmp(e->callees[i].name, name) == 0)
            return &e->callees[i];
    return NULL;
}

/* The catalogue first: of several names that are near, the first ones are shown. */
static const char *callee_name(const void *user, size_t i)
{
    static const char *const others[] = {"x", "pi", "e", "min", "max", "sum", "avg", NULL};
    const formula *e = user;
    return i < e->count ? e->callees[(i + e->catalogue) % e->count].name
                        : others[i - e->count];
}

static void free_formula(void *user)
{
    formula *e = user;
    if (!e)
        return;
    for (size_t i = e->catalogue; i < e->count; i++)
        clpwl_function_free(e->callees[i].user);
    clpwl__tree_free(&e->tree);
    clpwl__sharp_free(e->sharp);
    clpwl__free(e->text);
    clpwl__free(e->callees);
    clpwl__free(e);
}

/* A name means the same in a formula as alone; parameters have their defaults. */
static clpwl_status add_catalogue(formula *e)
{
    size_t count;
    const clpwl_catalogue_entry *entry = clpwl_catalogue(&count);
    clpwl_status status = CLPWL_OK;
    e->catalogue = e->count;
    for (size_t i = 0; i < count; i++, entry++) {
        clpwl_function *f;
        if (find_callee(e, entry->name))
            continue;
        TRY(clpwl_function_from_catalogue(&f, entry->name));
        e->callees[e->count++] =
            (clpwl__callee){.name = entry->name, .arguments = 1, .one = call_catalogue, .user = f};
    }
done:
    return status;
}

static clpwl_status add_callees(formula *e)
{
    size_t count;
    clpwl_status status = CLPWL_OK;
    clpwl_catalogue(&count);
    e->callees = clpwl__calloc(PLAINS + SPECIALS + count, sizeof *e->callees);
    CHECK_MEMORY(e->callees);
    for (size_t i = 0; i < PLAINS; i++)
        e->callees[e->count++] = (clpwl__callee){plains[i].name, plains[i].one ? 1 : 2, call_plain1,
                                                 call_plain2, (void *)&plains[i]};
    for (size_t i = 0; i < SPECIALS; i++)
        e->callees[e->count++] = (clpwl__callee){specials[i].name, specials[i].one ? 1 : 2,
                                                 call_special1, call_special2,
                                                 (void *)&specials[i]};
    TRY(add_catalogue(e));
done:
    return status;
}

/* 1 - cos(x) */
static double versine(void *unused, double x)
{
    (void)unused;
    return 2 * sin(x / 2) * sin(x / 2);
}

static int is_call(const clpwl__node *n, const char *name)
{
    return n->op == CLPWL__CALL && strcmp(n->callee->name, name) == 0;
}

static int is_one(const clpwl__node *n)
{
    return n->op == CLPWL__NUMBER && n->value == 1;
}

/* A node is no more evaluated unless others have it as an operand, too. */
static void drop(clpwl__tree *tree, int node)
{
    int uses = 0;
    for (int i = node + 1; i < tree->count; i++)
        uses += tree->nodes[i].a == node || tree->nodes[i].b == node || tree->nodes[i].c == node;
    if (uses == 0)
        tree->nodes[node] = (clpwl__node){.op = CLPWL__NUMBER};
}

/* exp(a) - 1, 1 - cos(a) and log(1 + a) become functions that do not cancel: these are some fifty times as
 * fast as sharp values. */
static void use_functions(formula *e)
{
    static const clpwl__callee versed = {.name = "versine", .arguments = 1, .one = versine};
    const clpwl__callee *expm1 = find_callee(e, "expm1"), *log1p = find_callee(e, "log1p");
    for (int i = 0; i < e->tree.count; i++) {
        clpwl__node *n = &e->tree.nodes[i];
        const clpwl__node *a = &e->tree.nodes[n->a], *b = &e->tree.nodes[n->b];
        clpwl__node call = {.op = CLPWL__CALL};
        int old = n->op == CLPWL__SUB && is_one(a) ? n->b : n->a;
        if (n->op == CLPWL__SUB && is_one(b) && is_call(a, "exp")) {
            call.callee = expm1;
            call.a = a->a;
        } else if (n->op == CLPWL__SUB && is_one(a) && is_call(b, "cos")) {
            call.callee = &versed;
            call.a = b->a;
        } else if ((is_call(n, "log") || is_call(n, "ln")) && a->op == CLPWL__ADD &&
                   (is_one(&e->tree.nodes[a->a]) || is_one(&e->tree.nodes[a->b]))) {
            call.callee = log1p;
            call.a = is_one(&e->tree.nodes[a->a]) ? a->b : a->a;
        } else {
            continue;
        }
        *n = call;
        drop(&e->tree, old);
    }
}

static void evaluate_many(const double *x, double *y, size_t n, void *user)
{
    enum { BLOCK = 256 };
    const formula *e = user;
    char lost[BLOCK];
    for (size_t k = 0; k < n; k += BLOCK) {
        size_t count = n - k < BLOCK ? n - k : BLOCK;
        clpwl_status status = clpwl__tree_values(&e->tree, x + k, y + k, lost, count);
        for (size_t i = 0; i < count; i++)
            if (status != CLPWL_OK)
                y[k + i] = NAN;
            else if (lost[i])
                clpwl__sharpen(e->sharp, x[k + i], &y[k + i]);
    }
}

static double evaluate_one(double x, void *user)
{
    double y;
    evaluate_many(&x, &y, 1, user);
    return y;
}

/* Levels judge 32768 places in .2 s. */
static clpwl_status find_switches(const void *user, double a, double b, double **x, size_t *count)
{
    return clpwl__tree_switches(&((const formula *)user)->tree, a, b, 1 << 15, x, count);
}

clpwl_status clpwl_function_from_formula(clpwl_function **out, const char *text,
                                         const double *kinks, size_t kink_count)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    formula *e = NULL;
    int root, additions;
    if (out)
        *out = NULL;
    CHECK(out && text, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "formula" : "out");
    e = clpwl__calloc(1, sizeof *e);
    CHECK_MEMORY(e);
    TRY(add_callees(e));
    clpwl__names names = {.find = find_callee, .name_at = callee_name, .user = e};
    TRY(clpwl__parse(&e->tree, &root, text, &names));
    use_functions(e);
    TRY(clpwl__tree_take_sums(&e->tree, &additions));
    TRY(clpwl__copy_text(&e->text, text));
    TRY(clpwl__sharp_create(&e->sharp, e->text));
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    spec.name = text;
    spec.f = evaluate_one;
    spec.many = evaluate_many;
    spec.user = e;
    spec.release = free_formula;
    spec.kinks = kink_count ? kinks : NULL;
    spec.kink_count = kink_count;
    spec.smooth = kinks != NULL;
    TRY(clpwl_function_create(out, &spec));
    (*out)->is_formula = (*out)->is_ours = 1;
    (*out)->additions = additions;
    (*out)->switches = find_switches;
    e = NULL;
done:
    free_formula(e);
    return status;
}
