/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stated errors are bounds on what each host method computes, and tables above or below f are on their side:
 * of functions that oscillate, jump or are narrow, by weights, in storages and through filters. bench/bounds
 * tries thousands of designs. */
#include "support/wish.h"

#define NEEDLE "exp(-((x-0.3)/0.000147)^2)"
#define DISPERSION "(x-0.4182)/6.35e-05/(1+((x-0.4182)/6.35e-05)^2)"
#define CUSP "2.369e-05*(-0.88992*abs((x-283.9472)/47.11)^0.7-1.7338*(x<267.978?0:1))"
#define BELL "exp(-x^2/2)"

/* clang-format off */
static const struct {
    const char *f, *words;
} rows[] = {
    {"x*sin(1/x)", "0.005:1 N=100 optimized refined minimax"},
    {"x*sin(1/x)", "0.005:1 N=100 optimized refined above"},
    {"x*sin(1/x)", "0.005:1 N=8 minimax"},
    {"x*sin(1/x)", "0.005:1 N=8 optimized below"},
    {"1/(1+1e6*(x-0.3)^2)", "0:1 N=100 callback projection l2 also=0.3"},
    {"1/(1+1e6*(x-0.3)^2)", "0:1 N=100 least-absolute l1 also=0.3"},
    {"sin(1e4*x)", "0:1 N=2000 above"},
    {NEEDLE, "0:1 N=2 callback optimized projection l2 also=0.3"},
    /* The largest error is 1.1e-7 beside a knot, where the next sample is 0.0001 away. */
    {NEEDLE, "0:1 N=100 callback projection l2 w=0.1+exp(-20*(x-0.4)^2) also=0.3"},
    /* f is 0 from 0.304 on, where all that is rounded is what roundings before have added. */
    {NEEDLE, "0:1 N=9 callback optimized below w=x>0.3137?1:0 also=0.3"},
    {DISPERSION, "0:1 N=128 callback above also=0.4181365"},
    {DISPERSION, "0:1 N=9 callback optimized refined also=0.418274031"},
    {CUSP, "254.3:347.93326 N=300 callback optimized refined also=267.978"},
    {CUSP, "254.3:347.93326 N=300 optimized refined minimax also=267.978"},
    {"floor(x)+0.2*x*x", "0:4.2 N=100 callback optimized refined also=2"},
    {BELL "*(x-0.37)", "-3:3 N=1412 callback optimized projection l2 w=x>0.5?1:0 also=0.5"},
    {"sin(x)", "-7:9 N=181 callback optimized refined above w=x>0.5?1:0 also=0.5"},
    {"x^3-x", "-1.5:2 N=9 callback optimized refined below w=x>0.5?1:0 also=0.5"},
    {"ln(x)", "1e-4:2 N=1499 callback optimized floor=0.81 w=x>0.5?1:0 also=0.5"},
    {"ln(x)", "1e-4:4 N=60 callback minimax floor=0.81 log2 w=x<3.2?4:0.5 also=3.2"},
    {"sin(x)", "0:4 N=60 callback sqrt w=x<3.2?4:0.5 also=3.2"},
    /* One-sided tables. */
    {"exp(x)", "-4:4 N=7 above"}, {"exp(x)", "-4:4 N=5000 below"}, {"exp(x)", "-4:4 N=5000 optimized above"},
    {"bessel_j0", "0:20 N=100 callback optimized below"}, {"bessel_j0", "0:20 N=1000 floor=1e-3 above"},
    {"sqrt(x)", "0:2 N=64 callback below"}, {"sqrt(x)", "0:2 N=64 optimized above"},
    {"abs(x-1)+0.1*x*x", "-1:2 N=33 callback above"}, {"abs(x-1)+0.1*x*x", "-1:2 N=33 optimized below"},
    {"0.1*x+0.7", "0:8 N=3 callback above"}, {"0.1*x+0.7", "0:8 N=3 optimized below"},
    {"sin(x)", "1000:1004 N=40 callback above"}, {"sin(x)", "1000:1004 N=40 optimized below"},
    {"exp(x)", "-80:80 N=3000 floor=1e-36 below"}, {"exp(x)", "-80:80 N=3000 floor=1e-36 optimized above"},
    {"cos(x)", "-3:3 N=60 even above also=0"}, {"exp(x)", "-4:4 N=7 bits=8 above"},
    {"exp(x)", "-4:4 N=7 bits=8 optimized below"},
    /* Segments of 1e-43, of whose coordinates 1e-38 may be flushed: a nodal value was 1e52. */
    {"sqrt(x)", "0:1e-36 N=20 callback optimized above"},
    {"sqrt(1-x^2)", "-1:1 N=1412 callback optimized minimax floor=1e-3 also=-0.99997842"},
    {"x^(1/7)", "0:1e-30 N=250 callback optimized"}, {"x", "-1e6:1e6 N=9"},
    /* Symmetries, of which the first fails at -1 alone; in storages. */
    {"cos(x)+1e-7*exp(-((x+1)*30)^2)", "-3:3 N=20000 even also=-1"},
    {"gelu", "-6:6 N=30 optimized refined minimax ramp half"},
    {"erfc", "-4:4 N=30 optimized refined minimax point unorm16"}, {"tanh", "-6:6 N=30 minimax odd bfloat16"},
    {"bessel_j0", "-12:12 N=30 optimized projection l2 even unorm8"},
    /* Features of little weight, and a peak of a weight between samples. */
    {"exp(-((x-0.1124)/1e-6)^2)+sin(9*x)", "0:1 N=82 above w=1e-6+x^4 also=0.1124"},
    {"2+sin(9*x)-exp(-((x-0.1124)/1e-6)^2)", "0:1 N=82 below w=1e-6+x^4 also=0.1124"},
    {"x/3", "0:1000 N=8 w=1+1e6*exp(-((x-3.14159)/1e-3)^2) also=3.1415"},
    {"abs(x-0.3)", "-1:1 N=21 callback minimax exp2 w=1/(1e-4+x*x) also=0.3"},
    /* A weight of 10^4 on 1/100 of the segment. */
    {"3.7", "-1:2 N=1 w=1/(1e-4+x*x) also=0"},
    /* Where tanh is 1 the slopes of long segments are subnormal; a device that flushes them loses the
     * rise. */
    {"tanh(x)", "-1e38:1e38 E=1e-3 callback optimized"}
};
/* clang-format on */
enum { ROWS = sizeof rows / sizeof *rows };

