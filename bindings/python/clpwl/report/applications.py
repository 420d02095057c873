# SPDX-License-Identifier: GPL-3.0-or-later
"""What clpwl-bgs, clpwl-flow and clpwl-mesh measure. The paper has a segmenter alone."""
import csv
import os
from typing import Any, Dict, List, Tuple

import numpy as np
from matplotlib.image import imread
from matplotlib.patches import Rectangle

from . import draw
from .run import Failure, Report, Section, number, pivot

FRAMES = 170
MODELS = {"average": "running Gaussian", "mog": "mixture of Gaussians", "kde": "density of each pixel's "
                                                                               "samples",
          "stkde": "densities of background and foreground, in space too"}
PAPER_NS = {"exact": 391, "native": 324, "table": 286}  # its Table II, a pixel


def tabulate(r: Report, kept_as: str, command: Tuple[Any, ...], places: Tuple[str, str, str],
             cells: Dict[str, str], text: str, caption: str, paper: Any = ()) -> Any:
    """The table that a program prints, as pivot(rows, *places, cells) has it: heads and rows."""
    rows = [row for row in r.rows(kept_as, *command) if row.get("knots") != "0" or kept_as != "bgs-compare"]
    for row in rows:
        row["percent"] = "%.2g" % (100 * float(row.get("share", "nan")))
    table = pivot(rows, *places, cells)
    r.page.data(*table)
    r.page.paragraph("<code>%s</code>: %s" % (" ".join(map(str, command[:2])), text))
    r.page.table(caption, *table, paper=paper)
    return table


def knots_of(table: Any) -> List[int]:
    return [int(row[0]) for row in table[1]]


def column(table: Any, head: str) -> np.ndarray:
    return np.array([number(table, row[0], head) for row in table[1]])


def rounds(r: Report) -> int:
    return min(r.options.runs, 99)


# The paper's segmenter.

def segmenter_times(r: Report) -> None:
    table = tabulate(
        r, "bgs-bench", ("clpwl-bgs", "bench", "--rounds", rounds(r)),
        ("ns a pixel", "{gaussian}", "{width}\u00d7{height}"),
        {"": "ns_per_pixel", " an evaluation": "ns_per_evaluation"},
        "medians for whole frames, and the same divided by the number of Gaussians evaluated. The paper "
        "evaluates its Gaussians per axis: exact (exp), native (native_exp) and table. The others (-q) take "
        "the sum of squares, a third of that work.",
        "bgs-bench.tsv has the tables' methods.", PAPER_NS.items())
    names, size = [row[0] for row in table[1]], table[0][-2]
    figure, axes = draw.panels(height=2.8)
    axes.barh(names[::-1], column(table, size)[::-1], color=draw.FUNCTION, label="here, " + size)
    axes.plot(list(PAPER_NS.values()), list(PAPER_NS), "D", color="#d55e00", label="paper, GTX 580")
    axes.set_xlabel("ns a pixel")
    r.page.picture(figure, "The segmenter by its Gaussian.")
    exact, native, own = (number(table, name, size) for name in PAPER_NS)
    r.page.fact("Table II, %s: table : native_exp : exp take %.2f : %.2f : 1 of the time (paper: 0.73 : "
                "0.83 : 1)." %
                (size, own / exact, native / exact))


def scene(r: Report) -> Dict[str, Any]:
    """Four models over the generated scene, each in a folder of its own, and what they report."""
    def make() -> Dict[str, Any]:
        size = "--width", 240, "--height", 180
        r.run("clpwl-bgs", "scene", r.path("scene"), "--frames", FRAMES, *size, to=0.05)
        reports = {}
        for i, model in enumerate(MODELS):
            at = r.path(model)
            os.mkdir(at)
            reports[model] = r.json(
                "clpwl-bgs", r.path("scene/in%06d.png"), "--truth", r.path("scene/truth%06d.png"),
                "--model", model, "--masks", at + "/mask%06d.png", "--overlay", at + "/over%06d.png",
                "--background", at + "/background.png", "--blobs", at + "/blobs.csv", "--smallest", 20,
                share=0.05 + i * 0.23, to=0.28 + i * 0.23)
        return reports
    return r.once("scene", make)


def scores(report: Any) -> List[float]:
    return [float(report["score"][k]) for k in ("recall", "precision", "f")]


def show(r: Report, axes: Any, name: str, title: str = "") -> Any:
    try:
        image = imread(r.path(name))
    except (OSError, ValueError, SyntaxError) as error:
        raise Failure("clpwl-bgs wrote no picture %s: %s" % (os.path.basename(name), error)) from None
    if axes:
        axes.imshow(image, cmap="gray", vmin=0, vmax=1)
        axes.set(xticks=[], yticks=[], title=title)
    return image


