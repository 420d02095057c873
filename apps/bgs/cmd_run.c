/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs without a command: frames in, masks and pictures out. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "common/clock.h"
#include "common/device.h"
#include "common/differ.h"
#include "common/signals.h"
#include "run.h"

#define AT(member) offsetof(bgs_run_options, member)
#define INT(name, member, least, text) APP_INT(0, name, "N", member, least, 1000000000, text)
#define TEXT(name, value, member, text) APP_TEXT(0, name, value, member, text)

/* In the order of use; the models' follow. */
static const app_option most_used[] = {
    APP_HEADING("Most used. NAMES are such as out%06d.png (.ppm, .pgm), or a stream NAME.y4m or -"),
    TEXT("masks", "NAMES", masks, "foreground 255, background 0"),
    TEXT("overlay", "NAMES", overlay,
         "frames with the mask's contour; with a truth, hits are green, false alarms red, misses "
         "blue"),
    TEXT("blobs", "FILE", blobs, "boxes of the blobs and their tracks, as CSV; - too"),
    INT("smallest", smallest, 1, "removes smaller blobs from the mask, px"),
    TEXT("sheet", "FILE", sheet, "six panels: input, background, posterior, mask, overlay, truth"),
    TEXT("truth", "NAMES", truth, "true masks, numbered as the frames; some may be missing"),
    APP_OPTIONS_END,
};

static const app_option rows[] = {
    APP_HEADING("Input"),
    INT("first", first, -1, "number of the first frame; -1: the least that exists, 0 for a stream"),
    INT("frames", frames, -1, "frames to read; -1: all"),
    TEXT("roi", "FILE", roi, "picture of the frames' size; where it is 0 nothing is foreground"),
    APP_CHOICE(0, "rule", "WORD", rule, bgs_rules, "which pixels of the truth count, and as what"),

    APP_HEADING("More output"),
    TEXT("posterior", "NAMES", posterior, "p(background); .pfm too"),
    TEXT("background", "FILE", background, "the background after the last frame"),
    INT("sheet-frame", sheet_frame, -1, "frame of the sheet; -1: the last"),
    APP_SWITCH(0, "json", json, "prints the report as JSON on standard output"),
    APP_QUIET(quiet),

    APP_HEADING("Model in files, and device"),
    TEXT("load-model", "FILE", load, "begins with what an earlier run learned"),
    TEXT("save-model", "FILE", save, "saves what was learned after the last frame"),
    APP_DEVICE(device),
    APP_OPTIONS_END,
};

static volatile sig_atomic_t caught; /* the signal that ends the run, or 0 */

/* A signal ends the input, as a camera's stream has no other end. A second signal ends the
 * program, also while it waits for a frame. */
static void note_signal(int signal_number)
{
    caught = signal_number;
    signal(signal_number, SIG_DFL);
}

static void watch_signals(void)
{
    app_output_leave_signals();
    app_signals_catch(APP_SIGNALS_SENT, note_signal);
}

static int start(bgs_run *r)
{
    int code = 0;
    const size_t pixels = (size_t)r->frame.width * (size_t)r->frame.height;
    r->began = app_seconds();
    r->cpu_began = app_cpu_seconds();
    CHECK(!r->roi.data || (r->roi.width == r->frame.width && r->roi.height == r->frame.height),
          "the ROI '%s' has %d x %d pixels, the frames have %d x %d", r->o.roi, r->roi.width,
          r->roi.height, r->frame.width, r->frame.height);
    if (r->o.load)
        TRY(bgs_model_check_file(&r->o.model, r->frame.width, r->frame.height, r->o.load));
    TRY(app_context(&r->context, r->o.device));
    app_progress_compile(&r->progress, clpwl_context_info(r->context)->name);
    TRY(bgs_model_create(&r->model, &r->o.model, r->frame.width, r->frame.height,
                         r->context));
    if (r->o.load)
        TRY(bgs_model_load(r->model, r->o.load));
    TRY(app_picture_make(&r->mask, r->frame.width, r->frame.height, 1, "a mask"));
    r->posterior = malloc(pixels * sizeof *r->posterior);
    CHECK(r->posterior, "out of memory: a posterior of %zu pixels", pixels);
done:
    return code;
}

/* A frame without a truth is not scored. */
static int score_frame(bgs_run *r, long number)
{
    int code = 0;
    if (!r->o.truth)
        return 0;
    TRY(bgs_truth_read(&r->truth, &r->truth_names, number, &r->frame));
    if (r->truth.data)
        bgs_score_add(&r->score, (bgs_rule)r->o.rule, r->mask.data, r->truth.data, r->roi.data,
                      (size_t)r->mask.width * (size_t)r->mask.height);
done:
    return code;
}

