/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of numbered files. The text is the user's: it is never a format of printf. */
#include "common/pattern.h"
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include "common/message.h"
#include "common/output.h"

int app_pattern_parse(app_pattern *out, const char *text)
{
    const char *at = strchr(text, '%'), *p = at;
    int digits = 0;
    if (p && p[1] == '0' && isdigit((unsigned char)p[2]) && p[3] == 'd')
        digits = p[2] - '0', p += 4;
    else if (p && p[1] == 'd')
        p += 2;
    else
        p = NULL;
    if (!p || strchr(p, '%') || strchr(p, '/') || strlen(text) > APP_NAME - 32)
        return app_usage("'%s' does not name numbered files: it must hold one %%d or %%06d in "
                         "its last part", text);
    *out = (app_pattern){text, (size_t)(at - text), p, digits};
    return 0;
}

int app_pattern_refuse_files(int count, const char *first)
{
    const char *slash = strrchr(first, '/'), *name = slash ? slash + 1 : first;
    const char *end = name + strlen(name);
    while (end > name && !isdigit((unsigned char)end[-1]))
        end--;
    if (strchr(name, '%'))
        return app_usage("%d files: numbered pictures are one operand, '%s' alone", count, first);
    const char *begin = end;
    while (begin > name && isdigit((unsigned char)begin[-1]))
        begin--;
    char digits[8] = "";
    if (*begin == '0' && end - begin > 1 && end - begin < 10)
        snprintf(digits, sizeof digits, "0%d", (int)(end - begin));
    if (begin == end)
        return app_usage("%d files: numbered pictures are one operand, such as in%%06d.png", count);
    return app_usage("%d files: numbered pictures are one operand, '%.*s%%%sd%s'", count,
                     (int)(begin - first), first, digits, end);
}

void app_pattern_name(const app_pattern *p, long number, char name[APP_NAME])
{
    snprintf(name, APP_NAME, "%.*s%0*ld%s", (int)p->before, p->text, p->digits, number, p->after);
}

/* The number in a file's name; -1 if the name does not match. */
static long number_of(const app_pattern *p, const char *stem, size_t length, const char *file)
{
    char *end;
    if (strncmp(file, stem, length) != 0 || !isdigit((unsigned char)file[length]))
        return -1;
    long number = strtol(file + length, &end, 10);
    char digits[32];
    snprintf(digits, sizeof digits, "%0*ld", p->digits, number);
    size_t n = (size_t)(end - (file + length));
    int same = n == strlen(digits) && strncmp(digits, file + length, n) == 0;
    return same && strcmp(end, p->after) == 0 ? number : -1;
}

/* Calls `found` for the number of each file that exists. 0, or what `found` returned last. */
static int visit_files(const app_pattern *p, int (*found)(const app_pattern *p, long n, void *user),
                       void *user)
{
    char folder[APP_NAME], stem[APP_NAME];
    int code = 0;
    snprintf(folder, sizeof folder, "%.*s", (int)p->before, p->text);
    char *slash = strrchr(folder, '/');
    snprintf(stem, sizeof stem, "%s", slash ? slash + 1 : folder);
    if (slash)
        slash[slash == folder] = '\0';
    DIR *d = opendir(slash ? folder : ".");
    for (struct dirent *e; code == 0 && d && (e = readdir(d));) {
        long n = number_of(p, stem, strlen(stem), e->d_name);
        if (n >= 0)
            code = found(p, n, user);
    }
    if (d)
        closedir(d);
    return code;
}

typedef struct range {
    long count, first, last;
} range;

static int widen_range(const app_pattern *p, long n, void *user)
{
    range *r = user;
    (void)p;
    r->first = r->count == 0 || n < r->first ? n : r->first;
    r->last = r->count == 0 || n > r->last ? n : r->last;
    r->count++;
    return 0;
}

long app_pattern_range(const app_pattern *p, long *first, long *last)
{
    range r = {0, *first, *last};
    (void)visit_files(p, widen_range, &r);
    *first = r.first;
    *last = r.last;
    return r.count;
}

static int protect_file(const app_pattern *p, long n, void *unused)
{
    char name[APP_NAME];
    (void)unused;
    app_pattern_name(p, n, name);
    return app_output_protect(name);
}

int app_pattern_protect(const app_pattern *p)
{
    return visit_files(p, protect_file, NULL);
}
