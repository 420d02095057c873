/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table: a continuous piecewise linear function v with N segments on [a,b], a
 * rule for the tails outside, and what is known of its error. It knows nothing of
 * OpenCL, and of f only its name. With a shaper g, v is piecewise linear in g(x).
 *
 * A clpwl_table is immutable: any number of threads and evaluators may share one,
 * and evaluators copy what they need.
 */
#ifndef CLPWL_TABLE_H
#define CLPWL_TABLE_H

#include <math.h>
#include <stddef.h>
#include "clpwl/fit.h"
#include "clpwl/partition.h"
#include "clpwl/shaper.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clpwl_table clpwl_table;

/* What v is outside [a,b]. NaN gives NaN in every mode. So far out that x - a, or it in
 * periods, is beyond fp32's FLT_MAX, repeat and mirror give NaN or a value of the table. */
typedef enum clpwl_extend {
    CLPWL_EXTEND_CLAMP,  /* v(a) to the left, v(b) to the right; infinities likewise */
    CLPWL_EXTEND_ZERO,   /* 0; infinities likewise */
    CLPWL_EXTEND_REPEAT, /* periodic with period b - a; NaN at infinities */
    CLPWL_EXTEND_MIRROR, /* even reflection at both ends; NaN at infinities */
    CLPWL_EXTEND_NAN     /* NaN */
} clpwl_extend;

/* "clamp", "zero", "repeat", "mirror", "nan"; NULL for a value that is none. */
CLPWL_API const char *clpwl_extend_name(clpwl_extend extend);
/* The reverse. CLPWL_ERR_UNKNOWN_NAME. */
CLPWL_API clpwl_status clpwl_extend_parse(clpwl_extend *out, const char *name);

/* An error in the three norms, in units of f (L1: times x, L2: times sqrt(x)).
 * NaN: not known. */
typedef struct clpwl_error {
    double l1, l2, linf;
} clpwl_error;

#define CLPWL_ERROR_NAN { NAN, NAN, NAN }

/* The member of e for a norm. */
CLPWL_API double clpwl_error_in(const clpwl_error *e, clpwl_norm norm);

/* The weighted errors (clpwl/weight.h) for which a table was designed. */
typedef struct clpwl_weighting {
    double floor;         /* of relative errors; 0: absolute ones */
    const char *weight;   /* the name of w, or NULL where it is 1 */
    clpwl_error estimate; /* weighted, from the formulas; NaN: unknown */
    clpwl_error measured; /* weighted, measured; NaN: unknown */
    clpwl_error executed; /* weighted, as executed in fp32; NaN: unknown */
} clpwl_weighting;

/* What clpwl_table_create takes. Begin with CLPWL_TABLE_SPEC_INIT. */
typedef struct clpwl_table_spec {
    size_t size;               /* sizeof(clpwl_table_spec) */
    const double *knots;       /* segments + 1, strictly ascending, within +-FLT_MAX; copied */
    const double *values;      /* segments + 1, finite, within +-FLT_MAX; copied */
    size_t segments;           /* at least 1 */
    clpwl_partition partition; /* CLPWL_PARTITION_UNIFORM is checked against the knots */
    clpwl_shaper shaper;       /* with CLPWL_PARTITION_UNIFORM: the knots, which are in x, are equally
                                  far apart in g(x); extend is clamp, zero or nan */
    clpwl_fit fit;             /* for the record */
    clpwl_extend extend;
    const char *function;      /* name of f, for the record; NULL: "f"; copied */
    const char *opencl;        /* f's OpenCL C expression, or NULL; copied */
    const char *opencl_native; /* the same with native_ built-ins, or NULL; copied */
    clpwl_error estimate;      /* of v against f, from the formulas; NaN: unknown */
    clpwl_error measured;      /* of v against f, measured; NaN: unknown */
    const clpwl_weighting *weighting; /* where it was designed for weighted errors; copied; or
                                         NULL */
} clpwl_table_spec;

#ifdef __cplusplus
#define CLPWL_TABLE_SPEC_INIT                                                  \
    [] {                                                                       \
        clpwl_table_spec a = CLPWL_SIZED(clpwl_table_spec);                    \
        const clpwl_error unknown = CLPWL_ERROR_NAN;                       \
        a.estimate = a.measured = unknown;                                     \
        return a;                                                              \
    }()
#else
#define CLPWL_TABLE_SPEC_INIT                                                  \
    { .size = sizeof(clpwl_table_spec), .estimate = CLPWL_ERROR_NAN,       \
      .measured = CLPWL_ERROR_NAN }
#endif

/*
 * Makes a table from knots and nodal values. Most users call clpwl_design.
 * CLPWL_ERR_ARGUMENT (the message names the index), CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_table_create(clpwl_table **out, const clpwl_table_spec *spec);

/* Frees a table. NULL is allowed. */
CLPWL_API void clpwl_table_free(clpwl_table *table);

