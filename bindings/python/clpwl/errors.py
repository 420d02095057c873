# SPDX-License-Identifier: GPL-3.0-or-later
"""Exceptions. Each is a ClpwlError, whose text is the library's line, and the built-in exception
that a Python program expects: a wrong option, for one, is a ValueError.

>>> import clpwl
>>> clpwl.design("bessel_j0", fit="minimum")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
clpwl.errors.UnknownNameError: unknown fit "minimum"; expected interpolant, projection, ...
"""
from typing import Dict, Type

from . import _declarations as c


class ClpwlError(Exception):
    """A call of the library failed. str() is the library's line: what was wrong, and what would be
    right."""


class ArgumentError(ClpwlError, ValueError):
    """An argument is out of range."""


class OutOfMemoryError(ClpwlError, MemoryError):
    """The host's memory is too small."""


class UnknownNameError(ClpwlError, ValueError):
    """A name of a function, a method or an option is not known."""


class NotFiniteError(ClpwlError, ArithmeticError):
    """The function is not finite at the x that the message names."""


class SamplesError(ClpwlError, ValueError):
    """Samples are too few, not in order or not finite."""


class TargetError(ClpwlError, ValueError):
    """The error that was asked for cannot be met; the message gives one that can."""


class NumericError(ClpwlError, ArithmeticError):
    """A numerical method or a proof failed."""


class FileError(ClpwlError, OSError):
    """A file cannot be read or written."""


class FormatError(ClpwlError, ValueError):
    """A file is damaged or of another kind."""


class NoDeviceError(ClpwlError, LookupError):
    """There is no such OpenCL device."""


class UnsupportedError(ClpwlError, RuntimeError):
    """The device, the table or the function does not allow it."""


class OpenCLError(ClpwlError, RuntimeError):
    """A call of OpenCL failed."""


class BuildError(ClpwlError, RuntimeError):
    """A kernel does not compile; `log` has the compiler's messages."""

    log: str = ""


class CancelledError(ClpwlError, RuntimeError):
    """The callback of progress ended the work."""


BY_STATUS: Dict[int, Type[ClpwlError]] = {
    c.CLPWL_ERR_ARGUMENT: ArgumentError,
    c.CLPWL_ERR_MEMORY: OutOfMemoryError,
    c.CLPWL_ERR_UNKNOWN_NAME: UnknownNameError,
    c.CLPWL_ERR_NOT_FINITE: NotFiniteError,
    c.CLPWL_ERR_SAMPLES: SamplesError,
    c.CLPWL_ERR_TARGET: TargetError,
    c.CLPWL_ERR_NUMERIC: NumericError,
    c.CLPWL_ERR_IO: FileError,
    c.CLPWL_ERR_FORMAT: FormatError,
    c.CLPWL_ERR_NO_DEVICE: NoDeviceError,
    c.CLPWL_ERR_UNSUPPORTED: UnsupportedError,
    c.CLPWL_ERR_OPENCL: OpenCLError,
    c.CLPWL_ERR_BUILD: BuildError,
    c.CLPWL_ERR_CANCELLED: CancelledError,
}
