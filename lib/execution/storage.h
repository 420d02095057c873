/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodal values in 16 bits, exactly as a device will have them. */
#ifndef CLPWL__STORAGE_H
#define CLPWL__STORAGE_H

#include <stdint.h>
#include "clpwl/table.h"

enum { CLPWL__STORAGES = CLPWL_STORAGE_ANY }; /* kinds of storage */

/* value = gain * (half, or code / 65535) + bias */
typedef struct clpwl__coding {
    clpwl_storage storage;
    float gain, bias; /* gain is infinite where the range of the values overflows fp32 */
} clpwl__coding;

clpwl__coding clpwl__coding_of(clpwl_storage storage, const double *values, size_t count);
/* Refuses an infinite gain. CLPWL_ERR_UNSUPPORTED. */
clpwl_status clpwl__coding_check(const clpwl__coding *coding);

/* The code nearest to a value; not for CLPWL_STORAGE_FLOAT32. */
uint16_t clpwl__encode(const clpwl__coding *coding, double value);
/* The value of a code, in exact arithmetic. */
double clpwl__decode(const clpwl__coding *coding, uint16_t code);
/* The decoded code of a value; with CLPWL_STORAGE_FLOAT32 the value itself. */
double clpwl__stored(const clpwl__coding *coding, double value);
/* A bound of the distance between a value and a device's number for it. */
double clpwl__stored_error(const clpwl__coding *coding, double value);

#endif
