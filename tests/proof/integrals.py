#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of tests/proof/test_integrals.c: python3 tests/proof/integrals.py (mpmath 1.3)"""
from mpmath import besselk, bernoulli, diff, exp, expm1, linspace, mp, mpf, nstr, quad

mp.dps = 40


def g(t, k):
    return diff(lambda u: u / expm1(u), t, k) if t else bernoulli(k)


def debye(n, x, k):
    def by_integral(x):
        return n / x**n * quad(lambda t: t**n / expm1(t), linspace(0, x, 2 + int(x / 4)))
    if x < 3:
        return n * quad(lambda s: s**(n - 1 + k) * g(x * s, k), linspace(0, 1, 2 + int(x)))
    return diff(by_integral, x, k)


def transport(x, k):
    def slope(t):
        return t**2 * exp(t) / expm1(t)**2
    if k == 0:
        return quad(slope, linspace(0, x, 2 + int(x / 4)))
    return diff(slope, x, k - 1) if x else (0, 1, 0, mpf(-1) / 6, 0)[k]


def K(thirds, t):
    return besselk(mpf(thirds) / 3, t)


def tail(x):
    return exp(-x) * quad(lambda t: exp(x) * K(5, t), [x, x + 1, x + 4, x + 16, x + 64, x + 256])


def synchrotron(x, k):
    if k < 2:
        return tail(x) - x * K(5, x) if k else x * tail(x)
    return diff(lambda t: -2 * K(5, t) + t * (K(2, t) + K(8, t)) / 2, x, k - 2)


def rows(name, f, places):
    for x in places:
        values = ', '.join(nstr(f(mpf(x), k), 17) for k in range(5))
        print('    {"%s(x)", %s, {%s}},' % (name, x.replace(NEAR_2, '2 + 0x1p-30'), values))


NEAR_2 = '2.000000000931322574615478515625'
PLACES = ['0', '0.3125', '2', '7.5', '40']
rows('debye1', lambda x, k: debye(1, x, k), PLACES + [NEAR_2])
rows('debye3', lambda x, k: debye(3, x, k), PLACES + [NEAR_2])
rows('transport2', transport, PLACES)
rows('synchrotron1', synchrotron, ['0.0009765625', '0.28125', '1', '7.5', '40', '300'])
