/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue: its list, and its texts. */
#include "function/catalogue/catalogue.h"
#include <stdio.h>
#include "base/number.h"
#include "function/catalogue/spelling.h"

/* Limits of coordinates and widths: fp32 and the squares in f'' do not overflow. */
#define LARGE 1e30
#define SMALL 1e-30
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
    return clpwl__row_named(entries, sizeof *entries, ROWS, name);
}

const clpwl__row *clpwl__catalogue_row(const clpwl_catalogue_entry *entry)
{
    return &rows[entry - entries];
}

/* One "name=number" of the list. p is NaN where none has been given. */
static clpwl_status read_assignment(const clpwl_catalogue_entry *e, char *text, double *p)
{
    clpwl_status status = CLPWL_OK;
    char near[256], low[CLPWL__NUMBER_ROOM], high[CLPWL__NUMBER_ROOM], *end;
    size_t count = 0;
    char *sign = strchr(text, '=');
    while (count < CLPWL_PARAMETERS_MAX && e->parameters[count].name)
        count++;
    CHECK(count > 0, CLPWL_ERR_UNKNOWN_NAME, "%s has no parameters: \"%.40s\"", e->name, text);
    CHECK(sign, CLPWL_ERR_ARGUMENT, "%s: \"%.40s\" instead of name=number", e->name, text);
    *sign = '\0';
    const clpwl_parameter *q = clpwl__row_named(e->parameters, sizeof *q, count, text);
    if (!q)
        clpwl__near_names(text, &e->parameters->name, sizeof *e->parameters, count, near, sizeof near);
    CHECK(q, CLPWL_ERR_UNKNOWN_NAME, "%s has no parameter \"%.40s\"; it has %s", e->name,
          text, near);
    p += q - e->parameters;
    CHECK(isnan(*p), CLPWL_ERR_ARGUMENT, "%s: %s is given twice", e->name, text);
    *p = clpwl__number_parse(sign + 1, &end) + 0.0; /* -0 and 0 give one function */
    clpwl__number_format(low, q->min);
    clpwl__number_format(high, q->max);
    CHECK(end != sign + 1 && *end == '\0' && q->min <= *p && *p <= q->max, CLPWL_ERR_ARGUMENT,
          "%s: %s=%.40s is not a number in [%s, %s]", e->name, text, sign + 1, low, high);
done:
    return status;
}

clpwl_status clpwl__catalogue_read(const char *text, const clpwl_catalogue_entry **entry, double *p,
                                   clpwl__text *full)
{
    clpwl_status status = CLPWL_OK;
    char word[CLPWL__WORD], near[CLPWL__WORD], number[CLPWL__NUMBER_ROOM];
    char *copy = clpwl__strdup(text), *rest = copy;
    CHECK_MEMORY(copy);
    const char *name = strsep(&rest, ":");
    clpwl__spell_name(name, word);
    const clpwl_catalogue_entry *e = *entry = clpwl__catalogue_named(word);
    if (!e)
        clpwl__near_spelling(word, &entries->name, sizeof *entries, ROWS, near);
    CHECK(e, CLPWL_ERR_UNKNOWN_NAME, "unknown function \"%.64s\"; similar: %s; `clpwl functions` lists all",
          name, near[0] ? near : "none");
    for (size_t k = 0; k < CLPWL_PARAMETERS_MAX; k++)
        p[k] = NAN;
    while (rest)
        TRY(read_assignment(e, strsep(&rest, ","), p));
    int is_default = 1;
    for (size_t k = 0; k < CLPWL_PARAMETERS_MAX; k++) {
        p[k] = isnan(p[k]) ? e->parameters[k].value : p[k];
        is_default &= p[k] == e->parameters[k].value;
    }
    clpwl__append(full, "%s", e->name);
    for (size_t k = 0; !is_default && k < CLPWL_PARAMETERS_MAX && e->parameters[k].name; k++) {
        clpwl__number_format(number, p[k]);
        clpwl__append(full, "%s%s=%s", k ? "," : ":", e->parameters[k].name, number);
    }
    CHECK(!full->failed, CLPWL_ERR_MEMORY, "out of memory: the name of %s", e->name);
done:
    clpwl__free(copy);
    return status;
}
