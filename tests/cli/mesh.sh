#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl-mesh: models to their parts, scores, generated bodies, and bad input.
. "${top_srcdir:?}/tests/cli/lib.sh"
mesh=$top_builddir/apps/clpwl-mesh

# A body and its parts.
ok "a dumbbell" "$mesh" scene body --cells 16
ok "its parts" "$mesh" body/model.off -k 3 --seg a.seg --ply a.ply --off a.off --picture a.ppm --json
is "parts, closed, guessed" "$("$json" out parts.#) $("$json" out closed) $("$json" out guessed_number)" "3 true false"
true_that "area" "$("$json" out parts.0.area) > 0"
is "a picture" "$(head -c 2 a.ppm)" P6
"$mesh" body/model.off -k 3 --seg - >piped.seg 2>err
cmp -s piped.seg a.seg && [ ! -s err ]
verdict "--seg - gives the same" $?
ok "score" "$mesh" score a.seg body/truth.seg --json
true_that "Rand index error" "$("$json" out rand) < 0.01"
compiles "$mesh body/model.off -k 3 --seg t.seg"
# -o and an ending make the output of that ending, which is a model.
for f in ply off; do
    ok "-o x.$f" "$mesh" body/model.off -k 3 -o x.$f --quiet
    ok "a.$f is a model" "$mesh" a.$f -k 3 --seg b.seg --json --quiet
    cmp -s a.$f x.$f && cmp -s a.seg b.seg && [ "$("$json" out parts.#)" = 3 ]
    verdict "-o x.$f is --$f, and has the same parts" $?
done
for h in "" --hierarchical; do
    ok "no K $h" "$mesh" body/model.off $h --json
    is "3 parts, guessed" "$("$json" out parts.#) $("$json" out guessed_number)" "3 true"
done
ok "hierarchical" "$mesh" body/model.off -k 3 --hierarchical --seg b.seg
ok "score" "$mesh" score b.seg body/truth.seg --json
true_that "Rand index error" "$("$json" out rand) < 0.15"

# A tetrahedron, distances, two of it.
points='0 0 0
1 0 0
0 1 0
0 0 1'
faces='3 0 2 1
3 0 1 3
3 0 3 2
3 1 2 3'
printf 'OFF\n4 4 6\n%s\n%s\n' "$points" "$faces" >t.off
mkfifo pipe.off
ok "t.off" "$mesh" t.off -k 4 --seg t.off.seg
holds "t.off" "4 faces, 4 vertices, 6 edges, closed"
is "a part for each face" "$(sort -u t.off.seg | wc -l)" 4
ok "distances" "$mesh" t.off -k 2 --seg a.seg --save-distances d.npy --quiet
[ "$(wc -c <d.npy)" = $((128 + 4 * 4 * 4)) ] && [ ! -s out ]
verdict "4 x 4 distances" $?
{
    printf 'OFF\n8 8 12\n%s\n' "$points"
    printf '%s\n' "$points" | awk '{ print $1 + 9, $2, $3 }'
    printf '%s\n' "$faces"
    printf '%s\n' "$faces" | awk '{ print 3, $2 + 4, $3 + 4, $4 + 4 }'
} >two.off
ok "two components" "$mesh" two.off -k 2 --seg -
is "a part for each component" "$(tr -d '\n' <out)" \
    "$(awk 'NR == 1 { a = $1 } { printf "%d", NR < 5 ? a : 1 - a }' out)"

ok "bench" "$mesh" bench 64 --rounds 1
holds "bench" "64	half	16"
ok "compare" "$mesh" compare body/model.off -k 3
is "tables over the half angle of 128 knots change no face" \
    "$(awk '$2 == "half" && $3 >= 128 { n += $6; m++ } END { print n, m }' out)" "0 6"

printf 'OFF\n4 2 5\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 2 3\n' >wound.off
ok "faces without distances" "$mesh" wound.off -k 2 --alpha 0
holds "faces without distances" "fewer        than 2"
holds "one edge is no edges" " 1 edge has faces wound"

printf '0\n0\n1\n1\n' >s.seg

# Bad input: tests/mesh/test_mesh_read has what the readers refuse.
: >empty.off
: >empty.seg
mkdir folder.off
cp t.off t.txt
printf 'OFF\n3 1 3\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n' >one.off
printf 'OFF\n3 2 3\n1 1 1\n1 1 1\n1 1 1\n3 0 1 2\n3 2 1 0\n' >point.off
printf '0\n1.5\n1\n1\n' >bad.seg
refuses 1 "face 1" "$mesh" score bad.seg s.seg
while IFS='|' read -r code part arguments; do
    refuses $code "$part" "$mesh" $arguments
done <<'END'
1|empty.off|empty.off --seg x.seg
1|a pipe|pipe.off
1|no.off'|no.off
1|1 face|one.off
1|no area|point.off
2|K is 4 at most|t.off -k 5
2|4 faces|compare t.off
1|1e-05 MiB|t.off --memory 0.00001
1|--bits 16|body/model.off --memory 0.1 --quiet
2|.off, .obj, .ply or .stl|t.txt
2|--knots has no effect with --angle cosine|t.off --knots 9
2|.seg|t.off -o x.ply --ply y.ply
2|.npy|t.off --save-distances x.txt
2|not both|t.off --seg - --json
1|x/y.seg|t.off --seg x/y.seg
2|over an input|t.off --quiet --off t.off
1|empty.seg|score empty.seg s.seg
1|one model|score s.seg a.seg body/truth.seg
END
total
