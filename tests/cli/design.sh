#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl design, inspect and functions: what they print, and every bad input.
. "${top_srcdir:?}/tests/cli/lib.sh"

# Bends that are narrow beside the domain: equal parts of it show nothing of them. 1,961,181 segments once.
for wide in '1/(1+x) 0:1e20' 'exp(-x) 0:1e14' 'tanh(x) -1e14:1e14' 'atan(x-3) -1e10:1e10' \
    'tanh(x) -1e20:1e20' 'atan(x) -1e20:1e20' 'tanh(x-300) -1e5:1e5' 'tanh((x-0.123456)/1e-6) 0:1'; do
    for how in "-p optimized" --refine; do
        ok "$wide $how" "$clpwl" design "${wide% *}" -d "${wide#* }" -E 1e-3 $how --json
        true_that "$wide $how: few segments" "$("$json" out segments) <= 75"
    done
done

# Curvatures beside a cusp are beyond double, a chirp has 160 periods in 1/128 of the domain, and the
# period of a stair is beside that of equal samples.
for cusp in 'sqrt(abs(x-0.3)) 0:1' 'sqrt(abs(sin(x))) 0:10'; do
    ok "$cusp" "$clpwl" design "${cusp% *}" -d "${cusp#* }" -p optimized -E 1e-3 --json
    true_that "$cusp: few segments" "$("$json" out segments) <= 191"
done
ok "a chirp" "$clpwl" design 'sin(1/(x+1e-3))' -d 0:1 -p optimized -E 1e-3 --json
true_that "a chirp: few segments" "$("$json" out segments) <= 1.1 * 8629"
ok "a stair" "$clpwl" design 'floor(x*1e4)/1e4' -d 0:1 -n 1 --json
# Its l1 by one segment is 5e-5, its l2 1e-4 / sqrt(3).
true_that "l1 of a stair" "$("$json" out error.l1.measured) >= 5e-5 * (1 - 1e-9)" # its rounding
true_that "l2 of a stair" "$("$json" out error.l2.measured) >= 5.7735e-5"

# A design, its summary, its JSON, its file: all say the same.
ok "design" "$clpwl" design bessel_j0 --domain 0:20 --segments 100 -o j0.clpwl
holds "summary" "bessel_j0"
holds "summary" "100, uniform partition, interpolant"
ok "inspect" "$clpwl" inspect j0.clpwl
holds "inspect" "100, uniform partition, interpolant"
ok "design --json" "$clpwl" design bessel_j0 --domain 0:20 --segments 100 --json
cp out design.json
ok "inspect --json" "$clpwl" inspect j0.clpwl --json
cmp -s out design.json
verdict "inspect --json is design --json" $?
get() { "$json" design.json "$1"; }
is function "$(get function)" bessel_j0
is target "$(get target)" null
is bytes "$(get bytes)" 404
is segments "$(get segments)" 100
is partition "$(get partition)" uniform
is fit "$(get fit)" interpolant
is extend "$(get extend)" clamp
is domain "$(get domain.0) $(get domain.1)" "0 20"
is knots "$(get knots.#) $(get knots.0) $(get knots.100)" "101 0 20"
is values "$(get values.#) $(get values.0)" "101 1"
# |J0''| is at most 1/2, at 0, and the interpolant's max error h^2 |f''| / 8 there.
true_that "linf" "$(get error.linf.measured) <= 0.2 ^ 2 / 16 && $(get error.linf.measured) > 0.0023"
for norm in l1 l2 linf; do
    for kind in estimate measured executed; do
        true_that "$norm $kind" "$(get error.$norm.$kind) > 0"
    done
done
# 17 digits tell doubles apart: 0.2 is no float that %.6g would show.
grep -q '0.20000000000000001' design.json
verdict "numbers have 17 digits" $?

ok "values in a storage" "$clpwl" design gelu -E 1e-2 --storage unorm8 -o small.clpwl
holds "their size" "by 20 segments in 21 bytes, stored as unorm8"
is "lines that end in blanks" "$(grep -c ' $' out)" 0
ok "inspect" "$clpwl" inspect small.clpwl
is "lines of inspect that end in blanks" "$(grep -c ' $' out)" 0
ok "verify" "$clpwl" verify small.clpwl --device host --method all --storage all --arguments 1000
is "lines of verify that end in blanks" "$(grep -c ' $' out)" 0
ok "knots beside a storage" "$clpwl" design gelu -n 20 -p optimized --storage half --json
is "their size" "$("$json" out bytes)" 126

# The smallest table that meets an error: one segment less does not.
for norm in linf l2 l1; do
    ok "max-error $norm" "$clpwl" design gaussian -d 0:8 -E 1e-4 --norm $norm --json
    cp out design.json
    n=$(get segments)
    true_that "$norm is met" "$(get error.$norm.executed) <= 1e-4"
    ok "one less" "$clpwl" design gaussian -d 0:8 -n $((n - 1)) --json
    cp out design.json
    true_that "$norm is not met by $((n - 1)) segments" "$(get error.$norm.executed) > 1e-4"
done

# A limit of segments, and no words beside a file.
ok "as many as are allowed" "$clpwl" design gaussian -d 0:8 -E 1e-4 --max-segments 1000 --json
n=$("$json" out segments)
ok "as many as are needed" "$clpwl" design gaussian -d 0:8 -E 1e-4 --max-segments "$n"
refuses 1 "with at most $((n - 1)) segments" "$clpwl" design gaussian -d 0:8 -E 1e-4 --max-segments $((n - 1))
refuses 2 "--max-segments is for --max-error" "$clpwl" design gaussian -n 8 --max-segments 8
refuses 2 "--max-segments" "$clpwl" design gaussian -E 1e-4 --max-segments 0
is "the version of JSON" "$("$clpwl" design gaussian -n 8 --json >v; "$json" v version)" \
    "$("$clpwl" --version | sed -n '1s/.* //p')"
for q in -q --quiet; do
    ok "design $q" "$clpwl" design 'sin(40*x)' -d 0:9 -n 4 -o quiet.clpwl $q # too few segments, otherwise noted
    is "prints nothing" "$(cat out)" ""
    ok "design $q --json" "$clpwl" design 'sin(40*x)' -d 0:9 -n 4 --json $q
    is "prints the table" "$("$json" out segments)" 4
