#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clpwl report: every figure has its data, its picture and its place in the page. The
# timings, which need a device and a minute, are left to people.
. "${top_srcdir:?}/tests/cli/lib.sh"

refuses 2 "FOLDER" "$clpwl" report
refuses 1 "cannot make the folder" "$clpwl" report no/such/folder --device host
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
# The law of the errors, from the figures themselves: N doubled, error / 4.
true_that "errors fall by 4" "$(awk -F '\t' '$1 == 1024 { a = $2 } $1 == 2048 { b = $2 }
    END { print a / b }' pictures/fig06.tsv) - 4 < 0.02"
# Eight bits cost the projection with N = 4095 a factor of about 12.7.
true_that "8-bit weights cost what they should" "($(awk -F '\t' '$1 == 4096 { print $5 / $2 }' \
    pictures/fig07.tsv) - 12.7)^2 < 0.25"
total
