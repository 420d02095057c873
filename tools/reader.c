/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reader.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/message.h"
#include "common/output.h"

enum { LONGEST_LINE = 256, LONGEST_HEADER = 1 << 16, PIECE = 1024 };

/* Why a read failed. A standard stream that was closed is open for nothing. */
static const char *read_error(void)
{
    return errno == EBADF ? "it is closed" : strerror(errno);
}

/* Refills the buffer if it is empty. 1, 0 at the end, or -1 after a message. */
static int refill(reader *r)
{
    if (r->at < r->fill)
        return 1;
    ssize_t n;
    do
        n = read(r->fd, r->buffer, sizeof r->buffer);
    while (n < 0 && errno == EINTR);
    if (n < 0) {
        app_fail("cannot read '%s': %s", r->name, read_error());
        return -1;
    }
    r->at = 0;
    r->fill = (size_t)n;
    r->passed += (uint64_t)n;
    return n > 0;
}

/* Copies n bytes, or fewer at the end. Their number, or -1 after a message. */
static ssize_t copy_bytes(reader *r, void *to, size_t n)
{
    size_t done = 0;
    while (done < n) {
        int state = refill(r);
        if (state < 0)
            return -1;
        if (state == 0)
            break;
        size_t part = r->fill - r->at < n - done ? r->fill - r->at : n - done;
        memcpy((char *)to + done, r->buffer + r->at, part);
        r->at += part;
        done += part;
    }
    return (ssize_t)done;
}

/* The header after the magic: version, length, dictionary. */
static int read_header(reader *r)
{
    unsigned char version[2] = {1}, size[4] = {0};
    char text[LONGEST_HEADER];
    int code = 0, is_whole = copy_bytes(r, version, 2) == 2;
    CHECK(version[0] >= 1 && version[0] <= 3,
          "%s has .npy version %d.%d; versions 1.0 to 3.0 are read", r->name, version[0],
          version[1]);
    ssize_t width = version[0] == 1 ? 2 : 4;
    is_whole &= copy_bytes(r, size, (size_t)width) == width;
    uint32_t length = (uint32_t)size[0] | (uint32_t)size[1] << 8 | (uint32_t)size[2] << 16 |
                      (uint32_t)size[3] << 24;
    CHECK(length <= sizeof text, "%s: an .npy header of %u bytes is damaged", r->name, length);
    CHECK(is_whole && copy_bytes(r, text, length) == (ssize_t)length,
          "%s: the .npy header is cut short", r->name);
    TRY(npy_parse(&r->header, text, length, r->name));
    r->left = r->header.count;
done:
    return code;
}

/* Reads until the buffer holds the magic, which a pipe may deliver in pieces. */
static int read_magic(reader *r)
{
    while (r->fill < NPY_MAGIC) {
        ssize_t n = read(r->fd, r->buffer + r->fill, sizeof r->buffer - r->fill);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return app_fail("cannot read '%s': %s", r->name, read_error());
        if (n == 0)
            break;
        /* At a terminal the first line, which may be shorter, is evaluated at once. */
        r->fill += (size_t)n;
        r->passed += (uint64_t)n;
        if (r->buffer[0] != 0x93)
            break;
    }
    r->npy = r->fill >= NPY_MAGIC && npy_is_magic(r->buffer);
    return 0;
}

int reader_open(reader *r, const char *path)
{
    struct stat there;
    memset(r, 0, sizeof *r);
    int standard = !path || strcmp(path, "-") == 0;
    r->name = standard ? "standard input" : path;
    r->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (r->fd < 0)
        return app_fail("cannot read '%s': %s%s", path, strerror(errno),
                        !path[strspn(path, "0123456789.,;eE+-")]
                            ? "; numbers are separated by blanks and have a point, as 0.5 2"
                        : errno == ENOENT ? ", and it is no number" : "");
    if (fstat(r->fd, &there) == 0 && S_ISREG(there.st_mode) && there.st_size > 0)
        r->size = (uint64_t)there.st_size;
    r->terminal = isatty(r->fd);
    int code = read_magic(r);
    if (code == 0 && r->fill >= 4 && memcmp(r->buffer, "PK\3\4", 4) == 0)
        code = app_fail("%s is an .npz or another zip, not numbers: save one of its arrays by "
                        "numpy.save", r->name);
    if (code == 0 && !r->npy && !standard && app_ends_in(path, ".npy"))
        code = app_fail("%s is not a .npy file: its first bytes are wrong", path);
    if (code == 0 && r->npy) {
        r->at = NPY_MAGIC;
        code = read_header(r);
    }
    if (code)
        reader_close(r);
    return code;
}

