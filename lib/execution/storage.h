/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodal values in 8 or 16 bits, exactly as a device will have them. */
#ifndef CLPWL__STORAGE_H
#define CLPWL__STORAGE_H

#include <stdint.h>
#include "clpwl/table.h"

enum { CLPWL__STORAGES = CLPWL_STORAGE_ANY }; /* kinds of storage */

/*
 * value = gain * number + bias, where the number is the half, the bfloat16 or the level. Tables whose
 * values are all numbers of a coding have that coding: least and largest value have the codes 0 and
 * most.
 */
typedef struct clpwl__coding {
    clpwl_storage storage;
    float gain, bias; /* gain is infinite where the range of the values overflows fp32 */
} clpwl__coding;

clpwl__coding clpwl__coding_of(clpwl_storage storage, const double *values, size_t count);
/* Refuses an infinite gain. CLPWL_ERR_UNSUPPORTED. */
clpwl_status clpwl__coding_check(const clpwl__coding *coding);

/* The value of a half, from its bits; NaN for NaN. */
float clpwl__half_to_float(uint16_t code);

/* The bytes of a stored value. */
size_t clpwl__storage_bytes(clpwl_storage storage);
/* The largest level, 65535 or 255; 0: the storage has none. */
double clpwl__storage_levels(clpwl_storage storage);

/* The code nearest to a value; not for CLPWL_STORAGE_FLOAT32. */
uint16_t clpwl__encode(const clpwl__coding *coding, double value);
/* Writes a value as a device reads it, a float or a code, to clpwl__storage_bytes. */
void clpwl__put_number(const clpwl__coding *coding, double value, void *to);
/* The value of a code, in exact arithmetic. */
double clpwl__decode(const clpwl__coding *coding, uint16_t code);
/* The decoded code of a value; with CLPWL_STORAGE_FLOAT32 the value itself. */
double clpwl__stored(const clpwl__coding *coding, double value);
/* The number `places` above the nearest one, or below; not for CLPWL_STORAGE_FLOAT32. Beyond the
 * first and the last number it is that. */
double clpwl__stored_beside(const clpwl__coding *coding, double value, int places);
/* A bound of the distance between a value and a device's number for it. */
double clpwl__stored_error(const clpwl__coding *coding, double value);
/* The same for any value of at most this size, to the next number on either side. 0: floats. */
double clpwl__stored_step(const clpwl__coding *coding, double largest);
/* The error of a filter's result apart from its weight's, and of reading levels.
 *   part     of the range of levels, or of the largest value, that the filter errs by */
double clpwl__reading_error(const clpwl__coding *coding, double part, double largest);

#endif
