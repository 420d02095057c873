#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl-bgs over the generated scene, from end to end, and its messages for bad input.
. "${top_srcdir:?}/tests/cli/lib.sh"
bgs=$top_builddir/apps/clpwl-bgs

# fails CODE PART COMMAND...: fails with CODE, prints nothing but one line on standard error with
# PART in it.
fails() {
    code=$1 part=$2
    shift 2
    status=0
    "$@" >out 2>err || status=$?
    [ "$status" = "$code" ] && [ ! -s out ] && [ "$(wc -l <err)" = 1 ] && grep -qF -- "$part" err
    verdict "$* fails with $code (was $status) and prints '$part'" $?
}
bad() { fails 1 "$@"; }
wrong() { fails 2 "$@"; } # the command line is wrong

f_of() { awk '$1 == "f" { print $2 }' "$1"; }

ok "scene" "$bgs" scene s --format pnm --width 96 --height 64 --frames 150 --empty 110
is "its pictures" "$(ls s | wc -l)" 301
is "its range" "$(cat s/temporalROI.txt)" "110 149"
ok "run" "$bgs" s/in%06d.ppm --gaussian table-q --masks m%06d.pgm --background bg.ppm \
    --overlay o%06d.ppm --blobs b.csv --smallest 4 --sheet sheet.ppm --posterior p%06d.pfm \
    --truth s/truth%06d.pgm --save-model model.bgs
holds "its score" "f  "
true_that "the start and the rate" "$(grep -cE '^(start|rate) +[0-9.]+ ' out) == 2"
ok "score" "$bgs" score m%06d.pgm s/truth%06d.pgm --temporal-roi s/temporalROI.txt
cp out score.txt
# The objects' colours are far from the background's: what is wrong is at their edges, which the median
# filter rounds, and where the trees sway.
true_that "F of the generated scene" "$(f_of score.txt) > 0.92"
is "frames scored" "$(awk '$1 == "frames" { print $2 }' score.txt)" 40
for f in bg.ppm sheet.ppm o000149.ppm p000149.pfm m000149.pgm model.bgs; do
    [ -s $f ]
    verdict "$f is there" $?
done
is "header of the blobs" "$(head -1 b.csv)" "frame,track,x,y,width,height,area,cx,cy"
true_that "two tracks last" "$(awk -F, '$1 >= 130 { n[$2]++ } END { k = 0
    for (t in n) k += n[t] >= 15; print k }' b.csv) >= 2"

compiles "$bgs s/in%06d.ppm --frames 4 --masks t%06d.pgm"
ok "goes on" "$bgs" s/in%06d.ppm --first 140 --gaussian table-q --load-model model.bgs --json
head -c 1 out | grep -q '{'
verdict "JSON" $?
is "frames in JSON" "$("$json" out frames)" 10

# Measurements: their lines are there; what the figures are is no matter here.
ok "bench" "$bgs" bench 64x48 --samples 3 --rounds 1
is "a line a Gaussian" "$(awk -F '\t' 'NR > 2 { print $3 }' out | tr '\n' ' ')" \
    "auto exact native table exact-q native-q poly-q table-q "
true_that "times and evaluations" \
    "$(awk -F '\t' 'NR > 2 && $6 > 0 && $7 > 0 && $9 > 0' out | wc -l) == 8"
# Of the size that bench had, whose programs are then compiled already.
ok "compare" "$bgs" compare --frames 20 --width 64 --height 48 --samples 5 --every 1 --empty 10 \
    --knots 64
is "exact is as exact" "$(awk -F '\t' '$1 == "exact" { print $6 }' out)" 0
# 64 knots: 8/63 is the segment of [0,8], h^2/8 of its square the error, 0.002.
true_that "few pixels differ" \
    "$(awk -F '\t' '$1 == "table" { print $7 }' out | sort -g | tail -1) < 0.01"

# Streams: pictures to y4m and back give the same masks, but for the colours' rounding.
ok "grey stream" "$bgs" s/in%06d.ppm --model median --frames 12 --masks m.y4m --quiet
is "its header" "$(head -c 29 m.y4m)" "YUV4MPEG2 W96 H64 F25:1 Ip A1"
"$bgs" s/in%06d.ppm --model median --frames 12 --overlay - 2>err | \
    "$bgs" - --model median --masks n%d.pgm --json >out 2>>err
verdict "a pipe" $?
is "frames of the pipe" "$(ls n*.pgm | wc -l)" 12
"$bgs" s/in%06d.ppm --model median --frames 3 --overlay - >three.y4m

# What was finished is kept whole.
head -c 50000 three.y4m >cut.y4m
bad "ends in the middle of frame 2" "$bgs" cut.y4m --model median --masks c.y4m --blobs c.csv
is "two whole masks" "$(wc -c <c.y4m)" $((38 + 2 * (6 + 96 * 64)))
is "whole lines" "$(tail -c 1 c.csv | wc -l)" 1
"$bgs" scene s3 --format pnm --width 64 --height 64 --frames 1 --empty 0
cp s/in000000.ppm x0.ppm
cp s/in000000.ppm before.ppm
head -c 1000 x0.ppm >x1.ppm
bad "x1.ppm" "$bgs" x%d.ppm --model median --masks y%d.pgm
[ -s y0.pgm ]
verdict "the first mask is kept" $?
cp s3/in000000.ppm x1.ppm
bad "64 x 64 pixels" "$bgs" x%d.ppm --model median
ln -s s link
ln -s s/in000001.ppm other000000.ppm
printf 'YUV4MPEG2 W96 H64 F25:1 Cmono\n' >empty.y4m
in=s/in%06d.ppm few="--model median --quiet --frames 2"
"$bgs" $in $few --overlay in.y4m
cp in.y4m before.y4m
# Files that are no input, ranges without pictures, options without effect, and what would be written over.
while IFS='|' read -r code part arguments; do
    # shellcheck disable=SC2086 # words
    fails $code "$part" "$bgs" $arguments
