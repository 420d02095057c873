/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every method on every device against the table in long double: values, halves, derivatives and
 * integrals, in each storage, alone and beside other tables, in arrays of the host and of the device.
 * A row is a table. Each pair of a method and a row is programs to compile: make check takes every
 * fifth one.
 */
#include "cl/cl_suite.h"
#include "support/halves.h"
#include "support/periods.h"

enum { CALCULUS = 1, HALF = 2, SEVERAL = 4, METHODS = 64, N = 1000, BITS = 20000 };

typedef struct row {
    double a, b;
    size_t segments; /* of a symmetry: of the right half */
    clpwl_extend extend;
    clpwl_symmetry symmetry;
    clpwl_storage storage;
    int checks; /* beside its values */
} row;

#define EVEN CLPWL_SYMMETRY_EVEN
#define ODD CLPWL_SYMMETRY_ODD
#define RAMP CLPWL_SYMMETRY_RAMP
#define POINT CLPWL_SYMMETRY_POINT
#define F32 CLPWL_STORAGE_FLOAT32
#define F16 CLPWL_STORAGE_HALF
#define U16 CLPWL_STORAGE_UNORM16
#define U8 CLPWL_STORAGE_UNORM8
#define BF16 CLPWL_STORAGE_BFLOAT16
/* clang-format off */
static const row rows[] = {
    /* Sizes of registers; 40000 segments are more than an image is wide. */
    {-1, 3, 1, CLPWL_EXTEND_CLAMP, 0, F32, HALF},
    {-1, 3, 31, CLPWL_EXTEND_CLAMP, 0, F32, CALCULUS | SEVERAL},
    {-1, 3, 33, CLPWL_EXTEND_CLAMP, 0, F32, 0},
    {-1, 3, 1000, CLPWL_EXTEND_CLAMP, 0, F32, CALCULUS},
    {-1, 3, 40000, CLPWL_EXTEND_CLAMP, 0, F32, 0},
    /* Each tail. */
    {-1.3, 2.1, 37, CLPWL_EXTEND_ZERO, 0, F32, CALCULUS | HALF | SEVERAL},
    {-1.3, 2.1, 37, CLPWL_EXTEND_NAN, 0, F32, CALCULUS | HALF},
    {-1.3, 2.1, 37, CLPWL_EXTEND_REPEAT, 0, F32, CALCULUS | HALF},
    {-1.3, 2.1, 37, CLPWL_EXTEND_MIRROR, 0, F32, CALCULUS | HALF | SEVERAL},
    {-1.3, 2.1, 37, CLPWL_EXTEND_LINEAR, 0, F32, CALCULUS | HALF},
    /* Domains far from 0 and near it. */
    {1000, 1001, 100, CLPWL_EXTEND_CLAMP, 0, F32, CALCULUS},
    {1000.1, 1000.7, 100, CLPWL_EXTEND_CLAMP, 0, F32, 0},
    {-3e-5, 1e-5, 250, CLPWL_EXTEND_CLAMP, 0, F32, CALCULUS},
    /* Each law: the sizes of the registers of host methods. */
    {0, 2.7, 1, CLPWL_EXTEND_CLAMP, EVEN, F32, CALCULUS},
    {0, 8, 16, CLPWL_EXTEND_LINEAR, ODD, F32, CALCULUS | SEVERAL},
    {0, 2.7, 33, CLPWL_EXTEND_ZERO, RAMP, F32, CALCULUS},
    {0, 8, 64, CLPWL_EXTEND_NAN, POINT, F32, CALCULUS},
    {0, 8, 100, CLPWL_EXTEND_LINEAR, RAMP, F32, SEVERAL},
    {0, 8, 128, CLPWL_EXTEND_CLAMP, POINT, F32, 0},
    {0, 8, 1000, CLPWL_EXTEND_CLAMP, ODD, F32, 0},
    /* Each storage, folded into rows of an image, too. */
    {-1, 3, 33, CLPWL_EXTEND_MIRROR, 0, F16, CALCULUS | SEVERAL},
    {-1, 3, 33, CLPWL_EXTEND_MIRROR, 0, BF16, CALCULUS | SEVERAL},
    {-1, 3, 33, CLPWL_EXTEND_MIRROR, 0, U16, CALCULUS | SEVERAL},
    {-1, 3, 33, CLPWL_EXTEND_MIRROR, 0, U8, CALCULUS | SEVERAL},
    {-1, 3, 40000, CLPWL_EXTEND_ZERO, 0, U8, 0},
    {0, 3, 50, CLPWL_EXTEND_CLAMP, EVEN, U16, CALCULUS},
    {0, 3, 50, CLPWL_EXTEND_LINEAR, ODD, F16, CALCULUS},
    {0, 3, 50, CLPWL_EXTEND_ZERO, RAMP, U8, 0},
    {0, 3, 50, CLPWL_EXTEND_CLAMP, POINT, BF16, CALCULUS}};
