/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Methods: the ways to read a table. A method is one row of constant data. All methods share the
 * upload, the text of kernels/table.cl and the kernels.
 */
#ifndef CLPWL_CL_METHOD_H
#define CLPWL_CL_METHOD_H

#include "cl/device/context.h"
#include "cl/device/image.h"
#include "cl/device/program.h"
#include "cl/device/subgroup_size.h"
#include "clpwl/device.h"
#include "clpwl/evaluator.h"
#include "cpu/arrays.h"
#include "cpu/pack.h"
#include "cpu/simd.h"
#include "table/symmetry.h"

/*
 * The arguments that a table can have in a kernel, in their order; the clpwl_grid follows
 * them. Each has a row of clpwl__slots.
 */
typedef enum clpwl__slot {
    SLOT_IMAGE,   /* nodal values, a texel each */
    SLOT_RULES,   /* float2 {knot, 1 / length} a segment */
    SLOT_KNOTS,   /* a float each */
    SLOT_RECORDS, /* {value, slope} a segment: float2, or vectors of each; or codes of both ends */
    SLOT_CELLS,   /* float4 {x, y, left slope, right slope} a cell */
    SLOT_LOCAL,   /* local memory for the records */
    SLOT_AREAS,   /* {integral up to the step, its rounding error} a step, and of the whole
                     domain: float2 or vectors; of evaluators that give integrals */
    SLOTS
} clpwl__slot;

/* What a method needs: its arguments, and what the device must have; and what it gives. */
enum {
    NEEDS_IMAGE = 1 << SLOT_IMAGE,
    NEEDS_RULES = 1 << SLOT_RULES,
    NEEDS_KNOTS = 1 << SLOT_KNOTS,
    NEEDS_RECORDS = 1 << SLOT_RECORDS,
    NEEDS_CELLS = 1 << SLOT_CELLS,
    NEEDS_LOCAL = 1 << SLOT_LOCAL,
    NEEDS_LANES = 1 << SLOTS,          /* a register of each lane of a sub-group */
    NEEDS_LINEAR = 1 << (SLOTS + 1),   /* a linear filter that works */
    NEEDS_EXACT = 1 << (SLOTS + 2),    /* the function's own OpenCL C expression */
    NEEDS_NATIVE = 1 << (SLOTS + 3),   /* the expression with native_ built-ins */
    GIVES_VECTORS = 1 << (SLOTS + 4),  /* reads several tables over the same knots at once */
    GIVES_CALCULUS = 1 << (SLOTS + 5), /* derivatives and integrals too */
    READS_CODES = 1 << (SLOTS + 6)     /* nodal values in 8 or 16 bits */
};

typedef struct clpwl__method {
    clpwl_method_info info;
    unsigned partitions; /* bits 1 << CLPWL_PARTITION_UNIFORM, 1 << CLPWL_PARTITION_OPTIMIZED */
    unsigned needs;
    const char *text; /* its name in kernels/options.cl; NULL: a host method */
} clpwl__method;

/* The rows. Rows of one name are neighbours: each reads another partition. */
extern const clpwl__method clpwl__methods[];
extern const size_t clpwl__method_count;

/* One argument: its type in OpenCL C, and the function that puts it on the device. */
typedef struct clpwl__slot_row {
    const char *space;   /* "global"; NULL: an image */
    const char *element; /* of the array; NULL: a record of the evaluator's width */
    const char *name;    /* in kernels/table.cl */
    clpwl_status (*upload)(clpwl_evaluator *e, cl_mem *out); /* NULL: none */
} clpwl__slot_row;

/* A queued command. */
typedef struct clpwl__pending {
    cl_event event;
    void *memory; /* which it uses; freed after it. Or NULL */
} clpwl__pending;

/* A choice that waits for more work: among all methods, while a host method is in use; or between a device
 * with memory of its own and the host, for arrays of the host. */
typedef struct clpwl__wait {
    void (*complete)(clpwl_evaluator *e); /* makes the choice; if that fails, e keeps its method */
    clpwl_evaluator_options wish; /* its pointers are not valid */
    double seconds_a_value;       /* of the method in use */
    double work, before;          /* seconds of work, and those of earlier evaluators of them */
    double worth;                 /* seconds of work that complete the choice; 0: none waits */
} clpwl__wait;

