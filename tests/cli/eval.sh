#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl eval on the host: text, .npy, and every bad input. Values against closed forms.
. "${top_srcdir:?}/tests/cli/lib.sh"
eval="$clpwl eval"
host="--device host"

# x on [-2,2] with 4 segments is exact, and |x| too, its kink being a knot.
"$clpwl" design --expr 'abs(x)' -d -2:2 -n 4 -o abs.clpwl >/dev/null
for mode in clamp zero repeat mirror nan; do
    "$clpwl" design --expr 'x' -d -2:2 -n 4 -x $mode -o $mode.clpwl >/dev/null
done

printf '%s\n' '# heading' -2 '' ' 0.5 ' '1.5 # note' '0x1p-1' 1e0 >in.txt
ok "text" $eval abs.clpwl in.txt $host
is "text" "$(echo $(cat out))" "2 0.5 1.5 0.5 1"
ok "crlf" sh -c "printf '1\r\n-1\r\n' | $eval abs.clpwl $host"
is "crlf" "$(echo $(cat out))" "1 1"
ok "no newline at the end" sh -c "printf '1\n-1.5' | $eval abs.clpwl - $host"
is "no newline at the end" "$(echo $(cat out))" "1 1.5"
ok "empty" sh -c "$eval abs.clpwl $host </dev/null"
is "empty" "$(cat out)" ""
"$clpwl" design --expr 0.1 -d -2:2 -n 4 -o tenth.clpwl >/dev/null
ok "9 digits" sh -c "echo 1 | $eval tenth.clpwl $host"
is "9 digits" "$(cat out)" "0.100000001"
ok "to a file" $eval abs.clpwl in.txt -o y.txt $host
is "to a file" "$(echo $(cat y.txt))" "2 0.5 1.5 0.5 1"
is "quiet" "$(cat out)" ""
ok "onto its own input" sh -c "cp in.txt both.txt; $eval abs.clpwl both.txt -o both.txt $host"
is "onto its own input" "$(echo $(cat both.txt))" "2 0.5 1.5 0.5 1"

# 0.1 is no half: the nearest is 0x1.998p-4 (0.5 on the scale of the largest value).
ok "half" sh -c "echo 1 | $eval tenth.clpwl $host --storage half"
is "half" "$(cat out)" "0.0999755859"
refuses 2 "float32, half, unorm16, unorm8, bfloat16 or any" $eval tenth.clpwl in.txt --storage fp8

# Slopes and areas under x^2 by four straight lines, on the host and by each device method.
ok "x^2" $clpwl design --expr 'x^2' --domain 0:4 --segments 4 -o square.clpwl
for how in "$host" "--method buffer" "--method image-manual" "--method local"; do
    ok "derivative $how" \
        sh -c "printf '0.5\n1.5\n3.9\n9\nnan\n' | $eval square.clpwl - $how --derivative 2>/dev/null"
    is "2 i + 1, 0 on a clamped tail" "$(tr '\n' ' ' <out)" "1 3 7 0 nan "
    ok "integral $how" sh -c "printf '0\n1\n1.5\n4\n5\n' | $eval square.clpwl - $how --integral 2>/dev/null"
    is "trapezoids 0.5 2.5 6.5 12.5, then 16 high" "$(tr '\n' ' ' <out)" "0 0.5 1.375 22 38 "
done
$eval square.clpwl in.txt $host --integral --verbose -o sums.txt 2>err
grep -q "the table's integral within [0-9.e-]* for x in the domain$" err
verdict "--verbose says how exact" $?
ok "sqrt" $clpwl design --expr 'sqrt(x)' --domain 0:4 --segments 8 --shaper sqrt -o root.clpwl
for quantity in integral derivative; do
    $eval root.clpwl 1 $host --$quantity --verbose 2>err >out
    grep -q "no bound is known for the rounding of the table's $quantity$" err
    verdict "--verbose where no bound is known: $quantity" $?
done
refuses 2 "exclude each other" $eval square.clpwl in.txt $host --integral --derivative
refuses 1 "does not give a derivative: use host-scalar" $eval square.clpwl in.txt $host \
    --method host-avx2 --derivative

