#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""F of clpwl-bgs on scenes of many kinds.

    bench/bgs_scenes.py CLPWL_BGS DATA FOLDER [OPTION ...]

CLPWL_BGS is the program; DATA holds waving-trees/ and flow/ (see bench/bgs_accuracy.py, and
Middlebury's optical flow). The scenes are made in FOLDER where it has none: seven by `clpwl-bgs scene`,
and others from real pictures: objects cut from Middlebury's frames move over WavingTrees' empty
frames, over a picture that shakes, in light that steps, fades or jumps. The options go to
clpwl-bgs. It wants python3-opencv.
"""

import json
import os
import subprocess
import sys
import zlib

import cv2
import numpy

W, H = 160, 120
GENERATED = {
    "default": [], "noise 6": ["--noise", "6", "--sway", "2", "--seed", "3"],
    "drift": ["--drift", "0.2", "--seed", "4"],
    "camouflage .9": ["--camouflage", "0.9", "--seed", "5"],
    "camouflage .8": ["--camouflage", "0.8", "--seed", "6"],
    "noise 10": ["--noise", "10", "--seed", "7"],
    "sway 3": ["--sway", "3", "--seed", "8", "--camouflage", "0.5"],
}


class Thing:
    """A blob with the texture of a picture."""

    def __init__(self, seed, size, start, place, speed, picture):
        random = numpy.random.default_rng(seed)
        self.size, self.start, self.place, self.speed = size, start, place, speed
        h, w = size
        rough = cv2.GaussianBlur(random.normal(size=size).astype(numpy.float32), (0, 0), min(h, w) / 5)
        y, x = numpy.mgrid[:h, :w]
        round_ = 1 - ((x - w / 2 + .5) / (w / 2)) ** 2 - ((y - h / 2 + .5) / (h / 2)) ** 2
        self.shape = round_ + .25 * rough / rough.std() > .1
        y, x = (random.integers(0, n - m) for n, m in zip(picture.shape, size))
        self.texture = picture[y:y + h, x:x + w]

    def draw(self, frame, truth, t, share, shadow):
        age = t - self.start
        if age < 0:
            return
        h, w = self.size
        left = int((self.place[0] + self.speed * age) % (W + 2 * w)) - w
        top = int(self.place[1] + 6 * numpy.sin(age / 9))
        y, x = numpy.nonzero(self.shape)
        if shadow:
            dark = numpy.zeros((H, W), numpy.float32)
            v, u = top + h - (h - y) // 3, left + x + (h - y) // 2
            seen = (v >= 0) & (v < H) & (u >= 0) & (u < W)
            dark[v[seen], u[seen]] = 1
            frame *= (1 - .35 * cv2.GaussianBlur(dark, (5, 5), 1))[..., None]
        v, u = top + y, left + x
        seen = (v >= 0) & (v < H) & (u >= 0) & (u < W)
        y, x, v, u = y[seen], x[seen], v[seen], u[seen]
        frame[v, u] = share * frame[v, u] + (1 - share) * self.texture[y, x]
        truth[v, u] = 255


class Board:
    """A box of one colour that covers most of the picture."""

    def __init__(self, colour):
        self.colour = colour

    def draw(self, frame, truth, t, share, shadow):
        left = int(1.5 * (t - 125) - 150)
        a, b = max(left, 0), min(left + 150, W)
        if a < b:
            frame[10:118, a:b] = self.colour
            truth[10:118, a:b] = 255


def write(folder, back, frames, things, share=0, shadow=False, light=lambda t: 1, noise=0, jpeg=0):
    os.makedirs(folder)
    random = numpy.random.default_rng(zlib.crc32(os.path.basename(folder).encode()))
    for t in range(frames):
        frame, truth = back(t).copy(), numpy.zeros((H, W), numpy.uint8)
        for thing in things:
            thing.draw(frame, truth, t, share, shadow)
        frame = frame * light(t) + noise * random.normal(size=frame.shape)
        frame = numpy.clip(numpy.rint(frame), 0, 255).astype(numpy.uint8)
        if jpeg:
            frame = cv2.imdecode(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, jpeg])[1], 1)
        cv2.imwrite(f"{folder}/in{t:06}.ppm", frame)
        cv2.imwrite(f"{folder}/truth{t:06}.pgm", truth)


def read(name):
    return cv2.imread(name).astype(numpy.float32)


def real_scenes(data):
    """Name: the arguments of write."""
    trees = [read(f"{data}/waving-trees/b{t:05}.png") for t in range(242)]
    whale, venus, grove = (read(f"{data}/flow/{n}/frame10.png") for n in ("RubberWhale", "Venus", "Grove2"))
    still = .7 * cv2.resize(venus, (W, H), interpolation=cv2.INTER_AREA)
    wide = cv2.resize(grove, (W + 12, H + 12), interpolation=cv2.INTER_AREA)
    shifts = numpy.random.default_rng(5).normal(size=(300, 2)) * .5
    steps = numpy.clip(numpy.cumsum(numpy.random.default_rng(9).choice([0] * 12 + [.03, -.03, .05, -.05], 300)),
                       -.3, .3)
    wall = numpy.float32([150, 155, 160]) + numpy.linspace(-8, 8, W, dtype=numpy.float32)[None, :, None]
    wall = numpy.repeat(wall, H, 0)

    def things(seed, other=None):
        if other is not None:
            return [Thing(seed, (44, 20), 125, (20, 30), 1.3, whale), other]
        return [Thing(seed, (44, 20), 125, (20, 30), 1.3, whale), Thing(seed + 1, (18, 26), 140, (90, 80), -2.1, venus),
                Thing(seed + 2, (12, 10), 130, (50, 15), .8, grove)]

    def shaken(t):
        move = numpy.float32([[1, 0, shifts[t, 0] - 6], [0, 1, shifts[t, 1] - 6]])
        return cv2.warpAffine(wide, move, (W, H))

    def partly(share):
        lit = (numpy.arange(W) < share * W)[None, :, None]
        return lambda t: still * numpy.where(lit, 1 + .2 * numpy.sin(2 * numpy.pi * t / 310), 1).astype(numpy.float32)

    def waving(t):
        return trees[t]

    small = Thing(52, (18, 26), 140, (90, 80), -2.1, venus)
    broad = Thing(62, (30, 26), 140, (90, 60), -2.1, grove)
    large = [Thing(71, (110, 95), 125, (20, 5), 1.7, whale)]
    return {
        "trees": (waving, 242, things(11)),
        "trees camouflage": (waving, 242, things(21), .6),
        "trees light": (waving, 242, things(31), 0, False, lambda t: 1 + .2 * numpy.sin(2 * numpy.pi * t / 200)),
        "trees shadow": (waving, 242, things(41), 0, True),
        "trees jpeg": (waving, 242, things(11), 0, False, lambda t: 1, 0, 30),
        "shake": (shaken, 260, things(51, small), 0, False, lambda t: 1, 2.5),
        "steps of light": (lambda t: still, 260, things(61, broad), 0, False, lambda t: 1 + steps[t], 3),
        "large": (lambda t: still, 260, large, 0, False, lambda t: 1, 3),
        "night": (lambda t: .35 * still + 8, 260, things(81, small), .5, False, lambda t: 1, 5),
        "board .9": (lambda t: wall, 260, [Board((135, 139.5, 144))], 0, False, lambda t: 1, 2),
        "board .7": (lambda t: wall, 260, [Board((105, 108, 112))], 0, False, lambda t: 1, 2),
        "light on .4": (partly(.4), 260, things(61, broad), 0, False, lambda t: 1, 3),
        "light on .6": (partly(.6), 260, things(61, broad), 0, False, lambda t: 1, 3),
        "switch": (lambda t: still * (.5 if 160 <= t < 200 else 1), 260, things(61, broad), 0, False, lambda t: 1, 3),
        "dusk": (lambda t: still * (1 - .5 * t / 260), 260, things(61, broad), 0, False, lambda t: 1, 2),
    }


def make(program, data, folder):
    for name, options in GENERATED.items():
        subprocess.run([program, "scene", f"{folder}/{name}", "--format", "pnm", *options], check=True,
                       stdout=subprocess.DEVNULL)
    for name, arguments in real_scenes(data).items():
        write(f"{folder}/{name}", *arguments)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.strip())
    program, data, folder = sys.argv[1:4]
    if not os.path.isdir(f"{folder}/default"):
        os.makedirs(folder, exist_ok=True)
        make(program, data, folder)
    inputs = {name: [f"{folder}/{name}/in%06d.ppm", "--truth", f"{folder}/{name}/truth%06d.pgm"]
              for name in sorted(os.listdir(folder))}
    trees = f"{data}/waving-trees"
    inputs["WavingTrees"] = [f"{trees}/b%05d.png", "--frames", "248", "--rule", "plain", "--truth",
                             f"{trees}/truth_%05d.png"]
    print("#", *sys.argv[4:])
    for name, arguments in inputs.items():
        text = subprocess.run([program, *arguments, "--json", *sys.argv[4:]], check=True, capture_output=True,
                              text=True).stdout
        print(f"{name}\t{json.loads(text)['score']['f']:.3f}", flush=True)


main()
