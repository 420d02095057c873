/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/plot.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "common/message.h"

/* What the library takes around numbers: quotes and a byte order mark, too. */
static const char separators[] = " \t\r\n,;\"\xEF\xBB\xBF";

/* The number at *at, which is moved behind it; 0 without one. Exponents may be Fortran's. */
static int take_number(char **at, double *out)
{
    char *begin = *at + strspn(*at, separators);
    *out = strtod(begin, at);
    if (*at != begin && (**at == 'D' || **at == 'd')) {
        **at = 'e';
        *out = strtod(begin, at);
    }
    return *at != begin;
}

static int append_sample(plot_samples *s, double x, double y)
{
    if ((s->count & (s->count - 1)) == 0) { /* full at powers of 2 */
        size_t room = (s->count ? 2 * s->count : 1) * sizeof(double);
        double *grown_x = realloc(s->x, room);
        s->x = grown_x ? grown_x : s->x;
        double *grown_y = realloc(s->y, room);
        s->y = grown_y ? grown_y : s->y;
        if (!grown_x || !grown_y)
            return app_fail("out of memory");
    }
    s->x[s->count] = x;
    s->y[s->count++] = y;
    return 0;
}

/* The headings are "x-name, y-name", apart by a comma, a semicolon or a tab, or by blanks.
 *   comment  1: the line is a comment, which is a heading if it has two names and no more */
static void take_headings(plot_samples *s, char *line, int comment)
{
    const char *apart = strpbrk(line, ",;\t") ? ",;\t\r\n" : " \r\n";
    char *rest = NULL, *x = strtok_r(line, apart, &rest),
         *y = x ? strtok_r(NULL, apart, &rest) : NULL;
    if (!y || (comment && (strtok_r(NULL, apart, &rest) || *s->xlabel)))
        return;
    snprintf(s->xlabel, sizeof s->xlabel, "%s", x + strspn(x, " "));
    snprintf(s->ylabel, sizeof s->ylabel, "%s", y + strspn(y, " "));
}

int plot_samples_read(plot_samples *s, const char *path)
{
    int code = 0;
    char line[4096], *at;
    double x, y;
    struct stat info;
    FILE *file = NULL;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return 0; /* a pipe cannot be read again */
    file = fopen(path, "rb");
    CHECK(file, "cannot read '%s': %s", path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        size_t blanks = strspn(line, " \t");
        if (line[blanks] == '#' && s->count == 0)
            take_headings(s, line + blanks + strspn(line + blanks, "#"), 1);
        line[strcspn(line, "#")] = '\0';
        at = line;
        if (take_number(&at, &x) && take_number(&at, &y))
            TRY(append_sample(s, x, y));
        else if (s->count == 0)
            take_headings(s, line, 0);
    }
    CHECK(!ferror(file), "cannot read '%s': %s", path, strerror(errno));
done:
    if (file)
        fclose(file);
    return code;
}

void plot_samples_free(plot_samples *s)
{
    free(s->x);
    free(s->y);
}
