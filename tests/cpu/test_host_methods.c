/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every row of the host's methods, against the table in long double. */
#include <float.h>
#include <stdlib.h>
#include <string.h>
#include "support/suite.h"
#include "cpu/rows.h"
#include "support/periods.h"
#include "support/rough.h"
#include "support/tables.h"

typedef void check_fn(const clpwl__host_row *row, const clpwl__pack *pack, const line *l);

static const size_t sizes[] = {1, 2, 3, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257,
                               512, 4097};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void with_pack(check_fn *check, const clpwl__pack *pack, line *l)
{
    size_t count;
    const clpwl__host_row *rows = clpwl__host_rows(&count);
    for (size_t i = 0; i < count; i++)
        if (rows[i].supported() && rows[i].can(pack))
            check(&rows[i], pack, l);
}

static void with_rows(check_fn *check, const clpwl_table *table)
{
    clpwl__pack *pack;
    line l = line_of(table);
    OK(clpwl__pack_create(&pack, table, CLPWL_STORAGE_FLOAT32));
    with_pack(check, pack, &l);
#if CLPWL__X86
    if (clpwl__x86_level > 4) {
        int level = clpwl__x86_level;
        clpwl__x86_level = 4; /* as on a CPU without AVX-512 VBMI */
        with_pack(check, pack, &l);
        clpwl__x86_level = level;
    }
#endif
    clpwl__pack_free(pack);
}

/* Tables of each shape up to a size: knots must be distinct in fp32. */
static void with_tables(check_fn *check, double a, double b, const size_t most[SHAPES])
{
    for (int shape = 0; shape < SHAPES; shape++)
        for (size_t k = 0; k < SIZES && sizes[k] <= most[shape]; k++)
            for (int extend = CLPWL_EXTEND_CLAMP; extend <= CLPWL_EXTEND_LINEAR; extend++) {
                clpwl_table *table = rough_table(a, b, sizes[k], shape, extend);
                with_rows(check, table);
                clpwl_table_free(table);
            }
}

static const size_t all_sizes[SHAPES] = {4097, 4097, 4097, 4097};

static void check_line(const clpwl__host_row *row, const clpwl__pack *pack, const line *l)
{
    size_t n, room = l->n <= 32 ? 32 : l->n <= 128 ? 128 : 256;
    float *x = probes(l, &n), *y = malloc(n * sizeof *y);
    EXPECT(pack->planes.room == (l->uniform && l->n <= 256 ? room : 0), "%zu segments: %zu places", l->n,
           pack->planes.room);
    const int has_cells = pack->cells && l->n > 32 && l->n <= 256 && pack->cell_count <= 512;
    EXPECT((pack->planes.cells != NULL) == has_cells, "%zu segments, %zu cells", l->n, pack->cell_count);
    clpwl__host_eval(row, pack, 1, clpwl__floats(x, y, n));
    check_values(row->name, l, x, y, n);
    free(x);
    free(y);
}

TEST(rows_follow_the_line)
{
    with_tables(check_line, 0, 8, all_sizes);
    with_tables(check_line, -1, 1, (const size_t[]){4097, 4097, 512, 4097});
    with_tables(check_line, -M_PI, 0.1, (const size_t[]){4097, 4097, 512, 4097}); /* no floats */
    with_tables(check_line, 0, 3, all_sizes); /* the scale is rounded */
    with_tables(check_line, -1, 63, (const size_t[]){4097, 65, 65, 4097}); /* a is an odd knot */
    with_tables(check_line, -1, 127, (const size_t[]){4097, 65, 65, 4097});
    with_tables(check_line, 1e-30, 3e-30, (const size_t[]){4097, 4097, 512, 4097});
}

/* Far from 0, where floats are coarse. */
TEST(rows_follow_the_line_far_out)
{
    with_tables(check_line, 1000.0301, 1007.7, (const size_t[]){4097, 65, 0, 256});
    with_tables(check_line, 1000.00001, 1008.00001, (const size_t[]){4097, 65, 0, 256});
    with_tables(check_line, 1000, 1008, (const size_t[]){4097, 65, 0, 256}); /* whole scales */
    with_tables(check_line, -1016, -1008, (const size_t[]){4097, 65, 0, 256});
    with_tables(check_line, -70000.0301, -69000.1, (const size_t[]){4097, 129, 0, 256});
}

