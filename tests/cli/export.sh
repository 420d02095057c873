#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl export: files that compilers take; C that gives what clpwl eval gives; refusals.
. "${top_srcdir:?}/tests/cli/lib.sh"
export="$clpwl export"
"$clpwl" design bessel_j0 -d 0:20 -n 100 -o uniform.clpwl >/dev/null
"$clpwl" design sqrt -d 0:1 -n 32 -p optimized -x nan -o cells.clpwl >/dev/null
"$clpwl" design gaussian -d 0:8 -n 32 -p optimized -x mirror -o mirror.clpwl >/dev/null
"$clpwl" design --expr 'x*x' -d 0:1 -n 4 -x repeat -o formula.clpwl >/dev/null
# Knots that crowd at 0 too much for a grid of cells.
"$clpwl" design sqrt -n 200 -p optimized -x zero -o search.clpwl >/dev/null
"$clpwl" design --expr 'ln(x)' -d 0.01:9 -n 20 --shaper rsqrt -o shaped.clpwl >/dev/null
"$clpwl" design tanh -d -8:8 -n 64 --symmetry odd -x linear -o odd.clpwl >/dev/null
"$clpwl" design gelu -d -8:8 -n 64 --symmetry ramp -p optimized -o ramp.clpwl >/dev/null
tables="uniform cells mirror formula search shaped odd ramp"

refuses 2 "--lang is needed" $export uniform.clpwl
for ending in cl c h cu glsl; do
    ok "the language of .$ending" $export uniform.clpwl -o "named.$ending"
done
$export uniform.clpwl --lang cuda -o by.txt
cmp -s by.txt named.cu
verdict "the language of an ending" $?
refuses 2 "unknown language \"hlsl\"; expected opencl, c, cuda or glsl" $export uniform.clpwl --lang hlsl
refuses 2 '"2nd" is not a C identifier' $export uniform.clpwl --lang c --name 2nd
for name in 'c float' 'c sin' 'c j0' 'c main' 'c sinf' 'c INFINITY' 'c restrict' 'c class' 'c uint8_t' \
    'c strlen' 'opencl float4' 'opencl sin' 'opencl kernel' 'opencl main' 'opencl mad' 'opencl M_PI_F' \
    'cuda float4' 'cuda erfinvf' 'cuda threadIdx' 'cuda template' 'glsl vec3' 'glsl gl_x' 'glsl a__b' \
    'glsl sampler2D' 'glsl textureLod' 'glsl smooth' 'glsl main' 'glsl f_'; do
    refuses 2 "\"${name#* }\" cannot be the function's name" $export uniform.clpwl --lang ${name% *} \
        --name ${name#* }
done
for name in 'c vec3' 'c J0' 'c f_' 'opencl j0' 'opencl texture' 'cuda vec3' 'glsl j0' 'glsl float4' \
    'glsl strlen' 'glsl texture_gamma' 'c y'; do
    ok "$name" $export uniform.clpwl --lang ${name% *} --name ${name#* }
done
refuses 1 "nowhere" $export nowhere.clpwl --lang c
refuses 1 "nowhere" $export uniform.clpwl --lang c -o nowhere/f.h

# More than a buffer of the C library, so that a write fails before the end.
if [ -c /dev/full ]; then
    "$clpwl" design bessel_j0 -n 10000 -o large.clpwl >/dev/null
    refuses 1 "No space left" $export large.clpwl --lang c -o /dev/full
fi

for t in $tables; do
    for l in opencl c cuda glsl; do
        if [ $t$l = shapedglsl ]; then
            refuses 1 "GLSL does not say how exact its rsqrt is" $export $t.clpwl --lang $l
            continue
        fi
        ok "$t as $l" $export $t.clpwl --lang $l --name f -o $t.$l
    done
done
ok "on standard output" $export uniform.clpwl --lang c --name f
cmp -s out uniform.c
verdict "the same on standard output" $?
ok "without a name" $export uniform.clpwl --lang c
holds "the name" "float bessel_j0_cpwl(float x)"
holds "the domain" "[0, 20]"
holds "the error" "largest 0.00"
ok "a formula" $export formula.clpwl --lang glsl
holds "a formula's name" "float f_cpwl(float x)"
holds "a formula in the comment" "function    x*x"

# C: the values that the host's method has, which measures from another knot where cells are used here: a few
# roundings of values up to 1, and of slopes' products as large. So with each storage, as the host emulates it.
# GLSL holds codes in words of 32 bits. Read as C++, but for the arrays, it gives the values of C.
refuses 2 "'any' is not one of float32" $export uniform.clpwl --lang c --storage any
kinds="float32 half unorm16 unorm8 bfloat16"
awk 'BEGIN { for (i = -300; i <= 900; i++) print i / 32; print "nan" }' >x
cxx=${CXX:-c++}
for t in $tables; do
    for kind in $kinds; do
        ok "$t as $kind" $export $t.clpwl --lang c --storage $kind --name as_$kind -o $t-$kind.c
        "$clpwl" eval $t.clpwl x --device host --storage $kind >$kind
    done
    paste $kinds >expected
    cat $t-*.c - >main.c <<'END'
#include <stdio.h>
int main(void)
{
    float x;
    while (scanf("%f", &x) == 1)
        printf("%.9g\t%.9g\t%.9g\t%.9g\t%.9g\n", (double)as_float32(x), (double)as_half(x), (double)as_unorm16(x),
               (double)as_unorm8(x), (double)as_bfloat16(x));
    return 0;
}
END
    ok "$t: C compiles" ${CC:-cc} -std=c99 -Wall -Wextra -Werror -o main main.c -lm
    ./main <x | sed 's/-nan/nan/g' >y
    paste y expected | sed 's/-nan/nan/g' | awk '{ for (i = 1; i <= 5; i++) { d = $i - $(i + 5)
        ok += $i == $(i + 5) || (d < 3e-6 && d > -3e-6) } } END { exit !(NR == 1202 && ok == 5 * NR) }'
    verdict "$t: C gives the values of clpwl eval" $?
    [ $t != shaped ] && command -v ${cxx%% *} >/dev/null 2>&1 || continue
    cat >glsl.cc <<'END'
