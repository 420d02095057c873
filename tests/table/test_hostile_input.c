/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged and hostile table files, and hostile callbacks. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "clpwl.h"
#include "base/hash.h"
#include "base/internal.h"
#include "support/suite.h"
#include "support/tables.h"

static char path[4096];

static void write_file(const char *text, size_t length)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(text, 1, length, f), length);
    ck_assert_int_eq(fclose(f), 0);
}

static size_t read_file(char *text, size_t room)
{
    FILE *f = fopen(path, "rb");
    ck_assert_ptr_nonnull(f);
    size_t length = fread(text, 1, room, f);
    fclose(f);
    ck_assert_uint_lt(length, room);
    return length;
}

static int equal(const clpwl_table *a, const clpwl_table *b)
{
    size_t bytes = (clpwl_table_segments(a) + 1) * sizeof(double);
    return clpwl_table_segments(a) == clpwl_table_segments(b) &&
           memcmp(clpwl_table_knots(a), clpwl_table_knots(b), bytes) == 0 &&
           memcmp(clpwl_table_values(a), clpwl_table_values(b), bytes) == 0 &&
           clpwl_table_extend(a) == clpwl_table_extend(b) &&
           clpwl_table_partition(a) == clpwl_table_partition(b) &&
           strcmp(clpwl_table_function(a), clpwl_table_function(b)) == 0;
}

/* A file is refused with a message of one line and no leak, or loads as an equal table. */
static void refused_or_equal(const clpwl_table *right, const char *what, size_t at)
{
    clpwl_table *back = NULL;
    long blocks = clpwl__live_blocks();
    clpwl_status status = clpwl_table_load(&back, path);
    if (status == CLPWL_OK) {
        ck_assert_msg(equal(back, right), "%s at byte %zu: another table", what, at);
        clpwl_table_free(back);
    } else {
        ck_assert_msg(status == CLPWL_ERR_FORMAT, "%s at byte %zu: %s", what, at,
                      clpwl_status_name(status));
        ck_assert_ptr_null(back);
        for (const char *c = clpwl_last_message(); *c; c++)
            ck_assert_msg((unsigned char)*c >= 32, "%s at byte %zu: \"%s\"", what, at,
                          clpwl_last_message());
    }
    ck_assert_int_eq(clpwl__live_blocks(), blocks);
}

/* Every bit of every byte, every byte left out, and every length shorter. */
START_TEST(a_damaged_file_is_refused_or_equal)
{
    static char text[16384], hurt[16384];
    clpwl_table *t = make_table(0.1, 3, 9, (clpwl_partition)_i, CLPWL_EXTEND_MIRROR);
    OK(clpwl_table_save(t, path));
    size_t length = read_file(text, sizeof text);
    for (size_t i = 0; i < length; i++) {
        for (int bit = 0; bit < 8; bit++) {
            memcpy(hurt, text, length);
            hurt[i] = (char)(hurt[i] ^ 1 << bit);
            write_file(hurt, length);
            refused_or_equal(t, "a flipped bit", i);
        }
        memcpy(hurt, text, i);
        memcpy(hurt + i, text + i + 1, length - i - 1);
        write_file(hurt, length - 1);
        refused_or_equal(t, "a byte left out", i);
        write_file(text, i);
        refused_or_equal(t, "an early end", i);
    }
    clpwl_table_free(t);
    unlink(path);
}
END_TEST

START_TEST(a_hostile_size_costs_nothing)
{
    static const char *const sizes[] = {"9223372036854775808", "9223372036854775807",
                                        "18446744073709551615", "18446744073709551616",
                                        "4611686018427387904", "99999999999999999999999999"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char text[1000];
        clpwl_table *t = NULL;
        int length = snprintf(text, sizeof text,
                              "clpwl-table 1\nfunction f\npartition uniform\nfit interpolant\n"
                              "extend clamp\nestimate nan nan nan\nmeasured nan nan nan\n"
                              "segments %s\ndomain 0x0p+0 0x1p+0\nvalues\n0x0p+0\n", sizes[i]);
        write_file(text, (size_t)length);
        clpwl__fault_allocation(0);
        FAILS(CLPWL_ERR_FORMAT, "", clpwl_table_load(&t, path));
        ck_assert_ptr_null(t);
        ck_assert_int_lt(clpwl__requests(), 20);
    }
    unlink(path);
}
END_TEST

