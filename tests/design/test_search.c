/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for the fewest segments, and the best of several choices, of errors by formulas. */
#include "design/best_of.h"
#include "design/judge.h"
#include "design/search.h"
#include "support/suite.h"

/* The error with n segments is c / n^power + added. With dips, c is a tenth where n is a multiple of that
 * many. */
typedef struct model {
    double c, power, added;
    double least_possible; /* fewer segments cannot meet the target; 0: not known */
    size_t dips; /* 0: none */
    size_t over_after;     /* trials after which the caller's time is over; 0: never */
    size_t trials, longest;
} model;

static double error_of(const model *m, size_t n)
{
    double falling = m->c / pow((double)n, m->power);
    return (m->dips && n % m->dips == 0 ? falling / 10 : falling) + m->added;
}

static clpwl_status measure(void *user, size_t n, clpwl__trial *out)
{
    model *m = user;
    m->trials++;
    m->longest = n > m->longest ? n : m->longest;
    *out = (clpwl__trial){n, error_of(m, n), m->added};
    if (m->over_after && m->trials > m->over_after)
        *out = (clpwl__trial){.segments = 0};
    return CLPWL_OK;
}

static clpwl_status can_meet(void *user, size_t n, const clpwl__trial *near, int *can)
{
    const model *m = user;
    ck_assert(near->segments > 0);
    *can = (double)n >= m->least_possible;
    return CLPWL_OK;
}

static size_t likely(void *user, size_t from, size_t below)
{
    (void)user;
    size_t n = (from + 6) / 7 * 7;
    return n < below ? n : below;
}

static clpwl__search begin(model *m, double target, double guess)
{
    return (clpwl__search){.measure = measure, .can_meet = can_meet, .user = m, .target = target, .guess = guess,
                           .unit = 1, .stride = 1, .most = 1 << 22, .exact = 1 << 16, .lawful = 64,
                           .budget = 1 << 24};
}

static clpwl__found find(const clpwl__search *s)
{
    clpwl__found found;
    OK(clpwl__search_fewest(s, &found));
    return found;
}

/* c / n^2 <= target from n = ceil(sqrt(c / target)) on: 100 at c = 1 and 1e-4. From any guess few trials tell. */
TESTS(the_fewest_are_found_from_any_guess, 7)
{
    static const double guesses[] = {1, 16, 90, 100, 101, 3000, 60000};
    model m = {.c = 1, .power = 2};
    clpwl__search s = begin(&m, 1e-4 * (1 + 1e-12), guesses[_i]);
    clpwl__found f = find(&s);
    ck_assert_uint_eq(f.segments, 100);
    ck_assert_int_eq(f.ended, CLPWL__ENDED_FOUND);
    ck_assert_uint_le(m.trials, 20);
    /* what cannot meet the target is not tried */
    m = (model){.c = 1, .power = 2, .least_possible = 100};
    ck_assert_uint_eq(find(&s).segments, 100);
    ck_assert_uint_le(m.trials, guesses[_i] > 100 ? 9 : 20);
}

/* 1 / n^1: 10^4; with what is added, 1 / (1e-4 - 5e-5)^(1/2) = 141.4. */
TEST(other_laws_are_met_too)
{
    model m = {.c = 1, .power = 1};
    clpwl__search s = begin(&m, 1e-4 * (1 + 1e-12), 16);
    ck_assert_uint_eq(find(&s).segments, 10000);
    m = (model){.c = 1, .power = 2, .added = 5e-5};
    ck_assert_uint_eq(find(&s).segments, 142);
    s.stride = 5; /* 145, and then a few below it that are no multiples of 5: 144, 143, 142 */
    ck_assert_uint_eq(find(&s).segments, 142);
    s.unit = s.stride = 10;
    ck_assert_uint_eq(find(&s).segments, 150);
}

/* As of x^power beside 0: 200000 segments, which are found to their 1024th part. */
TESTS(slow_laws_are_followed, 4)
{
    static const double powers[] = {0.1, 0.25, 1.0 / 3, 0.5};
    model m = {.c = 1, .power = powers[_i]};
    clpwl__search s = begin(&m, error_of(&m, 200000), 16);
    const clpwl__found f = find(&s);
    ck_assert_int_eq(f.ended, CLPWL__ENDED_FOUND);
    ck_assert_uint_ge(f.segments, 200000);
    ck_assert_uint_le(f.segments, 200000 + 200000 / 1024);
    ck_assert_uint_le(m.trials, 16);
}

