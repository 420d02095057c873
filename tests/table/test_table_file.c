/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "clpwl.h"
#include "base/internal.h"
#include "support/comma.h"
#include "support/suite.h"

/* Each test works in a folder of its own, which must be empty when it ends. */
static char folder[64], path[96];

static void enter(void)
{
    strcpy(folder, "table-file-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.clpwl", folder);
}

static int count_files(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; (e = readdir(dir));)
        count += e->d_name[0] != '.';
    closedir(dir);
    return count;
}

static void leave(void)
{
    unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);
}

/* Numbers that a decimal form with too few digits would change. */
static const double awkward_knots[] = {-FLT_MAX, -1.0 / 3, -0x1p-1074, 0x1.8p-1060, 0.1, 1e30};
static const double awkward_values[] = {-0.0, 0x1p-1074, FLT_MAX, -FLT_MAX, 1.0 / 3, 0};

static clpwl_table *awkward(void)
{
    clpwl_target target = {1.0 / 3, CLPWL_NORM_L2, NAN, CLPWL_STORAGE_HALF, 8,
                           CLPWL_EVIDENCE_UNKNOWN};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    spec.target = &target;
    spec.knots = awkward_knots;
    spec.values = awkward_values;
    spec.segments = 5;
    spec.partition = CLPWL_PARTITION_OPTIMIZED;
    spec.fit = CLPWL_FIT_PROJECTION;
    spec.extend = CLPWL_EXTEND_MIRROR;
    spec.function = "two\nlines, a \\n, a \r and ü";
    spec.opencl = "exp(-x)";
    spec.estimate = (clpwl_error){1.0 / 3, NAN, INFINITY};
    OK(clpwl_table_create(&table, &spec));
    return table;
}

static clpwl_table *uniform(double a, double b, size_t segments)
{
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    double *x = calloc(segments + 1, sizeof *x), *y = calloc(segments + 1, sizeof *y);
    OK(clpwl_partition_uniform(a, b, segments, x));
    for (size_t i = 0; i <= segments; i++)
        y[i] = sin((double)i);
    spec.knots = x;
    spec.values = y;
    spec.segments = segments;
    spec.opencl_native = "";
    OK(clpwl_table_create(&table, &spec));
    free(x);
    free(y);
    return table;
}

static int same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static int same_error(clpwl_error a, clpwl_error b)
{
    const double x[] = {a.l1, a.l2, a.linf}, y[] = {b.l1, b.l2, b.linf};
    for (int i = 0; i < 3; i++)
        if (x[i] != y[i] && !(isnan(x[i]) && isnan(y[i])))
            return 0;
    return 1;
}

static int same_target(const clpwl_target *a, const clpwl_target *b)
{
    if (!a || !b)
        return a == b;
    return a->max_error == b->max_error && a->evidence == b->evidence && a->norm == b->norm && a->storage == b->storage &&
           a->weight_bits == b->weight_bits &&
           (a->reached == b->reached || (isnan(a->reached) && isnan(b->reached)));
}

static int same_weighting(const clpwl_weighting *a, const clpwl_weighting *b)
{
    if (!a || !b)
        return a == b;
    return a->floor == b->floor && same_text(a->weight, b->weight) &&
           same_error(a->estimate, b->estimate) && same_error(a->measured, b->measured) &&
           same_error(a->proved, b->proved) && same_error(a->executed, b->executed);
}

static int same(const clpwl_table *a, const clpwl_table *b)
{
    size_t n = clpwl_table_segments(a) + 1;
    return n == clpwl_table_segments(b) + 1 &&
           memcmp(clpwl_table_knots(a), clpwl_table_knots(b), n * sizeof(double)) == 0 &&
           memcmp(clpwl_table_values(a), clpwl_table_values(b), n * sizeof(double)) == 0 &&
           clpwl_table_partition(a) == clpwl_table_partition(b) &&
           clpwl_table_fit(a) == clpwl_table_fit(b) &&
           clpwl_table_extend(a) == clpwl_table_extend(b) &&
           clpwl_table_symmetry(a) == clpwl_table_symmetry(b) &&
           clpwl_table_storage(a) == clpwl_table_storage(b) &&
           same_text(clpwl_table_function(a), clpwl_table_function(b)) &&
           same_error(clpwl_table_estimate(a), clpwl_table_estimate(b)) &&
           same_error(clpwl_table_measured(a), clpwl_table_measured(b)) &&
           same_error(clpwl_table_proved(a), clpwl_table_proved(b)) &&
           same_weighting(clpwl_table_weighting(a), clpwl_table_weighting(b)) &&
           same_target(clpwl_table_target(a), clpwl_table_target(b));
}

