# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of arrays and numbers, against numpy.interp."""
import multiprocessing
import pickle
import re
import threading
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from conftest import reference, rounding

import clpwl

SHAPES = [(), (0,), (1,), (7,), (3, 5), (2, 3, 4), (2, 0, 3)]
TYPES = ["f2", "f4", "f8", "g", "i1", "u2", "i4", "i8", "u8", "?", ">f4", ">f8", "<i2"]


def arrays(shape, kind):
    """Arrays of a shape and type in every memory layout: C, Fortran, with steps, reversed,
    unaligned, read-only."""
    count = int(np.prod(shape))
    base = (np.arange(count) % 40 / 2 - 5).reshape(shape).astype(kind)
    yield base
    yield np.array(base, order="F")
    yield np.stack([base, base], -1)[..., 0]
    yield np.flip(base)[...]
    raw = np.empty(base.nbytes + 1, np.uint8)[1:].view(kind).reshape(shape) if count else base
    raw[...] = base
    yield raw
    fixed = base.copy()
    fixed.flags.writeable = False
    yield fixed


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_any_shape_stride_and_type(bent, shape, kind):
    for x in arrays(shape, kind):
        before = x.copy()
        y = bent(x)
        halves = np.dtype(kind) == np.float16
        assert np.shape(y) == shape and y.dtype == (np.float16 if halves else np.float32)
        if halves:  # of the floats
            floats, y = y, bent(x, dtype=np.float32)
            assert np.array_equal(floats, y.astype(np.float16))
        assert np.all(np.abs(y - reference(bent, np.atleast_1d(x)).reshape(shape)) <=
                      rounding(bent, x))
        assert np.array_equal(x, before)
        for out in arrays(shape, "f4"):
            out = out if out.flags.writeable else out.copy()
            assert bent(x, out=out) is out and np.array_equal(out, y)


def test_numbers(bent):
    for x in (0, 1, -3, 0.5, True, np.float32(0.5), np.float64(0.5), np.int8(2), np.array(0.5)):
        y = bent(x)
        assert type(y) is np.float32
        assert abs(y - reference(bent, [x])[0]) <= rounding(bent, x)
    assert bent([0, 1.5]).shape == (2,)
    assert np.isnan(bent(float("nan"))) and bent(1e300) == bent(4.0) == bent(float("inf"))
    assert bent(np.array([1e300, -np.inf]))[0] == bent(4.0)


def test_halves(bent):
    x = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    right = bent(x.astype(np.float32)).astype(np.float16)
    y = bent(x)
    assert y.dtype == np.float16 and np.array_equal(y, right, equal_nan=True)
    assert type(bent(np.float16(0.5))) is np.float16
    half = bent.on("host").half_error
    assert half.evidence == "measured" and bent.error.linf < half.linf < bent.error.linf + 2 ** -8
    assert bent(np.array(0.5, np.float16)).dtype == np.float16
    out = x.copy()
    assert bent(out, out=out) is out and np.array_equal(out, right, equal_nan=True)
    room = np.empty(x.shape, np.float32)
    assert bent(x, out=room) is room and np.array_equal(room.astype(np.float16), right,
                                                        equal_nan=True)
    swapped = bent(x.astype(">f2"))
    assert swapped.dtype == np.float16 and np.array_equal(swapped, right, equal_nan=True)
    assert np.array_equal(bent.on(["host", "host"])(x), right, equal_nan=True)


def test_out_and_dtype(bent):
    x = np.linspace(-4, 4, 50, dtype=np.float32)
    y = bent(x)
    assert bent(x, dtype=float).dtype == np.float64 and np.array_equal(bent(x, dtype=float), y)
    for kind in ("f2", "f8", "c16"):
        out = np.zeros(50, kind)
        assert bent(x, out) is out and np.allclose(out, y, rtol=1e-3, atol=1e-3)
    whole = np.zeros(100, np.float32)
    bent(x, out=whole[::2])
    assert np.array_equal(whole[::2], y) and not whole[1::2].any()
    same = x.copy()
    assert bent(same, out=same) is same and np.array_equal(same, y)
    shifted = np.append(x, x)  # out overlaps x
    bent(shifted[:50], out=shifted[10:60])
    assert np.array_equal(shifted[10:60], y)
    back = x.copy()
    bent(back, out=back[::-1])
    assert np.array_equal(back[::-1], y)
    with pytest.raises(ValueError, match="shape"):
        bent(x, out=np.zeros(49, np.float32))
    with pytest.raises(TypeError):
        bent(x, out=np.zeros(50, np.int32))
    for dtype in (np.int32, "c8", complex, "U3", bool, object, "datetime64[s]"):
        with pytest.raises(TypeError, match="floating-point numbers is needed"):
            bent(x, dtype=dtype)
    with pytest.raises(TypeError):
        bent(x, out=[0.0] * 50)
    with pytest.raises(ValueError, match="read-only"):
        bent(x, out=np.broadcast_to(np.float32(0), (50,)))
    for wrong in ("abc", [1j], None, {}, np.array(["a"]), np.datetime64("2020")):
        with pytest.raises(TypeError):
            bent(wrong)
    with pytest.raises(TypeError, match="pyopencl"):
        bent(x, queue=None)


