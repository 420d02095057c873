# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays and kernels of pyopencl, and devices."""
import multiprocessing
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import clpwl

X = np.linspace(-5, 5, 1000, dtype=np.float32)


def close(bent, y, x):
    """The device's values and the host's are both within the bound of f's, here of the table's: two
    evaluations in fp32 differ by their roundings, less than 1e-6 for values up to 4."""
    return np.max(np.abs(np.asarray(y) - bent(x))) <= 1e-6


def test_arrays(cl, bent):
    x = cl.array.to_device(cl.queue, X)
    y = bent(x)
    assert isinstance(y, cl.array.Array) and y.dtype == np.float32 and y.events
    assert close(bent, y.get(), X)
    for offset in (1, 3, 32, 128):  # some of which a buffer cannot begin at
        assert close(bent, bent(x[offset:]).get(), X[offset:])
        out = cl.array.zeros(cl.queue, X.size, np.float32)
        part = out[offset:]
        assert bent(x[offset:], out=part) is part
        assert close(bent, out.get()[offset:], X[offset:]) and not out.get()[:offset].any()
    for order in "CF":
        grid = np.array(X.reshape(20, 50), order=order)
        assert close(bent, bent(cl.array.to_device(cl.queue, grid)).get(), grid)
    assert bent(x, out=x) is x and close(bent, x.get(), X)
    assert close(bent.derivative, bent.derivative(cl.array.to_device(cl.queue, X)).get(), X)
    for limits in ((x, 1.0), (0.0, x), (x[:1], x[:1])):
        with pytest.raises(TypeError, match="is of the type Array; a number or an array of numpy"):
            bent.integral(*limits)


def test_an_older_out(cl, bent):
    """pocl gives native kernels the addresses of buffers by their age."""
    out = cl.array.zeros(cl.queue, X.size, np.float32)
    x = cl.array.to_device(cl.queue, X)
    assert close(bent, bent(x, out=out).get(), X) and np.array_equal(x.get(), X)


def test_other_types(cl, bent):
    whole = np.arange(-5, 6)
    x = cl.array.to_device(cl.queue, whole)
    assert close(bent, bent(x).get(), whole)
    assert bent(x, dtype=np.float64).dtype == np.float64
    out = cl.array.zeros(cl.queue, whole.size, np.float64)
    bent(x, out=out)
    assert close(bent, out.get(), whole)
    assert bent(cl.array.zeros(cl.queue, 0, np.float32)).size == 0
    with pytest.raises(TypeError):
        bent(cl.array.zeros(cl.queue, 3, np.complex64))
    with pytest.raises(TypeError, match="dtype is complex64"):
        bent(x, dtype="c8")
    with pytest.raises(ValueError, match="gaps"):
        bent(cl.array.to_device(cl.queue, X)[::2])
    with pytest.raises(ValueError, match="shape"):
        bent(x, out=cl.array.zeros(cl.queue, 2, np.float32))


def test_halves(cl, bent):
    halves = X.astype(np.float16)
    right = bent.on("host", method="host-scalar")(halves)
    near = 2.0 ** -9  # two roundings to half of values below 4, of which one may be the other way
    x = cl.array.to_device(cl.queue, halves)
    y = bent(x)
    assert y.dtype == np.float16 and np.max(np.abs(y.get() - right)) <= near
    part = bent(x[1:])  # where no buffer can begin
    assert np.max(np.abs(part.get() - right[1:])) <= near
    assert bent(x, out=x) is x and np.max(np.abs(x.get() - right)) <= near


def test_queues_and_events(cl, bent):
    other = cl.CommandQueue(cl.the_context)
    x = cl.array.to_device(cl.queue, X)
    gate = cl.UserEvent(cl.the_context)
    y = bent(x, queue=other, wait_for=[gate])
    assert y.queue == other
    assert y.events[-1].command_execution_status > cl.command_execution_status.COMPLETE
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert close(bent, y.get(), X)
    before = [e.reference_count for e in y.events][-1]
    assert before <= 3  # the array's, the evaluator's, and this list's
    with pytest.raises(ValueError, match="queue"):
        bent(x.with_queue(None))


