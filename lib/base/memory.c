/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/internal.h"
#include <stdatomic.h>
#include <stdio.h>

/* Counters for tests: two additions for each request. */
static atomic_long requests, fault_at, live_blocks;

void clpwl__fault_allocation(long n)
{
    atomic_store(&fault_at, 0);
    atomic_store(&requests, 0);
    atomic_store(&fault_at, n);
}

long clpwl__requests(void)
{
    return atomic_load(&requests);
}

long clpwl__live_blocks(void)
{
    return atomic_load(&live_blocks);
}

static int is_refused(size_t count, size_t size)
{
    long n = atomic_fetch_add_explicit(&requests, 1, memory_order_relaxed) + 1;
    return count == 0 || size == 0 || count > SIZE_MAX / size ||
           n == atomic_load_explicit(&fault_at, memory_order_relaxed);
}

static void *count_block(void *block)
{
    if (block)
        atomic_fetch_add_explicit(&live_blocks, 1, memory_order_relaxed);
    return block;
}

void *clpwl__alloc(size_t count, size_t size)
{
    return is_refused(count, size) ? NULL : count_block(malloc(count * size));
}

void *clpwl__calloc(size_t count, size_t size)
{
    void *block = clpwl__alloc(count, size);
    if (block)
        memset(block, 0, count * size);
    return block;
}

void *clpwl__realloc(void *block, size_t count, size_t size)
{
    if (is_refused(count, size))
        return NULL;
    return block ? realloc(block, count * size) : count_block(malloc(count * size));
}

clpwl_status clpwl__reserve(void *array, size_t *room, size_t count, size_t size)
{
    clpwl_status status = CLPWL_OK;
    const size_t next = 2 * count + 64;
    void *block;
    if (count <= *room)
        goto done;
    memcpy(&block, array, sizeof block);
    block = clpwl__realloc(block, next, size);
    CHECK(block, CLPWL_ERR_MEMORY, "out of memory: an array of %zu elements", next);
    memcpy(array, &block, sizeof block);
    *room = next;
done:
    return status;
}

void clpwl__free(void *block)
{
    if (block)
        atomic_fetch_sub_explicit(&live_blocks, 1, memory_order_relaxed);
    free(block);
}

char *clpwl__strdup(const char *text)
{
    size_t room = strlen(text) + 1;
    char *copy = clpwl__alloc(room, 1);
    if (copy)
        memcpy(copy, text, room);
    return copy;
}

clpwl_status clpwl__copy_text(void *out, const char *text)
{
    clpwl_status status = CLPWL_OK;
    char *copy = text ? clpwl__strdup(text) : NULL;
    CHECK(copy || !text, CLPWL_ERR_MEMORY, "out of memory: a text");
    if (text)
        memcpy(out, &copy, sizeof copy);
done:
    return status;
}

void clpwl__append(clpwl__text *t, const char *format, ...)
{
    va_list args;
    if (t->failed)
        return;
    va_start(args, format);
    int more = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (more < 0) {
        t->failed = 1;
        return;
    }
    if (clpwl__reserve(&t->text, &t->room, t->length + (size_t)more + 1, 1) != CLPWL_OK) {
        t->failed = 1;
        return;
    }
    va_start(args, format);
    vsnprintf(t->text + t->length, t->room - t->length, format, args);
    va_end(args);
    t->length += (size_t)more;
}

void clpwl_free(void *memory)
{
    clpwl__free(memory);
}
