/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus --verify: checks that every method on every device keeps the error that it reports.
 *
 *     corpus --verify [--device D] ... [--arguments N] [--target E] [GROUP | FUNCTION]
 *
 * Designs each function of the corpus for a max error E (1e-3), with both partitions, and
 * checks the values of each method against its bound at N arguments (10^6) and around all knots,
 * as `clpwl verify` does. Without --device, on all devices and on the host. Prints TSV
 *
 *     function  a  b  partition  segments  device  method  bound  worst  held or BROKEN
 *
 * and a summary in lines with #, one line for each device and method: the number of bounds that
 * hold and that are broken, and the largest quotient worst / bound. Exit status 1 if one is broken.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "corpus.h"

enum { MOST_DEVICES = 16, MOST_METHODS = 32 };

typedef struct tally {
    size_t held, broken;
    double closest; /* largest worst / bound */
} tally;

typedef struct verifying {
    clpwl_context *device[MOST_DEVICES]; /* NULL: the host */
    char name[MOST_DEVICES][256];
    size_t devices, arguments;
    double target;
    const char *only; /* a group or a function; NULL: all */
    tally tallies[MOST_DEVICES][MOST_METHODS];
    size_t held, broken, unsupported, refused, failed;
} verifying;

static void add_device(verifying *v, const char *name)
{
    clpwl_context_options o = CLPWL_CONTEXT_INIT;
    o.device = name;
    if (v->devices == MOST_DEVICES)
        fail("too many devices");
    if (strcmp(name, "host") != 0)
        check(clpwl_context_create(&v->device[v->devices], &o));
    v->devices++;
}

static void add_all_devices(verifying *v)
{
    clpwl_device_info *list;
    size_t count;
    char index[24];
    add_device(v, "host");
    check(clpwl_devices(&list, &count));
    for (size_t i = 0; i < count && v->devices < MOST_DEVICES; i++) {
        snprintf(index, sizeof index, "%zu", i);
        add_device(v, index);
    }
    clpwl_free(list);
}

static int takes(verifying *v, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char *option = argv[i], *end = "";
        int named = option[0] == '-';
        if (named && ++i == argc)
            return 0;
        if (strcmp(option, "--device") == 0)
            add_device(v, argv[i]);
        else if (strcmp(option, "--arguments") == 0)
            v->arguments = strtoul(argv[i], (char **)&end, 10);
        else if (strcmp(option, "--target") == 0)
            v->target = strtod(argv[i], (char **)&end);
        else if (!named)
            v->only = option;
        else
            return 0;
        if (*end || v->arguments == 0)
            return 0;
    }
    return 1;
}

static void try_method(verifying *v, const entry *which, const clpwl_function *f,
                       const clpwl_table *table, size_t device, size_t m)
{
    tally *t = &v->tallies[device][m];
    clpwl_verify_options how = CLPWL_VERIFY_INIT;
    clpwl_verification seen;
    clpwl_context *context = v->device[device];
    const char *method = method_of(m, !context);
    clpwl_evaluator *e = method ? evaluator_of(context, table, method, CLPWL_STORAGE_FLOAT32) : NULL;
    v->unsupported += method && !e;
    if (!e)
        return;
    how.arguments = v->arguments;
    snprintf(v->name[device], sizeof v->name[device], "%s", clpwl_evaluator_device(e));
    if (clpwl_verify(e, f, &how, &seen) == CLPWL_OK) {
        printf("%s\t%g\t%g\t%s\t%zu\t%s\t%s\t%.6g\t%.6g\t%s\n", which->name, which->a, which->b,
               clpwl_partition_name(clpwl_table_partition(table)), clpwl_table_segments(table),
               v->name[device], method, seen.bound.linf, seen.seen.linf, seen.holds ? "held" : "BROKEN");
        (*(seen.holds ? &t->held : &t->broken))++;
        t->closest = fmax(t->closest, seen.seen.linf / seen.bound.linf);
        if (!seen.holds)
            printf("# at x = %.9g: %.9g, not %.9g\n", seen.x, seen.got, seen.right);
    } else {
        printf("# %s, %s: %s\n", which->name, method, clpwl_last_message());
        v->failed++;
    }
    fflush(stdout);
    clpwl_evaluator_free(e);
}

static void try_entry(verifying *v, const entry *which)
{
    clpwl_function *f = open_entry(which);
    for (int p = 0; p < 2; p++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *table;
        o.aim = CLPWL_AIM_NONE;
        o.a = which->a;
        o.b = which->b;
        o.partition = (clpwl_partition)p;
        o.max_error = v->target;
        o.max_segments = 1 << 18;
        clpwl_status status = clpwl_design(&table, f, &o);
        if (status == CLPWL_OK) {
            for (size_t d = 0; d < v->devices; d++)
                for (size_t m = 0; m < clpwl_method_count(); m++)
                    try_method(v, which, f, table, d, m);
            clpwl_table_free(table);
        } else {
            printf("# %s, %s: %s\n", which->name, clpwl_partition_name(o.partition),
                   clpwl_last_message());
            (*(status == CLPWL_ERR_TARGET ? &v->refused : &v->failed))++;
        }
    }
    clpwl_function_free(f);
}

static void print_tallies(verifying *v)
{
    printf("# device\tmethod\theld\tBROKEN\tworst/bound\n");
    for (size_t d = 0; d < v->devices; d++)
        for (size_t m = 0; m < clpwl_method_count(); m++) {
            const tally *t = &v->tallies[d][m];
            v->held += t->held;
            v->broken += t->broken;
            if (t->held + t->broken > 0)
                printf("# %s\t%s\t%zu\t%zu\t%.6f\n", v->name[d], clpwl_method(m)->name, t->held,
                       t->broken, t->closest);
        }
}

int corpus_verify(int argc, char **argv)
{
    verifying v = {.arguments = 1000000, .target = 1e-3};
    if (!takes(&v, argc, argv)) {
        fprintf(stderr, "Usage: corpus --verify [--device D] ... [--arguments N] [--target E] "
                        "[GROUP | FUNCTION]\n");
        return EXIT_FAILURE;
    }
    if (v.devices == 0)
        add_all_devices(&v);
    printf("function\ta\tb\tpartition\tsegments\tdevice\tmethod\tbound\tworst\toutcome\n");
    for (const entry *e = NULL; (e = corpus_next(e, v.only));)
        try_entry(&v, e);
    print_tallies(&v);
    printf("# max error %g, %zu arguments: %zu held, %zu BROKEN, %zu failed; %zu methods cannot "
           "read the table, %zu designs refused\n", v.target, v.arguments, v.held, v.broken,
           v.failed, v.unsupported, v.refused);
    for (size_t d = 0; d < v.devices; d++)
        clpwl_context_free(v.device[d]);
    return v.broken || v.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
