/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/options.h"

clpwl_status clpwl__options_take(void *own, size_t size, const void *given, const char *type,
                                 const char *init)
{
    clpwl_status status = CLPWL_OK;
    size_t theirs = size;
    memset(own, 0, size);
    if (given)
        memcpy(&theirs, given, sizeof theirs);
    CHECK(theirs >= sizeof theirs && theirs % sizeof theirs == 0 && theirs < 16 * size,
          CLPWL_ERR_ARGUMENT, "%s.size is %zu, not %zu: begin with %s", type, theirs, size, init);
    for (size_t i = size; i < theirs; i++)
        CHECK(((const unsigned char *)given)[i] == 0, CLPWL_ERR_ARGUMENT,
              "%s has options that version %s of the library does not know", type,
              PACKAGE_VERSION);
    if (given)
        memcpy(own, given, theirs < size ? theirs : size);
    memcpy(own, &size, sizeof size);
done:
    return status;
}
