#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package where it is installed: from the wheel, which needs nothing of this tree, and from
# the source by pip. No network is used.
. "${top_srcdir:?}/tests/cli/lib.sh"
python=$(find_python numpy,setuptools,wheel,pip,venv)
if [ -z "$python" ] || [ ! -e "$top_builddir/.libs/libclpwl.so.1" ]; then
    echo "SKIP: no python3 with numpy, setuptools, wheel, pip and venv, or no shared library"
    exit 77
fi
# A clpwl that the machine has is not taken for this one.
export PIP_IGNORE_INSTALLED=1 PIP_NO_DEPS=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PYTHONDONTWRITEBYTECODE=1

# alone COMMAND...: runs it without our environment, in a folder of its own.
alone() {
    mkdir -p elsewhere
    (cd elsewhere && env -i PATH="$PATH" HOME="$here/elsewhere" OCL_ICD_VENDORS="${OCL_ICD_VENDORS-}" \
        XDG_CACHE_HOME="$XDG_CACHE_HOME" POCL_CACHE_DIR="$POCL_CACHE_DIR" "$@")
}

cat >use.py <<'END'
import sys
import numpy as np
import clpwl
folder = sys.argv[1]
assert clpwl.__file__.startswith(folder), clpwl.__file__
t = clpwl.design(np.tanh, domain=(0, 4), max_error=1e-4)
x = np.linspace(0, 4, 1000)
assert np.max(np.abs(t(x) - np.tanh(x))) <= 1e-4
assert clpwl.design("exp", domain=(0, 1), segments=8, prove=True).error.evidence == "proved" or \
    not clpwl._library.lib.clpwl_can_prove()
ours = {line.split()[-1] for line in open("/proc/self/maps") if "libclpwl" in line or "libgsl" in line}
print(" ".join(sorted(ours)))
END

ok "wheel" env PYTHON="$python" sh "$top_srcdir/bindings/python/wheel" "$top_builddir" "$top_srcdir" dist
set -- dist/clpwl-*-py3-none-*.whl
is "wheels" "$#" 1
"$python" -m zipfile -l "$1" >out
for part in lib/libclpwl.so lib/libgsl.so lib/no-opencl dist-info/LICENSE dist-info/GPL-3.txt py.typed; do
    holds "the wheel" "$part"
done
"$python" -m zipfile -e "$1" wheel
grep -q '^License: GPL-3.0-or-later' wheel/clpwl-*.dist-info/METADATA
verdict "the wheel says its licence" $?
is "what it requires" "$(sed -n 's/^Requires-Dist: \([^;]*\)$/\1/p' wheel/clpwl-*/METADATA)" "numpy (>=1.20)"

"$python" -m venv --system-site-packages --without-pip fresh
ok "installation of the wheel" "$python" -m pip --python fresh install -q --no-index "$1"
mv dist hidden
ok "the wheel in a fresh environment" alone "$here/fresh/bin/python" "$here/use.py" "$here/fresh"
is "libraries that are not its own" "$(tr ' ' '\n' <out | grep -v "^$here/fresh/")" ""
holds "the wheel" libgsl.so

# Where the machine has no loader of OpenCL there are no devices.
cat >without.py <<'END'
import ctypes
real = ctypes.CDLL
def without_opencl(name, *arguments, **more):
    if name == "libOpenCL.so.1":
        raise OSError("no such file")
    return real(name, *arguments, **more)
ctypes.CDLL = without_opencl
import clpwl
assert clpwl.devices() == []
print(clpwl.design("gelu", max_error=1e-3).on("host")(0.5))
maps = open("/proc/self/maps").read()
assert "no-opencl/libOpenCL.so.1" in maps and maps.count("libOpenCL.so.1") == maps.count("no-opencl/")
try:
    clpwl.design("gelu", max_error=1e-3).on()
except clpwl.errors.NoDeviceError:
    print("no device")
END
ok "a machine without OpenCL" alone "$here/fresh/bin/python" "$here/without.py"
holds "a machine without OpenCL" "no device"

# From a copy of the source, as pip writes there.
mkdir -p tree/build/.libs tree/bindings
cp -R "$top_srcdir/bindings/python" tree/bindings
chmod -R u+w tree
rm -rf tree/bindings/python/build tree/bindings/python/lib
cp -L "$top_builddir/.libs/libclpwl.so.1" tree/build/.libs
"$python" -m venv --system-site-packages --without-pip source
ok "pip install ./bindings/python" "$python" -m pip --python source install -q --no-index \
    --no-build-isolation ./tree/bindings/python
rm -rf tree
ok "the package from the source" alone "$here/source/bin/python" "$here/use.py" "$here/source"
holds "the package from the source" "$here/source/"
total
