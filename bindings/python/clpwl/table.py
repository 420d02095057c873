# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables: what is known of them, their values, and what follows from them."""
import ctypes
from ctypes import byref, c_size_t, c_void_p
from typing import Any, NamedTuple, Optional, Tuple, Union

import numpy as np

from ._evaluator import Device, Evaluator
from ._functions import Function
from ._library import (Handle, decode, doubles, encode, encode_path, lib, number, pair, real,
                       take_text, word)
from ._shared import SharedEvaluator
from ._words import plain

Limit = Union[float, np.ndarray]


class Domain(NamedTuple):
    """The interval [a, b] on which a table approximates its function."""

    a: float
    b: float


class Error(NamedTuple):
    """An error in the three norms; `evidence` is measured, exhausted, proved or unknown."""

    l1: float
    l2: float
    linf: float
    evidence: str


class Target(NamedTuple):
    """The error that a table was designed for, and the error that it has."""

    max_error: float
    norm: str
    reached: float
    evidence: str
    met: bool


class Constraints(NamedTuple):
    """What a table is held to: lo <= v <= hi, y at x, an integral or NaN, slopes as found (0: not asked for);
    how far it may be from that in fp32."""

    lo: float
    hi: float
    x: np.ndarray
    y: np.ndarray
    range_error: float
    value_error: float
    integral: float
    integral_error: float
    slope_error: float
    shape: str
    shape_error: float


def known_error(error: Any, is_proved: bool) -> Error:
    """A clpwl_error as a named tuple."""
    evidence = "unknown" if np.isnan(error.linf) else "proved" if is_proved else "measured"
    return Error(error.l1, error.l2, error.linf, evidence)


def _ends(domain: Domain) -> Tuple[str, str]:
    """The ends in six digits, or in as many as show them to 1e-4 of the domain's length."""
    most = 1e-4 * (domain.b - domain.a)
    texts = [["%.*g" % (digits, end) for end in domain] for digits in range(6, 18)]
    return next(((a, b) for a, b in texts if max(abs(float(a) - domain.a), abs(float(b) - domain.b)) <= most),
                (texts[-1][0], texts[-1][1]))


def _limits(name: str, values: Any) -> np.ndarray:
    try:
        given = np.asarray(values)
        if given.dtype.kind not in "SUc":  # texts and complex numbers would be converted
            return given.astype(np.float64, copy=False)
    except (TypeError, ValueError):  # an array of pyopencl, for one
        pass
    raise TypeError("%s is of the type %s; a number or an array of numpy is needed" %
                    (name, type(values).__name__))


