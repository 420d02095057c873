/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which names a table can have in a kernel. */
#include "cl/evaluator/source.h"

/* Of the library, of compilers, and of families of built-in functions. */
static const char *const prefixes[] = {
    "clpwl_", "CLPWL_", "__", "CLK_", "amd_", "arm_", "as_", "async_", "atom_", "atomic_",
    "convert_", "get_", "half_", "image1d_", "image2d_", "image3d_", "intel_", "native_",
    "read_image", "sub_group_", "vload", "vstore", "work_group_", "write_image",
};

/* Other built-in functions of OpenCL C 1.2 to 3.0 and its extensions, and constants. */
static const char *const words[] = {
    "abs", "abs_diff", "acos", "acosh", "acospi", "add_sat", "all", "any", "asin", "asinh",
    "asinpi", "atan", "atan2", "atan2pi", "atanh", "atanpi", "barrier", "bit_reverse", "bitselect",
    "bitfield_extract_signed", "bitfield_extract_unsigned", "bitfield_insert",
    "capture_event_profiling_info", "cbrt", "ceil", "clamp", "clz", "commit_read_pipe",
    "commit_write_pipe", "copysign", "cos", "cosh", "cospi", "create_user_event", "cross", "ctz",
    "degrees", "distance", "dot", "dot_4x8packed_ss_int", "dot_4x8packed_su_int",
    "dot_4x8packed_us_int", "dot_4x8packed_uu_uint", "dot_acc_sat",
    "dot_acc_sat_4x8packed_ss_int", "dot_acc_sat_4x8packed_su_int",
    "dot_acc_sat_4x8packed_us_int", "dot_acc_sat_4x8packed_uu_uint", "enqueue_kernel",
    "enqueue_marker", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fast_distance",
    "fast_length", "fast_normalize", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "fract",
    "frexp", "hadd", "hypot", "ilogb", "is_valid_event", "is_valid_reserve_id", "isequal",
    "isfinite", "isgreater", "isgreaterequal", "isinf", "isless", "islessequal", "islessgreater",
    "isnan", "isnormal", "isnotequal", "isordered", "isunordered", "ldexp", "length", "lgamma",
    "lgamma_r", "log", "log10", "log1p", "log2", "logb", "mad", "mad24", "mad_hi", "mad_sat",
    "max", "maxmag", "mem_fence", "min", "minmag", "mix", "modf", "mul24", "mul_hi", "nan",
    "ndrange_1D", "ndrange_2D", "ndrange_3D", "nextafter", "normalize", "popcount", "pow", "pown",
    "powr", "prefetch", "printf", "radians", "read_mem_fence", "read_pipe", "release_event",
    "remainder", "remquo", "reserve_read_pipe", "reserve_write_pipe", "retain_event", "rhadd",
    "rint", "rootn", "rotate", "round", "rsqrt", "select", "set_user_event_status", "shuffle",
    "shuffle2", "sign", "signbit", "sin", "sincos", "sinh", "sinpi", "smoothstep", "sqrt", "step",
    "sub_sat", "tan", "tanh", "tanpi", "tgamma", "to_global", "to_local", "to_private", "trunc",
    "upsample", "vec_step", "wait_group_events", "write_mem_fence", "write_pipe",
    "NULL", "NAN", "INFINITY", "MAXFLOAT", "HUGE_VALF", "HUGE_VAL", "defined", "pipe",
};

static const char *const types[] = {"char", "uchar", "short", "ushort", "int", "uint", "long",
                                    "ulong", "float", "double", "half", "sampler_t",
                                    "event_t", "size_t", "ptrdiff_t", "intptr_t", "uintptr_t"};

/* "float" or "float4". Any number behind a type is refused: it is near enough to a type. */
static int is_type(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t length = strlen(types[i]);
        if (strncmp(name, types[i], length) == 0 &&
            name[length + strspn(name + length, "0123456789")] == '\0')
            return 1;
    }
    return 0;
}

static int is_taken(const char *name)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0)
            return 1;
    return is_type(name);
}

clpwl_status clpwl__check_table_name(const char *name)
{
    clpwl_status status = CLPWL_OK;
    CHECK(clpwl__is_identifier(name), CLPWL_ERR_ARGUMENT,
          "\"%s\" cannot be a table's name in a kernel: it is not a C identifier",
          name ? name : "(null)");
    CHECK(!is_taken(name), CLPWL_ERR_ARGUMENT,
          "\"%s\" cannot be a table's name in a kernel: OpenCL C or libclpwl uses it; try my_%s",
          name, name);
done:
    return status;
}
