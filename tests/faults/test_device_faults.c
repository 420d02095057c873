/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenCL calls of every operation by every method fail, and requests of the library for memory: some of each
 * kind, with the codes in turn. With CLPWL_FAULTS=all up to 40 calls fail, of both partitions, and the device
 * is lost from each of them on; where each run compiles, 4. */
#include <dlfcn.h>
#include <gsl/gsl_interp.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include "base/internal.h"
#include "cl/evaluator/evaluator.h"
#include "layer/load.h"
#include "operations.h"
#include "support/methods.h"
#include "support/tables.h"
#include "tally.h"

/* How many calls of an operation fail. */
enum { SOME = 3, MOST = 40, OF_COMPILING = 4 };
enum { REFUSED_MEMORY, ONCE, LATER, EVER, KINDS };
static const char *const kinds[] = {"no memory", "once", "in the queue", "for good"};
static const int codes[] = {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE,
                            CL_BUILD_PROGRAM_FAILURE, CL_DEVICE_NOT_AVAILABLE};
enum { CODES = sizeof codes / sizeof *codes };

static const struct fault_layer *layer;

/* 0: no fault. */
static void arm(int kind, long n, int code)
{
    static const enum fault_how how[] = {FAULT_ONCE, FAULT_ONCE, FAULT_LATER, FAULT_EVER};
    clpwl__fault_allocation(kind == REFUSED_MEMORY ? n : 0);
    layer->arm(kind == REFUSED_MEMORY ? 0 : n, code, n ? how[kind] : FAULT_ONCE);
}

static long calls_of(int kind)
{
    return kind == REFUSED_MEMORY ? clpwl__requests() : layer->calls();
}

/* The message names what failed. A command that fails later is reported by the call that notices it. The
 * library may do without the first call that failed; on a lost device it then reports the next one. */
static int is_told(int kind, clpwl_status status, const char *call)
{
    const char *text = clpwl_last_message();
    if (kind == REFUSED_MEMORY)
        return status == CLPWL_ERR_MEMORY && strstr(text, "out of memory");
    return strstr(text, "CL_") && (kind == ONCE    ? strstr(text, call) != NULL
                                   : kind == LATER ? status == CLPWL_ERR_OPENCL
                                                   : strncmp(text, "cl", 2) == 0);
}

typedef struct books {
    long live[CLASSES], blocks;
} books;

static books open_books(void)
{
    books b = {{0}, clpwl__live_blocks()};
    for (int c = 0; c < CLASSES; c++)
        b.live[c] = layer->live(c);
    return b;
}

/* Where a context does without a call that failed, it may keep another program. */
static int leaks(const books *before, int keeps, const char *where)
{
    static const char *const names[] = FAULT_CLASS_NAMES;
    books now = open_books();
    int leaked = !keeps && now.blocks != before->blocks;
    for (int c = 0; c < CLASSES; c++)
        if (now.live[c] != before->live[c] && !(keeps && c == PROGRAM)) {
            printf("%s: %ld %s references leaked\n", where, now.live[c] - before->live[c], names[c]);
            leaked = 1;
        }
    if (leaked)
        printf("%s: %ld blocks of memory leaked\n", where, now.blocks - before->blocks);
    return leaked;
}

/* One fault, then the same operation without it. */
static void step(tally *sum, trial *t, int kind, long n, int code)
{
    char where[200];
    books before = open_books();
    t->wrong = 0;
    arm(kind, n, code);
    clpwl_status status = t->o->run(t);
    const char *call = kind == REFUSED_MEMORY ? "" : layer->met();
    int met = kind == REFUSED_MEMORY ? clpwl__requests() >= n : call != NULL, failed = status != CLPWL_OK;
    snprintf(where, sizeof where, "%s by %s, %s, fault %ld, %s %d", t->o->name, t->method, kinds[kind], n,
             call ? call : "", code);
    int wrong = t->wrong || (failed && !(met && is_told(kind, status, call)));
    if (wrong)
        printf("%s: %s: %s\n", where, clpwl_status_name(status), clpwl_last_message());
    arm(kind, 0, 0);
    sum->injected += met;
    sum->refused += met && failed;
    sum->tolerated += met && !failed;
    sum->leaked += leaks(&before, !failed, where);
    t->wrong = 0;
    status = t->o->run(t);
    if (status != CLPWL_OK || t->wrong)
        printf("%s: afterwards: %s\n", where, clpwl_last_message());
    sum->wrong += wrong || status != CLPWL_OK || t->wrong;
    sum->leaked += leaks(&before, !failed, where);
}

