/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paths through random tubes. The path with the fewest segments is compared with all paths
 * whose knots are on a grid: none may have fewer segments. Nodal values on given knots are
 * compared with the corners of the set of possible values, by pairs of its constraints.
 */
#include "fit/tube.h"
#include "support/rough.h"
#include "support/wish.h"

enum { MESH = 9, GRID = 3, COLUMNS = GRID * (MESH - 1) + 1, ROWS = 12 };
/* Of numbers up to 100, after some hundreds of roundings; slopes over a thirtieth at worst. */
static const double tolerance = 1e-10;

static double x[MESH], y[MESH], scale[MESH];
static clpwl__mesh mesh = {.x = x, .y = y, .s = scale};
static clpwl__tube tube = {.mesh = &mesh};
static clpwl__path path;

static void setup(void)
{
    OK(clpwl__path_create(&path, MESH, MESH));
}

static void teardown(void)
{
    clpwl__path_free(&path);
}

static double floor_at(size_t i)
{
    return y[i] - tube.below * scale[i];
}

static double ceiling_at(size_t i)
{
    return y[i] + tube.above * scale[i];
}

/* Integer abscissas; above = 0 and below = 0 are one-sided tubes. */
static void make_tube(uint32_t *state, size_t n)
{
    static const double sides[][2] = {{1, 1}, {0, 2}, {2, 0}, {0.5, 1.5}};
    const double *side = sides[random_bits(state) % 4];
    double height = 1 + random_bits(state) % 8;
    tube.below = side[0];
    tube.above = side[1];
    mesh.n = n;
    for (size_t i = 0; i < n; i++) {
        x[i] = i ? x[i - 1] + 1 + random_bits(state) % 2 : 0;
        y[i] = height * (2 * random_01(state) - 1);
        scale[i] = 0.25 + random_01(state);
    }
}

/* The floor or ceiling anywhere: straight between mesh points. */
static double bound_at(double (*bound)(size_t), double at)
{
    size_t i = 1;
    while (i + 1 < mesh.n && x[i] < at)
        i++;
    double w = (at - x[i - 1]) / (x[i] - x[i - 1]);
    return (1 - w) * bound(i - 1) + w * bound(i);
}

/* 1 if the straight line from (x0, y0) to (x1, y1) stays in the tube. */
static int is_inside(double x0, double y0, double x1, double y1, double slack)
{
    if (y0 < bound_at(floor_at, x0) - slack || y0 > bound_at(ceiling_at, x0) + slack ||
        y1 < bound_at(floor_at, x1) - slack || y1 > bound_at(ceiling_at, x1) + slack)
        return 0;
    for (size_t i = 0; i < mesh.n; i++) {
        double at = y0 + (y1 - y0) * (x[i] - x0) / (x1 - x0);
        if (x[i] > x0 && x[i] < x1 && (at < floor_at(i) - slack || at > ceiling_at(i) + slack))
            return 0;
    }
    return 1;
}

/* The fewest segments of all paths whose knots are on a grid, by breadth-first search. */
static size_t fewest_on_grid(void)
{
    static double gx[COLUMNS], gy[COLUMNS][ROWS];
    static size_t segments[COLUMNS][ROWS];
    size_t columns = GRID * (mesh.n - 1) + 1;
    for (size_t k = 0; k < columns; k++) {
        size_t i = k / GRID < mesh.n - 1 ? k / GRID : mesh.n - 2;
        gx[k] = x[i] + (x[i + 1] - x[i]) * (double)(k - i * GRID) / GRID;
        double low = bound_at(floor_at, gx[k]), high = bound_at(ceiling_at, gx[k]);
        for (size_t r = 0; r < ROWS; r++) {
            gy[k][r] = low + (high - low) * (double)r / (ROWS - 1);
            segments[k][r] = k ? MESH : 0;
        }
    }
    for (size_t depth = 0;; depth++)
        for (size_t k = 0; k < columns; k++)
            for (size_t r = 0; r < ROWS; r++) {
                if (k == columns - 1 && segments[k][r] == depth)
                    return depth;
                for (size_t l = k + 1; segments[k][r] == depth && l < columns; l++)
                    for (size_t q = 0; q < ROWS; q++)
                        if (segments[l][q] > depth + 1 &&
                            is_inside(gx[k], gy[k][r], gx[l], gy[l][q], 0))
                            segments[l][q] = depth + 1;
            }
}

