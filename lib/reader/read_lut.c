/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Look-up tables of colours, one curve for each channel, with lines between equidistant rows: the .cube of
 * Adobe and of DaVinci Resolve, the .spi1d of Sony Pictures Imageworks, the .csp of cineSpace.
 */
#include "reader/reader.h"

static char *const channels[] = {"r", "g", "b"};
enum { CHANNELS = 3 };

typedef struct lut {
    size_t n, components;              /* of a row */
    double lo[CHANNELS], hi[CHANNELS]; /* x of the first and of the last row */
} lut;

static int is_word(const clpwl__reader *r, const char *word)
{
    return strcmp(r->fields[0], word) == 0;
}

/* The numbers of the line from field `first` on. */
static clpwl_status take_numbers(clpwl__reader *r, size_t first, double *x, size_t n)
{
    clpwl_status status = CLPWL_OK;
    for (size_t k = 0; k < n; k++)
        TRY(clpwl__reader_field(r, first + k, &x[k]));
    CHECK(r->field_count == first + n, CLPWL_ERR_SAMPLES, "%s: %zu fields; expected %zu", r->where,
          r->field_count, first + n);
done:
    return status;
}

static clpwl_status take_count(clpwl__reader *r, size_t first, size_t *n)
{
    clpwl_status status = CLPWL_OK;
    double x = 0;
    TRY(take_numbers(r, first, &x, 1));
    CHECK(x >= 1 && x <= 1e9 && x == floor(x), CLPWL_ERR_SAMPLES, "%s: %g is not a number of rows",
          r->where, x);
    *n = (size_t)x;
done:
    return status;
}

static clpwl_status refuse_3d(const clpwl__reader *r)
{
    return clpwl__fail(CLPWL_ERR_SAMPLES, "%s: a 3D table; expected 1D, a curve for each channel",
                       r->where);
}

/* Takes the rows, the first of which has been read, and gives them their x. */
static clpwl_status take_rows(clpwl__reader *r, const lut *t)
{
    clpwl_status status = CLPWL_OK;
    const size_t of = r->chosen[0];
    const double lo = t->lo[of], hi = t->hi[of];
    r->width = 2;
    CHECK(t->n >= 2 && lo < hi && hi - lo < HUGE_VAL, CLPWL_ERR_SAMPLES,
          "%s: a table of %zu rows from %g to %g", r->where, t->n, lo, hi);
    for (size_t i = 0; i < t->n; i++) {
        double v[CHANNELS], at = (double)i / (double)(t->n - 1);
        if (i > 0)
            TRY(clpwl__reader_next(r));
        TRY(take_numbers(r, 0, v, t->components));
        TRY(clpwl__reader_append(r, (const double[3]){lo * (1 - at) + hi * at, v[of]}));
    }
    r->between = CLPWL_BETWEEN_LINEAR;
done:
    return status;
}

static clpwl_status choose_channel(clpwl__reader *r, size_t components)
{
    r->least = r->most = 1;
    return clpwl__reader_choose(r, channels, components, NULL);
}

static clpwl_status take_end(clpwl__reader *r, int is_braced)
{
    clpwl_status status = CLPWL_OK;
    int more;
    if (is_braced)
        TRY(clpwl__reader_next(r));
    if (!is_braced || is_word(r, "}"))
        TRY(clpwl__reader_line(r, &more));
    else
        more = 1;
    CHECK(!more, CLPWL_ERR_SAMPLES, "%s: \"%.40s\" behind all %zu rows", r->where, r->fields[0],
          r->count);
done:
    return status;
}

/* x of the ends for all channels. */
static clpwl_status take_range(clpwl__reader *r, lut *t)
{
    clpwl_status status = CLPWL_OK;
    double range[2];
    TRY(take_numbers(r, 1, range, 2));
    for (int k = 0; k < CHANNELS; k++) {
        t->lo[k] = range[0];
        t->hi[k] = range[1];
    }
done:
    return status;
}

