/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Certificates: a script for Sollya, whose supnorm encloses the error of each segment by methods of its
 * own (S. Chevillard, J. Harrison, M. Joldes, C. Lauter, Theor. Comput. Sci. 412 (2011) 1523-1543). The
 * script has f, the knots and the nodal values, and nothing of what this library computed but the bound.
 */
#include <float.h>
#include "base/door.h"
#include "clpwl/proof.h"
#include "proof/claim.h"

/* Functions that Sollya has under the same name. */
static const char *const known[] = {"abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos",
                                    "cosh", "erf", "erfc", "exp", "expm1", "log", "log1p", "sin",
                                    "sinh", "sqrt", "tan", "tanh", NULL};

/* A double, exactly: MANTISSAbEXPONENT. */
static void put_number(clpwl__text *t, double x)
{
    int exponent;
    double mantissa = frexp(x, &exponent);
    clpwl__append(t, "(%.0fb%d)", ldexp(mantissa, DBL_MANT_DIG), exponent - DBL_MANT_DIG);
}

/* Operations of the variables a and b, as %d. */
static const char *const operations[] = {[CLPWL__PI] = "pi",         [CLPWL__E] = "exp(1)",
                                         [CLPWL__X] = "x",           [CLPWL__NEG] = "-t%d",
                                         [CLPWL__ADD] = "t%d + t%d", [CLPWL__SUB] = "t%d - t%d",
                                         [CLPWL__MUL] = "t%d * t%d", [CLPWL__DIV] = "t%d / t%d",
                                         [CLPWL__POW] = "t%d ^ t%d", [CLPWL__CALL] = NULL};

/* A node as the value of a variable t with its number; sin(b)/b, expm1(b)/b and a log(a) where these have
 * values. */
static clpwl_status put_node(clpwl__text *t, const clpwl__expression *e, int number, const char *name)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__node *n = &e->tree.nodes[number];
    const char *call = n->op == CLPWL__CALL ? n->callee->name : "", *format = operations[n->op];
    const int is_of_0 = *call && clpwl__is_number(e, n->a, 0);
    int a = n->a, b = n->b;
    clpwl__append(t, "t%d = ", number);
    if (strcmp(call, "xlogx") == 0) {
        format = "t%d * log(t%d)";
        b = a;
    } else if (is_of_0 && (strcmp(call, "spherical_") == 0 || strcmp(call, "phi_") == 0)) {
        format = *call == 's' ? "sin(t%d) / t%d" : "expm1(t%d) / t%d";
        a = b;
    }
    if (n->op == CLPWL__NUMBER) {
        put_number(t, n->value);
    } else if (format) {
        clpwl__append(t, format, a, b);
    } else {
        const char *missing = *call ? call : "min, max or conditions";
        if (*call && !strstr(name, missing)) /* a name that the user did not write */
            missing = "such function";
        CHECK(clpwl__is_named(n, known), CLPWL_ERR_UNSUPPORTED,
              "there is no certificate for %s: Sollya has no %s", name, missing);
        clpwl__append(t, "%s(t%d)", call, a);
    }
    clpwl__append(t, ";\n");
done:
    return status;
}

static clpwl_status put_function(clpwl__text *t, const clpwl_function *f)
{
    clpwl_status status = CLPWL_OK;
    clpwl__expression e = {0};
    int y;
    TRY(clpwl__expression_function(&e, &y, f));
    clpwl__tree_mark(&e.tree, y);
    for (int i = 0; i <= y; i++)
        if (e.tree.nodes[i].is_needed)
            TRY(put_node(t, &e, i, clpwl_function_name(f)));
    clpwl__append(t, "f = t%d;\n", y);
done:
    clpwl__expression_free(&e);
    return status;
}

static void put_list(clpwl__text *t, const char *name, const double *numbers, size_t count)
{
    clpwl__append(t, "%s = [|", name);
    for (size_t i = 0; i < count; i++) {
        clpwl__append(t, i == 0 ? "" : i % 4 == 0 ? ",\n" : ", ");
        put_number(t, numbers[i]);
    }
    clpwl__append(t, "|];\n");
}

/* 2^-20: how far supnorm may be above the error. A line has no error but at its ends. */
static const char procedures[] =
    "verbosity = 0!;\n"
    "procedure largest(l, r, p) {\n"
    "    var s;\n"
    "    if (degree(f) >= 0 && degree(f) <= 1) then {\n"
    "        s = max(abs((p - f)(l)), abs((p - f)(r)));\n"
    "    } else {\n"
    "        s = supnorm(p, f, [l; r], absolute, 2^(-20));\n"
    "        if (s == error) then s = infnorm(p - f, [l; r]);\n"
    "        if (!(s == error)) then s = sup(s);\n"
    "    };\n"
    "    return s;\n"
    "};\n";

static const char loop[] =
    "failed = 0;\n"
    "for i from 0 to n - 1 do {\n"
    "    e = largest(knots[i], knots[i + 1], values[i] +\n"
    "                (values[i + 1] - values[i]) / (knots[i + 1] - knots[i]) * (x - knots[i]));\n"
    "    ok = false;\n"
    "    if (!(e == error)) then ok = (e <= bound);\n"
    "    if (!ok) then { failed = failed + 1; print(\"not certified: segment\", i); };\n"
    "};\n"
    "if (failed == 0) then print(\"certified:\", n, \"segments\")\n"
    "else print(\"NOT certified:\", failed, \"of\", n, \"segments\");\n"
    "quit;\n";

clpwl_status clpwl_certificate(char **text, const clpwl_function *f, const clpwl_table *table,
                               double bound)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__text t = {0};
    size_t n;
    CHECK_GIVEN(text);
    *text = NULL;
    CHECK_GIVEN(f);
    CHECK_GIVEN(table);
    CHECK(bound > 0 && bound < HUGE_VAL, CLPWL_ERR_ARGUMENT,
          "the bound is %g: it must be a positive number", bound);
    CHECK(!clpwl_table_shaper(table), CLPWL_ERR_UNSUPPORTED,
          "there is no certificate for a table in %s(x): it must be a polynomial in x",
          clpwl_shaper_name(clpwl_table_shaper(table)));
    n = clpwl_table_segments(table);
    clpwl__append(&t, "// |f - v| <= bound on %zu segments, for Sollya: sollya FILE\n"
                      "// The last line that is printed says whether that is certified.\n", n);
    TRY(put_function(&t, f));
    clpwl__append(&t, "bound = ");
    put_number(&t, bound);
    clpwl__append(&t, "; // %.17g\nn = %zu;\n", bound, n);
    put_list(&t, "knots", clpwl_table_knots(table), n + 1);
    put_list(&t, "values", clpwl_table_values(table), n + 1);
    clpwl__append(&t, "%s%s", procedures, loop);
    CHECK(!t.failed, CLPWL_ERR_MEMORY, "out of memory: the text of a certificate");
    *text = t.text;
    t.text = NULL;
done:
    clpwl__free(t.text);
    return status;
}
