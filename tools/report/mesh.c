/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a mesh, by clpwl-mesh: a generated body, the effect of the tables, and times. The paper
 * has none of it. */
#include "report/report.h"

static const report_app picture = {
    .program = "clpwl-mesh",
    .runs = RUNS(RUN("scene", "@body", "--body", "hand"),
                 RUN("@body/model.off", "-k", "6", "--quiet", "--picture", "@parts.png")),
    .scratch = "body",
    .caption = "A generated hand (clpwl-mesh scene) from three sides, in six parts.",
};

static void state_angles(report *r, const json_t *rows)
{
    report_fact(r,
                "Parts of a mesh: with angles by a table of 128 knots, %.2g %% of the faces change "
                "their part if the table is over the half angle, %.2g %% if it is over the cosine.",
                report_cell(rows, "128", "linear, half"), report_cell(rows, "128", "linear, cosine"));
}

static const report_app angles = {
    .program = "clpwl-mesh",
    .runs = RUNS(RUN("compare")),
    .printed = "mesh-angles",
    .text = "<code>clpwl-mesh compare</code>: the angle theta between two faces, or -log(1 - "
            "theta/pi), by uniform tables over the cosine n1 . n2 and over the half angle |n1 - "
            "n2|/2. Most faces are nearly flat, where the cosine is 1 and acos is steepest.",
    .corner = "N + 1",
    .rows = "{knots}",
    .columns = "{angle}, {variable}",
    .cells = "{share}",
    .percent = 1,
    .caption = "Per cent of the faces of a generated hand whose part is another than by exact "
               "functions.",
    .script = "set logscale x 2\nset xrange [7:1200]\nset xlabel 'N+1, knots'\nset ylabel 'faces, "
              "%'\nset yrange [0:*]\nset key outside below\nplot for [k=2:5] $data using 1:k "
              "with linespoints pt 7 lc k title columnheader(k)",
    .picture = "Faces that change their part, by the number of knots.",
    .state = state_angles,
};

static const report_app times = {
    .program = "clpwl-mesh",
    .runs = RUNS(RUN("bench", "--rounds", "#runs", "512", "1024", "2048")),
    .printed = "mesh-bench",
    .text = "<code>clpwl-mesh bench</code>: all shortest paths of a graph whose nodes have three "
            "neighbours, as triangles have: Dijkstra's algorithm on all processors, and "
            "Floyd-Warshall on the whole matrix and on its lower triangle.",
    .corner = "N",
    .rows = "{nodes}",
    .columns = "{way} {bits}: s\tGop/s\tMiB",
    .cells = "{seconds}\t{Gop_per_second}\t{MiB}",
    .caption = "An addition and a comparison for each of N x N x N are two operations.",
};

const report_section report_meshes[] = {
    {"parts", "mesh", "Parts of a mesh", 4, report_application, &picture},
    {"angles", "mesh", "Mesh: the effect of the tables", 20, report_application, &angles},
    {"paths", "mesh", "Mesh: shortest paths", 20, report_application, &times},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
