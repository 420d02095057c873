/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apps/common: command lines by tables of options, messages, and counts of progress. */
#include <math.h>
#include <stdio.h>
#include <unistd.h>
#include "common/clock.h"
#include "common/message.h"
#include "common/options.h"
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
    APP_PARSED(0, "pair", "A:B", pairs, parse_pair, "two numbers"),
    APP_OPTIONS_END,
};

static values got;
static int operands, wish;
static char *argv[64];
static char text[8192]; /* what was printed last */

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

/* Runs a statement, and reads what it writes to a stream into `text`. */
#define CAPTURE(stream, statement)                                             \
    do {                                                                       \
        FILE *file_ = tmpfile();                                               \
        int kept_ = dup(fileno(stream));                                       \
        ck_assert(file_ && kept_ >= 0 && fflush(stream) == 0);                 \
        dup2(fileno(file_), fileno(stream));                                   \
        statement;                                                             \
        fflush(stream);                                                        \
        dup2(kept_, fileno(stream));                                           \
        close(kept_);                                                          \
        rewind(file_);                                                         \
        text[fread(text, 1, sizeof text - 1, file_)] = '\0';                   \
        fclose(file_);                                                         \
    } while (0)

#define REFUSED(message, ...)                                                  \
    do {                                                                       \
        int code_;                                                             \
        CAPTURE(stderr, code_ = PARSE(__VA_ARGS__));                           \
        ck_assert_int_eq(code_, EXIT_USAGE);                                   \
        ck_assert_str_eq(text, "prog: " message " (see prog --help)\n");       \
    } while (0)

static void set_names(void)
{
    app_set_names("prog", NULL);
}

START_TEST(each_spelling_of_an_option)
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
    ck_assert_int_eq(PARSE("--name=a=b"), 0);
    ck_assert_str_eq(got.name, "a=b");
    ck_assert_int_eq(operands, 0);
}
END_TEST

START_TEST(operands_keep_their_order)
{
    ck_assert_int_eq(PARSE("a", "-l", "-", "--count", "2", "-1.5", "-.5", "--", "--loud", "-x"), 0);
    static const char *const right[] = {"a", "-", "-1.5", "-.5", "--loud", "-x"};
    ck_assert_int_eq(operands, 6);
    for (int i = 0; i < 6; i++)
        ck_assert_str_eq(argv[1 + i], right[i]);
}
END_TEST

START_TEST(each_kind_of_value)
{
    ck_assert_int_eq(PARSE("-c", "blue", "--room", "4096", "-s1", "--scale", "2e3", "--pair", "3:4",
                           "--pair=5:6"), 0);
    ck_assert(got.color == 1 && got.room == 4096 && got.share == 1 && got.scale == 2000);
    ck_assert_int_eq(got.pairs, 42);
    ck_assert_int_eq(got.count, 7); /* the default */
    ck_assert_int_eq(PARSE("--room", "1e6"), 0);
    ck_assert_uint_eq(got.room, 1000000);
    REFUSED("--count: '100' is not a whole number from -1 to 99", "--count", "100");
    REFUSED("--count: '-2' is not a whole number from -1 to 99", "-n-2");
    REFUSED("--count: '2.5' is not a whole number from -1 to 99", "--count", "2.5");
    REFUSED("--count: '' is not a whole number from -1 to 99", "--count=");
    REFUSED("--count: ' 3' is not a whole number from -1 to 99", "--count= 3");
    REFUSED("--count: 'nan' is not a whole number from -1 to 99", "--count", "nan");
    REFUSED("--share: '1.0001' is not a number from 0 to 1", "-s", "1.0001");
    REFUSED("--scale: '0' is not a number above 0", "--scale", "0");
    REFUSED("--scale: 'inf' is not a number above 0", "--scale", "inf");
    REFUSED("--room: '0' is not a whole number of at least 1", "--room", "0");
    REFUSED("--room: 1e30 is too large for this machine", "--room", "1e30");
    REFUSED("--color: 'green' is not one of red and blue", "--color", "green");
    REFUSED("--pair: '3' is not A:B", "--pair", "3");
}
END_TEST

START_TEST(what_is_no_option)
{
    REFUSED("--count needs a value", "a", "--count");
    REFUSED("--count needs a value", "-ln");
    REFUSED("--loud takes no value", "--loud=1");
    REFUSED("--fast and --best exclude each other", "--fast", "-l", "--best");
    ck_assert_int_eq(PARSE("--best", "--best"), 0);
    REFUSED("unknown option '-q'", "-q");
    REFUSED("unknown option '-q'", "-lq");
    REFUSED("unknown option '--'", "--=1");
    CAPTURE(stderr, ck_assert_int_eq(PARSE("--shade", "1"), EXIT_USAGE));
    ck_assert_ptr_nonnull(strstr(text, "share"));
    CAPTURE(stderr, ck_assert_int_eq(PARSE("--zzzzzzzzzzzz"), EXIT_USAGE));
    ck_assert_str_eq(text, "prog: unknown option '--zzzzzzzzzzzz' (see prog --help)\n");
    /* Headings are no options. */
    CAPTURE(stderr, ck_assert_int_eq(PARSE("--First"), EXIT_USAGE));
}
END_TEST

START_TEST(help_and_version_end_the_line)
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
END_TEST

