#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/run: a test has its signals, an end, and no settings of its caller.
. "${top_srcdir:?}/tests/cli/lib.sh"
run="sh $top_srcdir/tests/run"

if env --default-signal true 2>/dev/null; then
    for signal in HUP INT QUIT TERM PIPE USR1 ALRM; do
        (trap '' $signal && $run sh -c "kill -$signal \$\$; echo survived" >out 2>&1)
        is "SIG$signal, which the caller ignores, is not ignored" "$(grep -c survived out)" 0
    done
else
    printf 'env has no --default-signal: signals that a caller ignores are skipped\n'
fi
if command -v timeout >/dev/null; then
    mkfifo nobody
    CLPWL_TEST_SECONDS=0.1 $run cat nobody >out 2>err
    is "a test that waits for ever is ended, and named" "$? $(cat out)" "124 cat nobody was ended after 0.1 s"
fi
set -- BASH_ENV CDPATH ENV GNUTERM LANGUAGE MANOPT MANPATH PIP_USER POSIXLY_CORRECT PYTEST_ADDOPTS \
    PYTHONHOME XDG_CONFIG_HOME XDG_DATA_DIRS ZDOTDIR CLPWL_BGS
for name; do
    env "$name=/elsewhere" HOME=/elsewhere $run env >out
    is "$name and HOME of the caller" "$(grep -c elsewhere out)" 0
done
ok "choices of the caller" env PYTHON=mine PATH="/mine:$PATH" OCL_ICD_VENDORS=mine CLPWL_DEVICE=mine $run env
is "stay" "$(grep -cE '^(PYTHON=mine|PATH=/mine:.*|OCL_ICD_VENDORS=mine|CLPWL_DEVICE=mine)$' out)" 4
is "standard input is empty" "$(echo typed | $run cat)" ""
$run sh -c 'exit 77'
is "the status is the test's" "$?" 77
total
