#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Completions: each shell takes its script, which has every option of --help; bash completes.
. "${top_srcdir:?}/tests/cli/lib.sh"

for program in "$clpwl" "$top_builddir/apps/clpwl-bgs"; do
    name=$(basename "$program")
    for shell in bash zsh fish; do
        ok "$name for $shell" "$program" --completion $shell
        cp out "$name.$shell"
        ! command -v $shell >/dev/null || {
            $shell -n "$name.$shell" 2>err
            verdict "$shell takes the script of $name" $?
        }
    done
    refuses 2 "needs bash, zsh or fish" "$program" --completion
    refuses 2 "needs bash, zsh or fish" "$program" --completion tcsh
done
for command in design eval bench verify methods; do
    "$clpwl" $command --help >help
    for option in $(grep -o -e '^ .*--[a-z][a-z-]*' help | grep -o -e '--[a-z-]*$' | sort -u); do
        for shell in bash zsh; do
            grep -qE -e "[ ']$option[ ':]" clpwl.$shell
            verdict "$shell completes $option of $command" $?
        done
        [ "$option" = --help ] ||
            grep -q "seen_subcommand_from $command' -l ${option#--} " clpwl.fish
        verdict "fish completes $option of $command" $?
    done
done

# complete WORDS...: what bash proposes for the last one.
complete() {
    bash -c '. ./clpwl.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _clpwl; echo "${COMPREPLY[@]}"' \
        bash "$@"
}
if command -v bash >/dev/null; then
    is "a command" "$(complete clpwl desi)" design
    is "an option" "$(complete clpwl design --opt)" --optimal
    is "an option of another command" "$(complete clpwl eval --opt)" ""
    is "a value" "$(complete clpwl design --fit mini)" minimax
    is "values" "$(complete clpwl design -p '')" "uniform optimized"
    is "methods" "$(complete clpwl eval --method host-s)" host-scalar
    is "the choice of a method, and each once" "$(complete clpwl verify -m '' | tr ' ' '\n' |
        grep -cxE 'auto|buffer|cell|host-scalar')" 4
    is "parts of the report" "$(complete clpwl report --only '')" "figures timings video flow mesh"
    is "kinds of devices" "$(complete clpwl verify --device '')" "cpu gpu host"
    : >mine.clpwl
    is "no file for a device" "$(complete clpwl eval -D mine)" ""
    is "a file" "$(complete clpwl eval mine)" mine.clpwl
fi
total