done
refuses 1 "cannot be met" "$clpwl" design gaussian -d 0:8 -E 1e-12 -q
# The first line is the answer, also when the file is read; the figures are those of --json.
ok "a target" "$clpwl" design gaussian -d 0:8 -E 1e-4 -o target.clpwl
first=$(head -n 1 out)
case $("$clpwl" --version) in
*"proofs: yes"*) word=proved ;;
*) word=measured ;;
esac
ok "the same as JSON" "$clpwl" inspect target.clpwl --json
cp out design.json
figure=$(echo "$first" | sed 's/.* error \(.*\) (.*/\1/')
true_that "it is rounded up" "$figure >= $(get target.reached) && $figure <= 1.00001 * $(get target.reached)"
is "the first line" "$first" "target     met: linf error $figure ($word) of\
 at most 0.0001 by $(get segments) segments in $((4 * ($(get segments) + 1))) bytes"
is "inspect" "$("$clpwl" inspect target.clpwl | head -n 1)" "$first"
is "the target" "$(get target.norm) $(get target.met) $(get target.storage) $(get target.evidence)" \
    "linf true float32 $word"
true_that "max error" "$(get target.max_error) == 1e-4 && $(get target.reached) <= 1e-4"
ok "no target" "$clpwl" design --expr "2x" -d 0:8 -n 1
grep -q '^target     none: linf error [0-9.e-]* ([a-z]*) by 1 segment in 8 bytes$' out
verdict "no target" $?
if [ $word = proved ]; then
    ok "a proof" "$clpwl" design bessel_j0 -d 0:20 -n 64 --prove --json
    cp out design.json
    true_that "a bound" "$(get error.linf.proved) >= $(get error.linf.measured) * (1 - 1e-6)"
    true_that "a close one" "$(get error.linf.proved) <= $(get error.linf.measured) * 1.001"
else
    refuses 1 "built without" "$clpwl" design bessel_j0 --prove
fi
ok "of another kind" "$clpwl" design gaussian -d 0:8 -E 1e-2 --norm l2 --relative 0.1 --fit above \
    -p optimized --weight-bits 12
grep -q '^target     met: one-sided relative l2 error 0.00[0-9]* (measured) of at most 0.01 by .* bytes, through a filter of 12 bits$' out
verdict "of another kind" $?

# A number of segments that does not show the function; not where that is what was asked for.
for typed in 'sin -d 0:360' 'sin(100x) -d 0:20 -n 64' 'gaussian -n 1' 'sin(pi*x) -d 0:8 -n 8'; do
    "$clpwl" design $typed >out 2>err
    is "$typed: a warning" "$? $(grep -c 'approximate this function: the root mean square' err)" "0 1"
done
for typed in 'sin -d 0:360 -n 300' 'sin -d 0:360 -E 0.5' 'x<0.3?0:1 -d 0:1 -n 256' '0.1 -d 0:1 -n 1' \
    '1000+1e-3*sin(x) -d 0:9 -n 64' 'exp -d -80:80 --relative 1e-36 -n 64'; do
    ok "$typed: no warning" "$clpwl" design $typed
done

# Equal segments across a spike: the error falls only from 1e5 segments on. A refusal is true.
spike='exp(-((x-0.123456)/1e-5)^2)'
for e in 0.5 0.1 0.01; do
    "$clpwl" design "$spike" -d 0:1 -p uniform -E $e >out 2>err
    is "a spike to $e" "$? $(wc -l <err)" "0 0"
    holds "a spike to $e" "target     met"
done
refuses 1 "largest at x = 0.123456" "$clpwl" design "$spike" -d 0:1 -p uniform -E 1e-3
refuses 1 " are needed" "$clpwl" design 'sin(1/x)' -d 1e-9:1 -E 0.01
refuses 1 "rounding in fp32 alone comes to " "$clpwl" design sqrt -E 1e-7
refuses 1 "with at most 4194304 segments: " "$clpwl" design sqrt -E 2e-7

# Poles are named, and an overflow has its x.
for typed in "tan -d 1:2|1.57079633" "tan -d 0:pi/2|1.57079633" "1/(x-0.3)^2 -d 0:1|0.3" \
    "gamma(x) -d -1.5:3|-1" "1/x -d -1:1.1|0"; do
    refuses 1 "has a pole at x = ${typed#*|}; choose a domain without it" "$clpwl" design \
        ${typed%|*} -E 1e-3
done
for typed in "tan(x) -d 0:3|1.57079633" "1/(x-pi/10) -d 0:1|0.314159265" "1/x -d -1:1.1|0" \
    "ln(abs(x-0.3)) -d 0:1|0.3" "abs(x-pi/10)^-0.2 -d 0:1|0.314159265" \
    "1e-9/(x-pi/10) -d 0:1|0.314159265" "5+ln((x-pi/10)^2) -d 0:1|0.314159265"; do
    for how in '-n 10' '-n 100 --norm l1' '-E 1e-2 --norm l2 -p optimized'; do
        refuses 1 "has a pole at x = ${typed#*|}; choose a domain without it" "$clpwl" design \
            ${typed%|*} $how
    done
done
# Jumps, steep functions and finite peaks are none.
for typed in 'floor(5*x) -d 0:3' 'sign(x-0.3)*exp(x) -d 0:3' 'mod(x,1) -d 0:3' \
    'atan(1e9*x) -d -1:1' 'atan(1e15*(x-0.3)) -d 0:1' 'exp(-((x-0.3)/1e-14)^2)+1e-9 -d 0:3' \
    '1/(x^2+1e-12) -d -1:1' '1/((x-0.3)^2+1e-28) -d 0:1' '1/sqrt(x^2+1e-60) -d -1:1' \
    'log(x^2+1e-60) -d -1:1' 'abs(x-0.3)^0.01 -d 0:1' 'sqrt(x) -d 0:1' 'ln(x) -d 1e-30:1' \
    'ln(x) -d 1e-300:1' '1/x -d 1e-30:1' '1/(x-1) -d 1.0000000000001:2' 'cbrt(x-pi/10) -d 0:1'; do
    "$clpwl" design $typed -n 10 >out 2>err # a note may say that segments are few
    verdict "$typed has no pole" $?
done
refuses 1 "is inf at x = 0, a pole; choose a domain without this x" "$clpwl" design 1/x -d 0:1 -E 1
refuses 2 "exp(x) is 4.77917e+38 at x = 89.0625, beyond" "$clpwl" design 'exp(x)' -d 0:100 -n 256

# A feature as narrow as the distance of fp32 numbers there, whatever the partition.
for how in '' '-p optimized' --refine '--refine --fit minimax'; do
    refuses 1 "largest at x = 0." \
        "$clpwl" design '1/(1+((x-.7)/1e-7)^2)' -d 0:1 -E 1e-3 $how
done

# A weight or a jump between all samples.
refuses 2 "the weight is 0 at every x of the domain that was tried: choose a domain that holds" "$clpwl" \
    design 'sin(x)' -d 0:6 --weight 'exp(-((x-2.123)/1e-6)^2)' -E 1e-3
