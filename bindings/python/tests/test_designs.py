# SPDX-License-Identifier: GPL-3.0-or-later
"""Designs, callables and their exceptions, verification."""
import copy
import math
import os
import pickle
import signal
import threading

import numpy as np
import pytest

import clpwl
from clpwl import _declarations as c
from clpwl import errors


def test_sources_of_functions():
    a = clpwl.design("exp(-x^2/2)", domain=(0, 8), max_error=1e-3)
    b = clpwl.design(lambda x: np.exp(-x * x / 2), domain=(0, 8), max_error=1e-3)
    assert a.segments == b.segments and np.allclose(a.values, b.values, atol=1e-6)  # within 1e-3 of the max error
    assert (a.error.evidence, b.error.evidence) == ("proved", "measured")
    assert clpwl.design("lorentzian:x0=0,gamma=2", segments=8).domain.b == 40
    assert clpwl.design("x", domain=(0, 1), segments=1, fit="interpolant").values.tolist() == [0, 1]
    fastest = clpwl.design("exp", domain=(0, 1), max_error=1e-3, aim="fastest", device="host")
    assert fastest.target.met and fastest.error.linf <= 1e-3
    assert clpwl.design(np.sin, domain=(0, 1), segments=4).function == "sin (callback)"
    assert clpwl.design(np.vectorize(lambda x: x if x < 0 else 0.0), domain=(-1, 1), kinks=[0],
                        segments=2, fit="interpolant").values.tolist() == [-1, 0, 0]
    assert clpwl.design(lambda x: 3, domain=(0, 1), segments=2).values.tolist() == [3, 3, 3]
    assert clpwl.design(np.cos, domain=(0, 1), segments=4, name="mine").function == "mine"
    assert clpwl.design(np.cos, domain=(0, 1), segments=4, name="\u00e4\u2192").function == "\u00e4\u2192"
    assert clpwl.functions()["bessel_j0"]


def test_options():
    abs_at = clpwl.design(lambda x: np.abs(x - 0.3), domain=(-1, 1), kinks=[0.3], max_error=1e-6,
                          partition="optimized")
    assert np.float32(0.3) in abs_at.knots
    assert clpwl.design("sqrt", max_error=1e-4, shaper="auto").shaper == "sqrt"
    assert clpwl.design("bessel_j0", segments=16, extend="zero")(99) == 0
    assert clpwl.design("sin", segments=np.int16(16), domain=(np.float32(0), 1)).segments == 16
    steady = clpwl.design("sin", segments=16, extend="linear", tails=(0, 1))
    assert steady.tails == (0, 1) and steady(1e4) > 9e3
    assert clpwl.design("gelu", segments=64, extend="linear", tails="auto").tails == (0, 1)
    with pytest.raises(errors.ArgumentError):
        clpwl.design("sin", segments=64, extend="linear", tails="auto")
    with pytest.raises(errors.UnsupportedError, match="give the slopes of the tails as numbers"):
        clpwl.design(np.tanh, domain=(-6, 6), segments=64, extend="linear", tails="auto")
    relative = clpwl.design("exp", domain=(0, 8), relative=1e-3, max_error=1e-3)
    assert relative.weighted_error.linf <= 1e-3 < relative.error.linf
    assert relative.weighted_error.evidence == relative.target.evidence
    near = clpwl.design("erfcx", relative=1e-3, max_error=1e-4, shaper="sqrt")  # proved but for its rounding
    assert near.weighted_error.evidence == near.target.evidence == "measured" and "(measured)" in repr(near)
    rough = clpwl.design("exp", domain=(0, 1), max_error=1e-3, weight_bits=8)
    assert rough.segments > clpwl.design("exp", domain=(0, 1), max_error=1e-3).segments
    assert clpwl.design("exp", domain=(0, 1), prove=True, segments=8).error.evidence == "proved"
    assert clpwl.design("exp", domain=(0, 1), prove=False, segments=8).error.evidence == "measured"
    stored = clpwl.design("inverse", domain=(1, 2), segments=16, storage="uint8")
    levels = (stored.values - stored.values.min()) / np.ptp(stored.values) * 255
    assert np.abs(levels - levels.round()).max() < 1e-6
    assert stored.storage == "unorm8" and clpwl.design("sin", segments=8).storage == "float32"
    seen = []
    clpwl.design("exp", domain=(0, 1), refine=True, segments=30, progress=seen.append)
    assert seen and 0 <= min(seen) <= max(seen) <= 1
    with pytest.raises(errors.CancelledError):
        clpwl.design("exp", domain=(0, 1), refine=True, segments=30, progress=lambda part: True)


