/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source.h"
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/clock.h"
#include "common/message.h"
#include "common/names.h"

#define SMOOTHED " smoothed by " /* in the names of smoothed samples */

int source_split_pair(const app_option *row, const char *text, char left[SOURCE_PART_ROOM],
                      char right[SOURCE_PART_ROOM])
{
    const char *colon = strchr(text, ':');
    int code = 0;
    CHECK_USAGE(colon && !strchr(colon + 1, ':') && strlen(text) < SOURCE_PART_ROOM,
                "--%s: '%s' is not of the form %s, as 0:1", row->name, text, row->value);
    app_trim(left, SOURCE_PART_ROOM, text, (size_t)(colon - text));
    app_trim(right, SOURCE_PART_ROOM, colon + 1, strlen(colon + 1));
    CHECK_USAGE(*left && *right, "--%s: '%s' has no number %s the ':'; expected %s, as 0:1", row->name, text,
                *left ? "behind" : "before", row->value);
done:
    return code;
}

int source_parse_end(const app_option *row, const char *text, double *end)
{
    *end = strcmp(text, "inf") == 0 ? HUGE_VAL : -HUGE_VAL;
    return *end > 0 || strcmp(text, "-inf") == 0 ? 0 : app_parse_number(row->name, text, end);
}

int source_parse_domain(const app_option *row, const char *text, void *member)
{
    double *domain = member;
    char left[SOURCE_PART_ROOM], right[SOURCE_PART_ROOM];
    int code = 0;
    TRY(source_split_pair(row, text, left, right));
    TRY(source_parse_end(row, left, &domain[0]));
    TRY(source_parse_end(row, right, &domain[1]));
    CHECK_USAGE(domain[0] < domain[1], "--%s: %s is empty or reversed; A must be below B",
                row->name, text);
done:
    return code;
}

/* "X[,X...]" or "none". A second --kink adds to the first. */
static int parse_kinks(const app_option *row, const char *text, void *member)
{
    source_kinks *k = member;
    char list[4096], *rest = list, *number;
    int code = 0;
    k->given = 1;
    if (strcmp(text, "none") == 0)
        return 0;
    CHECK_USAGE(snprintf(list, sizeof list, "%s", text) < (int)sizeof list,
                "--kink: the list is too long");
    while ((number = strsep(&rest, ",")) != NULL) {
        CHECK_USAGE(k->count < SOURCE_KINKS, "--kink: at most %d numbers are taken", SOURCE_KINKS);
        TRY(app_parse_number(row->name, number, &k->x[k->count++]));
    }
    app_sort(k->x, k->count);
done:
    return code;
}

static int parse_smooth(const app_option *row, const char *text, void *member)
{
    source_smooth *s = member;
    *s = (source_smooth){ .given = 1 };
    return strcmp(text, "auto") ? app_parse_positive(row->name, text, &s->sigma) : 0;
}

#define AT(member) offsetof(source, member)
const app_option source_rows[] = {
    APP_HEADING("The function"),
    APP_TEXT('e', "expr", "FORMULA", expression, "the function is this formula in x"),
    APP_TEXT('s', "samples", "FILE", samples,
             "the function is the curve through columns x, y: text, .npy, .xvg, LAMMPS, .cube, .spi1d, .csp, "
             "ICC"),
    APP_TEXT(0, "columns", "X,Y[,SIGMA]", columns,
             "of the samples, by number or name, as 2,3 or R,T; of a .cube, .spi1d or .csp one of r, g, b"),
    APP_TEXT(0, "section", "NAME", section, "of a table of LAMMPS its keyword, of an ICC profile rTRC, ..."),
    APP_PARSED(0, "between", "CURVE", between, app_parse_between,
               "between samples: monotone (default, but for .cube, .spi1d, .csp and ICC linear), cubics that "
               "never leave the range of the two samples beside them; linear; spline, the natural cubic "
               "spline; or step, the sample on the left"),
    APP_PARSED(0, "smooth", "SIGMA", smooth, parse_smooth,
               "removes noise of this standard deviation from the samples; auto: as estimated"),
    APP_OPTIONS_END,
};
const app_option source_kink_rows[] = {
    APP_PARSED(0, "kink", "X[,X...]", kinks, parse_kinks,
               "kinks of the formula, or none; by default kinks are searched for"),
    APP_OPTIONS_END,
};

