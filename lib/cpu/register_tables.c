/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a small table, in the order in which vector registers hold them. */
#include "cpu/pack.h"
#include "base/internal.h"

enum { LINE = 64 }; /* bytes of a cache line, the unit in which planes are read */

/* The domain contains 0 or begins there, an even number of segments from a: lookups then take x
 * instead of x - a. */
static int goes_from_0(const clpwl__pack *p)
{
    double t = (double)p->grid.origin * p->grid.scale, n = (double)p->segments;
    return p->grid.offset == 0 && t <= 0 && t >= -n && 2 * (double)(int)(t / 2) == t;
}

/* u of a lookup's argument. */
static double in_segments(const clpwl__pack *p, float x)
{
    return (double)x * p->grid.scale - p->planes.turn;
}

static void set_bounds(clpwl__pack *p)
{
    clpwl__planes *s = &p->planes;
    double n = (double)p->segments;
    s->from_0 = goes_from_0(p);
    s->turn = s->from_0 ? p->grid.origin * p->grid.scale : 0;
    s->shift = p->grid.offset / p->grid.scale;
    s->least = s->from_0 ? p->grid.lo : fmaxf(p->grid.lo - p->grid.origin + s->shift, 0);
    s->end = s->from_0 ? p->grid.hi : p->grid.hi - p->grid.origin + s->shift;
    /* Indices wrap. Rounding of the scale must not move x beyond b, and if the table fills its
     * room, x must remain below b, whose knot has no entry. */
    while (in_segments(p, s->end) > n)
        s->end = nextafterf(s->end, -INFINITY);
    s->most = s->end;
    while (p->segments == s->room && in_segments(p, s->most) >= n)
        s->most = nextafterf(s->most, -INFINITY);
}

/* Entry i: beyond the last segment v(b) with slope 0. If the table fills its room, the last slope
 * is increased so that it gives at `most` the value of the end; the difference is within the
 * rounding of a coordinate. */
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

/* Writes entry i of four planes of `room` bytes: a byte in each. */
static void put_bytes(unsigned char *planes, size_t room, size_t i, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (size_t k = 0; k < 4; k++)
        planes[k * room + i] = (unsigned char)(bits >> 8 * k);
}

static void put_record(clpwl__planes *s, size_t i, clpwl__record r)
{
    size_t room = s->room;
    unsigned char *planes = s->split;
    if (room == CLPWL__PLANES_OF_FLOATS) {
        memcpy(s->bytes + 4 * i, &r.value, sizeof r.value);
        memcpy(s->bytes + 4 * (room + i), &r.slope, sizeof r.slope);
    } else {
        planes = s->bytes;
    }
    if (planes) {
        put_bytes(planes, room, i, r.value);
        put_bytes(planes + 4 * room, room, i, r.slope);
    }
}

static float value_at(const clpwl__pack *p, size_t i)
{
    return p->values[i < p->segments ? i : p->segments];
}

static void put_corners(clpwl__pack *p)
{
    for (size_t k = 0; k < CLPWL__CORNERS; k++) {
        float *entry = p->planes.corners + (k + 1) % CLPWL__CORNERS;
        float y = value_at(p, 2 * k + 1);
        entry[0] = y;
        entry[CLPWL__CORNERS] = y - value_at(p, 2 * k);
        entry[2 * CLPWL__CORNERS] = value_at(p, 2 * k + 2) - y;
    }
}

/* So many bytes for planes, from the beginning of a line on, which are 0; NULL without memory. */
static unsigned char *lines_of(clpwl__planes *s, size_t bytes)
{
    s->block = clpwl__calloc(bytes + LINE - 1, 1);
    return s->block ? (unsigned char *)s->block + (LINE - (uintptr_t)s->block % LINE) % LINE : NULL;
}

static clpwl_status pack_cell_planes(clpwl__pack *p)
{
    clpwl_status status = CLPWL_OK;
    clpwl__planes *s = &p->planes;
    size_t number = 0, room = p->segments <= 128 && p->cell_count <= 256 ? 128 : 256, cells = 2 * room;
    if (p->segments <= CLPWL__PLANES_OF_FLOATS || p->segments > room || p->cell_count > cells)
        goto done;
    s->cells_room = room;
    s->cells = lines_of(s, cells + 12 * room);
    CHECK_MEMORY(s->cells);
    for (size_t k = 0; k < p->cell_count; k++) {
        number += p->cells[k].x > p->knots[number]; /* a cell has one knot at most */
        s->cells[k] = (unsigned char)number;
    }
    for (size_t i = 0; i < p->segments; i++) {
        put_bytes(s->cells + cells, room, i, p->knots[i]);
        put_bytes(s->cells + cells + 4 * room, room, i, p->records[i].value);
        put_bytes(s->cells + cells + 8 * room, room, i, p->records[i].slope);
    }
done:
    return status;
}

clpwl_status clpwl__pack_planes(clpwl__pack *p)
{
    clpwl_status status = CLPWL_OK;
    static const size_t rooms[] = {CLPWL__PLANES_OF_FLOATS, 128, CLPWL__PLANES_MOST};
    clpwl__planes *s = &p->planes;
    if (p->cells)
        TRY(pack_cell_planes(p));
    if (p->partition != CLPWL_PARTITION_UNIFORM || p->shaper != CLPWL_SHAPER_NONE ||
        p->segments > CLPWL__PLANES_MOST)
        goto done;
    s->room = rooms[(p->segments > rooms[0]) + (p->segments > rooms[1])];
    size_t size = sizeof(clpwl__record) * s->room;
    size_t behind = s->room == CLPWL__PLANES_OF_FLOATS ? size : 0;
    s->bytes = lines_of(s, size + behind);
    CHECK_MEMORY(s->bytes);
    if (p->segments <= 2 * CLPWL__CORNERS) {
        s->corners = (float *)(void *)(s->bytes + size);
        put_corners(p);
    } else if (behind) {
        s->split = s->bytes + size;
    }
    set_bounds(p);
    for (size_t i = 0; i < s->room; i++)
        put_record(s, i, record_at(p, i));
done:
    return status;
}
