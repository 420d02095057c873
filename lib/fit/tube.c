/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The path with the fewest segments. From the left end all lines through the tube are
 * followed as far as any of them goes. Where the last ones leave it, say through the
 * ceiling because the tube turns down, the flattest of them bounds all that can be
 * reached: it rests on a ceiling point, then on a floor point D, then meets the ceiling
 * again at E. Every path goes through its stretch DE, so that is where the knot is, and
 * the next line is any that passes above D and below E: it has D's and all later floor
 * points under it, E and all later ceiling points over it. Likewise where the tube turns
 * up. (S. Suri, Comput. Vision Graphics Image Process. 35 (1986) 99-110, for a tube that
 * is monotone in x.) A contact at a mesh point is then moved to where f has it beside that point.
 */
#include "fit/tube.h"
#include "base/array.h"
#include "function/function.h"

enum { SLACK = 4 }; /* contacts that are not mesh points: ends of windows and of ranges */

static clpwl_status make_hull(clpwl__hull *h, size_t n)
{
    clpwl_status status = CLPWL_OK;
    h->p = clpwl__alloc(n + SLACK, sizeof *h->p);
    CHECK(h->p, CLPWL_ERR_MEMORY, "out of memory: lines through %zu points", n);
done:
    return status;
}

clpwl_status clpwl__path_create(clpwl__path *p, size_t n, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    TRY(make_hull(&p->stab.floor, n));
    TRY(make_hull(&p->stab.ceiling, n));
    p->knots = clpwl__alloc(segments + 1, sizeof *p->knots);
    CHECK_MEMORY(p->knots);
    p->values = clpwl__alloc(segments + 1, sizeof *p->values);
    CHECK_MEMORY(p->values);
done:
    return status;
}

void clpwl__path_free(clpwl__path *p)
{
    clpwl__free(p->stab.floor.p);
    clpwl__free(p->stab.ceiling.p);
    clpwl__free(p->knots);
    clpwl__free(p->values);
    memset(p, 0, sizeof *p);
}

/* The stretch DE that the next knot lies on. */
typedef struct window {
    clpwl__line line;   /* the last line to leave the tube; its right point is D */
    clpwl__point exit;  /* E */
    int down;           /* the tube turned down: E is on the ceiling */
} window;

/* Adds mesh point i. Returns 0 where no line passes through the tube there. */
static int add_point(clpwl__stab *s, const clpwl__tube *t, size_t i)
{
    return clpwl__stab_add(s, t->mesh->x[i], clpwl__tube_floor(t, i), clpwl__tube_ceiling(t, i),
                           i + 1);
}

/* The tube's floor (sign 1) or ceiling (sign -1) at x, between mesh points. Returns 0 where f
 * has no value. */
static int find_edge(const clpwl__tube *t, double x, double sign, double *y)
{
    double s;
    if (!clpwl__mesh_at(t->mesh, x, y, &s))
        return 0;
    *y += sign > 0 ? -t->below * s : t->above * s;
    const clpwl__span limits = clpwl__bounds_at(t->mesh->limits, x);
    *y = sign > 0 ? fmax(*y, limits.lo) : fmin(*y, limits.hi);
    return 1;
}

static double edge_at(const clpwl__tube *t, size_t i, double sign)
{
    return sign > 0 ? clpwl__tube_floor(t, i) : clpwl__tube_ceiling(t, i);
}

/* Moves a contact of the line from a mesh point to the place beside it where f's floor (sign 1)
 * is highest over the line, or its ceiling (sign -1) lowest: the vertex of a parabola. */
static void move_contact(const clpwl__tube *t, const clpwl__line *line, clpwl__point *p,
                         double sign)
{
    const clpwl__mesh *m = t->mesh;
    double e[3], x, y;
    if (p->next < 2 || p->next >= m->n || m->x[p->next - 1] != p->x)
        return;
    const double *at = m->x + p->next - 2;
    for (size_t k = 0; k < 3; k++)
        e[k] = sign * (edge_at(t, p->next - 2 + k, sign) - clpwl__line_at(line, at[k]));
    if (!(e[0] < e[1] && e[2] < e[1]))
        return;
    x = clpwl__mesh_vertex(at, e);
    if (x != p->x && find_edge(t, x, sign, &y) && sign * (y - clpwl__line_at(line, x)) > e[1])
        *p = (clpwl__point){x, y, x < p->x ? p->next - 1 : p->next};
}

/* The line with both contacts where f has them. The right one is on the floor for sign 1. */
static clpwl__line touch_edges(const clpwl__tube *t, clpwl__line line, double sign)
{
    clpwl__line moved = line;
    if (!t->mesh->f || !isfinite(line.slope))
        return line;
    move_contact(t, &line, &moved.right, sign);
    move_contact(t, &line, &moved.left, -sign);
    if (!(moved.left.x < moved.right.x))
        return line;
    moved.slope = (moved.right.y - moved.left.y) / (moved.right.x - moved.left.x);
    return moved;
}

