/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/blobs.h"
#include <string.h>
#include "common/message.h"

enum { HALF = 127 };

static int grow(void **list, size_t *room, size_t needed, size_t size)
{
    int code = 0;
    if (needed <= *room)
        return 0;
    size_t wish = 2 * needed + 16;
    void *more = realloc(*list, wish * size);
    CHECK(more, "out of memory: %zu blobs", wish);
    *list = more;
    *room = wish;
done:
    return code;
}

/* Puts the pixels of the component of `from` on the stack. Their number. */
static size_t collect_component(app_blobs *b, const unsigned char *mask, int width, int height,
                                int from)
{
    size_t n = 0, at = 0;
    b->stack[n++] = from;
    b->label[from] = 1;
    for (; at < n; at++) {
        int x = b->stack[at] % width, y = b->stack[at] / width;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int u = x + dx, v = y + dy, i = v * width + u;
                if (u < 0 || v < 0 || u >= width || v >= height || mask[i] <= HALF || b->label[i])
                    continue;
                b->label[i] = 1;
                b->stack[n++] = i;
            }
    }
    return n;
}

static app_blob make_blob(const int *pixels, size_t n, int width)
{
    int left = width, top = pixels[0] / width, right = 0, bottom = 0;
    app_blob blob = {.area = (long)n};
    for (size_t i = 0; i < n; i++) {
        int x = pixels[i] % width, y = pixels[i] / width;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
        blob.cx += x;
        blob.cy += y;
    }
    blob.cx /= (double)n;
    blob.cy /= (double)n;
    blob.x = left;
    blob.y = top;
    blob.width = right - left + 1;
    blob.height = bottom - top + 1;
    return blob;
}

static int make_scratch(app_blobs *b, size_t pixels)
{
    int code = 0;
    if (b->pixels != pixels) {
        free(b->stack);
        free(b->label);
        b->stack = malloc(pixels * sizeof *b->stack);
        b->label = malloc(pixels * sizeof *b->label);
        b->pixels = pixels;
    }
    CHECK(b->stack && b->label, "out of memory: blobs of %zu pixels", pixels);
    memset(b->label, 0, pixels * sizeof *b->label);
done:
    return code;
}

int app_blobs_find(app_blobs *b, unsigned char *mask, int width, int height, long least)
{
    int code = 0;
    size_t pixels = (size_t)width * (size_t)height;
    TRY(make_scratch(b, pixels));
    b->count = 0;
    for (int i = 0; i < (int)pixels; i++) {
        if (mask[i] <= HALF || b->label[i])
            continue;
        size_t n = collect_component(b, mask, width, height, i);
        if ((long)n < least) {
            for (size_t k = 0; k < n; k++)
                mask[b->stack[k]] = 0;
            continue;
        }
        TRY(grow((void **)&b->list, &b->room, b->count + 1, sizeof *b->list));
        b->list[b->count++] = make_blob(b->stack, n, width);
    }
done:
    return code;
}

/* The number of pixels that two boxes share. */
static long overlap(const app_blob *a, const app_blob *b)
{
    int left = a->x > b->x ? a->x : b->x, top = a->y > b->y ? a->y : b->y;
    int right = a->x + a->width < b->x + b->width ? a->x + a->width : b->x + b->width;
    int bottom = a->y + a->height < b->y + b->height ? a->y + a->height : b->y + b->height;
    return right > left && bottom > top ? (long)(right - left) * (bottom - top) : 0;
}

/* The largest overlap first, then the older track: the order is unique, whatever qsort does. */
static int by_overlap(const void *a, const void *b)
{
    const app_pair *p = a, *q = b;
    if (p->shared != q->shared)
        return p->shared < q->shared ? 1 : -1;
    if (p->track != q->track)
        return p->track < q->track ? -1 : 1;
    return (p->blob > q->blob) - (p->blob < q->blob);
}

static int find_pairs(app_blobs *b, size_t *count)
{
    int code = 0;
    *count = 0;
    for (size_t i = 0; i < b->count; i++)
        for (size_t k = 0; k < b->track_count; k++) {
            long shared = overlap(&b->list[i], &b->tracks[k].last);
            if (shared == 0)
                continue;
            TRY(grow((void **)&b->pairs, &b->pair_room, *count + 1, sizeof *b->pairs));
            b->pairs[(*count)++] = (app_pair){i, k, shared};
        }
    if (*count > 0)
        qsort(b->pairs, *count, sizeof *b->pairs, by_overlap);
done:
    return code;
}

static void join(app_blob *blob, app_track *track, long number)
{
    blob->track = number;
    track->last = *blob;
    track->unseen = 0;
}

/* Removes tracks that have been unseen for too long. */
static void end_tracks(app_blobs *b)
{
    size_t kept = 0;
    for (size_t k = 0; k < b->track_count; k++)
        if (b->tracks[k].unseen <= APP_TRACK_KEEP)
            b->tracks[kept++] = b->tracks[k];
    b->track_count = kept;
}

int app_blobs_follow(app_blobs *b)
{
    int code = 0;
    size_t pairs;
    TRY(find_pairs(b, &pairs));
    for (size_t k = 0; k < b->track_count; k++)
        b->tracks[k].unseen++; /* join() sets it to 0 */
    for (size_t i = 0; i < pairs; i++) {
        app_blob *blob = &b->list[b->pairs[i].blob];
        app_track *track = &b->tracks[b->pairs[i].track];
        if (blob->track == 0 && track->unseen > 0)
            join(blob, track, track->last.track);
    }
    for (size_t i = 0; i < b->count; i++) {
        if (b->list[i].track)
            continue;
        TRY(grow((void **)&b->tracks, &b->track_room, b->track_count + 1, sizeof *b->tracks));
        join(&b->list[i], &b->tracks[b->track_count++], ++b->next);
    }
    end_tracks(b);
done:
    return code;
}

void app_blobs_free(app_blobs *b)
{
    free(b->list);
    free(b->tracks);
    free(b->pairs);
    free(b->stack);
    free(b->label);
    *b = (app_blobs){0};
}