# Tails; NaN in, NaN out.
tails() {
    ok "$1" sh -c "printf 'nan\n-nan\n-3\n3\n-inf\ninf\n1\n' | $eval $1.clpwl $host"
    is "$1" "$(echo $(cat out))" "nan nan $2 1"
}
$eval clamp.clpwl nan -3 3 -1e40 1e40 1 $host >out 2>/dev/null
is clamp "$(echo $(cat out))" "nan -2 2 -2 2 1"
tails zero "0 0 0 0"
tails repeat "1 -1 nan nan"
tails mirror "-1 1 nan nan"
tails nan "nan nan nan nan"

# .npy in, .npy out, byte by byte.
header() { # SHAPE DESCR ORDER
    text="{'descr': '$2', 'fortran_order': $3, 'shape': $1, }"
    printf '\223NUMPY\001\000\166\000%-117s\n' "$text"
}
floats() { printf '\000\000\000\300\000\000\200\277\000\000\300\077'; } # -2 -1 1.5
{ header '(3,)' '<f4' False; floats; } >x.npy
{ header '(3,)' '<f4' False; printf '\000\000\000\100\000\000\200\077\000\000\300\077'; } >abs.npy
ok "npy" $eval abs.clpwl x.npy -o y.npy $host
cmp -s y.npy abs.npy
verdict "npy: the bytes are right" $?
printf '\357\273\277-1\r\n2\r\n' >windows.txt
ok "byte order mark, CRLF" $eval abs.clpwl windows.txt $host
is "its values" "$(tr '\n' ' ' <out)" "1 2 "
# The name of the output chooses its kind.
ok "npy in, text out" $eval abs.clpwl x.npy -o y.txt $host
is "npy in, text out" "$(tr '\n' ' ' <y.txt)" "2 1 1.5 "
{ header '(3, 1)' '<f4' True; floats; } >columns.npy
$eval abs.clpwl columns.npy -o y.txt $host >out 2>err
is "npy in Fortran order, text out" "$? $(grep -c 'columns.npy is in Fortran order' err)" "2 1"
printf '%s\n' -2 -1 1.5 >x.txt
ok "text in, npy out" $eval abs.clpwl x.txt -o y.npy $host
cmp -s y.npy abs.npy
verdict "text in, npy out: the bytes are right" $?
ok "numbers, npy out" $eval abs.clpwl -2 -1 1.5 -o z.npy $host
seq 1 1100000 >many.txt
"$clpwl" eval abs.clpwl many.txt -o many.npy $host 2>err
is "several batches, npy out" "$(wc -c <many.npy)" $((128 + 4 * 1100000))
head -c 128 many.npy | grep -aqF "'shape': (1100000,)"
verdict "and their number" $?
ok "npy by pipes" sh -c "cat x.npy | $eval abs.clpwl $host | cat"
cmp -s out abs.npy
verdict "npy by pipes: the bytes are right" $?
ok "npy, a byte at a time" sh -c \
    "{ dd if=x.npy bs=1 count=3 2>/dev/null; sleep 0.1; tail -c +4 x.npy; } |
    $eval abs.clpwl $host"
cmp -s out abs.npy
verdict "npy in pieces: the bytes are right" $?
for shape in '(3, 1)' '(1, 3, 1)' '(1, 3)'; do
    for order in False True; do
        { header "$shape" '<f4' $order; floats; } >nd.npy
        ok "$shape" $eval abs.clpwl nd.npy -o nd-out.npy $host
        head -c 128 nd-out.npy | tail -c +11 | grep -qF "'fortran_order': $order, 'shape': $shape"
        verdict "shape $shape, order $order are kept" $?
        tail -c 12 nd-out.npy >a
        tail -c 12 abs.npy >b
        cmp -s a b
        verdict "shape $shape: the bytes are right" $?
    done
done
{ header '()' '<f4' False; printf '\000\000\200\277'; } >0d.npy
ok "0-d" $eval abs.clpwl 0d.npy -o 0d-out.npy $host
is "0-d" "$(wc -c <0d-out.npy)" 132
{ header '(0,)' '<f4' False; } >none.npy
ok "no values" $eval abs.clpwl none.npy -o none-out.npy $host
cmp -s none.npy none-out.npy
verdict "no values: an empty array" $?
newer() {
    printf "\\223NUMPY\\00$1\\000\\166\\000\\000\\000"
    header '(3,)' '<f4' False | tail -c 118
    floats
}
newer 2 >v2.npy
newer 3 >v3.npy
for v in v2 v3; do
    ok "version $v" $eval abs.clpwl $v.npy -o $v-out.npy $host
    cmp -s $v-out.npy abs.npy
    verdict "$v: the bytes are right" $?
