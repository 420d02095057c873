#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Help, version, unknown commands and options; the manual page names every option.
. "${top_srcdir:?}/tests/cli/lib.sh"

ok "version" "$clpwl" --version
holds "version" "clpwl "
cp out version
ok "the command version" "$clpwl" version
cmp -s out version
verdict "is --version" $?
cp version out
for page in clpwl.1 clpwl-bgs.1; do
    grep -qE '^\.TH [A-Z\\-]+ 1 "20[0-9-]{8}" "'"$(cat out)"'" ' "$top_srcdir/doc/$page"
    verdict "$page has a date and the version $(cat out)" $?
done
ok "help" "$clpwl" help
ok "--help" "$clpwl" --help
commands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' out | grep -v '^clpwl$' | tr '\n' ' ')
for c in design eval inspect functions devices methods plot export bench; do
    case " $commands" in *" $c "*) true ;; *) false ;; esac
    verdict "clpwl help lists $c" $?
done

for c in $commands; do
    ok "$c --help" "$clpwl" "$c" --help
    holds "$c" "Usage: clpwl $c"
    cp out help
    "$clpwl" help "$c" >out
    cmp -s out help
    verdict "help $c is $c --help" $?
    manual "$c" clpwl.1
    refuses 2 "unknown option '--nonsense'" "$clpwl" "$c" --nonsense
    refuses 2 "unknown option '-Z'" "$clpwl" "$c" -Z
    refuses 2 "" "$clpwl" "$c" a b c d
done

"$clpwl" design bessel_j0 -n 16 -o j0.clpwl >/dev/null
ok "functions" "$clpwl" functions
is "lines of the list over 80 columns" "$(awk 'length > 80' out | wc -l)" 0
refuses 2 "no command" "$clpwl"
refuses 2 "unknown command 'desing': did you mean design" "$clpwl" desing
refuses 2 "unknown command 'dev': did you mean devices" "$clpwl" help dev
refuses 2 "unknown option '--verison': did you mean --version?" "$clpwl" --verison
refuses 2 "did you mean --help?" "$clpwl" design --hepl
refuses 2 'unknown function "bessel_j00"; similar: bessel_j0, ' "$clpwl" design bessel_j00
ok "functions with a part" "$clpwl" functions bessel
is "functions with a part" "$(grep -c '^  bessel_' out) $(grep -c '^  [a-z]' out)" "12 12"
ok "functions of C" "$clpwl" functions exp10
is "functions of C" "$(tr -s ' ' <out)" " exp10 as in C, in formulas"
ok "of the catalogue" "$clpwl" functions bessel --json
is "of the catalogue" "$(grep -o '"domain"' out | wc -l)" 5
refuses 2 'unknown function "sine"; similar: sin' "$clpwl" design sine
refuses 2 "unknown function 'gausian': did you mean gaussian?" "$clpwl" functions gausian
refuses 2 "did you mean --segments?" "$clpwl" design bessel_j0 --segment5 4
refuses 2 "did you mean --refine or --relative?" "$clpwl" design bessel_j0 --re
refuses 2 "unknown method \"help\"; similar: cell; \`clpwl methods\` lists all" \
    "$clpwl" eval j0.clpwl 1 --method help
refuses 2 "unknown method \"help\"" env OCL_ICD_VENDORS=/nonexistent "$clpwl" eval j0.clpwl 1 -m help
refuses 2 "unknown method \"help\"" env CLPWL_METHOD=help "$clpwl" verify j0.clpwl
for c in inspect verify prove plot bench export eval methods; do
    refuses 2 "'-': TABLE is a file; /dev/stdin is standard input" "$clpwl" $c - \
        $(case $c in plot) echo -o x.png ;; export) echo --lang c ;; esac)
    refuses 2 "operand 1 is empty" "$clpwl" $c ''
done
ok "standard input by its name" "$clpwl" inspect /dev/stdin <j0.clpwl
refuses 2 "--output: its FILE is empty" "$clpwl" eval j0.clpwl 1 -o ''
refuses 2 "--samples: its FILE is empty" "$clpwl" design -n 4 --samples=
refuses 2 "operand 1 is empty; expected FOLDER" "$clpwl" report ''
refuses 2 "--json takes no value" "$clpwl" design bessel_j0 --json=1
refuses 2 "--segments needs a value" "$clpwl" design bessel_j0 --segments
refuses 2 "--output needs a value" "$clpwl" design bessel_j0 -o

