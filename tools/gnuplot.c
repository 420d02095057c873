/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gnuplot.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>
#include "common/message.h"
#include "common/output.h"
#include "run_program.h"

/* A file in memory: gnuplot reports no write that fails, and exits with 0. */
static int open_memory(const char *name, FILE **out)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    *out = fd >= 0 ? fdopen(fd, "w+b") : NULL;
    if (!*out && fd >= 0)
        close(fd);
    return *out ? 0 : app_fail("cannot make a file in memory: %s", strerror(errno));
}

int gnuplot_begin(FILE **script)
{
    return open_memory("script", script);
}

static int run_gnuplot(FILE *script, FILE *picture)
{
    static const char *const argv[] = {"gnuplot", "-d", NULL}; /* -d: no ~/.gnuplot */
    int code = 0, error = 0;
    CHECK(fflush(script) == 0 && !ferror(script) && fseek(script, 0, SEEK_SET) == 0,
          "cannot write a file in memory: %s", strerror(errno));
    /* In the locale C, gnuplot warns of UTF-8, the encoding of the scripts. */
    setenv("LC_ALL", "C.UTF-8", 1);
    /* At an interrupt gnuplot would read the rest of its data as commands. */
    error = run_program(argv, fileno(script), fileno(picture), 1, NULL, NULL);
    CHECK(error != ENOENT, "gnuplot is not installed; on Debian: apt-get install gnuplot-nox");
    CHECK(error >= 0, "gnuplot failed; see its messages above");
    CHECK(error == 0, "cannot start gnuplot: %s", strerror(error));
done:
    return code;
}

/* Whether the text begins with one of the families, of a list with commas. */
static int is_of_family(const char *text, const char *families)
{
    for (size_t n; *families; families += n + (families[n] == ',')) {
        n = strcspn(families, ",");
        if (n > 0 && strncasecmp(text, families, n) == 0)
            return 1;
    }
    return 0;
}

void gnuplot_note_font(const char *name)
{
    static const char generic[] = "sans,serif,mono,cursive,fantasy,system-ui";
    const char *const argv[] = {"fc-match", "--format=%{family}", name, NULL};
    char families[256] = "";
    FILE *out;
    if (is_of_family(name, generic) || open_memory("font", &out))
        return;
    if (run_program(argv, -1, fileno(out), 0, NULL, NULL) == 0) {
        rewind(out);
        families[fread(families, 1, sizeof families - 1, out)] = '\0';
    }
    fclose(out);
    if (*families && !is_of_family(name, families))
        app_note("--font: there is no font '%s'; %.*s is drawn", name, (int)strcspn(families, ","), families);
}

/* Whether the picture ends as a PNG, an SVG or a PDF does. */
static int is_whole(FILE *picture)
{
    static const char *const ends[] = {"IEND\xae\x42\x60\x82", "</svg>", "%%EOF"};
    char tail[32] = "";
    if (fseek(picture, -12, SEEK_END) != 0)
        return 0;
    size_t size = fread(tail, 1, sizeof tail - 1, picture);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (memmem(tail, size, ends[i], strlen(ends[i])))
            return 1;
    return 0;
}

static int copy_picture(FILE *picture, FILE *to)
{
    char buffer[4096];
    int code = 0;
    CHECK(is_whole(picture), "gnuplot drew no whole picture");
    rewind(picture);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, picture)) > 0;)
        fwrite(buffer, 1, n, to); /* app_output_end checks */
    CHECK(!ferror(picture), "cannot read a file in memory: %s", strerror(errno));
done:
    return code;
}

int gnuplot_draw(FILE *script, const char *path, int code)
{
    app_output out = {0};
    FILE *picture = NULL;
    if (code)
        goto done;
    TRY(open_memory("picture", &picture));
    TRY(run_gnuplot(script, picture));
    TRY(app_output_open(&out, path));
    code = app_output_end(&out, copy_picture(picture, out.file));
done:
    if (picture)
        fclose(picture);
    fclose(script);
    return code;
}

/* The length of the UTF-8 sequence at text that a picture can show; 0: none. XML has no control
 * characters, and a terminal of gnuplot complains of a wrong sequence. */
static size_t character_length(const unsigned char *text)
{
    size_t length = *text < 0x80 ? 1 : *text < 0xc2 ? 0 : *text < 0xe0 ? 2 : *text < 0xf0 ? 3 : 4;
    unsigned long c = length > 1 ? *text & (0x7fu >> length) : *text;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (text[i] & 0x3f);
    }
    int is_long = length == 3 ? c < 0x800 : length == 4 && c < 0x10000;
    int is_shown = c >= ' ' && c - 0x7f > 0x20 && c - 0xd800 >= 0x800 && (c & 0xfffe) != 0xfffe &&
                   c < 0x110000;
    return is_long || !is_shown ? 0 : length;
}

/* gnuplot runs what stands between backquotes in double quotes; in single quotes it runs and expands
 * nothing. There two single quotes stand for one, but gnuplot 5.4 reads '''f' as an empty string
 * beside 'f'. A "\047" joined to the text before and behind it is read rightly in every place. */
static void quote(FILE *script, const char *text, const char *markup)
{
    fputc('\'', script);
    while (*text) {
        size_t length = character_length((const unsigned char *)text);
        if (strchr(markup, *text))
            fputc('\\', script);
        if (*text == '\'')
            fputs("'.\"\\047\".'", script);
        else if (length)
            fwrite(text, 1, length, script);
        else
            fputc(' ', script);
        text += length ? length : 1;
    }
    fputc('\'', script);
}

void gnuplot_quote(FILE *script, const char *text)
{
    quote(script, text, "");
}

/* gnuplot 5.4 reads labels as markup to guess their widths with `noenhanced`, too, and then warns of "{\". */
void gnuplot_quote_label(FILE *script, const char *text)
{
    quote(script, text, "\\{}^_@&~");
}
