/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generated source for a user's kernels: its names, the compiler's warnings, its dialects. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include "clpwl_cl.h"
#include "support/kernels.h"
#include "support/tables.h"

enum { N = 1024 };

static clpwl_context *context;

static void setup(void)
{
    OK(clpwl_context_create(&context, NULL));
}

static void teardown(void)
{
    clpwl_context_free(context);
}

/* NULL if the device does not have the method. The table has 31 segments, or 8 for shuffle,
 * which reads at most as many as a sub-group has lanes. */
static clpwl_evaluator *evaluator(size_t m, clpwl_table **table)
{
    clpwl_evaluator *e = NULL;
    for (int i = 0; !e && i < 4; i++) {
        clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
        options.method = clpwl_method(m)->name;
        options.use = CLPWL_USE_KERNEL;
        *table = make_table(0, 1, i < 2 ? 31 : 8, (clpwl_partition)(i % 2), CLPWL_EXTEND_CLAMP);
        if (clpwl_method(m)->host ||
            clpwl_evaluator_create(&e, context, *table, &options) != CLPWL_OK)
            clpwl_table_free(*table);
    }
    return e;
}

/* ---- Names --------------------------------------------------------------------- */

static const char *identifier_end(const char *text)
{
    while (isalnum((unsigned char)*text) || *text == '_')
        text++;
    return text;
}

static void check_name(const char *name, size_t length, const char *own)
{
    int ours = strncmp(name, "clpwl_", 6) == 0 || strncmp(name, "CLPWL_", 6) == 0;
    static const char *const suffixes[] = {"", "_slope", "_integral", "_between"};
    size_t stem = strlen(own);
    int its = 0;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes && length >= stem; i++)
        its |= strncmp(name, own, stem) == 0 && length == stem + strlen(suffixes[i]) &&
               strncmp(name + stem, suffixes[i], length - stem) == 0;
    ck_assert_msg(length == 0 || ours || its,
                  "the name %.*s is not the library's to take", (int)length, name);
}

/* Checks the name that a directive defines. Returns the directive's end, continued lines
 * included. */
static const char *check_directive(const char *at, const char *own, int *names)
{
    if (strncmp(at, "#define ", 8) == 0) {
        check_name(at + 8, (size_t)(identifier_end(at + 8) - at - 8), own);
        ++*names;
    }
    while (*at && *at != '\n')
        at += *at == '\\' && at[1] ? 2 : 1;
    return at;
}

/* A name outside braces and before a parenthesis, '=', '{' or ';' is a declaration. */
static int check_names(const char *at, const char *own)
{
    int braces = 0, parentheses = 0, names = 0, initial = 0;
    const char *name = "";
    size_t length = 0;
    for (; *at; at++) {
        if (*at == '#') {
            at = check_directive(at, own, &names) - 1;
        } else if (strncmp(at, "/*", 2) == 0) {
            at = strstr(at, "*/") + 1;
        } else if (isalpha((unsigned char)*at) || *at == '_') {
            const char *end = identifier_end(at);
            if (braces == 0 && parentheses == 0 && !initial) {
                name = at;
                length = (size_t)(end - at);
            }
            at = end - 1;
        } else {
            if (strchr("(={;", *at) && braces == 0 && parentheses == 0) {
                check_name(name, length, own);
                names += length > 0;
                length = 0;
                initial = *at == '=';
            }
            braces += (*at == '{') - (*at == '}');
            parentheses += (*at == '(') - (*at == ')');
        }
    }
    ck_assert_int_eq(braces, 0);
    return names;
}

START_TEST(every_name_is_the_librarys)
{
    int sources = 0;
    ck_assert_int_gt(check_names(clpwl_device_source(), "clpwl_"), 30);
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        clpwl_table *table;
        clpwl_evaluator *e = evaluator(m, &table);
        char *text;
        if (!e)
            continue;
        OK(clpwl_evaluator_source(e, "their_own", &text));
        ck_assert_int_ge(check_names(text, "their_own"), 6);
        sources++;
        clpwl_free(text);
        clpwl_evaluator_free(e);
        clpwl_table_free(table);
    }
    ck_assert_int_ge(sources, 3);
}
END_TEST

/* ---- Warnings ------------------------------------------------------------------ */

/* OpenCL C 1.2, a compiler's default, has no sub-groups. */
static int is_for(size_t m, const char *options)
{
    return strcmp(clpwl_method(m)->name, "shuffle") != 0 || strstr(options, "CL2.0") ||
           strstr(options, "CL3.0");
}

/* The tables of all methods in one program; if `bare`, of those that need no optional feature. */
static void write_all(const char *path, const char *standard, int bare)
{
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fprintf(f, "%s\n", clpwl_device_source());
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        clpwl_table *table;
        int optional = strncmp(clpwl_method(m)->name, "image", 5) == 0 ||
                       strcmp(clpwl_method(m)->name, "shuffle") == 0;
        int wanted = is_for(m, standard) && !(bare && optional);
        clpwl_evaluator *e = wanted ? evaluator(m, &table) : NULL;
        char *text, name[32];
        if (!e)
            continue;
        snprintf(name, sizeof name, "table%zu", m);
        OK(clpwl_evaluator_source(e, name, &text));
        fprintf(f, "%s\nkernel void use_%s(global float *y, CLPWL_TABLE(%s));\n"
                   "kernel void use_%s(global float *y, CLPWL_TABLE(%s))\n{\n"
                   "    CLPWL_BEGIN(%s);\n    y[get_global_id(0)] = %s(y[get_global_id(0)]);\n}\n",
                text, name, name, name, name, name, name);
        clpwl_free(text);
        clpwl_evaluator_free(e);
        clpwl_table_free(table);
    }
    ck_assert_int_eq(fclose(f), 0);
}

