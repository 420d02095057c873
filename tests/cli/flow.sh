#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl-flow: a pair to its flow and pictures, several pairs, scores, and bad input.
. "${top_srcdir:?}/tests/cli/lib.sh"
flow=$top_builddir/apps/clpwl-flow

# field NAME: a number of the last line of JSON.
field() {
    sed -n "s/.*\"$1\": \\([-0-9.e]*\\).*/\\1/p" out
}

# at_most NAME LIMIT
at_most() {
    awk -v a="$(field "$1")" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 <= b) }'
    verdict "$1 is $(field "$1"), at most $2" $?
}

# grey FILE WIDTH HEIGHT X [VALUE]: a PGM of a texture, v(i, j), that begins at column X, or of an expression.
grey() {
    awk -v w="$2" -v h="$3" -v x="$4" 'function v(i, j) {
        return int(65 + 30 * (sin(i / 3) + sin(j / 4)) / 2 + 25 * sin((i + j) / 7))
    }
    BEGIN {
        printf "P5 %d %d 255\n", w, h
        for (j = 0; j < h; j++)
            for (i = 0; i < w; i++)
                printf "%c", ('"${5-v(i + x, j)}"')
    }' >"$1"
}
grey a.pgm 64 48 0
grey b.pgm 64 48 1
grey c.pgm 64 48 2

ok "a pair" "$flow" a.pgm b.pgm --flow ab.flo --color ab.ppm --arrows ar.ppm --confidence co.pgm \
    --warped wa.pgm --json
at_most known 1
[ "$(wc -c <ab.flo)" = $((12 + 8 * 64 * 48)) ]
verdict "a .flo of 64 x 48" $?
for picture in ab.ppm ar.ppm co.pgm wa.pgm; do
    head -c 2 "$picture" | grep -q '^P[56]$'
    verdict "$picture" $?
done
ok "a report" "$flow" a.pgm b.pgm
holds "its reach" "motion up to 8 px, by 3 levels; --motion is 64"
is "no power of ten in its time" "$(grep -c '^time .*[0-9]e[-+]' out)" 0
ok "a report" "$flow" a.pgm b.pgm --radius 1 --iterations 2 --memory 0.3
holds "its tiles" "3 levels in 8 tiles"
ok "scored" "$flow" score ab.flo ab.flo --json
at_most aee 0
ok "a truth" "$flow" a.pgm b.pgm --truth ab.flo --errors er.ppm
holds "a truth" "(AEE)"
"$flow" a.pgm b.pgm --flow - >piped.flo 2>err
cmp -s piped.flo ab.flo && [ ! -s err ]
verdict "--flow - gives the same" $?

compiles "$flow a.pgm b.pgm --flow t.flo"
is "and a message takes its place" "$(script -qec "$flow a.pgm b.pgm --memory 0.001" /dev/null |
    tr '\r' '\n' | grep -c "^.\[Kclpwl-flow: ")" 1
cp a.pgm s1.pgm
cp b.pgm s2.pgm
cp c.pgm s3.pgm
ok "several pairs" "$flow" s%d.pgm --flow f%d.flo --json
[ "$(wc -l <out)" = 2 ] && cmp -s f1.flo ab.flo && [ -s f2.flo ] && [ ! -e f3.flo ]
verdict "two flows of three pictures" $?
{
    printf 'YUV4MPEG2 W64 H48 F1:1 Cmono XCOLORRANGE=FULL\n'
    for name in a b; do
        printf 'FRAME\n'
        tail -c $((64 * 48)) $name.pgm
    done
} >ab.y4m
ok "a stream" "$flow" ab.y4m --flow y%d.flo --quiet
[ ! -s out ] && cmp -s y0.flo ab.flo
verdict "the flow of a stream is that of its pictures" $?
head -c $(($(wc -c <ab.y4m) - 100)) ab.y4m >cut.y4m

# Where less than half is known, a line says so. The right three quarters are flat.
for n in 1 2; do
    grey flat$n.pgm 64 48 $n "i > 16 ? 90 : v(i + x, j)"
