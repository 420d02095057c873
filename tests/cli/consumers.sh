#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# consumers.sh SRCDIR PREFIX LIBDIR: programs in C and C++ find the installed library by CMake, Meson
# and pkg-config, and run.
set -eu
srcdir=$1 prefix=$2 lib=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LD_LIBRARY_PATH CFLAGS CXXFLAGS LDFLAGS
mkdir "$work/cache"
export POCL_CACHE_DIR="$work/cache" XDG_CACHE_HOME="$work/cache"
# The two builds of the sample: eval.c is C++ too.
mkdir "$work/consumer"
cp "$srcdir/examples/eval.c" "$work/consumer/in_c.c"
cp "$srcdir/examples/eval.c" "$work/consumer/in_cc.cc"
cd "$work/consumer"

# runs PROGRAM: it does, or there is no device.
runs() {
    "$@" >out 2>&1 || { cat out; [ ! -e /etc/OpenCL/vendors ]; }
    [ ! -e /etc/OpenCL/vendors ] || grep -q '^J0(0) = ' out
    ldd "$1" | grep -q "libclpwl.* $lib/\|libclpwl.* ${lib#/usr}/"
}

cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.13)
project(consumer C CXX)
foreach(other 0.1 0.3 1.0 0.1...<0.2 0.3...1.0)
    find_package(clpwl ${other} QUIET CONFIG)
    if(clpwl_FOUND)
        message(FATAL_ERROR "version ${other} must not be found")
    endif()
endforeach()
find_package(clpwl 0.2...0.3 REQUIRED CONFIG)
find_package(clpwl 0.2 REQUIRED CONFIG)
foreach(name in_c in_cc)
    add_executable(${name} ${name}.$<IF:$<STREQUAL:${name},in_c>,c,cc>)
    target_link_libraries(${name} PRIVATE clpwl::clpwl)
endforeach()
END
cat >meson.build <<'END'
project('consumer', 'c', 'cpp', default_options: ['c_std=c99', 'cpp_std=c++17'])
clpwl = dependency('clpwl', version: ['>= 0.2', '< 0.3'])
executable('in_c', 'in_c.c', dependencies: clpwl, build_rpath: clpwl.get_variable('libdir'))
executable('in_cc', 'in_cc.cc', dependencies: clpwl, build_rpath: clpwl.get_variable('libdir'))
END

if command -v cmake >/dev/null && command -v ${CXX:-c++} >/dev/null; then
    cmake -S . -B by-cmake -DCMAKE_PREFIX_PATH="$prefix" \
        >log 2>&1 && cmake --build by-cmake >>log 2>&1 ||
        { cat log; exit 1; }
    for name in in_c in_cc; do
        runs by-cmake/$name
    done
    echo "consumers: CMake, C and C++"
else
    echo "consumers: cmake or a C++ compiler is missing: skipped"
fi

export PKG_CONFIG_PATH="$lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
words=$(pkg-config --cflags --libs clpwl)
mkdir by-pkg-config
# The words of pkg-config are to be split.
${CC:-cc} -std=c99 in_c.c -o by-pkg-config/in_c $words
! command -v ${CXX:-c++} >/dev/null || ${CXX:-c++} in_cc.cc -o by-pkg-config/in_cc $words
for program in by-pkg-config/*; do
    LD_LIBRARY_PATH=$lib runs "$program"
done
echo "consumers: pkg-config, C and C++"

if command -v meson >/dev/null && command -v ninja >/dev/null &&
    command -v ${CXX:-c++} >/dev/null; then
    { meson setup by-meson && ninja -C by-meson; } \
        >log 2>&1 || { cat log; exit 1; }
    for name in in_c in_cc; do
        runs by-meson/$name
    done
    echo "consumers: Meson, C and C++"
else
    echo "consumers: meson, ninja or a C++ compiler is missing: skipped"
fi
