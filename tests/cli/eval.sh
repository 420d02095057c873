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
    eval "'$clpwl' design $how --aim none -o $name.clpwl" >/dev/null 2>&1
done <<'END'
abs|'abs(x)' -d -2:2 -n 4
clamp|x -d -2:2 -n 4
tenth|0.1 -d -2:2 -n 4
square|'x^2' -d 0:4 -n 4
line|x -d 0:2 -n 2
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
0.5 1.5 0.5 0.25|abs.clpwl 0.5 -1.5 2^-1 -.25
2 nan|abs.clpwl -inf -nan -m host-scalar -q
1.00000012|line.clpwl 1.00000005960464477539062500000000000000001
END
is "a number and a line" "$(echo 1.00000005960464477539062500000000000000001 | $eval line.clpwl $host)" 1.00000012
gives "1 1.5" sh -c "printf '1\n-1.5' | $eval abs.clpwl - $host"
gives "" $eval abs.clpwl both.txt -o both.txt $host
is "onto its own input" "$(echo $(cat both.txt))" "2 0.5 1.5 0.5 1"

# Slopes and areas under x^2 by four straight lines, on the host and by each device method.
gives "1 3 7 0 nan" $eval square.clpwl 0.5 1.5 3.9 9 nan $host --derivative -q
gives "0 0.5 1.375 22 38" $eval square.clpwl 0 1 1.5 4 5 --method buffer --integral -q # trapezoids, then 16 high
$eval square.clpwl in.txt $host --integral --verbose 2>err >out
grep -q '^rounding *[0-9.e-]*$' err
verdict "--verbose says how exact" $?
# NaN in, NaN out. Arguments outside are counted.
gives "nan nan -2 2 -2 2 1" $eval clamp.clpwl nan -nan -3 3 -inf inf 1 $host -q
$eval clamp.clpwl 1 3 -4 $host >out 2>err
is "a note" "$(grep -c '2 of 3 arguments are outside the domain \[-2, 2\]' err)" 1
is "one value, on the host, has no rate" \
    "$($eval abs.clpwl 1 $host -v 2>&1 | grep -c -e '^device     host$' -e '^arguments  1$')" 2

# .npy in, .npy out, byte by byte.
header() { # SHAPE DESCR ORDER
    text="{'descr': '$2', 'fortran_order': $3, 'shape': $1, }"
    printf '\223NUMPY\001\000\166\000%-117s\n' "$text"
}
floats() { printf '\000\000\000\300\000\000\200\277\000\000\300\077'; } # -2 -1 1.5
{ header '(3,)' '<f4' False; floats; } >x.npy
{ header '(3,)' '<f4' False; printf '\000\000\000\100\000\000\200\077\000\000\300\077'; } >abs.npy
{ header '(0,)' '<f4' False; } >none.npy
while read -r same how; do
    makes $same $how
done <<'END'
abs.npy x.npy
none.npy none.npy
END
for how in 'cat x.npy' '{ dd if=x.npy bs=1 count=3 2>/dev/null; sleep 0.1; tail -c +4 x.npy; }'; do
    ok "$how" sh -c "$how | $eval abs.clpwl $host | cat"
    cmp -s out abs.npy
    verdict "$how: the bytes are right" $?
done
seq 1 1100000 >many.txt
"$clpwl" eval abs.clpwl many.txt -o many.out.txt $host 2>err
is "several batches" "$(wc -l <many.out.txt)" 1100000
{ header '(3, 1)' '<f4' True; floats; } >nd.npy
{ header '(3,1,)' '<f4' True; tail -c 12 abs.npy; } >nd-abs.npy
makes nd-abs.npy nd.npy

# Other types and orders of bytes: 1 and 2. The result is float32.
{ header '(2,)' '<f4' False; printf '\000\000\200\077\000\000\000\100'; } >one-two.npy
while read -r descr bytes; do
    # shellcheck disable=SC2059
    { header '(2,)' "$descr" False; printf "$bytes"; } >type.npy
    makes one-two.npy type.npy
done <<'END'
>f8 \077\360\000\000\000\000\000\000\100\000\000\000\000\000\000\000
|u1 \001\002
>i2 \000\001\000\002
<i8 \001\000\000\000\000\000\000\000\002\000\000\000\000\000\000\000
END
# 0.1 and 1e300 are no float32, 0.5 is one; halves may be small or NaN: 2^-24 NaN -2. The host's methods round
# differently; host-scalar with a segment from 0 to 1 gives back its argument on every CPU.
scalar="--method host-scalar"
{ header '(3,)' '<f8' False
  printf '\232\231\231\231\231\231\271\077\000\000\000\000\000\000\340\077'
  printf '\234\165\000\210\074\344\067\176'; } >double.npy
ok "doubles" $eval line.clpwl double.npy --json -q $scalar
is "to nearest" "$(for i in 0 1 2; do "$json" out values.$i; done | tr '\n' ' ')" "0.10000000149011612 0.5 2 "

# As JSON: the values, or null, and what --verbose says.
$eval clamp.clpwl 1 -9 nan 0.5 $host --json >json 2>err
is "a note beside it" "$(wc -l <err)" 1
for row in quantity:value device:host storage:float32 domain.1:2 arguments:4 outside:1 error.linf:0 values.#:4 \
    values.0:1 values.1:-2 values.2:null values.3:0.5 \
    "version:$("$clpwl" --version | sed -n '1s/.* //p')"; do
    got=$("$json" json "${row%%:*}")
    case $row in error*) true_that "$row" "$got > 0 && $got < 1e-5" ;; *) is "JSON: $row" "$got" "${row#*:}" ;; esac
