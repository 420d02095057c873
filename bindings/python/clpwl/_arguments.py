# SPDX-License-Identifier: GPL-3.0-or-later
"""Arguments of the user's kernels, by the types of the kernels' parameters."""
import operator
import re
from decimal import Decimal
from numbers import Real
from typing import Any, List, Optional, Tuple

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from ._words import shown
from .errors import ArgumentError

# Numbers of Python and numpy as kernel parameters.
_NUMBERS = {"float": np.float32, "double": np.float64, "char": np.int8, "uchar": np.uint8,
            "short": np.int16, "ushort": np.uint16, "int": np.int32, "uint": np.uint32,
            "long": np.int64, "ulong": np.uint64}
_VECTOR = re.compile(r"(u?(?:char|short|int|long)|float|double)(2|3|4|8|16)")


def buffer_of(array: Any, queue: Any) -> Any:
    """The buffer that an array fills; None where it begins at a place that no buffer can."""
    if array.offset == 0:
        return array.base_data
    if array.offset % (queue.device.mem_base_addr_align // 8):
        return None
    try:
        return array.base_data.get_sub_region(array.offset, array.nbytes)
    except cl.LogicError:  # of a part of a buffer there are no parts
        return None


def _whole(name: str, kind: str, wanted: Any, value: Any) -> Any:
    limits = np.iinfo(wanted)
    try:
        whole = int(value)
    except (ValueError, OverflowError):  # NaN, infinity
        whole = None
    if whole is None or whole != value or not limits.min <= whole <= limits.max:
        raise ArgumentError("%s is %.60r; the kernel's %s takes an integer from %d to %d" %
                            (name, value, kind, limits.min, limits.max))
    return wanted(whole)


def _rounded(name: str, kind: str, wanted: Any, value: Any) -> Any:
    try:
        real = float(value)
        with np.errstate(over="ignore"):
            rounded = wanted(real)
        is_beyond = np.isinf(rounded) and not np.isinf(real)
    except OverflowError:
        is_beyond = True
    if is_beyond:
        raise ArgumentError("%s is %.60r; the kernel's %s takes numbers within +-%.8g" %
                            (name, value, kind, np.finfo(wanted).max))
    return rounded


def _as_number(name: str, kind: str, argument: Any) -> Any:
    """A number as the type of a parameter: of the same value, but for the rounding to float or double."""
    wanted = _NUMBERS[kind]
    if isinstance(argument, np.ndarray) and argument.size == 1:
        argument = argument.flat[0]
    if not isinstance(argument, (Real, Decimal, np.bool_)):
        raise TypeError("%s is of the type %s; the kernel's %s takes a number" %
                        (name, type(argument).__name__, kind))
    if isinstance(argument, np.generic):  # whose comparisons may overflow
        argument = argument.item()
    convert = _whole if issubclass(wanted, np.integer) else _rounded
    return convert(name, kind, wanted, argument)


def _check_elements(name: str, kind: str, dtype: Any) -> None:
    """Refuses elements that the kernel would read as other numbers: of float64 for float, for one."""
    vector = _VECTOR.fullmatch(kind.rstrip("*"))
    number = _NUMBERS.get(vector[1] if vector else kind.rstrip("*"))
    own, wanted = np.dtype(dtype), np.dtype(number)
    if number and own.kind in "fiu" and (own.itemsize, own.kind == "f") != (
            wanted.itemsize, wanted.kind == "f"):
        raise TypeError("%s has the type %s; the kernel's %s takes %s" % (name, own, kind, wanted))


def as_argument(queue: Any, name: str, kind: str, argument: Any) -> Any:
    """What OpenCL takes for an argument. `kind` is the type of the parameter."""
    is_pointer = kind.endswith("*")
    if isinstance(argument, cl_array.Array) and is_pointer:
        _check_elements(name, kind, argument.dtype)
        if not argument.flags.forc:
            raise ValueError("%s has gaps in memory, which the kernel would read as elements; an array of "
                             "pyopencl must be contiguous" % name)
        buffer = buffer_of(argument, queue)
        if buffer is None:
            raise ValueError("%s begins at byte %d of its buffer, where no buffer can begin" %
                             (name, argument.offset))
        return buffer
    if is_pointer and isinstance(argument, (np.ndarray, list, tuple, str, bytes, Real, np.generic)):
        raise TypeError("%s is of the type %s; the kernel's %s takes an array of pyopencl, as of "
                        "pyopencl.array.to_device(queue, x)" % (name, type(argument).__name__, kind))
    if kind in _NUMBERS:
        return _as_number(name, kind, argument)
    if isinstance(argument, (bool, int, float)):
        raise TypeError("%s is of the type %s: a number of numpy is needed" % (name, kind))
    if isinstance(argument, np.ndarray):
        _check_elements(name, kind, argument.dtype)
        vector = _VECTOR.fullmatch(kind)
        right = {"3": 4}.get(vector[2], int(vector[2])) if vector else 0  # three take the room of four
        if vector and argument.dtype.kind in "fiu" and argument.size != right:
            raise TypeError("%s has %d numbers; the kernel's %s takes %d" % (name, argument.size, kind, right))
    return argument


def check_queue(queue: Any) -> None:
    if not isinstance(queue, cl.CommandQueue):
        raise TypeError("queue is of the type %s; a queue of pyopencl is needed" % type(queue).__name__)


def sizes(name: str, given: Any, or_none: bool = True) -> Optional[Tuple[int, ...]]:
    """The sizes of a kernel's launch, which are one to three integers."""
    if given is None and or_none:
        return None
    try:
        whole = () if isinstance(given, (str, bytes)) else tuple(operator.index(v) for v in given)
    except TypeError:  # no sequence, or not of integers
        whole = ()
    if not 1 <= len(whole) <= 3 or min(whole) < 0:
        what = (shown(given) if isinstance(given, (int, float, tuple, list)) else
                "of the type " + type(given).__name__)
        raise TypeError("%s is %.60s; a tuple of one to three integers, as (64,)%s, is needed" %
                        (name, what, ", or None" if or_none else ""))
    return whole


def events(given: Any) -> List[Any]:
    """The events of wait_for."""
    found = list(given) if isinstance(given, (list, tuple)) else [] if given is None else [given]
    for event in found:
        if not isinstance(event, cl.Event):
            raise TypeError("wait_for has an element of the type %s; a list of events of pyopencl is needed" %
                            type(event).__name__)
    return found