def test_masks_stay(bent):
    x = np.ma.masked_array([0.5, 1e30, 1.0], mask=[0, 1, 0])
    y = bent(x)
    assert y.mask.tolist() == [False, True, False] and y[0] == bent(0.5)


def test_what_is_known(j0, bent):
    assert j0.domain == (0, 20) and j0.domain.a == 0 and j0.domain.b == 20
    assert j0.segments == len(j0.knots) - 1 == len(j0.values) - 1
    assert j0.error.linf <= 1e-4 and j0.target.met and j0.target.max_error == 1e-4
    assert j0.error.evidence == j0.target.evidence
    assert (j0.partition, bent.partition, bent.fit, bent.extend, j0.shaper) == (
        "uniform", "optimized", "minimax", "clamp", "none")
    assert "\n" not in repr(j0) and "bessel_j0 on [0, 20]" in repr(j0)
    assert "on [1e+07, 1.000001e+07]" in repr(clpwl.design("x", domain=(1e7, 1e7 + 10), segments=4))
    assert "on [0.1, 0.10001]" in repr(clpwl.design("x", domain=(0.1, 0.10001), segments=4))
    knots = clpwl.design("sin", segments=8).knots  # they keep the table
    assert not knots.flags.writeable and not knots.flags.owndata and np.all(np.diff(knots) > 0)
    with pytest.raises(ValueError):
        knots[0] = 1
    with pytest.raises(ValueError):
        knots.setflags(write=True)
    assert clpwl.design("sin", segments=4).target is None


def test_derivative_integral_inverse(bent):
    inside = (bent.knots[:-1] + bent.knots[1:]) / 2
    slopes = np.diff(bent.values) / np.diff(bent.knots)
    assert np.allclose(bent.derivative(inside), slopes, rtol=1e-6)
    area = np.dot(bent.values[1:] + bent.values[:-1], np.diff(bent.knots)) / 2
    # Sums of doubles: rounding only.
    assert bent.integral() == pytest.approx(area, rel=1e-14)
    assert bent.integral(4, -4) == pytest.approx(-area, rel=1e-14)
    parts = bent.integral(bent.knots[:-1], bent.knots[1:])
    assert parts.shape == (bent.segments,) and parts.sum() == pytest.approx(area, rel=1e-13)
    assert bent.integral(np.zeros((2, 1)), [1, 2, 3]).shape == (2, 3)
    with pytest.raises(TypeError, match="b is of the type list; a number or an array of numpy"):
        bent.integral(0, [{}])
    up = clpwl.design("x^2", domain=(1, 3), segments=10)
    assert np.allclose(up.inverse()(up(np.linspace(1, 3, 31))), np.linspace(1, 3, 31), atol=1e-6)
    assert np.isnan(up.inverse(extend="nan")(100))
    with pytest.raises(clpwl.errors.ArgumentError, match="no inverse"):
        bent.inverse()
    with pytest.raises(clpwl.errors.ArgumentError, match="extension of an inverse is clamp or nan, not zero"):
        up.inverse(extend="zero")


def test_widening(bent):
    wide = bent.widen(-6, 5)
    assert wide.domain == (-6, 5) and wide.segments == bent.segments + 2
    x = np.linspace(-6, 5, 1001)
    assert np.allclose(wide(x), bent(x), atol=1e-6)  # roundings, as of other coordinates
    assert wide.error.evidence == "unknown"
    tails = wide.verify(arguments=1000)  # against the function of the design
    assert tails.seen.linf > 0.9 and tails.bound.evidence == "unknown" and not tails
    with pytest.raises(clpwl.errors.ArgumentError):
        bent.widen(-3, 5)
    with pytest.raises(clpwl.errors.ArgumentError):
        clpwl.from_knots([0, 1], [1, 2], extend="zero").widen(-1, 2)


