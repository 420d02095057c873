#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl prove: what is proved, a measured error that was too small, functions without enclosures.
. "${top_srcdir:?}/tests/cli/lib.sh"

"$clpwl" design bessel_j0 --segments 100 -o j0.clpwl >/dev/null
if ! "$clpwl" prove j0.clpwl >out 2>err; then
    refuses 1 "configured without Arb" "$clpwl" prove j0.clpwl
    total
    exit
fi
ok "a proof" "$clpwl" prove j0.clpwl
holds "the bound" "proved     linf <= 0.00248"
"$clpwl" design bessel_j0 -d 0:20 -E 1e-4 -o met.clpwl >/dev/null
ok "a target" "$clpwl" prove met.clpwl
holds "is met" "target     met: linf error"
holds "by what is proved" "of at most 0.0001"
true_that "in fp32" "$(sed -n 's/^in fp32 *linf <= //p' out) <= 1e-4"
ok "as JSON" "$clpwl" prove met.clpwl --json
is "met" "$("$json" out target_met)" true
ok "a coarse proof" "$clpwl" prove met.clpwl --tolerance 0.1
ok "as JSON" "$clpwl" prove j0.clpwl --json
cp out proof.json
# h^2 |f''| / 8 with h = 0.2 and f'' = 1/2 at 0, less what J0 bends away.
true_that "linf" "$("$json" proof.json proved.linf) > 0.00248 && $("$json" proof.json proved.linf) < 0.0025"
for norm in l1 l2 linf; do
    true_that "$norm" "$("$json" proof.json least.$norm) <= $("$json" proof.json proved.$norm)"
    true_that "$norm is near" "$("$json" proof.json proved.$norm) <= 1.001 * $("$json" proof.json measured.$norm)"
done
true_that "in fp32" "$("$json" proof.json in_fp32) > $("$json" proof.json proved.linf)"
is "it holds" "$("$json" proof.json holds)" true
ok "linf alone" "$clpwl" prove j0.clpwl --linf --json
is "no l1" "$("$json" out proved.l1)" null
"$clpwl" prove j0.clpwl bessel_j1 >out 2>err
is "another function" $? 1
grep -q 'the measured error is too small: linf is at least .*|f - v| is at least' err
verdict "one line says where" $?
"$clpwl" design exp -d 0:4 --relative 1e-3 -E 1e-3 -o exp.clpwl >/dev/null
ok "a relative error" "$clpwl" prove exp.clpwl --json
true_that "its bound" "$("$json" out proved.linf) <= 0.001"
true_that "it is near" "$("$json" out proved.linf) <= 1.001 * $("$json" out least.linf)"
ok "with another weight" "$clpwl" prove exp.clpwl --weight 'exp(-x)'
refuses 2 "a weight must not be negative" "$clpwl" prove exp.clpwl --weight 'x-1'
ok "with another floor" "$clpwl" prove exp.clpwl --relative 10 --json
true_that "its measured error" "$("$json" out measured.linf) <= 1.001 * $("$json" out least.linf)"

# The sum of a proved error and a measured rounding is measured.
awk 'BEGIN { for (i = 0; i <= 1000; i++) printf "%.17g,%.17g\n", i * 0.003, cos(i * 0.003) }' >cos.csv
ok "samples" "$clpwl" design --samples cos.csv -E 1e-3 -o cos.clpwl
ok "a rounding by the formulas" "$clpwl" prove cos.clpwl --expr 'cos(x)'
true_that "is proved" "$(grep -c '^target     met: linf error .*(proved) of at most 0.001' out) == 1"
ok "as JSON" "$clpwl" prove cos.clpwl --expr 'cos(x)' --json
is "the target is met" "$("$json" out target_met)" true
ok "relative errors of samples" "$clpwl" design --samples cos.csv --relative 0.1 -E 1e-3 -o cos.clpwl
ok "a rounding with measured factors" "$clpwl" prove cos.clpwl --expr 'cos(x)'
true_that "is measured" "$(grep -c '^target     met: relative linf error .*(measured) of at most 0.001' out) == 1"
ok "as JSON" "$clpwl" prove cos.clpwl --expr 'cos(x)' --json
is "the target is open" "$("$json" out target_met)" null

