/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the enumerators of clpwl/types.h: one list, from which clpwl_TYPE_name and
 * clpwl_TYPE_parse follow for each type. */
#include <ctype.h>
#include "base/internal.h"
#include "clpwl/types.h"

/* ENUMERATION(TYPE, what messages call it), VALUE(TYPE, enumerator, name), END */
#define ENUMERATIONS(ENUMERATION, VALUE, END)                                  \
    ENUMERATION(norm, "norm")                                                  \
    VALUE(CLPWL_NORM_LINF, "linf")                                             \
    VALUE(CLPWL_NORM_L1, "l1")                                                 \
    VALUE(CLPWL_NORM_L2, "l2")                                                 \
    END(norm)                                                                  \
    ENUMERATION(evidence, "evidence")                                          \
    VALUE(CLPWL_EVIDENCE_UNKNOWN, "unknown")                                   \
    VALUE(CLPWL_EVIDENCE_MEASURED, "measured")                                 \
    VALUE(CLPWL_EVIDENCE_EXHAUSTED, "exhausted")                               \
    VALUE(CLPWL_EVIDENCE_PROVED, "proved")                                     \
    END(evidence)                                                              \
    ENUMERATION(aim, "aim")                                                    \
    VALUE(CLPWL_AIM_BALANCED, "balanced")                                      \
    VALUE(CLPWL_AIM_SMALLEST, "smallest")                                      \
    VALUE(CLPWL_AIM_FASTEST, "fastest")                                        \
    VALUE(CLPWL_AIM_NONE, "none")                                              \
    END(aim)                                                                   \
    ENUMERATION(ended_by, "end of a search")                                   \
    VALUE(CLPWL_ENDED_BY_SEARCH, "search")                                     \
    VALUE(CLPWL_ENDED_BY_BUDGET, "budget")                                     \
    VALUE(CLPWL_ENDED_BY_TIME, "time")                                         \
    END(ended_by)                                                              \
    ENUMERATION(between, "curve between rows")                                 \
    VALUE(CLPWL_BETWEEN_AUTO, "auto")                                          \
    VALUE(CLPWL_BETWEEN_LINEAR, "linear")                                      \
    VALUE(CLPWL_BETWEEN_MONOTONE, "monotone")                                  \
    VALUE(CLPWL_BETWEEN_SPLINE, "spline")                                      \
    VALUE(CLPWL_BETWEEN_STEP, "step")                                          \
    END(between)                                                               \
    ENUMERATION(partition, "partition")                                        \
    VALUE(CLPWL_PARTITION_UNIFORM, "uniform")                                  \
    VALUE(CLPWL_PARTITION_OPTIMIZED, "optimized")                              \
    END(partition)                                                             \
    ENUMERATION(fit, "fit")                                                    \
    VALUE(CLPWL_FIT_INTERPOLANT, "interpolant")                                \
    VALUE(CLPWL_FIT_PROJECTION, "projection")                                  \
    VALUE(CLPWL_FIT_LEAST_ABSOLUTE, "least-absolute")                          \
    VALUE(CLPWL_FIT_MINIMAX, "minimax")                                        \
    VALUE(CLPWL_FIT_ABOVE, "above")                                            \
    VALUE(CLPWL_FIT_BELOW, "below")                                            \
    END(fit)                                                                   \
    ENUMERATION(effort, "effort")                                              \
    VALUE(CLPWL_EFFORT_ASYMPTOTIC, "asymptotic")                               \
    VALUE(CLPWL_EFFORT_REFINED, "refined")                                     \
    VALUE(CLPWL_EFFORT_OPTIMAL, "optimal")                                     \
    END(effort)                                                                \
    ENUMERATION(extend, "extension")                                           \
    VALUE(CLPWL_EXTEND_CLAMP, "clamp")                                         \
    VALUE(CLPWL_EXTEND_ZERO, "zero")                                           \
    VALUE(CLPWL_EXTEND_REPEAT, "repeat")                                       \
    VALUE(CLPWL_EXTEND_MIRROR, "mirror")                                       \
    VALUE(CLPWL_EXTEND_NAN, "nan")                                             \
    VALUE(CLPWL_EXTEND_LINEAR, "linear")                                       \
    END(extend)                                                                \
    ENUMERATION(shaper, "shaper")                                              \
    VALUE(CLPWL_SHAPER_NONE, "none")                                           \
    VALUE(CLPWL_SHAPER_LOG2, "log2")                                           \
    VALUE(CLPWL_SHAPER_SQRT, "sqrt")                                           \
    VALUE(CLPWL_SHAPER_RSQRT, "rsqrt")                                         \
    VALUE(CLPWL_SHAPER_EXP2, "exp2")                                           \
    VALUE(CLPWL_SHAPER_AUTO, "auto")                                           \
    END(shaper)                                                                \
    ENUMERATION(symmetry, "symmetry")                                          \
    VALUE(CLPWL_SYMMETRY_NONE, "none")                                         \
    VALUE(CLPWL_SYMMETRY_EVEN, "even")                                         \
    VALUE(CLPWL_SYMMETRY_ODD, "odd")                                           \
    VALUE(CLPWL_SYMMETRY_RAMP, "ramp")                                         \
    VALUE(CLPWL_SYMMETRY_POINT, "point")                                       \
    VALUE(CLPWL_SYMMETRY_AUTO, "auto")                                         \
    END(symmetry)                                                              \
    ENUMERATION(shape, "shape")                                                \
    VALUE(CLPWL_SHAPE_NONE, "none")                                            \
    VALUE(CLPWL_SHAPE_RISING, "rising")                                        \
    VALUE(CLPWL_SHAPE_FALLING, "falling")                                      \
    VALUE(CLPWL_SHAPE_MONOTONE, "monotone")                                    \
    VALUE(CLPWL_SHAPE_CONVEX, "convex")                                        \
    VALUE(CLPWL_SHAPE_RISING_CONVEX, "rising-convex")                          \
    VALUE(CLPWL_SHAPE_FALLING_CONVEX, "falling-convex")                        \
    VALUE(CLPWL_SHAPE_MONOTONE_CONVEX, "monotone-convex")                      \
    VALUE(CLPWL_SHAPE_CONCAVE, "concave")                                      \
    VALUE(CLPWL_SHAPE_RISING_CONCAVE, "rising-concave")                        \
    VALUE(CLPWL_SHAPE_FALLING_CONCAVE, "falling-concave")                      \
    VALUE(CLPWL_SHAPE_MONOTONE_CONCAVE, "monotone-concave")                    \
    VALUE(CLPWL_SHAPE_AUTO, "auto")                                            \
    END(shape)                                                                 \
    ENUMERATION(storage, "storage")                                            \
    VALUE(CLPWL_STORAGE_DEFAULT, "default")                                    \
    VALUE(CLPWL_STORAGE_FLOAT32, "float32")                                    \
    VALUE(CLPWL_STORAGE_HALF, "half")                                          \
    VALUE(CLPWL_STORAGE_UNORM16, "unorm16")                                    \
    VALUE(CLPWL_STORAGE_UNORM8, "unorm8")                                      \
    VALUE(CLPWL_STORAGE_BFLOAT16, "bfloat16")                                  \
    VALUE(CLPWL_STORAGE_ANY, "any")                                            \
    END(storage)                                                               \
    ENUMERATION(quantity, "quantity")                                          \
    VALUE(CLPWL_QUANTITY_VALUE, "value")                                       \
    VALUE(CLPWL_QUANTITY_DERIVATIVE, "derivative")                             \
    VALUE(CLPWL_QUANTITY_INTEGRAL, "integral")                                 \
    END(quantity)                                                              \
    ENUMERATION(language, "language")                                          \
    VALUE(CLPWL_LANGUAGE_OPENCL, "opencl")                                     \
    VALUE(CLPWL_LANGUAGE_C, "c")                                               \
    VALUE(CLPWL_LANGUAGE_CUDA, "cuda")                                         \
    VALUE(CLPWL_LANGUAGE_GLSL, "glsl")                                         \
    END(language)

