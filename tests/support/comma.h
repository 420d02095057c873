/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A locale with a decimal comma. */
#ifndef CLPWL_TEST_COMMA_H
#define CLPWL_TEST_COMMA_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* Makes de_DE by localedef, for this process and its children. Debian's package locales has its
 * source. */
static inline const char *make_comma_locale(void)
{
    static char folder[] = "/tmp/clpwl-locale-XXXXXX", command[160];
    const char *name = NULL;
    if (!mkdtemp(folder))
        return NULL;
    snprintf(command, sizeof command,
             "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
    if (system(command) == 0 && setenv("LOCPATH", folder, 1) == 0)
        name = setlocale(LC_ALL, "de_DE.UTF-8");
    snprintf(command, sizeof command, "rm -r %s", folder); /* it is mapped now */
    return system(command) == 0 ? name : NULL;
}

/* Enters the locale; it is one that is installed, or made. 0 and a line if there is none. */
static inline int enter_comma_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (setlocale(LC_ALL, names[i]))
            return 1;
    if (make_comma_locale())
        return 1;
    puts("no locale has a decimal comma, and localedef makes none: not tested");
    return 0;
}

#endif
