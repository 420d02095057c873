#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package on the library as it was built: its declarations are those of the headers and of
# the compiler, and its own tests and doctests pass. $PYTHON is tried first, then python3.
. "${top_srcdir:?}/tests/cli/lib.sh"
package=$top_srcdir/bindings/python
export CLPWL_LIBRARY="$top_builddir/.libs/libclpwl.so.1" PYTHONPATH="$package"
export PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR="$here"

python=$(find_python numpy,pytest)
if [ -z "$python" ] || [ ! -e "$CLPWL_LIBRARY" ]; then
    echo "SKIP: no python3 with numpy and pytest, or no shared library"
    exit 77
fi

ok "declarations of the headers" "$python" "$package/declare.py" --check check.c "$top_srcdir/include"
cmp out "$package/clpwl/_declarations.py" >err
verdict "_declarations.py is what declare.py makes of the headers" $?
ok "compilation of the check" ${CC:-cc} -I "$top_srcdir/include" -DCL_TARGET_OPENCL_VERSION=120 check.c \
    -o check
ok "structs, enumerators and prototypes are the compiler's" ./check
is "names that are declared" "$(sed -n 's/^    "\(clpwl_[a-z_0-9]*\)": .*/\1/p' \
    "$package/clpwl/_declarations.py" | sort)" \
    "$(nm -D --defined-only "$CLPWL_LIBRARY" | sed -n '/clpwl_lookup_/d; s/.* T \(clpwl_.*\)/\1/p' | sort)"

# A library of another version, or none, is refused with a line.
refuses 1 "install libclpwl" env CLPWL_LIBRARY=/nonexistent.so "$python" -c '
try:
    import clpwl
except ImportError as error:
    raise SystemExit(str(error))'

# pyopencl and matplotlib may be missing.
"$python" -m pytest -q -rs -p no:cacheprovider --doctest-modules --doctest-ignore-import-errors \
    "$package/clpwl" "$package/tests" >out 2>err
verdict "pytest" $?
cat out
checks=$((checks + $(grep -o '[0-9]* passed' out | sed 's/ .*//' | grep . || echo 0)))
total