/* Notes on what became of the rows. */
static void tell_samples(const clpwl_function *samples)
{
    clpwl_samples_info info;
    if (clpwl_function_samples(samples, &info) != CLPWL_OK)
        return;
    if (info.sorted)
        app_note("rows are sorted by x");
    if (info.repeated && info.noise > 0)
        app_note("rows at the same x are averaged, %zu in all; their scatter is %.2g", info.repeated,
                 info.noise);
    if (info.gap > 10 * info.spacing)
        app_note("a gap from x = %.6g to %.6g, %.0f times the median spacing", info.gap_from,
                 info.gap_from + info.gap, info.gap / info.spacing);
}

int source_read_samples(const source *s, clpwl_function **out)
{
    clpwl_reading reading = CLPWL_READING_INIT;
    reading.between = (clpwl_between)s->between;
    reading.columns = s->columns;
    reading.section = s->section;
    return app_status(clpwl_function_read_data(out, s->samples, &reading));
}

static int open_samples(const source *s, clpwl_function **out)
{
    int code = 0;
    clpwl_function *raw = NULL;
    CHECK_USAGE(strcmp(s->samples, "-") != 0, "--samples: '-' is not a file; /dev/stdin is standard input");
    TRY(source_read_samples(s, s->smooth.given ? &raw : out));
    tell_samples(s->smooth.given ? raw : *out);
    if (!s->smooth.given)
        goto done;
    TRY_LIB(clpwl_function_smoothed(out, raw, s->smooth.sigma));
    if (strcmp(clpwl_function_name(*out), clpwl_function_name(raw)) == 0)
        app_note("--smooth auto: no noise is found in the samples; they are not smoothed");
done:
    clpwl_function_free(raw);
    return code;
}

/* Whether a text with a point or a slash is a file. */
static int is_file(const char *text)
{
    struct stat file;
    return (strchr(text, '.') || strchr(text, '/')) && stat(text, &file) == 0 && S_ISREG(file.st_mode);
}

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

int source_take(source *s, const char *operand)
{
    clpwl_function *f = NULL;
    if (!operand)
        return 0;
    char end = operand[strspn(operand, letters)];
    int is_name = clpwl_function_from_catalogue(&f, operand) == CLPWL_OK || end == ':' ||
                  (end == '\0' && !isdigit((unsigned char)*operand) && strcmp(operand, "x") != 0);
    clpwl_function_free(f);
    if (is_file(operand))
        return app_usage("'%s' is a file, not a function; --samples reads a file", operand);
    if (is_name)
        s->catalogue = operand;
    else if (s->expression)
        return app_usage("'%s' and --expr '%s': give one formula", operand, s->expression);
    else
        s->expression = operand;
    return 0;
}

int source_has_function(const char *name, const char *arguments)
{
    char formula[128];
    clpwl_function *f = NULL;
    snprintf(formula, sizeof formula, "%.*s(%s)", (int)strcspn(name, ","), name, arguments);
    int is_one = clpwl_function_from_formula(&f, formula, NULL, 0) == CLPWL_OK;
    clpwl_function_free(f);
    return is_one;
}

const char *source_name_at(size_t i, const void *unused)
{
    size_t count;
    const clpwl_catalogue_entry *e = clpwl_catalogue(&count);
    (void)unused;
    return i < count ? e[i].name : clpwl_formula_function(i - count, NULL);
}

int source_unknown(const char *name)
{
    size_t count = 0;
    while (source_name_at(count, NULL))
        count++;
    return app_unknown("function", name, source_name_at, NULL, count, "");
}

/* A function of the catalogue or of formulas, of one argument; or a message, which for a name such as sinx
 * has the formula that it means. */
static int open_named(const char *name, clpwl_function **out)
{
    char formula[SOURCE_PART_ROOM];
    clpwl_status status = clpwl_function_from_catalogue(out, name);
    snprintf(formula, sizeof formula, "%s(x)", name);
    if (status != CLPWL_ERR_UNKNOWN_NAME || strchr(name, ':'))
        return app_status(status);
    if (!source_has_function(name, "x,x") &&
        clpwl_function_from_formula(out, formula, NULL, 0) == CLPWL_OK)
        return 0;
    status = clpwl_function_from_formula(out, name, NULL, 0); /* as pi, or for its message */
    return !status || strstr(clpwl_last_message(), "did you mean") ? app_status(status)
                                                                   : source_unknown(name);
}