FIXTURE(setup, teardown)

TEST(paths_have_the_fewest_segments)
{
    uint32_t state = 1;
    int equal = 0, cases = 400 * test_factor();
    for (int c = 0; c < cases; c++) {
        make_tube(&state, 2 + random_bits(&state) % (MESH - 1));
        ck_assert_int_eq(clpwl__tube_path(&path, &tube, MESH), 1);
        ck_assert_double_eq(path.knots[0], x[0]);
        ck_assert_double_eq(path.knots[path.count], x[mesh.n - 1]);
        for (size_t k = 0; k < path.count; k++) {
            ck_assert_double_lt(path.knots[k], path.knots[k + 1]);
            EXPECT(is_inside(path.knots[k], path.values[k], path.knots[k + 1],
                             path.values[k + 1], tolerance),
                   "case %d: segment %zu of %zu leaves the tube", c, k, path.count);
        }
        size_t count = path.count, fewest = fewest_on_grid();
        ck_assert_msg(count <= fewest, "case %d: %zu segments; %zu do", c, count, fewest);
        equal += count == fewest;
        ck_assert_int_eq(clpwl__tube_path(&path, &tube, count), 1);
        if (count > 1)
            ck_assert_int_eq(clpwl__tube_path(&path, &tube, count - 1), 0);
    }
    ck_assert_int_ge(equal, cases * 9 / 10); /* seen: 97 % */
}

/* Constraints on the values u and v at the ends of a segment: p u + q v <= r. */
typedef struct constraint {
    double p, q, r;
} constraint;

/* Those of the mesh points from..to, and of the range of u. */
static size_t constraints_of(constraint *c, size_t from, size_t to, const double range[2])
{
    size_t n = 0;
    for (size_t i = from; i <= to; i++) {
        double w = (x[i] - x[from]) / (x[to] - x[from]);
        c[n++] = (constraint){1 - w, w, ceiling_at(i)};
        c[n++] = (constraint){w - 1, -w, -floor_at(i)};
    }
    c[n++] = (constraint){1, 0, range[1]};
    c[n++] = (constraint){-1, 0, -range[0]};
    return n;
}

/* The range of v over the corners of the possible (u, v); 0 if there is none. */
static int range_of_v(const constraint *c, size_t n, double range[2])
{
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            double det = c[i].p * c[j].q - c[j].p * c[i].q;
            double u = (c[i].r * c[j].q - c[j].r * c[i].q) / det;
            double v = (c[i].p * c[j].r - c[j].p * c[i].r) / det;
            int possible = fabs(det) > 1e-9;
            for (size_t k = 0; possible && k < n; k++)
                possible = c[k].p * u + c[k].q * v <= c[k].r + tolerance / 10;
            if (possible) {
                range[0] = fmin(range[0], v);
                range[1] = fmax(range[1], v);
            }
        }
    return range[0] <= range[1];
}

/* The value nearest to `wanted` in [low, high]. */
static double nearest(double wanted, double low, double high)
{
    return wanted < low ? low : wanted > high ? high : wanted;
}

/* As clpwl__tube_values: at the mesh points `at`. */
static int values_by_corners(const size_t *at, size_t segments, const double *wanted,
                             double *values)
{
    constraint c[2 * MESH + 2];
    double range[MESH][2] = {{floor_at(at[0]), ceiling_at(at[0])}};
    for (size_t k = 0; k < segments; k++) {
        size_t n = constraints_of(c, at[k], at[k + 1], range[k]);
        if (!range_of_v(c, n, range[k + 1]))
            return 0;
    }
    values[segments] = nearest(wanted[segments], range[segments][0], range[segments][1]);
    for (size_t k = segments; k-- > 0;) {
        double low = -INFINITY, high = INFINITY;
        size_t n = constraints_of(c, at[k], at[k + 1], range[k]);
        for (size_t i = 0; i < n; i++) { /* of u, given v */
            double bound = (c[i].r - c[i].q * values[k + 1]) / c[i].p;
            if (c[i].p > 0)
                high = fmin(high, bound);
            if (c[i].p < 0)
                low = fmax(low, bound);
        }
        values[k] = nearest(wanted[k], low, high);
    }
    return 1;
}