# What users type for numbers and names.
for typed in '-n 16' '-n 1.6e1' '-n 2^4' '-n 4*4'; do
    ok "$typed" "$clpwl" design bessel_j0 -d 0:2*pi $typed --json
    is "$typed" "$("$json" out segments) $("$json" out domain.1)" "16 6.2831853071795862"
done
for typed in '-p optimised' '-p opt' '-f least-squares' '-f Minimax' '-x Clamp' '-x periodic' '-x constant' \
    '--norm MAX' '--norm inf' '--norm infinity' '-d 1:2 --shaper log' '-f lsq' '-f upper' '-f lower' '-x wrap' \
    '-x reflect'; do
    ok "$typed" "$clpwl" design bessel_j0 -n 16 $typed
done
refuses 2 "expected linf, l1 or l2; rms is l2 / sqrt(B - A)" "$clpwl" design bessel_j0 -n 16 --norm rms
for typed in 'tol max-error' 'tolerance max-error' 'eps max-error' 'epsilon max-error' 'range domain' \
    'interval domain' 'xmin domain' 'xmax domain' 'knots segments' 'points segments' 'segs segments' 'function expr'; do
    refuses 2 "did you mean --${typed#* }?" "$clpwl" design bessel_j0 "--${typed% *}" 4
done
refuses 2 "did you mean --segments or --max-segments?" "$clpwl" design bessel_j0 --num-segments 4
refuses 2 "unknown option '-N': did you mean -n, --segments?" "$clpwl" design bessel_j0 -N 4
refuses 2 "-e 1e-3 is the formula of --expr, beside 'sin'; the max error is -E 1e-3" \
    "$clpwl" design sin -e 1e-3
for name in J0 J_0 Gelu j1 swish Lennard-Jones; do
    ok "$name" "$clpwl" design $name -n 16
done
ok "a formula in the place of a name" "$clpwl" design 'exp(-x^2/2)' -d 0:1 -n 16
holds "a formula in the place of a name" "function   exp(-x^2/2)"
ok "a table of it" "$clpwl" design '2x**2' -d 0:1 -n 16 -o square.clpwl
ok "its file is verified by its name" "$clpwl" verify square.clpwl -D host -n 1000
ok "and by another formula" "$clpwl" verify square.clpwl '2*x^2' -D host -n 1000
refuses 2 "is not a whole number" "$clpwl" design bessel_j0 -n 1.5
refuses 2 "is not a whole number" "$clpwl" design bessel_j0 -n x
refuses 2 "is too large for this machine" "$clpwl" design bessel_j0 -n 1e300
refuses 2 "'x' is not a finite number" "$clpwl" design bessel_j0 -d 0:x
refuses 2 "'0:' has no number behind the ':'; expected A:B" "$clpwl" design bessel_j0 -d 0:
refuses 2 "':9' has no number before the ':'; expected A:B" "$clpwl" design bessel_j0 -d :9
refuses 2 "-d=...: a '=' is for --domain=...; expected -d 0:1" "$clpwl" design bessel_j0 -d=0:1
refuses 2 "--every takes each fp32 number" "$clpwl" verify j0.clpwl --every -n 100
refuses 2 "must be within fp32's range, +-3.4e38" \
    "$clpwl" design exp -d 0:1 --extend linear --tails 1e39:0
refuses 2 "give one formula" "$clpwl" design 'x^2' --expr 'x^3' -d 0:1
refuses 2 "exclude each other" "$clpwl" design sin --expr 'x^3' -d 0:1
refuses 2 "unknown name in the formula 'sine'" "$clpwl" design 'sine(x)' -d 0:1

# A full disk is noticed, also by what only prints.
if [ -c /dev/full ]; then
    : >out
    "$clpwl" functions >/dev/full 2>err
    is "functions >/dev/full" $? 1
    grep -q 'No space left' err
    verdict "and says why" $?
fi
# What was typed comes back as one line that a terminal does not obey.
refuses 1 "cannot read 'a?[2J b':" "$clpwl" inspect "$(printf 'a\033[2J\nb')"

# A reader that goes away ends the command silently: by SIGPIPE, 128 + 13.
{
    "$clpwl" design tanh -n 20000 --json 2>err
    echo $? >code
} | head -c 1 >out
is "the reader of a pipe goes away" "$(cat code)" 141
[ ! -s err ]
verdict "and nothing is said" $?

total
