#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a call from Python costs beside clpwl_eval itself, by arrays of 1 to 10^6 values. It prints,
and asserts nothing.

    CLPWL_LIBRARY=build/.libs/libclpwl.so.1 PYTHONPATH=bindings/python \\
        python3 bindings/python/bench.py
"""
import time

import numpy as np

import clpwl
from clpwl._library import lib

ROUNDS = 200  # of which the least time counts; the two take turns


def least_times(calls, repeats):
    """Nanoseconds of a call, the least of the rounds, for several calls in turn."""
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for k, call in enumerate(calls):
            began = time.perf_counter_ns()
            for _ in range(repeats):
                call()
            best[k] = min(best[k], (time.perf_counter_ns() - began) / repeats)
    return best


def main():
    t = clpwl.design("bessel_j0", domain=(0, 20), segments=512)
    print("table      %r" % t)
    print("method     %s" % t.on("host").method)
    print("%-10s %12s %12s %12s %9s %12s" % ("values", "clpwl_eval", "t(x, out)", "t(x)", "ratio",
                                             "overhead"))
    with t.on("host").reader() as reader:
        for n in (1, 100, 10_000, 1_000_000):
            x = np.linspace(0, 20, n, dtype=np.float32)
            y = np.empty_like(x)
            arguments = (reader.address, x.ctypes.data, y.ctypes.data, n)
            repeats = max(1, min(500, 200_000 // n))
            plain, into, new = least_times(
                [lambda: lib.clpwl_eval(*arguments), lambda: t(x, y), lambda: t(x)], repeats)
            print("%-10d %9.3f us %9.3f us %9.3f us %9.3f %9.3f us" %
                  (n, plain / 1e3, into / 1e3, new / 1e3, into / plain, (new - plain) / 1e3))
    knots, values = t.knots, t.values
    print("%-10s %12s %12s %9s" % ("number", "t(x)", "np.interp", "ratio"))
    for x in (0.5, np.float64(0.5), np.float32(0.5), 1):
        own, rival = least_times([lambda: t(x), lambda: np.interp(x, knots, values)], 500)
        print("%-10s %9.3f us %9.3f us %9.3f" % (type(x).__name__, own / 1e3, rival / 1e3, own / rival))


if __name__ == "__main__":
    main()