def test_devices(cl, bent):
    assert clpwl.devices()[0].usable
    for place in (cl.the_context, cl.queue, "0"):
        by = bent.on(place, method="buffer")
        assert by.method == "buffer" and by.device != "host" and close(bent, by(X), X)
    assert bent.verify(device="0", method="buffer", arguments=10000)
    with pytest.raises(clpwl.errors.NoDeviceError):
        bent.on("no such device")
    for number in (clpwl.devices()[0], 0, np.int64(0)):
        assert bent.on(number, method="buffer").device == by.device
    with pytest.raises(TypeError):
        bent.on(3.5)


BEAM = """
kernel void beam(global const float *r, global float *light, float k, CLPWL_TABLE(j0), float s,
                 CLPWL_TABLE(gauss), int n)
{
    CLPWL_BEGIN(j0);
    CLPWL_BEGIN(gauss);
    size_t i = get_global_id(0);
    if (i < (size_t)n)
        light[i] = j0(k * r[i]) * gauss(r[i] / s);
}
kernel void plain(global float *y) { y[get_global_id(0)] = 1.0f; }
"""


def test_kernels_with_tables(cl, j0):
    gauss = clpwl.design("gaussian", domain=(0, 3), max_error=1e-4)
    program = clpwl.build(cl.the_context, BEAM, j0=j0, gauss=gauss)
    r = np.linspace(0, 6, 100, dtype=np.float32)
    x, light = cl.array.to_device(cl.queue, r), cl.array.zeros(cl.queue, 100, np.float32)
    event = program.beam(cl.queue, (100,), None, x, light, 3, 2.0, np.int64(100))
    assert isinstance(event, cl.Event) and light.events
    assert np.max(np.abs(light.get() - j0(3 * r) * gauss(r / 2))) <= 2e-6  # as two look-ups
    program.plain(cl.queue, (100,), None, light.data).wait()
    assert np.all(light.get() == 1)
    with pytest.raises(TypeError, match="5 arguments beside its tables: r, light, k, s, n"):
        program.beam(cl.queue, (100,), None, x, light)
    with pytest.raises(AttributeError, match="beam"):
        program.bean
    assert isinstance(program, cl.Program) and "j0" in repr(program)
    assert program.context == cl.the_context and len(program.all_kernels()) == 2
    plain = cl.Kernel(program, "plain")  # which has no tables
    light.fill(0)
    plain(cl.queue, (100,), None, light.data).wait()
    assert np.all(light.get() == 1)


CALCULUS = """
kernel void calculus(global const float *x, global float *y, CLPWL_TABLE(bent))
{
    CLPWL_BEGIN(bent);
    size_t i = get_global_id(0), n = get_global_size(0);
    y[i] = bent_slope(x[i]);
#ifdef AREAS
    y[n + i] = bent_integral(x[i]);
    y[2 * n + i] = bent_between(x[i], 1.0f);
#endif
}
"""


def test_slopes_and_integrals_in_kernels(cl, bent):
    x = cl.array.to_device(cl.queue, X)
    n = X.size
    slope = bent.derivative(X)
    start = bent.domain.a
    areas = np.array([[bent.integral(start, v), bent.integral(v, 1.0)] for v in X]).T
    for source, options in ((CALCULUS, "-DAREAS"), (CALCULUS.partition("#ifdef")[0] + "}", None)):
        program = clpwl.build(cl.the_context, source, options, bent=bent)
        y = cl.array.zeros(cl.queue, 3 * n, np.float32)
        program.calculus(cl.queue, (n,), None, x, y)
        got = y.get().reshape(3, n)
        # Two roundings of a knot may put x on different sides of it, where slopes jump.
        assert np.mean(np.abs(got[0] - slope) > 1e-5) < 0.01
        if options:  # integrals up to 8, of whose roundings some add up
            assert np.max(np.abs(got[1:] - areas)) < 1e-5
    table = clpwl.design("gaussian", domain=(0, 3), max_error=1e-2)
    # Macros are those of the kernels: g, k and x are names in the text of tables, too.
    options = ["-Dg=7", "-D k=mine", "-D", "x=2.0f", "-Drecords", "-DCLPWL_LANES=4", "-cl-mad-enable"]
    source = "kernel void k(global float *y, CLPWL_TABLE(a)) { CLPWL_BEGIN(a); y[0] = a(x) + g + records; }"
    y = cl.array.zeros(cl.queue, 1, np.float32)
    clpwl.build(cl.the_context, source, options, a=table).mine(cl.queue, (1,), None, y)
    assert abs(y.get()[0] - table(2.0) - 8) < 1e-6
    source = "kernel void k(global float *y, CLPWL_TABLE(a), CLPWL_TABLE(a_slope)) { " \
        "CLPWL_BEGIN(a); CLPWL_BEGIN(a_slope); y[0] = a(0.0f) + a_slope(0.0f); }"
    y = cl.array.zeros(cl.queue, 1, np.float32)
    clpwl.build(cl.the_context, source, a=table, a_slope=table).k(cl.queue, (1,), None, y)
    assert abs(y.get()[0] - 2 * table(0.0)) < 1e-6


