# SPDX-License-Identifier: GPL-3.0-or-later
"""Random tables and arguments against numpy.interp, where hypothesis is installed."""
import numpy as np
import pytest
from conftest import reference, rounding

import clpwl

hypothesis = pytest.importorskip("hypothesis")
st = pytest.importorskip("hypothesis.strategies")
npst = pytest.importorskip("hypothesis.extra.numpy")


@st.composite
def points_of_a_table(draw):
    """Knots with steps between 1/64 and 16, and values: multiples of 2^-10, so that no slope is a
    subnormal number, which `rounding` does not count."""
    steps = draw(st.lists(st.integers(1, 1024), min_size=1, max_size=40))
    start = draw(st.integers(-100, 100))
    x = start + np.cumsum([0] + steps) / 64
    y = draw(st.lists(st.integers(-2 ** 20, 2 ** 20), min_size=len(x), max_size=len(x)))
    return x, np.array(y) / 1024


@hypothesis.settings(max_examples=60, deadline=None, database=None, derandomize=True)
@hypothesis.given(points_of_a_table(), npst.arrays(
    st.sampled_from([np.float32, np.float64]), npst.array_shapes(max_dims=3, max_side=9),
    elements=st.floats(-2e3, 2e3, width=32)))
def test_values_are_those_of_interp(points, at):
    t = clpwl.from_knots(*points)
    right = reference(t, at)
    assert np.all(np.abs(t(at) - right) <= rounding(t, at))
    assert np.array_equal(t(at.T), t(at).T)
    assert np.array_equal(t(at[::-1, ...]), t(at)[::-1, ...])


@hypothesis.settings(max_examples=30, deadline=None, database=None, derandomize=True)
@hypothesis.given(points_of_a_table())
def test_integral_is_that_of_the_trapezoids(points):
    t = clpwl.from_knots(*points)
    area = np.dot(t.values[1:] + t.values[:-1], np.diff(t.knots)) / 2
    assert t.integral() == pytest.approx(area, rel=1e-12, abs=1e-9)
