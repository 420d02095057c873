#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# moved.sh SRCDIR PREFIX LIBDIR: consumers.sh, where make install put the library into a folder that was
# moved since.
set -eu
srcdir=$1 prefix=$2 libdir=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR

${MAKE:-make} -s install DESTDIR="$work/first" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/moved"
if [ ! -e "$work/moved$libdir/libclpwl.so" ]; then
    echo "moved: the library is static: skipped"
    exit 0
fi
sh "$srcdir/tests/cli/consumers.sh" "$srcdir" "$work/moved$prefix" "$work/moved$libdir"
echo "moved: found in a folder that was moved"
