# SPDX-License-Identifier: GPL-3.0-or-later
"""Designs: from a function and options to a table."""
import warnings
from ctypes import byref, c_double, pointer
from math import inf, nan
from typing import Any, Callable, Optional, Sequence, Tuple, Union

import numpy as np

from ._callbacks import progress as progress_callback
from ._callbacks import raising
from ._evaluator import context_of, device_text
from ._functions import (Function, Source, numbers, open_file, open_function, open_samples,
                         open_weight)
from ._library import Handle, c, encode, flag, lib, number, real, reals, sized
from ._words import shown
from .errors import ArgumentError
from .table import Table

_OWN_NORM = {"projection": "l2", "least-absolute": "l1"}  # that a fit minimises


def design(f: Union[Source, Function], *, domain: Optional[Tuple[float, float]] = None,
           max_error: Optional[float] = None, segments: Optional[int] = None,
           prove: Optional[bool] = None, refine: bool = False, fit: Optional[str] = None,
           partition: Optional[str] = None, extend: str = "clamp",
           tails: Union[None, str, Tuple[Optional[float], Optional[float]]] = None,
           shaper: Optional[str] = None,
           norm: Optional[str] = None, relative: Optional[float] = None,
           weight: Any = None, weight_bits: Optional[int] = None, device: Any = None,
           max_segments: Optional[int] = None, kinks: Optional[Sequence[float]] = None,
           name: Optional[str] = None,
           progress: Optional[Callable[[float], Any]] = None, storage: str = "float32",
           symmetry: Optional[str] = None, aim: str = "balanced",
           time: Optional[float] = None, through: Any = None, ends: Optional[str] = None,
           range: Optional[Tuple[Optional[float], Optional[float]]] = None, keep: Optional[str] = None,
           slope_error: Optional[float] = None, shape: Optional[str] = None) -> Table:
    """A table for a function, with the fewest segments for a max error, or with a number of them.

    f             a name of the catalogue ("bessel_j0", "lorentzian:x0=0,gamma=2"), a formula in x
                  ("exp(-x^2/2)"), or a callable, which is given a float64 array of one dimension
                  and returns as many numbers. np.vectorize makes one of a function of one number.
    domain        (a, b); None: the function's own. An infinite end becomes the x from which on the asymptote
                  of f is within max_error
    max_error     the error that the table may have as executed in fp32
    segments      or: this number of segments; neither: 256
    prove         True: the design fails unless the error is proved, in ten minutes at most; None: a
                  second is spent on a proof; False: none, but for narrow features of formulas
    refine        True: the knots are moved to the least error
    fit           interpolant, projection, minimax, least-absolute, above or below; None: the best in
                  the norm, minimax in linf
    partition     uniform or optimized; None: what the aim takes, and optimized for refined knots
    extend        outside the domain: clamp, zero, repeat, mirror, nan or linear
    tails         with extend="linear": the slopes to the left and the right of the domain, as
                  (0, 1); None in the place of one: the table's slope at that end; or "auto": those
                  of f's linear asymptotes
    shaper        none, log2, sqrt, rsqrt, exp2 or auto; None: what the aim takes
    norm          of max_error: linf, l2 or l1; None: for refined knots the norm of the fit
    relative      errors are relative to |f|, or to this number where |f| is less
    weight        of the error: a formula, a name, a callable, (x, w), or an array of arguments that
                  were recorded in use
    weight_bits   the error holds for a linear filter of so many bits
    device        the error holds for the linear filter of this device; see Table.on
    max_segments  with max_error
    kinks         abscissas where the slope of a formula or a callable jumps; (): none. They are
                  searched for if they are not given.
    name          of a callable
    progress      called with the fraction that is done; True ends the design (CancelledError)
    storage       the values are chosen among the numbers of float32, half, unorm16, unorm8 or
                  bfloat16; the table keeps the storage, and its errors hold for it
    symmetry      even, odd, ramp (f(x) - f(-x) = x, as gelu) or point (f(x) + f(-x) = 2 f(0), as
                  sigmoid) on a domain (-b, b): half the memory; or auto: the one that f has; None: none,
                  and auto for the smallest
    aim           balanced: equal segments in x or in a shaper, unless refined knots take less than
                  half of the bytes; smallest: the fewest bytes; fastest: what the device, or "host",
                  reads fastest; none: equal segments in x, interpolant
    time          with max_error: the search ends after so many seconds, with the fewest segments so far
    through       exact values: pairs (x, y), or x alone for f(x); x is rounded to float32, and a y that the
                  storage cannot hold is refused
    ends          "exact": both ends of the domain have the values of f
    range         (lo, hi), or None in the place of one: no value is outside, as executed in fp32
    keep          "integral": that over the domain is f's
    slope_error   with max_error: the slopes are within this of those of f, too
    shape         monotone, convex, concave, two of these as in rising-convex, or auto: all that f has

    >>> import clpwl, numpy as np
    >>> t = clpwl.design("exp(-x^2/2)", domain=(0, 8), max_error=1e-3, refine=True)
    >>> t.target.met, t.error.evidence
    (True, 'proved')
    >>> clpwl.design(lambda x: np.abs(x - 0.3), domain=(-1, 1), max_error=1e-6,
    ...              partition="optimized").segments
    2
    >>> t = clpwl.design("exp(-x)", domain=(0, 10), max_error=1e-3, through=[(0, 1)], range=(0, 1))
    >>> float(t(0.0)), bool(t(np.linspace(0, 10, 100000)).min() >= 0)
    (1.0, True)
    >>> clpwl.design("bessel_j0", max_error=1e-9)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    clpwl.errors.TargetError: ...
    """
    for word, given in (("max_error", max_error), ("relative", relative)):
        if given is not None and not real(word, given) > 0:
            raise ArgumentError("%s is %s; a number above 0 is needed" % (word, shown(given)))
    for word, whole in (("segments", segments), ("max_segments", max_segments)):
        if whole is not None and not isinstance(whole, (str, bool)) and not real(word, whole) >= 1:
            raise ArgumentError("%s is %s; a number of at least 1 is needed" % (word, shown(whole)))
    refine = flag("refine", refine)
    prove = None if prove is None else flag("prove", prove)
    reporting = progress_callback(progress)
    function = open_function(f, kinks, name)
    weighing = None if weight is None else open_weight(weight)
    if domain is None and function.domain == (0.0, 0.0):
        raise ArgumentError("%s has no domain of its own: domain=(a, b) is needed" % function.name)
    a, b = (0.0, 0.0) if domain is None else reals("domain", domain)
    if domain is not None and a == b == 0:
        raise ArgumentError("domain is [0, 0]; a must be below b")
    for kink in () if kinks is None or domain is None else kinks:
        if not a <= kink <= b:
            raise ArgumentError("kinks: %g is outside the domain [%g, %g]" % (kink, a, b))
    given = sum(1 << part for part, word in ((c.CLPWL_PART_PARTITION, partition), (c.CLPWL_PART_FIT, fit),
                                      (c.CLPWL_PART_SHAPER, shaper), (c.CLPWL_PART_SYMMETRY, symmetry))
                if word is not None)
    options = sized(
        c.clpwl_design_options, a=a, b=b, segments=segments, max_error=max_error,
        norm=number("norm", ((_OWN_NORM.get(fit) if refine and isinstance(fit, str) else None) or "linf")
                    if norm is None else norm),
        partition=number("partition", ("optimized" if refine else "uniform") if partition is None else partition),
        shaper=number("shaper", "none" if shaper is None else shaper), fit=number("fit", "interpolant" if fit is None else fit),
        extend=number("extend", extend), aim=number("aim", aim), given=given, seconds=time,
        effort=c.CLPWL_EFFORT_REFINED if refine else c.CLPWL_EFFORT_ASYMPTOTIC,
        symmetry=number("symmetry", "none" if symmetry is None else symmetry), max_segments=max_segments, progress=reporting,
        proving=(c.CLPWL_PROVING_TRIED if prove is None else
                 c.CLPWL_PROVING_REQUIRED if prove else c.CLPWL_PROVING_FEATURES))
    gaps = c.clpwl_gaps()
    options.gaps = pointer(gaps)
    if tails is not None:
        given = _asymptotes(function) if isinstance(tails, str) and tails == "auto" else tails
        options.tails = pointer(_tails(given, extend))  # type: ignore[arg-type]
    if weighing or relative is not None:
        floor = None if relative is None else real("relative", relative)
        options.weight = pointer(sized(c.clpwl_weight, floor=floor,
                                       w=weighing and weighing.handle.address))
    constraints = _constraints(through, ends, range, keep, slope_error, shape)
    if constraints is not None:
        options.constraints = pointer(constraints)
    stored = number("storage", storage)
    is_fastest = options.aim == c.CLPWL_AIM_FASTEST
    if is_fastest and device is None:
        raise ArgumentError("aim=\"fastest\" is measured on a device: device= names it, or \"host\"")
    place = None if is_fastest and isinstance(device, str) and device.lower() == "host" else device
    if weight_bits is not None or place is not None or stored != c.CLPWL_STORAGE_FLOAT32:
        options.execution = pointer(_execution(weight_bits, place, stored))
    with raising():
        if is_fastest:
            context = None if place is None else context_of(device_text(place))
            handle = Handle(lib.clpwl_table_free, lib.clpwl_design_fastest, function.handle, byref(options),
                            context, c.CLPWL_USE_BATCH)
        else:
            handle = Handle(lib.clpwl_table_free, lib.clpwl_design, function.handle, byref(options))
    for l, r in list(zip(gaps.a, gaps.b))[:gaps.count]:
        warnings.warn("%s has no value that tells from %.3g to %.3g: the table has a line there"
                      % (function.name, l, r), stacklevel=2)
    table = Table(handle, function, weighing)
    # Refuses a table that no method can read, as on a domain beyond fp32.
    table.on("host", method="host-scalar")
    return table


