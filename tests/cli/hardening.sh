#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What configure found for the protection of programs is in the library and in the programs.
. "${top_srcdir:?}/tests/cli/lib.sh"
found=$(sed -n 's/^HARDENING = *//p' "$top_builddir/Makefile")
if [ -z "$found" ] || ! command -v readelf >/dev/null; then
    echo 'SKIP: configured without hardening, or no readelf'
    exit 77
fi

# has FILE PART PATTERN: readelf prints the pattern.
has() {
    readelf -W --dyn-syms -d -l -n "$1" >out 2>&1
    grep -qE "$3" out
    verdict "$1: $2" $?
}
for file in .libs/libclpwl.so tools/.libs/clpwl apps/.libs/clpwl-bgs apps/.libs/clpwl-flow apps/.libs/clpwl-mesh; do
    file=$top_builddir/$file
    [ -e "$file" ] || continue
    for part in $found; do
        case $part in
        stack) has "$file" $part '__stack_chk_fail' ;;
        branches) ;;
        now) has "$file" $part 'BIND_NOW|FLAGS_1.*NOW' && has "$file" $part 'GNU_RELRO' ;;
        fortify) ! grep -q GLIBC "$file" || has "$file" $part '__[a-z]*printf_chk@' ;;
        *) verdict "$part is checked" 1 ;;
        esac
    done
done
# A program has branches that are checked only if all of its parts do, those of the C library too.
object=$top_builddir/lib/base/.libs/libclpwl_la-status.o
case " $found " in *" branches "*) [ ! -e "$object" ] || has "$object" branches 'IBT' ;; esac
true
verdict "files that are not shared are left out" $?
total
