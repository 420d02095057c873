/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function f of one real variable, which a table approximates.
 *
 * A function comes from a callback, the catalogue, a formula or samples. It has a value, a
 * second derivative (given, or computed numerically), a default domain, kinks and, in some
 * cases, an OpenCL C expression.
 *
 * A clpwl_function is immutable. Several threads may use one if its callbacks allow it; those of
 * the catalogue, of formulas and of samples do.
 *
 * Core: clpwl_function_from_formula, clpwl_function_from_catalogue, clpwl_function_create,
 * clpwl_function_free; the rest is advanced (doc/abi.md). Samples are in clpwl/samples.h.
 */
#ifndef CLPWL_FUNCTION_H
#define CLPWL_FUNCTION_H

#include <stddef.h>
#include "clpwl/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clpwl_function clpwl_function;

/* f(x), in double. A design asks for x in its domain alone. Where a result is NaN or infinite, the library
 * asks once more. The same again means that f has no finite value at x. A design bridges NaN in a gap
 * (clpwl_gaps); otherwise the caller of the library gets CLPWL_ERR_NOT_FINITE with that x. */
typedef double (*clpwl_callback)(double x, void *user);

/* y[i] = f(x[i]) for n numbers, which for an interpreted language costs less than n calls. */
typedef void (*clpwl_many_callback)(const double *x, double *y, size_t n, void *user);

#define CLPWL_GAPS_MOST 4

/*
 * Where a callback has no value, as sin(x)/x at 0, or where its values are cancelled away, as those of
 * (1-cos(x))/x^2 beside 0. A gap takes at most 1e-6 of the domain, or the number at which f has no value and
 * the fp32 numbers beside it. f is smooth on both sides of a gap. In it the line between the values at its
 * ends stands for f, and errors are those from that line.
 */
typedef struct clpwl_gaps {
    size_t count; /* 0: none */
    double a[CLPWL_GAPS_MOST], b[CLPWL_GAPS_MOST]; /* the ends, in the order in which gaps were found */
} clpwl_gaps;

/* The arguments of clpwl_function_create. Begin with CLPWL_FUNCTION_SPEC_INIT. */
typedef struct clpwl_function_spec {
    size_t size;               /* sizeof(clpwl_function_spec) */
    const char *name;          /* for messages and tables; copied; NULL: "f". If the catalogue or a
                                  formula has this name, a table's function is "NAME (callback)" */
    clpwl_callback f;          /* required, unless `many` is given */
    void *user;                /* handed to the callbacks; borrowed unless release is set */
    void (*release)(void *user); /* called once when the function is freed; or NULL */
    double a, b;               /* default domain, a < b; both 0: none */
    const double *kinks;       /* all abscissas where f' jumps, ascending; copied; NULL: not
                                  known */
    size_t kink_count;
    const char *opencl;        /* OpenCL C expression in float x, for example "exp(-0.5f*x*x)";
                                  copied; or NULL */
    const char *opencl_native; /* the same with native_ built-ins; or NULL */
    int smooth;                /* 1: there are no kinks but those given */
    clpwl_many_callback many;  /* f at many x. Used where the library has several of them, and
                                  with n = 1 where f is NULL. NULL: only f */
} clpwl_function_spec;

#define CLPWL_FUNCTION_SPEC_INIT CLPWL_SIZED(clpwl_function_spec)

