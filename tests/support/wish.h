/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs by a line of words, and their errors as the host computes them: for tables of rows. */
#ifndef CLPWL_TEST_WISH_H
#define CLPWL_TEST_WISH_H

#include <math.h>
#include <stdio.h>
#include "methods.h"

/* A function, its weight, and the options of a design, which point to each other. */
typedef struct wish {
    clpwl_function *f, *w, *inner;
    clpwl_weight weight;
    clpwl_execution execution;
    clpwl_design_options o;
    double also;
} wish;

/* The function of the catalogue, or the formula. */
static inline clpwl_function *function_of(const char *text)
{
    clpwl_function *f;
    if (clpwl_function_from_catalogue(&f, text) != CLPWL_OK)
        OK(clpwl_function_from_formula(&f, text, NULL, 0));
    return f;
}

static inline double value_of(const clpwl_function *f, double x)
{
    double y = NAN;
    return clpwl_function_value(f, x, &y) == CLPWL_OK ? y : (double)NAN;
}

static inline double call_inner(double x, void *user)
{
    return value_of(user, x);
}

/* f as a callback, of which the library knows values alone, and a kink unless that is NaN. */
static inline void hide_formula(wish *w, double kink)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    w->inner = w->f;
    spec.f = call_inner;
    spec.user = w->inner;
    spec.kinks = &kink;
    spec.kink_count = !isnan(kink);
    OK(clpwl_function_create(&w->f, &spec));
}

/* A value of an enumeration by its name ("auto" is the shaper, "symmetric" the symmetry; without an aim
 * nothing is chosen), a domain A:B, or
 * a number: E the max error, N segments, M at most, `floor` of a relative error, bits of a filter; w the
 * formula of a weight; an argument that is looked at also. */
static inline void take_word(wish *w, const char *word)
{
    clpwl_design_options *o = &w->o;
    double a, b;
    if (sscanf(word, "%lf:%lf", &a, &b) == 2) {
        o->a = a;
        o->b = b;
    } else if (strcmp(word, "symmetric") == 0) {
        o->symmetry = CLPWL_SYMMETRY_AUTO;
    } else if (strcmp(word, "proved") == 0) {
        o->proving = CLPWL_PROVING_REQUIRED;
    } else if (strcmp(word, "callback") == 0) {
        hide_formula(w, NAN);
    } else if (sscanf(word, "kink=%lf", &a) == 1) {
        hide_formula(w, a);
    } else if (strncmp(word, "w=", 2) == 0) {
        w->w = function_of(word + 2);
    } else if (!(sscanf(word, "E=%lf", &o->max_error) || sscanf(word, "N=%zu", &o->segments) ||
                 sscanf(word, "M=%zu", &o->max_segments) || sscanf(word, "floor=%lf", &w->weight.floor) ||
                 sscanf(word, "bits=%u", &w->execution.weight_bits) || sscanf(word, "also=%lf", &w->also))) {
        ck_assert_msg(!clpwl_partition_parse(&o->partition, word) || !clpwl_fit_parse(&o->fit, word) ||
                          !clpwl_effort_parse(&o->effort, word) || !clpwl_norm_parse(&o->norm, word) ||
                          !clpwl_storage_parse(&w->execution.storage, word) ||
                          !clpwl_extend_parse(&o->extend, word) || !clpwl_shaper_parse(&o->shaper, word) ||
                          !clpwl_symmetry_parse(&o->symmetry, word) || !clpwl_aim_parse(&o->aim, word),
                      "no option is called %s", word);
    }
}

static inline void add_words(wish *w, const char *words)
{
    char word[100];
    for (int length; sscanf(words, "%99s%n", word, &length) == 1; words += length)
        take_word(w, word);
}

static inline void begin_wish(wish *w, const char *f, const char *words)
{
    *w = (wish){.f = function_of(f),
                .weight = CLPWL_WEIGHT_INIT,
                .execution = CLPWL_EXECUTION_INIT,
                .o = CLPWL_DESIGN_INIT,
                .also = NAN};
    w->o.aim = CLPWL_AIM_NONE;
    add_words(w, words);
    w->weight.w = w->w;
    w->o.weight = w->weight.w || w->weight.floor > 0 ? &w->weight : NULL;
    w->o.execution = &w->execution;
}