/* clang-format on */
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct subject {
    const row *row;
    clpwl_evaluator_options options;
    size_t count; /* of tables */
    char what[200];
    size_t used[METHODS];
} subject;

/* Tables that are read at once have other phases and, where no law forbids it, other magnitudes. */
static clpwl_table *make_row(const row *r, int p, int k)
{
    static const double magnitudes[] = {1, 1e-20, 1e6, 1e30};
    const clpwl_partition partition = (clpwl_partition)p;
    if (r->symmetry)
        return make_symmetric(r->symmetry, r->b, r->segments, partition, r->extend, k);
    clpwl_table *t = make_wave(r->a, r->b, r->segments, partition, r->extend, k), *scaled;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    double *values = malloc((r->segments + 1) * sizeof *values);
    for (size_t i = 0; i <= r->segments; i++)
        values[i] = magnitudes[k] * clpwl_table_values(t)[i];
    spec.knots = clpwl_table_knots(t);
    spec.values = values;
    spec.segments = r->segments;
    spec.partition = partition;
    spec.extend = r->extend;
    spec.measured = (clpwl_error){0, 0, 0};
    OK(clpwl_table_create(&scaled, &spec));
    clpwl_table_free(t);
    free(values);
    return scaled;
}

static int is_close(float y, float z, float room)
{
    return (isnan(y) && isnan(z)) || y == z || fabsf(y - z) <= room;
}

/* At -x as at x to the bit, for any numbers and those of the domain. Ramp and point add one number. */
static void check_law(clpwl_evaluator *e, const clpwl_table *t, const subject *s)
{
    static const float special[] = {0, 0x1p-149f, 0x1p-126f, FLT_MIN / 3, FLT_MAX, INFINITY, NAN};
    static float x[BITS], y[BITS], left[BITS];
    const double b = clpwl_table_knots(t)[clpwl_table_segments(t)];
    const clpwl_symmetry law = s->row->symmetry;
    uint32_t state = 5;
    for (int i = 0; i < BITS; i++) {
        uint32_t bits = (random_bits(&state) << 8 ^ random_bits(&state)) & 0x7fffffffu;
        memcpy(&x[i], &bits, sizeof bits);
        x[i] = i < 7 ? special[i] : i == 7 ? (float)b : i % 2 ? (float)(1.1 * b * random_01(&state)) : x[i];
        left[i] = -x[i];
    }
    OK(clpwl_eval(e, x, y, BITS));
    OK(clpwl_eval(e, left, left, BITS)); /* in place */
    for (int i = 0; i < BITS; i++) {
        /* volatile: no excess precision */
        volatile float sum = law == EVEN ? y[i] : law == ODD ? -y[i] : law == RAMP ? y[i] - x[i]
                             : x[i] == 0 ? y[i] : (float)(2 * clpwl_table_value(t, 0)) - y[i];
        int is_any = law >= RAMP && (x[i] > b || x[i] < FLT_MIN ||
                                     (fabsf(sum) <= FLT_MIN && fabsf(left[i]) <= FLT_MIN));
        EXPECT(is_close(left[i], sum, 0) || (is_any && !isnan(y[i]) && !isnan(left[i])),
               "%s: v(%a) is %a, v(-x) %a", s->what, x[i], y[i], left[i]);
        EXPECT(law != ODD || x[i] != 0 || y[i] == 0, "%s: v(0) is %a", s->what, y[i]);
    }
}

/* Each is the float's, rounded once; at an odd address, and no whole vectors. */
static uint16_t *check_halves(clpwl_evaluator *e, const subject *s, uint16_t *x)
{
    enum { ALL = HALVES - 3 };
    static uint16_t room[4 * HALVES + 8];
    static float floats[HALVES], right[4 * HALVES];
    uint16_t *y = room;
    while ((uintptr_t)y % 16 != 6)
        y++;
    for (int i = 0; i < HALVES; i++) {
        x[i] = (uint16_t)i;
        floats[i] = (float)half_value(x[i]);
    }
    OK(clpwl_eval_half(e, x, y, ALL));
    OK(clpwl_eval(e, floats, right, ALL));
    for (size_t i = 0; i < ALL * clpwl_evaluator_lanes(e); i++)
        EXPECT(isnan(right[i]) ? half_is_nan(y[i]) : y[i] == half_of(right[i]), "%s: %04x, not %04x at %zu",
               s->what, y[i], half_of(right[i]), i);
    return y;
}

