/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files in the formats of clpwl_function_read_data, each with a value and labels, or what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "clpwl.h"
#include "function/function.h"
#include "support/wish.h"

static char path[64];

static void make_path(void)
{
    strcpy(path, "/tmp/clpwl-reader-XXXXXX");
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    close(file);
}

static void remove_path(void)
{
    unlink(path);
}

static clpwl_status read_bytes(clpwl_function **f, const void *bytes, size_t length, const clpwl_reading *how)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
    return clpwl_function_read_data(f, path, how);
}

#define TABLE "t,R,T,s\ns,Ohm,K,\n0,10,300,1\n1,20,400,-\n2,40,500,2\n"
#define XVG                                                                    \
    "# GROMACS\n@    title \"Energies\"\n@    xaxis  label \"Time (ps)\"\n"     \
    "@ yaxis  label \"(kJ/mol)\"\n@TYPE xy\n@ s0 legend \"Potential\"\n@ s1 legend \"Kinetic En.\"\n"
#define LJ                                                                     \
    "# UNITS: lj\n\nLJ_1\nN 3 R 1 3 FP 0 0 # as it is\n\n1 1.1 4 9\n2 2 1 8\n3 3 0 7\n\n" \
    "COUL\nN 2\n\n1 1 -1 1\n2 4 -7 2\n"
#define CUBE "#of a camera\nTITLE \"a, b\"\nDOMAIN_MIN 0 0 -1\nDOMAIN_MAX 1 2 3\nLUT_1D_SIZE 3\n"
#define CSP                                                                    \
    "CSPLUTV100\n1D\n\nBEGIN METADATA\n0 1 2\nEND METADATA\n\n2\n0 1\n0 1\n\n"               \
    "2\n1 3\n0 0.5\n\n3\n0 .5 1\n0 .2 1\n\n3\n"
#define SPI "Version 1\nFrom -1 3\nLength 3\nComponents 1\n{\n"

static const struct {
    const char *text, *columns, *section, *labels;
    double x, y;
    clpwl_between between;
} good[] = {
    /* Linear ones have y between two rows, others at one. */
    {TABLE, "2,3", NULL, "R [Ohm]/T [K]", 20, 400, CLPWL_BETWEEN_MONOTONE},
    {TABLE, " R , T", NULL, "R [Ohm]/T [K]", 20, 400, CLPWL_BETWEEN_MONOTONE},
    {TABLE, "T,t", NULL, "T [K]/t [s]", 400, 1, CLPWL_BETWEEN_MONOTONE},
    {"when site u v\n12:30 a1 0 1\n12:40 b 1 n/a\n", "u,3", NULL, "u/u", 1, 1, CLPWL_BETWEEN_MONOTONE},
    {"x y sigma\n0 1 .1\n1 2 .1\n1 5 .2\n2 3 .1\n", "x,y,sigma", NULL, "x/y", 1, 2.6, CLPWL_BETWEEN_MONOTONE},
    {XVG "0 1 10\n1 -2 20\n&\n", "1,Kinetic En.", NULL, "Time (ps)/(kJ/mol)", 1, 20, CLPWL_BETWEEN_MONOTONE},
    {XVG "0 1\n1 -2\n", NULL, NULL, "Time (ps)/(kJ/mol)", 1, -2, CLPWL_BETWEEN_MONOTONE},
    {LJ, NULL, "LJ_1", "r/energy", 1, 4, CLPWL_BETWEEN_MONOTONE}, /* R goes before the column r */
    {LJ, "r,force", "COUL", "r/force", 4, 2, CLPWL_BETWEEN_MONOTONE},
    {"S\nN 3 RSQ 1 7\n1 1 1 1\n2 2 9 0\n3 7 2 1\n", NULL, NULL, "r/energy", 5, 9, CLPWL_BETWEEN_MONOTONE},
    {CUBE "0 1 2\n0.5 2 3\n1 4 9\n", "r", NULL, NULL, 0.75, 0.75, CLPWL_BETWEEN_LINEAR},
    {CUBE "0 1 2\n0.5 2 3\n1 4 9\n", "2", NULL, NULL, 1.5, 3, CLPWL_BETWEEN_LINEAR},
    {CUBE "0 1 2\n0.5 2 3\n1 4 9\n", "b", NULL, NULL, 2, 6, CLPWL_BETWEEN_LINEAR},
    {"LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 1 3\n0 0 0\n1 2 4\n", "g", NULL, NULL, 1.5, .5, CLPWL_BETWEEN_LINEAR},
    {SPI "0\n1\n4\n}\n", NULL, NULL, NULL, 2, 2.5, CLPWL_BETWEEN_LINEAR},
    {CSP "0 0 0\n1 1 1\n4 9 2\n", "r", NULL, NULL, .75, 2.5, CLPWL_BETWEEN_LINEAR},
    {CSP "0 0 0\n1 1 1\n4 9 2\n", "g", NULL, NULL, 4, 5, CLPWL_BETWEEN_LINEAR}, /* on [1, 5] */
};

