#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl report: every figure has its data, its picture and its place in the page. The timings of a
# device, which take a minute, are left to people; those of the host are measured once. What
# the applications would have measured comes from stand-ins, which know the forms of their output.
. "${top_srcdir:?}/tests/cli/lib.sh"

refuses 2 "FOLDER" "$clpwl" report
refuses 2 "report: --values: '0'" "$clpwl" report pictures --values 0
refuses 2 "report: --runs: 'x'" "$clpwl" report pictures --runs x
ok "help" "$clpwl" report --help

export PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR="$here/fonts"
python=$(find_python numpy,matplotlib)
if [ -z "$python" ] || [ ! -e "$top_builddir/.libs/libclpwl.so.1" ]; then
    echo "SKIP: no python3 with numpy and matplotlib, or no shared library"
    exit 77
fi
# The command takes the python3 of PATH.
mkdir -p bin broken fonts nopython
python=$(command -v "$python") # else bin/python3 would call itself
printf '#!/bin/sh\nexec "%s" "$@"\n' "$python" >bin/python3
chmod +x bin/python3
PATH=$here/bin:$PATH

# One line says what is missing, and what helps.
for module in matplotlib numpy; do
    printf 'raise ImportError("No module named %s", name="%s")\n' $module $module >broken/$module.py
    refuses 1 "No module named $module; on Debian: apt-get install python3-$module" env PYTHONPATH="$here/broken" "$clpwl" report pictures
    rm broken/$module.py
done
refuses 1 "install libclpwl" env CLPWL_LIBRARY=/nonexistent.so "$clpwl" report pictures
if [ -x "$top_builddir/tools/.libs/clpwl" ]; then
    refuses 1 "cannot start python3: No such file or directory; on Debian: apt-get install" \
        env LD_LIBRARY_PATH="$top_builddir/.libs" PATH="$here/nopython" "$top_builddir/tools/.libs/clpwl" report x
fi
# Files of the caller's folder are no modules.
printf 'raise SystemExit("taken")\n' >numpy.py
refuses 2 "there is no part 'vidoe'; the parts are figures, timings, video, flow, mesh" \
    "$clpwl" report pictures --only vidoe
rm numpy.py
refuses 1 "cannot make the folder" "$clpwl" report no/such/folder --device host
refuses 1 "no OpenCL device matches" "$clpwl" report pictures --device "no such device" --only fig02

ok "on the host" "$clpwl" report pictures --device host --values 4096 --runs 1
holds "it names the page" "pictures/index.html"
page=pictures/index.html
for figure in fig02 fig05 fig06 fig07 fig10 fig11 fig12 executed; do
    [ "$(wc -l <pictures/$figure.tsv)" -gt 5 ] && grep -q '</svg>' pictures/$figure.svg
    verdict "$figure has data and a picture" $?
done
is "pictures in the page" "$(grep -c '<svg' $page)" 8
# The page: contents, summary, version, links that lead somewhere, and a width for small screens.
is "sections in the contents" "$(grep -c "<li><a href='#" $page)" 22
for part in $(sed -n "s/^<li><a href='#\([^']*\)'>.*/\1/p" $page); do
    grep -q "<h2 id=$part>" $page
    verdict "the contents' $part is in the page" $?
done
is "names that are twice in the page" "$(grep -oE '[< ]id="?[^" >]*' $page | sort | uniq -d | wc -l)" 0
files=$(grep -o "<a href='[^#'][^']*'" $page | cut -d"'" -f2 | sort -u)
for file in $files; do
    [ -s "pictures/$file" ]
    verdict "the page's link to $file" $?
done
is "files without a link" "$(ls pictures | grep -vxF -e "$files" | tr '\n' ' ')" "index.html "
grep -q '^<tr><td>Load<td>[0-9.]* when .*, on [1-9][0-9]* processors*' $page
verdict "the page has the load of the machine" $?
is "sections that are left out" "$(grep -c 'Left out: there is no OpenCL device\.' $page)" 11
lines=$(sed -n '/id=summary/,/id=contents/p' $page | grep -c '^<li>')
true_that "lines of the summary" "$lines >= 5 && $lines <= 12"
version=$("$clpwl" --version | cut -d' ' -f2)
grep -q 'name=viewport' $page && grep -q "<td>Version<td>$version" $page
verdict "the page has a viewport and the version" $?
# The paper's figures stand beside ours.
for words in 'Fig. 10, the Lorentzian: .*interpolant / projection 2.449 (paper: sqrt 6 = 2.449)' \
    'paper: CPU, exact, expf<td>13.71' 'paper: CPU, optimized<td>8.9<td>11.23'; do
    grep -q "$words" $page
    verdict "the page has $words" $?
done
# Cells are plain numbers.
for file in pictures/*.tsv; do
    first=1
    case $file in */bessel.tsv | */lorentzian.tsv) first=3 ;; */table1.tsv) first=4 ;; esac
    is "cells of $file that are no numbers" "$(tail -n +2 $file | cut -f$first- | tr '\t' '\n' |
        grep -cvE '^-?([0-9.]+(e[-+][0-9]+)?|nan)$')" 0
