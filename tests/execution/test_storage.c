/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodal values of 8 and 16 bits, against the definitions of the formats and by the host's emulation. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "support/callback.h"
#include "clpwl.h"
#include "execution/storage.h"
#include "support/rough.h"

/* A sign, `bits` of the exponent, the rest of 16 of the fraction. */
static double by_definition(unsigned code, int bits)
{
    const int fraction = 15 - bits, bias = (1 << (bits - 1)) - 1;
    const int exponent = (int)(code >> fraction & ((1u << bits) - 1)),
              rest = (int)(code & ((1u << fraction) - 1));
    double size = exponent ? ldexp((1 << fraction) + rest, exponent - bias - fraction)
                           : ldexp(rest, 1 - bias - fraction);
    return code >> 15 ? -size : size;
}

/* Every number comes back. Rounding is to the nearest number, and in the middle to the one whose last bit is
 * 0. */
TESTS(formats_are_what_their_definitions_say, 2)
{
    const int is_half = _i == 0, bits = is_half ? 5 : 8;
    const clpwl__coding plain = {.storage = is_half ? CLPWL_STORAGE_HALF : CLPWL_STORAGE_BFLOAT16, .gain = 1};
    const unsigned largest = is_half ? 0x7bff : 0x7f7f;
    for (unsigned code = 0; code <= largest; code++) {
        double value = by_definition(code, bits), next = by_definition(code + 1, bits);
        double middle = value + (next - value) / 2; /* exact, in fp32 too */
        EXPECT(clpwl__decode(&plain, (uint16_t)code) == value, "%#x is %g", code, value);
        EXPECT(clpwl__decode(&plain, (uint16_t)(0x8000 | code)) == -value, "-%#x", code);
        EXPECT(clpwl__encode(&plain, value) == code, "%g is %#x", value, code);
        if (code == largest)
            break;
        EXPECT(clpwl__encode(&plain, middle) == code + (code & 1), "tie above %#x", code);
        EXPECT(clpwl__encode(&plain, (double)nextafterf((float)middle, 0)) == code, "%#x", code);
        EXPECT(clpwl__encode(&plain, -(double)nextafterf((float)middle, INFINITY)) == (0x8000 | (code + 1)),
               "%#x",
               code);
    }
    EXPECT(is_half || (clpwl__encode(&plain, FLT_MAX) == largest &&
                       clpwl__encode(&plain, -FLT_MAX) == 0xff7f),
           "the largest numbers overflow");
}

/* The step to the next number, and what filters and levels add: to 1, and to 2^-20 of a range of 2^20. */
TEST(steps_and_readings_by_hand)
{
    const double ends[] = {0, 0x1p20}, eps = 0x1p-24;
    static const struct {
        clpwl_storage storage;
        double of_1, of_tiny, read, filtered; /* by a filter that is off by 2^-10 */
    } rows[] = {{CLPWL_STORAGE_FLOAT32, 0, 0, 0, 0x1p-10},
                /* The gain is 2^6: 2^-14 of it is the least normal half, 2^-24 the least. */
                {CLPWL_STORAGE_HALF, 0x1p-8, 0x1p-8, 0, 0x1p-10 + 0x1p-19},
                {CLPWL_STORAGE_BFLOAT16, 0x1p-7, FLT_MIN, 0, 0x1p-10},
                {CLPWL_STORAGE_UNORM16, 0x1p20 / 65535, 0x1p20 / 65535, 7 * 0x1p-24 * 0x1p20,
                 (0x1p-10 + 7 * 0x1p-24) * 0x1p20}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const clpwl__coding c = clpwl__coding_of(rows[i].storage, ends, 2);
        const double seen[] = {clpwl__stored_step(&c, 1), clpwl__stored_step(&c, 1e-40),
                               clpwl__reading_error(&c, 0, 1), clpwl__reading_error(&c, 0x1p-10, 1)};
        const double right[] = {rows[i].of_1, rows[i].of_tiny, rows[i].read, rows[i].filtered};
        for (int k = 0; k < 4; k++)
            EXPECT(fabs(seen[k] - right[k]) <= eps * right[k], "row %zu: %d is %a, not %a", i, k, seen[k],
                   right[k]);
    }
}

TEST(extremes_have_a_code)
{
    const double same[] = {3.25, 3.25}, far[] = {-FLT_MAX, FLT_MAX};
    for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_ANY; kind++) {
        clpwl__coding c = clpwl__coding_of((clpwl_storage)kind, same, 2);
        ck_assert(clpwl__stored(&c, 3.25) == 3.25);
        c = clpwl__coding_of((clpwl_storage)kind, far, 2);
        if (clpwl__storage_levels((clpwl_storage)kind) > 0)
            FAILS(CLPWL_ERR_UNSUPPORTED, "cannot be stored", clpwl__coding_check(&c));
        else
            ck_assert_double_le(fabs(clpwl__stored(&c, FLT_MAX) - FLT_MAX), FLT_MAX * 0x1p-8);
    }
}

