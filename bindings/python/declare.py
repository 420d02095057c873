#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes clpwl/_declarations.py from the public headers, and a C program that checks it.

    declare.py INCLUDE                 prints the declarations for ctypes
    declare.py --check CHECK.c INCLUDE also writes a C program; compiled and run, it is silent if
                                       every struct, member and enumerator is as declared

The C compiler preprocesses the headers ($CC, or cc). The sizes of structs alone would not tell two
members that changed places, and the library reports no sizes: hence a C program, with offsets.
"""
import os
import re
import shlex
import subprocess
import sys

NUMBERS = {
    "int": "c_int", "unsigned": "c_uint", "float": "c_float", "double": "c_double",
    "size_t": "c_size_t", "uint16_t": "c_uint16", "uint32_t": "c_uint32", "uint64_t": "c_uint64",
    "cl_uint": "c_uint32",
}
HANDLE = "c_void_p"  # objects of the library and of OpenCL, and arrays of numbers


def fill(line, indent):
    """The line, broken at commas between items so that it has 100 columns at most."""
    lines = []
    while len(line) > 100:
        cut = line.rfind(", ", 0, 100) + 1
        if line.find('("') >= 0 and "_fields_" in "".join(lines) + line:
            cut = line.rfind("), ", 0, 100) + 2
        lines.append(line[:cut])
        line = " " * indent + line[cut + 1:]
    return "\n".join(lines + [line])


def preprocess(include):
    """The text of our headers alone, without attributes, and the version."""
    command = shlex.split(os.environ.get("CC", "cc")) + [
        "-E", "-I", include, "-DCL_TARGET_OPENCL_VERSION=120", include + "/clpwl_cl.h"]
    ours, kept = False, []
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True)
    for line in done.stdout.splitlines():
        mark = re.match(r'# \d+ "([^"]*)"', line)
        if mark:
            ours = os.path.abspath(mark[1]).startswith(os.path.abspath(include) + "/clpwl")
        elif ours and not line.startswith("#"):
            kept.append(line)
    text = re.sub(r"__attribute__\s*\(\(.*?\)\)+", " ", "\n".join(kept))
    with open(include + "/clpwl/status.h") as header:
        version = tuple(map(int, re.findall(r"define CLPWL_VERSION_[A-Z]+ (\d+)", header.read())))
    return re.sub(r"\s+", " ", text), version


class Headers:
    """Enumerations, structs, callbacks and functions, in the order of the headers."""

    def __init__(self, include):
        text, self.version = preprocess(include)
        self.enums, self.structs, self.callbacks, self.functions = {}, {}, {}, {}
        self.prototypes = []
        self.opaque = set(re.findall(r"typedef struct (\w+) \1 ?;", text))
        for body, name in re.findall(r"typedef enum \w+ \{([^}]*)\} ?(\w+) ?;", text):
            self.enums[name] = [word.strip() for word in body.split(",") if word.strip()]
        for result, name, arguments in re.findall(
                r"typedef (\w+) \(\* ?(clpwl_\w+)\) ?\(([^)]*)\) ?;", text):
            self.callbacks[name] = [self.type(result)] + self.arguments(arguments)
        for body, name in re.findall(r"typedef struct \w+ \{([^}]*)\} ?(\w+) ?;", text):
            self.structs[name] = self.members(body)
        plain = re.sub(r"typedef (struct|enum) \w+ \{[^}]*\} ?\w+ ?;|typedef [^;]*;", ";", text)
        for result, name, arguments in re.findall(
                r"([\w ]+[ *]+)(clpwl_\w+) ?\(([^()]*)\) ?;", plain):
            self.functions[name] = [self.type(result)] + self.arguments(arguments)
            self.prototypes.append("%s%s(%s);" % (result, name, arguments))

    def type(self, text):
        """The ctypes type of a C type."""
        words = re.sub(r"\b(const|struct)\b", " ", text.replace("*", " * ")).split()
        base, stars = " ".join(words).replace("*", "").strip(), words.count("*")
        if stars == 0:
            if base == "clpwl_status":
                return "STATUS"
            if base == "void":
                return "None"
            if base in self.enums:
                return "c_int"
            if base in NUMBERS:
                return NUMBERS[base]
            if base in self.structs or base in self.callbacks:
                return base
            if base.startswith("cl_"):
                return HANDLE
            raise SystemExit("declare.py: unknown type '%s'" % text)
        if base == "char" and stars == 1 and "const" in text:
            return "c_char_p"
        if base in self.structs and stars == 1:
            return "POINTER(%s)" % base
        if stars == 2 or base in self.enums or base in ("size_t",):
            inner = "c_size_t" if base == "size_t" else "c_int" if base in self.enums else HANDLE
            return "POINTER(%s)" % inner
        if base in self.opaque or base in NUMBERS or base in ("void", "char") or base[:3] == "cl_":
            return HANDLE
        raise SystemExit("declare.py: unknown type '%s'" % text)

    def arguments(self, text):
        types = []
        for argument in text.split(","):
            argument = argument.strip()
            if argument in ("", "void"):
                continue
            found = re.match(r"(.*?[\s*])(\w+)\s*(\[\w*\])?$", argument)
            kind = self.type(found[1] + ("*" if found[3] else ""))
            types.append("c_int" if kind == "STATUS" else kind)
        return types

    def members(self, body):
        rows = []
        for declaration in body.split(";"):
            declaration = declaration.strip()
            if not declaration:
                continue
            call = re.match(r"void \(\* ?(\w+)\) ?\(void \*\w+\)$", declaration)
            if call:
                rows.append((call[1], "CFUNCTYPE(None, c_void_p)"))
                continue
            first, *others = declaration.split(",")
            found = re.match(r"(.*?[\s*])(\w+)\s*(?:\[(\w+)\])?$", first)
            base = found[1].replace("*", "").strip() if others else found[1]
            for text in [found[1] + found[2] + ("[%s]" % found[3] if found[3] else "")] + [
                    base + " " + other.strip() for other in others]:
                one = re.match(r"(.*?[\s*])(\w+)\s*(?:\[(\w+)\])?$", text)
                kind = self.type(one[1]) if not (one[3] and one[1].strip() == "char") else "c_char"
                kind = "c_int" if kind == "STATUS" else kind
                rows.append((one[2], "%s * %s" % (kind, one[3]) if one[3] else kind))
        return rows

    def python(self):
        """The declarations as a Python module."""
        out = ["# SPDX-License-Identifier: GPL-3.0-or-later",
               '"""Made by declare.py from the headers of version %s. Do not edit."""' %
               ".".join(map(str, self.version)),
               "from ctypes import (CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double,",
               "                    c_float, c_int, c_size_t, c_uint, c_uint32, c_uint64,",
               "                    c_void_p)", "", "VERSION = %r" % (self.version,),
               'STATUS = "status"  # a result that is raised unless it is 0', ""]
        for name, words in self.enums.items():
            out += ["# " + name, fill("(%s) = range(%d)" % (", ".join(words), len(words)), 1), ""]
        for name, types in self.callbacks.items():
            out.append("%s = CFUNCTYPE(%s)" % (name, ", ".join(types)))
        for name, rows in self.structs.items():
            members = ", ".join('("%s", %s)' % row for row in rows)
            out += ["", "", "class %s(Structure):" % name,
                    fill("    _fields_ = [%s]" % members, 16)]
        out += ["", "", "# name: (result, arguments ...)", "FUNCTIONS = {"]
        for name, types in self.functions.items():
            out.append(fill('    "%s": (%s,),' % (name, ", ".join(types)), 8))
        return "\n".join(out + ["}", ""])

    def check(self):
        """A C program that fails where the declarations of this package are not the compiler's."""
        import ctypes
        space = {}
        exec(self.python(), space)
        out = ["#include <stddef.h>", "#include <stdio.h>", "#include <clpwl_cl.h>",
               "/* Prototypes as they were read: the compiler compares them with the headers'. */",
               *(prototype.strip() for prototype in self.prototypes),
               "#define IS_REAL(x) _Generic((x), float: 1, double: 1, default: 0)",
               "static int failed;",
               "static void see(const char *what, long declared, long compiled)", "{",
               "    if (declared != compiled)",
               '        failed = printf("%s is %ld, declared as %ld\\n", what, compiled,',
               '                        declared);',
               "}", "int main(void)", "{"]
        for words in self.enums.values():
            out += ['    see("%s", %d, (long)%s);' % (w, space[w], w) for w in words]
        for name, rows in self.structs.items():
            struct = space[name]
            out.append('    see("sizeof %s", %d, (long)sizeof(%s));' %
                       (name, ctypes.sizeof(struct), name))
            for member, kind in rows:
                place = getattr(struct, member)
                out.append('    see("reality of %s.%s", %d, IS_REAL(((%s *)0)->%s));' %
                           (name, member, kind in ("c_float", "c_double"), name, member))
                out.append('    see("%s.%s", %d, (long)offsetof(%s, %s));' %
                           (name, member, place.offset, name, member))
                out.append('    see("sizeof %s.%s", %d, (long)sizeof(((%s *)0)->%s));' %
                           (name, member, place.size, name, member))
        return "\n".join(out + ["    return failed != 0;", "}", ""])


def main(arguments):
    if len(arguments) not in (1, 3) or (len(arguments) == 3 and arguments[0] != "--check"):
        raise SystemExit(__doc__)
    headers = Headers(arguments[-1])
    if len(arguments) == 3:
        with open(arguments[1], "w") as out:
            out.write(headers.check())
    sys.stdout.write(headers.python())


if __name__ == "__main__":
    main(sys.argv[1:])
