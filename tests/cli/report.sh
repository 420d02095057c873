#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl report: every figure has its data, its picture and its place in the page. The timings of a
# device, which take a minute, are left to people; those of the host are measured once. What
# the applications would have measured comes from stand-ins, which know the forms of their output.
. "${top_srcdir:?}/tests/cli/lib.sh"

refuses 2 "FOLDER" "$clpwl" report
refuses 1 "cannot make the folder" "$clpwl" report no/such/folder --device host
refuses 2 "report: --values: '0'" "$clpwl" report pictures --values 0
refuses 2 "report: --runs: 'x'" "$clpwl" report pictures --runs x
refuses 2 "there is no part 'vidoe'" "$clpwl" report pictures --only vidoe
ok "help" "$clpwl" report --help
holds "help says how long it takes" minutes
if ! command -v gnuplot >/dev/null; then
    printf 'gnuplot is not installed: the pictures are skipped\n'
    total
fi
ok "on the host" "$clpwl" report pictures --device host --values 4096 --runs 1
holds "it names the page" "pictures/index.html"
for figure in fig02 fig05 fig06 fig07 fig10 fig11 fig12; do
    [ "$(wc -l <pictures/$figure.tsv)" -gt 5 ] && grep -q '</svg>' pictures/$figure.svg
    verdict "$figure has data and a picture" $?
done
is "pictures in the page" "$(grep -c '<svg' pictures/index.html)" 7
# The page: contents, summary, version, links that lead somewhere, and a width for small screens.
page=pictures/index.html
is "sections in the contents" "$(grep -c "<li><a href='#" $page)" 20
for part in $(sed -n "s/^<li><a href='#\([^']*\)'>.*/\1/p" $page); do
    grep -q "<h2 id=$part>" $page
    verdict "the contents' $part is in the page" $?
done
for file in $(grep -o "<a href='[^#'][^']*'" $page | cut -d"'" -f2 | sort -u); do
    [ -s "pictures/$file" ]
    verdict "the page's link to $file" $?
done
sed -n 's/^<tr><td>Load<td>\([0-9.]*\) when .*, on [1-9][0-9]* processors*\(.*\)$/\1 \2/p' $page >load
case $(cat load) in *': other programs ran, beside which times are longer') other='> 0.495' ;; *) other='<= 0.505' ;; esac
true_that "the page has the load of the machine, and says what it means" "$(cut -d' ' -f1 load) $other"
grep -q 'Left out: there is no OpenCL device\.' $page
verdict "the page names what is left out" $?
true_that "files with a link" "$(grep -o "<a href='[^#'][^']*'" $page | sort -u | wc -l) >= 17"
lines=$(sed -n '/id=summary/,/id=contents/p' $page | grep -c '^<li>')
true_that "lines of the summary" "$lines >= 5 && $lines <= 12"
version=$("$clpwl" --version | cut -d' ' -f2)
grep -q 'name=viewport' $page && grep -q "<td>Version<td>$version" $page
verdict "the page has a viewport and the version" $?
grep -q 'interpolant / projection 2.449 (paper: sqrt 6 = 2.449)' $page
verdict "the summary compares with the paper" $?
# The paper's Table I stands beside ours.
for cells in 'CPU, exact, expf<td>13.71' 'CPU, uniform<td>1.75–1.78' \
    'CPU, optimized<td>8.9<td>11.23' 'GPU, CUDA library<td>0.078'; do
    grep -q "paper: $cells" $page
    verdict "the paper's $cells" $?
done
# Cells are plain numbers.
for file in pictures/fig*.tsv pictures/bessel.tsv pictures/table1.tsv; do
    first=2
    case $file in */bessel.tsv) first=3 ;; */table1.tsv) first=4 ;; esac
    is "cells of $file that are no numbers" "$(tail -n +2 $file | cut -f$first- | tr '\t' '\n' |
        grep -cvE '^-?([0-9.]+(e[-+][0-9]+)?|nan)$')" 0