static inline void end_wish(wish *w)
{
    clpwl_function_free(w->f);
    clpwl_function_free(w->w);
    clpwl_function_free(w->inner);
}

/* The bounds that a table states for the wish. */
static inline clpwl_error stated(const wish *w, const clpwl_table *t)
{
    return w->o.weight ? clpwl_table_weighting(t)->executed : clpwl_table_executed_error(t, w->o.execution);
}

/* Of all host methods: the largest weighted error and its x, the largest sums, and values above and below
 * f. */
typedef struct sight {
    clpwl_error e;
    double x;
    size_t above, below;
} sight;

/* Arguments; f, w and s of clpwl/weight.h there, and the share of the domain, 0 for neighbours of knots. */
typedef struct places {
    float *x;
    double *f, *w, *s, *share;
    size_t n;
    sight most;
} places;

static inline void add_place(places *p, const wish *w, float x, double share, double a, double b)
{
    double at = (double)x;
    if (!(at >= a && at <= b))
        return;
    p->x[p->n] = x;
    p->share[p->n] = share;
    p->f[p->n] = value_of(w->f, at);
    p->w[p->n] = w->w ? value_of(w->w, at) : 1;
    p->s[p->n] = w->weight.floor > 0 ? 1 / fmax(fabs(p->f[p->n]), w->weight.floor) : 1;
    p->n++;
}

static inline void view(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    places *p = user;
    clpwl_error sum = {0, 0, 0};
    float *got = malloc(p->n * sizeof *got);
    (void)t;
    (void)method;
    OK(clpwl_eval(e, p->x, got, p->n));
    for (size_t i = 0; i < p->n; i++) {
        double off = (double)got[i] - p->f[i], error = p->s[i] * fabs(off);
        if (!(p->w[i] * error <= p->most.e.linf)) {
            p->most.e.linf = p->w[i] * error;
            p->most.x = (double)p->x[i];
        }
        sum.l1 += p->share[i] * p->w[i] * error;
        sum.l2 += p->share[i] * p->w[i] * error * error;
        p->most.above += off > 0;
        p->most.below += off < 0;
    }
    p->most.e.l1 = fmax(p->most.e.l1, sum.l1);
    p->most.e.l2 = fmax(p->most.e.l2, sqrt(sum.l2));
    free(got);
}

enum { NEIGHBOURS = 2 };

/* Midpoints of at least `points` parts of the domain, as many in each segment; the knots and w->also,
 * with their neighbours. */
static inline sight look(const wish *w, const clpwl_table *t, size_t points)
{
    const double *knots = clpwl_table_knots(t);
    size_t n = clpwl_table_segments(t), parts = points / n + 4,
           room = n * parts + (n + 2) * (2 * NEIGHBOURS + 1);
    places p = {.x = malloc(room * sizeof *p.x), .f = malloc(4 * room * sizeof *p.f)};
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    p.w = p.f + room;
    p.s = p.w + room;
    p.share = p.s + room;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < parts; k++) {
            double h = (knots[i + 1] - knots[i]) / (double)parts;
            add_place(&p, w, (float)(knots[i] + h * ((double)k + 0.5)), h, knots[0], knots[n]);
        }
    for (size_t i = 0; i <= n + 1; i++) {
        float x = (float)(i > n ? w->also : knots[i]);
        for (int k = 0; k < NEIGHBOURS; k++)
            x = nextafterf(x, -INFINITY);
        for (int k = 0; k <= 2 * NEIGHBOURS; k++, x = nextafterf(x, INFINITY))
            add_place(&p, w, x, 0, knots[0], knots[n]);
    }
    o.execution = w->execution.weight_bits ? &w->execution : NULL;
    with_each_method(NULL, &t, 1, &o, reads_tables, 0, view, &p);
    free(p.x);
    free(p.f);
    return p.most;
}

#endif
