/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/draw.h"
#include "common/message.h"
#include "overlay.h"
#include "run.h"

static int make_background(bgs_run *r, app_picture *out)
{
    int code = 0;
    TRY(app_picture_make(out, r->frame.width, r->frame.height, 3, "the background"));
    TRY(bgs_model_background(r->model, out));
done:
    return code;
}

static int make_overlay(bgs_run *r, app_picture *out)
{
    int code = 0;
    TRY(app_picture_make(out, r->frame.width, r->frame.height, 3, "an overlay"));
    bgs_overlay(out, r->frame.data, r->mask.data, r->truth.data);
done:
    return code;
}

static int write_sheet(bgs_run *r)
{
    int code = 0;
    app_picture background = {0}, posterior = {0}, overlay = {0}, sheet = {0};
    TRY(make_background(r, &background));
    TRY(app_picture_from_floats(&posterior, r->posterior, r->frame.width, r->frame.height));
    TRY(make_overlay(r, &overlay));
    const app_panel panels[] = {{"INPUT", r->frame},    {"BACKGROUND", background},
                                {"POSTERIOR", posterior}, {"MASK", r->mask},
                                {"OVERLAY", overlay},   {"TRUTH", r->truth}};
    TRY(app_draw_sheet(&sheet, panels, r->truth.data ? 6 : 5, 3));
    TRY(app_picture_write(&sheet, r->o.sheet));
    r->sheet_done = 1;
done:
    app_picture_free(&background);
    app_picture_free(&posterior);
    app_picture_free(&overlay);
    app_picture_free(&sheet);
    return code;
}

static int list_blobs(bgs_run *r, long number)
{
    FILE *f = r->blob_file.file;
    for (size_t i = 0; i < r->blobs.count; i++) {
        const app_blob *b = &r->blobs.list[i];
        fprintf(f, "%ld,%ld,%d,%d,%d,%d,%ld,%.2f,%.2f\n", number, b->track, b->x, b->y, b->width,
                b->height, b->area, b->cx, b->cy);
    }
    return app_output_mark(&r->blob_file);
}

int bgs_run_open_pictures(bgs_run *r)
{
    int code = 0;
    if (r->o.background)
        TRY(app_picture_can_write(r->o.background));
    if (r->o.sheet)
        TRY(app_picture_can_write(r->o.sheet));
    TRY(app_sink_open(&r->overlays, r->o.overlay, 0));
    if (r->o.blobs) {
        TRY(app_output_open(&r->blob_file, r->o.blobs));
        fputs("frame,track,x,y,width,height,area,cx,cy\n", r->blob_file.file);
    }
done:
    return code;
}

int bgs_run_draw(bgs_run *r, long number)
{
    int code = 0;
    app_picture overlay = {0};
    if (r->o.overlay) {
        TRY(make_overlay(r, &overlay));
        TRY(app_sink_put(&r->overlays, number, &overlay));
    }
    if (r->o.blobs) {
        TRY(app_blobs_follow(&r->blobs));
        TRY(list_blobs(r, number));
    }
    if (r->o.sheet && number == r->o.sheet_frame)
        TRY(write_sheet(r));
done:
    app_picture_free(&overlay);
    return code;
}

int bgs_run_draw_last(bgs_run *r)
{
    int code = 0;
    app_picture background = {0};
    if (r->o.background) {
        TRY(make_background(r, &background));
        TRY(app_picture_write(&background, r->o.background));
    }
    if (r->o.sheet && r->o.sheet_frame < 0)
        TRY(write_sheet(r));
    CHECK(!r->o.sheet || r->sheet_done,
          "there is no frame %d for the sheet; there were %ld to %ld", r->o.sheet_frame,
          r->input.first, r->input.next - 1);
done:
    app_picture_free(&background);
    return code;
}

int bgs_run_close_pictures(bgs_run *r)
{
    int a = app_sink_close(&r->overlays), b = app_output_close(&r->blob_file);
    app_blobs_free(&r->blobs);
    return a ? a : b;
}