done

# Python 2 wrote sizes as long numbers.
{ header '(3L,)' '<f4' False; floats; } >python2.npy
ok "a header of Python 2" $eval abs.clpwl python2.npy -o python2-out.npy $host
cmp -s python2-out.npy abs.npy
verdict "a header of Python 2: the bytes are right" $?
{ header '(3L, 1L)' '<f4' False; floats; } >python2.npy
ok "two sizes of Python 2" $eval abs.clpwl python2.npy -o python2.txt $host
is "two sizes of Python 2" "$(tr '\n' ' ' <python2.txt)" "2 1 1.5 "

# Halves out, of any input; text has none.
{ header '(3,)' '<f2' False; printf '\000\100\000\074\000\076'; } >half.npy
ok "float16 out" $eval abs.clpwl x.npy --half -o half-out.npy $host
cmp -s half-out.npy half.npy
verdict "float16 out: the bytes are right" $?
ok "text in, float16 out" $eval abs.clpwl x.txt --half -o half-out.npy $host
cmp -s half-out.npy half.npy
verdict "text in, float16 out: the bytes are right" $?
ok "float16 in and out" $eval abs.clpwl half.npy --half -o half-out.npy $host
cmp -s half-out.npy half.npy
verdict "float16 in and out: the bytes are right" $?
$eval abs.clpwl half.npy --half -v -o half-out.npy $host 2>err # values up to 2: 2^-10 and fp32
is "its error" "$(sed -n 's/.* linf \(0.00097[0-9]*\),.*/\1/p' err)" 0.000978
refuses 2 "--half: the output is text" "$clpwl" eval abs.clpwl x.txt --half

# Every real type and order of bytes: 1 and 2. The result is float32.
{ header '(2,)' '<f4' False; printf '\000\000\200\077\000\000\000\100'; } >one-two.npy
while read -r descr bytes; do
    # shellcheck disable=SC2059
    { header '(2,)' "$descr" False; printf "$bytes"; } >type.npy
    ok "type $descr" $eval abs.clpwl type.npy -o type-out.npy $host
    cmp -s type-out.npy one-two.npy
    verdict "type $descr: the bytes are right" $?
done <<'END'
<f8 \000\000\000\000\000\000\360\077\000\000\000\000\000\000\000\100
>f8 \077\360\000\000\000\000\000\000\100\000\000\000\000\000\000\000
<f2 \000\074\000\100
>f2 \074\000\100\000
>f4 \077\200\000\000\100\000\000\000
=f4 \000\000\200\077\000\000\000\100
|i1 \001\002
|u1 \001\002
<i2 \001\000\002\000
>i2 \000\001\000\002
<u2 \001\000\002\000
<i4 \001\000\000\000\002\000\000\000
>i4 \000\000\000\001\000\000\000\002
>u4 \000\000\000\001\000\000\000\002
<i8 \001\000\000\000\000\000\000\000\002\000\000\000\000\000\000\000
>i8 \000\000\000\000\000\000\000\001\000\000\000\000\000\000\000\002
<u8 \001\000\000\000\000\000\000\000\002\000\000\000\000\000\000\000
END
{ header '(2,)' '|b1' False; printf '\001\000'; } >bool.npy
ok "bool" $eval abs.clpwl bool.npy -o bool-out.npy $host
is "bool" "$(tail -c 8 bool-out.npy | od -An -tx1 | tr -d ' ')" "0000803f00000000"
# 0.1 and 1e300 are no float32, 0.5 is one; halves may be small or NaN.
{ header '(3,)' '<f8' False
  printf '\232\231\231\231\231\231\271\077\000\000\000\000\000\000\340\077'
  printf '\234\165\000\210\074\344\067\176'; } >double.npy
{ header '(3,)' '<f4' False
  printf '\315\314\314\075\000\000\000\077\000\000\200\177'; } >rounded.npy
