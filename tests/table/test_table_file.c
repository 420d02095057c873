/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table files: numbers to the bit, versions, damage, and files that cannot be. */
#include <dirent.h>
#include <fcntl.h>
#include <float.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/internal.h"
#include "support/comma.h"
#include "support/tables.h"

/* Each test of files works in a folder of its own, which must be empty when it ends. */
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
    clpwl_target target = {1.0 / 3, CLPWL_NORM_L2, NAN, CLPWL_STORAGE_HALF, 8, CLPWL_EVIDENCE_UNKNOWN,
                           CLPWL_ENDED_BY_BUDGET};
    clpwl_table_spec spec = {.size = sizeof spec, .target = &target, .knots = awkward_knots,
                             .values = awkward_values, .segments = 5, .partition = CLPWL_PARTITION_OPTIMIZED,
                             .fit = CLPWL_FIT_PROJECTION, .extend = CLPWL_EXTEND_MIRROR, .opencl = "exp(-x)",
                             .function = "two\nlines, a \\n, a \r and ü",
                             .estimate = {1.0 / 3, NAN, INFINITY}};
    clpwl_table *table;
    OK(clpwl_table_create(&table, &spec));
    return table;
}

static clpwl_table *table_of(size_t segments)
{
    return make_table(0, 1, segments, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
}

/* One text has all of both tables; that it has is tested with the first of them. */
static void check_same(const clpwl_table *a, const clpwl_table *b)
{
    char *text[2];
    OK(clpwl_table_save_text(a, &text[0], NULL));
    OK(clpwl_table_save_text(b, &text[1], NULL));
    ck_assert(strcmp(text[0], text[1]) == 0);
    clpwl_free(text[0]);
    clpwl_free(text[1]);
}

static void check_error(clpwl_error got, double l1, double l2, double linf)
{
    const double x[] = {got.l1, got.l2, got.linf}, y[] = {l1, l2, linf};
    for (int i = 0; i < 3; i++)
        ck_assert(x[i] == y[i] || (isnan(x[i]) && isnan(y[i])));
}

/* The table of a text with a right checksum (FNV-1a as its authors publish it). */
static clpwl_status load_signed(clpwl_table **out, const char *text)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    clpwl__text t = {0};
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    clpwl__append(&t, "%schecksum %016llx\n", text, (unsigned long long)hash);
    clpwl_status status = clpwl_table_load_text(out, t.text, t.length);
    clpwl__free(t.text);
    return status;
}

TEST(tables_come_back_to_the_bit)
{
    clpwl_table *t = awkward(), *back;
    enter();
    OK(clpwl_table_save(t, path));
    OK(clpwl_table_load(&back, path));
    ck_assert_int_eq(count_files(), 1);
    ck_assert_mem_eq(clpwl_table_knots(back), awkward_knots, sizeof awkward_knots);
    ck_assert_mem_eq(clpwl_table_values(back), awkward_values, sizeof awkward_values);
    ck_assert_int_eq(clpwl_table_partition(back), CLPWL_PARTITION_OPTIMIZED);
    ck_assert_int_eq(clpwl_table_fit(back), CLPWL_FIT_PROJECTION);
    ck_assert_int_eq(clpwl_table_extend(back), CLPWL_EXTEND_MIRROR);
    ck_assert_int_eq(clpwl_table_storage(back), CLPWL_STORAGE_HALF);
    ck_assert_str_eq(clpwl_table_function(back), clpwl_table_function(t));
    check_error(clpwl_table_estimate(back), 1.0 / 3, NAN, INFINITY);
    const clpwl_target *target = clpwl_table_target(back);
    ck_assert(target->max_error == 1.0 / 3 && target->norm == CLPWL_NORM_L2 && isnan(target->reached) &&
              target->storage == CLPWL_STORAGE_HALF && target->weight_bits == 8);
    clpwl_table_free(t);
    clpwl_table_free(back);
    leave();
}

/* As 1 / x to a relative 0.2. A target is not known to version 1, a proof not to 2, and a storage that the
 * target, or its absence, does not tell not to 4. */
