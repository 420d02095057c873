/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl devices: what OpenCL devices there are, and what was measured of them. */
#include "json.h"
#include "tool.h"

static const char help[] =
    "Usage: clpwl devices [--json]\n"
    "Lists the OpenCL devices of all platforms. The number or a part of the name is what\n"
    "--device takes. The linear sampler is measured, not asked for: whether it interpolates\n"
    "at all, and how many fractional bits its weight has, for each storage of a table.\n"
    "\n"
    "      --json    the list as JSON\n"
    "  -h, --help    this text\n";

/* A device and its sampler; failure holds what the probe said when it failed. */
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
    for (int kind = 0; status == CLPWL_OK && kind < CLPWL_STORAGE_ANY; kind++)
        status = clpwl_context_sampler(context, (clpwl_storage)kind, &p.sampler[kind]);
    if (status != CLPWL_OK)
        snprintf(p.failure, sizeof p.failure, "%s", clpwl_last_message());
    clpwl_context_free(context);
    return p;
}

static const char *kind_name(clpwl_device_kind kind)
{
    static const char *const names[] = {"CPU", "GPU", "accelerator", "other"};
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
    printf("   %s, driver %s, %u compute units, %.3g GiB%s%s\n", d->version, d->driver,
           d->compute_units, (double)d->global_memory / (1 << 30), d->fp64 ? ", fp64" : "",
           d->subgroup_shuffle ? ", sub-group shuffle" : "");
    if (!d->images)
        printf("   no images\n");
    else
        printf("   images up to %zu x %zu texels\n", d->image_width, d->image_height);
    if (p.failure[0])
        printf("   linear sampler: not measured: %s\n", p.failure);
    else
        for (int kind = 0; kind < CLPWL_STORAGE_ANY; kind++)
            print_sampler(&p.sampler[kind], clpwl_storage_name((clpwl_storage)kind));
}

static void fill_sampler(json_t *o, const clpwl_sampler_info *s)
{
    json_object_set_new(o, "linear", json_boolean(s->linear));
    json_object_set_new(o, "format", json_string(format_name(s->channels)));
    json_object_set_new(o, "weight_bits", json_integer(s->weight_bits));
    json_object_set_new(o, "weight_error", json_number(s->weight_error));
    json_object_set_new(o, "value_error", json_number(s->value_error));
}

/* Of float32, and within it the others by name. */
static json_t *sampler_json(const probed *p)
{
    json_t *o = json_object();
    if (p->failure[0]) {
        json_object_set_new(o, "failure", json_text(p->failure));
        return o;
    }
    fill_sampler(o, &p->sampler[CLPWL_STORAGE_FLOAT32]);
    for (int kind = CLPWL_STORAGE_HALF; kind < CLPWL_STORAGE_ANY; kind++) {
        json_t *other = json_object();
        fill_sampler(other, &p->sampler[kind]);
        json_object_set_new(o, clpwl_storage_name((clpwl_storage)kind), other);
    }
    return o;
}

static json_t *device_json(size_t i, const clpwl_device_info *d)
{
    probed p = probe(i);
    json_t *o = json_object();
    json_object_set_new(o, "index", json_integer((json_int_t)i));
    json_object_set_new(o, "platform", json_text(d->platform));
    json_object_set_new(o, "name", json_text(d->name));
    json_object_set_new(o, "vendor", json_text(d->vendor));
    json_object_set_new(o, "type", json_string(kind_name(d->kind)));
    json_object_set_new(o, "version", json_text(d->version));
    json_object_set_new(o, "driver", json_text(d->driver));
    json_object_set_new(o, "compute_units", json_integer(d->compute_units));
    json_object_set_new(o, "global_memory", json_integer((json_int_t)d->global_memory));
    json_object_set_new(o, "max_allocation", json_integer((json_int_t)d->max_allocation));
    json_object_set_new(o, "local_memory", json_integer((json_int_t)d->local_memory));
    json_object_set_new(o, "images", json_boolean(d->images));
    json_object_set_new(o, "image_width", json_integer((json_int_t)d->image_width));
    json_object_set_new(o, "image_height", json_integer((json_int_t)d->image_height));
    json_object_set_new(o, "fp64", json_boolean(d->fp64));
    json_object_set_new(o, "sampler", sampler_json(&p));
    return o;
}

static int list(int json)
{
    clpwl_device_info *devices = NULL;
    size_t count = 0;
    int code = tool_status(clpwl_devices(&devices, &count));
    if (code)
        return code;
    if (json) {
        json_t *rows = json_array();
        for (size_t i = 0; i < count; i++)
            json_array_append_new(rows, device_json(i, &devices[i]));
        code = json_print(rows);
    } else {
        for (size_t i = 0; i < count; i++)
            print_device(i, &devices[i]);
        if (count == 0)
            tool_note("no OpenCL device; pocl-opencl-icd makes one of the CPU, and clpwl eval "
                      "runs on the host without");
    }
    clpwl_free(devices);
    return code;
}

static int run(int argc, char **argv)
{
    int code, json;
    if (!tool_json_only(argc, argv, 0, NULL, &json, &code))
        return code;
    return list(json);
}

const command devices_command = { "devices", "lists the OpenCL devices", help, run };
