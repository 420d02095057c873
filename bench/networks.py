#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of 8 and 16 segments beside those that papers on hardware for neural networks publish, by the mean
square error over the domain: bench/networks.py CLPWL, the program. It wants python3-numpy.

LUT-APP: 16 entries in 8 bits. Ours in 8 bits: values on levels, of equal segments and of refined
knots, which are fp32 numbers; and the refined table of fp32 with its values rounded afterwards.

Flex-SFU: n breakpoints on [-8,8], and a straight line on either side. Ours: n + 1 pieces on [-8,8]
in fp32 and with values in half. `bound` is the least error of n + 1 lines, continuous or not, by
dynamic programming over 1600 points: no table has less. `reached` is the number of pieces with which
ours is below the published figure.
"""

import math
import subprocess
import sys
import tempfile

import numpy as np

F = {"exp": np.exp, "gelu": lambda x: x * (1 + np.vectorize(math.erf)(x / math.sqrt(2))) / 2,
     "silu": lambda x: x / (1 + np.exp(-x)), "inverse": lambda x: 1 / x, "rsqrt": lambda x: x**-.5,
     "tanh": np.tanh, "sigmoid": lambda x: 1 / (1 + np.exp(-x))}


def clpwl(*arguments):
    subprocess.run([sys.argv[1], *arguments, "--quiet"], check=True, stdout=subprocess.DEVNULL)


def places(a, b, n):
    return a + (b - a) * (np.arange(n) + .5) / n


def mse(name, a, b, segments, designed="float32", stored=None, knots=("--refine",)):
    with tempfile.TemporaryDirectory() as folder:
        table, x, y = f"{folder}/t.clpwl", f"{folder}/x.npy", f"{folder}/y.npy"
        clpwl("design", name, f"--domain={a}:{b}", f"--segments={segments}", "--norm=l2", "--fit=projection",
              f"--storage={designed}", *knots, f"--output={table}")
        at = places(a, b, 100000).astype(np.float32)
        np.save(x, at)
        clpwl("eval", table, x, f"--output={y}", f"--storage={stored or designed}")
        return np.mean((np.load(y).astype(float) - F[name](at.astype(float)))**2)


def least(name, a, b, lines, grid=1600):
    """Of so many lines, by the sums of 1, x, x^2, y, x y and y^2 up to each point."""
    x = places(a, b, grid)
    y = F[name](x)
    sums = np.vstack([np.zeros(6), np.cumsum(np.stack([x**0, x, x * x, y, x * y, y * y], 1), 0)])
    best = np.r_[0, np.full(grid, np.inf)]
    for _ in range(lines):
        now = best.copy()
        for j in range(1, grid + 1):
            n, sx, sxx, sy, sxy, syy = (sums[j] - sums[:j]).T
            with np.errstate(all="ignore"):
                line = syy - sy * sy / n - np.nan_to_num((sxy - sx * sy / n)**2 / (sxx - sx * sx / n))
            now[j] = min(now[j], (best[:j] + np.maximum(line, 0)).min())
        best = now
    return best[grid] / grid


def main():
    print("LUT-APP, 16 entries in 8 bits: mean square error, and how many times ours is in it\n"
          "function domain published, 8 bits equal, 8 bits refined, rounded afterwards")
    for name, a, b, published in (("exp", -9, 0, 1.34e-6), ("gelu", -4, 4, 4.32e-6), ("silu", -4, 4, 4.91e-6),
                                  ("inverse", 1, 2, 2.92e-6), ("rsqrt", 1, 4, 2.15e-6)):
        ours = (mse(name, a, b, 16, "unorm8", knots=()), mse(name, a, b, 16, "unorm8"),
                mse(name, a, b, 16, stored="unorm8"))
        print(f"{name:8} [{a},{b}] {published:10.3g}", *(f"{e:10.3g} {published / e:6.3g}x" for e in ours))
    print("\nFlex-SFU, n breakpoints on [-8,8]: mean square error, and how many times ours is in it\n"
          "function n published, n + 1 pieces, values in half, bound, reached by")
    for name, n, published in (("gelu", 8, 3.65e-6), ("gelu", 16, 1.89e-7), ("silu", 8, 4.27e-5),
                               ("tanh", 8, 1.37e-5), ("tanh", 16, 4.26e-7), ("sigmoid", 16, 2.88e-7)):
        ours = mse(name, -8, 8, n + 1), mse(name, -8, 8, n + 1, "half")
        reached = next(k for k in range(2, 99) if mse(name, -8, 8, k) <= published)
        print(f"{name:8} {n:3} {published:10.3g}", *(f"{e:10.3g} {published / e:6.3g}x" for e in ours),
              f"{least(name, -8, 8, n + 1):10.3g} {reached}", flush=True)


main()
