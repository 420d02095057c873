/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table: a continuous piecewise linear function v with N segments on [a,b], its extension
 * outside, and its known errors. A table holds no OpenCL object, and of f only the name. With
 * a shaper g, v is piecewise linear in g(x).
 *
 * A clpwl_table is immutable: any number of threads and evaluators may share it. Evaluators
 * copy what they need.
 *
 * Core: clpwl_table_save, clpwl_table_load, clpwl_table_value, clpwl_table_segments,
 * clpwl_table_free; the rest is advanced (doc/abi.md).
 */
#ifndef CLPWL_TABLE_H
#define CLPWL_TABLE_H

#include <stddef.h>
#include "clpwl/constraints.h"
#include "clpwl/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clpwl_table clpwl_table;

/* The weighted errors (clpwl/weight.h) for which a table was designed. */
typedef struct clpwl_weighting {
    double floor;         /* of relative errors; 0: absolute errors */
    const char *weight;   /* the name of w; NULL: w = 1 */
    clpwl_error estimate; /* weighted, from the formulas; NaN: unknown */
    clpwl_error measured; /* weighted, measured; NaN: unknown */
    clpwl_error proved;   /* weighted, a bound that is proved (clpwl/proof.h); NaN or 0: there is
                             none */
    clpwl_error executed; /* weighted, as executed in fp32 from values in the table's storage; NaN:
                             unknown */
} clpwl_weighting;

/*
 * The error that a table was asked for, and the error that it has. Both are weighted errors if the
 * table has a clpwl_weighting. The target is met if reached <= max_error.
 */
typedef struct clpwl_target {
    double max_error;      /* asked for; positive */
    clpwl_norm norm;       /* of both errors */
    double reached;        /* the error as executed; NaN: unknown */
    clpwl_storage storage; /* of that execution (clpwl/execution.h); default: the table's */
    unsigned weight_bits;  /* of its linear filter; 0: full fp32 */
    clpwl_evidence evidence; /* of reached; unknown becomes measured if reached is a number */
    clpwl_ended_by ended_by; /* why fewer segments were not tried */
} clpwl_target;

/* The arguments of clpwl_table_create. Begin with CLPWL_TABLE_SPEC_INIT. */
typedef struct clpwl_table_spec {
    size_t size;               /* sizeof(clpwl_table_spec) */
    const double *knots;       /* segments + 1, strictly ascending, within +-FLT_MAX; copied */
    const double *values;      /* segments + 1, finite, within +-FLT_MAX; copied */
    size_t segments;           /* at least 1 */
    clpwl_partition partition; /* CLPWL_PARTITION_UNIFORM is checked against the knots */
    clpwl_shaper shaper;       /* with CLPWL_PARTITION_UNIFORM. The knots, which are in x, are
                                  equally spaced in g(x); extend is neither repeat nor mirror. */
    clpwl_fit fit;             /* for the record */
    clpwl_extend extend;
    const char *function;      /* the name of f, for the record; NULL: "f"; copied */
    const char *opencl;        /* f's OpenCL C expression, or NULL; copied */
    const char *opencl_native; /* the same with native_ built-ins, or NULL; copied */
    clpwl_error estimate;      /* of v against f, from the formulas; NaN: unknown */
    clpwl_error measured;      /* of v against f, measured; NaN: unknown */
    clpwl_error proved;        /* a bound of v against f (clpwl/proof.h), not below the measured error; NaN or
                                  0: there is none */
    const clpwl_weighting *weighting; /* of a design for weighted errors; copied; or NULL */
    const clpwl_target *target; /* of a design with a max_error; copied; or NULL */
    const clpwl_tails *tails;  /* with CLPWL_EXTEND_LINEAR only: within +-FLT_MAX; copied; NULL: both NaN */
    clpwl_symmetry symmetry;   /* that knots, values and tails have, exactly. Of ramp, for
                                  knots[i] < 0, values[i] = values[segments-i] + knots[i], rounded.
                                  Of two tails one may be NaN, and follows from the other. */
    clpwl_storage storage;     /* of clpwl_table_storage; default: that of the target, or float32 */
    const clpwl_constraints *constraints; /* as of clpwl_table_constraints; copied; or NULL */
} clpwl_table_spec;

#ifdef __cplusplus
#define CLPWL_TABLE_SPEC_INIT                                                  \
    [] {                                                                       \
        clpwl_table_spec clpwl_spec = CLPWL_SIZED(clpwl_table_spec);           \
        const clpwl_error clpwl_unknown = CLPWL_ERROR_NAN;                     \
        clpwl_spec.estimate = clpwl_spec.measured = clpwl_unknown;             \
        clpwl_spec.proved = clpwl_unknown;                                     \
        return clpwl_spec;                                                     \
    }()
