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
# gnuplot would warn of a curve without a point.
renames j0.clpwl 1/0
$plot renamed.clpwl -o none.png 2>err
is "its message" "$(cat err)" "clpwl plot: 1/0 has no value on the domain: only the table is drawn"
refuses 1 "nowhere" $plot j0.clpwl -o nowhere/new.png

ok "png" $plot j0.clpwl -o j0.png
is "png" "$(head -c 8 j0.png | od -An -tx1 | tr -d ' \n')" 89504e470d0a1a0a
true_that "png" "$(wc -c <j0.png) > 10000"
ok "svg of a formula" $plot formula.clpwl -o formula.svg
grep -q '</svg>' formula.svg
verdict "svg is whole" $?
grep -q 'sin(x)/(1+x^2): 15 segments' formula.svg
verdict "svg names the function" $?
grep -q '>knots<' formula.svg
verdict "svg shows the knots" $?
grep -q '>error, table' formula.svg
verdict "svg shows the error" $?
: >out
$plot samples.clpwl -o alone.svg 2>err
is "samples alone" "$? $(wc -l <err)" "0 1"
! grep -q '>error' alone.svg
verdict "no error curve without a function" $?
ok "samples named" $plot samples.clpwl --samples samples.csv -o samples.svg
grep -q '>error, table' samples.svg && grep -q '>samples<' samples.svg
verdict "with samples the error and the samples are shown" $?
awk 'BEGIN { for (i = 0; i <= 90; i++) print i / 20, sin(i / 20) + 0.01 * sin(i * i) }' >noisy.csv
"$clpwl" design -s noisy.csv --smooth auto -n 15 -o noisy.clpwl >/dev/null
ok "smoothed samples" $plot noisy.clpwl -s noisy.csv --smooth auto -o noisy.svg
refuses 2 "--smooth is for --samples" $plot noisy.clpwl --smooth auto -o noisy.svg
# The rows that a design takes are drawn, the first one too: as without quotes and a byte order mark.
printf '\357\273\277"0";"0.0D0"\r\n"1";"1"\r\n2;4\r\n' >quoted.csv
printf '0 0\n1 1\n2 4\n' >plain.csv
for name in quoted plain; do
    "$clpwl" design -s $name.csv -n 2 -o $name.clpwl >/dev/null
    ok "$name samples" $plot $name.clpwl -s $name.csv --title rows -o $name.svg
done
cmp -s quoted.svg plain.svg
verdict "quoted samples are drawn" $?
# More segments than the curve has points: at knots alone there would be no error to draw, of
# which gnuplot complains.
"$clpwl" design tanh -n 80000 -o many.clpwl >/dev/null
ok "more segments than points" $plot many.clpwl -o many.svg
# At inflections a refined table has single segments that are wide enough to be drawn: they cut the band into
# seven parts.
"$clpwl" design 'sin(1/x)' -d 0.01:1 -E 1e-3 --refine --fit minimax -o waves.clpwl >/dev/null
ok "a band with long segments" $plot waves.clpwl -o waves.svg
true_that "its parts, and its key" "$(grep -c "fill = 'rgb(184, 216, 236)'" waves.svg) <= 3"
# has NAME PICTURE TEXT ...: texts of an SVG. Exponents are elements of their own.
has() {
    title=$1 picture=$2
    shift 2
    sed 's/<[^>]*>//g' "$picture" | tr -d ' \n\t' >texts
    for text; do
        grep -qF -- "$text" texts
        verdict "$title shows '$text'" $?
    done
}

