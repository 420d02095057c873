/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cache of measurements on disk. Each identity (a device with its driver) has a file of
 * lines "key number number ..." in a folder. A folder of NULL is $XDG_CACHE_HOME/clpwl or
 * ~/.cache/clpwl; with the folder "" nothing is read or written.
 *
 * The cache only saves time. A file that is damaged or of another identity counts as empty
 * and is written anew; errors of writing are ignored. Files appear by rename: when two
 * processes write at once, the line of one is lost, no more. A file FILE.PID-N.part that a
 * killed process left is removed by a later write. Where a file should be, a pipe or a device
 * counts as empty and is left alone.
 */
#ifndef CLPWL__CACHE_H
#define CLPWL__CACHE_H

#include <stddef.h>

/* Reads the numbers of a key, which has no blanks, at most `room`. Returns their count, 0 where
 * the key is missing. */
size_t clpwl__cache_read(const char *folder, const char *identity, const char *key,
                         double *numbers, size_t room);

/* Writes the numbers of a key, in place of its older ones. */
void clpwl__cache_write(const char *folder, const char *identity, const char *key,
                        const double *numbers, size_t count);

#endif
