/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apps/common: command lines by tables of options, messages, and counts of progress. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>
#include "common/bound.h"
#include "common/clock.h"
#include "common/message.h"
#include "common/options.h"
#include "common/output.h"
#include "common/places.h"
#include "common/progress.h"
#include "support/suite.h"

typedef struct values {
    int loud, mode, count, color, pairs;
    size_t room;
    double share, scale;
    const char *name;
} values;

static const app_choice colors[] = {{"red", "warm"}, {"blue", "cold"}, {NULL, NULL}};

/* "A:B"; adds A * B. */
static int parse_pair(const app_option *row, const char *text, void *member)
{
    int a, b;
    ck_assert_str_eq(row->name, "pair");
    if (sscanf(text, "%d:%d", &a, &b) != 2)
        return app_usage("--%s: '%s' is not A:B", row->name, text);
    *(int *)member += a * b;
    return 0;
}

#define AT(member) offsetof(values, member)
static const app_option first[] = {
    APP_HEADING("First"),
    APP_SWITCH('l', "loud", loud, "prints more"),
    APP_SWITCH_TO('f', "fast", mode, 1, "is fast"),
    APP_SWITCH_TO(0, "best", mode, 2, "takes its time"),
    APP_INT('n', "count", "N", count, -1, 99, "how many"),
    APP_OPTIONS_END,
};
static const app_option second[] = {
    APP_CHOICE('c', "color", "WORD", color, colors, "of the lines"),
    APP_SIZE(0, "room", "N", room, "bytes"),
    APP_NUMBER('s', "share", "X", share, 0, 1, "of the whole"),
    APP_POSITIVE(0, "scale", "X", scale,
                 "a text that is long enough to be wrapped in the middle, as it is wider than "
                 "the rest of the line"),
    APP_TEXT('o', "name", "FILE", name, "where to"),
    APP_TEXT(0, "note", "TEXT", name, "what to say"),
    APP_PARSED(0, "pair", "A:B", pairs, parse_pair, "two numbers"),
    APP_OPTIONS_END,
};

static values got;
static int operands, wish;
static char *argv[64];
static char text[1 << 16]; /* what was printed last */

static int parse(const char *const *args)
{
    const app_option_group groups[] = {{first, &got, 0}, {second, &got, 0}};
    int argc = 0;
    got = (values){.count = 7, .share = 0.5};
    for (; args[argc]; argc++)
        argv[argc] = (char *)(uintptr_t)args[argc];
    return app_options_parse(argc, argv, groups, 2, &operands, &wish);
}
#define PARSE(...) parse((const char *const[]){"x", __VA_ARGS__, NULL})

/* Runs a statement; `text` becomes what it prints to a stream. */
#define CAPTURE(stream, statement)                                             \
    do {                                                                       \
        FILE *usual_ = stream;                                                 \
        stream = fmemopen(text, sizeof text, "w");                             \
        statement;                                                             \
        fclose(stream);                                                        \
        stream = usual_;                                                       \
    } while (0)

/* Each is refused, in one line that names the part. */
static void refused(const char *const lines[][3], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int code;
        CAPTURE(stderr, code = PARSE(lines[i][1], lines[i][2]));
        ck_assert_msg(code == EXIT_USAGE && strstr(text, lines[i][0]) && strchr(text, '\n') == text + strlen(text) - 1,
                      "%s: %s", lines[i][1], text);
    }
}
#define REFUSED(...)                                                           \
    do {                                                                       \
        static const char *const lines_[][3] = {__VA_ARGS__};                  \
        refused(lines_, sizeof lines_ / sizeof *lines_);                       \
    } while (0)

static void set_names(void)
{
    app_set_names("prog", NULL);
}

FIXTURE(set_names, NULL)

