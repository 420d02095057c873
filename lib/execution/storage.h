/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodal values in 16 bits, exactly as a device will have them. */
#ifndef CLPWL_HOST_STORAGE_H
#define CLPWL_HOST_STORAGE_H

#include <stdint.h>
#include "clpwl/table.h"

enum { CLPWL__STORAGES = CLPWL_STORAGE_ANY }; /* kinds of storage */

/* A value is what is read (a half; or code / 65535) times gain, plus bias. */
typedef struct clpwl__coding {
    clpwl_storage storage;
    float gain, bias; /* gain is infinite where the values are too far apart for fp32 */
} clpwl__coding;

clpwl__coding clpwl__coding_of(clpwl_storage storage, const double *values, size_t count);
/* CLPWL_ERR_UNSUPPORTED where gain is infinite. */
clpwl_status clpwl__coding_check(const clpwl__coding *coding);

/* The code nearest to a value; not for CLPWL_STORAGE_FLOAT32. */
uint16_t clpwl__encode(const clpwl__coding *coding, double value);
/* What the code stands for, in exact arithmetic. */
double clpwl__decode(const clpwl__coding *coding, uint16_t code);
/* Both; CLPWL_STORAGE_FLOAT32: the value itself. */
double clpwl__stored(const clpwl__coding *coding, double value);
/* How far the device's number for a value may be from it. */
double clpwl__stored_error(const clpwl__coding *coding, double value);

#endif
