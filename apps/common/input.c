/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/input.h"
#include <errno.h>
#include <string.h>
#include "common/message.h"

static int open_stream(app_input *in, long first)
{
    int code = 0;
    int is_stdin = strcmp(in->name, "-") == 0;
    in->f = is_stdin ? stdin : fopen(in->name, "rb");
    CHECK(in->f, "cannot read '%s': %s", in->name, strerror(errno));
    TRY(app_output_protect(is_stdin ? "/dev/stdin" : in->name));
    in->next = in->first = first < 0 ? 0 : first;
    TRY(app_y4m_open(&in->y4m, in->f, is_stdin ? "standard input" : in->name));
    in->most = app_y4m_frames_most(&in->y4m);
done:
    return code;
}

static int open_pictures(app_input *in, long first)
{
    int code = 0;
    TRY(app_pattern_parse(&in->pattern, in->name));
    TRY(app_pattern_protect(&in->pattern));
    CHECK(app_pattern_range(&in->pattern, &in->next, &in->last) > 0,
          "there are no pictures '%s'", in->name);
    CHECK(first <= in->last, "'%s': there is no frame %ld; there are %ld to %ld", in->name,
          first, in->next, in->last);
    if (first >= 0)
        in->next = first;
    in->first = in->next;
    in->most = in->last - in->first + 1;
done:
    return code;
}

int app_input_open(app_input *out, const char *name, long first)
{
    *out = (app_input){.name = name};
    int code = strchr(name, '%') ? open_pictures(out, first) : open_stream(out, first);
    if (code)
        app_input_close(out);
    return code;
}

void app_input_close(app_input *in)
{
    app_y4m_close(&in->y4m);
    if (in->f && in->f != stdin)
        fclose(in->f);
    *in = (app_input){0};
}

static int next_picture(app_input *in, app_picture *frame, int *more)
{
    int code = 0;
    char name[APP_NAME];
    app_picture p = {0};
    if (in->next > in->last)
        return 0;
    app_pattern_name(&in->pattern, in->next, name);
    TRY((in->wide ? app_picture_read_wide : app_picture_read)(&p, name, 3));
    CHECK(!frame->data || (p.width == frame->width && p.height == frame->height),
          "'%s' has %d x %d pixels; the pictures before it have %d x %d", name, p.width,
          p.height, frame->width, frame->height);
    free(frame->data);
    *frame = p;
    p.data = NULL;
    *more = 1;
done:
    app_picture_free(&p);
    return code;
}

static int next_of_stream(app_input *in, app_picture *frame, int *more)
{
    int code = 0;
    frame->width = in->y4m.width;
    frame->height = in->y4m.height;
    frame->channels = 3;
    TRY(app_y4m_read(&in->y4m, &frame->data, in->next, more));
done:
    return code;
}

int app_input_next(app_input *in, app_picture *frame, int *more)
{
    *more = 0;
    int code = in->f ? next_of_stream(in, frame, more) : next_picture(in, frame, more);
    if (code == 0 && *more)
        in->next++;
    return code;
}