TEST(each_spelling_of_an_option)
{
    ck_assert_int_eq(PARSE("--count", "3"), 0);
    ck_assert_int_eq(got.count, 3);
    ck_assert_int_eq(PARSE("--count=-1"), 0);
    ck_assert_int_eq(got.count, -1);
    ck_assert_int_eq(PARSE("-n4"), 0);
    ck_assert_int_eq(got.count, 4);
    ck_assert_int_eq(PARSE("-n", "-1", "-lfn5"), 0); /* switches share a dash */
    ck_assert(got.count == 5 && got.loud == 1 && got.mode == 1);
    ck_assert_int_eq(PARSE("-o", "--"), 0); /* a value may look like an option */
    ck_assert_str_eq(got.name, "--");
    ck_assert_int_eq(PARSE("--name="), 2); /* a FILE has a name */
    ck_assert_int_eq(PARSE("--note="), 0); /* a TEXT may be none */
    ck_assert_int_eq(PARSE("--name=a=b"), 0);
    ck_assert_str_eq(got.name, "a=b");
    ck_assert_int_eq(operands, 0);
}

TEST(operands_keep_their_order)
{
    ck_assert_int_eq(PARSE("a", "-l", "-", "--count", "2", "-1.5", "-.5", "--", "--loud", "-x"), 0);
    static const char *const right[] = {"a", "-", "-1.5", "-.5", "--loud", "-x"};
    ck_assert_int_eq(operands, 6);
    for (int i = 0; i < 6; i++)
        ck_assert_str_eq(argv[1 + i], right[i]);
}

TEST(each_kind_of_value)
{
    ck_assert_int_eq(PARSE("-c", "blue", "--room", "4096", "-s1", "--scale", "2e3", "--pair", "3:4",
                           "--pair=5:6"), 0);
    ck_assert(got.color == 1 && got.room == 4096 && got.share == 1 && got.scale == 2000);
    ck_assert_int_eq(got.pairs, 42);
    ck_assert_int_eq(got.count, 7); /* the default */
    ck_assert_int_eq(PARSE("--room", "1e6"), 0);
    ck_assert_uint_eq(got.room, 1000000);
    REFUSED({"--count: '100' is not a whole number from -1 to 99", "--count", "100"}, {"'-2'", "-n-2"},
            {"'2.5'", "--count", "2.5"}, {"''", "--count="}, {"' 3'", "--count= 3"}, {"'nan'", "--count", "nan"},
            {"--share: '1.0001' is not a number from 0 to 1", "-s", "1.0001"}, {"'0'", "--scale", "0"},
            {"'inf'", "--scale", "inf"}, {"'0'", "--room", "0"}, {"1e30", "--room", "1e30"},
            {"red and blue", "--color", "green"}, {"--pair: '3'", "--pair", "3"});
}

TEST(what_is_no_option)
{
    REFUSED({"--count", "a", "--count"}, {"--count", "-ln"}, {"--loud", "--loud=1"},
            {"--fast and --best", "--fast", "--best"}, {"'-q'", "-q"}, {"-l, --loud", "-L"}, {"-n 4", "-n=4"},
            {"'-q'", "-lq"}, {"'--'", "--=1"}, {"share", "--shade", "1"}, {"'--zzzzzzzzzzzz' (", "--zzzzzzzzzzzz"},
            {"--First", "--First"}); /* a heading */
    ck_assert_int_eq(PARSE("--best", "--best"), 0);
}

TEST(help_and_version_end_the_line)
{
    ck_assert_int_eq(PARSE("a", "--help", "--nonsense"), 0);
    ck_assert(wish == APP_OPTIONS_PRINT_HELP && operands == 1);
    ck_assert_int_eq(PARSE("-lh", "--nonsense"), 0);
    ck_assert(wish == APP_OPTIONS_PRINT_HELP && got.loud == 1);
    ck_assert_int_eq(PARSE("--version"), 0);
    ck_assert_int_eq(wish, APP_OPTIONS_PRINT_VERSION);
    ck_assert_int_eq(PARSE("--", "--help"), 0);
    ck_assert(wish == 0 && operands == 1);
    ck_assert_int_eq(PARSE("-o", "-h"), 0);
    ck_assert_int_eq(wish, 0);
}