TEST(storages_have_names_and_any_has_no_error)
{
    static const struct {
        const char *spelling;
        clpwl_storage storage;
    } others[] = {{"int8", CLPWL_STORAGE_UNORM8},    {"uint16", CLPWL_STORAGE_UNORM16},
                  {"BF16", CLPWL_STORAGE_BFLOAT16},  {"float16", CLPWL_STORAGE_HALF},
                  {"fp16", CLPWL_STORAGE_HALF},      {"float", CLPWL_STORAGE_FLOAT32}};
    const clpwl_execution how = {.size = sizeof how, .storage = CLPWL_STORAGE_ANY};
    clpwl_table *t = rough_table(0, 1, 8, UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_storage s;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        OK(clpwl_storage_parse(&s, others[i].spelling));
        ck_assert_int_eq(s, others[i].storage);
    }
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "float32, half, unorm16, unorm8, bfloat16 or any",
          clpwl_storage_parse(&s, "fp8"));
    ck_assert(isnan(clpwl_table_executed_error(t, &how).linf));
    clpwl_table_free(t);
}

CALLBACK(identity, x)
CALLBACK(odd, fabs(x) <= 1 ? -0.3 * x : (x < 0 ? -1 : 1) * (1.3 * fabs(x) - 1.6))

/* Of x, whose values are 63.75, 127.5, 191.25 of 255 levels, the table as stored is off by 1/4, -1/2, -1/4
 * level: in L1 and L2 the integrals of these lines. Linf has the largest one of a segment and those beside
 * it. Roundings are 2 (i + 1) D + 2 C + D of values, and 7 of the range, 1. */
TEST(errors_of_stored_values_are_measured)
{
    const double knots[] = {0, 0.25, 0.5, 0.75, 1};
    const clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = knots, .segments = 4};
    const clpwl_execution how = {.size = sizeof how, .storage = CLPWL_STORAGE_UNORM8};
    const double gain = (double)(float)(1.0 / 255), eps = 0x1p-24;
    clpwl_function *f = callback(identity, 0, 1, NAN);
    clpwl_error e;
    clpwl_table *t;
    double l1 = 0, square = 0, rounded = 0, last = 0;
    OK(clpwl_table_create(&t, &spec));
    OK(clpwl_error_executed(f, NULL, t, &how, &e));
    for (int i = 0; i < 4; i++) {
        const double l = rint(knots[i] / gain) * gain - knots[i];
        const double r = rint(knots[i + 1] / gain) * gain - knots[i + 1], d = 0.25 + r - l, c = knots[i + 1]
            + r;
        last = (2 * (i + 1) * d + 2 * c + d + 7) * eps;
        l1 += (l * r < 0 ? (l * l + r * r) / (fabs(l) + fabs(r)) : fabs(l + r)) / 8 + last / 4;
        square += (l * l + l * r + r * r) / 12;
        rounded += last * last / 4;
    }
    /* 1e-7 for searches and quadrature */
    ck_assert_double_eq_tol(e.linf, 0.5 - 127 * gain + last, 1e-7 * gain + 1e-6 * last);
    ck_assert_double_eq_tol(e.l1, l1, 1e-7 * l1);
    ck_assert_double_eq_tol(e.l2, sqrt(square) + sqrt(rounded), 1e-7 * sqrt(square));
    /* Both values of a slope may be off, and 100 roundings. */
    ck_assert_double_eq_tol(clpwl_table_executed_calculus_error(t, &how).derivative, 8 * (0.5 - 127 * gain),
                            100 * eps);
    clpwl_table_free(t);
    clpwl_function_free(f);
    const clpwl_table_spec odd_spec = {.size = sizeof spec, .knots = (double[]){-2, -1, 0, 1, 2},
                                       .segments = 4,
                                       .values = (double[]){-1, 0.3, 0, -0.3, 1},
                                       .symmetry = CLPWL_SYMMETRY_ODD};
    const double low = (double)-0.3f, step = (double)(float)(1.3 / 255);
    f = callback(odd, -2, 2, NAN);
    OK(clpwl_table_create(&t, &odd_spec));
    OK(clpwl_error_executed(f, NULL, t, &how, &e));
    ck_assert_double_eq_tol(e.linf, low + 59 * step, 30 * eps); /* 0, which is measured, is read as that */
    clpwl_table_free(t);
    clpwl_function_free(f);
}
