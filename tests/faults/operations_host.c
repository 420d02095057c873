/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "operations.h"

enum { SEGMENTS = 5, POINTS = 200 };

static double bent(double x, void *user)
{
    (void)user;
    return exp(-x * x) + fabs(x - 0.5);
}

static clpwl_status make(clpwl_function **f, size_t kinks_told)
{
    static const double kinks[] = {0.5};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    spec.name = "bent";
    spec.f = bent;
    spec.kinks = kinks;
    spec.kink_count = kinks_told;
    spec.a = -1;
    spec.b = 2;
    spec.opencl = "exp(-x * x) + fabs(x - 0.5f)";
    return clpwl_function_create(f, &spec);
}

static clpwl_status make_bent(clpwl_function **f)
{
    return make(f, 1);
}

/* v is within the measured error of f. */
static void compare(trial *t, const clpwl_table *v, double (*f)(double, void *))
{
    size_t n = clpwl_table_segments(v);
    double a = clpwl_table_knots(v)[0], b = clpwl_table_knots(v)[n];
    double bound = 1.001 * clpwl_table_measured(v).linf;
    for (int i = 0; i <= POINTS; i++) {
        double x = a + (b - a) * i / POINTS;
        t->wrong |= !(fabs(clpwl_table_value(v, x) - f(x, NULL)) <= bound);
    }
}

static clpwl_status catalogue(trial *t)
{
    size_t count;
    const clpwl_catalogue_entry *list = clpwl_catalogue(&count);
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; status == CLPWL_OK && i < count; i++) {
        clpwl_function *f = NULL;
        double y = NAN;
        status = clpwl_function_from_catalogue(&f, list[i].name);
        if (status == CLPWL_OK)
            t->wrong |= clpwl_function_value(f, 0.6 * list[i].a + 0.4 * list[i].b, &y) ||
                        !isfinite(y);
        clpwl_function_free(f);
    }
    return status;
}

static clpwl_status samples(trial *t)
{
    static const double x[] = {0, 1, 2, 4}, y[] = {1, -1, 0.5, 3};
    clpwl_function *f = NULL;
    double value;
    clpwl_status status = clpwl_function_from_samples(&f, "four", x, y, 4);
    for (int i = 0; status == CLPWL_OK && i < 4; i++)
        t->wrong |= clpwl_function_value(f, x[i], &value) || fabs(value - y[i]) > 1e-12;
    clpwl_function_free(f);
    return status;
}

static clpwl_status smoothed(trial *t)
{
    enum { MANY = 20 };
    double x[MANY], y[MANY], value;
    clpwl_function *f = NULL, *smooth = NULL;
    for (int i = 0; i < MANY; i++) {
        x[i] = i;
        y[i] = i % 2;
    }
    clpwl_status status = clpwl_function_from_samples(&f, "zigzag", x, y, MANY);
    if (status == CLPWL_OK)
        status = clpwl_function_smoothed(&smooth, f, 10);
    if (status == CLPWL_OK) /* the straight line through them all, by least squares */
        t->wrong |= clpwl_function_value(smooth, 9.5, &value) || fabs(value - 0.5) > 1e-6;
    clpwl_function_free(smooth);
    clpwl_function_free(f);
    return status;
}

static void path_in(const trial *t, const char *name, char path[512])
{
    snprintf(path, 512, "%s/%s", t->folder, name);
}

static clpwl_status read_csv(trial *t)
{
    char path[512];
    clpwl_function *f = NULL;
    double value;
    path_in(t, "samples.csv", path);
    FILE *file = fopen(path, "w");
    if (!file)
        return CLPWL_ERR_IO;
    for (int i = 0; i < 600; i++) /* more than the reader's first block */
        fprintf(file, "%d, %d\n", i, i * i);
    fclose(file);
    clpwl_status status = clpwl_function_read_samples(&f, path);
    if (status == CLPWL_OK)
        t->wrong |= clpwl_function_value(f, 300, &value) || fabs(value - 90000) > 1e-6;
    clpwl_function_free(f);
    remove(path);
    return status;
}

enum { PARTITIONS = 2, FITS = 6 };