#include <cmath>
#include <cstdio>
#include <cstring>
using std::fma;
using std::floor;
static unsigned floatBitsToUint(float x) { unsigned u; std::memcpy(&u, &x, sizeof u); return u; }
static float uintBitsToFloat(unsigned u) { float x; std::memcpy(&x, &u, sizeof x); return x; }
END
    for kind in $kinds; do
        ok "$t as $kind in GLSL" $export $t.clpwl --lang glsl --storage $kind --name as_$kind -o $t-$kind.glsl
        sed 's/= [a-z]*\[\](/= {/; s/^);/};/; s/\<uint\>/unsigned/g' $t-$kind.glsl >>glsl.cc
    done
    sed -n '/^int main/,$p' main.c | sed 's/(void)/()/; s/scanf/std::scanf/; s/printf/std::printf/' >>glsl.cc
    ok "$t in GLSL: C++ compiles" $cxx -o glsl glsl.cc
    ./glsl <x | sed 's/-nan/nan/g' | cmp -s - y
    verdict "$t in GLSL: the values of C" $?
done
grep -q "storage     bfloat16" uniform-bfloat16.c
verdict "the comment has the storage" $?

# The other two where their compilers are.
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if [ -x "$nvcc" ]; then
    for t in $tables; do
        { cat $t.cuda; echo '__global__ void k(float *x) { *x = f(*x); }'; } >$t.cu
        ok "$t: nvcc takes it" "$nvcc" -Werror all-warnings -ptx -o $t.ptx $t.cu
    done
else
    printf 'no nvcc: the CUDA files are not compiled\n'
fi
if command -v glslangValidator >/dev/null 2>&1; then
    for t in $tables; do
        [ $t = shaped ] && continue
        for version in '400 core' '450 core' '320 es'; do
            { echo "#version $version"; cat $t.glsl; echo 'out float y;'
              echo 'void main() { y = f(gl_FragCoord.x); }'; } >$t.frag
            case $version in
            *es) sed -i 's/^out float y;/layout(location = 0) out highp float y;/' $t.frag ;;
            esac
            : >err
            glslangValidator $t.frag >out 2>&1
            verdict "$t: glslangValidator takes it as $version" $?
        done
        for kind in half unorm16 unorm8 bfloat16; do
            { echo "#version 400 core"; $export $t.clpwl --lang glsl --storage $kind --name f
              echo 'out float y; void main() { y = f(gl_FragCoord.x); }'; } >$t.frag
            glslangValidator $t.frag >out 2>&1
            verdict "$t as $kind: glslangValidator takes it" $?
        done
    done
else
    printf 'no glslangValidator: the GLSL files are not compiled\n'
fi
refuses 2 "is an input of this command" $export uniform.clpwl --lang c -o uniform.clpwl
total
