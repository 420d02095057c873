#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl verify: bounds that hold, one that is broken, functions that are not known.
. "${top_srcdir:?}/tests/cli/lib.sh"

"$clpwl" design bessel_j0 --segments 100 -o j0.clpwl >/dev/null
# 1.001 is 1 + 8388.6 2^-23: 8389 arguments.
"$clpwl" design exp -d 1:1.001 -E 1e-6 -o e.clpwl >/dev/null
# A function of a table that is none says why.
for row in 'lorentzian:x0=0,gamma=-2|gamma=-2 is not in' 'lorentzian:x0=0,gama=2|no parameter "gama"' \
    'gelu:a=2|gelu has no parameters' 'my data.csv|neither a name of the catalogue nor a formula' \
    "$(printf '(%.0s' $(seq 300))x|more than 128 deep" \
    "x$(printf -- '-x%.0s' $(seq 5000))|more than 4096 operations"; do
    renames j0.clpwl "${row%|*}"
    refuses 2 "${row##*|}" "$clpwl" verify renamed.clpwl
    refuses 2 "${row##*|}" "$clpwl" prove renamed.clpwl
done
renames j0.clpwl "$(printf 'a\342\200\213b\357\273\277c\342\201\240d')"
refuses 2 "'a???b???c???d'" "$clpwl" verify renamed.clpwl
ok "on the host" "$clpwl" verify j0.clpwl --device host --arguments 20000
holds "says so" "the bound  holds"
ok "as JSON" "$clpwl" verify j0.clpwl --device host --arguments 20000 --seed 7 --json
cp out verify.json
for key in device method storage arguments bound.linf seen.linf seen.l2 x got right holds; do
    "$json" verify.json $key >/dev/null
    verdict "--json has $key" $?
done
for kind in half unorm16 unorm8 bfloat16; do
    ok "as $kind" "$clpwl" verify j0.clpwl --device host --arguments 20000 --storage $kind
    holds "$kind" "storage    $kind"
    holds "$kind" "the bound  holds"
done
refuses 2 "float32, half, unorm16, unorm8, bfloat16 or any" "$clpwl" verify j0.clpwl --storage fp8
"$clpwl" design 'x^2' -d 0:1 -n 1 -o chord.clpwl >/dev/null 2>&1
ok "few arguments" "$clpwl" verify chord.clpwl --device host --arguments 10 --seed 1
holds "a mean above its bound by chance" "the bound  holds within what is allowed"
"$clpwl" design exp -d 0:4 --relative 1e-3 -E 1e-3 -o exp.clpwl >/dev/null
ok "a target" "$clpwl" verify exp.clpwl --device host --arguments 20000
grep -q '^target     relative linf error 0.001: met, seen 0.000' out
verdict "the target is met" $?
ok "a target as JSON" "$clpwl" verify exp.clpwl --device host --arguments 20000 --json
is "the target" "$("$json" out target.max_error)" 0.001
ok "another weight" "$clpwl" verify exp.clpwl --device host --arguments 20000 --relative 1
is "the target of another weight" "$(grep -c '^target .*: not judged by another weight' out)" 1
"$clpwl" verify j0.clpwl bessel_j1 --device host --arguments 1000 >out 2>err
is "another function breaks the bound" $? 1
holds "it is shown" "is BROKEN"
grep -q 'the bound is broken: .* at x = ' err
verdict "one line says where" $?
printf '0,0\n1,1\n2,4\n3,9\n' >s.csv
"$clpwl" design --samples s.csv --segments 10 -o s.clpwl >/dev/null
refuses 2 "name the FUNCTION" "$clpwl" verify s.clpwl --device host
ok "by its samples" "$clpwl" verify s.clpwl --samples s.csv --device host --arguments 1000
printf '0,0\n1,1\n2,4\n' >short.csv
refuses 1 "short.csv: the samples end at x = 2, so that there is no value at x = 3" \
    "$clpwl" verify s.clpwl --samples short.csv --device host --arguments 1000