done <<END
1|the ROI|$in --roi s3/truth000000.pgm
1|there are no pictures|none%d.ppm
1|it is a folder|s
1|no frames|empty.y4m
2|one %d|$in --masks mask.pgm
2|standard output takes one|$in --masks - --json
2|--method has no effect with --model median|$in --model median --method texture
2|image-linear, image-manual, buffer|$in --gaussian table --method host-scalar
2|--sheet-frame needs --sheet|$in --sheet-frame 2
1|0 to 149|$in --model median --masks u%06d.pgm --sheet u.ppm --sheet-frame 3000
1|first frame, 5|$in --model median --masks u%06d.pgm --sheet u.ppm --first 5 --sheet-frame 4
1|cannot make the folder|scene no/such/folder
1|cannot read|$in $few --load-model none
2|no object|scene s4 --frames 20 --empty 20
2|written over|$in --masks $in --frames 1
2|over another output, --masks 'w%d.pgm'|$in $few --masks w%d.pgm --overlay ./w%d.pgm
2|an input|$in $few --masks ./$in
2|an input|$in $few --masks link/in%06d.ppm
2|an input|$in $few --overlay other%06d.ppm
2|one operand, 's/in%06d.ppm'|s/in000000.ppm s/in000001.ppm
END
wrong "one file" "$bgs" $in --sheet m%d.ppm
wrong "an input" "$bgs" $in $few --save-model s/truth000000.pgm --roi link/truth000000.pgm
wrong "an input" "$bgs" - --model median --overlay in.y4m <in.y4m
bad "no frame 12" sh -c "'$bgs' - <m.y4m --model median --masks u%06d.pgm --sheet u.ppm --sheet-frame 12"
rm -f u0*
cmp -s in.y4m before.y4m && cmp -s s/in000000.ppm before.ppm && [ -h other000000.ppm ]
verdict "inputs are what they were" $?
is "no output" "$(ls w* s/w* u* 2>/dev/null | wc -l)" 0
# A clip that ends before the samples of the background are full, or before --train, is noted.
for o in "--model median" "--model average --train 20"; do
    "$bgs" s/in%06d.ppm --frames 12 $o >out 2>err
    case $o in *median) from=100 ;; *) from=20 ;; esac
    is "$o: status, notes" "$? $(cat err)" \
        "0 clpwl-bgs: the model learns from $from frames and had 12: its masks are poor"
done
ok "not with --quiet" "$bgs" s/in%06d.ppm --frames 12 --model median --quiet
# A signal is the end of a stream: 2 of 3 frames are in, the third comes with the signal.
"$bgs" s/in%06d.ppm --model median --frames 3 --overlay three.y4m --quiet
frame=$((6 + 3 * 96 * 64)) head=$(head -1 three.y4m | wc -c)
mkfifo pipe
"$bgs" pipe --model median --masks g.y4m --posterior g%d.pgm --save-model g.bgs >out 2>err &
bgs_pid=$!
exec 3>pipe
head -c $((head + 2 * frame)) three.y4m >&3
tries=0
while [ ! -e g1.pgm ] && [ $tries -lt 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill -USR1 $bgs_pid
tail -c $frame three.y4m >&3
status=0
wait $bgs_pid || status=$?
exec 3>&-
is "a signal" "$status" 1
grep -q "ended by signal [0-9]* after [23] frames" err
verdict "is reported" $?
is "whole masks" "$((($(wc -c <g.y4m) - 38) % (6 + 96 * 64)))" 0
[ -s g.bgs ] && grep -q '^frames' out
verdict "the model and the report are there" $?
is "no part is left" "$(ls | grep -c part)" 0

# A full disk is reported, whatever is written. Links lend /dev/full the endings.
if [ -c /dev/full ] && [ -w /dev/full ]; then
    few="$bgs s/in%06d.ppm --model median --frames 2"
    ln -s /dev/full full.y4m
    bad "No space left" $few --masks full.y4m
    [ -c /dev/full ]
    verdict "/dev/full is what it was" $?
    for o in "" "--masks -"; do
        $few $o >/dev/full 2>err
        is "$o to a full disk" "$? $(grep -c 'No space left' err)" "1 1"
    done
    rm -f full*
fi
"$bgs" score s/in%06d.ppm s/in%06d.ppm >out 2>err
is "photographs as truths" "$(grep -c 'none of 0, 50, 85, 170 and 255' err)" 1
ok "not with --quiet" "$bgs" s/in%06d.ppm --frames 2 --model median --truth s/in%06d.ppm --quiet
ok "a model" "$bgs" s/in%06d.ppm --frames 2 --model median --save-model m.ppm --quiet
cp m.ppm m.kept
wrong "would be replaced" "$bgs" s/in%06d.ppm --frames 2 --model median --load-model m.ppm --sheet m.ppm
cmp -s m.ppm m.kept
verdict "the model that was loaded stays" $?
ok "the model goes on in its file" "$bgs" s/in%06d.ppm --frames 4 --model median --load-model m.ppm \
    --save-model m.ppm --quiet
bad "mog" "$bgs" s/in%06d.ppm --model mog \
    --load-model m.ppm
# A damaged model is refused before kernels are compiled.
{ head -c 3000 m.ppm && printf 'damage' && tail -c +3007 m.ppm; } >m.damaged
bad "m.damaged is cut off or damaged" env POCL_CACHE_DIR="$PWD/kernels" "$bgs" s/in%06d.ppm --model median \
    --load-model m.damaged
is "no kernels" "$(find kernels -name '*.bc' 2>/dev/null | wc -l)" 0
total
