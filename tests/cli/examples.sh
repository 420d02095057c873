#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The samples run, and README.md shows one as it is.
. "${top_srcdir:?}/tests/cli/lib.sh"
readme=$top_srcdir/README.md

# README.md names the file in the line before each block: `examples/eval.c`:
shown() {
    awk -v name="\`$1\`" '
        /^```/ { if (on) exit; on = ready; ready = 0; next }
        on { print; next }
        index($0, name) { ready = 1; next }
        NF { ready = 0 }' "$readme"
}
# The block without the file's own heading comment.
for file in examples/beam.cl; do
    shown $file >block
    sed '1{/SPDX/d;}' "$top_srcdir/$file" >source
    cmp block source
    verdict "README.md shows $file as it is" $?
done

ok "eval" "$top_builddir/examples/eval"
cp out lines
# J0(0), its first zero, J0(10) (Abramowitz and Stegun, table 9.1).
true_that "J0(0)" "($(sed -n 's/^J0(0) = //p' lines) - 1) ^ 2 <= 2.3e-8"
true_that "its zero" "($(sed -n 's/^J0(2.40483) = //p' lines) - 0) ^ 2 <= 2.3e-8"
true_that "J0(10)" "($(sed -n 's/^J0(10) = //p' lines) + 0.2459357645) ^ 2 <= 2.3e-8"

ok "beam" "$top_builddir/examples/beam" "$top_srcdir/examples/beam.cl"
holds "beam" "light at 0.000: 1.000"
holds "beam" "worst error: "

# error_holds NAME: the largest error that a sample met is one that it promised.
error_holds() {
    true_that "$1" "$(sed -n 's/^worst error: \(.*\), of at most \(.*\)/\1 <= \2 \&\& \2 <= 1.01e-4/p' out)"
}
outside
for name in enqueue integral vector; do
    ok "$name" "$top_builddir/examples/$name"
    error_holds "$name"
done
ok "samples" "$top_builddir/examples/samples" "$top_srcdir/examples/photopic.csv"
holds "samples" "segments: "

if command -v c++ >/dev/null; then
    ok "enqueue.cc is compiled" c++ -std=c++17 -Wall -Wextra -Werror \
        "$top_srcdir/examples/enqueue.cc" $(pkg-config --cflags --libs clpwl) -o enqueue
    ok "enqueue.cc" ./enqueue
    error_holds "enqueue.cc"
else
    printf 'no C++ compiler: enqueue.cc is skipped\n'
fi

if command -v mpicc >/dev/null && command -v mpirun >/dev/null; then
    ok "mpi.c is compiled" mpicc -std=gnu11 -Wall "$top_srcdir/examples/mpi.c" \
        $(pkg-config --cflags --libs clpwl) -lm -o mpi
    # Open MPI's words for: by root, and more ranks than cores. Its notes on the network are no matter.
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader mpirun -n 4 ./mpi >out 2>err
    verdict "mpi.c" $?
    is "ranks that verified" "$(grep -c '^rank [0-3]: .*: verified$' out)" 4
    holds "mpi.c" "400000 values"
else
    printf 'no MPI: mpi.c is skipped\n'
fi

"$clpwl" design bessel_j0 --domain 0:20 --max-error 1e-4 -o j0.clpwl >out
ok "C" "$clpwl" export j0.clpwl --lang c --name table -o table.h
if command -v Rscript >/dev/null; then
    ok "exported.R" Rscript "$top_srcdir/examples/exported.R" table.h
    error_holds "exported.R"
else
    printf 'no R: exported.R is skipped\n'
fi
ok "OpenCL C" "$clpwl" export j0.clpwl --lang opencl --name table -o table.cl
python=$(find_python pyopencl)
if [ -n "$python" ]; then
    ok "exported_pyopencl.py" "$python" "$top_srcdir/examples/exported_pyopencl.py" table.cl
    error_holds "exported_pyopencl.py"
else
    printf 'no pyopencl: exported_pyopencl.py is skipped\n'
fi

export CLPWL_LIBRARY="$top_builddir/.libs/libclpwl.so.1" PYTHONPATH="$top_srcdir/bindings/python"
export PYTHONDONTWRITEBYTECODE=1
python=$(find_python numpy,dask.array,distributed)
if [ -n "$python" ] && [ -e "$CLPWL_LIBRARY" ]; then
    # What distributed says of its own processes on standard error is no matter.
    "$python" "$top_srcdir/examples/dask_workers.py" >out 2>err
    verdict "dask_workers.py" $?
    is "workers that verified" "$(grep -c ': verified$' out)" 2
    error_holds "dask_workers.py"
else
    printf 'no dask or distributed, or no shared library: dask_workers.py is skipped\n'
fi

total