TESTS(a_version_is_no_higher_than_needed, 12)
{
    enum { NONE = CLPWL_STORAGE_ANY };
    enum proofs { PLAIN, WEIGHTED, OF_TARGET };
    static const struct {
        int of_target, given, is, proof; /* NONE: no target; what is proved alone, by `proofs`, or -1 */
        char version;
        int is_held;
    } rows[] = {
        {NONE, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_FLOAT32, -1, '6', 1},
        {CLPWL_STORAGE_UNORM8, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_UNORM8, OF_TARGET, '6', 1},
        {NONE, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_FLOAT32, -1, '1', 0},
        {NONE, CLPWL_STORAGE_HALF, CLPWL_STORAGE_HALF, -1, '5', 0},
        {NONE, CLPWL_STORAGE_BFLOAT16, CLPWL_STORAGE_BFLOAT16, -1, '5', 0},
        {CLPWL_STORAGE_UNORM8, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_UNORM8, -1, '2', 0},
        {CLPWL_STORAGE_UNORM8, CLPWL_STORAGE_FLOAT32, CLPWL_STORAGE_FLOAT32, -1, '5', 0},
        {CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_HALF, CLPWL_STORAGE_HALF, -1, '2', 0},
        {CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_FLOAT32, -1, '2', 0},
        {NONE, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_FLOAT32, PLAIN, '3', 0},
        {NONE, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_FLOAT32, WEIGHTED, '3', 0},
        {CLPWL_STORAGE_FLOAT32, CLPWL_STORAGE_DEFAULT, CLPWL_STORAGE_FLOAT32, OF_TARGET, '3', 0},
    };
    static const double knots[] = {1, 2, 4}, values[] = {1, 0.5, 0.25}, x[] = {1, 4}, y[] = {1, 0.25};
    static const clpwl_constraints held = {
        .size = sizeof held, .x = x, .y = y, .count = 2, .lo = 0, .hi = HUGE_VAL, .keep_integral = 1,
        .integral = 0.1, .slope_error = 0.2, .slope_found = 0.3, .shape = CLPWL_SHAPE_FALLING_CONVEX};
    clpwl_target target = {.max_error = 0.2, .reached = 0.12, .storage = (clpwl_storage)rows[_i].of_target};
    clpwl_weighting weighting = {0.25, "w", CLPWL_ERROR_NAN, {0.1, 0.2, 0.11}, CLPWL_ERROR_NAN,
                                 CLPWL_ERROR_NAN};
    const int is_proved = rows[_i].proof >= 0;
    clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = values, .segments = 2,
                             .partition = CLPWL_PARTITION_OPTIMIZED, .storage = (clpwl_storage)rows[_i].given,
                             .target = rows[_i].of_target == NONE ? NULL : &target};
    clpwl_table *table, *back;
    char *text;
    size_t length;
    spec.constraints = rows[_i].is_held ? &held : NULL;
    if (is_proved) {
        spec.measured = (clpwl_error){0.1, 0.1, 0.08};
        spec.weighting = &weighting;
        if (rows[_i].proof == OF_TARGET)
            target.evidence = CLPWL_EVIDENCE_PROVED;
        else
            *(rows[_i].proof == PLAIN ? &spec.proved : &weighting.proved) = (clpwl_error){NAN, 0.21, NAN};
    }
    OK(clpwl_table_create(&table, &spec));
    OK(clpwl_table_save_text(table, &text, &length));
    ck_assert_int_eq(text[sizeof "clpwl-table " - 1], rows[_i].version);
    OK(clpwl_table_load_text(&back, text, length));
    check_same(table, back);
    ck_assert_int_eq(clpwl_table_storage(back), rows[_i].is);
    ck_assert(!clpwl_table_target(back) == !spec.target);
    const clpwl_constraints *c = clpwl_table_constraints(back);
    ck_assert(rows[_i].is_held
                  ? c->count == 2 && c->x[1] == 4 && c->y[0] == 1 && c->lo == 0 && c->hi == HUGE_VAL &&
                        c->keep_integral && c->integral == held.integral && c->slope_error == held.slope_error &&
                        c->slope_found == held.slope_found && c->shape == held.shape
                  : !c);
    ck_assert(!clpwl_table_weighting(back) == !is_proved);
    clpwl_free(text);
    clpwl_table_free(back);
    clpwl_table_free(table);
}

