# SPDX-License-Identifier: GPL-3.0-or-later
"""The style of the pictures, and their SVG."""
import io
import re
from typing import Any, Sequence

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

# Of Okabe and Ito: colour-blind people tell them apart, markers and dashes do so in grey.
CURVES = (("#000000", "o", "-"), ("#0072b2", "s", "--"), ("#d55e00", "^", "-."), ("#009e73", "D", "-"),
          ("#cc79a7", "v", "--"), ("#56b4e9", "P", "-."), ("#e69f00", "X", "-"), ("#606060", "*", "--"))
FUNCTION, GREY = "#56b4e9", "#999999"
STYLE = {
    "font.family": "DejaVu Sans", "font.size": 10, "axes.titlesize": 10,
    "svg.fonttype": "none", "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "axes.axisbelow": True, "grid.color": "#e4e4e4", "lines.linewidth": 1.3, "lines.markersize": 4.5,
    "legend.fontsize": 9, "legend.frameon": False, "image.interpolation": "none",
}


def panels(rows: int = 1, columns: int = 1, height: float = 4, **more: Any) -> Any:
    """A figure, and its axes: one, or an array."""
    matplotlib.rcParams.update(STYLE)
    figure = Figure(figsize=(6.4, height), layout="constrained")
    FigureCanvasSVG(figure)
    return figure, figure.subplots(rows, columns, **more)


def curve(axes: Any, i: int, x: Any, y: Any, label: str = "", **more: Any) -> None:
    """The curve number i: its colour, marker and dashes."""
    colour, marker, dashes = CURVES[i % len(CURVES)]
    fill = "none" if i >= len(CURVES) else "full"
    axes.plot(x, y, **{"color": colour, "marker": marker, "linestyle": dashes, "fillstyle": fill, **more},
              label=label)


def by_knots(axes: Any, knots: Sequence[int], ylabel: str, log: bool = True) -> None:
    """Axes against the number of knots."""
    axes.set_xscale("log", base=2)
    axes.set_xticks(knots)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: "%d" % x))
    axes.xaxis.set_minor_formatter(NullFormatter())
    if log:
        axes.set_yscale("log")
    axes.set(xlabel="N + 1, knots", ylabel=ylabel)


def svg(figure: Figure, name: str, alt: str, columns: int = 2) -> str:
    """The picture, with one legend below. The name makes the names of its elements its own."""
    found = {label: line for axes in figure.axes for line, label in zip(*axes.get_legend_handles_labels())}
    if found:
        figure.legend(list(found.values()), list(found), loc="upper center", bbox_to_anchor=(0.5, 0),
                      ncol=columns)
    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(out, format="svg", bbox_inches="tight",
                       metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    text = re.sub(r'<g id="[^"]*">', "<g>", out.getvalue())  # the same in each picture; others have the salt
    return "<svg role='img' aria-label='%s' " % alt + text[text.index("<svg") + 5:]
