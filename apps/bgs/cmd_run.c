/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs: frames in, masks and pictures out. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "clock.h"
#include "command.h"
#include "message.h"
#include "run.h"
#include "run_pictures.h"

static int start(bgs_run *r)
{
    int code = 0;
    clpwl_context_options wish = CLPWL_CONTEXT_INIT;
    const size_t pixels = (size_t)r->frame.width * (size_t)r->frame.height;
    wish.device = r->o.device;
    BGS_CHECK(!r->roi.data || (r->roi.width == r->frame.width && r->roi.height == r->frame.height),
              "the ROI '%s' has %d x %d pixels, the frames have %d x %d", r->o.roi, r->roi.width,
              r->roi.height, r->frame.width, r->frame.height);
    BGS_TRY_LIB(clpwl_context_create(&r->context, &wish));
    BGS_TRY(bgs_model_create(&r->model, &r->model_options, r->frame.width, r->frame.height,
                             r->context));
    if (r->o.load)
        BGS_TRY(bgs_model_load(r->model, r->o.load));
    BGS_TRY(bgs_picture_make(&r->mask, r->frame.width, r->frame.height, 1, "a mask"));
    r->posterior = malloc(pixels * sizeof *r->posterior);
    BGS_CHECK(r->posterior, "out of memory: a posterior of %zu pixels", pixels);
    r->began = bgs_clock();
done:
    return code;
}

/* A frame without a truth is not scored. */
static int read_truth(bgs_run *r, long number)
{
    int code = 0;
    char name[BGS_NAME];
    bgs_picture_free(&r->truth);
    if (!r->o.truth)
        return 0;
    bgs_pattern_name(&r->truth_names, number, name);
    if (access(name, F_OK) != 0)
        return 0;
    BGS_TRY(bgs_picture_read(&r->truth, name, 1));
    BGS_CHECK(r->truth.width == r->frame.width && r->truth.height == r->frame.height,
              "the truth '%s' has %d x %d pixels, the frames have %d x %d", name, r->truth.width,
              r->truth.height, r->frame.width, r->frame.height);
    bgs_score_add(&r->score, (bgs_rule)r->o.rule, r->mask.data, r->truth.data, r->roi.data,
                  (size_t)r->mask.width * (size_t)r->mask.height);
done:
    return code;
}

static int do_frame(bgs_run *r, long number)
{
    int code = 0;
    const size_t pixels = (size_t)r->frame.width * (size_t)r->frame.height;
    if (!r->model)
        BGS_TRY(start(r));
    bgs_mask mask = {r->frame.width, r->frame.height, r->mask.data, r->posterior};
    BGS_TRY(bgs_model_push(r->model, &r->frame, &mask));
    for (size_t i = 0; i < pixels && r->roi.data; i++)
        r->mask.data[i] = r->roi.data[i] ? r->mask.data[i] : 0;
    if (r->o.blobs || r->o.smallest > 1)
        BGS_TRY(bgs_blobs_find(&r->blobs, r->mask.data, r->mask.width, r->mask.height,
                               r->o.smallest));
    BGS_TRY(read_truth(r, number));
    BGS_TRY(bgs_sink_put(&r->masks, number, &r->mask));
    BGS_TRY(bgs_sink_put_float(&r->posteriors, number, r->posterior, r->frame.width,
                               r->frame.height));
    BGS_TRY(bgs_run_draw(r, number));
    r->done++;
    bgs_progress(r, 0);
done:
    return code;
}

static int do_frames(bgs_run *r)
{
    int code = 0, more = 0;
    while (!bgs_signal() && (r->o.frames < 0 || r->done < r->o.frames)) {
        BGS_TRY(bgs_input_next(&r->input, &r->frame, &more));
        if (!more)
            break;
        BGS_TRY(do_frame(r, r->input.next - 1));
    }
done:
    bgs_progress(r, 1);
    return code;
}

static int open_all(bgs_run *r, const char *input)
{
    int code = 0;
    if (r->o.truth)
        BGS_TRY(bgs_pattern_parse(&r->truth_names, r->o.truth));
    if (r->o.roi)
        BGS_TRY(bgs_picture_read(&r->roi, r->o.roi, 1));
    BGS_TRY(bgs_input_open(&r->input, input, r->o.first));
    BGS_TRY(bgs_sink_open(&r->masks, r->o.masks, 0));
    BGS_TRY(bgs_sink_open(&r->posteriors, r->o.posterior, 1));
    BGS_TRY(bgs_run_open_pictures(r));
done:
    return code;
}