done
# The laws of the errors, from the figures themselves: N doubled, error / 4; sqrt 6; 8 bits of weight cost
# the projection with N = 4095 a factor of about 12.7.
for figure in fig06 fig10 fig12; do
    true_that "errors of $figure fall by 4, and their ratio is sqrt 6" "$(awk -F '\t' '$1 == 1024 { a = $2 }
        $1 == 2048 { b = $2 } $1 == 4096 { r = $2 / $4 }
        END { print a / b - 4 < 0.02 && (r - sqrt(6)) ^ 2 < 1e-6 }' pictures/$figure.tsv)"
done
true_that "8-bit weights cost what they should" "($(awk -F '\t' '$1 == 4096 { print $5 / $2 }' \
    pictures/executed.tsv) - 12.7)^2 < 0.25"
is "J0's knots" "$(tail -n +2 pictures/fig11.tsv | cut -f4 | grep -c '[0-9]')" 64

hostile=$(printf '<touch pwned;f<b>"&\047\033')
ok "a folder of a strange name" "$clpwl" report "$hostile" --only fig02 --device host --values 4096
grep -q 'report &lt;touch pwned;f&lt;b&gt;&quot;&amp;&#39; ' "$hostile/index.html"
verdict "the name is text in the page" $?
[ ! -e pwned ]
verdict "the name is no command" $?
"$clpwl" report "$hostile" --only fig05 --device host >out 2>err
status=$?
grep -q 'index.html has fig05 alone, and no more fig02, whose files are still there$' err
verdict "another one into its folder" $?
is "its end and its files" "$status $(ls "$hostile" | tr '\n' ' ')" "0 fig02.svg fig02.tsv fig05.svg fig05.tsv index.html "

# A file that cannot be written leaves the page of before, and no part of its own.
mkdir full full/fig02.svg
echo before >full/index.html
refuses 1 "directory" "$clpwl" report full --only fig02 --device host
is "the page of before" "$(cat full/index.html) $(ls full | grep -c part)" "before 0"

# Stand-ins. Their pictures are of one pixel.
"$python" -c '
import matplotlib.image, numpy
matplotlib.image.imsave("dot.png", numpy.zeros((1, 1)), cmap="gray")'
cat >stand-in <<'END'
#!/bin/sh
printf '%s\n' "$*" >>calls
[ "$1" != "${FAILING-}" ] || { echo "stand-in: $1 is broken" >&2; exit 1; }
case $1 in
bench)
    printf '# a device\nwidth\theight\tgaussian\truns\tmethod\tns_per_pixel\tns_per_evaluation\n'
    for size in 160 1280; do
        for g in auto exact native table table-q; do
            printf '%s\t720\t%s\ttable-q\tbuffer\t600\t2.5\n' $size $g
        done
    done ;;
compare)
    printf '# a device\ngaussian\tknots\tfit\tmethod\tweight_bits\tshare\tF\n'
    printf 'exact\t0\t-\t-\t0\t0\t0.99\n'
    for n in 32 64 512; do
        printf 'table\t%s\tinterpolant\tbuffer\t0\t1e-5\t0.97\n' $n
        [ $n = 64 ] || printf 'table-q\t%s\tinterpolant\tbuffer\t0\t1e-5\t0.98\n' $n
    done ;;
scene)
    mkdir -p "$2"
    for n in 130 140 150 165; do cp dot.png "$2/truth000$n.png"; done ;;
