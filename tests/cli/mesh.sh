#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl-mesh: models to their parts, scores, generated bodies, and bad input.
. "${top_srcdir:?}/tests/cli/lib.sh"
mesh=$top_builddir/apps/clpwl-mesh

ok "help" "$mesh" --help
holds "help" "clpwl-mesh MODEL"
for c in "" bench compare score scene; do
    ok "$c --help" "$mesh" $c --help
    manual "clpwl-mesh $c" clpwl-mesh.1
done

# A body and its parts.
ok "a dumbbell" "$mesh" scene body --cells 16
ok "its parts" "$mesh" body/model.off -k 3 --seg a.seg --ply a.ply --off a.off --picture a.ppm \
    --json
is "parts" "$("$json" out parts.#)" 3
true_that "area" "$("$json" out parts.0.area) > 0"
is "closed" "$("$json" out closed)" true
"$mesh" body/model.off -k 3 --seg - >piped.seg 2>err
cmp -s piped.seg a.seg && [ ! -s err ]
verdict "--seg - gives the same" $?
ok "score" "$mesh" score a.seg body/truth.seg --json
true_that "Rand index error" "$("$json" out rand) < 0.01"
compiles "$mesh body/model.off -k 3 --seg t.seg"
ok "--json --quiet" "$mesh" body/model.off -k 3 --json --quiet
is "--json --quiet" "$("$json" out parts.#)" 3
# -o and an ending make the output of that ending.
ok "-o x.ply" "$mesh" body/model.off -k 3 -o x.ply --quiet
ok "-o x.off" "$mesh" body/model.off -k 3 -o x.off --quiet
for f in ply off; do
    cmp -s a.$f x.$f
    verdict "-o x.$f is --$f" $?
done
for copy in a.ply a.off; do
    ok "$copy is a model" "$mesh" $copy -k 3 --seg b.seg --quiet
    cmp -s a.seg b.seg
    verdict "$copy has the same parts" $?
done
head -c 2 a.ppm | grep -q '^P6$'
verdict "a picture" $?
ok "a report" "$mesh" body/model.off -k 3
is "no power of ten in its times" "$(grep -c '^time .*[0-9]e[-+]' out)" 0
for h in "" --hierarchical; do
    ok "no K $h" "$mesh" body/model.off $h --json
    is "3 parts" "$("$json" out parts.#)" 3
    is "K was guessed" "$("$json" out guessed_number)" true
done
ok "no K" "$mesh" body/model.off
holds "no K" "number       guessed"
ok "a K" "$mesh" body/model.off -k 3 --json
is "K was not guessed" "$("$json" out guessed_number)" false
ok "hierarchical" "$mesh" body/model.off -k 3 --hierarchical --seg b.seg
ok "score" "$mesh" score b.seg body/truth.seg --json
true_that "Rand index error" "$("$json" out rand) < 0.15"

# Costs by tables of 128 knots and by C's functions give the same parts.
for angle in linear log; do
    ok "$angle, exact" "$mesh" body/model.off -k 3 --angle $angle --functions exact --seg e.seg \
        --quiet
    ok "$angle, table" "$mesh" body/model.off -k 3 --angle $angle --knots 128 --seg t.seg --json
    true_that "error of the table" "$("$json" out table_error) > 0"
    cmp -s e.seg t.seg
    verdict "$angle: no face changes" $?
done

# One model in each format; a cube of quads; distances.
points='0 0 0
1 0 0
0 1 0
0 0 1'
faces='3 0 2 1
3 0 1 3
3 0 3 2
3 1 2 3'
printf 'OFF\n4 4 6\n%s\n%s\n' "$points" "$faces" >t.off
{
    printf 'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n'
    printf 'property float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n'
    printf '%s\n%s\n' "$points" "$faces"
} >t.ply
printf '%s\n' "$points" | sed 's/^/v /' >t.obj
printf 'f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >>t.obj
{
    printf 'solid t\n'
    awk '/^v/ { v[++n] = substr($0, 3) }
        /^f/ { printf "facet normal 0 0 0\nouter loop\n"
            for (i = 2; i < 5; i++) print "vertex " v[$i]
            print "endloop\nendfacet" }' t.obj
    printf 'endsolid t\n'
} >t.stl
for f in off obj ply stl; do
    ok "t.$f" "$mesh" t.$f -k 4 --seg $f.seg
    holds "t.$f" "4 faces, 4 vertices, 6 edges, closed"
    cmp -s off.seg $f.seg
    verdict "t.$f has the parts of t.off" $?
