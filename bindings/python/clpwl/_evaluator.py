# SPDX-License-Identifier: GPL-3.0-or-later
"""Evaluation of numbers and arrays, on the host or a device."""
import ctypes
import sys
import threading
from contextlib import contextmanager
from ctypes import byref, c_char, c_float, c_size_t, c_void_p
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional

import numpy as np

from ._library import Handle, array_of, c, decode, encode, lib, number, sized, word
from ._words import plain, shown

if TYPE_CHECKING:
    from .table import Table

FLOAT32 = np.dtype(np.float32)
FLOAT16 = np.dtype(np.float16)
PLAIN = 0x101  # C-contiguous and aligned, of ndarray.flags.num (NPY_ARRAY_C_CONTIGUOUS, _ALIGNED)
NUMBERS = frozenset((float, int, np.float32, np.float64))  # that ctypes takes for a float
_address_of = ctypes.addressof
_char_at = c_char.from_buffer
_eval = lib.clpwl_eval
_eval_half = lib.clpwl_eval_half
WRONG_DEVICE = ("device is of the type %s; \"host\", a number or a name of clpwl.devices(), or a context or "
                "queue of pyopencl is needed")
_contexts: Dict[Optional[str], Handle] = {}
_contexts_lock = threading.Lock()


class Device(NamedTuple):
    """An OpenCL device; `number` as a text selects it."""

    number: int
    name: str
    platform: str
    kind: str
    usable: bool


def devices() -> List[Device]:
    """The OpenCL devices of this machine, which `Table.on` takes."""
    rows, count = c_void_p(), c_size_t()
    lib.clpwl_devices(byref(rows), byref(count))
    try:
        found: Any = ()
        if rows.value:
            found = (c.clpwl_device_info * count.value).from_address(rows.value)
        kinds = ("cpu", "gpu", "accelerator", "other")
        return [Device(i, decode(d.name), decode(d.platform), kinds[d.kind], bool(d.usable))
                for i, d in enumerate(found)]
    finally:
        lib.clpwl_free(rows)


def open_context(device: Optional[str]) -> Handle:
    """The context of a device, made once; None: the best device, or $CLPWL_DEVICE."""
    with _contexts_lock:
        if device not in _contexts:
            options = sized(c.clpwl_context_options, device=encode(device) if device else None)
            _contexts[device] = Handle(lib.clpwl_context_free, lib.clpwl_context_create,
                                       byref(options))
        return _contexts[device]


def device_text(device: Any) -> Any:
    """A device, or its number, as the text that selects it; anything else as it is."""
    if isinstance(device, Device):
        device = device.number
    return str(device) if isinstance(device, (int, np.integer)) and not isinstance(device, bool) else device


def context_of(device: Any) -> Handle:
    """The context of what device_text returns: of a name, None, or an object of pyopencl."""
    if device is None or isinstance(device, str):
        return open_context(device)
    if "pyopencl" not in sys.modules:
        raise TypeError(WRONG_DEVICE % type(device).__name__)
    from ._opencl import wrap_context
    return wrap_context(device)


class _Reader:
    """A clpwl_evaluator, for one thread at a time, and room for one number."""

    __slots__ = ("handle", "address", "room", "x", "y")

    def __init__(self, context: Optional[Handle], table: Handle, options: Any) -> None:
        self.handle = Handle(lib.clpwl_evaluator_free, lib.clpwl_evaluator_create, context, table,
                             byref(options))
        self.address = self.handle.address
        self.room = (c_float * 2)()
        self.x = ctypes.addressof(self.room)
        self.y = self.x + ctypes.sizeof(c_float)


def natural_kind(x: Any, out: Any, dtype: Any) -> np.dtype:
    """float16 where x and the values have it; otherwise float32."""
    is_half = x.dtype.type is np.float16 and dtype is None and (out is None or out.dtype == FLOAT16)
    return FLOAT16 if is_half else FLOAT32


def _is_real(dtype: np.dtype) -> bool:
    """Whether a type has real numbers: those of ml_dtypes too, whose kind is that of records."""
    return dtype.kind in "fiub" or (dtype.kind == "V" and dtype.names is None and np.can_cast(dtype, np.float64))


class _Ufunc:
    """An evaluator as a ufunc of numpy, for containers of arrays that have __array_ufunc__: those of pandas
    and xarray keep their index, names and coordinates."""

    nin = nout = 1
    nargs = 2
    signature = None

    def __init__(self, evaluator: "Evaluator", dtype: Any) -> None:
        self.__name__, self._evaluator, self._dtype = "clpwl", evaluator, dtype

    def __call__(self, x: Any) -> Any:
        return self._evaluator(x, None, self._dtype)