$eval abs.clpwl rounded.npy -o rounded-out.npy $host 2>err
$eval abs.clpwl double.npy -o double-out.npy $host --verbose 2>err
is "a note of the rounding" "$(grep -c '^2 of these were rounded to float32$' err)" 1
cmp -s double-out.npy rounded-out.npy
verdict "0.1 and 1e300 to nearest" $?
{ header '(3,)' '<f2' False; printf '\001\000\000\176\000\300'; } >half.npy # 2^-24 NaN -2
{ header '(3,)' '<f4' False
  printf '\000\000\200\063\000\000\300\177\000\000\000\300'; } >single.npy
ok "half" $eval abs.clpwl half.npy -o half-out.npy $host
ok "single" $eval abs.clpwl single.npy -o single-out.npy $host
is "half" "$(tail -c 12 half-out.npy | od -An -tx1)" "$(tail -c 12 single-out.npy | od -An -tx1)"

# What users type in the place of INPUT.
$eval abs.clpwl -inf -nan -m host-scalar >out 2>err
is "-inf and -nan are numbers" "$(echo $(cat out) | sed 's/-nan/nan/')" "2 nan"
ok "numbers" $eval abs.clpwl 0.5 -1.5 2^-1 -.25
is "numbers" "$(echo $(cat out))" "0.5 1.5 0.5 0.25"
ok "INPUT before TABLE" $eval in.txt abs.clpwl
is "INPUT before TABLE" "$(echo $(cat out))" "2 0.5 1.5 0.5 1"
refuses 2 "'abc' is not a number" $eval abs.clpwl 0.5 abc

# Few values need no device: none is opened.
$eval abs.clpwl 0.5 --verbose >out 2>err
grep -q '^device host, ' err
verdict "few values are evaluated on the host" $?
grep -q '^1 value in [^,]* s$' err
verdict "one value has no rate" $?

# An end that fp32 rounds outwards has the value inside, which a steep f does not have: the end was counted as
# inside, beside an error of a 15th.
"$clpwl" design 'ln(1.1-x)' -d 0:1.0999 -n 2000 -p optimized -o steep.clpwl >/dev/null 2>err
is "an end outside is noted" "$(grep -c 'in fp32 the end 1.0999 of the domain is 1.09990001, outside' err)" 1
# The number that the note gives is at or beyond the rounded end: 0.0199999996, which it gave, was not.
for end in 0.02 0.01 0.06 0.19 0.22; do
    "$clpwl" design '1/x' -d $end:100 -E 1e-3 -p optimized -x zero -o q.clpwl >out 2>err
    is "$end is outside" "$(grep -c "the end $end of the domain is" err)" 1
    ok "a domain that contains it" "$clpwl" design '1/x' -E 1e-3 -p optimized -x zero -o q.clpwl \
        -d "$(sed 's/.* ends at \(.*\) contains it/\1/' err):100"
done
$eval steep.clpwl 1.0999 $host -v >out 2>err
is "an end outside is counted" "$(grep -c '1 more is an end of the domain, which fp32 rounds outwards' err)" 1
ok "an end inside" "$clpwl" design 'ln(1.1-x)' -d 0:1.09990001 -n 2000 -p optimized
# What lies outside is said for what is evaluated.
"$clpwl" design sin -d 0:3 -n 9 -o out_of.clpwl >out
for typed in 'derivative|give 0, the slope' 'integral|continue by the value at its nearer end'; do
    "$clpwl" eval out_of.clpwl --${typed%|*} 1 4 >out 2>err
    grep -q "and ${typed#*|}" err
    verdict "outside: $typed" $?
done

# As JSON: the values, or null, and what --verbose says.
"$clpwl" eval clamp.clpwl 1 -9 nan 0.5 $host --json >json 2>err
is "a note beside it" "$(wc -l <err)" 1
for row in quantity:value device:host storage:float32 domain.1:2 arguments:4 outside:1 error.linf:0 values.#:4 \
    values.0:1 values.1:-2 values.2:null values.3:0.5 \
    "version:$("$clpwl" --version | sed -n '1s/.* //p')"; do
    got=$("$json" json "${row%%:*}")
    case $row in error*) true_that "$row" "$got > 0 && $got < 1e-5" ;; *) is "JSON: $row" "$got" "${row#*:}" ;; esac