/* Random lines: the last value of an option counts, whatever its spelling and place. */
START_TEST(random_lines)
{
    uint32_t state = 7;
    for (int round = 0; round < 2000 * test_factor(); round++) {
        char words[64][24];
        const char *args[64] = {"x"}, *expected[32];
        values right = {.count = 7, .share = 0.5};
        int n = 1, others = 0, length = (int)(random_bits(&state) % 12);
        for (int i = 0; i < length; i++) {
            int value = (int)(random_bits(&state) % 100), spelling = (int)(random_bits(&state) % 4);
            char *word = words[n], *next = words[n + 1];
            switch (random_bits(&state) % 4) {
            case 0:
                snprintf(word, 24, spelling < 2 ? "%s%d" : "%s",
                         spelling == 0 ? "--count=" : spelling == 1 ? "-n"
                                                  : spelling == 2   ? "--count"
                                                                    : "-n", value);
                args[n++] = word;
                snprintf(next, 24, "%d", value);
                if (spelling >= 2)
                    args[n++] = next;
                right.count = value;
                break;
            case 1:
                args[n++] = spelling < 2 ? "--loud" : "-l";
                right.loud = 1;
                break;
            case 2:
                args[n++] = spelling < 2 ? "-ls" : "-s";
                snprintf(next, 24, "0.%d", value);
                args[n++] = next;
                right.loud |= spelling < 2;
                right.share = strtod(next, NULL);
                break;
            default:
                snprintf(word, 24, "f%d", value);
                args[n++] = word;
                expected[others++] = word;
            }
        }
        args[n] = NULL;
        EXPECT(parse(args) == 0, "round %d", round);
        EXPECT(got.count == right.count && got.loud == right.loud && got.share == right.share,
               "round %d", round);
        EXPECT(operands == others, "round %d", round);
        for (int i = 0; i < others; i++)
            EXPECT(strcmp(argv[1 + i], expected[i]) == 0, "round %d", round);
    }
}
END_TEST

START_TEST(help_has_80_columns_and_the_defaults)
{
    const app_option_group groups[] = {{first, &got, 0}, {second, &got, 0}, {first, &got, 1}};
    ck_assert_int_eq(PARSE("-c", "blue"), 0);
    CAPTURE(stdout, app_options_print(groups, 3));
    for (char *line = text; *line; line += strcspn(line, "\n") + 1)
        ck_assert_uint_le(strcspn(line, "\n"), 80);
    ck_assert_ptr_nonnull(strstr(text, "\nFirst\n  -l, --loud"));
    ck_assert_ptr_nonnull(strstr(text, "-n, --count N             how many [7]\n"));
    ck_assert_ptr_nonnull(strstr(text, "of the whole [0.5]\n"));
    ck_assert_ptr_nonnull(strstr(text, "of the lines [blue]\n"));
    ck_assert_ptr_nonnull(strstr(text, "red         warm\n"));
    ck_assert_ptr_nonnull(strstr(text, "      --room N              bytes\n"));
    ck_assert_ptr_null(strstr(strstr(text, "--loud") + 1, "--loud")); /* the hidden group */
}
END_TEST

START_TEST(messages_are_one_plain_line)
{
    app_set_names("prog", "cmd");
    CAPTURE(stderr, (void)app_fail("a\nb\033[2J%s", "\xc2\x9b" "c\xc3\xa9"));
    ck_assert_str_eq(text, "prog cmd: a b?[2J??c\xc3\xa9\n");
    CAPTURE(stderr, app_note("50 %%"));
    ck_assert_str_eq(text, "prog cmd: 50 %\n");
    CAPTURE(stdout, app_print_plain("\033]0;x\007"));
    ck_assert_str_eq(text, "?]0;x?");
}
END_TEST

START_TEST(a_count_has_its_rate_and_the_time_left)
{
    app_progress p = {.on = 1};
    double now = app_seconds();
    /* 10 frames in 5 s after the first 2, which do not count. */
    CAPTURE(stderr, app_progress_count(&p, "frame", 12, 32, 2, now - 5));
    ck_assert_str_eq(text, "\rframe 12 of 32 (37 %), 2.0 frames/s, 10 s left\033[K");
    p.shown = 0;
    CAPTURE(stderr, app_progress_count(&p, "frame", 12, -1, 2, now - 5));
    ck_assert_str_eq(text, "\rframe 12, 2.0 frames/s\033[K");
    p.shown = 0;
    CAPTURE(stderr, app_progress_count(&p, "frame", 2, 32, 2, now));
    ck_assert_str_eq(text, "\rframe 2 of 32 (6 %)\033[K");
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("command lines");
    TCase *t = tcase_create("command lines");
    tcase_add_checked_fixture(t, set_names, NULL);
    tcase_add_test(t, each_spelling_of_an_option);
    tcase_add_test(t, operands_keep_their_order);
    tcase_add_test(t, each_kind_of_value);
    tcase_add_test(t, what_is_no_option);
    tcase_add_test(t, help_and_version_end_the_line);
    tcase_add_test(t, random_lines);
    tcase_add_test(t, help_has_80_columns_and_the_defaults);
    tcase_add_test(t, messages_are_one_plain_line);
    tcase_add_test(t, a_count_has_its_rate_and_the_time_left);
    suite_add_tcase(s, t);
    return s;
}
