/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choices that options offer, each with its names, and the error of a table.
 *
 * f is the function, v the table, [a,b] the domain, x_0 < ... < x_N the knots, c_i the
 * nodal values. Each enumeration has a function that gives the name of a value, as the
 * command line and table files spell it, and one that parses a name. The parser ignores
 * case, takes '_' and ' ' for '-', and takes the common synonyms.
 *
 * Core: the types; their names and parsers are advanced (doc/abi.md).
 */
#ifndef CLPWL_TYPES_H
#define CLPWL_TYPES_H

#include <math.h>
#include "clpwl/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The norm of an error. */
typedef enum clpwl_norm {
    CLPWL_NORM_LINF, /* max |f - v|: the default */
    CLPWL_NORM_L1,   /* the integral of |f - v| over [a,b] */
    CLPWL_NORM_L2    /* the square root of the integral of (f - v)^2 over [a,b] */
} clpwl_norm;

/* "linf", "l1", "l2"; NULL for any other value. */
CLPWL_API const char *clpwl_norm_name(clpwl_norm norm);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_norm_parse(clpwl_norm *out, const char *name);

/* What is known of an error. */
typedef enum clpwl_evidence {
    CLPWL_EVIDENCE_UNKNOWN,   /* there is no error: a table of nodal values alone */
    CLPWL_EVIDENCE_MEASURED,  /* the largest error that sampling and optimisation found */
    CLPWL_EVIDENCE_EXHAUSTED, /* the largest error of all fp32 arguments, each evaluated on a device */
    CLPWL_EVIDENCE_PROVED     /* a bound over all real x, from enclosures by interval arithmetic */
} clpwl_evidence;

/* "unknown", "measured", "exhausted", "proved"; NULL for any other value. */
CLPWL_API const char *clpwl_evidence_name(clpwl_evidence evidence);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_evidence_parse(clpwl_evidence *out, const char *name);

/* What a design chooses where the options leave a choice (clpwl/design.h). */
typedef enum clpwl_aim {
    CLPWL_AIM_BALANCED, /* few bytes, and a quick look-up: equal segments, in x or in a shaper, unless
                           optimised knots take less than half of the bytes */
    CLPWL_AIM_SMALLEST, /* the fewest bytes: refined knots, a shaper or a symmetry */
    CLPWL_AIM_FASTEST,  /* what a device reads fastest, of equal segments in x or in a shaper and refined
                           knots; for clpwl_design_fastest alone (clpwl/evaluator.h) */
    CLPWL_AIM_NONE      /* nothing: each member is as it stands */
} clpwl_aim;

/* "balanced", "smallest", "fastest", "none"; NULL for any other value. */
CLPWL_API const char *clpwl_aim_name(clpwl_aim aim);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_aim_parse(clpwl_aim *out, const char *name);

/* What ended the search for the fewest segments. */
typedef enum clpwl_ended_by {
    CLPWL_ENDED_BY_SEARCH, /* no fewer were found */
    CLPWL_ENDED_BY_BUDGET, /* its usual length: fewer may meet the target, too */
    CLPWL_ENDED_BY_TIME    /* the time that the caller gave */
} clpwl_ended_by;

/* "search", "budget", "time"; NULL for any other value. */
CLPWL_API const char *clpwl_ended_by_name(clpwl_ended_by ended_by);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_ended_by_parse(clpwl_ended_by *out, const char *name);

/* What lies between the rows of data (clpwl/samples.h). */
typedef enum clpwl_between {
    CLPWL_BETWEEN_AUTO,     /* monotone; linear for files that are defined so */
    CLPWL_BETWEEN_LINEAR,   /* straight lines */
    CLPWL_BETWEEN_MONOTONE, /* cubics within the range of the two rows beside them */
    CLPWL_BETWEEN_SPLINE,   /* the natural cubic spline */
    CLPWL_BETWEEN_STEP      /* the y of a row up to the next row */
} clpwl_between;

