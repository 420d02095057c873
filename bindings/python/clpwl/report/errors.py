# SPDX-License-Identifier: GPL-3.0-or-later
"""The paper's figures of errors and partitions, designed anew."""
import ctypes
import math
from typing import Any, List, Tuple

import numpy as np

import clpwl
from clpwl._functions import Function, open_function
from clpwl._library import c, lib, sized

from . import draw
from .run import Report, Section

NAMES = {"gaussian": "the Gaussian", "lorentzian": "the Lorentzian", "bessel_j0": "J0"}
DESIGNS = [("uniform", "interpolant"), ("uniform", "projection"), ("optimized", "interpolant"),
           ("optimized", "projection")]
POINTS = 801


def design(f: str, segments: int, partition: str = "uniform", fit: str = "interpolant") -> clpwl.Table:
    return clpwl.design(f, segments=segments, partition=partition, fit=fit, norm="l2", prove=False)


def samples(f: str) -> Tuple[Function, np.ndarray]:
    function = open_function(f)
    return function, np.linspace(*function.domain, POINTS)


def measured(t: clpwl.Table) -> float:
    return float(lib.clpwl_table_measured(t._handle).l2)


def values(t: clpwl.Table, x: np.ndarray) -> np.ndarray:
    """The table's in double."""
    return np.array([lib.clpwl_table_value(t._handle, at) for at in x])


def fits(r: Report) -> None:
    f, x = samples("gaussian")
    designs = [design("gaussian", 8, fit=fit) for fit in ("interpolant", "projection")]
    tables = [values(t, x) for t in designs]
    y = f(x)
    r.page.data(["x", "f", "interpolant", "projection"], np.column_stack([x, y, *tables]))
    figure, (above, below) = draw.panels(2, height=4.8, sharex=True)
    above.plot(x, y, color=draw.FUNCTION, linewidth=4, label="f")
    for i, (name, v) in enumerate(zip(("interpolant", "projection"), tables)):
        draw.curve(above, 2 * i, x, v, name, marker="")
        draw.curve(below, 2 * i, x, v - y, name, marker="")
    above.set_ylabel("value")
    below.set(xlabel="x", ylabel="table \u2212 f")
    r.page.picture(figure, "The Gaussian on [0, 8] with 8 segments, and the errors. Where f has no "
                           "inflection the error of the interpolant has one sign; that of the projection is "
                           "balanced.", 3)
    r.page.table("The errors.", ["", "interpolant", "projection"], [
        ["L2 error", *map(measured, designs)],
        ["largest |table \u2212 f|", *(float(np.max(np.abs(v - y))) for v in tables)]])


def partition(f_name: str, knots: int) -> Any:
    def write(r: Report) -> None:
        f, x = samples(f_name)
        t = design(f_name, knots - 1, "optimized")
        y, pad = f(x), np.full(POINTS - knots, np.nan)
        density = np.abs(np.gradient(np.gradient(y, x), x)) ** 0.4
        density /= density.max()
        r.page.data(["x", "f", "density", "knot", "value"],
                    np.column_stack([x, y, density, np.append(t.knots, pad), np.append(t.values, pad)]))
        figure, axes = draw.panels()
        axes.plot(x, y, color=draw.FUNCTION, linewidth=4, label="f")
        draw.curve(axes, 2, x, density, "knot density, scaled to 1", marker="")
        axes.vlines(t.knots, min(0, y.min()), 0, color=draw.GREY, linewidth=0.7)
        axes.plot(t.knots, t.values, ".", color="#000000", label="optimized knots")
        axes.set(xlabel="x", ylabel="value")
        r.page.picture(figure, "%d knots of %s on [%g, %g], at equal shares of the integral of the knot "
                       "density |f''|^(2/5)." % (knots, NAMES[f_name], *f.domain), 3)
        width = np.diff(t.knots)
        r.page.table("The partition.", ["", "optimized", "uniform"], [
            ["narrowest segment", float(width.min()), float(width.mean())],
            ["widest segment", float(width.max()), float(width.mean())],
            ["L2 error of the interpolant", measured(t), measured(design(f_name, knots - 1))]])
    return write


def state_errors(r: Report, f_name: str, figure: str, rows: List[List[Any]]) -> None:
    """What the errors of the four designs say beside the paper."""
    last, before = rows[-1], rows[-2]
    order = math.log(before[1] / last[1]) / math.log((last[0] - 1) / (before[0] - 1))
    off = 100 * max(abs(row[i] / row[i + 1] - 1) for row in rows if row[0] >= 64 for i in (1, 3, 5, 7))
    projection, optimized = last[1] / last[3], last[1] / last[5]
    agree = "estimates agree for N \u2265 63" if f_name == "bessel_j0" else "\u2013"
    r.page.table("What the errors obey, and the paper's text.", ["", "here", "paper"], [
        ["order p of the error, N^-p", "%.3f" % order, "2"],
        ["interpolant / projection", "%.3f" % projection, "\u221a6 = 2.449"],
        ["uniform / optimized", "%.3g" % optimized, "\u2013"],
        ["estimate off by, from 64 knots on", "%.2g %%" % off, agree]])
    r.page.fact("%s, %s: the error falls as N^-%.3f (paper: N^-2); interpolant / projection %.3f (paper: "
                "sqrt 6 = 2.449); uniform / optimized %.3g; from 64 knots on, the estimates are right to "
                "%.2g %%." % (figure, NAMES[f_name], order, projection, optimized, off))


