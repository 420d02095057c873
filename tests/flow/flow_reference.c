/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "flow_reference.h"
#include <math.h>
#include <string.h>

typedef struct plane {
    int width, height;
    double *at;
} plane;

static plane make(int width, int height)
{
    return (plane){width, height, calloc((size_t)width * (size_t)height, sizeof(double))};
}

static double get(plane p, int x, int y)
{
    x = x < 0 ? 0 : x >= p.width ? p.width - 1 : x;
    y = y < 0 ? 0 : y >= p.height ? p.height - 1 : y;
    return p.at[y * p.width + x];
}

static plane halve(plane a)
{
    static const double k[5] = {1, 4, 6, 4, 1};
    plane b = make((a.width + 1) / 2, (a.height + 1) / 2);
    for (int i = 0; i < b.width * b.height; i++)
        for (int n = 0; n < 25; n++)
            b.at[i] += k[n % 5] * k[n / 5] / 256 * get(a, 2 * (i % b.width) + n % 5 - 2, 2 * (i / b.width) + n / 5 - 2);
    return b;
}

static plane slopes(plane p, int dx, int dy)
{
    plane out = make(p.width, p.height);
    for (int i = 0; i < p.width * p.height; i++) {
        const int x = i % p.width, y = i / p.width;
        out.at[i] = (8 * (get(p, x + dx, y + dy) - get(p, x - dx, y - dy)) -
                     (get(p, x + 2 * dx, y + 2 * dy) - get(p, x - 2 * dx, y - 2 * dy))) / 12;
    }
    return out;
}

static double linear(plane p, double x, double y)
{
    int i = (int)floor(x), j = (int)floor(y);
    double a = x - i, b = y - j;
    return (1 - b) * ((1 - a) * get(p, i, j) + a * get(p, i + 1, j)) +
           b * ((1 - a) * get(p, i, j + 1) + a * get(p, i + 1, j + 1));
}

static double weigh(int robust, double t)
{
    switch (robust) {
    case FLOW_CHARBONNIER: return 1 / sqrt(1 + t * t);
    case FLOW_LORENTZIAN: return 1 / (1 + t * t / 2);
    case FLOW_WELSCH: return exp(-t * t);
    case FLOW_TUKEY: return t < 1 ? pow(1 - t * t, 2) : 0;
    default: return 1;
    }
}