static int process_frame(bgs_run *r, long number)
{
    int code = 0;
    const size_t pixels = (size_t)r->frame.width * (size_t)r->frame.height;
    if (!r->model)
        TRY(start(r));
    bgs_mask mask = {r->frame.width, r->frame.height, r->mask.data, r->posterior};
    TRY(bgs_model_push(r->model, &r->frame, &mask));
    for (size_t i = 0; i < pixels && r->roi.data; i++)
        r->mask.data[i] = r->roi.data[i] ? r->mask.data[i] : 0;
    if (r->o.blobs || r->o.smallest > 1)
        TRY(app_blobs_find(&r->blobs, r->mask.data, r->mask.width, r->mask.height,
                           r->o.smallest));
    TRY(score_frame(r, number));
    TRY(app_sink_put(&r->masks, number, &r->mask));
    TRY(app_sink_put_float(&r->posteriors, number, r->posterior, r->frame.width,
                           r->frame.height));
    TRY(bgs_run_draw(r, number));
    r->done++;
    if (r->done <= BGS_FIRST_FRAMES) {
        r->done_at_ready = r->done;
        r->at_ready = bgs_model_counters(r->model);
        r->ready = app_seconds();
    }
    app_progress_count(&r->progress, "frame", r->done, r->most, r->done_at_ready, r->ready);
done:
    return code;
}

static int process_frames(bgs_run *r)
{
    int code = 0, more = 0;
    app_progress_begin(&r->progress, "");
    r->progress.on = r->progress.on && !r->o.quiet;
    while (!caught && (r->o.frames < 0 || r->done < r->o.frames)) {
        TRY(app_input_next(&r->input, &r->frame, &more));
        if (!more)
            break;
        TRY(process_frame(r, r->input.next - 1));
        if (!caught) /* the first frame compiles kernels, and compilers install handlers */
            app_signals_catch(APP_SIGNALS_SENT, note_signal);
    }
done:
    app_progress_end(&r->progress);
    return code;
}

/* Refuses a sheet's frame that cannot come, before any work. */
static int check_sheet_frame(bgs_run *r)
{
    int code = 0;
    const long first = r->input.first, sheet = r->o.sheet_frame;
    r->most = r->input.most < 0 || (r->o.frames >= 0 && r->o.frames < r->input.most)
                  ? r->o.frames : r->input.most;
    if (!r->o.sheet || sheet < 0)
        goto done;
    CHECK(sheet >= first, "the frame %ld of the sheet comes before the first frame, %ld", sheet,
          first);
    CHECK(r->most < 0 || sheet < first + r->most,
          "there is no frame %ld for the sheet; there are %ld to %ld", sheet, first,
          first + r->most - 1);
done:
    return code;
}

static int open_all(bgs_run *r, const char *input)
{
    int code = 0;
    if (r->o.truth) {
        TRY(app_pattern_parse(&r->truth_names, r->o.truth));
        TRY(app_pattern_protect(&r->truth_names));
    }
    if (r->o.roi) {
        TRY(app_picture_read(&r->roi, r->o.roi, 1));
        TRY(app_output_protect(r->o.roi));
    }
    TRY(app_input_open(&r->input, input, r->o.first));
    TRY(check_sheet_frame(r));
    TRY(app_sink_open(&r->masks, r->o.masks, 0));
    TRY(app_sink_open(&r->posteriors, r->o.posterior, 1));
    TRY(bgs_run_open_pictures(r));
done:
    return code;
}

/* Outputs of the end are tried before the first frame. Only --save-model may replace the model that
 * was loaded. */
static int try_outputs(const bgs_run_options *o)
{
    int code = 0;
    const char *names[] = {o->blobs, o->sheet, o->background, o->save};
    for (int i = 0; i < 4; i++) {
        CHECK_USAGE(!names[i] || !strchr(names[i], '%'),
                    "'%s' is one file, not one a frame: its name must hold no %%", names[i]);
        if (i < 3)
            TRY(app_output_spares(names[i], o->load));
        TRY(app_output_try(names[i]));
    }
    if (o->load && !o->save)
        TRY(app_output_protect(o->load));
done:
    return code;
}

/* Finished outputs are kept, whatever ended the run. */
static int close_all(bgs_run *r)
{
    int a = app_sink_close(&r->masks), b = app_sink_close(&r->posteriors);
    int c = bgs_run_close_pictures(r);
    bgs_model_free(r->model);
    clpwl_context_free(r->context);
    app_input_close(&r->input);
    app_picture_free(&r->mask);
    app_picture_free(&r->roi);
    app_picture_free(&r->truth);
    app_picture_free(&r->frame);
    free(r->posterior);
    return a ? a : b ? b : c;
}

/* A user would take the mask of a model that has not learned for a result. */
static void note_short(const bgs_run *r, const char *input)
{
    const long learning = bgs_options_learning(&r->o.model);
    if (r->o.quiet)
        return;
    if (r->done == 1 && !r->o.load)
        app_note("'%s' has one frame only, which is all background", input);
    else if (bgs_model_counters(r->model).frames < learning)
        app_note("the model learns from %ld frames and had %ld: its masks are poor", learning,
                 bgs_model_counters(r->model).frames);
}

