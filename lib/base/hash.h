/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FNV-1a with 64 bits: the checksum of files. Each step is one-to-one in the hash and in the
 * byte, so that changing a single byte always changes the hash. */
#ifndef CLPWL_BASE_HASH_H
#define CLPWL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define CLPWL__HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t clpwl__hash(uint64_t hash, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
