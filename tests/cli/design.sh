#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl design, inspect and functions: what they print, and every bad input.
. "${top_srcdir:?}/tests/cli/lib.sh"
d="$clpwl design"
get() { "$json" design.json "$1"; }
case $("$clpwl" --version) in
*"proofs: yes"*) word=proved ;;
*) word=measured ;;
esac

# facts FACT ...: awk expressions over design.json, of which {a.b} is a member. Blanks in a fact are _.
facts() {
    for fact; do
        asked=$fact
        while case $fact in *'{'*) ;; *) false ;; esac; do
            member=${fact#*\{}
            fact=${fact%%\{*}$(get "${member%%\}*}")${member#*\}}
        done
        true_that "$typed: $asked" "$(echo "$fact" | tr _ ' ')"
    done
}

printf '%s\n' 0,1,2 1,2,3 >three.csv
printf '0 0\n1 0\n' >zero.csv
printf '0 0\n1e39 0\n' >far.csv
printf '0 0\n1 1\n2 4\n' >short.csv
printf '0,1\n1,-2\n' >negative.csv
printf '1\n2\nthree\n' >words.csv
printf '1\n2\n3,4\n' >mixed.csv
printf '1,2\n2\n' >missing.csv
printf '5\n5\n' >same.csv
printf '0,1\n2,3\n1,4\n' >unsorted.csv
printf '0,1\n1,what\n' >what.csv
printf '0,1\n1,nan\n' >nan.csv
printf '0,1\n' >one.csv
: >empty.csv
printf '0;0,5\n1,5;2\n' >commas.csv
printf '0.1,0\n0.1,1\n' >twice.csv
mkdir -p directory folder place
cp twice.csv place
awk 'BEGIN { for (i = -80; i <= 80; i++) printf "%.17g,%.17g\n", i / 20, exp(-i * i / 800) }' >samples.csv
tr '\n' '\r' <samples.csv >cr.csv
awk 'BEGIN { for (i = 0; i <= 3000; i++) print i / 1000, exp(-i * i / 2000000) }' >weight.csv
# Arguments that ascend evenly from 0 to 1 only: a density of 1 there.
awk 'BEGIN { for (i = 0; i < 5000; i++) print (i * 1237 % 5000 + 0.5) / 5000 }' >arguments.csv
# Each awk has a rand() of its own.
awk 'function uniform() { s = s * 16807 % 2147483647; return s / 2147483647 }
BEGIN { s = 7; for (i = 0; i <= 400; i++) { x = i / 40; g = -6
    for (k = 0; k < 12; k++) g += uniform()
    printf "%.17g %.17g\n", x, sin(x) + 0.01 * g } }' >noisy.dat

# ARGUMENTS|FACTS of designs that succeed without a word on standard error.
while IFS='|' read -r typed facts; do
    case $typed in '#'*) continue ;; esac
    eval "ok \"\$typed\" \"\$clpwl\" design $typed --json"
    cp out design.json
    facts $facts
done <<'END'
# Bends that are narrow beside the domain: equal parts of it show nothing of them.
'exp(-x)' -d 0:1e14 -E 1e-3 -p optimized|{segments}<=75
'tanh(x)' -d -1e20:1e20 -E 1e-3 --refine|{segments}<=75
'atan(x-3)' -d -1e10:1e10 -E 1e-3 -p optimized|{segments}<=75
'tanh((x-0.123456)/1e-6)' -d 0:1 -E 1e-3 --refine|{segments}<=75
# Curvatures beside a cusp are beyond double, a chirp has 160 periods in 1/128 of the domain, and the
# period of a stair is beside that of equal samples: its l1 by one segment is 5e-4, its l2 1e-3 / sqrt(3).
'sqrt(abs(sin(x)))' -d 0:10 -p optimized -E 1e-3|{segments}<=191
'sin(1/(x+1e-3))' -d 0:1 -p optimized -E 1e-2|{segments}<=1.1*2729
'floor(x*1e3)/1e3' -d 0:1 -n 1|{error.l1.measured}>=5e-4*(1-1e-9) {error.l2.measured}>=5.7735e-4
gelu -n 20 -p optimized --storage half|{bytes}==126
gelu -n 32 --storage unorm8|{bytes}==33
# Beside a jump of nearly twice the max error, knots follow f on each side.
'x<1?x:3-x^2' -d -1:3 --refine --fit minimax -E 0.5000016165893635|{segments}<=23
'x<=0.1?0:1' -d 0.1:1 --refine --fit minimax -E 0.6|{segments}==1
# Few bits of weight: what their filter adds is met, and told; they ask for more segments.
gaussian -d 0:8 -E 1e-3|{segments}<=90
gaussian -d 0:8 -E 1e-3 --weight-bits 8|{error.linf.filtered}<=1e-3 {segments}>90 {weight_bits}==8
gaussian -d 0:8 -E 1e-3 --for 0|{error.linf.filtered}<=1e-3
1/x -d 1:2 -n 16 --refine --fit projection --storage int8|{error.l2.executed}<1.2e-4 {error.l2.executed}<{error.l2.measured}+1e-6
gaussian -n 9|"{weighting}"=="null"
# J2(5) + erf(5) pi - lgamma(6), from tables (Abramowitz and Stegun).
--expr 'bessel_jnu(2,x) + erf(x)*pi - lgamma(x+1)' -d 0:5 -n 5|({values.5}-(0.04656511627775+3.14159265358496-4.78749174278205))^2<1e-20
# A cubic spline's error: 5/384 h^4 max |f''''|, h = 1/20, |f''''| <= 3; and its ends are natural.
--samples samples.csv -n 64|{domain.0}==-4 {domain.1}==4 ({values.32}-1)^2<1e-12
'clamp(2x,0,1)' -d -1:2 -E 1e-5 --partition optimized|{segments}==3
sqrt -d 0:1 -E 1e-5 --shaper sqrt|{segments}==1 "{shaper}"=="sqrt"
1/x -d 1e-3:1 -E 1e-2 --shaper auto|"{shaper}"=="rsqrt"||"{shaper}"=="log2"
gaussian -n 64 --shaper auto|"{shaper}"=="none"
gaussian -n 8 -p optimised -f projection -x nan|"{extend}_{partition}_{fit}"=="nan_optimized_projection"
# 400 samples and some 15 degrees of freedom: 0.01 sqrt(15 / 400), in the mean.
-s noisy.dat --smooth auto -E 1e-3|{segments}<150 {segments}>20 {values.0}^2<1e-3
# Formulas that end with the domain, where their slope is infinite.
'acos(x)' -d -1:1 -E 1e-4 -p optimized|"{target.met}"=="true"
'x==0 ? 0 : x*sin(ln(x))' -d 0:1 -E 1e-3 --partition optimized|"{target.met}"=="true"
'abs(x-0.3)+abs(x)' -d -1:1 -E 1e-5 -p optimized --kink 0.3,0|{segments}==3
--domain ' -3 : 8 ' gaussian|{domain.0}==-3 {domain.1}==8
# Relative errors: exp needs b - a over sqrt(8 E) segments, 1 / 0.0283 a unit, and what fp32 takes of the
# target.
exp -d -80:80 --relative 1e-36 -E 1e-4 -p optimized -o exp.clpwl|{weighting.error.linf.executed}<=1e-4 {segments}>5656 {segments}<5700 {weighting.floor}*10^36-1<1e-6 "{weighting.weight}"=="null"
# Knots are where arguments are.
sin -d 0:3 -n 60 -p optimized --weight arguments.csv|{knots.56}<1.1
x -d 0:1 -n 1|{error.linf.measured}==0
END

# A design, its summary, its JSON, its file: all say the same.
typed="bessel_j0"
ok "design" $d bessel_j0 --domain 0:20 --segments 100 -o j0.clpwl
holds "summary" "function   bessel_j0"
holds "summary" "100, uniform partition, interpolant"
cp out summary
ok "inspect" "$clpwl" inspect j0.clpwl
cmp -s out summary
verdict "inspect is design" $?
ok "design --json" $d bessel_j0 --domain 0:20 --segments 100 --json
cp out design.json
ok "inspect --json" "$clpwl" inspect j0.clpwl --json
cmp -s out design.json
verdict "inspect --json is design --json" $?
is "members" "$(for m in function target bytes segments partition fit extend storage shaper symmetry \
    domain.0 domain.1 knots.# knots.0 knots.100 values.# values.0; do get $m; done | tr '\n' ' ')" \
    "bessel_j0 null 404 100 uniform interpolant clamp float32 none none 0 20 101 0 20 101 1 "
is "the version of JSON" "$(get version)" "$("$clpwl" --version | sed -n '1s/.* //p')"
# |J0''| is at most 1/2, at 0, and the interpolant's max error h^2 |f''| / 8 there.
facts '{error.linf.measured}<=0.2^2/16' '{error.linf.measured}>0.0023'
for norm in l1 l2 linf; do
    facts "{error.$norm.estimate}>0" "{error.$norm.measured}>0" "{error.$norm.executed}>0"
done
# 17 digits tell doubles apart: 0.2 is no float that %.6g would show.
grep -q '0.20000000000000001' design.json
verdict "numbers have 17 digits" $?
ok "inspect a weighting" "$clpwl" inspect exp.clpwl
holds "inspect a weighting" "relative to |f|, or to 1e-36 where |f| is less"

# The smallest table that meets an error: one segment less does not; a limit of segments.
for norm in linf l2 l1; do
    typed="$norm"
    ok "max-error $norm" $d gaussian -d 0:8 -E 1e-4 --norm $norm --max-segments 1000 --json
    cp out design.json
    facts "{error.$norm.executed}<=1e-4"
    n=$(get segments)
    ok "one less" $d gaussian -d 0:8 -n $((n - 1)) --json
    cp out design.json
    facts "{error.$norm.executed}>1e-4"
    refuses 1 "with at most $((n - 1)) segments" $d gaussian -d 0:8 -E 1e-4 --norm $norm \
        --max-segments $((n - 1))
done
# The first line is the answer, also when the file is read; the figures are those of --json.
typed=target
ok "a target" $d gaussian -d 0:8 -E 1e-4 -o target.clpwl
first=$(head -n 1 out)
"$clpwl" inspect target.clpwl --json >design.json
figure=$(echo "$first" | sed 's/.* error \(.*\) (.*/\1/')
facts "$figure>={target.reached}" "$figure<=1.00001*{target.reached}" '{target.reached}<={target.max_error}'
is "the first line" "$first" "target     met: linf error $figure ($word) of\
 at most 0.0001 by $(get segments) segments in $((4 * ($(get segments) + 1))) bytes"
is "inspect" "$("$clpwl" inspect target.clpwl | head -n 1)" "$first"
is "the target" "$(get target.norm) $(get target.met) $(get target.storage) $(get target.evidence)" \
    "linf true float32 $word"
if [ $word = proved ]; then
    ok "a proof" $d bessel_j0 -d 0:20 -n 64 --prove --json
    cp out design.json
    facts '{error.linf.proved}>={error.linf.measured}*(1-1e-6)' \
        '{error.linf.proved}<={error.linf.measured}*1.001'
else
    refuses 1 "built without" $d bessel_j0 --prove
fi
# -q prints nothing but what --json prints.
ok "design -q" $d 'sin(40*x)' -d 0:9 -n 4 -o quiet.clpwl -q
is "prints nothing" "$(cat out)" ""
ok "design --quiet --json" $d 'sin(40*x)' -d 0:9 -n 4 --json --quiet
is "prints the table" "$("$json" out segments)" 4
refuses 1 "cannot be met" $d gaussian -d 0:8 -E 1e-12 -q

# ARGUMENTS|LINE: a line that is printed, an extended regular expression; no line ends in a blank.
while IFS='|' read -r typed line; do
    eval "\$d $typed" >out 2>err
    status=$?
    is "$typed: status, blanks, width" "$status $(grep -c ' $' out) $(awk 'length > 256' out | wc -l)" "0 0 0"
    grep -qE -e "$line" out err
    verdict "$typed: $line" $?
done <<'END'
'2x' -d 0:8 -n 1|^target     none: linf error [0-9.e-]* \([a-z]*\) by 1 segment in 8 bytes$
gaussian -d 0:8 -E 1e-2 --norm l2 --relative 0.1 --fit above -p optimized --weight-bits 12|^target     met: one-sided relative l2 error 0.00[0-9]* \(measured\) of at most 0.01 by .* bytes, through a filter of 12 bits$
gaussian -n 64 --norm l2|^target     none: l2 error
gelu -E 1e-2 --storage unorm8|by 20 segments in 21 bytes, stored as unorm8
gelu -n 16 --storage half|  in half
gelu --relative 1e-2 -n 60 --storage half|0.0908471 \((proved|measured)\) by 60 segments
gaussian -n 20 --for 0|  on 
'sin(2*pi*x)' -d 0:1 --extend repeat -n 512 -o turn.clpwl|repeat$
'abs(x-1)' -d 0:2 -n 4 --extend repeat|repeat$
sin -d -1:1 -E 1e-3 --extend linear|bytes; on the domain alone, without a bound beyond$
gelu --extend linear --tails 0:end|outside: linear, slopes 0 and 1.00
gelu -d -8:8 -E 1e-3 --symmetry auto -o ramp.clpwl|met: linf error 0.000996.* by 160 segments, 80 of them stored, in 324 bytes
gelu -d -8:8 -E 1e-3 --symmetry ramp|^symmetry   ramp: the 80 segments right of 0 are stored
sigmoid -d -8:8 -n 64 --symmetry auto|^symmetry   point: the 32 segments right of 0 are stored
'abs(x-0.3)' -d -1:1 -E 1e-5 -p optimized|kinks      0.3
'x<0.3?x:x+1' -d -1:1 -n 10|kinks      0.3 \(a jump from 0.3 to 1.3\)
1/x -d 1e-3:1 -E 1e-3 --relative 1 --shaper log2 --weight-bits 8 -o shaped.clpwl|straight lines in log2\(x\)
'-x^2' -d 0:1|function   -x\^2
exp2 -d 1:2 -n 3|function   exp2\(x\)
'exp(-((x-0.123456)/1e-5)^2)' -d 0:1 -p uniform -E 0.5|target     met
'exp(-((x-0.123456)/1e-7)^2)' -d 0:1 -n 256 -p optimized|  unknown  
-s noisy.dat -E 1e-3|the samples carry noise of about 0.0[01]
-s samples.csv --smooth auto -E 1e-3|--smooth auto: no noise is found in the samples; they are not smoothed
"x$(printf '+0*x%.0s' $(seq 1000))" -d 0:1|^function
END
ok "verified" "$clpwl" verify shaped.clpwl 1/x --device host --arguments 20000
ok "verified" "$clpwl" verify ramp.clpwl --device host
is "its name" "$("$clpwl" inspect ramp.clpwl --json >design.json; get symmetry)" ramp
is "a million periods" "$("$clpwl" eval turn.clpwl -m host-scalar 100000.1015625 100000.25)" \
    "$("$clpwl" eval turn.clpwl -m host-scalar 0.1015625 0.25)"
ok "mirror images" $d tanh -d -4:4 -n 30 --symmetry odd -o odd.clpwl
is "their sum" \
    "$("$clpwl" eval odd.clpwl --device host -- -4 -0.3 0 0.3 4 | awk '{ s += $1 } END { print s }')" 0
# The error of the first line is that of the last column.
for how in '--weight-bits 8 --relative 0.1' '--storage half'; do
    ok "$how" $d gaussian -n 20 $how
    is "$how" "$(sed -n '1s/.*linf error \([^ ]*\) .*/\1/p' out)" \
        "$(awk '$1 == "linf" { x = $NF } END { print x }' out)"
done
if $d gelu -d -5:5 -E 1e-3 --extend linear --tails auto >out 2>err; then
    holds "the asymptotes" "outside: linear, slopes 0 and 1"
    is "the whole line" "$(sed -n '1s/.* in //p' out)" "404 bytes"
    holds "all real x" "for all real x of [-inf, inf] (proved); in fp32 the roundings of linear tails grow with |x|"
    refuses 1 "no linear asymptote of sin is known" $d sin --extend linear --tails auto
    $d exp -d -9:1 -E 1e-3 --extend linear --tails auto >out 2>err
    is "one asymptote" \
        "$(grep -c 'of exp is known on the right' err) $(grep -c 'for all real x of \[-inf, 1\] (proved)' out)" "1 1"
    $d exp -d -9:1 -E 1e-3 --extend linear --tails 0:end --json >design.json
    facts '{beyond.linf}<=0.001'
    $d 'sqrt(1+x*x)' -d -10:10 -E 1e-3 --extend linear --tails auto >out 2>err
    is "the tails are 50 targets off" "$(sed -n '1s/.*bytes//p' out)" \
        "; on the domain alone, 0.0498986 beyond"
else
    refuses 1 "configured without Arb" $d gelu --extend linear --tails auto
fi

# No word where segments are few on purpose, or where only roundings remain.
for typed in 'sin -d 0:360 -E 0.5' 'x<0.3?0:1 -d 0:1 -n 256' '1000+1e-3*sin(x) -d 0:9 -n 64' \
    '3 -d 0:1 -n 4 --fit above' '1e-3*x+1e4 -d 0:1 -n 4 --fit above --storage bfloat16'; do
    ok "$typed: no warning" $d $typed
done

# What stands on a keyboard or in a paper; the three sources of one function; lines that end in CR.
while IFS='|' read -r typed meant; do
    eval "\$d $typed -n 9" 2>&1 | grep -v -e ^function -e ^weight >out
    eval "\$d $meant -n 9" 2>&1 | grep -v -e ^function -e ^weight >err
    [ -s out ] && cmp -s out err
    verdict "$typed are the same" $?
done <<'END'
'2π·x²' -d 0:1|'2*pi*x^2' -d 0:1
'exp(−x)×x³' -d 0:1|'exp(-x)*x^3' -d 0:1
'x²^3' -d 0:1|'(x^2)^3' -d 0:1
-s cr.csv|-s samples.csv
gelu -d 0.5:3|'gelu(x)' -d 0.5:3
sin --weight 'exp(-x^2/2)' -d 0:3 -p optimized|sin --weight gaussian -d 0:3 -p optimized
END
for weight in 'exp(-x^2/2)' weight.csv; do
    ok "$weight" $d sin -d 0:3 -n 20 -p optimized --weight "$weight" --json
    is "its name" "$("$json" out weighting.weight)" "$weight"
    "$json" out knots.10 >>knot
done
# Straight lines of length 0.001 are off by 1e-7 of w.
true_that "a weight of points" "($(tr '\n' - <knot)0)^2 < 1e-10"

# The other commands take a table's storage unless another one is named.
for kind in float32 half unorm16 unorm8 bfloat16; do
    ok "$kind" $d gelu -n 32 --storage $kind --relative 0.5 -o kept.clpwl
    cp out designed
    ok "$kind inspected" "$clpwl" inspect kept.clpwl
    cmp -s out designed
    verdict "$kind is inspected as it was designed" $?
    for command in 'inspect kept.clpwl' 'eval kept.clpwl 0.3' 'eval kept.clpwl 0.3 --integral' \
        'verify kept.clpwl -D host -n 10000'; do
        ok "$kind: $command" "$clpwl" $command --json
        is "$kind: $command" "$("$json" out storage)" $kind
    done
    "$clpwl" eval kept.clpwl 0.3 --storage half --json >out
    is "the storage by name" "$("$json" out storage)" half
    "$clpwl" export kept.clpwl --lang c >y
    "$clpwl" export kept.clpwl --lang c --storage $kind | cmp -s y -
    verdict "$kind is exported" $?
done

ok "functions --json" "$clpwl" functions --json
cp out functions.json
is "first" "$("$json" functions.json 0.name)" "$("$clpwl" functions | awk '/^  / { print $1; exit }')"
for name in $("$clpwl" functions | sed -n '/^Catalogue/,/^$/s/^  \([a-z0-9_]*\) .*/\1/p'); do
    ok "$name is designed as it stands" $d "$name" -n 64 -q
done

# Jumps, steep functions and finite peaks are no poles. A note may say that segments are few.
for typed in 'mod(x,1) -d 0:3' 'atan(1e15*(x-0.3)) -d 0:1' 'exp(-((x-0.3)/1e-14)^2)+1e-9 -d 0:3' \
    '1/(x^2+1e-12) -d -1:1' '1/sqrt(x^2+1e-60) -d -1:1' 'abs(x-0.3)^0.01 -d 0:1' 'ln(x) -d 1e-300:1' \
    '1/(x-1) -d 1.0000000000001:2'; do
    $d $typed -n 10 -q
    verdict "$typed has no pole" $?
done
while IFS='|' read -r place typed; do
    for how in '-n 10' '-n 100 --norm l1' '-E 1e-2 --norm l2 -p optimized'; do
        eval "refuses 1 'at x = $place; choose a domain without' \$d $typed $how"
    done
done <<'END'
1.57079633|tan -d 0:pi/2
-1|'gamma(x)' -d -1.5:3
0.314159265|'1e-9/(x-pi/10)' -d 0:1
0|1/x -d -1:1.1
0.29999999999999999|'ln(abs(x-0.3))' -d 0:1
0.314159265|'abs(x-pi/10)^-0.2' -d 0:1
END

# STATUS|WHAT IS NAMED|ARGUMENTS of refusals.
while IFS='|' read -r status part typed; do
    eval "refuses $status \"\$part\" \$d $typed"
done <<'END'
2|no function given|
2|exclude each other|gaussian --expr x
2|bessel_j0|bessel_jo
2|gamma|lorentzian:gama=1
2|gamma|lorentzian:gamma=-1
2|bessel_i0, bessel_j0 or bessel_j1|bessel
2|did you mean bessel_j0?|'2*jo(x)' -d 0:1
2|did you mean sin(2x)?|'1+sin2x' -d 0:1
2|give the right-hand side alone|'f(x)=x^2' -d 0:1
2|legendre_p|legendre -d 0:1
2|sqrt(x)|'2*√x' -d 0:1
2|x^23|'x²³' -d 0:1
2|'coth': write 1/tanh(x)|'coth(x)' -d 1:2
2|'scipy.special.jv': write bessel_jnu(n,x)|'2*scipy.special.jv(0,x)' -d -1:2
2|clamp takes one argument or three|'clamp(x,0)' -d -1:2
2|'qqqqqq'|'qqqqqq*x' -d 0:1
2|unknown option '-('|'-(x' -d 0:1
2|formula|--expr '(x' -d 0:1
2|formula|--expr y -d 0:1
2|FORMULA is empty|--expr '' -d 0:1
2|one line|--expr "$(printf 'x\n+1')" -d 0:1
2|is a file, not a function|short.csv
2|--max-segments is for --max-error|gaussian -n 8 --max-segments 8
2|--max-segments|gaussian -E 1e-4 --max-segments 0
2|give one of them|gaussian -n 5 -E 1
2|--refine and --optimal exclude each other|gaussian --refine --optimal
2|exclude each other|gaussian -E 1e-3 --for 0 --weight-bits 8
2|the host has no filter|gaussian -E 1e-3 --for host
1|no-such-device|gaussian -E 1e-3 --for no-such-device
2|extension linear|gelu --tails 0:1
2|'1' is not of the form|gelu --extend linear --tails 1
2|'0:1:2' is not of the form|gelu --extend linear --tails 0:1:2
2|'auto' stands alone|tanh -d 0:1 -n 4 --tails end:auto
2|linf|gaussian -E 1 --norm l3
2|uniform|gaussian -p unform
2|projection|gaussian -f projektion
2|mirror|gaussian -x miror
2|none, even, odd, ramp, point or auto|gaussian --symmetry evn
2|none, log2, sqrt, rsqrt, exp2 or auto|x -d 0:1 --shaper cbrt
2|float32, half, unorm16, unorm8 and bfloat16|gaussian --storage byte
2|'0,5' is not a finite number; numbers have a point|gaussian -d 0,5:1
2|'0,001' is not a number above 0; numbers have a point|gaussian -E 0,001
2|8:0 is empty or reversed|gaussian --domain 8:0
2|is empty|gaussian --domain 3:3
1|fewer than two fp32 numbers|gelu -d 1:1.00000000001
2|--domain A:B is needed|'x^2'
1|the samples end at x = 2|-s short.csv -d 0:5
2|is not a finite number|--expr 'abs(x)' -d -1:1 --kink 0,here
2|is for --expr|abs --kink 0
2|is for --samples|abs --smooth 1
2|is not a number above 0|-s noisy.dat --smooth -1
2|/dev/stdin is standard input|--samples -
1|cut -d, -f1,3|--samples three.csv
1|nowhere.csv|--samples nowhere.csv
1|Is a directory|--samples directory
1|far.csv, line 2: 1e+39 is beyond|-s far.csv
1|place/twice.csv, line 2|-s place/twice.csv
1|line 3|-s unsorted.csv
1|line 2|-s what.csv
1|line 2|-s nan.csv
1|one.csv|-s one.csv
1|empty.csv|-s empty.csv
1|line 1: commas and semicolons|-s commas.csv
1|--smooth auto|-s noisy.dat -E 1e-9
2|must not be negative|gaussian -d 0:2 --weight '1-x'
1|at x = |gaussian -d 0:2 --weight 'sqrt(1-x)'
2|the weight is 0 at every x|gaussian -d 0:2 --weight 'x*0'
2|the weight is 0 at every x|'sin(x)' -d 0:6 --weight 'exp(-((x-2.123)/1e-6)^2)' -E 1e-3
2|did you mean|gaussian --weight 'gausian(x)'
2|the weight 'nowhere' is no file|tanh --weight nowhere
2|nowhere.csv|gaussian --weight nowhere.csv
1|all 2 weights are 0|gaussian --weight zero.csv
1|negative.csv, point 2: the weight is -2|gaussian --weight negative.csv
1|line 3|gaussian --weight words.csv
1|line 3: more than one column|gaussian --weight mixed.csv
1|line 2: one column|gaussian --weight missing.csv
1|all 2 arguments are 5|gaussian --weight same.csv
1|memory|gaussian -n 1000000000000000
1|1e-300|gaussian -E 1e-300
1|narrow feature near x = 0.123456|'exp(-((x-0.123456)/1e-5)^2)' -d 0:1 -p uniform -E 1e-3
1|largest at x = 0.|'1/(1+((x-.7)/1e-7)^2)' -d 0:1 -E 1e-3 --refine
1|more gained nothing|'1/(1+x^2)' -d -1e20:1e20 -E 1e-3
1|vary too often|'sin(1/x)' -d 1e-9:1 -E 0.01
1|rounding in fp32 alone|sqrt -E 1e-7
1|at most 4194304 segments|'sqrt(abs(x))' -d -1:1 -E 1e-6 --symmetry even
1|reach 3.77e-06|exp -d -10:10 --relative 1e-30 -E 1e-7
1|inf at x = 0;|1/x -d 0:1 -E 1
2|f reaches this at x = 88.7228391|'exp(x)' -d 0:100 -n 256
1|nan at x = 0;|'sin(1/x)' -d 0:1
1|x==0 ? LIMIT : FORMULA|'x*sin(ln(x))' -d 0:1 -E 1e-3
1|nan below x = 0;|'log(x)' -d -1:1
1|nan below x = 0.5;|'sqrt(x-0.5)' -d 0:1
1|inf above x = 0.70978|'exp(x*1000)' -d 0:10
1|jumps from 0.3 to 1.3 at x = 0.3|'x<0.3?x:x+1' -d -1:1 -E 1e-3
1|x = 0, the begin of the stored half|'sign(x)' -d -1:1 --symmetry odd -E 1e-3
1|has a pole at x = 0;|'x==0?0:1/x' -d -1:1 -n 10 --symmetry odd
1|outside fp32|sin -d 0:1e-40
1|stored as bfloat16|'x/(1+abs(x))' -d -10:10 -p optimized -f projection --storage bfloat16 --relative 0.0301 --norm l1 -E 0.0026
2|at x = 1, f(x) is 2.71828183 and f(-x) is 0.367879441|'exp(x)' -d -1:1 --symmetry even
2|needs a domain [-b,b], not [0, 1]|'cos(x)' -d 0:1 --symmetry even
2|need a uniform partition|gaussian --refine --shaper auto
2|a uniform partition|x -d 1:2 -p optimized --shaper log2
2|log2 takes domains within|x -d -1:1 --shaper log2
1|no shaper meets the target; exp2 comes nearest|'exp(x)' -d 0:10 -E 1e-9 --shaper auto
1|nowhere/t|gaussian -o nowhere/t
1|folder|gaussian -o folder
2|'-' is standard output, not a file; --json prints|gaussian -o -
2|'./samples.csv' is an input|-s samples.csv -o ./samples.csv
2|'samples.csv' is an input|tanh --weight samples.csv -o samples.csv
END
while IFS='|' read -r option texts; do
    eval "set -- $texts"
    for text; do
        refuses 2 "$option" $d gaussian $option "$text"
    done
done <<'END'
--domain|"" 1 : 1: :1 a:b 0:8x nan:1 0:inf 0:1:2 "0 8"
--segments|0 99999999999999999999
--max-error|0 nan 1e999
--relative|0
--weight-bits|0 25
END
# The segments of a refusal are those of both sides, and reach what it says.
refuses 1 "rounding in fp32" $d tanh -d -8:8 -E 1e-9 --symmetry odd
typed="$(cat err)"
$d tanh -d -8:8 -n "$(sed 's/.* \([0-9]*\) segments reach.*/\1/' err)" --symmetry odd --json >design.json
facts "{error.linf.executed}<=$(sed 's/.* reach \([^;,]*\).*/\1/' err)"
# A jump between all samples.
[ $word = measured ] || refuses 1 "jumps from 0.6536" $d 'sin(x)+(abs(x-0.7123456789)<1e-6?1:0)' -d 0:2 -E 1e-3 \
    -p optimized

# Outputs appear whole, by rename, or not at all.
is "nothing is left in the folder" "$(ls -A folder)" ""
echo precious >log
$d gaussian -o /dev/stdout >>log 2>err
is "design -o /dev/stdout" "$? $(cat log) $(grep -c "'/dev/stdout' is standard output, not a file" err)" \
    "2 precious 1"
if [ -c /dev/full ] && [ -w /dev/full ]; then
    refuses 1 "No space left" $d gaussian -n 2000 -o /dev/full
fi
cp j0.clpwl before
ln j0.clpwl linked
refuses 2 "--segments" $d gaussian -n 0 -o j0.clpwl
cmp -s j0.clpwl before
verdict "a failed design leaves the old table" $?
ok "another" $d gaussian -n 4 -o j0.clpwl
cmp -s linked before
verdict "a table is renamed, not written over" $?
long=$(printf 'a%.0s' $(seq 245)).clpwl
ok "a long name" $d gaussian -o "$long"
mkfifo unread
timeout 2 $d sin -n 8 -o unread >out 2>err
is "a pipe without a reader is waited for, until a signal: signals were held" "$?" 124

# Damaged tables.
i="$clpwl inspect"
head -c 500 before >short
sed '20s/$/0/' before >changed
refuses 2 "TABLE is missing" $i
for name in nowhere folder samples.csv short changed; do
    refuses 1 "$name" $i $name
done
total
