#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl prove: what is proved, a measured error that was too small, functions without enclosures.
. "${top_srcdir:?}/tests/cli/lib.sh"

"$clpwl" design bessel_j0 --segments 100 --aim none -o j0.clpwl >/dev/null
if ! "$clpwl" prove j0.clpwl >out 2>err; then
    refuses 1 "configured without Arb" "$clpwl" prove j0.clpwl
    total
    exit
fi
# member KEY: of the last output.
member() { "$json" out "$1"; }
# proved NAME CONDITION COMMAND...: as JSON; proved, least, measured and in_fp32 are its errors of linf.
proved() {
    name=$1 condition=$2
    shift 2
    ok "$name" "$@" --json
    p=$(member proved.linf) l=$(member least.linf) m=$(member measured.linf) f=$(member in_fp32)
    true_that "$name: $condition" "$(echo "$condition" | sed "s/proved/$p/g; s/least/$l/g; s/measured/$m/g; s/in_fp32/$f/g")"
}
# designs FILE ARGUMENTS...
designs() {
    file=$1
    shift
    ok "design of $file" "$clpwl" design "$@" --aim none -o $file.clpwl
}

# h^2 |f''| / 8 with h = 0.2 and f'' = 1/2 at 0, less what J0 bends away.
proved J0 'proved > 0.00248 && proved < 0.0025 && in_fp32 > proved' "$clpwl" prove j0.clpwl
is "it holds" "$(member holds)" true
true_that "l2" "$(member least.l2) <= $(member proved.l2) && $(member proved.l2) <= 1.001 * $(member measured.l2)"
designs met bessel_j0 -d 0:20 -E 1e-4
ok "a target" "$clpwl" prove met.clpwl
for part in "target     max_error 0.0001, norm linf, " " met yes, " "proved     l1 "; do
    holds "text" "$part"
done
proved "a target" "in_fp32 <= 1e-4" "$clpwl" prove met.clpwl
is "met" "$(member target.met)" true
"$clpwl" prove j0.clpwl bessel_j1 >out 2>err
is "another function" "$? $(grep -c 'the measured error is too small: linf is at least .*|f - v| is at least' err)" "1 1"
designs above sin -d 0:5 -E 1e-3 --fit above
ok "its side" "$clpwl" prove above.clpwl
holds "its side" "side       yes"
"$clpwl" prove above.clpwl --expr 'sin(x)+0.0005' >out 2>err
is "the other side" "$? $(grep -c 'on the wrong side of f at x = ' err)" "1 1"
designs exp exp -d 0:4 --relative 1e-3 -E 1e-3
proved "a relative error" "proved <= 0.001 && proved <= 1.001 * least" "$clpwl" prove exp.clpwl
ok "another weight" "$clpwl" prove exp.clpwl --weight 'exp(-x)'

# The sum of a proved error and a measured rounding is measured.
awk 'BEGIN { for (i = 0; i <= 1000; i++) printf "%.17g,%.17g\n", i * 0.003, cos(i * 0.003) }' >cos.csv
designs cos --samples cos.csv --relative 0.1 -E 1e-3
ok "a rounding by the formulas" "$clpwl" prove cos.clpwl --expr 'cos(x)'
holds "its evidence" ", evidence measured, met yes"
proved "as JSON" "proved < 0.001" "$clpwl" prove cos.clpwl --expr 'cos(x)'
is "the target" "$(member target.met)" true

# Of a weight that is a file nothing is proved: the plain error says nothing of the target.
printf '%s\n' 0,1 1,0 2,1 >hat.csv
designs hat 'sin(x)' -d 0:3 -E 1e-3 --weight hat.csv
"$clpwl" prove hat.clpwl --json >out 2>err
is "the target is open" "$? $(member target.met) $(member fewest_for)" "0 null $(member proved.linf)"
true_that "the plain error is above the target" "$(member least.linf) > 0.001"
"$clpwl" prove hat.clpwl >out 2>err
holds "for people" ", met unknown, "
is "one note" "$(wc -l <err) $(grep -c 'name it by --weight: .* the target is not judged' err)" "1 1"

