# SPDX-License-Identifier: GPL-3.0-or-later
"""Memory after many calls."""
import gc
import os
import pickle
import weakref

import numpy as np
import pytest

import clpwl

PAGE = os.sysconf("SC_PAGE_SIZE")
# A leak of one pointer in each of 10^5 calls is 800 kB. The allocator's own arenas and numpy's
# caches differ between two rounds by some pages.
CALLS, TOLERANCE = 100000, 400000


def resident():
    gc.collect()
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * PAGE


def grown(call, calls):
    """The bytes by which the process grew in `calls` calls, after a twentieth of them."""
    for _ in range(calls // 20):
        call()
    before = resident()
    for _ in range(calls):
        call()
    return resident() - before


pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")


def test_values(bent):
    one, many = np.float32(0.5), np.zeros(16)
    assert grown(lambda: (bent(one), bent(many), bent(0.5)), CALLS) < TOLERANCE


def test_tables():
    """A table of 4096 segments has 64 kB: a twentieth of the tables that stay would show. They go
    with their last reference, without the collector's help."""
    x = np.arange(4097.0)

    def make():
        t = clpwl.from_knots(x, x)
        t(0.5), t.knots, t.values, t.derivative(0.5), t.inverse(), t.error, pickle.dumps(t)

    gc.disable()
    try:
        assert grown(make, 100) < 5 * 65536
    finally:
        gc.enable()


def test_callables_go_with_their_table():
    class Square:
        def __call__(self, x):
            return x * x

    f = Square()
    t, seen = clpwl.design(f, domain=(0, 1), segments=4), weakref.ref(f)
    del f
    assert seen() and t.verify(arguments=1000)
    del t
    assert seen() is None


def test_failures(bent):
    def fail():
        with pytest.raises(clpwl.ClpwlError):
            bent.source("c", name="exp")

    assert grown(fail, CALLS // 20) < TOLERANCE
