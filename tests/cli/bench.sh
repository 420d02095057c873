#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl bench: that what it prints has the documented form. How fast anything is, no test
# says.
. "${top_srcdir:?}/tests/cli/lib.sh"
tiny="--values 1000 --runs 3 --segments 16"

# has FILE POSITIVE-PATHS OTHER-PATHS: the first are positive numbers, the others are there.
has() {
    for key in $2; do
        value=$("$json" "$1" "$key")
        true_that "$1: $key" "${value:-0} > 0"
    done
    for key in $3; do
        "$json" "$1" "$key" >/dev/null
        verdict "$1 has $key" $?
    done
}

# rows FILE METHOD...: each row has its two figures, and these methods have rows.
rows() {
    file=$1 i=0 methods=
    shift
    while [ $i -lt "$("$json" "$file" rows.#)" ]; do
        row=rows.$i
        has "$file" "$row.streaming.median $row.streaming.least $row.in_kernel.median $row.in_kernel.least" \
            "$row.function $row.domain.1 $row.segments $row.partition $row.place $row.storage $row.error
             $row.streaming.spread $row.in_kernel.spread"
        methods="$methods $("$json" "$file" $row.method)"
        i=$((i + 1))
    done
    is "the rows" "$methods " "$(for m in "$@"; do printf ' %s' "$m"; done) "
}

# shellcheck disable=SC2086
ok "host alone" "$clpwl" bench gaussian $tiny --device host --json --methods libm,libm-vector,host-scalar,auto
cp out host.json
rows host.json libm libm-vector host-scalar auto host-scalar auto
# exp by glibc is within 1 ulp, its argument -x^2/2 within 2^-24 of itself.
true_that "libm's error" "$("$json" host.json rows.0.error) > 0 && $("$json" host.json rows.0.error) < 2e-7"
has host.json "copy.host.median loop.host.median host.threads" "version date host.cpu"
is "the head" "$(for key in copy.device loop.device device values; do
    "$json" host.json $key; done | tr '\n' ' ')" "null null null 1000 "
is "command" "$("$json" host.json command)" \
    "clpwl bench gaussian $tiny --device host --json --methods libm,libm-vector,host-scalar,auto"
for row in "2|gausian_|similar: gaussian" "1|nowhere.clpwl|cannot read 'nowhere.clpwl'" \
    "2|--methods foo|unknown method 'foo'; \`clpwl methods\` lists all" \
    "2|--methods bufer|unknown method 'bufer': did you mean buffer?" "2|--methods buffer,,cell|--methods needs" \
    "2|--segments ,64|--segments needs" "2|--segments 64,x|--segments: 'x'" "1|2*x|clpwl design '2*x'" \
    "2|--values 0|--values" "2|--runs 102|--runs" \
    "2|--storage float64|float32, half" "1|--device toaster|toaster"; do
    IFS='|' read -r code arguments part <<END
$row
END
    # shellcheck disable=SC2086
    refuses "$code" "$part" "$clpwl" bench $arguments
done

"$clpwl" devices --json >devices.json
if [ "$("$json" devices.json '#')" = 0 ]; then
    printf 'no OpenCL device: the rest is skipped\n'
    total
fi
"$clpwl" design bessel_j0 -n 16 -p optimized -o j0.clpwl >/dev/null
refuses 2 "a table has its segments" "$clpwl" bench j0.clpwl -n 64
# shellcheck disable=SC2086
ok "a function and a file" "$clpwl" bench lorentzian j0.clpwl $tiny --json \
    --methods buffer,cell,exact,auto,gsl
cp out device.json
rows device.json exact buffer auto buffer cell auto gsl buffer cell auto
has device.json "copy.device.median copy.host.median loop.device.median loop.host.median" \
    "device.platform device.name device.version device.driver device.compute_units device.timer
     rows.2.chosen.streaming rows.2.chosen.in_kernel"
# GSL is not for the Lorentzian; the cells are not for a uniform partition; J0 has no
# expression in OpenCL C.
is "unsupported" "$("$json" device.json unsupported.#)" 3
for i in 0 1 2; do
    has device.json "" "unsupported.$i.function unsupported.$i.method unsupported.$i.code unsupported.$i.reason"
done
# shellcheck disable=SC2086
ok "a storage" "$clpwl" bench j0.clpwl --values 1000 --runs 1 --json --storage unorm16 --methods image-manual,buffer,host-scalar
is "the storage of images and buffers" "$(for i in 0 1 2; do "$json" out rows.$i.method
    "$json" out rows.$i.storage; done | sort | uniq -c | tr -s ' \n' ' ')" \
    " 1 buffer 1 float32 1 host-scalar 1 image-manual 2 unorm16 "

ok "as text" "$clpwl" bench j0.clpwl --values 1000 --runs 3 --methods buffer,image-manual
for part in "values     1000" "bessel_j0 on [0, 20], 16 segments, optimized, times in ns" "buffer"; do
    holds "text" "$part"
done
# Three tables.
# shellcheck disable=SC2086
ok "what is not measured" "$clpwl" bench gaussian j0.clpwl $tiny --methods buffer,cell,exact,gsl,libm,auto
while IFS='|' read -r lines what; do
    is "$what" "$(grep -cE "$what" out)" "$lines"
done <<'END'
3|^  auto .* float32, took .*, .* in kernels$
3|^  not measured: .*methods
END
is "all rows have their figures" \
    "$(awk '/^  / && ($2 == "device" || $2 == "host") && $1 != "auto" { print NF }' out | sort -u)" 8
"$clpwl" bench gaussian $tiny --device host -m buffer >out 2>err
is "nothing to measure" "$? $(grep -c 'no method was measured: `clpwl methods TABLE` lists' err)" "1 1"
if [ -c /dev/full ]; then
    "$clpwl" bench j0.clpwl --values 1000 --runs 3 -m host-scalar -D host >/dev/full 2>err
    is "a full disk" "$? $(grep -c 'cannot write standard output: No space left' err)" "1 1"
fi
total