/* A caller measures by samples, to less than a bound has, and f rounds: both errors are kept. Zeros in
 * structs that a program of 0.1 filled in are no proof. */
TEST(proofs_of_callers)
{
    static const double knots[] = {0, 1}, values[] = {0, 1};
    static const clpwl_error pairs[][2] = {{{0.25, NAN, 0.5}, {0.2499, 0.1, 0.4999}},
                                           {{1e-13, 1e-13, 1e-13}, {DBL_MIN, DBL_MIN, DBL_MIN}},
                                           {{0.25, 0.25, 0.25}, {0, 0, 0}},
                                           {{INFINITY, 1, 1}, {INFINITY, 1, INFINITY}},
                                           {{1, 1, 1}, {1, -1, 1}}};
    const clpwl_weighting weighting = {.measured = {0, 0, 0.5}};
    clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = values, .segments = 1,
                             .weighting = &weighting};
    clpwl_table *table;
    for (int i = 0; i < 5; i++) {
        spec.measured = pairs[i][0];
        spec.proved = pairs[i][1];
        ck_assert_int_eq(clpwl_table_create(&table, &spec), i < 4 ? CLPWL_OK : CLPWL_ERR_ARGUMENT);
        ck_assert(i == 4 || isnan(clpwl_table_weighting(table)->proved.linf));
        clpwl_table_free(table);
    }
}

/* The file of a uniform table has no knots, unless its knots are rounded in another way. */
TEST(knots_are_written_where_needed)
{
    double x[11], y[11] = {0};
    const clpwl_table_spec spec = {.size = sizeof spec, .knots = x, .values = y, .segments = 10};
    clpwl_table *table, *back;
    char *text;
    size_t length;
    OK(clpwl_partition_uniform(0, 1, 10, x));
    for (int moved = 0; moved < 2; moved++) {
        OK(clpwl_table_create(&table, &spec));
        OK(clpwl_table_save_text(table, &text, &length));
        ck_assert_ptr_nonnull(strstr(text, moved ? "\nknots\n0x0p+0\n" : "\ndomain 0x0p+0 0x1p+0\nvalues\n"));
        OK(clpwl_table_load_text(&back, text, length));
        ck_assert_mem_eq(clpwl_table_knots(back), x, sizeof x);
        x[3] = nextafter(x[3], 1);
        clpwl_free(text);
        clpwl_table_free(table);
        clpwl_table_free(back);
    }
}

/* A text is refused with one line and no leak, or is the same table. */
static void refused_or_same(const clpwl_table *right, const char *text, size_t length, const char *what,
                            size_t at)
{
    clpwl_table *back = NULL;
    long blocks = clpwl__live_blocks();
    clpwl_status status = clpwl_table_load_text(&back, text, length);
    if (status == CLPWL_OK) {
        check_same(right, back);
        clpwl_table_free(back);
    } else {
        EXPECT(status == CLPWL_ERR_FORMAT && !back, "%s at byte %zu: %s", what, at,
               clpwl_status_name(status));
        for (const char *c = clpwl_last_message(); *c; c++)
            EXPECT((unsigned char)*c >= 32, "%s at byte %zu: \"%s\"", what, at, clpwl_last_message());
    }
    EXPECT(clpwl__live_blocks() == blocks, "%s at byte %zu: a leak", what, at);
}

