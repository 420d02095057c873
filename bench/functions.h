/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of a .def file, for a program with FUNCTIONS as its name:
 *   CATALOGUE(group, text, a, b)
 *   CALLBACK(group, id, a, b, place, expression in x)   where f jumps or has its sharpest feature
 *   SAMPLES(id, a, b, n, sigma, expression in x)        n samples of the expression, with noise */
#ifndef BENCH_FUNCTIONS_H
#define BENCH_FUNCTIONS_H

#include "measure.h"

typedef struct entry {
    const char *group, *name;
    double a, b, place;
    clpwl_callback f;    /* NULL: of the catalogue */
    size_t samples;      /* 0: f itself */
    double sigma;
    const char *formula; /* of f, which may be C alone; or NULL */
} entry;

clpwl_function *open_entry(const entry *e); /* ends the program if it cannot be made */
int is_chosen(const entry *e, const char *only); /* a group, a function, or NULL: all */

#endif
#ifdef FUNCTIONS
#define CATALOGUE(group, text, a, b)
#define CALLBACK(group, id, a, b, place, expression) \
    static double id##_f(double x, void *user)       \
    {                                                \
        (void)user;                                  \
        return expression;                           \
    }
#define SAMPLES(id, a, b, n, sigma, expression) CALLBACK(, id, a, b, 0, expression)
#include FUNCTIONS
#undef CATALOGUE
#undef CALLBACK
#undef SAMPLES
static const entry entries[] = {
#define CATALOGUE(group, text, a, b) {#group, text, a, b, 0, NULL, 0, 0, NULL},
#define CALLBACK(group, id, a, b, place, expression) \
    {#group, #id, a, b, place, id##_f, 0, 0, #expression},
#define SAMPLES(id, a, b, n, sigma, expression) \
    {"measured", #id, a, b, ((a) + (b)) / 2, id##_f, n, sigma, NULL},
#include FUNCTIONS
};
enum { ENTRIES = sizeof entries / sizeof *entries };
#endif
