/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the enumerators of clpwl/types.h: one list, from which clpwl_TYPE_name and
 * clpwl_TYPE_parse follow for each type. */
#include <ctype.h>
#include "base/internal.h"
#include "clpwl/types.h"

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

/* ENUMERATION(TYPE, what messages call it, the names in the order of the enumerators) */
#define ENUMERATION(type, what, ...)                                                               \
    static const char *const type##_names[] = {__VA_ARGS__};                                       \
    enum { type##_count = sizeof type##_names / sizeof *type##_names };                            \
    const char *clpwl_##type##_name(clpwl_##type value)                                            \
    {                                                                                              \
        return (size_t)value < type##_count ? type##_names[value] : NULL;                          \
    }                                                                                              \
    clpwl_status clpwl_##type##_parse(clpwl_##type *out, const char *name)                         \
    {                                                                                              \
        clpwl_status status = CLPWL_OK;                                                            \
        int value = 0;                                                                             \
        CHECK_GIVEN(out);                                                                          \
        TRY(parse_name(what, type##_names, type##_count, name, &value));                           \
        *out = (clpwl_##type)value;                                                                \
    done:                                                                                          \
        return status;                                                                             \
    }
ENUMERATION(norm, "norm", "linf", "l1", "l2")
ENUMERATION(evidence, "evidence", "unknown", "measured", "exhausted", "proved")
ENUMERATION(aim, "aim", "balanced", "smallest", "fastest", "none")
ENUMERATION(ended_by, "end of a search", "search", "budget", "time")
ENUMERATION(between, "curve between rows", "auto", "linear", "monotone", "spline", "step")
ENUMERATION(partition, "partition", "uniform", "optimized")
ENUMERATION(fit, "fit", "interpolant", "projection", "least-absolute", "minimax", "above", "below")
ENUMERATION(effort, "effort", "asymptotic", "refined")
ENUMERATION(extend, "extension", "clamp", "zero", "repeat", "mirror", "nan", "linear")
ENUMERATION(shaper, "shaper", "none", "log2", "sqrt", "rsqrt", "exp2", "auto")
ENUMERATION(shape, "shape", "none", "rising", "falling", "monotone", "convex", "rising-convex",
            "falling-convex", "monotone-convex", "concave", "rising-concave", "falling-concave",
            "monotone-concave", "auto")
ENUMERATION(symmetry, "symmetry", "none", "even", "odd", "ramp", "point", "auto")
ENUMERATION(storage, "storage", "default", "float32", "half", "unorm16", "unorm8", "bfloat16",
            "any")
ENUMERATION(quantity, "quantity", "value", "derivative", "integral")
ENUMERATION(language, "language", "opencl", "c", "cuda", "glsl")

double clpwl_error_in(const clpwl_error *e, clpwl_norm norm)
{
    return norm == CLPWL_NORM_L1 ? e->l1 : norm == CLPWL_NORM_L2 ? e->l2 : e->linf;
}
