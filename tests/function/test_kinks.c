/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinks are found where f has them, and only there. */
#include <float.h>
#include <stdlib.h>
#include <string.h>
#include "function/proxy.h"
#include "support/callback.h"
#include "support/wish.h"

/* clang-format off */
/* Of callbacks; the first kink, to within `slack`. */
static const struct {
    const char *f, *domain;
    size_t count;
    double first, slack;
} rows[] = {
    {"abs(x-0.3)", "-1:1", 1, 0.3, 0},
    {"max(x,0)", "-1:7.3", 1, 0, 0},
    {"min(max(x,-1),1)", "-1.1:20", 2, -1, 0},
    {"max(x,1/3)+exp(x)", "-1:1", 1, 1.0 / 3, 1e-14}, /* rounding of exp */
    {"abs(sin(x))", "0.5:100", 31, M_PI, 1e-14},
    {"sin(3*x)+0.05*abs(x-0.71)", "0:1", 1, 0.71, 1e-13}, /* rounding over the jump in f' */
    {"1e12*abs(x-3e6)", "0:1e7", 1, 3e6, 0},
    {"1e-12*abs(x-3e-6)", "0:1e-5", 1, 3e-6, 0},
    {"max(x,1e-3)", "0:100", 1, 1e-3, 0},
    {"x<0.5?x*x:x-0.25+(x-0.5)*1e-2", "0:1", 1, 0.5, 1e-12},
    /* 25 ulp: the last interval */
    {"sqrt(abs(x-862.03455362172986))", "1:1000", 1, 862.03455362172986, 3e-12},
    {"cbrt(x)", "-1:2", 1, 0, 1e-14}, {"abs(x-0.3)^0.7", "0:1", 1, 0.3, 1e-14},
    {"x<0.3?sin(x):sin(x)+0.5", "-1:1", 1, 0.3, 0},
    {"sign(x)", "-1:2", 1, 0, FLT_MIN},
    {"sign(x)", "0:1", 1, 0, 0},
    {"sign(x)", "-1:0", 1, 0, 0},
    /* 0 at one number, as the sign */
    {"copysign((x+5)/10!=0.48645,(x+5)/10-0.48645)", "-5:5", 1, -0.1355, 1e-12},
    {"x-floor(x)", "0:100", 100, 1, 0}, /* at 0 the value is the limit, at 100 it is not */
    {"x<1?1:x<2?2-x:x*x-4", "0:3", 2, 1, 1e-14},
    {"sin(1e4*x)", "0:10", 0, 0, 0}, {"sin(1/x)", "0.001:1", 0, 0, 0}, {"sqrt(x*(1-x))", "0:1", 0, 0, 0},
    {"x^0.05", "0:1", 0, 0, 0}, {"ln(x)", "1e-30:1", 0, 0, 0}, {"x>0?x*ln(x):0", "0:1", 0, 0, 0},
    {"acos(x)", "-1:1", 0, 0, 0}, {"x^4", "-1:1", 0, 0, 0}, {"sqrt(x*x+1e-12)", "-1:1", 0, 0, 0},
    {"ln(1+exp(-abs(1e4*x)))+max(1e4*x,0)", "-1:1", 0, 0, 0}, {"exp(-x*x*1e6)", "-1:1", 0, 0, 0},
    {"x<0?0:x*x", "-1:1", 0, 0, 0}, {"3*x+0.1", "-1e9:1e9", 0, 0, 0}, {"1/x", "1e-9:1", 0, 0, 0},
    {"sin(x)+1e-3*(mod(abs(sin(x*1e9)*43758.5453),1)-0.5)", "0:10", 0, 0, 0} /* noise */
};

/* A formula says where its operations switch, however close that is: 126 of 4089 were found by values
 * alone. */
static const struct {
    const char *f;
    double b;
    size_t count;
} formulas[] = {
    {"abs(mod(x,2)-1)", 4090, 4089}, {"abs(sin(pi*x))", 1000, 999}, {"max(mod(x,3),1)-mod(x,1)", 300, 300},
    {"min(x,2)*(x<2?1:3)", 4, 1}, {"abs(x-1)^2+sign(x-1)*(x-1)^2", 2, 0}, /* switches without a kink */
    {"rint(255*x^(1/2.2))/255", 1, 255}, {"abs(sin(1e4*x))", 1, 3183}, /* equal samples hit one phase */
    {"floor(1e6*x)", 1, 0}, /* too many */
};
/* clang-format on */

