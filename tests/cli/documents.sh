#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The blocks of the documents run as a reader pastes them: in order, each document in an
# empty folder, against the library as it was built. By the word after a block's fence:
#   sh       is run by `sh -e`, and must succeed; if it begins with cc, without a message
#   python   is run by a python3 that has numpy, and must succeed; without one it is not run
#   c        is written to the file `NAME.c` or `NAME.h` that the line before the fence
#            names last; a later block compiles it
#   opencl   the same, with `NAME.cl`
#   cpp      the same, with `NAME.cc`
#   output   is what the sh block before it printed: words as they are, numbers to 0.1 %
# Blocks of other words, as console and text, are not run. A .c file of examples/ to which the
# document links is in the folder.
. "${top_srcdir:?}/tests/cli/lib.sh"

outside
PATH=$here/bin:$top_builddir/tools:$top_builddir/apps:$PATH
[ -x "$top_builddir/apps/clpwl-mesh" ] || # where its packages are missing
    { printf '#!/bin/sh\n' >bin/clpwl-mesh && chmod +x bin/clpwl-mesh; }
command -v c++ >/dev/null || # its programs do nothing: -o NAME comes last
    { printf '#!/bin/sh\nfor p; do :; done\nprintf "#!/bin/sh" >"$p"\nchmod +x "$p"\n' >bin/c++
      chmod +x bin/c++; }

# The package for Python, from its source.
export CLPWL_LIBRARY="$top_builddir/.libs/libclpwl.so.1" PYTHONPATH="$top_srcdir/bindings/python"
export PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR="$here"
python=$(find_python numpy)

