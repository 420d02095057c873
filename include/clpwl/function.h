/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function of one real variable: the thing that a table approximates.
 *
 * It comes from a callback, from the catalogue, or from samples. It knows its
 * value, its second derivative (given, or computed numerically), a default
 * domain, its kinks, and, where there is one, its own OpenCL C expression.
 *
 * A clpwl_function is immutable. Several threads may use one if its callbacks
 * allow it; those of the catalogue and of samples do.
 */
#ifndef CLPWL_FUNCTION_H
#define CLPWL_FUNCTION_H

#include <stddef.h>
#include "clpwl/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clpwl_function clpwl_function;

/* f(x), in double. May return NaN or infinity where f has no finite value; the
 * caller of the library then gets CLPWL_ERR_NOT_FINITE with that x. */
typedef double (*clpwl_callback)(double x, void *user);

/* What clpwl_function_create takes. Begin with CLPWL_FUNCTION_SPEC_INIT. */
typedef struct clpwl_function_spec {
    size_t size;               /* sizeof(clpwl_function_spec) */
    const char *name;          /* for messages and tables; copied; NULL: "f" */
    clpwl_callback f;          /* required */
    clpwl_callback d2f;        /* f'', or NULL: computed numerically from f */
    void *user;                /* handed to the callbacks; borrowed unless release is set */
    void (*release)(void *user); /* called once when the function is freed, or NULL */
    double a, b;               /* default domain, a < b; both 0: none */
    const double *kinks;       /* abscissas where f' jumps, ascending; copied; taken for all
                                  that there are */
    size_t kink_count;
    const char *opencl;        /* OpenCL C expression in float x, "exp(-0.5f*x*x)"; copied; or NULL */
    const char *opencl_native; /* the same with native_ built-ins, or NULL */
    int smooth;                /* not 0: there are no kinks, a design need not look for any */
} clpwl_function_spec;

#define CLPWL_FUNCTION_SPEC_INIT CLPWL_SIZED(clpwl_function_spec)

/*
 * Makes a function from a callback.
 *   out   set to the new function, which the caller frees; NULL on failure
 *   spec  copied; on failure spec->release is not called
 * CLPWL_ERR_ARGUMENT (no f, reversed domain, unsorted kinks), CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_function_create(clpwl_function **out,
                                             const clpwl_function_spec *spec);

/*
 * Makes a function of the catalogue from its text: a name, then, after a colon,
 * parameters as name=number separated by commas ("lorentzian:x0=0,gamma=2").
 * Parameters that are not named have their defaults. The function's name is the text
 * made canonical: the name alone where every parameter is at its default, else all of
 * them in the row's order. The default domain moves and scales with parameters that
 * move and scale the function: [0, 40] for gamma=2 above.
 * CLPWL_ERR_UNKNOWN_NAME (the message lists near names), CLPWL_ERR_ARGUMENT
 * (a value out of its range), CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_function_from_catalogue(clpwl_function **out, const char *text);

/*
 * Makes a function that passes through n samples: a GSL spline, cubic natural
 * from 3 points on and linear with 2; its f'' is the spline's. The domain is
 * [x[0], x[n-1]]; outside it the function is NaN.
 *   x, y  n numbers each, finite, x strictly ascending; copied
 * CLPWL_ERR_SAMPLES (which line, and why), CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_function_from_samples(clpwl_function **out, const char *name,
                                                   const double *x, const double *y, size_t n);

/*
 * The same from a file of two columns: numbers separated by comma, semicolon, tab
 * or blanks; '#' begins a comment; one heading line is allowed.
 * CLPWL_ERR_IO, CLPWL_ERR_SAMPLES (the message names the line).
 */
CLPWL_API clpwl_status clpwl_function_read_csv(clpwl_function **out, const char *path);