/* A right checksum, and an error, a floor or a target that cannot be. */
START_TEST(impossible_numbers_are_refused)
{
    static const char *const heads[] = {
        "1\nfunction f\npartition uniform\nfit interpolant\nextend clamp\n"
        "estimate -0x1p+0 nan nan\nmeasured nan nan nan\n",
        "1\nfunction f\npartition uniform\nfit interpolant\nextend clamp\n"
        "estimate nan nan nan\nmeasured nan nan -inf\n",
        "1\nfunction f\npartition uniform\nfit interpolant\nextend clamp\n"
        "estimate nan nan nan\nmeasured nan nan nan\nfloor 0x0p+0\n"
        "weighted-estimate nan nan nan\nweighted-measured nan -0x1p-30 nan\nweighted-executed nan nan nan\n",
        "1\nfunction f\npartition uniform\nfit interpolant\nextend clamp\n"
        "estimate nan nan nan\nmeasured nan nan nan\nfloor -0x1p+0\n"
        "weighted-estimate nan nan nan\nweighted-measured nan nan nan\n"
        "weighted-executed nan nan nan\n"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char text[1000];
        clpwl_table *t = NULL;
        int n = snprintf(text, sizeof text,
                         "clpwl-table %ssegments 1\ndomain 0x0p+0 0x1p+0\nvalues\n"
                         "0x0p+0\n0x1p+0\n", heads[i]);
        uint64_t sum = clpwl__hash(CLPWL__HASH_START, text, (size_t)n);
        n += snprintf(text + n, sizeof text - (size_t)n, "checksum %016llx\n",
                      (unsigned long long)sum);
        FAILS(CLPWL_ERR_FORMAT, "expected a", clpwl_table_load_text(&t, text, (size_t)n));
        ck_assert_ptr_null(t);
    }
}
END_TEST

/* Callbacks that return anything. */
static double nan_at_one_point(double x, void *user)
{
    return x == *(double *)user ? NAN : x * x;
}

static double infinite(double x, void *user)
{
    return x > *(double *)user ? INFINITY : x * x;
}

static double huge(double x, void *user)
{
    (void)user;
    return 1e300 * (x + 2);
}

static double unsteady(double x, void *user)
{
    unsigned *state = user;
    *state = *state * 1664525u + 1013904223u;
    return x + 1e-3 * (double)*state / 4294967296.0;
}

static clpwl_status design_of(double (*f)(double, void *), void *user, clpwl_partition partition,
                              double max_error)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options options = CLPWL_DESIGN_INIT;
    clpwl_function *function;
    clpwl_table *t = NULL;
    long blocks = clpwl__live_blocks();
    spec.name = "hostile";
    spec.f = f;
    spec.user = user;
    spec.a = 0;
    spec.b = 1;
    options.partition = partition;
    options.segments = max_error > 0 ? 0 : 8;
    options.max_error = max_error;
    options.max_segments = 16;
    OK(clpwl_function_create(&function, &spec));
    clpwl_status status = clpwl_design(&t, function, &options);
    ck_assert_int_eq(status == CLPWL_OK, t != NULL);
    clpwl_table_free(t);
    clpwl_function_free(function);
    ck_assert_int_eq(clpwl__live_blocks(), blocks);
    return status;
}

START_TEST(a_hostile_function_is_reported_with_its_x)
{
    double at = 0.25;
    unsigned state = 1;
    for (int p = 0; clpwl_partition_name((clpwl_partition)p); p++) {
        FAILS(CLPWL_ERR_NOT_FINITE, "0.25", design_of(nan_at_one_point, &at, (clpwl_partition)p, 0));
        FAILS(CLPWL_ERR_NOT_FINITE, "x = ", design_of(infinite, &at, (clpwl_partition)p, 0));
        /* Values beyond fp32 are refused, by any of the checks. */
        clpwl_status status = design_of(huge, NULL, (clpwl_partition)p, 0);
        ck_assert_msg(status != CLPWL_OK && strlen(clpwl_last_message()) > 0, "huge: %s",
                      clpwl_status_name(status));
        /* Noise of 1e-3: the design ends, met or refused, and leaks nothing. */
        status = design_of(unsteady, &state, (clpwl_partition)p, 1e-6);
        ck_assert_msg(status == CLPWL_ERR_TARGET || status == CLPWL_ERR_NUMERIC,
                      "unsteady: %s: %s", clpwl_status_name(status), clpwl_last_message());
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("hostile input");
    TCase *t = tcase_create("damage");
    const char *build = getenv("top_builddir");
    snprintf(path, sizeof path, "%s/tests/damaged.clpwl", build ? build : ".");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, a_damaged_file_is_refused_or_equal, CLPWL_PARTITION_UNIFORM, CLPWL_PARTITION_OPTIMIZED + 1);
    tcase_add_test(t, a_hostile_size_costs_nothing);
    tcase_add_test(t, impossible_numbers_are_refused);
    tcase_add_test(t, a_hostile_function_is_reported_with_its_x);
    suite_add_tcase(s, t);
    return s;
}
