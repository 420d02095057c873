/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The template of all languages, in pieces. '@' stands for the name of the function. A word
 * between dollar signs stands for a spelling of the language or for a number of the table.
 */
#ifndef CLPWL__EXPORT_TEMPLATE_H
#define CLPWL__EXPORT_TEMPLATE_H

#include "clpwl/export.h"

enum { CLPWL__LANGUAGES = CLPWL_LANGUAGE_GLSL + 1 };

typedef struct clpwl__spelling {
    const char *word;
    const char *in[CLPWL__LANGUAGES];
} clpwl__spelling;

extern const clpwl__spelling clpwl__spellings[]; /* the last row has no word */
extern const char *const clpwl__shaper_spellings[][CLPWL__LANGUAGES]; /* by clpwl_shaper */

extern const char clpwl__export_head[];    /* between the comment and the arrays */
extern const char clpwl__export_begin[];   /* of the function */
extern const char clpwl__export_fold[];    /* repeat and mirror: the period of x */
extern const char clpwl__export_turn[];    /* mirror: every second period is reversed */
extern const char clpwl__export_folded[];  /* repeat and mirror: x moved to the domain */
extern const char clpwl__export_inside[];  /* r: x clamped to the domain */
extern const char clpwl__export_half_of[]; /* symmetry: r becomes |r| */
extern const char clpwl__export_odd[];     /* y at x, from y at |x| */
extern const char clpwl__export_ramp[];
extern const char clpwl__export_point[];
extern const char clpwl__export_shaped[];  /* r: the shaper of r */
extern const char clpwl__export_half[];    /* the number of a code */
extern const char clpwl__export_bfloat16[];
extern const char clpwl__export_level[];
extern const char clpwl__export_packed[];  /* the code of an end, where words hold several */
extern const char clpwl__export_position[]; /* u and i from r, uniform partition */
extern const char clpwl__export_record[];  /* y from u and i */
extern const char clpwl__export_part[];    /* the part of the segment before r, from u and i */
extern const char clpwl__export_rule[];    /* the same from r and i */
extern const char clpwl__export_codes[];   /* y from that */
extern const char clpwl__export_cells[];   /* y from r by cells */
extern const char clpwl__export_search[];  /* i from r by a search */
extern const char clpwl__export_found[];   /* y from r and i */
extern const char clpwl__export_left[];    /* linear: y for x to the left of the domain */
extern const char clpwl__export_right[];   /* and to the right */
extern const char clpwl__export_outside[]; /* zero and nan: y for x outside */
extern const char clpwl__export_end[];

#endif
