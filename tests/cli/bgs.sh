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
ok "scene again" "$bgs" scene s2 --format pnm --width 96 --height 64 --frames 150 --empty 110
diff -r s s2 >/dev/null
verdict "one seed, one scene" $?

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
is "no part is left" "$(ls | grep -c part)" 0
is "header of the blobs" "$(head -1 b.csv)" "frame,track,x,y,width,height,area,cx,cy"
true_that "two tracks last" "$(awk -F, '$1 >= 130 { n[$2]++ } END { k = 0
    for (t in n) k += n[t] >= 15; print k }' b.csv) >= 2"

compiles "$bgs s/in%06d.ppm --frames 4 --masks t%06d.pgm"
ok "goes on" "$bgs" s/in%06d.ppm --first 140 --gaussian table-q --load-model model.bgs --json
head -c 1 out | grep -q '{'
verdict "JSON" $?
if [ -x "$json" ]; then
    is "frames in JSON" "$("$json" out frames)" 10
fi

# Measurements: their lines are there; what the figures are is no matter here.
ok "bench" "$bgs" bench 64x48 --samples 3 --rounds 1
is "a line a Gaussian" "$(awk -F '\t' 'NR > 2 { print $3 }' out | tr '\n' ' ')" \
    "auto exact native table exact-q native-q poly-q table-q "
true_that "times and evaluations" \
    "$(awk -F '\t' 'NR > 2 && $6 > 0 && $7 > 0 && $9 > 0' out | wc -l) == 8"
wrong "WIDTHxHEIGHT" "$bgs" bench 64
wrong "only they have Gaussians" "$bgs" bench --model mog
# Of the size that bench had, whose programs are then compiled already.
ok "compare" "$bgs" compare --frames 20 --width 64 --height 48 --samples 5 --every 1 --empty 10 \
    --knots 64
is "exact is as exact" "$(awk -F '\t' '$1 == "exact" { print $6 }' out)" 0
true_that "tables are compared" "$(grep -c '^table-q.64.*buffer' out) == 3"
# 64 knots: 8/63 is the segment of [0,8], h^2/8 of its square the error, 0.002.
true_that "few pixels differ" \
    "$(awk -F '\t' '$1 == "table" { print $7 }' out | sort -g | tail -1) < 0.01"
true_that "F" "$(awk -F '\t' '$1 == "table" { print $8; exit }' out) > 0.5"

# Pictures, the ROI and truths are BMP as well: a head, a palette of greys, rows downwards.
byte() { printf "\\$(printf %03o "$1")"; }
as_bmp() { # of a PGM of 96 x 64
    printf 'BM\0\0\0\0\0\0\0\0\066\004\0\0\050\0\0\0\140\0\0\0\300\377\377\377'
    printf '\001\0\010\0'
    head -c 24 /dev/zero
    cat palette
    tail -c 6144 "$1"
}
i=0
while [ $i -lt 256 ]; do
    byte $i && byte $i && byte $i && byte 0
    i=$((i + 1))
done >palette
for i in 110 111 112; do
    cp s/truth000$i.pgm t$i.pgm
    as_bmp t$i.pgm >t$i.bmp
done
few="--model median --rule plain --json --quiet --frames 3"
"$bgs" t%d.pgm $few --roi t110.pgm --truth t%d.pgm | sed 's/.*"score"//' >from_pgm
"$bgs" t%d.bmp $few --roi t110.bmp --truth t%d.bmp | sed 's/.*"score"//' >from_bmp
{ head -c 10 t110.bmp && printf '\0\0\0\200' && tail -c +15 t110.bmp; } >far.bmp
bad "'far.bmp' ends before its 96 x 64 pixels" "$bgs" t%d.bmp $few --roi far.bmp --truth t%d.bmp
[ -s from_pgm ] && cmp -s from_pgm from_bmp
verdict "BMP frames, ROI and truths count as PGM" $?

# Parts on a belt cover a quarter of the frames: 16 x 16 pixels, of which 8 rows are the belt.
LC_ALL=C awk 'BEGIN {
    printf "YUV4MPEG2 W16 H16 F25:1 Cmono\n"
    for (t = 0; t < 60; t++) {
        printf "FRAME\n"
        for (i = 0; i < 256; i++)
            printf "%c", i < 128 && (int(i % 16 / 4) + t) % 4 == 0 ? 126 : 16 + i % 3
    }
}' >belt.y4m
"$bgs" belt.y4m --model median --masks b%d.pgm --every 1 >out 2>err
verdict "a belt" $?
grep -q "50 % of the pixels have two far values in turn" err
verdict "it is said" $?
if [ -x "$json" ]; then
    "$bgs" t%d.pgm --model median --json >out 2>err
    is "no Gaussian" "$("$json" out gaussian)" null