/*
 * The smoothing spline of samples: of all functions that differ from the samples by sigma
 * in the mean (the root of the mean square), the smoothest one, which has the least
 * integral of f''^2; a natural cubic spline over the same x (C. H. Reinsch, Numer. Math. 10
 * (1967) 177-183). Its name says so.
 *   samples  made by one of the two above, of four samples at least
 *   sigma    the deviation of the noise; 0: as clpwl_function_noise finds it
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_SAMPLES (too few; sigma is 0 and no noise is found),
 * CLPWL_ERR_NUMERIC, CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_function_smoothed(clpwl_function **out,
                                               const clpwl_function *samples, double sigma);

/* Frees a function. NULL is allowed. */
CLPWL_API void clpwl_function_free(clpwl_function *f);

/* y = f(x). CLPWL_ERR_NOT_FINITE where f(x) is NaN or infinite, or x is. */
CLPWL_API clpwl_status clpwl_function_value(const clpwl_function *f, double x, double *y);

/*
 * y = f''(x), from the given callback or by extrapolated central differences
 * (Ridders) that stay inside the default domain, one-sided at its ends and
 * beside a kink; some 60 to 300 calls of f. The steps find f's scale by themselves. An f
 * that is rounded to float inside costs accuracy, to some 1e-3 of the largest f''.
 * CLPWL_ERR_NOT_FINITE, also where f'' itself is infinite, as at the 0 of sqrt.
 */
CLPWL_API clpwl_status clpwl_function_curvature(const clpwl_function *f, double x, double *y);

/* The function's parts; borrowed. opencl and opencl_native may be NULL. */
CLPWL_API const char *clpwl_function_name(const clpwl_function *f);
CLPWL_API const char *clpwl_function_opencl(const clpwl_function *f);
CLPWL_API const char *clpwl_function_opencl_native(const clpwl_function *f);
/* The default domain; 0 and 0 where there is none. */
CLPWL_API void clpwl_function_domain(const clpwl_function *f, double *a, double *b);
/* The kinks, ascending; count may be 0 (the result is then NULL). */
CLPWL_API const double *clpwl_function_kinks(const clpwl_function *f, size_t *count);

/* A place where f is not smooth. */
typedef struct clpwl_kink {
    double x;
    double left, right; /* f on either side: they differ where f itself jumps */
} clpwl_kink;

/*
 * Looks for the kinks of f between a and b: jumps in f', cusps, and jumps in f. The places
 * are good to a few units in the last place where f's rounding and curvature allow it, and
 * the shortest decimal number within that is taken: 0.3, not 0.30000000000000004. Kinks
 * that are closer together than some 1/1000 of the domain may be taken for one, and those
 * are passed over whose effect is lost in f's noise. Some 8000 calls of f, and 150 for
 * each place that might be one; f may be NaN or infinite where it likes.
 * clpwl_design does this for a function without f'' of which no kinks are given.
 *   kinks  room for that many, written in ascending order; may be NULL with room 0
 *   count  set to how many there are, which may be more than there was room for
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_function_find_kinks(const clpwl_function *f, double a, double b,
                                                 clpwl_kink *kinks, size_t room, size_t *count);

/*
 * The standard deviation of the noise in f's values: for samples that of the samples, from
 * how their divided differences scatter, whatever a and b are; else that of f between a
 * and b, seen in values close together, some 200 of them. 0 where there is none beyond
 * the rounding of doubles, or where it cannot be told.
 * CLPWL_ERR_ARGUMENT.
 */
CLPWL_API clpwl_status clpwl_function_noise(const clpwl_function *f, double a, double b,
                                            double *sigma);

/* One parameter of a catalogue function. */
typedef struct clpwl_parameter {
    const char *name;
    double value;       /* default */
    double min, max;    /* allowed range, ends excluded where infinite */
} clpwl_parameter;

#define CLPWL_PARAMETERS_MAX 4

/* One row of the catalogue, for listings. */
typedef struct clpwl_catalogue_entry {
    const char *name;
    const char *text;   /* formula and use, one line */
    double a, b;        /* default domain, for the default parameters */
    clpwl_parameter parameters[CLPWL_PARAMETERS_MAX]; /* ends at a NULL name */
} clpwl_catalogue_entry;

/* The catalogue: count rows, borrowed, constant, in alphabetical order. */
CLPWL_API const clpwl_catalogue_entry *clpwl_catalogue(size_t *count);

#ifdef __cplusplus
}
#endif
#endif
