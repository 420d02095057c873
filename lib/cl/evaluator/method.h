/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Methods: the ways to read a table. A method is one row of constant data; all rows
 * share one upload, one source generator and one kernel.
 */
#ifndef CLPWL_CL_METHOD_H
#define CLPWL_CL_METHOD_H

#include "cl/device/cl.h"
#include "clpwl/device.h"
#include "clpwl/evaluator.h"
#include "cpu/pack.h"
#include "cpu/simd.h"

/* What a method keeps on the device. The order is that of the kernel arguments; the
 * clpwl_grid comes last, always. */
enum {
    NEEDS_IMAGE = 1 << 0,   /* nodal values, a texel each */
    NEEDS_RULES = 1 << 1,   /* float2 {knot, 1 / length} a segment */
    NEEDS_KNOTS = 1 << 2,   /* a float each */
    NEEDS_RECORDS = 1 << 3, /* {value, slope} a segment: float2, or vectors of each */
    NEEDS_CELLS = 1 << 4,   /* float4 {x, y, left, right} a cell */
    NEEDS_LOCAL = 1 << 5,   /* local memory for the records */
    NEEDS_AREAS = 1 << 6,   /* {integral up to it, what rounding took of that} a step, and of
                               all: float2 or vectors; of evaluators that give integrals */
    NEEDS_COUNT = 7,
    NEEDS_LANES = 1 << 7,    /* a register of each lane; no argument */
    NEEDS_LINEAR = 1 << 8,   /* a linear filter that works */
    NEEDS_EXACT = 1 << 9,    /* f's own OpenCL C expression */
    NEEDS_NATIVE = 1 << 10,  /* the one with native_ built-ins */
    GIVES_VECTORS = 1 << 11, /* reads several tables over the same knots at once */
    GIVES_CALCULUS = 1 << 12 /* derivatives and integrals too */
};

typedef struct clpwl__method {
    clpwl_method_info info;
    unsigned partitions; /* bit 1 << CLPWL_PARTITION_UNIFORM, 1 << CLPWL_PARTITION_OPTIMIZED */
    unsigned needs;
    /*
     * OpenCL C that makes y from r, the argument inside [lo,hi]; and, with RULES or
     * KNOTS, from its segment i. '@' is the table's name; '$' clpwl_image, or
     * clpwl_folded; '#' the type of y, '&' that of a record, '~' the texel's part that
     * makes y.
     */
    const char *body;
    /*
     * With GIVES_CALCULUS on a device: OpenCL C that makes from r (and i) the line that r
     * is on: const int k, its step; const float d, how far r is from where area k ends; and
     * a record s, {value, slope} there. d is in steps for a uniform partition, in x for an
     * optimised one.
     */
    const char *line;
} clpwl__method;

/* The rows, in order of name; the same name may have a row for each partition. */
extern const clpwl__method clpwl__methods[];
extern const size_t clpwl__method_count;

struct clpwl_evaluator {
    const clpwl__method *method;
    const clpwl__host_row *host; /* of a host method */
    clpwl_context *context;      /* NULL: the host */
    size_t tables;               /* that are read at once: 1 to 4 */
    size_t lanes;                /* values a look-up: 1, 2 or 4 */
    clpwl_table *table[4];       /* copies */
    clpwl_quantity quantity;
    long double *areas[4];       /* for integrals; or NULL */
    clpwl__pack *packs[4];
    const clpwl__pack *pack;     /* the first: all have its grid */
    const char *exact; /* the expression of NEEDS_EXACT or NEEDS_NATIVE; the table's */
    clpwl_grid grid;
    clpwl_storage storage;    /* of the image, or emulated by a host method's pack */
    clpwl__coding coding[4];  /* of each table, so stored */
    int channels, folded; /* of the image */
    cl_mem memory[NEEDS_COUNT];
    cl_kernel kernel;
    size_t group;      /* work-items in a group */
    size_t most_items; /* of one launch, whole groups */
    int strides;       /* a launch reaches all values, with however many items */
    cl_event *pending; /* of clpwl_enqueue's work that may not be finished */
    size_t pending_count, pending_room;
    cl_mem staging[2]; /* clpwl_eval's copies of the host's values */
    size_t staging_room;
    size_t chunk;
    unsigned weight_bits;
    clpwl_error error;
};

/* The row of a name for a partition; CLPWL_ERR_UNKNOWN_NAME, or CLPWL_ERR_UNSUPPORTED
 * where the name reads the other partition only. */
clpwl_status clpwl__method_find(const clpwl__method **out, const char *name,
                                clpwl_partition partition);

/* The bits of the kernel's arguments, those of the quantity among them. */
unsigned clpwl__arguments(const clpwl_evaluator *e);

/* Whether the evaluator's device and table allow its method; sets channels, folded. */
clpwl_status clpwl__method_check(clpwl_evaluator *e);
/* Whether its method gives the evaluator's quantity of such a table. */
clpwl_status clpwl__quantity_check(const clpwl_evaluator *e);
/* The name of a table, as a kernel has it, that gives the quantity: "clpwl_t_slope". */
const char *clpwl__quantity_function(const clpwl_evaluator *e);
/* Puts what the method needs on the device, and fills the grid. */
clpwl_status clpwl__method_upload(clpwl_evaluator *e);

/* The least power of two of segments that one row of a folded image can have. */
size_t clpwl__row_segments(size_t image_width);

#endif