#else
#define CLPWL_TABLE_SPEC_INIT                                                  \
    { .size = sizeof(clpwl_table_spec), .estimate = CLPWL_ERROR_NAN,           \
      .measured = CLPWL_ERROR_NAN, .proved = CLPWL_ERROR_NAN }
#endif

/*
 * Makes a table from knots and nodal values. Most users call clpwl_design instead.
 *   out  set to the new table, which the caller frees; NULL after a failure
 * CLPWL_ERR_ARGUMENT (the message names the index), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_table_create(clpwl_table **out, const clpwl_table_spec *spec);

/* Frees a table. NULL is allowed. */
CLPWL_API void clpwl_table_free(clpwl_table *table);

/* The number of segments, N. */
CLPWL_API size_t clpwl_table_segments(const clpwl_table *table);
/* The N + 1 knots, ascending; borrowed. */
CLPWL_API const double *clpwl_table_knots(const clpwl_table *table);
/* The N + 1 nodal values; borrowed. */
CLPWL_API const double *clpwl_table_values(const clpwl_table *table);
/* The domain: *a is the first knot, *b the last. */
CLPWL_API void clpwl_table_domain(const clpwl_table *table, double *a, double *b);
/* The choices of the design. */
CLPWL_API clpwl_partition clpwl_table_partition(const clpwl_table *table);
CLPWL_API clpwl_shaper clpwl_table_shaper(const clpwl_table *table);
CLPWL_API clpwl_fit clpwl_table_fit(const clpwl_table *table);
CLPWL_API clpwl_extend clpwl_table_extend(const clpwl_table *table);
CLPWL_API clpwl_symmetry clpwl_table_symmetry(const clpwl_table *table);
/* The storage of the nodal values, which the design chose them for: what CLPWL_STORAGE_DEFAULT stands
 * for in evaluators, exports and errors. Never CLPWL_STORAGE_DEFAULT nor CLPWL_STORAGE_ANY. */
CLPWL_API clpwl_storage clpwl_table_storage(const clpwl_table *table);
/* The slopes outside the domain: numbers for CLPWL_EXTEND_LINEAR, NaN for the others. */
CLPWL_API clpwl_tails clpwl_table_tails(const clpwl_table *table);
/* The name of f; borrowed. */
CLPWL_API const char *clpwl_table_function(const clpwl_table *table);
/* f's OpenCL C expressions; borrowed; NULL: none. */
CLPWL_API const char *clpwl_table_opencl(const clpwl_table *table);
CLPWL_API const char *clpwl_table_opencl_native(const clpwl_table *table);
/* The errors of v against f, unweighted: from the formulas, measured, and proved. NaN: unknown. */
CLPWL_API clpwl_error clpwl_table_estimate(const clpwl_table *table);
CLPWL_API clpwl_error clpwl_table_measured(const clpwl_table *table);
CLPWL_API clpwl_error clpwl_table_proved(const clpwl_table *table);
/* The weighted errors of a design for weighted errors; borrowed; NULL for other designs. */
CLPWL_API const clpwl_weighting *clpwl_table_weighting(const clpwl_table *table);
/* The error that the table was designed for; borrowed; NULL: none was asked for, or the table is
 * from a file of version 1. */
CLPWL_API const clpwl_target *clpwl_table_target(const clpwl_table *table);

/* What a table is held to, x ascending, y numbers, exact_ends 0, lo and hi infinite where there is no range;
 * with what designs write; borrowed. NULL: to nothing. */
CLPWL_API const clpwl_constraints *clpwl_table_constraints(const clpwl_table *table);

/* v(x) in double arithmetic, extension included: the reference for all evaluators. */
CLPWL_API double clpwl_table_value(const clpwl_table *table, double x);

/*
 * Writes a table to a file, as text: a version line, the parts by name, hexadecimal floats, a
 * checksum at the end. clpwl_table_load restores every bit. The file is replaced by rename, so
 * that a failure leaves the old file.
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_IO, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_table_save(const clpwl_table *table, const char *path);

/* Reads such a file. CLPWL_ERR_IO, CLPWL_ERR_FORMAT (the message names line and reason),
 * CLPWL_ERR_MEMORY. */
CLPWL_CHECKED clpwl_status clpwl_table_load(clpwl_table **out, const char *path);

/*
 * Writes the text of such a file to memory.
 *   text    set to the text, '\0' at its end; the caller frees it with clpwl_free
 *   length  NULL, or set to the bytes before the '\0'
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_table_save_text(const clpwl_table *table, char **text,
                                                 size_t *length);

/*
 * Reads such a text of `length` bytes from memory.
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_FORMAT (the message names line and reason), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_table_load_text(clpwl_table **out, const char *text,
                                                 size_t length);

#ifdef __cplusplus
}
#endif
#endif