/* Of 7 k segments the error is a tenth: 35 is the least 7 k >= sqrt(1000). */
/* Each second or third number meets the target, down to the n whose tenth does: thousands of them. */
TESTS(regular_numbers_are_followed_far_down, 2)
{
    model m = {.c = 1, .power = 1, .dips = 2 + (size_t)_i};
    clpwl__search s = begin(&m, 1e-4, 3000);
    const clpwl__found f = find(&s);
    ck_assert_uint_eq(f.segments, m.dips * (1000 / m.dips + (1000 % m.dips > 0)));
    ck_assert_uint_le(m.trials, 100);
}

TEST(likely_numbers_are_tried)
{
    model m = {.c = 1, .power = 2, .dips = 7};
    clpwl__search s = begin(&m, 1e-4 * (1 + 1e-12), 101);
    s.likely = likely;
    ck_assert_uint_eq(find(&s).segments, 35);
}

TEST(a_search_says_why_it_ended)
{
    model m = {.c = 1, .power = 2};
    clpwl__search s = begin(&m, 1e-4, 16);
    clpwl__found f;
    s.most = 99;
    f = find(&s);
    ck_assert_uint_eq(f.segments, 0);
    ck_assert_int_eq(f.ended, CLPWL__ENDED_MOST);
    ck_assert_uint_eq(f.best.segments, 99);
    ck_assert_double_eq(f.best.error, error_of(&m, 99));
    ck_assert_double_eq_tol(f.needed, 101, 4);

    s = begin(&m, 1e-4, 16); /* what is added alone is above the target */
    m = (model){.c = 1, .power = 2, .added = 2e-4};
    f = find(&s);
    ck_assert_int_eq(f.ended, CLPWL__ENDED_FLOOR);
    ck_assert_uint_le(m.longest, 1 << 12);

    m = (model){.c = 1, .power = 0.01}; /* nothing is gained */
    f = find(&s);
    ck_assert_int_eq(f.ended, CLPWL__ENDED_PLATEAU);
    ck_assert(f.is_local);

    m = (model){.c = 1, .power = 2}; /* a second trial is too much: the first one stands */
    s = begin(&m, 1e-4, 300);
    s.budget = 350;
    f = find(&s);
    ck_assert_int_eq(f.ended, CLPWL__ENDED_BUDGET);
    ck_assert_uint_eq(f.segments, 300);
    s.budget = 10;
    f = find(&s);
    ck_assert_int_eq(f.ended, CLPWL__ENDED_BUDGET);
    ck_assert_uint_eq(f.segments, 0);

    m = (model){.c = 1, .power = 2, .over_after = 1};
    s = begin(&m, 1e-4, 300);
    f = find(&s);
    ck_assert_int_eq(f.ended, CLPWL__ENDED_TIME);
    ck_assert_uint_eq(f.segments, 300);
}

/* A guess that is far too high costs a short trial, not a long one. */
TEST(a_doubtful_guess_is_probed)
{
    model m = {.c = 1, .power = 2};
    clpwl__search s = begin(&m, 1e-4 * (1 + 1e-12), 1e9);
    ck_assert_uint_eq(find(&s).segments, 100);
    ck_assert_uint_le(m.longest, s.exact / 16);
    m = (model){.c = 1e12, .power = 2}; /* 10^8 are needed, by the guess and by the law */
    s.guess = 1e8;
    clpwl__found f = find(&s);
    ck_assert_int_eq(f.ended, CLPWL__ENDED_MOST);
    ck_assert_double_eq_tol(f.needed, 1e8, 1);
    ck_assert_uint_eq(m.trials, 1);
}

/* A choice whose tables have `takes` segments. */
typedef struct choice {
    double guess;
    size_t takes;
    int is_impossible;
    size_t designs, most;
    double reached; /* by its trials; 0: what it takes */
} choice;

static clpwl_status guess_choice(void *what, double *segments)
{
    const choice *c = what;
    *segments = c->guess;
    return c->is_impossible ? clpwl__fail(CLPWL_ERR_TARGET, "impossible") : CLPWL_OK;
}

