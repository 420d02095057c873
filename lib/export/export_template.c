/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The spellings that differ between languages, and the template that they share. The operations
 * and their order are those of clpwl/device.h, except for NaN: as C leaves the conversion of NaN
 * to int undefined, the table is read at the beginning of the domain, and the result replaced.
 */
#include "export/export_template.h"

/* The rows keep their lines. */
/* clang-format off */
const clpwl__spelling clpwl__spellings[] = {
    {"use", {
        "Put it in front of a kernel's source. It takes $bytes$ bytes of constant memory.",
        "Include it, or compile it with the code that uses it (C99; -lm).",
        "Include it in a .cu file, and call it in device code.",
        "Put it into a shader behind its #version: 400 or 320 es, or later."}},
    {"needs", {
        "",
        "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n\n",
        "",
        "#ifdef GL_ES\nprecision highp float;\nprecision highp int;\n#endif\n\n"}},
    {"helper", {
        "",
        "static inline uint32_t @_bits(float x)\n{\n    uint32_t bits;\n"
        "    memcpy(&bits, &x, sizeof bits);\n    return bits;\n}\n\n",
        "",
        ""}},
    {"array", {"constant float", "static const float", "static __device__ const float",
               "const float"}},
    {"space", {"constant", "static const", "static __device__ const", "const"}},
    {"unsigned", {"unsigned", "unsigned", "unsigned", "uint"}},
    {"code", {"@_codes[", "@_codes[", "@_codes[", "@_code("}},
    {"code end", {"]", "]", "]", ")"}},
    {"as float", {"as_float", "@_float", "__uint_as_float", "uintBitsToFloat"}},
    {"float helper", {
        "",
        "static inline float @_float(uint32_t bits)\n{\n    float x;\n"
        "    memcpy(&x, &bits, sizeof x);\n    return x;\n}\n\n",
        "",
        ""}},
    {"aligned", {" __attribute__((aligned(16)))", "", " __attribute__((aligned(16)))", ""}},
    {"open", {"{", "{", "{", "float[]("}},
    {"close", {"}", "}", "}", ")"}},
    {"function", {"static inline float", "static inline float",
                  "static __device__ __forceinline__ float", "float"}},
    {"fma", {"fma", "fmaf", "fmaf", "fma"}},
    {"floor", {"floor", "floorf", "floorf", "floor"}},
    {"int", {"(int)", "(int)", "(int)", "int"}},
    {"float", {"(float)", "(float)", "(float)", "float"}},
    {"bits", {"as_uint", "@_bits", "__float_as_uint", "floatBitsToUint"}},
    {"NaN", {"as_float(0x7fc00000u)", "NAN", "__uint_as_float(0x7fc00000u)",
             "uintBitsToFloat(0x7fc00000u)"}},
    {NULL, {NULL, NULL, NULL, NULL}},
};
/* clang-format on */

