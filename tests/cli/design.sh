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
printf '0 0\n1 1\n2 4\n' >short.csv
printf 'R;T;at\n3;1;a\n1;2;b\n2;2,5;c\n2;3,5;d\n40;8;e\n' >rows.csv
printf '0,1\n1,-2\n' >negative.csv
mkdir folder
printf '0.1,0\n0.2,\n' >folder/gap.csv
printf '0.1,0\n0.1,1\n' >twice.csv
awk 'BEGIN { for (i = -80; i <= 80; i++) printf "%.17g,%.17g\n", i / 20, exp(-i * i / 800) }' >samples.csv
tr '\n' '\r' <samples.csv >cr.csv
awk 'BEGIN { for (i = 0; i <= 3000; i++) print i / 1000, exp(-i * i / 2000000) }' >weight.csv
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
# Bends that are narrow beside the domain: equal parts of it show nothing of them. A chirp has 160 periods in
# 1/128 of the domain.
'exp(-x)' -d 0:1e14 -E 1e-3 -p optimized|{segments}<=75
'sin(1/(x+1e-3))' -d 0:1 -p optimized -E 1e-2|{segments}<=1.1*2729
# Beside a jump of nearly twice the max error, knots follow f on each side.
'x<1?x:3-x^2' -d -1:3 --refine --fit minimax -E 0.5000016165893635|{segments}<=23
# Few bits of weight: what their filter adds is met, and told.
gaussian -d 0:8 -E 1e-3 --weight-bits 8 --aim none|{error.linf.filtered}<=1e-3 {segments}>90 {weight_bits}==8
# J2(5) + erf(5) pi - lgamma(6), from tables (Abramowitz and Stegun).
--expr 'bessel_jnu(2,x) + erf(x)*pi - lgamma(x+1)' -d 0:5 -n 5 -f interpolant|({values.5}-(0.04656511627775+3.14159265358496-4.78749174278205))^2<1e-20
# A cubic spline's error: 5/384 h^4 max |f''''|, h = 1/20, |f''''| <= 3; and its ends are natural.
--samples samples.csv --between spline -n 64 --aim none|{domain.0}==-4 {domain.1}==4 ({values.32}-1)^2<1e-12
gelu -n 20 -p optimised -f projection -x nan --storage half|"{extend}_{partition}_{fit}"=="nan_optimized_projection" {bytes}==126
# 400 samples and some 15 degrees of freedom: 0.01 sqrt(15 / 400), in the mean.
gelu -d 0:inf --ends exact -E 1e-3|{values.0}==0 {domain.1}<4
-s noisy.dat --smooth auto -E 1e-3|{segments}<150 {segments}>20 {values.0}^2<1e-3
'abs(x-0.3)+abs(x)' -d -1:1 -E 1e-5 -p optimized --kink 0.3,0|{segments}==3
sqrt --domain ' 0 : 1 ' -E 1e-5 --shaper auto|{segments}==1 "{shaper}"=="sqrt" {domain.1}==1
# Relative errors: exp needs b - a over sqrt(16 E) segments, 1 / 0.04 a unit, and what fp32 takes of the
# target.
exp -d -80:80 --relative 1e-36 -E 1e-4 -p optimized -o exp.clpwl|{weighting.error.linf.executed}<=1e-4 {segments}>3980 {segments}<4020 {weighting.floor}*10^36-1<1e-6 "{weighting.weight}"=="null"
END

# A design, its summary, its JSON, its file: all say the same.
typed="bessel_j0"
ok "design" $d bessel_j0 --domain 0:20 --segments 100 --aim none -o j0.clpwl
holds "summary" "function   bessel_j0"
holds "summary" "100, uniform partition, interpolant"
cp out summary
ok "inspect" "$clpwl" inspect j0.clpwl
cmp -s out summary
verdict "inspect is design" $?
ok "design --json" $d bessel_j0 --domain 0:20 --segments 100 --aim none --json
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
# 17 digits tell doubles apart: 0.2 is no float that %.6g would show.
grep -q '0.20000000000000001' design.json
verdict "numbers have 17 digits" $?
ok "inspect a weighting" "$clpwl" inspect exp.clpwl
holds "inspect a weighting" "relative to |f|, or to 1e-36 where |f| is less"

