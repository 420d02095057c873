/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as C: compiled by the compiler of this build, with its warnings as errors. */
#include <stdio.h>
#include <sys/stat.h>
#include "support/suite.h"
#include "export_cases.h"

static const char main_text[] =
    "int main(void)\n{\n    float x, y;\n"
    "    while (fread(&x, sizeof x, 1, stdin) == 1)\n"
    "        for (int i = 0; i < CASES; i++) {\n"
    "            y = functions[i](x);\n"
    "            fwrite(&y, sizeof y, 1, stdout);\n"
    "        }\n"
    "    return 0;\n}\n";

static void write_program(FILE *f)
{
    fprintf(f, "#include <stdio.h>\n#define CASES %d\n", CASES);
    for (int i = 0; i < CASES; i++) {
        char name[24], *text;
        clpwl_table *table = export_case(i);
        snprintf(name, sizeof name, "table_%d", i);
        OK(clpwl_table_export(table, CLPWL_LANGUAGE_C, name, &text));
        fputs(text, f);
        clpwl_free(text);
        clpwl_table_free(table);
    }
    fprintf(f, "static float (*const functions[CASES])(float) = {\n");
    for (int i = 0; i < CASES; i++)
        fprintf(f, "    table_%d,\n", i);
    fprintf(f, "};\n%s", main_text);
}

/* Compiles and runs in a folder of its own. */
static void run(const char *folder, const char *flags)
{
    char command[1024];
    const char *cc = getenv("CC");
    snprintf(command, sizeof command,
             "cd '%s' && %s -std=c99 -Wall -Wextra -Werror %s -o program program.c -lm && "
             "$CLPWL_TEST_EMULATOR ./program <x.bin >y.bin",
             folder, cc && *cc ? cc : "cc", flags);
    ck_assert_msg(system(command) == 0, "%s", command);
}

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, mode);
    ck_assert_msg(f != NULL, "%s", path);
    return f;
}

static void check_values(const char *folder, float x[CASES][POINTS])
{
    static float all[CASES], y[CASES][POINTS];
    FILE *f = open_in(folder, "y.bin", "rb");
    for (int i = 0; i < CASES; i++) {
        clpwl_table *table = export_case(i);
        for (int k = 0; k < POINTS; k++) {
            ck_assert_uint_eq(fread(all, sizeof *all, CASES, f), CASES);
            y[i][k] = all[i];
        }
        export_check(table, x[i], y[i], i, 0);
        clpwl_table_free(table);
    }
    fclose(f);
}

TEST(the_c_text_compiles_without_a_warning_and_gives_the_table)
{
    static const char *const flags[] = {"-O0", "-O2"};
    static float x[CASES][POINTS];
    char folder[400];
    const char *top = getenv("top_builddir");
    snprintf(folder, sizeof folder, "%s/tests/export.dir", top ? top : ".");
    mkdir(folder, 0777);
    FILE *f = open_in(folder, "program.c", "w");
    write_program(f);
    fclose(f);
    f = open_in(folder, "x.bin", "wb");
    for (int i = 0; i < CASES; i++) {
        clpwl_table *table = export_case(i);
        export_arguments(table, x[i]);
        fwrite(x[i], sizeof x[i], 1, f);
        clpwl_table_free(table);
    }
    fclose(f);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        run(folder, flags[i]);
        check_values(folder, x);
    }
}

/* The comment says what the table is, and cannot be broken out of. Numbers are rounded up to three digits;
 * a little is for the rounding of fp32. NULL: not in it. */
