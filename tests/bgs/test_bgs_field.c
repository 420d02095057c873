/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Markov field of clpwl-bgs: against plain C, and against the minimum cut of the same graph. */
#include <math.h>
#include "bgs_suite.h"
#include "bgs/scene.h"

enum { W = SCENE_WIDTH, H = SCENE_HEIGHT, N = SCENE_PIXELS, SIDE = 5, EDGES = SIDE * SIDE,
       EMPTY = 20, FRAMES = 60 };

/* The evidence of foreground in p(background), at a threshold of one half. */
static double evidence_of(double p)
{
    const double e = p <= 0 ? 3 : p >= 1 ? -3 : log((1 - p) / p);
    return fmin(fmax(e, -3), 3);
}

/* The weight of edge k of a pixel: a Gaussian of 1.5 px; 0 to itself. */
static double weight_of(int k)
{
    const int dx = k % SIDE - 2, dy = k / SIDE - 2;
    return k == EDGES / 2 ? 0 : exp(-(dx * dx + dy * dy) / (2 * 1.5 * 1.5));
}

/* The pixel at the other end of edge k; -1: outside. */
static int other_end(int i, int k)
{
    const int x = i % W + k % SIDE - 2, y = i / W + k / SIDE - 2;
    return x >= 0 && x < W && y >= 0 && y < H ? y * W + x : -1;
}

static double near_sum(const double *q, int i)
{
    double sum = 0;
    for (int k = 0; k < EDGES; k++)
        if (other_end(i, k) >= 0)
            sum += weight_of(k) * q[other_end(i, k)];
    return sum;
}

/* pull: positive where the field is foreground. */
static void relax(const float *posterior, double weight, double *pull)
{
    static double q[N];
    for (int i = 0; i < N; i++)
        pull[i] = evidence_of(posterior[i]);
    for (int step = 0; step < 5; step++) {
        for (int i = 0; i < N; i++)
            q[i] = fmin(fmax(pull[i] / 2, -1), 1);
        for (int i = 0; i < N; i++)
            pull[i] = evidence_of(posterior[i]) + weight * near_sum(q, i);
    }
}

/* The cost of a mask: evidence against it, and neighbours that differ. */
static double cost(const float *posterior, double weight, const unsigned char *on)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        const double e = evidence_of(posterior[i]);
        sum += on[i] ? fmax(-e, 0) : fmax(e, 0);
        for (int k = 0; k < EDGES; k++) {
            const int j = other_end(i, k);
            if (j > i && !on[i] != !on[j])
                sum += weight * weight_of(k);
        }
    }
    return sum;
}

/* The least cost of any mask, and that mask: the greatest flow from foreground to background, by
 * shortest paths. What paths still reach in the end is foreground. */
static double least_cost(const float *posterior, double weight, unsigned char *best)
{
    static double room[N][EDGES], in[N], out[N];
    static int from[N], queue[N];
    double flow = 0;
    for (int i = 0; i < N; i++) {
        in[i] = fmax(evidence_of(posterior[i]), 0);
        out[i] = fmax(-evidence_of(posterior[i]), 0);
        for (int k = 0; k < EDGES; k++)
            room[i][k] = other_end(i, k) < 0 ? 0 : weight * weight_of(k);
    }
    for (;;) {
        int head = 0, tail = 0, end = -1;
        for (int i = 0; i < N; i++) {
            from[i] = in[i] > 1e-12 ? EDGES : -1;
            if (from[i] >= 0)
                queue[tail++] = i;
        }
        for (; head < tail && end < 0; head++) {
            const int i = queue[head];
            if (out[i] > 1e-12)
                end = i;
            for (int k = 0; k < EDGES; k++) {
                const int j = other_end(i, k);
                if (j >= 0 && from[j] < 0 && room[i][k] > 1e-12) {
                    from[j] = EDGES - 1 - k; /* the edge back */
                    queue[tail++] = j;
                }
            }
        }
        for (int i = 0; i < N && end < 0; i++)
            best[i] = from[i] >= 0 ? 255 : 0;
        if (end < 0)
            return flow;
        double most = out[end];
        int i = end;
        for (; from[i] < EDGES; i = other_end(i, from[i]))
            most = fmin(most, room[other_end(i, from[i])][EDGES - 1 - from[i]]);
        most = fmin(most, in[i]);
        in[i] -= most;
        out[end] -= most;
        flow += most;
        for (i = end; from[i] < EDGES; i = other_end(i, from[i])) {
            room[other_end(i, from[i])][EDGES - 1 - from[i]] -= most;
            room[i][from[i]] += most;
        }
    }
}

/* Noise and camouflage: raw masks have specks and holes. */
static unsigned char truth[N];
static app_picture hard_frame(int t)
{
    static unsigned char rgb[3 * N];
    bgs_scene s = bgs_scene_defaults;
    app_picture f = {W, H, 3, rgb, 0};
    s.width = W;
    s.height = H;
    s.empty = EMPTY;
    s.noise = 5;
    s.camouflage = 0.5;
    bgs_scene_frame(&s, t, &f, truth);
    return f;
}

