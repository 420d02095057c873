/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue: its list, and its texts. */
#include "function/catalogue/catalogue.h"
#include <stdio.h>
#include "base/number.h"
#include "function/catalogue/spelling.h"

/* Limits of coordinates and widths: fp32 and the squares in f'' do not overflow. */
#define LARGE 1e30
#define SMALL 1e-30
#define NONE ({NULL, 0, 0, 0})
#define UNWRAP(...) __VA_ARGS__

static const clpwl_catalogue_entry entries[] = {
#define ROW(name, text, a, b, parameters, ...) {#name, text, a, b, {UNWRAP parameters}},
#include "function/catalogue/catalogue.def"
#undef ROW
};

static const clpwl__row rows[] = {
#define ROW(name, text, a, b, parameters, ...) {__VA_ARGS__},
#include "function/catalogue/catalogue.def"
#undef ROW
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const clpwl_catalogue_entry *clpwl_catalogue(size_t *count)
{
    if (count)
        *count = ROWS;
    return entries;
}

const clpwl_catalogue_entry *clpwl__catalogue_named(const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    return NULL;
}

const clpwl__row *clpwl__catalogue_row(const clpwl_catalogue_entry *entry)
{
    return &rows[entry - entries];
}

static size_t parameter_count(const clpwl_catalogue_entry *e)
{
    size_t n = 0;
    while (n < CLPWL_PARAMETERS_MAX && e->parameters[n].name)
        n++;
    return n;
}

static clpwl_status find_entry(const clpwl_catalogue_entry **entry, const char *text, size_t length)
{
    clpwl_status status = CLPWL_OK;
    char word[CLPWL__WORD], near[CLPWL__WORD];
    clpwl__spell_name(text, length, word);
    *entry = clpwl__catalogue_named(word);
    if (!*entry)
        clpwl__near_spelling(word, &entries->name, sizeof *entries, ROWS, near);
    CHECK(*entry, CLPWL_ERR_UNKNOWN_NAME,
          "unknown function \"%.*s\"; similar: %s; `clpwl functions` lists all",
          (int)(length < 64 ? length : 64), text, near[0] ? near : "none");
done:
    return status;
}

/* One "name=number" of the list. `given` has a bit for each parameter so far. */
static clpwl_status read_assignment(const clpwl_catalogue_entry *e, char *text, double *p,
                                    unsigned *given)
{
    clpwl_status status = CLPWL_OK;
    char near[256], low[CLPWL__NUMBER_ROOM], high[CLPWL__NUMBER_ROOM], *end;
    size_t count = parameter_count(e), i = 0;
    char *sign = strchr(text, '=');
    CHECK(count > 0, CLPWL_ERR_UNKNOWN_NAME, "%s has no parameters: \"%.40s\"", e->name, text);
    CHECK(sign, CLPWL_ERR_ARGUMENT, "%s: \"%.40s\" instead of name=number", e->name, text);
    *sign = '\0';
    while (i < count && strcmp(e->parameters[i].name, text) != 0)
        i++;
    if (i == count)
        clpwl__near_names(text, &e->parameters->name, sizeof *e->parameters, count, near, sizeof near);
    CHECK(i < count, CLPWL_ERR_UNKNOWN_NAME, "%s has no parameter \"%.40s\"; it has %s", e->name,
          text, near);
    CHECK(!(*given & 1u << i), CLPWL_ERR_ARGUMENT, "%s: %s is given twice", e->name, text);
    *given |= 1u << i;
    const clpwl_parameter *q = &e->parameters[i];
    p[i] = clpwl__number_parse(sign + 1, &end) + 0.0; /* -0 and 0 give one function */
    clpwl__number_format(low, q->min);
    clpwl__number_format(high, q->max);
    CHECK(end != sign + 1 && *end == '\0' && q->min <= p[i] && p[i] <= q->max, CLPWL_ERR_ARGUMENT,
          "%s: %s=%.40s is not a number in [%s, %s]", e->name, text, sign + 1, low, high);
done:
    return status;
}

static clpwl_status read_parameters(const clpwl_catalogue_entry *e, const char *list, double *p)
{
    clpwl_status status = CLPWL_OK;
    unsigned given = 0;
    char *copy = clpwl__strdup(list);
    CHECK_MEMORY(copy);
    for (char *rest = copy; rest;)
        TRY(read_assignment(e, strsep(&rest, ","), p, &given));
done:
    clpwl__free(copy);
    return status;
}

void clpwl__catalogue_print(clpwl__text *t, const clpwl_catalogue_entry *entry, const double *p)
{
    char number[CLPWL__NUMBER_ROOM];
    size_t count = parameter_count(entry), changed = 0;
    for (size_t i = 0; i < count; i++)
        changed += p[i] != entry->parameters[i].value;
    clpwl__append(t, "%s", entry->name);
    for (size_t i = 0; changed && i < count; i++) {
        clpwl__number_format(number, p[i]);
        clpwl__append(t, "%s%s=%s", i ? "," : ":", entry->parameters[i].name, number);
    }
}

clpwl_status clpwl__catalogue_read(const char *text, const clpwl_catalogue_entry **entry, double *p)
{
    clpwl_status status = CLPWL_OK;
    const char *colon = strchr(text, ':');
    TRY(find_entry(entry, text, strcspn(text, ":")));
    for (size_t k = 0; k < CLPWL_PARAMETERS_MAX; k++)
        p[k] = (*entry)->parameters[k].value;
    if (colon)
        TRY(read_parameters(*entry, colon + 1, p));
done:
    return status;
}