# The tails, too: gelu has the asymptotes 0 and x; clamped, it lacks gelu(1000) - gelu(5).
designs gelu gelu --domain=-5:5 -E 1e-3 --extend linear --tails 0:1
proved "tails" "proved <= 0.001" "$clpwl" prove gelu.clpwl --linf --reach=-1000:1000
designs tanh 'x*tanh(x)' -d -10:10 -E 1e-3 --extend linear --tails=-1:1
proved "all real x" "proved <= 0.001" "$clpwl" prove tanh.clpwl --reach=-inf:inf --seconds 2
is "no l1 of all real x" "$(member proved.l1)" null
designs gelu gelu --domain=-5:5 -E 1e-3
proved "clamped" "least >= 994.99 && proved <= 995.01 && in_fp32 > proved" "$clpwl" prove gelu.clpwl --linf --reach=-1000:1000
ok "for people" "$clpwl" prove gelu.clpwl --linf --reach=-1000:1000
for part in "measured_on_domain l1 " "in_fp32    "; do
    holds "what the table reports" "$part"
done

# Certificates: Sollya finds the same bounds by methods of its own, and finds one that is too small.
for design in "gelu -E 1e-3 --refine --fit minimax" "lorentzian:x0=0.3,gamma=2 -n 40"; do
    # shellcheck disable=SC2086
    designs c $design
    ok "its certificate" "$clpwl" prove c.clpwl --certificate c.sollya
    grep -v '^bound = ' c.sollya | sed 's/^n = /bound = 1b-16; n = /' >small.sollya
    if ! command -v sollya >/dev/null; then
        echo "SKIP: sollya is not installed"
        continue
    fi
    is "certified: $design" "$(sollya c.sollya </dev/null 2>&1 | cut -d ' ' -f 1)" "certified:"
    is "too small: $design" "$(sollya small.sollya </dev/null 2>&1 | tail -n 1 | cut -c 1-13)" "NOT certified"
done

printf '0,0\n1,1\n2,4\n' >s.csv
designs s --samples s.csv --segments 10
# Data: a zigzag takes a line for each side, and the table is of the curve that its name says.
printf '0 0\n1 1\n2 0\n3 1\n' >zigzag.txt
designs zigzag -s zigzag.txt --between linear -E 0.1 --refine --fit minimax --prove
proved "lines" 'least <= proved && proved <= 0.1' "$clpwl" prove zigzag.clpwl -s zigzag.txt
is "fewest" "$(member fewest) $(member function)" "3 zigzag.txt (linear)"
"$clpwl" prove zigzag.clpwl -s zigzag.txt --between step >out 2>err
is "another curve" "$? $(grep -c '(--between as in the design is needed): the measured error is too small' err)" "1 1"
"$clpwl" design inverse -n 8 --aim none -o inverse.clpwl >out 2>err
while IFS='|' read -r code part arguments; do
    # shellcheck disable=SC2086
    refuses "$code" "$part" "$clpwl" prove $arguments
done <<'END'
2|a weight must not be negative|exp.clpwl --weight x-1
2|name the FUNCTION|s.clpwl
1|pole|j0.clpwl 1/(x-0.3)
2|--seconds|j0.clpwl --seconds 0
1|nothing is proved of "hat.csv"|hat.clpwl --weight hat.csv
2|does not hold the table's domain|gelu.clpwl --reach=-1:1
2|'x' is not a finite number|gelu.clpwl --reach=-5:x
1|nothing is proved near x = 0: f has a pole|inverse.clpwl --reach=-1:20
1|grows by 1 a unit of x|gelu.clpwl --reach=end:inf
1|no certificate for bessel_j0: Sollya has no such function|j0.clpwl --certificate none.sollya
2|is an input of this command|c.clpwl --certificate c.clpwl
2|absolute errors|exp.clpwl --certificate none.sollya
END
total
