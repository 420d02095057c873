/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Output files that appear whole or not at all: written under another name in the
 * same folder, FILE.PID-N.part, forced to the disk, then renamed. A process that is
 * killed in between leaves that name behind, and the old file as it was.
 */
#ifndef CLPWL_HOST_OUTFILE_H
#define CLPWL_HOST_OUTFILE_H

#include <stdio.h>
#include "base/internal.h"

typedef struct clpwl__outfile {
    FILE *stream;     /* to be written to */
    const char *path; /* as the caller spelled it, for messages; borrowed */
    char *target;     /* what will be replaced: path with its links followed; or NULL */
    char *temporary;  /* NULL where path is a device or a pipe, and written directly */
} clpwl__outfile;

/* Begins a file. On failure nothing is left to do. CLPWL_ERR_IO, CLPWL_ERR_MEMORY. */
clpwl_status clpwl__outfile_open(clpwl__outfile *file, const char *path);

/* Ends it: afterwards the new file is there, or, on failure, the old one still is.
 * Frees the parts in either case. CLPWL_ERR_IO. */
clpwl_status clpwl__outfile_commit(clpwl__outfile *file);

/* Gives it up; nothing remains. Allowed after commit and on a zeroed file. */
void clpwl__outfile_discard(clpwl__outfile *file);

#endif
