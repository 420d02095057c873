/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's application, by clpwl-bgs: Table II, Fig. 8, and the effect of the table on the
 * masks. */
#include "report/report.h"

static void state_times(report *r, const json_t *rows)
{
    const char *size = "1280x720";
    double exact = report_cell(rows, "exact", size);
    report_fact(r,
                "Table II, %s: table : native_exp : exp take %.2f : %.2f : 1 of the time (paper: "
                "0.73 : 0.83 : 1).",
                size, report_cell(rows, "table", size) / exact,
                report_cell(rows, "native", size) / exact);
}

static const report_app times = {
    .program = "clpwl-bgs",
    .runs = RUNS(RUN("bench", "--rounds", "#runs")),
    .printed = "bgs-bench",
    .text =
        "<code>clpwl-bgs bench</code>: medians for whole frames of the spatio-temporal model, "
        "including transfers, bandwidths and Bayes' rule, and the same divided by the number of "
        "Gaussians evaluated: three a sample where they are evaluated once per axis. The paper "
        "evaluates a table and the two exponentials per axis: exact (exp), native (native_exp) and "
        "table. One exponential, or one look-up, of the sum of squares (-q) does a third of that "
        "work.",
    .corner = "ns a pixel",
    .rows = "{gaussian}",
    .columns = "{width}x{height}\tan evaluation\tof\tby",
    .cells = "{ns_per_pixel}\t{ns_per_evaluation}\t{runs}\t{method}",
    .caption = "Of: the Gaussian that ran, which auto chooses. By: the method of its table.",
    .paper = RUN("paper: exact\t391", "paper: native\t324", "paper: table\t286"),
    .state = state_times,
};

static const report_app pictures = {
    .program = "clpwl-bgs",
    .runs = RUNS(RUN("scene", "--frames", "170", "--format", "png", "@scene"),
                 RUN("@scene/in%06d.png", "--truth", "@scene/truth%06d.png", "--sheet",
                     "@fig08.png")),
    .scratch = "scene",
    .caption = "The generated scene (clpwl-bgs scene): swaying trees, waves, noise, drifting "
               "light, and two objects whose truth is known. In the overlay hits are green, "
               "false alarms red, misses blue.",
};

static void state_masks(report *r, const json_t *rows)
{
    report_fact(r,
                "Masks: a table of 512 knots for the sum of squares changes %.2g %% of the pixels "
                "of a scene that is hard to see.",
                100 * report_cell(rows, "512", "table-q interpolant buffer 0"));
}

/* Objects appear when the samples are taken, and are hard to see. The pictures are small, as
 * an emulated sampler is slow. */
static const report_app masks = {
    .program = "clpwl-bgs",
    .runs = RUNS(RUN("compare", "--width", "96", "--height", "72", "--every", "2", "--empty", "54",
                     "--frames", "100", "--camouflage", "0.82", "--noise", "4")),
    .printed = "bgs-compare",
    .text = "<code>clpwl-bgs compare</code>: models that differ in their Gaussian alone "
            "run side by side over the generated scene, each with its own feedback, and "
            "their masks are compared with those of exp. The objects have four fifths of "
            "the background's colour, so that many pixels are near the threshold. Per axis "
            "(table) the table approximates exp(&minus;u&sup2;/2) on [0, 8]; for the sum of "
            "squares (table-q), exp(&minus;q/2) on [0, 64].",
    .corner = "N + 1",
    .rows = "{knots}",
    .skip = "0",
    .columns = "{gaussian} {fit} {method} {weight_bits}\tF",
    .cells = "{share}\t{F}",
    .caption = "The share of the pixels that differ, and F against the scene's truth. The last "
               "number is the bits of a linear filter's weight; 0: exact weights.",
    .script = "set logscale x 2\nset logscale y 10\nset format y '10^{%T}'\nset xlabel 'N+1, "
              "knots'\nset ylabel 'share of the pixels that differ'\nset yrange [3e-7:*]\nset "
              "xrange [28:580]\nstats $data nooutput\nc = STATS_columns\nset key inside "
              "vertical right top\n"
              "plot for [k=2:c:2] $data using 1:(column(k) > 0 ? column(k) : 5e-7) with "
              "linespoints pt k/2+3 ps 0.7 lc k/2%4+1 dt 2*k<c+2?2:1 title columnheader(k)",
    .picture = "On the lowest line no pixel differs. Broken lines: per axis; whole lines: of the "
               "sum.",
    .state = state_masks,
};

const report_section report_videos[] = {
    {"table2", "video", "Table II: a segmenter by its Gaussian", 60, report_application, &times},
    {"fig08", "video", "Fig. 8: a video and its masks", 10, report_application, &pictures},
    {"masks", "video", "The effect of the table on the masks", 90, report_application, &masks},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
