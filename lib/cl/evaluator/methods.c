/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of methods. */
#include "cl/evaluator/method.h"

#define UNIFORM (1u << CLPWL_PARTITION_UNIFORM)
#define OPTIMIZED (1u << CLPWL_PARTITION_OPTIMIZED)
#define GIVES_ALL (READS_CODES | GIVES_VECTORS | GIVES_CALCULUS)

/* clang-format off */
const clpwl__method clpwl__methods[] = {
    {{"image-linear", "image read by a linear sampler: the texture unit interpolates", 0},
     UNIFORM, NEEDS_IMAGE | NEEDS_LINEAR | GIVES_ALL, "IMAGE_LINEAR"},
    {{"image-linear", "binary search, then the linear sampler at i + delta", 0},
     OPTIMIZED, NEEDS_IMAGE | NEEDS_LINEAR | NEEDS_RULES | GIVES_ALL, "IMAGE_LINEAR"},
    {{"image-manual", "image read without a filter, interpolated in fp32", 0},
     UNIFORM, NEEDS_IMAGE | GIVES_ALL, "IMAGE_MANUAL"},
    {{"image-manual", "binary search, then an image read without a filter", 0},
     OPTIMIZED, NEEDS_IMAGE | NEEDS_RULES | GIVES_ALL, "IMAGE_MANUAL"},
    {{"buffer", "buffer of (value, slope), a record a segment", 0},
     UNIFORM, NEEDS_RECORDS | GIVES_ALL, "BUFFER"},
    {{"buffer", "binary search, then a buffer of (value, slope)", 0},
     OPTIMIZED, NEEDS_KNOTS | NEEDS_RECORDS | GIVES_ALL, "BUFFER"},
    {{"local", "the buffer's records, copied to local memory once a work-group", 0},
     UNIFORM, NEEDS_RECORDS | NEEDS_LOCAL | READS_CODES | GIVES_CALCULUS, "LOCAL"},
    {{"shuffle", "a record a lane, exchanged within the sub-group", 0},
     UNIFORM, NEEDS_RECORDS | NEEDS_LANES | READS_CODES | GIVES_CALCULUS, "SHUFFLE"},
    {{"cell", "O(1): a grid of cells over the knots, one record of two slopes a cell", 0},
     OPTIMIZED, NEEDS_CELLS | GIVES_CALCULUS, "CELL"},
    {{"exact", "the function's own OpenCL C expression, no table", 0},
     UNIFORM | OPTIMIZED, NEEDS_EXACT, "EXACT"},
    {{"exact-native", "the same with native_ built-ins", 0},
     UNIFORM | OPTIMIZED, NEEDS_EXACT | NEEDS_NATIVE, "EXACT"},
#define HOST_METHOD(name, text, gives, supported, can, eval) \
    {{name, text, 1}, UNIFORM | OPTIMIZED, GIVES_VECTORS | (gives), NULL},
#define X86_METHOD HOST_METHOD
#define NEON_METHOD HOST_METHOD
#include "cpu/methods.def"
};
/* clang-format on */
const size_t clpwl__method_count = sizeof clpwl__methods / sizeof *clpwl__methods;

size_t clpwl_method_count(void)
{
    return clpwl__method_count;
}

const clpwl_method_info *clpwl_method(size_t i)
{
    return i < clpwl__method_count ? &clpwl__methods[i].info : NULL;
}

clpwl_status clpwl__method_find(const clpwl__method **out, const char *name,
                                clpwl_partition partition)
{
    clpwl_status status = CLPWL_OK;
    int known = 0;
    *out = NULL;
    for (size_t i = 0; i < clpwl__method_count; i++) {
        const clpwl__method *m = &clpwl__methods[i];
        if (strcmp(m->info.name, name) != 0)
            continue;
        known = 1;
        if (m->partitions & (1u << partition)) {
            *out = m;
            goto done;
        }
    }
    if (!known) {
        char near[256];
        clpwl__near_names(name, &clpwl__methods->info.name, sizeof *clpwl__methods, clpwl__method_count, near,
                          sizeof near);
        CHECK(0, CLPWL_ERR_UNKNOWN_NAME, "unknown method \"%s\"%s%s; `clpwl methods` lists all",
              name, near[0] ? "; similar: " : "", near);
    }
    CHECK(0, CLPWL_ERR_UNSUPPORTED,
          "method %s does not read the %s partition of this table: use buffer", name,
          clpwl_partition_name(partition));
done:
    return status;
}
