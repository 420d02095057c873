/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generated source for a user's kernels: its names, the compiler's warnings. */
#include <ctype.h>
#include <stdio.h>
#include "cl/cl_suite.h"

/* A table by each method, in either partition, for kernels. */
static size_t with_each(method_filter *is_tried, size_t turn, method_check *check, void *user)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    size_t created = 0;
    o.use = CLPWL_USE_KERNEL;
    for (int p = 0; p < 2; p++) {
        clpwl_table *t = make_table(0, 1, 8, (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
        created += with_each_method(context, (const clpwl_table *const *)&t, 1, &o, is_tried, turn, check,
                                    user);
        clpwl_table_free(t);
    }
    return created;
}

/* A line that begins with a letter declares the last name before a bracket, '=' or ';'. */
static int check_names(const char *text)
{
    int names = 0;
    for (const char *at = text; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        const char *name = at + 8, *end = at + strcspn(at, "(=;{[\n");
        if (strncmp(at, "#define ", 8) != 0) {
            if (!isalpha((unsigned char)*at))
                continue;
            while (end[-1] == ' ')
                end--;
            for (name = end; name > at && (isalnum((unsigned char)name[-1]) || name[-1] == '_');)
                name--;
        }
        EXPECT(strncmp(name, "clpwl_", 6) == 0 || strncmp(name, "CLPWL_", 6) == 0 ||
                   strncmp(name, "their_own", 9) == 0,
               "the name is not the library's to take: %.60s", at);
        names++;
    }
    return names;
}

static int in_kernels(size_t m, size_t turn)
{
    (void)turn;
    return !clpwl_method(m)->host;
}

static void check_source(clpwl_evaluator *e, const clpwl_table *const *t, size_t m, void *user)
{
    char *text;
    (void)t, (void)m, (void)user;
    OK(clpwl_evaluator_source(e, "their_own", &text));
    ck_assert_int_ge(check_names(text), 6);
    clpwl_free(text);
}

DEVICE_FIXTURE(open_context, close_context)

TEST(every_name_is_the_librarys)
{
    ck_assert_int_gt(check_names(clpwl_device_source()), 30);
    ck_assert_uint_ge(with_each(in_kernels, 0, check_source, NULL), 3);
}

static const char *const standards[] = {"CL1.2", "CL2.0", "CL3.0", "CL3.0 -Xclang -cl-ext=-all"};

/* OpenCL C 1.2, a compiler's default, has no sub-groups. The last has neither images, doubles nor generic
 * addresses. */
static int is_for(size_t m, size_t standard)
{
    const char *name = clpwl_method(m)->name;
    return in_kernels(m, 0) &&
           (strcmp(name, "shuffle") == 0 ? standard == 1 || standard == 2
                                         : standard < 3 || strncmp(name, "image", 5) != 0);
}

static void write_table(clpwl_evaluator *e, const clpwl_table *const *t, size_t m, void *user)
{
    char *text, name[40];
    snprintf(name, sizeof name, "table%zu_%d", m, clpwl_table_partition(*t));
    OK(clpwl_evaluator_source(e, name, &text));
    fprintf(user,
            "%s\nkernel void use_%s(global float *y, CLPWL_TABLE(%s));\n"
            "kernel void use_%s(global float *y, CLPWL_TABLE(%s))\n{\n"
            "    CLPWL_BEGIN(%s);\n    y[get_global_id(0)] = %s(y[get_global_id(0)]);\n}\n",
            text, name, name, name, name, name, name);
    clpwl_free(text);
}

/* The tables of all methods in one program. Not heeded: names without a declaration before (samplers),
 * which `static` would end but OpenCL C 1.x forbids; a call's result that is converted; declarations
 * behind statements (C99); the ';' after a CLPWL_BEGIN that is empty; macros and functions that this
 * program leaves unused. */
TEST(clang_warns_of_nothing)
{
    if (system("command -v clang >/dev/null") != 0)
        return;
    for (size_t i = 0; i < sizeof standards / sizeof *standards; i++) {
        char command[700];
        snprintf(command, sizeof command,
                 "clang -x cl -cl-std=%s -target spir64 -Xclang -finclude-default-header "
                 "-fsyntax-only -Weverything -Wno-missing-variable-declarations -Wno-bad-function-cast "
                 "-Wno-declaration-after-statement -Wno-extra-semi-stmt -Wno-unused-macros "
                 "-Wno-unused-function -Wno-pedantic-core-features -Werror -",
                 standards[i]);
        FILE *f = popen(command, "w");
        fprintf(f, "%s\n", clpwl_device_source());
        with_each(is_for, i, write_table, f);
        ck_assert_msg(pclose(f) == 0, "clang complains: %s", command);
    }
}
