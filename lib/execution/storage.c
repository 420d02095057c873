/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/internal.h"
#include "execution/storage.h"
#include <CL/cl_half.h> /* conversions alone: no call of OpenCL */
#include <float.h>
#include <math.h>

static const double least_normal_half = 0x1p-14, least_half = 0x1p-24;
enum { SIGN = 0x8000, LARGEST_BFLOAT16 = 0x7f7f };

size_t clpwl__storage_bytes(clpwl_storage storage)
{
    return storage == CLPWL_STORAGE_FLOAT32  ? sizeof(float)
           : storage == CLPWL_STORAGE_UNORM8 ? sizeof(uint8_t)
                                             : sizeof(uint16_t);
}

double clpwl__storage_levels(clpwl_storage storage)
{
    return storage == CLPWL_STORAGE_UNORM16 ? 65535 : storage == CLPWL_STORAGE_UNORM8 ? 255 : 0;
}

float clpwl__half_to_float(uint16_t code)
{
    /* Without the sign, which cl_half_to_float shifts beyond an int. */
    float magnitude = cl_half_to_float(code & 0x7fffu);
    return code & 0x8000u ? -magnitude : magnitude;
}

/* To nearest, and in the middle to the one whose last bit is 0. Values above the largest bfloat16
 * become that. */
static uint16_t bfloat16_from_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t code = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return (uint16_t)((code & ~(uint32_t)SIGN) > LARGEST_BFLOAT16 ? (code & SIGN) | LARGEST_BFLOAT16
                                                                  : code);
}

static float bfloat16_to_float(uint16_t code)
{
    uint32_t bits = (uint32_t)code << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
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
        least = values[i] < least ? values[i] : least;
        most = values[i] > most ? values[i] : most;
    }
    if (storage == CLPWL_STORAGE_HALF)
        coding.gain = half_gain(fmax(fabs(least), fabs(most)));
    double levels = clpwl__storage_levels(storage);
    if (levels > 0) {
        coding.bias = (float)least;
        /* A subnormal gain may be flushed to 0. */
        coding.gain = fmaxf((float)((most - least) / levels), FLT_MIN);
        if (!isfinite((float)(levels * (double)coding.gain)))
            coding.gain = INFINITY;
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
    double levels = clpwl__storage_levels(c->storage), part;
    if (c->storage == CLPWL_STORAGE_BFLOAT16)
        return bfloat16_from_float((float)value);
    if (c->storage == CLPWL_STORAGE_HALF)
        return cl_half_from_float((float)(value / (double)c->gain), CL_HALF_RTE);
    part = (value - (double)c->bias) / (double)c->gain;
    return (uint16_t)lrint(fmax(0, fmin(part, levels)));
}

void clpwl__put_number(const clpwl__coding *c, double value, void *to)
{
    float full = (float)value;
    if (c->storage == CLPWL_STORAGE_FLOAT32) {
        memcpy(to, &full, sizeof full);
        return;
    }
    uint16_t code = clpwl__encode(c, value);
    uint8_t byte = (uint8_t)code;
    if (c->storage == CLPWL_STORAGE_UNORM8)
        memcpy(to, &byte, sizeof byte);
    else
        memcpy(to, &code, sizeof code);
}

double clpwl__decode(const clpwl__coding *c, uint16_t code)
{
    double number = c->storage == CLPWL_STORAGE_HALF       ? (double)clpwl__half_to_float(code)
                    : c->storage == CLPWL_STORAGE_BFLOAT16 ? (double)bfloat16_to_float(code)
                                                           : code;
    return number * (double)c->gain + (double)c->bias;
}

double clpwl__stored(const clpwl__coding *c, double value)
{
    return c->storage == CLPWL_STORAGE_FLOAT32 ? value : clpwl__decode(c, clpwl__encode(c, value));
}

double clpwl__stored_beside(const clpwl__coding *c, double value, int places)
{
    enum { LARGEST_HALF = 0x7bff };
    int code = clpwl__encode(c, value), levels = (int)clpwl__storage_levels(c->storage);
    int most = levels                                   ? levels
               : c->storage == CLPWL_STORAGE_HALF ? LARGEST_HALF
                                                        : LARGEST_BFLOAT16;
    int least = levels ? 0 : -most;
    if (!levels && code & SIGN)
        code = -(code & ~SIGN);
    code += places;
    code = code < least ? least : code > most ? most : code;
    return clpwl__decode(c, (uint16_t)(code < 0 ? SIGN | -code : code));
}

double clpwl__stored_error(const clpwl__coding *c, double value)
{
    if (c->storage == CLPWL_STORAGE_FLOAT32)
        return 0;
    double stored = clpwl__stored(c, value), error = fabs(stored - value);
    /* OpenCL allows a device to flush subnormal halves to 0. */
    if (c->storage == CLPWL_STORAGE_HALF && fabs(stored) < least_normal_half * (double)c->gain)
        error = fmax(error, fabs(value));
    return error;
}

double clpwl__stored_step(const clpwl__coding *c, double largest)
{
    if (c->storage == CLPWL_STORAGE_FLOAT32)
        return 0;
    if (c->storage == CLPWL_STORAGE_BFLOAT16)
        return fmax(0x1p-7 * largest, FLT_MIN);
    if (c->storage == CLPWL_STORAGE_HALF) /* subnormal ones may be flushed */
        return fmax(0x1p-10 * largest, least_normal_half * (double)c->gain);
    return (double)c->gain;
}

double clpwl__reading_error(const clpwl__coding *c, double part, double largest)
{
    static const double levels_read = 7 * 0x1p-24; /* see lib/execution/execution.c */
    double range = clpwl__storage_levels(c->storage) * (double)c->gain;
    double least = part > 0 && c->storage == CLPWL_STORAGE_HALF ? least_half * (double)c->gain : 0;
    return range > 0 ? (part + levels_read) * range : part * largest + least / 2;
}