done
holds "t.stl" "welded       8 vertices equal"
ok "an .obj without equal vertices" "$mesh" t.obj -k 4
! grep -q welded out
verdict "none is welded" $?
is "a part for each face" "$(sort -u off.seg | wc -l)" 4
ok "distances" "$mesh" t.off -k 2 --seg a.seg --save-distances d.npy --quiet
[ "$(wc -c <d.npy)" = $((128 + 4 * 4 * 4)) ] && [ ! -s out ]
verdict "4 x 4 distances" $?
{
    printf 'OFF\n8 6 12\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n'
    printf '4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n'
} >quads.off
ok "quads" "$mesh" quads.off -k 2 --seg q.seg
holds "quads" "polygons     6 of more than three corners were triangulated: faces, in files too, are triangles"
is "two faces for a quad" "$(wc -l <q.seg)" 12
{
    printf 'OFF\n8 8 12\n%s\n' "$points"
    printf '%s\n' "$points" | awk '{ print $1 + 9, $2, $3 }'
    printf '%s\n' "$faces"
    printf '%s\n' "$faces" | awk '{ print 3, $2 + 4, $3 + 4, $4 + 4 }'
} >two.off
# Survey coordinates: a cube of side .2; doubles round a coordinate by 2^-31.
awk 'NR == 2 { print "8 6 12"; next } NF == 3 { printf "%.4f %.4f %.4f\n", 431207.35 + .2 * $1, 5378911.62 + .2 * $2, 88.1 + .2 * $3; next } 1' \
    quads.off >survey.off
ok "survey coordinates" "$mesh" survey.off -k 2 --json
true_that "the area is 0.24" \
    "($("$json" out parts.0.area) + $("$json" out parts.1.area) - 0.24) ^ 2 < (12 * 0.2 / 2 ^ 30) ^ 2"
# No file is opened but the model: a pipe would wait.
mkfifo pipe.mtl
{ printf 'mtllib pipe.mtl\n' && cat t.obj; } >pipe.obj
ok "mtllib is not read" timeout 300 "$mesh" pipe.obj -k 4 --seg obj.seg
cmp -s off.seg obj.seg
verdict "pipe.obj has the parts of t.off" $?
ok "two components" "$mesh" two.off -k 2 --seg -
is "a part for each component" "$(tr -d '\n' <out)" \
    "$(awk 'NR == 1 { a = $1 } { printf "%d", NR < 5 ? a : 1 - a }' out)"
ok "one part for all components" "$mesh" two.off -k 1 --json
is "said" "$("$json" out components)" 2

ok "bench" "$mesh" bench 64 --rounds 1
holds "bench" "64	half	16"
# A new cache holds no kernels. Their compilation takes 40 % of the time, and is in no column.
began=$(date +%s.%N)
ok "bench with a new cache" env POCL_CACHE_DIR="$PWD/kernels" CUDA_CACHE_DISABLE=1 "$mesh" bench 64 --rounds 1
awk -v all="$(echo "$(date +%s.%N)" "$began" | awk '{ print $1 - $2 }')" \
    '$2 == "full" || $2 == "half" { s += $4 } END { exit !(s < all / 10) }' out
verdict "compilation does not count" $?

printf 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n' >tetra.off
refuses 2 "the mesh has 4 faces only" "$mesh" compare tetra.off
ok "compare" "$mesh" compare body/model.off -k 3
is "tables over the half angle of 128 knots change no face" \
    "$(awk '$2 == "half" && $3 >= 128 { n += $6; m++ } END { print n, m }' out)" "0 6"

{
    printf 'OFF\n4 2 5\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 3 2\n'
} >square.off
ok "two faces" "$mesh" square.off -k 2 --seg -
is "two parts" "$(sort -u out | wc -l)" 2
ok "faces without distances" "$mesh" square.off -k 2 --alpha 0
holds "faces without distances" "fewer        than 2"
# One face, edge or vertex is no "1 faces": two faces that share an edge in one direction; one without area;
# a point of an .stl file that two faces share.
printf 'OFF\n4 2 5\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 2 3\n' >wound.off
printf 'OFF\n5 3 7\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n2 0 0\n3 0 1 2\n3 1 3 2\n3 0 4 1\n' >flat.off
printf 'OFF\n5 3 7\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n1 1 1\n3 0 1 2\n3 1 3 2\n3 1 4 2\n' >book.off
for f in "wound 1 edge has faces wound" "flat 1 face without area: the" "book 1 edge has more than two faces"; do
    ok "one of ${f#* }" "$mesh" "${f%% *}.off" -k 2
    holds "one of ${f#* }" " ${f#* }"
    holds "one of ${f#* }" " 1 face, area"
    is "1 and a plural" "$(grep -c ' 1 [a-z]\{3,\}s \| 1 [a-z]\{3,\}s,\| 1 vertices' out)" 0
done

# Scores by hand: one face of four in another part.
printf '0\n0\n1\n1\n' >s.seg
printf '5\n5\n5\n7\n' >h.seg
ok "score" "$mesh" score s.seg h.seg --json
true_that "Rand: 3 of 6 pairs" "$("$json" out rand) == 0.5"
true_that "Hamming" "$("$json" out hamming) == 0.25"

