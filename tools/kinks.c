/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinks of the command line, and what is found out about a function and said of it. */
#include <stdlib.h>
#include <string.h>
#include "tool.h"

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int parse_kinks(const char *text, source *s)
{
    s->kinks_given = 1;
    if (strcmp(text, "none") == 0)
        return 0;
    while (*text) {
        char number[64];
        size_t length = strcspn(text, ",");
        if (length >= sizeof number || s->kink_count == SOURCE_KINKS)
            return tool_usage("--kink: there is room for %d numbers of %zu digits", SOURCE_KINKS,
                              sizeof number - 1);
        memcpy(number, text, length);
        number[length] = '\0';
        int code = parse_number("kink", number, &s->kinks[s->kink_count]);
        if (code)
            return code;
        s->kink_count++;
        text += length + (text[length] == ',');
    }
    qsort(s->kinks, s->kink_count, sizeof *s->kinks, ascending);
    return 0;
}

/* "abs(x-0.3)": the places, in one line. */
static void print_places(const char *label, const clpwl_kink *kinks, size_t count, int jumps)
{
    enum { MOST = 8 };
    size_t shown = 0, all = 0;
    for (size_t i = 0; i < count; i++)
        all += (kinks[i].left != kinks[i].right) == jumps;
    if (all == 0)
        return;
    printf("%-10s", label);
    for (size_t i = 0; i < count && shown < MOST; i++) {
        if ((kinks[i].left != kinks[i].right) != jumps)
            continue;
        printf("%s %.15g", shown++ ? "," : "", kinks[i].x);
        if (jumps)
            printf(" (from %.6g to %.6g)", kinks[i].left, kinks[i].right);
    }
    if (all > shown)
        printf(" and %zu more", all - shown);
    printf("\n");
}

void kinks_print(const clpwl_function *f, double a, double b)
{
    enum { ROOM = 1024 };
    clpwl_kink *kinks = malloc(ROOM * sizeof *kinks);
    size_t count = 0;
    if (kinks && clpwl_function_find_kinks(f, a, b, kinks, ROOM, &count) == CLPWL_OK) {
        count = count < ROOM ? count : ROOM;
        print_places("kinks", kinks, count, 0);
        print_places("jumps", kinks, count, 1);
    }
    free(kinks);
}

void noise_note(const clpwl_function *samples, const clpwl_table *table)
{
    double a, b, sigma;
    clpwl_function_domain(samples, &a, &b);
    if (clpwl_function_noise(samples, a, b, &sigma) != CLPWL_OK || sigma == 0)
        return;
    /* Noise alone leaves some deviations. */
    if (clpwl_table_measured(table).linf < 3 * sigma)
        tool_note("the samples carry noise of about %.2g, and this table follows it: --smooth "
                  "auto takes it off", sigma);
}
