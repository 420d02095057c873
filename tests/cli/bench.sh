#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl bench: that what it prints has the documented form. How fast anything is, no test
# says.
. "${top_srcdir:?}/tests/cli/lib.sh"
tiny="--values 1000 --runs 3 --segments 16"

# number FILE PATH: it is there and a positive number.
number() {
    value=$("$json" "$1" "$2")
    true_that "$2" "${value:-0} > 0"
}

# rows FILE: each row has its three figures; prints its methods.
rows() {
    n=$("$json" "$1" rows.#)
    i=0
    while [ $i -lt "${n:-0}" ]; do
        for key in function domain.1 segments partition method place storage error marginal.median \
            marginal.spread; do
            "$json" "$1" "rows.$i.$key" >/dev/null
            verdict "$1: row $i has $key" $?
        done
        for key in streaming in_kernel; do
            number "$1" "rows.$i.$key.median"
            number "$1" "rows.$i.$key.least"
            "$json" "$1" "rows.$i.$key.spread" >/dev/null
            verdict "$1: row $i has $key.spread" $?
        done
        "$json" "$1" "rows.$i.method" >>methods
        i=$((i + 1))
    done
}

# shellcheck disable=SC2086
ok "host alone" "$clpwl" bench gaussian $tiny --device host --json
cp out host.json
: >methods
rows host.json
for method in libm libm-vector host-scalar auto; do
    grep -qx $method methods
    verdict "the host's rows have $method" $?
done
# exp by glibc is within 1 ulp, its argument -x^2/2 within 2^-24 of itself.
is "libm comes first" "$("$json" host.json rows.0.method)" libm
true_that "libm's error" "$("$json" host.json rows.0.error) > 0"
true_that "libm's error" "$("$json" host.json rows.0.error) < 2e-7"
for key in copy loop; do
    number host.json $key.host.median
    is "$key.device without a device" "$("$json" host.json $key.device)" null
done
is "device" "$("$json" host.json device)" null
is "abscissas" "$("$json" host.json abscissas)" random
is "values" "$("$json" host.json values)" 1000
is "command" "$("$json" host.json command)" "clpwl bench gaussian $tiny --device host --json"
for key in version date host.cpu host.threads; do
    "$json" host.json $key >/dev/null
    verdict "the JSON has $key" $?
done

refuses 2 "similar: gaussian" "$clpwl" bench gausian_
refuses 1 "cannot read 'nowhere.clpwl'" "$clpwl" bench nowhere.clpwl
refuses 2 "unknown method 'foo'; \`clpwl methods\` lists all" "$clpwl" bench --methods foo
refuses 2 "unknown method 'bufer': did you mean buffer?" "$clpwl" bench --methods bufer
refuses 2 "--methods needs" "$clpwl" bench --methods buffer,,cell
refuses 2 "--segments needs" "$clpwl" bench --segments ,64
refuses 2 "--segments: 'x'" "$clpwl" bench --segments 64,x
refuses 2 "exclude each other" "$clpwl" bench --sorted --constant
refuses 2 "--values" "$clpwl" bench --values 0
refuses 2 "--runs" "$clpwl" bench --runs 102

"$clpwl" devices --json >devices.json
if [ "$("$json" devices.json '#')" = 0 ]; then
    printf 'no OpenCL device: the rest is skipped\n'
    total
fi
refuses 1 "no such toaster" "$clpwl" bench --device "no such toaster"
"$clpwl" design bessel_j0 -n 16 -p optimized -o j0.clpwl >/dev/null
# shellcheck disable=SC2086
ok "a function and a file" "$clpwl" bench lorentzian j0.clpwl $tiny --json --constant \
    --methods buffer,cell,exact,auto,gsl
cp out device.json
: >methods
rows device.json
for method in buffer cell exact auto gsl; do
    grep -qx $method methods
    verdict "the device's rows have $method" $?
done
# shellcheck disable=SC2086
ok "a storage" "$clpwl" bench gaussian $tiny --json --storage unorm16 --methods image-manual,buffer,local
cp out stored.json
n=$("$json" stored.json rows.#) i=0
while [ $i -lt "$n" ]; do
    case $("$json" stored.json rows.$i.method) in image* | buffer) kind=unorm16 ;; *) kind=float32 ;; esac
    is "the storage of row $i" "$("$json" stored.json rows.$i.storage)" $kind
    i=$((i + 1))
