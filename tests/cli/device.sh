#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl on OpenCL devices: the list, big streams by several methods against GSL and
# within the reported error, bounded memory, devices that are not there.
. "${top_srcdir:?}/tests/cli/lib.sh"
# 2^24 values through an image is seconds on a CPU: once, or CLPWL_TEST_VALUES by each method.
count=${CLPWL_TEST_VALUES:-16777216}

ok "devices" "$clpwl" devices
cp out devices.txt
ok "devices --json" "$clpwl" devices --json
cp out devices.json
if [ "$("$json" devices.json '#')" = 0 ]; then
    printf 'no OpenCL device: skipped\n'
    exit 77
fi
for key in index platform name type driver version compute_units images sampler.linear; do
    "$json" devices.json 0.$key >/dev/null
    verdict "devices --json has $key" $?
done
grep -qx "   max_allocation $("$json" devices.json 0.max_allocation)" devices.txt
verdict "devices writes bytes as whole numbers" $?

"$clpwl" design bessel_j0 --domain 0:20 --max-error 1e-4 -o j0.clpwl >/dev/null
"$npy" make x.npy 0 20 "$count"
"$npy" make few.npy 0 20 100
"$npy" make some.npy 0 20 1000003
# Methods, and storages that this device reads: what is said to be the error is it. A small run
# comes first, so that the driver's compiler, which takes 230 MB for a kernel of one line (pocl 3.1), has done
# its work; it keeps what it made on disk.
for row in image-linear image-manual buffer host-scalar "image-linear half" "image-linear unorm16" \
    "image-linear unorm8" "image-linear bfloat16" "buffer half" "buffer unorm16" "buffer unorm8" "buffer bfloat16"; do
    method=${row% *} kind=${row#"$method"} in=few.npy
    kind=${kind# }
    if ! "$clpwl" eval j0.clpwl few.npy -o few-out.npy --method $method ${kind:+--storage $kind} -v 2>said; then
        [ "$row" != "$method" ] && grep -q 'use ' said
        verdict "$row is refused with what to use" $?
        continue
    fi
    error=$(sed -n "s/^error .* linf //p" said)
    grep -q "^method     $method$" said && grep -q "^storage    ${kind:-float32}$" said
    verdict "$row is what ran" $?
    [ -n "$kind" ] || in=some.npy
    [ "$row" != image-linear ] && [ -z "${CLPWL_TEST_VALUES-}" ] || in=x.npy
    ok "eval by $row" "$npy" peak "$clpwl" eval j0.clpwl $in -o y.npy --method $method ${kind:+--storage $kind}
    if [ $in = x.npy ]; then
        true_that "$row: peak memory in KiB" "$(cat peak) < 200 * 1000 * 1000 / 1024"
    fi
    ok "$row agrees with GSL within the reported $error" \
        "$npy" check $in y.npy bessel_j0 "$(awk "BEGIN { print ${error:-0} * 1.005 }")"
done
ok "any storage" "$clpwl" eval j0.clpwl few.npy -o few-out.npy --storage any
rm -f x.npy some.npy y.npy

# The methods: those that eval takes are those that the list calls so.
printf '1\n' >in.txt
ok "methods" "$clpwl" methods j0.clpwl
cp out methods.txt
for m in $(awk '$1 == "yes" && $2 != "auto" { print $2 }' methods.txt); do
    ok "$m" "$clpwl" eval j0.clpwl in.txt --method "$m"
    true_that "J0(1)" "($(cat out) - 0.765197686557967) ^ 2 < 1e-8"
done
true_that "methods" "$(grep -c ^yes methods.txt) > 5 && $(grep -c ^no methods.txt) > 0"
for m in $(awk '$1 == "no" { print $2 }' methods.txt); do
    refuses 1 "method $m" "$clpwl" eval j0.clpwl in.txt --method "$m"
done
grep -A 3 '^no *cell ' methods.txt | grep -q "does not read the uniform partition"
verdict "the reason is given" $?
is "the width, but for the device's name" "$(awk 'NR > 1 && length > 80' methods.txt | wc -l)" 0
ok "methods without a table" "$clpwl" methods
is "each is tried with a table that suits it" "$(grep -c '^yes cell' out)" 1
ok "methods as JSON" "$clpwl" methods j0.clpwl --json
is "methods as JSON" "$("$json" out '#')" "$(grep -cE '^(yes|no)' methods.txt | awk '{ print $1 - 1 }')"
ok "methods of the host" "$clpwl" methods --device host
is "methods of the host" "$(grep -c '^yes host-scalar' out) $(grep -c '^yes buffer' out)" "1 0"
kind=$(grep -q '"type": "CPU"' devices.json && echo cpu || echo gpu)
for device in 0 $kind "$(echo $kind | tr a-z A-Z)"; do
    ok "a device by $device" "$clpwl" eval j0.clpwl in.txt --device $device --method buffer
done
refuses 1 "no such toaster" "$clpwl" eval j0.clpwl in.txt -o new.txt --device "no such toaster"
refuses 1 "" "$clpwl" eval j0.clpwl in.txt -o new.txt --device 999
refuses 2 "image-linear" "$clpwl" eval j0.clpwl in.txt -o new.txt --method image-linaer
refuses 1 "CLPWL_DEVICE: no OpenCL device matches" env CLPWL_DEVICE=no-such "$clpwl" eval j0.clpwl 1
refuses 2 "CLPWL_METHOD: unknown method" env CLPWL_METHOD=no-such "$clpwl" eval j0.clpwl 1
refuses 2 "host-scalar runs on the host, not on '0'" "$clpwl" eval j0.clpwl 1 -D 0 -m host-scalar

# An expression is as far from f as its fp32 parameters: x0 = 0.3 is 1e-8 off, the width 1e-6.
"$clpwl" design lorentzian:x0=0.3,gamma=1e-6 -d 0:1 -n 64 -o narrow.clpwl >/dev/null 2>&1
ok "a narrow expression" "$clpwl" verify narrow.clpwl -m exact-native -n 300000
ok "few derivatives of 8 bits, which the host has not" "$clpwl" eval j0.clpwl 1 --storage int8 --derivative
refuses 1 "or buffer on a device" "$clpwl" eval j0.clpwl 1 --storage int8 --derivative -D host

# No device at all: eval needs none, verify says that the host evaluates. A device that was asked for is
# missed.
export OCL_ICD_VENDORS="$here/none"
mkdir -p none
for options in '' '-m all' '-m auto'; do
    # shellcheck disable=SC2086
    "$clpwl" verify j0.clpwl -n 1000 $options >out 2>err
    is "without devices, $options" "$? $(wc -l <err) $(grep -c 'on the host' err)" "0 1 1"
done
: >out
refuses 1 "no OpenCL device was found" "$clpwl" verify j0.clpwl -n 1000 -m buffer
awk 'BEGIN { for (i = 0; i <= 1048576; i++) print 1 }' >many.txt
ok "eval needs none" "$clpwl" eval j0.clpwl many.txt -o y.txt
true_that "J0(1)" "($(head -n 1 y.txt) - 0.765197686557967) ^ 2 < 1e-8"
refuses 1 "" "$clpwl" eval j0.clpwl in.txt -o new.txt --device pocl
"$clpwl" devices >out 2>err
is "devices, without any" "$? $(wc -l <err) $(grep -c POCL_CACHE_DIR err)" "0 1 1"
ok "devices --json, without any" "$clpwl" devices --json
is "an empty list" "$(cat out)" "[]"
total
