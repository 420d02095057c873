/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part common to all models: frames to the device, masks from it. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "common/clock.h"
#include "inside.h"

#define ROW(name, word, row, text) [BGS_##name] = &bgs_##row##_row,
static const bgs_kind_row *const kinds[BGS_KINDS] = {BGS_MODEL_LIST(ROW)};

/* F of each model on six scenes: clpwl-bgs(1). F on 23 scenes: bench/results/bgs-scenes.txt. */
enum { MEDIAN_USUAL = 5 };
#define LIGHT_USUAL 0.06

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The pitch is a multiple of 16 pixels, so that middle.cl reads whole vectors of 16 bytes. Rows
 * below the padding catch the reads of the work-items beyond the last pixel. */
static bgs_layout make_layout(const bgs_options *o, int width, int height)
{
    bgs_layout l = {.width = width, .height = height};
    l.pad = larger(larger(o->radius, o->fg_radius), o->prior_radius);
    l.pad = larger(l.pad, o->field > 0 ? 2 : 0); /* relax reads so far */
    l.pitch = (width + 2 * l.pad + 15) / 16 * 16;
    l.rows = height + 2 * l.pad + 1 + (APP_GROUP + l.pitch - 1) / l.pitch;
    l.plane = (size_t)l.pitch * (size_t)l.rows;
    return l;
}

int bgs_state_add(bgs_model *m, cl_mem *out, const char *name, size_t count, size_t size,
                  bgs_content content)
{
    bgs_state *s = &m->states[m->state_count++];
    *s = (bgs_state){.name = name, .planes = count, .size = size, .content = content};
    int code = app_buffer(&m->device, &s->memory, count * size * m->layout.plane, name);
    *out = s->memory;
    return code;
}

int bgs_kernel_add(bgs_model *m, cl_kernel *out, const char *name)
{
    int code = app_kernel(out, m->program, name);
    if (code == 0)
        m->kernels[m->kernel_count++] = *out;
    return code;
}

int bgs_run(bgs_model *m, cl_kernel kernel, const app_arg *args, size_t count)
{
    int code = app_args(kernel, args, (cl_uint)count);
    return code ? code
                : app_launch(&m->device, kernel, (size_t)m->layout.width, (size_t)m->layout.height);
}

int bgs_over_bytes(bgs_model *m, cl_kernel kernel)
{
    return app_launch(&m->device, kernel, m->layout.plane / 4, 1);
}

int bgs_is_sampled(const bgs_model *m)
{
    return m->counters.frames % m->o.every == 0;
}

int bgs_median_of(bgs_model *m, cl_mem samples, int count)
{
    int code = 0;
    const app_arg args[] = {ARG(samples), ARG(count), ARG(m->image)};
    TRY(app_args(m->median_of, args, 3));
    TRY(bgs_over_bytes(m, m->median_of));
done:
    return code;
}

static int make_program(bgs_model *m)
{
    int code = 0;
    const bgs_layout *l = &m->layout;
    const bgs_options *o = &m->o;
    snprintf(m->build, sizeof m->build,
             "-cl-std=CL1.2 -cl-denorms-are-zero -DWIDTH=%d -DHEIGHT=%d -DPAD=%d -DPITCH=%d "
             "-DPLANE=%zu -DCHROMA=%d -DRADIUS=%d -DFG_RADIUS=%d -DPRIOR_RADIUS=%d "
             "-DFILTER_RADIUS=%d -DCOMPONENTS=%d",
             l->width, l->height, l->pad, l->pitch, l->plane, o->color == BGS_CHROMA, o->radius,
             o->fg_radius, o->prior_radius, o->median / 2, o->components);
    TRY(app_build(&m->device, &m->program, bgs_sources, bgs_source_count, m->build));
    TRY(bgs_kernel_add(m, &m->appearance, "appearance"));
    TRY(bgs_kernel_add(m, &m->picture, "picture"));
    TRY(bgs_kernel_add(m, &m->median_of, "median_of"));
    TRY(bgs_kernel_add(m, &m->filter, "filter"));
done:
    return code;
}

