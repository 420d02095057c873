/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlay, list of blobs, background, sheet. */
#include "run_pictures.h"
#include "message.h"
#include "overlay.h"

static int make_background(bgs_run *r, bgs_picture *out)
{
    int code = 0;
    BGS_TRY(bgs_picture_make(out, r->frame.width, r->frame.height, 3, "the background"));
    bgs_frame f = {out->width, out->height, out->data};
    BGS_TRY(bgs_model_background(r->model, &f));
done:
    return code;
}

static int make_overlay(bgs_run *r, bgs_picture *out)
{
    int code = 0;
    BGS_TRY(bgs_picture_make(out, r->frame.width, r->frame.height, 3, "an overlay"));
    bgs_overlay(out, r->frame.rgb, r->mask.data, r->truth.data);
done:
    return code;
}

static int make_grey(bgs_run *r, bgs_picture *out)
{
    int code = 0;
    BGS_TRY(bgs_picture_make(out, r->frame.width, r->frame.height, 1, "a posterior"));
    for (size_t i = 0; i < (size_t)out->width * (size_t)out->height; i++)
        out->data[i] = (unsigned char)(255 * r->posterior[i] + 0.5f);
done:
    return code;
}

static int write_sheet(bgs_run *r)
{
    int code = 0;
    bgs_picture background = {0}, posterior = {0}, overlay = {0}, sheet = {0};
    const bgs_picture input = {r->frame.width, r->frame.height, 3, r->frame.rgb};
    BGS_TRY(make_background(r, &background));
    BGS_TRY(make_grey(r, &posterior));
    BGS_TRY(make_overlay(r, &overlay));
    const bgs_picture panels[BGS_PANELS] = {input, background, posterior, r->mask, overlay,
                                            r->truth};
    BGS_TRY(bgs_sheet(&sheet, panels));
    BGS_TRY(bgs_picture_write(&sheet, r->o.sheet));
    r->sheet_done = 1;
done:
    bgs_picture_free(&background);
    bgs_picture_free(&posterior);
    bgs_picture_free(&overlay);
    bgs_picture_free(&sheet);
    return code;
}

static int list_blobs(bgs_run *r, long number)
{
    FILE *f = r->blob_file.f;
    for (size_t i = 0; i < r->blobs.count; i++) {
        const bgs_blob *b = &r->blobs.list[i];
        fprintf(f, "%ld,%ld,%d,%d,%d,%d,%ld,%.2f,%.2f\n", number, b->track, b->x, b->y, b->width,
                b->height, b->area, b->cx, b->cy);
    }
    return bgs_file_mark(&r->blob_file);
}

int bgs_run_open_pictures(bgs_run *r)
{
    int code = 0;
    if (r->o.background)
        BGS_TRY(bgs_picture_can_write(r->o.background));
    if (r->o.sheet)
        BGS_TRY(bgs_picture_can_write(r->o.sheet));
    BGS_TRY(bgs_sink_open(&r->overlays, r->o.overlay, 0));
    if (r->o.blobs) {
        BGS_TRY(bgs_file_open(&r->blob_file, r->o.blobs));
        fputs("frame,track,x,y,width,height,area,cx,cy\n", r->blob_file.f);
    }
done:
    return code;
}

int bgs_run_draw(bgs_run *r, long number)
{
    int code = 0;
    bgs_picture overlay = {0};
    if (r->o.overlay) {
        BGS_TRY(make_overlay(r, &overlay));
        BGS_TRY(bgs_sink_put(&r->overlays, number, &overlay));
    }
    if (r->o.blobs) {
        BGS_TRY(bgs_blobs_follow(&r->blobs));
        BGS_TRY(list_blobs(r, number));
    }
    if (r->o.sheet && number == r->o.sheet_frame)
        BGS_TRY(write_sheet(r));
done:
    bgs_picture_free(&overlay);
    return code;
}

int bgs_run_draw_last(bgs_run *r)
{
    int code = 0;
    bgs_picture background = {0};
    if (r->o.background) {
        BGS_TRY(make_background(r, &background));
        BGS_TRY(bgs_picture_write(&background, r->o.background));
    }
    if (r->o.sheet && r->o.sheet_frame < 0)
        BGS_TRY(write_sheet(r));
    BGS_CHECK(!r->o.sheet || r->sheet_done,
              "there is no frame %d for the sheet; there were %ld to %ld", r->o.sheet_frame,
              r->input.first, r->input.next - 1);
done:
    bgs_picture_free(&background);
    return code;
}

int bgs_run_close_pictures(bgs_run *r)
{
    int a = bgs_sink_close(&r->overlays), b = bgs_file_close(&r->blob_file);
    bgs_blobs_free(&r->blobs);
    return a ? a : b;
}