class Table:
    """A piecewise linear table. clpwl.design, from_samples and load make one. It never changes, and
    any number of threads may use it. Tables are equal if their table files are, as copies are.

    >>> import clpwl
    >>> t = clpwl.design("bessel_j0", domain=(0, 20), max_error=1e-3)
    >>> t  # doctest: +ELLIPSIS
    <clpwl.Table bessel_j0 on [0, 20]: 11... segments, uniform, minimax; linf error 0.00...>
    >>> t.segments < 160, t.domain.b, t.error.evidence
    (True, 20.0, 'proved')
    """

    def __init__(self, handle: Handle, function: Optional[Function] = None,
                 weight: Optional[Function] = None) -> None:
        if not isinstance(handle, Handle):
            raise TypeError("clpwl.Table is not called: clpwl.load reads a table file, clpwl.design and "
                            "from_samples make a table")
        self._handle = handle
        self._function = function  # of a live design; a pickled table has its name only
        self._weight = weight
        self._evaluators: dict = {}

    # What is known.

    @property
    def function(self) -> str:
        """The name of the function."""
        return decode(lib.clpwl_table_function(self._handle))

    @property
    def segments(self) -> int:
        """The number of segments."""
        return int(lib.clpwl_table_segments(self._handle))

    @property
    def domain(self) -> Domain:
        """The interval [a, b]: fields a and b."""
        return Domain(*pair(lib.clpwl_table_domain, self._handle))

    @property
    def partition(self) -> str:
        """Where the knots lie: uniform or optimized."""
        return word("partition", lib.clpwl_table_partition(self._handle))

    @property
    def fit(self) -> str:
        """Which values stand at the knots: interpolant, projection, minimax ..."""
        return word("fit", lib.clpwl_table_fit(self._handle))

    @property
    def extend(self) -> str:
        """What the table is outside its domain: clamp, zero, repeat, mirror, nan or linear."""
        return word("extend", lib.clpwl_table_extend(self._handle))

    @property
    def tails(self) -> Optional[Tuple[float, float]]:
        """The slopes to the left and the right of the domain where extend is linear; or None."""
        if self.extend != "linear":
            return None
        tails = lib.clpwl_table_tails(self._handle)
        return tails.left, tails.right

    @property
    def shaper(self) -> str:
        """The function of x in which the table is piecewise linear; none: x itself."""
        return word("shaper", lib.clpwl_table_shaper(self._handle))

    @property
    def symmetry(self) -> str:
        """The law by which f(-x) follows from f(x): even, odd, ramp or point; or none."""
        return word("symmetry", lib.clpwl_table_symmetry(self._handle))

    @property
    def storage(self) -> str:
        """What the values are numbers of: float32, or the storage of the design. Evaluators, errors and
        `source` take it unless another one is named."""
        return word("storage", lib.clpwl_table_storage(self._handle))

    def _numbers(self, function: Any) -> np.ndarray:
        return doubles(function(self._handle), self.segments + 1, self._handle)

    @property
    def knots(self) -> np.ndarray:
        """The knots, ascending: a read-only array of doubles, not copied."""
        return self._numbers(lib.clpwl_table_knots)

    @property
    def values(self) -> np.ndarray:
        """The values at the knots: a read-only array of doubles, not copied."""
        return self._numbers(lib.clpwl_table_values)

    @property
    def error(self) -> Error:
        """The error as executed in fp32 from values in `storage`: fields l1, l2, linf and evidence.
        The bound of linf is proved for all real x, or measured."""
        proved = lib.clpwl_table_proved(self._handle)
        return known_error(lib.clpwl_table_executed_error(self._handle, None),
                           not np.isnan(proved.linf))

    @property
    def weighted_error(self) -> Optional[Error]:
        """The weighted (relative) error as executed, as `error` is; None for other designs. It has the evidence
        of the target, if there is one: rounding may take a proved error above a target that is met."""
        weighting = lib.clpwl_table_weighting(self._handle)
        if not weighting:
            return None
        target = self.target
        return known_error(weighting[0].executed, weighting[0].proved.linf > 0 and
                           (target is None or target.evidence == "proved"))

    @property
    def target(self) -> Optional[Target]:
        """The error that was asked for, and whether it is met; None for a number of segments."""
        rows = lib.clpwl_table_target(self._handle)
        if not rows:
            return None
        t = rows[0]
        return Target(t.max_error, word("norm", t.norm), t.reached, word("evidence", t.evidence),
                      t.reached <= t.max_error)

    @property
    def constraints(self) -> Optional[Constraints]:
        """What the table is held to, by keywords of clpwl.design from through on; None: nothing."""
        rows = lib.clpwl_table_constraints(self._handle)
        if not rows:
            return None
        held, off = rows[0], lib.clpwl_table_constraints_error(self._handle, None)
        x, y = (doubles(at, held.count, self._handle) if held.count else np.zeros(0) for at in (held.x, held.y))
        return Constraints(held.lo, held.hi, x, y, off.range, off.value,
                           held.integral if held.keep_integral else np.nan, off.integral, held.slope_found,
                           word("shape", held.shape), off.shape)

    @property
    def steepness(self) -> float:
        """The largest slope: a change d of x adds at most so many |d| to the error."""
        return lib.clpwl_table_steepness(self._handle)

    def __repr__(self) -> str:
        target, weighted = self.target, self.weighted_error
        error = weighted or self.error
        norm, size, evidence = ((target.norm, target.reached, target.evidence) if target else
                                ("linf", error.linf, error.evidence))
        return ("<clpwl.Table %s on [%s, %s]: %d segment%s, %s, %s; %s%s error %.3g (%s)>" % (
            (plain(self.function),) + _ends(self.domain) +
            (self.segments, "" if self.segments == 1 else "s", self.partition, self.fit,
             "weighted " if weighted else "", norm, size, evidence)))

    # Values.

    def _by(self, quantity: str) -> Evaluator:
        try:
            return self._evaluators[quantity]
        except KeyError:  # of two threads one wins
            made = Evaluator(self, quantity=quantity)
            return self._evaluators.setdefault(quantity, made)

    def __call__(self, x: Any, out: Any = None, dtype: Any = None, **opencl: Any) -> Any:
        """The table's values at x, outside the domain too (`extend`).

        x      a number, or an array of any shape, stride and real type. It is rounded to float32.
        out    an array of the shape of x, for the values; it may be x. It is returned.
        dtype  of the values. If neither it nor out is given, it is float16 for an x of float16, whose
               values are rounded once, and otherwise float32

        For an array of pyopencl, the values are computed on the array's device and the result is
        such an array, whose `events` have the event; queue= and wait_for= are as in pyopencl. For
        an array of dask the result is one of dask, with the chunks of x. What has __array_ufunc__,
        as Series of pandas and arrays of xarray, keeps its index, names and coordinates.

        >>> import clpwl, numpy as np
        >>> t = clpwl.design("bessel_j0", domain=(0, 20), max_error=1e-4)
        >>> y = t(np.linspace(0, 20, 6).reshape(2, 3))
        >>> y.shape, y.dtype
        ((2, 3), dtype('float32'))
        >>> print("%.3f" % t(2.404826))
        0.000
        """
        try:
            return self._evaluators["value"](x, out, dtype, **opencl)
        except KeyError:
            return self._by("value")(x, out, dtype, **opencl)

    def derivative(self, x: Any, out: Any = None, dtype: Any = None, **opencl: Any) -> Any:
        """The slope of the table at x, constant on each segment; arguments as of a call."""
        return self._by("derivative")(x, out, dtype, **opencl)

    def integral(self, a: Optional[Limit] = None, b: Optional[Limit] = None) -> Any:
        """The integral of the table from a to b, in double; arrays of limits give an array. Without
        limits it is that over the domain.

        >>> import clpwl
        >>> print("%.4f" % clpwl.design("gaussian", domain=(0, 8), max_error=1e-5).integral(0, 8))
        1.2533
        """
        lo = self.domain.a if a is None else a
        hi = self.domain.b if b is None else b
        if not any(isinstance(limit, (list, tuple)) or np.ndim(limit) for limit in (lo, hi)):
            return lib.clpwl_table_integral(self._handle, real("a", lo), real("b", hi))
        los, his = np.broadcast_arrays(_limits("a", lo), _limits("b", hi))
        flat = [lib.clpwl_table_integral(self._handle, p, q) for p, q in zip(los.flat, his.flat)]
        return np.array(flat, np.float64).reshape(los.shape)

    def inverse(self, extend: str = "clamp") -> "Table":
        """The table of the inverse of a strictly monotone table; extend is clamp or nan."""
        return Table(Handle(lib.clpwl_table_free, lib.clpwl_table_inverse, self._handle,
                            number("extend", extend)))

    def widen(self, a: float, b: float) -> "Table":
        """The same table on the wider domain [a, b]: its tails become segments. `extend` is clamp
        or linear. The error is unknown; verify measures it there.

        >>> import clpwl
        >>> t = clpwl.design("tanh", domain=(0, 4), max_error=1e-3)
        >>> wide = t.widen(-1, 6)
        >>> wide.domain.b, wide.segments - t.segments, bool(wide(5.0) == t(5.0))
        (6.0, 2, True)
        """
        handle = Handle(lib.clpwl_table_free, lib.clpwl_table_widen, self._handle,
                        real("a", a), real("b", b))
        return Table(handle, self._function)

    def on(self, device: Any = None, *, method: Optional[str] = None,
           max_error: Optional[float] = None, norm: str = "linf", storage: str = "default",
           quantity: str = "value") -> Evaluator:
        """The table on a device, called as the table is.

        device    "host"; one of clpwl.devices() or its number, "cpu", "gpu" or part of a name; a context
                  or queue of pyopencl; None: $CLPWL_DEVICE, or the best OpenCL device; a list of
                  these: a SharedEvaluator, on all of them at once
        method    as of `clpwl methods`; None: the fastest of those that meet max_error
        storage   of the values: default, that of the design; float32, half, unorm16, unorm8, bfloat16;
                  or any, the fastest that meets max_error
        quantity  value, derivative or integral (from a to x)
        """
        is_list = isinstance(device, (list, tuple)) and not isinstance(device, Device)
        kind = SharedEvaluator if is_list else Evaluator
        return kind(self, device, method=method, max_error=max_error, norm=norm, storage=storage,
                    quantity=quantity)

    def verify(self, f: Any = None, **options: Any) -> Any:
        """Compares values with the function; see clpwl.Verification. Options: arguments, every,
        device, method, storage, seed, progress.

        f  the function, where the table does not know it: after load, and after pickling, tables of
           callables and samples know only its name
        """
        from ._verify import verify
        return verify(self, f, **options)

    def plot(self, f: Any = None, axes: Any = None) -> Any:
        """Draws table, function and error by matplotlib, and returns the figure.

        f     the function, as for verify
        axes  of matplotlib, to draw the table alone into them
        """
        from ._plot import plot
        return plot(self, f, axes)

    def _repr_svg_(self) -> Optional[str]:
        try:
            from ._plot import svg
        except ImportError:  # no matplotlib: notebooks show repr()
            return None
        return svg(self)

    # Text.

    def source(self, language: str = "opencl", name: str = "f", storage: str = "default") -> str:
        """The table as source text that needs no library: `float NAME(float x)` in a language of
        `clpwl export`, by default in the storage of the design. The preamble of pyopencl's
        ElementwiseKernel takes the text of opencl."""
        return take_text(lib.clpwl_table_export_stored, self._handle, number("language", language),
                         number("storage", storage), encode(name, "name"))

    def save(self, path: Any) -> None:
        """Writes the table to a file, which load and the commands read."""
        lib.clpwl_table_save(self._handle, encode_path(path))

    def _text(self) -> bytes:
        text, length = c_void_p(), c_size_t()
        lib.clpwl_table_save_text(self._handle, byref(text), byref(length))
        try:
            return ctypes.string_at(text.value or 0, length.value)
        finally:
            lib.clpwl_free(text)

    def __reduce__(self) -> Tuple[Any, Tuple[bytes]]:
        return _from_text, (self._text(),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self is other or self._text() == other._text()

    def __hash__(self) -> int:
        return hash(self._text())


def _from_text(text: bytes) -> Table:
    return Table(Handle(lib.clpwl_table_free, lib.clpwl_table_load_text, text, len(text)))


def load(path: Any) -> Table:
    """Reads a table file, of Table.save or `clpwl design -o`."""
    return Table(Handle(lib.clpwl_table_free, lib.clpwl_table_load, encode_path(path)))