/* Not heeded: names without a declaration before (samplers), which `static` would end but
 * OpenCL C 1.x forbids; a call's result that is converted; declarations behind statements
 * (C99); the ';' after a CLPWL_BEGIN that is empty; macros and functions that
 * this program leaves unused. */
START_TEST(clang_warns_of_nothing)
{
    static const char *const standards[] = {"CL1.2", "CL2.0", "CL3.0", "CL3.0"};
    int bare = _i == 3; /* without images, doubles and generic addresses */
    char path[] = "/tmp/clpwl-source-XXXXXX", command[700];
    if (system("command -v clang >/dev/null") != 0)
        return;
    ck_assert_int_ne(mkstemp(path), -1);
    write_all(path, standards[_i], bare);
    snprintf(command, sizeof command,
             "clang -x cl -cl-std=%s %s -target spir64 -Xclang -finclude-default-header "
             "-fsyntax-only -Weverything -Wno-missing-variable-declarations -Wno-bad-function-cast "
             "-Wno-declaration-after-statement -Wno-extra-semi-stmt -Wno-unused-macros "
             "-Wno-unused-function -Wno-pedantic-core-features -Werror %s",
             standards[_i], bare ? "-Xclang -cl-ext=-all" : "", path);
    int code = system(command);
    remove(path);
    ck_assert_msg(code == 0, "clang complains: %s", command);
}
END_TEST

/* ---- Dialects ------------------------------------------------------------------ */

static const char kernel_text[] =
    "kernel void mine(global const float *x, global float *y, CLPWL_TABLE(wave))\n"
    "{\n    CLPWL_BEGIN(wave);\n"
    "    size_t i = get_global_id(0);\n    y[i] = wave(x[i]);\n}\n";

/* NULL if the compiler does not know the options. */
static cl_program build(const char *source, const char *options)
{
    cl_int code;
    cl_device_id device = clpwl_context_device(context);
    const char *texts[] = {source ? clpwl_device_source() : "", source ? source : "",
                           source ? kernel_text : "kernel void k(global int *y) { *y = 0; }\n"};
    cl_program p = clCreateProgramWithSource(clpwl_context_cl(context), 3, texts, NULL, &code);
    char all[128];
    snprintf(all, sizeof all, "%s -cl-kernel-arg-info", options);
    if (clBuildProgram(p, 1, &device, all, NULL, NULL) == CL_SUCCESS)
        return p;
    clReleaseProgram(p);
    return NULL;
}

static void try_dialect(const clpwl_evaluator *e, const clpwl_table *table, const char *options)
{
    static float x[N], y[N];
    char *source;
    cl_program empty = build(NULL, options);
    if (!empty)
        return;
    clReleaseProgram(empty);
    OK(clpwl_evaluator_source(e, "wave", &source));
    cl_program p = build(source, options);
    ck_assert_msg(p != NULL, "%s does not build with %s", clpwl_evaluator_method(e), options);
    for (int i = 0; i < N; i++)
        x[i] = i % 100 == 99 ? NAN : (float)(2 * i - N / 2) / N;
    cl_int code;
    cl_kernel k = clCreateKernel(p, "mine", &code);
    kernel_run(context, k, &(clpwl_kernel_table){"wave", e}, 1, x, y, N, N, 64);
    clReleaseKernel(k);
    for (int i = 0; i < N; i++)
        ck_assert_msg(isnan(x[i]) ? isnan(y[i])
                                  : fabs(y[i] - clpwl_table_value(table, x[i])) <=
                                        clpwl_evaluator_error(e).linf,
                      "%s with %s at %g: %g", clpwl_evaluator_method(e), options, x[i], y[i]);
    clReleaseProgram(p);
    clpwl_free(source);
}

/* Each method with two dialects, because compiling takes long; all with CLPWL_TEST_FACTOR. */
START_TEST(every_dialect_keeps_the_bound)
{
    static const char *const dialects[] = {
        "-cl-std=CL1.2", "-cl-std=CL3.0 -cl-fast-relaxed-math", "-cl-std=CL2.0",
        "-cl-fast-relaxed-math", "-cl-std=CL3.0", "-cl-std=CL2.0 -cl-fast-relaxed-math",
        "-cl-finite-math-only"};
    enum { DIALECTS = sizeof dialects / sizeof *dialects };
    int tried = test_factor() > 1 ? DIALECTS : 2;
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        clpwl_table *table;
        clpwl_evaluator *e = evaluator(m, &table);
        if (!e)
            continue;
        for (int k = 0; k < tried && strncmp(clpwl_method(m)->name, "exact", 5) != 0; k++)
            if (is_for(m, dialects[(2 * (int)m + k) % DIALECTS]))
                try_dialect(e, table, dialects[(2 * (int)m + k) % DIALECTS]);
        clpwl_evaluator_free(e);
        clpwl_table_free(table);
    }
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("source");
    TCase *t = tcase_create("source");
    tcase_set_timeout(t, 600);
    tcase_add_unchecked_fixture(t, setup, teardown);
    tcase_add_test(t, every_name_is_the_librarys);
    tcase_add_loop_test(t, clang_warns_of_nothing, 0, 4);
    tcase_add_test(t, every_dialect_keeps_the_bound);
    suite_add_tcase(s, t);
    return s;
}
