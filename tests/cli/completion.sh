#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Completions: each shell takes its script, which has every option of --help, and completes.
. "${top_srcdir:?}/tests/cli/lib.sh"

programs="$clpwl $top_builddir/apps/clpwl-bgs $top_builddir/apps/clpwl-flow"
[ ! -x "$top_builddir/apps/clpwl-mesh" ] || programs="$programs $top_builddir/apps/clpwl-mesh"
for program in $programs; do
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

# complete PROGRAM WORDS...: what bash proposes for the last one.
complete() {
    $bash -c '. ./$1.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _${1/-/_}; echo "${COMPREPLY[@]}"' bash "$@"
}
# tab SHELL KEYS...: what a command line becomes in an interactive shell on a terminal; each of KEYS is
# a line. The programs print their arguments, and a device has the number 12.
tab() {
    case $1 in
    bash) run='bash --noprofile --rcfile rc/.zshrc -i' ;;
    zsh) run="env ZDOTDIR=$here/rc zsh -i" ;;
    esac
    shell=$1
    shift
    mkdir -p rc
    {
        printf '%s\n' 'PS1=' "cd '$here/files'"
        [ $shell = bash ] || printf '%s\n' "fpath=('$here/rc' \$fpath)" 'autoload -U compinit' \
            'compinit -u -D'
        for program in $programs; do
            name=$(basename "$program")
            cp "$name.zsh" "rc/_$name"
            [ $shell = zsh ] || printf '%s\n' ". ../$name.bash"
            printf '%s\n' "$name() {" "[ \"\$1\" != --completion ] || { echo 12; return; }" \
                "printf 'got:%s\n' \"\$*\"; }"
        done
    } >rc/.zshrc
    printf "$(printf '%s\\n' "$@")"'\nexit\n' >keys
    timeout 60 script -qec "$run" /dev/null <keys 2>&1 | tr -d '\r' | sed -n 's/.*got:/got:/p'
}
# tabs SHELL: that shell completes, on a terminal.
tabs() {
    if command -v script >/dev/null && command -v "$1" >/dev/null; then
        tab "$1" 'clpwl desi\tbessel_j0 --fi\tmini\t' 'clpwl eval mi\t' 'clpwl eval tw\t' \
            'clpwl eval --device 1\t' 'clpwl-flow --meth\tnc\t' >out
        is "TAB of $1" "$(cat out)" "got:design bessel_j0 --fit minimax
got:eval mine.clpwl
got:eval two words.clpwl
got:eval --device 12
got:--method ncc"
    else
        printf 'no script(1) or no %s: its TAB is skipped\n' "$1"
    fi
}
mkdir files
: >files/mine.clpwl
: >files/mine.txt
: >files/mine.off
: >"files/two words.clpwl"
tabs bash
tabs zsh

bash=$(command -v bash)
if [ -n "$bash" ]; then
    is "a command" "$(complete clpwl desi)" design
    is "an option" "$(complete clpwl design --opt)" --optimal
    is "an option of another command" "$(complete clpwl eval --opt)" ""
    is "a value" "$(complete clpwl design --fit mini)" minimax
    is "values" "$(complete clpwl design -p '')" "uniform optimized"
    is "methods" "$(complete clpwl eval --method host-s)" host-scalar
    is "the choice of a method, and each once" "$(complete clpwl verify -m '' | tr ' ' '\n' |
        grep -cxE 'auto|buffer|cell|host-scalar')" 4
    is "help" "$(complete clpwl hel)" help
    is "help of a command" "$(complete clpwl help des)" design
    is "parts of the report" "$(complete clpwl report --only '')" "figures timings video flow mesh"
    is "kinds of devices" "$(PATH=$here/files complete clpwl verify --device '')" "cpu gpu host"
    is "numbers of devices" "$(PATH=$(dirname "$clpwl"):$PATH complete clpwl design --for '')" \
        "$(echo cpu gpu $("$clpwl" devices | sed -n 's/^\([0-9][0-9]*\)  .*/\1/p'))"
    : >mine.clpwl
    is "no file for a device" "$(complete clpwl eval -D mine)" ""
    is "a file" "$(complete clpwl eval mine)" mine.clpwl
    : >mine.txt
    is "a table is a .clpwl" "$(complete clpwl eval mine)" mine.clpwl
    is "an input is any file" "$(complete clpwl eval mine.clpwl mine)" "mine.clpwl mine.txt"
    is "options are no operands" "$(complete clpwl eval -m buffer --device=cpu mine)" mine.clpwl
    is "an output has a type" "$(complete clpwl eval -o mine)" mine.txt
    is "a function" "$(complete clpwl design bessel_j)" "bessel_j0 bessel_j1"
    is "all of the catalogue" "$(complete clpwl design '' | wc -w)" \
        "$("$clpwl" functions --json | grep -o '"domain"' | wc -l)"
    is "a function behind a table" "$(complete clpwl verify mine.clpwl gauss)" gaussian
    is "a number has no files" "$(complete clpwl design -n mine)" ""
    is "an equals sign" "$(complete clpwl design --fit = mini)" minimax
    is "an option that is no file's" "$(complete clpwl design --domain '')" ""
    is "a command of an application" "$(complete clpwl-bgs scen)" scene
    is "an option of an application" "$(complete clpwl-flow x.png --method '')" "lk ncc"
fi
if command -v fish >/dev/null; then
    # propose LINE: what fish proposes, without the descriptions. It reads no script that is installed.
    propose() {
        (cd files && XDG_CONFIG_HOME=$here fish -c "set fish_complete_path; source ../clpwl.fish
            function clpwl; echo 12; end
            complete -C '$1'" | cut -f 1 | tr '\n' ' ')
    }
    is "fish: a function" "$(propose 'clpwl design bessel_j')" "bessel_j0 bessel_j1 "
    is "fish: a value" "$(propose 'clpwl design --fit mini')" "minimax "
    is "fish: a device" "$(propose 'clpwl eval --device 1')" "12 "
    is "fish: a table" "$(propose 'clpwl inspect tw')" "two words.clpwl "
fi
total