def models(r: Report) -> None:
    reports, last = scene(r), FRAMES - 1
    figure, axes = draw.panels(len(MODELS), 3, height=6.6)
    for line, model in zip(axes, MODELS):
        for one, name, title in zip(line, ("background", "mask%06d" % last, "over%06d" % last),
                                    ("background", "foreground", "beside the truth")):
            show(r, one, "%s/%s.png" % (model, name), title if model == "average" else "")
        line[0].set_ylabel(model)
    heads = ["model", "recall", "precision", "F"]
    r.page.data(heads, [[model, *scores(reports[model])] for model in MODELS])
    r.page.picture(figure, "Four models of clpwl-bgs after %d frames of its generated scene, whose objects "
                           "are known. Hits are green, false alarms red, misses blue. The last model is the "
                           "paper's." % FRAMES)
    r.page.table("All pixels of all frames against the truth.", heads,
                 [["%s: %s" % model, *scores(reports[model[0]])] for model in MODELS.items()])


def detections(r: Report) -> None:
    reports = scene(r)
    names = "frame", "track", "x", "y", "width", "height"
    with open(r.path("stkde/blobs.csv"), newline="") as file:
        boxes = [[int(row[k]) for k in names] for row in csv.DictReader(file)]
    figure, axes = draw.panels(2, 2, height=5.4)
    rows: List[List[Any]] = []
    for one, n in zip(axes.flat, (130, 140, 150, 165)):
        show(r, one, "stkde/over%06d.png" % n, "frame %d" % n)
        here = [box for box in boxes if box[0] == n]
        for _, _, x, y, width, height in here:
            one.add_patch(Rectangle((x - 0.5, y - 0.5), width, height, fill=False, edgecolor="#e69f00"))
        mask, truth = (show(r, None, "%s%06d.png" % (at, n)) > 0.9 for at in ("stkde/mask", "scene/truth"))
        hits, found, true = (max(int(a.sum()), 1e-9) for a in (mask & truth, mask, truth))
        rows.append([n, len(here), hits / true, hits / found, 2 * hits / (true + found)])
    r.page.data(names, boxes)
    r.page.picture(figure, "The detections of the spatio-temporal model, the paper's, in boxes. Hits are "
                           "green, false alarms red, misses blue.")
    rows.append(["all", len(boxes), *scores(reports["stkde"])])
    r.page.table("Boxes, and pixels against the truth.", ["frame", "boxes", "recall", "precision", "F"], rows)


def masks(r: Report) -> None:
    """Objects appear when the samples are taken. The pictures are small, as an emulated sampler is slow."""
    table = tabulate(
        r, "bgs-compare", ("clpwl-bgs", "compare", "--width", 96, "--height", 72, "--every", 2, "--empty", 54,
                           "--frames", 100, "--camouflage", 0.82, "--noise", 4),
        ("N + 1", "{knots}", "{gaussian} {fit} {method} {weight_bits}"), {"": "share", " F": "F"},
        "models that differ in their Gaussian alone run side by side, and their masks are compared with "
        "those of exp. The objects have four fifths of the background's colour, so that many pixels are "
        "near the threshold. table approximates exp(&minus;u&sup2;/2) on [0, 8], table-q exp(&minus;q/2) on "
        "[0, 64].",
        "The share of the pixels that differ, and F against the scene's truth.")
    figure, axes = draw.panels(height=3.8)
    for k, head in enumerate(h for h in table[0][1:] if not h.endswith(" F")):
        draw.curve(axes, k, knots_of(table), np.maximum(column(table, head), 5e-7), head)
    draw.by_knots(axes, knots_of(table), "share of the pixels that differ")
    r.page.picture(figure, "The share of the pixels that differ from those of exp. On the lowest line no "
                           "pixel differs. The last number of a name is the bits of a linear filter's "
                           "weight; 0: exact weights.")


# Motion between two pictures, and parts of a mesh.

def image(r: Report, name: str, caption: str) -> None:
    try:
        r.page.image(r.path(name), caption)
    except FileNotFoundError:
        raise Failure("the program wrote no picture %s" % name) from None


def pair(r: Report) -> None:
    at = r.path("pair")
    r.run("clpwl-flow", "scene", at, "--rotation", 6, "--zoom", 1.05, "--right", 2, "--noise", 2, to=0.2)
    r.run("clpwl-flow", at + "/first.png", at + "/second.png", "--truth", at + "/truth.flo", "--sheet",
          r.path("pair.png"), "--quiet", share=0.2)
    image(r, "pair.png", "A generated pair, rotated by 6 degrees, zoomed by 1.05 and moved by 2 px: the "
                         "motion that clpwl-flow finds, the true one, and their distance, white from 3 px "
                         "on, as where pixels leave the picture.")


def motions(r: Report) -> None:
    tabulate(r, "flow-motions", ("clpwl-flow", "compare", "--knots", 256), ("px", "{scene}", "{weights}"),
             {"": "mean_error_px", " degrees": "mean_angle_degrees"},
             "mean errors over all pixels of generated pairs, in px, and of the angle between (u, v, 1) and "
             "its truth. Rotations and zooms have larger errors as windows are moved as a whole.",
             "Robust weights by exact functions, by a table of 256 knots, and through a filter of 8 bits "
             "(filtered).")