done
hostile=$(printf '<touch pwned;f<b>"&\047\033')
ok "a folder of a strange name" "$clpwl" report "$hostile" --only fig02 --device host --values 4096
grep -q 'report &lt;touch pwned;f&lt;b&gt;&quot;&amp;&#39; ' "$hostile/index.html"
verdict "the name is text in the page" $?
[ ! -e pwned ]
verdict "the name is no command" $?
ok "one of them alone" "$clpwl" report one --only fig07 --device host --values 4096 --runs 1
mkdir others
cp one/* others/
"$clpwl" report others --only fig02 --device host --values 4096 --runs 1 >out 2>err
is "another one into its folder" "$? $(cat err)" \
    "0 clpwl report: others/index.html has fig02 alone, and no more fig07, whose files are still there"
is "its files" "$(ls one | tr '\n' ' ')" "fig07.svg fig07.tsv index.html "
# The law of the errors, from the figures themselves: N doubled, error / 4.
true_that "errors fall by 4" "$(awk -F '\t' '$1 == 1024 { a = $2 } $1 == 2048 { b = $2 }
    END { print a / b }' pictures/fig06.tsv) - 4 < 0.02"
# Eight bits cost the projection with N = 4095 a factor of about 12.7.
true_that "8-bit weights cost what they should" "($(awk -F '\t' '$1 == 4096 { print $5 / $2 }' \
    pictures/fig07.tsv) - 12.7)^2 < 0.25"

cat >stand-in <<'END'
#!/bin/sh
printf '%s\n' "$*" >>calls
[ "$1" != "${FAILING-}" ] || exit 1
case $1 in
bench)
    printf '# a device\nwidth\theight\tgaussian\truns\tmethod\tns_per_pixel\tns_per_evaluation\n'
    for size in 160 352 1280; do
        for g in auto exact native table exact-q native-q poly-q table-q; do
            printf '%s\t720\t%s\ttable-q\tbuffer\t600\t2.5\n' $size $g
        done
    done ;;
compare)
    printf '# a device\ngaussian\tknots\tfit\tmethod\tweight_bits\tshare\tF\n'
    printf 'exact\t0\t-\t-\t0\t0\t0.99\n'
    for n in 32 64 128 256 512; do
        printf 'table\t%s\tinterpolant\tbuffer\t0\t1e-5\t0.97\n' $n
        [ $n = 64 ] || printf 'table-q\t%s\tinterpolant\tbuffer\t0\t1e-5\t0.98\n' $n
    done ;;
*/in%06d.png) # the bytes M, a, n are TWFu in base64
    while [ $# -gt 0 ]; do
        [ "$1" != --sheet ] || printf Man >"$2"
        shift
    done ;;
esac
END
chmod +x stand-in
video() { "$clpwl" report "$1" --only video --values 4096 --runs 1; }
export CLPWL_BGS="$PWD/stand-in"
"$clpwl" devices --json >devices.json 2>err
if [ "$("$json" devices.json '#')" = 0 ]; then
    refuses 1 "there is no OpenCL device" "$clpwl" report . --only video --values 4096
    total
fi
ok "the video's part" video video
is "calls" "$(cut -d' ' -f1 calls | tr '\n' ' ')" "bench scene video/scene/in%06d.png compare "
grep -q '<td>table<td>600<td>2.5<td>table-q<td>buffer<td>600' video/index.html &&
    grep -q '<td>paper: table<td>286' video/index.html
verdict "Table II beside the paper's" $?
grep -q 'Table II, 1280x720: .* take 1.00 : 1.00 : 1 of' video/index.html
verdict "the summary of Table II" $?
grep -q 'base64,TWFu' video/index.html
verdict "the sheet is in the page" $?
grep -q '<td>64<td>1e-5<td>0.97<td>nan<td>nan$' video/index.html && grep -q '</svg>' video/index.html &&
    ! grep -q 0.99 video/masks.tsv
verdict "the masks' table and curve" $?
[ ! -e video/scene ]
verdict "the scene's folder is removed" $?
cat >flow-stand-in <<'END'
#!/bin/sh
case $1 in
scene) mkdir "$2" && touch "$2/first.png" ;;
*/first.png)
    while [ $# -gt 0 ]; do
        [ "$1" != --sheet ] || printf Man >"$2"
        shift
    done ;;
*)
    printf 'width\theight\tscene\tmethod\tweights\tknots\tns_per_pixel\tquartiles_apart\t'
    printf 'mean_error_px\tmean_angle_degrees\n'
    for scene in a b 'rotation 2' d e; do
        for n in 8 64; do
            for w in exact table filtered; do
                error=0.25
                [ $w = exact ] || error=0.3$n
                printf '64\t64\t%s\tlk box\t%s\t%s\t9\t1\t%s\t3\n' "$scene" $w $n $error
            done
        done
    done ;;