# A table of smoothed samples is one of their smoothing spline: of the samples as they are the
# bound is broken, and the reason is said.
awk 'BEGIN { for (i = 0; i <= 200; i++) print i / 50, sin(i / 50) + 0.01 * sin(i * i) }' >noisy.csv
"$clpwl" design -s noisy.csv --smooth auto -E 1e-3 -p optimized -o smooth.clpwl >/dev/null
ok "smoothed samples" "$clpwl" verify smooth.clpwl -s noisy.csv --smooth auto -D host -n 2000
"$clpwl" verify smooth.clpwl -s noisy.csv -D host -n 2000 >out 2>err
is "not smoothed" "$? $(wc -l <err)" "1 1"
grep -q "is of noisy.csv smoothed by .*, and not of noisy.csv (--smooth as in the design is needed): the" err
verdict "the reason is said" $?
refuses 2 "--smooth is for --samples" "$clpwl" verify smooth.clpwl --smooth auto -D host
refuses 2 "--smooth: 'x'" "$clpwl" verify smooth.clpwl -s noisy.csv --smooth x -D host
ok "-d is taken as -D" "$clpwl" verify j0.clpwl -d host -n 2000
# What a program made from nodal values: nobody has measured it.
cat >nodal.clpwl <<'END'
clpwl-table 1
function f
partition uniform
fit interpolant
extend clamp
estimate nan nan nan
measured nan nan nan
segments 2
domain 0x0p+0 0x1p+1
values
0x0p+0
0x1p+0
0x1p+2
checksum 0e1f0d659b996a3e
END
"$clpwl" verify nodal.clpwl --expr 'x^2' -D host -n 2000 >out 2>err
is "an error that is not known" "$? $(wc -l <err)" "1 1"
holds "no word of a broken bound" "the bound  is not known"
grep -q "never measured, as it was made from nodal values: .*0.25 at x = " err
verdict "it is said, and what was seen" $?
"$clpwl" verify nodal.clpwl --expr 'x^2' -D host -m all -n 2000 >out 2>err
is "nor by any method" $? 1
grep -qE "^  host-scalar .* not known\$" out
verdict "in its row" $?
"$clpwl" eval nodal.clpwl -D host --verbose </dev/null 2>err
grep -q 'error not known$' err
verdict "eval says so, too" $?
# A one-sided table is on its side.
"$clpwl" design sin -d 0:5 -E 1e-3 --fit above -o above.clpwl >/dev/null
ok "its side" "$clpwl" verify above.clpwl --device host --arguments 20000
holds "its side" "side       above f, or equal, at all these arguments"
"$clpwl" verify above.clpwl --expr 'sin(x)+0.0005' --device host --arguments 20000 >out 2>err
is "the other side" "$? $(grep -c 'on the wrong side of f, by 0.000499' err)" "1 1"
holds "the other side" "target     one-sided linf error 0.001: NOT met"
"$clpwl" verify above.clpwl --expr 'sin(x)+2e-5' --device host --arguments 20000 --method host-scalar --storage all >out 2>err
is "the side of each row" "$? $(grep -c 'BROKEN: on the wrong side$' out) $(grep -c 'holds, side not judged$' out)" "1 1 4"
# The weight of the design may be named: for one from a file it must be, and its target was not judged.
printf -- '-8,0.1\n-1,1\n1,1\n8,0.1\n' >w.csv
"$clpwl" design tanh -d -8:8 -E 1e-3 --weight w.csv -o by-file.clpwl >/dev/null
ok "a weight of a file" "$clpwl" verify by-file.clpwl --weight w.csv --device host --arguments 20000
holds "a weight of a file" "target     weighted linf error 0.001: met"
ok "another weight" "$clpwl" verify by-file.clpwl --weight 'x^2' --device host --arguments 20000
holds "another weight" "target     weighted linf error 0.001: not judged by another weight"
# Of few arguments no sum is known: it was called met, at 60 times the target.
"$clpwl" design sin -d 0:5 -E 1e-4 --norm l2 -o sum.clpwl >/dev/null
"$clpwl" verify sum.clpwl --expr "sin(x)+0.003" --device host --arguments 100 --json >few.json 2>err
is "a sum that is not known" "$("$json" few.json target.met)" "null"
ok "a sum that is known" "$clpwl" verify sum.clpwl --device host --arguments 20000
holds "a sum that is known" "target     l2 error 0.0001: met"
"$clpwl" prove above.clpwl --expr 'sin(x)+0.0005' >out 2>err
is "the other side is proved" "$? $(grep -c 'on the wrong side of f at x = ' err)" "1 1"
"$clpwl" verify above.clpwl --expr 'sin(x)+0.0005' --device host --arguments 20000 --json >side.json 2>err
is "the other side in JSON" "$("$json" side.json target.met) $("$json" side.json holds)" "false false"
ok "its side is proved" "$clpwl" prove above.clpwl
holds "its side is proved" "side       above f on the domain: proved, roundings included"

# A table for relative errors is held against that bound, too; by default, or as asked for.
"$clpwl" design exp -d -60:60 --relative 1e-30 -E 1e-4 -p optimized -o exp.clpwl >/dev/null
ok "relative" "$clpwl" verify exp.clpwl --device host --arguments 20000 --json
cp out verify.json
true_that "bound" "$("$json" verify.json weighted.bound.linf) <= 1e-4"
seen=$("$json" verify.json weighted.seen.linf)
true_that "seen" "$seen > 0.9e-4 && $seen <= 1e-4"
ok "text" "$clpwl" verify exp.clpwl --device host --arguments 2000
holds "text" "weighted "
"$clpwl" verify exp.clpwl --expr 'exp(x)*1.001' --device host --arguments 1000 --json \
    >verify.json 2>err
