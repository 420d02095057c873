/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl export: a table as source text of another language. */
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "common/names.h"
#include "common/output.h"
#include "source.h"

enum { NOT_GIVEN = -1 };

typedef struct job {
    int language, storage;
    const char *output, *name;
} job;

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_PARSED('l', "lang", "LANGUAGE", language, app_parse_language,
               "opencl (1.2), c (C99), cuda, or glsl (4.00, ES 3.20)"),
    APP_TEXT('o', "output", "FILE", output, "writes to FILE; by default to standard output"),
    APP_TEXT(
        0, "name", "NAME", name,
        "the function's name; by default that of the catalogue with _cpwl appended, or f_cpwl"),
    APP_PARSED(0, "storage", "KIND", storage, app_parse_stored,
               "float32, half, unorm16, unorm8 or bfloat16; by default as designed"),
    APP_OPTIONS_END,
};

/* Without --name tries NAME_cpwl, for the catalogue's NAME, and then f_cpwl. NAME alone may be
 * a built-in function of the language. */
static clpwl_status export(const clpwl_table *table, const job *j, char **text)
{
    clpwl_language language = (clpwl_language)j->language;
    clpwl_storage storage = (clpwl_storage)j->storage;
    const char *function = clpwl_table_function(table);
    char name[64];
    if (j->name)
        return clpwl_table_export_stored(table, language, storage, j->name, text);
    snprintf(name, sizeof name, "%.*s_cpwl", (int)strcspn(function, ":"), function);
    clpwl_status status = clpwl_table_export_stored(table, language, storage, name, text);
    return status == CLPWL_ERR_ARGUMENT
               ? clpwl_table_export_stored(table, language, storage, "f_cpwl", text)
               : status;
}

static void set_defaults(void *options)
{
    ((job *)options)->language = NOT_GIVEN;
}

/* The language of a file's name; NOT_GIVEN: of none. */
static int language_of(const char *name)
{
    static const char *const endings[] = {[CLPWL_LANGUAGE_OPENCL] = " .cl ",
                                          [CLPWL_LANGUAGE_C] = " .c .h ",
                                          [CLPWL_LANGUAGE_CUDA] = " .cu ",
                                          [CLPWL_LANGUAGE_GLSL] = " .glsl "};
    const char *dot = name ? strrchr(name, '.') : NULL;
    char ending[16];
    snprintf(ending, sizeof ending, " %s ", dot ? dot : "-");
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (endings[i] && strstr(endings[i], ending))
            return (int)i;
    return NOT_GIVEN;
}

static int run(void *options, int count, char **operands)
{
    int code = 0;
    job *j = options;
    clpwl_table *table = NULL;
    char *text = NULL;
    app_output out;
    (void)count;
    if (j->language == NOT_GIVEN)
        j->language = language_of(j->output);
    CHECK_USAGE(j->language != NOT_GIVEN, "--lang is needed: opencl, c, cuda or glsl");
    TRY(app_output_spares(j->output, operands[0]));
    TRY(table_open(operands[0], &table));
    TRY_LIB(export(table, j, &text));
    TRY(app_output_open(&out, j->output));
    fputs(text, out.file);
    TRY(app_output_end(&out, 0));
done:
    clpwl_free(text);
    clpwl_table_free(table);
    return code;
}

const app_command export_command = {
    .name = "export",
    .summary = "writes a table as OpenCL C, C, CUDA or GLSL",
    .synopsis = "TABLE [OPTION ...]",
    .text = "Writes a table as one self-contained source file. --lang is needed, but for an output "
            "in .cl, .c, .h, .cu or .glsl.\n",
    .least = 1,
    .most = 1,
    .rows = {{rows, 0, 0}},
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