@pytest.mark.parametrize("storage", ["float32", "half", "unorm16", "unorm8", "bfloat16"])
def test_the_storage_of_a_design_is_the_default(storage, tmp_path):
    made = clpwl.design("gelu", segments=32, storage=storage, relative=0.5)
    made.save(tmp_path / "t.clpwl")
    for t in (made, clpwl.load(tmp_path / "t.clpwl"), copy.deepcopy(made)):
        assert t == made and t.storage == storage and t.weighted_error == made.weighted_error
        by = t.on("host")
        assert by.storage == storage and by.error.linf <= t.error.linf
        assert t.on("host", storage="float32").storage == "float32"
        assert t.source("c") == t.source("c", storage=storage)
        assert ("unsigned char" in t.source("c")) == (storage == "unorm8")
        seen = t.verify(arguments=10000)
        assert seen and seen.weighted_seen.linf <= t.weighted_error.linf
        assert abs(t.integral(0, 1) - t.on("host", quantity="integral")(1.0)
                   + t.on("host", quantity="integral")(0.0)) < 1e-5
    plain = made.source("c", storage="float32")
    assert (storage == "float32") == (plain == made.source("c"))


@pytest.mark.parametrize("weight", [
    "x", "gaussian", lambda x: np.ones_like(x), (np.array([0, 1, 8.0]), np.array([1, 2, 1.0])),
    np.random.default_rng(1).normal(3, 1, 500)],
    ids=["formula", "name", "callable", "points", "seen"])
def test_weights(weight):
    t = clpwl.design("exp(-x)", domain=(0.5, 7), segments=16, weight=weight, norm="l2")
    assert t.weighted_error is not None and t.verify(arguments=5000).weighted_seen is not None
    with pytest.raises(ValueError):
        clpwl.design("exp(-x)", domain=(0.5, 7), segments=16, weight=(np.ones(2), np.ones(3)))


def test_samples():
    x = np.linspace(0, 3, 40)
    t = clpwl.from_samples(x, np.sin(x), max_error=1e-3)
    assert np.max(np.abs(t(x) - np.sin(x))) <= 1e-3 and t.function == "samples (monotone)"
    noisy = np.sin(x) + np.random.default_rng(0).normal(0, 1e-2, 40)
    smooth = clpwl.from_samples(x, noisy, smooth="auto", segments=64, name="sine")
    assert "smoothed" in smooth.function and np.max(np.abs(smooth(x) - np.sin(x))) < 2e-2
    with pytest.raises(errors.SamplesError, match="sample"):
        clpwl.from_samples([1, 1, 1], [1, 2, 3], segments=4)
    rows = np.array([5, 0, 1, 2, 3, 4]), np.array([1, 0, 0, 0, 1, 1])
    for between, largest in (("linear", 1), ("monotone", 1), (None, 1), ("spline", 1.09)):
        t = clpwl.from_samples(*rows, between=between, max_error=1e-5)
        assert np.max(t(np.linspace(0, 5, 10001))) == pytest.approx(largest, abs=2e-2 if largest > 1 else 2e-5)
    assert clpwl.from_samples(*rows, between="step", max_error=0.6).segments == 1
    assert clpwl.from_samples([0, 1, 1], [0, 0, 4], sigma=[1, 1, 2], segments=1)(1) == np.float32(0.8)
    with pytest.raises(errors.UnknownNameError, match="linear, monotone, spline or step"):
        clpwl.from_samples(*rows, between="cubic", segments=4)
    with pytest.raises(ValueError, match="6 numbers, sigma has 1"):
        clpwl.from_samples(*rows, sigma=[1], segments=4)
    with pytest.raises(ValueError, match="y has 1 masked numbers: leave"):
        clpwl.from_samples([0, 1, 2], np.ma.masked_equal([1, -9999, 3], -9999), segments=4)
    with pytest.warns(UserWarning, match="the samples carry noise of about 0.0.*smooth=.auto. removes it"):
        assert clpwl.from_samples(x, noisy, smooth=False, segments=64).function == "samples (monotone)"
    for wrong in (True, "a"):
        with pytest.raises(TypeError, match="smooth is .*; a number is needed"):
            clpwl.from_samples(x, noisy, smooth=wrong, segments=4)
    with pytest.raises(ValueError, match="smooth is 0; a number above 0 or \"auto\" is needed"):
        clpwl.from_samples(x, noisy, smooth=0, segments=4)
    with pytest.raises(TypeError, match="from_samples takes no kinks"):
        clpwl.from_samples(x, noisy, kinks=[1], segments=4)
    with pytest.raises(ValueError, match="3 numbers, y has 2"):
        clpwl.from_samples([0, 1, 2], [1, 2], segments=4)
    with pytest.raises(ValueError, match="real numbers"):
        clpwl.from_samples([["a"]], [1], segments=4)


