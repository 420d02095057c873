# SPDX-License-Identifier: GPL-3.0-or-later
"""Python code that the library calls. An exception there ends the library's call and is raised from
it: ctypes alone would print it and go on."""
import signal
import threading
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional

import numpy as np

from ._library import c, doubles
from ._words import shown

_pending = threading.local()  # .error: the exception of this thread's callbacks, not yet raised
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)  # whose handlers may raise


@contextmanager
def raising() -> Iterator[None]:
    """Around a call of the library that calls back. Its exceptions precede the library's own."""
    outer = getattr(_pending, "error", None)
    _pending.error = None
    replaced = _hold_signals()
    failure = None
    try:
        yield
    except Exception as error:
        failure = error
    finally:
        for number, handler in replaced:
            signal.signal(number, handler)
        pending, _pending.error = _pending.error, outer
    if pending is not None:
        raise pending from None
    if failure is not None:
        raise failure


def _hold_signals() -> Any:
    """Handlers of signals that raise, as Ctrl-C's, would do so before the first line of a callback,
    where nothing can catch the exception. They run, and what they raise waits for `raising`."""
    if threading.current_thread() is not threading.main_thread():
        return []
    replaced = []
    for number in _SIGNALS:
        handler = signal.getsignal(number)
        if callable(handler):
            signal.signal(number, _holding(handler))
            replaced.append((number, handler))
    return replaced


def _holding(handler: Callable[[int, Any], Any]) -> Callable[[int, Any], None]:
    def hold(number: int, frame: Any) -> None:
        try:
            handler(number, frame)
        except BaseException as error:
            _pending.error = _pending.error or error
    return hold


def progress(function: Optional[Callable[[float], Any]]) -> Any:
    """A clpwl_progress. It ends the work after an exception, or if the function returns True."""
    if function is not None and not callable(function):
        raise TypeError("progress is %s; a callable is needed" % shown(function))

    def call(fraction: float, _: Any) -> int:
        if _pending.error is None and function is not None:
            try:
                return bool(function(fraction))
            except BaseException as error:
                _pending.error = error
        return _pending.error is not None
    return c.clpwl_progress(call)


def _takes_numbers_only(function: Callable[[Any], Any], x: np.ndarray) -> bool:
    """Whether a function that failed for an array has a value at one of its numbers."""
    for at in x[[0, x.size // 2, -1]]:
        try:
            float(function(float(at)))
            return True
        except Exception:
            pass
    return False


def _values(function: Callable[[np.ndarray], Any], name: str, x: np.ndarray) -> Any:
    """f(x). A function of one number is named: numpy only says that x is no number."""
    try:
        return function(x)
    except (TypeError, ValueError):
        if x.size < 2 or not _takes_numbers_only(function, x):
            raise
    own = function.__name__ if getattr(function, "__module__", "") == "math" else ""
    raise TypeError("%s takes one number, and clpwl gives arrays to it: use %snp.vectorize(%s, otypes=[float])" %
                    (name, "np.%s or " % own if own and hasattr(np, own) else "", own or name))


def many(function: Callable[[np.ndarray], Any], name: str) -> Any:
    """A clpwl_many_callback. The function gets a copy of x, which it may keep."""
    def call(x: int, y: int, n: int, _: Any) -> None:
        out = doubles(y, n)
        out.fill(np.nan)
        if _pending.error is not None:
            return
        try:
            values = _values(function, name, doubles(x, n).copy())
            if isinstance(values, np.ma.MaskedArray):
                values = values.astype(np.float64).filled(np.nan)
            values = np.asarray(values)
            if values.dtype.kind not in "fiub":
                raise TypeError("%s returns %.40r for an array x; an array of real numbers is needed" %
                                (name, values.tolist()))
            if isinstance(function, np.vectorize) and not function.otypes and values.dtype.kind in "iub":
                raise TypeError("np.vectorize takes the type of all results of %s from the first one, here %s: "
                                "give it otypes=[float]" % (name, values.dtype))
            if values.shape not in ((n,), ()):
                raise ValueError("%s returns an array of the shape %s for x of the shape (%d,)" %
                                 (name, values.shape, n))
            np.copyto(out, values, casting="same_kind")
        except BaseException as error:
            _pending.error = error
    return c.clpwl_many_callback(call)
