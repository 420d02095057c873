/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table as source text: one self-contained file in another language, with the numbers, the
 * function that reads them, and a comment that describes them. Its user needs nothing of this
 * library. No state; any thread.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_EXPORT_H
#define CLPWL_EXPORT_H

#include "clpwl/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Writes `float NAME(float x)` and its table, in the table's storage. The arithmetic is that of
 * clpwl/device.h in fp32: the method buffer for a uniform partition; the method cell for an optimised one,
 * or a branch-free search where the spacing is too uneven for cells. The extension is the table's.
 * NaN gives NaN. The numbers are constants in the text: of floats 8 bytes a segment for a uniform
 * partition, 16 a cell. OpenCL devices hold at least 65536 bytes of constants.
 *   name  a C identifier, not a word or a built-in function of the language, nor a function of
 *         math.h or string.h in C; the file's other names begin with it and '_'
 *   text  set to the text, ASCII; the caller frees it with clpwl_free
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_UNSUPPORTED (fp32 cannot hold the table; a shaper in GLSL,
 * which bounds no built-in's error), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_table_export(const clpwl_table *table, clpwl_language language,
                                              const char *name, char **text);

/*
 * The same in another storage. With 8 or 16 bits it is codes of each nodal value, which the function
 * decodes; with an optimised partition also the knots and the inverse lengths of segments, by a search. The
 * arithmetic is that of the method buffer with this storage. A segment takes 2 bytes, or 1 byte in unorm8;
 * knots take 8 bytes more. In GLSL, which has no arrays of these, words of 32 bits hold the codes.
 *   storage  CLPWL_STORAGE_DEFAULT: the table's
 * CLPWL_ERR_ARGUMENT (also for CLPWL_STORAGE_ANY), CLPWL_ERR_UNSUPPORTED, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_table_export_stored(const clpwl_table *table,
                                                     clpwl_language language,
                                                     clpwl_storage storage, const char *name,
                                                     char **text);

#ifdef __cplusplus
}
#endif
#endif
