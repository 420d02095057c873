#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl eval on the host: text, .npy, and every bad input. Values against closed forms.
. "${top_srcdir:?}/tests/cli/lib.sh"
eval="$clpwl eval"
host="--device host"

# gives VALUES COMMAND...: succeeds in silence, and prints these lines.
gives() {
    expected=$1
    shift
    ok "$*" "$@"
    is "$*" "$(echo $(sed 's/-nan/nan/' out))" "$expected"
}
# makes FILE ARGUMENTS...: eval writes the same bytes as FILE.
makes() {
    same=$1
    shift
    ok "$*" $eval abs.clpwl "$@" -o made.npy $host
    cmp -s made.npy "$same"
    verdict "$*: the bytes are right" $?
}

# x on [-2,2] with 4 segments is exact, and |x| too, its kink being a knot. NAME|ARGUMENTS of the design.
while IFS='|' read -r name how; do
    eval "'$clpwl' design $how -o $name.clpwl" >/dev/null 2>&1
done <<'END'
abs|'abs(x)' -d -2:2 -n 4
clamp|x -d -2:2 -n 4
zero|x -d -2:2 -n 4 -x zero
repeat|x -d -2:2 -n 4 -x repeat
mirror|x -d -2:2 -n 4 -x mirror
nan|x -d -2:2 -n 4 -x nan
tenth|0.1 -d -2:2 -n 4
square|'x^2' -d 0:4 -n 4
root|'sqrt(x)' -d 0:4 -n 8 --shaper sqrt
line|x -d 0:2 -n 2
sin|sin -d 0:2*pi -n 4
steep|'ln(1.1-x)' -d 0:1.0999 -n 2000 -p optimized
END
printf '%s\n' '# heading' -2 '' ' 0.5 ' '1.5 # note' '0x1p-1' 1e0 >in.txt
printf '%s\n' -2 -1 1.5 >x.txt
cp in.txt both.txt
printf '\357\273\277-1\r\n2\r\n' >windows.txt
: >empty.txt

# VALUES|ARGUMENTS. 0.1 is no half: the nearest is 0x1.998p-4 (0.5 on the scale of the largest value). A number is
# rounded once: by way of a double one of them becomes an even float, 1. Few values need no device.
while IFS='|' read -r values how; do
    eval "gives \"\$values\" \$eval $how"
done <<'END'
2 0.5 1.5 0.5 1|abs.clpwl in.txt
1 2|abs.clpwl windows.txt
|abs.clpwl empty.txt
0.100000001|tenth.clpwl 1
0.0999755859|tenth.clpwl 1 --storage half
0.5 1.5 0.5 0.25|abs.clpwl 0.5 -1.5 2^-1 -.25
2 nan|abs.clpwl -inf -nan -m host-scalar -q
1.00000012|line.clpwl 1.00000005960464477539062500000000000000001
END
is "a number and a line" "$(echo 1.00000005960464477539062500000000000000001 | $eval line.clpwl $host)" 1.00000012
gives "1 1.5" sh -c "printf '1\n-1.5' | $eval abs.clpwl - $host"
gives "0.25" sh -c "cat abs.clpwl | $eval /dev/stdin 0.25 $host"
gives "" $eval abs.clpwl both.txt -o both.txt $host
is "onto its own input" "$(echo $(cat both.txt))" "2 0.5 1.5 0.5 1"
ok "the end as float32 is inside" $eval sin.clpwl 2*pi $host

# Slopes and areas under x^2 by four straight lines, on the host and by each device method.
for how in "$host" "--method buffer" "--method image-manual" "--method local"; do
    gives "1 3 7 0 nan" $eval square.clpwl 0.5 1.5 3.9 9 nan $how --derivative -q
    gives "0 0.5 1.375 22 38" $eval square.clpwl 0 1 1.5 4 5 $how --integral -q # trapezoids, then 16 high
done
$eval square.clpwl in.txt $host --integral --verbose 2>err >out
grep -q '^rounding *[0-9.e-]*$' err
verdict "--verbose says how exact" $?
for quantity in integral derivative; do
    $eval root.clpwl 1 $host --$quantity --verbose 2>err >out
    ! grep -q '^rounding' err
    verdict "--verbose where no bound is known: $quantity" $?
done

# Tails; NaN in, NaN out. Arguments outside are counted, for what is evaluated: only clamping, the default, may be
# a mistake.
while IFS='|' read -r mode values; do
    ok "$mode" $eval $mode.clpwl nan -nan -3 3 -inf inf 1 $host -q
    is "$mode" "$(echo $(sed 's/-nan/nan/' out))" "nan nan $values 1"
    $eval $mode.clpwl 1 3 -4 $host >out 2>err
    $eval $mode.clpwl 1 3 -4 $host --verbose >out 2>>err
    is "notes by $mode" "$(grep -c '2 of 3 arguments are outside the domain \[-2, 2\]' err)" \
        "$([ $mode != clamp ]; echo $((1 + $?)))"