done
true_that "the rounding of integrals" "$($eval square.clpwl in.txt $host --integral --json -o y.txt >json; "$json" json rounding) > 0"
ok "a .npy as text" $eval abs.clpwl x.npy -o new.txt $host
is "a .npy as text" "$(tr '\n' ' ' <new.txt)" "2 1 1.5 "
ok "a .npy as JSON" $eval abs.clpwl x.npy $host --json
is "a .npy as JSON" "$("$json" out values.0) $("$json" out values.2)" "2 1.5"

# Bad input: nothing is written. STATUS|WHAT IS NAMED|ARGUMENTS.
mkfifo slow
mkdir -p folder
printf '1\n' >text.npy
printf '1\n2 3\n' >two.txt
printf '1\n\n# note\nx\n' >word.txt
printf '1\0002\n' >nul.txt
ln -s nowhere dangling
# Tables whose line ends were changed.
sed "s/\$/$(printf '\r')/" line.clpwl >crlf.clpwl
printf 'clpwl-table 3' >short.clpwl
while IFS='|' read -r status part how; do
    eval "refuses $status \"\$part\" \$eval $how \$host"
done <<'END'
2|exclude each other|square.clpwl in.txt --integral --derivative
2|to which --json prints the values|abs.clpwl 1 --json -o -
2|'abc' is not a number|abs.clpwl 0.5 abc
1|cannot read 'abc': No such file or directory, and it is no number|abs.clpwl abc
2|'0,5' is not a number: INPUT is one file, or numbers, which have a point|abs.clpwl 0,5 1,5
2|'abs.clpwl' is an input|abs.clpwl x.npy -o abs.clpwl
1|is not a .npy file|abs.clpwl text.npy -o new.npy
2|the output is text, as the input|abs.clpwl in.txt -o new.npy
1|line 2: '2 3' is not a number|abs.clpwl two.txt -o new.txt
1|line 4: 'x' is not a number|abs.clpwl word.txt -o new.txt
1|line 1|abs.clpwl nul.txt -o new.txt
1|nowhere|nowhere.clpwl in.txt -o new.txt
1|nowhere|abs.clpwl in.txt -o nowhere/new.txt
1|folder|abs.clpwl in.txt -o folder
1|cannot read 'folder': Is a directory|abs.clpwl folder
1|a symbolic link to a file that does not exist|abs.clpwl 1 -o dangling
1|clpwl design 'cos(x)' -o FILE makes a table|'cos(x)' 1
1|its line ends were changed to CR LF|crlf.clpwl 1
1|short.clpwl, line 2: the file ends before its checksum|short.clpwl 1
END
wait
refuses 1 "cannot read 'standard input': it is closed" sh -c "$eval abs.clpwl $host <&-"
echo old >old.txt
refuses 1 "line 2" $eval abs.clpwl two.txt -o old.txt $host
is "a failed run leaves the old file" "$(cat old.txt)" old

refuse_npy() { # PART FILE
    refuses 1 "$1" $eval abs.clpwl "$2" -o new.npy $host
    refuses 1 "$1" sh -c "exec $eval abs.clpwl -o new.npy $host <'$2'"
}
{ header '(3,)' '<c8' False; floats; floats; } >type.npy
refuse_npy "of type '<c8', not real numbers" type.npy
while IFS='|' read -r part shape; do
    { header "$shape" '<f4' False; floats; } >bad.npy
    refuse_npy "$part" bad.npy
done <<'END'
damaged|(3LL,)
damaged|(4294967296, 4294967296, 4294967296)
cut short: it has 3 of its 4 values|(4,)
has data after its array|(2,)
END
head -c 60 x.npy >head.npy
refuse_npy "cut short" head.npy

# A reader that goes away ends the command quietly; a killed one leaves no file.
sh -c "$eval abs.clpwl many.txt $host -q 2>err; echo \$? >code" | head -n 1 >out
is "first line, nothing is said, SIGPIPE" "$(cat out err code | tr '\n' ' ')" "1 141 "
# A shell ignores SIGINT and SIGQUIT in what it puts into the background.
for signal in INT TERM USR2 XCPU; do
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
for name in /dev/stdout log; do
    $eval abs.clpwl 1 -o $name $host >>log 2>err
    is "-o $name in a log" "$? $(cat log) $(grep -c "'$name' is the file of standard output" err)" "2 precious 1"
done
$eval abs.clpwl 1 -o log $host 3>>log 2>err
grep -q "'log' is the file of the open descriptor 3" err
verdict "-o a file of another descriptor" $?
gives 1 sh -c "$eval abs.clpwl -1 -o /dev/stdout $host | cat"
if [ "$(id -u)" != 0 ]; then # root may write everything
    : >kept && chmod 444 kept
    refuses 1 "cannot write 'kept': Permission denied" $eval abs.clpwl 1 -o kept $host
    rm -f kept
fi

# Written in place, as they are no regular files.
ok "to /dev/null" $eval abs.clpwl in.txt -o /dev/null $host
[ -c /dev/null ]
verdict "/dev/null is still a device" $?
ln -s link-target.txt link.txt
echo old >link-target.txt
ok "through a link" $eval abs.clpwl in.txt -o link.txt $host
[ -L link.txt ] && [ "$(wc -l <link-target.txt)" = 5 ]
verdict "a link stays a link" $?
total
