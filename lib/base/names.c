/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names similar to an unknown one, and identifiers. */
#include "base/names.h"
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 48, SHOWN = 3 }; /* of a name; names in a message */

/* The edit distance without regard to case (Wagner and Fischer); long names are cut. */
static int edit_distance(const char *a, const char *b)
{
    int row[LONGEST + 1];
    int m = (int)strnlen(a, LONGEST), n = (int)strnlen(b, LONGEST);
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; i <= m; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int change = diagonal + (tolower((unsigned char)a[i - 1]) !=
                                     tolower((unsigned char)b[j - 1]));
            diagonal = row[j];
            int drop = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < drop ? change : drop;
        }
    }
    return row[n];
}

/* The edit distance, 1 for a name that holds the other; INT_MAX where the two are not similar. */
static int rank_name(const char *name, const char *other)
{
    size_t length = strnlen(name, LONGEST);
    if (length >= 2 && strncmp(name, other, length) == 0)
        return 1;
    if (length >= 3 && strstr(other, name)) /* two letters are in any name, as "jo" in lennard_jones */
        return 1;
    int distance = edit_distance(name, other);
    return distance <= 1 + (int)length / 4 ? distance : INT_MAX;
}

void clpwl__near_names(const char *name, const void *names, size_t stride, size_t count, char *buffer,
                       size_t room)
{
    enum { FARTHEST = 1 + LONGEST / 4 }; /* that rank_name gives */
    const char *found[SHOWN];
    size_t n = 0, used = 0;
    for (int rank = 0; rank <= FARTHEST; rank++)
        for (size_t i = 0; i < count && n < SHOWN; i++) {
            const char *other = clpwl__name_at(names, stride, i);
            int is_new = rank_name(name, other) == rank;
            for (size_t k = 0; k < n; k++)
                is_new = is_new && strcmp(found[k], other) != 0;
            if (is_new)
                found[n++] = other;
        }
    for (size_t i = 0, none = n == 0; none && count <= SHOWN && i < count; i++)
        found[n++] = clpwl__name_at(names, stride, i);
    buffer[0] = '\0';
    for (size_t i = 0; i < n && used < room; i++)
        used += (size_t)snprintf(buffer + used, room - used, "%s%s",
                                 i == 0 ? "" : i + 1 == n ? " or " : ", ", found[i]);
}

const void *clpwl__row_named(const void *names, size_t stride, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(clpwl__name_at(names, stride, i), name) == 0)
            return (const char *)names + i * stride;
    return NULL;
}

int clpwl__is_identifier(const char *text)
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    return text && strspn(text, letters + 10) > 0 && !text[strspn(text, letters)];
}