static char *read_all(size_t *length)
{
    static char text[1 << 16];
    FILE *f = fopen(path, "r");
    *length = fread(text, 1, sizeof text - 1, f);
    text[*length] = '\0';
    fclose(f);
    return text;
}

static void write_all(const char *text, size_t length)
{
    FILE *f = fopen(path, "w");
    fwrite(text, 1, length, f);
    fclose(f);
}

/* A file with a right checksum (FNV-1a as its authors publish it). */
static void write_signed(const char *text)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    clpwl__text t = {0};
    for (const char *c = text; *c; c++) {
        hash ^= (unsigned char)*c;
        hash *= UINT64_C(1099511628211);
    }
    clpwl__append(&t, "%schecksum %016llx\n", text, (unsigned long long)hash);
    write_all(t.text, t.length);
    clpwl__free(t.text);
}

START_TEST(tables_come_back_to_the_bit)
{
    clpwl_table *all[] = {awkward(), uniform(0.1, 0.7, 7), uniform(-3, 1e9, 1000)}, *back;
    enter();
    for (int i = 0; i < 3; i++) {
        OK(clpwl_table_save(all[i], path));
        OK(clpwl_table_load(&back, path));
        ck_assert(same(all[i], back));
        ck_assert_int_eq(count_files(), 1);
        clpwl_table_free(all[i]);
        clpwl_table_free(back);
    }
    leave();
}
END_TEST

/* The target is the one part that a reader of version 1 does not know. */
START_TEST(only_a_target_needs_version_2)
{
    clpwl_table *with = awkward(), *without = uniform(0, 1, 3);
    size_t length;
    enter();
    OK(clpwl_table_save(with, path));
    ck_assert_int_eq(strncmp(read_all(&length), "clpwl-table 2\n", 14), 0);
    OK(clpwl_table_save(without, path));
    ck_assert_int_eq(strncmp(read_all(&length), "clpwl-table 1\n", 14), 0);
    ck_assert_ptr_null(clpwl_table_target(without));
    clpwl_table_free(with);
    clpwl_table_free(without);
    leave();
}
END_TEST

/* A storage that the target, or its absence, does not tell needs version 5. */
START_TEST(only_another_storage_needs_version_5)
{
    static const struct {
        clpwl_storage of_target; /* ANY: no target */
        clpwl_storage given, is;
        char version;
    } rows[] = {
        {CLPWL_STORAGE_ANY, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_FLOAT32, '1'},
        {CLPWL_STORAGE_ANY, CLPWL_STORAGE_FLOAT32, CLPWL_STORAGE_FLOAT32, '1'},
        {CLPWL_STORAGE_ANY, CLPWL_STORAGE_HALF, CLPWL_STORAGE_HALF, '5'},
        {CLPWL_STORAGE_ANY, CLPWL_STORAGE_UNORM16, CLPWL_STORAGE_UNORM16, '5'},
        {CLPWL_STORAGE_ANY, CLPWL_STORAGE_UNORM8, CLPWL_STORAGE_UNORM8, '5'},
        {CLPWL_STORAGE_ANY, CLPWL_STORAGE_BFLOAT16, CLPWL_STORAGE_BFLOAT16, '5'},
        {CLPWL_STORAGE_UNORM8, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_UNORM8, '2'},
        {CLPWL_STORAGE_UNORM8, CLPWL_STORAGE_UNORM8, CLPWL_STORAGE_UNORM8, '2'},
        {CLPWL_STORAGE_UNORM8, CLPWL_STORAGE_FLOAT32, CLPWL_STORAGE_FLOAT32, '5'},
        {CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_HALF, CLPWL_STORAGE_HALF, '2'},
        {CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_FLOAT32, '2'},
    };
    static const double knots[] = {0, 1, 2}, values[] = {1, 0.5, 0.25};
    enter();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_target target = {.max_error = 1, .reached = 0.5, .storage = rows[i].of_target};
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_table *table, *back;
        size_t length;
        spec.knots = knots;
        spec.values = values;
        spec.segments = 2;
        spec.target = rows[i].of_target == CLPWL_STORAGE_ANY ? NULL : &target;
        spec.storage = rows[i].given;
        OK(clpwl_table_create(&table, &spec));
        ck_assert_int_eq(clpwl_table_storage(table), rows[i].is);
        OK(clpwl_table_save(table, path));
        ck_assert_int_eq(read_all(&length)[sizeof "clpwl-table " - 1], rows[i].version);
        OK(clpwl_table_load(&back, path));
        ck_assert(same(table, back));
        clpwl_table_free(back);
        clpwl_table_free(table);
    }
    leave();
}
END_TEST

