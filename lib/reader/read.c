/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions and weights from files, whose formats are known by their content. */
#include <ctype.h>
#include <float.h>
#include "base/door.h"
#include "base/options.h"
#include "clpwl/weight.h"
#include "function/function.h"
#include "reader/reader.h"
#include "function/samples.h"

typedef struct format {
    clpwl_status (*read)(clpwl__reader *r);
    const char *name;
    int has_columns, has_sections;
} format;

/* By the first bytes, or the first words of two lines, which are read twice. */
static clpwl_status find_format(clpwl__reader *r, format *is)
{
    static const char *const cube[] = {"TITLE",       "LUT_1D_SIZE", "LUT_3D_SIZE", "LUT_1D_INPUT_RANGE",
                                       "DOMAIN_MIN", "DOMAIN_MAX"};
    clpwl_status status = CLPWL_OK;
    char first[sizeof "LUT_1D_INPUT_RANGE"];
    int more;
    *is = (format){clpwl__read_text, "text in columns", 1, 0};
    if (r->ahead >= 6 && memcmp(r->front, "\x93NUMPY", 6) == 0) {
        *is = (format){clpwl__read_npy, "a .npy", 1, 0};
        goto done;
    }
    if (r->ahead >= 128 && memcmp(r->front + 36, "acsp", 4) == 0) {
        *is = (format){clpwl__read_icc, "an ICC profile", 0, 1};
        goto done;
    }
    r->is_front = 1;
    TRY(clpwl__reader_line(r, &more));
    snprintf(first, sizeof first, "%s", r->fields[0]);
    for (size_t i = 0; i < sizeof cube / sizeof *cube; i++)
        if (strcmp(first, cube[i]) == 0 && (i > 0 || (r->field_count > 1 && r->fields[1][-1] == '"')))
            *is = (format){clpwl__read_words, "a .cube", 1, 0};
    TRY(clpwl__reader_line(r, &more));
    if (strcmp(first, "CSPLUTV100") == 0)
        *is = (format){clpwl__read_csp, "a .csp", 1, 0};
    if (strcmp(first, "Version") == 0 && strcmp(r->fields[0], "From") == 0)
        *is = (format){clpwl__read_words, "a .spi1d", 1, 0};
    if (isalpha((unsigned char)*first) && strcmp(r->fields[0], "N") == 0 && r->field_count > 1 &&
        isdigit((unsigned char)*r->fields[1]))
        *is = (format){clpwl__read_lammps, "a table of LAMMPS", 1, 1};
    r->taken = r->number = 0;
    r->is_front = r->after_return = 0;
done:
    return status;
}

static clpwl_status read_rows(clpwl__reader *r, const char *path)
{
    clpwl_status status = CLPWL_OK;
    format is;
    CHECK_GIVEN(path);
    TRY(clpwl__reader_open(r, path));
    TRY(find_format(r, &is));
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
    CHECK_GIVEN(out);
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
    CHECK_GIVEN(out);
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