# Bad input.
: >empty.off
: >empty.seg
printf 'OFF\n3 1 3\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n' >one.off
printf 'OFF\n3 2 3\n1 1 1\n1 1 1\n1 1 1\n3 0 1 2\n3 2 1 0\n' >point.off
sed 's/^1 0 0/1 nan 0/' t.off >nan.off
sed 's/^3 1 2 3/3 1 2 9/' t.off >range.off
sed 's/^3 1 2 3/3 1 2 9/' t.ply >range.ply
sed 's/^3 1 2 3/3 1 2 -4/' t.ply >negative.ply
sed 's/f 2 3 4/f 2 3 9/' t.obj >range.obj
head -5 t.off >cut.off
head -7 t.ply >cut.ply
cp t.off t.txt
refuses 1 "'empty.off' is empty" "$mesh" empty.off -k 2 --seg x.seg
mkdir folder.off
refuses 1 "cannot read 'folder.off': Is a directory" "$mesh" folder.off -k 2 --seg x.seg
refuses 1 "1 face" "$mesh" one.off -k 2 --seg x.seg
refuses 1 "no area" "$mesh" point.off -k 2 --seg x.seg
refuses 2 "4 faces only, and each part has one at least: K is 4 at most" "$mesh" t.off -k 5 --seg x.seg
refuses 1 "coordinates are finite" "$mesh" nan.off -k 2 --seg x.seg
sed 's/^3 1 2 3/3 -1 2 3/' t.off >negative.off
for f in range.off range.obj range.ply negative.ply negative.off; do
    refuses 1 "is not a vertex, a whole number from " "$mesh" $f -k 2 --seg x.seg
done
# Faces with fewer corners than they name.
for f in off ply; do
    for face in '3 1 2' '9 1 2 3' '1000000000 1 2 3'; do
        sed "s/^3 1 2 3/$face/" t.$f >short.$f
        refuses 1 " ends before a vertex" "$mesh" short.$f -k 2 --seg x.seg
    done
done
for f in off obj ply stl; do
    printf 'not a model\nend_header\n' >text.$f
    part=$([ $f = obj ] && echo " has 0 faces" || echo ", line 1: ")
    refuses 1 "'text.$f'$part" "$mesh" text.$f -k 2 --seg x.seg
done
for element in vertex face other; do
    sed "s/^element face .*/element $element 1000000000/" t.ply >huge.ply
    refuses 1 "'huge.ply'" "$mesh" huge.ply -k 2 --seg x.seg
done
for bytes in 67 146 208; do
    cp "$top_srcdir/tests/fuzz/corpus/ply/head$bytes" head.ply
    chmod u+w head.ply
    refuses 1 "'end_headerX' does not belong to a head" "$mesh" head.ply -k 2
done
printf 'OFF\n3 0 0\n0 0 0\n1 0 0\n0 1 0\n' >points.off
refuses 1 "'points.off' has 0 faces; parts need two at least" "$mesh" points.off -k 2
printf 'OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >tetra.off
ok "a tetrahedron" "$mesh" tetra.off -k 2
is "small memory as 0.0 MiB" "$(grep -c " 0.0 MiB" out)" 0
refuses 1 "--memory allows 1e-05 MiB" "$mesh" tetra.off -k 2 --memory 0.00001
refuses 1 "'cut.off', line 6: the file ends before a coordinate" "$mesh" cut.off -k 2 --seg x.seg
refuses 1 "'cut.ply', line 8: the file ends before end_header" "$mesh" cut.ply -k 2 --seg x.seg
refuses 1 "no.off'" "$mesh" no.off -k 2 --seg x.seg
refuses 2 "must end in .off, .obj, .ply or .stl" "$mesh" t.txt -k 2 --seg x.seg
refuses 2 "--knots has no effect with --angle cosine" "$mesh" t.off -k 2 --knots 9
refuses 2 "--variable has no effect with --functions exact" "$mesh" t.off -k 2 --angle log \
    --functions exact --variable cosine
refuses 2 "'8' is neither 32 nor 16" "$mesh" t.off -k 2 --bits 8
refuses 2 "must end in .seg" "$mesh" t.off --seg x.txt
refuses 2 "must end in .seg" "$mesh" t.off -o x.ply --ply y.ply
refuses 2 "must end in .npy" "$mesh" t.off --save-distances x.txt
refuses 2 "not both" "$mesh" t.off --seg - --json
refuses 1 "x/y.seg" "$mesh" t.off --seg x/y.seg
# A full disk is named, also in the middle of the distances.
if [ -c /dev/full ] && [ -w /dev/full ]; then
    ln -s /dev/full full.npy
    for f in t.off body/model.off; do
        refuses 1 "cannot write 'full.npy': No space left" "$mesh" $f -k 2 --quiet --save-distances full.npy
    done
    rm full.npy
fi
refuses 2 "over an input" "$mesh" t.off -k 2 --quiet --off t.off
refuses 2 "from 0 to 1" "$mesh" t.off --alpha 2
mkfifo pipe.off
refuses 1 "'pipe.off' is a pipe; a file is needed" "$mesh" pipe.off -k 2
refuses 1 "--memory allows 0.1 MiB. Less is taken by --bits 16, or by fewer faces" "$mesh" body/model.off --memory 0.1 --quiet
refuses 1 "'empty.seg' is empty" "$mesh" score empty.seg s.seg
refuses 1 "not of one model" "$mesh" score s.seg a.seg body/truth.seg
for label in -1 1.5 x 99999999999 "1 2"; do
    printf '0\n%s\n1\n1\n' "$label" >bad.seg
    refuses 1 "no label of face 1" "$mesh" score bad.seg s.seg
done
total