static int make_planes(bgs_model *m)
{
    int code = 0;
    size_t pixels = (size_t)m->layout.width * (size_t)m->layout.height;
    m->host_on = malloc(pixels);
    m->host_sample = malloc(4 * pixels);
    CHECK(m->host_on && m->host_sample, "out of memory: a mask of %zu pixels", pixels);
    TRY(app_buffer(&m->device, &m->rgb, 3 * pixels, "a frame"));
    TRY(bgs_state_add(m, &m->now, "now", 1, 4, BGS_INTEGERS));
    TRY(bgs_state_add(m, &m->moved, "moved", (size_t)m->o.bandwidth_frames, 4, BGS_INTEGERS));
    TRY(bgs_state_add(m, &m->posterior, "posterior", 1, 4, BGS_SHARES));
    TRY(bgs_state_add(m, &m->on, "on", 1, 1, BGS_SCRATCH));
    TRY(bgs_state_add(m, &m->fielded, "mask of the field", 1, 1, BGS_SCRATCH));
    TRY(bgs_state_add(m, &m->filtered, "filtered", 1, 1, BGS_SCRATCH));
    TRY(bgs_state_add(m, &m->image, "image", 1, 4, BGS_SCRATCH));
done:
    return code;
}

static const char *method_at(size_t i, const void *unused)
{
    (void)unused;
    return clpwl_method(i)->name;
}

/* Also of a model that evaluates no table: the name is mistyped. */
static int check_method(const char *name)
{
    if (!name || strcmp(name, "auto") == 0)
        return 0;
    for (size_t i = 0; i < clpwl_method_count(); i++)
        if (strcmp(method_at(i, NULL), name) == 0)
            return 0;
    return app_unknown("method", name, method_at, NULL, clpwl_method_count(), "; `clpwl methods` lists all");
}

void bgs_model_shape(bgs_model *m, const bgs_options *options, int width, int height)
{
    m->o = *options;
    if (options->model == BGS_KDE)
        m->o.radius = 0; /* only the pixel's own samples */
    if (options->model != BGS_KDE && options->model != BGS_STKDE)
        m->o.bandwidth_frames = 1; /* bandwidths are not used */
    if (options->model != BGS_KDE && options->model != BGS_STKDE)
        m->o.field = 0; /* no probabilities */
    if (m->o.median < 0)
        m->o.median = m->o.field > 0 ? 0 : MEDIAN_USUAL;
    m->layout = make_layout(&m->o, width, height);
}

int bgs_model_create(bgs_model **out, const bgs_options *options, int width, int height,
                     clpwl_context *context)
{
    int code = 0;
    bgs_model *m = NULL;
    *out = NULL;
    CHECK(width > 0 && height > 0, "a picture of %d x %d pixels", width, height);
    CHECK_USAGE(options->median == 0 || options->median % 2, "--median is %d; it must be odd, or 0",
                options->median);
    TRY(check_method(options->method));
    m = calloc(1, sizeof *m);
    CHECK(m, "out of memory: a model");
    bgs_model_shape(m, options, width, height);
    m->row = kinds[options->model];
    m->counters.gaussian = (bgs_gaussian)options->gaussian;
    app_device_open(&m->device, context);
    CHECK(m->layout.plane * (size_t)larger(options->samples, options->bandwidth_frames) <
              0x7fffffff,
          "%d samples of %d x %d pixels are more than 2^31: fewer --samples", options->samples,
          width, height);
    TRY(make_program(m));
    TRY(make_planes(m));
    if (m->o.field > 0)
        TRY(bgs_field_create(m));
    m->own = calloc(1, m->row->size);
    CHECK(m->own, "out of memory: a model");
    TRY(m->row->create(m));
    if (m->o.light < 0)
        m->o.light = m->samples ? LIGHT_USUAL : 1;
    *out = m;
    m = NULL;
done:
    bgs_model_free(m);
    return code;
}

void bgs_model_free(bgs_model *m)
{
    if (!m)
        return;
    clFinish(m->device.queue); /* memory that commands use goes; what they gave was read */
    if (m->own && m->row->free)
        m->row->free(m);
    free(m->own);
    free(m->field);
    for (int i = 0; i < m->kernel_count; i++)
        clReleaseKernel(m->kernels[i]);
    if (m->program)
        clReleaseProgram(m->program);
    app_buffer_free(&m->device, &m->rgb);
    for (int i = 0; i < m->state_count; i++)
        app_buffer_free(&m->device, &m->states[i].memory);
    free(m->host_on);
    free(m->host_sample);
    free(m);
}

static int send_frame(bgs_model *m, const app_picture *f)
{
    int code = 0;
    int slot = (int)((m->counters.frames + m->o.bandwidth_frames - 1) % m->o.bandwidth_frames);
    TRY(bgs_light_follow(m, f));
    const float scale = (float)exp(-1e-6 * m->light);
    TRY_CL(clEnqueueWriteBuffer,
           (m->device.queue, m->rgb, CL_FALSE, 0, 3 * (size_t)f->width * (size_t)f->height, f->data,
            0, NULL, NULL));
    TRY(BGS_RUN(m, m->appearance, ARG(m->rgb), ARG(scale), ARG(m->now), ARG(m->moved), ARG(slot)));
done:
    return code;
}

