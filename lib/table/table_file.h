/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the writer and the reader of table files agree on. A file is lines of text:
 *
 *   clpwl-table 1
 *   function lorentzian:x0=0,gamma=2
 *   opencl ...                           \n, \r and \\ stand for those characters;
 *   opencl-native ...                    these two lines only where known
 *   shaper log2                          only where there is one
 *   partition uniform
 *   fit projection
 *   extend clamp
 *   estimate 0x1p-9 0x1.8p-10 nan        l1, l2, linf
 *   measured 0x1p-9 0x1.8p-10 nan
 *   floor 0x1p-10                        this line and those indented where the table was
 *     weight exp(-x^2/2)                 designed for weighted errors: 0 for absolute ones;
 *     weighted-estimate ...              w's name, only where there is a w
 *     weighted-measured ...              (the lines themselves are not indented)
 *     weighted-executed ...
 *   segments 2
 *   domain 0x0p+0 0x1p+1                 instead of knots: those of
 *   knots                                clpwl_partition_uniform, to the bit
 *   0x0p+0                               segments + 1 lines
 *   values
 *   0x1p+0                               segments + 1 lines
 *   checksum 0123456789abcdef            FNV-1a, 64 bits, of all bytes above
 *
 * in this order.
 */
#ifndef CLPWL_HOST_TABLE_FILE_H
#define CLPWL_HOST_TABLE_FILE_H

#include "base/hash.h"

#define CLPWL__TABLE_MAGIC "clpwl-table"
#define CLPWL__TABLE_VERSION "1"

#endif
