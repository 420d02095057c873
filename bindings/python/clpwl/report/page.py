# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of the report: one HTML file that holds its pictures, and the files beside it."""
import base64
import html
import os
import re
from typing import Any, Dict, Iterable, List, Sequence, Tuple

from . import draw

CSS = """body{font:16px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222}
h1{line-height:1.2}h2{margin-top:2.5rem;line-height:1.25}a{color:#0057a8}
.wide,figure{overflow-x:auto;margin:0}
table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
td,th{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right;vertical-align:bottom}
td{white-space:nowrap}td:first-child,th:first-child,.facts td{text-align:left}
.facts td{white-space:normal;overflow-wrap:anywhere;vertical-align:top}
.facts td:first-child{overflow-wrap:normal}
.paper{color:#666;font-style:italic}.data{color:#555;font-size:14px;margin-bottom:.3rem;overflow-wrap:anywhere}
svg{width:100%;max-width:48rem;height:auto;min-width:24rem}
img{max-width:100%;height:auto}code{background:#f3f3f3;padding:0 .2em;overflow-wrap:anywhere}
ol,ul{padding-left:1.4rem}@media(max-width:40rem){td:first-child{white-space:normal}}"""
Row = Sequence[Any]


def plain(text: str) -> str:
    """Plain text as HTML. Bytes that are no UTF-8 and control characters are not shown."""
    known = re.sub("[\0-\37\177-\237]", " ", os.fsencode(text).decode("utf-8", "replace"))
    return html.escape(known).replace("&#x27;", "&#39;")


def cell(value: Any) -> str:
    """A number or a text for a reader; what is missing is a dash."""
    if isinstance(value, float):
        value = "%.4g" % value
    return "\u2013" if value == "nan" else str(value)


def save(path: str, data: bytes) -> None:
    """Writes a file that appears when it is complete."""
    part = "%s.%d.part" % (path, os.getpid())
    try:
        with open(part, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise


class Page:
    """Sections are kept or dropped as a whole: their files wait in `files` until then."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.contents: List[str] = []
        self.body: List[str] = []
        self.facts: List[str] = []
        self.files: Dict[str, bytes] = {}
        self.name = ""
        self.began = (0, 0)

    def begin(self, name: str, title: str) -> None:
        self.name = name
        self.contents.append("<li><a href='#%s'>%s</a>\n" % (name, plain(title)))
        self.body.append("<h2 id=%s>%s</h2>\n" % (name, plain(title)))
        self.began = len(self.body), len(self.facts)

    def keep(self) -> None:
        links = " ".join("<a href='%s'>%s</a>" % (name, name) for name in self.files)
        self.body.append("<p class=data>Files: %s</p>\n" % links)
        for name, data in self.files.items():
            save(os.path.join(self.folder, name), data)
        self.files = {}

    def drop(self, reason: str) -> None:
        del self.body[self.began[0]:], self.facts[self.began[1]:]
        self.files = {}
        self.body.append("<p>Left out: %s.</p>\n" % plain(reason))

    def paragraph(self, markup: str) -> None:
        self.body.append("<p>%s</p>\n" % markup)

    def fact(self, text: str) -> None:
        """A line of the summary."""
        self.facts.append("<li>%s\n" % plain(text))

    def data(self, heads: Row, rows: Iterable[Row], name: str = "") -> None:
        """NAME.tsv, of the section's name: plain numbers under a line of names."""
        lines = ["\t".join("%.9g" % c if isinstance(c, float) else str(c) for c in row) for row in rows]
        text = "\n".join(["\t".join(heads)] + lines) + "\n"
        self.files[(name or self.name) + ".tsv"] = text.encode()

    def table(self, caption: str, heads: Row, rows: Iterable[Row], paper: Iterable[Row] = ()) -> None:
        """Rows of cells; those of the paper follow, or stand among ours if they begin with "paper: "."""
        lines = ["<p class=data>%s</p>\n<div class=wide><table>\n<tr>" % plain(caption)]
        lines.append("".join("<th>" + plain(str(h)) for h in heads))
        for row in [*rows, *(["paper: " + r[0], *r[1:]] for r in paper)]:
            lines.append("\n<tr%s>" % (" class=paper" if str(row[0]).startswith("paper: ") else ""))
            lines += ["<td>" + plain(cell(c)) for c in row]
        self.body.append("".join(lines) + "\n</table></div>\n")

    def picture(self, figure: Any, caption: str, columns: int = 2) -> None:
        text = draw.svg(figure, self.name, plain(caption), columns)
        self.files[self.name + ".svg"] = ('<?xml version="1.0" encoding="utf-8"?>\n' + text).encode()
        self.body.append("<figure>%s</figure>\n<p class=data>%s</p>\n" % (text, plain(caption)))

    def image(self, path: str, caption: str) -> None:
        """Adds the PNG that a program drew."""
        with open(path, "rb") as file:
            self.files[self.name + ".png"] = data = file.read()
        self.body.append("<figure><img alt='%s' src='data:image/png;base64,%s'></figure>\n<p "
                         "class=data>%s</p>\n" %
                         (plain(caption), base64.b64encode(data).decode(), plain(caption)))

    def write(self, head: Sequence[Tuple[str, str]], about: str) -> None:
        rows = "".join("<tr><td>%s<td>%s\n" % (name, plain(text)) for name, text in head)
        summary = "<h2 id=summary>Summary</h2>\n<ul>\n%s</ul>\n" % "".join(self.facts) if self.facts else ""
        save(os.path.join(self.folder, "index.html"), (
            "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport "
            "content='width=device-width,initial-scale=1'><title>clpwl report</title><style>%s</style>\n"
            "<h1>Piecewise linear tables, measured</h1>\n<table class=facts>\n%s</table>\n<p>%s</p>\n%s"
            "<h2 id=contents>Contents</h2>\n<ol>\n%s</ol>\n%s</html>\n" %
            (CSS, rows, about, summary, "".join(self.contents), "".join(self.body))).encode())

    def sections_before(self) -> List[str]:
        """The names of the sections of the page that is there."""
        try:
            with open(os.path.join(self.folder, "index.html"), encoding="utf-8", errors="replace") as file:
                return re.findall(r"^<h2 id=(\w+)>", file.read(), re.M)
        except OSError:
            return []
