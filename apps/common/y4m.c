/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/y4m.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "common/message.h"

enum { LINE = 1024 };

/* Whether a signal interrupted a read, which then continues. SA_RESTART does not help: compilers
 * in drivers install handlers of their own. */
static int was_interrupted(FILE *f)
{
    if (!ferror(f) || errno != EINTR)
        return 0;
    clearerr(f);
    return 1;
}

static int next_byte(FILE *f)
{
    int c;
    do
        c = getc(f);
    while (c == EOF && was_interrupted(f));
    return c;
}

/* Reads a line without its end. 1, 0 at the end of the stream, or -1 for a line that is too long
 * or cut. */
static int read_line(FILE *f, char line[LINE])
{
    int n = 0, c;
    while ((c = next_byte(f)) != EOF && c != '\n' && n < LINE - 1)
        line[n++] = (char)c;
    line[n] = '\0';
    return c == '\n' ? 1 : c == EOF && n == 0 ? 0 : -1;
}

static int set_chroma(app_y4m *y, const char *space)
{
    static const struct {
        const char *name;
        int across, down;
    } spaces[] = {{"420", 2, 2}, {"420jpeg", 2, 2}, {"420mpeg2", 2, 2}, {"420paldv", 2, 2},
                  {"422", 2, 1}, {"444", 1, 1},     {"mono", 0, 0}};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        if (strcmp(space, spaces[i].name) != 0)
            continue;
        int across = spaces[i].across, down = spaces[i].down;
        y->chroma_width = across ? (y->width + across - 1) / across : 0;
        y->chroma_height = down ? (y->height + down - 1) / down : 0;
        return 0;
    }
    return app_fail("'%s' has the colour space C%s; it must be C420, C422, C444 or Cmono, of 8 "
                    "bits (ffmpeg: -pix_fmt yuv420p)",
                    y->name, space);
}

static int side(const char *text)
{
    long value = strtol(text, NULL, 10);
    return value < 0 || value > INT_MAX ? INT_MAX : (int)value;
}

