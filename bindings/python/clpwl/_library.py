# SPDX-License-Identifier: GPL-3.0-or-later
"""The library: found, loaded, and its functions declared. A call that fails raises."""
import ctypes
import glob
import operator
import os
from ctypes import byref, c_int, c_void_p, sizeof
from typing import Any, Callable, Optional, Tuple

import numpy as np

from . import _declarations as c
from ._words import shown
from .errors import BY_STATUS, ArgumentError, ClpwlError

SONAME = "libclpwl.so.1"
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib")


def _load_bundle() -> None:
    """Loads what a wheel brings for the library. The loader finds it by soname afterwards."""
    try:
        ctypes.CDLL("libOpenCL.so.1")
    except OSError:  # no loader of OpenCL: an empty one, so that there are no devices
        for path in glob.glob(os.path.join(FOLDER, "no-opencl", "*")):
            ctypes.CDLL(path)
    order = os.path.join(FOLDER, "order")
    if os.path.exists(order):
        with open(order) as names:
            for name in names.read().split():
                ctypes.CDLL(os.path.join(FOLDER, name))


def _find() -> str:
    """The path of the library: $CLPWL_LIBRARY, the package's own, or the system's."""
    named = os.environ.get("CLPWL_LIBRARY")
    if named:
        return named
    own = os.path.join(FOLDER, SONAME)
    if os.path.exists(own):
        _load_bundle()
        return own
    return SONAME


def _open() -> ctypes.CDLL:
    path = _find()
    try:
        opened = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError("clpwl: the library cannot be loaded: %s; install libclpwl, or name %s "
                          "by the variable CLPWL_LIBRARY" % (error, SONAME)) from None
    opened.clpwl_version.restype = ctypes.c_char_p
    version = opened.clpwl_version().decode()
    if tuple(map(int, version.split(".")[:2])) != c.VERSION[:2]:
        raise ImportError("clpwl: %s is version %s; this package is for %d.%d" %
                          ((path, version) + c.VERSION[:2]))
    for name, (result, *arguments) in c.FUNCTIONS.items():
        function = getattr(opened, name)
        function.argtypes = arguments
        function.restype = c_int if result is c.STATUS else result
        if result is c.STATUS:
            function.errcheck = _raise_failure
    return opened


def _raise_failure(status: int, function: Any, arguments: Any) -> None:
    if status:
        raise failure(status)


def failure(status: int) -> ClpwlError:
    """The exception for this thread's last failed call."""
    return BY_STATUS.get(status, ClpwlError)(decode(lib.clpwl_last_message()))


def decode(line: Optional[bytes]) -> str:
    return (line or b"").decode("utf-8", "replace")


def encode(text: str, name: str = "text") -> bytes:
    """A text for the library, which would end at a NUL. Messages have the name of the argument."""
    if not isinstance(text, str):
        raise TypeError("%s is %s; a text is needed" % (name, shown(text)))
    if "\0" in text:
        raise ValueError("%r has a NUL character" % text)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("%r has a lone surrogate, which is not a character" % text) from None


def encode_path(path: "os.PathLike[str] | str") -> bytes:
    try:
        name = os.fsencode(path)
    except TypeError:
        raise TypeError("path is of the type %s; a text or a pathlib.Path is needed" %
                        type(path).__name__) from None
    if b"\0" in name:
        raise ValueError("the path %r has a NUL character" % path)
    return name


class Handle:
    """An object of the library, freed with its last reference. ctypes takes it as a pointer."""

    __slots__ = ("_as_parameter_", "_free", "__weakref__")

    def __init__(self, free: Callable[[c_void_p], None], make: Callable[..., None],
                 *arguments: Any) -> None:
        self._free = free
        self._as_parameter_ = c_void_p()
        make(byref(self._as_parameter_), *arguments)

    @property
    def address(self) -> Optional[int]:
        return self._as_parameter_.value

    def __del__(self) -> None:
        self._free(self._as_parameter_)


