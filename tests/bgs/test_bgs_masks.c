/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masks, scores and blobs of clpwl-bgs, without a device and files. */
#include "support/suite.h"
#include <math.h>
#include "common/blobs.h"
#include "bgs/score.h"

TEST(score_by_hand)
{
    static const unsigned char mask[10] = {255, 255, 0, 0, 255, 255, 255, 0, 255, 0};
    static const unsigned char truth[10] = {255, 255, 255, 0, 50, 85, 170, 170, 255, 0};
    static const unsigned char roi[10] = {1, 1, 1, 1, 1, 255, 1, 1, 0, 0};
    bgs_score s = {0};
    bgs_score_add(&s, BGS_CDNET, mask, truth, roi, 10);
    /* left out: two of 170, two outside the ROI */
    ck_assert(s.tp == 2 && s.fn == 1 && s.tn == 1 && s.fp == 2 && s.frames == 1);
    const bgs_rates r = bgs_score_rates(&s);
    const double rates[][2] = {{r.recall, 2.0 / 3}, {r.specificity, 1.0 / 3}, {r.fpr, 2.0 / 3}, {r.fnr, 1.0 / 3},
                               {r.pwc / 100, 0.5}, {r.precision, 0.5}, {r.f, 4.0 / 7}};
    for (int i = 0; i < 7; i++)
        ck_assert_double_eq_tol(rates[i][0], rates[i][1], 1e-15); /* one division each */
    bgs_score plain = {0};
    bgs_score_add(&plain, BGS_PLAIN, mask, truth, NULL, 10);
    /* 170 is above 127 */
    ck_assert(plain.tp == 4 && plain.fn == 2 && plain.fp == 2 && plain.tn == 2);
}

/* Draws a box into a cleared 20 x 10 mask. */
static void box(unsigned char *m, int x, int y, int width, int height)
{
    for (int v = y; v < y + height; v++)
        for (int u = x; u < x + width; u++)
            m[20 * v + u] = 255;
}

/* The tracks of a mask's blobs, in order; the least has 2 pixels. */
static void follow(app_blobs *b, unsigned char *m, const int *tracks)
{
    size_t n = 0;
    ck_assert(app_blobs_find(b, m, 20, 10, 2) == 0 && app_blobs_follow(b) == 0);
    for (; tracks[n]; n++)
        ck_assert(n < b->count && b->list[n].track == tracks[n]);
    ck_assert_uint_eq(b->count, n);
}

TEST(blobs_and_tracks)
{
    unsigned char m[200] = {0};
    app_blobs b = {0};
    box(m, 1, 1, 4, 3);
    m[20 * 4 + 5] = 255; /* touches by a corner */
    box(m, 12, 5, 3, 3);
    m[199] = 255; /* too small */
    follow(&b, m, (const int[]){1, 2, 0});
    ck_assert_int_eq(m[199], 0);
    const app_blob *p = &b.list[0];
    ck_assert(p->x == 1 && p->y == 1 && p->width == 5 && p->height == 4 && p->area == 13);
    ck_assert_double_eq_tol(p->cx, (3 * (1 + 2 + 3 + 4) + 5) / 13.0, 1e-12);
    /* the second moves up and is found first now; the first moves on; a third is new */
    memset(m, 0, sizeof m);
    box(m, 12, 3, 3, 3);
    box(m, 3, 4, 4, 3);
    box(m, 18, 8, 2, 2);
    follow(&b, m, (const int[]){2, 1, 3, 0});
    /* one common pixel is enough: of 12 to 14, 3 to 5 with 14, 5 ... */
    memset(m, 0, sizeof m);
    box(m, 14, 5, 3, 3);
    follow(&b, m, (const int[]){2, 0});
    ck_assert_uint_eq(b.track_count, 3);
    /* a track survives its blob for a while */
    unsigned char none[200] = {0};
    for (int t = 0; t <= APP_TRACK_KEEP; t++) {
        ck_assert_uint_eq(b.track_count, t < APP_TRACK_KEEP ? 3 : 1); /* 1 and 3 were unseen before */
        follow(&b, none, (const int[]){0});
    }
    ck_assert_uint_eq(b.track_count, 0);
    app_blobs_free(&b);
}

/* More than the first room for blobs and tracks, twice. */
TEST(many_blobs)
{
    enum { SIDE = 200, COUNT = SIDE * SIDE / 4 };
    static unsigned char m[SIDE * SIDE];
    app_blobs b = {0};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < SIDE * SIDE; i++)
            m[i] = i % 2 || i / SIDE % 2 ? 0 : 255;
        ck_assert(app_blobs_find(&b, m, SIDE, SIDE, 1) == 0 && app_blobs_follow(&b) == 0 &&
                  b.track_count == COUNT);
        for (int i = 0; i < COUNT; i++)
            ck_assert_int_eq(b.list[i].track, i + 1);
    }
    app_blobs_free(&b);
}
