/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables as source text: a comment, the numbers, and a template that all languages share. The operations
 * and their order are those of clpwl/device.h, except for NaN: as C leaves the conversion of NaN
 * to int undefined, the table is read at the beginning of the domain, and the result replaced.
 *
 * In the template '@' stands for the name of the function. A word between dollar signs stands for a
 * spelling of the language or for a number of the table.
 */
#include "clpwl/export.h"
#include "base/door.h"
#include "base/internal.h"
#include "clpwl/execution.h"
#include <stdio.h>
#include "base/number.h"
#include "cpu/pack.h"
#include "execution/storage.h"
#include "table/symmetry.h"
#include "table/table.h"

enum { LANGUAGES = CLPWL_LANGUAGE_GLSL + 1 };

typedef struct spelling {
    const char *word;
    const char *in[LANGUAGES];
} spelling;

/* The rows keep their lines. */
/* clang-format off */
static const spelling spellings[] = {
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
static const char *const shaper_spellings[][LANGUAGES] = {
#define SHAPER(NAME, formula, ulp, least, most, sign, g, x, width, slope, integral, float_g, text, ...) \
    [CLPWL_SHAPER_##NAME] = {__VA_ARGS__, ""},
#include "table/shapers.def"
#undef SHAPER
};

/* The text so far, and what the words of the template depend on. */
typedef struct writer {
    clpwl__text text;
    const char *name;
    clpwl_language language;
    const clpwl__pack *pack;
    clpwl__coding coding; /* of values in codes */
} writer;

static int has_codes(const writer *w)
{
    return w->coding.storage != CLPWL_STORAGE_FLOAT32;
}

/* GLSL has no arrays of 8 or 16 bits: words of 32 bits hold the codes, the first one in the lowest bits. */
static int is_packed(const writer *w)
{
    return w->language == CLPWL_LANGUAGE_GLSL;
}

static size_t codes_in_word(const writer *w)
{
    return is_packed(w) ? sizeof(uint32_t) / clpwl__storage_bytes(w->coding.storage) : 1;
}

static size_t largest_power(size_t n)
{
    size_t power = 1;
    while (power <= n / 2)
        power *= 2;
    return power;
}

static size_t table_bytes(const writer *w)
{
    const clpwl__pack *p = w->pack;
    if (has_codes(w))
        return (p->segments + 1) * clpwl__storage_bytes(w->coding.storage) +
               (p->knots ? 2 * p->segments * sizeof *p->knots : 0);
    if (p->cells)
        return p->cell_count * sizeof *p->cells;
    return p->segments * sizeof *p->records + (p->knots ? p->segments * sizeof *p->knots : 0);
}

static void put_float(writer *w, float x)
{
    char text[CLPWL__NUMBER_ROOM];
    clpwl__number_literal(text, (double)x);
    clpwl__append(&w->text, "%s", text);
}

static int is_word(const char *known, const char *word, size_t length)
{
    return strlen(known) == length && memcmp(known, word, length) == 0;
}

/* Puts the number of the table that the word names. 0: the word names none. */
static int put_number(writer *w, const char *word, size_t length)
{
    const clpwl__pack *p = w->pack;
    size_t steps = p->cells ? p->cell_count : p->segments, power = largest_power(p->segments);
    const struct {
        const char *word;
        double value;
        int is_count;
    } rows[] = {{"lo", p->grid.lo, 0},
                {"hi", p->grid.hi, 0},
                {"origin", p->grid.origin, 0},
                {"period", p->grid.period, 0},
                {"scale", p->grid.scale, 0},
                {"left", p->grid.left[0], 0},
                {"right", p->grid.right[0], 0},
                {"offset", p->grid.offset, 0},
                {"sum", p->grid.sum[0], 0},
                {"gain", w->coding.gain, 0},
                {"bias", w->coding.bias, 0},
                {"last", steps - 1, 1},
                {"front", p->segments - power, 1},
                {"half", power / 2, 1},
                {"each", codes_in_word(w), 1},
                {"code bits", 32 / codes_in_word(w), 1},
                {"most", UINT32_MAX >> (32 - 32 / codes_in_word(w)), 1},
                {"bytes", table_bytes(w), 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_word(rows[i].word, word, length)) {
            if (rows[i].is_count)
                clpwl__append(&w->text, "%.0f", rows[i].value);
            else
                put_float(w, (float)rows[i].value);
            return 1;
        }
    return 0;
}

/* The spelling of a word of the template in this language and for this table. */
static const char *spelling_of(const writer *w, const char *word, size_t length)
{
    const spelling by_table[] = {
        {"shaper", {shaper_spellings[w->pack->shaper][w->language]}},
        {"at", {clpwl__is_periodic(w->pack->extend) ? "folded" : "x"}},
        {"byte", {is_packed(w)                                  ? "uint"
                  : w->coding.storage == CLPWL_STORAGE_UNORM8 ? "unsigned char"
                                                              : "unsigned short"}},
        {"tail", {w->pack->extend == CLPWL_EXTEND_ZERO ? "0.0f" : "$NaN$"}},
        /* The bits of the largest |x| with a value; an infinity has no place in a period. */
        {"numbers", {clpwl__is_periodic(w->pack->extend) ? "0x7f7fffffu" : "0x7f800000u"}},
        {NULL, {NULL}},
    };
    for (const spelling *s = by_table; s->word; s++)
        if (is_word(s->word, word, length))
            return s->in[0];
    for (const spelling *s = spellings; s->word; s++)
        if (is_word(s->word, word, length))
            return s->in[w->language];
    return "";
}

/* Puts a piece of the template. Spellings may contain marks themselves. */
static void put(writer *w, const char *piece)
{
    while (*piece) {
        size_t plain = strcspn(piece, "@$");
        clpwl__append(&w->text, "%.*s", (int)plain, piece);
        piece += plain;
        if (*piece == '@') {
            clpwl__append(&w->text, "%s", w->name);
            piece++;
        } else if (*piece == '$') {
            size_t length = strcspn(++piece, "$");
            if (!put_number(w, piece, length))
                put(w, spelling_of(w, piece, length));
            piece += length + 1;
        }
    }
}

static void put_array(writer *w, const char *suffix, const float *numbers, size_t count)
{
    put(w, "$array$ @");
    clpwl__append(&w->text, "_%s[%zu]", suffix, count);
    put(w, "$aligned$ = $open$");
    for (size_t i = 0; i < count; i++) {
        clpwl__append(&w->text, i == 0 ? "\n    " : i % 4 == 0 ? ",\n    " : ", ");
        put_float(w, numbers[i]);
    }
    put(w, "\n$close$;\n");
}

/* Puts a line of the comment with a text of the user's: in ASCII, and without marks that would
 * end the comment or begin another one. */
static void put_text(writer *w, const char *key, const char *text)
{
    char last = '\0';
    clpwl__append(&w->text, " *   %-11s ", key);
    for (; *text; text++) {
        char c = *text >= ' ' && *text <= '~' && *text != '\\' ? *text : '?';
        int is_mark = (last == '*' && c == '/') || (last == '/' && c == '*');
        clpwl__append(&w->text, is_mark ? " %c" : "%c", c);
        last = c;
    }
    clpwl__append(&w->text, "\n");
}

/* Puts errors in three digits, rounded up so that they remain bounds. */
static void put_errors(writer *w, const char *key, clpwl_error e)
{
    static const char *const names[] = {"largest", ", L2", ", L1"};
    const double errors[] = {e.linf, e.l2, e.l1};
    clpwl__append(&w->text, " *   %-11s ", key);
    for (int i = 0; i < 3; i++) {
        char text[CLPWL__NUMBER_ROOM] = "not known";
        if (errors[i] >= 0)
            clpwl__number_above(text, errors[i]);
        clpwl__append(&w->text, "%s %s", names[i], text);
    }
    clpwl__append(&w->text, "\n");
}

/* Puts the weight that the table was designed for, and the weighted errors. */
static void put_weighting(writer *w, const clpwl_weighting *had)
{
    char floor[CLPWL__NUMBER_ROOM];
    if (had->weight)
        put_text(w, "weight", had->weight);
    if (had->floor > 0) {
        clpwl__number_format(floor, had->floor);
        clpwl__append(&w->text, " *   %-11s to |f|, or to %s if that is more\n", "relative",
                      floor);
    }
    put_errors(w, had->weight ? "weighted" : "rel. error", had->executed);
}

static void put_comment(writer *w, const clpwl_table *table)
{
    static const char *const tails[] = {
        [CLPWL_EXTEND_CLAMP] = "clamp: the value at the nearer end",
        [CLPWL_EXTEND_ZERO] = "zero",
        [CLPWL_EXTEND_REPEAT] = "repeat: periodic; NaN at infinities",
        [CLPWL_EXTEND_MIRROR] = "mirror: reflected at both ends; NaN at infinities",
        [CLPWL_EXTEND_NAN] = "nan",
        [CLPWL_EXTEND_LINEAR] = "linear: straight lines from the values at the ends",
    };
    const double *knots = clpwl_table_knots(table);
    size_t n = clpwl_table_segments(table);
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    how.storage = w->coding.storage;
    how.from_image = has_codes(w);
    clpwl_error e = clpwl_table_executed_error(table, &how);
    char a[CLPWL__NUMBER_ROOM], b[CLPWL__NUMBER_ROOM];
    clpwl__number_format(a, knots[0]);
    clpwl__number_format(b, knots[n]);
    put(w, "/*\n * @(x): a function by a continuous piecewise linear table; made by clpwl export.\n"
           " *\n");
    put_text(w, "function", clpwl_table_function(table));
    clpwl__append(&w->text, " *   %-11s [%s, %s]\n", "domain", a, b);
    put_text(w, "outside", tails[clpwl_table_extend(table)]);
    clpwl_shaper shaper = clpwl_table_shaper(table);
    clpwl__append(&w->text, " *   %-11s %zu, %s%s%s%s\n", "segments", n,
                  clpwl_partition_name(clpwl_table_partition(table)), shaper ? " in " : "",
                  shaper ? clpwl_shaper_name(shaper) : "", shaper ? "(x)" : "");
    if (clpwl_table_symmetry(table))
        clpwl__append(&w->text, " *   %-11s %s: the %zu segments right of 0 are stored\n",
                      "symmetry", clpwl_symmetry_name(clpwl_table_symmetry(table)),
                      w->pack->segments);
    put_text(w, "fit", clpwl_fit_name(clpwl_table_fit(table)));
    if (has_codes(w))
        put_text(w, "storage", clpwl_storage_name(w->coding.storage));
    put_errors(w, "error", e);
    if (clpwl_table_weighting(table))
        put_weighting(w, clpwl_table_weighting(table));
    clpwl__append(&w->text, " *   %-11s in the domain, including the rounding of fp32\n *\n", "");
    put(w, " * NaN gives NaN. $use$\n */\n");
}

/* The codes of all nodal values; of optimised knots also the knots and 1 / (the segments' lengths). */
static clpwl_status put_codes(writer *w, const double *values)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__pack *p = w->pack;
    float *inverses = clpwl__alloc(p->segments, sizeof *inverses);
    CHECK_MEMORY(inverses);
    for (size_t i = 0; p->knots && i < p->segments; i++)
        inverses[i] = (float)(1 / ((double)p->knots[i + 1] - (double)p->knots[i]));
    if (p->knots) {
        put_array(w, "knots", p->knots, p->segments);
        put_array(w, "inverses", inverses, p->segments);
    }
    size_t each = codes_in_word(w), count = p->segments / each + 1;
    put(w, "$space$ $byte$ @");
    clpwl__append(&w->text, "_codes[%zu] = %s", count, is_packed(w) ? "uint[](" : "{");
    for (size_t i = 0; i < count; i++) {
        unsigned word = 0;
        for (size_t k = 0; k < each && i * each + k <= p->segments; k++)
            word |= (unsigned)clpwl__encode(&w->coding, values[i * each + k]) << (k * 32 / each);
        clpwl__append(&w->text, is_packed(w) ? "%s0x%08xu" : "%s%u",
                      i == 0 ? "\n    " : i % (is_packed(w) ? 6 : 12) == 0 ? ",\n    " : ", ", word);
    }
    put(w, "\n$close$;\n");
done:
    clpwl__free(inverses);
    return status;
}

static void put_numbers(writer *w)
{
    const clpwl__pack *p = w->pack;
    if (p->cells) {
        put_array(w, "table", (const float *)p->cells, 4 * p->cell_count);
        return;
    }
    if (p->knots)
        put_array(w, "knots", p->knots, p->segments);
    put_array(w, "table", (const float *)p->records, 2 * p->segments);
}

static void put_function(writer *w)
{
    const clpwl__pack *p = w->pack;
    const int is_linear = p->extend == CLPWL_EXTEND_LINEAR, has_cells = p->cells && !has_codes(w);
    put(w, "\n$helper$");
    if (has_codes(w))
        put(w, w->coding.storage == CLPWL_STORAGE_HALF
                   ? "$float helper$"
                     "/* A half has 5 bits of exponent with bias 15, a float 8 with bias 127: "
                     "2^112 makes up for it. */\n"
                     "$function$ @_number($unsigned$ code)\n{\n"
                     "    return $as float$((code & 0x7fffu) << 13 | (code & 0x8000u) << 16) * "
                     "5.192296858534828e33f;\n"
                     "}\n\n"
               : w->coding.storage == CLPWL_STORAGE_BFLOAT16
                   ? "$float helper$"
                     "$function$ @_number($unsigned$ code)\n{\n    return $as float$(code << 16);\n}\n\n"
                   : "$function$ @_number($unsigned$ code)\n{\n    return $float$(code);\n}\n\n");
    if (has_codes(w) && is_packed(w)) /* a code among those of a word */
        put(w, "uint @_code(int i)\n{\n"
               "    return (@_codes[i / $each$] >> (i % $each$ * $code bits$)) & $most$u;\n"
               "}\n\n");
    put(w, "$function$ @(float x)\n{\n");
    if (clpwl__is_periodic(p->extend)) {
        put(w, "    /* The period of x, and the position in it. */\n"
               "    float from = x - $origin$;\n"
               "    float turns = $floor$(from / $period$);\n"
               "    float part = $fma$(-turns, $period$, from);\n");
        if (p->extend == CLPWL_EXTEND_MIRROR)
            put(w, "    part = turns - 2.0f * $floor$(0.5f * turns) != 0.0f ? $period$ - part : part;\n");
        put(w, "    float folded = x >= $lo$ && x <= $hi$ ? x : $origin$ + part;\n");
    }
    put(w, "    /* Clamp to the domain; NaN becomes the lower end. */\n"
               "    float r = $at$ > $lo$ ? $at$ : $lo$;\n"
               "    r = r < $hi$ ? r : $hi$;\n");
    if (p->symmetry)
        put(w, "    /* The table is that of |x|. */\n"
               "    float inside = r;\n"
               "    r = inside < 0.0f ? -inside : inside;\n");
    if (p->shaper)
        put(w, "    r = $shaper$(r);\n");
    put(w, p->knots && !has_cells
               ? "    /* The segment: binary search among a power of two of them. */\n"
                 "    int i = $front$;\n"
                 "    i = r >= @_knots[i] ? i : 0;\n"
                 "    for (int step = $half$; step > 0; step /= 2)\n"
                 "        i = r >= @_knots[i + step] ? i + step : i;\n"
               : "    /* Position and segment. */\n"
                 "    float u = $fma$(r - $origin$, $scale$, $offset$);\n"
                 "    int i = $int$(u);\n"
                 "    i = i < $last$ ? i : $last$;\n");
    if (has_codes(w)) {
        put(w, p->knots
                   ? "    float part_of_segment = (r - @_knots[i]) * @_inverses[i];\n"
                   : "    float part_of_segment = u - $float$(i);\n");
        put(w, "    /* Between the numbers that the codes at both ends stand for. */\n"
               "    float left = @_number($code$i$code end$), right = @_number($code$i + 1$code end$);\n"
               "    float y = $fma$($fma$(part_of_segment, right - left, left), $gain$, $bias$);\n");
    } else {
        put(w, has_cells
                   ? "    /* A cell is a knot, its value, and the slopes to the left and right of it. */\n"
                     "    float d = r - @_table[4 * i];\n"
                     "    float slope = d < 0.0f ? @_table[4 * i + 2] : @_table[4 * i + 3];\n"
                     "    float y = $fma$(d, slope, @_table[4 * i + 1]);\n"
               : p->knots
                   ? "    float y = $fma$(r - @_knots[i], @_table[2 * i + 1], @_table[2 * i]);\n"
                   : "    /* A record is a value and a slope. */\n"
                     "    float y = $fma$(u - $float$(i), @_table[2 * i + 1], @_table[2 * i]);\n");
    }
    if (p->symmetry == CLPWL_SYMMETRY_ODD)
        put(w, "    y = x == 0.0f ? 0.0f : y;\n"
               "    y = $bits$(x) > 0x7fffffffu ? -y : y;\n");
    if (p->symmetry == CLPWL_SYMMETRY_RAMP)
        put(w, "    y = inside < 0.0f ? y + inside : y;\n");
    if (p->symmetry == CLPWL_SYMMETRY_POINT)
        put(w, "    y = inside < 0.0f ? $sum$ - y : y;\n");
    if (p->extend == CLPWL_EXTEND_ZERO || p->extend == CLPWL_EXTEND_NAN)
        put(w, "    y = x < $lo$ || x > $hi$ ? $tail$ : y;\n");
    if (is_linear && p->grid.left[0] != 0)
        put(w, "    y = x < $lo$ ? y + $left$ * (x - $lo$) : y;\n");
    if (is_linear && p->grid.right[0] != 0)
        put(w, "    y = x > $hi$ ? y + $right$ * (x - $hi$) : y;\n");
    put(w, "    return ($bits$(x) & 0x7fffffffu) > $numbers$ ? $NaN$ : y;\n"
               "}\n\n"
               "#endif\n");
}

clpwl_status clpwl_table_export(const clpwl_table *table, clpwl_language language,
                                const char *name, char **text)
{
    CLPWL__DOOR;
    return clpwl_table_export_stored(table, language, CLPWL_STORAGE_DEFAULT, name, text);
}

clpwl_status clpwl_table_export_stored(const clpwl_table *table, clpwl_language language,
                                       clpwl_storage storage, const char *name, char **text)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    static const char *const titles[LANGUAGES] = {"OpenCL C", "C or C++", "CUDA", "GLSL"};
    clpwl__pack *pack = NULL;
    writer w = {.name = name, .language = language};
    if (text)
        *text = NULL;
    CHECK_GIVEN(table);
    CHECK_GIVEN(name);
    CHECK_GIVEN(text);
    CHECK_NAMED(language, language);
    CHECK(clpwl__is_identifier(name), CLPWL_ERR_ARGUMENT,
          "\"%s\" is not a C identifier, which the function's name must be", name);
    CHECK(!clpwl__is_reserved(name, language), CLPWL_ERR_ARGUMENT,
          "\"%s\" cannot be the function's name: %s has or reserves it; another name is needed, "
          "such as f_cpwl", name, titles[language]);
    CHECK(language != CLPWL_LANGUAGE_GLSL || clpwl_table_shaper(table) == CLPWL_SHAPER_NONE,
          CLPWL_ERR_UNSUPPORTED,
          "GLSL does not say how exact its %s is, and the table is piecewise linear in that: "
          "design one without a shaper", clpwl_shaper_name(clpwl_table_shaper(table)));
    storage = clpwl__storage_for(table, storage);
    CHECK(clpwl__is_storage(storage), CLPWL_ERR_ARGUMENT, "a text needs a storage: " CLPWL__STORAGE_NAMES);
    TRY(clpwl__pack_create(&pack, table, storage));
    w.pack = pack;
    const double *values = clpwl__table_half(table).values;
    w.coding = clpwl__coding_of(storage, values, pack->segments + 1);
    put_comment(&w, table);
    put(&w, "#ifndef @_included\n#define @_included\n\n$needs$");
    if (has_codes(&w))
        TRY(put_codes(&w, values));
    else
        put_numbers(&w);
    put_function(&w);
    CHECK(!w.text.failed, CLPWL_ERR_MEMORY, "out of memory: the text of %zu segments",
          pack->segments);
    *text = w.text.text;
    w.text.text = NULL;
done:
    clpwl__free(w.text.text);
    clpwl__pack_free(pack);
    return status;
}