/* Every bit of every byte, every byte left out, and every length shorter. */
TESTS(damage_is_seen, 2)
{
    clpwl_table *t = _i ? make_table(0.1, 3, 9, CLPWL_PARTITION_OPTIMIZED, CLPWL_EXTEND_MIRROR) : awkward();
    char *text;
    size_t length;
    OK(clpwl_table_save_text(t, &text, &length));
    for (size_t i = 0; i < length; i++) {
        char byte = text[i];
        for (int bit = 0; bit < 8; bit++) {
            text[i] = (char)(byte ^ 1 << bit);
            refused_or_same(t, text, length, "a flipped bit", i);
        }
        text[i] = byte;
        refused_or_same(t, text, i, "an early end", i);
    }
    for (size_t i = length - 1; i-- > 0;) { /* from the end: each byte is put back by the next */
        char byte = text[i];
        memmove(text + i, text + i + 1, length - i - 1);
        refused_or_same(t, text, length - 1, "a byte left out", i);
        memmove(text + i + 1, text + i, length - i - 1);
        text[i] = byte;
    }
    clpwl_free(text);
    clpwl_table_free(t);
}

#define HEAD "clpwl-table 1\nfunction f\n"
#define NAMES "partition uniform\nfit interpolant\nextend clamp\n"
#define ERRORS "estimate nan nan nan\nmeasured nan nan nan\n"
#define TOP HEAD NAMES ERRORS
#define TOP5 "clpwl-table 5\nfunction f\nsymmetry none\n"
#define TOP6 "clpwl-table 6\nfunction f\nsymmetry none\nstorage float32\n" NAMES ERRORS "proved nan nan nan\n"
#define TOP2 "clpwl-table 2\nfunction f\n" NAMES ERRORS
#define TOP3 "clpwl-table 3\nfunction f\n" NAMES ERRORS
#define TOP3_SEEN(errors) "clpwl-table 3\nfunction f\n" NAMES "estimate nan nan nan\nmeasured " errors "\n"
#define PROVED "proved nan nan 0x1p-1\n"
#define TARGET(errors) "target linf\ntarget-errors " errors "\n"
#define BITS(bits) "target-storage half\ntarget-weight-bits " bits "\n"
#define END_1 "segments 1\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n0x0p+0\n"

/* A file's OpenCL C would run on the device: the expressions of a loaded table are those of the catalogue,
 * or none. */
TESTS(no_text_of_a_file_is_opencl, 4)
{
    static const struct {
        const char *text, *opencl;
    } rows[] = {
        {"f\nopencl ({ while (1); 1.0f; })\nopencl-native 2.0f\n" NAMES ERRORS END_1, NULL},
        {"sin\nopencl-native ({ asm(\"ud2\"); x; })\n" NAMES ERRORS END_1, "sin"},
        {"sin\nopencl 3.0f\n" NAMES ERRORS END_1, "sin"},
        {"sin:unknown=1\nopencl 3.0f\n" NAMES ERRORS END_1, NULL},
    };
    clpwl_function *f = NULL;
    clpwl_table *t;
    clpwl__text all = {0};
    char *text;
    clpwl__append(&all, "clpwl-table 1\nfunction %s", rows[_i].text);
    OK(load_signed(&t, all.text));
    if (rows[_i].opencl)
        OK(clpwl_function_from_catalogue(&f, rows[_i].opencl));
    ck_assert_pstr_eq(clpwl_table_opencl(t), f ? clpwl_function_opencl(f) : NULL);
    ck_assert_pstr_eq(clpwl_table_opencl_native(t), f ? clpwl_function_opencl_native(f) : NULL);
    OK(clpwl_table_save_text(t, &text, NULL));
    ck_assert_ptr_null(strstr(text, "opencl")); /* and none is written */
    clpwl_free(text);
    clpwl_table_free(t);
    clpwl_function_free(f);
    clpwl__free(all.text);
}