/* As 1 / x to a relative 0.2, of which Linf is proved, with or without a target that is. */
static clpwl_table *with_proof(clpwl_evidence evidence)
{
    static const double knots[] = {1, 2, 4}, values[] = {1, 0.5, 0.25};
    clpwl_target target = {0.2, CLPWL_NORM_LINF, 0.12, CLPWL_STORAGE_FLOAT32, 0, evidence};
    clpwl_weighting weighting = {0.25, NULL, CLPWL_ERROR_NAN, {0.1, 0.2, 0.11}, {NAN, NAN, 0.12},
                                 CLPWL_ERROR_NAN};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 2;
    spec.partition = CLPWL_PARTITION_OPTIMIZED;
    spec.measured = (clpwl_error){0.1, 0.1, 0.08};
    spec.proved = (clpwl_error){NAN, 0.11, NAN};
    spec.weighting = &weighting;
    spec.target = evidence == CLPWL_EVIDENCE_UNKNOWN ? NULL : &target;
    OK(clpwl_table_create(&table, &spec));
    return table;
}

START_TEST(proofs_come_back)
{
    enter();
    for (int evidence = CLPWL_EVIDENCE_UNKNOWN; evidence <= CLPWL_EVIDENCE_PROVED; evidence++) {
        clpwl_table *table = with_proof((clpwl_evidence)evidence), *back;
        size_t length;
        OK(clpwl_table_save(table, path));
        ck_assert_int_eq(strncmp(read_all(&length), "clpwl-table 3\n", 14), 0);
        OK(clpwl_table_load(&back, path));
        ck_assert(same(table, back));
        clpwl_table_free(back);
        clpwl_table_free(table);
    }
    leave();
}
END_TEST

/* Version 2 has no word: an error that was reached had been measured. */
START_TEST(targets_of_version_2_were_measured)
{
    clpwl_table *table = uniform(0, 1, 3), *back;
    enter();
    write_signed("clpwl-table 2\nfunction f\npartition uniform\nfit interpolant\nextend clamp\n"
                 "estimate nan nan nan\nmeasured nan nan nan\ntarget linf\n"
                 "target-errors 0x1p+0 0x1p-1\ntarget-storage half\ntarget-weight-bits 8\n"
                 "segments 1\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n0x0p+0\n");
    OK(clpwl_table_load(&back, path));
    ck_assert_int_eq(clpwl_table_target(back)->evidence, CLPWL_EVIDENCE_MEASURED);
    ck_assert(isnan(clpwl_table_proved(back).linf));
    clpwl_table_free(back);
    clpwl_table_free(table);
    leave();
}
END_TEST

/* A caller measures by samples, to less than a bound has, and f rounds: both errors are kept. */
START_TEST(proofs_may_round)
{
    static const double knots[] = {0, 1}, values[] = {0, 1};
    static const clpwl_error pairs[][2] = {{{0.25, NAN, 0.5}, {0.2499, 0.1, 0.4999}},
                                           {{1e-13, 1e-13, 1e-13}, {DBL_MIN, DBL_MIN, DBL_MIN}},
                                           {{0.25, 0.25, 0.25}, {0, 0, 0}},
                                           {{INFINITY, 1, 1}, {INFINITY, 1, INFINITY}}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_table *table;
        spec.knots = knots;
        spec.values = values;
        spec.segments = 1;
        spec.measured = pairs[i][0];
        spec.proved = pairs[i][1];
        OK(clpwl_table_create(&table, &spec));
        clpwl_table_free(table);
    }
}
END_TEST

