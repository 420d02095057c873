# SPDX-License-Identifier: GPL-3.0-or-later
"""One evaluation by several devices."""
import multiprocessing
import pickle
import warnings

import numpy as np
import pytest

import clpwl

X = np.linspace(-5, 5, 1_000_000, dtype=np.float32)


@pytest.fixture(scope="module")
def both(bent):
    """Two of one kind, so that values do not depend on who computed them."""
    return bent.on(["host", "host"], method="host-scalar")


def test_values_are_those_of_one(both, bent):
    one = bent.on("host", method="host-scalar")
    y = both(X)
    assert y.dtype == np.float32 and np.array_equal(y, one(X))
    assert sum(share.values for share in both.shares) == X.size
    assert all(share.error is None and share.method == "host-scalar" for share in both.shares)
    for x in (0.5, np.float64(1), [0, 1.5], X[::3], X.reshape(1000, 1000).T, np.zeros(0)):
        assert np.array_equal(both(x), one(x))
    out = np.zeros_like(X)
    assert both(X, out=out) is out and np.array_equal(out, y)
    same = X.copy()
    assert both(same, out=same) is same and np.array_equal(same, y)
    assert both(X, dtype=float).dtype == np.float64
    slopes = bent.on(["host", "host"], quantity="derivative")
    assert np.array_equal(slopes(X), bent.derivative(X))


def test_what_it_is(both):
    assert (both.method, both.device, both.storage) == ("host-scalar", "host", "float32")
    assert "host-scalar" in repr(both) and len(both.parts) == 2
    again = pickle.loads(pickle.dumps(both))
    assert isinstance(again, clpwl.SharedEvaluator) and again.shares == []
    assert np.array_equal(again(X), both(X))


def test_what_is_refused(both, bent):
    with pytest.raises(ValueError, match="at least one"):
        bent.on([])
    with pytest.raises(TypeError, match="one device"):
        bent.verify(device=["host", "host"])
    with pytest.raises(clpwl.errors.NoDeviceError):
        bent.on(["host", "no such device"])


def test_pyopencl(cl, bent):
    both = bent.on([cl.queue, "host"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # As of arrays of pyopencl: two evaluations in fp32 differ by their roundings.
        assert np.max(np.abs(both(X) - bent(X))) <= 1e-6
    with pytest.raises(TypeError, match="one device"):
        both(cl.array.to_device(cl.queue, X))


def test_dask(both):
    da = pytest.importorskip("dask.array")
    assert np.array_equal(both(da.from_array(X, chunks=300000)).compute(), both(X))


def test_a_failing_device(bent):
    """After fork() a device fails, and the host does its part."""
    if not any(device.usable for device in clpwl.devices()):
        pytest.skip("no OpenCL device")
    device = bent.on(["0", "host"])
    device.parts[0] = bent.on("0", method="buffer")  # "auto" may be a method of the host
    devices = bent.on(["0", "0"], method="buffer")

    def use():
        # On a busy machine the host may have done everything before the device began.
        for _ in range(50):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                y = device(X)
            if device.shares[0].error:
                break
        # Methods differ by roundings.
        assert np.max(np.abs(y - bent(X))) <= 1e-6 and device.shares[1].values == X.size
        assert "fork" in str(device.shares[0].error) and len(caught) == 1
        with pytest.raises(clpwl.errors.UnsupportedError, match="every evaluator failed"):
            devices(X)

    process = multiprocessing.get_context("fork").Process(target=use)
    process.start()
    process.join(60)
    assert process.exitcode == 0


def test_threads(both):
    """Readers are taken by each call for itself."""
    from concurrent.futures import ThreadPoolExecutor
    right = both(X)
    with ThreadPoolExecutor(4) as pool:
        assert all(np.array_equal(y, right) for y in pool.map(both, [X] * 8))