/* Parts on a conveyor are learned with the floor: whatever passes is found nowhere. */
static int note_passing(const bgs_run *r)
{
    static const double many = 0.05; /* a belt of parts .2; leaves of WavingTrees .001 */
    int code = 0;
    double share = 0;
    TRY(r->o.quiet ? 0 : bgs_model_two_modes(r->model, &share));
    if (share > many)
        app_note("%.0f %% of the pixels have two far values in turn, as beneath a conveyor, and the model "
                 "takes both for background",
                 100 * share);
done:
    return code;
}

/* After the last frame. */
static int finish(bgs_run *r, const char *input)
{
    int code = bgs_run_draw_last(r);
    if (code == 0 && r->o.save)
        code = bgs_model_save(r->model, r->o.save);
    if (code == 0 && r->o.truth && r->score.frames == 0)
        code = app_fail("there is no truth '%s' for frames %ld to %ld", r->o.truth,
                        r->input.first, r->input.next - 1);
    if (code == 0 && r->o.truth && !r->o.quiet)
        bgs_score_warn(&r->score);
    if (code == 0 && !caught)
        note_short(r, input);
    if (code == 0)
        code = note_passing(r);
    if (code == 0)
        bgs_run_report(r);
    return code;
}

static int process(bgs_run *r, const char *input)
{
    int code = 0, last;
    app_fail_once(); /* outputs of the end are tried whatever ended the run */
    TRY(open_all(r, input));
    TRY(try_outputs(&r->o));
    watch_signals();
    code = process_frames(r);
    if (r->done == 0) {
        code = code           ? code
               : caught ? app_fail("ended by signal %d before the first frame", caught)
                              : app_fail("'%s' has no frames", input);
        goto done;
    }
    last = code ? bgs_run_draw_last(r) : finish(r, input);
    code = code ? code : last;
    if (code == 0 && caught)
        code = app_fail("ended by signal %d after %ld frame%s; finished outputs are kept",
                        caught, r->done, app_s((unsigned long)r->done));
done:
    last = close_all(r);
    return code ? code : last;
}

static int streams_on_stdout(const bgs_run_options *o)
{
    const char *names[] = {o->masks, o->posterior, o->overlay, o->blobs};
    int count = o->json;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        count += names[i] && strcmp(names[i], "-") == 0;
    return count;
}

static int names_differ(const bgs_run_options *o, const char *input)
{
    const app_named_file files[] = {
        {"INPUT", input, 1},        {"--truth", o->truth, 1},
        {"--roi", o->roi, 1},       {"--masks", o->masks, 0},
        {"--overlay", o->overlay, 0}, {"--posterior", o->posterior, 0},
        {"--blobs", o->blobs, 0},   {"--background", o->background, 0},
        {"--sheet", o->sheet, 0},   {"--save-model", o->save, 0}};
    return app_files_differ(files, sizeof files / sizeof *files);
}

static void set_defaults(void *options)
{
    *(bgs_run_options *)options = (bgs_run_options){
        .first = -1, .frames = -1, .sheet_frame = -1, .smallest = 1, .model = bgs_defaults};
}

static int run(void *options, int count, char **inputs)
{
    int code = 0;
    bgs_run r = {.o = *(bgs_run_options *)options};
    TRY(count > 1 ? app_pattern_refuse_files(count, *inputs) : 0);
    CHECK_USAGE(r.o.frames != 0, "--frames is 0; it must be -1, for all, or at least 1");
    TRY(bgs_options_check(&r.o.model));
    CHECK_USAGE(r.o.sheet || !app_option_given(rows, "sheet-frame"), "--sheet-frame needs --sheet");
    CHECK_USAGE(r.o.truth || !app_option_given(rows, "rule"), "--rule needs --truth");
    TRY(names_differ(&r.o, *inputs));
    CHECK_USAGE(streams_on_stdout(&r.o) <= 1,
                "standard output takes one of --masks, --posterior, --overlay, --blobs and --json");
    if (streams_on_stdout(&r.o) && !r.o.json)
        r.o.quiet = 1;
    TRY(process(&r, *inputs));
done:
    return code;
}

const app_command bgs_run_command = {
    .synopsis = "INPUT [OPTION ...]",
    .text = "Finds what moves in a video. INPUT is a y4m stream, - for one on standard input, or "
            "numbered pictures such as in%06d.png (PNG, JPEG, BMP, PPM, PGM). Start here:\n"
            "  clpwl-bgs scene s                               makes a clip to try\n"
            "  clpwl-bgs s/in%06d.png --masks mask%06d.png     finds what moves\n"
            "  clpwl-bgs s/in%06d.png --model mog --sheet a.png     is faster; a picture\n"
            "ffmpeg makes a stream of any clip:\n"
            "  ffmpeg -i clip.mp4 -pix_fmt yuv420p -f yuv4mpegpipe - |\n"
            "  clpwl-bgs --masks mask%06d.png -\n",
    .least = 1,
    .most = INT_MAX,
    .rows = {{most_used, 0, 0},
             {bgs_choice_options, offsetof(bgs_run_options, model), 0},
             {rows, 0, 0},
             {bgs_model_options, offsetof(bgs_run_options, model), 0}},
    .size = sizeof(bgs_run_options),
    .set_defaults = set_defaults,
    .run = run,
};
