# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests share. Doctests of the package and of its README run, too."""
import numpy as np
import pytest

import clpwl


@pytest.fixture(scope="session")
def j0():
    return clpwl.design("bessel_j0", domain=(0, 20), max_error=1e-4)


@pytest.fixture(scope="session")
def bent():
    """Uneven knots, a domain on both sides of 0."""
    return clpwl.design("gelu", max_error=1e-3, refine=True, fit="minimax")


@pytest.fixture(scope="session")
def cl():
    """pyopencl with a context and a queue, as attributes."""
    module = pytest.importorskip("pyopencl")
    pytest.importorskip("pyopencl.array")
    try:
        module.the_context = module.Context(module.get_platforms()[0].get_devices()[:1])
    except Exception as error:
        pytest.skip("no OpenCL device: %s" % error)
    module.queue = module.CommandQueue(module.the_context)
    return module


def reference(table, x):
    """The table's values in double, by numpy alone, at arguments that are rounded to fp32."""
    with np.errstate(over="ignore"):
        x = np.asarray(x, np.float32).astype(np.float64)
    y = np.interp(x, table.knots, table.values)
    y[np.isnan(x)] = np.nan
    return y


def rounding(table, x):
    """What fp32 may add: knots, coordinates and values are rounded. A shift of x by 2^-22 of the
    largest |x| of the domain moves v by at most the steepest slope times that; 2^-21 of the largest
    value covers the roundings of the look-up (8 of 2^-24)."""
    knots, values = table.knots, table.values
    slope = np.max(np.abs(np.diff(values) / np.diff(knots)))
    return slope * np.max(np.abs(knots)) * 2.0 ** -22 + np.max(np.abs(values)) * 2.0 ** -21