def test_what_kernels_refuse(cl, j0):
    source = "kernel void k(global const float *x, global float *y, float s, float4 v, CLPWL_TABLE(j0)) " \
        "{ CLPWL_BEGIN(j0); y[0] = j0(s * x[0]) + v.x; }"
    with pytest.raises(clpwl.errors.BuildError, match="^the kernels read a table j0, which is not given; "
                       "given: j1$"):
        clpwl.build(cl.the_context, source, j1=j0)
    kernel = clpwl.build(cl.the_context, source, j0=j0).k
    x, y = cl.array.to_device(cl.queue, X), cl.array.zeros(cl.queue, 1, np.float32)
    v = np.ones(4, np.float32)
    for s in (0.5, np.array(0.5), np.float64(0.5), np.array([0.5])):
        kernel(cl.queue, (1,), None, x, y, s, v)
        assert abs(y.get()[0] - j0(0.5 * X[0]) - 1) < 1e-6
    for wrong, text in (((X, y, 1, v), "x is of the type ndarray; the kernel's float\\* takes an array of "
                         "pyopencl, as of pyopencl.array.to_device"),
                        ((x, [1.0], 1, v), "y is of the type list"),
                        ((x, 1.0, 1, v), "y is of the type float"),
                        ((x.astype(np.float64), y, 1, v), "x has the type float64; the kernel's float\\* "
                         "takes float32"),
                        ((x, "1", 1, v), "y is of the type str; the kernel's float\\* takes an array"),
                        ((x, y, X, v), "s is of the type ndarray; the kernel's float takes a number"),
                        ((x, y, x, v), "s is of the type Array; the kernel's float takes a number"),
                        ((x, y, "1", v), "s is of the type str; the kernel's float takes a number"),
                        ((x, y, None, v), "s is of the type NoneType; the kernel's float takes a number"),
                        ((x, y, 1j, v), "s is of the type complex; the kernel's float takes a number"),
                        ((x, y, 1, np.ones(3, np.float32)), "v has 3 numbers; the kernel's float4 takes 4"),
                        ((x, y, 1, "1"), "v is of the type str; the kernel's parameter is float4 "),
                        ((x, y, 1, np.ones(4)), "v has the type float64; the kernel's float4 takes float32"),
                        ((x, y, 1, np.ones(4, np.int32)), "v has the type int32; the kernel's float4")):
        with pytest.raises(TypeError, match=text):
            kernel(cl.queue, (1,), None, *wrong)
    for launch, text in (((None, (1,), None), "queue is of the type NoneType; a queue of pyopencl is needed"),
                         ((cl.queue, 10, None), r"global_size is 10; a tuple .*, as \(64,\), is needed"),
                         ((cl.queue, None, None), "global_size is of the type NoneType; a tuple of one to"),
                         ((cl.queue, (1.5,), None), r"global_size is \(1.5,\); a tuple of one to three"),
                         ((cl.queue, (-1,), None), r"global_size is \(-1,\); a tuple of one to three"),
                         ((cl.queue, (1,), 1), r"local_size is 1; .* as \(64,\), or None, is needed"),
                         ((cl.queue, (1,), x), "local_size is of the type Array; a tuple of one to three")):
        with pytest.raises(TypeError, match=text):
            kernel(*launch, x, y, 1, v)
    with pytest.raises(ValueError, match="local_size has 2 numbers; global_size has 1"):
        kernel(cl.queue, (1,), (1, 1), x, y, 1, v)
    with pytest.raises(TypeError, match="4 arguments beside its tables: x, y, s, v; here are 3, behind queue, "
                       "global_size and local_size"):
        kernel(cl.queue, (1,), x, y, 1, v)
    with pytest.raises(ValueError, match="^x has gaps in memory, which the kernel would read as elements"):
        kernel(cl.queue, (1,), None, cl.array.zeros(cl.queue, 2 * x.size, x.dtype)[::2], y, 1, v)
    with pytest.raises(TypeError, match="wait_for has an element of the type int; a list of events"):
        kernel(cl.queue, (1,), None, x, y, 1, v, wait_for=[3])
    with pytest.raises(TypeError, match="wait_for has an element of the type int; a list of events"):
        j0(x, wait_for=3)
    with pytest.raises(TypeError, match="queue is of the type str; a queue of pyopencl is needed"):
        j0(x, queue="0")


