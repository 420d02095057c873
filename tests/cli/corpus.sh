#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Functions of all kinds, designed for a max error: each is met, as an independent
# measurement sees it, or truly cannot be; and no much smaller table does it.
. "${top_srcdir:?}/tests/cli/lib.sh"

ok "corpus" "$top_builddir/bench/corpus" --short
holds "violations" "# violations: 0 MISSED 0 LARGE 0 COULD 0 FAILED"
# All functions of bench/corpus.def, and a refusal is rare.
true_that "functions" "$(grep -c 'met$\|	met	' out) >= 54"

ok "what the host does" "$top_builddir/bench/corpus" --verify --device host --arguments 2000 kinked
holds "bounds" "held, 0 BROKEN, 0 failed"
true_that "tables" "$(grep -c '	host-scalar	.*	held$' out) == 18"
refuses 1 "no-such-device" "$top_builddir/bench/corpus" --verify --device no-such-device
refuses 1 "Usage: corpus --verify" "$top_builddir/bench/corpus" --verify --arguments
total