/* "auto", "linear", "monotone", "spline", "step"; NULL for any other value. */
CLPWL_API const char *clpwl_between_name(clpwl_between between);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_between_parse(clpwl_between *out, const char *name);

/* Where the knots lie. */
typedef enum clpwl_partition {
    CLPWL_PARTITION_UNIFORM,  /* segments of equal length: one multiplication locates x */
    CLPWL_PARTITION_OPTIMIZED /* knots dense where f bends (clpwl/partition.h) */
} clpwl_partition;

/* "uniform", "optimized"; NULL for any other value. */
CLPWL_API const char *clpwl_partition_name(clpwl_partition partition);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_partition_parse(clpwl_partition *out, const char *name);

/* Which nodal values a table has on given knots. */
typedef enum clpwl_fit {
    CLPWL_FIT_INTERPOLANT,    /* c_i = f(x_i) (paper, eq. 3) */
    CLPWL_FIT_PROJECTION,     /* least squares: M c = b (paper, eqs. 5 and 6) */
    CLPWL_FIT_LEAST_ABSOLUTE, /* least integral of |f - v| */
    CLPWL_FIT_MINIMAX,        /* least max |f - v| */
    CLPWL_FIT_ABOVE,          /* v >= f everywhere, with the least max v - f */
    CLPWL_FIT_BELOW           /* v <= f everywhere, with the least max f - v */
} clpwl_fit;

/* "interpolant", "projection", "least-absolute", "minimax", "above", "below"; NULL for any
 * other value. */
CLPWL_API const char *clpwl_fit_name(clpwl_fit fit);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_fit_parse(clpwl_fit *out, const char *name);

/* How much work is spent on the knots of an optimised partition. */
typedef enum clpwl_effort {
    CLPWL_EFFORT_ASYMPTOTIC, /* equal shares of the knot density */
    CLPWL_EFFORT_REFINED     /* then descent, until no small move of a knot lowers the error;
                                up to 64 segments from the best choice on a grid */
} clpwl_effort;

/* "asymptotic", "refined"; NULL for any other value. */
CLPWL_API const char *clpwl_effort_name(clpwl_effort effort);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_effort_parse(clpwl_effort *out, const char *name);

/*
 * What v is outside [a,b]. In every mode v(NaN) is NaN. Clamp and linear begin at the last fp32 numbers of
 * [a,b]: where b is no fp32 number, clamp gives v at the number below b. If x - a overflows fp32, in units of
 * x or of periods, repeat and mirror give NaN or some value of the table. Repeat and mirror round
 * the period b - a, the distance x - a and their quotient to fp32. At n periods from [a,b] that moves
 * x by at most n 2^-21 periods: far out any value of the table may result, and methods differ. Where a
 * is not 0, x moves besides by the distance of fp32 numbers at the larger one of |a| and |b|, at most: x
 * is folded to an fp32 number there.
 *
 * If a is 0 and b an fp32 number, x is folded exactly for b <= |x| <= 2^24 u, where u is the largest
 * power of two that divides b: 2^24 for b = 5, 2^22 for 0.75, 8 for 2 pi. If b is a power of two,
 * each |x| >= b is. That takes a division that is rounded correctly, as by CPUs.
 *
 * Linear tails have two roundings of their own: of x - a or x - b, which the slope multiplies, and of
 * the value.
 */
typedef enum clpwl_extend {
    CLPWL_EXTEND_CLAMP,  /* v(a) to the left, v(b) to the right; at infinities too */
    CLPWL_EXTEND_ZERO,   /* 0; at infinities too */
    CLPWL_EXTEND_REPEAT, /* periodic with period b - a; NaN at infinities. Where f(a) = f(b), a design has
                            v(a) = v(b) */
    CLPWL_EXTEND_MIRROR, /* even reflection at both ends; NaN at infinities */
    CLPWL_EXTEND_NAN,    /* NaN */
    CLPWL_EXTEND_LINEAR  /* v(a) + left (x - a) to the left, v(b) + right (x - b) to the right, with
                            the slopes of a clpwl_tails; infinite at infinities, or v(a) or v(b)
                            where the slope is 0 */
} clpwl_extend;

