/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "internal.h"
#include <stdio.h>

void *clpwl__alloc(size_t count, size_t size)
{
    if (count == 0 || size == 0 || count > SIZE_MAX / size)
        return NULL;
    return malloc(count * size);
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
    if (count == 0 || size == 0 || count > SIZE_MAX / size)
        return NULL;
    return realloc(block, count * size);
}

void clpwl__free(void *block)
{
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
    size_t need = t->length + (size_t)more + 1;
    if (need > t->room) {
        size_t room = need + need / 2 + 64;
        char *text = clpwl__realloc(t->text, room, 1);
        if (!text) {
            t->failed = 1;
            return;
        }
        t->text = text;
        t->room = room;
    }
    va_start(args, format);
    vsnprintf(t->text + t->length, t->room - t->length, format, args);
    va_end(args);
    t->length += (size_t)more;
}
