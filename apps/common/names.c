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

PARSER(extend)
PARSER(fit)
PARSER(language)
PARSER(norm)
PARSER(partition)
PARSER(shaper)
PARSER(storage)
PARSER(symmetry)