/* Every partition with every fit. */
static clpwl_status design(trial *t)
{
    clpwl_function *f = NULL;
    clpwl_table *v = NULL;
    clpwl_design_options options = CLPWL_DESIGN_INIT;
    clpwl_status status = make_bent(&f);
    options.segments = SEGMENTS;
    options.partition = (clpwl_partition)(t->variant % PARTITIONS);
    options.fit = (clpwl_fit)(t->variant / PARTITIONS);
    if (status == CLPWL_OK)
        status = clpwl_design(&v, f, &options);
    if (status == CLPWL_OK)
        compare(t, v, bent);
    t->wrong |= status != CLPWL_OK && v != NULL;
    t->wrong |= clpwl_partition_name((clpwl_partition)PARTITIONS) || clpwl_fit_name((clpwl_fit)FITS);
    clpwl_table_free(v);
    clpwl_function_free(f);
    return status;
}

static double fall(double x, void *user)
{
    (void)user;
    return exp(-x);
}

/* Every fit, with relative errors, a weight from arguments and a weight from a formula; saved. */
static clpwl_status design_weighted(trial *t)
{
    static const double arguments[] = {-0.5, 0.1, 0.2, 0.25, 1, 1.5};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f = NULL, *w[2] = {NULL, NULL};
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_design_options options = CLPWL_DESIGN_INIT;
    clpwl_table *v = NULL;
    clpwl_status status = make_bent(&f);
    const int k = t->variant;
    spec.f = fall;
    weight.floor = 0.1;
    options.weight = &weight;
    options.partition = CLPWL_PARTITION_OPTIMIZED;
    if (status == CLPWL_OK)
        status = clpwl_function_create(&w[0], &spec);
    if (status == CLPWL_OK)
        status = clpwl_function_from_arguments(&w[1], "arguments", arguments, 6);
    weight.w = w[k & 1];
    options.fit = (clpwl_fit)(k / 2);
    options.segments = k < 2 ? 0 : SEGMENTS;
    options.max_error = k < 2 ? 0.01 : 0;
    if (status == CLPWL_OK)
        status = clpwl_design(&v, f, &options);
    if (status == CLPWL_OK) {
        compare(t, v, bent);
        t->wrong |= !(clpwl_table_weighting(v)->executed.linf > 0);
    }
    t->wrong |= status != CLPWL_OK && v != NULL;
    clpwl_table_free(v);
    clpwl_function_free(f);
    clpwl_function_free(w[0]);
    clpwl_function_free(w[1]);
    return status;
}

static clpwl_status design_with_kinks_found(trial *t)
{
    clpwl_function *f = NULL;
    clpwl_table *v = NULL;
    clpwl_design_options options = CLPWL_DESIGN_INIT;
    clpwl_status status = make(&f, 0);
    int met = 0;
    options.segments = SEGMENTS;
    options.partition = CLPWL_PARTITION_OPTIMIZED;
    if (status == CLPWL_OK)
        status = clpwl_design(&v, f, &options);
    if (status == CLPWL_OK) {
        compare(t, v, bent);
        for (size_t i = 0; i <= SEGMENTS; i++)
            met |= clpwl_table_knots(v)[i] == 0.5;
        t->wrong |= !met;
    }
    clpwl_table_free(v);
    clpwl_function_free(f);
    return status;
}

static clpwl_status design_to_target(trial *t)
{
    clpwl_function *f = NULL;
    clpwl_table *v = NULL;
    clpwl_design_options options = CLPWL_DESIGN_INIT;
    clpwl_status status = make_bent(&f);
    options.max_error = 0.01;
    options.partition = CLPWL_PARTITION_OPTIMIZED;
    if (status == CLPWL_OK)
        status = clpwl_design(&v, f, &options);
    if (status == CLPWL_OK) {
        compare(t, v, bent);
        t->wrong |= !(clpwl_table_executed_error(v, NULL).linf <= 0.01);
    }
    clpwl_table_free(v);
    clpwl_function_free(f);
    return status;
}

static double even_bent(double x, void *user)
{
    (void)user;
    return exp(-x * x) + fabs(x);
}

/* A design with a symmetry and a weight, and the table's text. */
static clpwl_status design_symmetric(trial *t)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options options = CLPWL_DESIGN_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f = NULL;
    clpwl_table *v = NULL, *back = NULL;
    char *text = NULL;
    size_t length = 0;
    spec.f = even_bent;
    spec.a = -2;
    spec.b = 2;
    weight.floor = 1e-3;
    options.max_error = 0.01;
    options.symmetry = CLPWL_SYMMETRY_AUTO;
    options.weight = &weight;
    clpwl_status status = clpwl_function_create(&f, &spec);
    if (status == CLPWL_OK)
        status = clpwl_design(&v, f, &options);
    if (status == CLPWL_OK) {
        compare(t, v, even_bent);
        t->wrong |= clpwl_table_symmetry(v) != CLPWL_SYMMETRY_EVEN;
        status = clpwl_table_save_text(v, &text, &length);
    }
    if (status == CLPWL_OK)
        status = clpwl_table_load_text(&back, text, length);
    t->wrong |= status == CLPWL_OK && clpwl_table_symmetry(back) != CLPWL_SYMMETRY_EVEN;
    clpwl_free(text);
    clpwl_table_free(back);
    clpwl_table_free(v);
    clpwl_function_free(f);
    return status;
}