FIXTURE(make_path, remove_path)

TESTS(files_are_read, sizeof good / sizeof *good)
{
    clpwl_reading how = CLPWL_READING_INIT;
    clpwl_samples_info info;
    clpwl_function *f = NULL;
    how.columns = good[_i].columns;
    how.section = good[_i].section;
    const char *text = good[_i].text;
    OK(read_bytes(&f, text, strlen(text), &how));
    ck_assert_double_eq_tol(value_of(f, good[_i].x), good[_i].y, 1e-14); /* a few roundings */
    OK(clpwl_function_samples(f, &info));
    ck_assert_int_eq(info.between, good[_i].between);
    char labels[100];
    snprintf(labels, sizeof labels, "%s/%s", info.x_label ? info.x_label : "",
             info.y_label ? info.y_label : "");
    ck_assert_str_eq(labels, good[_i].labels ? good[_i].labels : "/");
    clpwl_function_free(f);
    how.between = CLPWL_BETWEEN_SPLINE;
    OK(read_bytes(&f, text, strlen(text), &how));
    OK(clpwl_function_samples(f, &info));
    ck_assert_int_eq(info.between, CLPWL_BETWEEN_SPLINE);
    clpwl_function_free(f);
}

static const struct {
    const char *text, *columns, *section, *named;
} bad[] = {
    {TABLE, NULL, NULL, "line 3: more than two columns: t, R, T, s; --columns 1,2 chooses"},
    {TABLE, "R,Q", NULL, "line 3: no column 'Q'; there are t, R, T, s"},
    {TABLE, "R,5", NULL, "no column '5'"},
    {TABLE, "R,0", NULL, "no column '0'"},
    {TABLE, "R,", NULL, "no column ''"},
    {TABLE, "R", NULL, "'R' is one column"},
    {TABLE, "1,2,3,4", NULL, "'1,2,3,4' names more than 3"},
    {TABLE, "t,R,s", NULL, "line 4, column 4: \"-\" is not a number"},
    {"0,1,0\n1,2,1\n", "1,2,3", NULL, "line 1: sigma is 0"},
    {"0,1,-1\n1,2,1\n", "1,2,3", NULL, "line 1: sigma is -1"},
    {TABLE, "1,2", "S", "text in columns has no sections"},
    {"a;b;c\n1;2;3\n1;2;3;4\n", "1,2", NULL, "line 3: 4 columns; the first row has 3"},
    {"a;b;c\n1;2;3\n1;2\n", "a,c", NULL, "line 3: 2 columns; the first row has 3"},
    {XVG "0 1 2\n&\n1 2 3\n", "1,2", NULL, "line 10: a second set"},
    {XVG "0 1 2\n1 2 3\n", NULL, NULL, "1, Potential, Kinetic En."},
    {LJ, NULL, NULL, "2 sections: LJ_1, COUL; --section"},
    {LJ, NULL, "LJ", "no section 'LJ' among LJ_1, COUL"},
    {LJ, "r,E", "COUL", "no column 'E'; there are index, r, energy, force"},
    {"S\nN 3\n1 1 1 1\n2 2 9 0\n", NULL, NULL, "cut short behind line 4"},
    {"S\nN 2\n1 1 1 1\n2 2 9 0\n3 3 3 3\nN 2\n", NULL, "S", "line 5: \"3\"; expected the keyword"},
    {"S\nN 2\n1 1 1 1\n2 2 9\n", NULL, NULL, "line 4: 3 columns"},
    {"S\nN 2 BITMAP 1 2\n1 1 1 1\n2 2 9 1\n", NULL, NULL, "line 2: a table by BITMAP"},
    {"S\nN 2 R 2 1\n1 1 1 1\n2 2 9 1\n", NULL, NULL, "line 2: distances from 2 to 1"},
    {"S\nN 1e300\n1 1 1 1\n", NULL, NULL, "line 2: N is 1e+300"},
    {CUBE "0 1 2\n0 1 2\n0 1 2\n", NULL, NULL, "more than one column: r, g, b; --columns chooses one"},
    {CUBE "0 1 2\n0 1 2\n0 1 2\n", "r,g", NULL, "names more than 1"},
    {CUBE "0 1 2\n0 1 2\n", "r", NULL, "cut short behind line 7"},
    {CUBE "0 1 2\n0 1 2\n0 1 2\n0 1 2\n", "r", NULL, "line 9: \"0\" behind all 3"},
    {CUBE "0 1 2\n0 1 2\n0 1\n", "r", NULL, "line 8, column 3: \"\""},
    {CUBE "0 1 2\n0 1 2\n0 1 2 3\n", "r", NULL, "line 8: 4 fields; expected 3"},
    {"LUT_3D_SIZE 2\n0 0 0\n", "r", NULL, "line 1: a 3D table"},
    {"LUT_1D_SIZE 1e99\n0 0 0\n", "r", NULL, "line 1: 1e+99 is not a number of rows"},
    {"LUT_1D_SIZE 2\nLUT_5D\n0 0 0\n", "r", NULL, "line 2: \"LUT_5D\" is no word of a .cube"},
    {"DOMAIN_MIN 0 0 0\n0 0 0\n", "r", NULL, "0 rows"},
    {"LUT_1D_SIZE 2\nDOMAIN_MAX 0 1 1\n0 0 0\n1 1 1\n", "r", NULL, "from 0 to 0"},
    {SPI "0\n1\n4\n", NULL, NULL, "cut short"},
    {SPI "0\n1\n4\n5\n}\n", NULL, NULL, "line 9: \"5\" behind all 3"},
    {"Version 1\nFrom 0 1\nLength 2\nComponents 4\n{\n", NULL, NULL, "4 components"},
    {CSP "0 0 0\n1 1 1\n4 9 2\n", "b", NULL, "a curve of 3 points before the table"},
    {"CSPLUTV100\n3D\n", "b", NULL, "line 2: a 3D table"},
    {"CSPLUTV100\n1D\n2\n0 1\n1 1\n2\n0 1\n0 1\n2\n0 1\n0 1\n2\n0 0 0\n1 1 1\n", "r", NULL, "2 rows from"},
    {"CSPLUTV100\n1D\nBEGIN METADATA\n", "r", NULL, "cut short behind line 3"},
};

