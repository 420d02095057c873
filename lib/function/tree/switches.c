/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the operations of a tree switch, by the branches that they take: the domain is sampled, then each
 * piece between places, until two rounds find none. Bisection locates a place. */
#include "base/array.h"
#include "base/hash.h"
#include "function/tree/tree.h"

enum {
    FIRST = 4096,  /* samples of the domain */
    ROUNDS = 12
};

/* The samples of a piece between places, in one round after the other. The same number in each round may hit
 * one phase of a wave. */
static const int nexts[] = {7, 11, 13, 17};

typedef struct search {
    const clpwl__tree *tree;
    double (*rows)[CLPWL__TREE_BLOCK];
    double *x; /* ascending; the first and the last are the ends of the domain */
    size_t count, room, most;
    int too_many;
} search;

static int may_switch(const clpwl__node *n)
{
    static const char *const calls[] = {"abs",  "ceil",  "floor", "fmod",  "mod",
                                        "rint", "round", "sign",  "trunc", NULL};
    return n->op == CLPWL__CALL ? clpwl__is_named(n, calls) : n->op >= CLPWL__LT;
}

/* Which branch such an operation takes. */
static double find_branch(const clpwl__node *n, double (*rows)[CLPWL__TREE_BLOCK], double value)
{
    static const char *const signs[] = {"abs", "sign", NULL}, *const floors[] = {"mod", NULL},
                            *const truncs[] = {"fmod", NULL};
    const double a = rows[n->a][0], b = rows[n->b][0];
    if (n->op == CLPWL__MIN || n->op == CLPWL__MAX)
        return a < b;
    if (n->op == CLPWL__SELECT)
        return a != 0;
    return clpwl__is_named(n, signs)    ? a < 0
           : clpwl__is_named(n, floors) ? floor(a / b)
           : clpwl__is_named(n, truncs) ? trunc(a / b)
                                        : value;
}

/* The branches of all operations at x as one number. */
static uint64_t find_branches(const search *s, double x)
{
    uint64_t all = CLPWL__HASH_START;
    clpwl__tree_rows(s->tree, &x, s->rows, 1);
    for (int k = 0; k < s->tree->count; k++) {
        const clpwl__node *node = &s->tree->nodes[k];
        if (!may_switch(node))
            continue;
        double branch = find_branch(node, s->rows, s->rows[k][0]);
        branch = isnan(branch) ? (double)INFINITY : branch + 0.0; /* no -0 */
        all = clpwl__hash(all, (const char *)&branch, sizeof branch);
    }
    return all;
}

static clpwl_status add_place(search *s, double x)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__reserve(&s->x, &s->room, s->count + 1, sizeof *s->x));
    s->x[s->count++] = x;
    s->too_many = s->count > s->most;
done:
    return status;
}

/* Adds the places in (l, r], whose branches differ, from the first one on. */
static clpwl_status bisect(search *s, double l, uint64_t at_l, double r, uint64_t at_r)
{
    clpwl_status status = CLPWL_OK;
    while (at_l != at_r && !s->too_many) {
        double lo = l, hi = r;
        uint64_t at_hi = at_r;
        for (double m; m = lo + (hi - lo) / 2, lo < m && m < hi;) {
            const uint64_t at_m = find_branches(s, m);
            if (at_m == at_l) {
                lo = m;
            } else {
                hi = m;
                at_hi = at_m;
            }
        }
        TRY(add_place(s, hi));
        l = hi;
        at_l = at_hi;
    }
done:
    return status;
}

/* Adds the places in (a, b) where n samples show a switch. */
static clpwl_status search_piece(search *s, double a, double b, int n)
{
    clpwl_status status = CLPWL_OK;
    uint64_t at_l = find_branches(s, a), at_r;
    for (int i = 1; i <= n && !s->too_many; i++, at_l = at_r) {
        const double r = clpwl__step_at(a, b, i, n);
        at_r = find_branches(s, r);
        TRY(bisect(s, clpwl__step_at(a, b, i - 1, n), at_l, r, at_r));
    }
done:
    return status;
}

/* A round: the pieces between the places so far. */
static clpwl_status search_pieces(search *s, int n)
{
    clpwl_status status = CLPWL_OK;
    const size_t before = s->count;
    for (size_t i = 0; i + 1 < before; i++) {
        double end = i + 2 < before ? nextafter(s->x[i + 1], -INFINITY) : s->x[i + 1];
        if (s->x[i] < end)
            TRY(search_piece(s, s->x[i], end, n));
    }
    qsort(s->x, s->count, sizeof *s->x, clpwl__compare_doubles);
done:
    return status;
}

clpwl_status clpwl__tree_switches(const clpwl__tree *tree, double a, double b, size_t most, double **out,
                                  size_t *count)
{
    clpwl_status status = CLPWL_OK;
    search s = {.tree = tree, .most = most + 2};
    int may = 0, empty = 0;
    *out = NULL;
    *count = 0;
    for (int i = 0; i < tree->count; i++)
        may = may || may_switch(&tree->nodes[i]);
    if (!may)
        goto done;
    s.rows = clpwl__alloc((size_t)tree->count, sizeof *s.rows);
    CHECK(s.rows, CLPWL_ERR_MEMORY, "out of memory: the branches of a formula");
    TRY(add_place(&s, a));
    TRY(add_place(&s, b));
    for (int round = 0; round < ROUNDS && empty < 2 && !s.too_many; round++) {
        size_t before = s.count;
        TRY(search_pieces(&s, round == 0 ? FIRST : nexts[round % 4]));
        empty = s.count > before ? 0 : empty + 1;
    }
    if (s.count == 2 || s.too_many)
        goto done;
    *count = s.count - 2;
    memmove(s.x, s.x + 1, *count * sizeof *s.x);
    *out = s.x;
    s.x = NULL;
done:
    clpwl__free(s.rows);
    clpwl__free(s.x);
    return status;
}
