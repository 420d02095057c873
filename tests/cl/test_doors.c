/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Each exported function that returns a status or computes, under a caller's floating-point environment,
 * and on a small stack; with each of its pointers NULL in turn, and with counts that no array has, which
 * are refused; and, but for those that enter a driver, with each request for memory refused in turn. The
 * names of the functions with a status are read from the headers: one that no call below names fails the
 * suite.
 */
#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif
#include "base/internal.h"
#include "clpwl_lookup.h"
#include "support/kernels.h"
#include "support/tables.h"
#include "support/wish.h"

/* What a caller of the library may have done to its thread. */
enum { PLAIN, TRAPS, UPWARD, FLUSH, NO_MEMORY, ENVIRONMENTS };
enum { FTZ_DAZ = 0x8040, LIBRARY_STACK = 64 << 10 };

static int environment;

/* Flags, traps, rounding, and whether small numbers are flushed. */
static uint64_t state(void)
{
    uint64_t s = (uint64_t)fetestexcept(FE_ALL_EXCEPT) | (uint64_t)fegetexcept() << 16 |
                 (uint64_t)fegetround() << 32;
#if defined(__x86_64__)
    s |= (uint64_t)(_mm_getcsr() & FTZ_DAZ) << 48;
#endif
    return s;
}

static uint64_t enter_environment(void)
{
    feclearexcept(FE_ALL_EXCEPT);
    if (environment == UPWARD) {
        feraiseexcept(FE_UNDERFLOW); /* a flag of the caller's */
        fesetround(FE_UPWARD);
    }
    if (environment == TRAPS)
        feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#if defined(__x86_64__)
    if (environment == FLUSH)
        _mm_setcsr(_mm_getcsr() | FTZ_DAZ);
#endif
    return state();
}

/* The default environment is for the checks. */
static void leave_environment(const char *name, uint64_t before)
{
    uint64_t left = state();
    fesetenv(FE_DFL_ENV);
    ck_assert_msg(left == before, "%s changes the environment %llx into %llx", name,
                  (unsigned long long)before, (unsigned long long)left);
}

/* The stack of the thread that calls, from its lowest byte. Bytes that no call has reached have the
 * colour. */
enum { STACK = 8 << 20, MARGIN = 1 << 10, COLOUR = 0xa5 };
static unsigned char *stack;
static size_t driver_stack; /* what the driver takes by itself, for calls that enter it */

__attribute__((noinline)) static void paint_stack(void)
{
    volatile unsigned char here = 0;
    uintptr_t end = (uintptr_t)&here - MARGIN;
    if (stack)
        for (volatile unsigned char *p = stack; (uintptr_t)p < end; p++)
            *p = COLOUR;
}

static void check_stack(const char *name, const unsigned char *top, size_t limit)
{
    size_t i = 0;
    while (stack && stack[i] == COLOUR)
        i++;
    ck_assert_msg(!stack || (size_t)(top - stack) - i <= limit, "%s takes %zu bytes of the stack, more than %zu",
                  name, (size_t)(top - stack) - i, limit);
}

enum { MOST_NAMES = 300 };
static const char *called[MOST_NAMES];
static int calls;
static double seen[2][MOST_NAMES]; /* results: in the default environment, in another one */
static int results;

static void note_call(const char *name)
{
    for (int i = 0; i < calls; i++)
        if (strcmp(called[i], name) == 0)
            return;
    ck_assert_int_lt(calls, MOST_NAMES);
    called[calls++] = name;
}

static void note_result(double x)
{
    ck_assert_int_lt(results, MOST_NAMES);
    seen[environment != PLAIN][results] = x;
    ck_assert_msg(memcmp(&seen[0][results], &seen[environment != PLAIN][results], sizeof x) == 0,
                  "result %d is %.17g, in the default environment %.17g", results, x, seen[0][results]);
    results++;
}

/* The part of a thread's stack that the C library keeps for itself: its descriptor and thread-local data. */
enum { OF_THREAD = 8 << 10 };