@pytest.mark.parametrize("wrong, kind, part", [
    (dict(f="nosuch"), errors.UnknownNameError, "nosuch"),
    (dict(f="sin(", domain=(0, 1)), errors.ArgumentError, "sin("),
    (dict(f="sine(x)", domain=(0, 1)), errors.UnknownNameError, "sine"),
    (dict(f="exp(-x^2)"), errors.ArgumentError, "domain"),
    (dict(f="sin", domain=(1, 0)), errors.ArgumentError, ""),
    (dict(f="sin", domain=(0, 0)), errors.ArgumentError, "domain"),
    (dict(f="1/x", domain=(-1, 1), segments=4), errors.NotFiniteError, "0"),
    (dict(f="sin", max_error=1e-12), errors.TargetError, ""),
    (dict(f="sin", max_error=-1), ValueError, "max_error"),
    (dict(f="sin", segments=0), ValueError, "segments"),
    (dict(f="sin", segments=4, weight_bits=-1), ValueError, "weight_bits is -1"),
    (dict(f="sin", segments=4.5), TypeError, "integer"),
    (dict(f="sin", segments=2 ** 70), ValueError, "segments"),
    (dict(f="sin", segments=4, max_error=1e-3), errors.ArgumentError, ""),
    (dict(f="sin", fit="best"), errors.UnknownNameError, "minimax"),
    (dict(f="sin", kinks=[1]), ValueError, "kinks"),
    (dict(f="a\0b", domain=(0, 1)), ValueError, "NUL"),
    (dict(f=3, domain=(0, 1)), TypeError, "callable"),
    (dict(f="sin", nonsense=1), TypeError, "nonsense"),
    (dict(f="sin", max_error="a"), TypeError, "max_error is 'a'; a number is needed"),
    (dict(f="sin", segments="a"), TypeError, "segments is 'a'"),
    (dict(f="sin", segments=True), TypeError, "segments is True; an integer is needed"),
    (dict(f="sin", refine="no"), TypeError, "refine is 'no'; True or False is needed"),
    (dict(f="sin", prove="no"), TypeError, "prove is 'no'; True or False is needed"),
    (dict(f=abs, domain=(-1, 1), kinks=[5]), ValueError, "kinks: 5 is outside the domain [-1, 1]"),
    (dict(f="sin", max_error=True), TypeError, "max_error is True; a number is needed"),
    (dict(f="sin", relative=0), ValueError, "relative is 0; a number above 0 is needed"),
    (dict(f="sin", max_segments=0, max_error=1), ValueError, "max_segments is 0; a number of at least 1"),
    (dict(f=abs, domain=(-1, 1), name=5), TypeError, "name is 5; a text is needed"),
    (dict(f="sin", name="mine"), errors.ArgumentError, "name is 'mine', which is for a callable; 'sin'"),
    (dict(f="x^2", domain=(0, 1), name="mine"), errors.ArgumentError, "'x^2' is its own name"),
    (dict(f="sin", max_segments="a"), TypeError, "max_segments is 'a'; an integer is needed"),
    (dict(f="sin", domain=5), TypeError, "domain is 5; a pair of numbers, (a, b), is needed"),
    (dict(f="sin", domain="0:1"), TypeError, "domain is '0:1'; a pair"),
    (dict(f="sin", domain=(0, "b")), TypeError, "domain is 'b'; a number is needed"),
    (dict(f="sin", relative="a"), TypeError, "relative is 'a'"),
    (dict(f="sin", fit=3), TypeError, "fit is 3; a word is needed"),
    (dict(f="sin", tails=5, extend="linear"), TypeError, "tails is 5"),
    (dict(f="sin", progress=5), TypeError, "progress is 5; a callable is needed"),
    (dict(f=abs, domain=(-1, 1), kinks=0.3), TypeError, "kinks is 0.3; a list of numbers, as [0.3],"),
    (dict(f=abs, domain=(-1, 1), kinks=["a"]), TypeError, "kinks is ['a']; a list of numbers"),
    (dict(f="sin", device=99), errors.NoDeviceError, '"99"'),
    (dict(f="sin", device="host"), errors.ArgumentError, "the host has no filter; without device"),
    (dict(f="sin", device=2.5), TypeError, "device is of the type float"),
    (dict(f=lambda x: None, domain=(0, 1)), TypeError, "returns None for an array x"),
    (dict(f="sin", weight=lambda x: None), TypeError, "returns None for an array x"),
])
def test_refused(wrong, kind, part):
    if "device" in wrong:
        pytest.importorskip("pyopencl")
    with pytest.raises(kind) as caught:
        clpwl.design(**wrong)
    assert part in str(caught.value) and "\n" not in str(caught.value)


