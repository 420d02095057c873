/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `clpwl report`: a folder of data and pictures, and one page of them. From bottom to top: page
 * and find_bgs; figures, timing and video.
 */
#ifndef CLPWL_REPORT_H
#define CLPWL_REPORT_H

#include <stdio.h>
#include "bench/bench.h"
#include "common/message.h"
#include "common/output.h"

enum { REPORT_PATH = 4096 };

typedef struct report {
    const char *folder;
    FILE *page; /* in memory; the file is written at the end */
    char *text;
    size_t length;
    app_output data; /* the open data file; one at a time */
    char data_path[REPORT_PATH];
    bench bench;
    const char *command; /* as it was typed */
    const char *device;  /* as given; NULL: not given */
    const char *figure;  /* the only one to draw; NULL: all */
} report;

/* Functions that return int: 0 or an exit code after a message. Texts are plain, unless a
 * parameter is named html. */

/* page.c. A path inside the folder. */
int report_path(const report *r, const char *name, const char *ending, char path[REPORT_PATH]);
/* Opens NAME.tsv, tab-separated data. The next one opens after report_data_end. */
int report_data(report *r, const char *name, FILE **out);
int report_data_end(report *r, int code); /* as app_output_end, also for a file that is not open */
int report_page_open(report *r);
int report_page_end(report *r, int code); /* as app_output_end */
void report_heading(report *r, const char *text);
void report_paragraph(report *r, const char *html);
int report_table(report *r, const char *name, const char *caption); /* of NAME.tsv */
/* Draws NAME.svg by a gnuplot script that reads NAME.tsv as `data`, and adds it to the page. */
int report_picture(report *r, const char *name, const char *script, const char *caption);
int report_image(report *r, const char *name, const char *caption); /* adds NAME.png */
/* Opens a file of the folder for reading. report_read_end closes it, and fails if some of it
 * could not be read. */
int report_read(const report *r, const char *name, const char *ending, FILE **out);
int report_read_end(FILE *file, const char *name);

/* find_bgs.c. The path of clpwl-bgs: CLPWL_BGS, or beside this program, or in PATH. 1, or 0 if
 * there is none. */
int report_find_bgs(char *path, size_t size);
/* Runs a program by its path. Its standard output goes to a file, which appears if it succeeds. */
int report_run(const char *const *argv, const char *file);

/* figures.c, timing.c and video.c. The paper's figures and tables. */
int report_figures(report *r);
int report_is_figure(const char *name);
int report_timings(report *r);
int report_video(report *r);

#endif