is "a function off by 1/1000 breaks the bound" $? 1
grep -q 'the bound is broken' err
verdict "one line says so" $?
ok "another weight" "$clpwl" verify j0.clpwl --relative 0.1 --weight 'exp(-x)' --device host \
    --arguments 20000
holds "another weight" "the bound  holds"
printf '0,1\n20,2\n' >w.csv
"$clpwl" design bessel_j0 -n 50 --weight w.csv -o file.clpwl >/dev/null
"$clpwl" verify file.clpwl --device host --arguments 1000 >out 2>err
is "a weight from a file" $? 0
grep -q "the weight of the table: 'w.csv' is neither a name of the catalogue nor a formula" err
verdict "is said" $?
ok "and is named again" "$clpwl" verify file.clpwl --weight w.csv --device host --arguments 1000
holds "it counts" "weighted "
# Every method, storage, device at once. cell reads optimised knots.
ok "every method of the host" "$clpwl" verify j0.clpwl --device host -m all --storage all -n 2000
for kind in float32 half unorm16; do
    grep -qE "^  host-scalar +$kind .* holds\$" out
    verdict "host-scalar, $kind" $?
done
holds "all of them" " hold, 0 broken or failed"
"$clpwl" design bessel_j0 --segments 100 -p optimized -o o.clpwl >/dev/null
for table in j0 o; do
    "$clpwl" verify $table.clpwl --device all -m all -n 2000 --json >verify.json 2>err
    is "$table on every device" $? 0
    rows=$("$json" verify.json 0.method)
    verdict "$table: rows of JSON, of $rows first" $?
    ok "$table on every device" "$clpwl" verify $table.clpwl --device all -m all -n 2000
    for way in buffer $([ $table = o ] && echo cell) host-scalar; do
        grep -qE "^  $way +float32 .* holds\$" out
        verdict "$table by $way" $?
    done
done
# A device that is given is verified, though a method of the host may be faster.
for how in "-D 0" "-D 0 -m auto" "-D 0 --storage all" "-D cpu --storage any"; do
    # shellcheck disable=SC2086
    ok "auto with $how" "$clpwl" verify j0.clpwl $how -n 2000
    grep -q driver out && ! grep -q host out
    verdict "a method of the device by $how" $?
done
ok "CLPWL_DEVICE" env CLPWL_DEVICE=0 "$clpwl" verify j0.clpwl -n 2000 --json
! "$json" out method | grep -q ^host
verdict "a method of the device by CLPWL_DEVICE" $?
refuses 2 "CLPWL_METHOD: the method host-scalar runs on the host" env CLPWL_METHOD=host-scalar \
    "$clpwl" verify j0.clpwl -D 0
for how in "" "--every"; do
    # shellcheck disable=SC2086
    ok "no device $how" "$clpwl" verify e.clpwl $how
    is "the place is that of the method" \
        "$(grep -c '^device     host: .*; --device verifies an' out)" \
        "$(grep -c '^method     host-' out)"
    # shellcheck disable=SC2086
    ok "as JSON" "$clpwl" verify e.clpwl $how --json
    is "the device is that of the method" "$("$json" out device | grep -c '^host$')" \
        "$("$json" out method | grep -c '^host-')"
    [ -z "$how" ] || is "so is the place" "$("$json" out place | grep -c '^host: ')" \
        "$("$json" out method | grep -c '^host-')"
done
ok "the host by name" "$clpwl" verify e.clpwl -D host
is "its first line" "$(grep -c '^device     host: [^;]*$' out)" 1
# 8389 arguments are all there are.
refuses 2 "--arguments: the domain has 8389 fp32 numbers, fewer than 8390; --every" \
    "$clpwl" verify e.clpwl -D host -n 8390
refuses 2 "--every evaluates each" "$clpwl" verify j0.clpwl -D host -n 1000000000000
ok "as many as there are" "$clpwl" verify e.clpwl -D host -n 8389
"$clpwl" verify j0.clpwl bessel_j1 --device host -m all -n 1000 >out 2>err
is "one that is broken" $? 1
holds "is counted" "0 hold, "
grep -q '^clpwl verify: host, host-scalar: the bound is broken' err
verdict "is named" $?
refuses 1 "no method can read this table with these options: method cell" "$clpwl" verify j0.clpwl --device all -m cell
refuses 2 "unknown method \"buffr\"" "$clpwl" verify j0.clpwl --device all -m buffr
refuses 2 "--relative" "$clpwl" verify j0.clpwl --relative 0
refuses 2 "verify: --arguments: '0'" "$clpwl" verify j0.clpwl -n 0
refuses 2 "verify: --seed: '-1'" "$clpwl" verify j0.clpwl --seed -1
total
