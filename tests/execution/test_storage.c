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
    const int exponent = (int)(code >> fraction & ((1u << bits) - 1)), rest = (int)(code & ((1u << fraction) - 1));
    double size = exponent ? ldexp((1 << fraction) + rest, exponent - bias - fraction)
                           : ldexp(rest, 1 - bias - fraction);
    return code >> 15 ? -size : size;
}

/* Every number comes back. Rounding is to the nearest number, and in the middle to the one whose last bit is 0. */
START_TEST(formats_are_what_their_definitions_say)
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
        EXPECT(clpwl__encode(&plain, -(double)nextafterf((float)middle, INFINITY)) == (0x8000 | (code + 1)), "%#x",
               code);
    }
    EXPECT(is_half || (clpwl__encode(&plain, FLT_MAX) == largest && clpwl__encode(&plain, -FLT_MAX) == 0xff7f),
           "the largest numbers overflow");
}
END_TEST

/* A table of decoded levels has the coding that they are decoded by, wherever they lie: no further
 * rounding comes. */
START_TEST(decoded_values_have_their_own_coding)
{
    static const double ends[][2] = {{0, 1}, {-1, 3}, {1e6, 1e6 + 0.25}, {-1e-30, 3e-31},
                                     {0.1, 0.7}, {-FLT_MAX / 4, FLT_MAX / 3}, {1e-38, 2e-38}};
    for (int kind = CLPWL_STORAGE_HALF; kind < CLPWL_STORAGE_ANY; kind++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            double values[1000];
            uint32_t state = 7;
            clpwl__coding first = clpwl__coding_of((clpwl_storage)kind, ends[k], 2);
            for (int i = 0; i < 1000; i++) {
                double part = i < 2 ? i : random_01(&state);
                double value = ends[k][0] + part * (ends[k][1] - ends[k][0]);
                values[i] = clpwl__stored(&first, value);
            }
            clpwl__coding again = clpwl__coding_of((clpwl_storage)kind, values, 1000);
            for (int i = 0; i < 1000; i++)
                EXPECT(clpwl__stored(&again, values[i]) == values[i], "%s: %a becomes %a",
                       clpwl_storage_name((clpwl_storage)kind), values[i],
                       clpwl__stored(&again, values[i]));
        }
}
END_TEST

/* Of a value v of so many, of which `most` is the largest in size: half a step, after a rounding to fp32 (of gain and
 * bias, for levels). Halves below 2^-28 of the largest, and all below the smallest float, count as lost. */
START_TEST(stored_values_are_within_the_formats_errors)
{
    enum { COUNT = 1000 };
    static const double scales[] = {1, 1e-37, 3e30, 1e38, 1e-30, 12345.678};
    for (size_t s = 0; s < 4 * sizeof scales / sizeof *scales; s++) {
        const clpwl_storage kind = (clpwl_storage)(CLPWL_STORAGE_HALF + s % 4);
        double values[COUNT], most = 0, low = INFINITY, high = -INFINITY;
        uint32_t state = 7;
        for (int i = 0; i < COUNT; i++) {
            values[i] = scales[s / 4] * (3 * random_01(&state) - 1) * exp2(-i % 41);
            most = fmax(most, fabs(values[i]));
            low = fmin(low, values[i]);
            high = fmax(high, values[i]);
        }
        clpwl__coding c = clpwl__coding_of(kind, values, COUNT);
        OK(clpwl__coding_check(&c));
        for (int i = 0; i < COUNT; i++) {
            const double v = values[i], error = clpwl__stored_error(&c, v), eps = 0x1p-24;
            const double levels = kind == CLPWL_STORAGE_UNORM8 ? 255 : 65535;
            const double allowed = kind == CLPWL_STORAGE_HALF
                                       ? fabs(v) * (fabs(v) < most * 0x1.01p-28 ? 2 : 0x1p-11 + eps)
                                   : kind == CLPWL_STORAGE_BFLOAT16
                                       ? fabs(v) * (0x1p-8 + eps)
                                       : (high - low) / levels / 2 + eps * (fabs(low) + high - low);
            EXPECT(error <= allowed + FLT_MIN && error >= fabs(clpwl__stored(&c, v) - v), "%s of %g: %g > %g",
                   clpwl_storage_name(kind), v, error, allowed);
        }
    }
}
END_TEST

/* The step to the next number, and what filters and levels add: to 1, and to 2^-20 of a range of 2^20. */
START_TEST(steps_and_readings_by_hand)
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
            EXPECT(fabs(seen[k] - right[k]) <= eps * right[k], "row %zu: %d is %a, not %a", i, k, seen[k], right[k]);
    }
}
END_TEST

START_TEST(extremes_have_a_code)
{
    const double same[] = {3.25, 3.25}, none[] = {0, 0}, far[] = {-FLT_MAX, FLT_MAX};
    for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_ANY; kind++) {
        clpwl__coding c = clpwl__coding_of((clpwl_storage)kind, same, 2);
        ck_assert(clpwl__stored(&c, 3.25) == 3.25);
        c = clpwl__coding_of((clpwl_storage)kind, none, 2);
        ck_assert(clpwl__stored(&c, 0) == 0);
        c = clpwl__coding_of((clpwl_storage)kind, far, 2);
        if (clpwl__storage_levels((clpwl_storage)kind) > 0)
            FAILS(CLPWL_ERR_UNSUPPORTED, "cannot be stored", clpwl__coding_check(&c));
        else
            ck_assert_double_le(fabs(clpwl__stored(&c, FLT_MAX) - FLT_MAX), FLT_MAX * 0x1p-8);
    }
}
END_TEST