static double bound_of_law; /* for the next function */

static void check_law(const clpwl__host_row *row, const clpwl__pack *pack, const line *l)
{
    size_t n;
    float *x = probes(l, &n), *y = malloc(n * sizeof *y);
    clpwl__host_eval(row, pack, 1, clpwl__floats(x, y, n));
    for (size_t i = 0; i < n; i++) {
        span s = span_within(l, x[i], bound_of_law);
        if (nan_at(l, x[i]))
            ck_assert_msg(isnan(y[i]), "%s: v(%a) is %a, not NaN", row->name, x[i], y[i]);
        else
            ck_assert_msg(y[i] >= s.least && y[i] <= s.most,
                          "%s, %zu segments: v(%a) is %.9g, not in [%.9Lg, %.9Lg]", row->name, l->n,
                          x[i], y[i], s.least, s.most);
    }
    free(x);
    free(y);
}

/* Within the bound that evaluators report. */
TEST(rows_follow_the_law_of_a_symmetry)
{
    static const clpwl_extend tails[] = {CLPWL_EXTEND_CLAMP, CLPWL_EXTEND_ZERO, CLPWL_EXTEND_NAN,
                                         CLPWL_EXTEND_LINEAR};
    for (int s = CLPWL_SYMMETRY_EVEN; s < CLPWL_SYMMETRY_AUTO; s++)
        for (int p = 0; p < 2; p++)
            for (size_t k = 0; k + 1 < SIZES; k++)
                for (int tail = 0; tail < 4; tail++) {
                    clpwl_table *table = make_symmetric((clpwl_symmetry)s, k % 2 ? 8 : 2.7, sizes[k],
                                                        (clpwl_partition)p, tails[tail], s);
                    bound_of_law = clpwl_table_executed_error(table, NULL).linf;
                    with_rows(check_law, table);
                    clpwl_table_free(table);
                }
}

/* A value depends neither on the length of its array nor on its place, and nothing beyond y is
 * written. */
static void check_pieces(const clpwl__host_row *row, const clpwl__pack *pack, const line *l)
{
    size_t n;
    float *x = probes(l, &n), *y = malloc(n * sizeof *y), piece[76];
    clpwl__host_eval(row, pack, 1, clpwl__floats(x, y, n));
    for (size_t size = 0; size <= 70; size++)
        for (size_t from = 0; from < 4; from++) {
            float *out = piece + 1 + size % 4;
            for (size_t i = 0; i < 76; i++)
                piece[i] = 77;
            size_t at = (size * 31 + from) % (n - 70);
            clpwl__host_eval(row, pack, 1, clpwl__floats(x + at, out, size));
            EXPECT(memcmp(out, y + at, size * sizeof *y) == 0 && out[-1] == 77 && out[size] == 77,
                   "%s, %zu segments, %zu from %zu", row->name, l->n, size, at);
        }
    clpwl__host_eval(row, pack, 1, clpwl__floats(x, x, n));
    ck_assert_msg(memcmp(x, y, n * sizeof *x) == 0, "%s in place", row->name);
    free(x);
    free(y);
}

TEST(pieces_are_equal_to_the_whole)
{
    with_tables(check_pieces, 0, 8, all_sizes);
}

