/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one template of all languages, in pieces. '@' is the name of the function; a word
 * between dollars is a spelling of the language, below, or a number of the table.
 */
#ifndef CLPWL_HOST_EXPORT_TEMPLATE_H
#define CLPWL_HOST_EXPORT_TEMPLATE_H

#include "clpwl/export.h"

enum { CLPWL__LANGUAGES = CLPWL_LANGUAGE_GLSL + 1 };

typedef struct clpwl__spelling {
    const char *word;
    const char *in[CLPWL__LANGUAGES];
} clpwl__spelling;

extern const clpwl__spelling clpwl__spellings[]; /* ends with a row without a word */

extern const char clpwl__export_head[];          /* between the comment and the arrays */
extern const char clpwl__export_begin[];         /* of the function */
extern const char clpwl__export_fold[];          /* repeat and mirror: x into the period */
extern const char clpwl__export_turn[];          /* mirror: every second period */
extern const char clpwl__export_folded[];
extern const char clpwl__export_inside[];        /* x into the domain: r */
extern const char clpwl__export_shaped[];        /* r by a table's shaper */
extern const char clpwl__export_uniform[];       /* the ways to make y from r */
extern const char clpwl__export_cells[];
extern const char clpwl__export_search[];
extern const char clpwl__export_outside[];       /* zero and nan: y for x outside */
extern const char clpwl__export_end[];

#endif
