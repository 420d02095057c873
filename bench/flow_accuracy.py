#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The methods of clpwl-flow and of OpenCV on pairs with truth, in one run.

    bench/flow_accuracy.py CLPWL_FLOW DIRECTORY [RUNS]

CLPWL_FLOW is the program; DIRECTORY holds NAME/frame10.png, frame11.png and flow10.flo for
each pair. The mean error (AEE, px) is over all pixels with a truth. Times are medians of RUNS
(default 5), in ms: of our engine on pairs that it has seen once, so that nothing compiles, and
of OpenCV's call on grey pictures. OpenCV's rows are printed where python3-opencv is installed.
"""

import json
import os
import statistics
import struct
import subprocess
import sys
import time

OWN = (("lk", []), ("lk --window gauss", ["--window", "gauss"]),
       ("lk --brightness off", ["--brightness", "off"]), ("ncc", ["--method", "ncc"]),
       ("ncc --stride 1", ["--method", "ncc", "--stride", "1"]))


def own(program, directory, pairs, runs):
    for name, options in OWN:
        row = []
        for pair in pairs:
            folder = f"{directory}/{pair}"
            seconds = []
            for _ in range(runs + 1):
                text = subprocess.run(
                    [program, f"{folder}/frame10.png", f"{folder}/frame11.png", "--truth",
                     f"{folder}/flow10.flo", "--json", *options],
                    check=True, capture_output=True, text=True).stdout
                report = json.loads(text)
                seconds.append(report["seconds"])
            row += [report["score"]["aee"], 1e3 * statistics.median(seconds[1:])]
        show(name, row)


def show(name, row):
    print(name, *(f"{value:.3f}" if i % 2 == 0 else f"{value:.0f}"
                  for i, value in enumerate(row)), f"{statistics.mean(row[::2]):.3f}", sep="\t")


def opencv(directory, pairs, runs):
    try:
        import cv2
        import numpy
    except ImportError:
        print("# python3-opencv is not installed: its rows are left out")
        return

    def dis(preset):
        method = cv2.DISOpticalFlow_create(preset)
        return lambda a, b: method.calc(a, b, None)

    methods = [
        ("OpenCV Farneback",
         lambda a, b: cv2.calcOpticalFlowFarneback(a, b, None, 0.5, 5, 15, 3, 5, 1.2, 0)),
        ("OpenCV DIS fast", dis(cv2.DISOPTICAL_FLOW_PRESET_FAST)),
        ("OpenCV DIS medium", dis(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM)),
        ("OpenCV dense PyrLK 21", lambda a, b: sparse(cv2, numpy, a, b)),
    ]
    if hasattr(cv2, "optflow"):
        tvl1 = cv2.optflow.DualTVL1OpticalFlow_create()
        methods.append(("OpenCV TV-L1", lambda a, b: tvl1.calc(a, b, None)))
    for name, method in methods:
        row = []
        for pair in pairs:
            first, second = (cv2.imread(f"{directory}/{pair}/frame1{i}.png", 0) for i in (0, 1))
            with open(f"{directory}/{pair}/flow10.flo", "rb") as f:
                width, height = struct.unpack("<fii", f.read(12))[1:]
                truth = numpy.frombuffer(f.read(), "<f4").reshape(height, width, 2)
            known = (abs(truth) < 1e9).all(axis=2)
            seconds = []
            for _ in range(runs):
                began = time.perf_counter()
                flow = method(first, second)
                seconds.append(time.perf_counter() - began)
            error = numpy.hypot(*numpy.moveaxis(flow - truth, 2, 0))[known]
            row += [error.mean(), 1e3 * statistics.median(seconds)]
        show(name, row)


def sparse(cv2, numpy, first, second):
    """Lucas and Kanade as OpenCV has it for points, at every pixel."""
    height, width = first.shape
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    points = numpy.stack((x, y), axis=2).reshape(-1, 1, 2)
    moved = cv2.calcOpticalFlowPyrLK(first, second, points, None, winSize=(21, 21), maxLevel=4)[0]
    return (moved - points).reshape(height, width, 2)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.strip())
    program, directory = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    pairs = sorted(name for name in os.listdir(directory)
                   if os.path.exists(f"{directory}/{name}/flow10.flo"))
    print("# method", *(f"{pair} AEE\t{pair} ms" for pair in pairs), "mean AEE", sep="\t")
    own(program, directory, pairs, runs)
    opencv(directory, pairs, runs)


main()
