/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run reads and writes, as options. */
#include "run.h"

const bgs_run_options bgs_run_defaults = {
    .first = -1, .frames = -1, .sheet_frame = -1, .smallest = 1};

/* clang-format off */
#define AT(member) offsetof(bgs_run_options, member)
#define HEADING(text) {BGS_OPTION_HEADING, NULL, NULL, 0, 0, 0, NULL, text}
#define NAME(name, value, member, text) \
    {BGS_OPTION_TEXT, name, value, AT(member), 0, 0, NULL, text}
#define COUNT(name, member, least, text) \
    {BGS_OPTION_COUNT, name, "N", AT(member), least, 1000000000, NULL, text}
#define SWITCH(name, member, text) \
    {BGS_OPTION_SWITCH, name, NULL, AT(member), 0, 0, NULL, text}

const bgs_option bgs_run_rows[] = {
    HEADING("Input"),
    COUNT("first", first, -1, "number of the first frame; -1: the least there is, 0 for a stream"),
    COUNT("frames", frames, -1, "frames to read; -1: all"),
    NAME("roi", "FILE", roi, "picture of the frames' size; where it is 0 nothing is foreground"),
    NAME("truth", "NAMES", truth, "true masks, numbered as the frames; not all need one"),
    {BGS_OPTION_CHOICE, "rule", "WORD", AT(rule), 0, 0, bgs_rules, "how they are scored"},

    HEADING("Output: NAMES such as out%06d.png (.ppm, .pgm), or a stream NAME.y4m or -"),
    NAME("masks", "NAMES", masks, "foreground 255, background 0"),
    NAME("posterior", "NAMES", posterior, "p(background); .pfm too"),
    NAME("background", "FILE", background, "the background after the last frame"),
    NAME("overlay", "NAMES", overlay,
         "frames with the mask's contour; where there is a truth, hits green, false alarms "
         "red, misses blue"),
    NAME("blobs", "FILE", blobs, "boxes of the blobs and their tracks, as CSV; - too"),
    COUNT("smallest", smallest, 1, "blobs of fewer pixels are taken from the mask, px"),
    NAME("sheet", "FILE", sheet,
         "six panels: input, background, posterior, mask, overlay, truth"),
    COUNT("sheet-frame", sheet_frame, -1, "of this frame; -1: of the last"),
    SWITCH("json", json, "the report as JSON on standard output"),
    SWITCH("quiet", quiet, "no progress, no report"),

    HEADING("Model in files, and device"),
    NAME("load-model", "FILE", load, "go on with what was learned before"),
    NAME("save-model", "FILE", save, "keep what was learned after the last frame"),
    BGS_OPTION_DEVICE(AT(device)),
    BGS_OPTION_HELP(AT(help)),
    SWITCH("version", version, "the version"),
    BGS_OPTIONS_END,
};