/* Invalid files with a correct checksum, and their messages. */
static const struct {
    const char *text, *part;
} wrong_files[] = {
    {"", "line 1: not a table"},
    {"clpwl-table 7\n", "line 1: version \"7\""},
    {TOP6 "range 0x0p+0 nan\nthrough 0\n" END_1, "range from 0 to nan"},
    {TOP6 "range 0x1p-3 inf\nthrough 0\n" END_1, "value 1, 0, is outside"},
    {TOP6 "range 0x0p+0 inf\nthrough 1\n0x1p-1\n0x0p+0\n" END_1, "v(0.5) is to be 0"}, /* no knot */
    {TOP6 "range 0x0p+0 inf\nthrough 1\n0x0p+0\ninf\n" END_1, "v(0) is to be inf"},
    {TOP6 "range 0x0p+0 inf\nthrough 1\n0x0p+0\n0x1p-3\n" END_1, "v(0) is to be 0.125"},
    {TOP6 "range 0x0p+0 inf\nthrough 2\n0x0p+0\n0x0p+0\n0x0p+0\n0x0p+0\n" END_1, "behind the one before"},
    {TOP6 "range 0x0p+0 inf\nthrough 100000000000000\n0x0p+0\n", "line 14"},
    {"clpwl-table 5\nfunction f\nstorage half\n", "line 3: \"storage half\""},
    {TOP5 "partition uniform\n", "line 4: \"partition uniform\""},
    {TOP3 "proved nan nan 1\n", "line 8: \"1\""},
    {"clpwl-table 4\nfunction f\nsymmetry evn\n", "line 3: unknown symmetry"},
    {"clpwl-table 4\nfunction f\nsymmetry auto\n" NAMES ERRORS PROVED END_1, "symmetry"},
    {TOP3 PROVED TARGET("0x1p+0 0x1p+0") "target-evidence sure\n", "\"sure\""},
    /* A proof that the measured error contradicts. */
    {TOP3_SEEN("nan nan 0x1p-1") "proved nan nan 0x1p-30\n" END_1,
     "linf, 9.31323e-10, is below the measured one, 0.5"},
    {TOP3_SEEN("nan nan nan") "proved nan nan nan\nfloor 0x1p-2\nweighted-estimate nan nan nan\n"
                              "weighted-measured 0x1p-1 nan nan\nweighted-proved 0x1p-2 nan nan\n"
                              "weighted-executed 0x1p-1 nan nan\n" END_1,
     "weighted proved error in l1, 0.25"},
    /* Targets that no design writes. */
    {TOP2 TARGET("0x1p+0") BITS("8"), "line 9: expected 2 numbers"},
    {TOP2 TARGET("0x0p+0 0x1p+0") BITS("8") END_1, "target is 0"},
    {TOP2 TARGET("0x1p+0 0x1p+0") "target-storage any\ntarget-weight-bits 8\n" END_1, "6 is not a storage"},
    {TOP2 TARGET("0x1p+0 0x1p+0") BITS("25") END_1, "25"},
    {"clpwl-table 1\nfunction a\\tb\n", "line 2: unknown escape"},
    {HEAD NAMES "estimate 1 2 3\n", "line 6: \"1\""},
    {TOP "segments 0\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n", "1 segment"},
    {TOP "segments 1\ndomain 0x0p+0 0x1p+1\nvalue\n", "line 10: \"value\""},
    {TOP "segments 1\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n1,5\n", "line 12: \"1,5\" is not"},
    {TOP "segments 1\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\nnan\n", "value 2 of 2"},
    {TOP "segments 1\ndomain 0x1p+0 0x0p+0\nvalues\n0x0p+0\n0x0p+0\n", "the knot before it"},
    {TOP "segments 1\nknots\n0x0p+0\n0x1p+1\nvalues\n0x0p+0\n",
     "line 14: \"checksum"}, /* one value too few */
    {TOP "segments 1\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n0x0p+0\n0x0p+0\n",
     "line 13: \"0x0p+0\""},
    {TOP "floor 0x0p+0\nweighted-estimate nan nan nan\nweighted-measured nan -0x1p-30 nan\n"
         "weighted-executed nan nan nan\n" END_1,
     "-9.31323e-10"},
    {TOP "segments 9223372036854775808\ndomain 0x0p+0 0x1p+0\nvalues\n0x0p+0\n", "9223372036854775808"},
    /* Sizes beyond any memory are refused because values are missing, before memory is
     * requested. */
    {TOP "segments 1000000000000\ndomain 0x0p+0 0x1p+1\nvalues\n0x0p+0\n", "line 12"},
    {TOP "segments 10000000000000000\nknots\n0x0p+0\n", "line 11"},
};

