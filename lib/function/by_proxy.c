/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a proxy tells of a function: its kinks. */
#include "base/array.h"
#include "base/door.h"
#include "base/internal.h"
#include "function/proxy.h"

clpwl_status clpwl_function_find_kinks(const clpwl_function *f, double a, double b, clpwl_kink *kinks,
                                       size_t room, size_t *count)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__proxy p = {.count = 0};
    const clpwl__proxy_wish wish = {.a = a, .b = b, .is_guess = 1};
    clpwl_function at_doubles;
    CHECK_GIVEN(f);
    CHECK_GIVEN(count);
    CHECK(kinks || room == 0, CLPWL_ERR_ARGUMENT, "room is %zu, but kinks is NULL", room);
    TRY(clpwl__check_interval("kinks on", a, b));
    at_doubles = *f;
    at_doubles.is_ours = 1;
    TRY(clpwl__proxy_create(&p, &at_doubles, &wish));
    *count = p.f.place_count;
    for (size_t i = 0; i < *count && i < room; i++)
        kinks[i] = p.f.places[i];
done:
    clpwl__proxy_free(&p);
    return status;
}
