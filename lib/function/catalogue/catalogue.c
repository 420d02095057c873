/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue: its list, and functions from its texts. */
#include "function/catalogue/catalogue.h"
#include "base/door.h"
#include "base/number.h"
#include "function/catalogue/spelling.h"
#include "function/function.h"
#include "base/internal.h"
#include <ctype.h>
#include <stdio.h>

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
#define ROW(name, text, a, b, parameters, ...) {.f = clpwl__##name##_f, __VA_ARGS__},
#include "function/catalogue/catalogue.def"
#undef ROW
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct expression {
    const char *name, *text;
} exact[] = {
#define EXACT(name, ...) {#name, #__VA_ARGS__},
#define NATIVE(name, ...)
#include "function/catalogue/expressions.def"
#undef EXACT
#undef NATIVE
    {NULL, NULL}
}, native[] = {
#define EXACT(name, ...)
#define NATIVE(name, ...) {#name, #__VA_ARGS__},
#include "function/catalogue/expressions.def"
#undef EXACT
#undef NATIVE
    {NULL, NULL}
};

/* The `user` of the callbacks. */
typedef struct bound {
    const clpwl__row *row;
    double p[CLPWL_PARAMETERS_MAX];
} bound;

static double value(double x, void *user)
{
    const bound *b = user;
    return b->row->f(x, b->p);
}

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

static size_t parameter_count(const clpwl_catalogue_entry *e)
{
    size_t n = 0;
    while (n < CLPWL_PARAMETERS_MAX && e->parameters[n].name)
        n++;
    return n;
}

static const char *entry_name(size_t i, const void *user)
{
    return ((const clpwl_catalogue_entry *)user)[i].name;
}

static const char *parameter_name(size_t i, const void *user)
{
    return ((const clpwl_parameter *)user)[i].name;
}

static clpwl_status find_row(size_t *row, const char *text, size_t length)
{
    clpwl_status status = CLPWL_OK;
    char name[64], word[CLPWL__WORD], near[256];
    clpwl__spell_name(text, length, word);
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(entries[i].name, word) == 0) {
            *row = i;
            return CLPWL_OK;
        }
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name), text);
    if (clpwl__spell_digit(name, strlen(name), word) && clpwl__catalogue_named(word))
        snprintf(near, sizeof near, "%s", word);
    else
        clpwl__near_names(name, entry_name, entries, ROWS, near, sizeof near);
    CHECK(near[0], CLPWL_ERR_UNKNOWN_NAME,
          "unknown function \"%s\"; the catalogue has no similar name; `clpwl functions` lists all", name);
    CHECK(0, CLPWL_ERR_UNKNOWN_NAME, "unknown function \"%s\"; similar: %s; `clpwl functions` lists all",
          name, near);
done:
    return status;
}

static clpwl_status set_parameter(const clpwl_catalogue_entry *e, size_t i, const char *number,
                                  double *p)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_parameter *q = &e->parameters[i];
    char *end, low[CLPWL__NUMBER_ROOM], high[CLPWL__NUMBER_ROOM];
    double x = clpwl__number_parse(number, &end);
    CHECK(end != number && *end == '\0', CLPWL_ERR_ARGUMENT, "%s: %s=%.40s is not a number",
          e->name, q->name, number);
    clpwl__number_format(low, q->min);
    clpwl__number_format(high, q->max);
    CHECK(isfinite(x) && q->min <= x && x <= q->max, CLPWL_ERR_ARGUMENT,
          "%s: %s=%.40s is not in [%s, %s]", e->name, q->name, number, low, high);
    p[i] = x == 0 ? 0 : x; /* -0 and 0 give one function */
done:
    return status;
}

/* One "name=number" of the list. `given` has a bit for each parameter so far. */
static clpwl_status read_assignment(const clpwl_catalogue_entry *e, char *text, double *p,
                                    unsigned *given)
{
    clpwl_status status = CLPWL_OK;
    char near[256];
    size_t count = parameter_count(e), i = 0;
    char *sign = strchr(text, '=');
    CHECK(count > 0, CLPWL_ERR_UNKNOWN_NAME, "%s has no parameters: \"%.40s\"", e->name, text);
    CHECK(sign, CLPWL_ERR_ARGUMENT, "%s: \"%.40s\" instead of name=number", e->name, text);
    *sign = '\0';
    while (i < count && strcmp(e->parameters[i].name, text) != 0)
        i++;
    if (i == count)
        clpwl__near_names(text, parameter_name, e->parameters, count, near, sizeof near);
    CHECK(i < count, CLPWL_ERR_UNKNOWN_NAME, "%s has no parameter \"%.40s\"; it has %s", e->name,
          text, near);
    CHECK(!(*given & 1u << i), CLPWL_ERR_ARGUMENT, "%s: %s is given twice", e->name, text);
    *given |= 1u << i;
    TRY(set_parameter(e, i, sign + 1, p));
done:
    return status;
}