case $("$clpwl" --version) in
*"proofs: yes"*)
    refuses 1 "jumps from 0.6536" "$clpwl" design 'sin(x)+(abs(x-0.7123456789)<1e-6?1:0)' -d 0:2 \
        -E 1e-3 -p optimized ;;
esac

# Equal segments show nothing of a bend so narrow. A domain with other ends does not help.
refuses 1 "more gained nothing" "$clpwl" design '1/(1+x^2)' -d -1e20:1e20 -E 1e-3
# A jump at an end that is no fp32 number, and one in the middle of a symmetry.
ok "a jump beside 0.1" "$clpwl" design 'x<=0.1?0:1' -d 0.1:1 --refine --fit minimax -E 0.6 --json
cp out design.json
is "one segment" "$(get segments)" 1
refuses 1 "x = 0, the begin of the stored half, where interpolants reach 1 at best; ask for l1 or l2, or for a table of x > 0 alone, without a symmetry" \
    "$clpwl" design 'sign(x)' -d -1:1 --symmetry odd -E 1e-3
# An error whose square is beyond double: no root mean square is compared.
"$clpwl" design 'abs(x)<1e-300?0:1/x' -d -1:1 -n 10 --symmetry odd >out 2>err
is "no root mean square of nan" "$? $(grep -c nan err)" "0 0"
refuses 1 "has a pole at x = 0; choose a domain without it" "$clpwl" design 'x==0?0:1/x' -d -1:1 -n 10 \
    --symmetry odd

# Beside a jump of nearly twice the max error, knots follow f on each side.
ok "a jump" "$clpwl" design "x<1?x:3-x^2" -d -1:3 --refine --fit minimax -E 0.5000016165893635 --json
cp out design.json
true_that "few segments" "$(get segments) <= 23"

# What stands on a keyboard or in a paper; what is meant.
for typed in '2π·x²|2*pi*x^2' 'exp(−x)×x³|exp(-x)*x^3' '(x+1)²⋅x|(x+1)^2*x' '1−x|1-x' 'x²^3|(x^2)^3'; do
    "$clpwl" design "${typed%|*}" -d 0:1 -n 9 2>&1 | grep -v function >out
    "$clpwl" design "${typed#*|}" -d 0:1 -n 9 2>&1 | grep -v function >err
    cmp -s out err
    verdict "$typed are the same" $?
done
: >err
refuses 2 "the square root is sqrt(x)" "$clpwl" design '2*√x' -d 0:1
refuses 2 "an exponent of more digits is written as x^23" "$clpwl" design 'x²³' -d 0:1
refuses 2 'unknown function "bessel"; similar: bessel_i0, bessel_j0 or bessel_j1; ' "$clpwl" design bessel
refuses 2 'unknown function "jo"; similar: bessel_j0; ' "$clpwl" design jo
refuses 2 'unknown function "bessel_Jl"; similar: bessel_j1; ' "$clpwl" design bessel_Jl
refuses 2 "formula 'jo': did you mean bessel_j0?" "$clpwl" design '2*jo(x)' -d 0:1
refuses 2 "did you mean sin(x)?" "$clpwl" design sinx -d 0:1
refuses 2 "did you mean sin(2x)?" "$clpwl" design '1+sin2x' -d 0:1
refuses 2 "give the right-hand side alone" "$clpwl" design 'y = x^2' -d 0:1
refuses 2 "give the right-hand side alone" "$clpwl" design 'f(x)=x^2' -d 0:1
for name in cosh digamma exp2; do
    ok "$name of formulas" "$clpwl" design $name -d 1:2 -n 3
    holds "$name is a formula" "function   $name(x)"
done
refuses 2 "unknown function" "$clpwl" design max -d 0:1
refuses 2 "formulas have debye1, as 'debye1(x)'" "$clpwl" design debye_1 -d 0:1
refuses 2 "formulas have legendre_p, as 'legendre_p(1,x)'" "$clpwl" design legendre -d 0:1

# Three columns; an estimate that knows nothing of a spike.
printf '0,1,2\n1,2,3\n' >three.csv
refuses 2 "--samples: '-' is not a file; /dev/stdin is standard input" "$clpwl" design --samples -
refuses 1 "(cut -d, -f1,3 takes columns 1 and 3)" "$clpwl" design --samples three.csv
"$clpwl" design 'exp(-((x-0.123456)/1e-7)^2)' -d 0:1 -n 256 -p optimized >out
is "no estimate" "$(grep -c '  unknown  ' out)" 3

# A period that is no fp32 number: x drifts by at most 2^-24 of it for each period.
ok "a period" "$clpwl" design sin -d 0:2*pi --extend repeat -n 512
holds "a period" "outside: repeat, its x off by 1.7e-07 a period, which no error counts"
ok "not from 0" "$clpwl" design 'sin(2*pi*x)' -d 1:2 --extend mirror -n 512
holds "2^-23" "outside: mirror, its x off by 2.4e-07 and 1.2e-07 a period, which no error counts"
ok "an fp32 period" "$clpwl" design 'sin(2*pi*x)' -d 0:1 --extend repeat -n 512 -o turn.clpwl
grep -q 'repeat$' out
verdict "no drift" $?
for x in 0.1015625 0.25; do
    "$clpwl" eval turn.clpwl --method host-scalar $x >at
    is "a million periods" "$("$clpwl" eval turn.clpwl --method host-scalar "$(echo "$x" | sed s/^0/100000/)")" \
        "$(cat at)"
done

# Relative errors: exp needs b - a over sqrt(8 E) segments, 1 / 0.0283 a unit, and what
# fp32 takes of the target. The table tells what its errors are, when it is read again too.
ok "relative" "$clpwl" design exp -d -80:80 --relative 1e-36 -E 1e-4 -p optimized \
    -o exp.clpwl --json
cp out design.json
true_that "relative error" "$(get weighting.error.linf.executed) <= 1e-4"
true_that "its segments" "$(get segments) > 5656 && $(get segments) < 5700"
true_that "floor" "$(get weighting.floor) * 10 ^ 36 - 1 < 0.000001"
is "weight" "$(get weighting.weight)" null
ok "inspect" "$clpwl" inspect exp.clpwl
holds "inspect" "relative to |f|, or to 1e-36 where |f| is less"
"$clpwl" inspect exp.clpwl --json | cmp -s - design.json
verdict "inspect --json is design --json" $?
ok "plain" "$clpwl" design gaussian -n 9 --json
is "no weighting" "$("$json" out weighting)" null

