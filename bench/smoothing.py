#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Smoothing of samples beside scipy's make_smoothing_spline: bench/smoothing.py, with PYTHONPATH=bindings/python and
CLPWL_LIBRARY, the library. It wants python3-numpy and python3-scipy (1.10).

Five curves on [0, 1], N samples with normal noise: the rms error of smooth="auto" against the curve, over that of
scipy, as the median of SEEDS seeds and the worst one. Both validate by GCV. The last line of each curve has one sample
moved by 100 deviations: by how many deviations the curve moves at other samples, here and by scipy.
"""

import numpy as np
from scipy.interpolate import make_smoothing_spline

from clpwl._functions import open_samples

N, SEEDS, SIGMA = 301, 20, 0.05
CURVES = {"line": lambda x: 2 * x - 1, "step": lambda x: np.where(x < .5, 0., 1.),
          "damped sine": lambda x: np.exp(-3 * x) * np.sin(30 * x),
          "sigmoid": lambda x: 1 / (1 + np.exp(-20 * (x - .5))),
          "peak": lambda x: np.exp(-((x - .5) / .03)**2 / 2)}


def ours(x, y):
    return open_samples(x, y, None, None, "auto", None)(x)


def theirs(x, y):
    return make_smoothing_spline(x, y)(x)


def rms(y):
    return float(np.sqrt(np.mean(np.square(y))))


x = np.linspace(0, 1, N)
others = np.arange(N) != N // 3
for name, curve in CURVES.items():
    pairs, moved = [], []
    for seed in range(SEEDS):
        y = curve(x) + SIGMA * np.random.default_rng(seed).standard_normal(N)
        one, two = ours(x, y), theirs(x, y)
        pairs.append((rms(one - curve(x)), rms(two - curve(x))))
        y[~others] += 100 * SIGMA
        moved.append([np.max(np.abs(f(x, y) - before)[others]) / SIGMA for f, before in ((ours, one), (theirs, two))])
    pairs = np.array(pairs)
    ratios = pairs[:, 0] / pairs[:, 1]
    print("%-12s rms %.4f, scipy %.4f; ratio %.3f in the median, %.3f at most; an outlier moves %.2f, scipy %.1f" % (
        name, *np.median(pairs, axis=0), np.median(ratios), np.max(ratios), *np.max(moved, axis=0)))