/* Words, and then rows; those of .spi1d stand in braces. */
clpwl_status clpwl__read_words(clpwl__reader *r)
{
    clpwl_status status = CLPWL_OK;
    lut t = {.components = CHANNELS, .hi = {1, 1, 1}};
    double x;
    for (;;) {
        TRY(clpwl__reader_next(r));
        if (is_word(r, "{") || clpwl__reader_number(r->fields[0], &x))
            break;
        if (is_word(r, "LUT_3D_SIZE"))
            TRY(refuse_3d(r));
        else if (is_word(r, "LUT_1D_SIZE") || is_word(r, "Length"))
            TRY(take_count(r, 1, &t.n));
        else if (is_word(r, "Components"))
            TRY(take_count(r, 1, &t.components));
        else if (is_word(r, "DOMAIN_MIN") || is_word(r, "DOMAIN_MAX"))
            TRY(take_numbers(r, 1, is_word(r, "DOMAIN_MIN") ? t.lo : t.hi, CHANNELS));
        else if (is_word(r, "LUT_1D_INPUT_RANGE") || is_word(r, "From"))
            TRY(take_range(r, &t));
        else
            CHECK(is_word(r, "TITLE") || is_word(r, "Version"), CLPWL_ERR_SAMPLES,
                  "%s: \"%.40s\" is no word of a .cube or .spi1d", r->where, r->fields[0]);
    }
    CHECK(t.components <= CHANNELS, CLPWL_ERR_SAMPLES, "%s: %zu components; expected 1 to 3",
          r->where, t.components);
    TRY(choose_channel(r, t.components));
    int is_braced = is_word(r, "{");
    if (is_braced)
        TRY(clpwl__reader_next(r));
    TRY(take_rows(r, &t));
    TRY(take_end(r, is_braced));
done:
    return status;
}

/* The curve of a channel before the table: its number of points, which has been read, and two lines. By two
 * points it gives the x of the table's ends, 0 and 1. */
static clpwl_status read_shaper(clpwl__reader *r, lut *t, size_t channel)
{
    clpwl_status status = CLPWL_OK;
    double x[2], to[2];
    size_t n;
    TRY(take_count(r, 0, &n));
    CHECK(n == 2 || channel != r->chosen[0], CLPWL_ERR_SAMPLES,
          "%s: a curve of %zu points before the table; expected 2, a line", r->where, n);
    TRY(clpwl__reader_next(r));
    if (channel == r->chosen[0])
        TRY(take_numbers(r, 0, x, 2));
    TRY(clpwl__reader_next(r));
    if (channel == r->chosen[0]) {
        TRY(take_numbers(r, 0, to, 2));
        const double slope = (x[1] - x[0]) / (to[1] - to[0]);
        t->lo[channel] = x[0] - to[0] * slope;
        t->hi[channel] = x[1] + (1 - to[1]) * slope;
    }
    TRY(clpwl__reader_next(r));
done:
    return status;
}

clpwl_status clpwl__read_csp(clpwl__reader *r)
{
    clpwl_status status = CLPWL_OK;
    lut t = {.components = CHANNELS};
    TRY(clpwl__reader_next(r)); /* CSPLUTV100 */
    TRY(clpwl__reader_next(r));
    if (is_word(r, "3D"))
        TRY(refuse_3d(r));
    CHECK(is_word(r, "1D"), CLPWL_ERR_SAMPLES, "%s: \"%.40s\"; expected 1D", r->where,
          r->fields[0]);
    TRY(choose_channel(r, CHANNELS));
    TRY(clpwl__reader_next(r));
    if (is_word(r, "BEGIN")) { /* metadata */
        do
            TRY(clpwl__reader_next(r));
        while (!is_word(r, "END"));
        TRY(clpwl__reader_next(r));
    }
    for (size_t k = 0; k < CHANNELS; k++)
        TRY(read_shaper(r, &t, k));
    TRY(take_count(r, 0, &t.n));
    TRY(clpwl__reader_next(r));
    TRY(take_rows(r, &t));
    TRY(take_end(r, 0));
done:
    return status;
}
