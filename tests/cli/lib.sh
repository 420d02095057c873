# SPDX-License-Identifier: GPL-3.0-or-later
# What the command's tests share. A test sources this, makes checks, and ends with
# `total`, whose line has the form of Check's. Each test has an empty folder of its
# own, in which it stands.
: "${top_builddir:?}" "${top_srcdir:?}"
clpwl=${CLPWL_PROGRAM-$top_builddir/tools/clpwl} # check-valgrind has its own
npy=$top_builddir/tests/cli/npy
json=$top_builddir/tests/cli/json_get
checks=0 failures=0
export LC_ALL=C
unset CLPWL_DEVICE CLPWL_METHOD

here=$top_builddir/tests/cli/$(basename "$0" .sh).dir
rm -rf "$here"
mkdir -p "$here"
cd "$here" || exit 99

# verdict NAME STATUS: counts a check, and says what failed.
verdict() {
    checks=$((checks + 1))
    if [ "$2" != 0 ]; then
        failures=$((failures + 1))
        printf 'FAILED: %s\n' "$1"
        [ ! -s out ] || head -c 600 out | sed 's/^/    out: /'
        [ ! -s err ] || head -c 600 err | sed 's/^/    err: /'
    fi
}

# ok NAME COMMAND...: succeeds, and says nothing on standard error.
ok() {
    title=$1
    shift
    status=0
    "$@" >out 2>err || status=$?
    [ "$status" = 0 ] && [ ! -s err ]
    verdict "$title: exit $status" $?
}

# refuses CODE PART COMMAND...: that exit status, nothing on standard output, one line
# on standard error with PART in it, and no new file.
refuses() {
    code=$1 part=$2
    shift 2
    : >out
    : >err
    before=$(ls -A)
    status=0
    "$@" >out 2>err || status=$?
    after=$(ls -A)
    [ "$status" = "$code" ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] &&
        grep -qF -- "$part" err && [ "$before" = "$after" ]
    verdict "$* is refused with $code (was $status), '$part'" $?
}

# holds NAME PART: the last output has it.
holds() {
    grep -qF -- "$2" out
    verdict "$1: '$2' is in the output" $?
}

# is NAME A B: equal texts.
is() {
    [ "$2" = "$3" ]
    verdict "$1: '$2' is '$3'" $?
}

# true_that NAME EXPRESSION: an awk expression over numbers.
true_that() {
    awk "BEGIN { exit !($2) }" </dev/null
    verdict "$1: $2" $?
}

# outside: what a reader has: cc, c++, and a pkg-config that finds the library where it was built.
outside() {
    mkdir bin
    printf '#!/bin/sh\nexec %s "$@"\n' "${CC:-cc}" >bin/cc
    chmod +x bin/cc
    PATH=$here/bin:$PATH
    cat >bin/clpwl.pc <<END
Name: clpwl
Description: the library where it was built
Version: 0
Requires: OpenCL
Libs: -L$top_builddir/.libs -Wl,-rpath,$top_builddir/.libs -lclpwl
Cflags: -I$top_srcdir/include
END
    export PKG_CONFIG_PATH="$here/bin${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
    # Which comes before the path in a program.
    export LD_LIBRARY_PATH="$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
}

# find_python MODULE,...: prints a Python that has the modules: $PYTHON, or one of the usual places.
find_python() {
    for python in "${PYTHON-}" python3 /usr/bin/python3; do
        if [ -n "$python" ] && "$python" -c "import $1" 2>/dev/null; then
            printf '%s\n' "$python"
            return
        fi
    done
}

# compiles "COMMAND": on a terminal it names the device while kernels are compiled.
compiles() {
    command -v script >/dev/null || return 0
    script -qec "$1" terminal.log >/dev/null
    grep -q "$(printf '\r')compiling for [^ ].*$(printf '\033')\[K" terminal.log
    verdict "compiling for a device: $1" $?
}

# renames TABLE NAME: a copy of TABLE, renamed.clpwl, whose function is NAME.
renames() {
    sed "s|^function .*|function $2|" "$1" >renamed.clpwl
    sum=$("$clpwl" inspect renamed.clpwl 2>&1 | sed -n 's/.*the checksum is \([0-9a-f]*\), not.*/\1/p')
    sed -i "s/^checksum .*/checksum $sum/" renamed.clpwl
}

total() {
    percent=$((checks ? 100 * (checks - failures) / checks : 0))
    printf '%s%%: Checks: %s, Failures: %s, Errors: 0\n' $percent $checks $failures
    [ $failures = 0 ] && [ $checks -gt 0 ]
    exit
}