def flow_knots(r: Report) -> None:
    table = tabulate(r, "flow-knots", ("clpwl-flow", "compare", "--noise", 4),
                     ("N + 1", "{knots}", "{scene}: {weights}"), {"": "mean_error_px"},
                     "the same with noise of 4 grey levels, so that residuals are as large as the scale of "
                     "the robust weights, and with tables of 8 to 256 knots.", "Mean error, px.")
    knots, turn = knots_of(table), "rotation 2: "
    figure, axes = draw.panels()
    for k, (kind, label) in enumerate((("table", "table"), ("filtered", "table, filter of 8 bits"))):
        for head in (h for h in table[0][1:] if h.endswith(": " + kind)):
            exact = column(table, head.replace(": " + kind, ": exact"))
            draw.curve(axes, k, knots, np.abs(column(table, head) - exact) + 1e-7, label)
    draw.by_knots(axes, knots, "px")
    r.page.picture(figure, "The distance of the mean errors by tables from that by exact weights, for each "
                           "pair.")
    exact, own, filtered = (number(table, "64", turn + kind) for kind in ("exact", "table", "filtered"))
    r.page.fact("Motion: robust weights by a table of 64 knots change the mean error %.4f px of a rotation "
                "by %.2g px; through a filter of 8 bits by %.2g px." % (exact, own - exact, filtered - exact))


def flow_times(r: Report) -> None:
    tabulate(r, "flow-bench", ("clpwl-flow", "bench", "--rounds", rounds(r), "160x120", "320x240", "640x480",
                               "1280x960"),
             ("ns a pixel", "{method}, {weights}", "{width}\u00d7{height}"),
             {"": "ns_per_pixel", " quartiles": "quartiles_apart", " error, px": "mean_error_px"},
             "medians for whole pairs. Blocks of ncc have one flow for 11 x 11 pixels; dense is one match "
             "for each. The window gauss weighs each of its 81 pixels anew, by two tables or functions; box "
             "takes one look-up.",
             "The pairs are rotated by 1 degree and moved by 3.3 px. flow-bench.tsv has the tables' methods.")


def parts(r: Report) -> None:
    r.run("clpwl-mesh", "scene", r.path("body"), "--body", "hand", to=0.2)
    r.run("clpwl-mesh", r.path("body/model.off"), "-k", 6, "-q", "--picture", r.path("parts.png"), share=0.2)
    image(r, "parts.png", "A generated hand (clpwl-mesh scene) from three sides, in six parts.")


def angles(r: Report) -> None:
    table = tabulate(r, "mesh-angles", ("clpwl-mesh", "compare"), ("N + 1", "{knots}", "{angle}, {variable}"),
                     {"": "percent"},
                     "the angle theta between two faces, or &minus;log(1 &minus; theta/&pi;), by uniform "
                     "tables over the cosine and over the half angle. Most faces are nearly flat, where "
                     "acos is steepest.",
                     "Per cent of the faces of a generated hand whose part is another than by exact "
                     "functions.")
    figure, axes = draw.panels(height=3.2)
    for k, head in enumerate(table[0][1:]):
        draw.curve(axes, k, knots_of(table), column(table, head), head)
    draw.by_knots(axes, knots_of(table), "faces, %", log=False)
    r.page.picture(figure, "Faces that change their part, by the number of knots.")
    r.page.fact("Parts of a mesh: with angles by a table of 128 knots, %.2g %% of the faces change their "
                "part if the table is over the half angle, %.2g %% if it is over the cosine." %
                (number(table, "128", "linear, half"), number(table, "128", "linear, cosine")))


def paths(r: Report) -> None:
    tabulate(r, "mesh-bench", ("clpwl-mesh", "bench", "--rounds", rounds(r), 512, 1024, 2048),
             ("N", "{nodes}", "{way} {bits}: "), {"s": "seconds", "Gop/s": "Gop_per_second", "MiB": "MiB"},
             "all shortest paths of a graph whose nodes have three neighbours, as triangles have: Dijkstra's "
             "algorithm, and Floyd-Warshall on the whole matrix and on its lower triangle.",
             "An addition and a comparison for each of N x N x N are two operations.")


FIGURES = [Section("fig08", "video", "Fig. 8: four models of a background", 25, models),
           Section("fig09", "video", "Fig. 9: detections", 1, detections)]
TABLES = [Section("table2", "video", "Table II: a segmenter by its Gaussian", 60, segmenter_times)]
OWN = [Section("masks", "video", "The effect of the table on the masks", 60, masks),
       Section("pair", "flow", "Motion between two pictures", 3, pair),
       Section("motions", "flow", "Motion: errors of generated pairs", 10, motions),
       Section("knots", "flow", "Motion: the effect of the tables", 30, flow_knots),
       Section("flowtime", "flow", "Motion: time a pixel", 90, flow_times),
       Section("parts", "mesh", "Parts of a mesh", 4, parts),
       Section("angles", "mesh", "Mesh: the effect of the tables", 20, angles),
       Section("paths", "mesh", "Mesh: shortest paths", 20, paths)]
