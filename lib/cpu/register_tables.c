/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of a small uniform table, as vector registers want them. */
#include "cpu/pack.h"
#include "base/internal.h"

enum { LINE = 64 }; /* bytes: planes are read in whole cache lines */

/* a * scale, where the domain reaches to both sides of 0 or begins there, and knots are at
 * even multiples of their distance from 0: there x needs no a taken off. */
static int goes_from_0(const clpwl__pack *p)
{
    double t = (double)p->origin * p->scale, n = (double)p->segments;
    return p->offset == 0 && t <= 0 && t >= -n && 2 * (double)(int)(t / 2) == t;
}

/* u, of x as it is looked up. */
static double in_segments(const clpwl__pack *p, float x)
{
    return (double)x * p->scale - p->planes.turn;
}

static void place(clpwl__pack *p)
{
    clpwl__planes *s = &p->planes;
    double n = (double)p->segments;
    s->from_0 = goes_from_0(p);
    s->turn = s->from_0 ? p->origin * p->scale : 0;
    s->shift = p->offset / p->scale;
    s->least = s->from_0 ? p->lo : fmaxf(p->lo - p->origin + s->shift, 0);
    s->end = s->from_0 ? p->hi : p->hi - p->origin + s->shift;
    /* Indices wrap: x must not pass b by a rounding of the scale, and must stay below it
     * where a full table has no place for the knot there. */
    while (in_segments(p, s->end) > n)
        s->end = nextafterf(s->end, -INFINITY);
    s->most = s->end;
    while (p->segments == s->room && in_segments(p, s->most) >= n)
        s->most = nextafterf(s->most, -INFINITY);
}

/* Beyond the last segment lies v(b). The last slope of a full table is stretched to reach
 * at `most` what it had at the end: by as little as a coordinate is rounded. */
static clpwl__record record_at(const clpwl__pack *p, size_t i)
{
    size_t n = p->segments;
    clpwl__record r = {p->values[n], 0};
    if (i < n)
        r = p->records[i];
    if (i + 1 == n && n == p->planes.room)
        r.slope = (float)(r.slope * (in_segments(p, p->planes.end) - (double)i) /
                          (in_segments(p, p->planes.most) - (double)i));
    return r;
}

/* At place i, four bytes on end or one in each plane. */
static void put(clpwl__planes *s, size_t plane, size_t i, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (s->room == CLPWL__PLANES_OF_FLOATS)
        memcpy(s->bytes + (plane * s->room + 4 * i), &bits, sizeof bits);
    else
        for (size_t k = 0; k < 4; k++)
            s->bytes[(plane + k) * s->room + i] = (unsigned char)(bits >> 8 * k);
}

clpwl_status clpwl__pack_planes(clpwl__pack *p)
{
    clpwl_status status = CLPWL_OK;
    static const size_t rooms[] = {CLPWL__PLANES_OF_FLOATS, 128, CLPWL__PLANES_MOST};
    clpwl__planes *s = &p->planes;
    if (p->partition != CLPWL_PARTITION_UNIFORM || p->shaper != CLPWL_SHAPER_NONE ||
        p->segments > CLPWL__PLANES_MOST)
        goto done;
    s->room = rooms[(p->segments > rooms[0]) + (p->segments > rooms[1])];
    s->block = clpwl__alloc(sizeof(clpwl__record) * s->room + LINE - 1, 1);
    CHECK_MEMORY(s->block);
    s->bytes = (unsigned char *)s->block + (LINE - (uintptr_t)s->block % LINE) % LINE;
    place(p);
    for (size_t i = 0; i < s->room; i++) {
        clpwl__record r = record_at(p, i);
        put(s, 0, i, r.value);
        put(s, 4, i, r.slope);
    }
done:
    return status;
}