/* How far the line is beyond the ceiling (sign 1, for which it rests on the floor) or the floor
 * at mesh point i. */
static double excess_at(const clpwl__tube *t, const clpwl__line *line, size_t i, double sign)
{
    return sign * (clpwl__line_at(line, t->mesh->x[i]) - edge_at(t, i, -sign));
}

/* Where the line crosses the edge of the tube: between mesh points i - 1 and i straight, then
 * twice nearer to the edge that f has. */
static clpwl__point find_exit(const clpwl__tube *t, const clpwl__line *line, size_t i, double sign)
{
    const double *x = t->mesh->x + i - 1;
    double l = x[0], r = x[1], in = -excess_at(t, line, i - 1, sign),
           out = excess_at(t, line, i, sign), y;
    clpwl__point p = {0, 0, i};
    for (int k = 0;; k++) {
        double part = in + out > 0 ? fmax(in, 0) / (in + out) : 0;
        p.x = l + (r - l) * part;
        if (k == 2 || !t->mesh->f || !(l < p.x && p.x < r) || !find_edge(t, p.x, -sign, &y))
            break;
        double over = sign * (clpwl__line_at(line, p.x) - y);
        *(over > 0 ? &r : &l) = p.x;
        *(over > 0 ? &out : &in) = fabs(over);
    }
    p.x = fmax(p.x, line->right.x);
    p.y = clpwl__line_at(line, p.x);
    return p;
}

/* The window through which all lines leave the tube; none passes mesh point i. */
static window find_window(const clpwl__stab *s, const clpwl__tube *t, size_t i, int down)
{
    double sign = down ? 1 : -1;
    window w = {.line = touch_edges(t, down ? s->flat : s->steep, sign), .down = down};
    while (i > w.line.right.next && excess_at(t, &w.line, i - 1, sign) > 0)
        i--;
    w.exit = find_exit(t, &w.line, i, sign);
    return w;
}

/* Begins with the lines through a window, and the mesh points before `exit.next`. */
static void start_from_window(clpwl__stab *s, const clpwl__tube *t, const window *w)
{
    clpwl__stab_begin(s);
    (w->down ? clpwl__stab_floor : clpwl__stab_ceiling)(s, w->line.right);
    for (size_t i = w->line.right.next; i < w->exit.next; i++) {
        clpwl__point p = {t->mesh->x[i], edge_at(t, i, w->down ? 1 : -1), i + 1};
        (w->down ? clpwl__stab_floor : clpwl__stab_ceiling)(s, p);
    }
    (w->down ? clpwl__stab_ceiling : clpwl__stab_floor)(s, w->exit);
}

/* The abscissa at which a line crosses the window. */
static double window_crossing(const window *w, const clpwl__line *line)
{
    double d = w->line.right.x, e = w->exit.x;
    double at_d = clpwl__line_at(line, d) - w->line.right.y;
    double at_e = clpwl__line_at(line, e) - w->exit.y;
    double part = at_d != at_e ? at_d / (at_d - at_e) : 0.5;
    return d + (e - d) * fmin(fmax(part, 0), 1);
}

/* Writes the next knot, at x, and its value on the line. */
static void put_knot(clpwl__path *p, double x, const clpwl__line *line)
{
    p->knots[p->count] = x;
    p->values[p->count] = clpwl__line_at(line, x);
}

/* A line for the last stretch, midway between the highest and the lowest at its end. */
static clpwl__line last_line(const clpwl__line lines[2], double from, double to)
{
    double slope = 0, y = 0, n = 0;
    for (int k = 0; k < 2; k++)
        if (isfinite(lines[k].slope)) {
            slope += lines[k].slope;
            y += clpwl__line_at(&lines[k], to);
            n++;
        }
    slope /= fmax(n, 1);
    y /= fmax(n, 1);
    return (clpwl__line){{from, y + slope * (from - to), 0}, {to, y, 0}, slope};
}

/* The path's margin at mesh point `last`, and whether its last lines leave the tube downwards. */
static int find_margin(clpwl__path *p, const clpwl__tube *t, size_t last, clpwl__line lines[2])
{
    double over[2] = {-INFINITY, -INFINITY};
    lines[0] = touch_edges(t, p->stab.steep, -1);
    lines[1] = touch_edges(t, p->stab.flat, 1);
    for (int down = 0; down < 2; down++)
        if (isfinite(lines[down].slope))
            over[down] = excess_at(t, &lines[down], last, down ? 1 : -1);
    p->margin = -fmax(over[0], over[1]);
    return over[1] > over[0];
}