*in%06d.png)
    at=$2
    while [ $# -gt 0 ]; do
        case $1 in
        --masks | --overlay) for n in 130 140 150 165 169; do cp dot.png "$(printf "$2" $n)"; done ;;
        --background) cp dot.png "$2" ;;
        --blobs) printf 'frame,track,x,y,width,height,area,cx,cy\n130,1,0,0,1,1,1,0.0,0.0\n' >"$2" ;;
        esac
        shift
    done
    printf '{"score": {"recall": 1, "precision": 0.5, "f": 0.75}}\n' ;;
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
is "calls" "$(sed 's/ .*//; s/.*in%06d/in%06d/' calls | tr '\n' ' ')" \
    "scene in%06d.png in%06d.png in%06d.png in%06d.png bench compare "
grep -q '<td>table<td>600<td>2.5<td>600<td>2.5' video/index.html &&
    grep -q '<td>paper: table<td>286' video/index.html
verdict "Table II beside the paper's" $?
grep -q 'Table II, 1280×720: .* take 1.00 : 1.00 : 1 of' video/index.html
verdict "the summary of Table II" $?
grep -q '<td>stkde: .*<td>1<td>0.5<td>0.75' video/index.html && grep -q '^130	1	0	0	1	1$' video/fig09.tsv
verdict "scores and boxes" $?
grep -q '<td>64<td>1e-5<td>0.97<td>–<td>–$' video/index.html && ! grep -q 0.99 video/masks.tsv
verdict "the masks' table" $?
is "its files" "$(ls video | tr '\n' ' ')" "bgs-bench.tsv bgs-compare.tsv fig08.svg fig08.tsv fig09.svg fig09.tsv \
index.html masks.svg masks.tsv table2.svg table2.tsv "
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
    for scene in a 'rotation 2'; do
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
chmod +x flow-stand-in mesh-stand-in
CLPWL_FLOW=$PWD/flow-stand-in CLPWL_MESH=$PWD/mesh-stand-in
export CLPWL_FLOW CLPWL_MESH
ok "the part flow" "$clpwl" report motion --only flow --runs 1
is "its files" "$(ls motion | tr '\n' ' ')" "flow-bench.tsv flow-knots.tsv flow-motions.tsv \
flowtime.tsv index.html knots.svg knots.tsv motions.tsv pair.png "
grep -q 'change the mean error 0.2500 px' motion/index.html &&
    grep -q '<td>lk box, table<td>9<td>1<td>0.364' motion/index.html && grep -q 'base64,TWFu' motion/index.html
verdict "the picture, errors and times of motion" $?
ok "the part mesh" "$clpwl" report body --only mesh --runs 1
is "its files" "$(ls body | tr '\n' ' ')" "angles.svg angles.tsv index.html mesh-angles.tsv \
mesh-bench.tsv parts.png paths.tsv "
grep -q '0 % of the faces change their part .* 25 % if it is over the cosine' body/index.html &&
    grep -q '<td>512<td>0.5<td>9<td>1.5<td>0.5<td>9<td>0.75' body/index.html
verdict "the effect of tables and the times of meshes" $?
is "shares are in per cent" "$(cut -f1-3 body/angles.tsv | tail -n 1)" "$(printf '128\t0\t25')"
# On a terminal the bar names the section.
if command -v script >/dev/null; then
    script -qec "$clpwl report bar --only mesh --runs 1" bar.log >out
    true_that "bars" "$(tr '\r' '\n' <bar.log | grep -c '^3 of 3: Mesh: shortest .*#.* %') >= 1"
fi
# A program that fails, or prints what is no table, is spoken of; the rest of the page is made.
status=0
FAILING=bench video failing >out 2>err || status=$?
is "a clpwl-bgs that fails" "$status $(cat err)" \
    "1 clpwl report: left out: clpwl-bgs bench failed: stand-in: bench is broken"
grep -q 'Left out: clpwl-bgs bench failed' failing/index.html && [ ! -e failing/table2.tsv ] && [ -e failing/masks.svg ]
verdict "the page without it" $?
printf '#!/bin/sh\necho nothing; echo 1\n' >flow-stand-in
refuses 1 "no column is named" "$clpwl" report motion --only motions --runs 1
mkdir silent
CLPWL_MESH=/bin/true refuses 1 "can be made: " "$clpwl" report silent --only mesh --runs 1
is "programs that do nothing" "$(ls silent)" ""
# A variable that names no program.
refuses 1 "can be made: CLPWL_FLOW names no program: '/nodir/x'" env CLPWL_FLOW=/nodir/x \
    "$clpwl" report silent --only flow
total
