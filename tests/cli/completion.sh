#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Each shell completes by its script; tests/cli/usage.sh looks for the options.
. "${top_srcdir:?}/tests/cli/lib.sh"

programs="$clpwl $top_builddir/apps/clpwl-bgs $top_builddir/apps/clpwl-flow"
for program in $programs; do
    for shell in bash zsh fish; do
        "$program" --completion $shell >"$(basename "$program").$shell"
    done
done

is "empty descriptions, and two commands in a line" \
    "$(cat ./*.zsh ./*.fish | grep -c -e ":'\$" -e "-d ''" -e '.complete -c')" 0

# complete PROGRAM WORDS...: what bash proposes for the last one.
complete() {
    $bash -c '. ./$1.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _${1/-/_}; echo "${COMPREPLY[@]}"' bash "$@"
}
mkdir files rc
: >files/mine.clpwl
: >files/mine.txt
: >"files/two words.clpwl"

# In an interactive zsh on a terminal. The programs print their arguments, and a device has the number 12.
if command -v script >/dev/null && command -v zsh >/dev/null; then
    {
        printf '%s\n' 'PS1=' "cd '$here/files'" \
            "fpath=('$here/rc' \$fpath)" 'autoload -U compinit' 'compinit -u -D'
        for program in $programs; do
            name=$(basename "$program")
            cp "$name.zsh" "rc/_$name"
            printf '%s\n' "$name() {" "[ \"\$1\" != --completion ] || { echo 12; return; }" \
                "printf 'got:%s\n' \"\$*\"; }"
        done
    } >rc/.zshrc
    printf '%b\n' 'clpwl desi\tbessel_j0 --fi\tmini\t' 'clpwl eval mi\t' 'clpwl eval tw\t' \
        'clpwl eval --device 1\t' 'clpwl-flow --meth\tnc\t' exit >keys
    timeout 60 script -qec "env ZDOTDIR=$here/rc zsh -i" /dev/null <keys 2>&1 | tr -d '\r' |
        sed -n 's/.*got:/got:/p' >out
    is "TAB of zsh" "$(cat out)" "got:design bessel_j0 --fit minimax
got:eval mine.clpwl
got:eval two words.clpwl
got:eval --device 12
got:--method ncc"
fi

bash=$(command -v bash)
if [ -n "$bash" ]; then
    : >mine.clpwl
    : >mine.txt
    # WHAT IS PROPOSED|WORDS
    while IFS='|' read -r right words; do
        eval "is \"\$words\" \"\$(complete $words)\" \"\$right\""
    done <<'END'
design|clpwl desi
--refine|clpwl design --ref
|clpwl eval --opt
minimax|clpwl design --fit = mini
uniform optimized|clpwl design -p ''
host-scalar|clpwl eval --method host-s
design|clpwl help des
figures timings video flow mesh|clpwl report --only ''
|clpwl eval -D mine
mine.clpwl|clpwl eval -m buffer --device=cpu mine
mine.clpwl mine.txt|clpwl eval mine.clpwl mine
mine.txt|clpwl eval -o mine
bessel_j0 bessel_j1|clpwl design bessel_j
gaussian|clpwl verify mine.clpwl gauss
|clpwl design -n mine
scene|clpwl-bgs scen
lk ncc|clpwl-flow x.png --method ''
END
    is "numbers of devices" "$(PATH=$(dirname "$clpwl"):$PATH complete clpwl design --for '')" \
        "$(echo cpu gpu $("$clpwl" devices | sed -n 's/^\([0-9][0-9]*\)  .*/\1/p'))"
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
