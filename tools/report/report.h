/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `clpwl report`: a folder of data and pictures, and one page of them. From bottom to top: page;
 * apps; figures, timing, video, flow and mesh, which are lists of sections.
 */
#ifndef CLPWL_REPORT_H
#define CLPWL_REPORT_H

#include <jansson.h>
#include <stdio.h>
#include "bench/bench.h"
#include "common/message.h"
#include "common/output.h"
#include "common/progress.h"

enum { REPORT_PATH = 4096, REPORT_LINE = 1024 };

typedef struct report report;

/* A figure or table. Lists of sections end at a NULL name. */
typedef struct report_section {
    const char *name, *part, *heading; /* "fig02", "figures" */
    double seconds;                    /* typical, on two cores of 2022: for the forecast */
    int (*write)(report *r, const struct report_section *s); /* 0 or an exit code */
    const void *data;                                        /* for write */
} report_section;

extern const report_section report_figures[], report_timings[], report_videos[],
    report_flows[], report_meshes[];

/* Text in memory. */
typedef struct report_text {
    FILE *file;
    char *text;
    size_t length;
} report_text;

struct report {
    const char *folder;
    report_text contents, summary, body; /* the file is written at the end */
    app_output data; /* the open data file; one at a time */
    char data_path[REPORT_PATH];
    bench bench;
    const char *command; /* as it was typed */
    const char *device;  /* as given; NULL: not given */
    double load;         /* of the machine before the report, by getloadavg; -1: unknown */
    app_progress bar;
    double done, all; /* typical seconds of the sections that are done, and of all */
    const report_section *now;
    int left_out;              /* sections that could not be made */
    char reason[REPORT_PATH];  /* why the last one could not; plain */
};

/* Functions that return int: 0 or an exit code after a message. Texts are plain, unless a
 * parameter is named html. */

/* page.c. A path inside the folder. */
int report_path(const report *r, const char *name, const char *ending, char path[REPORT_PATH]);
/* Opens NAME.tsv, tab-separated data: a line of names, then plain numbers. The next one opens
 * after report_data_end. */
int report_data(report *r, const char *name, FILE **out);
int report_data_end(report *r, int code); /* as app_output_end, also for a file that is not open */
int report_page_open(report *r);
int report_page_end(report *r, int code); /* as app_output_end */
void report_heading(report *r, const char *name, const char *text);
void report_paragraph(report *r, const char *html);
void report_left_out(report *r); /* a section, with the reason */
/* A line of the summary. */
void report_fact(report *r, const char *format, ...) CLPWL_PRINTF(2, 3);
/* A table of lines whose cells are apart by tabs; the first line is the heading. */
void report_table_begin(report *r, const char *caption);
/* Appends to a line for report_row. */
void report_add(char line[REPORT_LINE], const char *format, ...) CLPWL_PRINTF(2, 3);
void report_row(report *r, const char *kind, const char *line); /* kind: "head", "paper" or "" */
void report_table_end(report *r, const char *name);             /* links NAME.tsv */
/* Of NAME.tsv, and lines that the paper printed, which end at NULL; NULL: none. */
int report_table(report *r, const char *name, const char *caption, const char *const *paper);
/* Draws NAME.svg by a gnuplot script that plots NAME.tsv as $data, and adds it to the page. */
int report_picture(report *r, const char *name, const char *script, const char *caption);
int report_image(report *r, const char *name, const char *caption); /* adds NAME.png */
/* Opens a file of the folder for reading. report_read_end closes it, and fails if some of it
 * could not be read. */
int report_read(const report *r, const char *name, const char *ending, FILE **out);
int report_read_end(FILE *file, const char *name);
/* Shows the bar at a share of the section that runs. */
void report_progress(report *r, double share);

/*
 * A section that a program of apps/ measures. The program prints columns that are apart by tabs: a
 * line of names, then lines of cells; lines that begin with # are left out. The report keeps it as
 * PRINTED.tsv, and makes a table of it, NAME.tsv, whose rows, columns and cells are patterns: a name
 * in braces stands for the cell of that column. A pattern with tabs gives several columns.
 */
typedef struct report_app {
    const char *program;            /* "clpwl-bgs", which CLPWL_BGS may name */
    const char *const *const *runs; /* arguments; "@x" is x in the report's folder, "#runs" the
                                       number of runs. --device is added, but not to scene. */
    const char *scratch;            /* a folder that the runs make, and that is removed; or NULL */
    const char *text;               /* html; or NULL */
    const char *printed;
    const char *corner, *rows, *columns, *cells; /* rows NULL: the runs make the picture NAME.png */
    int percent;                                 /* 1: cells are shares, and become per cent */
    const char *skip;                            /* a row that is left out; or NULL */
    const char *caption;
    const char *const *paper;     /* as of report_table */
    const char *script, *picture; /* of a picture of NAME.tsv, and its caption; or NULL */
    void (*state)(report *r, const json_t *rows); /* what the summary says; or NULL */
} report_app;

#define RUN(...) (const char *const[]){__VA_ARGS__, NULL}
#define RUNS(...) (const char *const *const[]){__VA_ARGS__, NULL}

/* apps.c. The writer of sections whose data is a report_app. */
int report_application(report *r, const report_section *s);
/* The number in the first column whose head begins with `column`; NaN: there is none. */
double report_cell(const json_t *rows, const char *row, const char *column);

#endif