/*
 * Makes a function from a callback.
 *   out   set to the new function, which the caller frees; NULL after a failure
 *   spec  copied; after a failure spec->release is not called
 * CLPWL_ERR_ARGUMENT (no f, a reversed domain, unsorted kinks), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_function_create(clpwl_function **out,
                                                 const clpwl_function_spec *spec);

/*
 * Makes a function of the catalogue from a text: a name, optionally a colon and parameters
 * name=number separated by commas ("lorentzian:x0=0,gamma=2"). Missing parameters have their
 * defaults. Case does not matter in a name, and common names such as J0 are taken. The function's
 * name is the canonical text: the name alone if every parameter is at its default, otherwise all
 * parameters in the order of the catalogue. Parameters that move or scale the function move or
 * scale its default domain: [0, 40] for gamma=2 above.
 * CLPWL_ERR_UNKNOWN_NAME (the message lists near names), CLPWL_ERR_ARGUMENT (a value out of
 * its range), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_function_from_catalogue(clpwl_function **out, const char *text);

/*
 * Makes a function from a formula in x, for example "exp(-x^2/2)": + - * / ^, comparisons, &&, || and
 * !, the words and and or, a ? b : c, the constants pi and e, min, max, sum and avg of any number of
 * arguments, functions of C (abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh
 * erf erfc exp exp2 expm1 fabs fdim floor fma fmax fmin fmod hypot ldexp lgamma log log10 log1p log2
 * nearbyint pow remainder rint round sin sinh sqrt tan tanh tgamma trunc), cot, coth, csc, sec,
 * factorial, square, sign, exp10, power(x,y) = x^y, mod(x,y) = x - y floor(x/y), step(x) and
 * heaviside(x) = x<0 ? 0 : 1, if(c,a,b) and where(c,a,b) = c ? a : b, clip(x,a,b) and clamp(x,a,b) =
 * min(max(x,a),b), the catalogue with default parameters, and special functions of GSL
 * (clpwl_formula_function lists them). log is the natural logarithm. Powers may be written x**2,
 * products 2x and 3 sin(x); 1/2x is x/2, and -x^2 is -(x^2). Case does not matter, and common names
 * such as J0(x) are taken. Numbers are the nearest doubles. Where double loses digits by cancellation,
 * as (exp(x)-1)/x near 0, the value is that over the real numbers, rounded. Where the formula has no
 * value but a limit, as there at 0, the value is the limit; one that no expansion shows, as of
 * x*sin(ln(x)) at 0, is not found. Both need Arb (clpwl_can_prove).
 *   kinks       all abscissas where f' jumps, ascending; copied. NULL: a design searches for
 *               them, where abs, floor, min, comparisons and their like switch and between
 *   kink_count  numbers in kinks; 0 with a kinks that is not NULL: f is smooth
 * The function has no default domain. Its OpenCL C expressions are NULL where OpenCL C lacks a function
 * of the formula, or the text would be longer than 4096 characters.
 * CLPWL_ERR_ARGUMENT (the message quotes the formula and names the place of the error, or the
 * formula has more than 4096 operations or brackets 128 deep), CLPWL_ERR_UNKNOWN_NAME (a name in
 * the formula; the message lists near names), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_function_from_formula(clpwl_function **out, const char *formula,
                                                       const double *kinks, size_t kink_count);

/*
 * The i-th special function of formulas, beside the catalogue and the functions of C above.
 *   text  NULL, or set to one line of description; borrowed, constant
 * Returns its name, borrowed, constant; NULL for i beyond the last.
 */
CLPWL_API const char *clpwl_formula_function(size_t i, const char **text);

/* Frees a function. NULL is allowed. */
CLPWL_API void clpwl_function_free(clpwl_function *f);

/* y = f(x). CLPWL_ERR_NOT_FINITE if f(x) or x is not finite. */
CLPWL_CHECKED clpwl_status clpwl_function_value(const clpwl_function *f, double x, double *y);

/* The name; borrowed. */
CLPWL_API const char *clpwl_function_name(const clpwl_function *f);
/* The OpenCL C expressions; borrowed; NULL: none. */
CLPWL_API const char *clpwl_function_opencl(const clpwl_function *f);
CLPWL_API const char *clpwl_function_opencl_native(const clpwl_function *f);
/* The default domain; 0 and 0: none. */
CLPWL_API void clpwl_function_domain(const clpwl_function *f, double *a, double *b);
/* The known kinks, ascending, *count of them; borrowed; NULL if *count is 0. */
CLPWL_API const double *clpwl_function_kinks(const clpwl_function *f, size_t *count);

/* A point where f is not smooth. */
typedef struct clpwl_kink {
    double x;
    double left, right; /* the limits of f at x; they differ where f jumps */
} clpwl_kink;

/*
 * Searches for the kinks of f on [a,b]: jumps of f', cusps, and jumps of f, that a table within 1/1000 of
 * the largest |f| may notice. f jumps at a or b too if its value there is not its limit; the value takes the
 * place of the limit outside [a,b]. Kinks of a formula are found where its operations switch, others between
 * places that are 1/256 of the domain apart or nearer. Noise of f hides kinks. clpwl_design searches by
 * itself.
 *   kinks  `room` elements, written in ascending order; NULL with room 0
 *   count  set to the number of kinks, which may exceed room
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE (a value, or a pole), CLPWL_ERR_TARGET (too many),
 * CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_function_find_kinks(const clpwl_function *f, double a, double b,
                                                     clpwl_kink *kinks, size_t room,
                                                     size_t *count);

/*
 * Estimates the standard deviation of the noise in f's values. For samples it follows from the
 * scatter of their divided differences, and a and b have no influence; otherwise from some 200
 * values of f that lie close together in [a,b]. 0: no noise beyond the rounding of doubles, or
 * not detectable.
 * CLPWL_ERR_ARGUMENT.
 */
CLPWL_CHECKED clpwl_status clpwl_function_noise(const clpwl_function *f, double a, double b,
                                                double *sigma);

/* One parameter of a catalogue function. */
typedef struct clpwl_parameter {
    const char *name;
    double value;    /* default */
    double min, max; /* allowed range; infinite ends are excluded */
} clpwl_parameter;

#define CLPWL_PARAMETERS_MAX 4

/* One row of the catalogue. */
typedef struct clpwl_catalogue_entry {
    const char *name;
    const char *text; /* formula and use, one line */
    double a, b;      /* default domain for the default parameters */
    clpwl_parameter parameters[CLPWL_PARAMETERS_MAX]; /* a NULL name ends them */
} clpwl_catalogue_entry;

/* The catalogue: *count rows in alphabetical order; borrowed, constant. */
CLPWL_API const clpwl_catalogue_entry *clpwl_catalogue(size_t *count);

#ifdef __cplusplus
}
#endif
#endif