# The axis names the function of the table, but not where another one is drawn with it.
ok "svg" $plot j0.clpwl -o j0.svg
has "its own function" j0.svg 'bessel_j0(x)'
ok "another function" $plot j0.clpwl 'sin(x)' -o other.svg
grep -q '>max ' other.svg
verdict "another function has its largest error" $?
has "another function" other.svg 'sin(x),andatableofbessel_j0:31segments' 'f(x)'
! grep -qF 'bessel_j0(x)' texts
verdict "and not bessel_j0(x)" $?
# What a table was designed for is drawn: the relative error of exp, not 5e30, and a target.
"$clpwl" design exp -d -80:80 --relative 1e-36 -E 1e-2 -p optimized -o exp.clpwl >/dev/null
ok "relative errors" $plot exp.clpwl -o exp.svg
has "exp" exp.svg relativeerror 'target0.01' '1030' '10−30'
"$clpwl" design tanh --weight '1/(1+x^2)' -n 9 -o weighted.clpwl >/dev/null
ok "weighted errors" $plot weighted.clpwl -o weighted.svg
has "a weight" weighted.svg weightederror
printf '%s\n' -4,0 0,1 4,0 >w.csv
"$clpwl" design gelu -E 1e-2 --weight w.csv -o by-file.clpwl >/dev/null
ok "a weight of a file" $plot by-file.clpwl --weight w.csv -o by-file.svg
has "a weight of a file" by-file.svg weightederror 'target0.01'
refuses 2 "is an input of this command" $plot by-file.clpwl --weight by-file.svg -o by-file.svg
# Axes: logarithmic ones where the knots ask for them, and where the command line does.
"$clpwl" design --expr 1/x -d 1e-3:1 -n 64 -p optimized -o inverse.clpwl >/dev/null
ok "a hyperbola" $plot inverse.clpwl -o inverse.svg
has "1/x" inverse.svg '10−3' '103'
ok "linear axes" $plot inverse.clpwl -o linear.svg --log none
has "1/x in linear axes" linear.svg '0.8' '1000'
refuses 2 "--log x: the domain must be above 0" $plot j0.clpwl -o log.svg --log x
refuses 2 "--log y: the values must be above 0" $plot j0.clpwl -o log.svg --log y
"$clpwl" design --expr 'exp(-x)' -d 0:20 -n 4 --fit minimax -o below.clpwl >/dev/null
refuses 2 ", of the table at x = " $plot below.clpwl -o log.svg --log y
"$clpwl" design --expr x^2 -d 1e-6:1 -n 9 -o square.clpwl >/dev/null
ok "a domain from 1e-6" $plot square.clpwl -o square.svg
has "ticks of a domain from 1e-6" square.svg 0.20.4
! grep -q '0.200000' texts
verdict "ticks have the digits that they need" $?
# Labels, size, font, and the headings of samples.
ok "labels" $plot j0.clpwl -o labels.svg --xlabel 'r / mm' --ylabel 'J_{0}(r)' --title 'A b' \
    --font serif,9 --size 12x8cm
has "labels" labels.svg 'r/mm' 'J_{0}(r)' Ab
grep -q 'width="454" height="302"' labels.svg && grep -q 'font-family="serif"' labels.svg
verdict "size and font" $?
for size in 0x10 8x8yd 800 10000x10000 nanxnan; do
    refuses 2 "--size: '$size'" $plot j0.clpwl -o new.svg --size $size
done
for font in sans,0 sans,-5 sans,9999 sans,x sans, "'a,9" '`touch pwned`,9'; do
    refuses 2 "--font" $plot j0.clpwl -o new.svg --font "$font"
done
# Ranges that are empty, and those far from 0.
for f in '0*x' '3+0*x' '1000+1e-6*x'; do
    "$clpwl" design --expr "$f" -d 1000000:1000001 -n 4 -o flat.clpwl >/dev/null
    ok "plot of $f" $plot flat.clpwl -o flat.svg
    has "$f far from 0" flat.svg 1000000.
done
"$clpwl" design --expr '0*x' -d 0:1 -E 1e-3 -o zero.clpwl >/dev/null
ok "plot of an error of 0" $plot zero.clpwl -o zero.svg
is "silent" "$(cat err)" ""
has "the target scales an error of 0" zero.svg target0.001 '×10−3'
refuses 2 "the font is too large for the picture: --font 'sans,11' or smaller fits" $plot j0.clpwl -o new.svg \
    --size 400x300 --font sans,12
