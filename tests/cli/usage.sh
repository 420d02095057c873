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
# WHAT IS NAMED|ARGUMENTS of wrong command lines.
while IFS='|' read -r part typed; do
    eval "refuses 2 \"\$part\" \"\$clpwl\" $typed"
done <<'END'
no command|
unknown command 'desing': did you mean design|desing
unknown command 'dev': did you mean devices|help dev
unknown option '--verison': did you mean --version?|--verison
did you mean --help?|design --hepl
did you mean --segments?|design bessel_j0 --segment5 4
did you mean --refine or --relative?|design bessel_j0 --re
did you mean --segments or --max-segments?|design bessel_j0 --num-segments 4
did you mean -n, --segments?|design bessel_j0 -N 4
did you mean bessel_j0|design bessel_j00
sin|design sine
unknown function 'gausian': did you mean gaussian?|functions gausian
similar: cell; `clpwl methods` lists all|eval j0.clpwl 1 --method help
-e 1e-3 is the formula of --expr, beside 'sin'; the max error is -E 1e-3|design sin -e 1e-3
rms is l2 / sqrt(B - A)|design bessel_j0 -n 16 --norm rms
--output: its FILE is empty|eval j0.clpwl 1 -o ''
operand 1 is empty; expected FOLDER|report ''
--json takes no value|design bessel_j0 --json=1
--segments needs a value|design bessel_j0 --segments
is not a whole number|design bessel_j0 -n 1.5
is too large for this machine|design bessel_j0 -n 1e300
'x' is not a finite number|design bessel_j0 -d 0:x
'0:' has no number behind the ':'; expected A:B|design bessel_j0 -d 0:
':9' has no number before the ':'; expected A:B|design bessel_j0 -d :9
a '=' is for --domain=...; expected -d 0:1|design bessel_j0 -d=0:1
--every takes each fp32 number|verify j0.clpwl --every -n 100
within fp32's range|design exp -d 0:1 --extend linear --tails 1e39:0
give one formula|design 'x^2' --expr 'x^3' -d 0:1
exclude each other|design sin --expr 'x^3' -d 0:1
unknown name in the formula 'sine'|design 'sine(x)' -d 0:1
END
refuses 2 'unknown method "help"' env OCL_ICD_VENDORS=/nonexistent "$clpwl" eval j0.clpwl 1 -m help
refuses 2 'unknown method "help"' env CLPWL_METHOD=help "$clpwl" verify j0.clpwl
for typed in 'tol max-error' 'eps max-error' 'range domain' 'xmin domain' 'knots segments' 'function expr'; do
    refuses 2 "did you mean --${typed#* }?" "$clpwl" design bessel_j0 "--${typed% *}" 4
done
for c in inspect verify prove plot bench export eval methods; do
    refuses 2 "'-': TABLE is a file; /dev/stdin is standard input" "$clpwl" $c - \
        $(case $c in plot) echo -o x.png ;; export) echo --lang c ;; esac)
    refuses 2 "operand 1 is empty" "$clpwl" $c ''
done
ok "standard input by its name" "$clpwl" inspect /dev/stdin <j0.clpwl
ok "functions with a part" "$clpwl" functions bessel
is "functions with a part" "$(grep -c '^  bessel_' out) $(grep -c '^  [a-z]' out)" "12 12"
ok "functions of C" "$clpwl" functions exp10
is "functions of C" "$(tr -s ' ' <out)" " exp10 as in C, in formulas"
is "of the catalogue" "$("$clpwl" functions bessel --json | grep -o '"domain"' | wc -l)" 5

# What users type for numbers and names.
for typed in '-n 16' '-n 1.6e1' '-n 2^4' '-n 4*4'; do
    ok "$typed" "$clpwl" design bessel_j0 -d 0:2*pi $typed --json
    is "$typed" "$("$json" out segments) $("$json" out domain.1)" "16 6.2831853071795862"
done
for typed in '-p optimised' '-p opt' '-f least-squares' '-f Minimax' '-f lsq' '-f upper' '-f lower' '-x periodic' \
    '-x constant' '-x wrap' '-x reflect' '--norm MAX' '--norm inf' '-d 1:2 --shaper log'; do
    ok "$typed" "$clpwl" design bessel_j0 -n 16 $typed
done
for name in J0 J_0 Gelu swish Lennard-Jones; do
    ok "$name" "$clpwl" design $name -n 16
done
ok "a table of a formula" "$clpwl" design '2x**2' -d 0:1 -n 16 -o square.clpwl
ok "its file is verified by its name" "$clpwl" verify square.clpwl -D host -n 1000
ok "and by another formula" "$clpwl" verify square.clpwl '2*x^2' -D host -n 1000

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
