/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts of the kernels. */
#include "bgs/embedded.h"
#include "inside.h"

const char *const bgs_source_plane = clpwl__source_plane_cl;
const char *const bgs_source_density = clpwl__source_density_cl;
const char *const bgs_sources[] = {
    clpwl__source_plane_cl,  clpwl__source_appearance_cl, clpwl__source_middle_cl,
    clpwl__source_filter_cl, clpwl__source_stkde_cl,      clpwl__source_simple_cl,
    clpwl__source_mog_cl,   clpwl__source_field_cl,
};
const cl_uint bgs_source_count = sizeof bgs_sources / sizeof *bgs_sources;