fi

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
# The end of the run has no sheet either, and says nothing of it.
bad "ends in the middle of frame 2" sh -c \
    "cat cut.y4m | '$bgs' - --model median --sheet u.ppm --sheet-frame 2"
head -c 2000 three.y4m >cut.y4m
bad "ends in the middle of frame 0" "$bgs" cut.y4m --model median --masks d%d.pgm
is "no mask" "$(ls d*.pgm 2>/dev/null | wc -l)" 0
printf 'FRAXE' >>three.y4m
bad "has no FRAME where frame 3 should begin" "$bgs" three.y4m --model median --masks d%d.pgm
is "three masks" "$(ls d*.pgm | wc -l)" 3
cp s/in000000.ppm x0.ppm
head -c 1000 x0.ppm >x1.ppm
bad "cannot hold 96 x 64 pixels in its 1000 bytes" "$bgs" x%d.ppm --model median --masks y%d.pgm
[ -s y0.pgm ]
verdict "the first mask is kept" $?
"$bgs" scene s3 --format pnm --width 64 --height 64 --frames 1 --empty 0
cp s3/in000000.ppm x1.ppm
bad "64 x 64 pixels; the pictures before it have 96 x 64" "$bgs" x%d.ppm --model median
rm x1.ppm
cp x0.ppm x2.ppm
bad "x1.ppm" "$bgs" x%d.ppm --model median
bad "the ROI" "$bgs" s/in%06d.ppm --roi s3/truth000000.pgm
bad "no truth" "$bgs" s/in%06d.ppm --model median --frames 2 --truth none%d.pgm
bad "no truth is in the range" "$bgs" score m%06d.pgm s/truth%06d.pgm --first 500
bad "there are no pictures" "$bgs" none%d.ppm
bad "cannot read" "$bgs" none.y4m
bad "it is a folder" "$bgs" s
bad "cannot read 's': Is a directory" "$bgs" score m%06d.pgm s/truth%06d.pgm --temporal-roi s
bad "is not a y4m stream" "$bgs" s/in000000.ppm
wrong "one %d" "$bgs" s/in%06d.ppm --masks mask.pgm
wrong "standard output takes one" "$bgs" s/in%06d.ppm --masks - --json
wrong "unknown option '--colour': did you mean --color?" "$bgs" --colour
wrong "unknown option '--qqqqqq' (see" "$bgs" s/in%06d.ppm --qqqqqq=1
wrong "--median is 4; it must be odd" "$bgs" s/in%06d.ppm --median 4
wrong "--frames is 0" "$bgs" s/in%06d.ppm --frames 0
wrong "--frames is 0" "$bgs" compare --frames 0
wrong "--method has no effect with --model median" "$bgs" s/in%06d.ppm --model median --method texture
# Options that the choice does not read are refused, with their defaults too.
for choice in "--field .75 --model average" "--absorb 250 --model mog" "--absorb 9 --model median" \
    "--reset .5 --model mog" "--train 0 --model mog" "--knots 256 --gaussian poly-q" \
    "--method buffer --gaussian exact"; do
    set -- $choice
    wrong "$1 has no effect with $3 $4" "$bgs" s/in%06d.ppm "$@"
done
wrong "--sheet-frame needs --sheet" "$bgs" s/in%06d.ppm --sheet-frame 2
wrong "--rule needs --truth" "$bgs" s/in%06d.ppm --rule cdnet
wrong "--fit has no effect: compare takes several" "$bgs" compare --fit projection
wrong "--gaussian has no effect: bench measures all" "$bgs" bench 64x48 --gaussian exact
wrong "--density has no effect with --model stkde" "$bgs" bench 64x48 --density 1e-7
# A frame of the sheet that cannot come is refused before any work.
few="--model median --masks u%06d.pgm --sheet u.ppm"
bad "no frame 3000 for the sheet; there are 0 to 149" "$bgs" s/in%06d.ppm $few --sheet-frame 3000
bad "there are 5 to 9" "$bgs" s/in%06d.ppm $few --first 5 --frames 5 --sheet-frame 10
bad "comes before the first frame, 5" "$bgs" s/in%06d.ppm $few --first 5 --sheet-frame 4
bad "there are 0 to 11" "$bgs" m.y4m $few --sheet-frame 12
bad "no frame 12 for the sheet" sh -c "'$bgs' - $few --sheet-frame 12 <m.y4m"
is "no mask" "$(ls u0* 2>/dev/null | wc -l)" 0
bad "no frame 12 for the sheet" sh -c \
    "cat m.y4m | '$bgs' - --model median --sheet u.ppm --sheet-frame 12"
