/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl devices: the OpenCL devices, and what was measured of them. */
#include <stdio.h>
#include "commands.h"
#include "json.h"

/* The bits of a weight in full fp32, which the library calls 0. */
enum { FULL_BITS = 24 };

static json_t *sampler_json(const clpwl_sampler_info *s)
{
    const char *format = s->channels == 1 ? "CL_R" : s->channels == 4 ? "CL_RGBA" : "none";
    unsigned bits = s->weight_bits ? s->weight_bits : FULL_BITS;
    return json_make("linear:b format:s weight_bits:j weight_error:n value_error:n", s->linear,
                     format, s->linear ? json_integer(bits) : json_null(), s->weight_error,
                     s->value_error);
}

/* Of float32, and within it those of the other storages by name. */
static json_t *samplers_json(size_t index)
{
    char number[24];
    clpwl_context *context = NULL;
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    clpwl_sampler_info info;
    json_t *all = NULL;
    snprintf(number, sizeof number, "%zu", index);
    options.device = number;
    clpwl_status status = clpwl_context_create(&context, &options);
    for (int kind = CLPWL_STORAGE_FLOAT32; !status && kind < CLPWL_STORAGE_BFLOAT16; kind++) {
        status = clpwl_context_sampler(context, (clpwl_storage)kind,
                                       &info); /* no image has the last kind */
        if (status == CLPWL_OK && all)
            json_object_set_new(all, clpwl_storage_name((clpwl_storage)kind), sampler_json(&info));
        else if (status == CLPWL_OK)
            all = sampler_json(&info);
    }
    if (status != CLPWL_OK) {
        json_decref(all);
        all = json_make("failure:s", clpwl_last_message());
    }
    clpwl_context_free(context);
    return all;
}

static json_t *device_json(size_t i, const clpwl_device_info *d)
{
    static const char *const kinds[] = {"CPU", "GPU", "accelerator", "other"};
    return json_make(
        "index:z platform:s name:s vendor:s type:s version:s driver:s compute_units:i "
        "global_memory:z max_allocation:z local_memory:z images:b image_width:z image_height:z "
        "fp64:b sampler:j",
        i, d->platform, d->name, d->vendor, kinds[d->kind], d->version, d->driver,
        (int)d->compute_units, (size_t)d->global_memory, (size_t)d->max_allocation,
        (size_t)d->local_memory, d->images, d->image_width, d->image_height, d->fp64,
        samplers_json(i));
}

static int run(void *options, int operand_count, char **operands)
{
    int code = 0, json = ((json_options *)options)->json;
    clpwl_device_info *devices = NULL;
    size_t count = 0;
    json_t *list = json ? json_array() : NULL;
    (void)operand_count, (void)operands;
    TRY_LIB(clpwl_devices(&devices, &count));
    for (size_t i = 0; i < count; i++) {
        json_t *one = device_json(i, &devices[i]);
        if (json)
            json_array_append_new(list, one);
        else {
            printf("%zu  %s: %s\n", i, devices[i].platform, devices[i].name);
            json_show(one, "   ", stdout);
            json_decref(one);
        }
    }
    if (json)
        code = json_print(json_incref(list));
    else if (count == 0)
        app_note("no OpenCL device: install a driver (pocl-opencl-icd runs on any CPU; it shows no "
                 "device if $POCL_CACHE_DIR or ~/.cache cannot be written); clpwl eval needs none");
done:
    json_decref(list);
    clpwl_free(devices);
    return code;
}

const app_command devices_command = {
    .name = "devices",
    .summary = "lists the OpenCL devices",
    .synopsis = "[OPTION ...]",
    .text = "Lists the OpenCL devices of all platforms: --device takes the number, a part of the "
            "name, cpu or gpu. Of the linear sampler the fractional bits of the weight are "
            "measured for each storage.\n",
    .rows = {{json_rows, 0, 0}},
    .size = sizeof(json_options),
    .run = run,
};