def test_vectorize_truncates_no_values():
    def half(x):
        return 0 if x < 1 else x / 2
    with pytest.raises(TypeError, match="give it otypes=\\[float\\]"):
        clpwl.design(np.vectorize(half), domain=(0, 2), max_error=1e-2)
    table = clpwl.design(np.vectorize(half, otypes=[float]), domain=(0, 2), kinks=[1], norm="l1", max_error=1e-2)
    assert abs(table(1.5) - 0.75) < 1e-2


def test_functions_of_one_number():
    def bent(x):
        return x if x < 1 else 1.0
    def strict(x):
        raise ValueError("x is too large")
    D = dict(domain=(0, 2), max_error=1e-2)
    remedy = "np.vectorize\\(%s, otypes=\\[float\\]\\)$"
    for f, text in ((math.sin, "^sin takes one number, and clpwl gives arrays to it: use np.sin or " + remedy % "sin"),
                    (math.log, "use np.log or"),  # of 0 math has none
                    (math.gamma, "arrays to it: use " + remedy % "gamma"),
                    (lambda x: math.sin(x), "^f takes one number, .* use " + remedy % "f"),
                    (bent, remedy % "bent")):
        with pytest.raises(TypeError, match=text):
            clpwl.design(f, **D)
    with pytest.raises(ValueError, match="^x is too large$"):
        clpwl.design(strict, **D)
    with pytest.raises(TypeError, match="^weight takes one number.*use np.exp or np.vectorize.exp,"):
        clpwl.design("sin", weight=math.exp, **D)


def test_every_status_has_an_exception():
    codes = [getattr(c, name) for name in dir(c) if name.startswith("CLPWL_ERR_")]
    assert sorted(errors.BY_STATUS) == sorted(codes) == list(range(1, c.CLPWL_STATUS_COUNT))
    assert all(issubclass(e, errors.ClpwlError) and e.__doc__ for e in errors.BY_STATUS.values())


class Own(BaseException):
    pass