done
"$flow" flat1.pgm flat2.pgm --flow flat.flo >out 2>err
is "status of a pair that is mostly flat" $? 0
is "its note" "$(grep -c "less than half of the flow is known" err) $(wc -l <err)" "1 1"
ok "not with --quiet" "$flow" flat1.pgm flat2.pgm --flow flat.flo --quiet
awk 'BEGIN { printf "P5 64 48 255\n"; for (i = 0; i < 3072; i++) printf "%c", (i % 64 > 12) ? 1 : 255 }' |
    tr '\001' '\000' >left.pgm
ok "nor of what a mask leaves out" "$flow" flat1.pgm flat2.pgm --mask left.pgm

ok "compare" "$flow" compare --knots 8 --radius 1 --median 0 --levels 1
is "lines of compare" "$(grep -c buffer out)" 10
if "$flow" scene turn 2>err; then
    ok "a scene moves" "$flow" score turn/truth.flo turn/truth.flo --json
    is "motion above 5 px" "$("$json" out aee_fast)" 0
fi
if "$flow" scene pair --right 3 --down 2 --rotation 0 2>err; then
    ok "README's lines" "$flow" pair/first.png pair/second.png --truth pair/truth.flo --color c.png \
        --flow k.png --json
    at_most aee 0.002
    ok "KITTI" "$flow" score k.png pair/truth.flo --json
    at_most aee 0.02
fi

printf 'P5 64 48 255\n' >cut.pgm
grey small.pgm 32 48 0
printf 'PIEH' >cut.flo
head -c 2000 ab.flo >short.flo
{ head -c 12 ab.flo && awk 'BEGIN { for (i = 0; i < 64 * 48; i++) printf "\377\377\377\177\0\0\0\0" }'; } >nan.flo
cp a.pgm sum
cp small.pgm mask.pgm
ln -s b.pgm link.pgm
mkfifo pipe.png
echo iVBORw0KGgoAAAANSUhEUgABEXAAAAAKCAAAAAC979JUAAAACElEQVR4nAMAAAAAAUgGidI= | base64 -d >wide.png
while IFS='|' read -r code part arguments; do
    case $arguments in score* | [a-z]*.png\ * | s%* | a.pgm | cut*) ;; *) arguments="a.pgm b.pgm $arguments" ;; esac
    # shellcheck disable=SC2086 # words
    refuses $code "$part" "$flow" $arguments
done <<'END'
2|over an input|--quiet --confidence ./link.pgm
2|over an input|--quiet --mask mask.pgm --warped mask.pgm
2|another output|--color w.ppm --errors ./w.ppm --truth ab.flo
1|frame 1|cut.y4m --flow x%d.flo
2|TRUTH|score ab.flo
2|one picture|a.pgm
1|the mask has 32 x 48|--mask small.pgm
1|.flo file|score cut.flo ab.flo
1|short.flo|score short.flo ab.flo
1|NaN|score nan.flo ab.flo
1|a pipe|pipe.png b.pgm
2|--brightness has no effect with --method ncc|--method ncc --brightness on
2|.flo or .png|--flow x.txt
2|numbered names|s%d.pgm --flow x.flo
2|image-linear|--table-method host-scalar
1|more --memory|--memory 0.001
END
refuses 1 "32 x 48" "$flow" a.pgm small.pgm
if [ -s k.png ]; then # with PNG
    cp turn/first.png c.png
    refuses 1 "16 bits" "$flow" score c.png ab.flo
    refuses 1 "70000 x 10" "$flow" wide.png b.pgm
fi
cmp -s a.pgm sum && [ ! -e w.ppm ]
verdict "inputs stay, nothing is written" $?
ok "a table of the window" "$flow" a.pgm b.pgm --robust none --window gauss --knots 8 --flow w.flo --quiet
refuses 1 "W-5" sh -c "printf 'YUV4MPEG2 W-5 H10\nFRAME\n' | '$flow' -"
total
