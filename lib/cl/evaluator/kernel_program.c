/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs of a caller's kernels and tables. */
#include <ctype.h>
#include "base/door.h"
#include <stdio.h>
#include "cl/evaluator/source.h"

/*
 * A reader of a kernel's text: where a CLPWL_BEGIN stands behind a return. Items that have
 * returned miss the barrier that CLPWL_BEGIN has by the method local, and drivers crash then:
 * so it is refused by every method.
 */
typedef struct reader {
    const char *at;
    int line, depth;
    int returned; /* the line of a return in this function; 0: none yet */
} reader;

static int is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind a comment or a literal that begins here; NULL: none does. */
static const char *skip_other(const char *at)
{
    const char *end = NULL;
    if (strncmp(at, "//", 2) == 0)
        return at + strcspn(at, "\n");
    if (strncmp(at, "/*", 2) == 0) {
        end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'')
        return NULL;
    for (end = at + 1; *end && *end != *at && *end != '\n'; end++)
        end += *end == '\\' && end[1];
    return *end ? end + 1 : end;
}

static int is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(at, word, length) == 0;
}

/* 1: a CLPWL_BEGIN behind a return is at this word. */
static int read_word(reader *r, size_t length)
{
    if (is_word(r->at, length, "kernel") || is_word(r->at, length, "__kernel"))
        r->depth = r->returned = 0;
    else if (is_word(r->at, length, "return") && r->depth > 0 && !r->returned)
        r->returned = r->line;
    return is_word(r->at, length, "CLPWL_BEGIN") && r->returned;
}

static void read_other(reader *r)
{
    const char *end = skip_other(r->at);
    end = end ? end : r->at + 1;
    r->depth += (*r->at == '{') - (*r->at == '}' && r->depth > 0);
    if (r->depth == 0)
        r->returned = 0;
    for (; r->at < end; r->at++)
        r->line += *r->at == '\n';
}

static clpwl_status check_begins(const char *source)
{
    clpwl_status status = CLPWL_OK;
    reader r = {.at = source, .line = 1};
    while (*r.at) {
        size_t length = 0;
        while (is_letter(r.at[length]))
            length++;
        CHECK(!read_word(&r, length), CLPWL_ERR_BUILD,
              "kernel:%d: %.*s stands behind the return in line %d: every work-item must come to "
              "it, so write it before any return", r.line,
              (int)strcspn(r.at, ";\n"), r.at, r.returned);
        if (length > 0)
            r.at += length;
        else
            read_other(&r);
    }
done:
    return status;
}

/* OpenCL C 1.2, which is what a compiler takes unless an option says another, has no
 * sub-groups. */
static const char *dialect(const clpwl_kernel_table *tables, size_t count, const char *options)
{
    for (size_t k = 0; k < count && !strstr(options, "-cl-std="); k++)
        if (*clpwl__dialect(tables[k].evaluator))
            return clpwl__dialect(tables[k].evaluator);
    return "";
}

static clpwl_status check_build(const clpwl_context *c, const char *source,
                                const clpwl_kernel_table *tables, size_t count)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__context_check(c));
    TRY(clpwl__check_tables("clpwl_program_build", tables, count));
    for (size_t k = 0; k < count; k++)
        CHECK(tables[k].evaluator->context->context == c->context, CLPWL_ERR_ARGUMENT,
              "clpwl_program_build: the evaluator of table %s belongs to another context",
              tables[k].name);
    TRY(check_begins(source));
done:
    return status;
}

static int is_table(const char *name, size_t length, const clpwl_kernel_table *tables, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (is_word(name, length, tables[k].name))
            return 1;
    return 0;
}

/* Names a table that kernels read and that is not given: the compiler misses its CLPWL_BEGIN_NAME. A
 * macro may make that word, so the text of the kernels does not show it. */