# A weight by formula, by the catalogue's name, and by a file through that: the same.
ok "formula" "$clpwl" design sin -d 0:3 -n 20 -p optimized --weight 'exp(-x^2/2)' --json
cp out formula.json
ok "catalogue" "$clpwl" design sin -d 0:3 -n 20 -p optimized --weight gaussian --json
cp out catalogue.json
awk 'BEGIN { for (i = 0; i <= 3000; i++) print i / 1000, exp(-i * i / 2000000) }' >weight.csv
ok "points" "$clpwl" design sin -d 0:3 -n 20 -p optimized --weight weight.csv --json
cp out points.json
for i in 5 10 15; do
    # Straight lines of length 0.001 are off by 1e-7 of w.
    knot=$("$json" formula.json knots.$i)
    true_that "knot $i" "($knot - $("$json" points.json knots.$i)) ^ 2 < 1e-10"
    true_that "knot $i" "($knot - $("$json" catalogue.json knots.$i)) ^ 2 < 1e-10"
done
is "formula's name" "$("$json" formula.json weighting.weight)" 'exp(-x^2/2)'
is "file's name" "$("$json" points.json weighting.weight)" weight.csv
# Arguments that ascend evenly from 0 to 1 only: a density of 1 there.
awk 'BEGIN { for (i = 0; i < 5000; i++) print (i * 1237 % 5000 + 0.5) / 5000 }' >arguments.csv
ok "arguments" "$clpwl" design sin -d 0:3 -n 60 -p optimized --weight arguments.csv --json
cp out arguments.json
true_that "knots are where arguments are" "$("$json" arguments.json knots.56) < 1.1"

# Few bits of weight: what their filter adds is met, and told.
ok "weight bits" "$clpwl" design gaussian -d 0:8 -E 1e-3 --weight-bits 8 --json
cp out design.json
true_that "with 8 bits" \
    "$(get error.linf.filtered) <= 1e-3 && $(get error.linf.executed) < $(get error.linf.filtered)"
is "bits" "$(get weight_bits)" 8
ok "fp32" "$clpwl" design gaussian -d 0:8 -E 1e-3 --json
true_that "they ask for more segments" "$(get segments) > $("$json" out segments)"
# The error of the first line is that of the last column.
first_and_last() {
    is "$1" "$(sed -n '1s/.*linf error \([^ ]*\) .*/\1/p' out)" \
        "$(awk '$1 == "linf" { x = $NF } END { print x }' out)"
}
ok "text" "$clpwl" design gaussian -n 20 --weight-bits 8 --relative 0.1
holds "text" "8 bits"
holds "text" "relative"
holds "text" ", through a filter of 8 bits"
first_and_last "the error through a filter"

# For a storage: the values are its numbers, and storing them adds nothing.
ok "for a storage" "$clpwl" design 1/x -d 1:2 -n 16 --refine --fit projection --storage int8 --json
true_that "1/x in 8 bits" "$("$json" out error.l2.executed) < 1.2e-4"
true_that "no error of storage" \
    "$("$json" out error.l2.executed) < $("$json" out error.l2.measured) + 1e-6"
ok "text" "$clpwl" design gelu --domain=-4:4 -n 16 --storage half
holds "text" "  in half"
first_and_last "the error of the storage"
ok "a target" "$clpwl" design gelu --domain=-4:4 -E 0.02 --storage bf16 -o stored.clpwl
ok "met as stored" "$clpwl" verify stored.clpwl -D host -n 10000
holds "as stored" "storage    bfloat16"

# The other commands take that storage unless another one is named.
seq -5 0.01 5 >x
for kind in float32 half unorm16 unorm8 bfloat16; do
    ok "$kind" "$clpwl" design gelu -n 32 --storage $kind --relative 0.5 -o kept.clpwl
    cp out designed
    ok "$kind inspected" "$clpwl" inspect kept.clpwl
    cmp -s out designed
    verdict "$kind is inspected as it was designed" $?
    ok "$kind as JSON" "$clpwl" inspect kept.clpwl --json
    is "the storage" "$("$json" out storage)" $kind
    "$clpwl" eval kept.clpwl x --device host -q >y
    "$clpwl" eval kept.clpwl x --device host -q --storage $kind >named
    cmp -s y named
    verdict "$kind is evaluated" $?
    ok "$kind is told" "$clpwl" eval kept.clpwl 0.3 --json
    is "the storage of eval" "$("$json" out storage)" $kind
    ok "$kind by another storage" "$clpwl" eval kept.clpwl 0.3 --storage half --json
    is "the storage by name" "$("$json" out storage)" half
    ok "$kind is verified" "$clpwl" verify kept.clpwl -D host -n 10000 --json
    is "the storage of verify" "$("$json" out storage)" $kind
    ok "$kind is integrated" "$clpwl" eval kept.clpwl 0.3 --integral --json
    is "on the host" "$("$json" out device) $("$json" out storage)" "host $kind"
    "$clpwl" export kept.clpwl --lang c >y
    "$clpwl" export kept.clpwl --lang c --storage $kind >named
    cmp -s y named
    verdict "$kind is exported" $?
done
is "bytes of unorm8" "$("$clpwl" design gelu -n 32 --storage unorm8 --json | sed 's/.*"bytes": *\([0-9]*\).*/\1/')" 33
for kind in any byte default; do
    refuses 2 "'$kind' is not one of float32, half, unorm16, unorm8 and bfloat16" \
        "$clpwl" design gaussian --storage $kind
done

# For a device, whose filter is measured; those of CPUs have full weights, or nearly.
ok "for a device" "$clpwl" design gaussian -d 0:8 -E 1e-3 --for 0 --json
true_that "met there" "$("$json" out error.linf.filtered) <= 1e-3"
ok "text" "$clpwl" design gaussian -n 20 --for 0
holds "text" "  on "
refuses 2 "exclude each other" "$clpwl" design gaussian -E 1e-3 --for 0 --weight-bits 8
refuses 2 "the host has no filter" "$clpwl" design gaussian -E 1e-3 --for host
refuses 1 "no-such-device" "$clpwl" design gaussian -E 1e-3 --for no-such-device

# Every choice of kind is kept.
for extend in clamp zero repeat mirror nan; do
    ok "extend $extend" "$clpwl" design gaussian -n 8 -x $extend -p optimized -f projection \
        -o g.clpwl
    "$clpwl" inspect g.clpwl --json >design.json
    is kinds "$(get extend) $(get partition) $(get fit)" "$extend optimized projection"
done