int source_open(const source *s, clpwl_function **out)
{
    int given = !!s->catalogue + !!s->expression + !!s->samples, code = 0;
    CHECK_USAGE(!s->smooth.given || s->samples, "--smooth is for --samples");
    CHECK_USAGE(!s->between || s->samples, "--between is for --samples");
    CHECK_USAGE(!(s->columns || s->section) || s->samples, "--%s is for --samples",
                s->columns ? "columns" : "section");
    CHECK_USAGE(given == 1,
                given ? "FUNCTION, --expr and --samples exclude each other"
                      : "no function given: FUNCTION, --expr FORMULA or --samples FILE is needed");
    CHECK_USAGE(!s->kinks.given || s->expression,
                "--kink is for --expr: other functions declare their kinks");
    if (s->expression)
        return app_status(clpwl_function_from_formula(out, s->expression,
                                                      s->kinks.given ? s->kinks.x : NULL,
                                                      s->kinks.count));
    return s->samples ? open_samples(s, out) : open_named(s->catalogue, out);
done:
    return code;
}

static int try_named(const char *name, clpwl_function **out)
{
    *out = NULL;
    return clpwl_function_from_catalogue(out, name) == CLPWL_OK ||
           clpwl_function_from_formula(out, name, NULL, 0) == CLPWL_OK;
}

int table_open(const char *path, clpwl_table **out)
{
    clpwl_function *f = NULL;
    if (strcmp(path, "-") == 0)
        return app_usage("'-': TABLE is a file; /dev/stdin is standard input");
    int is_function = access(path, F_OK) != 0 && try_named(path, &f);
    clpwl_function_free(f);
    if (is_function)
        return app_fail("'%s' is no file: clpwl design '%s' -o FILE makes a table", path, path);
    return app_status(clpwl_table_load(out, path));
}

const char *source_reason(const char *name, char out[SOURCE_REASON])
{
    clpwl_function *f = NULL;
    int has_parameters = name[strspn(name, letters)] == ':';
    clpwl_status status = has_parameters ? clpwl_function_from_catalogue(&f, name)
                                         : clpwl_function_from_formula(&f, name, NULL, 0);
    int is_unknown = status == CLPWL_ERR_UNKNOWN_NAME && !has_parameters;
    clpwl_function_free(f);
    snprintf(out, SOURCE_REASON,
             is_unknown ? "'%.120s' is neither a name of the catalogue nor a formula" : "%s",
             is_unknown ? name : clpwl_last_message());
    return out;
}

/* What lies between the samples of a file, by a function's name: without a word it is the spline. AUTO: the
 * name is not of this file. */
static clpwl_between curve_of(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/'), *file = slash && slash[1] ? slash + 1 : path;
    const size_t length = strlen(file);
    char word[16];
    clpwl_between curve = CLPWL_BETWEEN_AUTO;
    if (strncmp(name, file, length) != 0)
        return CLPWL_BETWEEN_AUTO;
    return sscanf(name + length, " (%15[a-z])", word) == 1 && clpwl_between_parse(&curve, word) == CLPWL_OK
               ? curve
               : CLPWL_BETWEEN_SPLINE;
}

/* The length of a name of samples without their smoothing and their curve. */
static size_t stem_of(const char *name)
{
    const char *end = strstr(name, SMOOTHED);
    end = end ? end : strstr(name, " (");
    return end ? (size_t)(end - name) : strlen(name);
}

const char *source_other(const clpwl_table *table, const clpwl_function *f, char out[SOURCE_REASON])
{
    enum { SHOWN = 80 };
    const char *of = clpwl_table_function(table), *given = clpwl_function_name(f);
    out[0] = '\0';
    int is_same = stem_of(of) == stem_of(given) && strncmp(of, given, stem_of(of)) == 0;
    int is_raw = is_same && strstr(of, SMOOTHED) && !strstr(given, SMOOTHED);
    if (*of && strcmp(of, given) != 0)
        snprintf(out, SOURCE_REASON, "the table is of %.*s%s, and not of %.*s%s%s: ", SHOWN, of,
                 strlen(of) > SHOWN ? "..." : "", SHOWN, given, strlen(given) > SHOWN ? "..." : "",
                 is_raw    ? " (--smooth as in the design is needed)"
                 : is_same ? " (--between as in the design is needed)"
                           : "");
    return out;
}