TEST(help_has_80_columns_and_the_defaults)
{
    const app_option_group groups[] = {{first, &got, 0}, {second, &got, 0}, {first, &got, 1}};
    ck_assert_int_eq(PARSE("-c", "blue"), 0);
    CAPTURE(stdout, app_options_print(groups, 3));
    for (char *line = text; *line; line += strcspn(line, "\n") + 1)
        ck_assert_uint_le(strcspn(line, "\n"), 80);
    ck_assert_ptr_nonnull(strstr(text, "\nFirst\n  -l, --loud"));
    ck_assert_ptr_nonnull(strstr(text, "-n, --count N             how many [7]\n"));
    ck_assert_ptr_nonnull(strstr(text, "a text that is long enough to be wrapped in the\n          "
                                       "                  middle, as it is wider than the rest of the line"));
    ck_assert_ptr_nonnull(strstr(text, "red         warm\n"));
    ck_assert_ptr_nonnull(strstr(text, "      --room N              bytes\n"));
    ck_assert_ptr_null(strstr(strstr(text, "--loud") + 1, "--loud")); /* the hidden group */
}

TEST(messages_are_one_plain_line)
{
    app_set_names("prog", "cmd");
    CAPTURE(stderr, (void)app_fail("a\nb\033[2J%s", "\xc2\x9b" "c\xc3\xa9"));
    ck_assert_str_eq(text, "prog cmd: a b?[2J??c\xc3\xa9\n");
    CAPTURE(stderr, app_note("50 %%"));
    ck_assert_str_eq(text, "prog cmd: 50 %\n");
    CAPTURE(stdout, app_print_plain(stdout, "\033]0;x\007"));
    ck_assert_str_eq(text, "?]0;x?");
    app_fail_once(); /* of failures the first is printed, which was */
    text[0] = '\0';
    CAPTURE(stderr, (void)app_fail("c"));
    ck_assert_str_eq(text, "");
}

TEST(a_count_has_its_rate_and_the_time_left)
{
    app_progress p = {.on = 1};
    double now = app_seconds();
    /* 10 frames in 5 s after the first 2, which do not count. */
    CAPTURE(stderr, app_progress_count(&p, "frame", 12, 32, 2, now - 5));
    ck_assert_str_eq(text, "\rframe 12 of 32 (37 %), 2.0 frames/s, 10 s left\033[K");
}

/* Order statistics by hand; a bound is printed as a number of so many digits that is not below it. */
TEST(quantiles_and_bounds)
{
    static const double parts[][2] = {{0, 1}, {0.25, 1.5}, {0.5, 2}, {0.75, 3}, {1, 4}};
    double list[] = {4, 1, 2};
    char printed[APP_BOUND_ROOM];
    ck_assert_double_eq(app_times_of(list, 3).median, 2);
    for (int i = 0; i < 5; i++)
        ck_assert_double_eq(app_quantile(list, 3, parts[i][0]), parts[i][1]);
    ck_assert_str_eq(app_bound(printed, 0.1201, 2), "0.13");
    ck_assert_str_eq(app_bound(printed, 0.5, 1), "0.5");
    ck_assert_str_eq(app_bound(printed, 0, 3), "0");
    ck_assert_str_eq(app_bound_within(printed, 0.1201, 2, 0.125), "0.121");
    ck_assert_str_eq(app_bound_within(printed, 0.5, 1, 0.5), "0.5");
}

/* A call takes as many seconds as there were calls, and the rival's number; the tenth fails. */
static int take_seconds(void *calls, size_t rival, double seconds[2])
{
    seconds[0] = (double)++*(size_t *)calls;
    seconds[1] = (double)rival;
    return *(size_t *)calls == 10 ? 7 : 0;
}

/* Three rounds after one that does not count: 3 and 4, 6 and 5, 7 and 8 seconds. */
TEST(rivals_take_turns)
{
    enum { ROUNDS = 1 << 18 };
    app_times times[2][2];
    size_t calls = 0;
    ck_assert_int_eq(app_repeat(take_seconds, &calls, 2, ROUNDS, 0, times), 0);
    ck_assert(times[0][0].median == 6 && times[1][0].median == 5 && times[1][0].runs == 3);
    ck_assert(times[0][1].median == 0 && times[1][1].median == 1);
    ck_assert_int_eq(app_repeat(take_seconds, &calls, 2, ROUNDS, 0, times), 7);
}