/* What was finished is kept, whatever ended the run. */
static int close_all(bgs_run *r)
{
    int a = bgs_sink_close(&r->masks), b = bgs_sink_close(&r->posteriors);
    int c = bgs_run_close_pictures(r);
    bgs_model_free(r->model);
    clpwl_context_free(r->context);
    bgs_input_close(&r->input);
    bgs_picture_free(&r->mask);
    bgs_picture_free(&r->roi);
    bgs_picture_free(&r->truth);
    free(r->frame.rgb);
    free(r->posterior);
    return a ? a : b ? b : c;
}

/* What is done once, after the last frame. */
static int finish(bgs_run *r, const char *input)
{
    int code = bgs_run_draw_last(r);
    if (code == 0 && r->o.save)
        code = bgs_model_save(r->model, r->o.save);
    if (code == 0 && r->done == 1 && !r->o.load)
        bgs_note("'%s' has one frame only: all of it is background", input);
    if (code == 0 && r->o.truth && r->score.frames == 0)
        code = bgs_fail("there is no truth '%s' for frames %ld to %ld", r->o.truth,
                        r->input.first, r->input.next - 1);
    if (code == 0)
        bgs_report(r);
    return code;
}

static int run(bgs_run *r, const char *input)
{
    int code = 0, last;
    BGS_TRY(open_all(r, input));
    bgs_watch_signals();
    code = do_frames(r);
    if (r->done == 0) {
        code = code           ? code
               : bgs_signal() ? bgs_fail("ended by signal %d before the first frame", bgs_signal())
                              : bgs_fail("'%s' has no frames", input);
        goto done;
    }
    last = code ? bgs_run_draw_last(r) : finish(r, input);
    code = code ? code : last;
    if (code == 0 && bgs_signal())
        code = bgs_fail("ended by signal %d after %ld frame%s; what was finished is kept",
                        bgs_signal(), r->done, r->done == 1 ? "" : "s");
done:
    last = close_all(r);
    return code ? code : last;
}

static int help(bgs_option_group *groups)
{
    printf("usage: clpwl-bgs [OPTION]... INPUT\n"
           "       clpwl-bgs score [OPTION]... MASKS TRUTH\n"
           "       clpwl-bgs scene [OPTION]... FOLDER\n"
           "       clpwl-bgs bench [OPTION]... [WIDTHxHEIGHT]...\n"
           "       clpwl-bgs compare [OPTION]... [INPUT]\n\n"
           "Finds what moves. INPUT is a y4m stream, '-' for standard input, or numbered\n"
           "pictures such as in%%06d.png; ffmpeg makes a stream of any clip:\n"
           "  ffmpeg -i clip.mp4 -f yuv4mpegpipe - | clpwl-bgs --masks mask%%06d.png -\n");
    bgs_options_print(groups, 2);
    return 0;
}

static int streams_on_stdout(const bgs_run_options *o)
{
    const char *names[] = {o->masks, o->posterior, o->overlay, o->blobs};
    int count = o->json;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        count += names[i] && strcmp(names[i], "-") == 0;
    return count;
}

/* What is read must not be written over, nor a file be written twice. */
static int names_differ(const bgs_run_options *o, const char *input)
{
    enum { READ = 3 };
    const char *names[] = {input,      o->truth, o->roi,        o->masks, o->posterior,
                           o->overlay, o->blobs, o->background, o->sheet, o->save};
    for (size_t i = READ; i < sizeof names / sizeof *names; i++)
        for (size_t j = 0; names[i] && strcmp(names[i], "-") != 0 && j < i; j++)
            if (names[j] && strcmp(names[i], names[j]) == 0)
                return bgs_usage("'%s' would be written %s", names[i],
                                 j < READ ? "over what is read from there" : "twice");
    return 0;
}

int bgs_run_command(int argc, char **argv)
{
    int code = 0, operands = 0;
    bgs_run r = {.o = bgs_run_defaults, .model_options = bgs_defaults};
    bgs_option_group groups[] = {{bgs_run_rows, &r.o}, {bgs_model_options, &r.model_options}};
    BGS_TRY(bgs_options_parse(argc, argv, groups, 2, &operands));
    if (r.o.help)
        return help(groups);
    if (r.o.version) {
        puts("clpwl-bgs " PACKAGE_VERSION);
        goto done;
    }
    if (operands != 1)
        return bgs_usage("one INPUT is needed, not %d", operands);
    if (r.o.frames == 0)
        return bgs_usage("--frames is 0; it must be -1, for all, or at least 1");
    BGS_TRY(names_differ(&r.o, argv[1]));
    if (streams_on_stdout(&r.o) > 1)
        return bgs_usage("standard output takes one of --masks, --posterior, --overlay, --blobs "
                         "and --json");
    if (streams_on_stdout(&r.o) && !r.o.json)
        r.o.quiet = 1;
    BGS_TRY(run(&r, argv[1]));
done:
    return code;
}
