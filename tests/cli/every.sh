#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl verify --every: every fp32 argument, interrupted runs, states of something else.
. "${top_srcdir:?}/tests/cli/lib.sh"

# 1.001 is 1 + 8388.6 2^-23: 8389 arguments.
"$clpwl" design exp -d 1:1.001 -E 1e-6 -o e.clpwl >/dev/null
ok "one method" "$clpwl" verify e.clpwl --every -m host-scalar
for part in "arguments  8389" "evidence   exhausted" "holds      yes" "doubt      "; do
    holds "text" "$part"
done
ok "each method and storage of the device, into a file" "$clpwl" verify e.clpwl --every -m all \
    --storage all -o report
is "nothing on standard output, no state" "$(wc -c <out) $(ls report*)" "0 report"
for row in '[^ ].*, driver ..*' '  buffer.*float32 .* 8389 .* holds' '  image-linear.*half .* 8389 .* holds'; do
    grep -qE "^$row\$" report
    verdict "$row" $?
done
ok "the same as JSON" "$clpwl" verify e.clpwl --every -m all -o report --json
is "JSON" "$("$json" report 0.evidence) $("$json" report 0.arguments)" "exhausted 8389"
refuses 2 "is an input of this command" "$clpwl" verify e.clpwl --every -o e.clpwl
refuses 1 "no method can read this table" "$clpwl" verify e.clpwl --every -m cell

# Another function at one argument of 8389, to which no random argument comes.
"$clpwl" verify e.clpwl --expr 'exp(x) + (x == 1 + 4097*2^-23)*1e-3' --every -m host-scalar >out 2>err
is "one wrong argument" "$? $(grep -c 'broken: the linf error is 0.00[01][0-9]*; .* at x = 1.0004884' err)" "1 1"
# Interrupted: some seconds of one core, so that there is a state after one.
f='bessel_jnu(0.3,x)+bessel_jnu(1.3,x)+bessel_jnu(2.3,x)+bessel_jnu(3.3,x)'
"$clpwl" design "$f" -d 1:1.5 -E 1e-4 -o slow.clpwl >/dev/null
"$clpwl" design "$f" -d 1:1.5 -E 1.1e-4 -o slow2.clpwl >/dev/null
slow() {
    taskset -c 0 "$clpwl" verify slow.clpwl --every -D host -m "$1" -o "$2" ${3+"$3"}
}
if ! command -v taskset >/dev/null; then
    printf 'without taskset nothing is interrupted: skipped\n'
    total
fi
ok "uninterrupted" slow all whole
# A shell ignores SIGINT in what it puts into the background.
for signal in INT KILL; do
    env --default-signal=INT taskset -c 0 "$clpwl" verify slow.clpwl --every -D host -m all \
        -o $signal >out 2>err &
    while [ ! -e $signal.state ] && kill -0 $! 2>/dev/null; do sleep 0.05; done
    kill -$signal $!
    status=0
    wait $! || status=$?
    [ $status -gt 128 ] && [ -s $signal.state ] && [ ! -e $signal ]
    verdict "SIG$signal ends it by the signal ($status) and leaves a state, no report" $?
done
rm -f KILL.state.*.part
cp INT.state kept
other="'INT.state' is not the state of this verification"
refuses 1 "$other" slow host-scalar INT
refuses 1 "$other" slow all INT --expr="$f+1e-9"
refuses 1 "$other" "$clpwl" verify slow2.clpwl --every -D host -m all -o INT
head -c -1 kept >INT.state
refuses 1 "$other" slow all INT
{ head -c 100 kept; tail -c +101 kept | tr '0' '1'; } >INT.state
refuses 1 "$other" slow all INT
cp kept INT.state
for signal in INT KILL; do
    ok "it continues after SIG$signal" slow all $signal
    cmp -s $signal whole && [ ! -e $signal.state ]
    verdict "the report is that of an uninterrupted run, and the state is gone" $?
done
total
