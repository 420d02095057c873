#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl plot: pictures that are pictures, and messages where there is none.
. "${top_srcdir:?}/tests/cli/lib.sh"
plot="$clpwl plot"
# NAME|ARGUMENTS of the design.
awk 'BEGIN { for (i = 0; i <= 20; i++) print i "," i * i }' >samples.csv
awk 'BEGIN { for (i = 0; i <= 90; i++) print i / 20, sin(i / 20) + 0.01 * sin(i * i) }' >noisy.csv
printf '%s\n' -4,0 0,1 4,0 >w.csv
printf '\357\273\277"0";"0.0E0"\r\n"1";"1"\r\n2;4\r\n' >quoted.csv
printf '0 0\n1 1\n2 4\n' >plain.csv
while IFS='|' read -r name how; do
    eval "'$clpwl' design $how -o $name.clpwl" >/dev/null 2>&1
done <<'END'
j0|bessel_j0 -d 0:20 -n 31
formula|'sin(x)/(1+x^2)' -d -5:5 -n 15
samples|-s samples.csv -n 7
noisy|-s noisy.csv --smooth auto -n 15
quoted|-s quoted.csv -n 2
plain|-s plain.csv -n 2
many|tanh -n 80000
waves|'sin(1/x)' -d 0.01:1 -E 1e-3 --refine --fit minimax
exp|exp -d -80:80 --relative 1e-36 -E 1e-2 -p optimized
weighted|tanh --weight '1/(1+x^2)' -n 9
by-file|gelu -E 1e-2 --weight w.csv
inverse|1/x -d 1e-3:1 -n 64 -p optimized
below|'exp(-x)' -d 0:20 -n 4 --fit minimax
square|x^2 -d 1e-6:1 -n 9
zero|'0*x' -d 0:1 -E 1e-3
flat0|'0*x' -d 1000000:1000001 -n 4
flat3|3+0*x -d 1000000:1000001 -n 4
flat1000|'1000+1e-6*x' -d 1000000:1000001 -n 4
signed|x^2-1 -d 0.5:2 --relative 0.1
END

refuses 2 "-o FILE.png" $plot j0.clpwl
refuses 2 "none of .png, .svg and .pdf" $plot j0.clpwl -o picture.gif
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

# TABLE|ARGUMENTS|TEXTS of the SVG, without blanks; !TEXT is not in it. Exponents are elements of their own.
while IFS='|' read -r table how texts; do
    eval "ok \"$table $how\" $plot $table.clpwl -o picture.svg $how"
    sed 's/<[^>]*>//g' picture.svg | tr -d ' \n\t' >texts
    for text in $texts; do
        case $text in
        !*) ! grep -qF -- "${text#!}" texts ;;
        *) grep -qF -- "$text" texts ;;
        esac
        verdict "$table $how: $text" $?
    done
done <<'END'
formula||sin(x)/(1+x^2):15segments knots error,table
samples|-s samples.csv|error,table samples
noisy|-s noisy.csv --smooth auto|samples
many||range 1knotin
j0||f(x) bessel_j0
j0|'sin(x)'|sin(x),andatableofbessel_j0:31segments f(x) max
exp||relativeerror target0.01 1030 10−30
exp|--size 8.5x7cm --font sans,8|10−20100 1020 !1010
weighted||weightederror
by-file|--weight w.csv|weightederror target0.01
inverse||10−3 103
square||0.20.4 !0.200000
flat0||1000000.
flat3||1000000.
flat1000||1000000.
zero||target0.001 ×10−3
signed|'tanh(x)'|tanh(x),andatableofx^2-1:256segments
signed|'x^2-1'|!atableof
j0|--xlabel 'r / mm' --ylabel 'J_{0}(r)' --title 'A b'|r/mm J_{0}(r) Ab
j0|--title '' --xlabel '' --ylabel ''|!segments !bessel
END
$plot samples.clpwl -o alone.svg 2>err
is "samples alone: a note, and no error" "$? $(wc -l <err) $(grep -c '>error' alone.svg)" "0 1 0"
renames j0.clpwl 1/0
$plot renamed.clpwl -o none.png 2>err
is "its message" "$(cat err)" "clpwl plot: 1/0 has no value on the domain: only the table is drawn"
refuses 2 "--smooth is for --samples" $plot noisy.clpwl --smooth auto -o noisy.svg
# The rows that a design takes are drawn, the first one too: as without quotes and a byte order mark.
for name in quoted plain; do
    ok "$name samples" $plot $name.clpwl -s $name.csv --title rows -o $name.svg
done
cmp -s quoted.svg plain.svg
verdict "quoted samples are drawn" $?
# At inflections a refined table has single segments that are wide enough to be drawn: they do not cut the
# band into parts.
ok "a band with long segments" $plot waves.clpwl -o waves.svg
true_that "its parts, and its key" "$(grep -c "fill = 'rgb(184, 216, 236)'" waves.svg) <= 3"
# Marks on knots do not merge: at most some 100.
ok "many segments" $plot many.clpwl -o many.svg
true_that "many segments are small" "$(wc -c <many.svg) < 200000 && $(grep -c '<use' many.svg) < 120"

