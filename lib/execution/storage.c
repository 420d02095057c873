/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/internal.h"
#include "execution/storage.h"
#include <CL/cl_half.h> /* conversions alone: no call of OpenCL */
#include <float.h>
#include <math.h>

static const double unorm_most = 65535;
static const double least_normal_half = 0x1p-14;

/* Converts without the sign, which cl_half_to_float shifts beyond an int. */
static float half_to_float(cl_half code)
{
    float magnitude = cl_half_to_float(code & 0x7fffu);
    return code & 0x8000u ? -magnitude : magnitude;
}

/* The power of two that halves are multiplied by. It puts the largest value into
 * [2^14, 2^15): none overflows, and only values below 2^-28 of it are subnormal halves. */
static float half_gain(double largest)
{
    int exponent = 0;
    (void)frexp(largest, &exponent);
    return ldexpf(1, exponent - 15 > FLT_MIN_EXP - 1 ? exponent - 15 : FLT_MIN_EXP - 1);
}

clpwl__coding clpwl__coding_of(clpwl_storage storage, const double *values, size_t count)
{
    clpwl__coding coding = {.storage = storage, .gain = 1};
    double least = values[0], most = values[0];
    for (size_t i = 1; i < count; i++) {
        least = fmin(least, values[i]);
        most = fmax(most, values[i]);
    }
    if (storage == CLPWL_STORAGE_HALF)
        coding.gain = half_gain(fmax(fabs(least), fabs(most)));
    if (storage == CLPWL_STORAGE_UNORM16) {
        coding.bias = (float)least;
        coding.gain = most - least <= FLT_MAX ? (float)(most - least) : INFINITY;
    }
    return coding;
}

clpwl_status clpwl__coding_check(const clpwl__coding *coding)
{
    clpwl_status status = CLPWL_OK;
    CHECK(isfinite(coding->gain), CLPWL_ERR_UNSUPPORTED,
          "the range of the values exceeds fp32: they cannot be stored as %s",
          clpwl_storage_name(coding->storage));
done:
    return status;
}

uint16_t clpwl__encode(const clpwl__coding *c, double value)
{
    if (c->storage == CLPWL_STORAGE_HALF)
        return cl_half_from_float((float)(value / (double)c->gain), CL_HALF_RTE);
    double part = ((double)value - (double)c->bias) / (double)c->gain;
    part = part > 0 ? fmin(part, 1) : 0; /* NaN, where all values are equal, becomes 0 */
    return (uint16_t)lrint(part * unorm_most);
}

double clpwl__decode(const clpwl__coding *c, uint16_t code)
{
    double read =
        c->storage == CLPWL_STORAGE_HALF ? (double)half_to_float(code) : code / unorm_most;
    return read * (double)c->gain + (double)c->bias;
}

double clpwl__stored(const clpwl__coding *c, double value)
{
    return c->storage == CLPWL_STORAGE_FLOAT32 ? value : clpwl__decode(c, clpwl__encode(c, value));
}

double clpwl__stored_error(const clpwl__coding *c, double value)
{
    double stored = clpwl__stored(c, value), error = fabs(stored - value);
    /* OpenCL allows a device to flush subnormal halves to 0. */
    if (c->storage == CLPWL_STORAGE_HALF && fabs(stored) < least_normal_half * (double)c->gain)
        error = fmax(error, fabs(value));
    return error;
}
