/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static FILE *said;

static const struct row {
    const char *name;
    fuzz_reader *try;
} rows[] = {
#define ROW(name) {#name, fuzz_##name},
    FUZZ_READERS(ROW)};
static const struct row *chosen;

const char *fuzz_choose(size_t i)
{
    chosen = i < sizeof rows / sizeof *rows ? &rows[i] : NULL;
    return chosen ? chosen->name : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    chosen->try(data, size);
    return 0;
}

/* libFuzzer drives the reader that FUZZ_READER names. The readers' messages are not printed. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("FUZZ_READER");
    (void)argc;
    (void)argv;
    said = stderr;
    FILE *nowhere = fopen("/dev/null", "w");
    for (size_t i = 0; name && fuzz_choose(i) && strcmp(chosen->name, name) != 0; i++)
        ;
    FUZZ_HOLDS(!name || chosen);
    if (nowhere)
        stderr = nowhere;
    return 0;
}

void fuzz_fails(const char *file, int line, const char *condition)
{
    fprintf(said, "%s:%d: %s does not hold\n", file, line, condition);
    abort();
}

const char *fuzz_file(const void *data, size_t size)
{
    static int fd = -1;
    static char path[40];
    if (fd < 0)
        fd = memfd_create("fuzz", 0);
    FUZZ_HOLDS(fd >= 0 && ftruncate(fd, 0) == 0);
    FUZZ_HOLDS(pwrite(fd, data, size, 0) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

char *fuzz_text(const void *head, size_t n, const uint8_t *data, size_t size, size_t more)
{
    char *text = calloc(1, n + size + more);
    FUZZ_HOLDS(text);
    memcpy(text, head, n);
    if (size)
        memcpy(text + n, data, size);
    return text;
}

void fuzz_refused(clpwl_status status)
{
    const char *text = clpwl_last_message();
    FUZZ_HOLDS(status != CLPWL_OK && *text);
    FUZZ_HOLDS(!strpbrk(text, "\n\r\033"));
}
