/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames to a stream or to numbered files. */
#include "sink.h"
#include <string.h>
#include "message.h"
#include "y4m.h"

int bgs_sink_open(bgs_sink *out, const char *name, int takes_float)
{
    int code = 0;
    *out = (bgs_sink){.name = name};
    if (!name)
        return 0;
    out->is_stream = strcmp(name, "-") == 0 || bgs_ends_in(name, ".y4m");
    out->is_float = takes_float && bgs_ends_in(name, ".pfm");
    if (out->is_stream)
        return bgs_file_open(&out->file, name);
    BGS_TRY(bgs_pattern_parse(&out->pattern, name));
    if (!out->is_float)
        BGS_TRY(bgs_picture_can_write(name));
done:
    return code;
}

int bgs_sink_put(bgs_sink *sink, long number, const bgs_picture *picture)
{
    char name[BGS_NAME];
    if (!sink->name)
        return 0;
    if (sink->is_stream)
        return bgs_y4m_write(&sink->file, picture, sink->frames++ == 0);
    bgs_pattern_name(&sink->pattern, number, name);
    return bgs_picture_write(picture, name);
}

/* 0...1; as grey where the name is not of a PFM. */
int bgs_sink_put_float(bgs_sink *sink, long number, const float *data, int width, int height)
{
    int code = 0;
    char name[BGS_NAME];
    bgs_picture grey = {0};
    if (!sink->name)
        return 0;
    if (sink->is_float) {
        bgs_pattern_name(&sink->pattern, number, name);
        return bgs_pfm_write(data, width, height, name);
    }
    BGS_TRY(bgs_picture_make(&grey, width, height, 1, sink->name));
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
        grey.data[i] = (unsigned char)(255 * data[i] + 0.5f);
    BGS_TRY(bgs_sink_put(sink, number, &grey));
done:
    bgs_picture_free(&grey);
    return code;
}

int bgs_sink_close(bgs_sink *sink)
{
    return sink->is_stream ? bgs_file_close(&sink->file) : 0;
}