/* Zeros in structs that a program of 0.1 filled in. */
START_TEST(a_proof_of_0_is_none)
{
    static const double knots[] = {0, 1}, values[] = {0, 1};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_weighting weighting = {.measured = {0, 0, 0.5}};
    clpwl_table *table;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 1;
    spec.weighting = &weighting;
    OK(clpwl_table_create(&table, &spec));
    ck_assert(isnan(clpwl_table_weighting(table)->proved.linf));
    clpwl_table_free(table);
    spec.weighting = NULL;
    spec.proved.l2 = -1;
    FAILS(CLPWL_ERR_ARGUMENT, "the proved error is -1", clpwl_table_create(&table, &spec));
}
END_TEST

/* The file of a uniform table has no knots, unless its knots are rounded in another way. */
START_TEST(knots_are_written_where_needed)
{
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table = uniform(0, 1, 10), *back;
    double x[11];
    size_t length;
    enter();
    OK(clpwl_table_save(table, path));
    ck_assert_ptr_nonnull(strstr(read_all(&length), "\ndomain 0x0p+0 0x1p+0\nvalues\n"));
    memcpy(x, clpwl_table_knots(table), sizeof x);
    x[3] = nextafter(x[3], 1);
    spec.knots = x;
    spec.values = clpwl_table_values(table);
    spec.segments = 10;
    clpwl_table *other;
    OK(clpwl_table_create(&other, &spec));
    OK(clpwl_table_save(other, path));
    ck_assert_ptr_nonnull(strstr(read_all(&length), "\nknots\n0x0p+0\n"));
    OK(clpwl_table_load(&back, path));
    ck_assert(same(other, back));
    clpwl_table_free(table);
    clpwl_table_free(other);
    clpwl_table_free(back);
    leave();
}
END_TEST

/* A file with a changed byte or without its end never loads as another table. */
START_TEST(damage_is_seen)
{
    static char text[1 << 12];
    clpwl_table *table = _i ? uniform(0, 1, 3) : awkward(), *back;
    size_t length;
    enter();
    OK(clpwl_table_save(table, path));
    memcpy(text, read_all(&length), sizeof text);
    ck_assert_uint_lt(length, sizeof text);
    for (size_t i = 0; i < length; i++) {
        for (int bit = 0; bit < 8; bit++) {
            text[i] = (char)(text[i] ^ 1 << bit);
            write_all(text, length);
            if (clpwl_table_load(&back, path) == CLPWL_OK) {
                ck_assert_msg(same(table, back), "byte %zu, bit %d", i, bit);
                clpwl_table_free(back);
            } else {
                ck_assert_ptr_null(back);
            }
            text[i] = (char)(text[i] ^ 1 << bit);
        }
        write_all(text, i);
        FAILS(CLPWL_ERR_FORMAT, "line", clpwl_table_load(&back, path));
    }
    write_all(text, length);
    OK(clpwl_table_load(&back, path));
    clpwl_table_free(back);
    clpwl_table_free(table);
    leave();
}
END_TEST

#define HEAD "clpwl-table 1\nfunction f\n"
#define NAMES "partition uniform\nfit interpolant\nextend clamp\n"
#define ERRORS "estimate nan nan nan\nmeasured nan nan nan\n"
#define TOP HEAD NAMES ERRORS
#define TOP5 "clpwl-table 5\nfunction f\nsymmetry none\n"
#define TOP2 "clpwl-table 2\nfunction f\n" NAMES ERRORS
#define TOP3 "clpwl-table 3\nfunction f\n" NAMES ERRORS
#define TOP3_SEEN(errors) "clpwl-table 3\nfunction f\n" NAMES "estimate nan nan nan\nmeasured " errors "\n"
#define PROVED "proved nan nan 0x1p-1\n"
#define TARGET(errors) "target linf\ntarget-errors " errors "\n"
#define BITS(bits) "target-storage half\ntarget-weight-bits " bits "\n"
#define END_1 "segments 1\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n0x0p+0\n"

START_TEST(a_written_file_is_read)
{
    clpwl_table *table;
    enter();
    write_signed(TOP "segments 2\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n0x1.8p+3\n-0x1p-1\n");
    OK(clpwl_table_load(&table, path));
    ck_assert_double_eq(clpwl_table_value(table, 1.5), 5.75);
    clpwl_table_free(table);
    leave();
}
END_TEST

