/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Output files that appear whole or not at all. They are written under another name in the
 * same folder, FILE.PID-N.part, forced to the disk, then renamed. A process that is killed
 * meanwhile leaves that file behind and the old file unchanged.
 */
#ifndef CLPWL__OUTFILE_H
#define CLPWL__OUTFILE_H

#include <stdio.h>
#include "base/internal.h"

typedef struct clpwl__outfile {
    FILE *stream;     /* the caller writes to it */
    const char *path; /* as the caller spelled it, for messages; borrowed */
    char *target;     /* the file to replace: path with its links followed; or NULL */
    char *temporary;  /* NULL where path is a device or a pipe, which is written directly */
} clpwl__outfile;

/* Begins a file. After a failure there is nothing to discard. CLPWL_ERR_IO,
 * CLPWL_ERR_MEMORY. */
clpwl_status clpwl__outfile_open(clpwl__outfile *file, const char *path);

/* Ends a file: puts the new one in place, or on failure leaves the old one. Frees the parts in
 * either case. CLPWL_ERR_IO. */
clpwl_status clpwl__outfile_commit(clpwl__outfile *file);

/* Discards a file; nothing remains of it. Allowed after commit and for a zeroed struct. */
void clpwl__outfile_discard(clpwl__outfile *file);

#endif
