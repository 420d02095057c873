# SPDX-License-Identifier: GPL-3.0-or-later
"""One report: its options, its page, and the programs that measure for it."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any, Dict, List, NamedTuple, Optional

from .page import Page


class LeftOut(Exception):
    """A section that cannot be made here; the text is the reason."""


class Failure(LeftOut):
    """A program that failed. The report goes on, and ends with exit code 1."""


class Section(NamedTuple):
    """write(report) fills it. seconds are typical, on two cores of 2022."""

    name: str
    part: str
    title: str
    seconds: float
    write: Any


class Bar:
    """The section that runs and the time left, on a terminal."""

    def __init__(self, sections: List[Section]) -> None:
        self.on, self.began = sys.stderr.isatty(), time.monotonic()
        self.all, self.done, self.now, self.label = sum(s.seconds for s in sections), 0.0, 0.0, ""

    def begin(self, section: Section, number: int, count: int) -> None:
        self.done, self.now = self.done + self.now, section.seconds
        self.label = "%d of %d: %.28s" % (number, count, section.title)
        self.show(0)

    def show(self, share: float) -> None:
        part = (self.done + share * self.now) / self.all
        left = (time.monotonic() - self.began) * (1 / part - 1) if part > 0.01 else self.all
        if self.on:
            sys.stderr.write("\r%-38s [%-20s] %3.0f %%  %d:%02d left\033[K" % (
                self.label, "#" * int(20 * part), 100 * part, left // 60, left % 60))
            sys.stderr.flush()

    def end(self) -> None:
        if self.on:
            sys.stderr.write("\r\033[K")


class Report:
    def __init__(self, options: Any, sections: List[Section], device: Any, scratch: str) -> None:
        self.options, self.device, self.scratch = options, device, scratch
        self.page, self.bar = Page(options.folder), Bar(sections)
        self.kept: Dict[Any, Any] = {}

    def once(self, key: Any, make: Any) -> Any:
        """What several sections use is made once."""
        if key not in self.kept:
            self.kept[key] = make()
        return self.kept[key]

    def path(self, name: str) -> str:
        """A path in the folder that is removed at the end."""
        return os.path.join(self.scratch, name)

    def find(self, name: str) -> str:
        """clpwl-bgs is named by CLPWL_BGS, or stands beside clpwl, or in PATH."""
        variable = name.upper().replace("-", "_")
        named = self.options.clpwl if name == "clpwl" else os.environ.get(variable)
        if named and name != "clpwl" and not os.access(named, os.X_OK):
            raise LeftOut("%s names no program: '%s'" % (variable, named))
        if named:
            return named
        own = os.path.dirname(self.options.clpwl)
        # Installed; or in the build folder, where libtool may keep programs in a subfolder.
        places = own, own + "/../apps", own + "/../../apps", os.environ.get("PATH", "")
        found = shutil.which(name, path=os.pathsep.join(places))
        if not found:
            raise LeftOut("the program %s is neither beside clpwl nor in PATH" % name)
        return found

    def run(self, name: str, *arguments: Any, share: float = 0, to: float = 1) -> str:
        """What a program prints. It is this share of the section, of which nothing is known meanwhile."""
        if name != "clpwl" and self.device is None:
            raise LeftOut("there is no OpenCL device")
        command = [self.find(name), *map(str, arguments)]
        if self.options.device and arguments[0] != "scene":
            command += ["--device", self.options.device]
        typical, began = self.bar.now * (to - share), time.monotonic()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            try:
                child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            except OSError as error:
                raise Failure("cannot start %s: %s" % (name, error.strerror)) from None
            with child:
                try:
                    while child.poll() is None:
                        time.sleep(0.1)
                        seconds = time.monotonic() - began
                        self.bar.show(share + (to - share) * seconds / (seconds + typical + 1e-9))
                except BaseException:
                    child.kill()
                    raise
            for file in out, err:
                file.seek(0)
            text = out.read().decode("utf-8", "replace")
            last = err.read().decode("utf-8", "replace").strip().split("\n")[-1]
        if child.returncode:
            raise Failure("%s %s failed%s" % (name, arguments[0], ": " + last if last else ""))
        return text

    def rows(self, kept_as: str, name: str, *arguments: Any, **share: Any) -> List[Dict[str, str]]:
        """The rows that a program prints: a line of names, then lines of cells, apart by tabs; KEPT_AS.tsv
        has them."""
        text = self.run(name, *arguments, **share)
        lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
        if len(lines) < 2 or any(len(line) != len(lines[0]) for line in lines):
            raise Failure("%s %s printed no table" % (name, arguments[0]))
        self.page.data(lines[0], lines[1:], kept_as)
        return [dict(zip(lines[0], line)) for line in lines[1:]]

    def json(self, name: str, *arguments: Any, **share: Any) -> Any:
        try:
            return json.loads(self.run(name, *arguments, "--json", **share))
        except ValueError:
            raise Failure("%s %s printed no JSON" % (name, arguments[0])) from None


def pivot(rows: List[Dict[str, str]], corner: str, row: str, column: str, cells: Dict[str, str]) -> Any:
    """Heads and rows of a table: patterns name the row and the column of each line, `cells` the column's
    cells and where they come from."""
    heads: Dict[str, None] = {}
    found: Dict[str, Dict[str, str]] = {}
    try:
        for line in rows:
            at = found.setdefault(row.format_map(line), {})
            for suffix, source in cells.items():
                head = column.format_map(line) + suffix
                heads[head] = None
                at[head] = line[source]
    except KeyError as error:
        raise Failure("no column is named %s" % error) from None
    return [corner, *heads], [[name, *(at.get(h, "nan") for h in heads)] for name, at in found.items()]


def number(table: Any, row: str, column: str) -> float:
    """The cell of a pivot; NaN: there is none."""
    heads, rows = table
    cells: Optional[List[str]] = next((r for r in rows if r[0] == row), None)
    return float(cells[heads.index(column)]) if cells and column in heads else float("nan")