/* A file's OpenCL C would run on the device: the expressions of a loaded table are those of the
 * catalogue, or none. */
START_TEST(no_text_of_a_file_is_opencl)
{
    static const struct {
        const char *text, *opencl;
    } rows[] = {
        {"clpwl-table 1\nfunction f\nopencl ({ while (1); 1.0f; })\nopencl-native 2.0f\n", NULL},
        {"clpwl-table 1\nfunction sin\nopencl-native ({ asm(\"ud2\"); x; })\n", "sin"},
        {"clpwl-table 1\nfunction sin\nopencl 3.0f\n", "sin"},
        {"clpwl-table 1\nfunction sin:unknown=1\nopencl 3.0f\n", NULL},
    };
    enter();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = NULL;
        clpwl_table *table, *back;
        clpwl__text t = {0};
        clpwl__append(&t, "%s" NAMES ERRORS
                          "segments 1\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n0x1p+0\n", rows[i].text);
        write_signed(t.text);
        OK(clpwl_table_load(&table, path));
        if (rows[i].opencl)
            OK(clpwl_function_from_catalogue(&f, rows[i].opencl));
        ck_assert(same_text(clpwl_table_opencl(table), f ? clpwl_function_opencl(f) : NULL));
        ck_assert(same_text(clpwl_table_opencl_native(table),
                            f ? clpwl_function_opencl_native(f) : NULL));
        OK(clpwl_table_save(table, path)); /* and none is written */
        OK(clpwl_table_load(&back, path));
        size_t length;
        ck_assert_ptr_null(strstr(read_all(&length), "opencl"));
        clpwl_table_free(back);
        clpwl_table_free(table);
        clpwl_function_free(f);
        clpwl__free(t.text);
    }
    leave();
}
END_TEST

