/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gnuplot.h"
#include <errno.h>
#include <string.h>
#include "common/message.h"
#include "run_program.h"

int gnuplot_begin(FILE **script)
{
    *script = tmpfile();
    return *script ? 0 : app_fail("cannot make a temporary file: %s", strerror(errno));
}

int gnuplot_draw(FILE *script, FILE *picture)
{
    static const char *const argv[] = { "gnuplot", NULL };
    int code = 0, error = 0;
    CHECK(fflush(script) == 0 && !ferror(script) && fseek(script, 0, SEEK_SET) == 0,
          "cannot write a temporary file: %s", strerror(errno));
    error = run_program(argv, fileno(script), fileno(picture));
    CHECK(error != ENOENT, "gnuplot is not installed; on Debian: apt-get install gnuplot-nox");
    CHECK(error >= 0, "gnuplot failed; see its messages above");
    CHECK(error == 0, "cannot start gnuplot: %s", strerror(error));
done:
    fclose(script);
    return code;
}

/* gnuplot runs what stands between backquotes in double quotes; in single quotes it runs and
 * expands nothing, and two of them stand for one. */
void gnuplot_quote(FILE *script, const char *text)
{
    fputc('\'', script);
    for (; *text; text++)
        if (*text == '\'')
            fputs("''", script);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, script);
    fputc('\'', script);
}
