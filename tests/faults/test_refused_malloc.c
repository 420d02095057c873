/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every call of malloc and realloc by the library fails in turn. The library then returns
 * CLPWL_ERR_MEMORY and leaks nothing, which sanitizers and valgrind check. The linker's --wrap
 * replaces both functions in the library's objects.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "support/callback.h"
#include "clpwl.h"

static long until_refusal = -1, requests;

void *__real_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *block, size_t size);

static int refused(void)
{
    requests++;
    return until_refusal >= 0 && until_refusal-- == 0;
}

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : __real_malloc(size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return refused() ? NULL : __real_realloc(block, size);
}

CALLBACK(corner_f, fabs(x - 0.3) / 2 + sin(x))

static const char *const path = "no-memory.clpwl";

/* From a function to a table that is saved, loaded and exported. It has no ck_assert, because
 * the requests of Check itself must not fail. */
static clpwl_status work(const clpwl_function *f)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table = NULL, *back = NULL, *inverse = NULL;
    char *text = NULL;
    o.max_error = 1e-2;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.fit = CLPWL_FIT_PROJECTION;
    clpwl_status status = clpwl_design(&table, f, &o);
    if (status == CLPWL_OK)
        status = clpwl_table_save(table, path);
    if (status == CLPWL_OK)
        status = clpwl_table_load(&back, path);
    if (status == CLPWL_OK)
        status = clpwl_table_inverse(&inverse, back, CLPWL_EXTEND_NAN);
    if (status == CLPWL_OK)
        status = clpwl_table_export(back, CLPWL_LANGUAGE_C, "f", &text);
    clpwl_free(text);
    clpwl_table_free(table);
    clpwl_table_free(back);
    clpwl_table_free(inverse);
    return status;
}

START_TEST(every_request_may_be_refused)
{
    clpwl_function *f = callback(corner_f, 0, 1, 0.3);
    requests = 0;
    clpwl_status status = work(f);
    long all = requests;
    OK(status);
    ck_assert_int_gt(all, 20);
    for (long i = 0; i < all; i++) {
        unlink(path);
        until_refusal = i;
        FAILS(CLPWL_ERR_MEMORY, "out of memory", work(f));
        until_refusal = -1;
    }
    unlink(path);
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("refused malloc");
    TCase *t = tcase_create("no memory");
    tcase_add_test(t, every_request_may_be_refused);
    suite_add_tcase(s, t);
    return s;
}
