# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of J0 in pyopencl, without the library: python3 exported_pyopencl.py TABLE.cl
TABLE.cl is made by: clpwl export j0.clpwl --lang opencl --name table -o TABLE.cl"""
import sys
import numpy
import pyopencl
import pyopencl.array
from pyopencl.elementwise import ElementwiseKernel

with open(sys.argv[1]) as file:
    source = file.read()
context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
look_up = ElementwiseKernel(context, "const float *x, float *y", "y[i] = table(x[i])", "look_up",
                            preamble=source)

x = numpy.linspace(0, 20, 5, dtype=numpy.float32)
on_device = pyopencl.array.to_device(queue, x)
y = pyopencl.array.empty_like(on_device)
look_up(on_device, y)

# Abramowitz and Stegun, table 9.1.
exact = [1.0, -0.1775967713, -0.2459357645, -0.0142244728, 0.1670246643]
worst = max(abs(y.get() - exact))
print(f"worst error: {worst:.3g}, of at most 1e-4")
sys.exit(int(worst > 1e-4))
