# SPDX-License-Identifier: GPL-3.0-or-later
"""What kernels look up in a table, by the words of their text."""
import re
from typing import Iterable, Tuple

_COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
_MACRO = re.compile(r"#[ \t]*define[ \t]+(\w+)")
_BEFORE_CALLS = {"return", "else", "do", "case"}  # another word before a name is its type


def _role(code: str, word: str) -> str:
    """What a word is in a text without comments: "own", a function or a macro that the text defines;
    "called"; "variable"; or "" where it is nothing of these."""
    if word in _MACRO.findall(code):
        return "own"
    code = _MACRO.sub("#", code)
    if (set(re.findall(r"(\w+)\s+%s\s*\(" % word, code)) - _BEFORE_CALLS or
            re.search(r"\b%s\s*\([^()]*\)\s*\{" % word, code)):
        return "own"
    if re.search(r"(?<![.>\w])%s\s*\(" % word, code):
        return "called"
    if (set(re.findall(r"(\w+)\s+%s\b" % word, code)) - _BEFORE_CALLS or
            re.search(r"\b%s[ \t]*[^\w\s(,)\\#]" % word, code)):
        return "variable"
    return ""


def quantity_of(source: str, name: str, tables: Iterable[str]) -> Tuple[str, str]:
    """What the kernels of a text look up in a table, and the lines before the text by which words of
    its own are not taken for look-ups. A table may be called NAME_slope. A word in a comment counts,
    as macros can put words together."""
    words = set(re.findall(r"\w+", source)) - set(tables)
    code = _COMMENT_OR_TEXT.sub(" ", source)
    quantity, lines = "value", ""
    for suffix, gives in (("slope", "derivative"), ("integral", "integral"), ("between", "integral")):
        word = "%s_%s" % (name, suffix)
        if word not in words:
            continue
        role = _role(code, word)
        if role == "own":
            lines += "#undef %s\n" % word
        elif role != "variable":
            quantity = gives
    return quantity, lines