static clpwl_status read_parameters(const clpwl_catalogue_entry *e, const clpwl__row *row,
                                    const char *list, double *p)
{
    clpwl_status status = CLPWL_OK;
    unsigned given = 0;
    char *copy = clpwl__strdup(list), *text = copy;
    CHECK_MEMORY(copy);
    while (text) {
        char *comma = strchr(text, ',');
        if (comma)
            *comma = '\0';
        TRY(read_assignment(e, text, p, &given));
        text = comma ? comma + 1 : NULL;
    }
    for (size_t i = 1; row->kinks_are_parameters && i < row->kink_count; i++)
        CHECK(p[i - 1] < p[i], CLPWL_ERR_ARGUMENT, "%s: %s=%g is not below %s=%g", e->name,
              e->parameters[i - 1].name, p[i - 1], e->parameters[i].name, p[i]);
done:
    clpwl__free(copy);
    return status;
}

/* "name", or "name:p=..,q=.." with all parameters where one is not at its default. */
static void append_name(clpwl__text *t, const clpwl_catalogue_entry *e, const double *p)
{
    char number[CLPWL__NUMBER_ROOM];
    size_t count = parameter_count(e), changed = 0;
    for (size_t i = 0; i < count; i++)
        changed += p[i] != e->parameters[i].value;
    clpwl__append(t, "%s", e->name);
    for (size_t i = 0; changed && i < count; i++) {
        clpwl__number_format(number, p[i]);
        clpwl__append(t, "%s%s=%s", i ? "," : ":", e->parameters[i].name, number);
    }
}

/* The expression with each parameter's name replaced by its value. */
static void append_expression(clpwl__text *t, const struct expression *list,
                              const clpwl_catalogue_entry *e, const double *p)
{
    size_t count = parameter_count(e);
    while (list->name && strcmp(list->name, e->name) != 0)
        list++;
    for (const char *c = list->text; c && *c;) {
        size_t n = 1, i = 0;
        /* Up to the end of a word or of a number such as 0.5f or 1e-3f. */
        if (isalnum((unsigned char)*c))
            while (isalnum((unsigned char)c[n]) || c[n] == '_' || c[n] == '.')
                n++;
        while (i < count && (strlen(e->parameters[i].name) != n ||
                             memcmp(e->parameters[i].name, c, n) != 0))
            i++;
        if (i < count) {
            char literal[CLPWL__NUMBER_ROOM];
            clpwl__number_literal(literal, p[i]);
            clpwl__append(t, p[i] < 0 ? "(%s)" : "%s", literal);
        } else
            clpwl__append(t, "%.*s", (int)n, c);
        c += n;
    }
}

static clpwl_status create(clpwl_function **out, size_t i, bound *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_catalogue_entry *e = &entries[i];
    const clpwl__row *row = b->row;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl__text name = {0}, opencl = {0}, fast = {0};
    append_name(&name, e, b->p);
    append_expression(&opencl, exact, e, b->p);
    append_expression(&fast, native, e, b->p);
    CHECK(!name.failed && !opencl.failed && !fast.failed, CLPWL_ERR_MEMORY,
          "out of memory: the texts of %s", e->name);
    spec.name = name.text;
    spec.f = value;
    spec.user = b;
    spec.release = clpwl__free;
    spec.a = e->a;
    spec.b = e->b;
    if (row->place)
        row->place(b->p, &spec.a, &spec.b);
    CHECK(spec.a < spec.b, CLPWL_ERR_ARGUMENT,
          "%s: the default domain [%g, %g] is too narrow for its position", name.text, spec.a,
          spec.b);
    spec.kinks = row->kinks_are_parameters ? b->p : row->kinks;
    spec.kink_count = row->kink_count;
    spec.smooth = 1; /* except at these */
    spec.opencl = opencl.text;
    spec.opencl_native = fast.text;
    TRY(clpwl_function_create(out, &spec));
    (*out)->entry = e;
    (*out)->is_ours = 1;
    memcpy((*out)->parameters, b->p, sizeof b->p);
done:
    clpwl__free(name.text);
    clpwl__free(opencl.text);
    clpwl__free(fast.text);
    return status;
}

clpwl_status clpwl_function_from_catalogue(clpwl_function **out, const char *text)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    size_t i = 0;
    bound *b = NULL;
    CHECK(out, CLPWL_ERR_ARGUMENT, "out is NULL");
    *out = NULL;
    CHECK(text, CLPWL_ERR_ARGUMENT, "text is NULL");
    TRY(find_row(&i, text, strcspn(text, ":")));
    b = clpwl__calloc(1, sizeof *b);
    CHECK_MEMORY(b);
    b->row = &rows[i];
    for (size_t k = 0; k < CLPWL_PARAMETERS_MAX; k++)
        b->p[k] = entries[i].parameters[k].value;
    const char *colon = strchr(text, ':');
    if (colon)
        TRY(read_parameters(&entries[i], b->row, colon + 1, b->p));
    TRY(create(out, i, b));
    b = NULL;
done:
    clpwl__free(b);
    return status;
}
