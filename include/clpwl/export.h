/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table as source text: one self-contained file in another language, with the numbers,
 * the function that reads them, and a comment that says what they are. Nothing of this
 * library is needed where it is used. No state; any thread.
 */
#ifndef CLPWL_EXPORT_H
#define CLPWL_EXPORT_H

#include "clpwl/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum clpwl_language {
    CLPWL_LANGUAGE_OPENCL, /* OpenCL C 1.2 */
    CLPWL_LANGUAGE_C,      /* C99, and C++ */
    CLPWL_LANGUAGE_CUDA,   /* CUDA C++, for device functions */
    CLPWL_LANGUAGE_GLSL    /* GLSL 4.00 and GLSL ES 3.20 */
} clpwl_language;

/* "opencl", "c", "cuda", "glsl"; NULL for a value that is none. */
CLPWL_API const char *clpwl_language_name(clpwl_language language);
/* The reverse. CLPWL_ERR_UNKNOWN_NAME. */
CLPWL_API clpwl_status clpwl_language_parse(clpwl_language *out, const char *name);

/*
 * Writes `float NAME(float x)` with its table. The arithmetic is that of clpwl/device.h in
 * fp32: of the method buffer for a uniform partition; of the method cell for an optimised
 * one, or of its branch-free search where the gaps are too uneven for cells. The tails
 * are the table's, and NaN gives NaN.
 *   name  a C identifier, and no word of the language or built-in function; the file's
 *         other names begin with it and '_'
 *   text  set to the text, ASCII, which the caller frees with clpwl_export_free
 * The numbers are constants in the text: 8 bytes a segment for a uniform partition, 16 a
 * cell. OpenCL devices hold at least 65536 bytes of them.
 * CLPWL_ERR_ARGUMENT (NULL, no such language, no identifier), CLPWL_ERR_UNSUPPORTED (fp32
 * cannot hold the table; a shaper in GLSL, which bounds no built-in's error),
 * CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_table_export(const clpwl_table *table, clpwl_language language,
                                          const char *name, char **text);

/* Frees such a text. NULL is allowed. */
CLPWL_API void clpwl_export_free(char *text);

#ifdef __cplusplus
}
#endif
#endif
