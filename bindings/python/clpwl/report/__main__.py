# SPDX-License-Identifier: GPL-3.0-or-later
"""python3 -m clpwl.report FOLDER: the command line, and the sections in order."""
import argparse
import os
import re
import signal
import sys
import tempfile
import time
from typing import Any, List, Optional, Tuple

from clpwl import ClpwlError, __version__
from clpwl._evaluator import open_context
from clpwl._library import decode, lib
from clpwl._words import plain
from clpwl.errors import NoDeviceError

from . import applications, errors, timings
from .run import Failure, LeftOut, Report, Section

SECTIONS = [*errors.FIGURES, *timings.FIGURES, *applications.FIGURES, *errors.LATER, *timings.TABLES,
            *applications.TABLES, *errors.OWN, *timings.OWN, *applications.OWN]
PARTS = list(dict.fromkeys(s.part for s in SECTIONS))
LOADED = 0.5  # the load of a machine at rest is less: it has programs that wait and look
ABOUT = """The method is from D. Berj&oacute;n, G. Gallego, C. Cuevas, F. Mor&aacute;n, N. Garc&iacute;a,
<i>Optimal Piecewise Linear Function Approximation for GPU-based Applications</i>, IEEE Trans. Cybernetics
2015. Sections with a number repeat the paper's figure or table of that number, on this machine and on scenes
of this library. The paper does not have the others. The paper's numbers are its measurements on an Intel Core
i7-2600K (one core) and an NVIDIA GTX 580."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        fail(message, 2)


def note(message: str) -> None:
    sys.stderr.write("clpwl report: %s\n" % plain(message))


def fail(message: str, code: int = 1) -> Any:
    note(message)
    sys.exit(code)


def options() -> Any:
    parser = Parser(prog="clpwl report", allow_abbrev=False)
    parser.add_argument("folder")
    parser.add_argument("--device")
    parser.add_argument("--values", type=int)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", metavar="PART", help="%s, or a section: %s" % (
        ", ".join(PARTS), ", ".join(s.name for s in SECTIONS)))
    parser.add_argument("--clpwl", default="clpwl", help="the program clpwl")
    return parser.parse_args()


def find_device(name: Optional[str]) -> Any:
    """What is known of the device; None: the host alone."""
    if (name or os.environ.get("CLPWL_DEVICE")) == "host":
        return None
    try:
        return lib.clpwl_context_info(open_context(name)._as_parameter_)[0]
    except NoDeviceError:
        if name:
            raise
        note("no OpenCL device: the host alone")
        return None


def processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            return re.findall(r"^model name\s*: (.*)", file.read(), re.M)[0]
    except (OSError, IndexError):
        return "unknown"


def head(o: Any, device: Any, load: float) -> List[Tuple[str, str]]:
    """What was measured, where, and when."""
    count = len(os.sched_getaffinity(0))
    rows = [("Device", "none: the host alone")] if device is None else [
        ("Device", decode(device.name)), ("Platform", decode(device.platform)),
        ("Driver", decode(device.driver))]
    shown = {"--device": o.device, "--values": o.values, "--runs": o.runs, "--only": o.only}
    given = [text for name, value in shown.items() if value is not None for text in (name, str(value))]
    return rows + [
        ("Host", processor()),
        ("Load", "%.2f when the report began, on %d processor%s%s" % (
            load, count, "s" * (count != 1),
            ": other programs ran, beside which times are longer" if load > LOADED else "")),
        ("Version", __version__), ("Date", time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())),
        ("Command", " ".join(["clpwl report", o.folder, *given]))]


def write_section(r: Report, s: Section) -> Optional[LeftOut]:
    """None, or why the section is left out."""
    r.page.begin(s.name, s.title)
    try:
        s.write(r)
        r.page.keep()
        return None
    except LeftOut as left:
        reason = left
    except (ClpwlError, ValueError, KeyError, ZeroDivisionError) as error:  # of output that is no number, say
        reason = Failure("%s: %s" % (type(error).__name__, error))
    r.page.drop(str(reason))
    return reason


def write_report(o: Any, load: float) -> int:
    asked = [s for s in SECTIONS if o.only in (None, s.name, s.part)]
    if not asked:
        fail("--only: there is no part '%s'; the parts are %s, and each figure or table by its name, such "
             "as fig07 or table1" % (o.only, ", ".join(PARTS)), 2)
    device = find_device(o.device)
    try:
        os.mkdir(o.folder)
    except FileExistsError:
        pass
    except OSError as error:
        fail("cannot make the folder '%s': %s" % (o.folder, error.strerror))
    left: List[LeftOut] = []
    with tempfile.TemporaryDirectory(prefix="clpwl-report-") as scratch:
        r = Report(o, asked, device, scratch)
        names = {s.name for s in SECTIONS if s not in asked}
        lost = [name for name in r.page.sections_before() if name in names]
        try:
            for i, s in enumerate(asked):
                r.bar.begin(s, i + 1, len(asked))
                reason = write_section(r, s)
                left += [reason] if reason else []
        finally:
            r.bar.end()
        if len(left) == len(asked):
            fail("nothing of this report can be made: %s" % left[-1])
        r.page.write(head(o, device, load), ABOUT)
    if lost:
        sys.stderr.write("clpwl report: %s/index.html has %s alone, and no more %s, whose files are still "
                         "there\n" %
                         (o.folder, o.only, " ".join(lost)))
    for reason in left:
        if isinstance(reason, Failure):
            note("left out: %s" % reason)
    print(os.path.join(o.folder, "index.html"))
    return int(any(isinstance(reason, Failure) for reason in left))


def main() -> None:
    load = os.getloadavg()[0]  # before it has this program's
    for number in signal.SIGTERM, signal.SIGHUP:  # the folder of the scenes is removed
        signal.signal(number, lambda n, _: sys.exit(128 + n))
    try:
        sys.exit(write_report(options(), load))
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except (OSError, ClpwlError) as error:
        fail(str(error))


if __name__ == "__main__":
    main()
