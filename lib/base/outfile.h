/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Output files that appear whole or not at all. They are written under another name in the
 * same folder, FILE.PID-N.part, forced to the disk, then renamed. A process that is killed
 * meanwhile leaves that file behind and the old file unchanged.
 */
#ifndef CLPWL__OUTFILE_H
#define CLPWL__OUTFILE_H

#include <stddef.h>
#include "clpwl/status.h"

/* Puts a file in place, or on failure leaves the old one. A device or a pipe is written directly.
 * CLPWL_ERR_IO, CLPWL_ERR_MEMORY. */
clpwl_status clpwl__file_write(const char *path, const char *bytes, size_t length);

#endif