TESTS(wrong_files_are_refused, sizeof wrong_files / sizeof *wrong_files)
{
    clpwl_table *t = (clpwl_table *)folder;
    clpwl__fault_allocation(0);
    FAILS(CLPWL_ERR_FORMAT, wrong_files[_i].part, load_signed(&t, wrong_files[_i].text));
    ck_assert_ptr_null(t);
    ck_assert_int_lt(clpwl__requests(), 30);
}

TEST(bytes_that_are_no_text_are_refused)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *named;
    } rows[] = {{"clpwl-table 1\nfunction \0f\n", 26, "line 2: a zero byte"},
                {"clpwl-table 1\nfunction f\n", 25, "line 3: the file ends"},
                {"clpwl-table 1\nfunction f", 24, "line 2: the file ends"},
                {"", 0, "empty"},
                {"clpwl-table 1\n\a\xff\n", 17, "\"??\""}};
    clpwl_table *t;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        FAILS(CLPWL_ERR_FORMAT, rows[i].named, clpwl_table_load_text(&t, rows[i].bytes, rows[i].length));
}

TEST(files_that_cannot_be)
{
    clpwl_table *table = table_of(3), *back;
    enter();
    FAILS(CLPWL_ERR_IO, "t.clpwl'", clpwl_table_load(&back, path));
    FAILS(CLPWL_ERR_IO, folder, clpwl_table_load(&back, folder));
    FAILS(CLPWL_ERR_IO, "no/such/folder.clpwl", clpwl_table_save(table, "no/such/folder.clpwl"));
    FAILS(CLPWL_ERR_IO, folder, clpwl_table_save(table, folder));
    if (access("/dev/full", W_OK) == 0)
        FAILS(CLPWL_ERR_IO, "/dev/full", clpwl_table_save(table, "/dev/full"));
    ck_assert_int_eq(count_files(), 0);
    ck_assert_int_eq(symlink("nowhere", path), 0);
    FAILS(CLPWL_ERR_IO, path, clpwl_table_save(table, path));
    ck_assert_int_eq(unlink(path), 0);
    clpwl_table_free(table);
    leave();
}

TEST(the_file_of_standard_output_is_not_replaced)
{
    clpwl_table *table = table_of(3);
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

/* A link stays a link, and a file keeps its mode. */
TEST(a_save_through_a_link)
{
    clpwl_table *table = table_of(3), *back;
    char link[96];
    struct stat st;
    enter();
    snprintf(link, sizeof link, "%s/link", folder);
    OK(clpwl_table_save(table, path));
    ck_assert_int_eq(chmod(path, 0600), 0);
    ck_assert_int_eq(symlink("t.clpwl", link), 0);
    clpwl_table_free(table);
    table = table_of(4);
    OK(clpwl_table_save(table, link));
    ck_assert_int_eq(lstat(link, &st), 0);
    ck_assert(S_ISLNK(st.st_mode));
    ck_assert_int_eq(stat(path, &st), 0);
    ck_assert_int_eq(st.st_mode & 0777, 0600);
    OK(clpwl_table_load(&back, path));
    check_same(table, back);
    clpwl_table_free(table);
    clpwl_table_free(back);
    unlink(link);
    leave();
}

TEST(the_locale_does_not_matter)
{
    clpwl_table *table = awkward(), *back;
    char *text;
    OK(clpwl_table_save_text(table, &text, NULL));
    if (enter_comma_locale()) {
        OK(clpwl_table_load_text(&back, text, strlen(text)));
        check_same(table, back);
        setlocale(LC_ALL, "C");
        check_same(table, back);
        clpwl_table_free(back);
    }
    clpwl_free(text);
    clpwl_table_free(table);
}