def test_tables_from_knots():
    t = clpwl.from_knots([0, 1, 4], [1, 3, 0], extend="zero", name="mine")
    assert (t.function, t.extend, t.partition) == ("mine", "zero", "optimized")
    assert t(np.array([0, 0.5, 2.5, 5])).tolist() == [1, 2, 1.5, 0]
    assert t.error.evidence == "unknown" and np.isnan(t.error.linf)
    assert t.verify("1+2*x", arguments=1000).holds is False
    assert clpwl.from_knots(np.arange(5), np.arange(5)).partition == "uniform"
    line = clpwl.from_knots([0, 1], [0, 2], extend="linear", tails=(0.5, None))
    assert line.tails == (0.5, 2)
    assert np.allclose(line(np.array([-1, 2])), [-0.5, 4], rtol=0, atol=2**-22)
    assert t.tails is None
    with pytest.raises(ValueError, match="linear"):
        clpwl.from_knots([0, 1], [0, 2], tails=(0, 1))
    with pytest.raises(clpwl.errors.ArgumentError, match="points have none: a pair of slopes is needed"):
        clpwl.from_knots([0, 1], [0, 2], extend="linear", tails="auto")
    for x, y, part in [([0, 0], [1, 2], "knot 2 of 2 is 0"), ([0, 1], [1, np.nan], "value 2 of 2, at x = 1, is nan"),
                       ([0, 1], [1], "2 knots and 1 values"), ([0], [1], "2 knots")]:
        with pytest.raises(ValueError, match=re.escape(part)):
            clpwl.from_knots(x, y)


def test_real_numbers_that_numpy_has_no_type_of(bent):
    big = [2**64, Fraction(1, 2), Decimal("0.25")]
    assert np.array_equal(bent(big), bent([2.0**64, 0.5, 0.25]))
    with pytest.raises(TypeError, match="real numbers are needed"):
        bent([2**64, "1"])


def test_masked_values_of_a_callable_are_no_values():
    with pytest.raises(clpwl.errors.NotFiniteError):
        clpwl.design(lambda x: np.ma.masked_greater(x, 0.5), domain=(0, 1), segments=4)


def test_files_and_pickles(tmp_path, bent):
    path = tmp_path / "täble.clpwl"
    bent.save(path)
    for again in (clpwl.load(path), clpwl.load(str(path)), pickle.loads(pickle.dumps(bent))):
        assert np.array_equal(again.knots, bent.knots) and repr(again) == repr(bent)
        assert again(0.3) == bent(0.3)
    named = bent.on("host", method="host-scalar")
    assert pickle.loads(pickle.dumps(named)).method == "host-scalar"
    (tmp_path / "wrong").write_text("clpwl-table 1\nnonsense\n")
    with pytest.raises(clpwl.errors.FormatError, match="wrong"):
        clpwl.load(tmp_path / "wrong")
    with pytest.raises(OSError, match="missing"):
        clpwl.load(tmp_path / "missing")
    with pytest.raises(ValueError, match="NUL"):
        clpwl.load("a\0b")


def test_source(bent):
    for language in ("opencl", "c", "cuda", "glsl"):
        assert "float gelu(float x)" in bent.source(language, name="gelu")
    with pytest.raises(clpwl.errors.UnknownNameError, match="opencl, c, cuda"):
        bent.source("basic")
    with pytest.raises(clpwl.errors.ArgumentError):
        bent.source("opencl", name="exp")


def test_threads(bent):
    """Threads evaluate one table at a time, with results as of one thread."""
    x = np.linspace(-5, 5, 20000, dtype=np.float32)
    right, wrong = bent(x), []

    def work(shift):
        for _ in range(20):
            part = x[shift:]
            if not np.array_equal(bent(part), right[shift:]) or bent(0.5) != bent(0.5):
                wrong.append(shift)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert 1 <= len(bent._evaluators["value"]._idle) <= 9  # readers: one a thread at most


def test_forked_processes(bent):
    """Values on the host survive fork(), also those of many, for which there are threads."""
    x = np.linspace(-5, 5, 1000000, dtype=np.float32)
    right = bent(x)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert all(np.array_equal(y, right) for y in pool.map(bent, [x, x, x]))


