/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A locale with a decimal comma. */
#ifndef CLPWL_TEST_COMMA_H
#define CLPWL_TEST_COMMA_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* Enters de_DE, which is installed, or made by localedef for this process and its children: Debian's package
 * locales has its source. 0 and a line if there is none. */
static inline int enter_comma_locale(void)
{
    static char folder[] = "/tmp/clpwl-locale-XXXXXX", command[160];
    const char *name = setlocale(LC_ALL, "de_DE.UTF-8");
    if (!name && mkdtemp(folder)) {
        snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1",
                 folder);
        if (system(command) == 0 && setenv("LOCPATH", folder, 1) == 0)
            name = setlocale(LC_ALL, "de_DE.UTF-8");
        snprintf(command, sizeof command, "rm -r %s", folder); /* it is mapped now */
        if (system(command) != 0)
            name = NULL;
    }
    if (!name)
        puts("no locale has a decimal comma, and localedef makes none: not tested");
    return name != NULL;
}

#endif
