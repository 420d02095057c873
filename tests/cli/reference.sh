#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The reference made from the headers: a page for every function of the library, that man
# or mandoc renders; no dangling reference; a function without a comment is refused.
. "${top_srcdir:?}/tests/cli/lib.sh"
pages=$top_builddir/doc/man3
if [ ! -d "$pages" ]; then
    printf 'without perl there are no pages: skipped\n'
    true
    verdict "no pages" $?
    total
fi

# What the library exports, where it is shared.
library=$top_builddir/.libs/libclpwl.so
if [ -e "$library" ]; then
    nm -D --defined-only "$library" | sed -n 's/.* T \(clpwl_[^_].*\)/\1/p' | sort -u >names
    [ -s names ]
    verdict "the library exports functions" $?
    while read -r name; do
        [ -s "$pages/$name.3" ]
        verdict "$name has a page" $?
    done <names
fi

# A page that is only a link names one that is there, which has the function's name.
for page in "$pages"/*.3; do
    target=$(sed -n '1s!^\.so man3/!!p' "$page")
    [ -z "$target" ] || grep -q "^\.Nm $(basename "$page" .3)" "$pages/$target"
    verdict "$page: its link" $?
done
sed -n 's/^\.Xr [("]* *\([a-z_0-9]*\) 3.*/\1/p' "$pages"/*.3 | sort -u >referred
[ -s referred ]
verdict "pages refer to others" $?
while read -r name; do
    [ -e "$pages/$name.3" ]
    verdict "$name(3), to which a page refers" $?
done <referred

if command -v mandoc >/dev/null; then
    # lint PAGE: what mandoc says of the page: of the system's manuals, which may lack ours or have others,
    # it speaks too. .Os has our version.
    lint() {
        mandoc -Tlint -W style "$1" 2>&1 | grep -F "mandoc: $1:" |
            grep -v -e 'referenced manual not found' -e 'operating system explicitly'
    }
    for page in $(grep -L '^\.so' "$pages"/*.3); do
        lint "$page" >out
        [ ! -s out ]
        verdict "mandoc -Tlint $page" $?
    done
fi
if command -v man >/dev/null && man -w man >/dev/null 2>&1; then
    MANPATH=$top_builddir/doc LC_ALL=C.UTF-8 MANWIDTH=80 man -P cat 3 clpwl_design >out 2>err
    holds "man 3 clpwl_design" "clpwl_design("
fi

# What a header's comments become, on a header of the test's own.
mkdir -p include/clpwl pages
cat >include/clpwl/sample.h <<'EOF'
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples: a header that has everything once.
 *
 *     y = f(x) - 0.5;
 */
#ifndef CLPWL_SAMPLE_H
#define CLPWL_SAMPLE_H
/* One of two. */
typedef enum clpwl_sample {
    CLPWL_SAMPLE_ONE, /* the first; it has
                         a second line */
    /* the last */
    CLPWL_SAMPLE_TWO
} clpwl_sample;
/* Its options. */
typedef struct clpwl_sample_options {
    size_t size;      /* of the struct */
    void (*release)(void *user, int code); /* called once */
    double a, b;
} clpwl_sample_options;
/*
 * Makes a `sample`. See clpwl_sample_free.
 *   out, more  two of them, which the caller
 *              frees
 *   count      at least 1
 * CLPWL_ERR_ARGUMENT.
 */
CLPWL_API clpwl_status clpwl_sample_create(clpwl_sample **out,
                                           size_t count);
CLPWL_API void clpwl_sample_free(clpwl_sample *sample);
#endif
EOF
render() {
    perl "$top_srcdir/build-aux/render-headers" pages 1.2.3 include/clpwl/sample.h
}
ok "render" render
page=pages/clpwl_sample.3
is "the link" "$(cat pages/clpwl_sample_free.3)" ".so man3/clpwl_sample.3"
cp "$page" out
for line in '.Nd Samples: a header that has everything once' 'y = f(x) \- 0.5;' \
    '.It Dv "CLPWL_SAMPLE_ONE"' 'the first; it has a second line' \
    '.It Vt "void (*release)(void *user, int code)"' 'called once' '.It Vt "double a, b"' \
    '.Ql sample .' '.Fn clpwl_sample_free .' '.It Va "out, more"' 'two of them, which the caller frees' \
    '.Dv CLPWL_ERR_ARGUMENT .' '.Fa "size_t count"'; do
    grep -qxF -e "$line" out
    verdict "the page has: $line" $?
done
grep -A1 -xF '.It Dv "CLPWL_SAMPLE_TWO"' out | grep -qx 'the last'
verdict "a comment above an enumerator is its text" $?

printf '\nCLPWL_API int clpwl_sample_bare(void);\n' >>include/clpwl/sample.h
refuses_bare() {
    render 2>err && return 1
    grep -qF 'no comment: include/clpwl/sample.h: clpwl_sample_bare' err
}
refuses_bare
verdict "a function without a comment is refused" $?
total