def test_the_gil_is_released(bent):
    """A callback of one thread waits for another thread's evaluation: with the GIL held by the
    library neither would go on."""
    there, done = threading.Event(), threading.Event()

    def f(x):
        there.set()
        assert done.wait(20)
        return x

    def evaluate():
        assert there.wait(20)
        bent(np.zeros(100000, np.float32))
        done.set()

    thread = threading.Thread(target=evaluate)
    thread.start()
    assert clpwl.design(f, domain=(0, 1), segments=2).segments == 2
    thread.join()


def test_evaluators(bent):
    by = bent.on("host", method="host-scalar")
    assert (by.method, by.device, by.storage) == ("host-scalar", "host", "float32")
    assert np.array_equal(by(bent.knots), bent(bent.knots))
    area = bent.on("host", quantity="integral")
    assert area(4.0) == pytest.approx(bent.integral(-4, 4), rel=1e-6)
    assert "host-scalar" in repr(by)
    assert by.error == bent.error and by.error.evidence == "proved" and area.error is None
    coarse = bent.on("host", storage="bfloat16")
    assert coarse.error.linf > by.error.linf
    assert np.max(np.abs(coarse(bent.knots) - bent(bent.knots))) <= coarse.error.linf + by.error.linf
    assert bent.on(["host", "host"], storage="bfloat16").error == coarse.error
    assert bent.on(["host"], quantity="derivative").error is None
    with pytest.raises(clpwl.errors.UnknownNameError, match="fastest"):
        bent.on("host", method="fastest")
    with pytest.raises(TypeError):
        bent.on("host", nonsense=1)


def test_dask(bent):
    da = pytest.importorskip("dask.array")
    d = da.arange(-5, 5, 0.125, chunks=17)
    y = bent(d)
    assert isinstance(y, da.Array) and y.chunks == d.chunks and y.dtype == np.float32
    assert np.array_equal(y.compute(scheduler="threads"), bent(d.compute()))
    assert bent(d, dtype=float).dtype == np.float64
    assert np.array_equal(bent.derivative(d).compute(), bent.derivative(d.compute()))
    with pytest.raises(TypeError, match="out="):
        bent(d, out=y)


def test_pandas(bent):
    pd = pytest.importorskip("pandas")
    index = pd.Index(["a", "b", "c"], name="row")
    for x in (pd.Series([-1.0, 0.5, 3.0], index, name="volt"),
              pd.DataFrame({"u": [-1.0, 0.5, 3.0], "v": np.array([1, 2, 3], np.float32)}, index),
              pd.Series([-1.0, None, 3.0], index, dtype="Float64"), pd.Series([], dtype=float),
              pd.Index([-1.0, 0.5, 3.0], name="volt")):
        for f in (bent, bent.derivative, bent.on(["host", "host"])):
            y = f(x)
            given, got = (a.to_numpy(np.float64, na_value=np.nan) for a in (x, y))
            assert type(y) is type(x) and np.array_equal(got, f(given), equal_nan=True)
            for name in ("index", "columns", "name"):
                if hasattr(x, name):
                    assert np.all(getattr(y, name) == getattr(x, name))
    assert bent(pd.Series([1.0]), dtype=np.float64).dtype == np.float64
    out = np.zeros(2, np.float32)
    assert bent(pd.Series([1.0, 2.0]), out=out) is out and out[0] == bent(1.0)
    with pytest.raises(TypeError, match="real numbers are needed"):
        bent(pd.Series(["a"]))


def test_xarray(bent):
    xr = pytest.importorskip("xarray")
    x = xr.DataArray([[0.0, 1.0], [2.0, 3.0]], dims=("time", "place"), coords={"time": [5, 6]}, name="volt")
    y = bent(x)
    assert isinstance(y, xr.DataArray) and y.dims == x.dims and list(y.time) == [5, 6]
    assert np.array_equal(y.values, bent(x.values)) and bent(x, dtype=float).dtype == np.float64
    assert isinstance(bent(x.to_dataset()), xr.Dataset)


def test_other_containers(bent):
    """Those that take ufuncs of numpy alone give an array of numpy."""
    class Asks:
        def __init__(self, values):
            self.values = values

        def __array__(self, dtype=None, copy=None):
            return self.values

        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            return ufunc.types if self.values.size > 2 else NotImplemented

    for values in (np.array([0.0, 1.0]), np.array([0.0, 1.0, 2.0])):
        assert np.array_equal(bent(Asks(values)), bent(values))