done <<'END'
clamp|-2 2 -2 2
zero|0 0 0 0
repeat|1 -1 nan nan
mirror|-1 1 nan nan
nan|nan nan nan nan
END
# An end that fp32 rounds outwards has the value inside, which a steep f does not have. The number that the note
# gives is at or beyond the rounded end.
for end in 0.02 0.01 0.22; do
    "$clpwl" design 1/x -d $end:100 -E 1e-3 -p optimized -x zero -o q.clpwl >out 2>err
    is "$end is outside" "$(grep -c "the end $end of the domain is" err)" 1
    ok "a domain that contains it" "$clpwl" design 1/x -E 1e-3 -p optimized -x zero -o q.clpwl \
        -d "$(sed 's/.* ends at \(.*\) contains it/\1/' err):100"
done
$eval steep.clpwl 1.0999 $host -v >out 2>err
is "one value, on the host, has no rate" "$(grep -c -e '^device     host$' -e '^arguments  1$' err)" 2

# .npy in, .npy out, byte by byte.
header() { # SHAPE DESCR ORDER
    text="{'descr': '$2', 'fortran_order': $3, 'shape': $1, }"
    printf '\223NUMPY\001\000\166\000%-117s\n' "$text"
}
floats() { printf '\000\000\000\300\000\000\200\277\000\000\300\077'; } # -2 -1 1.5
newer() {
    printf "\\223NUMPY\\00$1\\000\\166\\000\\000\\000"
    header '(3,)' '<f4' False | tail -c 118
    floats
}
{ header '(3,)' '<f4' False; floats; } >x.npy
{ header '(3,)' '<f4' False; printf '\000\000\000\100\000\000\200\077\000\000\300\077'; } >abs.npy
{ header '(3L,)' '<f4' False; floats; } >python2.npy # Python 2 wrote sizes as long numbers
{ header '(0,)' '<f4' False; } >none.npy
newer 2 >v2.npy
newer 3 >v3.npy
while read -r same how; do
    makes $same $how
done <<'END'
abs.npy x.npy
abs.npy v2.npy
abs.npy v3.npy
abs.npy python2.npy
none.npy none.npy
END
for how in 'cat x.npy' '{ dd if=x.npy bs=1 count=3 2>/dev/null; sleep 0.1; tail -c +4 x.npy; }'; do
    ok "$how" sh -c "$how | $eval abs.clpwl $host | cat"
    cmp -s out abs.npy
    verdict "$how: the bytes are right" $?
done
seq 1 1100000 >many.txt
for shape in '(3, 1)' '(1, 3, 1)'; do
    for order in False True; do
        { header "$shape" '<f4' $order; floats; } >nd.npy
        { header "$(printf '%s' "$shape" | tr -d ' ' | sed 's/)/,)/')" '<f4' $order; tail -c 12 abs.npy; } >nd-abs.npy
        makes nd-abs.npy nd.npy
    done
done
{ header '()' '<f4' False; printf '\000\000\200\277'; } >0d.npy
ok "0-d" $eval abs.clpwl 0d.npy -o 0d-out.npy $host
is "0-d" "$(wc -c <0d-out.npy)" 132

# Every real type and order of bytes: 1 and 2. The result is float32.
{ header '(2,)' '<f4' False; printf '\000\000\200\077\000\000\000\100'; } >one-two.npy
while read -r descr bytes; do
    # shellcheck disable=SC2059
    { header '(2,)' "$descr" False; printf "$bytes"; } >type.npy
    makes one-two.npy type.npy
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
ok "booleans" $eval abs.clpwl bool.npy --json $host
is "booleans" "$("$json" out values.0) $("$json" out values.1)" "1 0"
# 0.1 and 1e300 are no float32, 0.5 is one; halves may be small or NaN: 2^-24 NaN -2. The host's methods round
# differently; host-scalar with a segment from 0 to 1 gives back its argument on every CPU.
scalar="--method host-scalar"
{ header '(3,)' '<f8' False
  printf '\232\231\231\231\231\231\271\077\000\000\000\000\000\000\340\077'
  printf '\234\165\000\210\074\344\067\176'; } >double.npy
