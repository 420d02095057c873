/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static FILE *said;

/* The readers' messages are not printed. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    said = stderr;
    FILE *nowhere = fopen("/dev/null", "w");
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

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_HOLDS(text);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

void fuzz_refused(clpwl_status status)
{
    const char *text = clpwl_last_message();
    FUZZ_HOLDS(status != CLPWL_OK && *text);
    FUZZ_HOLDS(!strpbrk(text, "\n\r\033"));
}

void fuzz_use_function(clpwl_function *f)
{
    double a, b, y;
    clpwl_function_domain(f, &a, &b);
    FUZZ_HOLDS(a <= b);
    for (int i = 0; i <= 4; i++) {
        double x = a < b ? a + (b - a) * i / 4 : i - 1.5;
        clpwl_status status = clpwl_function_value(f, x, &y);
        if (status == CLPWL_OK)
            FUZZ_HOLDS(isfinite(y));
        else
            fuzz_refused(status);
    }
    clpwl_function_free(f);
}