/* "clamp", "zero", "repeat", "mirror", "nan", "linear"; NULL for any other value. */
CLPWL_API const char *clpwl_extend_name(clpwl_extend extend);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_extend_parse(clpwl_extend *out, const char *name);

/* The slopes of v outside [a,b], with CLPWL_EXTEND_LINEAR. NaN: that of v at that end. */
typedef struct clpwl_tails {
    double left, right;
} clpwl_tails;

/*
 * A shaper g, a built-in of every device. A table with a shaper is piecewise linear in g(x)
 * instead of x (clpwl/shaper.h).
 */
typedef enum clpwl_shaper {
    CLPWL_SHAPER_NONE,  /* x itself */
    CLPWL_SHAPER_LOG2,  /* on [a,b] with a >= FLT_MIN */
    CLPWL_SHAPER_SQRT,  /* a >= 0 */
    CLPWL_SHAPER_RSQRT, /* 1 / sqrt(x), a >= FLT_MIN */
    CLPWL_SHAPER_EXP2,  /* -126 <= a, b <= 127 */
    CLPWL_SHAPER_AUTO   /* not a shaper: clpwl_design chooses */
} clpwl_shaper;

/* "none", "log2", "sqrt", "rsqrt", "exp2", "auto"; NULL for any other value. */
CLPWL_API const char *clpwl_shaper_name(clpwl_shaper shaper);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_shaper_parse(clpwl_shaper *out, const char *name);

/*
 * A law of f on a domain [-b,b]. v keeps the law, too. An evaluator stores the half x >= 0 of v and
 * gives v(-x) from v(x): half the memory at the same error. In fp32, even and odd values are the
 * same bits but for the sign, v(0) of an odd table is exactly 0, and ramp and point add one rounding, of
 * an addition. A table with a symmetry has a knot at 0 and as many knots on both sides of 0. It has no
 * shaper, and its extension is neither repeat nor mirror.
 */
typedef enum clpwl_symmetry {
    CLPWL_SYMMETRY_NONE,
    CLPWL_SYMMETRY_EVEN, /* f(-x) = f(x), as cos */
    CLPWL_SYMMETRY_ODD,  /* f(-x) = -f(x), as tanh; v(0) is 0 */
    CLPWL_SYMMETRY_RAMP, /* f(x) - f(-x) = x, as GELU, SiLU, softplus: x/2 plus an even function */
    CLPWL_SYMMETRY_POINT, /* f(x) + f(-x) = 2 f(0), as the logistic function, erfc, normal_cdf */
    CLPWL_SYMMETRY_AUTO  /* not a symmetry of a table: in a design, the one that f has, or none */
} clpwl_symmetry;

/* "none", "even", "odd", "ramp", "point", "auto"; NULL for any other value. */
CLPWL_API const char *clpwl_symmetry_name(clpwl_symmetry symmetry);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_symmetry_parse(clpwl_symmetry *out, const char *name);

/* The shape of a table over its domain (clpwl/constraints.h). The four bits may be ored. */
typedef enum clpwl_shape {
    CLPWL_SHAPE_NONE,
    CLPWL_SHAPE_RISING,   /* it never falls */
    CLPWL_SHAPE_FALLING,  /* it never rises */
    CLPWL_SHAPE_MONOTONE, /* in a design: one of both, which the table keeps */
    CLPWL_SHAPE_CONVEX,   /* its slopes never fall */
    CLPWL_SHAPE_RISING_CONVEX,
    CLPWL_SHAPE_FALLING_CONVEX,
    CLPWL_SHAPE_MONOTONE_CONVEX,
    CLPWL_SHAPE_CONCAVE,  /* its slopes never rise */
    CLPWL_SHAPE_RISING_CONCAVE,
    CLPWL_SHAPE_FALLING_CONCAVE,
    CLPWL_SHAPE_MONOTONE_CONCAVE,
    CLPWL_SHAPE_AUTO      /* in a design: all that f has, or none */
} clpwl_shape;

