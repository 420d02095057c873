# SPDX-License-Identifier: GPL-3.0-or-later
"""The paper's timings, by `clpwl bench`: Table I, Fig. 7, and the paragraphs on the Lorentzian and on J0."""
from math import isnan
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from . import draw
from .run import Report, Section

KNOTS = (32, 64, 128, 256, 512)
METHODS = ("exact,exact-native,image-linear,image-manual,buffer,local,cell,libm,libm-vector,gsl,host-scalar,"
           "host-avx2,host-avx512,host-neon")
Timing = Tuple[float, float]  # median and distance of the quartiles, ns


class Variant(NamedTuple):
    """A row of Table I. `figures` are the paper's, ns: for each of KNOTS, or one range for all."""

    text: str
    place: str
    partition: Optional[str]
    method: str  # "host": the fastest of the host's
    paper: str = ""
    figures: Tuple[float, ...] = ()


VARIANTS = (
    Variant("exact", "device", None, "exact", "GPU, exact, expf", (0.0333,)),
    Variant("exact, native_", "device", None, "exact-native", "GPU, __expf (SFU)", (0.0142,)),
    Variant("uniform, linear sampler", "device", "uniform", "image-linear",
            "GPU, uniform, hardware interpolation", (0.0078, 0.0079)),
    Variant("uniform, nearest reads", "device", "uniform", "image-manual",
            "GPU, uniform, manual interpolation", (0.0197, 0.0198)),
    Variant("uniform, buffer", "device", "uniform", "buffer"),
    Variant("uniform, local memory", "device", "uniform", "local"),
    Variant("optimized, search, linear sampler", "device", "optimized", "image-linear",
            "GPU, optimized, hardware interpolation", (0.1227, 0.1429, 0.1632, 0.1883, 0.2111)),
    Variant("optimized, search, nearest reads", "device", "optimized", "image-manual",
            "GPU, optimized, manual interpolation", (0.142, 0.1619, 0.1818, 0.2031, 0.2241)),
    Variant("optimized, search, buffer", "device", "optimized", "buffer"),
    Variant("optimized, O(1) cells", "device", "optimized", "cell"),
    Variant("host: exact, expf", "host", None, "libm", "CPU, exact, expf", (13.71,)),
    Variant("host: exact, the compiler's vectors", "host", None, "libm-vector"),
    Variant("host: uniform", "host", "uniform", "host", "CPU, uniform", (1.75, 1.78)),
    Variant("host: optimized", "host", "optimized", "host", "CPU, optimized",
            (8.9, 11.23, 13.83, 16.91, 20.12)),
)
USES = ("in_kernel", "streaming")
NONE: Timing = (float("nan"), float("nan"))


def timing(row: Dict[str, Any]) -> Timing:
    """A figure of the bench, whose numbers may be null."""
    return NONE if row.get("median") is None else (row["median"], row["spread"])


class Measured:
    """What `clpwl bench` says of some functions. Keys are the place, partition, method and segments."""

    def __init__(self, r: Report, functions: List[str], knots: Tuple[int, ...]) -> None:
        o = r.options
        given = ["--runs", o.runs] + (["--values", o.values] if o.values else [])
        out = r.json("clpwl", "bench", *functions, "--segments", ",".join(str(n - 1) for n in knots),
                     "--methods", METHODS, *given)
        self.limits = {use: timing(out[name]["device"] or {}) for use, name in zip(USES, ("loop", "copy"))}
        self.found: Dict[Any, Dict[str, Timing]] = {}
        for row in out["rows"]:
            key = row["function"], row["place"], row["partition"], row["method"], row["segments"]
            self.found[key] = {use: timing(row[use]) for use in USES}

    def fastest(self, function: str, partition: Optional[str], segments: int) -> str:
        """The fastest method of the host, in the cache."""
        wanted = function, "host", partition, segments
        times = {k[3]: v["in_kernel"][0] for k, v in self.found.items() if (*k[:3], k[4]) == wanted}
        return min(times, key=times.__getitem__) if times else "host"

    def time(self, function: str, v: Variant, knots: int, use: str, at: int = 0) -> Timing:
        method = self.fastest(function, v.partition, (at or knots) - 1) if v.method == "host" else v.method
        key = function, v.place, v.partition, method, knots - 1 if v.partition else None
        return self.found.get(key, {}).get(use, NONE)


def shown(t: Timing) -> str:
    """"1.44 +-0.03", or a dash."""
    digits = sum(0 < t[1] < limit for limit in (0.001, 0.01, 0.1, 10))
    return "\u2013" if isnan(t[0]) else "%.3g \u00b1 %.*f" % (t[0], digits, t[1])