def test_numbers_of_kernels(cl, j0):
    """A number keeps its value, or is refused."""
    bits = {"char": 8, "short": 16, "int": 32, "long": 64}
    for kind, n in list(bits.items()) + [("u" + kind, n) for kind, n in bits.items()]:
        least, most = (0, 2 ** n - 1) if kind[0] == "u" else (-2 ** (n - 1), 2 ** (n - 1) - 1)
        own = np.dtype("%sint%d" % ("u" if kind[0] == "u" else "", n))
        kernel = clpwl.build(cl.the_context, "kernel void k(global %s *y, %s n) { y[0] = n; }" %
                             (kind, kind)).k
        y = cl.array.zeros(cl.queue, 1, own)
        for given in (least, most, 3, 3.0, True, np.True_, np.float32(3), np.int64(3), own.type(most),
                      Fraction(6, 2), np.array(3), np.array([3])):
            kernel(cl.queue, (1,), None, y, given)
            assert y.get()[0] == given
        for wrong in (least - 1, most + 1, 3.5, np.float32(3.5), np.inf, -np.inf, np.nan, 1e30, 2 ** 70,
                      np.float64(np.nan), Fraction(1, 3), Decimal("0.5"), np.array(3.5)):
            with pytest.raises(clpwl.errors.ArgumentError, match=r"^n is .*; the kernel's %s takes an "
                               "integer from %d to %d$" % (kind, least, most)):
                kernel(cl.queue, (1,), None, y, wrong)
        for wrong in ("3", b"abcd", None, 3j, [3], np.complex64(3), np.datetime64("2020-01-01"), object()):
            with pytest.raises(TypeError, match="^n is of the type .*; the kernel's %s takes a number$" % kind):
                kernel(cl.queue, (1,), None, y, wrong)
    kernel = clpwl.build(cl.the_context, "kernel void k(global float *y, float s) { y[0] = s; }").k
    y = cl.array.zeros(cl.queue, 1, np.float32)
    for given in (0.1, 2 ** 40, np.inf, True, Fraction(1, 3), np.float64(1e38)):
        kernel(cl.queue, (1,), None, y, given)
        assert y.get()[0] == np.float32(float(given))
    for wrong in (1e39, 10 ** 400, np.float64(-1e300)):
        with pytest.raises(clpwl.errors.ArgumentError, match=r"^s is .*; the kernel's float takes numbers "
                           r"within \+-3.4028235e\+38$"):
            kernel(cl.queue, (1,), None, y, wrong)


WORDS = """
%s
kernel void k(global float *y, CLPWL_TABLE(f)) { CLPWL_BEGIN(f); %s }
"""