TESTS(files_are_refused, sizeof bad / sizeof *bad)
{
    clpwl_reading how = CLPWL_READING_INIT;
    clpwl_function *f = NULL;
    how.columns = bad[_i].columns;
    how.section = bad[_i].section;
    const char *text = bad[_i].text;
    clpwl_status status = read_bytes(&f, text, strlen(text), &how);
    ck_assert_int_eq(status, strstr(bad[_i].named, "has no") ? CLPWL_ERR_ARGUMENT : CLPWL_ERR_SAMPLES);
    EXPECT(strstr(clpwl_last_message(), bad[_i].named), "%s\nlacks %s", clpwl_last_message(), bad[_i].named);
    ck_assert_ptr_null(f);
}

/* A .npy of this header, with the bytes of an array behind it. */
static size_t put_npy(char *to, int version, const char *dictionary, const void *array, size_t size)
{
    size_t length = strlen(dictionary), at = version == 1 ? 10 : 12;
    memcpy(to, (const char[]){'\x93', 'N', 'U', 'M', 'P', 'Y', (char)version, 0, (char)length, 0, 0, 0}, at);
    memcpy(to + at, dictionary, length);
    memcpy(to + at + length, array, size);
    return at + length + size;
}

static const double by_rows[] = {0, 1, 5, 1, 2, 7, 3, 3, 6}, by_columns[] = {0, 1, 3, 1, 2, 3, 5, 7, 6};
static const float singles[] = {0, 5, 1, 7, 3, 6};
static const unsigned char halves[] = {0, 0, 0, 0x45, 0, 0x3c, 0, 0x47, 0, 0x42, 0, 0x46}, /* little-endian */
    shorts[] = {0, 0, 0, 5, 0, 1, 0, 7, 0, 3, 0, 6}, bytes[] = {0, 5, 1, 7, 3, 6};      /* big-endian */