static void name_missing(const char *log, const clpwl_kernel_table *tables, size_t count)
{
    static const char *const words[] = {"CLPWL_TABLE_", "CLPWL_BEGIN_", "CLPWL_HANDLE_", "CLPWL_PASS_"};
    clpwl__text given = {0};
    for (size_t k = 0; k < count; k++)
        clpwl__append(&given, "%s%s", k > 0 ? ", " : "", tables[k].name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *name = strstr(log, words[i]);
        size_t length = 0;
        name += name ? strlen(words[i]) : 0;
        while (name && is_letter(name[length]))
            length++;
        /* Words of look-ups without a beginning have other names behind these. */
        if (length > 0 && !is_table(name, length, tables, count) && !strstr(log, "clpwl_needs_CLPWL_")) {
            (void)clpwl__fail(CLPWL_ERR_BUILD, "the kernels read a table %.*s, which is not given; given: %s",
                              (int)length, name, count > 0 && !given.failed ? given.text : "none");
            break;
        }
    }
    clpwl__free(given.text);
}

/* The end of the option that begins at `at`. Blanks in quotes are part of an option. */
static const char *skip_option(const char *at)
{
    char quote = 0;
    for (; *at && (quote || !isspace((unsigned char)*at)); at++)
        quote = quote == *at ? 0 : !quote && (*at == '"' || *at == '\'') ? *at : quote;
    return at;
}

/* The length of NAME or NAME=VALUE; 0 where that is something else, or has quotes, which compilers read in
 * different ways. */
static size_t measure_macro(const char *at, size_t length)
{
    size_t name = 0;
    while (is_letter(at[name]))
        name++;
    int is_macro = name > 0 && !isdigit((unsigned char)*at) && (name == length || at[name] == '=');
    return is_macro && strcspn(at, "\"'\\") >= length ? length : 0;
}

/* Turns the options -D into #define in the text, and copies the others. Macros of the kernels thus stand
 * behind the text of the tables, in which -Dg=7 would change parameters. */
static void move_macros(const char *options, clpwl__text *others, clpwl__text *text)
{
    static const char blanks[] = " \t\n\r";
    for (const char *at = options + strspn(options, blanks), *end; *at; at = end + strspn(end, blanks)) {
        const char *macro = at + 2;
        end = skip_option(at);
        if (strncmp(at, "-D", 2) == 0 && macro == end) {
            macro += strspn(macro, blanks);
            end = skip_option(macro);
        }
        size_t length = strncmp(at, "-D", 2) == 0 ? measure_macro(macro, (size_t)(end - macro)) : 0;
        size_t name = strcspn(macro, "=") < length ? strcspn(macro, "=") : length;
        if (length == 0)
            clpwl__append(others, "%.*s ", (int)(end - at), at);
        else if (name == length)
            clpwl__append(text, "#define %.*s 1\n", (int)name, macro);
        else
            clpwl__append(text, "#define %.*s %.*s\n", (int)name, macro, (int)(length - name - 1),
                          macro + name + 1);
    }
}

clpwl_status clpwl_program_build(cl_program *out, char **log, clpwl_context *c,
                                 const char *source, const char *options,
                                 const clpwl_kernel_table *tables, size_t count)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__text text = {0}, all = {0};
    char *table = NULL, *said = NULL;
    if (out)
        *out = NULL;
    CHECK(out && c && source, CLPWL_ERR_ARGUMENT, "clpwl_program_build: %s is NULL",
          !out ? "out" : c ? "source" : "context");
    if (log)
        *log = NULL;
    options = options ? options : "";
    TRY(check_build(c, source, tables, count));
    for (size_t k = 0; k < count; k++) {
        clpwl_free(table);
        table = NULL;
        TRY(clpwl_evaluator_source(tables[k].evaluator, tables[k].name, &table));
        clpwl__append(&text, "%s", table);
    }
    move_macros(options, &all, &text);
    clpwl__append(&text, "#line 1 \"kernel\"\n%s", source);
    clpwl__append(&all, "-cl-kernel-arg-info%s", dialect(tables, count, options));
    CHECK(!text.failed && !all.failed, CLPWL_ERR_MEMORY, "out of memory: the program's source");
    status = clpwl__program_compile(out, &said, c, text.text, all.text);
    if (status == CLPWL_ERR_BUILD && said)
        name_missing(said, tables, count);
    if (log) {
        *log = said;
        said = NULL;
    }
done:
    clpwl__free(said);
    clpwl_free(table);
    clpwl__free(text.text);
    clpwl__free(all.text);
    return status;
}