/* A formula, a design whose spike only a proof finds, and the proof of the result. Arb's own memory is
 * not the library's. */
static clpwl_status design_and_prove_spike(trial *t)
{
    clpwl_function *f = NULL;
    clpwl_table *v = NULL;
    clpwl_design_options options = CLPWL_DESIGN_INIT;
    clpwl_proof proof;
    clpwl_status status = clpwl_function_from_formula(&f, "exp(-((x-0.1234)/1e-6)^2)", NULL, 0);
    options.b = 1;
    options.segments = SEGMENTS;
    if (status == CLPWL_OK)
        status = clpwl_design(&v, f, &options);
    if (status == CLPWL_OK) {
        t->wrong |= clpwl_can_prove() && !(clpwl_table_measured(v).linf > 0.5);
        status = clpwl_can_prove() ? clpwl_prove(&proof, f, v, NULL) : CLPWL_OK;
        t->wrong |= status == CLPWL_OK && clpwl_can_prove() && !(proof.bound.linf > 0.5);
    }
    clpwl_table_free(v);
    clpwl_function_free(f);
    return status;
}

static int count_files(const char *folder)
{
    int count = 0;
    DIR *d = opendir(folder);
    while (d && readdir(d))
        count++;
    if (d)
        closedir(d);
    return count;
}

static int equal(const clpwl_table *a, const clpwl_table *b)
{
    size_t n = clpwl_table_segments(a), bytes = (n + 1) * sizeof(double);
    return n == clpwl_table_segments(b) &&
           memcmp(clpwl_table_knots(a), clpwl_table_knots(b), bytes) == 0 &&
           memcmp(clpwl_table_values(a), clpwl_table_values(b), bytes) == 0 &&
           strcmp(clpwl_table_function(a), clpwl_table_function(b)) == 0;
}

/* Saved over an older file: in any case the folder has one of the two files, whole, and no other
 * file. */
static clpwl_status save_and_load(trial *t)
{
    char path[512];
    clpwl_table *back = NULL;
    int files = count_files(t->folder);
    path_in(t, "table.clpwl", path);
    clpwl_status status = clpwl_table_save(t->table, path);
    if (status == CLPWL_OK)
        status = clpwl_table_load(&back, path);
    t->wrong |= status == CLPWL_OK && !equal(back, t->table);
    t->wrong |= count_files(t->folder) > files + 1;
    clpwl_table_free(back);
    return status;
}

static clpwl_status refuse_damage(trial *t)
{
    char path[512];
    clpwl_table *back = NULL;
    path_in(t, "damaged.clpwl", path);
    FILE *file = fopen(path, "w");
    if (!file)
        return CLPWL_ERR_IO;
    fprintf(file, "clpwl-table 1\nfunction f\npartition uniformly\n");
    fclose(file);
    clpwl_status status = clpwl_table_load(&back, path);
    t->wrong |= status == CLPWL_OK || back != NULL;
    remove(path);
    return status == CLPWL_ERR_FORMAT ? CLPWL_OK : status;
}

const operation host_operations[] = {{"catalogue", catalogue, 0, 0},
                                     {"samples", samples, 0, 0},
                                     {"smoothed", smoothed, 0, 0},
                                     {"read CSV", read_csv, 0, 0},
                                     {"design", design, PARTITIONS * FITS, 1},
                                     {"design with kinks found", design_with_kinks_found, 0, 0},
                                     {"design to a target", design_to_target, 0, 0},
                                     {"design with a symmetry", design_symmetric, 0, 0},
                                     {"design and proof", design_and_prove_spike, 0, 0},
                                     {"design by a weight", design_weighted, 2 * FITS, 1},
                                     {"save and load", save_and_load, 0, 0},
                                     {"refuse a damaged file", refuse_damage, 0, 0},
                                     {NULL, NULL, 0, 0}};