# The three sources of one function agree.
ok "formula" "$clpwl" design --expr 'exp(-x^2/2)' --domain -4:4 -n 64 --json
cp out formula.json
ok "catalogue" "$clpwl" design gaussian --domain -4:4 -n 64 --json
cp out catalogue.json
for i in 0 10 32 64; do
    true_that "value $i" \
        "($("$json" formula.json values.$i) - $("$json" catalogue.json values.$i)) ^ 2 < 1e-30"
done
is "name" "$("$json" formula.json function)" 'exp(-x^2/2)'
awk 'BEGIN { for (i = -80; i <= 80; i++) printf "%.17g,%.17g\n", i / 20, exp(-i * i / 800) }' \
    >samples.csv
tr '\n' '\r' <samples.csv >cr.csv
ok "samples whose lines end in CR" "$clpwl" design --samples cr.csv -n 64
grep '^ ' out >cr.out
ok "samples whose lines end in LF" "$clpwl" design --samples samples.csv -n 64
is "samples whose lines end in CR" "$(grep '^ ' out)" "$(cat cr.out)"
ok "samples" "$clpwl" design --samples samples.csv -n 64 --json
cp out samples.json
is "samples' domain" "$("$json" samples.json domain.0) $("$json" samples.json domain.1)" "-4 4"
# A cubic spline's error: 5/384 h^4 max |f''''|, h = 1/20, |f''''| <= 3; and its ends are natural.
true_that "value 32" "($("$json" samples.json values.32) - 1) ^ 2 < 1e-12"
ok "special functions" "$clpwl" design \
    --expr 'bessel_jnu(2,x) + erf(x)*pi - lgamma(x+1)' -d 0:5 -n 5 --json
cp out design.json
# J2(5) + erf(5) pi - lgamma(6), from tables (Abramowitz and Stegun).
true_that "its value" \
    "($(get values.5) - (0.04656511627775 + 3.14159265358496 - 4.78749174278205)) ^ 2 < 1e-20"

# A name means the same in a formula as it does alone.
for name in sinc gelu bessel_j0; do
    ok "$name alone" "$clpwl" design $name -d 0.5:3 -n 4 --json
    cp out alone.json
    ok "$name in a formula" "$clpwl" design --expr "$name(x)" -d 0.5:3 -n 4 --json
    is "$name" "$("$json" out values.3)" "$("$json" alone.json values.3)"
done

ok "functions" "$clpwl" functions
for name in bessel_j0 gaussian lorentzian erf gelu airy_ai; do
    holds functions "$name"
done
ok "functions --json" "$clpwl" functions --json
cp out functions.json
is "first" "$("$json" functions.json 0.name)" "$(awk '/^  / { print $1; exit }' <<END
$("$clpwl" functions)
END
)"
for name in $("$clpwl" functions | sed -n '/^Catalogue/,/^$/s/^  \([a-z0-9_]*\) .*/\1/p'); do
    ok "$name is designed as it stands" "$clpwl" design "$name" -n 64
done

# Bad input.
d="$clpwl design"
refuses 2 "no function given" $d
refuses 2 "exclude each other" $d gaussian --expr x
refuses 2 "bessel_j0" $d bessel_jo
refuses 2 "gamma" $d lorentzian:gama=1
refuses 2 "gamma" $d lorentzian:gamma=-1
refuses 2 "the slopes of --extend linear" $d gelu --tails 0:1
refuses 2 "'1' is not of the form" $d gelu --extend linear --tails 1
refuses 2 "the slopes of --extend linear" $d gelu --tails auto
if "$clpwl" design gelu -d -5:5 -E 1e-3 --extend linear --tails auto -o auto.clpwl >out 2>err; then
    holds "the asymptotes" "outside: linear, slopes 0 and 1"
    first=$(head -n 1 out)
    is "the whole line" "${first##* in }" "404 bytes"
    holds "all real x" "for all real x (proved); in fp32 the roundings of linear tails grow with |x|"
    refuses 1 "no linear asymptote of sin is known" $d sin --extend linear --tails auto
    "$clpwl" design exp -d -9:1 -E 1e-3 --extend linear --tails auto >out 2>err
    grep -q "no linear asymptote of exp is known on the right: the tail there has the table's slope" err
    verdict "one asymptote" $?
    holds "one side" "for all x <= 1 (proved); in fp32 the roundings of linear tails grow with |x|"
    ok "tails as JSON" $d exp -d -9:1 -E 1e-3 --extend linear --tails 0:end --json
    true_that "beyond" "$("$json" out beyond.linf) <= 0.001"
    "$clpwl" design 'sqrt(1+x*x)' -d -10:10 -E 1e-3 --extend linear --tails auto >out 2>err
    is "the tails are 50 targets off" "$(sed -n '1s/.*bytes//p' out)" "; on the domain alone, 0.0498986 beyond"
else
    refuses 1 "configured without Arb" $d gelu --extend linear --tails auto
fi
"$clpwl" design sin -d -1:1 -E 1e-3 --extend linear >out 2>err
is "tails without a bound" "$(sed -n '1s/.*bytes//p' out)" "; on the domain alone, without a bound beyond"
"$clpwl" design 'exp(-x)' -d 0:1 -E 1e-3 --extend repeat --refine -f minimax >out 2>err
holds "a seam" "; it jumps by 0.63"
"$clpwl" design sin -d 0:6.283185307179586 -E 1e-3 --extend repeat --refine -f minimax >out 2>err
is "a closed period, refined" "$(grep -c 'jumps' out)" 0
"$clpwl" design 'abs(x-1)' -d 0:2 -n 4 --extend repeat >out 2>err
is "a closed period" "$(grep -c 'jumps' out)" 0
ok "linear tails" $d gelu --extend linear --tails 0:end -o tails.clpwl
holds "their slopes" "outside: linear, slopes 0 and 1.00"
ok "their values" "$clpwl" eval tails.clpwl -- -1e6 -4 
is "the left tail is flat" "$(sort -u out | wc -l)" 1
ok "a symmetry" $d gelu -d -8:8 -E 1e-3 --symmetry auto -o ramp.clpwl
holds "its line" "symmetry   ramp: the 80 segments right of 0 are stored"
holds "its target" "met: linf error 0.000996"
holds "its size" "by 160 segments, 80 of them stored, in 324 bytes"
ok "inspect" "$clpwl" inspect ramp.clpwl --json
is "its name" "$("$json" out symmetry)" ramp
ok "verify" "$clpwl" verify ramp.clpwl --device host
ok "a symmetry about a point" $d sigmoid -d -8:8 -n 64 --symmetry auto
holds "its line" "symmetry   point: the 32 segments right of 0 are stored"
ok "relative errors in a storage" $d gelu --relative 1e-2 -n 60 --storage half
holds "are proved" "0.0908471 (proved) by 60 segments"
# The segments of a refusal are those of both sides.
refuses 1 "rounding in fp32" "$clpwl" design tanh -d -8:8 -E 1e-9 --symmetry odd
segments=$(sed 's/.* \([0-9]*\) segments reach.*/\1/' err) reached=$(sed 's/.* reach \([^;,]*\).*/\1/' err)
"$clpwl" design tanh -d -8:8 -n "$segments" --symmetry odd --json >out
true_that "$segments segments reach $reached" "$("$json" out error.linf.executed) <= $reached"
refuses 1 "at most 4194304 segments" "$clpwl" design 'sqrt(abs(x))' -d -1:1 -E 1e-6 --symmetry even
ok "mirror images" "$clpwl" design tanh -d -4:4 -n 30 --symmetry odd -o odd.clpwl
ok "their values" "$clpwl" eval odd.clpwl --device host -- -4 -0.3 0 0.3 4
is "their sum" "$(awk '{ s += $1 } END { print s }' out)" 0
ok "no symmetry" $d 'exp(x)' -d -1:1 -n 8 --symmetry auto
is "no line on one" "$(grep -c symmetry out)" 0
refuses 2 "exp(x) has not the symmetry even: at x = 1, f(x) is 2.71828183 and f(-x) is 0.367879441" \
    $d 'exp(x)' -d -1:1 --symmetry even
