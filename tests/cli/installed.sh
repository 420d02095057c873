#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# installed.sh SRCDIR BINDIR LIBDIR INCLUDEDIR: a program outside the tree builds against the
# installed library with pkg-config's word alone, and runs; so does the command. Each public
# header stands alone, in C99 and in C++11, and so do the initialisers: each is used with the
# one header that is to be included.
set -eu
srcdir=$1 bindir=$2 libdir=$3 includedir=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/cache"
export POCL_CACHE_DIR="$work/cache" XDG_CACHE_HOME="$work/cache"
export PKG_CONFIG_PATH="$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
export LD_LIBRARY_PATH="$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

test "$(realpath "$(pkg-config --variable=libdir clpwl)")" = "$(realpath "$libdir")"

cp "$srcdir/examples/eval.c" "$work"
cd "$work"
# The words of pkg-config are to be split.
${CC:-cc} -std=c99 -o outside eval.c $(pkg-config --cflags --libs clpwl)
./outside >out || { cat out; [ ! -e /etc/OpenCL/vendors ]; }
grep '^J0(0) = ' out

for header in clpwl.h clpwl_cl.h clpwl_lookup.h $(cd "$includedir" && ls clpwl/*.h); do
    printf '#include <%s>\nint main(void) { return 0; }\n' "$header" >alone.c
    cp alone.c alone.cc
    ${CC:-cc} -std=c99 -Wall -Wextra -pedantic -Werror -fsyntax-only \
        -DCL_TARGET_OPENCL_VERSION=120 $(pkg-config --cflags clpwl) alone.c
    ! command -v ${CXX:-c++} >/dev/null || ${CXX:-c++} -std=c++11 -Wall -Wextra -pedantic \
        -Werror -fsyntax-only -DCL_TARGET_OPENCL_VERSION=120 \
        $(pkg-config --cflags clpwl) alone.cc
done

# <clpwl.h> brings no header of OpenCL, and <clpwl_cl.h> goes with OpenCL's C++ header in either
# order: it sets no macro of OpenCL's.
printf '#include <clpwl.h>\n' >plain.c
if ${CC:-cc} -std=c99 -M $(pkg-config --cflags clpwl) plain.c | grep 'CL/'; then
    echo "clpwl.h includes OpenCL" >&2
    exit 1
fi
if command -v ${CXX:-c++} >/dev/null && [ -e /usr/include/CL/opencl.hpp ]; then
    printf '#include <clpwl_cl.h>\n#include <CL/opencl.hpp>\n' >first.cc
    printf '#include <CL/opencl.hpp>\n#include <clpwl_cl.h>\n' >last.cc
    for order in first last; do
        ${CXX:-c++} -std=c++11 -fsyntax-only -DCL_HPP_TARGET_OPENCL_VERSION=200 \
            -DCL_TARGET_OPENCL_VERSION=200 $(pkg-config --cflags clpwl) $order.cc
    done
fi

{
    printf '#include <clpwl.h>\nint main(void)\n{\n    int a = 0, unknown = a;\n    (void)unknown;\n'
    cat "$includedir"/clpwl/*.h | tr -s ' \t' '  ' |
        sed -n 's/^#define CLPWL_\([A-Z_]*_INIT\).*/\1/p' | sort | while read -r name; do
        type=$(printf %s "${name%_INIT}" | tr A-Z a-z)
        ! grep -q "^} clpwl_${type}_options;" "$includedir"/clpwl/*.h || type=${type}_options
        printf '    { clpwl_%s b = CLPWL_%s; (void)b; }\n' "$type" "$name"
    done
    printf '    { clpwl_error e = CLPWL_ERROR_NAN; (void)e; }\n    return 0;\n}\n'
} >initialised.c
test "$(grep -c _INIT initialised.c)" -ge 8
cp initialised.c initialised.cc
${CC:-cc} -std=c99 -Wall -Wextra -pedantic -Werror -fsyntax-only \
    $(pkg-config --cflags clpwl) initialised.c
! command -v ${CXX:-c++} >/dev/null || ${CXX:-c++} -std=c++11 -Wall -Wextra -Wshadow \
    -pedantic -Werror $(pkg-config --cflags --libs clpwl) initialised.cc -o initialised

"$bindir/clpwl" --version
"$bindir/clpwl" design gaussian --max-error 1e-3 --fit interpolant -o g.clpwl
test "$(echo 0 | "$bindir/clpwl" eval g.clpwl --device host)" = 1
# One value, by the inline look-up.
cat >one.c <<'END'
#include <clpwl_lookup.h>
#include <stdio.h>
int main(void)
{
    clpwl_table *table = NULL;
    clpwl_lookup_table g = CLPWL_LOOKUP_TABLE_INIT;
    int failed = clpwl_table_load(&table, "g.clpwl") || clpwl_lookup_prepare(&g, table);
    printf("%g\n", clpwl_lookup(&g, 0));
    clpwl_lookup_release(&g);
    clpwl_table_free(table);
    return failed;
}
END
cp one.c one.cc
${CC:-cc} -std=c99 -Wall -Wextra -pedantic -Werror -O2 one.c $(pkg-config --cflags --libs clpwl) -lm -o one
test "$(./one)" = 1
! command -v ${CXX:-c++} >/dev/null || {
    ${CXX:-c++} -std=c++17 -Wall -Wextra -pedantic -Werror -O2 one.cc $(pkg-config --cflags --libs clpwl) -o one
    test "$(./one)" = 1
}
"$bindir/clpwl-bgs" scene scene --format pnm --frames 2 --empty 1 --width 32 --height 32
"$bindir/clpwl-bgs" score scene/truth%06d.pgm scene/truth%06d.pgm | grep '^frames  *2$'
echo "installed: an outside program and the commands run"