bad "there is no frame 150; there are 0 to 149" "$bgs" s/in%06d.ppm --first 150
# What is read is not written over, and nothing is written twice.
cp s/in000000.ppm before.ppm
for o in masks overlay posterior; do
    wrong "'s/in%06d.ppm' would be written over" "$bgs" s/in%06d.ppm --$o s/in%06d.ppm --frames 1
done
wrong "would be written over" "$bgs" s/in%06d.ppm --truth t%d.pgm --masks t%d.pgm --frames 1
wrong "--overlay 'm%d.pgm' would be written over another output, --masks 'm%d.pgm'" "$bgs" \
    s/in%06d.ppm --masks m%d.pgm --overlay m%d.pgm
# Nor under another name: another spelling, a link to the folder or to a file.
ln -s s link
# What a shell makes of s/*.ppm, and files that are one.
wrong "numbered pictures are one operand, 's/in%06d.ppm'" "$bgs" s/*.ppm
wrong "2 files: numbered pictures are one operand, 'a%dx.png'" "$bgs" a1x.png a2x.png
wrong "2 files: numbered pictures are one operand, 'a%06d.png' alone" "$bgs" a%06d.png b.png
wrong "2 files: numbered pictures are one operand, such as in%06d.png" "$bgs" a.png b.png
for o in save-model sheet background blobs; do
    wrong "is one file, not one a frame" "$bgs" s/in%06d.ppm --$o m%d.ppm
done
wrong "operand 1 is empty" "$bgs" ''
wrong "--masks: its NAMES is empty" "$bgs" s/in%06d.ppm --masks ''
few="s/in%06d.ppm --model median --quiet --frames 2"
for o in ./s/in%06d.ppm link/in%06d.ppm "$PWD"/s/in%06d.ppm; do
    wrong "would be written over an input" "$bgs" $few --masks $o
done
ln -s s/in000001.ppm other000000.ppm
wrong "'other000000.ppm' would be written over an input" "$bgs" $few --overlay other%06d.ppm
[ -h other000000.ppm ]
verdict "the link is there" $?
for o in --sheet --background --blobs --save-model; do
    wrong "would be written over an input" "$bgs" $few $o ./s/in000149.ppm
    wrong "would be written over an input" "$bgs" $few $o s/truth000000.pgm --truth s/truth%06d.pgm
    wrong "would be written over an input" "$bgs" $few $o s/truth000000.pgm \
        --roi link/truth000000.pgm
done
"$bgs" $few --overlay in.y4m
cp in.y4m before.y4m
wrong "would be written over an input" "$bgs" ./in.y4m --model median --overlay in.y4m
wrong "would be written over an input" "$bgs" - --model median --overlay in.y4m <in.y4m
cmp -s in.y4m before.y4m
verdict "the stream is what it was" $?
wrong "over another output" "$bgs" $few --masks w%d.pgm --overlay ./w%d.pgm
wrong "over another output" "$bgs" $few --masks w.y4m --overlay ./w.y4m
wrong "over another output" "$bgs" $few --masks w.y4m --blobs link/../w.y4m
wrong "over another output" "$bgs" $few --sheet link/w.ppm --background s/w.ppm
is "no output" "$(ls w* s/w* 2>/dev/null | wc -l)" 0
cmp -s s/in000000.ppm before.ppm
verdict "the input is what it was" $?
wrong "INPUT is missing" "$bgs"
printf 'YUV4MPEG2 W96 H64 F25:1 Cmono\n' >empty.y4m
bad "has no frames" "$bgs" empty.y4m
"$bgs" s/in%06d.ppm --frames 1 --model median >out 2>err
verdict "one frame is enough" $?
grep -q "one frame only" err
verdict "and is noted" $?
ok "but not with --quiet" "$bgs" s/in%06d.ppm --frames 1 --model median --quiet
# So is a clip that ends before the samples of the background are full, or before --train.
for o in "--model median" "--model average --train 20" "--model average"; do
    "$bgs" s/in%06d.ppm --frames 12 $o >out 2>err
    is "status of a short clip" $? 0
    case $o in *median) from=100 ;; *train*) from=20 ;; *) from= ;; esac
    is "$o: notes" "$(cat err)" \
        "${from:+clpwl-bgs: the model learns from $from frames and had 12: its masks are poor}"
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
    for f in full.y4m full.ppm full000000.pgm full000000.pfm full.csv full.model; do
        ln -s /dev/full $f
    done
    for o in "--masks full.y4m" "--masks full%06d.pgm" "--overlay full.y4m" "--posterior full.y4m" \
        "--posterior full%06d.pfm" "--blobs full.csv" "--sheet full.ppm" "--background full.ppm" \
        "--save-model full.model"; do
        bad "No space left" $few $o
    done
    [ -c /dev/full ]
    verdict "/dev/full is what it was" $?
    for o in "" --json "--masks -" "--blobs -"; do
        $few $o >/dev/full 2>err
        is "$o to a full disk" $? 1
        is "and one line" "$(grep -c 'No space left' err)" 1
    done
    rm -f full*
fi
"$bgs" score s/in%06d.ppm s/in%06d.ppm >out 2>err
is "photographs as truths" "$(grep -c 'none of 0, 50, 85, 170 and 255' err)" 1
ok "not with --quiet" "$bgs" s/in%06d.ppm --frames 2 --model median --truth s/in%06d.ppm --quiet
bad "cannot make the folder" "$bgs" scene no/such/folder
bad "cannot read" "$bgs" s/in%06d.ppm --frames 2 --model median --load-model none
for o in --save-model --sheet --background --blobs; do
    bad "cannot write 'no/such/x.ppm'" "$bgs" s/in%06d.ppm --frames 2 --model median $o no/such/x.ppm
done
ok "a model" "$bgs" s/in%06d.ppm --frames 2 --model median --save-model m.ppm --quiet
cp m.ppm m.kept
wrong "would be replaced" "$bgs" s/in%06d.ppm --frames 2 --model median --load-model m.ppm --sheet m.ppm
cmp -s m.ppm m.kept
verdict "the model that was loaded stays" $?
ok "the model goes on in its file" "$bgs" s/in%06d.ppm --frames 4 --model median --load-model m.ppm \
    --save-model m.ppm --quiet
bad "m.ppm was saved with --model median, but this run has mog" "$bgs" s/in%06d.ppm --model mog \
    --load-model m.ppm
bad "with --color rgb, but this run has chroma" "$bgs" s/in%06d.ppm --model median --color chroma \
    --load-model m.ppm
# A damaged model is refused before kernels are compiled.
{ head -c 3000 m.ppm && printf 'damage' && tail -c +3007 m.ppm; } >m.damaged
head -c 3000 m.ppm >m.cut
for m in damaged cut; do
    bad "m.$m is cut off or damaged" env POCL_CACHE_DIR="$PWD/kernels" "$bgs" s/in%06d.ppm --model median \
        --load-model m.$m
done
is "no kernels" "$(find kernels -name '*.bc' 2>/dev/null | wc -l)" 0
mkfifo pipe2
bad "pipe2' is a pipe; a file is needed" "$bgs" s/in%06d.ppm --model median --load-model pipe2
wrong "a kernel can use image-linear, image-manual, buffer" "$bgs" s/in%06d.ppm --gaussian table \
    --method host-scalar
wrong "no object appears in 20 frames" "$bgs" scene s4 --frames 20 --empty 20
ok "two frames" "$bgs" s/in%06d.ppm --model median --frames 2 --samples 2 --every 1
holds "no rate of no frames" "rate         none"
wrong "--fg-sigma has no effect with --model median" "$bgs" s/in%06d.ppm --model median --fg-sigma 3
wrong "--knots has no effect with --model mog" "$bgs" s/in%06d.ppm --knots 64 --model mog
wrong "--shadow has no effect with --model stkde" "$bgs" s/in%06d.ppm --shadow 1
# Long work is seen on a terminal. The programs are those of above, which are compiled already.
progresses() { # "COMMAND" PATTERN...
    command -v script >/dev/null || return 0
    script -qec "$1" terminal.log >/dev/null
    tr '\r' '\n' <terminal.log >lines
    long=$1
    shift
    for pattern in "$@"; do
        grep -qE "$pattern" lines
        verdict "'$pattern' of $long" $?
    done
}
progresses "$bgs compare --frames 80 --width 64 --height 48 --samples 5 --every 1 --empty 10 --knots 64" \
    '^compiling for [^ ]' '^frame [0-9]+ of 80 \([0-9]+ %\)'
# A GPU is done with small frames before a bar is drawn.
size=$("$clpwl" devices --json | grep -q '"type": "CPU"' && echo 64x48 || echo 1280x720)
progresses "$bgs bench $size --samples 3 --rounds 60" '^compiling for [^ ]' '^frames \[[#.]{40}\] +[0-9]+ %'
progresses "$bgs scene s5 --format pnm --width 640 --height 480 --frames 40 --empty 1" \
    '^scene \[[#.]{40}\] +[0-9]+ %'
ok "version" "$bgs" --version
is "its line" "$(cut -d' ' -f1 out)" "clpwl-bgs"
for c in "" bench compare score scene; do
    ok "$c --help" "$bgs" $c --help
    holds "$c --help" "Usage: clpwl-bgs $c"
    manual "clpwl-bgs $c" clpwl-bgs.1
done
total
