/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that appear whole: written beside their name as NAME.part, renamed at the end. A
 * stream of frames or lines is marked after each, so that an end in the middle, whether
 * the disk is full or the input is cut, keeps what was finished.
 */
#ifndef BGS_FILE_H
#define BGS_FILE_H

#include <stdio.h>

typedef struct bgs_file {
    FILE *f;
    char *path, *part; /* part is NULL where there is nothing to rename: "-", a pipe */
    long whole;        /* bytes up to the last mark */
    int marked;
} bgs_file;

int bgs_file_open(bgs_file *out, const char *path); /* "-" is standard output */
/* All that was written is whole: flushes, and says what went wrong. */
int bgs_file_mark(bgs_file *file);
/* Keeps what is whole; a file without a mark is removed. Nothing for a file not open. */
int bgs_file_close(bgs_file *file);

#endif
