/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pieces of `clpwl report`: a folder of data and pictures, and one page of them. */
#ifndef CLPWL_REPORT_H
#define CLPWL_REPORT_H

#include "bench.h"

enum { REPORT_PATH = 4096 };

typedef struct report {
    const char *folder;
    FILE *page; /* in memory: the file appears at the end */
    char *text;
    size_t length;
    output data; /* the data file that is open, of which there is one at a time */
    char data_path[REPORT_PATH];
    bench bench;
    const char *command; /* as it was typed */
    const char *device;  /* likewise; NULL: not given */
    const char *figure;  /* the only one to be drawn; NULL: all */
} report;

/* A path inside the folder, in a buffer of the caller's. */
int report_path(const report *r, const char *name, const char *ending, char *path);
/* A file of tab-separated data, "NAME.tsv", to be ended before the next one; NULL with a
 * message where it cannot be. */
FILE *report_data(report *r, const char *name);
/* Ends it: the file appears, or with a code other than 0 it does not. That code, or its own. */
int report_data_end(report *r, int code);

/* The page. Texts are plain, but for those that say html. */
int report_page_open(report *r);
int report_page_end(report *r, int code); /* as report_data_end */
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
/* Runs a program by its path; what it prints goes into the file, which appears when it has
 * succeeded. 0 or an exit code. */
int report_run(const char *const *argv, const char *file);

/* Ends the reading of a file of the folder's; 0, or an exit code where some of it failed. */
int report_read_end(FILE *file, const char *name);

/* The paper's figures and tables, in its order. 0 or an exit code. */
int report_figures(report *r);
int report_is_figure(const char *name);
int report_timings(report *r);
int report_video(report *r);

#endif
