/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/enums.h"

const char *clpwl__enum_name(const clpwl__enum *e, int value)
{
    return value >= 0 && (size_t)value < e->count ? e->names[value] : NULL;
}

clpwl_status clpwl__enum_parse(const clpwl__enum *e, int *out, const char *name)
{
    clpwl__text all = {0};
    for (size_t i = 0; name && i < e->count; i++)
        if (strcmp(name, e->names[i]) == 0) {
            *out = (int)i;
            return CLPWL_OK;
        }
    for (size_t i = 0; i < e->count; i++)
        clpwl__append(&all, "%s%s", i == 0 ? "" : i + 1 == e->count ? " or " : ", ", e->names[i]);
    clpwl_status status = clpwl__fail(CLPWL_ERR_UNKNOWN_NAME, "%s is no %s: it is %s",
                                      name ? name : "NULL", e->what,
                                      all.failed ? "another name" : all.text);
    clpwl__free(all.text);
    return status;
}