/* "none", "rising", ..., "monotone-concave", "auto"; NULL for any other value. */
CLPWL_API const char *clpwl_shape_name(clpwl_shape shape);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_shape_parse(clpwl_shape *out, const char *name);

/*
 * How a device stores nodal values, in images and in buffers. With 8 or 16 bits, a value is the stored
 * number times a factor plus an offset, both fp32, applied after the interpolation.
 */
typedef enum clpwl_storage {
    CLPWL_STORAGE_DEFAULT, /* not a storage: that of the table (clpwl_table_storage), and fp32 in a
                              design, which makes the table */
    CLPWL_STORAGE_FLOAT32, /* fp32 */
    CLPWL_STORAGE_HALF,    /* IEEE half. A power of two scales the largest |value| to
                              [2^14, 2^15). Error at most 2^-11 of each value, or 2^-39 of the
                              largest. */
    CLPWL_STORAGE_UNORM16, /* 0 to 65535 for least to largest value. Error at most
                              (largest - least) / 131070. */
    CLPWL_STORAGE_UNORM8,  /* 0 to 255 in the same way. Error at most (largest - least) / 510. */
    CLPWL_STORAGE_BFLOAT16, /* the upper 16 bits of an fp32 number, in buffers alone. Error at most
                              2^-8 of each value. */
    CLPWL_STORAGE_ANY      /* not a storage: the fastest, where an option asks for a choice */
} clpwl_storage;

/* "default", "float32", "half", "unorm16", "unorm8", "bfloat16", "any"; NULL for any other value. The parser
 * takes "float", "fp32", "float16", "fp16", "int16", "uint16", "int8", "uint8" and "bf16", too. */
CLPWL_API const char *clpwl_storage_name(clpwl_storage storage);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_storage_parse(clpwl_storage *out, const char *name);

/* What an evaluator gives for x (clpwl/evaluator.h). */
typedef enum clpwl_quantity {
    CLPWL_QUANTITY_VALUE,      /* v(x) */
    CLPWL_QUANTITY_DERIVATIVE, /* v'(x) */
    CLPWL_QUANTITY_INTEGRAL    /* the integral of v from a to x */
} clpwl_quantity;

/* "value", "derivative", "integral"; NULL for any other value. */
CLPWL_API const char *clpwl_quantity_name(clpwl_quantity quantity);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_quantity_parse(clpwl_quantity *out, const char *name);

/* The languages of clpwl_table_export. */
typedef enum clpwl_language {
    CLPWL_LANGUAGE_OPENCL, /* OpenCL C 1.2 */
    CLPWL_LANGUAGE_C,      /* C99, and C++ */
    CLPWL_LANGUAGE_CUDA,   /* CUDA C++, for device functions */
    CLPWL_LANGUAGE_GLSL    /* GLSL 4.00 and GLSL ES 3.20 */
} clpwl_language;

/* "opencl", "c", "cuda", "glsl"; NULL for any other value. */
CLPWL_API const char *clpwl_language_name(clpwl_language language);
/* Parses such a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
CLPWL_CHECKED clpwl_status clpwl_language_parse(clpwl_language *out, const char *name);

/*
 * An error in the three norms. Units: linf those of f, l1 those of f times x, l2 those of f
 * times the square root of x. NaN: unknown.
 */
typedef struct clpwl_error {
    double l1, l2, linf;
} clpwl_error;

/* An error that is unknown in every norm. */
#define CLPWL_ERROR_NAN { NAN, NAN, NAN }

/* The member of an error for a norm. */
CLPWL_API double clpwl_error_in(const clpwl_error *e, clpwl_norm norm);

#ifdef __cplusplus
}
#endif
#endif