/* Other spellings that the parsers take. */
static const struct synonym {
    const char *spelling, *name;
} synonyms[] = {
    {"optimised", "optimized"}, {"least-squares", "projection"}, {"max", "linf"},
    {"fp32", "float32"},        {"fp16", "half"},               {"bf16", "bfloat16"},
    {"float", "float32"},       {"float16", "half"},            {"int16", "unorm16"},
    {"uint16", "unorm16"},      {"int8", "unorm8"},             {"uint8", "unorm8"},
    {"inf", "linf"},            {"opt", "optimized"},           {"periodic", "repeat"},
    {"constant", "clamp"},      {"log", "log2"},            {"infinity", "linf"},
    {"upper", "above"},         {"lower", "below"},         {"lsq", "projection"},
    {"wrap", "repeat"},         {"reflect", "mirror"},      {"leastsquares", "projection"},
};

/* Whether two names are equal but for case, and for '_' or ' ' in place of '-'. */
static int is_same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        int c = *a == '_' || *a == ' ' ? '-' : tolower((unsigned char)*a);
        if (c != *b)
            return 0;
    }
    return *a == *b;
}

static int find_name(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (is_same_name(name, names[i]))
            return (int)i;
    return -1;
}

static clpwl_status parse_name(const char *what, const char *const *names, size_t count,
                               const char *name, int *value)
{
    clpwl_status status = CLPWL_OK;
    clpwl__text all = {0};
    int is_rms = 0;
    CHECK(name, CLPWL_ERR_ARGUMENT, "the name of the %s is NULL", what);
    *value = find_name(names, count, name);
    for (size_t i = 0; *value < 0 && i < sizeof synonyms / sizeof *synonyms; i++)
        if (is_same_name(name, synonyms[i].spelling))
            *value = find_name(names, count, synonyms[i].name);
    if (*value >= 0)
        goto done;
    is_rms = strcmp(what, "norm") == 0 && is_same_name(name, "rms");
    for (size_t i = 0; i < count; i++)
        clpwl__append(&all, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", names[i]);
    CHECK(0, CLPWL_ERR_UNKNOWN_NAME, "unknown %s \"%s\"; expected %s%s", what, name,
          all.failed ? "another name" : all.text,
          is_rms ? "; rms is l2 / sqrt(B - A) on [A, B]" : "");
done:
    clpwl__free(all.text);
    return status;
}

/* The first pass makes the table of a type's names, the second its two functions. */
#define NAMES(type, what) static const char *const type##_names[] = {
#define NAME(value, name) [value] = name,
#define NAMES_END(type) };
ENUMERATIONS(NAMES, NAME, NAMES_END)

#define COUNT_OF(names) (sizeof names / sizeof *names)
#define FUNCTIONS(type, what)                                                  \
    const char *clpwl_##type##_name(clpwl_##type value)                        \
    {                                                                          \
        return (size_t)value < COUNT_OF(type##_names) ? type##_names[value] : NULL; \
    }                                                                          \
    clpwl_status clpwl_##type##_parse(clpwl_##type *out, const char *name)     \
    {                                                                          \
        clpwl_status status = CLPWL_OK;                                        \
        int value = 0;                                                         \
        CHECK(out, CLPWL_ERR_ARGUMENT, "clpwl_" #type "_parse: out is NULL");  \
        TRY(parse_name(what, type##_names, COUNT_OF(type##_names), name, &value)); \
        *out = (clpwl_##type)value;                                            \
    done:                                                                      \
        return status;                                                         \
    }
#define NOTHING(value, name)
#define NO_END(type)
ENUMERATIONS(FUNCTIONS, NOTHING, NO_END)

double clpwl_error_in(const clpwl_error *e, clpwl_norm norm)
{
    return norm == CLPWL_NORM_L1 ? e->l1 : norm == CLPWL_NORM_L2 ? e->l2 : e->linf;
}
