#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl verify: bounds that hold, one that is broken, functions that are not known.
. "${top_srcdir:?}/tests/cli/lib.sh"

"$clpwl" design bessel_j0 --segments 100 -o j0.clpwl >/dev/null
ok "on the host" "$clpwl" verify j0.clpwl --device host --arguments 20000
holds "says so" "the bound  holds"
ok "as JSON" "$clpwl" verify j0.clpwl --device host --arguments 20000 --seed 7 --json
cp out verify.json
for key in device method storage arguments bound.linf seen.linf seen.l2 x got right holds; do
    "$json" verify.json $key >/dev/null
    verdict "--json has $key" $?
done
for kind in half unorm16; do
    ok "as $kind" "$clpwl" verify j0.clpwl --device host --arguments 20000 --storage $kind
    holds "$kind" "storage    $kind"
    holds "$kind" "the bound  holds"
done
refuses 2 "float32, half, unorm16 or any" "$clpwl" verify j0.clpwl --storage bfloat16
"$clpwl" verify j0.clpwl bessel_j1 --device host --arguments 1000 >out 2>err
is "another function breaks the bound" $? 1
holds "it is shown" "is BROKEN"
grep -q 'the bound is broken: .* at x = ' err
verdict "one line says where" $?
printf '0,0\n1,1\n2,4\n3,9\n' >s.csv
"$clpwl" design --samples s.csv --segments 10 -o s.clpwl >/dev/null
refuses 2 "name the FUNCTION" "$clpwl" verify s.clpwl --device host
ok "by its samples" "$clpwl" verify s.clpwl --samples s.csv --device host --arguments 1000
total