/* Arguments that a call needs are refused in turns: a pointer is NULL, a count is more than an array holds.
 * The last turn has all of them. */
static int turn, asked;
static void *made; /* where an object would have been made */

static void *needed(const void *pointer)
{
    return asked++ == turn ? NULL : (void *)(uintptr_t)pointer;
}

/* An object that a failed call would have made is NULL, as the caller frees it. */
static void *result(void *pointer)
{
    memcpy(pointer, &pointer, sizeof pointer);
    made = needed(pointer);
    return made;
}

static size_t count_of(size_t n, size_t bytes)
{
    const int which = turn - asked;
    asked += 2;
    return which == 0 ? SIZE_MAX : which == 1 ? PTRDIFF_MAX / bytes + 1 : n;
}

#define P(pointer) needed(pointer)
#define R(pointer) result(pointer)
#define C(n, type) count_of(n, sizeof(type))

/* What a call may take of the stack. */
static size_t limit = LIBRARY_STACK;

/* The request for memory that is refused, and how many calls failed so. */
static long request, faults;

static void refuse_memory(void)
{
    if (environment == NO_MEMORY && limit == LIBRARY_STACK) /* all with CLPWL_TEST_FACTOR */
        request += test_factor() > 1 ? 1 : 1 + request / 16;
    clpwl__fault_allocation(request);
}

/* Whether the call was refused, and is made again. */
static int is_refused(const char *name, clpwl_status status)
{
    const void *object = NULL;
    const char *why = clpwl_last_message();
    const int no_memory = request > 0 && clpwl__requests() >= request && status != CLPWL_OK;
    clpwl__fault_allocation(0);
    if (!no_memory && turn >= asked) {
        request = 0;
        return 0;
    }
    ck_assert_msg(no_memory ? status == CLPWL_ERR_MEMORY && strstr(why, "out of memory")
                            : status == CLPWL_ERR_ARGUMENT &&
                                  (strstr(why, "NULL") || strstr(why, "more than an array")),
                  "%s, argument %d, request %ld: %s, %s", name, turn, request, clpwl_status_name(status), why);
    if (made)
        memcpy(&object, made, sizeof object);
    ck_assert_msg(!object, "%s, argument %d, request %ld: an object after a failure", name, turn, request);
    turn++;
    faults += no_memory;
    return 1;
}

