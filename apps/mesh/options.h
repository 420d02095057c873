/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of clpwl-mesh. */
#ifndef MESH_OPTIONS_H
#define MESH_OPTIONS_H

#include "common/options.h"
#include "mesh/paths.h"

typedef enum mesh_angle { MESH_COSINE, MESH_LINEAR, MESH_LOG } mesh_angle;

typedef struct mesh_options {
    mesh_paths_options paths;
    int clusters;        /* 0: guessed */
    int is_hierarchical; /* parts are split in two, again and again */
    int rounds;          /* at most */
    double alpha, eta;   /* of the distance */
    double band;         /* epsilon of the fuzzy band */
    int angle;           /* mesh_angle */
    int is_exact;        /* by C's functions, not by tables */
    int by_cosine;       /* the tables' variable: the cosine, not the half angle */
    int knots, partition;
    const char *table_method;
} mesh_options;

extern const mesh_options mesh_defaults;
extern const app_option mesh_option_rows[];
/* Refuses options that have no effect with the cost of the angle. 0, or an exit code after a
 * message. */
int mesh_options_check(const mesh_options *o);

#endif