# The smallest table that meets an error: one segment less does not; a limit of segments.
ok "max-error" $d gaussian -d 0:8 -E 1e-4 --norm l2 --aim none --max-segments 1000 --json
cp out design.json
facts '{error.l2.executed}<=1e-4'
n=$(($(get segments) - 1))
refuses 1 "with at most $n segments" $d gaussian -d 0:8 -E 1e-4 --norm l2 --aim none --max-segments $n
# The choice that came second.
ok "an aim" $d 'sqrt(x)' -d 0:1 -E 1e-4
holds "the best" "shaper     sqrt"
holds "the runner-up" "runner-up  "
refuses 2 "--time is for --max-error" $d gaussian -n 8 --time 3
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
if [ $word = proved ]; then
    ok "a proof" $d bessel_j0 -d 0:20 -n 64 --prove --json
    cp out design.json
    facts '{error.linf.proved}>={error.linf.measured}*(1-1e-6)' \
        '{error.linf.proved}<={error.linf.measured}*1.001'
else
    refuses 1 "built without" $d bessel_j0 --prove
fi
# Exact values and a range: the table keeps them, and the summary names them.
ok "constraints" $d 'exp(-x)' -d 0:10 -E 1e-3 --refine --through 0:1,5 --range 0: -o held.clpwl
holds "what it is held to" "held to    0 <= v for all x, v(0) = 1, v(5) = 0.0067379469983279"
ok "eval at 0" "$clpwl" eval held.clpwl 0
is "the value" "$(cat out)" 1
"$clpwl" inspect held.clpwl --json >design.json
facts '{constraints.range_error}==0' '{constraints.value_error}==0' '{steepness}<1'
ok "verify" "$clpwl" verify held.clpwl -n 100000 -D host --method all
ok "exact ends" $d 'sqrt(x)' -d 0:1 -E 1e-2 -p uniform --ends exact
holds "exact ends" "v(0) = 0, v(1) = 1"
refuses 2 "0.10000000149011612 is the nearest" $d 'exp(-x)' -d 0:10 -E 1e-3 --through 0:0.1
refuses 2 "--range: '1' is no range" $d 'exp(-x)' -d 0:10 --range 1
refuses 2 "LO must be below HI" $d 'exp(-x)' -d 0:10 --range 1:0
ok "an integral" $d 'exp(x)' -d 0:1 -E 1e-3 --keep integral
holds "what it is held to" "held to    the integral 1.71828183 of f within "
$d 'exp(-x)' -d 0:10 -E 1e-3 --slope-error 0.02 --json -o steep.clpwl >design.json
facts '{constraints.slope_found}<=0.02' '{constraints.slope_error}==0.02'
[ $word = proved ] && "$clpwl" prove steep.clpwl --json >design.json && facts '{slope}<=0.02' '{slope}>=0.018'
ok "a shape" $d 'exp(-x)' -d 0:10 -E 1e-3 --shape auto
holds "the shape that f has" "held to    falling-convex"
refuses 2 "expected exact" $d 'exp(-x)' -d 0:10 --ends free
refuses 2 "--through" $d 'exp(-x)' -d 0:10 --through 1:y
# -q prints nothing but what --json prints.
ok "design -q" $d 'sin(40*x)' -d 0:9 -n 4 -o quiet.clpwl -q
is "prints nothing" "$(cat out)" ""
ok "design --quiet --json" $d 'sin(40*x)' -d 0:9 -n 4 --json --quiet
is "prints the table" "$("$json" out segments)" 4
# ARGUMENTS|LINE: a line that is printed, an extended regular expression; no line ends in a blank.
while IFS='|' read -r typed line; do
    eval "\$d $typed" >out 2>err
    status=$?
    is "$typed: status, blanks, width" "$status $(grep -c ' $' out) $(awk 'length > 256' out | wc -l)" "0 0 0"
    grep -qE -e "$line" out err
    verdict "$typed: $line" $?
