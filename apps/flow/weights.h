/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of residuals and of a window's pixels, as text for kernels: by tables, or exact. */
#ifndef FLOW_WEIGHTS_H
#define FLOW_WEIGHTS_H

#include "flow.h"

enum { FLOW_TABLES = 2, FLOW_WEIGHT_TEXT = 1024 };

typedef struct flow_weight {
    const char *name;           /* of the function in the kernel */
    clpwl_evaluator *evaluator; /* NULL: no table */
    double error;               /* of the table as executed */
    char *source;               /* of the table; NULL: none */
    char text[FLOW_WEIGHT_TEXT]; /* macros for lk.cl */
} flow_weight;

/* The robust weight of |r| in grey, and the window's weight of r^2 / radius^2. */
int flow_weights_create(flow_weight out[FLOW_TABLES], const flow_options *o,
                        clpwl_context *context);
/* Sets the arguments of the tables that the kernel uses. */
int flow_weights_bind(const flow_weight *weights, size_t count, cl_kernel kernel);
void flow_weights_free(flow_weight *weights);

#endif