TESTS(known_kinks_are_found, sizeof rows / sizeof *rows)
{
    wish w;
    clpwl_kink kinks[512];
    size_t count;
    begin_wish(&w, rows[_i].f, "callback");
    add_words(&w, rows[_i].domain);
    OK(clpwl_function_find_kinks(w.f, w.o.a, w.o.b, kinks, 512, &count));
    EXPECT(count == rows[_i].count, "%s: %zu kinks, the first at %.17g", rows[_i].f, count, kinks[0].x);
    EXPECT(!count || fabs(kinks[0].x - rows[_i].first) <= rows[_i].slack, "%s: %.17g", rows[_i].f,
           kinks[0].x);
    for (size_t i = 1; i < count; i++)
        ck_assert_double_gt(kinks[i].x, kinks[i - 1].x);
    end_wish(&w);
}

TESTS(dense_kinks_of_formulas_are_found, sizeof formulas / sizeof *formulas)
{
    clpwl_function *f = function_of(formulas[_i].f);
    size_t count;
    OK(clpwl_function_find_kinks(f, 0, formulas[_i].b, NULL, 0, &count));
    ck_assert_uint_eq(count, formulas[_i].count);
    clpwl_function_free(f);
}

/* At an end the value of f takes the place of the limit outside. */
TESTS(jumps_have_both_values, 3)
{
    static const double ends[][4] = {{0, 1, 0, 1}, {-1, 0, -1, 0}, {-1, 1, -1, 1}};
    wish w;
    clpwl_kink k;
    size_t count;
    begin_wish(&w, "sign(x)", "callback");
    OK(clpwl_function_find_kinks(w.f, ends[_i][0], ends[_i][1], &k, 1, &count));
    ck_assert(count == 1 && k.left == ends[_i][2] && k.right == ends[_i][3]);
    FAILS(CLPWL_ERR_ARGUMENT, "[1, 0]", clpwl_function_find_kinks(w.f, 1, 0, &k, 1, &count));
    end_wish(&w);
}

static int count_entries(void)
{
    size_t entries;
    clpwl_catalogue(&entries);
    return (int)entries;
}

/* The whole catalogue has the kinks that its rows name, on several domains. */
TESTS(the_catalogue_has_those_it_names, count_entries())
{
    size_t entries, known, count;
    const clpwl_catalogue_entry *e = clpwl_catalogue(&entries) + _i;
    clpwl_function *f = function_of(e->name);
    clpwl_kink found[8];
    const double *kinks = clpwl_function_kinks(f, &known);
    for (int part = 0; part < 4; part++) {
        double l = e->a + (e->b - e->a) * 0.0371 * part, r = e->b - (e->b - e->a) * 0.0713 * part;
        size_t inside = 0;
        OK(clpwl_function_find_kinks(f, l, r, found, 8, &count));
        for (size_t i = 0; i < known; i++)
            inside += l < kinks[i] && kinks[i] < r;
        /* f' of srgb jumps by 1e-4 of itself, and f beside that kink by 2e-8 */
        EXPECT(count == inside || (strncmp(e->name, "srgb", 4) == 0 && count <= inside + 1),
               "%s on [%g, %g]: %zu kinks, not %zu", e->name, l, r, count, inside);
    }
    clpwl_function_free(f);
}

/* Of callbacks: where f grows beyond all bounds, to the neighbouring fp32 numbers; NAN: nowhere. */
TESTS(poles_are_found, 12)
{
    static const struct {
        const char *f, *domain;
        double pole;
    } poles[] = {{"1/(x-0.3)", "0:1", 0.3},        {"1/abs(x-0.3)^0.4", "0:1", 0.3},
                 {"1/sqrt(x)", "0:1", 0},
                 {"1/(1-x)", "0:1", 1},              {"tan(x)", "0:3", M_PI / 2},
                 {"x==0?0:1/sqrt(abs(x))", "-1:2", 0},
                 {"1/(x+2)^2", "-3.7:1", -2},       {"1/(x-40)", "-3:50.5", 40},
                 {"exp(-((x-0.3)/1e-3)^2)", "0:1", NAN}, {"x<0.3?0:1", "0:1", NAN},
                 {"sqrt(abs(x-0.3))", "0:1", NAN}, {"sin(1/(x-0.3))", "0:1", NAN}};
    clpwl__proxy p;
    wish w;
    begin_wish(&w, poles[_i].f, "callback");
    add_words(&w, poles[_i].domain);
    const clpwl__proxy_wish of_f = {.a = w.o.a, .b = w.o.b, .max_error = 1e-3};
    clpwl_status status = clpwl__proxy_create(&p, w.f, &of_f);
    const char *x = strstr(clpwl_last_message(), "x = ");
    EXPECT((status == CLPWL_ERR_NOT_FINITE) == !isnan(poles[_i].pole) &&
               (status == CLPWL_OK || isnan(poles[_i].pole) ||
                (x && fabs(strtod(x + 4, NULL) - poles[_i].pole) <= FLT_EPSILON)),
           "%s: %d, %s", poles[_i].f, status, clpwl_last_message());
    clpwl__proxy_free(&p);
    end_wish(&w);
}
