/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/names.h"
#include "common/message.h"

#define PARSER(kind)                                                           \
    int app_parse_##kind(const app_option *row, const char *text, void *member) \
    {                                                                          \
        clpwl_##kind value;                                                    \
        int code = app_status(clpwl_##kind##_parse(&value, text));             \
        (void)row;                                                             \
        if (code == 0)                                                         \
            *(int *)member = (int)value;                                       \
        return code;                                                           \
    }

PARSER(aim)
PARSER(between)
PARSER(extend)
PARSER(fit)
PARSER(language)
PARSER(norm)
PARSER(partition)
PARSER(shape)
PARSER(shaper)
PARSER(storage)
PARSER(symmetry)

int app_parse_stored(const app_option *row, const char *text, void *member)
{
    clpwl_storage value;
    if (clpwl_storage_parse(&value, text) != CLPWL_OK || value == CLPWL_STORAGE_DEFAULT ||
        value == CLPWL_STORAGE_ANY)
        return app_usage("--%s: '%s' is not one of float32, half, unorm16, unorm8 and bfloat16",
                         row->name, text);
    *(int *)member = (int)value;
    return 0;
}