/* GLSL has none: it does not bound the errors of these functions. */
const char *const clpwl__shaper_spellings[][CLPWL__LANGUAGES] = {
#define SHAPER(NAME, formula, ulp, least, most, sign, g, x, width, slope, integral, float_g, text, ...) \
    [CLPWL_SHAPER_##NAME] = {__VA_ARGS__, ""},
#include "table/shapers.def"
#undef SHAPER
};

const char clpwl__export_head[] = "#ifndef @_included\n"
                                  "#define @_included\n\n"
                                  "$needs$";

const char clpwl__export_half[] =
    "$float helper$"
    "/* A half has 5 bits of exponent with bias 15, a float 8 with bias 127: 2^112 makes up for it. */\n"
    "$function$ @_number($unsigned$ code)\n{\n"
    "    return $as float$((code & 0x7fffu) << 13 | (code & 0x8000u) << 16) * 5.192296858534828e33f;\n"
    "}\n\n";

const char clpwl__export_bfloat16[] =
    "$float helper$"
    "$function$ @_number($unsigned$ code)\n{\n    return $as float$(code << 16);\n}\n\n";

const char clpwl__export_level[] =
    "$function$ @_number($unsigned$ code)\n{\n    return $float$(code);\n}\n\n";

/* A code among those of a word. */
const char clpwl__export_packed[] =
    "uint @_code(int i)\n{\n"
    "    return (@_codes[i / $each$] >> (i % $each$ * $code bits$)) & $most$u;\n"
    "}\n\n";

const char clpwl__export_begin[] = "$function$ @(float x)\n{\n";

const char clpwl__export_fold[] =
    "    /* The period of x, and the position in it. */\n"
    "    float from = x - $origin$;\n"
    "    float turns = $floor$(from / $period$);\n"
    "    float part = $fma$(-turns, $period$, from);\n";

const char clpwl__export_turn[] =
    "    part = turns - 2.0f * $floor$(0.5f * turns) != 0.0f ? $period$ - part : part;\n";

const char clpwl__export_folded[] =
    "    float folded = x >= $lo$ && x <= $hi$ ? x : $origin$ + part;\n";

const char clpwl__export_inside[] =
    "    /* Clamp to the domain; NaN becomes the lower end. */\n"
    "    float r = $at$ > $lo$ ? $at$ : $lo$;\n"
    "    r = r < $hi$ ? r : $hi$;\n";

const char clpwl__export_half_of[] =
    "    /* The table is that of |x|. */\n"
    "    float inside = r;\n"
    "    r = inside < 0.0f ? -inside : inside;\n";

const char clpwl__export_odd[] = "    y = x == 0.0f ? 0.0f : y;\n"
                                 "    y = $bits$(x) > 0x7fffffffu ? -y : y;\n";

const char clpwl__export_ramp[] = "    y = inside < 0.0f ? y + inside : y;\n";
const char clpwl__export_point[] = "    y = inside < 0.0f ? $sum$ - y : y;\n";

const char clpwl__export_shaped[] = "    r = $shaper$(r);\n";

const char clpwl__export_position[] =
    "    /* Position and segment. */\n"
    "    float u = $fma$(r - $origin$, $scale$, $offset$);\n"
    "    int i = $int$(u);\n"
    "    i = i < $last$ ? i : $last$;\n";

const char clpwl__export_record[] =
    "    /* A record is a value and a slope. */\n"
    "    float y = $fma$(u - $float$(i), @_table[2 * i + 1], @_table[2 * i]);\n";

const char clpwl__export_part[] = "    float part_of_segment = u - $float$(i);\n";

const char clpwl__export_rule[] = "    float part_of_segment = (r - @_knots[i]) * @_inverses[i];\n";

const char clpwl__export_codes[] =
    "    /* Between the numbers that the codes at both ends stand for. */\n"
    "    float left = @_number($code$i$code end$), right = @_number($code$i + 1$code end$);\n"
    "    float y = $fma$($fma$(part_of_segment, right - left, left), $gain$, $bias$);\n";

const char clpwl__export_cells[] =
    "    /* A cell is a knot, its value, and the slopes to the left and right of it. */\n"
    "    float u = $fma$(r - $origin$, $scale$, $offset$);\n"
    "    int i = $int$(u);\n"
    "    i = i < $last$ ? i : $last$;\n"
    "    float d = r - @_table[4 * i];\n"
    "    float slope = d < 0.0f ? @_table[4 * i + 2] : @_table[4 * i + 3];\n"
    "    float y = $fma$(d, slope, @_table[4 * i + 1]);\n";

const char clpwl__export_search[] =
    "    /* The segment: binary search among a power of two of them. */\n"
    "    int i = $front$;\n"
    "    i = r >= @_knots[i] ? i : 0;\n"
    "    for (int step = $half$; step > 0; step /= 2)\n"
    "        i = r >= @_knots[i + step] ? i + step : i;\n";

const char clpwl__export_found[] =
    "    float y = $fma$(r - @_knots[i], @_table[2 * i + 1], @_table[2 * i]);\n";

const char clpwl__export_outside[] = "    y = x < $lo$ || x > $hi$ ? $tail$ : y;\n";

const char clpwl__export_left[] = "    y = x < $lo$ ? y + $left$ * (x - $lo$) : y;\n";
const char clpwl__export_right[] = "    y = x > $hi$ ? y + $right$ * (x - $hi$) : y;\n";

const char clpwl__export_end[] =
    "    return ($bits$(x) & 0x7fffffffu) > $numbers$ ? $NaN$ : y;\n"
    "}\n\n"
    "#endif\n";
