/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Status, memory and text for all rooms. Never installed; includes no OpenCL. */
#ifndef CLPWL_INTERNAL_H
#define CLPWL_INTERNAL_H

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "clpwl/status.h"
#include "base/names.h"

/*
 * One exit: a function that can fail declares `clpwl_status status = CLPWL_OK;` and ends in
 * `done:`, where it frees what it allocated and returns status. CHECK and TRY jump there.
 */
#define CHECK(condition, code, ...)                                            \
    do {                                                                       \
        if (!(condition)) {                                                    \
            status = clpwl__fail(code, __VA_ARGS__);                           \
            goto done;                                                         \
        }                                                                      \
    } while (0)

#define TRY(call)                                                              \
    do {                                                                       \
        status = (call);                                                       \
        if (status != CLPWL_OK)                                                \
            goto done;                                                         \
    } while (0)

/* (sqrt(5) - 1) / 2: of golden sections, and of shifts that no period follows. */
static const double clpwl__golden = 0.6180339887498949;

enum { CLPWL__MESSAGE_ROOM = 512 }; /* of clpwl_last_message; longer texts are cut */

/* Keeps the text for clpwl_last_message and returns the code. The format must not
 * end in a newline. */
clpwl_status clpwl__fail(clpwl_status code, const char *format, ...) CLPWL_PRINTF(2, 3);

/* Memory. All requests of the library go through these functions, so that tests can make each
 * of them fail. */

/* count * size bytes, not cleared; NULL where memory lacks, or the product overflows or is 0. */
void *clpwl__alloc(size_t count, size_t size);
void *clpwl__calloc(size_t count, size_t size);
/* As realloc: on failure the old block stays. */
void *clpwl__realloc(void *block, size_t count, size_t size);
/* Makes room for `count` elements in an array that grows, by doubling it.
 *   array  the address of the pointer to it
 * CLPWL_ERR_MEMORY; the array stays. */
clpwl_status clpwl__reserve(void *array, size_t *room, size_t count, size_t size);
void clpwl__free(void *block); /* NULL is allowed */
char *clpwl__strdup(const char *text);
/* Copies a text, or leaves *out where the text is NULL.
 *   out  the address of a pointer to char, or to const char
 * CLPWL_ERR_MEMORY. */
clpwl_status clpwl__copy_text(void *out, const char *text);

/* For tests; always compiled, so that they test the library as shipped. The n-th request from
 * now on fails, once, in any thread; 0: none. */
void clpwl__fault_allocation(long n);
long clpwl__requests(void);    /* requests since then */
long clpwl__live_blocks(void); /* blocks not yet freed */

#define CHECK_MEMORY(pointer)                                                  \
    CHECK((pointer) != NULL, CLPWL_ERR_MEMORY, "out of memory: %s", #pointer)

/* Refuses an argument that is NULL, and a number that is no enumerator of clpwl_TYPE. */
#define CHECK_GIVEN(pointer) CHECK(pointer, CLPWL_ERR_ARGUMENT, "%s is NULL", #pointer)
#define CHECK_NAMED(type, value)                                               \
    CHECK(clpwl_##type##_name(value), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_" #type, (int)(value))

/* A growing text. Zero it to begin. A failed append sets `failed`, to be checked once at the
 * end. Free the text with clpwl__free. */
typedef struct clpwl__text {
    char *text; /* NULL before the first append, then terminated */
    size_t length, room;
    int failed;
} clpwl__text;
void clpwl__append(clpwl__text *t, const char *format, ...) CLPWL_PRINTF(2, 3);

/* The storages that values can have: neither the default nor any. */
#define CLPWL__STORAGE_NAMES "float32, half, unorm16, unorm8 or bfloat16"
static inline int clpwl__is_storage(clpwl_storage storage)
{
    return storage > CLPWL_STORAGE_DEFAULT && storage < CLPWL_STORAGE_ANY;
}

#endif
