#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl verify --every: every fp32 argument, interrupted runs, states of something else; and verify in
# l1 and l2.
. "${top_srcdir:?}/tests/cli/lib.sh"

# 1.001 is 1 + 8388.6 2^-23: 8389 arguments.
"$clpwl" design exp -d 1:1.001 -E 1e-6 -o e.clpwl >/dev/null
ok "one method" "$clpwl" verify e.clpwl --every -m host-scalar
holds "its arguments" "arguments  8389: every fp32 number of the domain"
holds "the word" "exhausted  linf "
holds "the verdict" "the bound  holds"
holds "the reference" "reference  f in double, "
grep -q '^device     host: .' out
verdict "the host has a name" $?
ok "as JSON" "$clpwl" verify e.clpwl --every -m host-scalar --json
cp out v.json
is "arguments" "$("$json" v.json arguments)" 8389
is "exhausted" "$("$json" v.json evidence)" exhausted
ok "at random as JSON" "$clpwl" verify e.clpwl -n 2000 -m host-scalar --json
is "not exhausted" "$("$json" out evidence)" measured
ok "each method of the host" "$clpwl" verify e.clpwl --every -D host -m all
several=$(grep -c 'holds$' out) # one method, as without AVX, has no list
[ "$several" -gt 1 ] && grep -qE '^  host-scalar +float32 +8389 .* holds$' out ||
    grep -q '^method     host-scalar$' out
verdict "host-scalar" $?
ok "each method and storage of the device, into a file" "$clpwl" verify e.clpwl --every -m all \
    --storage all -o report
is "nothing on standard output, no state" "$(wc -c <out) $(ls report*)" "0 report"
grep -qE '^[^ ].*, driver .' report
verdict "the driver" $?
for row in buffer.*float32 image-linear.*half; do
    grep -qE "^  $row .* 8389 .* holds\$" report
    verdict "$row" $?
done
ok "the same as JSON" "$clpwl" verify e.clpwl --every -m all -o report --json
cp report v.json
"$json" v.json 0.place | grep -q ', driver '
verdict "the driver in JSON" $?
ok "a report on standard output" "$clpwl" verify e.clpwl --every -m host-scalar -o -
holds "it" "the bound  holds"
refuses 2 "--output is for --every" "$clpwl" verify e.clpwl -o x
refuses 2 "is an input of this command" "$clpwl" verify e.clpwl --every -o e.clpwl
refuses 1 "cannot write 'none/x'" "$clpwl" verify e.clpwl --every -m host-scalar -o none/x
refuses 1 "no method can read this table" "$clpwl" verify e.clpwl --every -m cell

# Another function at one argument of 8389, to which no random argument comes.
"$clpwl" verify e.clpwl --expr 'exp(x) + (x == 1 + 4097*2^-23)*1e-3' --every -m host-scalar >out 2>err
is "one wrong argument" $? 1
grep -q 'the bound is broken: the error is 0.00[01][0-9]* at x = 1.0004884' err
verdict "it is named" $?
refuses 1 "nan at x = 1" "$clpwl" verify e.clpwl --expr 'abs(x-1)/(x-1)' --every -m host-scalar
# f in double is not better than the table: 1e16*x is rounded to whole numbers.
ok "a poor reference" "$clpwl" design 'exp(x)+3e-9*sin(1e16*x)' -d 1:1.001 -E 1e-6 -o p.clpwl
"$clpwl" verify p.clpwl --every -m host-scalar >out 2>err
grep -q 'f in double is known to .*e-0[89], which is not 2^10 times as exact' err || ! grep -q 'double, within' out
verdict "it is said" $?
# Relative errors.
"$clpwl" design exp -d -1:-0.99 --relative 1e-3 -E 1e-6 -o relative.clpwl >/dev/null
ok "a relative error" "$clpwl" verify relative.clpwl --every -D host -m all
holds "the weighted error" "weighted"

# l1 and l2: a table that reports too little in l2 is found; checksums are the text's own.
"$clpwl" design bessel_j0 --segments 60 --norm l2 -o l2.clpwl >/dev/null
ok "l2" "$clpwl" verify l2.clpwl -D host -n 20000
holds "what is allowed" "allowed    linf "
"$clpwl" verify l2.clpwl --expr 'bessel_j0(x) + 0.003*(x > 8)' -D host -n 20000 >out 2>err
is "an error in l2 alone" $? 1
grep -q 'the bound is broken: the l2 error is 0.01[0-9]*; the bound is 0.00[0-9]*, and 0.00' err
verdict "is named" $?

# Interrupted: some seconds of one core, so that there is a state after one.
f='bessel_jnu(0.3,x)+bessel_jnu(1.3,x)+bessel_jnu(2.3,x)+bessel_jnu(3.3,x)'
"$clpwl" design "$f" -d 1:1.5 -E 1e-4 -o slow.clpwl >/dev/null
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
    [ $signal = KILL ] || grep -q "interrupted at [0-9]* %: the same command continues from" err
    verdict "SIG$signal: one line says so" $?
done
rm -f KILL.state.*.part
cp INT.state kept
[ "$several" = 1 ] ||
    refuses 1 "'INT.state' is the state of another list of methods: remove it" slow host-scalar INT
refuses 1 "is the state of another function" slow all INT --expr="$f+1e-9"
"$clpwl" design "$f" -d 1:1.5 -E 1.1e-4 -o slow2.clpwl >/dev/null
refuses 1 "is the state of another table" "$clpwl" verify slow2.clpwl --every -D host -m all -o INT
sed 's/host: [^"]*/host: Z80/' kept >INT.state
refuses 1 "is the state of another device or driver" slow all INT
head -c 100 kept >INT.state
refuses 1 "'INT.state' is not the state of a verification" slow all INT
printf '{"identity":%s,"rows":[]}' \
    "$(sed 's/^{"identity": *//; s/, "rows".*//' kept)" >INT.state
refuses 1 "'INT.state' is not the state of a verification" slow all INT
for arguments in 0 -1048576 1000 1.5 99999999999999 4398046511104; do
    sed "s/\"arguments\": *[0-9]*/\"arguments\": $arguments/g" kept >INT.state
    refuses 1 "'INT.state' is not the state of a verification" slow all INT
done
# Of the first method alone; the others have another number.
for arguments in 1048576 2097152; do
    grep -q "\"arguments\": *$arguments," kept ||
        sed "s/\"arguments\": *[0-9]*/\"arguments\": $arguments/" kept >INT.state
done
[ "$several" = 1 ] || refuses 1 "'INT.state' is not the state of a verification" slow all INT
cp kept INT.state
for signal in INT KILL; do
    ok "it continues after SIG$signal" slow all $signal
    cmp -s $signal whole
    verdict "the report is that of an uninterrupted run" $?
    [ ! -e $signal.state ]
    verdict "the state is gone" $?
done
total
