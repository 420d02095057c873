/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polygons to triangles, against areas. */
#include <math.h>
#include "mesh/polygon.h"
#include "support/suite.h"

/* Polygons in a plane, turned in space. */
enum { CORNERS = MESH_EARS_MOST };
static double flat[CORNERS][2], vertices[CORNERS][3];
static uint32_t order[CORNERS], cut[CORNERS][3];

static void put_corner(uint32_t i, double x, double y)
{
    const double turned[3] = {0.48 * x - 0.6 * y + 3, 0.36 * x + 0.8 * y - 1, -0.8 * x + 7};
    memcpy(vertices[i], turned, sizeof turned);
    flat[i][0] = x;
    flat[i][1] = y;
    order[i] = i;
}

static double twice_area(uint32_t p, uint32_t q, uint32_t r)
{
    return (flat[q][0] - flat[p][0]) * (flat[r][1] - flat[p][1]) -
           (flat[q][1] - flat[p][1]) * (flat[r][0] - flat[p][0]);
}

static uint32_t make_shape(int which, uint32_t seed)
{
    uint32_t n = 0;
    switch (which) {
    case 0: /* a dart, from each corner */
        for (; n < 4; n++) {
            const uint32_t k = (n + seed) % 4;
            put_corner(n, k == 2 ? 0.2 : k == 0 ? -1 : 1, k == 1 ? -1 : k == 3 ? 1 : 0);
        }
        break;
    case 1: /* an L with three corners on some sides */
        for (; n < 9; n++) {
            static const int at[9][2] = {{0, 0}, {4, 0}, {8, 0}, {8, 4}, {4, 4},
                                         {4, 6}, {4, 8}, {0, 8}, {0, 3}};
            put_corner(n, at[n][0], at[n][1]);
        }
        break;
    case 2: /* a spiral: out on one side, back on the other */
        for (; n < 2000; n++)
            put_corner(n, (1 + n * 0.01) * cos(n * 0.1), (1 + n * 0.01) * sin(n * 0.1));
        for (; n < 4000; n++) {
            const double k = 3999 - n;
            put_corner(n, (0.8 + k * 0.01) * cos(k * 0.1), (0.8 + k * 0.01) * sin(k * 0.1));
        }
        break;
    case 3: /* a square with a square hole, which a line joins to it */
        for (; n < 10; n++) {
            static const int at[10][2] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0},
                                          {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}};
            put_corner(n, at[n][0], at[n][1]);
        }
        order[4] = 0;
        order[9] = 5;
        break;
    default: /* any radii, once as many as there may be */
        for (const uint32_t most = which > 4 ? 300 : MESH_EARS_MOST; n < most; n++) {
            const double r = 0.1 + random_01(&seed), at = 2 * M_PI * n / most;
            put_corner(n, r * cos(at), r * sin(at));
        }
    }
    return n;
}

/* The triangles are wound as the polygon, and have its area in all: they cover it once. Those without
 * area are for polygons that have no other ones. */
TESTS(polygons_are_cut, 28)
{
    mesh_cutter *c = mesh_cutter_make(CORNERS);
    double sum = 0, whole = 0, least = INFINITY;
    const uint32_t n = make_shape(_i < 6 ? _i : _i % 2 ? 0 : 5, (uint32_t)_i * 77);
    memset(cut, 0xff, sizeof cut);
    ck_assert_int_eq(mesh_polygon_cut(c, vertices, order, n, cut), 1);
    ck_assert_uint_eq(cut[n - 2][0], UINT32_MAX);
    for (uint32_t i = 0; i < n - 2; i++) {
        const double its = twice_area(cut[i][0], cut[i][1], cut[i][2]);
        whole += twice_area(order[0], order[i + 1], order[i + 2]);
        sum += its;
        least = fmin(least, its);
    }
    /* Roundings of coordinates up to 5000, and of as many products. */
    EXPECT(fabs(sum - whole) < 1e-12 * n * whole, "%.17g, not %.17g", sum, whole);
    EXPECT(least > 1e-12 * whole / n, "a triangle of %g of %g", least, whole);
    mesh_cutter_free(c);
}

/* A polygon that crosses itself, and those without area, become as many triangles. */
TESTS(odd_polygons_are_cut, 2)
{
    mesh_cutter *c = mesh_cutter_make(MESH_EARS_MOST);
    const uint32_t n = MESH_EARS_MOST;
    uint32_t seed = 5;
    for (uint32_t i = 0; i < n; i++)
        put_corner(i, random_01(&seed), _i ? 0 : random_01(&seed));
    memset(cut, 0xff, sizeof cut);
    ck_assert_int_eq(mesh_polygon_cut(c, vertices, order, n, cut), 1);
    for (uint32_t i = 0; i < 3 * n; i++)
        ck_assert_int_eq(cut[i / 3][i % 3] < n, i < 3 * (n - 2));
    mesh_cutter_free(c);
}
