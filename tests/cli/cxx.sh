#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl.hpp by each standard and compiler that is here, without a warning.
. "${top_srcdir:?}/tests/cli/lib.sh"
outside
compilers=
for compiler in g++ clang++; do
    ! command -v $compiler >/dev/null || compilers="$compilers $compiler"
done
[ -n "$compilers" ] || printf 'no C++ compiler: skipped\n'
for compiler in $compilers; do
    for standard in 17 20; do
        ok "$compiler, C++$standard" $compiler -std=c++$standard -Wall -Wextra -Wshadow -Wpedantic \
            -Werror "$top_srcdir/tests/cxx/hpp.cc" $(pkg-config --cflags --libs clpwl) -o hpp
        ok "$compiler, C++$standard runs" ./hpp
        is "what fails" "$(grep -v '^ok: ' out)" ""
        [ "$(wc -l <out)" -ge 28 ]
        verdict "all checks ran" $?
    done
    for standard in 11 14; do
        ! $compiler -std=c++$standard -fsyntax-only -x c++ -I "$top_srcdir/include" - >out 2>err <<END
#include <clpwl.hpp>
END
        grep -q 'error.*clpwl.hpp needs C++17' err
        verdict "$compiler, C++$standard is refused by the header" $?
    done
done
[ -n "$compilers" ] || verdict "nothing to try" 0
total
