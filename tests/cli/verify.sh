#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl verify at random arguments: bounds that hold, some that are broken, functions that are not known.
. "${top_srcdir:?}/tests/cli/lib.sh"

# member KEY: of the last output.
member() { "$json" out "$1"; }
# breaks PART COMMAND...: exits with 1; one line has PART.
breaks() {
    part=$1
    shift
    "$@" >out 2>err
    is "$* breaks a bound" "$? $(wc -l <err) $(grep -c -- "$part" err)" "1 1 1"
}
few="-D host -n 20000"

"$clpwl" design bessel_j0 --segments 100 -o j0.clpwl >/dev/null
"$clpwl" design bessel_j0 --segments 100 -p optimized -o o.clpwl >/dev/null
# 1.001 is 1 + 8388.6 2^-23: 8389 arguments.
"$clpwl" design exp -d 1:1.001 -E 1e-6 -o e.clpwl >/dev/null
# A function of a table that is none says why.
for row in 'lorentzian:x0=0,gamma=-2|gamma=-2 is not a number in' "$(printf 'a\342\200\213b\357\273\277c')|'a???b???c'"; do
    renames j0.clpwl "${row%|*}"
    refuses 2 "${row##*|}" "$clpwl" verify renamed.clpwl
done

# A bound that holds is met by 1 % at these arguments, by text and by JSON.
ok "text" "$clpwl" verify j0.clpwl $few
holds "text" "holds      yes"
for how in "" "--storage half"; do
    # shellcheck disable=SC2086
    ok "JSON $how" "$clpwl" verify j0.clpwl $few --seed 7 --json $how
    true_that "$how" "$(member seen.linf) <= $(member bound.linf) && $(member seen.l2) <= $(member allowed.l2)"
    true_that "the worst" "sqrt(($(member got) - $(member right))^2) / $(member seen.linf) - 1 < 1e-9"
    is "$how" "$(member holds) $(member evidence) $(member storage)" \
        "true measured $(echo ${how:---storage float32} | cut -d' ' -f2)"
done
breaks "bound is broken: the linf error .* at x = " "$clpwl" verify j0.clpwl bessel_j1 $few
holds "it is shown" "holds      no"
printf '0,0\n1,1\n2,4\n3,9\n' >s.csv
"$clpwl" design --samples s.csv --segments 10 -o s.clpwl >/dev/null
refuses 2 "name the FUNCTION" "$clpwl" verify s.clpwl --device host
ok "by its samples" "$clpwl" verify s.clpwl --samples s.csv $few
ok "by its curve" "$clpwl" verify s.clpwl --samples s.csv --between monotone $few
breaks "(--between as in the design is needed)" "$clpwl" verify s.clpwl --samples s.csv --between step $few
# A table of smoothed samples is one of their smoothing spline, and not of the samples as they are.
awk 'BEGIN { for (i = 0; i <= 200; i++) print i / 50, sin(i / 50) + 0.01 * sin(i * i) }' >noisy.csv
"$clpwl" design -s noisy.csv --smooth auto -E 1e-3 -p optimized -o smooth.clpwl >/dev/null
ok "smoothed samples" "$clpwl" verify smooth.clpwl -s noisy.csv --smooth auto $few
breaks "(--smooth as in the design is needed)" "$clpwl" verify smooth.clpwl -s noisy.csv $few

# A one-sided table is on its side; against another function it is not, though its error is within the bound.
"$clpwl" design sin -d 0:5 -E 1e-3 --fit above -o above.clpwl >/dev/null
ok "its side" "$clpwl" verify above.clpwl $few
holds "its side" "beyond     0"
breaks 'on the wrong side of f, by 0.000499' "$clpwl" verify above.clpwl --expr 'sin(x)+0.0005' $few --json
is "in JSON" "$(member target.met) $(member holds)" "false false"
# Targets: of relative errors, of a weight in a file, which is to be named, and of sums. The weight of the
# design is taken; by another one its target is not judged.
"$clpwl" design exp -d -60:60 --relative 1e-30 -E 1e-4 -p optimized -o exp.clpwl >/dev/null
printf -- '0,1\n20,2\n' >w.csv
"$clpwl" design bessel_j0 -E 1e-2 --weight w.csv -o file.clpwl >/dev/null
for row in "exp|1e-4" "file --weight w.csv|1e-2"; do
    what=${row%|*} target=${row#*|}
    # shellcheck disable=SC2086
    ok "$what" "$clpwl" verify ${what%% *}.clpwl $few --json ${what#${what%% *}}
    true_that "$what" "$(member weighted.seen.linf) > 0.9 * $target && $(member weighted.seen.linf) <= 1.001 * $target"
    is "$what" "$(member target.met)" true
done
ok "another weight" "$clpwl" verify exp.clpwl $few --relative 1
holds "another weight" "met unknown"
"$clpwl" verify file.clpwl $few >out 2>err
is "a weight that is not named" "$? $(grep -c "weight of the table: 'w.csv' is neither" err)" "0 1"

# Every method and storage of a device at once. cell reads optimised knots.
for row in "host|host-scalar.*half" "0|buffer.*float32" "0|cell.*float32"; do
    every="-D ${row%|*} -m all --storage all -n 2000"
    # shellcheck disable=SC2086
    ok "every method: $row" "$clpwl" verify o.clpwl $every
    grep -qE "^  ${row#*|} .* holds\$" out
    verdict "$row" $?
    cp out text
done
# shellcheck disable=SC2086
ok "as JSON" "$clpwl" verify o.clpwl $every --json
is "a row each" "$(grep -o '"method"' out | wc -l) hold, 0 broken or failed" "$(tail -n 1 text)"
"$clpwl" verify j0.clpwl bessel_j1 -D host -m all -n 1000 >out 2>err
is "broken rows are counted and named" "$? $(grep -c '^0 hold, ' out) $(grep -c 'host-scalar: the bound' err)" "1 1 1"
# A device that is given is verified, though a method of the host may be faster. Otherwise the place is that
# of the method.
for how in "-D 0" "-D cpu --storage any"; do
    # shellcheck disable=SC2086
    ok "auto with $how" "$clpwl" verify j0.clpwl $how -n 2000
    grep -q driver out && ! grep -q host out
    verdict "a method of the device by $how" $?
done
ok "CLPWL_DEVICE" env CLPWL_DEVICE=0 "$clpwl" verify j0.clpwl -n 2000 --json
! member method | grep -q ^host
verdict "a method of the device by CLPWL_DEVICE" $?
ok "no device" "$clpwl" verify e.clpwl --every
is "the place" "$(grep -c '^place      host: ' out)" "$(grep -c '^method     host-' out)"
ok "more than there are" "$clpwl" verify e.clpwl -D host -n 8390
refuses 2 "verify: --seed: '-1'" "$clpwl" verify j0.clpwl --seed -1
refuses 1 "no method can read this table with these options: method cell" "$clpwl" verify j0.clpwl --device 0 -m cell
refuses 2 "CLPWL_METHOD: the method host-scalar runs on the host" env CLPWL_METHOD=host-scalar \
    "$clpwl" verify j0.clpwl -D 0
total