esac
END
chmod +x flow-stand-in
CLPWL_FLOW=$PWD/flow-stand-in
export CLPWL_FLOW
ok "the part flow" "$clpwl" report motion --only flow --values 4096 --runs 1
is "its files" "$(ls motion | tr '\n' ' ')" "flow-bench.tsv flow-knots.tsv flow-motions.tsv \
flowtime.tsv index.html knots.svg knots.tsv motions.tsv pair.png pair.tsv "
grep -q 'change the mean error 0.2500 px' motion/index.html &&
    grep -q '<td>lk box, table<td>9<td>1<td>0.364' motion/index.html
verdict "the errors and times of motion" $?
printf '#!/bin/sh\necho nothing; echo 1\n' >flow-stand-in
refuses 1 "no column is named" "$clpwl" report motion --only motions --values 4096 --runs 1
cat >mesh-stand-in <<'END'
#!/bin/sh
case $1 in
scene) mkdir "$2" && touch "$2/model.off" ;;
*/model.off)
    while [ $# -gt 0 ]; do
        [ "$1" != --picture ] || printf Man >"$2"
        shift
    done ;;
*)
    printf 'angle\tvariable\tknots\tshare\tnodes\tway\tbits\tseconds\tGop_per_second\tMiB\n'
    for angle in linear log; do
        printf '%s\thalf\t128\t0\t512\thalf\t32\t0.5\t9\t1.5\n' $angle
        printf '%s\tcosine\t128\t0.25\t512\thalf\t16\t0.5\t9\t0.75\n' $angle
    done ;;
esac
END
chmod +x mesh-stand-in
CLPWL_MESH=$PWD/mesh-stand-in
export CLPWL_MESH
ok "the part mesh" "$clpwl" report body --only mesh --values 4096 --runs 1
is "its files" "$(ls body | tr '\n' ' ')" "angles.svg angles.tsv index.html mesh-angles.tsv \
mesh-bench.tsv parts.png parts.tsv paths.tsv "
grep -q '0 % of the faces change their part .* 25 % if it is over the cosine' body/index.html &&
    grep -q '<td>512<td>0.5<td>9<td>1.5<td>0.5<td>9<td>0.75' body/index.html
verdict "the effect of tables and the times of meshes" $?
is "shares are in per cent" "$(cut -f1-3 body/angles.tsv | tail -n 1)" "$(printf '128\t0\t25')"
# On a terminal the bar names the section, and moves while a program runs.
if command -v script >/dev/null; then
    sed 's/^compare)/compare) sleep 1/' stand-in >slow
    chmod +x slow
    CLPWL_BGS=./slow script -qec "$clpwl report bar --only video --values 4096 --runs 1" \
        bar.log >out
    true_that "bars" "$(tr '\r' '\n' <bar.log | grep -c '^3 of 3: The effect .*#.* %') >= 3"
fi
status=0
FAILING=bench video failing >out 2>err || status=$?
[ $status = 1 ] && [ "$(wc -l <err)" = 1 ] && grep -q 'bench failed' err
verdict "a clpwl-bgs that fails is spoken of" $?
is "and leaves nothing" "$(ls failing)" ""
# A program that prints nothing and draws nothing.
for part in parts angles; do
    status=0
    CLPWL_MESH=/bin/true "$clpwl" report silent --only $part --values 4096 --runs 1 >out 2>err ||
        status=$?
    is "$part of a program that does nothing" "$status $(wc -l <err) $(ls silent)" "1 1 "
done
# A variable that names no program: the parts of others are made, and a report of nothing fails.
mkdir nothing
for program in bgs:video flow:flow mesh:mesh; do
    variable=CLPWL_$(printf %s "${program%:*}" | tr a-z A-Z)
    refuses 1 "can be made: $variable names no program: '/nodir/x'" env "$variable=/nodir/x" \
        "$clpwl" report nothing --only "${program#*:}" --values 4096
done
is "it leaves nothing" "$(ls nothing)" ""
total
