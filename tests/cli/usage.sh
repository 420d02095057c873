#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every command of every program: help, manual page, completions, wrong command lines; version; a full disk.
. "${top_srcdir:?}/tests/cli/lib.sh"

ok "version" "$clpwl" --version
cp out version
ok "the command version" "$clpwl" version
cmp -s out version
verdict "is --version" $?
ok "--help" "$clpwl" --help
commands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' out | grep -v '^clpwl$')
is "the commands of --help" "$(echo $commands)" \
    "$(echo $(sed -n 's/^ *X(\([a-z]*\)).*/\1/p' "$top_srcdir/tools/commands.h"))"

# each_command PROGRAM COMMAND...: an empty COMMAND is the program without one.
each_command() {
    program=$1 name=$(basename "$1")
    shift
    head -1 version >line
    grep -qE '^\.TH [A-Z\\-]+ 1 "20[0-9-]{8}" "clpwl '"$(sed 's/.* //' line)"'"' "$top_srcdir/doc/$name.1"
    verdict "$name.1 has a date and the version" $?
    sed 's/\\-/-/g; s/\\//g' "$top_srcdir/doc/$name.1" >page # without the backslashes of roff
    for shell in bash zsh fish; do
        ok "$name for $shell" "$program" --completion $shell
        cp out "$name.$shell"
        ! command -v $shell >/dev/null || {
            $shell -n "$name.$shell" 2>err
            verdict "$shell takes the script of $name" $?
        }
    done
    refuses 2 "needs bash, zsh or fish" "$program" --completion tcsh
    for c; do
        ok "$name $c --help" "$program" $c --help
        holds "$name $c" "Usage: $name $c"
        is "lines of $name $c --help over 80 columns" "$(awk 'length > 80' out | wc -l)" 0
        for option in $(grep -o -e '--[a-z][a-z-]*' out | sort -u); do
            grep -qE -e "$option"'([^a-z-]|$)' page
            verdict "$name.1 has $option of $c" $?
        done
        for option in $(sed -nE 's/^ {2,6}(-., )?(--[a-z-]+).*/\2/p' out | grep -v -e --help -e --version); do
            is "bash, zsh, fish complete $option of $name $c" "$(for shell in bash zsh fish; do
                grep -cE -m1 -e "([ ']$option[ ':]|-l ${option#--} )" "$name.$shell"
            done | tr -d '\n')" 111
        done
        refuses 2 "unknown option '--nonsense'" "$program" $c --nonsense
    done
}
each_command "$clpwl" $commands
for app in bgs flow mesh; do
    [ ! -x "$top_builddir/apps/clpwl-$app" ] ||
        each_command "$top_builddir/apps/clpwl-$app" "" bench compare score scene
done
for c in $commands; do
    "$clpwl" $c --help >help
    "$clpwl" help $c | cmp -s - help
    verdict "help $c is $c --help" $?
    refuses 2 "" "$clpwl" $c a b c d
done

# WHAT IS NAMED|ARGUMENTS of wrong command lines.
"$clpwl" design bessel_j0 -n 16 -o j0.clpwl >/dev/null
while IFS='|' read -r part typed; do
    eval "refuses 2 \"\$part\" \"\$clpwl\" $typed"
done <<'END'
no command|
unknown command 'desing': did you mean design|desing
unknown option '--verison': did you mean --version?|--verison
did you mean --refine or --relative?|design bessel_j0 --re
did you mean --max-error?|design bessel_j0 --tol 4
did you mean bessel_j0|design bessel_j00
unknown function 'gausian': did you mean gaussian?|functions gausian
similar: cell; `clpwl methods` lists all|eval j0.clpwl 1 --method help
-e 1e-3 is the formula of --expr, beside 'sin'; the max error is -E 1e-3|design sin -e 1e-3
rms is l2 / sqrt(B - A)|design bessel_j0 -n 16 --norm rms
--output: its FILE is empty|eval j0.clpwl 1 -o ''
operand 1 is empty; expected FOLDER|report ''
is too large for this machine|design bessel_j0 -n 1e300
'0:' has no number behind the ':'; expected A:B|design bessel_j0 -d 0:
a '=' is for --domain=...; expected -d 0:1|design bessel_j0 -d=0:1
--every takes each fp32 number|verify j0.clpwl --every -n 100
give one formula|design 'x^2' --expr 'x^3' -d 0:1
'-': TABLE is a file; /dev/stdin is standard input|inspect -
END
refuses 2 'unknown method "help"' env OCL_ICD_VENDORS=/nonexistent CLPWL_METHOD=help "$clpwl" verify j0.clpwl
ok "standard input by its name" "$clpwl" inspect /dev/stdin <j0.clpwl
ok "functions with a part" "$clpwl" functions bessel
is "functions with a part" "$(grep -c '^  bessel_' out) $(grep -c '^  [a-z]' out)" "12 12"

# What users type for numbers and names.
ok "numbers are formulas" "$clpwl" design bessel_j0 -d 0:2*pi -n 2^4 --json
is "numbers are formulas" "$("$json" out segments) $("$json" out domain.1)" "16 6.2831853071795862"
for typed in '-p optimised' '-f least-squares' '-x periodic' '--norm MAX' '-d 1:2 --shaper log'; do
    ok "$typed" "$clpwl" design J_0 -n 16 $typed
done
ok "a table of a formula" "$clpwl" design '2x**2' -d 0:1 -n 16 -o square.clpwl
ok "its file is verified by its name" "$clpwl" verify square.clpwl -D host -n 1000

# A full disk is noticed, also by what only prints.
if [ -c /dev/full ]; then
    : >out
    "$clpwl" functions >/dev/full 2>err
    is "functions >/dev/full" "$? $(grep -c 'No space left' err)" "1 1"
fi
# What was typed comes back as one line that a terminal does not obey.
refuses 1 "cannot read 'a?[2J b':" "$clpwl" inspect "$(printf 'a\033[2J\nb')"

# A reader that goes away ends the command silently: by SIGPIPE, 128 + 13.
{
    "$clpwl" design tanh -n 20000 --json 2>err
    echo $? >code
} | head -c 1 >out
is "the reader of a pipe goes away" "$(cat code err)" 141
total
