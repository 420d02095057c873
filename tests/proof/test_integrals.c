/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Enclosures of integrals and their derivatives, against mpmath. */
#include <math.h>
#include "clpwl.h"
#include "proof/claim.h"
#include "support/suite.h"

/* f and its derivatives at x, to 17 digits of mpmath with mp.dps = 40: diff of these by k times,
 *     n / x**n * quad(lambda t: t**n / expm1(t), linspace(0, x, 2 + int(x / 4)))             debye n, x >= 3
 *     n * quad(lambda s: s**(n-1+k) * diff(lambda u: u / expm1(u), x * s, k), [0, 1])        debye n, k times
 *     t**2 * exp(t) / expm1(t)**2                                                      transport2, k - 1 times
 *     x * exp(-x) * quad(lambda t: exp(x) * besselk(5/3, t), [x, x + 1, x + 4, ... x + 256])   synchrotron1
 * At 0 u / expm1(u) has the derivatives bernoulli(k). */
static const struct reference {
    const char *text;
    double x, y[CLPWL__ORDERS];
} references[] = {
    {"debye1(x)", 0, {1.0, -0.25, 0.055555555555555556, 0.0, -0.0066666666666666667}},
    {"debye1(x)", 40, {0.041123351671205657, -0.0010280837917801372, 5.1404189589002716e-5,
     -3.8553142191711678e-6, 3.8553142191318705e-7}},
    {"debye1(x)", 2 + 0x1p-30, {0.60694728447294663, -0.14695599951407548, 0.044199405679521397,
     -0.0096348963445149167, -0.0018256647361040561}},
    {"debye3(x)", 0.3125, {0.88768964611260206, -0.34382246431858592, 0.099305597322239821,
     -0.0044241433170338147, -0.013901779386829076}},
    {"debye3(x)", 7.5, {0.043655021148884321, -0.015801837134298461, 0.0069879126001282147,
     -0.0034386372353622413, 0.0017494727041587953}},
    {"transport2(x)", 0, {0.0, 1, 0, -0.16666666666666667, 0}},
    {"transport2(x)", 2, {1.8017185674405777, 0.72406166096631047, -0.22665684875970903,
     -0.028946594680634801, 0.089446038758786923}},
    {"transport2(x)", 40, {3.2898681336964457, 6.7973668084665425e-15, -6.4574984680432154e-15,
     6.1261268361304716e-15, -5.803251912728311e-15}},
    {"synchrotron1(x)", 0.0009765625, {0.21148896168141176, 70.979110771554687,
     -49693.106733309722, 84809823.554371911, -231587271299.80528}},
    {"synchrotron1(x)", 1, {0.65142281535536397, -0.44630790089178141, 0.12856482335515981,
     0.50106980587635192, -2.2108419056955945}},
    {"synchrotron1(x)", 40, {3.4298874658310393e-17, -3.3885269382049853e-17,
     3.3466661377719638e-17, -3.3042868585612354e-17, 3.2613697872604218e-17}},
    {"synchrotron1(x)", 300, {1.1204068531331836e-129, -1.1185489138612794e-129,
     1.1166878934359012e-129, -1.1148237765270431e-129, 1.1129565476775698e-129}},
};
enum { REFERENCES = sizeof references / sizeof *references };

static void open_claim(clpwl__claim *claim, const char *text)
{
    static const double knots[] = {0, 1}, values[] = {0, 0};
    clpwl_function *f = NULL;
    OK(clpwl_function_from_formula(&f, text, NULL, 0));
    OK(clpwl__claim_create(claim, f, NULL, CLPWL_SHAPER_NONE, 1));
    OK(clpwl__claim_segment(claim, CLPWL_SHAPER_NONE, knots, values, 0)); /* v = 0 */
    clpwl_function_free(f);
}

/* How far a double and the digits of a row may be from a value. Enclosures of 0 have 96 bits. */
static double reading_error(double y)
{
    return 0x1p-52 * fabs(y) + 0x1p-90;
}

