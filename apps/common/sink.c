/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/sink.h"
#include <string.h>
#include "common/message.h"
#include "common/y4m.h"

int app_sink_open(app_sink *out, const char *name, int takes_float)
{
    int code = 0;
    *out = (app_sink){.name = name};
    if (!name)
        return 0;
    out->is_stream = strcmp(name, "-") == 0 || app_ends_in(name, ".y4m");
    out->is_float = takes_float && app_ends_in(name, ".pfm");
    if (out->is_stream)
        return app_output_open(&out->file, name);
    TRY(app_pattern_parse(&out->pattern, name));
    if (!out->is_float)
        TRY(app_picture_can_write(name));
done:
    return code;
}

int app_sink_put(app_sink *sink, long number, const app_picture *picture)
{
    char name[APP_NAME];
    if (!sink->name)
        return 0;
    if (sink->is_stream)
        return app_y4m_write(&sink->file, picture, sink->frames++ == 0);
    app_pattern_name(&sink->pattern, number, name);
    return app_picture_write(picture, name);
}

/* Values from 0 to 1. A name that is not of a PFM gets a grey picture. */
int app_sink_put_float(app_sink *sink, long number, const float *data, int width, int height)
{
    int code = 0;
    char name[APP_NAME];
    app_picture grey = {0};
    if (!sink->name)
        return 0;
    if (sink->is_float) {
        app_pattern_name(&sink->pattern, number, name);
        return app_pfm_write(data, width, height, name);
    }
    TRY(app_picture_from_floats(&grey, data, width, height));
    TRY(app_sink_put(sink, number, &grey));
done:
    app_picture_free(&grey);
    return code;
}

int app_sink_close(app_sink *sink)
{
    return sink->is_stream ? app_output_close(&sink->file) : 0;
}