/* The operation's calls are counted without a fault. `turn` chooses those that fail. Methods refuse what they
 * are not for. */
static void sweep(tally *sum, trial *t, int kind, size_t turn)
{
    const int compiles = t->o->compiles != 0, one = compiles && t->o->by_method;
    const long most = !tally_all() ? (one ? 1 : SOME) : compiles ? OF_COMPILING : MOST;
    arm(kind, LONG_MAX, 0);
    clpwl_status status = t->o->run(t);
    const long calls = calls_of(kind), stride = (calls + most - 1) / most;
    arm(kind, 0, 0);
    if (status == CLPWL_ERR_UNSUPPORTED)
        return;
    OK(status);
    for (long n = 1 + (stride ? (long)turn % stride : 0); n <= calls; n += stride)
        step(sum, t, kind, n, codes[(n / stride + (long)turn) % CODES]);
}

/* One partition by each method, the other one in the next operation. */
static void sweep_methods(tally *sum, trial *t, int kind)
{
    const size_t count = clpwl_method_count(), operation_index = (size_t)(t->o - operations);
    const size_t end = t->o->compiles == 2 ? count : count - 1;
    for (size_t i = 0; i <= (t->o->by_method ? end : 0); i++) {
        t->method = i < count ? clpwl_method(i)->name : "auto";
        for (int p = 0; (i == count || !is_repeated(i)) && clpwl_partition_name((clpwl_partition)p); p++) {
            const size_t turn = i + operation_index + (size_t)p;
            if (!tally_all() && turn % 2)
                continue;
            clpwl_table *table = make_table(0, 1, 64, (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
            t->table = table;
            (void)t->o->run(t); /* compiles the programs, which the context keeps */
            sweep(sum, t, kind, turn);
            clpwl_table_free(table);
        }
    }
}

static int count;

AT_START(prepare)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    /* The library's cache has no folder: measurements from disk would meet no fault. */
    unsetenv("HOME");
    unsetenv("XDG_CACHE_HOME");
    layer = layer_or_skip();
    while (operations[count].name)
        count++;
}

ONE_PROCESS

TESTS(every_operation_by_every_method, count)
{
    books before = open_books();
    trial t = {.o = &operations[_i], .layer = layer};
    for (int kind = 0; kind < (tally_all() ? KINDS : EVER); kind++) {
        char what[80];
        tally sum = {0};
        OK(clpwl_context_create(&t.context, NULL));
        sweep_methods(&sum, &t, kind);
        clpwl_context_free(t.context);
        snprintf(what, sizeof what, "%s, %s", t.o->name, kinds[kind]);
        sum.leaked += leaks(&before, 0, "with the context");
        tally_report(what, &sum, t.o->by_method || kind == ONCE); /* others may queue nothing */
    }
}

/* GSL's one request for memory on the library's behalf: this replaces GSL's function. */
static int gsl_refuses;

gsl_interp *gsl_interp_alloc(const gsl_interp_type *type, size_t n)
{
    gsl_interp *(*real)(const gsl_interp_type *, size_t);
    *(void **)&real = dlsym(RTLD_NEXT, "gsl_interp_alloc");
    return gsl_refuses ? NULL : real(type, n);
}

TEST(a_spline_without_memory)
{
    static const double x[] = {0, 1, 2}, y[] = {0, 1, 4};
    clpwl_function *f;
    long blocks = clpwl__live_blocks();
    gsl_refuses = 1;
    FAILS(CLPWL_ERR_MEMORY, "3 samples", clpwl_function_from_samples(&f, "three", x, y, 3));
    ck_assert_ptr_null(f);
    gsl_refuses = 0;
    ck_assert_int_eq(clpwl__live_blocks(), blocks);
}

static clpwl_sampler_info sampler_now(clpwl_status *status)
{
    clpwl_sampler_info s = {0};
    clpwl_context *c;
    layer->pause(1);
    OK(clpwl_context_create(&c, NULL));
    layer->pause(0);
    *status = clpwl_context_sampler(c, CLPWL_STORAGE_FLOAT32, &s);
    clpwl_context_free(c);
    return s;
}

/* If an image cannot be created, for lack of memory for example, the library does not keep that
 * on disk: the next process tries again. */
TEST(an_image_that_was_refused_once_is_asked_for_again)
{
    char folder[] = "/tmp/clpwl-faults-XXXXXX", command[160];
    clpwl_status status;
    int refused = 0;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    clpwl_sampler_info right = sampler_now(&status);
    OK(status);
    setenv("XDG_CACHE_HOME", folder, 1);
    for (long n = 1; n < 1000 && (tally_all() || !refused); n++) {
        ck_assert_int_eq(system(command), 0);
        ck_assert_int_eq(mkdir(folder, 0700), 0);
        layer->arm(n, CL_MEM_OBJECT_ALLOCATION_FAILURE, FAULT_ONCE);
        (void)sampler_now(&status);
        const char *met = layer->met();
        int image = met && strcmp(met, "clCreateImage") == 0;
        layer->arm(0, 0, FAULT_ONCE);
        if (!met)
            break;
        if (image) {
            clpwl_sampler_info again = sampler_now(&status);
            OK(status);
            ck_assert_mem_eq(&again, &right, sizeof right);
            refused++;
        }
    }
    ck_assert_int_gt(refused, 0);
    unsetenv("XDG_CACHE_HOME");
    ck_assert_int_eq(system(command), 0);
}

/* Each timed command fails once, so that it has no time. Arrays are timed by clpwl_eval on a
 * device that shares the host's memory, and by clpwl_enqueue on others. Returns the number of
 * timed commands. */
static long time_with_faults(clpwl_evaluator *e, clpwl_use use, int unified)
{
    e->context->device.info.unified_memory = unified;
    for (long n = 1;; n++) {
        double ns = 0;
        ck_assert_int_le(n, 500);
        layer->arm(n, CL_OUT_OF_RESOURCES, FAULT_LATER);
        clpwl_status status = clpwl__evaluator_time(e, use, &ns);
        const char *met = layer->met();
        layer->arm(0, 0, FAULT_ONCE);
        ck_assert_msg((status == CLPWL_OK) == !met, "%s did nothing, command %ld: %s, %g ns",
                      met ? met : "none", n, clpwl_status_name(status), ns);
        if (!met)
            return n - 1;
    }
}

TEST(what_did_nothing_has_no_time)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_context *c;
    clpwl_evaluator *e;
    clpwl_table *table = make_table(0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    options.method = "buffer";
    OK(clpwl_context_create(&c, NULL));
    OK(clpwl_evaluator_create(&e, c, table, &options));
    for (int unified = 0; unified < 2; unified++)
        ck_assert_int_ge(time_with_faults(e, CLPWL_USE_BATCH, unified), 6); /* runs, at least */
    ck_assert_int_ge(time_with_faults(e, CLPWL_USE_KERNEL, 0), 6);
    clpwl_evaluator_free(e);
    clpwl_table_free(table);
    clpwl_context_free(c);
}

/* The number of times of kernels that AUTO kept on disk, in a folder of its own. *y is set to
 * the value of the chosen method at x. */
static int times_kept(clpwl_context *c, const clpwl_table *table, long fault, float x, float *y)
{
    char folder[] = "/tmp/clpwl-faults-XXXXXX", command[160];
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    int kept = -1;
    options.use = CLPWL_USE_KERNEL;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    layer->arm(fault, CL_OUT_OF_RESOURCES, FAULT_LATER);
    OK(clpwl_evaluator_create(&e, c, table, &options));
    ck_assert_int_eq(layer->met() != NULL, fault > 0);
    layer->arm(0, 0, FAULT_ONCE);
    unsetenv("XDG_CACHE_HOME");
    OK(clpwl_eval(e, &x, y, 1));
    clpwl_evaluator_free(e);
    snprintf(command, sizeof command, "cat '%s'/clpwl/* | grep -c ':kernel:'; rm -rf '%s'", folder,
             folder);
    FILE *lines = popen(command, "r");
    ck_assert(lines && fscanf(lines, "%d", &kept) == 1);
    pclose(lines);
    return kept;
}

/* AUTO neither chooses nor remembers a method whose kernel failed. */
TEST(auto_takes_no_method_that_did_nothing)
{
    clpwl_context *c;
    clpwl_sampler_info probed;
    float y = 0;
    clpwl_table *table = make_table(0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    OK(clpwl_context_create(&c, NULL));
    OK(clpwl_context_sampler(c, CLPWL_STORAGE_FLOAT32, &probed)); /* its commands come no more */
    int all = times_kept(c, table, 0, 0.3f, &y);
    ck_assert_int_ge(all, 3);
    for (long n = 1; n <= 3; n++) {
        ck_assert_int_eq(times_kept(c, table, n, 0.3f, &y), all - 1);
        ck_assert_double_eq_tol(y, clpwl_table_value(table, 0.3f), 0.01); /* of 8 bits even */
    }
    clpwl_table_free(table);
    clpwl_context_free(c);
}
