#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The order of lib/'s rooms, by the includes of its files and the symbols of its objects.
: "${top_builddir:?}" "${top_srcdir:?}"
exec perl "$top_srcdir/build-aux/check-rooms" "$top_srcdir" "$top_builddir"
