/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include "base/internal.h"
#include "support/suite.h"

TEST(every_code_has_a_name_and_a_text)
{
    for (int i = 0; i < CLPWL_STATUS_COUNT; i++) {
        ck_assert_ptr_nonnull(strstr(clpwl_status_name((clpwl_status)i), "CLPWL_"));
        ck_assert_uint_gt(strlen(clpwl_status_text((clpwl_status)i)), 3);
    }
    ck_assert_str_eq(clpwl_status_name(CLPWL_OK), "CLPWL_OK");
    ck_assert_str_eq(clpwl_status_name((clpwl_status)-1), "CLPWL_UNKNOWN");
}

/* It is one line, has nothing that a terminal obeys, and may quote the last one. */
TEST(a_message_is_plain)
{
    ck_assert_int_eq(clpwl__fail(CLPWL_ERR_IO, "a\033[2Jb\tc\n\x7f\xc3\xa9"), CLPWL_ERR_IO);
    ck_assert_str_eq(clpwl_last_message(), "a?[2Jb c ?\xc3\xa9");
    clpwl__fail(CLPWL_ERR_IO, "%s: \xc2\x9b" "2J\xc2\xa0\xc2", clpwl_last_message());
    ck_assert_str_eq(clpwl_last_message(), "a?[2Jb c ?\xc3\xa9: ??2J\xc2\xa0?");
    clpwl__fail(CLPWL_ERR_IO, "a\xe2\x80\xae" "b\xe2\x81\xa6\xd8\x9c\xe2\x80\x93\xe2");
    ck_assert_str_eq(clpwl_last_message(), "a???b?????\xe2\x80\x93?");
}

TEST(memory_refuses_overflow_and_nothing)
{
    ck_assert_ptr_null(clpwl__alloc(SIZE_MAX / 2, 3));
    ck_assert_ptr_null(clpwl__alloc(0, 8));
    ck_assert_ptr_null(clpwl__realloc(NULL, SIZE_MAX, 2));
}

TEST(near_names_are_near)
{
    static const char *const names[] = {"gaussian", "lorentzian", "bessel_j0", "erf", "erfc"};
    char buffer[128];
    clpwl__near_names("gausian", names, sizeof *names, 5, buffer, sizeof buffer);
    ck_assert_str_eq(buffer, "gaussian");
    clpwl__near_names("zzzzzz", names, sizeof *names, 5, buffer, sizeof buffer);
    ck_assert_str_eq(buffer, ""); /* more than three are not listed */
    clpwl__near_names("zzzzzz", names, sizeof *names, 3, buffer, sizeof buffer);
    ck_assert_str_eq(buffer, "gaussian, lorentzian or bessel_j0");
}
