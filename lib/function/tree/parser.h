/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A formula that is being read, and what is said where it is none. */
#ifndef CLPWL__PARSER_H
#define CLPWL__PARSER_H

#include "function/tree/tree.h"

#define MINUS "\u2212"
#define SQUARED "\u00b2"
#define CUBED "\u00b3"
#define GREEK_PI "\u03c0"

typedef struct clpwl__parser {
    clpwl__tree *tree;
    const clpwl__names *names;
    const char *text, *at; /* the formula, and what is left of it */
    int depth;
    const char *const *bound; /* names that stand for nodes; NULL ends them. In what a user types: NULL */
    const int *nodes;         /* of these names; NULL: they are slots */
    clpwl_status status; /* the first refusal, after which nothing is left of the formula */
} clpwl__parser;

/* Ends the parse where a status is a failure. */
void clpwl__end_parse(clpwl__parser *p, clpwl_status status);

/* The definition of this name, or NULL. */
const clpwl__definition *clpwl__find_definition(const char *name);

/* "formula '...', character N: TEXT", of a long formula only what surrounds the place. */
void clpwl__refuse_formula(clpwl__parser *p, const char *text);
/* The same by what stands there; is_operand: where a number, a name or a ( is missing. */
void clpwl__refuse_sign(clpwl__parser *p, int is_operand, const char *otherwise);
/* An unknown name, which ends at p->at. */
void clpwl__refuse_word(clpwl__parser *p, const char *typed);
/* A function without its brackets, or with too many arguments or too few.
 *   arguments  how many it takes, 3 at most; below 0: any number */
void clpwl__refuse_call(clpwl__parser *p, const char *name, int arguments);

#endif