refuses 2 "needs a domain [-b,b], not [0, 1]" $d 'cos(x)' -d 0:1 --symmetry even
refuses 2 "unknown symmetry \"evn\"; expected none, even, odd, ramp, point or auto" $d gaussian --symmetry evn
refuses 2 "8:0 is reversed; 0:8 would be right" $d gaussian --domain 8:0
refuses 2 "is empty" $d gaussian --domain 3:3
for text in "" 1 : 1: :1 a:b 0:8x nan:1 0:inf 0:1:2 "0 8"; do
    refuses 2 "--domain" $d gaussian --domain "$text"
done
ok "blanks in a domain" $d gaussian --domain " -3 : 8 "
holds "blanks in a domain" "[-3, 8]"
refuses 2 "'0,5' is not a finite number; numbers have a point, as 0.5" $d gaussian -d 0,5:1
refuses 2 "'0,001' is not a number above 0; numbers have a point" $d gaussian -E 0,001
ok "a formula with a minus" $d '-x^2' -d 0:1
holds "a formula with a minus" "function   -x^2"
refuses 2 "unknown option '-(" $d '-(x' -d 0:1
refuses 2 "--refine and --optimal exclude each other" $d gaussian --refine --optimal
ok "the formula x" $d x -d 0:1 -n 1
refuses 1 "sin(1/x): the value is nan at x = 0; choose a domain without this x, or give the limit, if there is" $d 'sin(1/x)' -d 0:1
refuses 1 "by x==0 ? LIMIT : FORMULA" $d 'x*sin(ln(x))' -d 0:1 -E 1e-3
ok "a limit that is given" $d 'x==0 ? 0 : x*sin(ln(x))' -d 0:1 -E 1e-3 --partition optimized
ok "the norm of the first line" $d gaussian -n 64 --norm l2
head -n 1 out >first
grep -q "^target     none: l2 error " first
verdict "the norm of the first line" $?
refuses 2 "--shaper auto: shapers need a uniform partition" $d gaussian --refine --shaper auto
long=$(printf 'a%.0s' $(seq 245)).clpwl
ok "a long name" $d gaussian -o "$long"
ok "a long name again" $d gaussian -o "$long"
rm "$long"
long="x$(printf '+0*x%.0s' $(seq 1000))"
ok "a long formula" $d "$long" -d 0:1
is "its line" "$(awk 'length > 256' out | wc -l)" 0
printf '0 0\n1 0\n' >zero.csv
refuses 1 "all 2 weights are 0" $d gaussian --weight zero.csv
printf '0 0\n1e39 0\n' >far.csv
refuses 1 "far.csv, line 2: 1e+39 is beyond" $d --samples far.csv
mkdir -p place
printf '0 0\n0 1\n' >place/twice.csv
refuses 1 "place/twice.csv, line 2" $d --samples place/twice.csv
printf '0 0\n1 1\n2 4\n' >short.csv
refuses 2 "[0, 5] is beyond the samples, which are on [0, 2]" $d --samples short.csv -d 0:5
for text in 0 -5 5x "" " 5" 99999999999999999999; do
    refuses 2 "--segments" $d gaussian --segments "$text"
done
for text in 0 -1 nan inf 1e-3x "" 1e999; do
    refuses 2 "--max-error" $d gaussian --max-error "$text"
done
refuses 2 "exclude each other" $d gaussian -n 5 -E 1
for text in 0 -1 nan x ""; do
    refuses 2 "--relative" $d gaussian --relative "$text"
done
for text in 0 -1 25 x ""; do
    refuses 2 "--weight-bits" $d gaussian --weight-bits "$text"
done
refuses 2 "must not be negative" $d gaussian -d 0:2 --weight '1-x'
refuses 1 "at x = " $d gaussian -d 0:2 --weight 'sqrt(1-x)'
refuses 2 "the weight is 0 at every x of the domain that was tried: choose a domain that holds" $d gaussian -d 0:2 --weight 'x*0'
refuses 2 "did you mean" $d gaussian --weight 'gausian(x)'
refuses 1 "nowhere.csv" $d gaussian --weight nowhere.csv
printf '0,1\n1,-2\n' >negative.csv
refuses 1 "negative.csv, point 2: the weight is -2" $d gaussian --weight negative.csv
printf '1\n2\nthree\n' >words.csv
refuses 1 "line 3" $d gaussian --weight words.csv
printf '1\n2\n3,4\n' >mixed.csv
refuses 1 "line 3: more than one column" $d gaussian --weight mixed.csv
printf '1,2\n2\n' >mixed.csv
refuses 1 "line 2: one column" $d gaussian --weight mixed.csv
printf '5\n5\n' >same.csv
refuses 1 "all 2 arguments are 5" $d gaussian --weight same.csv
refuses 2 "linf" $d gaussian -E 1 --norm l3
refuses 2 "uniform" $d gaussian -p unform
refuses 2 "projection" $d gaussian -f projektion
refuses 2 "mirror" $d gaussian -x miror
refuses 1 "memory" $d gaussian -n 1000000000000000
refuses 1 "" $d gaussian -E 1e-300
refuses 2 "--kink: 3 is outside of the domain [0, 1]" $d --expr 'x^2' -d 0:1 --kink 3
refuses 2 "--tails: '0:1:2' is not of the form L:R, as 0:1" $d gelu --extend linear --tails 0:1:2
refuses 2 "--domain A:B is needed" $d --expr 'x^2'
refuses 2 "bessel_j0" $d --expr 'besel_j0(x)' -d 0:1
refuses 2 "FORMULA is empty" $d --expr '' -d 0:1
refuses 2 "formula" $d --expr '(x' -d 0:1
refuses 2 "formula" $d --expr 'x, x' -d 0:1
refuses 2 "formula" $d --expr 'y' -d 0:1
refuses 2 "one line" $d --expr 'x
+1' -d 0:1
refuses 1 "x = 0" $d --expr '1/x' -d 0:1
refuses 1 "x = " $d --expr 'sqrt(x)' -d -1:1
# Formulas that end with the domain, where their slope is infinite.
for typed in 'sqrt(x) -d 0:1' 'sqrt(2-x) -d 1:2' 'acos(x) -d -1:1' 'x^(1/3) -d 0:1'; do
    ok "$typed" $d $typed -E 1e-4 -p optimized
    holds "$typed" "met"