/* The derivative, and the integral. */
static void check_calculus(clpwl_evaluator *e, const clpwl_table *t, subject *s)
{
    clpwl_evaluator *slope = make(context, t, clpwl_evaluator_method(e), s->row->storage,
                                  CLPWL_QUANTITY_DERIVATIVE);
    clpwl_evaluator *sum = make(context, t, clpwl_evaluator_method(e), s->row->storage,
                                CLPWL_QUANTITY_INTEGRAL);
    line l = line_of(t);
    size_t n;
    float *x = probes(&l, &n), *y = malloc(n * sizeof *y);
    ck_assert_msg(!slope == !sum, "%s", s->what);
    for (int q = 0; slope && q < 2; q++) {
        static uint16_t halves[HALVES];
        if (s->row->checks & HALF)
            (void)check_halves(q ? sum : slope, s, halves);
        bounds off = bounds_of(slope);
        OK(clpwl_eval(q ? sum : slope, x, y, n));
        for (size_t i = 0; i < n; i++)
            if (q)
                check_integral(t, x[i], y[i], &off, s->what);
            else
                EXPECT(is_slope(t, x[i], y[i], &off), "%s: v'(%a) is %.9g", s->what, x[i], y[i]);
    }
    free(x);
    free(y);
    clpwl_evaluator_free(slope);
    clpwl_evaluator_free(sum);
}

/* In buffers of the device, as by clpwl_eval and clpwl_eval_half; what lies behind stays. */
static void check_enqueue(clpwl_evaluator *e, const subject *s, const void *x, const void *right, size_t n,
                          size_t bytes)
{
    const size_t size = clpwl_evaluator_lanes(e) * n * bytes;
    char *y = malloc(size + bytes);
    cl_context c = clpwl_context_cl(context);
    memset(y, 0x5a, size + bytes);
    cl_mem in = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, n * bytes, (void *)(uintptr_t)x, NULL);
    cl_mem out = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, size + bytes, y, NULL);
    clpwl_status status = bytes == 2 ? clpwl_enqueue_half(e, NULL, in, out, n, 0, NULL, NULL)
                                     : clpwl_enqueue(e, NULL, in, out, n, 0, NULL, NULL);
    if (clpwl_context_info(context)->native_kernels || status != CLPWL_ERR_UNSUPPORTED) {
        OK(status);
        clEnqueueReadBuffer(clpwl_context_queue(context), out, CL_TRUE, 0, size + bytes, y, 0, NULL, NULL);
        ck_assert_msg(memcmp(y, right, size) == 0 && y[size] == 0x5a, "%s", s->what);
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    free(y);
}

/* Each lane is what its own table gives alone, and one without a table is 0. */
static void check_lanes(clpwl_evaluator *e, const clpwl_table *const *t, subject *s, clpwl_quantity quantity)
{
    static float x[N], room[4 * N + 8], alone[N];
    /* y is aligned as a float is, and not as the vector that a look-up of several tables stores. */
    float *y = room;
    while ((uintptr_t)y % 16 != 4)
        y++;
    size_t lanes = clpwl_evaluator_lanes(e), n = clpwl_table_segments(*t);
    double a = clpwl_table_knots(*t)[0], b = clpwl_table_knots(*t)[n];
    ck_assert_uint_eq(lanes, s->count == 3 ? 4 : s->count);
    for (int i = 0; i < N; i++)
        x[i] = (float)(a + (b - a) * (1.4 * i / N - 0.2));
    OK(clpwl_eval(e, x, y, N));
    for (size_t k = 0; k < lanes; k++) {
        clpwl_evaluator *one = k < s->count
                                   ? make(context, t[k], clpwl_evaluator_method(e), s->row->storage, quantity)
                                   : NULL;
        memset(alone, 0, sizeof alone);
        if (one)
            OK(clpwl_eval(one, x, alone, N));
        const float roundings = 0x1p-21f, largest = one ? (float)largest_value(t[k]) : 0;
        for (size_t i = 0; i < N; i++) /* a fused and a plain product differ by a rounding */
            EXPECT(is_close(y[lanes * i + k], alone[i], roundings * (fabsf(alone[i]) + largest)),
                   "%s, %zu tables: lane %zu at %g: %.9g, not %.9g", s->what, s->count, k, x[i],
                   y[lanes * i + k], alone[i]);
        clpwl_evaluator_free(one);
    }
    if (context)
        check_enqueue(e, s, x, y, N, sizeof *x);
}