def test_ml_dtypes(bent):
    ml = pytest.importorskip("ml_dtypes")
    x = np.linspace(-4, 4, 33).astype(ml.bfloat16)
    y = bent(x)
    assert y.dtype == np.float32 and np.array_equal(y, bent(x.astype(np.float32)))
    assert np.array_equal(bent(x.astype(float), dtype=ml.bfloat16), y.astype(ml.bfloat16))
    out = np.zeros(33, ml.bfloat16)
    assert bent(x, out=out) is out and np.array_equal(out, y.astype(ml.bfloat16))
    assert bent(x[5]) == bent(float(x[5]))
    with pytest.raises(TypeError, match="floating-point numbers is needed"):
        bent(x, dtype=ml.int4)
    for records in ("V4", [("a", "f4")]):
        with pytest.raises(TypeError, match="real numbers are needed"):
            bent(np.zeros(3, records))


def test_pictures(bent):
    pytest.importorskip("matplotlib")
    picture = bent._repr_svg_()
    assert picture.startswith("<?xml") and picture.rstrip().endswith("</svg>")
    assert bent._repr_svg_() == picture
    with pytest.raises(TypeError, match=re.escape("plot().savefig('a.png') writes it")):
        bent.plot("a.png")
    figure = bent.plot()
    assert len(figure.axes) == 2
    upper = figure.axes[0].lines
    assert len(upper) == 3 and np.array_equal(upper[2].get_xdata(), bent.knots)
    error = np.abs(figure.axes[1].lines[0].get_ydata()).max()
    assert 0.9 * bent.error.linf < error <= bent.error.linf
    assert [axes.get_ylabel() for axes in figure.axes] == ["f(x)", "error (%s)" % bent.error.evidence]
    assert [line.get_color() for line in upper] + [figure.axes[1].lines[0].get_color()] == [
        "#56b4e9", "#000000", "#000000", "#0072b2"]  # as tools/plot.gp has
    own = pickle.loads(pickle.dumps(clpwl.design(lambda x: x * x, domain=(0, 1), segments=3)))
    assert len(own.plot().axes) == 1 and len(own.plot("x^2").axes) == 2
    assert (own.plot().axes[0].get_xlabel(), own.plot().axes[0].get_ylabel()) == ("x", "f(x)")


def test_a_table_is_not_called_by_its_class():
    """A path in the place of the library's object ended the program by SIGSEGV."""
    with pytest.raises(TypeError, match="clpwl.load reads a table file"):
        clpwl.Table("t.clpwl")


def _forged(path, name):
    """A table file with another name of the function, and the right checksum (FNV-1a of the lines above)."""
    clpwl.design("gelu", max_error=1e-2, domain=(-4, 4)).save(path)
    body = path.read_bytes().rpartition(b"checksum ")[0]
    assert body.count(b"function gelu\n") == 1
    body = body.replace(b"function gelu\n", b"function " + name.encode() + b"\n")
    total = 0xcbf29ce484222325
    for byte in body:
        total = (total ^ byte) * 0x100000001b3 % 2 ** 64
    path.write_bytes(body + b"checksum %016x\n" % total)
    return clpwl.load(path)


def test_names_of_strangers_steer_no_terminal(tmp_path):
    """repr() and str() printed the control characters of a table file."""
    path = tmp_path / "forged.clpwl"
    wild = "\x1b[31mred\x07 \x9b\u202eevil\ufeff \u00e4\u03c6"
    table = _forged(path, wild)
    assert table.function == wild
    for text in (repr(table), str(table), repr(table.on("host")), str(table.on(["host", "host"]))):
        assert "?[31mred? ??evil? \u00e4\u03c6 " in text and "\x1b" not in text
    with pytest.raises(ValueError, match="neither in the catalogue nor a formula") as caught:
        table.verify()
    assert "\x1b" not in str(caught.value) and "\u202e" not in str(caught.value)
    assert len(repr(_forged(path, "a" * 5000))) < 500


def test_names_of_strangers_in_pictures(tmp_path):
    """matplotlib read the text between two $ of a name as its language of formulas."""
    pytest.importorskip("matplotlib")
    table = _forged(tmp_path / "forged.clpwl", "$\\\\frac\x1b$")
    figure = table.plot("gelu")
    assert figure.axes[0].get_legend().get_texts()[0].get_text() == r"\$\frac?\$"
    figure.savefig(tmp_path / "picture.svg")