/* Invalid files with a correct checksum, and their messages. */
static const struct {
    const char *text, *part;
} wrong_files[] = {
    {"", "line 1: not a table: the file does not begin with \"clpwl-table\""},
    {"hello\n", "line 1: not a table"},
    {"clpwl-table 6\n", "line 1: version \"6\": this library reads versions 1 to 5"},
    {"clpwl-table 5\nfunction f\nstorage half\n", "line 3: \"storage half\" instead of \"symmetry ...\""},
    {TOP5 "partition uniform\n", "line 4: \"partition uniform\" instead of \"storage ...\""},
    {TOP5 "storage int4\n", "line 4: unknown storage \"int4\"; expected float32, half, unorm16, unorm8 or"},
    {TOP5 "storage any\n", "line 4: unknown storage \"any\""},
    {TOP5 "storage default\n", "line 4: unknown storage \"default\""},
    {TOP5 "storage \n", "line 4: unknown storage \"\""},
    {TOP5 "storage half\nstorage half\n", "line 5: \"storage half\" instead of \"partition ...\""},
    {"clpwl-table 4\nfunction f\nsymmetry none\nstorage half\n", "line 4: \"storage half\" instead of"},
    {TOP3 "segments 1\n", "line 8: \"segments 1\" instead of \"proved ...\""},
    {TOP3 "proved nan nan 1\n", "line 8: \"1\" is not an exact number"},
    {TOP3 PROVED TARGET("0x1p+0 0x1p+0") BITS("8"), "instead of \"target-evidence ...\""},
    {TOP3 PROVED TARGET("0x1p+0 0x1p+0") "target-evidence sure\n", "unknown evidence \"sure\""},
    {TOP3 "proved -0x1p+0 nan nan\n" END_1, "the proved error is -1; expected"},
    /* A proof that the measured error contradicts. */
    {TOP3_SEEN("nan nan 0x1p-1") "proved nan nan 0x1p-30\n" END_1,
     "the proved error in linf, 9.31323e-10, is below the measured one, 0.5"},
    {TOP3_SEEN("0x1p-2 0x1p-1 0x1p-1") "proved 0x1p-1 0x1p-2 0x1p-1\n" END_1,
     "the proved error in l2, 0.25, is below the measured one, 0.5"},
    {TOP3_SEEN("nan nan nan") "proved nan nan nan\nfloor 0x1p-2\nweighted-estimate nan nan nan\n"
     "weighted-measured 0x1p-1 nan nan\nweighted-proved 0x1p-2 nan nan\n"
     "weighted-executed 0x1p-1 nan nan\n" END_1,
     "the weighted proved error in l1, 0.25, is below the measured one, 0.5"},
    /* Targets that no design writes. */
    {TOP2 "segments 1\n", "line 8: \"segments 1\" instead of \"target ...\""},
    {TOP "target linf\n", "line 8: \"target linf\" instead of \"segments ...\""},
    {TOP2 "target l3\n", "line 8: unknown norm \"l3\"; expected linf, l1 or l2"},
    {TOP2 TARGET("0x1p+0") BITS("8"), "line 9: expected 2 numbers"},
    {TOP2 TARGET("0x0p+0 0x1p+0") BITS("8") END_1, "the max error of the target is 0; expected"},
    {TOP2 TARGET("-0x1p+0 0x1p+0") BITS("8") END_1, "the max error of the target is -1"},
    {TOP2 TARGET("inf 0x1p+0") BITS("8") END_1, "the max error of the target is inf"},
    {TOP2 TARGET("nan 0x1p+0") BITS("8") END_1, "the max error of the target is nan"},
    {TOP2 TARGET("0x1p+0 -0x1p+0") BITS("8") END_1, "the error reached is -1; expected"},
    {TOP2 TARGET("0x1p+0 0x1p+0") "target-storage any\n",
     "line 10: unknown storage \"any\"; expected float32, half, unorm16, unorm8 or bfloat16"},
    {TOP2 TARGET("0x1p+0 0x1p+0") "target-storage default\n", "line 10: unknown storage \"default\""},
    {TOP2 TARGET("0x1p+0 0x1p+0") "target-storage text\n", "line 10: unknown storage \"text\""},
    {TOP2 TARGET("0x1p+0 0x1p+0") BITS("25") END_1, "the target has 25 bits of weight"},
    {TOP2 TARGET("0x1p+0 0x1p+0") BITS("4294967296") END_1, "the target has 4294967295 bits"},
    {TOP2 TARGET("0x1p+0 0x1p+0") BITS("-1"), "line 11: \"-1\" is not a number of target-weight"},
    {TOP2 TARGET("0x1p+0 0x1p+0") BITS(""), "line 11: \"\" is not a number of target-weight-bits"},
    {HEAD "fit interpolant\n", "line 3: \"fit interpolant\" instead of \"partition ...\""},
    {HEAD "partition even\n", "line 3: unknown partition \"even\"; expected uniform or optimized"},
    {"clpwl-table 1\nfunction a\\tb\n", "line 2: unknown escape \"\\t\""},
    {"clpwl-table 1\nfunction a\\\n", "line 2: unknown escape \"\\\""},
    {HEAD NAMES "estimate 1 2 3\n", "line 6: \"1\" is not an exact number"},
    {HEAD NAMES "estimate nan nan\n", "line 6: expected 3 numbers"},
    {HEAD NAMES "estimate nan nan nan nan\n", "line 6: expected 3 numbers"},
    {TOP "segments -2\n", "line 8: \"-2\" is not a number of segments"},
    {TOP "segments 0\n", "line 8: \"0\" is not a number of segments"},
    {TOP "segments \n", "line 8: \"\" is not a number of segments"},
    {TOP "segments 99999999999999999999999999\n", "is not a number of segments"},
    {TOP "segments 2\nknots 3\n", "line 9: \"knots 3\" instead of \"knots\" or \"domain a b\""},
    {TOP "segments 1\ndomain 0x0p+0 0x1p+1\nvalue\n", "line 10: \"value\""},
    {TOP "segments 1\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n1,5\n", "line 12: \"1,5\" is not"},
    {TOP "segments 1\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\nnan\n", "value 2 of 2, at x = 2, is nan"},
    {TOP "segments 1\ndomain 0x1p+0 0x0p+0\nvalues\n0x0p+0\n0x0p+0\n", "not above the knot before it"},
    {TOP "segments 1\nknots\n0x0p+0\n0x1p+1\nvalues\n0x0p+0\n",
     "line 14: \"checksum"}, /* one value too few */
    {TOP "segments 1\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n0x0p+0\n0x0p+0\n",
     "line 13: \"0x0p+0\" instead of \"checksum ...\""},
    /* Sizes beyond any memory are refused because values are missing, before memory is
     * requested. */
    {TOP "segments 1000000000000\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n", "line 12"},
    {TOP "segments 10000000000000000\nknots\n0x0p+0\n", "line 11"},
};

