/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the harnesses without libFuzzer: with each file of their corpora, with each beginning of
 * it, and with one bit of each byte flipped. As with libFuzzer, no input may request 256 MiB at
 * once.
 */
#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fuzz.h"

#if defined(__has_feature)
#define CLANG_ASAN __has_feature(address_sanitizer)
#else
#define CLANG_ASAN 0
#endif

#if defined(__SANITIZE_ADDRESS__) || CLANG_ASAN
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "max_allocation_size_mb=256";
}
#else
/* These replace the C library's functions, for the picture libraries too. */
enum { MOST_AT_ONCE = 256 << 20 };

static void look_at(size_t size)
{
    static const char text[] = "an input asks for more than 256 MiB at once\n";
    if (size <= MOST_AT_ONCE)
        return;
    if (write(STDOUT_FILENO, text, sizeof text - 1) < 0)
        _exit(2);
    abort();
}

#define LIMITED(name, asked, arguments, ...)                                   \
    void *name(__VA_ARGS__)                                                    \
    {                                                                          \
        static __typeof__(&name) real;                                         \
        if (!real)                                                             \
            *(void **)&real = dlsym(RTLD_NEXT, #name);                         \
        look_at(asked);                                                        \
        return real arguments;                                                 \
    }
LIMITED(malloc, size, (size), size_t size)
LIMITED(calloc, size && count > SIZE_MAX / size ? SIZE_MAX : count * size, (count, size), size_t count,
        size_t size)
LIMITED(realloc, size, (block, size), void *block, size_t size)
#endif

enum { PATH_ROOM = 4096, MOST_BYTES = 1 << 16, MOST_VARIANTS = 400 };

static uint8_t bytes[MOST_BYTES];
static size_t tried;

/* A copy of the exact size, so that sanitizers see reads after its end. */
static void try(size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    tried++;
}

static void try_variants(size_t size)
{
    size_t stride = size / MOST_VARIANTS + 1;
    try(size);
    for (size_t i = 0; i < size; i += stride) {
        try(i);
        bytes[i] ^= (uint8_t)(1 << (i / stride % 8));
        try(size);
        bytes[i] ^= (uint8_t)(1 << (i / stride % 8));
    }
}

static void try_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    const size_t size = f ? fread(bytes, 1, sizeof bytes, f) : 0;
    printf("%s\n", path);
    fflush(stdout); /* the last line names the input that crashed */
    if (f)
        fclose(f);
    try_variants(size);
}

int main(int argc, char **argv)
{
    char pattern[PATH_ROOM];
    const char *top = getenv("top_srcdir"), *name;
    size_t files = 0, empty = 0;
    LLVMFuzzerInitialize(&argc, &argv);
    for (size_t i = 0; (name = fuzz_choose(i)); i++) {
        glob_t g;
        snprintf(pattern, sizeof pattern, "%s/tests/fuzz/corpus/%s/*", top ? top : ".", name);
        empty += glob(pattern, 0, NULL, &g) != 0;
        for (size_t k = 0; k < g.gl_pathc; k++)
            try_file(g.gl_pathv[k]);
        files += g.gl_pathc;
        globfree(&g);
    }
    printf("%zu files, and %zu inputs made from them\n", files, tried - files);
    printf("%d%%: Checks: %zu, Failures: %zu, Errors: 0\n", empty ? 0 : 100, files + empty, empty);
    return empty > 0;
}
