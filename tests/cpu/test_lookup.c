/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl_lookup against the method host-scalar. */
#include <float.h>
#include "support/suite.h"
#include "cpu/rows.h"
#include "look_up.h"
#include "support/rough.h"

enum { MANY = 100000 };

static int fuses; /* this CPU, and the compiler */

static void find_fusion(void)
{
    fuses = can_fuse;
#if CLPWL__X86
    fuses = can_fuse && clpwl__x86_level >= 3;
#endif
}

/* The same bits. Where products and sums are not fused, roundings may differ: that of a product, and with an
 * offset those of a position, which may be the number of segments. */
static void check_value(const clpwl_lookup_table *t, float x, float right, float largest)
{
    const float y = clpwl_lookup(t, x), fused = fuses ? look_up_fused(t, x) : right;
#ifdef CLPWL_LOOKUP_FUSED
    const int is_right = memcmp(&y, &right, sizeof y) == 0;
    (void)largest;
#else
    const float positions = t->grid.offset == 0 ? 0 : (float)t->grid.last + 1;
    const float tolerance = 0x1p-22f * fmaxf((1 + positions) * largest, fabsf(y));
    const int is_right = isnan(right) ? isnan(y) : y == right || fabsf(y - right) <= tolerance;
#endif
    EXPECT(is_right, "v(%a) = %a, by host-scalar %a", x, y, right);
    EXPECT(memcmp(&fused, &right, sizeof fused) == 0, "fused, v(%a) = %a, by host-scalar %a", x, fused,
           right);
}

static void check_values_at(const clpwl_lookup_table *t, const clpwl__pack *pack, const float *x, size_t n,
                            float largest)
{
    float *right = malloc(n * sizeof *right);
    clpwl__host_scalar(pack, x, right, n);
    for (size_t i = 0; i < n; i++)
        check_value(t, x[i], right[i], largest);
    free(right);
}

/* At knots and beside them, far away and at NaN, and at `many` places in and around the domain. The table is
 * freed. */
static void check_table(clpwl_table *table, size_t many)
{
    clpwl_lookup_table t = CLPWL_LOOKUP_TABLE_INIT;
    clpwl__pack *pack;
    size_t n;
    const line l = line_of(table);
    float *x = probes(&l, &n), *random = malloc((many + 1) * sizeof *random), largest = 0;
    uint32_t state = 5;
    for (size_t i = 0; i < many; i++)
        random[i] = (float)(l.x[0] + (l.x[l.n] - l.x[0]) * (1.5 * random_01(&state) - 0.25));
    for (size_t i = 0; i <= l.n; i++)
        largest = fmaxf(largest, (float)fabs(l.y[i]));
    OK(clpwl__pack_create(&pack, table, clpwl_table_storage(table)));
    OK(clpwl_lookup_prepare(&t, table));
    clpwl_table_free(table);
    check_values_at(&t, pack, x, n, largest);
    check_values_at(&t, pack, random, many, largest);
    clpwl_lookup_release(&t);
    clpwl__pack_free(pack);
    free(random);
    free(x);
}

static const size_t sizes[] = {1, 2, 7, 64, 513};
enum { SIZES = sizeof sizes / sizeof *sizes };

FIXTURE(find_fusion, NULL)

/* 0.1 is no float, and the third domain is far from 0. */
TEST(values_are_those_of_host_scalar)
{
    static const double ends[][2] = {{0, 8}, {-M_PI, 0.1}, {1000.0301, 1007.7}};
    for (int shape = 0; shape < SHAPES; shape++)
        for (int extend = CLPWL_EXTEND_CLAMP; extend <= CLPWL_EXTEND_LINEAR; extend++)
            for (size_t k = 0; k < SIZES; k++)
                for (int d = 0; d < 3; d++)
                    if (d < 2 || (shape < UNEVEN && sizes[k] < 65)) /* knots are distinct in fp32 */
                        check_table(rough_table(ends[d][0], ends[d][1], sizes[k], shape, extend),
                                    k + 1 < SIZES || d ? MANY / 50 : MANY);
}