/* Arrays in parts, and stores that bypass the caches, which begin at 2^22 values. */
static void check_parts(const clpwl__host_row *row, const clpwl__pack *pack, const line *l)
{
    const size_t n = ((size_t)1 << 22) + 77;
    float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *z = malloc((n + 2) * sizeof *z);
    uint32_t state = 7;
    for (size_t i = 0; i < n; i++)
        x[i] = (float)(l->x[0] + 9 * random_01(&state));
    row->eval(pack, x, y, n);
    for (unsigned threads = 0; threads < 5; threads++) {
        static const size_t lengths[] = {63, 64, 65, 128, 333, 1000, (1 << 19) + 1};
        memset(z, 0, (n + 2) * sizeof *z);
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            clpwl__host_eval(row, pack, threads, clpwl__floats(x, z + 1, lengths[k]));
            ck_assert(memcmp(z + 1, y, lengths[k] * sizeof *y) == 0);
            ck_assert(z[0] == 0 && z[lengths[k] + 1] == 0);
            memset(z, 0, (lengths[k] + 1) * sizeof *z);
        }
    }
    clpwl__host_eval(row, pack, 3, clpwl__floats(x, z + 1, n));
    ck_assert(memcmp(z + 1, y, n * sizeof *y) == 0);
    ck_assert(z[0] == 0 && z[n + 1] == 0);
    clpwl__host_eval(row, pack, 0, clpwl__floats(x, x, n));
    ck_assert(memcmp(x, y, n * sizeof *y) == 0);
    free(x);
    free(y);
    free(z);
}

#if CLPWL__X86
static void check_plain(const clpwl__host_row *row, const clpwl__pack *pack, const line *l)
{
    size_t n;
    if (strcmp(row->name, "host-scalar") != 0)
        return;
    float *x = probes(l, &n), *y = malloc(n * sizeof *y), *plain = malloc(n * sizeof *y);
    row->eval(pack, x, y, n);
    clpwl__host_scalar_plain(pack, x, plain, n);
    EXPECT(memcmp(y, plain, n * sizeof *y) == 0, "%zu segments", l->n);
    free(x);
    free(y);
    free(plain);
}

/* A CPU without FMA gives the same bits: also where 1 + 2^-23 + (1 - 2^-30) 2^-24 in double is the middle of two
 * floats, and where the value is below the normal floats. */
TEST(fma_matters_to_speed_alone)
{
    static const clpwl__record rare[] = {{1 + 0x1p-23f, (1 + 0x1p-15f) * 0x1p-24f},
                                         {-1 - 0x1p-23f, -(1 + 0x1p-15f) * 0x1p-24f},
                                         {0x1p-149f, (1 + 0x1p-15f) * 0x1p-126f}};
    clpwl_table *t = rough_table(0, 1, 1, 0, CLPWL_EXTEND_CLAMP);
    clpwl__pack *pack;
    const float x = 1 - 0x1p-15f;
    float y;
    with_tables(check_plain, 0, 8, all_sizes);
    with_tables(check_plain, 1e-30, 3e-30, (const size_t[]){4097, 4097, 512, 4097});
    OK(clpwl__pack_create(&pack, t, CLPWL_STORAGE_FLOAT32));
    for (size_t i = 0; i < sizeof rare / sizeof *rare; i++) {
        pack->records[0] = rare[i];
        clpwl__host_scalar_plain(pack, &x, &y, 1);
        ck_assert(y == fmaf(x, rare[i].slope, rare[i].value));
    }
    clpwl__pack_free(pack);
    clpwl_table_free(t);
}
#endif

static size_t period;

static void check_periods(const clpwl__host_row *row, const clpwl__pack *pack, const line *l)
{
    static float x[FAR], phase[FAR], y[FAR], right[FAR];
    fill_far(x, phase, period, l->extend);
    clpwl__host_eval(row, pack, 1, clpwl__floats(x, y, FAR));
    clpwl__host_eval(row, pack, 1, clpwl__floats(phase, right, FAR));
    check_far(row->name, periods[period].b, l->extend, x, phase, y, right);
}

TEST(periods_from_0_are_exact)
{
    for (period = 0; period < PERIODS; period++)
        for (int shape = 0; shape < SHAPES; shape++)
            for (int extend = CLPWL_EXTEND_REPEAT; extend <= CLPWL_EXTEND_MIRROR; extend++)
                for (size_t n = 7; n <= 259; n *= 6) { /* in registers, and in memory */
                    clpwl_table *table = rough_table(0, periods[period].b, n, shape, extend);
                    with_rows(check_periods, table);
                    clpwl_table_free(table);
                }
}

