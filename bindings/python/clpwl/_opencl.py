# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables with pyopencl: its arrays, and kernels that read tables. Imported where it is used."""
import ctypes
import threading
import weakref
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Dict, List, Tuple

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from ._arguments import as_argument, buffer_of, check_queue, events, sizes
from ._evaluator import FLOAT32, WRONG_DEVICE, Evaluator, natural_kind
from ._library import Handle, c, decode, encode, lib
from ._words import quantity_of
from .errors import BuildError

if TYPE_CHECKING:
    from .table import Table

_wrapped: "weakref.WeakValueDictionary[Tuple[int, int], Handle]" = weakref.WeakValueDictionary()
_wrapped_lock = threading.Lock()


def _parts(place: Any) -> Tuple[cl.Context, cl.Device]:
    """The context and the device of a context or a queue."""
    if isinstance(place, cl.CommandQueue):
        return place.context, place.device
    if isinstance(place, cl.Context):
        return place, place.devices[0]
    raise TypeError(WRONG_DEVICE % type(place).__name__)


def wrap_context(place: Any) -> Handle:
    """A clpwl_context around a context of pyopencl; one for all who use it at a time."""
    context, device = _parts(place)
    key = (context.int_ptr, device.int_ptr)
    with _wrapped_lock:
        found = _wrapped.get(key)
        if found is None:
            found = Handle(lib.clpwl_context_free, lib.clpwl_context_wrap, context.int_ptr,
                           device.int_ptr, None, None)
            _wrapped[key] = found
        return found


def _check(array: Any, name: str) -> None:
    if not array.flags.forc:
        raise ValueError("%s has gaps in memory; an array of pyopencl must be contiguous" % name)


def enqueue(evaluator: Evaluator, x: Any, out: Any, dtype: Any, queue: Any = None,
            wait_for: Any = None) -> Any:
    """Queues the values at an array of pyopencl. The result's events have the event."""
    queue = x.queue if queue is None else queue
    if queue is None:
        raise ValueError("x has no queue: queue= is needed")
    if np.dtype(x.dtype).kind not in "fiub":
        raise TypeError("x has the type %s; real numbers are needed" % x.dtype)
    _check(x, "x")
    if out is not None:
        if not isinstance(out, cl_array.Array) or out.shape != x.shape:
            raise ValueError("out must be an array of pyopencl of the shape %s" % (x.shape,))
        _check(out, "out")
        if out.flags.c_contiguous != x.flags.c_contiguous:
            raise ValueError("out and x must have the same order, C or Fortran")
    check_queue(queue)
    waits = events(wait_for) + list(x.events) + (list(out.events) if out is not None else [])
    kind = natural_kind(x, out, dtype)
    plain = x if x.dtype == kind else x.astype(kind, queue=queue)
    waits += [e for e in plain.events if plain is not x]
    is_plain = out is not None and out.dtype == kind
    y = out if is_plain else cl_array.Array(queue, x.shape, kind,
                                            order="C" if x.flags.c_contiguous else "F")
    if x.size:
        _enqueue(evaluator.near(queue), queue, plain, y, waits)
    if out is not None:
        if not is_plain:
            event = cl.enqueue_copy(queue, out.base_data, y.astype(out.dtype, queue=queue).data,
                                    dst_offset=out.offset)
            out.add_event(event)
        return out
    return y if dtype is None else y.astype(dtype, queue=queue)


def _enqueue(evaluator: Evaluator, queue: Any, x: Any, y: Any, waits: List[Any]) -> None:
    """y = the values at x, both contiguous, of float32 or of float16."""
    source, target = buffer_of(x, queue), buffer_of(y, queue)
    if y is x:
        target = source
    copied_from, copied_to = source is None, target is None
    if copied_from:  # to where a buffer can begin
        source = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, x.nbytes)
        waits = [cl.enqueue_copy(queue, source, x.base_data, byte_count=x.nbytes,
                                 src_offset=x.offset, wait_for=waits)]
    if copied_to:
        target = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, y.nbytes)
    event = c_void_p()
    rows = (c_void_p * max(len(waits), 1))(*(e.int_ptr for e in waits))
    with evaluator.reader() as reader:
        function = lib.clpwl_enqueue if x.dtype == FLOAT32 else lib.clpwl_enqueue_half
        function(reader.handle, queue.int_ptr, source.int_ptr, target.int_ptr, x.size,
                 len(waits), rows if waits else None, byref(event))
    done = cl.Event.from_int_ptr(event.value, retain=False)
    if copied_to:
        done = cl.enqueue_copy(queue, y.base_data, target, byte_count=y.nbytes,
                               dst_offset=y.offset, wait_for=[done])
    y.add_event(done)


