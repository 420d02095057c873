# SPDX-License-Identifier: GPL-3.0-or-later
"""`clpwl report FOLDER`, which is `python3 -m clpwl.report FOLDER`: the tables and figures of the paper by
Berjon et al. (2015), measured on this machine, as one page. numpy and matplotlib are needed.

errors, timings and applications are lists of sections. A section computes, and adds paragraphs, tables and
pictures to a Page. draw has the style of the pictures, run starts programs."""
import logging

logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it warns where it makes its cache of fonts