/* The parts; all borrowed. */
CLPWL_API size_t clpwl_table_segments(const clpwl_table *table);
CLPWL_API const double *clpwl_table_knots(const clpwl_table *table);  /* segments + 1 */
CLPWL_API const double *clpwl_table_values(const clpwl_table *table); /* segments + 1 */
CLPWL_API clpwl_partition clpwl_table_partition(const clpwl_table *table);
CLPWL_API clpwl_shaper clpwl_table_shaper(const clpwl_table *table);
CLPWL_API clpwl_fit clpwl_table_fit(const clpwl_table *table);
CLPWL_API clpwl_extend clpwl_table_extend(const clpwl_table *table);
CLPWL_API const char *clpwl_table_function(const clpwl_table *table);
CLPWL_API const char *clpwl_table_opencl(const clpwl_table *table);        /* or NULL */
CLPWL_API const char *clpwl_table_opencl_native(const clpwl_table *table); /* or NULL */
CLPWL_API clpwl_error clpwl_table_estimate(const clpwl_table *table);
CLPWL_API clpwl_error clpwl_table_measured(const clpwl_table *table);
/* What the table was designed for, where that was not the plain error; or NULL. The errors
 * above are plain ones in any case. */
CLPWL_API const clpwl_weighting *clpwl_table_weighting(const clpwl_table *table);

/* v(x) in double arithmetic, tails included: the reference for all evaluators. */
CLPWL_API double clpwl_table_value(const clpwl_table *table, double x);

/*
 * Writes the table as text: a version line, the parts by name, hexadecimal floats,
 * a checksum at the end. What clpwl_table_load reads back is equal to the bit. The
 * file appears by rename: either the old one or the whole new one is there.
 * CLPWL_ERR_IO.
 */
CLPWL_API clpwl_status clpwl_table_save(const clpwl_table *table, const char *path);

/* Reads such a file. CLPWL_ERR_IO, CLPWL_ERR_FORMAT (line and reason),
 * CLPWL_ERR_MEMORY. */
CLPWL_API clpwl_status clpwl_table_load(clpwl_table **out, const char *path);

/*
 * How a device keeps nodal values. Of 16 bits each, a value is what is read, times a
 * factor, plus an offset, in fp32; interpolation comes before that.
 */
typedef enum clpwl_storage {
    CLPWL_STORAGE_FLOAT32, /* as they are, in fp32 */
    CLPWL_STORAGE_HALF,    /* IEEE half of the values times a power of two that brings the largest
                      to [2^14, 2^15): off by at most 2^-11 of each, 2^-39 of the largest */
    CLPWL_STORAGE_UNORM16, /* 0 to 65535 from the least to the largest: off by at most
                      (largest - least) / 131070 */
    CLPWL_STORAGE_ANY /* no storage: whichever is fastest, where a choice is asked for */
} clpwl_storage;

/* "float32", "half", "unorm16", "any"; NULL for a value that is none. */
CLPWL_API const char *clpwl_storage_name(clpwl_storage storage);
/* The reverse. CLPWL_ERR_UNKNOWN_NAME. */
CLPWL_API clpwl_status clpwl_storage_parse(clpwl_storage *out, const char *name);

/*
 * How a device executes a table. Begin with CLPWL_EXECUTION_INIT: fp32 arithmetic
 * throughout.
 */
typedef struct clpwl_execution {
    size_t size;
    unsigned weight_bits; /* fractional bits B of the linear filter's weight; 0: full fp32 */
    double weight_error;  /* worst error of that weight; 0: 2^-(B+1), rounding to nearest */
    int from_image;       /* 1: read at an image's coordinate, as filters do anyway */
    clpwl_storage storage;
    double value_error;   /* worst error of what a filter gives beyond its weight's, as a part
                             of the largest texel; 0: fp32's */
} clpwl_execution;

#define CLPWL_EXECUTION_INIT CLPWL_SIZED(clpwl_execution)

/*
 * The error of the table as it is executed, against f, on [a,b]: the measured error
 * plus what fp32 coordinates, nodal values as they are stored and B-bit weights add.
 * Linf: a bound, + max over segments of |c_i - c_(i-1)| 2^-(B+1), the roundings, and how
 * far the stored values are from c_i, to the bit; a shaper g is taken to be as exact as
 * OpenCL C demands (log2, sqrt, exp2 3 ulp, rsqrt 2, no relaxed mathematics); L1 and L2:
 * the weight's error taken as uniform, for L2 h |f'| 2^-B / sqrt(12) in quadrature. Where
 * the measured error is unknown, and for CLPWL_STORAGE_ANY, the result is NaN.
 *   execution  NULL: fp32 throughout
 */
CLPWL_API clpwl_error clpwl_table_executed(const clpwl_table *table,
                                           const clpwl_execution *execution);

#ifdef __cplusplus
}
#endif
#endif