START_TEST(wrong_files_are_refused)
{
    clpwl_table *table = (clpwl_table *)folder;
    enter();
    write_signed(wrong_files[_i].text);
    FAILS(CLPWL_ERR_FORMAT, wrong_files[_i].part, clpwl_table_load(&table, path));
    ck_assert_ptr_null(table);
    leave();
}
END_TEST

START_TEST(bytes_that_are_no_text_are_refused)
{
    static const char zero[] = "clpwl-table 1\nfunction \0f\n", bell[] = "\a\xff\n";
    clpwl_table *table;
    enter();
    write_all(zero, sizeof zero - 1);
    FAILS(CLPWL_ERR_FORMAT, "line 2: a zero byte", clpwl_table_load(&table, path));
    write_all("clpwl-table 1\nfunction f\n", 25);
    FAILS(CLPWL_ERR_FORMAT, "line 3: the file ends before its checksum",
          clpwl_table_load(&table, path));
    write_all("clpwl-table 1\nfunction f", 24);
    FAILS(CLPWL_ERR_FORMAT, "line 2: the file ends", clpwl_table_load(&table, path));
    write_all("no table", 8);
    FAILS(CLPWL_ERR_FORMAT, "not a table", clpwl_table_load(&table, path));
    write_all("", 0);
    FAILS(CLPWL_ERR_FORMAT, "not a table", clpwl_table_load(&table, path));
    write_all("clpwl-table 1\n\a\xff\n", 17);
    FAILS(CLPWL_ERR_FORMAT, "\"??\"", clpwl_table_load(&table, path));
    ck_assert_uint_eq(sizeof bell, 4);
    leave();
}
END_TEST

