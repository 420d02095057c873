/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as C: compiled by the compiler of this build, with its warnings as errors. */
#include <locale.h>
#include <stdio.h>
#include <sys/stat.h>
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

START_TEST(the_c_text_compiles_without_a_warning_and_gives_the_table)
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
END_TEST

static char *text_of(const clpwl_table *table, clpwl_language language)
{
    char *text;
    OK(clpwl_table_export(table, language, "f", &text));
    return text;
}

START_TEST(the_comment_says_what_the_table_is_and_cannot_be_broken_out_of)
{
    static const double knots[] = {0, 0.5, 2}, values[] = {0, 0.25, 4};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 2;
    spec.partition = CLPWL_PARTITION_OPTIMIZED;
    spec.fit = CLPWL_FIT_PROJECTION;
    spec.extend = CLPWL_EXTEND_MIRROR;
    spec.function = "x*/2/*x*/\\\n\xc3\xa4";
    spec.measured = (clpwl_error){1, 0.5, 0.123456};
    OK(clpwl_table_create(&table, &spec));
    for (int i = 0; i < 4; i++) {
        char *text = text_of(table, (clpwl_language)i);
        ck_assert_ptr_nonnull(strstr(text, "function    x* /2/ *x* /????\n"));
        ck_assert_ptr_nonnull(strstr(text, "[0, 2]"));
        ck_assert_ptr_nonnull(strstr(text, "mirror"));
        ck_assert_ptr_nonnull(strstr(text, "2, optimized"));
        ck_assert_ptr_nonnull(strstr(text, "projection"));
        /* Rounded up to three digits; a little is for the rounding of fp32. */
        ck_assert_ptr_nonnull(strstr(text, "largest 0.124, L2 0.501, L1 1.01\n"));
        ck_assert_ptr_null(strchr(text, '$'));
        ck_assert_ptr_null(strchr(text, '@'));
        ck_assert_ptr_null(strstr(text, "relative"));
        clpwl_free(text);
    }
    clpwl_table_free(table);
}
END_TEST

/* What the compiler's own headers declare. Names that begin with '_' are the compiler's. */
START_TEST(c_refuses_the_functions_of_the_headers_that_the_text_includes)
{
    static const double knots[] = {0, 1}, values[] = {0, 1};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    char command[512], name[80], *text;
    const char *cc = getenv("CC");
    int count = 0;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 1;
    OK(clpwl_table_create(&table, &spec));
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
END_TEST

/* The comment of a table with weighted errors says so, and is safe too. */
START_TEST(the_comment_says_what_the_error_is_relative_to)
{
    static const double knots[] = {0, 1}, values[] = {0, 1};
    clpwl_weighting weighting = {.floor = 0.125, .executed = {0.1, 0.2, 0.3}};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 1;
    spec.weighting = &weighting;
    for (int i = 0; i < 2; i++) {
        clpwl_table *table;
        weighting.weight = i ? "1/x*/" : NULL;
        OK(clpwl_table_create(&table, &spec));
        char *text = text_of(table, CLPWL_LANGUAGE_C);
        ck_assert_ptr_nonnull(strstr(text, "relative    to |f|, or to 0.125 if that is more\n"));
        ck_assert_ptr_nonnull(strstr(text, i ? "weighted    largest 0.3, L2 0.2, L1 0.1\n"
                                             : "rel. error  largest 0.3, L2 0.2, L1 0.1\n"));
        ck_assert(!strstr(text, "weight      1/x* /\n") == !i);
        clpwl_free(text);
        clpwl_table_free(table);
    }
}
END_TEST

START_TEST(an_unknown_error_is_said_to_be_unknown)
{
    static const double knots[] = {0, 1}, values[] = {0, 1};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 1;
    OK(clpwl_table_create(&table, &spec));
    char *text = text_of(table, CLPWL_LANGUAGE_C);
    ck_assert_ptr_nonnull(strstr(text, "largest not known, L2 not known, L1 not known\n"));
    clpwl_free(text);
    clpwl_table_free(table);
}
END_TEST

START_TEST(bad_arguments_are_refused)
{
    char *text;
    clpwl_language language;
    clpwl_table *table = make_table(0, 1, 4, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    FAILS(CLPWL_ERR_ARGUMENT, "table is NULL",
          clpwl_table_export(NULL, CLPWL_LANGUAGE_C, "f", &text));
    FAILS(CLPWL_ERR_ARGUMENT, "text is NULL",
          clpwl_table_export(table, CLPWL_LANGUAGE_C, "f", NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "4 is not a clpwl_language",
          clpwl_table_export(table, (clpwl_language)4, "f", &text));
    FAILS(CLPWL_ERR_ARGUMENT, "\"2f\" is not a C identifier",
          clpwl_table_export(table, CLPWL_LANGUAGE_C, "2f", &text));
    FAILS(CLPWL_ERR_ARGUMENT, "\"\" is not", clpwl_table_export(table, CLPWL_LANGUAGE_C, "", &text));
    FAILS(CLPWL_ERR_ARGUMENT, "name is NULL", clpwl_table_export(table, CLPWL_LANGUAGE_C, NULL, &text));
    clpwl_table_free(table);
    table = make_table(1e9, 1e9 + 1, 4, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    FAILS(CLPWL_ERR_UNSUPPORTED, "fewer than two fp32 numbers",
          clpwl_table_export(table, CLPWL_LANGUAGE_C, "f", &text));
    ck_assert_ptr_null(text);
    clpwl_table_free(table);
    for (int i = 0; i < 4; i++) {
        OK(clpwl_language_parse(&language, clpwl_language_name((clpwl_language)i)));
        ck_assert_int_eq(language, i);
    }
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "opencl, c, cuda or glsl", clpwl_language_parse(&language, "hlsl"));
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("export");
    TCase *t = tcase_create("export");
    tcase_set_timeout(t, 300);
    tcase_add_test(t, the_c_text_compiles_without_a_warning_and_gives_the_table);
    tcase_add_test(t, the_comment_says_what_the_table_is_and_cannot_be_broken_out_of);
    tcase_add_test(t, c_refuses_the_functions_of_the_headers_that_the_text_includes);
    tcase_add_test(t, the_comment_says_what_the_error_is_relative_to);
    tcase_add_test(t, an_unknown_error_is_said_to_be_unknown);
    tcase_add_test(t, bad_arguments_are_refused);
    suite_add_tcase(s, t);
    return s;
}