# split DOCUMENT FOLDER: its blocks become files FOLDER/NUMBER.WORD; prints for each its
# number, its word, and the name of a file that the line before it has last, or -.
split() {
    awk -v folder="$2" '
        /^```/ && on { on = 0; close(file); next }
        /^```[a-z]+$/ { word = substr($0, 4); on = 1; number = sprintf("%03d", ++n)
                        file = folder "/" number "." word
                        printf "" >file
                        print number, word, last
                        next }
        /^```/ { on = 1; file = "/dev/null"; next }
        on { print >file; next }
        NF { last = "-"; rest = $0
             while (match(rest, /`[A-Za-z0-9_\/]+\.(c|h|cl|cc)`/)) {
                 last = substr(rest, RSTART + 1, RLENGTH - 2)
                 sub(/.*\//, "", last)
                 rest = substr(rest, RSTART + RLENGTH)
             } }' "$1"
}

# alike EXPECTED GOT: the same words, and numbers that differ by 0.1 % at most: bounds that are proved may
# exceed the errors by so much, and how long a proof may take depends on the machine.
alike() {
    awk '
        function numeric(s) { return s ~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/ }
        NR == FNR { expected[++lines] = $0; next }
        { count = split(expected[FNR], e); if (count != NF) exit 1
          for (i = 1; i <= NF; i++) {
              d = e[i] - $i
              if (e[i] == $i) continue
              if (!numeric(e[i]) || !numeric($i) || d * d > 1e-6 * $i * $i) exit 1
          }
          seen = FNR }
        END { exit seen != lines }' "$1" "$2"
}

# What commands print depends on proofs; the documents show a build that has them.
case $("$clpwl" --version) in
*"proofs: yes"*) proofs=yes ;;
*) proofs=no ;;
esac

# follow DOCUMENT: does what it says in a folder of its own.
follow() {
    folder=$(printf '%s' "${1#"$top_srcdir"/}" | sed 's/\.md$//' | tr / -)
    mkdir "$folder" "$folder.blocks"
    for example in $(grep -o '](examples/[a-z]*\.c)' "$1" | tr -d '])('); do
        cp "$top_srcdir/$example" "$folder"
    done
    split "$1" "$folder.blocks" >list
    grep -qE ' (sh|python) ' list
    verdict "$folder has blocks to run" $?
    : >printed
    while read -r number word name; do
        block=$here/$folder.blocks/$number.$word
        case $word in
        sh)
            printed_by=sh status=0
            (cd "$folder" && sh -e "$block") >out 2>err </dev/null || status=$?
            cp out printed
            [ ! -s err ] || ! head -n 1 "$block" | grep -q '^cc ' || status=99
            verdict "$folder: block $number: $(head -n 1 "$block")" $status
            ;;
        python)
            printed_by=$python
            [ -n "$python" ] || continue
            status=0
            (cd "$folder" && "$python" -W error "$block") >out 2>err </dev/null || status=$?
            cp out printed
            verdict "$folder: block $number: $(head -n 1 "$block")" $status
            ;;
        c | opencl | cpp)
            [ "$name" != - ] && cp "$block" "$folder/$name"
            verdict "$folder: block $number has the name of a file before it" $?
            ;;
        output)
            cp printed out
            [ $proofs = no ] || [ -z "$printed_by" ] || alike "$block" printed
            verdict "$folder: block $number is what was printed" $?
            ;;
        esac
    done <list
}

for document in README.md doc/guide.md doc/files.md doc/applications.md doc/methods.md doc/theory.md bindings/python/README.md; do
    follow "$top_srcdir/$document"
done

# Every file that a document links to is there. (A lambda of C++ has no text before its brackets.)
for document in "$top_srcdir"/*.md "$top_srcdir"/doc/*.md; do
    grep -o '[^[]](\([^)#]*\)' "$document" | sed 's/^.](//' | grep -v '^http' | sort -u >links
    while read -r link; do
        [ -e "$(dirname "$document")/$link" ]
        verdict "$(basename "$document") links to $link" $?
    done <links
done

# Every file of the source that a document names is there; NAME and ROOM stand for any.
grep -ohE '(lib|include|kernels|tools|apps|tests|examples|bench|build-aux)/[A-Za-z_/0-9-]+\.(c|h|cl|def|inc|sh)\b' \
    "$top_srcdir"/*.md "$top_srcdir"/doc/*.md | grep -v -e NAME -e ROOM -e '\.so' |
    sort -u >named
while read -r name; do
    [ -e "$top_srcdir/$name" ]
    verdict "$name, which a document names" $?
done <named

# Every keyword of clpwl.design in Python is an option of the command, and the other way round, but for
# those that the package's README names.
package=$top_srcdir/bindings/python
sed -n '/^def design(/,/) ->/p' "$package/clpwl/_design.py" | grep -o '[a-z_]*: ' | tr -d ': ' >keywords
"$clpwl" design --help | sed '/^Output/,$d' | sed -n 's/^  \(-., \|    \)--\([a-z-]*\).*/\2/p' >options
for word in $(cat keywords); do
    grep -qx "$(echo "$word" | tr _ -)" options || grep -q "\`$word\`" "$package/README.md"
    verdict "$word is an option of clpwl design, or named in Python's README" $?
done
for word in $(cat options); do
    grep -qx "$(echo "$word" | tr - _)" keywords || grep -q "\`--$word\`" "$package/README.md"
    verdict "--$word is a keyword of clpwl.design, or named in Python's README" $?
done

# Every variable of the library that no object holds is in HACKING.md's table, and the other way
# round. What begins with _ is the compiler's, and so is completed.0.
library=$top_builddir/.libs/libclpwl.so
if [ -e "$library" ] && command -v objdump >/dev/null; then
    objdump -t "$library" |
        awk -F '\t' '$1 ~ / \.t?(data|bss)$/ { sub(/^[0-9a-f]* *(\.hidden )?/, "", $2); print $2 }' |
        grep -v -e '^[_.]' -e '^completed' -e '^$' | sed 's/\.[0-9]*$//' | sort >state
    sed -n '/^## State/,/^## Comments/s/^| \([a-z_0-9, ]*\) | lib.*/\1/p' "$top_srcdir/HACKING.md" |
        tr -d ' ' | tr , '\n' | sort >listed
    diff listed state >out
    verdict "HACKING.md lists the state outside objects" $?
fi

# Every variable that the programs read is in the guide's tables.
sed -n 's/^| \([A-Za-z_0-9, ]*\) |.*/\1/p' "$top_srcdir/doc/guide.md" | tr -d ' ' | tr , '\n' >listed
for folder in lib tools apps tests; do
    find "$top_srcdir/$folder" -name '*.[ch]' -exec sed -n 's/.*getenv("\([A-Z][A-Za-z_0-9]*\)").*/\1/p' {} +
done | sort -u >read
[ -s read ]
verdict "programs read variables" $?
while read -r name; do
    grep -qx "$name" listed
    verdict "doc/guide.md lists $name" $?
done <read
total