done <<'END'
gaussian -d 0:8 -E 1e-2 --norm l2 --relative 0.1 --fit above -p optimized --weight-bits 12|^target     met: one-sided relative l2 error 0.00[0-9]* \(measured\) of at most 0.01 by .* bytes, through a filter of 12 bits$
gelu -E 1e-2 --storage unorm8 --aim none|by 20 segments in 21 bytes, stored as unorm8
gelu --relative 1e-2 -n 60 --storage half --aim none|0.0908[0-9]* \((proved|measured)\) by 60 segments
gelu --extend linear --tails 0:end|outside: linear, slopes 0 and 1.00
gelu -d -8:8 -E 1e-3 --symmetry auto -o ramp.clpwl|met: linf error 0.0008.* by 24 segments, 12 of them stored, in 104 bytes
'x<0.3?x:abs(x)+1' -d -1:1 -n 10|0.3 \(a jump from 0.3 to 1.3\)
1/x -d 1e-3:1 -E 1e-3 --relative 1 --shaper log2 --weight-bits 8 -o shaped.clpwl|straight lines in log2\(x\)
'-x^2' -d 0:1|function   -x\^2
'exp(-((x-0.123456)/1e-7)^2)' -d 0:1 -n 256 -p optimized|  unknown  
-s noisy.dat -E 1e-3|the samples carry noise of about 0.0[01]
"x$(printf '+0*x%.0s' $(seq 1000))" -d 0:1|^function
END
ok "verified" "$clpwl" verify shaped.clpwl 1/x --device host --arguments 20000
is "the symmetry of the file" "$("$clpwl" inspect ramp.clpwl --json >design.json; get symmetry)" ramp
if $d gelu -d -5:5 -E 1e-3 --extend linear --tails auto >out 2>err; then
    holds "the asymptotes" "outside: linear, slopes 0 and 1"
    is "the whole line" "$(sed -n '1s/.* in //p' out)" "288 bytes"
    holds "all real x" "for all real x of [-inf, inf] (proved); in fp32 the roundings of linear tails grow with |x|"
else
    refuses 1 "configured without Arb" $d gelu --extend linear --tails auto
fi

# Lines that end in CR; a weight by its name, and by points.
while IFS='|' read -r typed meant; do
    eval "\$d $typed -n 9" 2>&1 | grep -v -e ^function -e ^weight >out
    eval "\$d $meant -n 9" 2>&1 | grep -v -e ^function -e ^weight >err
    [ -s out ] && cmp -s out err
    verdict "$typed are the same" $?
done <<'END'
-s cr.csv|-s samples.csv
'2π·x²' -d 0:1|'2*pi*x^2' -d 0:1
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
kind=unorm16
ok "a storage" $d gelu -n 32 --storage $kind --relative 0.5 -o kept.clpwl
grep -v ^runner-up out >designed
ok "inspected" "$clpwl" inspect kept.clpwl
cmp -s out designed
verdict "it is inspected as it was designed" $?
for command in 'inspect kept.clpwl' 'eval kept.clpwl 0.3' 'verify kept.clpwl -D host -n 10000'; do
    ok "$command" "$clpwl" $command --json
    is "$command" "$("$json" out storage)" $kind
done
is "the storage by name" "$("$clpwl" eval kept.clpwl 0.3 --storage half --json >out; "$json" out storage)" half
"$clpwl" export kept.clpwl --lang c >y
"$clpwl" export kept.clpwl --lang c --storage $kind | cmp -s y -
verdict "it is exported" $?

ok "functions --json" "$clpwl" functions --json
cp out functions.json
is "first" "$("$json" functions.json 0.name)" "$("$clpwl" functions | awk '/^  / { print $1; exit }')"
# STATUS|WHAT IS NAMED|ARGUMENTS of refusals.
while IFS='|' read -r status part typed; do
    eval "refuses $status \"\$part\" \$d $typed"