@pytest.mark.parametrize("head, body, right", [
    ("", "float f_slope = 2; y[0] = f(1.0f) * f_slope;", "value"),
    ("", "float f_integral = 1, f_between = 2; y[0] = f(1.0f) * f_between;", "value"),
    ("", "float a = 1, f_slope = 2; y[0] = f(a) * f_slope;", "value"),
    ("struct s { float f_slope; };", "struct s s; s.f_slope = 2; y[0] = f(1.0f) * s.f_slope;", "value"),
    ("float f_slope(float x) { return 2 * x; }", "y[0] = f(1.0f) * f_slope(1);", "value"),
    ("float f_slope(float);\nfloat f_slope(float x) { return 2; }", "y[0] = f(1.0f) * f_slope(1);", "value"),
    ("#define f_between(a, b) 2", "y[0] = f(1.0f) * f_between(1, 2);", "value"),
    ("#define f_slope 2", "y[0] = f(1.0f) * f_slope;", "value"),
    ("float f_integral(float x) { return 2; }",
     "y[0] = f(1.0f) * f_integral(1) + 0 * f_slope(1.0f);", "derivative"),
    ("", "float f_slope = f_slope (1.0f); y[0] = 2 * f(1.0f) + 0 * f_slope;", "derivative"),
    ("#define SLOPE f_slope\n", "y[0] = 2 * f(1.0f) + 0 * SLOPE(1.0f);", "derivative"),
    ("#define AT(g, x) g(x)", "y[0] = 2 * f(1.0f) + 0 * AT(f_integral, 1.0f);", "integral"),
    ("/* f_slope */\n#define SLOPE(t) t##_slope", "y[0] = 2 * f(1.0f) + 0 * SLOPE(f)(1.0f);", "derivative"),
    ("float g(float x) { return x; }", "y[0] = 2 * f(1.0f); if (f_slope(1.0f) > 9) { y[0] = g(f_slope(2)); }",
     "derivative")])
def test_words_of_kernels(cl, j0, head, body, right):
    """A word that the text defines is not a look-up, though it has the name of one."""
    program = clpwl.build(cl.the_context, WORDS % (head, body), f=j0)
    assert program._evaluators["f"]._options.quantity == ("value", "derivative", "integral").index(right)
    y = cl.array.zeros(cl.queue, 1, np.float32)
    program.k(cl.queue, (1,), None, y)
    assert y.get()[0] == pytest.approx(2 * j0(1.0), abs=1e-6)


def test_lines_of_kernels_with_own_words(cl, j0):
    with pytest.raises(clpwl.errors.BuildError, match="kernel:3"):
        clpwl.build(cl.the_context, WORDS % ("float f_slope(float x) { return x; }", "nonsense;"), f=j0)


def refused_in_a_child(bent):
    try:
        bent.on("0")
    except clpwl.errors.UnsupportedError as error:
        return str(error)


def test_devices_do_not_survive_fork(cl, bent):
    bent.on("0")
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert "fork" in pool.apply(refused_in_a_child, (bent,))


def test_kernels_that_do_not_compile(cl, j0):
    with pytest.raises(clpwl.errors.BuildError, match="kernel:2") as caught:
        clpwl.build(cl.the_context, "kernel void k(CLPWL_TABLE(j0)) {\n nonsense; }", j0=j0)
    assert "nonsense" in caught.value.log
    with pytest.raises(clpwl.errors.ArgumentError, match="exp"):
        clpwl.build(cl.the_context, "kernel void k(CLPWL_TABLE(exp)) { }", exp=j0)


def test_what_build_refuses(cl, j0):
    source = "kernel void k(CLPWL_TABLE(j0)) { }"
    for place in (3, "0", None):
        with pytest.raises(TypeError, match="context is of the type .*; a context or queue of pyopencl is"):
            clpwl.build(place, source, j0=j0)
    for table in ("x", None, j0.on("host")):
        with pytest.raises(TypeError, match="s is of the type .*; a clpwl.Table is needed"):
            clpwl.build(cl.the_context, source, s=table, j0=j0)
    for text in (source.encode(), None, 3, [source]):
        with pytest.raises(TypeError, match="^source is .*; a text is needed$"):
            clpwl.build(cl.the_context, text, j0=j0)
    for options in (3, [3], ("-DA", None), b"-DA", {}):
        with pytest.raises(TypeError, match="^one of options is .*; a text is needed$"):
            clpwl.build(cl.the_context, source, options, j0=j0)


def test_element_wise(cl, bent):
    elementwise = pytest.importorskip("pyopencl.elementwise")
    kernel = elementwise.ElementwiseKernel(cl.the_context, "float *x, float *y",
                                           "y[i] = gelu_(x[i])",
                                           preamble=bent.source("opencl", name="gelu_"))
    x, y = cl.array.to_device(cl.queue, X), cl.array.zeros(cl.queue, X.size, np.float32)
    kernel(x, y)
    assert close(bent, y.get(), X)