/* What a terminal would obey, or nobody sees, becomes a ? for each of its bytes; so does what is no UTF-8. */
TEST(characters_that_terminals_obey)
{
    static const char *const kept[] = {
        "\xc3\xa9", "\xc2\xa0", "\xd8\x9b", "\xe2\x80\x90", "\xe2\x80\x8a", "\xe2\x80\xa7", "\xe2\x80\xaf",
        "\xe2\x81\x9f", "\xe2\x81\xa5", "\xe2\x81\xaa", "\xef\xbb\xbe", "\xed\x9f\xbf", "\xf0\x90\x80\x80",
        "\xf4\x8f\xbf\xbf", "\xe0\xa0\x80", "~"};
    static const char *const obeyed[] = {
        "\x7f", "\x01", "\xc2\x80", "\xc2\x9f", "\xd8\x9c", "\xe2\x80\x8b", "\xe2\x80\x8e", "\xe2\x80\x8f",
        "\xe2\x80\xa8", "\xe2\x80\xae", "\xe2\x81\xa0", "\xe2\x81\xa4", "\xe2\x81\xa6", "\xe2\x81\xa9",
        "\xef\xbb\xbf", "\x80", "\xc1\x80", "\xe0\x9f\x80", "\xed\xa0\x80", "\xf0\x8f\x80\x80",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc3"};
    char word[24];
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        snprintf(word, sizeof word, "a%sb", kept[i]);
        app_plain(word);
        ck_assert_msg(strncmp(word + 1, kept[i], strlen(kept[i])) == 0, "%zu: %s", i, word);
    }
    for (size_t i = 0; i < sizeof obeyed / sizeof *obeyed; i++) {
        snprintf(word, sizeof word, "a%sb", obeyed[i]);
        app_plain(word);
        size_t n = strlen(obeyed[i]);
        ck_assert_msg(strspn(word + 1, "?") == n && strcmp(word + 1 + n, "b") == 0, "%zu: %s", i, word);
    }
    memset(text, 'x', 300);
    text[300] = '\0';
    CAPTURE(stdout, app_print_plain(stdout, text));
    ck_assert(strlen(text) == 240 && strcmp(text + 236, "x...") == 0);
}

/* A file appears whole or not at all; standard output has no name. */
TEST(outputs)
{
    app_output o;
    char name[64];
    snprintf(name, sizeof name, "command-lines-%ld.out", (long)getpid());
    ck_assert(app_output_is_stdout("-") && !app_output_is_stdout(name));
    ck_assert(app_output_try("-") == 0 && app_output_try(NULL) == 0 && app_output_try(name) == 0);
    ck_assert_int_ne(access(name, F_OK), 0);
    CAPTURE(stderr, ck_assert_int_eq(app_output_try("no/such/file"), EXIT_FAILURE));
    for (int code = 1; code >= 0; code--) {
        ck_assert_int_eq(app_output_open(&o, name), 0);
        fputs("two words", o.file);
        ck_assert_int_ne(access(name, F_OK), 0);
        ck_assert_int_eq(app_output_end(&o, code), code);
    }
    FILE *f = fopen(name, "r");
    ck_assert(f && fread(text, 1, sizeof text, f) == 9 && fclose(f) == 0);
    CAPTURE(stderr, ck_assert_int_eq(app_output_spares(name, name), EXIT_USAGE));
    ck_assert_int_eq(app_output_spares(name, "none"), 0);
    CAPTURE(stderr, ck_assert_int_ne(app_output_open(&o, name), 0)); /* it is not written twice */
    const int kept = dup(STDOUT_FILENO), file = open(name, O_WRONLY);
    ck_assert_int_eq(dup2(file, STDOUT_FILENO), STDOUT_FILENO);
    const int is_that = app_output_is_stdout(name), is_other = app_output_is_stdout("/dev/null");
    ck_assert(dup2(kept, STDOUT_FILENO) >= 0 && is_that && !is_other);
    CAPTURE(stderr, ck_assert_int_ne(app_make_folder(name), 0)); /* a file is there */
    remove(name);
    ck_assert(app_make_folder(name) == 0 && app_make_folder(name) == 0 && rmdir(name) == 0);
}
