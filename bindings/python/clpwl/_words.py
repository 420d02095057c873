# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts: what kernels look up in a table, by the words of their text; names for people to read."""
import re
from typing import Any, Iterable, Tuple

import numpy as np

_COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
_MACRO = re.compile(r"#[ \t]*define[ \t]+(\w+)")
# What a terminal obeys or does not show, as in lib/base/status.c: control characters, marks that turn the
# direction of text, characters without a width.
_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e"
                     "\u2060-\u2064\u2066-\u2069\ufeff]")
_MOST_SHOWN = 240  # characters of a name; the commands show as many
_BEFORE_CALLS = {"return", "else", "do", "case"}  # another word before a name is its type


def plain(text: str) -> str:
    """A name for a terminal or a picture: the name may come from a stranger's table file."""
    if len(text) > _MOST_SHOWN:
        text = text[:_MOST_SHOWN - 3] + "..."
    return _OBEYED.sub(lambda found: " " if found.group() in "\t\n\v\f\r" else "?", text)


def shown(value: Any, most: int = 60) -> str:
    """A value in a message. numpy 2 writes its numbers as np.float64(1.0) and np.True_."""
    if isinstance(value, (list, tuple)):
        numbers = [v.item() if isinstance(v, np.generic) else v for v in value]
        value = tuple(numbers) if isinstance(value, tuple) else numbers
    elif isinstance(value, np.generic):
        value = value.item()
    return repr(value)[:most]


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
