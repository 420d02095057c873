/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl devices: the OpenCL devices, and what was measured of them. */
#include <stdio.h>
#include "commands.h"
#include "json.h"

/* The samplers of a device; failure holds the message of a probe that failed. */
typedef struct probed {
    clpwl_sampler_info sampler[CLPWL_STORAGE_ANY];
    char failure[256];
} probed;

static probed probe(size_t index)
{
    probed p = { 0 };
    char number[24];
    clpwl_context *context = NULL;
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    snprintf(number, sizeof number, "%zu", index);
    options.device = number;
    clpwl_status status = clpwl_context_create(&context, &options);
    for (int kind = CLPWL_STORAGE_FLOAT32; status == CLPWL_OK && kind < CLPWL_STORAGE_ANY; kind++)
        status = clpwl_context_sampler(context, (clpwl_storage)kind, &p.sampler[kind]);
    if (status != CLPWL_OK)
        snprintf(p.failure, sizeof p.failure, "%s", clpwl_last_message());
    clpwl_context_free(context);
    return p;
}

static const char *kind_name(clpwl_device_kind kind)
{
    static const char *const names[] = { "CPU", "GPU", "accelerator", "other" };
    return names[kind];
}

static const char *format_name(int channels)
{
    return channels == 1 ? "CL_R" : channels == 4 ? "CL_RGBA" : "none";
}

static void print_sampler(const clpwl_sampler_info *s, const char *storage)
{
    printf("   linear sampler, %s: ", storage);
    if (!s->linear)
        printf("none that works\n");
    else if (s->weight_bits == 0)
        printf("works, %s, weights in full fp32", format_name(s->channels));
    else
        printf("works, %s, weights of %u bits", format_name(s->channels), s->weight_bits);
    if (s->linear && s->value_error > 0)
        printf(", values to %.2g", s->value_error);
    if (s->linear)
        putchar('\n');
}

static void print_device(size_t i, const clpwl_device_info *d)
{
    probed p = probe(i);
    printf("%zu  %s: %s (%s)\n", i, d->platform, d->name, kind_name(d->kind));
    printf("   %s,\n   driver %s, %u compute unit%s, %.3g GiB%s%s\n", d->version, d->driver,
           d->compute_units, app_s(d->compute_units), (double)d->global_memory / (1 << 30),
           d->fp64 ? ", fp64" : "", d->subgroup_shuffle ? ", sub-group shuffle" : "");
    if (!d->images)
        printf("   no images\n");
    else
        printf("   images up to %zu x %zu texels%s\n", d->image_width, d->image_height,
               d->kind == CLPWL_DEVICE_CPU ? "; a CPU emulates their sampler, which is slow" : "");
    if (p.failure[0])
        printf("   linear sampler: not measured: %s\n", p.failure);
    else
        for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_ANY; kind++)
            if (kind != CLPWL_STORAGE_BFLOAT16) /* which no image has */
                print_sampler(&p.sampler[kind], clpwl_storage_name((clpwl_storage)kind));
}

/* The bits of a weight in full fp32, which the library calls 0. */
enum { FULL_BITS = 24 };

static json_t *one_sampler_json(const clpwl_sampler_info *s)
{
    unsigned bits = s->weight_bits ? s->weight_bits : FULL_BITS;
    return json_pack("{s:b, s:s, s:o, s:o, s:o}", "linear", s->linear, "format",
                     format_name(s->channels), "weight_bits",
                     s->linear ? json_integer(bits) : json_null(), "weight_error",
                     json_number(s->weight_error), "value_error", json_number(s->value_error));
}

/* The sampler of float32, and within it those of the other storages by name. */
static json_t *sampler_json(const probed *p)
{
    if (p->failure[0])
        return json_pack("{s:o}", "failure", json_text(p->failure));
    json_t *o = one_sampler_json(&p->sampler[CLPWL_STORAGE_FLOAT32]);
    for (int kind = CLPWL_STORAGE_HALF; kind < CLPWL_STORAGE_BFLOAT16; kind++)
        json_object_set_new(o, clpwl_storage_name((clpwl_storage)kind),
                            one_sampler_json(&p->sampler[kind]));
    return o;
}

static json_t *device_json(size_t i, const clpwl_device_info *d)
{
    probed p = probe(i);
    return json_pack("{s:I, s:o, s:o, s:o, s:s, s:o, s:o, s:i, s:I, s:I, s:I, s:b, s:I, s:I, s:b, "
                     "s:o}", "index", (json_int_t)i, "platform", json_text(d->platform), "name",
                     json_text(d->name), "vendor", json_text(d->vendor), "type",
                     kind_name(d->kind), "version", json_text(d->version), "driver",
                     json_text(d->driver), "compute_units", (int)d->compute_units,
                     "global_memory", (json_int_t)d->global_memory, "max_allocation",
                     (json_int_t)d->max_allocation, "local_memory", (json_int_t)d->local_memory,
                     "images", d->images, "image_width", (json_int_t)d->image_width,
                     "image_height", (json_int_t)d->image_height, "fp64", d->fp64, "sampler",
                     sampler_json(&p));
}

static int run(void *options, int operand_count, char **operands)
{
    int code = 0, json = ((json_options *)options)->json;
    clpwl_device_info *devices = NULL;
    size_t count = 0;
    json_t *list = json ? json_array() : NULL;
    (void)operand_count, (void)operands;
    TRY_LIB(clpwl_devices(&devices, &count));
    for (size_t i = 0; i < count; i++)
        if (json)
            json_array_append_new(list, device_json(i, &devices[i]));
        else
            print_device(i, &devices[i]);
    if (json)
        code = json_print(json_incref(list));
    else if (count == 0)
        app_note("no OpenCL device: install a driver (pocl-opencl-icd runs on any CPU; it shows no device "
                 "if $POCL_CACHE_DIR or ~/.cache cannot be written); clpwl eval needs none");
done:
    json_decref(list);
    clpwl_free(devices);
    return code;
}

const app_command devices_command = {
    .name = "devices",
    .summary = "lists the OpenCL devices",
    .synopsis = "[OPTION ...]",
    .text = "Lists the OpenCL devices of all platforms. --device takes the number, a part of "
            "the name, cpu or gpu. The linear sampler is measured for each storage of a table: whether it "
            "interpolates, and the number of fractional bits of its weight.\n",
    .rows = { { json_rows, 0, 0 } },
    .size = sizeof(json_options),
    .run = run,
};