ok "doubles" $eval line.clpwl double.npy --json -q $scalar
is "to nearest" "$(for i in 0 1 2; do "$json" out values.$i; done | tr '\n' ' ')" "0.10000000149011612 0.5 2 "
{ header '(3,)' '<f2' False; printf '\001\000\000\176\000\300'; } >small.npy
ok "halves" $eval line.clpwl small.npy --json -q $scalar
is "halves" "$(for i in 0 1 2; do "$json" out values.$i; done | tr '\n' ' ')" "5.9604644775390625e-08 null 0 "

# As JSON: the values, or null, and what --verbose says.
$eval clamp.clpwl 1 -9 nan 0.5 $host --json >json 2>err
is "a note beside it" "$(wc -l <err)" 1
for row in quantity:value device:host storage:float32 domain.1:2 arguments:4 outside:1 error.linf:0 values.#:4 \
    values.0:1 values.1:-2 values.2:null values.3:0.5 \
    "version:$("$clpwl" --version | sed -n '1s/.* //p')"; do
    got=$("$json" json "${row%%:*}")
    case $row in error*) true_that "$row" "$got > 0 && $got < 1e-5" ;; *) is "JSON: $row" "$got" "${row#*:}" ;; esac
done
$eval square.clpwl in.txt $host --integral --json -o y.txt >json 2>err
is "JSON beside a file" "$("$json" json arguments) $("$json" json values 2>&1 | wc -w) $(wc -l <y.txt)" "5 0 5"
true_that "the rounding of integrals" "$("$json" json rounding) > 0"
ok "a .npy as JSON" $eval abs.clpwl x.npy $host --json
is "a .npy as JSON" "$("$json" out values.0) $("$json" out values.2)" "2 1.5"

# Bad input: nothing is written. STATUS|WHAT IS NAMED|ARGUMENTS.
mkfifo slow
mkdir -p folder
printf '1\n' >text.npy
printf '1\n2 3\n' >two.txt
printf '1\n\n# note\nx\n' >word.txt
printf '1,\n' >comma.txt
printf '1\0002\n' >nul.txt
head -c 3000 /dev/zero | tr '\0' 1 >endless.txt
ln -s nowhere dangling
# Tables whose line ends were changed.
sed "s/\$/$(printf '\r')/" line.clpwl >crlf.clpwl
tr '\n' '\r' <line.clpwl >cr.clpwl
(printf '\357\273\277' && cat line.clpwl) >mark.clpwl
printf 'clpwl-table 3' >short.clpwl
while IFS='|' read -r status part how; do
    eval "refuses $status \"\$part\" \$eval $how \$host"
done <<'END'
2|TABLE|
2|exclude each other|square.clpwl in.txt --integral --derivative
1|use host-scalar|square.clpwl in.txt --method host-avx2 --derivative
2|float32, half, unorm16, unorm8, bfloat16 or any|tenth.clpwl in.txt --storage fp8
2|to which --json prints the values|abs.clpwl 1 --json -o -
2|abacus|abs.clpwl in.txt --method abacus
2|'abc' is not a number|abs.clpwl 0.5 abc
1|cannot read 'abc': No such file or directory, and it is no number|abs.clpwl abc
2|'0,5' is not a number: INPUT is one file, or numbers, which have a point|abs.clpwl 0,5 1,5
1|numbers are separated by blanks|abs.clpwl 1,2
2|'abs.clpwl' is an input|abs.clpwl x.npy -o abs.clpwl
1|is not a .npy file|abs.clpwl text.npy -o new.npy
2|the output is text, as the input|abs.clpwl in.txt -o new.npy
2|the output is a .npy, as the input|abs.clpwl x.npy -o new.txt
1|line 2: '2 3' is not a number|abs.clpwl two.txt -o new.txt
1|line 4: 'x' is not a number|abs.clpwl word.txt -o new.txt
1|line 1|abs.clpwl comma.txt -o new.txt
1|line 1|abs.clpwl nul.txt -o new.txt
1|line 1|abs.clpwl endless.txt -o new.txt
1|nowhere|abs.clpwl nowhere.txt -o new.txt
1|nowhere|nowhere.clpwl in.txt -o new.txt
1|in.txt|in.txt in.txt -o new.txt
1|nowhere|abs.clpwl in.txt -o nowhere/new.txt
1|folder|abs.clpwl in.txt -o folder
1|cannot read 'folder': Is a directory|abs.clpwl folder
1|a symbolic link to a file that does not exist|abs.clpwl 1 -o dangling
1|clpwl design 'cos(x)' -o FILE makes a table|'cos(x)' 1
1|its line ends were changed to CR LF|crlf.clpwl 1
1|its line ends were changed to CR:|cr.clpwl 1
1|a byte order mark was put before the table|mark.clpwl 1
1|short.clpwl, line 2: the file ends before its checksum|short.clpwl 1
END
wait
refuses 1 "cannot read 'standard input': it is closed" sh -c "$eval abs.clpwl $host <&-"
echo old >old.txt
refuses 1 "line 2" $eval abs.clpwl two.txt -o old.txt $host
is "a failed run leaves the old file" "$(cat old.txt)" old
case $(uname -m) in
x86_64) refuses 1 "CLPWL_X86_LEVEL='x' is not a level from 1 to 5" env CLPWL_X86_LEVEL=x $eval line.clpwl 1 $host ;;
esac
$eval root.clpwl 1 -m host-avx2 >out 2>err
grep -q -e "does not read tables with a shaper, here sqrt" -e "lacks the instructions" err
verdict "a method without shapers names the shaper" $?