void source_print_kinks(const clpwl_function *f, double a, double b)
{
    enum { MOST = 8 };
    clpwl_kink kinks[MOST];
    size_t count = 0;
    if (clpwl_function_find_kinks(f, a, b, kinks, MOST, &count) != CLPWL_OK)
        return;
    for (size_t i = 0; i < count && i < MOST; i++) {
        const clpwl_kink *k = &kinks[i];
        printf("%s%.15g", i ? ", " : "kinks      ", fabs(k->x) < DBL_MIN ? 0 : k->x);
        if (k->left != k->right)
            printf(" (a jump from %.9g to %.9g)", k->left, k->right);
    }
    if (count > MOST)
        printf(" and %zu more", count - MOST);
    if (count)
        putchar('\n');
}

double source_noise(const clpwl_function *samples, double error)
{
    double a, b, sigma;
    clpwl_function_domain(samples, &a, &b);
    /* The largest of many normal deviations exceeds 3 sigma: a smaller error follows the noise. */
    int is_known = clpwl_function_noise(samples, a, b, &sigma) == CLPWL_OK;
    return is_known && error < 3 * sigma ? sigma : 0;
}

int weight_open(const char *text, clpwl_function **out)
{
    if (access(text, F_OK) == 0)
        return app_status(clpwl_function_read_weight(out, text));
    return try_named(text, out)
               ? 0
               : app_usage("the weight '%s' is no file, and no function or formula in x: %s", text,
                           clpwl_last_message());
}

#undef AT
#define AT(member) offsetof(subject, member)
const app_option subject_rows[] = {
    APP_POSITIVE(0, "relative", "FLOOR", weight.floor,
                 "takes the relative error; by default as the table was designed"),
    APP_TEXT(0, "weight", "W", weight_text,
             "takes the error weighted by a formula, a function or a file; by default as the table "
             "was designed"),
    APP_OPTIONS_END,
};

/* The weight of the options, or else that of the design. If the latter is a file, --weight has to name
 * it again. */
static int take_weight(subject *s)
{
    const clpwl_weighting *designed = clpwl_table_weighting(s->table);
    int code = 0;
    char reason[SOURCE_REASON];
    if (s->weight_text)
        code = weight_open(s->weight_text, &s->w);
    else if (!(s->weight.floor > 0) && designed) {
        if (designed->weight && !try_named(designed->weight, &s->w))
            app_note("the weight of the table: %s; name it by --weight: without, the plain error is "
                     "taken, and the target is not judged",
                     source_reason(designed->weight, reason));
        else
            s->weight.floor = designed->floor;
    }
    s->weight.w = s->w;
    return code;
}

int subject_open(subject *s, int count, char **operands, const char *need)
{
    int code = 0;
    char reason[SOURCE_REASON];
    const source *named = &s->named;
    TRY(source_take(&s->named, count > 1 ? operands[1] : NULL));
    TRY(table_open(operands[0], &s->table));
    const char *name = clpwl_table_function(s->table);
    if (named->samples && !named->between)
        s->named.between = (int)curve_of(named->samples, name);
    if (named->catalogue || named->expression || named->samples || named->smooth.given)
        TRY(source_open(named, &s->f));
    else
        try_named(name, &s->f);
    if (!need && named->samples && !named->smooth.given && strstr(name, SMOOTHED))
        app_note("the table approximates '%s', but these samples are not smoothed: use --smooth "
                 "as in the design",
                 name);
    CHECK_USAGE(s->f || !need, "%s: %s", source_reason(name, reason), need);
    if (s->f)
        TRY(take_weight(s));
done:
    return code;
}

void subject_close(subject *s)
{
    clpwl_function_free(s->f);
    clpwl_function_free(s->w);
    clpwl_table_free(s->table);
}

int subject_has_weight(const subject *s)
{
    return s->weight.floor > 0 || s->weight.w;
}
