/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motion between two pictures, by clpwl-flow: a generated pair, errors, the effect of the tables,
 * and times. The paper has none of it. */
#include "report/report.h"

static const report_app picture = {
    .program = "clpwl-flow",
    .runs = RUNS(RUN("scene", "@scene", "--rotation", "6", "--zoom", "1.05", "--right", "2", "--noise",
                     "2"),
                 RUN("@scene/first.png", "@scene/second.png", "--truth", "@scene/truth.flo", "--sheet",
                     "@pair.png")),
    .scratch = "scene",
    .caption = "A generated pair (clpwl-flow scene), rotated by 6 degrees, zoomed by 1.05 and moved "
               "by 2 px: the motion that clpwl-flow finds, the true one, and their distance, white "
               "from 3 px on, as where pixels leave the picture. Hues are directions, saturation is "
               "length, as the wheel has them.",
};

static const report_app scenes = {
    .program = "clpwl-flow",
    .runs = RUNS(RUN("compare", "--knots", "256")),
    .printed = "flow-motions",
    .text = "<code>clpwl-flow compare</code>: mean errors over all pixels of generated pairs of 320 "
            "x 240 pixels without noise, with the default options; in px, and of the angle between "
            "(u, v, 1) and its truth. Rotations and zooms have larger errors as windows are "
            "moved as a whole.",
    .corner = "px",
    .rows = "{scene}",
    .columns = "{weights}\tdegrees",
    .cells = "{mean_error_px}\t{mean_angle_degrees}",
    .caption = "Robust weights by exact functions, by a table of 256 knots, and by the same table "
               "through a linear filter of 8 bits (filtered).",
};

static void state_knots(report *r, const json_t *rows)
{
    double exact = report_cell(rows, "64", "rotation 2: exact");
    report_fact(r,
                "Motion: robust weights by a table of 64 knots change the mean error %.4f px of a "
                "rotation by %.2g px; through a filter of 8 bits by %.2g px.",
                exact, report_cell(rows, "64", "rotation 2: table") - exact,
                report_cell(rows, "64", "rotation 2: filtered") - exact);
}

static const report_app knots = {
    .program = "clpwl-flow",
    .runs = RUNS(RUN("compare", "--noise", "4")),
    .printed = "flow-knots",
    .text = "The same with noise of 4 grey levels, so that residuals are as large as the scale of "
            "the robust weights, and with tables of 8 to 256 knots.",
    .corner = "N + 1",
    .rows = "{knots}",
    .columns = "{scene}: {weights}",
    .cells = "{mean_error_px}",
    .caption = "Mean error, px.",
    .script = "set logscale x 2\nset multiplot layout 2,1\nset lmargin 12\nset xrange [7:280]\nset "
              "ylabel 'mean error, px'\nset title 'rotation by 2 degrees'\n"
              "plot $data using 1:8 with lines lw 2 lc 1 title 'exact weights', '' using 1:9 with "
              "linespoints pt 7 lc 2 title 'table', '' using 1:10 with linespoints pt 4 lc 3 dt 2 "
              "title 'table, filter of 8 bits'\nset title 'all pairs: distance from exact "
              "weights'\nset logscale y 10\nset format y '10^{%T}'\nset xlabel 'N+1, "
              "knots'\nset ylabel 'px'\nset key off\nplot for [k=2:14:3] $data using "
              "1:(abs(column(k+1)-column(k))+1e-7) with linespoints pt 7 lc 2, for [k=2:14:3] '' "
              "using 1:(abs(column(k+2)-column(k))+1e-7) with linespoints pt 4 lc 3 dt 2\nunset "
              "multiplot",
    .picture = "Above, the mean error of one pair by the number of knots; the line is that of exact "
               "weights. Below, the distance of the mean errors by tables from that by exact "
               "weights, for each of the five pairs.",
    .state = state_knots,
};

static const report_app times = {
    .program = "clpwl-flow",
    .runs = RUNS(RUN("bench", "--rounds", "#runs", "160x120", "320x240", "640x480", "1280x960")),
    .printed = "flow-bench",
    .text = "<code>clpwl-flow bench</code>: medians for whole pairs, including transfers and all "
            "levels of the pyramid. Blocks of ncc have one flow for 11 x 11 pixels; dense is one "
            "match for each pixel. The window gauss weighs each of its 81 pixels anew, by two "
            "tables or two functions; the box takes one look-up a pixel.",
    .corner = "ns a pixel",
    .rows = "{method}, {weights}",
    .columns = "{width}x{height}\tquartiles\terror, px",
    .cells = "{ns_per_pixel}\t{quartiles_apart}\t{mean_error_px}",
    .caption = "The pairs are rotated by 1 degree and moved by 3.3 px. The table's method and the "
               "robust weight are in flow-bench.tsv.",
};

const report_section report_flows[] = {
    {"pair", "flow", "Motion between two pictures", 3, report_application, &picture},
    {"motions", "flow", "Motion: errors of generated pairs", 10, report_application, &scenes},
    {"knots", "flow", "Motion: the effect of the tables", 30, report_application, &knots},
    {"flowtime", "flow", "Motion: time a pixel", 90, report_application, &times},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
