# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of tables by matplotlib. Imported where it is used."""
import io
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ._verify import known_function
from ._words import plain
from .errors import ClpwlError

if TYPE_CHECKING:
    from .table import Table

SAMPLES = 2000  # of x, more than a picture has columns
MARKED = 200  # knots; more are a line
# Of Okabe and Ito, as of `clpwl plot`: colour-blind people tell them apart.
FUNCTION, TABLE, ERROR, BOUND = "#56b4e9", "#000000", "#0072b2", "#606060"


def _exact(table: "Table", f: Any, x: np.ndarray) -> Optional[np.ndarray]:
    """The function at x; None where the table does not know it, and it is not given."""
    try:
        return known_function(table, f)(x)
    except ClpwlError:
        if f is not None:
            raise
        return None


def _label(name: str) -> str:
    """A name in a legend. matplotlib sets text between two $ as mathematics."""
    return plain(name).replace("$", r"\$")


def draw_table(axes: Any, table: "Table", x: np.ndarray, exact: Optional[np.ndarray]) -> None:
    if exact is not None:
        axes.plot(x, exact, color=FUNCTION, linewidth=3, label=_label(table.function))
    axes.plot(x, table(x), color=TABLE, linewidth=1, label="%d segments" % table.segments)
    if table.segments < MARKED:
        axes.plot(table.knots, table.values, ".", color=TABLE, markersize=4)
    axes.legend(frameon=False)


def plot(table: "Table", f: Any = None, axes: Any = None) -> Any:
    """Function, table and knots; below them the error with its bound. Returns the figure."""
    if isinstance(f, str) and f.endswith((".png", ".pdf", ".svg", ".jpg")):
        raise TypeError("plot takes a function, not the file %r: plot().savefig(%r) writes it" % (f, f))
    a, b = table.domain
    x = np.union1d(np.linspace(a, b, SAMPLES), table.knots)
    exact = _exact(table, f, x)
    if axes is not None:
        if not isinstance(axes, Axes):
            raise TypeError("axes is of the type %s; axes of matplotlib, as of plt.subplots(), are needed" %
                            type(axes).__name__)
        draw_table(axes, table, x, exact)
        return axes.figure
    figure = Figure(figsize=(6.4, 4.8), layout="constrained")
    panels = figure.subplots(1 if exact is None else 2, 1, sharex=True, squeeze=False,
                             height_ratios=(1,) if exact is None else (2, 1))[:, 0]
    draw_table(panels[0], table, x, exact)
    panels[0].set_ylabel("f(x)")
    panels[-1].set_xlabel("x")
    if exact is not None:
        panels[1].plot(x, exact - table(x), color=ERROR, linewidth=1)
        bound = table.error.linf
        for y in (bound, -bound) if np.isfinite(bound) else ():
            panels[1].axhline(y, color=BOUND, linewidth=0.8)
        panels[1].set_ylabel("error (%s)" % table.error.evidence)
    return figure


def svg(table: "Table") -> str:
    """The picture as SVG, the same for the same table."""
    from matplotlib import rc_context
    out = io.StringIO()
    with rc_context({"svg.hashsalt": "clpwl"}):
        plot(table).savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()