static void check(const wish *w, const clpwl_table *t, const char *what, const char *words)
{
    sight s = look(w, t, 20000);
    clpwl_error bound = stated(w, t), again;
    OK(clpwl_error_executed(w->f, w->o.weight, t, w->o.execution, &again));
    if (w->w && !w->inner) /* nothing is proved again */
        again = bound;
    EXPECT(s.e.linf <= bound.linf && s.e.linf <= again.linf, "%s, %s: %.9g at %.9g, stated %.9g and %.9g",
           what, words, s.e.linf, s.x, bound.linf, again.linf);
    /* Midpoints of steps of fp32 arguments make sums to 1 %. */
    EXPECT(s.e.l1 <= 1.01 * bound.l1 && s.e.l2 <= 1.01 * bound.l2, "%s, %s: %g and %g, stated %g and %g",
           what, words, s.e.l1, s.e.l2, bound.l1, bound.l2);
    EXPECT(w->o.fit != CLPWL_FIT_ABOVE || s.below == 0, "%s, %s: %zu values below", what, words, s.below);
    EXPECT(w->o.fit != CLPWL_FIT_BELOW || s.above == 0, "%s, %s: %zu values above", what, words, s.above);
    EXPECT(w->o.max_error == 0 || bound.linf <= w->o.max_error, "%s: %g", what, bound.linf);
}

TESTS(no_error_exceeds_the_stated_one, ROWS)
{
    wish w;
    clpwl_table *t;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    OK(clpwl_design(&t, w.f, &w.o));
    /* Without Arb nothing tells of features between samples. */
    if (!w.w || w.inner || clpwl_can_prove())
        check(&w, t, rows[_i].f, rows[_i].words);
    clpwl_table_free(t);
    end_wish(&w);
}

/* Where f is far less than the distance of two numbers of the storage: a move to the next one moves
 * roundings. */
TESTS(values_in_storages_stay_on_their_side, CLPWL_STORAGE_ANY - CLPWL_STORAGE_HALF)
{
    static const char *const functions[] = {BELL, "exp(-x)", "-exp(-x)"};
    static const double ends[] = {8, 40, 10};
    for (int way = 0; way < 12; way++) {
        char words[99];
        wish w;
        clpwl_table *t;
        snprintf(words, sizeof words, "0:%g N=40 callback %s %s %s", ends[way / 4],
                 way & 1 ? "optimized" : "uniform", way & 2 ? "above" : "below",
                 clpwl_storage_name((clpwl_storage)(CLPWL_STORAGE_HALF + _i)));
        begin_wish(&w, functions[way / 4], words);
        OK(clpwl_design(&t, w.f, &w.o));
        ck_assert_int_eq(clpwl_table_storage(t), (CLPWL_STORAGE_HALF + _i));
        check(&w, t, functions[way / 4], words);
        clpwl_table_free(t);
        end_wish(&w);
    }
}

/* A table above exp that is made for fp32 is not above by a filter of 8 bits. The chord of exp on [a, a +
 * h] is exp(a) (1 + k ln k - k) off, by its slope k exp(a). More of the room are roundings: of stored
 * values, 4 of the largest, and 10 of a segment's rise each, at most 10 of the largest slope times 8. */
TEST(the_room_is_what_is_needed)
{
    wish w;
    clpwl_table *t;
    begin_wish(&w, "exp(x)", "-4:4 N=5000 above");
    OK(clpwl_design(&t, w.f, &w.o));
    double h = 8.0 / 5000, k = expm1(h) / h, chord = exp(4 - h) * (1 + k * log(k) - k);
    double most = clpwl_table_measured(t).linf;
    EXPECT(most >= chord && most <= chord + exp(4) * 0x1p-24 * (4 + 10 * 8), "%g, not %g", most, chord);
    w.execution.weight_bits = 8;
    ck_assert_uint_gt(look(&w, t, 1000).below, 0);
    clpwl_table_free(t);
    end_wish(&w);
}