static ssize_t read_npy(reader *r, float *values, size_t room)
{
    size_t want = r->left < room ? (size_t)r->left : room;
    if (want == 0) {
        int state = refill(r);
        if (state > 0)
            app_fail("%s has data after its array of %llu value%s", r->name,
                     (unsigned long long)r->header.count, app_s(r->header.count));
        return state == 0 ? 0 : -1;
    }
    for (size_t done = 0; done < want;) {
        unsigned char elements[PIECE * NPY_ELEMENT];
        size_t n = want - done < PIECE ? want - done : PIECE, size = r->header.size;
        ssize_t bytes = copy_bytes(r, elements, n * size);
        if (bytes < 0)
            return -1;
        if ((size_t)bytes < n * size) {
            uint64_t had = r->header.count - r->left + (uint64_t)bytes / size;
            app_fail("%s is cut short: it has %llu of its %llu value%s", r->name,
                     (unsigned long long)had, (unsigned long long)r->header.count,
                     app_s(r->header.count));
            return -1;
        }
        r->rounded += npy_convert(&r->header, elements, values + done, n);
        r->left -= n;
        done += n;
    }
    return (ssize_t)want;
}

/* Reads a line without its end, which is LF, CR LF or CR. Returns its length, -1 at the end, or -2
 * after a message. */
static int read_line(reader *r, char *line)
{
    int length = 0;
    for (;;) {
        int state = refill(r);
        if (state < 0)
            return -2;
        if (state == 0 && length == 0)
            return -1;
        int c = state ? r->buffer[r->at++] : '\n', is_second = c == '\n' && r->after_return;
        r->after_return = c == '\r';
        if (is_second) /* of CR LF */
            continue;
        if (c == '\n' || c == '\r')
            break;
        if (length == LONGEST_LINE - 1 || c == '\0') {
            app_fail("%s, line %llu: not text with one number a line", r->name,
                     (unsigned long long)r->line + 1);
            return -2;
        }
        line[length++] = (char)c;
    }
    r->line++;
    line[length] = '\0';
    return length;
}

/* Parses the number of a line. 1, 0 if there is none, or -1 after a message. */
static int parse_line(const reader *r, char *line, float *value)
{
    line[strcspn(line, "#")] = '\0';
    /* Some editors write a byte order mark. */
    if (r->line == 1 && strncmp(line, "\xEF\xBB\xBF", 3) == 0)
        line += 3;
    char *begin = line + strspn(line, " \t\r\v\f"), *end;
    if (!*begin)
        return 0;
    *value = strtof(begin, &end);
    if (end != begin && end[strspn(end, " \t\r\v\f")] == '\0')
        return 1;
    for (char *c = begin; *c; c++)
        if (!isprint((unsigned char)*c))
            *c = '?';
    app_fail("%s, line %llu: '%.40s' is not a number; each line must hold one number", r->name,
             (unsigned long long)r->line, begin);
    return -1;
}

static ssize_t read_text(reader *r, float *values, size_t room)
{
    char line[LONGEST_LINE];
    size_t n = 0;
    while (n < room) {
        int length = read_line(r, line);
        if (length == -1)
            break;
        int found = length < 0 ? -1 : parse_line(r, line, &values[n]);
        if (found < 0)
            return -1;
        n += (size_t)found;
        if (r->terminal && n > 0)
            break;
    }
    return (ssize_t)n;
}

ssize_t reader_read(reader *r, float *values, size_t room)
{
    return r->npy ? read_npy(r, values, room) : read_text(r, values, room);
}

double reader_fraction(const reader *r)
{
    return r->size ? (double)r->passed / (double)r->size : 0;
}

void reader_close(reader *r)
{
    if (r->fd > STDERR_FILENO)
        close(r->fd);
    r->fd = -1;
}