#define F8 "{'descr': '<f8', 'fortran_order': False, 'shape': "
#define F8_COLUMNS "{'descr': '<f8', 'fortran_order': True, 'shape': "
static const struct {
    const char *dictionary, *columns;
    const void *array;
    size_t size;
    int version;
    const char *named; /* NULL: the rows (0, 5), (1, 7), (3, 6) */
} arrays[] = {
    {F8 "(3, 3), }", "1,3", by_rows, 72, 1, NULL},
    {F8_COLUMNS "(3, 3), }", "1,3", by_columns, 72, 2, NULL},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (3L, 2L), }", NULL, singles, 24, 1,
     NULL}, /* as Python 2 wrote it */
    {"{'descr': '<f2', 'fortran_order': False, 'shape': (3, 2), }", NULL, halves, 12, 3, NULL},
    {"{'descr': '>i2', 'fortran_order': False, 'shape': (3, 2), }", "1,2", shorts, 12, 1, NULL},
    {"{'descr': '|u1', 'fortran_order': False, 'shape': (3, 2), }", NULL, bytes, 6, 1, NULL},
    {F8 "(3, 3), }", NULL, by_rows, 72, 1, "two columns: 1, 2, 3; --col"},
    {F8 "(3, 3), }", "1,2", by_rows, 70, 1, "it has 8 of its 9 values"},
    {F8 "(3, 2), }", "1,2", by_rows, 72, 1, "data after the array of 6"},
    {F8 "(9,), }", NULL, by_rows, 72, 1, "one column"},
    {F8 "(1, 1, 9), }", NULL, by_rows, 72, 1, "of the shape (1, 1, 9)"},
    {F8 "(), }", NULL, by_rows, 8, 1, "of the shape ()"},
    {"{'descr': '<c8', 'fortran_order': False, 'shape': (3, 2), }", NULL, by_rows, 48, 1,
     "'<c8', not real numbers"},
    {F8 "(9223372036854775807, 2), }", NULL, by_rows, 72, 1, "shape"},
    {F8_COLUMNS "(99999999999, 2), }", NULL, by_rows, 72, 1, "it has 9 of its"},
    {F8 "(2, 0), }", NULL, by_rows, 0, 1, "one column"},
    {"{'descr': '<f8', 'fortran_order': None, 'shape': (2, 2), }", NULL, by_rows, 0, 1, "header is damaged"},
    {F8 "(3, 3), }", "1,3", by_rows, 72, 4, "above 3.0"},
};

TESTS(arrays_are_read, sizeof arrays / sizeof *arrays)
{
    clpwl_reading how = CLPWL_READING_INIT;
    clpwl_function *f = NULL;
    char file[400];
    how.columns = arrays[_i].columns;
    size_t n = put_npy(file, arrays[_i].version, arrays[_i].dictionary, arrays[_i].array, arrays[_i].size);
    if (arrays[_i].named)
        FAILS(CLPWL_ERR_SAMPLES, arrays[_i].named, read_bytes(&f, file, n, &how));
    else {
        OK(read_bytes(&f, file, n, &how));
        ck_assert_double_eq(value_of(f, 0), 5);
        ck_assert_double_eq(value_of(f, 1), 7);
        ck_assert_double_eq(value_of(f, 3), 6);
    }
    clpwl_function_free(f);
}

static void put(unsigned char *to, unsigned long n)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(n >> (24 - 8 * i));
}

/* A profile of one curve, of the gray of a monitor: 0, 3/4, 1; or the power 2. */
static size_t make_profile(unsigned char icc[200], int is_power)
{
    static const char *const words[][2] = {{"\x0c", "mntr"}, {"\x10", "GRAY"}, {"\x14", "XYZ "},
                                           {"\x24", "acsp"}};
    memset(icc, 0, 200);
    put(icc, 164);
    put(icc + 8, 0x02400000);
    for (int i = 0; i < 4; i++)
        memcpy(icc + words[i][0][0], words[i][1], 4);
    put(icc + 128, 1);
    memcpy(icc + 132, "kTRC", 4);
    put(icc + 136, 144);
    put(icc + 140, is_power ? 14 : 18);
    memcpy(icc + 144, "curv", 4);
    put(icc + 152, is_power ? 1 : 3);
    put(icc + 156, is_power ? 0x02000000 : 0x0000bfff);
    put(icc + 160, 0xffff0000);
    return 164;
}