done
# Roundings alone: more segments would not help.
for few in 3 0.1 '1e-3*x+1e4' '3 --storage half' '1e-3*x+1e4 --storage bfloat16'; do
    ok "$few: no note" $d ${few%% *} -d 0:1 -n 4 --fit above ${few#"${few%% *}"}
    is "$few: no note" "$(wc -l <err)" 0
done
refuses 1 "outside fp32: take a wider domain, or design f(c x) for a constant c" $d sin -d 0:1e-40
refuses 1 "stored as bfloat16" $d 'x/(1+abs(x))' -d -10:10 --partition optimized \
    --fit projection --storage bfloat16 --relative 0.0301 --norm l1 -E 0.0026 # knots are refined in l2 alone
refuses 2 "'sin' takes its argument in brackets" $d 'sin x' -d 0:1
printf '0,1\n1,2\n2,4\n' >points.csv
refuses 2 "is a file, not a function" $d points.csv
refuses 2 "'points.csv' is a file, not a function; where a command takes samples, --samples 'points.csv'" $d \
    --expr points.csv
refuses 2 "fewer than two fp32 numbers" $d gelu -d 1:1.00000000001
refuses 1 "nowhere.csv" $d --samples nowhere.csv
printf '0,1\n2,3\n1,4\n' >unsorted.csv
refuses 1 "line 3" $d --samples unsorted.csv
printf '0,1\n1,what\n' >words.csv
refuses 1 "line 2" $d --samples words.csv
printf '0,1\n1,nan\n' >nan.csv
refuses 1 "line 2" $d --samples nan.csv
printf '0,1\n' >one.csv
refuses 1 "" $d --samples one.csv
: >empty.csv
refuses 1 "" $d --samples empty.csv

printf '0;0,5\n1,5;2\n' >commas.csv
refuses 1 "line 1: commas and semicolons; expected numbers with a decimal point" $d --samples commas.csv
mkdir -p directory
printf '0.1,0\n0.1,1\n' >twice.csv
refuses 1 "x = 0.1 occurs twice" $d --samples twice.csv
refuses 2 "0.1:0.3 would be right" $d tanh -d 0.3:0.1
ok "a domain of 1e-6" $d tanh -d 1e-6:0.3 -n 2
holds "as short as it can be" "[1e-06, 0.3]"
refuses 1 "cannot read 'directory': Is a directory" $d --samples directory
refuses 1 "the value is nan below x = 0; choose a domain without these x" $d --expr 'log(x)' -d -1:1
refuses 1 "the value is nan below x = 0.5;" $d --expr 'sqrt(x-0.5)' -d 0:1
refuses 1 "the value is inf above x = 0.70978" $d --expr 'exp(x*1000)' -d 0:10
ok "clamp with limits" $d --expr 'clamp(2x,0,1)' -d -1:2 -E 1e-5 --partition optimized --json
is "its kinks are knots" "$("$json" out segments) $("$json" out target.evidence)" "3 proved"
refuses 2 "clamp takes one argument or three, as clamp(x,0,1)" $d --expr 'clamp(x,0)' -d -1:2
refuses 2 "clamp has too many arguments" $d --expr 'clamp(x,0,1,2)' -d -1:2
refuses 2 "'coth': write 1/tanh(x)" $d --expr 'coth(x)' -d 1:2
refuses 2 "'heaviside': write x<0 ? 0 : 1" $d --expr '2*heaviside(x)' -d -1:2
refuses 2 "'auto' stands alone; expected auto, or L:R" $d tanh -d 0:1 -n 4 --tails end:auto
refuses 2 "'np.sin': write sin" $d --expr 'np.sin(x)' -d -1:2
refuses 2 "'scipy.special.jv': write bessel_jnu(n,x)" $d --expr '2*scipy.special.jv(0,x)' -d -1:2
refuses 2 "'std::max': write max" $d --expr 'std::max(x,0)' -d -1:2
refuses 2 "'Math.PI': write PI" $d --expr '2*Math.PI*x' -d -1:2
refuses 2 "'y': the variable is x" $d --expr 'x>0 ? y:exp(x)' -d -1:2
refuses 2 "a power is x^2" $d --expr 'x.^2' -d -1:2
ok "Ai is airy_ai" $d --expr 'Ai(x)' -d -1:2 -n 4
refuses 2 "unknown name in the formula 'qqqqqq'" $d --expr 'qqqqqq*x' -d 0:1
refuses 2 "the weight 'nowhere' is not a file, a function or a formula" $d tanh --weight nowhere

# Outputs that cannot be written leave nothing.
refuses 1 "nowhere/t" $d gaussian -o nowhere/t
mkdir -p folder
refuses 1 "folder" $d gaussian -o folder
[ -z "$(ls -A folder)" ]
verdict "nothing is left in the folder" $?
refuses 2 "'-' is standard output, not a file; --json prints" $d gaussian -o -
echo precious >log
"$clpwl" design gaussian -o /dev/stdout >>log 2>err
is "design -o /dev/stdout" "$? $(cat log)" "2 precious"
grep -q "'/dev/stdout' is standard output, not a file; --json prints the table" err
verdict "one line says so" $?
rm log
cp samples.csv kept.csv
refuses 2 "'./samples.csv' is an input" $d --samples samples.csv -o ./samples.csv
refuses 2 "'samples.csv' is an input" $d tanh --weight samples.csv -o samples.csv
cmp -s samples.csv kept.csv
verdict "the samples are what they were" $?
if [ -c /dev/full ] && [ -w /dev/full ]; then
    refuses 1 "No space left" $d gaussian -n 2000 -o /dev/full
fi
cp j0.clpwl before
refuses 2 "" $d gaussian -n 0 -o j0.clpwl
cmp -s j0.clpwl before
verdict "a failed design leaves the old table" $?

# Damaged tables.
i="$clpwl inspect"
refuses 2 "TABLE is missing" $i
refuses 1 "nowhere" $i nowhere
refuses 1 "" $i folder
refuses 1 "" $i samples.csv
head -c 500 j0.clpwl >short
refuses 1 "" $i short
sed '20s/$/0/' j0.clpwl >changed
refuses 1 "" $i changed
# Kinks are found, given, or denied; jumps are told.
ok "a kink is found" "$clpwl" design --expr 'abs(x-0.3)' -d -1:1 -E 1e-5 -p optimized
holds "two segments" "segments   2, optimized"
holds "its place" "kinks      0.3"
ok "kinks are given" "$clpwl" design --expr 'abs(x-0.3)+abs(x)' -d -1:1 -E 1e-5 \
    -p optimized --kink 0.3,0
holds "three segments" "segments   3, optimized"
ok "no kinks" "$clpwl" design --expr 'abs(x-0.3)' -d -1:1 -n 10 --kink none
ok "a jump" "$clpwl" design --expr 'x<0.3?x:x+1' -d -1:1 -n 10
holds "jump" "jumps      0.3 (from 0.3 to 1.3)"
refuses 1 "jumps from 0.3 to 1.3 at x = 0.3" "$clpwl" design --expr 'x<0.3?x:x+1' -d -1:1 -E 1e-3
refuses 2 "is not a finite number" "$clpwl" design --expr 'abs(x)' -d -1:1 --kink 0,here
refuses 2 "is for --expr" "$clpwl" design abs --kink 0

# Noise in samples is told, and taken off. Each awk has a rand() of its own.
awk 'function uniform() { s = s * 16807 % 2147483647; return s / 2147483647 }
BEGIN { s = 7; for (i = 0; i <= 400; i++) { x = i / 40; g = -6
    for (k = 0; k < 12; k++) g += uniform()
    printf "%.17g %.17g\n", x, sin(x) + 0.01 * g } }' >noisy.dat
"$clpwl" design --samples noisy.dat -E 1e-3 >out 2>err
verdict "noisy samples" $?
grep -q 'the samples carry noise of about 0.0[01]' err
verdict "noise is told" $?
refuses 1 "the samples carry noise of about 0.011: --smooth auto" "$clpwl" design --samples noisy.dat -E 1e-9
ok "exact samples" "$clpwl" design --samples samples.csv -E 1e-3
[ ! -s err ]
verdict "no noise is told" $?
ok "smooth" "$clpwl" design --samples noisy.dat --smooth auto -E 1e-3 --json
[ ! -s err ]
verdict "no noise is left" $?
cp out design.json
true_that "fewer segments" "$(get segments) < 150"
# 400 samples and some 15 degrees of freedom: 0.01 sqrt(15 / 400), in the mean.
true_that "near to sin" "($(get values.0))^2 < 1e-3 && $(get segments) > 20"
refuses 2 "is for --samples" "$clpwl" design abs --smooth 1
refuses 2 "is not a number above 0" "$clpwl" design --samples noisy.dat --smooth -1
"$clpwl" design --samples samples.csv --smooth auto -E 1e-3 >out 2>err
is "no noise: a note" "$? $(cat err)" \
    "0 clpwl design: --smooth auto: no noise is found in the samples; they are not smoothed"
"$clpwl" design --samples samples.csv -E 1e-3 >plain 2>/dev/null
cmp -s plain out
verdict "samples without noise are designed as they are" $?

# Shapers: named, chosen, and refused where they are not for the domain.
ok "shaper" "$clpwl" design --expr 'sqrt(x)' -d 0:1 -E 1e-5 --shaper sqrt -o shaped.clpwl
holds "shaper" "segments   1, uniform"
holds "shaper" "straight lines in sqrt(x)"
ok "inspect a shaper" "$clpwl" inspect shaped.clpwl --json
cp out design.json
is "its name" "$("$json" design.json shaper)" sqrt
ok "a shaper, relative errors" "$clpwl" design --expr '1/x' -d 1e-3:1 -E 1e-3 --relative 1 \
    --shaper log2 --weight-bits 8 -o shaped.clpwl
holds "shaper and weight" "relative"
ok "verified" "$clpwl" verify shaped.clpwl --expr '1/x' --device host --arguments 20000
ok "auto" "$clpwl" design --expr '1/x' -d 1e-3:1 -E 1e-2 --shaper auto --json
cp out design.json
case $("$json" design.json shaper) in rsqrt | log2) true ;; *) false ;; esac
verdict "auto takes a shaper for 1/x" $?
refuses 1 "no shaper meets the target; exp2 comes nearest: a max error of 1e-09" "$clpwl" design --expr 'exp(x)' -d 0:10 -E 1e-9 \
    --shaper auto
