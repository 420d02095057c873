/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of the cache: as they are, and with the correct identity and checksum. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fuzz.h"
#include "base/cache.h"
#include "base/hash.h"
#include "base/internal.h"

#define IDENTITY "a device"
static char folder[] = "/tmp/clpwl-fuzz-XXXXXX", path[100];

static void remove_folder(void)
{
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    rmdir(folder);
}

/* The cache's file is a link to the bytes. */
static void link_to(const char *target)
{
    if (!path[0]) {
        uint64_t name = clpwl__hash(CLPWL__HASH_START, IDENTITY, strlen(IDENTITY));
        FUZZ_HOLDS(mkdtemp(folder));
        setenv("XDG_CACHE_HOME", folder, 1);
        snprintf(path, sizeof path, "%s/clpwl", folder);
        FUZZ_HOLDS(mkdir(path, 0777) == 0);
        snprintf(path + strlen(path), 30, "/%016" PRIx64, name);
        FUZZ_HOLDS(symlink(target, path) == 0); /* all inputs have this one */
        atexit(remove_folder);
    }
}

static void read_keys(const void *data, size_t size)
{
    double numbers[4];
    long blocks = clpwl__live_blocks();
    link_to(fuzz_file(data, size));
    FUZZ_HOLDS(clpwl__cache_read(NULL, IDENTITY, "key", numbers, 4) <= 4);
    FUZZ_HOLDS(clpwl__cache_read(NULL, IDENTITY, "k", numbers, 1) <= 1);
    FUZZ_HOLDS(clpwl__live_blocks() == blocks);
}

void fuzz_cache(const uint8_t *data, size_t size)
{
    static const char head[] = "clpwl-cache 1\n" IDENTITY "\n";
    const size_t body = sizeof head - 1 + size;
    read_keys(data, size);
    char *text = fuzz_text(head, sizeof head - 1, data, size, 20);
    sprintf(text + body, "%016" PRIx64 "\n", clpwl__hash(CLPWL__HASH_START, text, body));
    read_keys(text, body + 17);
    free(text);
}