done
"$clpwl" eval square.clpwl in.txt $host --integral --json -o y.txt >json 2>err
is "JSON beside a file" "$("$json" json arguments) $("$json" json values 2>&1 | wc -w) $(wc -l <y.txt)" "5 0 5"
true_that "the rounding of integrals" "$("$json" json rounding) > 0"
ok "a .npy as JSON" "$clpwl" eval abs.clpwl x.npy $host --json
is "a .npy as JSON" "$("$json" out values.0) $("$json" out values.2)" "2 1.5"
refuses 2 "'-' is standard output, to which --json prints the values" $eval abs.clpwl 1 --json -o -
refuses 2 "the output is text, which has no float16" $eval abs.clpwl x.npy --json --half
for q in -q --quiet; do
    ok "eval $q has no notes" $eval clamp.clpwl 9 $host $q
    is "eval $q" "$(cat out)" 2
done

# Arguments outside the domain are counted. Only clamping, the default, may be a mistake.
for mode in clamp zero nan repeat mirror; do
    $eval $mode.clpwl 1 3 -4 $host >out 2>err
    is "a note by $mode" "$(grep -c '2 of 3 arguments are outside the domain \[-2, 2\]' err)" \
        "$([ $mode != clamp ]; echo $?)"
    $eval $mode.clpwl 1 3 -4 $host --verbose >out 2>err
    grep -q '2 of 3 arguments are outside the domain' err
    verdict "a note by $mode --verbose" $?
done
"$clpwl" design sin -d 0:2*pi -n 4 -o sin.clpwl >/dev/null
ok "the end as float32 is inside" $eval sin.clpwl 2*pi $host

# Bad input: nothing is written.
refuses 2 "'abs.clpwl' is an input" $eval abs.clpwl x.npy -o abs.clpwl
refuse_npy() { # PART FILE
    refuses 1 "$1" $eval abs.clpwl "$2" -o new.npy $host
    refuses 1 "$1" sh -c "exec $eval abs.clpwl -o new.npy $host <'$2'"
}
for t in '<c8' '<U5' '|O' '<f3' '|V4' '<M8[ns]' 'f4'; do
    { header '(3,)' "$t" False; floats; floats; } >type.npy
    refuse_npy "of type '$t', not real numbers" type.npy
    grep -qF "save the array with .astype('<f4')" err
    verdict "and names the remedy" $?
done
printf 'PK\003\004\024\000' >zip.npz
refuse_npy "is an .npz or another zip, not numbers: save one of its arrays" zip.npz
{ header '(4,)' '<f4' False; floats; } >cut.npy
refuse_npy "cut short: it has 3 of its 4 values" cut.npy
{ header '(2,)' '<f4' False; floats; } >long.npy
refuse_npy "has data after its array" long.npy
for bad in '(3' '(3LL,)' '(L,)' '(-1,)' '(3.0,)' '(99999999999999999999,)' \
    '(4294967296, 4294967296, 4294967296)' '3' '[3]'; do
    { header "$bad" '<f4' False; floats; } >bad.npy
    refuse_npy "damaged" bad.npy