done
refuses 2 "float32, half" "$clpwl" bench --storage float64
is "rows: three tables by buffer" "$(grep -cx buffer methods)" 3
for key in copy.device copy.host loop.device loop.host; do
    number device.json $key.median
done
for key in platform name version driver compute_units timer; do
    "$json" device.json device.$key >/dev/null
    verdict "device has $key" $?
done
is "abscissas" "$("$json" device.json abscissas)" constant
# GSL is not for the Lorentzian; the cells are not for a uniform partition; J0 has no
# expression in OpenCL C.
is "unsupported" "$("$json" device.json unsupported.#)" 3
for i in 0 1 2; do
    for key in function method code reason; do
        "$json" device.json unsupported.$i.$key >/dev/null
        verdict "unsupported $i has $key" $?
    done
done
auto=$(($(grep -nx auto methods | head -n 1 | cut -d: -f1) - 1))
for key in streaming in_kernel; do
    "$json" device.json rows.$auto.chosen.$key >/dev/null
    verdict "auto says what it chose for $key" $?
    number device.json rows.$auto.of_best.$key
    number device.json rows.$auto.first.$key
done

# shellcheck disable=SC2086
ok "all methods" "$clpwl" bench j0.clpwl --values 1000 --runs 1 --methods all
ok "as text" "$clpwl" bench j0.clpwl --values 1000 --runs 3 --methods buffer --sorted
holds "heading" "sorted abscissas"
holds "table" "bessel_j0 on [0, 20], 16 segments, optimized"
holds "row" "buffer"
ok "images" "$clpwl" bench j0.clpwl --values 1000 --runs 3 --methods image-manual
cpu=$("$clpwl" devices --json | grep -c '"type": "CPU"')
is "an emulated sampler" "$(grep -c 'a CPU emulates the sampler, which is slow' out)" "$((cpu > 0))"
is "and by devices" "$("$clpwl" devices | grep -c 'a CPU emulates their sampler, which is slow')" "$cpu"
# shellcheck disable=SC2086
ok "a conclusion" "$clpwl" bench gaussian j0.clpwl $tiny --methods buffer,cell,exact,gsl,libm,auto
is "lines over 100 columns" "$(awk 'length > 100' out | wc -l)" 0
is "conclusions: three tables, arrays and kernels; J0 has no expression in a kernel" \
    "$(grep -cE '^  (arrays|in kernel): +(a table is worth it|no table is needed): ' out)" 5
holds "no comparison" "ns; on the device no row of the function itself compares with it"
is "auto is explained" "$(grep -c '^  auto took .* for arrays, [0-9.]* of the time' out)" 3
is "and the time of its first call" \
    "$(grep -cE '^  first call: [0-9.e-]+ s for arrays, later ones [0-9.e-]+ s; [0-9.e-]+ s in' out)" 3
is "what cannot be measured is a list" "$(grep -c '^  not measured: .*methods' out)" 3
is "all rows have their six figures" \
    "$(awk '/^  / && ($2 == "device" || $2 == "host") { print NF }' out | sort -u)" 8
# auto is the only table that is measured.
"$clpwl" bench gaussian $tiny --device host -m buffer >out 2>err
is "nothing to measure" "$? $(grep -c 'no method was measured: `clpwl methods TABLE` lists' err)" "1 1"
ok "auto alone" "$clpwl" bench gaussian $tiny --device host --methods auto,libm
is "auto has no rival" "$(grep -cE '^ +(auto took|and) host-[a-z0-9]* (for arrays|in kernels)$' out)" 4
is "the verdict counts auto" \
    "$(grep -cE '^  (arrays|in cache): +(a table is worth it|no table is needed): .*host-' out)" 4
refuses 2 "'2*x' is a formula: clpwl design '2*x' --domain A:B -o FILE makes a table" "$clpwl" bench '2*x'
refuses 2 "a table has its segments" "$clpwl" bench j0.clpwl -n 64
if [ -c /dev/full ]; then
    "$clpwl" bench j0.clpwl --values 1000 --runs 3 -m host-scalar -D host >/dev/full 2>err
    is "a full disk" "$? $(grep -c 'cannot write standard output: No space left' err)" "1 1"
fi
total