@pytest.mark.parametrize("error", [KeyError("mine"), Own(), KeyboardInterrupt(), SystemExit(3)],
                         ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("call", [1, 2, 4])
def test_exceptions_of_callables_come_through(error, call, capfd):
    calls = []

    def f(x):
        calls.append(x.size)
        if len(calls) >= call:
            raise error
        return np.sin(40 * x)

    with pytest.raises(type(error)) as caught:
        clpwl.design(f, domain=(0, 1), max_error=1e-5)
    assert caught.value is error and len(calls) == call  # and f is not called again
    assert capfd.readouterr() == ("", "")


def test_exceptions_elsewhere(bent):
    def broken(_):
        raise Own()

    with pytest.raises(Own):
        clpwl.design("exp", domain=(0, 1), refine=True, segments=30, progress=broken)
    with pytest.raises(Own):
        clpwl.design("exp", domain=(0, 1), segments=30, weight=broken)
    with pytest.raises(Own):
        bent.verify(broken, arguments=1000)
    with pytest.raises(Own):
        bent.verify(progress=broken)
    with pytest.raises(clpwl.errors.TargetError):  # the next call is as new
        clpwl.design("sin", max_error=1e-12)


def test_wrong_results_of_callables():
    with pytest.raises(ValueError, match="shape"):
        clpwl.design(lambda x: np.zeros(x.size + 1), domain=(0, 1), segments=4)
    with pytest.raises(ValueError, match=r"shape \(1,\) for x of the shape"):
        clpwl.design(lambda x: x[:1], domain=(0, 1), segments=8)
    assert clpwl.design(lambda x: 3.0, domain=(0, 1), segments=1)(0.5) == 3
    with pytest.raises(TypeError):
        clpwl.design(lambda x: x + 1j, domain=(0, 1), segments=4)
    with pytest.raises((TypeError, ValueError)):
        clpwl.design(lambda x: "a", domain=(0, 1), segments=4)
    with pytest.raises(errors.NotFiniteError):
        clpwl.design(lambda x: np.full(x.size, np.nan), domain=(0, 1), segments=4)


def test_a_callable_may_keep_its_array_and_design():
    kept, inner = [], []

    def f(x):
        kept.append(x)
        if not inner:
            inner.append(None)
            inner.append(clpwl.design(lambda z: z, domain=(0, 1), segments=1))
            with pytest.raises(Own):
                clpwl.design(lambda z: (_ for _ in ()).throw(Own()), domain=(0, 1), segments=1)
        return x * x

    t = clpwl.design(f, domain=(0, 1), segments=4)
    assert t.segments == 4 and inner[1].segments == 1
    assert all(k.flags.owndata and np.isfinite(k).all() for k in kept)


@pytest.mark.parametrize("how", ["progress", "callable"])
def test_control_c_ends_a_design(how):
    """The signal comes while the library runs."""
    handler = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            for _ in range(1000):  # seconds, until it comes
                if how == "progress":
                    clpwl.design("bessel_j0", domain=(0, 200), segments=400, refine=True)
                else:
                    clpwl.design(np.sin, domain=(0, 60), segments=300, refine=True)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, handler)


def test_verify(bent, tmp_path):
    seen = bent.verify(arguments=10000)
    assert seen and seen.holds and seen.arguments >= 10000 and seen.seen.evidence == "measured"
    assert seen.seen.linf <= seen.bound.linf == bent.error.linf and seen.bound.evidence == "proved"
    assert abs(seen.got - seen.right) == pytest.approx(seen.seen.linf)
    assert seen.got == bent(seen.x)
    with pytest.raises(ValueError, match="arguments is 0; a number of at least 1 is needed"):
        bent.verify(arguments=0)
    assert not bent.verify("gelu(x)+0.01", arguments=1000)
    small = clpwl.design("sin", domain=(1, 1.001), segments=2)
    every = small.verify(every=True)
    assert every and every.seen.evidence == "exhausted"
    lo, hi = np.array([1, 1.001], np.float32).view(np.int32)
    assert every.arguments == hi - lo + (float(np.float32(1.001)) <= 1.001)
    own = clpwl.design(lambda x: x * x, domain=(0, 1), segments=3)
    assert own.verify(arguments=1000)
    own.save(tmp_path / "own")
    with pytest.raises(errors.ArgumentError, match="give it as f"):
        clpwl.load(tmp_path / "own").verify()
    assert clpwl.load(tmp_path / "own").verify(lambda x: x * x, arguments=1000)