done
{ header '(4611686018427387904,)' '<f4' False; floats; } >huge.npy
refuse_npy "" huge.npy
{ header '(3,)' '<f4' Maybe; floats; } >order.npy
refuse_npy "damaged" order.npy
head -c 60 x.npy >head.npy
refuse_npy "cut short" head.npy
{ printf '\223NUMPY\011\000'; tail -c +9 x.npy; } >v9.npy
refuse_npy "version 9.0" v9.npy
{ printf '\223NUMPY\002\000\377\377\377\377'; tail -c +11 x.npy; } >big.npy
refuse_npy "header" big.npy
printf '1\n' >text.npy
refuses 1 "is not a .npy file" $eval abs.clpwl text.npy -o new.npy $host
mkfifo fifo.npy
cat fifo.npy >/dev/null &
refuses 1 "a .npy of them must be a file" $eval abs.clpwl in.txt -o fifo.npy $host
wait
printf '1\n2 3\n' >two.txt
refuses 1 "line 2: '2 3' is not a number" $eval abs.clpwl two.txt -o new.txt $host
printf '1\n\n# note\nx\n' >word.txt
refuses 1 "line 4: 'x' is not a number" $eval abs.clpwl word.txt -o new.txt $host
printf '1,\n' >comma.txt
refuses 1 "line 1" $eval abs.clpwl comma.txt -o new.txt $host
printf '1\0002\n' >nul.txt
refuses 1 "line 1" $eval abs.clpwl nul.txt -o new.txt $host
head -c 3000 /dev/zero | tr '\0' 1 >endless.txt
refuses 1 "line 1" $eval abs.clpwl endless.txt -o new.txt $host
refuses 1 "nowhere" $eval abs.clpwl nowhere.txt -o new.txt $host
refuses 1 "nowhere" $eval nowhere.clpwl in.txt -o new.txt $host
refuses 1 "" $eval in.txt in.txt -o new.txt $host
refuses 1 "nowhere" $eval abs.clpwl in.txt -o nowhere/new.txt $host
refuses 2 "TABLE" $eval
refuses 2 "abacus" $eval abs.clpwl in.txt -o new.txt --method abacus $host
echo old >old.txt
refuses 1 "line 2" $eval abs.clpwl two.txt -o old.txt $host
is "a failed run leaves the old file" "$(cat old.txt)" old
refuses 1 "clpwl design 'cos(x)' -o FILE makes a table" $eval 'cos(x)' 1 $host
refuses 1 "cannot read 'abc': No such file or directory, and it is no number" $eval abs.clpwl abc $host
refuses 2 "'0,5' is not a number: its decimal sign must be a point" $eval abs.clpwl 0,5 1,5 $host
refuses 1 "numbers are separated by blanks" $eval abs.clpwl 1,2 $host
mkdir -p folder
refuses 1 "folder" $eval abs.clpwl in.txt -o folder $host

is "a table from a pipe" "$(cat abs.clpwl | $eval /dev/stdin 0.25 $host 2>&1)" "$($eval abs.clpwl 0.25 $host)"

# A reader that goes away ends the command quietly; a killed one leaves no file.
{ awk 'BEGIN { for (i = 0; i < 300000; i++) print i % 3 }' || :; } >many.txt
sh -c "$eval abs.clpwl many.txt $host 2>err; echo \$? >code" | head -n 1 >out
is "first line" "$(cat out)" 0
is "nothing is said" "$(cat err)" ""
is "ended by SIGPIPE" "$(cat code)" 141
mkfifo slow
$eval abs.clpwl slow -o killed.txt $host 2>/dev/null &
pid=$!
exec 3>slow
echo 1 >&3
sleep 0.3
kill $pid
wait $pid 2>/dev/null
exec 3>&-
! ls killed.txt* >/dev/null 2>&1
verdict "a killed run leaves no file" $?
# A shell ignores SIGINT and SIGQUIT in what it puts into the background.
for signal in HUP INT QUIT ABRT TERM USR1 USR2 ALRM VTALRM PROF IO XCPU; do
    env --default-signal=INT,QUIT "$clpwl" eval abs.clpwl slow -o killed.txt $host 2>/dev/null &
    pid=$!
    exec 3>slow
    echo 1 >&3
    while ! ls killed.txt.*.part >/dev/null 2>&1 && kill -0 $pid 2>/dev/null; do sleep 0.05; done
    kill -$signal $pid
    status=0
    wait $pid 2>/dev/null || status=$?
    exec 3>&-
    [ $status -gt 128 ] && ! ls killed.txt* >/dev/null 2>&1
    verdict "SIG$signal ends it ($status) and leaves no file" $?
    rm -f killed.txt*
done
rm -f core*

# A file to which standard output goes is not replaced: what is in it would be lost.
echo precious >log
for name in /dev/stdout /dev/fd/1 /proc/self/fd/1 log to-log; do
    ln -sf /dev/stdout to-log
    $eval abs.clpwl 1 -o $name $host >>log 2>err
    is "-o $name in a log" "$?" 2
    grep -q "'$name' is the file of standard output, which would be replaced" err
    verdict "-o $name: one line says so" $?
    is "-o $name: the log" "$(cat log)" precious
done
$eval abs.clpwl 1 -o /dev/stderr $host 2>log
grep -q "is the file of standard error" log
verdict "-o /dev/stderr" $?
$eval abs.clpwl 1 -o log $host 3>>log 2>err
grep -q "'log' is the file of the open descriptor 3" err
verdict "-o a file of another descriptor" $?
ok "-o /dev/stdout to a pipe" sh -c "$eval abs.clpwl -1 -o /dev/stdout $host | cat"
is "its value" "$(cat out)" 1
ln -s nowhere dangling
if [ "$(id -u)" != 0 ]; then # root may write everything
    : >kept && chmod 444 kept
    refuses 1 "cannot write 'kept': Permission denied" $eval abs.clpwl 1 -o kept $host
    rm -f kept
