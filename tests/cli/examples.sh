#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The samples run, and README.md shows them as they are.
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
# The block without the files' own heading comments.
for file in examples/eval.c examples/beam.cl; do
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
holds "beam" "light at 0.000: 1.000000"
holds "beam" "worst error: "

total