done <<'END'
2|no function given|
2|exclude each other|gaussian --expr x
2|bessel_j0|bessel_jo
2|did you mean bessel_j0?|'2*jo(x)' -d 0:1
2|unknown option '-('|'-(x' -d 0:1
2|FORMULA is empty|--expr '' -d 0:1
2|one line|--expr "$(printf 'x\n+1')" -d 0:1
2|is a file, not a function|short.csv
2|--max-segments|gaussian -E 1e-4 --max-segments 0
2|give one of them|gaussian -n 5 -E 1
2|the host has no filter|gaussian -E 1e-3 --for host
1|no-such-device|gaussian -E 1e-3 --for no-such-device
2|'auto' stands alone|tanh -d 0:1 -n 4 --tails end:auto
2|none, log2, sqrt, rsqrt, exp2 or auto|x -d 0:1 --shaper cbrt
2|'0,5' is not a finite number; numbers have a point|gaussian -d 0,5:1
2|--domain A:B is needed|'x^2'
2|is not a finite number|--expr 'abs(x)' -d -1:1 --kink 0,here
2|is for --samples|abs --smooth 1
2|/dev/stdin is standard input|--samples -
1|more than two columns: 1, 2, 3; --columns|--samples three.csv
1|no column '4'; there are 1, 2, 3|--samples three.csv --columns 1,4 -n 2
2|three.csv: text in columns has no sections|--samples three.csv --section S -n 2
2|--columns is for --samples|sin --columns 1,2
2|--section is for --samples|sin --section S
1|nowhere.csv|--samples nowhere.csv
1|folder/gap.csv, line 2|-s folder/gap.csv
1|1 sample at x = 0.1|-s twice.csv
2|--between is for --samples|abs --between linear -d 0:1
2|expected auto, linear, monotone|-s samples.csv --between cubic
1|--smooth auto|-s noisy.dat -E 1e-9
2|the weight 'nowhere' is no file|tanh --weight nowhere
1|negative.csv, point 2: the weight is -2|gaussian --weight negative.csv
1|memory|gaussian -n 1000000000000000
1|narrow feature near x = 0.123456|'exp(-((x-0.123456)/1e-5)^2)' -d 0:1 -p uniform -E 1e-3
1|a search of usual length|'sqrt(abs(x))' -d -1:1 -E 1e-6 --symmetry even -p uniform
1|at x = 1.57079633; choose a domain without|tan -d 0:pi/2 -n 100 --norm l1
2|beyond +-3.4028235e+38, the largest float|'exp(x)' -d 0:100 -n 256
1|x==0 ? LIMIT : FORMULA|'x*sin(ln(x))' -d 0:1 -E 1e-3
1|stored as bfloat16|'x/(1+abs(x))' -d -10:10 -p optimized -f projection --storage bfloat16 --relative 0.0301 --norm l1 -E 0.0026
1|exp2 comes nearest|'exp(x)' -d 0:10 -E 1e-9 --shaper auto
1|folder|gaussian -o folder
2|'-' is standard output, not a file; --json prints|gaussian -o -
2|'./samples.csv' is an input|-s samples.csv -o ./samples.csv
END
for text in "" 1 1: a:b 0:nan 0:1:2 "0 8"; do
    refuses 2 --domain $d gaussian --domain "$text"
done

# What was done to rows is noted.
$d -s rows.csv --columns R,T -n 8 >out 2>err
is "notes of rows" "$? $(grep -cE 'sorted by x|averaged, 1 in all|gap from x = 3 to 40, 37 times' err)" "0 3"

# Outputs appear whole, by rename, or not at all.
cp j0.clpwl before
ln j0.clpwl linked
refuses 2 "--segments" $d gaussian -n 0 -o j0.clpwl
cmp -s j0.clpwl before
verdict "a failed design leaves the old table" $?
ok "another" $d gaussian -n 4 -o j0.clpwl
cmp -s linked before
verdict "a table is renamed, not written over" $?
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
