/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas in x, and the catalogue's, as functions. */
#include "base/door.h"
#include "formula/callees.h"
#include "formula/formula.h"
#include "formula/sharp.h"

typedef struct source {
    clpwl__tree tree;
    clpwl__sharp *sharp; /* of a user's formula; or NULL */
} source;

static void free_formula(void *user)
{
    source *e = user;
    if (!e)
        return;
    clpwl__tree_free(&e->tree);
    clpwl__sharp_free(e->sharp);
    clpwl__free(e);
}

/* exp(a) - 1, 1 - cos(a) and log(1 + a) become functions that do not cancel: these are some fifty times as
 * fast as sharp values. */
static void use_function(const clpwl__tree *tree, clpwl__node *n)
{
    if (clpwl__operands(n) == 0)
        return;
    const clpwl__node *sum = clpwl__is_call(n, "log") ? &tree->nodes[n->a] : n; /* with 1 */
    const int is_last = clpwl__node_is(tree, sum->b, 1), other = is_last ? sum->a : sum->b;
    const clpwl__node *inner = &tree->nodes[other];
    const char *name = NULL;
    if (!is_last && !clpwl__node_is(tree, sum->a, 1))
        return;
    if (sum != n && sum->op == CLPWL__ADD)
        name = "log1p";
    else if (n->op == CLPWL__SUB && clpwl__is_call(inner, is_last ? "exp" : "cos"))
        name = is_last ? "expm1" : "versine_";
    if (name)
        *n = (clpwl__node){.op = CLPWL__CALL, .callee = clpwl__callee_named(name),
                           .a = sum == n ? inner->a : other};
}

static void evaluate_many(const double *x, double *y, size_t n, void *user)
{
    const source *e = user;
    char lost[CLPWL__BLOCK];
    for (size_t k = 0; k < n; k += CLPWL__BLOCK) {
        const size_t count = n - k < CLPWL__BLOCK ? n - k : CLPWL__BLOCK;
        clpwl_status status = clpwl__tree_values(&e->tree, x + k, y + k, lost, (int)count);
        for (size_t i = 0; i < count; i++)
            if (status != CLPWL_OK)
                y[k + i] = NAN;
            else if (lost[i])
                clpwl__sharpen(e->sharp, x[k + i], &y[k + i]);
    }
}

/* Makes the function of an entry with parameters, or of the formula that is the spec's name. */
static clpwl_status create(clpwl_function **out, clpwl_function_spec *spec,
                           const clpwl_catalogue_entry *entry, const double *p)
{
    clpwl_status status = CLPWL_OK;
    char *texts[2] = {NULL, NULL};
    int root;
    source *e = clpwl__calloc(1, sizeof *e);
    CHECK_MEMORY(e);
    TRY(clpwl__parse(&e->tree, &root, entry ? NULL : spec->name, &clpwl__formula_names, NULL, entry, p));
    if (!entry)
        TRY(clpwl__sharp_create(&e->sharp, spec->name));
    TRY(clpwl__tree_fold(&e->tree, root, use_function));
    for (int native = 0; native < 2; native++)
        TRY(clpwl__tree_opencl(&e->tree, native, &texts[native]));
    spec->many = evaluate_many;
    spec->user = e;
    spec->release = free_formula;
    spec->opencl = texts[0];
    spec->opencl_native = texts[0] && texts[1] && strcmp(texts[0], texts[1]) != 0 ? texts[1] : NULL;
    TRY(clpwl_function_create(out, spec));
    (*out)->is_ours = 1;
    (*out)->is_formula = !entry;
    (*out)->entry = entry;
    for (int i = 0; i < e->tree.count; i++)
        (*out)->additions = fmax((*out)->additions, e->tree.nodes[i].additions);
    e = NULL;
done:
    clpwl__free(texts[0]);
    clpwl__free(texts[1]);
    free_formula(e);
    return status;
}

clpwl_status clpwl_function_from_formula(clpwl_function **out, const char *formula,
                                         const double *kinks, size_t kink_count)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    CHECK_GIVEN(out);
    *out = NULL;
    CHECK_GIVEN(formula);
    clpwl_function_spec spec = {.size = sizeof spec, .name = formula, .kinks = kinks,
                                .kink_count = kink_count, .smooth = kinks != NULL};
    TRY(create(out, &spec, NULL, NULL));
done:
    return status;
}

/* What a formula of an entry's parameters gives at two x. */
static clpwl_status evaluate_at(const clpwl_catalogue_entry *entry, const double *p, const char *text,
                                const double x[2], double y[2])
{
    clpwl_status status = CLPWL_OK;
    clpwl__tree tree = {0};
    char lost[2];
    int root;
    TRY(clpwl__parse(&tree, &root, text, &clpwl__formula_names, NULL, entry, p));
    tree.count = root + 1;
    clpwl__tree_mark(&tree, root);
    TRY(clpwl__tree_values(&tree, x, y, lost, 2));
done:
    clpwl__tree_free(&tree);
    return status;
}

clpwl_status clpwl_function_from_catalogue(clpwl_function **out, const char *text)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    const clpwl_catalogue_entry *entry;
    clpwl__text name = {0};
    double p[CLPWL_PARAMETERS_MAX], ends[2], kinks[2] = {0};
    CHECK_GIVEN(out);
    *out = NULL;
    CHECK_GIVEN(text);
    TRY(clpwl__catalogue_read(text, &entry, p, &name));
    const clpwl__row *row = clpwl__catalogue_row(entry);
    TRY(evaluate_at(entry, p, row->place ? row->place : "x", (double[]){entry->a, entry->b}, ends));
    CHECK(ends[0] < ends[1], CLPWL_ERR_ARGUMENT,
          "%s: these parameters leave no default domain: its ends would be %g and %g", name.text, ends[0],
          ends[1]);
    if (row->kinks)
        TRY(evaluate_at(entry, p, row->kinks, (double[]){-1, 1}, kinks));
    clpwl_function_spec spec = {.size = sizeof spec, .name = name.text, .a = ends[0], .b = ends[1],
                                .kinks = kinks, .smooth = 1 /* except at kinks */};
    spec.kink_count = row->kinks ? 1 + (kinks[0] < kinks[1]) : 0;
    TRY(create(out, &spec, entry, p));
    memcpy((*out)->parameters, p, sizeof p);
done:
    clpwl__free(name.text);
    return status;
}

clpwl_status clpwl__function_named(clpwl_function **out, const char *name)
{
    clpwl_status status = clpwl_function_from_catalogue(out, name);
    return status == CLPWL_OK || status == CLPWL_ERR_MEMORY ? status
                                                            : clpwl_function_from_formula(out, name, NULL, 0);
}
