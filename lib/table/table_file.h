/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The format of table files, for their writer and their reader. A file is lines of text:
 *
 *   clpwl-table 6                        5: without constraints; 4: without a storage, too; 3: without a
 *                                        symmetry, too; 2: without lines on proofs, too; 1: without a
 *                                        target, too
 *   function lorentzian:x0=0,gamma=2
 *                                        \n, \r and \\ are escapes in texts
 *   opencl ...                           only in files of 0.1. The reader ignores these two lines:
 *   opencl-native ...                    a file's text never reaches a compiler.
 *   shaper log2                          may be absent
 *   symmetry odd                         from version 4 on
 *   storage unorm8                       from version 5 on; before it that of the target, or float32
 *   partition uniform
 *   fit projection
 *   extend clamp
 *   tails 0x0p+0 0x1p+0                  only after "extend linear", from version 3 on: the
 *                                        slopes to the left and to the right of the domain
 *   estimate 0x1p-9 0x1.8p-10 nan        l1, l2, linf
 *   measured 0x1p-9 0x1.8p-10 nan
 *   proved nan nan 0x1p-9                from version 3 on
 *   floor 0x1p-10                        0 for absolute errors. This line and the indented ones
 *     weight exp(-x^2/2)                 are absent unless the table was designed for weighted
 *     weighted-estimate ...              errors, the name of w also where there is no w. The
 *     weighted-measured ...              lines themselves are not indented.
 *     weighted-proved ...                from version 3 on
 *     weighted-executed ...
 *   target linf                          this line and the next four from version 2 on; from
 *                                        version 3 on they may be absent
 *   target-errors 0x1p-9 0x1.8p-10       asked for, reached
 *   target-evidence proved               from version 3 on
 *   target-storage float32
 *   target-weight-bits 8                 0: full fp32
 *   target-ended-by time                 absent where the search ended by itself
 *   range 0x0p+0 inf                     in version 6
 *   through 1                            in version 6, then so many x, and as many values
 *   0x0p+0
 *   0x1p+0
 *   integral 0x1p+0                      of f, where it is kept
 *   slope-errors 0x1p-3 0x1.8p-4         asked for, found; absent where none was asked for
 *   shape rising-convex                  absent where none was asked for
 *   segments 2
 *   domain 0x0p+0 0x1p+1                 instead of knots that equal those of
 *   knots                                clpwl_partition_uniform exactly
 *   0x0p+0                               segments + 1 lines
 *   values
 *   0x1p+0                               segments + 1 lines
 *   checksum 0123456789abcdef            FNV-1a, 64 bits, of all bytes above
 *
 * in this order. A table without constraints is written as version 5. A table whose storage is that of its
 * target, or float32 without a target, is written as version 4, one without a symmetry, too, as version 3,
 * one without a proof and linear tails, too, as version 2, one without a target, too, as version 1, so that
 * older libraries read them.
 */
#ifndef CLPWL__TABLE_FILE_H
#define CLPWL__TABLE_FILE_H

#include "base/hash.h"

#define CLPWL__TABLE_MAGIC "clpwl-table"
/* The versions. */
#define CLPWL__TABLE_PLAIN "1"
#define CLPWL__TABLE_WITH_TARGET "2"
#define CLPWL__TABLE_WITH_PROOF "3"
#define CLPWL__TABLE_WITH_SYMMETRY "4"
#define CLPWL__TABLE_WITH_STORAGE "5"
#define CLPWL__TABLE_WITH_CONSTRAINTS "6"

#endif