TEST(the_comment_says_what_the_table_is)
{
    static const char *const parts[][6] = {
        {"function    x* /2/ *x* /????\n", "[0, 2]", "mirror", "2, optimized", "projection",
         "largest 0.124, L2 0.501, L1 1.01\n"},
        {"relative    to |f|, or to 0.125 if that is more\n", "rel. error  largest 0.3, L2 0.2, L1 0.1\n"},
        {"relative    to |f|, or to 0.125 if that is more\n", "weighted    largest 0.3, L2 0.2, L1 0.1\n",
         "weight      1/x* /\n"},
        {"largest not known, L2 not known, L1 not known\n"}};
    for (int i = 0; i < 16; i++) {
        clpwl_weighting weighting = {.floor = 0.125, .executed = {0.1, 0.2, 0.3}};
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_table *table;
        char *text;
        weighting.weight = i / 4 == 2 ? "1/x*/" : NULL;
        spec.knots = (const double[]){0, 0.5, 2};
        spec.values = (const double[]){0, 0.25, 4};
        spec.segments = 2;
        spec.partition = CLPWL_PARTITION_OPTIMIZED;
        spec.fit = CLPWL_FIT_PROJECTION;
        spec.extend = CLPWL_EXTEND_MIRROR;
        spec.function = "x*/2/*x*/\\\n\xc3\xa4";
        spec.measured = i / 4 ? spec.measured : (clpwl_error){1, 0.5, 0.123456};
        spec.weighting = i / 4 == 1 || i / 4 == 2 ? &weighting : NULL;
        OK(clpwl_table_create(&table, &spec));
        OK(clpwl_table_export(table, (clpwl_language)(i % 4), "f", &text));
        for (int k = 0; k < 6 && parts[i / 4][k]; k++)
            ck_assert_msg(strstr(text, parts[i / 4][k]), "no %s in %s", parts[i / 4][k], text);
        ck_assert(!strpbrk(text, "$@") && !strstr(text, "relative") == !spec.weighting);
        clpwl_free(text);
        clpwl_table_free(table);
    }
}

/* What the compiler's own headers declare. Names that begin with '_' are the compiler's. */
TEST(c_refuses_the_functions_of_the_headers_that_the_text_includes)
{
    clpwl_table *table = make_table(0, 1, 4, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    char command[512], name[80], *text;
    const char *cc = getenv("CC");
    int count = 0;
    snprintf(command, sizeof command,
             "printf '#include <math.h>\\n#include <stdint.h>\\n#include <string.h>\\n' | "
             "%s -E -P - | grep -oE '\\b[a-z][a-z0-9_]* \\(' | sort -u",
             cc && *cc ? cc : "cc");
    FILE *names = popen(command, "r");
    ck_assert_ptr_nonnull(names);
    for (; fscanf(names, "%79s%*[^\n]", name) == 1; count++)
        FAILS(CLPWL_ERR_ARGUMENT, name, clpwl_table_export(table, CLPWL_LANGUAGE_C, name, &text));
    pclose(names);
    ck_assert_int_gt(count, 200); /* C99 has 178 functions in math.h alone */
    clpwl_table_free(table);
}

TEST(bad_arguments_are_refused)
{
    static const struct {
        int language;
        const char *name, *part;
    } rows[] = {{4, "f", "4 is not a clpwl_language"},
                {CLPWL_LANGUAGE_C, "2f", "\"2f\" is not a C identifier"},
                {CLPWL_LANGUAGE_C, "", "\"\" is not"}};
    char *text;
    clpwl_language language;
    clpwl_table *table = make_table(0, 1, 4, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    for (int i = 0; i < 3; i++)
        FAILS(CLPWL_ERR_ARGUMENT, rows[i].part,
              clpwl_table_export(table, (clpwl_language)rows[i].language, rows[i].name, &text));
    clpwl_table_free(table);
    table = make_table(1e9, 1e9 + 1, 4, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    FAILS(CLPWL_ERR_UNSUPPORTED, "fewer than two fp32 numbers",
          clpwl_table_export(table, CLPWL_LANGUAGE_C, "f", &text));
    clpwl_table_free(table);
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "opencl, c, cuda or glsl", clpwl_language_parse(&language, "hlsl"));
}
