/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Video from a y4m stream or from numbered pictures. */
#include "input.h"
#include <errno.h>
#include <string.h>
#include "message.h"

static int open_stream(bgs_input *in, long first)
{
    int code = 0;
    int is_stdin = strcmp(in->name, "-") == 0;
    in->f = is_stdin ? stdin : fopen(in->name, "rb");
    BGS_CHECK(in->f, "cannot read '%s': %s", in->name, strerror(errno));
    in->next = in->first = first < 0 ? 0 : first;
    BGS_TRY(bgs_y4m_open(&in->y4m, in->f, is_stdin ? "standard input" : in->name));
done:
    return code;
}

static int open_pictures(bgs_input *in, long first)
{
    int code = 0;
    BGS_TRY(bgs_pattern_parse(&in->pattern, in->name));
    BGS_CHECK(bgs_pattern_range(&in->pattern, &in->next, &in->last) > 0,
              "there are no pictures '%s'", in->name);
    BGS_CHECK(first <= in->last, "'%s': there is no frame %ld; there are %ld to %ld", in->name,
              first, in->next, in->last);
    if (first >= 0)
        in->next = first;
    in->first = in->next;
done:
    return code;
}

int bgs_input_open(bgs_input *out, const char *name, long first)
{
    *out = (bgs_input){.name = name};
    int code = strchr(name, '%') ? open_pictures(out, first) : open_stream(out, first);
    if (code)
        bgs_input_close(out);
    return code;
}

void bgs_input_close(bgs_input *in)
{
    bgs_y4m_close(&in->y4m);
    if (in->f && in->f != stdin)
        fclose(in->f);
    *in = (bgs_input){0};
}

static int next_picture(bgs_input *in, bgs_frame *frame, int *more)
{
    int code = 0;
    char name[BGS_NAME];
    bgs_picture p = {0};
    if (in->next > in->last)
        return 0;
    bgs_pattern_name(&in->pattern, in->next, name);
    BGS_TRY(bgs_picture_read(&p, name, 3));
    BGS_CHECK(!frame->rgb || (p.width == frame->width && p.height == frame->height),
              "'%s' has %d x %d pixels, the pictures before it had %d x %d", name, p.width,
              p.height, frame->width, frame->height);
    free(frame->rgb);
    *frame = (bgs_frame){p.width, p.height, p.data};
    p.data = NULL;
    *more = 1;
done:
    bgs_picture_free(&p);
    return code;
}

static int next_of_stream(bgs_input *in, bgs_frame *frame, int *more)
{
    int code = 0;
    frame->width = in->y4m.width;
    frame->height = in->y4m.height;
    BGS_TRY(bgs_y4m_read(&in->y4m, &frame->rgb, in->next, more));
done:
    return code;
}

int bgs_input_next(bgs_input *in, bgs_frame *frame, int *more)
{
    *more = 0;
    int code = in->f ? next_of_stream(in, frame, more) : next_picture(in, frame, more);
    if (code == 0 && *more)
        in->next++;
    return code;
}