static void check_method(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    static uint16_t x[HALVES];
    subject *s = user;
    snprintf(s->what, sizeof s->what, "%s, row %d, %s, quantity %d", clpwl_method(method)->name,
             (int)(s->row - rows), clpwl_partition_name(clpwl_table_partition(*t)), (int)s->options.quantity);
    ck_assert_int_eq(clpwl_evaluator_storage(e), s->row->storage);
    s->used[method]++;
    if (s->count > 1 || s->options.quantity) {
        check_lanes(e, t, s, s->options.quantity);
        return;
    }
    check_evaluator(e, *t, s->what);
    if (s->row->symmetry)
        check_law(e, *t, s);
    if (s->row->checks & CALCULUS)
        check_calculus(e, *t, s);
    if (s->row->checks & HALF) {
        uint16_t *y = check_halves(e, s, x);
        if (context)
            check_enqueue(e, s, x, y, HALVES - 3, sizeof *x);
    }
}

static int is_tried(size_t method, size_t turn)
{
    return reads_tables(method, turn) && (test_factor() > 1 || (method + turn) % 5 == 0);
}

static void try_rows(void)
{
    subject s = {.options = CLPWL_EVALUATOR_INIT};
    size_t turn = 0, several = 0;
    for (s.row = rows; s.row < rows + ROWS; s.row++)
        for (int p = 0; p < 2; p++, turn++) {
            clpwl_table *t[4];
            const clpwl_table *const *tables = (const clpwl_table *const *)t;
            for (int k = 0; k < 4; k++)
                t[k] = make_row(s.row, p, k);
            s.options.storage = s.row->storage;
            /* Alone, and as one of several with one of the quantities. */
            for (int more = 0; more <= !!(s.row->checks & SEVERAL); more++) {
                s.count = more ? 2 + several % 3 : 1;
                s.options.quantity = more ? (clpwl_quantity)(several++ / 3 % 3) : CLPWL_QUANTITY_VALUE;
                s.options.chunk = more ? 99 : 0;
                with_each_method(context, tables, s.count, &s.options, is_tried, turn, check_method, &s);
            }
            for (int k = 0; k < 4; k++)
                clpwl_table_free(t[k]);
        }
    for (size_t m = 0; context && m < clpwl_method_count(); m++) {
        const char *name = clpwl_method(m)->name;
        EXPECT(s.used[m] || !reads_tables(m, 0) || is_repeated(m) || strcmp(name, "shuffle") == 0 ||
                   strncmp(name, "image", 5) == 0 || strncmp(name, "host-", 5) == 0,
               "%s never worked", name);
    }
}

DEVICE_FIXTURE(NULL, NULL)

TEST(each_row_by_each_method)
{
    try_rows(); /* on the host */
    for (size_t i = 0; i < count_devices(); i++) {
        context = context_of(i);
        try_rows();
        close_context();
    }
    context = NULL;
}

static size_t period;

static void check_periods(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    static float x[FAR], phase[FAR], y[FAR], right[FAR];
    (void)user;
    fill_far(x, phase, period, clpwl_table_extend(*t));
    OK(clpwl_eval(e, x, y, FAR));
    OK(clpwl_eval(e, phase, right, FAR));
    check_far(clpwl_method(method)->name, periods[period].b, clpwl_table_extend(*t), x, phase, y, right);
}

/* A division of OpenCL C may be off by 2.5 ulp, which exactness does not permit; CPUs round it correctly. */
TEST(periods_from_0_are_exact)
{
    open_context();
    for (period = 0; clpwl_context_info(context)->kind == CLPWL_DEVICE_CPU && period < PERIODS; period++)
        for (int k = 0; k < 4; k++) {
            clpwl_table *t = make_table(0, periods[period].b, 20, (clpwl_partition)(k / 2),
                                        k % 2 ? CLPWL_EXTEND_MIRROR : CLPWL_EXTEND_REPEAT);
            with_each_method(context, (const clpwl_table *const *)&t, 1, NULL, is_tried, (size_t)k,
                             check_periods, NULL);
            clpwl_table_free(t);
        }
    close_context();
}