def _constraints(through: Any, ends: Optional[str], bounds: Any, keep: Optional[str], slope_error: Any,
                 shape: Optional[str]) -> Any:
    if through is ends is bounds is keep is slope_error is shape is None:
        return None
    for name, given, needed in (("ends", ends, "exact"), ("keep", keep, "integral")):
        if given not in (None, needed):
            raise ArgumentError("%s is %s; \"%s\" is needed" % (name, shown(given), needed))
    places = () if through is None else through
    pairs = [pair if isinstance(pair, (tuple, list)) else (pair, None) for pair in places] if np.iterable(
        places) and not isinstance(places, (str, bytes)) else [()]
    if any(len(pair) != 2 for pair in pairs):
        raise TypeError("through is %s; pairs (x, y) are needed, or x alone" % shown(through))
    if bounds is not None and (not isinstance(bounds, (tuple, list)) or len(bounds) != 2):
        raise TypeError("range is %s; a pair is needed, None in the place of a bound that is not wished"
                        % shown(bounds))
    lo, hi = (None, None) if bounds is None else bounds
    rows = np.array([[real("through", x) for x, _ in pairs],
                     [nan if y is None else real("through", y) for _, y in pairs]], np.float64)
    made = sized(c.clpwl_constraints, count=len(pairs), exact_ends=int(ends is not None),
                 keep_integral=int(keep is not None), slope_error=slope_error,
                 shape=number("shape", "none" if shape is None else shape),
                 x=rows[0].ctypes.data, y=rows[1].ctypes.data,
                 lo=-inf if lo is None else real("range", lo), hi=inf if hi is None else real("range", hi))
    made.rows = rows  # which live as long
    return made


