#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Files of strangers are data (doc/security.md): names in them reach no shell, no compiler and no
# terminal as what they are.
. "${top_srcdir:?}/tests/cli/lib.sh"
host="--method host-scalar"

# A name that a shell, gnuplot, a terminal (also by U+009B and U+202E) and a page of HTML would obey.
evil="$(printf 'a`touch hit`$(touch hit)";system "touch hit"\033]0;x\007\302\233\342\200\256<b>')'.csv"
printf '0,0\n1,1\n2,4\n3,9\n' >"$evil"

# plain NAME COMMAND...: succeeds; its output has no control character but tabs and newlines.
plain() {
    title=$1
    shift
    "$@" >out 2>err
    verdict "$title" $?
    is "$title: control characters" \
        "$(cat out err | tr -d '\t\n\040-\176\200-\377' | wc -c)" 0
    ! cat out err | grep -q -e "$(printf '\302\233')" -e "$(printf '\342\200\256')"
    verdict "$title: U+009B, U+202E" $?
    [ ! -e hit ]
    verdict "$title: nothing was run" $?
}

plain "design" "$clpwl" design --samples "$evil" -n 3 -o evil.clpwl
plain "inspect" "$clpwl" inspect evil.clpwl
plain "inspect as JSON" "$clpwl" inspect evil.clpwl --json
plain "verify" "$clpwl" verify evil.clpwl $host --samples "$evil"
plain "eval" sh -c "echo 1 | '$clpwl' eval evil.clpwl $host --verbose"
! command -v gnuplot >/dev/null || plain "plot" "$clpwl" plot evil.clpwl -o evil.svg
[ ! -e evil.svg ] || ! grep -q '<b>' evil.svg
verdict "the name is no markup" $?
plain "export" "$clpwl" export evil.clpwl --lang opencl
"$clpwl" export evil.clpwl --lang c -o evil.h
printf '#include "evil.h"\nint main(void) { return 0; }\n' >main.c
ok "what is exported compiles" ${CC:-cc} -Wall -Werror -Wno-unused-function main.c -o main

# Messages quote names.
"$clpwl" inspect "$(printf 'no\033[2Jfile\302\233')" >out 2>err
is "a message" "$(tail -c +1 err | tr -d '\n\040-\176\200-\377' | wc -c)" 0
# Bytes that are not UTF-8, some of which terminals obey: U+009B as one byte, overlong, cut short by the
# end of a long message.
long=$(head -c 1900 /dev/zero | tr '\0' x)$(printf '\342\200\256%0300d' 0)
for name in "$(printf 'a\233b\377\300\233')" "$long" x"$long"; do
    "$clpwl" inspect "$name" >out 2>err
    is "a message, not UTF-8" "$(tr -d '\n\040-\176' <err | wc -c)" 0
done
"$clpwl" inspect "$(printf 'gr\303\266\303\237e \342\211\244 \360\235\204\236')" 2>err
grep -q "$(printf 'gr\303\266\303\237e \342\211\244 \360\235\204\236')" err
verdict "a message in UTF-8 keeps its letters" $?

# A line of OpenCL C in a table of version 0.1 is not run: see tests/table/test_table_file.
total