int bgs_plane_transfer(bgs_model *m, cl_mem planes, size_t i, size_t size, void *pixels, int write)
{
    const bgs_layout *l = &m->layout;
    size_t device[3] = {(size_t)l->pad * size, i * (size_t)l->rows + (size_t)l->pad, 0};
    size_t host[3] = {0, 0, 0}, pitch = (size_t)l->pitch * size;
    size_t region[3] = {(size_t)l->width * size, (size_t)l->height, 1};
    if (write)
        return app_cl(clEnqueueWriteBufferRect(m->device.queue, planes, CL_TRUE, device, host,
                                               region, pitch, 0, region[0], 0, pixels, 0, NULL,
                                               NULL),
                      "clEnqueueWriteBufferRect");
    return app_cl(clEnqueueReadBufferRect(m->device.queue, planes, CL_TRUE, device, host, region,
                                          pitch, 0, region[0], 0, pixels, 0, NULL, NULL),
                  "clEnqueueReadBufferRect");
}

static void count_foreground(bgs_model *m)
{
    size_t pixels = (size_t)m->layout.width * (size_t)m->layout.height, on = 0;
    for (size_t i = 0; i < pixels; i++)
        on += m->host_on[i] != 0;
    m->counters.foreground = (double)on / (double)pixels;
}

static int read_mask(bgs_model *m, bgs_mask *mask)
{
    int code = 0;
    cl_mem on = m->on;
    if (m->field) {
        TRY(bgs_field_run(m));
        on = m->fielded;
    }
    if (m->o.median) {
        TRY(BGS_RUN(m, m->filter, ARG(on), ARG(m->filtered)));
        on = m->filtered;
    }
    if (on != m->on)
        TRY(bgs_plane_transfer(m, on, 0, 1, mask->on, 0));
    else
        memcpy(mask->on, m->host_on, (size_t)mask->width * (size_t)mask->height);
    if (mask->posterior)
        TRY(bgs_plane_transfer(m, m->posterior, 0, sizeof(float), mask->posterior, 0));
done:
    return code;
}

/* When more of the picture is foreground, the scene or its light has changed. A model that is
 * still filling does not decide this. */
static int is_new_scene(const bgs_model *m)
{
    return m->row->restart && m->counters.foreground > m->o.reset && m->taken >= m->o.samples &&
           m->counters.frames >= m->o.train;
}

static int push(bgs_model *m, const app_picture *frame, bgs_mask *mask)
{
    int code = 0;
    TRY(send_frame(m, frame));
    TRY(m->row->decide(m));
    TRY(bgs_plane_transfer(m, m->on, 0, 1, m->host_on, 0));
    count_foreground(m);
    if (mask)
        TRY(read_mask(m, mask));
    if (is_new_scene(m)) {
        TRY(m->row->restart(m));
        m->taken = 0;
        m->counters.resets++;
    }
    if (m->row->learn)
        TRY(m->row->learn(m));
    m->counters.frames++;
done:
    return code;
}

int bgs_model_push(bgs_model *m, const app_picture *frame, bgs_mask *mask)
{
    int code = 0;
    double began = app_seconds();
    const bgs_layout *l = &m->layout;
    CHECK(frame->width == l->width && frame->height == l->height,
          "frame %ld has %d x %d pixels, the first one had %d x %d", m->counters.frames,
          frame->width, frame->height, l->width, l->height);
    CHECK(!mask || (mask->width == l->width && mask->height == l->height),
          "a mask of %d x %d pixels for frames of %d x %d", mask->width, mask->height, l->width,
          l->height);
    TRY(push(m, frame, mask));
done:
    m->counters.seconds += app_seconds() - began;
    return code;
}

int bgs_model_background(bgs_model *m, app_picture *out)
{
    int code = 0;
    CHECK(out->width == m->layout.width && out->height == m->layout.height,
          "a background of %d x %d pixels for frames of %d x %d", out->width, out->height,
          m->layout.width, m->layout.height);
    TRY(m->row->background(m));
    TRY(BGS_RUN(m, m->picture, ARG(m->image), ARG(m->rgb)));
    TRY_CL(clEnqueueReadBuffer,
           (m->device.queue, m->rgb, CL_TRUE, 0, 3 * (size_t)out->width * (size_t)out->height,
            out->data, 0, NULL, NULL));
done:
    return code;
}

bgs_counters bgs_model_counters(const bgs_model *m)
{
    bgs_counters c = m->counters;
    c.memory = m->device.peak;
    return c;
}
