# SPDX-License-Identifier: GPL-3.0-or-later
"""One evaluation by several devices."""
import ctypes
import warnings
from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Sequence

import numpy as np

from ._evaluator import FLOAT32, Device, Evaluator, check_table
from ._library import c, decode, lib
from .errors import BY_STATUS, ArgumentError, ClpwlError

if TYPE_CHECKING:
    from .table import Table


class Share(NamedTuple):
    """What one device did in a call: how many values, in how many seconds, and why no more."""

    device: str
    method: str
    values: int
    seconds: float
    error: Optional[ClpwlError]


class SharedEvaluator(Evaluator):
    """A table on several devices, of which each takes chunks by its measured speed. Table.on makes
    one of a list of devices.

    parts   the evaluators of the devices
    shares  what each device did in the last call; before the first call there are none

    The chunks of a device that fails are done by the others, with a RuntimeWarning. A call fails if
    all devices do.

    >>> import clpwl, numpy as np
    >>> both = clpwl.design("gelu", max_error=1e-3).on(["host", "host"])
    >>> y = both(np.linspace(-4, 4, 1_000_000, dtype=np.float32))
    >>> len(both.shares), sum(share.values for share in both.shares)
    (2, 1000000)
    """

    def __init__(self, table: "Table", devices: Sequence[Any], **options: Any) -> None:
        if not isinstance(devices, (list, tuple)) or isinstance(devices, Device):
            raise TypeError("devices is of the type %s; a list of devices is needed" % type(devices).__name__)
        check_table(table)
        if not devices:
            raise ArgumentError("the list of devices is empty; at least one is needed")
        self._table, self.function = table._handle, table.function
        self._made_of = (list(devices), options)
        self.parts = [Evaluator(table, device, **options) for device in devices]
        self.shares: List[Share] = []
        self.method, self.storage, self.device = (
            ", ".join(dict.fromkeys(getattr(part, name) for part in self.parts))
            for name in ("method", "storage", "device"))

    def _take(self) -> Any:
        raise TypeError("an evaluator of one device is needed; this one has %d" % len(self.parts))

    @property
    def error(self) -> Any:
        """The largest error of the devices in each norm."""
        found = [part.error for part in self.parts]
        return found[0] and type(found[0])(*(max(norm) for norm in zip(*(e[:3] for e in found))),
                                           found[0].evidence)

    def near(self, queue: Any) -> Evaluator:
        raise TypeError("an array of pyopencl is on one device: t.on(queue) evaluates there")

    def _read(self, x: int, y: int, size: int, kind: np.dtype = FLOAT32) -> None:
        if kind is not FLOAT32:  # clpwl_eval_shared takes floats
            halves = [np.frombuffer((ctypes.c_uint16 * size).from_address(a), kind) for a in (x, y)]
            floats = halves[0].astype(FLOAT32)
            values = np.empty_like(floats)
            self._read(floats.ctypes.data, values.ctypes.data, size)
            with np.errstate(over="ignore"):
                halves[1][...] = values
            return
        if x == y:  # which clpwl_eval_shared does not take
            copy = ctypes.create_string_buffer(ctypes.string_at(x, 4 * size), 4 * size)
            x = ctypes.addressof(copy)
        taken = [part._take() for part in self.parts]
        shares = (c.clpwl_share * len(taken))()
        try:
            lib.clpwl_eval_shared((ctypes.c_void_p * len(taken))(*(r.address for r in taken)),
                                  len(taken), x, y, size, shares)
        finally:
            for part, reader in zip(self.parts, taken):
                part._idle.append(reader)
        self.shares = [_share(part, row) for part, row in zip(self.parts, shares)]
        for share in self.shares:
            if share.error:
                warnings.warn("%s computes no more in this call: %s" % (share.device, share.error),
                              RuntimeWarning, stacklevel=3)

    def _read_one(self, x: float) -> np.float32:
        return self(np.array([x], np.float32))[0]


def _share(part: Evaluator, row: Any) -> Share:
    error = BY_STATUS.get(row.status, ClpwlError)(decode(row.message)) if row.status else None
    return Share(part.device, part.method, row.values, row.seconds, error)