def _asymptotes(function: Function) -> Tuple[Optional[float], Optional[float]]:
    found = c.clpwl_tails()
    with raising():
        lib.clpwl_find_tails(byref(found), function.handle)
    if found.left != found.left and found.right != found.right:
        raise ArgumentError("tails=\"auto\": no linear asymptote of %s is known" % function.name)
    return found.left, found.right


def _tails(tails: Tuple[Optional[float], Optional[float]], extend: str) -> Any:
    if extend != "linear":
        raise ArgumentError("tails=%s: slopes are for extend=\"linear\"" % shown(tails))
    if not isinstance(tails, (tuple, list)) or len(tails) != 2:
        raise TypeError("tails is %s; \"auto\" or a pair of slopes is needed" % shown(tails))
    return c.clpwl_tails(*(nan if slope is None else real("tails", slope) for slope in tails))


def _execution(weight_bits: Optional[int], device: Any, storage: int) -> Any:
    if device is None:
        return sized(c.clpwl_execution, weight_bits=weight_bits, storage=storage,
                     from_image=int(storage != c.CLPWL_STORAGE_FLOAT32))
    if weight_bits is not None:
        raise ArgumentError("weight_bits and device exclude each other")
    if isinstance(device, str) and device.lower() == "host":
        raise ArgumentError("device=\"host\": the host has no filter; without device the error holds in fp32, "
                            "as the host computes")
    out = sized(c.clpwl_execution)
    lib.clpwl_context_execution(context_of(device_text(device)), storage, byref(out))
    return out


