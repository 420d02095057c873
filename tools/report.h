/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pieces of `clpwl report`: a folder of data and pictures, and one page of them. */
#ifndef CLPWL_REPORT_H
#define CLPWL_REPORT_H

#include "bench.h"

typedef struct report {
    const char *folder;
    FILE *page;
    bench bench;
    const char *command; /* as it was typed */
    const char *device;  /* likewise; NULL: not given */
} report;

/* A path inside the folder, in a buffer of the caller's. */
enum { REPORT_PATH = 4096 };
int report_path(const report *r, const char *name, const char *ending, char *path);
/* A file of tab-separated data, "NAME.tsv"; NULL with a message where it cannot be. */
FILE *report_data(const report *r, const char *name);
/* Closes it; 0 or an exit code. */
int report_data_close(FILE *file, const char *name);

/* The page. Texts are plain, but for those that say html. */
int report_page_open(report *r);
int report_page_close(report *r);
void report_text(FILE *page, const char *text); /* escaped */
void report_heading(report *r, const char *text);
void report_paragraph(report *r, const char *html);
/* NAME.tsv as a table. */
int report_table(report *r, const char *name, const char *caption);
/*
 * A picture: NAME.svg drawn from a gnuplot script that reads NAME.tsv as `data`, put
 * into the page.
 */
int report_picture(report *r, const char *name, const char *script, const char *caption);

/* NAME.png, put into the page. */
int report_image(report *r, const char *name, const char *caption);

/* Whether there is a clpwl-bgs: what CLPWL_BGS names, or beside this program, or in PATH. */
int report_find_bgs(char *path, size_t size);
/* Runs a program by its path; what it prints goes into the file. 0 or an exit code. */
int report_run(const char *const *argv, const char *file);

/* The paper's figures and tables, in its order. 0 or an exit code. */
int report_figures(report *r);
int report_timings(report *r);
int report_video(report *r);

#endif