# Without --font, small pictures have a smaller font: those of the help, and the column of a paper.
for small in '8.5x7cm 9.33' '3.3x2.8in 9.33' 8.5x6cm 3.3x2.5in 400x300 '2x1.6in 6.67'; do
    ok "a small picture, $small" $plot j0.clpwl -o small.svg --size ${small% *}
    case $small in *\ *)
        grep -q "font-size=\"${small#* }\"" small.svg
        verdict "its font is as large as it can be" $? ;;
    esac
done
# The curves take most of the height, in the column of a paper too: what the frames of both panels have of 264.6.
for t in j0 exp below; do
    ok "a column, $t" $plot $t.clpwl -o column.svg --size 8.5x7cm
    grep -o "d='M[0-9][^']*M[^']*M[^']*'" column.svg | sort -u |
        awk -F '[^0-9.]+' '{ sum += $5 - $3 } END { print NR " " sum / 264.6 }' >panels
    true_that "two panels, and their share: $(cat panels)" "$(sed 's/ / == 2 \&\& 0.6 <= /' panels)"
done
refuses 2 "too small for a font that is easily read: --size 1.8x1.5in or more has room for --font 'sans,5'" \
    $plot j0.clpwl -o new.svg --size 1x1in
ok "the size that has room" $plot j0.clpwl -o new.svg --size 1.8x1.5in --font sans,5
refuses 2 "--size 170x150 or more" $plot j0.clpwl -o new.svg --size 96x96 --font sans,7
# Labels of a logarithmic axis have room in the column of a paper.
ok "many decades in a small picture" $plot exp.clpwl -o small.svg --size 8.5x7cm --font sans,8
has "every 20th decade" small.svg '10−20100' 1020
! grep -qF 1010 texts
verdict "and no others" $?
if fc-match sans >/dev/null 2>&1; then
    $plot j0.clpwl -o font.png --font 'NoSuchFont,9' 2>err
    is "a font that there is not" "$? $(sed 's/; .*//' err)" "0 clpwl plot: --font: there is no font 'NoSuchFont'"
    ok "a font that there is" $plot j0.clpwl -o font.png --font "$(fc-match --format='%{family[0]}' sans) Bold,9"
fi
ok "the font that fits" $plot j0.clpwl -o new.svg --size 400X300 --font sans,11
printf 'nm,relative response %%d\n' >headed.csv
tr ' ' , <samples.csv >>headed.csv
ok "headings" $plot samples.clpwl --samples headed.csv -o headed.svg
has "headings of samples" headed.svg nm 'relativeresponse%d'
printf '# made by hand on a Monday\n# wavelength  response\n0 0\n1 1\n2 4\n3 9\n' >comment.txt
ok "a comment" "$clpwl" design --samples comment.txt -n 9 -o comment.clpwl
ok "headings in a comment" $plot comment.clpwl --samples comment.txt -o comment.svg
has "headings in a comment" comment.svg wavelength response
ok "pdf" $plot j0.clpwl -o j0.pdf --size 8.5x7cm --font sans,8
is "pdf" "$(head -c 5 j0.pdf) $(tail -c 6 j0.pdf)" "%PDF- %%EOF"
ok "many segments" $plot many.clpwl -o many.png
true_that "pictures of many segments are small" "$(wc -c <many.svg) < 200000"
# Marks on knots do not merge: at most some 100.
true_that "marks" "$(grep -c '<use' many.svg) < 120"

# A full disk, closed streams, and a picture in the place of an input.
if [ -c /dev/full ]; then
    ln -s /dev/full full.png
    refuses 1 "No space left" $plot j0.clpwl -o full.png
fi
for closed in '<&-' '>&-' '<&- >&-'; do
    eval "ok \"with $closed\" sh -c '$plot j0.clpwl -o closed.png $closed'"
    cmp -s closed.png j0.png
    verdict "with $closed the picture is the same" $?
    rm -f closed.png
done
mkdir -p bad
printf '#!/bin/sh\nhead -c 999 j0.png\n' >bad/gnuplot # a gnuplot that cannot write: it exits with 0
chmod +x bad/gnuplot
cp j0.png kept.png
refuses 1 "no whole picture" env PATH="$here/bad:$PATH" $plot j0.clpwl -o kept.png
cmp -s j0.png kept.png
verdict "the old picture is kept" $?
cp j0.clpwl same.svg
ln -s same.svg link.svg
ln same.svg hard.svg
for name in same.svg ./same.svg link.svg hard.svg; do
    refuses 2 "is an input of this command" $plot same.svg -o $name