def test_symmetries():
    t = clpwl.design("tanh", domain=(-6, 6), max_error=1e-4, symmetry="auto")
    assert t.symmetry == "odd" and t.domain == (-6, 6)
    x = np.linspace(0, 9, 1001, dtype=np.float32)
    on = t.on("host")
    assert (on(-x) == -on(x)).all() and on(x)[0] == 0
    assert clpwl.design("exp(x)", domain=(-1, 1), segments=8, symmetry="auto").symmetry == "none"
    with pytest.raises(errors.ArgumentError, match="has not the symmetry even"):
        clpwl.design("exp(x)", domain=(-1, 1), symmetry="even")


def test_constraints():
    t = clpwl.design("exp(-x)", domain=(0, 10), max_error=1e-3, through=[(0, 1), (2, None), 5], range=(0, None))
    held = t.constraints
    assert (held.lo, held.hi, list(held.x), held.range_error) == (0, np.inf, [0, 2, 5], 0) and held.y[0] == 1
    x = np.float32([0, 2, 5])
    assert (np.abs(t.on("host")(x) - held.y) <= held.value_error).all() and t.verify(arguments=10000)
    assert pickle.loads(pickle.dumps(t)).constraints.hi == np.inf
    ends = clpwl.design("sqrt(x)", domain=(0, 1), max_error=1e-2, ends="exact", partition="uniform")
    assert list(ends(np.float32([0, 1]))) == [0, 1] and ends.steepness > 1
    assert clpwl.design("sin", max_error=1e-2).constraints is None
    kept = pickle.loads(pickle.dumps(clpwl.design("exp(x)", domain=(0, 1), max_error=1e-4, keep="integral")))
    assert kept.constraints.integral == pytest.approx(np.e - 1, abs=1e-9) and kept.constraints.integral_error < 1e-7
    assert kept.integral(0, 1) == pytest.approx(np.e - 1, abs=1e-7) and kept.verify(arguments=10000)
    steep = pickle.loads(pickle.dumps(clpwl.design("exp(x)", domain=(0, 1), max_error=1e-3, slope_error=0.02)))
    assert 0.01 < steep.constraints.slope_error <= 0.02 and steep.verify(arguments=10000)
    assert clpwl.design("exp(x)", domain=(0, 1), shape="auto").constraints.shape == "rising-convex"
    with pytest.raises(errors.ArgumentError, match="\"integral\" is needed"):
        clpwl.design("sin", keep="slope")
    with pytest.raises(errors.ArgumentError, match="0.10000000149011612 is the nearest"):
        clpwl.design("exp(-x)", domain=(0, 10), max_error=1e-3, through=[(2.5, 0.1)])


def test_equality():
    t, other = (clpwl.design(lambda x: x * x, domain=(0, 1), segments=n) for n in (8, 9))
    for same in (pickle.loads(pickle.dumps(t)), copy.copy(t), copy.deepcopy(t)):
        assert same == t and not same != t and hash(same) == hash(t)
    assert t != other and t != "t" and len({t, other, copy.copy(t)}) == 2
    assert t != clpwl.design("x^2", domain=(0, 1), segments=8)


@pytest.mark.parametrize("options", [
    dict(segments=64), dict(max_error=1e-4), dict(norm="l1", fit="least-absolute", max_error=1e-4, refine=True),
    dict(max_error=1e-4, refine=True, fit="minimax")])
def test_readme_tells_how_often_a_design_calls_f(options):
    sizes = []

    def f(x):
        sizes.append(x.size)
        return np.exp(-x) * np.sin(3 * x)

    clpwl.design(f, domain=(0, 4), **options)
    assert (len(sizes), sum(sizes)) == (6, 345)