def printed(v: Variant, i: int) -> Tuple[float, float]:
    """The range that the paper printed for KNOTS[i]."""
    if not v.figures:
        return NONE
    return (v.figures[i], v.figures[i]) if len(v.figures) == len(KNOTS) else (v.figures[0], v.figures[-1])


def gaussian(r: Report) -> Any:
    """The times of all variants by use and KNOTS, and the limits; measured once for Table I and Fig. 7."""
    def make() -> Any:
        m = Measured(r, ["gaussian"], KNOTS)
        grid = {use: [[m.time("gaussian", v, n, use, 256) for n in KNOTS] for v in VARIANTS] for use in USES}
        host = [m.fastest("gaussian", v.partition, 255) if v.method == "host" else "" for v in VARIANTS]
        names = [v.text + (", " + h if h else "") for v, h in zip(VARIANTS, host)]
        return grid, names, m.limits
    return r.once("gaussian", make)


def table_one(r: Report) -> None:
    grid, names, limits = gaussian(r)
    paper = [[printed(v, k) for k in range(len(KNOTS))] for v in VARIANTS]
    heads = ["place", "row", "use", "knots", "median_ns", "spread_ns", "paper_low_ns", "paper_high_ns"]
    r.page.data(heads, [[v.place, names[i], use.replace("_", " "), n, *grid[use][i][k],
                         *(paper[i][k] if use == USES[0] else NONE)]
                        for i, v in enumerate(VARIANTS) for use in USES for k, n in enumerate(KNOTS)])
    r.page.paragraph("<code>clpwl bench</code>: median and distance of the quartiles. The host's rows are "
                     "in the cache, by one thread, by the method that is the fastest with 256 knots. The "
                     "paper's rows are its Table I, a synthetic benchmark in CUDA.")
    captions = ("In a kernel: many evaluations for each value loaded. ns an evaluation.",
                "Streaming: read x from memory, write y. ns an evaluation.")
    for use, caption, limit in zip(USES, captions, ("the empty loop", "plain copy on the device")):
        rows: List[List[str]] = []
        for name, v, times in zip(names, VARIANTS, grid[use]):
            if all(isnan(t[0]) for t in times):
                continue
            rows.append([name, *map(shown, times)])
            if v.figures and use == USES[0]:
                ranges = [["%.4g" % ns for ns in sorted(set(pair))] for pair in paper[VARIANTS.index(v)]]
                rows.append(["paper: " + v.paper, *map("\u2013".join, ranges)])
        if r.device is not None:
            rows.append([limit] + [shown(limits[use])] * len(KNOTS))
        r.page.table(caption, ["N + 1", *KNOTS], rows)
    state_table_one(r, grid["in_kernel"])


def state_table_one(r: Report, grid: List[List[Timing]]) -> None:
    rows = {(v.method, v.partition): [t[0] for t in times] for v, times in zip(VARIANTS, grid)}
    exact, native, buffer = rows["exact", None], rows["exact-native", None], rows["buffer", "uniform"]
    sampler, k = rows["image-linear", "uniform"], KNOTS.index(256)
    if r.device is not None:
        search, cells = ([a / b for a, b in zip(rows[m, "optimized"], buffer)] for m in ("buffer", "cell"))
        r.page.fact("Table I, device, 256 knots: a uniform table is %.2g (linear sampler) and %.2g (buffer) "
                    "times as fast as exp, and %.2g and %.2g times as fast as native_exp (paper, linear "
                    "sampler: 4 and 2)." %
                    tuple(a[k] / b[k] for a in (exact, native) for b in (sampler, buffer)))
        r.page.fact("Table I, device: the search in optimized knots takes %.2g to %.2g times as long as "
                    "equal segments, by buffers (paper: 16 to 27, by the sampler); O(1) cells, which the "
                    "paper does not have, take %.2g to %.2g times as long." %
                    (min(search), max(search), min(cells), max(cells)))
    uniform, optimized = (rows["libm", None][k] / rows["host", p][k] for p in ("uniform", "optimized"))
    r.page.fact("Table I, one thread of the host, 256 knots: a uniform table is %.2g times as fast as expf "
                "(paper: 8), an optimized one %.2g times (paper: 0.81)." % (uniform, optimized))


