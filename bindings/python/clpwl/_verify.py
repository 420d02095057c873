# SPDX-License-Identifier: GPL-3.0-or-later
"""Verification of tables on a device or the host."""
from ctypes import byref, c_void_p, pointer
from dataclasses import dataclass
from typing import Any, Callable, List, Optional

import numpy as np

from ._callbacks import progress as progress_callback
from ._callbacks import raising
from ._functions import Function, function_of_name, open_function
from ._library import c, decode, flag, lib, real, sized, word
from ._words import shown
from .errors import ArgumentError
from .table import Error, Table, known_error


@dataclass(frozen=True)
class Verification:
    """What Table.verify saw. It is true if no error exceeds what is allowed, and no value is beyond f.

    holds      whether the bound is known, no error exceeds what is allowed, and beyond is not above 0
    arguments  how many x were evaluated
    bound      the error that is reported
    seen       the largest error; its evidence is measured, or exhausted: of all fp32 arguments
    allowed    what `seen` may reach
    x, got, right  the argument of the largest error, the value there, and the function's
    weighted_bound, weighted_seen, weighted_allowed  the same of weighted errors, or None
    beyond     how far a value of a one-sided table is on the wrong side of the function at most; 0: no
               value is; NaN: not judged, as the table has no side, or none for this storage or filter
    method, device  by which and where the table was evaluated
    """

    holds: bool
    arguments: int
    bound: Error
    seen: Error
    allowed: Error
    x: float
    got: float
    right: float
    weighted_bound: Optional[Error]
    weighted_seen: Optional[Error]
    weighted_allowed: Optional[Error]
    beyond: float
    method: str
    device: str

    def __bool__(self) -> bool:
        return self.holds


def known_function(table: Table, f: Any) -> Function:
    """The function given, the one of the design, or the one that the table names."""
    if f is not None:
        return open_function(f)
    found = table._function or function_of_name(table.function)
    if found is None:
        raise ArgumentError("the table's function %r is neither in the catalogue nor a formula: "
                            "give it as f" % table.function)
    return found


def _weight_of(table: Table, keep: list) -> Any:
    """The weight of the table's design; None without one."""
    rows = lib.clpwl_table_weighting(table._handle)
    if not rows:
        return None
    w = table._weight
    if rows[0].weight and w is None:
        w = function_of_name(decode(rows[0].weight))
        if w is None:  # its name says too little: the plain error is verified
            return None
    keep.append(w)
    return pointer(sized(c.clpwl_weight, floor=rows[0].floor, w=w and w.handle.address))


def verify(table: Table, f: Any = None, *, arguments: Optional[int] = None, every: bool = False,
           device: Any = "host", method: Optional[str] = None, storage: str = "default",
           seed: int = 0, progress: Optional[Callable[[float], Any]] = None) -> Verification:
    """Evaluates a table at random arguments, or at every fp32 argument of the domain."""
    if arguments is not None and not real("arguments", arguments) >= 1:
        raise ArgumentError("arguments is %s; a number of at least 1 is needed" % shown(arguments))
    whole, reporting = flag("every", every), progress_callback(progress)
    function = known_function(table, f)
    keep: List[Any] = []
    evaluator = table.on(device, method=method, storage=storage)
    weight = _weight_of(table, keep)
    options = sized(c.clpwl_verify_options, arguments=arguments, seed=seed, weight=weight,
                    progress=reporting)
    out = c.clpwl_verification()
    with raising(), evaluator.reader() as reader:
        if whole:
            one = c_void_p(reader.address)
            lib.clpwl_verify_every(byref(one), 1, function.handle, byref(options), byref(out))
        else:
            lib.clpwl_verify(reader.handle, function.handle, byref(options), byref(out))
    proved = not np.isnan(lib.clpwl_table_proved(table._handle).linf)
    word_of_bound = "proved" if proved else "measured"
    evidence = word("evidence", out.evidence)

    def error(e: Any, says: str) -> Error:
        return Error(e.l1, e.l2, e.linf, says)

    def weighted(e: Any, says: str) -> Optional[Error]:
        return error(e, says) if weight else None

    return Verification(
        holds=bool(out.holds), arguments=out.arguments, bound=known_error(out.bound, proved),
        seen=error(out.seen, evidence), allowed=error(out.allowed, word_of_bound), x=out.x,
        got=out.got, right=out.right, weighted_bound=weighted(out.weighted_bound, word_of_bound),
        weighted_seen=weighted(out.weighted_seen, evidence),
        weighted_allowed=weighted(out.weighted_allowed, word_of_bound), beyond=out.beyond,
        method=evaluator.method, device=evaluator.device)
