/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the fault layer. Call these before the first OpenCL call: they set OPENCL_LAYERS. */
#ifndef CLPWL_TEST_LOAD_H
#define CLPWL_TEST_LOAD_H

#include "clpwl_cl.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include "fault.h"

/* NULL if the loader did not load the layer. */
static inline const struct fault_layer *layer_load(void)
{
    char path[4096];
    const char *folder = getenv("top_builddir");
    snprintf(path, sizeof path, "%s/tests/faults/layer/.libs/fault.so", folder ? folder : ".");
    setenv("OPENCL_LAYERS", path, 1);
    cl_uint platforms;
    clGetPlatformIDs(0, NULL, &platforms); /* the loader reads the variable here */
    void *handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    return handle ? dlsym(handle, "fault_layer") : NULL;
}

/* Skips the suite without the layer. */
static inline const struct fault_layer *layer_or_skip(void)
{
    const struct fault_layer *layer = layer_load();
    if (!layer) {
        puts("SKIP: this OpenCL loader took no layer from OPENCL_LAYERS");
        exit(77);
    }
    return layer;
}

#endif