done
cp samples.csv same.png
refuses 2 "is an input of this command" $plot samples.clpwl -s same.png -o same.png

# Names are text, not commands: gnuplot runs what stands between backquotes in double quotes.
for name in 'a`touch pwned`_{b}^2@&%d%s.csv' 'a`touch pwned`.csv' 'a"`touch pwned`".csv' \
    "a'\`touch pwned\`'.csv" 'a\`touch pwned`.csv'; do
    cp samples.csv "$name"
    "$clpwl" design -s "$name" -n 15 -o hostile.clpwl >/dev/null
    ok "plot of $name" $plot hostile.clpwl -s "$name" -o hostile.svg
    [ ! -e pwned ]
    verdict "plot of $name runs nothing" $?
    grep -q 'touch pwned' hostile.svg
    verdict "plot of $name shows the name" $?
    rm -f pwned
done
# Quotes in every place, beside what gnuplot expands elsewhere: gnuplot 5.4 reads '''a' as two strings.
for label in "'" "''" "'''" "'a" "a'" "f''(x)" "'a''b'''" "'@x'@x\"'#'" "'\`touch pwned\`'" \
    "''\$0''%d'{\\ n" '"`touch pwned`"\' 'a {\' '}_1^2@~'; do
    ok "label $label" $plot j0.clpwl -o quoted.svg --title "$label" --xlabel "$label" --ylabel "$label"
    is "labels $label" "$(grep -oF ">$label</tspan></text>" quoted.svg | wc -l)" 3
    [ ! -e pwned ]
    verdict "label $label runs nothing" $?
done
ok "empty labels" $plot j0.clpwl -o quoted.svg --title '' --xlabel '' --ylabel ''
(printf "'a,b''c'\n" && tr ' ' , <samples.csv) >"''q'.csv"
"$clpwl" design -s "''q'.csv" -n 15 -o hostile.clpwl >/dev/null
ok "quotes in names" $plot hostile.clpwl -s "''q'.csv" -o hostile.svg
has "quotes in names" hostile.svg "''q'.csv:15segments" "'a" "b''c'"
# Nor do they lay text out, or break the picture: markup, controls, what is not UTF-8.
name=$(printf 'q_{x}^2@&%%d<b>\033[2J\302\233\377.csv')
(printf '_{x},<y>&"^`touch pwned`@\n' && tr ' ' , <samples.csv) >"$name"
"$clpwl" design -s "$name" -n 15 -o hostile.clpwl >/dev/null
ok "markup" $plot hostile.clpwl -s "$name" -o hostile.svg
has "markup" hostile.svg 'q_{x}^2@&amp;%d&lt;b>[2J.csv:15' '_{x}' '&lt;y>&amp;"^`touchpwned`@'
LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177\377]')" hostile.svg
is "control characters in a picture" $? 1
[ ! -e pwned ]
verdict "headings run nothing" $?

"$clpwl" design 'x^2-1' -d 0.5:2 --relative 0.1 -o signed.clpwl >/dev/null
refuses 2 "--log y: the values must be above 0; the least is -0.75" $plot signed.clpwl --log y -o signed.svg
ok "another function" $plot signed.clpwl 'tanh(x)' -o signed.svg
has "another function" signed.svg 'tanh(x),andatableofx^2-1:256segments'
ok "the same function" $plot signed.clpwl 'x^2-1' -o signed.svg
! grep -q 'a table of' signed.svg
verdict "its title is short" $?
ok "an ending in capitals" $plot signed.clpwl -o CAPITALS.PNG
is "is a PNG" "$(head -c 4 CAPITALS.PNG | tail -c 3)" PNG
refuses 2 "--weight: the weight is -1 at x = 0.5" $plot signed.clpwl --weight -1 -o negative.svg
total