def from_samples(x: Any, y: Any, *, between: Optional[str] = None, sigma: Any = None,
                 smooth: Union[None, str, float] = None, name: Optional[str] = None, **options: Any) -> Table:
    """A table for the curve through samples.

    x, y     numbers in one dimension, in any order
    between  "monotone" (default), cubics that never leave the range of the two samples beside them; "linear";
             "spline", the natural cubic spline; or "step", the sample on the left
    sigma    standard deviations of y, as many; of samples at one x the mean is by 1/sigma^2
    smooth   removes noise of this standard deviation; "auto": as estimated from the samples
    name     of the function, for messages and files
    options  those of clpwl.design, but for f and kinks

    >>> import clpwl, numpy as np
    >>> x = np.linspace(0, 3, 50)
    >>> t = clpwl.from_samples(x, np.sin(x), between="spline", max_error=1e-3)
    >>> bool(abs(t(1.5) - np.sin(1.5)) < 1e-3)
    True
    """
    return _design_samples("from_samples", open_samples(x, y, between, sigma, smooth, name), options)


def from_file(path: Any, *, columns: Optional[str] = None, section: Optional[str] = None,
              between: Optional[str] = None, smooth: Union[None, str, float] = None, **options: Any) -> Table:
    """A table for the curve through the samples of a file, whose format is known by its content: text in
    columns, .npy, .xvg, LAMMPS, .cube, .spi1d, .csp, ICC.

    columns  of x and y, by number or name, as "2,3", "R,T" or "x,y,sigma"; of a .cube, .spi1d or .csp "r", "g" or "b"
    section  of a table of LAMMPS its keyword, of an ICC profile "rTRC", "gTRC", "bTRC" or "kTRC"
    between, smooth, options  those of from_samples

    >>> import clpwl, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "thermistor.csv")
    ...     with open(path, "w") as file:
    ...         _ = file.write("T;R\\nC;kOhm\\n0;32,65\\n25;10\\n50;3,60\\n")
    ...     t = clpwl.from_file(path, columns="R,T", between="linear", max_error=1e-3)
    >>> round(float(t(6.8)), 3)
    37.5
    """
    return _design_samples("from_file", open_file(path, columns, section, between, smooth), options)


def _design_samples(caller: str, samples: Function, options: Any) -> Table:
    for word in ("f", "kinks"):
        if word in options:
            raise TypeError("%s takes no %s: the samples are the function" % (caller, word))
    table = design(samples, **options)
    noise = c_double()
    lib.clpwl_function_noise(samples.handle, *samples.domain, byref(noise))
    # The largest of many normal deviations exceeds 3 sigma: a smaller error follows the noise.
    if table.error.linf < 3 * noise.value:
        warnings.warn("the samples carry noise of about %.2g, which this table follows: smooth=\"auto\" removes "
                      "it" % noise.value, stacklevel=3)
    return table


def from_knots(knots: Any, values: Any, *, extend: str = "clamp",
               tails: Optional[Tuple[Optional[float], Optional[float]]] = None,
               name: Optional[str] = None) -> Table:
    """The table through points of one's own. Its error is unknown, as it has no function.

    knots   ascending; equally spaced ones make a table with a uniform partition
    values  as many
    extend, tails  outside the domain, as of clpwl.design
    name    of the function, for files; `verify` looks it up

    >>> import clpwl
    >>> t = clpwl.from_knots([0, 1, 4], [1, 3, 0])
    >>> float(t(0.5))
    2.0
    """
    xs, ys = numbers("knots", knots), numbers("values", values)
    if xs.size != ys.size or xs.size < 2:
        raise ArgumentError("there are %d knots and %d values; at least 2 knots and as many values "
                            "are needed" % (xs.size, ys.size))
    unknown = c.clpwl_error(nan, nan, nan)
    spec = sized(c.clpwl_table_spec, knots=xs.ctypes.data, values=ys.ctypes.data,
                 segments=xs.size - 1, extend=number("extend", extend),
                 function=None if name is None else encode(name, "name"), estimate=unknown, measured=unknown,
                 proved=unknown, partition=c.CLPWL_PARTITION_UNIFORM)

    if isinstance(tails, str) and tails == "auto":
        raise ArgumentError("tails=\"auto\" takes the asymptotes of a function, and points have none: a pair "
                            "of slopes is needed")
    if tails is not None:
        spec.tails = pointer(_tails(tails, extend))

    def make() -> Table:
        return Table(Handle(lib.clpwl_table_free, lib.clpwl_table_create, byref(spec)))

    try:
        return make()
    except ArgumentError:  # not equally spaced, or wrong in another way
        spec.partition = c.CLPWL_PARTITION_OPTIMIZED
        return make()