/* The call is made in the environment, and on the painted stack. */
#define DO(name, status, statement)                                                                          \
    do {                                                                                                     \
        note_call(#name);                                                                                    \
        turn = stack || environment == NO_MEMORY ? MOST_NAMES : 0;                                           \
        do {                                                                                                 \
            volatile unsigned char top_ = 0;                                                                 \
            made = NULL;                                                                                     \
            asked = 0;                                                                                       \
            paint_stack();                                                                                   \
            refuse_memory();                                                                                 \
            uint64_t before_ = enter_environment();                                                          \
            statement;                                                                                       \
            leave_environment(#name, before_);                                                               \
            check_stack(#name, (const unsigned char *)&top_, limit - OF_THREAD);                             \
        } while (is_refused(#name, status));                                                                 \
    } while (0)
#define CALL(name, ...) DO(name, code, code = name(__VA_ARGS__)); OK(code)
#define PROOF(name, ...) DO(name, code, code = name(__VA_ARGS__)); if (clpwl_can_prove()) OK(code)
#define NUMBER(name, ...)                                                                                    \
    DO(name, CLPWL_OK, number = name(__VA_ARGS__));                                                          \
    note_result(number)
#define ERROR(name, ...) DO(name, CLPWL_OK, error = name(__VA_ARGS__)); note_result(error.linf)

static clpwl_status code;
static double number;
static clpwl_error error;

static double callback(double x, void *user)
{
    (void)user;
    return exp(-x) * sin(3 * x) + fabs(x - 0.7);
}

static void call_names(void)
{
#define NAMES(type, text)                                                                                    \
    do {                                                                                                     \
        clpwl_##type value_ = 0;                                                                             \
        CALL(clpwl_##type##_parse, P(&value_), P(text));                                                     \
    } while (0)
    NAMES(norm, "l2");
    NAMES(evidence, "proved");
    NAMES(ended_by, "time");
    NAMES(aim, "smallest");
    NAMES(between, "step");
    NAMES(partition, "optimized");
    NAMES(fit, "minimax");
    NAMES(effort, "refined");
    NAMES(extend, "mirror");
    NAMES(shaper, "log2");
    NAMES(symmetry, "odd");
    NAMES(shape, "convex");
    NAMES(storage, "half");
    NAMES(quantity, "integral");
    NAMES(language, "cuda");
    NUMBER(clpwl_error_in, &(clpwl_error){1, 2, 3}, CLPWL_NORM_L2);
    NUMBER(clpwl_shaper_value, CLPWL_SHAPER_LOG2, 3);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

enum { SAMPLES = 20 };

static void call_functions(void)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f, *other;
    clpwl_kink kinks[4];
    double x[SAMPLES], y[SAMPLES], a;
    const clpwl_samples samples = {.size = sizeof samples, .x = x, .y = y, .n = SAMPLES};
    clpwl_samples_info info;
    size_t count;
    char path[] = "test_doors.csv";
    for (int i = 0; i < SAMPLES; i++) {
        x[i] = i;
        y[i] = 2 + sin(i) + 1e-3 * (i % 3);
    }
    spec.f = callback;
    spec.b = 4;
    CALL(clpwl_function_create, R(&f), P(&spec));
    CALL(clpwl_function_value, P(f), 0.3, P(&a));
    note_result(a);
    note_result(a);
    CALL(clpwl_function_find_kinks, P(f), 0, 4, P(kinks), 4, P(&count));
    note_result(kinks[0].x);
    CALL(clpwl_function_noise, P(f), 0, 4, P(&a));
    clpwl_function_free(f);
    CALL(clpwl_function_from_catalogue, R(&f), P("lorentzian:gamma=2"));
    clpwl_function_free(f);
    CALL(clpwl_function_from_formula, R(&f), P("1e-37*sin(x)/x"), P(x), C(1, double));
    limit++; /* with all memory: where this value lacks some, it is NaN, and may stay so */
    CALL(clpwl_function_value, f, 0, &a); /* the limit, by Arb where there is one */
    limit--;
    note_result(a);
    clpwl_function_free(f);
    CALL(clpwl_function_from_samples, R(&f), NULL, P(x), P(y), C(SAMPLES, double));
    CALL(clpwl_function_value, f, 2.5, &a);
    note_result(a);
    CALL(clpwl_function_smoothed, R(&other), P(f), 1e-3);
    clpwl_function_free(other);
    clpwl_function_free(f);
    CALL(clpwl_function_from_data, R(&f), P(&samples));
    CALL(clpwl_function_samples, P(f), P(&info));
    CALL(clpwl_prove_fewest, P(&count), P(f), x[0], x[1], 1e-3, NULL);
    clpwl_function_free(f);
    CALL(clpwl_function_from_points, R(&f), NULL, P(x), P(y), C(SAMPLES, double));
    clpwl_function_free(f);
    CALL(clpwl_function_from_arguments, R(&f), NULL, P(x), C(SAMPLES, double));
    clpwl_function_free(f);
    write_file(path, "0, 1\n0.1, 2.5e-3\n2, 3\n");
    CALL(clpwl_function_read_samples, R(&f), P(path));
    clpwl_function_free(f);
    CALL(clpwl_function_read_data, R(&f), P(path), NULL);
    clpwl_function_free(f);
    CALL(clpwl_function_read_weight, R(&f), P(path));
    clpwl_function_free(f);
    remove(path);
}

/* The sum of a table's numbers, each bit of which counts. */
static double sum_of(const clpwl_table *t)
{
    double sum = 0;
    for (size_t i = 0; i <= clpwl_table_segments(t); i++)
        sum += 3 * clpwl_table_knots(t)[i] + clpwl_table_values(t)[i];
    return sum + clpwl_table_measured(t).linf;
}

enum { DEEP = 63, TERMS = 2000 };

/* Brackets and calls as deep as formulas may have them, and a long sum, of which nothing recurses. */
static void call_deep_formulas(void)
{
    static char text[2][8 * TERMS + 8];
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *t;
    double y;
    for (int i = 0; i < DEEP; i++)
        strcat(text[0], "sin(");
    strcat(text[0], "x");
    for (int i = 0; i < DEEP; i++)
        strcat(text[0], ")");
    for (int i = 0; i < TERMS; i++)
        strcat(text[1], i ? "+x" : "x");
    o.aim = CLPWL_AIM_NONE;
    o.segments = 4;
    o.b = 1;
    for (int i = 0; i < 2; i++) {
        CALL(clpwl_function_from_formula, &f, text[i], NULL, 0);
        CALL(clpwl_function_value, f, 0.5, &y);
        note_result(y);
        CALL(clpwl_design, &t, f, &o);
        note_result(sum_of(t));
        clpwl_table_free(t);
        clpwl_function_free(f);
        text[i][0] = 0;
    }
}

/* The first are of a callback, the others of gelu. */
enum { OF_CALLBACK = 7 };
static const char *const designs[] = {"E=1e-2 uniform minimax",
                                      "E=1e-2 optimized minimax",
                                      "E=1e-2 optimized refined above",
                                      "E=1e-2 optimized refined minimax floor=0.1 w=1+x^2",
                                      "N=5 uniform projection l2 floor=0.1 w=1+x^2",
                                      "N=5 optimized refined minimax half",
                                      "N=5 optimized interpolant unorm8",
                                      "E=1e-2 optimized refined projection l2",
                                      "N=6 uniform interpolant ramp",
                                      "E=1e-2 optimized refined minimax",
                                      "E=1e-2 uniform minimax auto symmetric"};

static void call_designs(void)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f, *gelu = function_of("gelu");
    clpwl_table *t = NULL;
    clpwl_proof proof;
    double knots[9], values[9];
    size_t least;
    char *text;
    clpwl_tails tails;
    spec.f = callback;
    spec.b = 4;
    OK(clpwl_function_create(&f, &spec));
    for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) {
        wish w;
        begin_wish(&w, "gelu", designs[i]);
        clpwl_table_free(t);
        CALL(clpwl_design, R(&t), P(i < OF_CALLBACK ? f : w.f), &w.o);
        note_result(sum_of(t));
        end_wish(&w);
    }
    PROOF(clpwl_prove, P(&proof), P(gelu), P(t), NULL);
    note_result(clpwl_can_prove() ? proof.bound.linf : 0);
    PROOF(clpwl_prove_fewest, P(&least), P(gelu), -4, 4, 1e-2, NULL);
    note_result(clpwl_can_prove() ? (double)least : 0);
    PROOF(clpwl_certificate, R(&text), P(gelu), P(t), 2e-2);
    clpwl_free(clpwl_can_prove() ? text : NULL);
    PROOF(clpwl_find_tails, P(&tails), P(gelu));
    note_result(clpwl_can_prove() ? tails.right : 0);
    clpwl_table_free(t);
    CALL(clpwl_partition_uniform, 0, 4, C(8, double), P(knots));
    CALL(clpwl_partition_optimized, P(f), 0, 4, C(8, double), CLPWL_NORM_LINF, P(knots));
    CALL(clpwl_refine_knots, P(f), NULL, CLPWL_NORM_LINF, CLPWL_FIT_MINIMAX, P(knots),
         C(8, double), NULL, NULL);
    CALL(clpwl_fit_values, CLPWL_FIT_MINIMAX, P(f), NULL, P(knots), C(8, double), P(values));
    note_result(values[3]);
    CALL(clpwl_error_measure, P(f), NULL, P(knots), P(values), C(8, double), P(&error));
    note_result(error.linf);
    CALL(clpwl_error_estimate, P(f), NULL, 0, 4, C(8, double), CLPWL_PARTITION_UNIFORM, CLPWL_NORM_LINF,
         CLPWL_FIT_INTERPOLANT, P(&error));
    note_result(error.linf);
    clpwl_function_free(gelu);
    clpwl_function_free(f);
}

static void call_tables(void)
{
    const double knots[] = {0, 0.3, 2}, values[] = {0.125, 1e-37, -3};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_table *t, *other;
    clpwl_function *f;
    char *text, path[] = "test_doors.clpwl";
    spec.knots = knots;
    spec.values = values;
    spec.segments = 2;
    spec.partition = CLPWL_PARTITION_OPTIMIZED;
    spec.measured = (clpwl_error){1e-3, 1e-3, 1e-3};
    CALL(clpwl_table_create, R(&t), P(&spec));
    NUMBER(clpwl_table_value, t, 0.29);
    NUMBER(clpwl_table_derivative, t, 0.29);
    NUMBER(clpwl_table_integral, t, -1, 0.31);
    CALL(clpwl_table_inverse, R(&other), P(t), CLPWL_EXTEND_CLAMP);
    clpwl_table_free(other);
    CALL(clpwl_table_widen, R(&other), P(t), -1, 3);
    clpwl_table_free(other);
    clpwl_lookup_table look_ups = CLPWL_LOOKUP_TABLE_INIT;
    CALL(clpwl_lookup_prepare, P(&look_ups), P(t));
    note_result(clpwl_lookup(&look_ups, 0.29f));
    DO(clpwl_lookup_release, CLPWL_OK, clpwl_lookup_release(&look_ups));
    CALL(clpwl_table_save, P(t), P(path));
    CALL(clpwl_table_load, R(&other), P(path));
    remove(path);
    clpwl_table_free(other);
    CALL(clpwl_table_save_text, P(t), R(&text), NULL);
    CALL(clpwl_table_load_text, R(&other), P(text), strlen(text));
    note_result(sum_of(other));
    clpwl_table_free(other);
    clpwl_free(text);
    ERROR(clpwl_table_executed_error, t, &how);
    how.storage = CLPWL_STORAGE_UNORM8;
    DO(clpwl_table_executed_calculus_error, CLPWL_OK,
       number = clpwl_table_executed_calculus_error(t, &how).derivative);
    note_result(number);
    OK(clpwl_function_from_formula(&f, "1/8-x", NULL, 0));
    CALL(clpwl_error_executed, P(f), NULL, P(t), &how, P(&error));
    note_result(error.linf);
    clpwl_function_free(f);
    CALL(clpwl_table_export, P(t), CLPWL_LANGUAGE_C, P("mine"), R(&text));
    clpwl_free(text);
    CALL(clpwl_table_export_stored, P(t), CLPWL_LANGUAGE_CUDA, CLPWL_STORAGE_HALF, P("mine"), R(&text));
    clpwl_free(text);
    clpwl_table_free(t);
}

/* By the device and by the host, which needs no context. */
static void call_evaluators(clpwl_context *c, const clpwl_table *t, clpwl_function *f, const char *method)
{
    enum { N = 1000 };
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_verification found;
    clpwl_evaluator *e, *lanes;
    float x[N], y[N];
    uint16_t half[4] = {0x3c00, 0, 0x7c00, 0x8001}, half_y[4];
    char *text;
    for (int i = 0; i < N; i++)
        x[i] = (float)i * 0.01f - 1;
    x[0] = 1e-42f;
    x[1] = NAN;
    o.method = method;
    limit = (c ? driver_stack : 0) + LIBRARY_STACK;
    CALL(clpwl_evaluator_create, R(&e), c, P(t), &o);
    CALL(clpwl_eval, P(e), P(x), P(y), C(N, float));
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += isnan(y[i]) ? 0 : (double)y[i];
    note_result(sum);
    CALL(clpwl_eval_half, P(e), P(half), P(half_y), C(4, uint16_t));
    CALL(clpwl_verify, P(e), P(f), NULL, P(&found));
    CALL(clpwl_eval_shared, P(&e), C(1, clpwl_share), P(x), P(y), C(N, float), NULL);
    ERROR(clpwl_evaluator_half_error, e);
    if (!c) { /* one choice: which of several is fastest may change */
        clpwl_design_options few = CLPWL_DESIGN_INIT;
        clpwl_table *fastest;
        few.b = 1;
        few.segments = 4;
        few.given = 1u << CLPWL_PART_PARTITION;
        CALL(clpwl_design_fastest, R(&fastest), P(f), &few, NULL, CLPWL_USE_BATCH);
        note_result(sum_of(fastest));
        clpwl_table_free(fastest);
    }
    if (c) {
        cl_command_queue q = clpwl_context_queue(c);
        cl_mem in = clCreateBuffer(clpwl_context_cl(c), CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
        cl_mem out = clCreateBuffer(clpwl_context_cl(c), CL_MEM_READ_WRITE, sizeof y, NULL, NULL);
        cl_event first;
        CALL(clpwl_enqueue_half, P(e), q, P(in), P(out), N, 0, NULL, &first);
        CALL(clpwl_enqueue, P(e), NULL, P(in), P(out), N, 1, P(&first), NULL);
        clReleaseEvent(first);
        clFinish(q);
        clReleaseMemObject(in);
        clReleaseMemObject(out);
        CALL(clpwl_evaluator_source, P(e), P("mine"), R(&text));
        clpwl_free(text);
        clpwl_kernel_table mine;
        cl_program p;
        CALL(clpwl_program_build, R(&p), NULL, P(c),
             P("kernel void k(global float *y, CLPWL_TABLE(mine))\n"
               "{\n    CLPWL_BEGIN(mine);\n    y[0] = mine(y[0]);\n}\n"), NULL,
             P((mine.name = P("mine"), mine.evaluator = P(e), &mine)), C(1, clpwl_kernel_table));
        cl_kernel k = clCreateKernel(p, "k", NULL);
        CALL(clpwl_kernel_bind, P(k), P((mine.name = P("mine"), mine.evaluator = P(e), &mine)),
             C(1, clpwl_kernel_table));
        clReleaseKernel(k);
        clReleaseProgram(p);
        const clpwl_table *both[2];
        CALL(clpwl_evaluator_create_vector, R(&lanes), c, P((both[0] = P(t), both[1] = P(t), both)), 2, NULL);
        clpwl_evaluator_free(lanes);
    } else {
        clpwl_evaluator *narrow;
        clpwl_table *few = make_table(1, 1.0001, 2, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
        OK(clpwl_evaluator_create(&narrow, NULL, few, &o));
        found = (clpwl_verification){0};
        CALL(clpwl_verify_every, P(&narrow), C(1, clpwl_verification), P(f), NULL, P(&found));
        note_result(found.seen.linf);
        clpwl_evaluator_free(narrow);
        clpwl_table_free(few);
    }
    clpwl_evaluator_free(e);
    limit = LIBRARY_STACK;
}

/* A small kernel by the driver alone, the way the library enters it. */
static void enter_driver(clpwl_context *c)
{
    const char *text = "kernel void k(global float *y, read_only image2d_t t)\n"
                       "{\n    size_t i = get_global_id(0);\n"
                       "    const sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;\n"
                       "    y[i] = read_imagef(t, s, (float2)(y[i], 0.5f)).x + native_exp(y[i]);\n}\n";
    cl_device_id device = clpwl_context_device(c);
    cl_program p = clCreateProgramWithSource(clpwl_context_cl(c), 1, &text, NULL, NULL);
    ck_assert_int_eq(clBuildProgram(p, 1, &device, "-cl-mad-enable", NULL, NULL), CL_SUCCESS);
    cl_kernel k = clCreateKernel(p, "k", NULL);
    clReleaseKernel(k);
    clReleaseProgram(p);
}

static void call_devices(void)
{
    clpwl_context *c, *wrapped;
    clpwl_device_info *devices;
    clpwl_sampler_info sampler;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    size_t count;
    clpwl_function *f;
    clpwl_table *t = make_table(0, 4, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    OK(clpwl_function_from_formula(&f, "cos(x)", NULL, 0));
    limit = STACK;
    CALL(clpwl_devices, R(&devices), P(&count));
    clpwl_free(devices);
    CALL(clpwl_context_create, R(&c), NULL);
    if (stack) {
        volatile unsigned char top = 0;
        size_t i = 0;
        paint_stack();
        enter_driver(c);
        while (stack[i] == COLOUR)
            i++;
        driver_stack = (size_t)((unsigned char *)&top - stack) - i;
    }
    limit = driver_stack + LIBRARY_STACK;
    CALL(clpwl_context_sampler, P(c), CLPWL_STORAGE_FLOAT32, P(&sampler));
    CALL(clpwl_context_execution, P(c), CLPWL_STORAGE_FLOAT32, P(&how));
    CALL(clpwl_context_wrap, R(&wrapped), P(clpwl_context_cl(c)), P(clpwl_context_device(c)), clpwl_context_queue(c),
         NULL);
    clpwl_context_free(wrapped);
    call_evaluators(c, t, f, "buffer");
    clpwl_context_free(c);
    /* Values that are subnormal, or nearly: where these are flushed, they differ. */
    clpwl_table *tiny;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    double values[9];
    for (int i = 0; i <= 8; i++)
        values[i] = 1e-37 * sin(i);
    spec.knots = clpwl_table_knots(t);
    spec.values = values;
    spec.segments = 8;
    OK(clpwl_table_create(&tiny, &spec));
    call_evaluators(NULL, tiny, f, "host-scalar");
    call_evaluators(NULL, tiny, f, "auto");
    clpwl_table_free(tiny);
    clpwl_table_free(t);
    clpwl_function_free(f);
}

static void call_all(void)
{
    results = 0;
    call_names();
    call_functions();
    limit++; /* long formulas have all memory, as thousands of refusals take long */
    call_deep_formulas();
    limit--;
    call_designs();
    call_tables();
    call_devices();
}

ONE_PROCESS

TESTS(a_callers_environment_stays, ENVIRONMENTS - PLAIN)
{
    const long blocks = clpwl__live_blocks();
    environment = PLAIN + _i;
    faults = 0;
    call_all();
    ck_assert_int_eq(clpwl__live_blocks(), blocks);
    ck_assert(PLAIN + _i != NO_MEMORY || faults > 500);
}

static void *call_all_on_thread(void *unused)
{
    call_all();
    return unused;
}

/* Sanitizers have frames of their own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { IS_INSTRUMENTED = 1 };
#else
enum { IS_INSTRUMENTED = 0 };
#endif

TESTS(a_small_stack_is_enough, !IS_INSTRUMENTED)
{
    pthread_attr_t attributes;
    pthread_t thread;
    environment = PLAIN;
    stack = aligned_alloc(4096, STACK);
    ck_assert_ptr_nonnull(stack);
    ck_assert_int_eq(pthread_attr_init(&attributes), 0);
    ck_assert_int_eq(pthread_attr_setstack(&attributes, stack, STACK), 0);
    ck_assert_int_eq(pthread_create(&thread, &attributes, call_all_on_thread, NULL), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    free(stack);
    stack = NULL;
}

/* After the tests that call. */
TEST(each_function_with_a_status_is_called)
{
    FILE *names = popen("sed -nE 's/^CLPWL_(API|CHECKED) .*clpwl_status (clpwl_\\w+)\\(.*/\\2/p' "
                        "$top_srcdir/include/*.h $top_srcdir/include/clpwl/*.h",
                        "r");
    char name[80];
    int declared = 0;
    ck_assert_ptr_nonnull(names);
    for (; fscanf(names, "%79s", name) == 1; declared++) {
        int i = 0;
        while (i < calls && strcmp(called[i], name) != 0)
            i++;
        ck_assert_msg(i < calls, "%s is called by no test of this suite", name);
    }
    pclose(names);
    ck_assert_int_gt(declared, 60);
}