static clpwl_status design_choice(void *what, size_t most, clpwl_table **out, double *reached)
{
    choice *c = what;
    c->designs++;
    c->most = most;
    *reached = c->reached > 0 ? c->reached : (double)c->takes;
    if (c->takes > most)
        return clpwl__fail(CLPWL_ERR_TARGET, "%zu segments", c->takes);
    double *numbers = calloc(c->takes + 1, sizeof *numbers);
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    spec.knots = spec.values = numbers;
    spec.segments = c->takes;
    for (size_t i = 0; i <= c->takes; i++)
        numbers[i] = (double)i;
    clpwl_status status = clpwl_table_create(out, &spec);
    free(numbers);
    return status;
}

static double not_known(void *what, const clpwl_table *table)
{
    (void)what;
    (void)table;
    return NAN;
}

TEST(the_fewest_bytes_win)
{
    choice each[] = {{.guess = 100, .takes = 100}, {.guess = 60, .takes = 49}, {.guess = 9, .is_impossible = 1},
                     {.guess = 1000, .takes = 1}};
    clpwl__choice c[4];
    const clpwl__choosing how = {guess_choice, design_choice, NULL, 1 << 22};
    clpwl_table *table = NULL;
    for (int i = 0; i < 4; i++)
        c[i] = (clpwl__choice){.name = "x", .handicap = i ? 2 : 1, .unit = 4, .what = &each[i]};
    OK(clpwl__best_of(&how, c, 4, &table));
    ck_assert_uint_eq(clpwl_table_segments(table), 49); /* 2 x 50 knots against 101 */
    ck_assert_ptr_eq(c[0].what, &each[1]);
    ck_assert_ptr_eq(c[1].what, &each[0]);
    ck_assert(c[1].is_designed);
    ck_assert_uint_eq(each[3].designs, 0); /* its guess is far above what would be better */
    clpwl_table_free(table);
    each[1].takes = 50; /* as many bytes: the one without a handicap was first */
    OK(clpwl__best_of(&how, c, 4, &table));
    ck_assert_uint_eq(clpwl_table_segments(table), 100);
    clpwl_table_free(table);
    for (int i = 0; i < 4; i++)
        each[i].takes = 1 << 23;
    each[0].takes--; /* the nearest refusal */
    FAILS(CLPWL_ERR_TARGET, "8388607 segments", clpwl__best_of(&how, c, 4, &table));
    each[0].takes = 5; /* an error that is not known */
    const clpwl__choosing unknown = {guess_choice, design_choice, not_known, 1 << 22};
    OK(clpwl__best_of(&unknown, c, 4, &table));
    ck_assert_uint_eq(clpwl_table_segments(table), 5);
    clpwl_table_free(table);
    for (int i = 0; i < 4; i++) { /* nothing was reached: a choice that is possible has more to say */
        each[i].is_impossible = i != 1;
        each[i].reached = HUGE_VAL;
    }
    FAILS(CLPWL_ERR_TARGET, "8388608 segments", clpwl__best_of(&how, c, 4, &table));
}

/* Where the time ends as the fewest segments are counted, nothing is known of these, and the next trial ends. */
TEST(time_ends_a_count)
{
    const clpwl_execution execution = CLPWL_EXECUTION_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl__proxy p = {0};
    clpwl__judge j = {0};
    clpwl__candidate *c = &j.c;
    clpwl__search s;
    clpwl__trial t = {200, 5e-5, 0};
    int can;
    o.b = 20;
    o.max_error = 1e-4;
    o.max_segments = 1 << 20;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.fit = CLPWL_FIT_MINIMAX;
    o.execution = &execution;
    OK(clpwl_function_from_formula(&f, "bessel_j0(x)", NULL, 0));
    OK(clpwl__proxy_create(&p, f, &(clpwl__proxy_wish){.b = o.b, .max_error = o.max_error}));
    OK(clpwl__candidate_create(c, &p.f, &o, 0));
    OK(clpwl__judge_search(&j, &s));
    c->ends = 1e-9;
    OK(s.can_meet(s.user, 20, &t, &can));
    ck_assert(can);
    OK(s.measure(s.user, 20, &t));
    ck_assert_uint_eq(t.segments, 0);
    clpwl__judge_free(&j);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
}