extern const clpwl__slot_row clpwl__slots[SLOTS];

/* The kernels of kernels/eval.cl for arrays of one element. */
enum { CLPWL__WHOLE, CLPWL__REST, CLPWL__LAUNCHES };
typedef struct clpwl__array_loop {
    cl_kernel kernel[CLPWL__LAUNCHES]; /* of whole groups, and of the rest; NULL: not made */
    size_t group;      /* work-items in a group */
    size_t span;       /* values of an item of whole groups */
    size_t most_items; /* of one launch, whole groups */
} clpwl__array_loop;

/* What moves one chunk of clpwl_eval through a device, on one thread. */
enum { CLPWL__STAGES = 8, CLPWL__STAGE_VALUES = 1 << 19 };
typedef struct clpwl__stage {
    cl_command_queue queue; /* NULL: not made */
    cl_mem device[2];       /* of x and y, which may be one */
    cl_mem pinned[2];       /* in the host's memory, mapped at `host` */
    void *host[2];
} clpwl__stage;

struct clpwl_evaluator {
    const clpwl__method *method;
    const clpwl__host_row *host; /* of a host method */
    clpwl_context *context;      /* NULL: the host */
    size_t tables;               /* read at once: 1 to 4 */
    size_t lanes;                /* values a look-up: 1, 2 or 4 */
    clpwl_table *table[4];       /* copies */
    clpwl_quantity quantity;
    clpwl__lanes exchange;       /* of a method that NEEDS_LANES */
    long double *areas[4];       /* integrals up to each knot; NULL: not needed */
    clpwl__pack *packs[4];
    const clpwl__pack *pack;     /* packs[0]; all packs have the same grid */
    const char *exact; /* the expression of NEEDS_EXACT or NEEDS_NATIVE; borrowed from the table */
    clpwl_grid grid;
    clpwl_storage storage;    /* of nodal values; host methods emulate it */
    clpwl__coding coding[4];  /* of each table in that storage */
    int channels, folded; /* of the image */
    cl_mem memory[SLOTS];
    clpwl__array_loop loops[CLPWL__ELEMENTS]; /* that of halves is made when the first are evaluated */
    int strides;       /* 1: one launch of any number of groups reaches all values */
    clpwl__pending *pending; /* work that clpwl_enqueue queued and that may not be finished */
    size_t pending_count, pending_room;
    clpwl__stage stages[CLPWL__STAGES];
    size_t staging_room; /* bytes of x */
    size_t chunk;
    unsigned weight_bits;
    clpwl_error error;
    clpwl__wait wait;
    clpwl_evaluator *on_host; /* evaluates arrays of the host in place of a device; NULL: none is faster */
};

/* Finds the row of a name for a partition. CLPWL_ERR_UNKNOWN_NAME, CLPWL_ERR_UNSUPPORTED (the
 * method reads the other partition only). */
clpwl_status clpwl__method_find(const clpwl__method **out, const char *name,
                                clpwl_partition partition);

/* Whether the evaluator's table has the argument in a kernel. */
int clpwl__has_slot(const clpwl_evaluator *e, clpwl__slot slot);
/* Whether it has codes in a buffer in place of records. */
int clpwl__has_codes(const clpwl_evaluator *e);
/* The bytes of its records. */
size_t clpwl__records_bytes(const clpwl_evaluator *e);

/* Fails unless the device and the table allow the method; sets `channels` and `folded`. */
clpwl_status clpwl__method_check(clpwl_evaluator *e);
/* Fails unless the method gives the evaluator's quantity of its table. */
clpwl_status clpwl__quantity_check(const clpwl_evaluator *e);
/* The look-up of the quantity in the library's kernels: "clpwl_t_slope". */
const char *clpwl__quantity_function(const clpwl_evaluator *e);
/* Puts the method's arguments on the device, and fills the grid. */
clpwl_status clpwl__method_upload(clpwl_evaluator *e);

/* The number of segments in a row of a folded image: a power of two. */
size_t clpwl__row_segments(size_t image_width);

#endif