cp w.csv w.svg
refuses 2 "is an input of this command" $plot by-file.clpwl --weight w.svg -o w.svg
for size in 0x10 8x8yd 800 10000x10000 nanxnan; do
    refuses 2 "--size: '$size'" $plot j0.clpwl -o new.svg --size $size
done
for font in sans,0 sans,-5 sans,9999 sans,x sans, "'a,9" '`touch pwned`,9'; do
    refuses 2 "--font" $plot j0.clpwl -o new.svg --font "$font"
done
# A picture has room for its font, or names the least that has.
ok "size and font" $plot j0.clpwl -o labels.svg --font serif,9 --size 12x8cm
grep -q 'width="454" height="302"' labels.svg && grep -q 'font-family="serif"' labels.svg
verdict "size and font" $?
for row in '400x300 sans,12' '96x96 sans,7' '1x1in sans'; do
    refuses 2 "or more has room for --font" $plot j0.clpwl -o new.svg --size ${row% *} --font ${row#* }
    least=$(sed 's/.*: \(.*\) or more.*/\1/' err) font=$(sed "s/.*'\(.*\)'.*/\1/" err)
    ok "the size that it names" $plot j0.clpwl -o named.svg --size "$least" --font "$font"
done
# Without --font, small pictures have a smaller font; the curves take most of the height: what the frames of
# both panels have of 264.6.
for row in '3.3x2.8in 9.33' '2x1.6in 6.67'; do
    ok "a small picture, $row" $plot j0.clpwl -o small.svg --size ${row% *}
    grep -q "font-size=\"${row#* }\"" small.svg
    verdict "its font is as large as it can be" $?
done
for t in j0 exp below; do
    ok "a column, $t" $plot $t.clpwl -o column.svg --size 8.5x7cm
    grep -o "d='M[0-9][^']*M[^']*M[^']*'" column.svg | sort -u |
        awk -F '[^0-9.]+' '{ sum += $5 - $3 } END { print NR " " sum / 264.6 }' >panels
    true_that "two panels, and their share: $(cat panels)" "$(sed 's/ / == 2 \&\& 0.6 <= /' panels)"
done

# Files: whole ones, by rename, and none in the place of an input.
ok "png" $plot j0.clpwl -o j0.PNG
is "png" "$(head -c 8 j0.PNG | od -An -tx1 | tr -d ' \n') $(tail -c 8 j0.PNG | head -c 4)" \
    "89504e470d0a1a0a IEND"
ok "pdf" $plot j0.clpwl -o j0.pdf --size 8.5x7cm --font sans,8
is "pdf" "$(head -c 5 j0.pdf) $(tail -c 6 j0.pdf)" "%PDF- %%EOF"
refuses 1 "nowhere" $plot j0.clpwl -o nowhere/new.png
if [ -c /dev/full ]; then
    ln -s /dev/full full.png
    refuses 1 "No space left" $plot j0.clpwl -o full.png
fi
for closed in '<&-' '>&-' '<&- >&-'; do
    eval "ok \"with $closed\" sh -c '$plot j0.clpwl -o closed.png $closed'"
    cmp -s closed.png j0.PNG
    verdict "with $closed the picture is the same" $?
    rm -f closed.png
done
mkdir -p bad
printf '#!/bin/sh\nhead -c 999 j0.PNG\n' >bad/gnuplot # a gnuplot that cannot write: it exits with 0
chmod +x bad/gnuplot
cp j0.PNG kept.png
refuses 1 "no whole picture" env PATH="$here/bad:$PATH" $plot j0.clpwl -o kept.png
cmp -s j0.PNG kept.png
verdict "the old picture is kept" $?
cp j0.clpwl same.svg
ln -s same.svg link.svg
for name in ./same.svg link.svg; do
    refuses 2 "is an input of this command" $plot same.svg -o $name
done
cp samples.csv same.png
refuses 2 "is an input of this command" $plot samples.clpwl -s same.png -o same.png

# Names and labels are text, not commands: gnuplot runs what stands between backquotes in double quotes. Nor
# do they lay text out, or break the picture: markup, controls, what is not UTF-8.
for name in 'a`touch pwned`_{b}^2@&%d%s.csv' 'a"`touch pwned`".csv' "''a'\`touch pwned\`'.csv" \
    "$(printf 'q_{x}^2@&%%d<b>`touch pwned`\033[2J\302\233\377.csv')"; do
    cp samples.csv "$name"
    "$clpwl" design -s "$name" -n 15 -o hostile.clpwl >/dev/null
    ok "plot of $name" $plot hostile.clpwl -s "$name" -o hostile.svg
    [ ! -e pwned ]
    verdict "plot of $name runs nothing" $?
    is "names" "$(grep -c 'touch pwned' hostile.svg)" 1
    LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177\377]')" hostile.svg
    is "control characters in a picture" $? 1
done
for label in "'" "''" "'''" "'a" "a'" "f''(x)" "'a''b'''" "'@x'@x\"'#'" "'\`touch pwned\`'" \
    "''\$0''%d'{\\ n" '"`touch pwned`"\' 'a {\' '}_1^2@~'; do
    ok "label $label" $plot j0.clpwl -o quoted.svg --title "$label" --xlabel "$label" --ylabel "$label"
    is "labels $label" "$(grep -oF ">$label</tspan></text>" quoted.svg | wc -l)" 3
    [ ! -e pwned ]
    verdict "label $label runs nothing" $?
done
total
