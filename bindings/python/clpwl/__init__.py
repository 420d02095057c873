# SPDX-License-Identifier: GPL-3.0-or-later
"""Piecewise linear tables of libclpwl for numpy.

A function and an error give the smallest table that meets the error. The table evaluates arrays.

>>> import clpwl, numpy as np
>>> t = clpwl.design("gelu", max_error=1e-3, refine=True, fit="minimax")
>>> t  # doctest: +ELLIPSIS
<clpwl.Table gelu on [-4, 4]: 2... segments, optimized, minimax; linf error 0.0009... (proved)>
>>> x = np.linspace(-4, 4, 1_000_000, dtype=np.float32)
>>> y = t(x)
>>> y.dtype, y.shape
(dtype('float32'), (1000000,))

design        from a name, a formula or a callable to a Table
from_samples  from measured points to a Table
from_file     from a file of them to a Table
from_knots    from knots and values
load          a table file
build         a pyopencl program whose kernels read tables
functions     the catalogue
devices       the OpenCL devices
errors        the exceptions; ClpwlError is their base

Tables have values, derivative, integral, inverse, widen, knots, error, verify, plot, source and
save.
"""
from typing import Any

from . import errors
from ._design import design, from_file, from_knots, from_samples
from ._evaluator import Device, Evaluator, devices
from ._functions import functions
from ._library import decode, lib
from ._shared import Share, SharedEvaluator
from ._verify import Verification
from .errors import ClpwlError
from .table import Constraints, Domain, Error, Table, Target, load

__version__ = decode(lib.clpwl_version())
__all__ = ["ClpwlError", "Constraints", "Device", "Domain", "Error", "Evaluator", "Share", "SharedEvaluator",
           "Table", "Target", "Verification", "build", "design", "devices", "errors", "from_file", "from_knots",
           "from_samples", "functions", "load"]


def build(context: Any, source: str, options: Any = None, /, **tables: Table) -> Any:
    """A pyopencl.Program of kernels that read tables.

    context  a context or a queue of pyopencl
    source   OpenCL C; `CLPWL_TABLE(j0)` among a kernel's parameters and `CLPWL_BEGIN(j0);` in its
             body make j0(x) a look-up of the table that is given as j0=
    options  of the compiler, a text or a list
    tables   by their names in the kernels. Where the text has j0_slope(x), the derivative, or
             j0_integral(x), from the begin of the domain, or j0_between(x0, x1), the table j0 gives
             these, too. A name that a macro puts together must stand in a comment. A function or
             a variable of that name in the text is no look-up

    The kernels are attributes of the program, and are called as pyopencl's, without arguments for
    tables: program.beam(queue, (n,), None, x, y). Numbers become what the parameters are. Those of
    pyopencl.Kernel(program, name) have no tables.
    BuildError has the compiler's first line, and all of its messages in `log`.
    """
    from ._opencl import Program
    return Program(context, source, options, tables)
