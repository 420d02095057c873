/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The function and the weight that a command line names. */
#ifndef CLPWL_TOOL_SOURCE_H
#define CLPWL_TOOL_SOURCE_H

#include "common/options.h"
#include "clpwl.h"

enum { SOURCE_KINKS = 256 };

typedef struct source_kinks {
    int given;
    size_t count;           /* 0: the formula has no kinks */
    double x[SOURCE_KINKS]; /* ascending */
} source_kinks;

typedef struct source_smooth {
    int given;
    double sigma; /* 0: auto */
} source_smooth;

/* Exactly one of the three texts is not NULL. */
typedef struct source {
    const char *catalogue, *expression, *samples, *columns, *section;
    source_kinks kinks;   /* for a formula */
    source_smooth smooth; /* for samples */
    int between;          /* a clpwl_between, for samples */
} source;

/* Whether formulas have a function of that name, up to its first comma, with these arguments. */
int source_has_function(const char *name, const char *arguments);

/* The i-th name of the catalogue, and then of the functions of formulas; NULL: no more. */
const char *source_name_at(size_t i, const void *unused);
int source_unknown(const char *name); /* "unknown function NAME: did you mean ...?"; EXIT_USAGE */

extern const app_option source_rows[];      /* --expr, --samples, --smooth */
extern const app_option source_kink_rows[]; /* --kink */

/* For APP_PARSED. "A:B": its two parts; an end, a number, inf or -inf; and a domain, double[2] with A < B. */
enum { SOURCE_PART_ROOM = 64 };
int source_split_pair(const app_option *row, const char *text, char left[SOURCE_PART_ROOM],
                      char right[SOURCE_PART_ROOM]);
int source_parse_end(const app_option *row, const char *text, double *end);
int source_parse_domain(const app_option *row, const char *text, void *member);

/* Functions that return int: 0, or an exit code after a message. The caller frees *out. */
/* Takes the operand FUNCTION, or NULL for none: a name of the catalogue, or else a formula. */
int source_take(source *s, const char *operand);
int source_open(const source *s, clpwl_function **out);
int source_read_samples(const source *s, clpwl_function **out); /* without smoothing */
/* Why `name`, of a table, defines no function; `out`. */
enum { SOURCE_REASON = 400 };
const char *source_reason(const char *name, char out[SOURCE_REASON]);
/* The beginning of a message about a table that was designed for another function than f, as named; or "". */
const char *source_other(const clpwl_table *table, const clpwl_function *f, char out[SOURCE_REASON]);
/* Loads a table. A message on a function in its place says how to make a table of it. */
int table_open(const char *path, clpwl_table **out);
/* Prints the kinks and jumps that are found in f, if any. */
void source_print_kinks(const clpwl_function *f, double a, double b);
/* The standard deviation of the noise of samples which a table with this error follows; 0: none. */
double source_noise(const clpwl_function *samples, double error);

/* What a command is about: a table, its function and the weight of its error. */
typedef struct subject {
    source named;
    const char *weight_text;
    clpwl_weight weight; /* floor 0 and w NULL: none */
    clpwl_table *table;
    clpwl_function *f, *w;
} subject;
extern const app_option subject_rows[]; /* --relative, --weight */

/* Opens the operands TABLE [FUNCTION]. `need` says how to name a function that is not known, and is refused;
 * NULL: f is then NULL. The caller calls subject_close in any case. */
int subject_open(subject *s, int count, char **operands, const char *need);
void subject_close(subject *s);
/* Whether errors are weighted. */
int subject_has_weight(const subject *s);

/* A weight: the name of a file for clpwl_weight_read_csv, a function of the catalogue, or a
 * formula. */
int weight_open(const char *text, clpwl_function **out);
#endif
