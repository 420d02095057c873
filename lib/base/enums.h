/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of enumerators: one table an enumeration, both ways. */
#ifndef CLPWL_HOST_ENUMS_H
#define CLPWL_HOST_ENUMS_H

#include "base/internal.h"

typedef struct clpwl__enum {
    const char *what;         /* for messages: "norm" */
    const char *const *names; /* by value, from 0 on */
    size_t count;
} clpwl__enum;

#define CLPWL__ENUM(what, names) { what, names, sizeof names / sizeof *names }

/* The name of a value, or NULL. */
const char *clpwl__enum_name(const clpwl__enum *e, int value);

/* The value of a name. CLPWL_ERR_UNKNOWN_NAME: the message lists the names. */
clpwl_status clpwl__enum_parse(const clpwl__enum *e, int *out, const char *name);

#endif