def _place(a: np.ndarray) -> int:
    """The address of a contiguous array. The first way is the faster one, for writable arrays."""
    try:
        return _address_of(_char_at(a))  # type: ignore[arg-type]
    except (TypeError, ValueError, BufferError):
        return a.__array_interface__["data"][0]


class Evaluator:
    """A table where it is read: on the host, or on an OpenCL device. Table.on makes one."""

    def __init__(self, table: "Table", device: Any = "host", **options: Any) -> None:
        check_table(table)
        # Not the table itself, whose own evaluators would keep it alive.
        self._table, self.function = table._handle, table.function
        device = device_text(device)
        self._made_of = (device, options)
        is_host = isinstance(device, str) and device == "host"
        self._context: Optional[Handle] = None if is_host else context_of(device)
        self._options = _evaluator_options(**options)
        self._near: Dict[Any, Evaluator] = {}
        # Readers that no thread uses. A thread takes one out, so that threads run side by side.
        self._idle = [_Reader(self._context, self._table, self._options)]
        first = self._idle[0].handle
        self.method = decode(lib.clpwl_evaluator_method(first))
        self.storage = word("storage", lib.clpwl_evaluator_storage(first))
        self.device = decode(lib.clpwl_evaluator_device(first))

    @property
    def error(self) -> Any:
        """The error of the values as they are computed here, by this method in this storage: fields l1, l2,
        linf and evidence, as of Table.error. None for derivatives and integrals."""
        from .table import known_error
        if self._made_of[1].get("quantity", "value") != "value":
            return None
        with self.reader() as taken:
            return known_error(lib.clpwl_evaluator_error(taken.handle),
                               not np.isnan(lib.clpwl_table_proved(self._table).linf))

    @property
    def half_error(self) -> Any:
        """The error of float16 values, as the table's error: rounded to float16, against f."""
        from .table import known_error
        with self.reader() as taken:
            return known_error(lib.clpwl_evaluator_half_error(taken.handle), False)

    @contextmanager
    def reader(self) -> Iterator[_Reader]:
        """A reader for this thread alone."""
        taken = self._take()
        try:
            yield taken
        finally:
            self._idle.append(taken)

    def _take(self) -> _Reader:
        try:
            return self._idle.pop()
        except IndexError:  # all are in use
            return _Reader(self._context, self._table, self._options)

    def near(self, queue: Any) -> "Evaluator":
        """The same on the device of a queue of pyopencl."""
        key = (queue.context.int_ptr, queue.device.int_ptr)
        if key not in self._near:
            self._near[key] = Evaluator(_table_of(self._table), queue, **self._made_of[1])
        return self._near[key]

    def __repr__(self) -> str:
        return "<clpwl.Evaluator of %s by %s on %s>" % (plain(self.function), self.method, plain(self.device))

    def __reduce__(self) -> Any:
        return _remake, (_table_of(self._table),) + self._made_of

    def __call__(self, x: Any, out: Any = None, dtype: Any = None, **opencl: Any) -> Any:
        """The quantity at x; see Table.__call__."""
        if dtype is None and not opencl:
            kind = type(x)
            if (kind is np.ndarray and x.dtype == FLOAT32 and x.size and
                    x.flags.num & PLAIN == PLAIN):
                if out is None:
                    y = np.empty(x.shape, FLOAT32)
                    self._read(_place(x), _place(y), x.size)
                    return y if y.ndim else y[()]
                if type(out) is np.ndarray and out.dtype == FLOAT32 and out.shape == x.shape:
                    flags = out.flags
                    if flags.carray:
                        at, to, size = _place(x), _place(out), x.nbytes
                        if at == to or at + size <= to or to + size <= at:
                            self._read(at, to, x.size)
                            return out
            elif out is None and kind in NUMBERS:
                return self._read_one(x)
        return self._convert(x, out, dtype, opencl)

    def _read(self, x: int, y: int, size: int, kind: np.dtype = FLOAT32) -> None:
        """So many numbers of a kind, by their addresses."""
        taken = self._take()
        try:
            (_eval if kind is FLOAT32 else _eval_half)(taken.address, x, y, size)
        finally:
            self._idle.append(taken)

    def _read_one(self, x: float) -> np.float32:
        taken = self._take()
        try:
            room = taken.room
            room[0] = x
            _eval(taken.address, taken.x, taken.y, 1)
            return np.float32(room[1])
        finally:
            self._idle.append(taken)

    def _convert(self, x: Any, out: Any, dtype: Any, opencl: Dict[str, Any]) -> Any:
        """Everything but contiguous float32. A float16 that is not converted is a half."""
        if dtype is not None:
            _check_dtype(dtype)
        pyopencl, dask = sys.modules.get("pyopencl.array"), sys.modules.get("dask.array")
        if pyopencl and isinstance(x, pyopencl.Array):
            from ._opencl import enqueue
            return enqueue(self, x, out, dtype, **opencl)
        if opencl:
            raise TypeError("%s: only for arrays of pyopencl" % ", ".join(opencl))
        if dask and isinstance(x, dask.Array):
            if out is not None:
                raise TypeError("out=: an array of dask cannot be written")
            kind = natural_kind(x, None, dtype)
            y = x.map_blocks(self, dtype=kind, meta=np.empty((0,) * x.ndim, kind))
            return y if dtype is None else y.astype(dtype)
        if isinstance(x, np.ma.MaskedArray):
            if out is not None:
                raise TypeError("out=: not for masked arrays")
            return np.ma.masked_array(self(x.data, None, dtype), mask=np.ma.getmaskarray(x))
        if out is None and hasattr(x, "__array_ufunc__") and not isinstance(x, (np.ndarray, np.generic)):
            try:
                y = x.__array_ufunc__(_Ufunc(self, dtype), "__call__", x)
            except AttributeError:  # of a ufunc of numpy alone, as polars asks for
                y = NotImplemented
            if y is not NotImplemented:
                return y
        given = array_of("x", x)
        if given.dtype.kind == "O" and all(isinstance(v, (Real, Decimal)) for v in given.flat):
            given = given.astype(np.float64)  # 2**64, fractions
        kind = natural_kind(given, out if isinstance(out, np.ndarray) else None, dtype)
        if (out is None and dtype is None and given.dtype == kind and given.ndim > 1 and
                given.flags.fnc):
            return self(given.T).T
        if not _is_real(given.dtype):
            raise TypeError("x has the type %s; real numbers are needed" % given.dtype)
        with np.errstate(over="ignore"):  # beyond fp32 is infinity, as for any argument
            plain = given.astype(kind, order="C", copy=False)
        if not plain.flags.aligned:
            plain = plain.copy()
        y = self._target(plain, out)
        if plain.size:
            self._read(_place(plain), _place(y), plain.size, kind)
        if out is not None:
            if y is not out:
                np.copyto(out, y, casting="same_kind")
            return out
        if dtype is not None:
            y = y.astype(dtype, casting="same_kind", copy=False)
        return y if y.ndim else y[()]

    @staticmethod
    def _target(x: np.ndarray, out: Any) -> np.ndarray:
        """Where the values go: `out` itself, or room of their own if it is of another kind."""
        if out is None:
            return np.empty(x.shape, x.dtype)
        if not isinstance(out, np.ndarray):
            raise TypeError("out is of the type %s; an array is needed" % type(out).__name__)
        if out.shape != x.shape:
            raise ValueError("out has the shape %s; x has %s" % (out.shape, x.shape))
        if not out.flags.writeable:
            raise ValueError("out is read-only")
        same = x.size and _place(out) == _place(x) and out.strides == x.strides
        if (out.dtype == x.dtype and out.flags.carray and
                (same or not np.may_share_memory(out, x))):
            return out
        return np.empty(x.shape, x.dtype)


