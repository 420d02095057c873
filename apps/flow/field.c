/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures and flows in the host's memory. */
#include "flow.h"
#include <math.h>
#include <stdint.h>

/* Grey in steps of 16 bits: 1/257. */
#define STEPS 257.0
enum { BINS = 65536 };

static size_t count_pixels(int width, int height)
{
    return (size_t)width * (size_t)height;
}

int flow_image_make(flow_image *out, int width, int height)
{
    *out = (flow_image){width, height, calloc(count_pixels(width, height), sizeof *out->at)};
    return out->at ? 0 : app_fail("out of memory: a picture of %d x %d pixels", width, height);
}

/* Luma of BT.601, not rounded, 0 to 255. */
static float grey_of(const app_picture *p, size_t i)
{
    static const double luma[3] = {0.299, 0.587, 0.114};
    const size_t n = (size_t)p->channels;
    const uint16_t *wide = (const void *)p->data;
    double sum = 0;
    for (size_t k = 0; k < n; k++) {
        const double value = p->wide ? wide[n * i + k] / STEPS : p->data[n * i + k];
        sum += n == 3 ? luma[k] * value : value;
    }
    return (float)sum;
}

int flow_image_from(flow_image *out, const app_picture *p, const app_picture *mask)
{
    int code = 0;
    const size_t count = count_pixels(p->width, p->height);
    CHECK(!mask || (mask->width == p->width && mask->height == p->height),
          "the mask has %d x %d pixels, the first picture %d x %d", mask->width, mask->height,
          p->width, p->height);
    TRY(flow_image_make(out, p->width, p->height));
    for (size_t i = 0; i < count; i++) {
        out->at[i][1] = !mask || mask->data[i] > 0 ? 1 : 0;
        out->at[i][0] = out->at[i][1] > 0 ? grey_of(p, i) : 0;
    }
done:
    return code;
}

/* The grey of which `rank` of the counted values are not above, in steps of 16 bits. */
static double find_grey(const size_t *bins, double rank)
{
    int i = 0;
    for (double n = (double)bins[0]; n <= rank && i < BINS - 1; n += (double)bins[i])
        i++;
    return i / STEPS;
}

/* The range of both pictures' grey, without its darkest and brightest thousandth. */
static int find_range(const flow_image *images, double *low, double *high)
{
    int code = 0;
    double n = 0;
    size_t *bins = calloc(BINS, sizeof *bins);
    CHECK(bins, "out of memory: a histogram");
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < count_pixels(images[k].width, images[k].height); i++)
            if (images[k].at[i][1] > 0) {
                bins[lrint(STEPS * fmin(fmax((double)images[k].at[i][0], 0), 255))]++;
                n++;
            }
    *low = find_grey(bins, 0.001 * n);
    *high = find_grey(bins, 0.999 * n);
done:
    free(bins);
    return code;
}

int flow_images_stretch(flow_image out[2], const flow_image *first, const flow_image *second)
{
    int code = 0;
    const flow_image images[2] = {*first, *second};
    double low = 0, high = 255;
    TRY(find_range(images, &low, &high));
    const double scale = high > low ? 255 / (high - low) : 1;
    for (int k = 0; k < 2; k++) {
        TRY(flow_image_make(&out[k], images[k].width, images[k].height));
        for (size_t i = 0; i < count_pixels(out[k].width, out[k].height); i++) {
            out[k].at[i][0] = (float)(scale * (images[k].at[i][0] - low));
            out[k].at[i][1] = images[k].at[i][1];
        }
    }
done:
    return code;
}

void flow_image_free(flow_image *image)
{
    free(image->at);
    *image = (flow_image){0};
}

int flow_field_make(flow_field *out, int width, int height)
{
    *out = (flow_field){width, height, calloc(count_pixels(width, height), sizeof *out->at)};
    return out->at ? 0 : app_fail("out of memory: a flow of %d x %d pixels", width, height);
}

void flow_field_free(flow_field *field)
{
    free(field->at);
    *field = (flow_field){0};
}

flow_summary flow_summarize(const flow_field *flow)
{
    const size_t count = count_pixels(flow->width, flow->height);
    flow_summary s = {0, 0, 0};
    for (size_t i = 0; i < count; i++)
        if (flow->at[i].known > 0) {
            const double length = hypot(flow->at[i].u, flow->at[i].v);
            s.known++;
            s.mean += length;
            s.largest = fmax(s.largest, length);
        }
    s.mean /= fmax(s.known, 1);
    s.known /= (double)count;
    return s;
}

void flow_check(flow_field *there, const flow_field *back, double limit)
{
    const int width = there->width, height = there->height;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            flow_vector *f = &there->at[(size_t)y * (size_t)width + (size_t)x];
            const double px = (double)x + f->u, py = (double)y + f->v;
            if (f->known == 0)
                continue;
            const long X = lrint(px), Y = lrint(py);
            const int inside = X >= 0 && Y >= 0 && X < width && Y < height;
            const flow_vector b = inside ? back->at[Y * width + X] : (flow_vector){0, 0, 0, 0};
            if (b.known == 0 || hypot((double)f->u + b.u, (double)f->v + b.v) > limit)
                *f = (flow_vector){0, 0, 0, 0};
        }
}
