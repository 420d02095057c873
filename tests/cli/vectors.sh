#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The kernels that pocl compiles for arrays have vector instructions: its cache keeps the code, which objdump
# disassembles. A guard around the look-up, or a load of another form, would make the code scalar.
. "${top_srcdir:?}/tests/cli/lib.sh"

if ! command -v objdump >/dev/null; then
    printf 'without objdump (binutils) no kernel is disassembled: skipped\n'
    exit 77
fi
export OCL_ICD_VENDORS=pocl.icd
"$clpwl" design bessel_j0 -d 0:20 -n 64 -p uniform -o uniform.clpwl >out 2>err
"$clpwl" design bessel_j0 -d 0:20 -n 64 -p optimized -o optimized.clpwl >out 2>err
"$clpwl" design gaussian -d 0:8 -n 64 -o gaussian.clpwl >out 2>err

# has_vectors TABLE METHOD STORAGE ELEMENT...: arithmetic of 8 floats or more at once, or gathers; copies alone,
# which may be of any type, count nothing. And no store with a mask, which
# stands for a guard; but for local, whose copy of the table has such stores.
has_vectors() {
    row="$1 $2 $3" table=$1 method=$2 storage=$3
    shift 3
    for element in "$@"; do
        rm -rf cache
        mkdir cache
        ok "$target: $row, $element" env POCL_CACHE_DIR="$PWD/cache" \
            "$top_builddir/tests/cli/batch" "$element" "$table.clpwl" "$method" "$storage"
        find cache -path '*/clpwl_eval/*' -name '*.so' -exec objdump -d {} \; >code
        grep -qE 'v(fn?m(add|sub)[0-9]*|mul|add|sub|min|max)ps.*%[yz]mm|vp?gather' code &&
            { [ "$method" = local ] || ! grep -qE 'vp?maskmov|%[xyz]mm[0-9]+,[-0-9a-fx]*\(.*\)\{%k' code; }
        verdict "$target: $row, $element has vector instructions" $?
    done
}

# is_there NAME LIBRARY DEVICE: whether pocl compiles for that CPU, and the CPU can run it.
is_there() {
    target=$1 POCL_KERNELLIB_NAME=$2 POCL_LLVM_CPU_NAME=$3
    export POCL_KERNELLIB_NAME POCL_LLVM_CPU_NAME
    if ! grep -qw "$4" /proc/cpuinfo || ! "$clpwl" devices 2>/dev/null | grep -q -e "$3"; then
        printf 'no pocl for %s here: its kernels are not disassembled\n' "$target"
        return 1
    fi
}

# For AVX2, whose gathers cost more than loads, pocl leaves searches, cells, local memory, and halves by records of
# floats scalar.
if is_there AVX2 avx2 haswell avx2; then
    for storage in float32 unorm16 unorm8 bfloat16; do
        has_vectors uniform buffer $storage floats
    done
    has_vectors uniform buffer half floats halves
    has_vectors gaussian exact float32 floats
    has_vectors gaussian exact-native float32 floats
fi
if is_there AVX-512 avx512 skylake-avx512 avx512f; then
    for storage in float32 half unorm16 unorm8 bfloat16; do
        has_vectors uniform buffer $storage floats halves
    done
    has_vectors uniform local float32 floats
    has_vectors optimized buffer float32 floats halves
    has_vectors optimized cell float32 floats halves
    has_vectors gaussian exact float32 floats
    has_vectors gaussian exact-native float32 floats
fi
[ $checks -gt 0 ] || exit 77
total
