# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of one variable, and weights of errors."""
import os
import re
from ctypes import byref, c_double, c_size_t, c_void_p
from numbers import Real
from typing import Any, Callable, Dict, Optional, Sequence, Tuple, Union

import numpy as np

from ._callbacks import many, raising
from ._library import Handle, array_of, c, decode, encode, lib, number, pair, real, sized
from ._words import shown
from .errors import ArgumentError, ClpwlError, UnknownNameError

Source = Union[str, Callable[[np.ndarray], Any]]


class Function:
    """A clpwl_function, and the Python function that it calls."""

    __slots__ = ("handle", "_callback")

    def __init__(self, make: Callable[..., None], *arguments: Any, callback: Any = None) -> None:
        self._callback = callback
        self.handle = Handle(lib.clpwl_function_free, make, *arguments)

    @property
    def name(self) -> str:
        return decode(lib.clpwl_function_name(self.handle))

    @property
    def domain(self) -> Tuple[float, float]:
        return pair(lib.clpwl_function_domain, self.handle)

    def __call__(self, x: Any) -> np.ndarray:
        """f(x) in double; NaN where f is not finite."""
        flat = np.asarray(x, np.float64).ravel()
        y = np.full(flat.shape, np.nan)
        value = c_double()
        with raising():
            for i, at in enumerate(flat):
                try:
                    lib.clpwl_function_value(self.handle, at, byref(value))
                    y[i] = value.value
                except ArithmeticError:
                    pass
        return y.reshape(np.shape(x))


def numbers(name: str, values: Any) -> np.ndarray:
    """A contiguous array of doubles of one dimension."""
    masked = np.ma.count_masked(values) if np.ma.isMaskedArray(values) else 0
    if masked:
        raise ValueError("%s has %d masked numbers: leave these samples out, as by x[~y.mask] and "
                         "y.compressed()" % (name, masked))
    array = array_of(name, values)
    if array.ndim != 1 or array.dtype.kind not in "fiub":
        raise ValueError("%s has the shape %s and the type %s; real numbers in one dimension are "
                         "needed" % (name, array.shape, array.dtype))
    return np.ascontiguousarray(array, np.float64)


def open_function(source: Union[Source, Function], kinks: Optional[Sequence[float]] = None,
                  name: Optional[str] = None) -> Function:
    """A function of the catalogue, a formula or a callable. No kinks, (), are a promise."""
    if isinstance(source, Function):
        return source
    try:
        places = None if kinks is None else np.sort(numbers("kinks", np.asarray(kinks, np.float64)))
    except (TypeError, ValueError):
        raise TypeError("kinks is %s; a list of numbers, as [0.3], is needed" % shown(kinks)) from None
    count = 0 if places is None else places.size
    # An empty array has an address, too: the formula is then known to be smooth.
    at = None if places is None else np.append(places, 0.0).ctypes.data_as(c_void_p)
    if callable(source):
        own = str(getattr(source, "__name__", "f"))
        if name is not None:
            encode(name, "name")
        own = name or (own if re.fullmatch(r"[\w .:+*/^()-]+", own) else "f")
        callback = many(source, own)
        return Function(lib.clpwl_function_create, byref(sized(
            c.clpwl_function_spec, name=encode(own), many=callback, kinks=at if count else None,
            kink_count=count, smooth=int(places is not None and not count))), callback=callback)
    if not isinstance(source, str):
        raise TypeError("f is of the type %s; a name, a formula or a callable is needed; clpwl.from_samples(x, y) "
                        "takes numbers" % type(source).__name__)
    if name is not None:
        raise ArgumentError("name is %.60r, which is for a callable; %.60r is its own name" %
                            (name, source))
    is_name = re.fullmatch(r"\s*[^\W\d]\w*\s*(:.*)?", source) and source.strip() != "x"
    try:
        function = Function(lib.clpwl_function_from_catalogue, encode(source))
    except (UnknownNameError, ArgumentError):
        if is_name:
            raise
        return Function(lib.clpwl_function_from_formula, encode(source), at, count)
    if places is not None:
        raise ValueError("kinks are for formulas and callables; %s declares its own" % source)
    return function


def function_of_name(name: str) -> Optional[Function]:
    """The function that a table's record of it names; None for one of a callable or of samples."""
    try:
        return open_function(name)
    except ClpwlError:
        return None


def open_weight(weight: Any) -> Function:
    """A weight: a formula, a name, a callable, points (x, w), or recorded arguments."""
    if isinstance(weight, str) or callable(weight):
        return open_function(weight, name="weight" if callable(weight) else None)
    if isinstance(weight, tuple) and len(weight) == 2 and not isinstance(weight[0], Real):
        x, w = numbers("x of the weight", weight[0]), numbers("w of the weight", weight[1])
        if x.size != w.size:
            raise ValueError("the weight has %d x and %d w" % (x.size, w.size))
        return Function(lib.clpwl_function_from_points, None, x.ctypes.data_as(c_void_p),
                        w.ctypes.data_as(c_void_p), x.size)
    x = numbers("weight", weight)
    return Function(lib.clpwl_function_from_arguments, None, x.ctypes.data_as(c_void_p), x.size)


def open_samples(x: Any, y: Any, between: Optional[str], sigma: Any, smooth: Union[None, str, float],
                 name: Optional[str]) -> Function:
    """The curve through samples; `smooth` removes noise of that deviation, or "auto"."""
    xs, ys = numbers("x", x), numbers("y", y)
    if xs.size != ys.size:
        raise ValueError("x has %d numbers, y has %d" % (xs.size, ys.size))
    deviations = None if sigma is None else numbers("sigma", sigma)
    if deviations is not None and deviations.size != xs.size:
        raise ValueError("x has %d numbers, sigma has %d" % (xs.size, deviations.size))
    samples = sized(c.clpwl_samples, name=None if name is None else encode(name, "name"),
                    x=xs.ctypes.data, y=ys.ctypes.data, n=xs.size,
                    sigma=None if deviations is None else deviations.ctypes.data,
                    between=number("between", "auto" if between is None else between))
    return _smoothed(smooth, lib.clpwl_function_from_data, byref(samples))


def open_file(path: Any, columns: Optional[str], section: Optional[str], between: Optional[str],
              smooth: Union[None, str, float]) -> Function:
    """The curve through the samples of a file."""
    reading = sized(c.clpwl_reading, columns=None if columns is None else encode(columns, "columns"),
                    section=None if section is None else encode(section, "section"),
                    between=number("between", "auto" if between is None else between))
    return _smoothed(smooth, lib.clpwl_function_read_data, os.fsencode(path), byref(reading))


def _smoothed(smooth: Union[None, str, float], make: Callable[..., None], *arguments: Any) -> Function:
    is_auto = isinstance(smooth, str) and smooth == "auto"
    if smooth is not None and smooth is not False and not is_auto:
        if not real("smooth", smooth) > 0:
            raise ArgumentError("smooth is %s; a number above 0 or \"auto\" is needed" % shown(smooth))
    f = Function(make, *arguments)
    if smooth is None or smooth is False:
        return f
    return Function(lib.clpwl_function_smoothed, f.handle, 0.0 if is_auto else float(smooth))


def functions() -> Dict[str, str]:
    """The functions of the catalogue, with a line about each.

    >>> functions()["gelu"]
    'x (1 + erf(x/sqrt(2)))/2, exactly'
    """
    count = c_size_t()
    rows = lib.clpwl_catalogue(byref(count))
    return {decode(rows[i].name): decode(rows[i].text) for i in range(count.value)}