static int read_header(app_y4m *y)
{
    int code = 0;
    char line[LINE], space[32] = "420", *rest = NULL;
    int got = read_line(y->f, line);
    CHECK(!ferror(y->f), "cannot read '%s': %s", y->name,
          errno == EBADF    ? "it is closed"
          : errno == EISDIR ? "it is a folder; its pictures are given as in%06d.png"
                            : strerror(errno));
    CHECK(got == 1 && strncmp(line, "YUV4MPEG2", 9) == 0,
          "'%s' is not a y4m stream; 'ffmpeg -i CLIP -pix_fmt yuv420p STREAM.y4m' makes one, and "
          "pictures are given as in%%06d.png",
          y->name);
    const char *width = "no W", *height = "no H";
    for (char *word = strtok_r(line + 9, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (*word == 'W')
            y->width = side((width = word) + 1);
        else if (*word == 'H')
            y->height = side((height = word) + 1);
        else if (*word == 'C')
            snprintf(space, sizeof space, "%s", word + 1);
        else if (strcmp(word, "XCOLORRANGE=FULL") == 0)
            y->full = 1;
    }
    CHECK(y->width > 0 && y->height > 0 && y->width <= APP_SIDE_MOST && y->height <= APP_SIDE_MOST,
          "'%s' has %s and %s, px, in its header; both must be from 1 to %d", y->name, width, height,
          APP_SIDE_MOST);
    TRY(set_chroma(y, space));
done:
    return code;
}

int app_y4m_open(app_y4m *out, FILE *f, const char *name)
{
    int code = 0;
    *out = (app_y4m){.f = f, .name = name};
    TRY(read_header(out));
    out->size = (size_t)out->width * (size_t)out->height +
                2 * (size_t)out->chroma_width * (size_t)out->chroma_height;
done:
    return code;
}

long app_y4m_frames_most(const app_y4m *y)
{
    static const char head[] = "FRAME\n"; /* or longer */
    struct stat s;
    long at = ftell(y->f);
    if (at < 0 || fstat(fileno(y->f), &s) != 0 || !S_ISREG(s.st_mode) || s.st_size < at)
        return -1;
    return (long)(((size_t)s.st_size - (size_t)at) / (sizeof head - 1 + y->size));
}

void app_y4m_close(app_y4m *y)
{
    free(y->planes);
    *y = (app_y4m){0};
}

static unsigned char clamp(int v)
{
    return (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);
}

/* ITU-R BT.601: R = (255/219)(Y - 16) + 1.402 (255/224)(V - 128), and so on; by 2^16. */
static void convert(const app_y4m *y, unsigned char *rgb)
{
    const int black = y->full ? 0 : 16, gain = y->full ? 65536 : 76309;
    const int rv = y->full ? 91881 : 104597, gu = y->full ? 22554 : 25675;
    const int gv = y->full ? 46802 : 53279, bu = y->full ? 116130 : 132201;
    const size_t luma = (size_t)y->width * (size_t)y->height;
    const size_t chroma = (size_t)y->chroma_width * (size_t)y->chroma_height;
    const int across = y->chroma_width == y->width ? 0 : 1;
    const int down = y->chroma_height == y->height ? 0 : 1;
    for (int row = 0; row < y->height; row++)
        for (int x = 0; x < y->width; x++, rgb += 3) {
            int l = gain * (y->planes[(size_t)row * (size_t)y->width + (size_t)x] - black) + 32768;
            int u = 0, v = 0;
            if (chroma) {
                size_t at = (size_t)(row >> down) * (size_t)y->chroma_width + (size_t)(x >> across);
                u = y->planes[luma + at] - 128;
                v = y->planes[luma + chroma + at] - 128;
            }
            rgb[0] = clamp((l + rv * v) >> 16);
            rgb[1] = clamp((l - gu * u - gv * v) >> 16);
            rgb[2] = clamp((l + bu * u) >> 16);
        }
}

/* Reads the bytes of a frame. Memory grows with the bytes, whatever size the header claims. */
static int read_planes(app_y4m *y, long number)
{
    enum { LEAST = 1 << 16 };
    int code = 0;
    size_t n = 0;
    while (n < y->size) {
        if (n == y->room) {
            size_t room = 2 * n + LEAST < y->size ? 2 * n + LEAST : y->size;
            unsigned char *more = realloc(y->planes, room);
            CHECK(more, "out of memory: a frame of %zu bytes", y->size);
            y->planes = more;
            y->room = room;
        }
        size_t got = fread(y->planes + n, 1, y->room - n, y->f);
        n += got;
        CHECK(got > 0 || was_interrupted(y->f),
              "'%s' ends in the middle of frame %ld: %zu of its %zu bytes", y->name, number, n,
              y->size);
        if (n < y->room)
            was_interrupted(y->f);
    }
done:
    return code;
}

int app_y4m_read(app_y4m *y, unsigned char **rgb, long number, int *more)
{
    int code = 0;
    char line[LINE];
    int got = read_line(y->f, line);
    *more = 0;
    CHECK(!ferror(y->f), "'%s' cannot be read", y->name);
    if (got == 0)
        return 0;
    CHECK(got == 1 && strncmp(line, "FRAME", 5) == 0,
          "'%s' has no FRAME where frame %ld should begin", y->name, number);
    TRY(read_planes(y, number));
    if (!*rgb)
        *rgb = malloc(3 * (size_t)y->width * (size_t)y->height);
    CHECK(*rgb, "out of memory: a frame of %d x %d pixels", y->width, y->height);
    convert(y, *rgb);
    *more = 1;
done:
    return code;
}

/* The inverse of convert() for limited range. */
static unsigned char component(const unsigned char *c, int r, int g, int b, int offset)
{
    return clamp((r * c[0] + g * c[1] + b * c[2] + (offset << 16) + 32768) >> 16);
}

int app_y4m_write(app_output *file, const app_picture *p, int is_first)
{
    static const int rows[3][4] = {
        {16829, 33039, 6416, 16}, {-9714, -19070, 28784, 128}, {28784, -24103, -4681, 128}};
    size_t pixels = (size_t)p->width * (size_t)p->height;
    if (is_first)
        fprintf(file->file, "YUV4MPEG2 W%d H%d F25:1 Ip A1:1 C%s\n", p->width, p->height,
                p->channels == 3 ? "444" : "mono");
    fputs("FRAME\n", file->file);
    if (p->channels == 1)
        fwrite(p->data, 1, pixels, file->file);
    for (int k = 0; k < 3 && p->channels == 3; k++)
        for (size_t i = 0; i < pixels; i++)
            putc(component(p->data + 3 * i, rows[k][0], rows[k][1], rows[k][2], rows[k][3]),
                 file->file);
    return app_output_mark(file);
}