refuses 1 "no shaper meets the target; sqrt comes nearest: a max error of 1e-09 in linf cannot be met: rounding" "$clpwl" design 'sqrt(x)' -d 0:1 \
    -E 1e-9 --shaper auto
# The floor that 4096 segments show is 1.8 times that of a thousand, and each is hundreds of times the target.
ok "a refusal in steps" sh -c "ulimit -t 6; ! '$clpwl' design '(sign(x-13.9)*(x-13.9)^2)*(log1p((-0.703*x)^2))' \\
    -d 0.5:100 --fit projection -p optimized --weight 'abs(x)' -E 0.001 2>said; grep 'rounding in fp32 alone' said"
refuses 1 "reach 3.77e-06" "$clpwl" design exp -d -10:10 --relative 1e-30 -E 1e-7
ok "auto, in vain" "$clpwl" design gaussian -n 64 --shaper auto --json
cp out design.json
is "auto takes none for the Gaussian" "$("$json" design.json shaper)" none
refuses 2 "log2 takes domains within [1.1754944e-38, 3.4028235e+38], not [-1, 1]" "$clpwl" design --expr x -d -1:1 --shaper log2
refuses 2 "none, log2, sqrt, rsqrt, exp2 or auto" "$clpwl" design --expr x -d 0:1 --shaper cbrt
refuses 2 "a uniform partition" "$clpwl" design --expr x -d 1:2 -p optimized --shaper log2

# A pipe without a reader is waited for, until a signal: signals were held.
mkfifo unread
timeout 2 "$clpwl" design sin -n 8 -o unread >out 2>err
is "a pipe without a reader" "$?" 124

total