# Jumps: all norms, though no fp32 argument lies where f is missed.
ok "a jump" $clpwl design 'x<1/3?x:x+1' -d 0:3 -n 30 -p optimized -o jump.clpwl
holds "is proved" "(proved)"
ok "its proof" "$clpwl" prove jump.clpwl --json
true_that "linf" "$("$json" out proved.linf) > 0.66 && $("$json" out proved.linf) < 0.67"
true_that "l1" "$("$json" out proved.l1) < 1e-8 && $("$json" out proved.l1) <= 1.002 * $("$json" out least.l1)"
ok "every argument" "$clpwl" verify jump.clpwl --every -D host -m host-scalar --json
true_that "none is missed" "$("$json" out seen.linf) < 1e-6"
refuses 1 "jumps from 0.3 to 1.3 at x = 0.3" $clpwl design 'x<0.3?x:x+1' -d 0:1 -E 1e-2 -p optimized --kink 0.3
ok "rounding errors alone" $clpwl design 'abs(ln(x))' -d 0.1:10 -E 1e-3 --shaper log2 -o rounding.clpwl
ok "are proved" "$clpwl" prove rounding.clpwl

# Of a weight that is a file nothing is proved: the plain error says nothing of the target.
printf '%s\n' 0,1 1,0 2,1 >hat.csv
"$clpwl" design 'sin(x)' -d 0:3 -E 1e-3 --weight hat.csv -o hat.clpwl >/dev/null
is "the plain error, as JSON" "$("$clpwl" prove hat.clpwl --json 2>err >out; echo $?)" 0
true_that "it is above the target" "$("$json" out least.linf) > 0.001"
is "the target is open" "$("$json" out target_met)" null
is "the fewest are for the plain error" "$("$json" out fewest_for)" "$("$json" out proved.linf)"
ok "a table in sqrt(x)" "$clpwl" design 'sqrt(x)' -d 0:1 -E 1e-4 --shaper sqrt -o shaped.clpwl
ok "a proof of that" "$clpwl" prove shaped.clpwl
! grep -q fewest out
verdict "lines in x tell nothing of lines in sqrt(x)" $?
"$clpwl" prove hat.clpwl >out 2>err
holds "for people" "target     open: weighted linf error of at most 0.001, with a weight that is no formula"
is "one note" "$(wc -l <err) $(grep -c 'name it by --weight: .* the target is not judged' err)" "1 1"
refuses 1 "nothing is proved of \"hat.csv\"" "$clpwl" prove hat.clpwl --weight hat.csv

# The tails, too: gelu has the asymptotes 0 and x.
$clpwl design gelu --domain=-5:5 -E 1e-3 --extend linear --tails 0:1 -o gelu.clpwl >/dev/null
ok "the tails" "$clpwl" prove gelu.clpwl --linf --json --reach=-1000:1000
true_that "their bound" "$("$json" out proved.linf) <= 0.001"
$clpwl design gelu --domain=-5:5 -E 1e-3 -o gelu.clpwl >/dev/null
ok "clamped tails" "$clpwl" prove gelu.clpwl --linf --json --reach=-1000:1000
true_that "gelu(1000) - gelu(5)" "$("$json" out least.linf) >= 994.99 && $("$json" out proved.linf) <= 995.01"
true_that "in fp32, beside it" "$("$json" out in_fp32) > $("$json" out proved.linf)"
ok "for people" "$clpwl" prove gelu.clpwl --linf --reach=-1000:1000
holds "what the table reports" " on [-5, 5], the table's domain"
holds "its other norms, too" " l1 = "
holds "roundings of clamped tails" "in fp32    linf <= "
refuses 2 "does not hold the table's domain" "$clpwl" prove gelu.clpwl --reach=-1:1
refuses 2 "the reach [-1e+39, 1e+39] is beyond fp32's range" "$clpwl" prove gelu.clpwl --reach=-1e39:1e39
refuses 2 "'3:-3' is empty: A must be below B" "$clpwl" prove gelu.clpwl --reach=3:-3
refuses 2 "'x' is not a finite number" "$clpwl" prove gelu.clpwl --reach=-5:x
"$clpwl" design inverse --segments 8 -o inverse.clpwl >out
refuses 1 "nothing is proved near x = 0: f has a pole" "$clpwl" prove inverse.clpwl --reach=-1:20
refuses 1 "grows by 1 a unit of x" "$clpwl" prove gelu.clpwl --reach=end:inf
ok "one tail" "$clpwl" prove gelu.clpwl --reach=-inf:end --json
true_that "its bound" "$("$json" out proved.linf) <= 0.001"
$clpwl design 'x*tanh(x)' -d -10:10 -E 1e-3 --extend linear --tails=-1:1 -o tanh.clpwl >/dev/null
for reach in -1e13:1e13 -3e38:3e38 -inf:inf end:inf; do
    ok "far out" "$clpwl" prove tanh.clpwl --reach=$reach --seconds 2 --json
    true_that "to $reach" "$("$json" out proved.linf) <= 0.001"
