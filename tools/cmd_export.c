/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl export: a table as source text of another language. */
#include <string.h>
#include "base/names.h"
#include "tool.h"

static const char help[] =
    "Usage: clpwl export TABLE --lang opencl|c|cuda|glsl [-o FILE] [--name NAME]\n"
    "Writes a table as one self-contained source file: the numbers, the function that reads\n"
    "them, and a comment that says what they are.\n"
    "\n"
    "  -l, --lang LANGUAGE    opencl (1.2), c (C99), cuda, or glsl (4.00, ES 3.20)\n"
    "  -o, --output FILE      the file; standard output by default\n"
    "      --name NAME        the function's name, a C identifier; by default the function's\n"
    "                         own with _cpwl behind it, as in bessel_j0_cpwl, or else f_cpwl\n"
    "  -h, --help             this text\n";

static const struct option longs[] = {
    { "lang", required_argument, NULL, 'l' },
    { "output", required_argument, NULL, 'o' },
    { "name", required_argument, NULL, 'N' },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

/* "NAME_cpwl" for the catalogue's NAME:parameters, and not NAME alone, which may be a
 * built-in function; "f_cpwl" for formulas. */
static void default_name(const clpwl_table *table, char *name, size_t room)
{
    const char *function = clpwl_table_function(table);
    snprintf(name, room, "%.*s_cpwl", (int)strcspn(function, ":"), function);
    if (!clpwl__is_identifier(name))
        snprintf(name, room, "f_cpwl");
}

static int write_text(const clpwl_table *table, clpwl_language language, const char *name,
                      const char *path)
{
    char usual[64], *text = NULL;
    output out;
    default_name(table, usual, sizeof usual);
    int code = tool_status(clpwl_table_export(table, language, name ? name : usual, &text));
    if (code == 0)
        code = output_open(&out, path);
    if (code == 0 && fputs(text, out.file) == EOF) {
        code = output_error(&out);
        output_discard(&out);
    } else if (code == 0) {
        code = output_commit(&out);
    }
    clpwl_free(text);
    return code;
}

static int run(int argc, char **argv)
{
    const char *name = NULL, *path = NULL, *asked = NULL;
    clpwl_language language;
    clpwl_table *table = NULL;
    int option, code = 0;
    while ((option = tool_option(argc, argv, ":l:o:h", longs, &code)) != -1)
        switch (option) {
        case '?': return code;
        case 'l': asked = optarg; break;
        case 'N': name = optarg; break;
        default: path = optarg;
        }
    code = tool_operands(argc, 1, 1, "TABLE");
    if (code)
        return code;
    if (!asked)
        return tool_usage("--lang is needed: opencl, c, cuda or glsl");
    if (name && !clpwl__is_identifier(name))
        return tool_usage("--name %s: that is no C identifier", name);
    code = output_spares(path, argv[optind]);
    if (code == 0)
        code = tool_status(clpwl_language_parse(&language, asked));
    if (code == 0)
        code = tool_status(clpwl_table_load(&table, argv[optind]));
    if (code == 0)
        code = write_text(table, language, name, path);
    clpwl_table_free(table);
    return code;
}

const command export_command = { "export", "writes a table as OpenCL C, C, CUDA or GLSL", help,
                                 run };