TEST(values_on_given_knots)
{
    uint32_t state = 2;
    int found = 0, cases = 20000;
    for (int c = 0; c < cases; c++) {
        size_t at[MESH] = {0}, segments = 0;
        double knots[MESH], wanted[MESH], values[MESH], range[2 * MESH], right[MESH];
        make_tube(&state, 2 + random_bits(&state) % (MESH - 1));
        size_t to = 1 + random_bits(&state) % (mesh.n - 1); /* knots may be on a part of the mesh */
        at[0] = random_bits(&state) % to;
        for (size_t i = at[0] + 1; i <= to; i++)
            if (i == to || random_bits(&state) % 2)
                at[++segments] = i;
        for (size_t k = 0; k <= segments; k++) {
            knots[k] = x[at[k]];
            wanted[k] = y[at[k]] + 4 * random_01(&state) - 2;
        }
        int possible = values_by_corners(at, segments, wanted, right);
        double width = tube.above;
        tube.above += possible ? -1e-6 : 1e-6;
        if (values_by_corners(at, segments, wanted, values) != possible)
            continue; /* a tube that is just wide enough is decided either way */
        tube.above = width;
        size_t reached = clpwl__tube_values(&path.stab, &tube, knots, segments, wanted, range, values);
        ck_assert_int_eq(reached == segments, possible);
        reached = clpwl__tube_values(&path.stab, &tube, knots, segments, wanted, range, NULL);
        ck_assert_int_eq(reached == segments, possible);
        for (size_t k = 0; possible && k <= segments; k++)
            ck_assert_double_eq_tol(values[k], right[k], 1e-7);
        found += possible;
    }
    ck_assert_int_gt(found, cases / 8);
    ck_assert_int_lt(found, cases - cases / 8);
}

/* The lines within r of x^2, or of its mirror, are sqrt(8 r) long at most, wherever the points of the mesh
 * are: a parabola tells the places of contacts. The ends of lines are found by secants: 2e-4 r was left.
 * Lines in one-sided tubes are as long. If r is 1e-3 off, five lines are 1.5e-3 too long or too short; the
 * last one ends at a slope of 0.6 from that of the tube. */
TESTS(paths_touch_a_parabola, 6)
{
    enum { SEGMENTS = 5, TRIES = 1000 };
    static const double sides[][2] = {{1, 1}, {0, 2}, {2, 0}}, ends[] = {-1, 2};
    const double least = 9.0 / 8 / SEGMENTS / SEGMENTS, slack = 3e-4 * least;
    clpwl__path p = {.count = 0};
    clpwl__mesh m = {.n = 0};
    clpwl_function *f = function_of(_i % 2 ? "x^2" : "-x^2");
    OK(clpwl__mesh_create(&m, f, NULL, ends, 1, 13));
    OK(clpwl__path_create(&p, m.n, SEGMENTS + 1));
    for (int k = -1; k <= 1; k += 2) {
        const double r = least * (1 + 1e-3 * k);
        const clpwl__tube t = {&m, sides[_i / 2][0] * r, sides[_i / 2][1] * r};
        ck_assert_int_eq(clpwl__tube_path(&p, &t, SEGMENTS), k > 0);
        ck_assert_double_eq_tol(p.margin, k * 0.6 * 1.5e-3, slack);
        ck_assert_int_eq(clpwl__tube_path(&p, &t, SEGMENTS + 1), 1);
        ck_assert_uint_eq(p.count, SEGMENTS + (k < 0));
        ck_assert(k < 0 || isinf(p.margin));
        for (size_t i = 0, j = 0; i <= TRIES; i++) {
            double u = -1 + 3.0 * (double)i / TRIES;
            j += j + 1 < p.count && u > p.knots[j + 1];
            double slope = (p.values[j + 1] - p.values[j]) / (p.knots[j + 1] - p.knots[j]);
            double off = p.values[j] + slope * (u - p.knots[j]) - value_of(f, u);
            EXPECT(off < t.above + slack && off > -t.below - slack, "%g at %g", off, u);
        }
    }
    clpwl__mesh_free(&m);
    clpwl__path_free(&p);
    clpwl_function_free(f);
}