done
is "no l1 of all real x" "$("$json" out proved.l1)" null
ok "for people" "$clpwl" prove tanh.clpwl --reach=end:inf
holds "of its roundings there is no bound" "in fp32    unknown: the roundings of linear tails grow with |x|"

# A design sees what its samples miss: 1e-5 of the domain at an irrational place.
spike='exp(-((x-0.123456)/1e-5)^2)'
ok "a spike" "$clpwl" design "$spike" -d 0:1 -E 1e-3 -p optimized -o spike.clpwl
holds "it is met" "target     met"
ok "its proof" "$clpwl" prove spike.clpwl --json
true_that "the spike's bound" "$("$json" out proved.linf) <= 0.001"

# Its integrals, a weight, a parameter: what sampling misses is proved or refused.
"$clpwl" design "$spike" -d 0:1 -n 64 -o wide.clpwl >/dev/null 2>&1
ok "its integrals" "$clpwl" prove wide.clpwl
refuses 1 "largest at x = 0.12345" "$clpwl" design "$spike" -d 0:1 -E 1e-6 --norm l2
"$clpwl" design gaussian:mu=0.123456,sigma=1e-5 -d 0:1 -E 1e-4 --norm l2 -o narrow.clpwl >out 2>err
is "equal segments within a spike" "$? $(wc -l <err)" "0 0"
ok "their integrals" "$clpwl" prove narrow.clpwl
"$clpwl" design 'sin(x)' -d 0:6 --weight '1+1e6*exp(-((x-2.345678)/1e-5)^2)' -n 64 -o w.clpwl >out
ok "a narrow weight" "$clpwl" prove w.clpwl --linf

printf '0,0\n1,1\n2,4\n' >s.csv
"$clpwl" design --samples s.csv --segments 10 -o s.clpwl >/dev/null
refuses 2 "name the FUNCTION" "$clpwl" prove s.clpwl
refuses 2 "unknown option '--samples'" "$clpwl" prove s.clpwl --samples s.csv
refuses 2 "unknown option '--smooth'" "$clpwl" prove j0.clpwl --smooth 1
refuses 1 "pole" "$clpwl" prove j0.clpwl '1/(x-0.3)'
refuses 2 "--tolerance: 3 is not in" "$clpwl" prove j0.clpwl --tolerance 3
refuses 2 "--seconds" "$clpwl" prove j0.clpwl --seconds 0

# Certificates: Sollya finds the same bounds by methods of its own, and finds one that is too small.
for design in "gelu -E 1e-3 --refine --fit minimax" "sqrt -E 1e-3 -p optimized" \
    "exp(-x)*sin(x) -d -4:4 -E 1e-2" "lorentzian:x0=0.3,gamma=2 -n 40" "2x+1 -d 0:8 -n 3"; do
    ok "a design to certify" "$clpwl" design $design -o c.clpwl
    ok "its certificate" "$clpwl" prove c.clpwl --certificate c.sollya
    grep -v '^bound = ' c.sollya | sed 's/^n = /bound = 1b-16; n = /' >small.sollya
    if command -v sollya >/dev/null; then
        is "certified: $design" "$(sollya c.sollya </dev/null 2>&1 | cut -d ' ' -f 1)" "certified:"
        case $design in
        2x*) ;;
        *) is "too small: $design" "$(sollya small.sollya </dev/null 2>&1 | tail -n 1 | cut -c 1-13)" \
            "NOT certified" ;;
        esac
    else
        echo "SKIP: sollya is not installed"
    fi
done
# The square of an error of 10^297 overflows: a bound of infinity is none.
ok "a large relative error" "$clpwl" design 'x^2' -d -1:1 -n 31 --relative 1e-300 -o large.clpwl
is "no proof of l2" "$(sed -n '/^relative/,$s/^  l2 .* unproved .*/yes/p' out)" yes
ok "it is proved in linf" "$clpwl" prove large.clpwl
holds "no infinite bound" "l2 and l1 unproved"
refuses 1 "no certificate for bessel_j0: Sollya has no such function" \
    "$clpwl" prove j0.clpwl --certificate none.sollya
"$clpwl" design 'airy_ai(x)+1' -d 0:2 -n 4 -o airy.clpwl >/dev/null
refuses 1 "Sollya has no airy_ai" "$clpwl" prove airy.clpwl --certificate none.sollya
[ ! -e none.sollya ]
verdict "no certificate" $?
refuses 2 "is an input of this command" "$clpwl" prove c.clpwl --certificate c.clpwl
refuses 2 "absolute errors" "$clpwl" prove exp.clpwl --certificate none.sollya
refuses 1 "nowhere" "$clpwl" prove c.clpwl --certificate nowhere/c.sollya
total