fi
refuses 1 "a symbolic link to a file that does not exist" $eval abs.clpwl 1 -o dangling $host

# A number is rounded once: by way of a double this one becomes an even float, 1.
number=1.00000005960464477539062500000000000000001
$clpwl design x -d 0:2 -n 2 -o line.clpwl >/dev/null
is "a number and a line" "$($eval line.clpwl $number $host)" "$(echo $number | $eval line.clpwl $host)"

printf '1\r2\r\n\r1.5' | $eval line.clpwl $host >out
is "each end of lines" "$(tr '\n' ' ' <out)" "1 2 1.5 "

# A table whose line ends were changed, a method without shapers, a level that is none.
sed "s/\$/$(printf '\r')/" line.clpwl >crlf.clpwl
refuses 1 "its line ends were changed to CR LF" $eval crlf.clpwl 1 $host
tr '\n' '\r' <line.clpwl >cr.clpwl
refuses 1 "its line ends were changed to CR:" $eval cr.clpwl 1 $host
(printf '\357\273\277' && cat line.clpwl) >mark.clpwl
refuses 1 "a byte order mark was put before the table" $eval mark.clpwl 1 $host
printf 'clpwl-table 3' >short.clpwl
refuses 1 "short.clpwl, line 2: the file ends before its checksum" $eval short.clpwl 1 $host
$clpwl design sqrt -d 0.01:1 --shaper log2 -n 4 -o shaped.clpwl >/dev/null 2>&1
$eval shaped.clpwl 1 -m host-avx2 >out 2>err
grep -q -e "does not read tables with a shaper, here log2" -e "lacks the instructions" err
verdict "a method without shapers names the shaper" $?
case $(uname -m) in
x86_64) refuses 1 "CLPWL_X86_LEVEL='x' is not a level from 1 to 5" env CLPWL_X86_LEVEL=x $eval line.clpwl 1 $host ;;
esac
ok "an ending in capitals" $eval line.clpwl 1 $host -o y.NPY
is "is the same" "$(head -c 6 y.NPY | tail -c 5)" NUMPY

# Bounds are rounded up.
for n in 5 6 7 9 11 13 17 23; do
    $clpwl design gaussian -n $n -o bound.clpwl >out
    $clpwl inspect bound.clpwl --json >bound.json
    $eval bound.clpwl 1 $host -v 2>err >/dev/null
    in_fp32=$("$json" bound.json error.linf.executed) proved=$("$json" bound.json error.linf.proved)
    true_that "eval -v, $n" "$(sed -n 's/.*error linf \(.*\), l2.*/\1/p' err) >= $in_fp32"
    true_that "in fp32, $n" "$(awk '$1 == "linf" { print $NF }' out) >= $in_fp32"
    true_that "proved, $n" "$(awk '$1 == "linf" { print $(NF - 1) }' out) >= ${proved%null}+0"
    true_that "target, $n" "$(sed -n 's/^target .* error \(.*\) (.*/\1/p' out) >= $in_fp32"
done

mkdir -p folder
refuses 1 "cannot read 'folder': Is a directory" $eval abs.clpwl folder $host
refuses 1 "cannot read 'standard input': it is closed" sh -c "$eval abs.clpwl $host <&-"

# Written in place, as they are no regular files.
ok "to /dev/null" $eval abs.clpwl in.txt -o /dev/null $host
[ -c /dev/null ]
verdict "/dev/null is still a device" $?
ln -s link-target.txt link.txt
echo old >link-target.txt
ok "through a link" $eval abs.clpwl in.txt -o link.txt $host
[ -L link.txt ] && [ "$(wc -l <link-target.txt)" = 5 ]
verdict "a link stays a link" $?
if [ -c /dev/full ]; then
    : >out
    $eval abs.clpwl many.txt $host >/dev/full 2>err
    is "a full disk" "$? $(wc -l <err) $(grep -c 'No space left' err)" "1 1 1"
fi
total