START_TEST(storages_have_names_and_any_has_no_error)
{
    static const struct {
        const char *spelling;
        clpwl_storage storage;
    } others[] = {{"int8", CLPWL_STORAGE_UNORM8},    {"uint8", CLPWL_STORAGE_UNORM8},
                  {"int16", CLPWL_STORAGE_UNORM16},  {"uint16", CLPWL_STORAGE_UNORM16},
                  {"BF16", CLPWL_STORAGE_BFLOAT16},  {"float16", CLPWL_STORAGE_HALF},
                  {"fp16", CLPWL_STORAGE_HALF},      {"float", CLPWL_STORAGE_FLOAT32}};
    const clpwl_execution how = {.size = sizeof how, .storage = CLPWL_STORAGE_ANY};
    clpwl_table *t = rough_table(0, 1, 8, UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_storage s;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        OK(clpwl_storage_parse(&s, others[i].spelling));
        ck_assert_int_eq(s, others[i].storage);
    }
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "float32, half, unorm16, unorm8, bfloat16 or any", clpwl_storage_parse(&s, "fp8"));
    ck_assert(isnan(clpwl_table_executed_error(t, &how).linf));
    clpwl_table_free(t);
}
END_TEST

CALLBACK(bell_f, exp(-x * x / 2))
CALLBACK(steep_f, exp(x))
CALLBACK(oscillating_f, sin(5 * x) + x)

/* The reported errors against those of the values, by the midpoint rule at 2e5 floats and the knots: bounds, and
 * larger by roundings alone, but for Linf, where the error of the table and of the storage need not meet, and L1. The
 * errors of the tables are far above the error of 16 bits, near it and below it. */
static void check_errors(clpwl_callback f, clpwl_storage storage, clpwl_partition partition, size_t segments)
{
    enum { POINTS = 200000, ALL = POINTS + 501 };
    static float x[ALL], y[ALL];
    const clpwl_design_options o = {.size = sizeof o, .segments = segments, .partition = partition,
                                    .fit = segments == 60 ? CLPWL_FIT_PROJECTION : CLPWL_FIT_INTERPOLANT};
    const clpwl_evaluator_options own = {.size = sizeof own, .method = "host-scalar", .storage = storage};
    const clpwl_execution how = {.size = sizeof how, .storage = storage};
    clpwl_function *function = callback(f, -2, 3, NAN);
    clpwl_table *table;
    clpwl_evaluator *e;
    clpwl_error said, seen = {0, 0, 0};
    OK(clpwl_design(&table, function, &o));
    OK(clpwl_evaluator_create(&e, NULL, table, &own));
    const size_t all = POINTS + segments + 1;
    for (size_t i = 0; i < all; i++)
        x[i] = (float)(i < POINTS ? -2 + 5 * ((double)i + 0.5) / POINTS : clpwl_table_knots(table)[i - POINTS]);
    OK(clpwl_eval(e, x, y, all));
    for (size_t i = 0; i < all; i++) {
        double off = fabs(y[i] - f(x[i], NULL));
        seen.l1 += i < POINTS ? off * 5 / POINTS : 0;
        seen.l2 += i < POINTS ? off * off * 5 / POINTS : 0;
        seen.linf = fmax(seen.linf, off);
    }
    seen.l2 = sqrt(seen.l2);
    OK(clpwl_error_executed(function, NULL, table, &how, &said));
    const clpwl_error plain = clpwl_table_executed_error(table, NULL), most = clpwl_evaluator_error(e);
    /* Of levels 7 eps of their range, of a value and its slope 4 of the largest one, in L2 on [-2, 3]. */
    double roundings = sqrt(5) * (2 * 7 + 4) * 0x1p-24 * fmax(fmax(f(0, NULL), 5), f(3, NULL));
    for (int norm = 0; norm < 3; norm++) {
        const clpwl_norm in = (clpwl_norm)norm;
        const double got = clpwl_error_in(&seen, in), bound = clpwl_error_in(&said, in);
        const double slack = in == CLPWL_NORM_LINF ? 2 * plain.linf : in == CLPWL_NORM_L1 ? 2 * plain.l1 : 0.01 * got;
        EXPECT(got <= bound && got <= clpwl_error_in(&most, in) && bound <= got + slack + roundings,
               "%s, %s, %zu: %g is reported in %s, %g seen", clpwl_storage_name(storage),
               clpwl_partition_name(partition), segments, bound, clpwl_norm_name(in), got);
    }
    clpwl_evaluator_free(e);
    clpwl_table_free(table);
    clpwl_function_free(function);
}

START_TEST(errors_are_those_of_the_executed_function)
{
    static const size_t segments[] = {20, 60, 500};
    static const clpwl_callback functions[] = {bell_f, steep_f, oscillating_f};
    for (int i = 0; i < 3 * 3 * 2 * 4; i++)
        check_errors(functions[i % 3], (clpwl_storage)(CLPWL_STORAGE_HALF + i / 18), (clpwl_partition)(i / 9 % 2),
                     segments[i / 3 % 3]);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("storage");
    TCase *t = tcase_create("storage");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, formats_are_what_their_definitions_say, 0, 2);
    tcase_add_test(t, decoded_values_have_their_own_coding);
    tcase_add_test(t, stored_values_are_within_the_formats_errors);
    tcase_add_test(t, steps_and_readings_by_hand);
    tcase_add_test(t, extremes_have_a_code);
    tcase_add_test(t, errors_are_those_of_the_executed_function);
    tcase_add_test(t, storages_have_names_and_any_has_no_error);
    suite_add_tcase(s, t);
    return s;
}