TEST(symmetric_values_are_those_of_host_scalar)
{
    static const clpwl_extend tails[] = {CLPWL_EXTEND_CLAMP, CLPWL_EXTEND_ZERO, CLPWL_EXTEND_NAN,
                                         CLPWL_EXTEND_LINEAR};
    for (int s = CLPWL_SYMMETRY_EVEN; s < CLPWL_SYMMETRY_AUTO; s++)
        for (int partition = 0; partition < 2; partition++)
            for (int tail = 0; tail < 4; tail++)
                for (size_t k = 0; k < SIZES; k++)
                    check_table(make_symmetric((clpwl_symmetry)s, k % 2 ? 8 : 2.7, sizes[k],
                                               (clpwl_partition)partition, tails[tail], s),
                                k + 1 < SIZES ? MANY / 50 : MANY);
}

/* A design in a shaper or a storage. */
static clpwl_table *designed(clpwl_shaper shaper, clpwl_storage storage)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_function *f;
    clpwl_table *table;
    how.storage = storage;
    o.aim = CLPWL_AIM_NONE;
    o.segments = 60;
    o.a = 0.5;
    o.b = 9;
    o.shaper = shaper;
    o.execution = &how;
    OK(clpwl_function_from_formula(&f, "log(1+x)", NULL, 0));
    OK(clpwl_design(&table, f, &o));
    clpwl_function_free(f);
    return table;
}

TEST(shapers_and_storages_are_served)
{
    for (int shaper = 0; shaper < CLPWL_SHAPER_AUTO; shaper++)
        check_table(designed((clpwl_shaper)shaper, CLPWL_STORAGE_FLOAT32), MANY);
    for (int storage = CLPWL_STORAGE_FLOAT32; storage < CLPWL_STORAGE_ANY; storage++)
        check_table(designed(CLPWL_SHAPER_NONE, (clpwl_storage)storage), MANY);
}

/* The table is as it was after a failure; one that is not prepared may be released. */
TEST(refusals_leave_the_table)
{
    const clpwl_lookup_table fresh = CLPWL_LOOKUP_TABLE_INIT;
    clpwl_lookup_table t = fresh, kept;
    clpwl_table *table = make_table(0, 8, 4, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_table *wide = make_table(-0x1p127, 0x1p127, 2, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    FAILS(CLPWL_ERR_ARGUMENT, "t is NULL", clpwl_lookup_prepare(NULL, table));
    FAILS(CLPWL_ERR_ARGUMENT, "table is NULL", clpwl_lookup_prepare(&t, NULL));
    FAILS(CLPWL_ERR_UNSUPPORTED, "wider than fp32", clpwl_lookup_prepare(&t, wide));
    t.size = 0;
    FAILS(CLPWL_ERR_ARGUMENT, "CLPWL_LOOKUP_TABLE_INIT", clpwl_lookup_prepare(&t, table));
    t.size = sizeof t;
    ck_assert_mem_eq(&t, &fresh, sizeof t);
    OK(clpwl_lookup_prepare(&t, table));
    kept = t;
    FAILS(CLPWL_ERR_ARGUMENT, "release it", clpwl_lookup_prepare(&t, table));
    ck_assert_mem_eq(&t, &kept, sizeof t);
    for (int i = 0; i < 2; i++) {
        ck_assert(isnan(clpwl_lookup(&t, 1)) == i);
        clpwl_lookup_release(&t);
        ck_assert_mem_eq(&t, &fresh, sizeof t);
    }
    OK(clpwl_lookup_prepare(&t, table));
    clpwl_lookup_release(&t);
    clpwl_lookup_release(NULL);
    clpwl_table_free(wide);
    clpwl_table_free(table);
}

/* A struct of a later header has more at its end, which stays 0. */
TEST(structs_may_be_larger)
{
    struct {
        clpwl_lookup_table t;
        size_t later;
    } larger = {CLPWL_LOOKUP_TABLE_INIT, 0};
    clpwl_table *table = make_table(0, 8, 4, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    larger.t.size = sizeof larger;
    OK(clpwl_lookup_prepare(&larger.t, table));
    ck_assert(larger.t.size == sizeof larger && larger.later == 0 && larger.t.records);
    clpwl_lookup_release(&larger.t);
    ck_assert(larger.t.size == sizeof larger && !larger.t.records);
    clpwl_table_free(table);
}
