#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The models of clpwl-bgs and of OpenCV on the Wallflower sequence WavingTrees.

    bench/bgs_accuracy.py CLPWL_BGS DIRECTORY

CLPWL_BGS is the program; DIRECTORY holds b00000.png ... b00247.png and
truth_00247.png. All frames are learned from, in order; the mask of frame 247 is scored
raw, after a median filter of 5 x 5 pixels, and as it is by default. OpenCV's rows (defaults; shadows are no foreground) are printed
where python3-opencv is installed. F is 2 hits / (2 hits + false + missed).
"""

import json
import subprocess
import sys

TRUTH = 247
MODELS = ("median", "average", "mog", "kde", "stkde")


def own(program, directory):
    for model in MODELS:
        for color in ("rgb", "chroma"):
            scores = []
            none = ["--field", "0"] if model.endswith("kde") else []
            for filters in (["--median", "0", *none], ["--median", "5", *none], []):
                arguments = [program, f"{directory}/b%05d.png", "--frames", str(TRUTH + 1),
                             "--truth", f"{directory}/truth_%05d.png", "--rule", "plain",
                             "--json", "--model", model, "--color", color, *filters]
                text = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
                scores.append(json.loads(text)["score"]["f"])
            print(f"{model}\t{color}\t{scores[0]:.4f}\t{scores[1]:.4f}\t{scores[2]:.4f}")


def opencv(directory):
    try:
        import cv2
    except ImportError:
        print("# python3-opencv is not installed: its rows are left out")
        return
    truth = cv2.imread(f"{directory}/truth_{TRUTH:05}.png", cv2.IMREAD_GRAYSCALE) > 127
    for name, model in (("OpenCV MOG2", cv2.createBackgroundSubtractorMOG2()),
                        ("OpenCV KNN", cv2.createBackgroundSubtractorKNN())):
        for t in range(TRUTH + 1):
            mask = model.apply(cv2.imread(f"{directory}/b{t:05}.png"))
        scores = []
        for on in (mask == 255, cv2.medianBlur((mask == 255).astype("uint8"), 5) == 1):
            hits, wrong = (on & truth).sum(), (on != truth).sum()
            scores.append(2 * hits / (2 * hits + wrong))
        print(f"{name}\trgb\t{scores[0]:.4f}\t{scores[1]:.4f}")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    print("# model\tcolour\tF\tfiltered\tdefault")
    own(sys.argv[1], sys.argv[2])
    opencv(sys.argv[2])


main()
