#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl plot: pictures that are pictures, and messages where there is none.
. "${top_srcdir:?}/tests/cli/lib.sh"
plot="$clpwl plot"
"$clpwl" design bessel_j0 -d 0:20 -n 31 -o j0.clpwl >/dev/null
"$clpwl" design --expr 'sin(x)/(1+x^2)' -d -5:5 -n 15 -o formula.clpwl >/dev/null
awk 'BEGIN { for (i = 0; i <= 20; i++) print i, i * i }' >samples.csv
"$clpwl" design --samples samples.csv -n 7 -o samples.clpwl >/dev/null

refuses 2 "-o FILE.png" $plot j0.clpwl
refuses 2 "neither .png nor .svg" $plot j0.clpwl -o picture.gif
refuses 1 "nowhere" $plot nowhere.clpwl -o new.png
refuses 2 "bessel_j0" $plot j0.clpwl besel_j0 -o new.png
# All the programs there are, but that one.
mkdir -p bin
ln -sf /usr/bin/* /bin/* bin/ 2>/dev/null
rm -f bin/gnuplot*
refuses 1 "gnuplot is not installed" env PATH="$here/bin" $plot j0.clpwl -o new.png
if ! command -v gnuplot >/dev/null 2>&1; then
    printf 'no gnuplot: the pictures are not tried\n'
    total
fi
refuses 1 "nowhere" $plot j0.clpwl -o nowhere/new.png

ok "png" $plot j0.clpwl -o j0.png
is "png" "$(head -c 8 j0.png | od -An -tx1 | tr -d ' \n')" 89504e470d0a1a0a
true_that "png" "$(wc -c <j0.png) > 10000"
ok "svg of a formula" $plot formula.clpwl -o formula.svg
grep -q '</svg>' formula.svg
verdict "svg is whole" $?
grep -q 'sin(x)/(1+x^2), 15 segments' formula.svg
verdict "svg names the function" $?
grep -q '>knots<' formula.svg
verdict "svg shows the knots" $?
grep -q 'error: table - function' formula.svg
verdict "svg shows the error" $?
: >out
$plot samples.clpwl -o alone.svg 2>err
is "samples alone" "$? $(wc -l <err)" "0 1"
! grep -q 'error: table' alone.svg
verdict "no error curve without a function" $?
ok "samples named" $plot samples.clpwl --samples samples.csv -o samples.svg
grep -q 'error: table - function' samples.svg
verdict "with samples the error is shown" $?
awk 'BEGIN { for (i = 0; i <= 90; i++) print i / 20, sin(i / 20) + 0.01 * sin(i * i) }' >noisy.csv
"$clpwl" design -s noisy.csv --smooth auto -n 15 -o noisy.clpwl >/dev/null
ok "smoothed samples" $plot noisy.clpwl -s noisy.csv --smooth auto -o noisy.svg
refuses 2 "--smooth is for --samples" $plot noisy.clpwl --smooth auto -o noisy.svg
# More segments than the curve has points: at knots alone there would be no error to draw, of
# which gnuplot complains.
"$clpwl" design tanh -n 80000 -o many.clpwl >/dev/null
ok "more segments than points" $plot many.clpwl -o many.svg
# Names are text, not commands: gnuplot runs what stands between backquotes in double quotes.
for name in 'a`touch pwned`.csv' 'a"`touch pwned`".csv' "a'\`touch pwned\`'.csv" 'a\`touch pwned`.csv'; do
    cp samples.csv "$name"
    "$clpwl" design -s "$name" -n 15 -o hostile.clpwl >/dev/null
    ok "plot of $name" $plot hostile.clpwl -s "$name" -o hostile.svg
    [ ! -e pwned ]
    verdict "plot of $name runs nothing" $?
    grep -q 'touch pwned' hostile.svg
    verdict "plot of $name shows the name" $?
    rm -f pwned
done
total
