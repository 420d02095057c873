# SPDX-License-Identifier: GPL-3.0-or-later
"""Arguments of wrong types: one line that names the argument, and what is needed."""
import numpy as np
import pytest

import clpwl

ROWS = [[1.0], [2.0, 3.0]]
# A part of the message, and calls of a table.
CALLS = [
    ("a is 'a'; a number is needed", lambda t: t.widen("a", 9)),
    ("b is None; a number is needed", lambda t: t.widen(-9, None)),
    ("a is [1, 2]; a number is needed", lambda t: t.widen([1, 2], 9)),
    ("a is True; a number is needed", lambda t: t.widen(np.True_, 9)),
    ("domain is [1.0, 2.0, 3.0]; a pair", lambda t: clpwl.design("sin",
                                                                   domain=[np.float64(i) for i in (1, 2, 3)])),
    ("max_error is -1.0; a number above", lambda t: clpwl.design("sin", max_error=np.float64(-1))),
    ("f is of the type tuple; a name, a formula or a callable is needed; clpwl.from_samples(x, y) takes numbers",
     lambda t: clpwl.design(([1], [2]))),
    ("segments is 0; a number of at", lambda t: clpwl.design("sin", segments=np.int64(0))),
    ("tails=(1.0, None): slopes are", lambda t: clpwl.design("sin", tails=(np.float32(1), None))),
    ("arguments is 0.5; a number of", lambda t: t.verify(arguments=np.float32(0.5))),
    ("refine is 2.5; True or False", lambda t: clpwl.design("abs", refine=np.float64(2.5))),
    ("b is 10000000000000000000...; a number within", lambda t: t.widen(-9, 10 ** 400)),
    ("a is of the type list; a number or an", lambda t: t.integral(ROWS, 9)),
    ("b is of the type list; a number or", lambda t: t.integral(0, ["1", "2"])),
    ("x is a list of which numpy makes no array: its rows", lambda t: t(ROWS)),
    ("dtype is 3; a type of real floating-point", lambda t: t(1.0, dtype=3)),
    ("dtype is b'ab'; a type of real floating-point", lambda t: t(1.0, dtype=b"ab")),
    ("device is of the type float; \"host\", a number or", lambda t: t.on(3.5)),
    ("device is of the type bool; \"host\", a number or", lambda t: t.on(True)),
    ("method is 3; a text is needed", lambda t: t.on("host", method=3)),
    ("method is {}; a text is needed", lambda t: t.on("host", method={})),
    ("progress is 'a'; a callable is needed", lambda t: t.verify(progress="a")),
    ("progress is {}; a callable is needed", lambda t: t.verify(progress={})),
    ("every is 'no'; True or False is needed", lambda t: t.verify(every="no")),
    ("seed is True; an integer is needed", lambda t: t.verify(seed=True)),
    ("name is 3; a text is needed", lambda t: t.source("c", 3)),
    ("'\\udcff' has a lone surrogate, which", lambda t: t.source("c", "\udcff")),
    ("path is of the type NoneType; a text or", lambda t: t.save(None)),
    ("path is of the type int; a text or", lambda t: clpwl.load(3)),
    ("table is of the type str; a clpwl.Table", lambda t: clpwl.Evaluator("t.clpwl")),
    ("table is of the type str; a clpwl.Table", lambda t: clpwl.SharedEvaluator("t.clpwl", ["host"])),
    ("devices is of the type str; a list", lambda t: clpwl.SharedEvaluator(t, "host")),
    ("domain is b'ab'; a pair of numbers", lambda t: clpwl.design("abs", domain=b"ab")),
    ("refine is [1, 2]; True or False", lambda t: clpwl.design("abs", refine=[1, 2])),
    ("prove is array([1, 2]); True or False", lambda t: clpwl.design("sin", prove=np.array([1, 2]))),
    ("partition is {}; a word is needed", lambda t: clpwl.design("sin", partition={})),
    ("norm is array([1, 2]); a word is needed", lambda t: clpwl.design("sin", norm=np.array([1, 2]))),
    ("fit is []; a word is needed", lambda t: clpwl.design("sin", refine=True, fit=[])),
    ("storage is array([1, 2]); a word", lambda t: clpwl.design("sin", storage=np.array([1, 2]))),
    ("weight_bits is True; an integer", lambda t: clpwl.design("sin", weight_bits=True)),
    ("tails is array([1, 2]); \"auto\" or", lambda t: clpwl.design("sin", extend="linear",
                                                                   tails=np.array([1, 2]))),
    ("through is 3; pairs (x, y) are", lambda t: clpwl.design("sin", through=3)),
    ("through is [(1, 2, 3)]; pairs", lambda t: clpwl.design("sin", through=[(1, 2, 3)])),
    ("through is 'a'; a number", lambda t: clpwl.design("sin", through=[("a", 2)])),
    ("range is 3; a pair", lambda t: clpwl.design("sin", range=3)),
    ("ends is 'sharp'; \"exact\"", lambda t: clpwl.design("sin", ends="sharp")),
    ("name is {}; a text is needed", lambda t: clpwl.design(np.sin, domain=(0, 1), name={})),
    ("x is a list of which numpy makes no array: its rows", lambda t: clpwl.from_samples(ROWS, [1, 2])),
    ("smooth is array([1, 2]); a number", lambda t: clpwl.from_samples([1, 2, 3], [1, 2, 3],
                                                                       smooth=np.array([1, 2]))),
    ("name is array([1, 2]); a text", lambda t: clpwl.from_samples([1, 2, 3], [1, 2, 3],
                                                                   name=np.array([1, 2]))),
    ("values is a list of which numpy makes no array: its rows", lambda t: clpwl.from_knots([1, 2], ROWS)),
    ("name is {}; a text is needed", lambda t: clpwl.from_knots([1, 2], [1, 2], name={})),
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("part, call", CALLS, ids=[part for part, _ in CALLS])
def test_wrong_types(bent, part, call):
    with pytest.raises((TypeError, ValueError)) as caught:
        call(bent)
    assert str(caught.value).startswith(part) and "\n" not in str(caught.value)


def test_axes(bent):
    pytest.importorskip("matplotlib")
    for wrong in ("a.png", [1, 2], np.array([None])):
        with pytest.raises(TypeError, match="^axes is of the type .*; axes of matplotlib, as of"):
            bent.plot(axes=wrong)