refuse_npy() { # PART FILE
    refuses 1 "$1" $eval abs.clpwl "$2" -o new.npy $host
    refuses 1 "$1" sh -c "exec $eval abs.clpwl -o new.npy $host <'$2'"
}
for t in '<c8' '<U5' '|O' '<f3' '|V4' '<M8[ns]' 'f4'; do
    { header '(3,)' "$t" False; floats; floats; } >type.npy
    refuse_npy "of type '$t', not real numbers" type.npy
done
for bad in '(3' '(3LL,)' '(L,)' '(-1,)' '(3.0,)' '(99999999999999999999,)' \
    '(4294967296, 4294967296, 4294967296)' '3' '[3]'; do
    { header "$bad" '<f4' False; floats; } >bad.npy
    refuse_npy "damaged" bad.npy
done
while IFS='|' read -r part shape order; do
    { header "$shape" '<f4' ${order:-False}; floats; } >bad.npy
    refuse_npy "$part" bad.npy
done <<'END'
cut short: it has 3 of its 4 values|(4,)
has data after its array|(2,)
damaged|(4611686018427387904,)
damaged|(3,)|Maybe
END
head -c 60 x.npy >head.npy
refuse_npy "cut short" head.npy
{ printf '\223NUMPY\011\000'; tail -c +9 x.npy; } >v9.npy
refuse_npy "version above 3.0" v9.npy
{ printf '\223NUMPY\002\000\377\377\377\377'; tail -c +11 x.npy; } >big.npy
refuse_npy "header" big.npy

# A reader that goes away ends the command quietly; a killed one leaves no file.
sh -c "$eval abs.clpwl many.txt $host -q 2>err; echo \$? >code" | head -n 1 >out
is "first line, nothing is said, SIGPIPE" "$(cat out err code | tr '\n' ' ')" "1 141 "
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
for name in /dev/stdout /proc/self/fd/1 log to-log; do
    ln -sf /dev/stdout to-log
    $eval abs.clpwl 1 -o $name $host >>log 2>err
    is "-o $name in a log" "$? $(cat log) $(grep -c "'$name' is the file of standard output" err)" "2 precious 1"
done
$eval abs.clpwl 1 -o /dev/stderr $host 2>err
grep -q "is the file of standard error" err
verdict "-o /dev/stderr" $?
$eval abs.clpwl 1 -o log $host 3>>log 2>err
grep -q "'log' is the file of the open descriptor 3" err
verdict "-o a file of another descriptor" $?
gives 1 sh -c "$eval abs.clpwl -1 -o /dev/stdout $host | cat"
if [ "$(id -u)" != 0 ]; then # root may write everything
    : >kept && chmod 444 kept
    refuses 1 "cannot write 'kept': Permission denied" $eval abs.clpwl 1 -o kept $host
    rm -f kept
fi

# Bounds are rounded up.
for n in 5 6 7 11 23; do
    "$clpwl" design gaussian -n $n -o bound.clpwl >out
    "$clpwl" inspect bound.clpwl --json >bound.json
    $eval bound.clpwl 1 $host -v 2>err >/dev/null
    in_fp32=$("$json" bound.json error.linf.executed) proved=$("$json" bound.json error.linf.proved)
    true_that "eval -v, $n" "$(sed -n 's/^error .* linf \(.*\)/\1/p' err) >= $in_fp32"
    true_that "in fp32, $n" "$(awk '$1 == "linf" { print $NF }' out) >= $in_fp32"
    true_that "proved, $n" "$(awk '$1 == "linf" { print $(NF - 1) }' out) >= ${proved%null}+0"
    true_that "target, $n" "$(sed -n 's/^target .* error \(.*\) (.*/\1/p' out) >= $in_fp32"
done

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
    $eval abs.clpwl many.txt $host -q >/dev/full 2>err
    is "a full disk" "$? $(wc -l <err) $(grep -c 'No space left' err)" "1 1 1"
fi
total
