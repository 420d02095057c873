/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cache of measurements on disk. Each identity (a device with its driver) has a file of
 * lines "key number number ..." in a folder. A folder of NULL is $XDG_CACHE_HOME/clpwl or
 * ~/.cache/clpwl; with the folder "" nothing is read or written.
 *
 * It only ever saves time. A file that is damaged or of another identity counts as
 * empty and is written anew; one that cannot be written is left. Files appear by
 * rename: of two processes that write at once one's line is lost, no more. What one that
 * was killed has left beside them, FILE.PID-N.part, is removed by a later write.
 */
#ifndef CLPWL_HOST_CACHE_H
#define CLPWL_HOST_CACHE_H

#include <stddef.h>

/* The numbers of a key (no blanks in it), at most room of them; 0: not there. */
size_t clpwl__cache_read(const char *folder, const char *identity, const char *key, double *numbers, size_t room);

/* Keeps them, in place of the key's older ones. */
void clpwl__cache_write(const char *folder, const char *identity, const char *key, const double *numbers,
                        size_t count);

#endif
