#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What make does for who installs elsewhere, or builds one target in a fresh folder.
. "${top_srcdir:?}/tests/cli/lib.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL

# make install prefix=...: pkg-config finds the library there.
ok "install of clpwl.pc" make -s -C "$top_builddir" install-pkgconfigDATA install-data-hook \
    prefix="$here/there"
export PKG_CONFIG_PATH="$here/there/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
for variable in libdir/lib includedir/include; do
    found=$(pkg-config --variable=${variable%/*} clpwl)
    is "${variable%/*}" "$(realpath -m "$found")" "$here/there/${variable#*/}"
done

# make libclpwl.la makes what it includes first, also where nothing was built.
make -C "$top_builddir" -pnq libclpwl.la 2>/dev/null | grep '^lib/cl/.*libclpwl_la-prepare.lo:' >out
grep -q '| .*lib/cl/embedded.h' out
verdict "libclpwl.la depends on lib/cl/embedded.h" $?
# It is linked anew with another prefix, which libtool keeps in it.
make -C "$top_builddir" -pnq libclpwl.la 2>/dev/null | grep '^libclpwl.la:' >out
grep -q 'config\.status' out
verdict "libclpwl.la depends on the configuration" $?
# limits.c calls mpz_set_si, which is inline only where it is optimized.
libs=$(pkg-config --static --libs clpwl)
case $libs in *-lflint\ *) has_gmp=${libs##*-lgmp*} ;; *) has_gmp= ;; esac
is "the static library with Arb needs GMP" "$has_gmp" ""
total
