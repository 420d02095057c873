/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions and weights from files, whose formats are known by their content. */
#include <ctype.h>
#include <float.h>
#include "base/door.h"
#include "base/options.h"
#include "clpwl/weight.h"
#include "function/function.h"
#include "function/reader.h"
#include "function/samples.h"

enum { SIGNIFICANT = 48 }; /* characters of a line by which a format is known */

/* The first characters of line i of those that are neither blank nor a comment; "" behind the front. */
static void find_line(const clpwl__reader *r, int i, char line[SIGNIFICANT])
{
    size_t at = r->ahead >= 3 && memcmp(r->front, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0, length = 0;
    for (; at < r->ahead; at++) {
        int c = r->front[at], is_end = c == '\n' || c == '\r';
        if (is_end && length > 0 && i-- == 0)
            break;
        if (is_end)
            length = 0;
        else if (c == '#')
            while (at + 1 < r->ahead && r->front[at + 1] != '\n' && r->front[at + 1] != '\r')
                at++;
        else if ((length > 0 || !isspace(c)) && length < SIGNIFICANT - 1)
            line[length++] = (char)c;
    }
    line[i <= 0 ? length : 0] = '\0';
}

static int begins(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && !isalnum((unsigned char)line[length]);
}

typedef struct format {
    clpwl_status (*read)(clpwl__reader *r);
    const char *name;
    int has_columns, has_sections;
} format;

static format find_format(const clpwl__reader *r)
{
    static const char *const cube[] = {"TITLE \"",           "LUT_1D_SIZE", "LUT_3D_SIZE",
                                       "LUT_1D_INPUT_RANGE", "DOMAIN_MIN",  "DOMAIN_MAX"};
    char first[SIGNIFICANT], second[SIGNIFICANT];
    if (r->ahead >= 6 && memcmp(r->front, "\x93NUMPY", 6) == 0)
        return (format){clpwl__read_npy, "a .npy", 1, 0};
    if (r->ahead >= 128 && memcmp(r->front + 36, "acsp", 4) == 0)
        return (format){clpwl__read_icc, "an ICC profile", 0, 1};
    find_line(r, 0, first);
    find_line(r, 1, second);
    for (size_t i = 0; i < sizeof cube / sizeof *cube; i++)
        if (strncmp(first, cube[i], strlen(cube[i])) == 0)
            return (format){clpwl__read_words, "a .cube", 1, 0};
    if (begins(first, "CSPLUTV100"))
        return (format){clpwl__read_csp, "a .csp", 1, 0};
    if (begins(first, "Version") && begins(second, "From"))
        return (format){clpwl__read_words, "a .spi1d", 1, 0};
    if (isalpha((unsigned char)*first) && begins(second, "N") &&
        strspn(second + 1, " \t0123456789") > 1)
        return (format){clpwl__read_lammps, "a table of LAMMPS", 1, 1};
    return (format){clpwl__read_text, "text in columns", 1, 0};
}

static clpwl_status read_rows(clpwl__reader *r, const char *path)
{
    clpwl_status status = CLPWL_OK;
    CHECK(path, CLPWL_ERR_ARGUMENT, "path is NULL");
    TRY(clpwl__reader_open(r, path));
    const format is = find_format(r);
    CHECK(!r->section || is.has_sections, CLPWL_ERR_ARGUMENT,
          "%s: %s has no sections: section is for tables of LAMMPS and ICC profiles", path,
          is.name);
    CHECK(!r->columns || is.has_columns, CLPWL_ERR_ARGUMENT, "%s: %s has no columns", path,
          is.name);
    TRY(is.read(r));
    CHECK(r->count >= 2, CLPWL_ERR_SAMPLES, "%s: %zu sample%s; at least two are needed", path,
          r->count, r->count == 1 ? "" : "s");
done:
    return status;
}

clpwl_status clpwl_function_read_data(clpwl_function **out, const char *path,
                                      const clpwl_reading *given)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_reading reading;
    clpwl_samples s = CLPWL_SAMPLES_INIT;
    clpwl__reader r = {.least = 2, .most = 3, .limit = (double)FLT_MAX};
    CHECK(out, CLPWL_ERR_ARGUMENT, "out is NULL");
    *out = NULL;
    TRY(clpwl__options_take(&reading, sizeof reading, given, "clpwl_reading",
                            "CLPWL_READING_INIT"));
    r.columns = reading.columns;
    r.section = reading.section;
    TRY(read_rows(&r, path));
    s.name = r.name;
    s.x = r.rows[0];
    s.y = r.rows[1];
    s.sigma = r.width == 3 ? r.rows[2] : NULL;
    s.n = r.count;
    s.between = reading.between ? reading.between : r.between;
    TRY(clpwl_function_from_data(out, &s));
    clpwl__data *data = (*out)->user;
    for (int k = 0; k < 2; k++) {
        data->labels[k] = r.labels[k];
        r.labels[k] = NULL;
    }
done:
    clpwl__reader_close(&r);
    return status;
}

clpwl_status clpwl_function_read_samples(clpwl_function **out, const char *path)
{
    return clpwl_function_read_data(out, path, NULL);
}

clpwl_status clpwl_function_read_weight(clpwl_function **out, const char *path)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__reader r = {.least = 1, .most = 2, .limit = HUGE_VAL, .ascends = 1};
    CHECK(out, CLPWL_ERR_ARGUMENT, "out is NULL");
    *out = NULL;
    TRY(read_rows(&r, path));
    if (r.width == 2)
        TRY(clpwl_function_from_points(out, r.name, r.rows[0], r.rows[1], r.count));
    else
        TRY(clpwl_function_from_arguments(out, r.name, r.rows[0], r.count));
done:
    clpwl__reader_close(&r);
    return status;
}
