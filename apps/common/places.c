/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/places.h"
#include <stdio.h>
#include <string.h>
#include "common/names.h"

/* The names of the library's enumerators, by the parser that a row has. */
#define WORDS(type)                                                            \
    static const char *type##_word(int i) { return clpwl_##type##_name((clpwl_##type)i); }
WORDS(norm)
WORDS(partition)
WORDS(fit)
WORDS(extend)
WORDS(shaper)
WORDS(aim)
WORDS(storage)
WORDS(symmetry)
WORDS(between)
WORDS(shape)

static const char *stored_word(int i)
{
    i += CLPWL_STORAGE_FLOAT32;
    return i < CLPWL_STORAGE_ANY ? storage_word(i) : NULL;
}
WORDS(language)

static const struct {
    int (*parse)(const app_option *row, const char *text, void *member);
    const char *(*word)(int i);
} enumerations[] = {
    { app_parse_norm, norm_word },     { app_parse_partition, partition_word },
    { app_parse_fit, fit_word },       { app_parse_extend, extend_word },
    { app_parse_shaper, shaper_word }, { app_parse_storage, storage_word },
    { app_parse_language, language_word }, { app_parse_symmetry, symmetry_word },
    { app_parse_stored, stored_word }, { app_parse_aim, aim_word }, { app_parse_between, between_word },
    { app_parse_shape, shape_word },
};

/* auto, then each method once; a name that occurs twice does so in succession. */
static const char *method_word(int i)
{
    size_t k = 0;
    if (i == 0)
        return "auto";
    for (; k < clpwl_method_count(); k++)
        if ((k == 0 || strcmp(clpwl_method(k)->name, clpwl_method(k - 1)->name) != 0) && --i == 0)
            return clpwl_method(k)->name;
    return NULL;
}

const char *app_value_at(const app_option *row, int i)
{
    if (row->choices)
        return row->choices[i].word;
    if (row->value && strstr(row->name, "method"))
        return method_word(i);
    for (size_t k = 0; row->parse && k < sizeof enumerations / sizeof *enumerations; k++)
        if (enumerations[k].parse == row->parse)
            return enumerations[k].word(i);
    return NULL;
}

/* The types that the first line of a text names, as ".off, .obj or out%06d.png". */
static void find_types(char *out, size_t room, const char *text)
{
    size_t used = 0;
    out[0] = '\0';
    const char *last = text + strcspn(text, "\n");
    for (const char *at = strchr(text, '.'); at && at < last; at = strchr(at + 1, '.')) {
        size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz0123456789");
        if (length >= 2 && at[1] > '9' && used + length + 2 < room)
            used += (size_t)snprintf(out + used, room - used, "%s%.*s", used ? " " : "",
                                     (int)length, at + 1);
    }
}

app_place app_place_of_value(const app_option *row)
{
    static const char *const files[] = { "FILE", "NAMES", "REPORT", "W" };
    app_place found = { 0 };
    for (size_t k = 0; row->value && k < sizeof files / sizeof *files; k++)
        found.is_file |= strcmp(row->value, files[k]) == 0;
    found.is_device = row->value && strcmp(row->value, "DEVICE") == 0;
    find_types(found.types, sizeof found.types, found.is_file ? row->text : "");
    return found;
}

app_place app_place_of_operand(const app_command *c, int n)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    app_place found = { 0 };
    const char *end = c->synopsis, *word = end;
    for (int i = 0; i <= n; i++) {
        word = end + strspn(end, "] ");
        end = word + strcspn(word, *word == '[' ? "]\n" : " \n");
        if (end - word > 3 && strncmp(end - 3, "...", 3) == 0)
            break;
    }
    for (size_t length; (word += strcspn(word, capitals)) < end; word += length) {
        length = strspn(word, capitals);
        if (strncmp(word, "FUNCTION", length) == 0)
            found.is_function = 1;
        else if (strncmp(word, "NUMBER", length) != 0)
            found.is_file = 1;
        if (strncmp(word, "TABLE", length) == 0)
            snprintf(found.types, sizeof found.types, "clpwl");
        else if (strncmp(word, "MODEL", length) == 0)
            find_types(found.types, sizeof found.types, c->text);
    }
    found.is_file |= !found.is_function;
    return found;
}