START_TEST(values_are_those_of_mpmath)
{
    for (int i = 0; i < REFERENCES; i++) {
        const struct reference *r = &references[i];
        clpwl__claim claim;
        open_claim(&claim, r->text);
        for (int order = 0; order < CLPWL__ORDERS; order++) {
            const clpwl__range *e;
            OK(clpwl__claim_on(&claim, order, r->x, r->x, &e));
            double lower = clpwl__range_lower(e), upper = clpwl__range_upper(e);
            double y = r->y[order], near = reading_error(y);
            EXPECT(fabs(lower - y) <= near && fabs(upper - y) <= near,
                   "%s: derivative %d at %.17g is %.17g, not in [%.17g, %.17g]", r->text, order,
                   r->x, y, lower, upper);
        }
        clpwl__claim_free(&claim);
    }
}
END_TEST

/* Ranges that end in a row's x, or have it inside, of all widths. */
START_TEST(ranges_hold_the_values)
{
    for (int i = 0; i < REFERENCES; i++) {
        const struct reference *r = &references[i];
        clpwl__claim claim;
        open_claim(&claim, r->text);
        for (int k = 0; k < 3 * 20; k++) {
            double width = fmax(1, r->x) * exp2(-2 * (k / 3));
            double l = k % 3 == 0 ? r->x : fmax(0, r->x - width);
            double u = k % 3 == 1 ? r->x : r->x + width;
            for (int order = 0; order < CLPWL__ORDERS; order++) {
                const clpwl__range *e;
                OK(clpwl__claim_on(&claim, order, l, u, &e));
                double y = r->y[order], near = reading_error(y);
                EXPECT(!(clpwl__range_lower(e) > y + near || clpwl__range_upper(e) < y - near),
                       "%s: derivative %d at %g is %.17g, not in [%g, %g], that on [%g, %g]",
                       r->text, order, r->x, y, clpwl__range_lower(e), clpwl__range_upper(e), l,
                       u);
            }
        }
        clpwl__claim_free(&claim);
    }
}
END_TEST

/* GSL has no values below 0. Beyond 512 the tail of K has bounds only. */
START_TEST(ends_of_domains_are_known)
{
    static const char *const texts[] = {"debye1(x)", "debye3(x)", "transport2(x)",
                                        "synchrotron1(x)"};
    const clpwl__range *e;
    clpwl__claim claim;
    for (int i = 0; i < 4; i++) {
        open_claim(&claim, texts[i]);
        OK(clpwl__claim_on(&claim, 0, -0x1p-1000, 1, &e));
        EXPECT(!clpwl__range_known(e), "%s has values below 0", texts[i]);
        OK(clpwl__claim_on(&claim, 0, 0, 0x1p-1000, &e));
        EXPECT(clpwl__range_known(e), "%s has no value at 0", texts[i]);
        clpwl__claim_free(&claim);
    }
    open_claim(&claim, "synchrotron1(x)*exp(x)/sqrt(x)");
    for (double x = 511.5; x < 1e6; x *= 2) {
        OK(clpwl__claim_on(&claim, 0, x, x, &e)); /* it falls to sqrt(pi/2) = 1.2533 */
        double lower = clpwl__range_lower(e), upper = clpwl__range_upper(e);
        double most = x < 512 ? 1.2552 : 2.52;
        EXPECT(lower > 1.25 && lower < 1.2552 && upper > 1.2533 && upper < most,
               "at %g: [%g, %g]", x, lower, upper);
    }
    clpwl__claim_free(&claim);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("integrals");
    TCase *t = tcase_create("integrals");
    tcase_set_timeout(t, 1200); /* on a loaded machine */
    tcase_add_test(t, values_are_those_of_mpmath);
    tcase_add_test(t, ranges_hold_the_values);
    tcase_add_test(t, ends_of_domains_are_known);
    suite_add_tcase(s, t);
    return s;
}
