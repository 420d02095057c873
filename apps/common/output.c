/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/output.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/message.h"
#include "common/signals.h"

enum { TRIES = 100 };

/* Outputs with temporary files. The list changes only while signals are held. */
static app_output *volatile pending;

/* The thread that opens outputs, which alone holds signals. A driver's thread passes them on. */
static pthread_t owner;
static int left; /* app_output_leave_signals was called */

static void remove_pending(int signal_number)
{
    if (!pthread_equal(pthread_self(), owner)) {
        pthread_kill(owner, signal_number);
        return;
    }
    for (const app_output *o = pending; o; o = o->next)
        unlink(o->temp);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* A program that handles signals itself handles what is sent to it. */
static void install_handlers(void)
{
    owner = pthread_self();
    if (!left)
        app_signals_catch(APP_SIGNALS_SENT, remove_pending);
    app_signals_catch(APP_SIGNALS_RAISED, remove_pending);
}

void app_output_leave_signals(void)
{
    left = 1;
}

void app_output_hold_signals(int hold)
{
    if (hold)
        install_handlers();
    app_signals_hold(hold);
}

static int fail_write(const app_output *o, int error)
{
    const char *quote = o->name ? "'" : "";
    return app_fail("cannot write %s%s%s: %s", quote, o->name ? o->name : "standard output", quote,
                    strerror(error ? error : EIO));
}

/* The files that no output replaces: inputs, and outputs that are complete. */
static struct identity {
    dev_t device;
    ino_t file;
    char *path;
    int is_output;
} *kept;
static size_t kept_count;

static int keep_file(const char *path, int is_output)
{
    enum { STEP = 256 };
    struct stat s;
    if (stat(path, &s) != 0 || !S_ISREG(s.st_mode))
        return 0;
    if (kept_count % STEP == 0) {
        struct identity *more = realloc(kept, (kept_count + STEP) * sizeof *more);
        if (!more)
            return app_fail("out of memory: %zu files", kept_count);
        kept = more;
    }
    char *copy = strdup(path);
    if (!copy)
        return app_fail("out of memory: %zu files", kept_count);
    kept[kept_count++] = (struct identity){ s.st_dev, s.st_ino, copy, is_output };
    return 0;
}

int app_output_protect(const char *path)
{
    return keep_file(path, 0);
}

static int is_file(const struct stat *s, const struct identity *k)
{
    return s->st_dev == k->device && s->st_ino == k->file;
}

static int refuse_kept(const char *path)
{
    struct stat s, now;
    int exists = stat(path, &s) == 0;
    for (size_t i = 0; i < kept_count && exists; i++)
        /* The number of a file that was removed may be that of a new one. */
        if (is_file(&s, &kept[i]) && stat(kept[i].path, &now) == 0 && is_file(&now, &kept[i]))
            return app_usage("'%s' would be written over %s, '%s'", path,
                             kept[i].is_output ? "another output" : "an input", kept[i].path);
    return 0;
}

/* Refuses a file to which an inherited descriptor writes, as that of standard output: what is written
 * there before and after would be lost. The program's own descriptors are closed on exec. */
static int refuse_inherited(const char *path, const struct stat *file)
{
    enum { DESCRIPTORS = 256 }; /* shells and programs hand on the first ones */
    static const char *const names[] = { "", "standard output", "standard error" };
    struct stat s;
    for (int fd = STDOUT_FILENO; fd < DESCRIPTORS; fd++) {
        int flags = fcntl(fd, F_GETFD), access = fcntl(fd, F_GETFL) & O_ACCMODE;
        if (flags < 0 || (flags & FD_CLOEXEC) || access == O_RDONLY || fstat(fd, &s) != 0 ||
            s.st_dev != file->st_dev || s.st_ino != file->st_ino)
            continue;
        return fd <= STDERR_FILENO
                   ? app_usage("'%s' is the file of %s, which would be replaced", path, names[fd])
                   : app_usage("'%s' is the file of the open descriptor %d, which would be replaced",
                               path, fd);
    }
    return 0;
}

/* Creates the temporary file beside the final one, so that rename stays in one file system.
 * open() and not mkstemp(): the mode then follows the user's umask. */
static int create_temp(app_output *o)
{
    const char *slash = strrchr(o->path, '/'), *name = slash ? slash + 1 : o->path;
    /* The names of a folder end at 255 bytes. */
    int kept_length = (int)(name - o->path) + (int)strnlen(name, 200);
    size_t room = (size_t)kept_length + 48;
    int fd = -1;
    char *temp = malloc(room);
    if (!temp)
        return app_fail("out of memory");
    for (int i = 0; i < TRIES && fd < 0; i++) {
        snprintf(temp, room, "%.*s.%ld-%d.part", kept_length, o->path, (long)getpid(), i);
        fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0) {
        free(temp);
        return fail_write(o, errno);
    }
    o->temp = temp;
    o->next = pending;
    pending = o;
    o->file = fdopen(fd, "wb");
    if (!o->file)
        close(fd);
    return o->file ? 0 : app_fail("out of memory");
}

int app_output_open(app_output *o, const char *path)
{
    int code = 0;
    struct stat old;
    *o = (app_output){ .name = path };
    if (!path || strcmp(path, "-") == 0) {
        *o = (app_output){ .file = stdout };
        return 0;
    }
    int exists = stat(path, &old) == 0;
    if (!exists && errno != ENOENT)
        return fail_write(o, errno);
    if (!exists && lstat(path, &old) == 0)
        return app_fail("cannot write '%s': a symbolic link to a file that does not exist", path);
    if (exists && S_ISDIR(old.st_mode))
        return fail_write(o, EISDIR);
    if (refuse_kept(path) || (exists && S_ISREG(old.st_mode) && refuse_inherited(path, &old)))
        return EXIT_USAGE;
    if (exists && !S_ISREG(old.st_mode)) {
        o->file = fopen(path, "wb");
        return o->file ? 0 : fail_write(o, errno);
    }
    /* Of a symbolic link, the target is replaced and not the link. */
    o->path = exists ? realpath(path, NULL) : strdup(path);
    if (!o->path)
        return fail_write(o, errno);
    app_output_hold_signals(1);
    code = create_temp(o);
    app_output_hold_signals(0);
    if (code == 0 && exists && fchmod(fileno(o->file), old.st_mode & 07777) != 0)
        code = fail_write(o, errno);
    if (code)
        app_output_discard(o);
    errno = 0;
    return code;
}

int app_output_mark(app_output *o)
{
    /* Of a write that failed earlier, errno is still the cause: the last mark cleared it. */
    if (ferror(o->file) || fflush(o->file) != 0)
        return fail_write(o, errno);
    if (o->temp)
        o->whole = ftell(o->file);
    o->marked = 1;
    errno = 0;
    return 0;
}

/* Cuts the file at its mark, forces it to the disk, and then renames it. 0, or an errno. */
static int put_in_place(const app_output *o)
{
    int error = 0, fd = open(o->temp, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    if (ftruncate(fd, o->whole) != 0 || fsync(fd) != 0)
        error = errno;
    if (close(fd) != 0 && !error)
        error = errno;
    if (!error && rename(o->temp, o->path) != 0)
        error = errno;
    if (!error && !o->is_rewritten && keep_file(o->path, 1) != 0)
        error = ENOMEM;
    return error;
}

static void forget_temp(app_output *o)
{
    app_output_hold_signals(1);
    if (pending == o)
        pending = o->next;
    for (app_output *p = pending; p; p = p->next)
        if (p->next == o)
            p->next = o->next;
    app_output_hold_signals(0);
    free(o->temp);
    o->temp = NULL;
}

int app_output_close(app_output *o)
{
    int code = 0, error = 0;
    if (!o->file)
        return 0;
    /* After a failed write, which was reported, closing may fail as well. */
    int failed_before = ferror(o->file);
    if (o->file != stdout && fclose(o->file) != 0 && !failed_before)
        error = errno;
    o->file = NULL;
    if (o->temp && o->marked && !error)
        code = refuse_kept(o->path); /* it may have appeared meanwhile */
    if (o->temp && o->marked && !error && !code) {
        error = put_in_place(o);
        if (!error)
            forget_temp(o);
    }
    if (error)
        code = fail_write(o, error);
    app_output_discard(o);
    return code;
}

void app_output_discard(app_output *o)
{
    if (o->file && o->file != stdout)
        fclose(o->file);
    if (o->temp) {
        unlink(o->temp);
        forget_temp(o);
    }
    free(o->path);
    *o = (app_output){ 0 };
}

int app_output_end(app_output *o, int code)
{
    if (code == 0)
        code = app_output_mark(o);
    if (code == 0)
        return app_output_close(o);
    app_output_discard(o);
    return code;
}

static int stdout_error; /* of the first flush that failed, or 0 */

void app_output_flush(void)
{
    if (fflush(stdout) != 0 && !stdout_error)
        stdout_error = errno;
}

int app_output_stdout(void)
{
    app_output_flush();
    return stdout_error || ferror(stdout) ? fail_write(&(app_output){ 0 }, stdout_error) : 0;
}

int app_output_spares(const char *path, const char *read)
{
    struct stat a, b;
    if (!path || !read || stat(path, &a) != 0 || stat(read, &b) != 0 || !S_ISREG(a.st_mode) ||
        a.st_dev != b.st_dev || a.st_ino != b.st_ino)
        return 0;
    return app_usage("'%s' is an input of this command and would be replaced", path);
}

int app_output_is_stdout(const char *path)
{
    struct stat a, b;
    return strcmp(path, "-") == 0 ||
           (stat(path, &a) == 0 && fstat(STDOUT_FILENO, &b) == 0 && !S_ISCHR(a.st_mode) &&
            a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

int app_output_try(const char *path)
{
    app_output o = {0};
    struct stat s;
    if (!path || strcmp(path, "-") == 0 ||
        (stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode)))
        return 0;
    int code = app_output_open(&o, path);
    app_output_discard(&o);
    return code;
}

void app_print_json_text(const char *text)
{
    putchar('"');
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        if (*p == '"' || *p == '\\')
            printf("\\%c", *p);
        else if (*p < 32 || *p > 126)
            putchar('?');
        else
            putchar(*p);
    putchar('"');
}

int app_ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n >= m && strcasecmp(path + n - m, ending) == 0;
}

int app_file_open(FILE **out, const char *path)
{
    int code = 0;
    struct stat s;
    *out = NULL;
    int is_there = stat(path, &s) == 0;
    CHECK(!is_there || !S_ISFIFO(s.st_mode), "'%s' is a pipe; a file is needed", path);
    CHECK(!is_there || !S_ISDIR(s.st_mode), "cannot read '%s': %s", path, strerror(EISDIR));
    *out = fopen(path, "rb");
    CHECK(*out, "cannot read '%s': %s", path, strerror(errno));
done:
    return code;
}

int app_make_folder(const char *path)
{
    struct stat s;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &s) == 0 && S_ISDIR(s.st_mode)))
        return 0;
    return app_fail("cannot make the folder '%s': %s", path, strerror(errno));
}
