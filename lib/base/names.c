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

static void write_list(const char **names, size_t count, char *buffer, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < count && used < room; i++) {
        const char *glue = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        int n = snprintf(buffer + used, room - used, "%s%s", glue, names[i]);
        used += n > 0 ? (size_t)n : 0;
    }
}

/* The most similar names, in ascending order of their ranks. */
typedef struct nearest {
    const char *name[SHOWN];
    int rank[SHOWN];
    size_t count;
} nearest;

/* Adds a name behind those that are as similar, unless it is there. */
static void add_name(nearest *n, const char *name, int rank)
{
    size_t at = n->count;
    for (size_t i = 0; i < n->count; i++)
        if (strcmp(n->name[i], name) == 0)
            return;
    while (at > 0 && n->rank[at - 1] > rank)
        at--;
    if (at == SHOWN)
        return;
    n->count += n->count < SHOWN;
    for (size_t i = n->count - 1; i > at; i--) {
        n->name[i] = n->name[i - 1];
        n->rank[i] = n->rank[i - 1];
    }
    n->name[at] = name;
    n->rank[at] = rank;
}

void clpwl__near_names(const char *name, const char *(*name_at)(size_t, const void *),
                       const void *user, size_t count, char *buffer, size_t room)
{
    nearest near = {.count = 0};
    buffer[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        int rank = rank_name(name, name_at(i, user));
        if (rank < INT_MAX)
            add_name(&near, name_at(i, user), rank);
    }
    for (size_t i = 0, none = near.count == 0; none && count <= SHOWN && i < count; i++)
        add_name(&near, name_at(i, user), INT_MAX);
    write_list(near.name, near.count, buffer, room);
}

int clpwl__is_identifier(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    if (!text || !*text || !strchr(letters, *text))
        return 0;
    text += strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return *text == '\0';
}