TEST(parts_are_equal_to_the_whole)
{
    clpwl_table *table = rough_table(0, 8, 33, UNIFORM, CLPWL_EXTEND_ZERO);
    with_rows(check_parts, table);
    clpwl_table_free(table);
}

static size_t overflows;
static double bound;

static void check_finite(const clpwl__host_row *row, const clpwl__pack *pack, const line *l)
{
    size_t n;
    float *x = probes(l, &n), *y = malloc(n * sizeof *y);
    clpwl__host_eval(row, pack, 1, clpwl__floats(x, y, n));
    for (size_t i = 0; i < n; i++) {
        overflows += isinf(y[i]) != 0;
        ck_assert_msg(isnan(x[i]) || isfinite(y[i]) || isinf(bound), "%s: %g at %.9g, bound %g", row->name,
                      y[i], x[i], bound);
    }
    free(x);
    free(y);
}

/* Beside the largest float a rounding may end at infinity; a bound of the error is then infinite, too. A
 * part of 2^-12 below it none does: with up to 200 segments, some 5 200 2^-24 of the rise are rounded
 * (equal_place_error). */
TEST(what_may_overflow_has_no_bound)
{
    static double knots[201], values[201];
    clpwl_table *table;
    for (int below = 0; below < 2; below++) {
        overflows = 0;
        for (size_t segments = 1; segments <= 200; segments++) {
            clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
            for (size_t i = 0; i <= segments; i++) {
                knots[i] = 1000 + 3 * (double)i / (double)segments;
                values[i] = -(double)FLT_MAX * (1 - below * 0x1p-12) *
                            ((segments - i) % 2 ? 0.01 * (double)(i % 90) : 1);
            }
            spec.knots = knots;
            spec.values = values;
            spec.segments = segments;
            spec.measured = (clpwl_error){0, 0, 0};
            OK(clpwl_table_create(&table, &spec));
            bound = clpwl_table_executed_error(table, NULL).linf;
            ck_assert(below ? isfinite(bound) : isinf(bound));
            with_rows(check_finite, table);
            clpwl_table_free(table);
        }
        ck_assert_msg(below ? overflows == 0 : overflows > 0, "%zu overflows", overflows);
    }
}

TEST(rows_have_names)
{
    size_t count;
    const clpwl__host_row *rows = clpwl__host_rows(&count);
    for (size_t i = 0; i < count; i++)
        ck_assert_ptr_eq(clpwl__host_row_named(rows[i].name), &rows[i]);
    ck_assert_ptr_null(clpwl__host_row_named("host-none"));
    ck_assert(strcmp(rows[0].name, "host-scalar") == 0 && rows[0].supported());
}