/* The path goes on from mesh point i to point `last`. */
static int follow_part(clpwl__path *p, const clpwl__tube *t, size_t i, size_t last, size_t most)
{
    const clpwl__mesh *m = t->mesh;
    clpwl__line line, lines[2];
    window before = {.exit = {m->x[i], 0, 0}}, w;
    double length = 2 * (m->x[last] - m->x[i]); /* of a segment, from window to window */
    const size_t first = p->count;
    const double from = m->x[i];
    clpwl__stab_begin(&p->stab);
    for (;;) {
        while (i <= last && add_point(&p->stab, t, i))
            i++;
        int down = i > last || p->count + 1 >= most ? find_margin(p, t, last, lines) : 0;
        if (i <= last)
            down = clpwl__stab_lowest(&p->stab, m->x[i]) > clpwl__tube_ceiling(t, i);
        else if (!(p->margin < 0) && p->count < most)
            break;
        if (p->count + 1 >= most) {
            p->margin = p->margin < 0 && last + 1 == m->n ? p->margin : -INFINITY; /* f turned back before */
            p->needed = (double)most * ((double)m->n / (double)i);
            return 0;
        }
        w = find_window(&p->stab, t, i <= last ? i : i - 1, down);
        put_knot(p, p->count > first ? window_crossing(&before, &w.line) : from, &w.line);
        p->count++;
        start_from_window(&p->stab, t, &w);
        length = w.exit.x - before.exit.x;
        before = w;
        i = w.exit.next;
    }
    if (p->count + 1 < most)
        p->margin = INFINITY;
    p->needed = (double)p->count + fmin(1, (m->x[last] - before.exit.x) / length);
    line = last_line(lines, before.exit.x, m->x[last]);
    put_knot(p, p->count > first ? window_crossing(&before, &line) : from, &line);
    p->count++;
    put_knot(p, m->x[last], &line);
    return 1;
}

/* The next mesh point where v is held to a single value, or the last one. */
static size_t next_held(const clpwl__mesh *m, size_t i)
{
    while (m->limits && ++i + 1 < m->n) {
        const clpwl__span limits = clpwl__bounds_at(m->limits, m->x[i]);
        if (limits.lo == limits.hi)
            return i;
    }
    return m->n - 1;
}

int clpwl__tube_path(clpwl__path *p, const clpwl__tube *t, size_t most)
{
    p->count = 0;
    for (size_t i = 0, next; i + 1 < t->mesh->n; i = next) {
        next = next_held(t->mesh, i);
        if (!follow_part(p, t, i, next, most))
            return 0;
    }
    return 1;
}

/* From the range of values at knot k to that at knot k + 1. *i is the mesh point of knot k, on return of knot
 * k + 1. Returns 0 where the range is empty. */
static int extend_range(clpwl__stab *s, const clpwl__tube *t, const double *knots, size_t *i, double range[2])
{
    clpwl__stab_begin(s);
    clpwl__stab_floor(s, (clpwl__point){knots[0], range[0], 0});
    clpwl__stab_ceiling(s, (clpwl__point){knots[0], range[1], 0});
    do {
        if (!add_point(s, t, ++*i))
            return 0;
    } while (t->mesh->x[*i] < knots[1]);
    range[0] = clpwl__stab_lowest(s, knots[1]);
    range[1] = clpwl__stab_highest(s, knots[1]);
    return range[0] <= range[1];
}

/* The feasible value at knot k nearest to the wanted one, given the value at knot k + 1. *i is
 * the mesh point of knot k + 1, on return of knot k. */
static double choose_value(const clpwl__tube *t, const double *knots, size_t *i,
                           double least, double most, double right, double wanted)
{
    const double *x = t->mesh->x;
    double low = least, high = most;
    while (x[--*i] > knots[0]) {
        const double part = (x[*i] - knots[0]) / (knots[1] - knots[0]), over = 1 / (1 - part);
        low = fmax(low, (clpwl__tube_floor(t, *i) - part * right) * over);
        high = fmin(high, (clpwl__tube_ceiling(t, *i) - part * right) * over);
    }
    if (low > high) /* by rounding, which a mesh point close to the knot magnifies */
        wanted = low = high = (low + high) / 2;
    return fmin(fmax(fmin(fmax(wanted, low), high), least), most);
}

size_t clpwl__tube_values(clpwl__stab *stab, const clpwl__tube *t, const double *knots,
                          size_t segments, const double *wanted, double *most, double *values)
{
    size_t i = clpwl__count_up_to(t->mesh->x, t->mesh->n, knots[0]) - 1, k = 0;
    double range[2] = {clpwl__tube_floor(t, i), clpwl__tube_ceiling(t, i)};
    do {
        if (values) {
            values[k] = range[0];
            most[k] = range[1];
        }
    } while (k < segments && extend_range(stab, t, knots + k, &i, range) && ++k);
    for (size_t j = k + 1; values && k == segments && j-- > 0;)
        values[j] = j < k ? choose_value(t, knots + j, &i, values[j], most[j], values[j + 1], wanted[j])
                          : fmin(fmax(wanted[j], values[j]), most[j]);
    return k;
}