def errors(f_name: str, number: str) -> Any:
    def write(r: Report) -> None:
        rows: List[List[Any]] = []
        for i in range(10):
            rows.append([8 << i])
            for kind in DESIGNS:
                t = design(f_name, (8 << i) - 1, *kind)
                rows[-1] += [measured(t), lib.clpwl_table_estimate(t._handle).l2]
            r.bar.show((i + 1) / 10)
        heads = ["N+1"] + [h for kind in DESIGNS for h in (" ".join(kind), "estimate")]
        r.page.data(heads, rows)
        knots = [row[0] for row in rows]
        figure, axes = draw.panels()
        for k, kind in enumerate(DESIGNS):
            draw.curve(axes, k, knots, [row[2 * k + 1] for row in rows], " ".join(kind), linestyle="")
            draw.curve(axes, k, knots, [row[2 * k + 2] for row in rows], marker="")
        draw.by_knots(axes, knots, "L2 error")
        a, b = open_function(f_name).domain
        r.page.picture(figure, "L2 errors of tables of %s on [%g, %g]. Points: measured. Lines: the "
                       "estimates, eqs. 19, 23 and 24 of the paper." % (NAMES[f_name], a, b))
        r.page.table("The numbers of the figure.", heads, rows)
        state_errors(r, f_name, "Fig. " + number, rows)
    return write


def executed(r: Report) -> None:
    """The errors of the projection as executed: in fp32, and by filters with few bits."""
    f, _ = samples("gaussian")
    x = np.sort(np.random.default_rng(1).uniform(*f.domain, 100000).astype(np.float32)).astype(np.float64)
    y = f(x)
    bits = sized(c.clpwl_execution, weight_bits=8)
    rows: List[List[Any]] = []
    for i in range(11):
        t = design("gaussian", (8 << i) - 1, fit="projection")
        at = (x - t.domain.a) * t.segments / (t.domain.b - t.domain.a)
        k = np.minimum(at.astype(int), t.segments - 1)
        v = t.values[k] + np.round((at - k) * 256) / 256 * np.diff(t.values)[k]
        emulated = math.sqrt(np.mean((v - y) ** 2) * (t.domain.b - t.domain.a))
        rows.append([8 << i, measured(t), seen(r, t, "image-linear"), seen(r, t, "buffer"), emulated,
                     lib.clpwl_table_executed_error(t._handle, ctypes.byref(bits)).l2])
        r.bar.show((i + 1) / 11)
    heads = ["N+1", "designed", "image-linear here", "buffer here", "8-bit weights, emulated", "8-bit "
                                                                                               "weights, "
                                                                                               "bound"]
    r.page.data(heads, rows)
    knots = [row[0] for row in rows]
    figure, axes = draw.panels()
    for k, name in enumerate(heads[1:]):
        draw.curve(axes, k, knots, [row[k + 1] for row in rows], name)
    draw.by_knots(axes, knots, "L2 error")
    r.page.picture(figure, "The Gaussian, uniform projection. With 8 fractional bits of weight, as the "
                           "paper's GPU has, the error falls as 1/N beyond some hundred knots. image-linear "
                           "is the sampler of this device.")
    r.page.table("The numbers of the figure.", heads, rows)
    r.page.fact("With 8 bits of interpolation weight, as the paper's GPU has, 4096 knots have %.3g times "
                "the error of exact weights." % (rows[9][4] / rows[9][1]))


def seen(r: Report, t: clpwl.Table, method: str) -> float:
    """The L2 error seen of a method of the device; NaN if it cannot be made."""
    if r.device is None:
        return math.nan
    try:
        return float(t.verify(device=r.options.device, method=method, arguments=100000).seen.l2)
    except clpwl.ClpwlError:
        return math.nan


FIGURES = [
    Section("fig02", "figures", "Fig. 2: interpolant and projection", 0.3, fits),
    Section("fig05", "figures", "Fig. 5: the Gaussian's optimized partition", 0.3, partition("gaussian", 32)),
    Section("fig06", "figures", "Fig. 6: L2 errors for the Gaussian on [0, 8]", 0.5, errors("gaussian", "6")),
]
LATER = [
    Section("fig10", "figures", "Fig. 10: L2 errors for the Lorentzian on [0, 20]", 0.5,
            errors("lorentzian", "10")),
    Section("fig11", "figures", "Fig. 11: the optimized partition of J0", 0.3, partition("bessel_j0", 64)),
    Section("fig12", "figures", "Fig. 12: L2 errors for J0 on [0, 20]", 0.5, errors("bessel_j0", "12")),
]
OWN = [Section("executed", "figures", "L2 errors as executed", 2, executed)]