def take_text(make: Callable[..., None], *arguments: Any) -> str:
    """The text that a function hands out by its last argument, which is freed."""
    text = c_void_p()
    make(*arguments, byref(text))
    try:
        return ctypes.string_at(text.value or 0).decode("utf-8", "replace")
    finally:
        lib.clpwl_free(text)


def doubles(address: int, count: int, owner: Any = None) -> np.ndarray:
    """The library's numbers as an array, which keeps their owner. Those of an owner are read only."""
    room: Any = (ctypes.c_double * count).from_address(address)
    room.owner = owner
    return np.frombuffer(memoryview(room).toreadonly() if owner is not None else room)


def sized(struct: Any, **members: Any) -> Any:
    """An options struct with its size; members that are None keep their default, 0."""
    kinds = dict(struct._fields_)
    given = {k: real(k, v) if kinds[k] is ctypes.c_double else
             _whole(k, v, _LIMITS[kinds[k]]) if kinds[k] in _LIMITS else v
             for k, v in members.items() if v is not None}
    return struct(size=sizeof(struct), **given)


def real(name: str, value: Any) -> float:
    """A number for the library. Texts, True and False are none."""
    if not isinstance(value, (str, bytes, bool, np.bool_)):
        try:
            return float(value)
        except OverflowError:
            raise ArgumentError("%s is %.20r...; a number within +-1.8e308 is needed" % (name, value)) from None
        except (TypeError, ValueError):
            pass
    raise TypeError("%s is %s; a number is needed" % (name, shown(value)))


def flag(name: str, value: Any) -> bool:
    """True or False; 1 and 0 are these, too."""
    if not isinstance(value, (bool, np.bool_)) and not (isinstance(value, int) and value in (0, 1)):
        raise TypeError("%s is %s; True or False is needed" % (name, shown(value)))
    return bool(value)


def array_of(name: str, values: Any) -> np.ndarray:
    """np.asarray, whose message for rows of different lengths names no argument."""
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError("%s is a %s of which numpy makes no array: its rows have different lengths" %
                         (name, type(values).__name__)) from None


def reals(name: str, values: Any) -> Tuple[float, float]:
    """A pair of numbers."""
    try:
        a, b = values
    except (TypeError, ValueError):
        a = b = None
    if a is None or isinstance(values, (str, bytes)):
        raise TypeError("%s is %s; a pair of numbers, (a, b), is needed" % (name, shown(values)))
    return real(name, a), real(name, b)


# ctypes wraps numbers that do not fit.
_LIMITS = {kind: 256 ** sizeof(kind) // 2 ** (kind is c_int)
           for kind in (c_int, ctypes.c_uint, ctypes.c_uint32, ctypes.c_size_t)}


def _whole(name: str, value: Any, limit: int) -> int:
    try:
        number_given = operator.index(None if isinstance(value, bool) else value)
    except TypeError:
        raise TypeError("%s is %s; an integer is needed" % (name, shown(value))) from None
    if not 0 <= number_given < limit:
        raise ArgumentError("%s is %d; a number from 0 to %d is needed" %
                            (name, number_given, limit - 1))
    return number_given


def word(kind: str, value: int) -> str:
    """The word of an enumerator: word("fit", 3) is "minimax"."""
    return decode(getattr(lib, "clpwl_%s_name" % kind)(value))


def number(kind: str, text: str) -> int:
    """The enumerator of a word; the message of a failure lists the words."""
    out = c_int()
    if not isinstance(text, str):
        raise TypeError("%s is %s; a word is needed" % (kind, shown(text)))
    getattr(lib, "clpwl_%s_parse" % kind)(byref(out), encode(text))
    return out.value


def pair(function: Callable[..., None], handle: Handle) -> Tuple[float, float]:
    """The two doubles that a function writes."""
    a, b = ctypes.c_double(), ctypes.c_double()
    function(handle, byref(a), byref(b))
    return a.value, b.value


lib = _open()