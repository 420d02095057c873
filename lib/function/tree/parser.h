/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A formula that is being read, and what is said where it is none. */
#ifndef CLPWL__PARSER_H
#define CLPWL__PARSER_H

#include "function/tree/tree.h"

/* Signs of UTF-8, by their bytes. */
#define NO_BREAK_SPACE "\xc2\xa0"
#define MIDDLE_DOT "\xc2\xb7"
#define DOT_OPERATOR "\xe2\x8b\x85"
#define TIMES "\xc3\x97"
#define MINUS "\xe2\x88\x92"
#define SQUARED "\xc2\xb2"
#define CUBED "\xc2\xb3"
#define GREEK_PI "\xcf\x80"
#define ROOT "\xe2\x88\x9a"
#define DEGREE "\xc2\xb0"

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