START_TEST(files_that_cannot_be_read)
{
    clpwl_table *table;
    enter();
    FAILS(CLPWL_ERR_IO, "t.clpwl': No such file", clpwl_table_load(&table, path));
    FAILS(CLPWL_ERR_IO, "Is a directory", clpwl_table_load(&table, folder));
    FAILS(CLPWL_ERR_ARGUMENT, "path is NULL", clpwl_table_load(&table, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "out is NULL", clpwl_table_load(NULL, path));
    leave();
}
END_TEST

START_TEST(files_that_cannot_be_written)
{
    clpwl_table *table = uniform(0, 1, 3);
    enter();
    FAILS(CLPWL_ERR_IO, "cannot write 'no/such/folder.clpwl': No such file",
          clpwl_table_save(table, "no/such/folder.clpwl"));
    FAILS(CLPWL_ERR_IO, "Is a directory", clpwl_table_save(table, folder));
    FAILS(CLPWL_ERR_ARGUMENT, "path is NULL", clpwl_table_save(table, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "table is NULL", clpwl_table_save(NULL, path));
    if (access("/dev/full", W_OK) == 0)
        FAILS(CLPWL_ERR_IO, "No space left", clpwl_table_save(table, "/dev/full"));
    ck_assert_int_eq(count_files(), 0);
    ck_assert_int_eq(symlink("nowhere", path), 0);
    FAILS(CLPWL_ERR_IO, "a symbolic link to a file that does not exist", clpwl_table_save(table, path));
    ck_assert_int_eq(unlink(path), 0);
    clpwl_table_free(table);
    leave();
}
END_TEST

START_TEST(the_file_of_standard_output_is_not_replaced)
{
    clpwl_table *table = uniform(0, 1, 3);
    enter();
    int old = dup(STDOUT_FILENO), log = open(path, O_WRONLY | O_CREAT, 0666);
    fflush(stdout);
    ck_assert(old >= 0 && log >= 0 && dup2(log, STDOUT_FILENO) == STDOUT_FILENO);
    clpwl_status status = clpwl_table_save(table, "/dev/stdout");
    clpwl_status by_name = clpwl_table_save(table, path);
    ck_assert(dup2(old, STDOUT_FILENO) == STDOUT_FILENO);
    ck_assert_int_eq(status, CLPWL_ERR_IO);
    ck_assert_int_eq(by_name, CLPWL_ERR_IO);
    ck_assert_ptr_nonnull(strstr(clpwl_last_message(), "the file of standard output"));
    ck_assert_int_eq(count_files(), 1);
    ck_assert_int_eq(close(log) | close(old) | unlink(path), 0);
    clpwl_table_free(table);
    leave();
}
END_TEST

/* A full disk (here: a limit on the size of files) leaves the old file and no part of the new
 * one. */
START_TEST(a_failed_save_changes_nothing)
{
    clpwl_table *small = uniform(0, 1, 3), *large = uniform(0, 1, 9999), *back;
    struct rlimit old, limit;
    enter();
    OK(clpwl_table_save(small, path));
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = old;
    limit.rlim_cur = 4096;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    clpwl_status status = clpwl_table_save(large, path);
    setrlimit(RLIMIT_FSIZE, &old);
    ck_assert_int_eq(status, CLPWL_ERR_IO);
    ck_assert_ptr_nonnull(strstr(clpwl_last_message(), path));
    ck_assert_int_eq(count_files(), 1);
    OK(clpwl_table_load(&back, path));
    ck_assert(same(small, back));
    clpwl_table_free(small);
    clpwl_table_free(large);
    clpwl_table_free(back);
    leave();
}
END_TEST

/* A link stays a link, and a file keeps its mode. */
START_TEST(a_save_through_a_link)
{
    clpwl_table *table = uniform(0, 1, 3), *back;
    char link[96];
    struct stat st;
    enter();
    snprintf(link, sizeof link, "%s/link", folder);
    OK(clpwl_table_save(table, path));
    ck_assert_int_eq(chmod(path, 0600), 0);
    ck_assert_int_eq(symlink("t.clpwl", link), 0);
    clpwl_table_free(table);
    table = uniform(0, 2, 4);
    OK(clpwl_table_save(table, link));
    ck_assert_int_eq(lstat(link, &st), 0);
    ck_assert(S_ISLNK(st.st_mode));
    ck_assert_int_eq(stat(path, &st), 0);
    ck_assert_int_eq(st.st_mode & 0777, 0600);
    OK(clpwl_table_load(&back, path));
    ck_assert(same(table, back));
    clpwl_table_free(table);
    clpwl_table_free(back);
    unlink(link);
    leave();
}
END_TEST

START_TEST(the_locale_does_not_matter)
{
    clpwl_table *table = awkward(), *back;
    enter();
    if (enter_comma_locale()) {
        OK(clpwl_table_save(table, path));
        OK(clpwl_table_load(&back, path));
        ck_assert(same(table, back));
        clpwl_table_free(back);
        setlocale(LC_ALL, "C");
        OK(clpwl_table_load(&back, path));
        ck_assert(same(table, back));
        clpwl_table_free(back);
    }
    clpwl_table_free(table);
    leave();
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("table file");
    TCase *t = tcase_create("table file");
    tcase_set_timeout(t, 60); /* thousands of files, with valgrind too */
    tcase_add_test(t, tables_come_back_to_the_bit);
    tcase_add_test(t, only_a_target_needs_version_2);
    tcase_add_test(t, only_another_storage_needs_version_5);
    tcase_add_test(t, proofs_come_back);
    tcase_add_test(t, targets_of_version_2_were_measured);
    tcase_add_test(t, proofs_may_round);
    tcase_add_test(t, a_proof_of_0_is_none);
    tcase_add_test(t, knots_are_written_where_needed);
    tcase_add_loop_test(t, damage_is_seen, 0, 2);
    tcase_add_test(t, a_written_file_is_read);
    tcase_add_test(t, no_text_of_a_file_is_opencl);
    tcase_add_loop_test(t, wrong_files_are_refused, 0,
                        (int)(sizeof wrong_files / sizeof *wrong_files));
    tcase_add_test(t, bytes_that_are_no_text_are_refused);
    tcase_add_test(t, files_that_cannot_be_read);
    tcase_add_test(t, files_that_cannot_be_written);
    tcase_add_test(t, the_file_of_standard_output_is_not_replaced);
    tcase_add_test(t, a_failed_save_changes_nothing);
    tcase_add_test(t, a_save_through_a_link);
    tcase_add_test(t, the_locale_does_not_matter);
    suite_add_tcase(s, t);
    return s;
}
