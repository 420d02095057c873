/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names similar to an unknown one, and identifiers. */
#include "base/names.h"
#include <ctype.h>
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

static int is_near(const char *name, const char *other)
{
    size_t length = strnlen(name, LONGEST);
    if (length >= 2 && (strncmp(name, other, length) == 0 || strstr(other, name)))
        return 1;
    return edit_distance(name, other) <= 1 + (int)length / 4;
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

/* Appends a name, unless it equals the last one. */
static size_t add_name(const char **names, size_t n, const char *name)
{
    if (n > 0 && strcmp(names[n - 1], name) == 0)
        return n;
    names[n] = name;
    return n + 1;
}

void clpwl__near_names(const char *name, const char *(*name_at)(size_t, const void *),
                       const void *user, size_t count, char *buffer, size_t room)
{
    const char *shown[SHOWN];
    size_t n = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < count && n < SHOWN; i++)
        if (is_near(name, name_at(i, user)))
            n = add_name(shown, n, name_at(i, user));
    if (n == 0 && count <= SHOWN)
        for (size_t i = 0; i < count; i++)
            n = add_name(shown, n, name_at(i, user));
    write_list(shown, n, buffer, room);
}

int clpwl__is_identifier(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    if (!text || !*text || !strchr(letters, *text))
        return 0;
    text += strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return *text == '\0';
}
