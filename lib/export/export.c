/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as source text: a comment, the numbers, and the template with its words replaced. */
#include "clpwl/export.h"
#include "base/door.h"
#include "base/internal.h"
#include "clpwl/execution.h"
#include <stdio.h>
#include "export/export_template.h"
#include "base/number.h"
#include "cpu/pack.h"
#include "execution/storage.h"
#include "table/symmetry.h"
#include "table/table.h"

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

static int is_periodic(const clpwl__pack *p)
{
    return p->extend == CLPWL_EXTEND_REPEAT || p->extend == CLPWL_EXTEND_MIRROR;
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
        float value;
    } floats[] = {{"lo", p->grid.lo},         {"hi", p->grid.hi},
                  {"origin", p->grid.origin}, {"period", p->grid.period},
                  {"scale", p->grid.scale},   {"left", p->grid.left[0]},
                  {"right", p->grid.right[0]},
                  {"offset", p->grid.offset}, {"sum", p->grid.sum[0]},
                  {"gain", w->coding.gain},   {"bias", w->coding.bias}};
    const struct {
        const char *word;
        size_t value;
    } counts[] = {{"last", steps - 1},
                  {"front", p->segments - power},
                  {"half", power / 2},
                  {"each", codes_in_word(w)},
                  {"code bits", 32 / codes_in_word(w)},
                  {"most", UINT32_MAX >> (32 - 32 / codes_in_word(w))},
                  {"bytes", table_bytes(w)}};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        if (is_word(floats[i].word, word, length)) {
            put_float(w, floats[i].value);
            return 1;
        }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (is_word(counts[i].word, word, length)) {
            clpwl__append(&w->text, "%zu", counts[i].value);
            return 1;
        }
    return 0;
}

/* The spelling of a word of the template in this language and for this table. */
static const char *spelling_of(const writer *w, const char *word, size_t length)
{
    const clpwl__spelling by_table[] = {
        {"shaper", {clpwl__shaper_spellings[w->pack->shaper][w->language]}},
        {"at", {is_periodic(w->pack) ? "folded" : "x"}},
        {"byte", {is_packed(w)                                  ? "uint"
                  : w->coding.storage == CLPWL_STORAGE_UNORM8 ? "unsigned char"
                                                              : "unsigned short"}},
        {"tail", {w->pack->extend == CLPWL_EXTEND_ZERO ? "0.0f" : "$NaN$"}},
        /* The bits of the largest |x| with a value; an infinity has no place in a period. */
        {"numbers", {is_periodic(w->pack) ? "0x7f7fffffu" : "0x7f800000u"}},
        {NULL, {NULL}},
    };
    for (const clpwl__spelling *s = by_table; s->word; s++)
        if (is_word(s->word, word, length))
            return s->in[0];
    for (const clpwl__spelling *s = clpwl__spellings; s->word; s++)
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

/* Puts an error in three digits, rounded up so that it remains a bound. */
static void put_error(writer *w, const char *key, double e)
{
    char text[CLPWL__NUMBER_ROOM] = "not known";
    if (e > 0) {
        double unit = pow(10, floor(log10(e)) - 2);
        clpwl__number_literal(text, ceil(e / unit) * unit);
        text[strlen(text) - 1] = '\0'; /* the literal's f */
    } else if (e == 0)
        strcpy(text, "0");
    clpwl__append(&w->text, "%s %s", key, text);
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
    clpwl__append(&w->text, " *   %-11s ", had->weight ? "weighted" : "rel. error");
    put_error(w, "largest", had->executed.linf);
    put_error(w, ", L2", had->executed.l2);
    put_error(w, ", L1", had->executed.l1);
    clpwl__append(&w->text, "\n");
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
    clpwl__append(&w->text, " *   %-11s ", "error");
    put_error(w, "largest", e.linf);
    put_error(w, ", L2", e.l2);
    put_error(w, ", L1", e.l1);
    clpwl__append(&w->text, "\n");
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
    put(w, "\n$helper$");
    if (has_codes(w)) {
        put(w, w->coding.storage == CLPWL_STORAGE_HALF       ? clpwl__export_half
               : w->coding.storage == CLPWL_STORAGE_BFLOAT16 ? clpwl__export_bfloat16
                                                             : clpwl__export_level);
        if (is_packed(w))
            put(w, clpwl__export_packed);
    }
    put(w, clpwl__export_begin);
    if (is_periodic(p)) {
        put(w, clpwl__export_fold);
        if (p->extend == CLPWL_EXTEND_MIRROR)
            put(w, clpwl__export_turn);
        put(w, clpwl__export_folded);
    }
    put(w, clpwl__export_inside);
    if (p->symmetry != CLPWL_SYMMETRY_NONE)
        put(w, clpwl__export_half_of);
    if (p->shaper != CLPWL_SHAPER_NONE)
        put(w, clpwl__export_shaped);
    if (has_codes(w)) {
        put(w, p->knots ? clpwl__export_search : clpwl__export_position);
        put(w, p->knots ? clpwl__export_rule : clpwl__export_part);
        put(w, clpwl__export_codes);
    } else if (p->cells) {
        put(w, clpwl__export_cells);
    } else {
        put(w, p->knots ? clpwl__export_search : clpwl__export_position);
        put(w, p->knots ? clpwl__export_found : clpwl__export_record);
    }
    if (p->symmetry == CLPWL_SYMMETRY_ODD)
        put(w, clpwl__export_odd);
    if (p->symmetry == CLPWL_SYMMETRY_RAMP)
        put(w, clpwl__export_ramp);
    if (p->symmetry == CLPWL_SYMMETRY_POINT)
        put(w, clpwl__export_point);
    if (p->extend == CLPWL_EXTEND_ZERO || p->extend == CLPWL_EXTEND_NAN)
        put(w, clpwl__export_outside);
    if (p->extend == CLPWL_EXTEND_LINEAR && p->grid.left[0] != 0)
        put(w, clpwl__export_left);
    if (p->extend == CLPWL_EXTEND_LINEAR && p->grid.right[0] != 0)
        put(w, clpwl__export_right);
    put(w, clpwl__export_end);
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
    static const char *const titles[CLPWL__LANGUAGES] = {"OpenCL C", "C or C++", "CUDA", "GLSL"};
    clpwl__pack *pack = NULL;
    writer w = {.name = name, .language = language};
    if (text)
        *text = NULL;
    CHECK(table && name && text, CLPWL_ERR_ARGUMENT, "clpwl_table_export: %s is NULL",
          !table ? "table" : text ? "name" : "text");
    CHECK(clpwl_language_name(language), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_language",
          (int)language);
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
    put(&w, clpwl__export_head);
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
