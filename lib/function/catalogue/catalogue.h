/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the catalogue, besides their public entries. */
#ifndef CLPWL__CATALOGUE_H
#define CLPWL__CATALOGUE_H

#include "base/internal.h"
#include "clpwl/function.h"

typedef struct clpwl__row {
    const char *formula; /* in x and the parameters; NULL: formulas have a function of the entry's name */
    const char *place;   /* an end of the default domain, by the entry's, x, and the parameters; NULL: x */
    const char *kinks;   /* the first one at x = -1, and the last one of two at x = 1; NULL: there are none */
} clpwl__row;

/* NULL: no entry has the name. */
const clpwl_catalogue_entry *clpwl__catalogue_named(const char *name);

const clpwl__row *clpwl__catalogue_row(const clpwl_catalogue_entry *entry);

/* Reads "name" or "name:parameter=number,...".
 *   p     CLPWL_PARAMETERS_MAX numbers, set
 *   full  "name", or all parameters, too, where one is not at its default, is appended; the caller frees
 *         full->text after a failure, too
 * CLPWL_ERR_UNKNOWN_NAME, CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY. */
clpwl_status clpwl__catalogue_read(const char *text, const clpwl_catalogue_entry **entry, double *p,
                                   clpwl__text *full);

#endif
