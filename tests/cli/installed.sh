#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# installed.sh SRCDIR BINDIR LIBDIR INCLUDEDIR: a program outside the tree builds against the
# installed library with pkg-config's word alone, and runs; so does the command. Each public
# header stands alone, in C99 and in C++11.
set -eu
srcdir=$1 bindir=$2 libdir=$3 includedir=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/cache"
export POCL_CACHE_DIR="$work/cache" XDG_CACHE_HOME="$work/cache"
export PKG_CONFIG_PATH="$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
export LD_LIBRARY_PATH="$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

cp "$srcdir/examples/eval.c" "$work"
cd "$work"
# The words of pkg-config are to be split.
${CC:-cc} -std=c99 -o outside eval.c $(pkg-config --cflags --libs clpwl)
./outside >out || { cat out; [ ! -e /etc/OpenCL/vendors ]; }
grep '^J0(0) = ' out

for header in clpwl.h $(cd "$includedir" && ls clpwl/*.h); do
    printf '#include <%s>\nint main(void) { return 0; }\n' "$header" >alone.c
    cp alone.c alone.cc
    ${CC:-cc} -std=c99 -Wall -Wextra -pedantic -Werror -fsyntax-only \
        $(pkg-config --cflags clpwl) alone.c
    ! command -v ${CXX:-c++} >/dev/null || ${CXX:-c++} -std=c++11 -Wall -Wextra -pedantic \
        -Werror -fsyntax-only $(pkg-config --cflags clpwl) alone.cc
done

"$bindir/clpwl" --version
"$bindir/clpwl" design gaussian --max-error 1e-3 -o g.clpwl
test "$(echo 0 | "$bindir/clpwl" eval g.clpwl --device host)" = 1
"$bindir/clpwl-bgs" scene scene --format pnm --frames 2 --width 32 --height 32
"$bindir/clpwl-bgs" score scene/truth%06d.pgm scene/truth%06d.pgm | grep '^frames  *2$'
echo "installed: an outside program and the commands run"