/* Gaussian elimination with the largest pivots; a: n x (n + 1). */
static void solve(int n, double a[4][5])
{
    for (int k = 0; k < n; k++) {
        int best = k;
        double row[5];
        for (int i = k; i < n; i++)
            best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
        memcpy(row, a[k], sizeof row);
        memcpy(a[k], a[best], sizeof row);
        memcpy(a[best], row, sizeof row);
        for (int i = 0; i < n; i++)
            for (int j = n; i != k && j >= k; j--)
                a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
}

typedef struct level {
    plane first, second, gx, gy, hx, hy, u, v, gain, offset;
    double parts; /* of a pixel, to which the point of linearisation is rounded; 0: it is not */
} level;

/* {gx, gy, b, w, residual} of a pixel. */
static void line(const level *l, int x, int y, double out[5])
{
    const int at = y * l->first.width + x;
    const double n = l->parts, fu = l->u.at[at], fv = l->v.at[at];
    const double u = n > 0 ? rint(n * fu) / n : fu, v = n > 0 ? rint(n * fv) / n : fv;
    const double px = x + u, py = y + v, right = l->first.width - 1, bottom = l->first.height - 1;
    const int inside = px >= 0 && py >= 0 && px <= right && py <= bottom;
    const double qx = fmin(fmax(px, 0), right), qy = fmin(fmax(py, 0), bottom);
    const double a = qx - floor(qx), b = qy - floor(qy);
    const int i = (int)floor(qx), j = (int)floor(qy);
    const double xx = (1 - b) * (get(l->hx, i + 1, j) - get(l->hx, i, j)) +
                      b * (get(l->hx, i + 1, j + 1) - get(l->hx, i, j + 1));
    const double yy = (1 - a) * (get(l->hy, i, j + 1) - get(l->hy, i, j)) +
                      a * (get(l->hy, i + 1, j + 1) - get(l->hy, i + 1, j));
    out[0] = (l->gx.at[at] + linear(l->hx, qx, qy)) / 2;
    out[1] = (l->gy.at[at] + linear(l->hy, qx, qy)) / 2;
    out[4] = linear(l->second, qx, qy) - (a * (1 - a) * xx + b * (1 - b) * yy) / 2 -
             l->first.at[at];
    out[2] = out[4] - out[0] * u - out[1] * v;
    out[3] = inside;
}

/* The flow of a window as a least-squares problem of 2 or 4 unknowns: u, v, gain, offset. */
static void step(const flow_options *o, const level *l, int x, int y, double motion,
                 double out[4])
{
    const int r = o->radius, w = l->first.width, h = l->first.height, at = y * w + x;
    const int n = o->brightness ? 4 : 2;
    double a[4][5] = {{0}}, count = 0;
    const double u = l->u.at[at], v = l->v.at[at];
    for (int j = y - r; j <= y + r; j++)
        for (int i = x - r; i <= x + r; i++) {
            double p[5];
            if (i < 0 || j < 0 || i >= w || j >= h)
                continue;
            line(l, i, j, p);
            const int is_box = o->window == FLOW_BOX, q = is_box ? j * w + i : at;
            const double grey = l->first.at[j * w + i] - 127.5;
            const double residual = (is_box ? p[4] : p[0] * u + p[1] * v + p[2]) -
                                    (o->brightness ? l->gain.at[q] * grey + l->offset.at[q] : 0);
            const double r2 = ((i - x) * (i - x) + (j - y) * (j - y)) / (double)(r * r);
            const double weight = p[3] * weigh(o->robust, fabs(residual) / o->scale) *
                                  (is_box ? 1 : exp(-2 * r2));
            const double row[5] = {p[0], p[1], -grey, -1, -p[2]};
            for (int k = 0; k < n; k++)
                for (int m = 0; m < 5; m++)
                    a[k][m] += weight * row[k] * row[m];
            count += weight;
        }
    for (int k = 0; k < n && count > 0; k++) {
        for (int m = 0; m < 5; m++)
            a[k][m] /= count;
        a[k][n] = a[k][4];
    }
    /* The ridge holds the flow where it was. */
    a[0][0] += 0.01;
    a[1][1] += 0.01;
    a[0][n] += 0.01 * u;
    a[1][n] += 0.01 * v;
    solve(n, a);
    double du = a[0][n] / a[0][0] - u, dv = a[1][n] / a[1][1] - v;
    if (count == 0)
        du = dv = 0;
    const double most = fmax(fabs(du), fabs(dv)), scale = most > 2 ? 2 / most : 1;
    out[0] = fmin(fmax(u + scale * du, -motion), motion);
    out[1] = fmin(fmax(v + scale * dv, -motion), motion);
    for (int k = 2; k < 4; k++)
        out[k] = n == 4 && count > 0 ? a[k][n] / a[k][k] : 0;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void filter(plane p, int side, int apart)
{
    plane copy = make(p.width, p.height);
    memcpy(copy.at, p.at, (size_t)p.width * (size_t)p.height * sizeof *p.at);
    for (int i = 0; i < p.width * p.height; i++) {
        double v[25];
        for (int k = 0; k < side * side; k++)
            v[k] = get(copy, i % p.width + apart * (k % side - side / 2), i / p.width + apart * (k / side - side / 2));
        qsort(v, (size_t)(side * side), sizeof *v, ascending);
        p.at[i] = v[side * side / 2];
    }
    free(copy.at);
}

static void iterate(const flow_options *o, level *l, double motion)
{
    const int w = l->first.width, n = w * l->first.height;
    plane *to[4] = {&l->u, &l->v, &l->gain, &l->offset};
    double(*all)[4] = malloc((size_t)n * sizeof *all);
    for (int k = 0; k < o->iterations; k++) {
        for (int i = 0; i < n; i++)
            step(o, l, i % w, i / w, motion, all[i]);
        for (int i = 0; i < 4 * n; i++)
            to[i % 4]->at[i / 4] = all[i / 4][i % 4];
    }
    free(all);
}

static double correlate(const flow_options *o, const level *l, int x, int y, int qx, int qy)
{
    const int low = -(o->block / 2), high = o->block + low, n = o->block * o->block;
    double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    if (qx < 0 || qy < 0 || qx >= l->first.width || qy >= l->first.height)
        return -1;
    for (int j = low; j < high; j++)
        for (int i = low; i < high; i++) {
            const double p = get(l->first, x + i, y + j), q = get(l->second, qx + i, qy + j);
            a += p, b += q, aa += p * p, bb += q * q, ab += p * q;
        }
    const double va = aa - a * a / n, vb = bb - b * b / n;
    return vb > 1e-3 * n && va > 0 ? (ab - a * b / n) / sqrt(va * vb) : -1;
}

static double vertex(double before, double middle, double after)
{
    const double bend = before - 2 * middle + after;
    return bend < 0 ? fmin(fmax((before - after) / bend / 2, -0.5), 0.5) : 0;
}

static void match(const flow_options *o, level *l, int search, double motion)
{
    const int w = l->first.width, h = l->first.height;
    const int stride = o->stride ? o->stride : o->block;
    plane u = make(w, h), v = make(w, h);
    for (int i = 0; i < w * h; i++) {
        const int cx = i % w / stride * stride + stride / 2, cy = i / w / stride * stride + stride / 2;
        const int x = cx < w ? cx : w - 1, y = cy < h ? cy : h - 1;
        const int fu = (int)rint(get(l->u, x, y)), fv = (int)rint(get(l->v, x, y));
        double best = -2;
        int bu = 0, bv = 0;
        for (int b = -search; b <= search; b++)
            for (int a = -search; a <= search; a++) {
                const double c = correlate(o, l, x, y, x + fu + a, y + fv + b);
                if (c > best + 1e-9) { /* the first of equal ones */
                    best = c;
                    bu = fu + a;
                    bv = fv + b;
                }
            }
        double off[2];
        for (int k = 0; k < 2; k++)
            off[k] = vertex(correlate(o, l, x, y, x + bu - !k, y + bv - k), best,
                            correlate(o, l, x, y, x + bu + !k, y + bv + k));
        u.at[i] = fmin(fmax(bu + off[0], -motion), motion);
        v.at[i] = fmin(fmax(bv + off[1], -motion), motion);
    }
    free(l->u.at);
    free(l->v.at);
    l->u = u;
    l->v = v;
}

static plane enlarge(plane coarse, int width, int height)
{
    plane p = make(width, height);
    for (int i = 0; i < width * height && coarse.at; i++)
        p.at[i] = 2 * linear(coarse, i % width / 2.0, i / width / 2.0);
    free(coarse.at);
    return p;
}

/* Both pictures' grey from 0 to 255, without a thousandth of the values at either end. */
static void stretch(const flow_image *images[2], plane out[2])
{
    const int n = images[0]->width * images[0]->height;
    double *all = malloc(2 * (size_t)n * sizeof *all);
    for (int i = 0; i < 2 * n; i++)
        all[i] = rint(257 * fmin(fmax((double)images[i / n]->at[i % n][0], 0), 255)) / 257;
    qsort(all, 2 * (size_t)n, sizeof *all, ascending);
    const double low = all[(int)(0.002 * n)], high = all[(int)(1.998 * n)];
    for (int k = 0; k < 2; k++) {
        out[k] = make(images[k]->width, images[k]->height);
        for (int i = 0; i < n; i++)
            out[k].at[i] = (images[k]->at[i][0] - low) * 255 / (high - low);
    }
    free(all);
}

void reference_flow(const flow_options *o, const flow_image *first, const flow_image *second,
                    int levels, double (*out)[2])
{
    plane a[16], b[16], both[2], u = {0, 0, NULL}, v = {0, 0, NULL};
    stretch((const flow_image *[2]){first, second}, both);
    a[0] = both[0];
    b[0] = both[1];
    for (int k = 1; k < levels; k++) {
        a[k] = halve(a[k - 1]);
        b[k] = halve(b[k - 1]);
    }
    for (int k = levels - 1; k >= 0; k--) {
        const int w = a[k].width, h = a[k].height;
        level l = {a[k], b[k], slopes(a[k], 1, 0), slopes(a[k], 0, 1), slopes(b[k], 1, 0),
                   slopes(b[k], 0, 1), enlarge(u, w, h), enlarge(v, w, h), make(w, h), make(w, h),
                   o->warp == FLOW_WARP_IMAGE ? 256 : 0};
        const double motion = ldexp(o->motion, -k) + 1;
        flow_options own = *o;
        if (k > 0 && k == levels - 1) /* no weights by residuals that the coarsest level is to end */
            own.robust = FLOW_NONE;
        if (o->method == FLOW_LK)
            iterate(&own, &l, motion);
        else
            match(o, &l, k == levels - 1 && o->search < 4 ? 4 : o->search, motion);
        u = l.u;
        v = l.v;
        if (o->median) {
            const int apart = o->method == FLOW_LK ? 1 : o->stride ? o->stride : o->block;
            filter(u, o->median, apart);
            filter(v, o->median, apart);
        }
        plane *spare[] = {&l.first, &l.second, &l.gx, &l.gy, &l.hx, &l.hy, &l.gain, &l.offset};
        for (size_t i = 0; i < sizeof spare / sizeof *spare; i++)
            free(spare[i]->at);
    }
    for (int i = 0; i < first->width * first->height; i++) {
        out[i][0] = u.at[i];
        out[i][1] = v.at[i];
    }
    free(u.at);
    free(v.at);
}