class Program(cl.Program):
    """A program of pyopencl whose kernels read tables; clpwl.build makes one. Kernels with their tables are
    attributes; those of cl.Kernel(program, name) have none. `log` is what the compiler said."""

    def __init__(self, place: Any, source: str, options: Any, tables: Dict[str, "Table"]) -> None:
        from .table import Table as table_class
        if not isinstance(place, (cl.CommandQueue, cl.Context)):
            raise TypeError("context is of the type %s; a context or queue of pyopencl is needed" %
                            type(place).__name__)
        for name, table in tables.items():
            if not isinstance(table, table_class):
                raise TypeError("%s is of the type %s; a clpwl.Table is needed" %
                                (name, type(table).__name__))
        text = encode(source, "source")
        flags = b" ".join(encode(option, "one of options") for option in (
            options if isinstance(options, (list, tuple)) else () if options is None else [options]))
        context = wrap_context(place)
        self._evaluators, own = {}, ""
        for name, table in tables.items():
            quantity, lines = quantity_of(source, name, tables)
            self._evaluators[name] = Evaluator(table, place, kernel=True, quantity=quantity)
            own += lines
        if own:  # the compiler counts the lines of the text alone
            text = encode(own) + b"#line 1\n" + text
        # Taken for good: nothing else evaluates by them, and they live as long as the program.
        self._readers = [e._take() for e in self._evaluators.values()]
        rows: List[Any] = [(encode(name), reader.address)
                           for name, reader in zip(tables, self._readers)]
        self._rows = (c.clpwl_kernel_table * max(len(rows), 1))(*rows)
        program, log = c_void_p(), c_void_p()
        try:
            lib.clpwl_program_build(byref(program), byref(log), context, text, flags, self._rows, len(tables))
        except BuildError as error:
            error.log = self._take(log)
            raise
        self.log = self._take(log)
        super().__init__(cl.Program.from_int_ptr(program.value, retain=False)._get_prg())
        self._kernels: Dict[str, Kernel] = {}

    @staticmethod
    def _take(log: c_void_p) -> str:
        text = decode(ctypes.string_at(log.value)) if log.value else ""
        lib.clpwl_free(log)
        return text

    def __getattr__(self, name: str) -> "Kernel":
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._kernels:
            if name not in self.kernel_names.split(";"):
                raise AttributeError("the program has no kernel %r; it has %s" %
                                     (name, self.kernel_names.replace(";", ", ")))
            self._kernels[name] = Kernel(self, name)
        return self._kernels[name]

    def __repr__(self) -> str:
        return "<clpwl.Program with the tables %s>" % ", ".join(self._evaluators)


class Kernel:
    """A kernel of a Program. It is called as those of pyopencl, without arguments for tables."""

    def __init__(self, program: Program, name: str) -> None:
        self.name, self._program = name, program
        self.kernel = cl.Kernel(program, name)
        self._lock = threading.Lock()  # between arguments and their launch
        lib.clpwl_kernel_bind(self.kernel.int_ptr, program._rows, len(program._readers))
        self._parameters: List[Tuple[int, str, str]] = []
        for i in range(self.kernel.num_args):
            own = self.kernel.get_arg_info(i, cl.kernel_arg_info.NAME)
            if not own.startswith("clpwl_"):
                kind = self.kernel.get_arg_info(i, cl.kernel_arg_info.TYPE_NAME)
                self._parameters.append((i, own, kind))

    def __call__(self, queue: Any, global_size: Any, local_size: Any, *arguments: Any,
                 global_offset: Any = None, wait_for: Any = None) -> Any:
        """Queues the kernel, and returns its event, which arrays among the arguments get, too."""
        check_queue(queue)
        if len(arguments) != len(self._parameters):
            raise TypeError("%s takes %d arguments beside its tables: %s; here are %d, behind queue, "
                            "global_size and local_size" % (
                                self.name, len(self._parameters),
                                ", ".join(p[1] for p in self._parameters), len(arguments)))
        places: List[Any] = [sizes("global_size", global_size, or_none=False), sizes("local_size", local_size),
                  sizes("global_offset", global_offset)]
        for word, place in (("local_size", places[1]), ("global_offset", places[2])):
            if place and len(place) != len(places[0]):
                raise ValueError("%s has %d numbers; global_size has %d" % (word, len(place), len(places[0])))
        arrays = [a for a in arguments if isinstance(a, cl_array.Array)]
        waits = events(wait_for) + [e for a in arrays for e in a.events]
        with self._lock:
            for (i, name, kind), argument in zip(self._parameters, arguments):
                self._set(queue, i, name, kind, argument)
            event = cl.enqueue_nd_range_kernel(queue, self.kernel, *places, wait_for=waits or None)
        for array in arrays:
            array.add_event(event)
        return event

    def _set(self, queue: Any, i: int, name: str, kind: str, argument: Any) -> None:
        given = as_argument(queue, name, kind, argument)
        try:
            self.kernel.set_arg(i, given)
        except (cl.LogicError, TypeError) as error:
            raise TypeError("%s is of the type %s; the kernel's parameter is %s (%s)" %
                            (name, type(argument).__name__, kind, error)) from None