def times_by_knots(r: Report) -> None:
    grids, names, _ = gaussian(r)
    ours = [[t[0] for t in times] for times in grids["in_kernel"]]
    theirs = [[printed(v, k)[0] for k in range(len(KNOTS))] for v in VARIANTS]
    columns = {"N+1": KNOTS, **dict(zip(names, ours))}
    columns.update(("paper: " + v.paper, ns) for v, ns in zip(VARIANTS, theirs) if v.figures)
    r.page.data(list(columns), list(zip(*columns.values())))
    places = ["device", "host"] if r.device is not None else ["host"]
    figure, panels = draw.panels(len(places), 2, height=3 * len(places) + 0.6, sharey="row", squeeze=False)
    table: List[List[str]] = []
    for place, (left, right) in zip(places, panels):
        shown_rows = [i for i, v in enumerate(VARIANTS) if v.place == place and not isnan(ours[i][0])]
        for k, i in enumerate(shown_rows):
            draw.curve(left, k, KNOTS, ours[i], place + ": " + names[i].replace("host: ", ""))
            draw.curve(right, k, KNOTS, theirs[i])
            for label, ns in ((names[i], ours), ("paper: " + VARIANTS[i].paper, theirs)):
                if i != shown_rows[0] and not isnan(ns[i][0]):  # the first is exact
                    table.append([label, *("%.2f" % (a / b) for a, b in zip(ns[shown_rows[0]], ns[i]))])
        draw.by_knots(left, KNOTS, "ns an evaluation")
        draw.by_knots(right, KNOTS, "")
        left.set_title("here, " + place)
        right.set_title("paper, " + ("GPU" if place == "device" else "CPU"))
    r.page.picture(figure, "The time of an evaluation of the Gaussian in a kernel, or on the host in the "
                           "cache, against the number of knots. Left: here; right: the variants that the "
                           "paper has, on its machine. Table I has the numbers.")
    r.page.table("How many times as fast as exp of the device, expf of the host.", ["N + 1", *KNOTS], table)


def contest(function: str, name: str, markup: str, libm: str, paper: List[Tuple[str, str]]) -> Any:
    rows = (("table, linear sampler", "device", "uniform", "image-linear"),
            ("table, buffer", "device", "uniform", "buffer"),
            ("table, local memory", "device", "uniform", "local"), ("exact", "device", None, "exact"),
            ("exact, native_", "device", None, "exact-native"), ("host: table", "host", "uniform", "host"),
            ("host: %s of C" % libm, "host", None, "libm"), ("host: GSL", "host", None, "gsl"))

    def write(r: Report) -> None:
        m = r.once("contests", lambda: Measured(r, ["lorentzian", "bessel_j0"], (256,)))
        times = [[m.time(function, Variant(*row), 256, use) for use in USES] for row in rows]
        r.page.data(["place", "row"] + [use + unit for use in USES for unit in ("_ns", "_spread_ns")],
                    [[row[1], row[0], *a, *b] for row, (a, b) in zip(rows, times)])
        r.page.paragraph(markup)
        r.page.table("Tables of 256 knots. ns an evaluation: median and distance of the quartiles.",
                     ["", "in kernel", "streaming"],
                     [[row[0], *map(shown, t)] for row, t in zip(rows, times) if not isnan(t[0][0])],
                     [[label, ns, "\u2013"] for label, ns in paper])
        r.page.fact("%s on the host: a table of 256 knots takes %.2g ns, %s of C %.3g ns (paper: %s)." %
                    (name, times[5][0][0], libm, times[6][0][0], paper[0][1]))
    return write


# What the paper's text has, ns.
LORENTZIAN = contest(
    "lorentzian", "The Lorentzian", "The Lorentzian's table does not pay on the paper's CPU: its rival is "
                                    "one division.",
    "a division", [("CPU, exact", "0.576"), ("GPU, exact, regular division", "0.0195"),
                   ("GPU, exact, reduced-precision division", "0.0092")])
BESSEL = contest(
    "bessel_j0", "J0", "OpenCL has no J0. The rivals are C's j0f and GSL on the host.", "j0f",
    [("CPU, j0 of glibc", "39"), ("CPU, GSL, double precision", "130"), ("GPU, CUDA library", "0.078"),
     ("GPU, first asymptotic term, SFU cosine and rsqrt", "0.042")])
FIGURES = [Section("fig07", "timings", "Fig. 7: time against the number of knots", 30, times_by_knots)]
TABLES = [Section("table1", "timings", "Table I: the Gaussian, nanoseconds an evaluation", 1, table_one)]
OWN = [Section("lorentzian", "timings", "The Lorentzian's timing", 8, LORENTZIAN),
       Section("bessel", "timings", "The Bessel function's timing", 1, BESSEL)]
