/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tally.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tally_report(const char *what, const tally *s, int must_meet)
{
    printf("%-36s injected %6ld  refused %6ld  tolerated %5ld  leaked %ld  wrong %ld\n", what,
           s->injected, s->refused, s->tolerated, s->leaked, s->wrong);
    ck_assert_msg(s->injected > 0 || !must_meet, "%s: no fault was met: this tests nothing", what);
    ck_assert_msg(s->leaked == 0 && s->wrong == 0, "%s: %ld leaked, %ld wrong; see above", what,
                  s->leaked, s->wrong);
}

int tally_all(void)
{
    const char *wish = getenv("CLPWL_FAULTS");
    return wish && strcmp(wish, "all") == 0;
}