def check_table(table: Any) -> None:
    from .table import Table
    if not isinstance(table, Table):
        raise TypeError("table is of the type %s; a clpwl.Table is needed" % type(table).__name__)


def _check_dtype(dtype: Any) -> None:
    try:
        own = np.dtype(dtype)
    except (TypeError, ValueError):
        own = None
    # Of the types of ml_dtypes, those that have a half.
    if own is None or not (own.kind == "f" or (own.kind == "V" and _is_real(own) and
                                               np.float32(0.5).astype(own) == 0.5)):
        raise TypeError("dtype is %.60s; a type of real floating-point numbers is needed" %
                        (shown(dtype) if own is None else own))


def _evaluator_options(*, method: Optional[str] = None, max_error: Optional[float] = None,
                       norm: str = "linf", storage: str = "default", quantity: str = "value",
                       kernel: bool = False) -> Any:
    return sized(c.clpwl_evaluator_options, method=None if method is None else encode(method, "method"),
                 max_error=max_error, norm=number("norm", norm), storage=number("storage", storage),
                 quantity=number("quantity", quantity),
                 use=c.CLPWL_USE_KERNEL if kernel else c.CLPWL_USE_BATCH)


def _table_of(handle: Handle) -> "Table":
    from .table import Table
    return Table(handle)


def _remake(table: "Table", device: Any, options: Dict[str, Any]) -> Evaluator:
    return table.on(device, **options)