/* Domains and knots in fp32: [a, b] as two segments by `middle`, in a row's partition or shaper. */
TEST(packs_hold_what_fp32_holds)
{
    static const struct {
        double a, middle, b;
        clpwl_partition partition;
        clpwl_shaper shaper;
        clpwl_status status;
        const char *named;
        float lo, hi, scale;
    } cases[] = {
        {0, 4, 8, CLPWL_PARTITION_UNIFORM, 0, CLPWL_OK, "", 0, 8, 0.25f},
        {1, 2, 4, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_LOG2, CLPWL_OK, "", 1, 4, 1},
        /* The floats next to 0.7 and 0.1 are below and above: 0x1.666666p-1, 0x1.99999ap-4. */
        {0, 0.05, 0.1, CLPWL_PARTITION_UNIFORM, 0, CLPWL_OK, "", 0, 0x1.999998p-4f, 20},
        {0.7, 0.85, 1, CLPWL_PARTITION_UNIFORM, 0, CLPWL_OK, "", 0x1.666668p-1f, 1, 0x1.aaaaaap+2f},
        {0, 0x1p126, 0x1p127, CLPWL_PARTITION_UNIFORM, 0, CLPWL_OK, "", 0, 0x1p127f, 0x1p-126f},
        {-0x1p127, 0, 0x1p127, CLPWL_PARTITION_UNIFORM, 0, CLPWL_ERR_UNSUPPORTED, "wider than fp32", 0, 0, 0},
        {0, 0x1p127, 0x1.8p127, CLPWL_PARTITION_OPTIMIZED, 0, CLPWL_ERR_UNSUPPORTED, "more segments", 0, 0, 0},
        {0, 0x1p-128, 0x1p-127, CLPWL_PARTITION_UNIFORM, 0, CLPWL_ERR_UNSUPPORTED, "a wider domain", 0, 0, 0},
        {0, 0x1p-127, 0x1p-126, CLPWL_PARTITION_UNIFORM, 0, CLPWL_OK, "", 0, 0x1p-126f, 0x1p127f},
        {1, 1 + 1e-9, 2, CLPWL_PARTITION_OPTIMIZED, 0, CLPWL_ERR_UNSUPPORTED, "one number in fp32", 0, 0, 0}};
    const double values[] = {0, 1, 3};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double knots[] = {cases[i].a, cases[i].middle, cases[i].b};
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_table *table;
        clpwl__pack *pack;
        size_t count, able = 0;
        spec.knots = knots;
        spec.values = values;
        spec.segments = 2;
        spec.partition = cases[i].partition;
        spec.shaper = cases[i].shaper;
        OK(clpwl_table_create(&table, &spec));
        clpwl_status status = clpwl__pack_create(&pack, table, CLPWL_STORAGE_FLOAT32);
        EXPECT(status == cases[i].status && (!status || strstr(clpwl_last_message(), cases[i].named)),
               "case %zu: %s", i, status ? clpwl_last_message() : "");
        if (!status) {
            const clpwl__host_row *rows = clpwl__host_rows(&count);
            EXPECT(pack->grid.lo == cases[i].lo && pack->grid.hi == cases[i].hi && pack->grid.last == 1 &&
                       pack->grid.period == (float)(cases[i].b - cases[i].a) &&
                       pack->grid.scale == cases[i].scale,
                   "case %zu: [%a, %a] by %a", i, pack->grid.lo, pack->grid.hi, pack->grid.scale);
            for (size_t k = 0; k < count; k++)
                able += rows[k].can(pack) != 0;
            EXPECT(cases[i].shaper ? able == 1 && rows[0].can(pack) : able > 1 || count == 1,
                   "case %zu: %zu rows", i, able); /* no vector row has shapers */
            clpwl__pack_free(pack);
        }
        clpwl_table_free(table);
    }
}

/* On [0, 8] the knots 1 and 2 lie in two cells if there are 4 or more. A cell has the knot inside it, or the
 * last knot before it, the value there, and the slopes left and right of the knot. */
TEST(a_cell_holds_one_knot)
{
    static const double knots[] = {0, 1, 2, 8}, values[][4] = {{0, 1, 3, 9}, {-FLT_MAX, 0, FLT_MAX, 0}};
    static const clpwl__cell right[] = {{1, 1, 1, 2}, {2, 3, 2, 1}, {2, 3, 1, 1}, {2, 3, 1, 1}};
    for (int i = 0; i < 2; i++) {
        const clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = values[i],
                                       .segments = 3, .partition = CLPWL_PARTITION_OPTIMIZED};
        clpwl_table *table;
        clpwl__pack *pack;
        OK(clpwl_table_create(&table, &spec));
        if (i == 1) { /* more than fp32 lies between these values */
            FAILS(CLPWL_ERR_UNSUPPORTED, "stored as unorm8",
                  clpwl__pack_create(&pack, table, CLPWL_STORAGE_UNORM8));
        } else {
            OK(clpwl__pack_create(&pack, table, CLPWL_STORAGE_FLOAT32));
            ck_assert(pack->cell_count == 4 && pack->grid.last == 3);
            ck_assert_mem_eq(pack->cells, right, sizeof right);
            clpwl__pack_free(pack);
        }
        clpwl_table_free(table);
    }
}