TEST(profiles_are_read)
{
    clpwl_reading how = CLPWL_READING_INIT;
    clpwl_function *f = NULL;
    unsigned char icc[200];
    size_t n = make_profile(icc, 0);
    clpwl_status status = read_bytes(&f, icc, n, NULL);
    if (strstr(clpwl_last_message(), "without liblcms2"))
        return;
    ck_assert_int_eq(status, CLPWL_OK);
    ck_assert_double_eq_tol(value_of(f, 0.25), 0xbfff / 65535. / 2, 1e-15);
    ck_assert_double_eq_tol(value_of(f, 0.75), (0xbfff / 65535. + 1) / 2, 1e-15);
    clpwl_function_free(f);
    n = make_profile(icc, 1);
    OK(read_bytes(&f, icc, n, NULL));
    /* Lines between 4097 points, whose values are floats. */
    for (double x = 0; x <= 1; x += 0x1p-7 - 0x1p-15)
        ck_assert_double_eq_tol(value_of(f, x), x * x, 0x1p-26 + 0x1p-24);
    clpwl_function_free(f);
    how.section = "rTRC";
    FAILS(CLPWL_ERR_SAMPLES, "no section 'rTRC' among kTRC", read_bytes(&f, icc, n, &how));
    FAILS(CLPWL_ERR_SAMPLES, "cut short: it has 150 of its 164 bytes", read_bytes(&f, icc, 150, NULL));
    how = (clpwl_reading){.size = sizeof how, .columns = "1,2"};
    FAILS(CLPWL_ERR_ARGUMENT, "an ICC profile has no columns", read_bytes(&f, icc, n, &how));
    put(icc + 136, 0xfffffff0); /* behind the file */
    FAILS(CLPWL_ERR_SAMPLES, "", read_bytes(&f, icc, n, NULL));
    memcpy(icc + 132, "XXXX", 4);
    put(icc + 136, 144);
    FAILS(CLPWL_ERR_SAMPLES, "without a tone curve", read_bytes(&f, icc, n, NULL));
    put(icc, 1ul << 30);
    FAILS(CLPWL_ERR_SAMPLES, "of 1073741824 bytes", read_bytes(&f, icc, n, NULL));
}

/* Profiles that Debian's packages colord-data and icc-profiles-free ship, by the formulas of their makers. */
static double srgb(double x) { return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4); }
static double lightness(double x) { return x <= 0.08 ? x * 100 / 903.2963 : pow((x + .16) / 1.16, 3); }
static double power22(double x) { return pow(x, 563. / 256); }
static double power18(double x) { return pow(x, 1.8); }

TESTS(profiles_of_debian, 5)
{
    static const struct {
        const char *file, *section;
        double (*f)(double);
    } rows[] = {{"/usr/share/color/icc/colord/sRGB.icc", "gTRC", srgb},
                {"/usr/share/color/icc/sRGB.icc", "rTRC", srgb},
                {"/usr/share/color/icc/colord/AdobeRGB1998.icc", "bTRC", power22},
                {"/usr/share/color/icc/colord/ProPhotoRGB.icc", "rTRC", power18},
                {"/usr/share/color/icc/LStar-RGB.icc", "rTRC", lightness}};
    clpwl_reading how = CLPWL_READING_INIT;
    clpwl_function *f = NULL;
    if (access(rows[_i].file, R_OK) != 0)
        return;
    how.section = rows[_i].section;
    OK(clpwl_function_read_data(&f, rows[_i].file, &how));
    for (double x = 0; x <= 1; x += 0x1p-9)
        EXPECT(fabs(value_of(f, x) - rows[_i].f(x)) < 1e-3, "%s at %g: %g, not %g", rows[_i].file, x,
               value_of(f, x), rows[_i].f(x));
    clpwl_function_free(f);
}

/* Weights and arguments are read in the same formats. */
TEST(weights_are_read)
{
    clpwl_reading how = CLPWL_READING_INIT;
    clpwl_function *f = NULL;
    char file[400];
    size_t n = put_npy(file, 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (9,), }", by_rows, 72);
    FAILS(CLPWL_ERR_SAMPLES, "one column", read_bytes(&f, file, n, NULL));
    OK(clpwl_function_read_weight(&f, path)); /* arguments */
    clpwl_function_free(f);
    n = put_npy(file, 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }", singles, 24);
    how.section = "S";
    FAILS(CLPWL_ERR_ARGUMENT, "a .npy has no sections", read_bytes(&f, file, n, &how));
    OK(clpwl_function_read_weight(&f, path));
    ck_assert_double_eq(value_of(f, 2), 6.5);
    clpwl_function_free(f);
}
