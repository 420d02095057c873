/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl devices: the OpenCL devices, and what was measured of them. */
#include <stdio.h>
#include "commands.h"
#include "json.h"

static const char *kind_name(clpwl_device_kind kind)
{
    static const char *const names[] = { "CPU", "GPU", "accelerator", "other" };
    return names[kind];
}

/* The bits of a weight in full fp32, which the library calls 0. */
enum { FULL_BITS = 24 };

/* A sampler as JSON, or a line of text. */
static json_t *show_sampler(const clpwl_sampler_info *s, const char *storage, int json)
{
    const char *format = s->channels == 1 ? "CL_R" : s->channels == 4 ? "CL_RGBA" : "none";
    unsigned bits = s->weight_bits ? s->weight_bits : FULL_BITS;
    if (json)
        return json_make("linear:b format:s weight_bits:j weight_error:n value_error:n", s->linear, format,
                         s->linear ? json_integer(bits) : json_null(), s->weight_error, s->value_error);
    printf("   linear sampler, %s: ", storage);
    if (!s->linear)
        printf("none that works");
    else if (bits == FULL_BITS)
        printf("works, %s, weights in full fp32", format);
    else
        printf("works, %s, weights of %u bits", format, bits);
    if (s->linear && s->value_error > 0)
        printf(", values to %.2g", s->value_error);
    putchar('\n');
    return NULL;
}

/* Of float32, and within it those of the other storages by name; or a line each. */
static json_t *show_samplers(size_t index, int json)
{
    char number[24];
    clpwl_context *context = NULL;
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    clpwl_sampler_info info[CLPWL_STORAGE_ANY];
    json_t *all = NULL;
    snprintf(number, sizeof number, "%zu", index);
    options.device = number;
    clpwl_status status = clpwl_context_create(&context, &options);
    for (int kind = CLPWL_STORAGE_FLOAT32; status == CLPWL_OK && kind < CLPWL_STORAGE_ANY; kind++)
        status = clpwl_context_sampler(context, (clpwl_storage)kind, &info[kind]);
    clpwl_context_free(context);
    if (status != CLPWL_OK && json)
        return json_make("failure:s", clpwl_last_message());
    if (status != CLPWL_OK)
        printf("   linear sampler: not measured: %s\n", clpwl_last_message());
    for (int kind = CLPWL_STORAGE_FLOAT32; status == CLPWL_OK && kind < CLPWL_STORAGE_BFLOAT16; kind++) {
        const char *storage = clpwl_storage_name((clpwl_storage)kind);
        json_t *one = show_sampler(&info[kind], storage, json); /* no image has the last kind */
        if (all)
            json_object_set_new(all, storage, one);
        all = all ? all : one;
    }
    return all;
}

static void print_device(size_t i, const clpwl_device_info *d)
{
    printf("%zu  %s: %s (%s)\n", i, d->platform, d->name, kind_name(d->kind));
    printf("   %s,\n   driver %s, %u compute unit%s, %.3g GiB%s%s\n", d->version, d->driver,
           d->compute_units, app_s(d->compute_units), (double)d->global_memory / (1 << 30),
           d->fp64 ? ", fp64" : "", d->subgroup_shuffle ? ", sub-group shuffle" : "");
    if (!d->images)
        printf("   no images\n");
    else
        printf("   images up to %zu x %zu texels%s\n", d->image_width, d->image_height,
               d->kind == CLPWL_DEVICE_CPU ? "; a CPU emulates their sampler, which is slow" : "");
    show_samplers(i, 0);
}

static json_t *device_json(size_t i, const clpwl_device_info *d)
{
    return json_make("index:z platform:s name:s vendor:s type:s version:s driver:s compute_units:i "
                     "global_memory:z max_allocation:z local_memory:z images:b image_width:z image_height:z "
                     "fp64:b sampler:j", i, d->platform, d->name, d->vendor, kind_name(d->kind), d->version,
                     d->driver, (int)d->compute_units, (size_t)d->global_memory, (size_t)d->max_allocation,
                     (size_t)d->local_memory, d->images, d->image_width, d->image_height, d->fp64,
                     show_samplers(i, 1));
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