static bgs_model *make(const bgs_options *o)
{
    bgs_model *m;
    DONE(bgs_model_create(&m, o, W, H, context));
    return m;
}

/* `field` and `raw` differ in the field alone: its mask is not fed back. */
START_TEST(the_field_is_what_plain_c_makes)
{
    static const int kinds[2] = {BGS_STKDE, BGS_KDE};
    for (int kind = 0; kind < 2; kind++) {
        bgs_options o = small_options();
        static outcome raw, field;
        static double pull[N];
        long near = 0, differ = 0, on = 0;
        o.model = kinds[kind];
        bgs_model *a = make(&o);
        o.field = bgs_defaults.field;
        bgs_model *b = make(&o);
        for (int t = 0; t < FRAMES; t++) {
            app_picture f = hard_frame(t);
            push(a, &f, &raw);
            push(b, &f, &field);
            ck_assert_mem_eq(raw.posterior, field.posterior, sizeof raw.posterior);
            relax(field.posterior, o.field, pull);
            for (int i = 0; i < N; i++) {
                /* Sums of 25 fp32 terms, five times, each of at most 3 + 0.75 * 11. */
                const int unsure = fabs(pull[i]) < 1e-4;
                ck_assert_msg(unsure || (field.on[i] != 0) == (pull[i] > 0),
                              "model %d, frame %d, pixel %d: pull %.7f", kind, t, i, pull[i]);
                near += unsure;
                on += field.on[i] != 0;
                differ += field.on[i] != raw.on[i];
            }
        }
        ck_assert_int_lt(near, 40);
        ck_assert_int_gt(on, 500);
        ck_assert_int_gt(differ, 50);
        bgs_model_free(a);
        bgs_model_free(b);
    }
}
END_TEST

static void count(const unsigned char *on, double *hits, double *wrong)
{
    for (int i = 0; i < N; i++) {
        *hits += on[i] && truth[i];
        *wrong += (on[i] != 0) != (truth[i] != 0);
    }
}

/* The minimum cut costs less, but F of the field is as good, and both beat the raw mask. */
START_TEST(the_field_finds_what_the_minimum_cut_finds)
{
    enum { RAW, FIELD, CUT };
    bgs_options o = small_options();
    static outcome raw, field;
    static unsigned char cut[N];
    double hits[3] = {0}, wrong[3] = {0}, f[3], costs[3] = {0};
    bgs_model *a = make(&o);
    o.field = bgs_defaults.field;
    bgs_model *b = make(&o);
    for (int t = 0; t < FRAMES; t++) {
        app_picture now = hard_frame(t);
        push(a, &now, &raw);
        push(b, &now, &field);
        if (t < EMPTY || t % 4)
            continue;
        const double least = least_cost(raw.posterior, o.field, cut);
        const unsigned char *const masks[3] = {raw.on, field.on, cut};
        for (int k = 0; k < 3; k++) {
            costs[k] += cost(raw.posterior, o.field, masks[k]);
            count(masks[k], &hits[k], &wrong[k]);
        }
        /* Sums of doubles: this is the minimum. */
        ck_assert_double_eq_tol(least, cost(raw.posterior, o.field, cut), 1e-9 * least + 1e-9);
    }
    for (int k = 0; k < 3; k++) {
        f[k] = 2 * hits[k] / (2 * hits[k] + wrong[k]);
        printf("%s: cost %.1f, F %.4f\n", k == RAW ? "raw" : k == FIELD ? "field" : "cut", costs[k],
               f[k]);
    }
    ck_assert_double_lt(costs[FIELD], (costs[RAW] + costs[CUT]) / 2);
    ck_assert_double_gt(f[FIELD], f[RAW]);
    ck_assert_double_ge(f[FIELD], f[CUT] - 0.001); /* F on 17 scenes differs by that: bgs-scenes.txt */
    bgs_model_free(a);
    bgs_model_free(b);
}
END_TEST

/* The models without probabilities have the median filter, and others either. */
START_TEST(one_filter_is_the_usual_one)
{
    for (int kind = 0; kind < BGS_KINDS; kind++) {
        bgs_options o = small_options(), other;
        static outcome got, want;
        o.model = other.model = kind;
        o.field = bgs_defaults.field;
        o.median = bgs_defaults.median;
        other = o;
        if (kind == BGS_KDE || kind == BGS_STKDE)
            other.median = 0;
        else
            other.median = 5, other.field = 0;
        bgs_model *a = make(&o), *b = make(&other);
        for (int t = 0; t < 32; t++) {
            app_picture f = hard_frame(t);
            push(a, &f, &got);
            push(b, &f, &want);
            ck_assert_mem_eq(got.on, want.on, sizeof got.on);
        }
        bgs_model_free(a);
        bgs_model_free(b);
    }
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("bgs_field");
    TCase *t = tcase_create("field");
    tcase_set_timeout(t, 600);
    tcase_add_checked_fixture(t, make_context, free_context);
    tcase_add_test(t, the_field_is_what_plain_c_makes);
    tcase_add_test(t, the_field_finds_what_the_minimum_cut_finds);
    tcase_add_test(t, one_filter_is_the_usual_one);
    suite_add_tcase(s, t);
    return s;
}
