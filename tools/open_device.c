/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open_device.h"
#include <string.h>
#include "common/message.h"

const app_choice device_words[] = {
    { "cpu", NULL }, { "gpu", NULL }, { "host", NULL }, { NULL, NULL }
};

/* NULL: a choice among methods, or an unknown name. */
static const clpwl_method_info *find_method(const char *name)
{
    for (size_t i = 0; i < clpwl_method_count(); i++)
        if (strcmp(clpwl_method(i)->name, name) == 0)
            return clpwl_method(i);
    return NULL;
}

int is_host_method(const char *name)
{
    const clpwl_method_info *method = name ? find_method(name) : NULL;
    return method && method->host;
}

int names_device(const char *device)
{
    device = device ? device : getenv("CLPWL_DEVICE");
    return device && *device && strcmp(device, "host") != 0;
}

/* The library refuses such a name without a device as well as with one. */
static int is_unknown_method(const char *name)
{
    return name && strcmp(name, "auto") != 0 && !find_method(name);
}

int open_device(const char *device, const char *method, clpwl_context **out)
{
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    const char *from = method ? "--device" : "CLPWL_METHOD";
    method = method ? method : getenv("CLPWL_METHOD");
    if (device && names_device(device) && is_host_method(method))
        return app_usage("%s: the method %s runs on the host, not on '%s'", from, method, device);
    options.device = device;
    device = device ? device : getenv("CLPWL_DEVICE");
    *out = NULL;
    if (is_host_method(method) || is_unknown_method(method) ||
        (device && strcmp(device, "host") == 0))
        return 0;
    clpwl_status status = clpwl_context_create(out, &options);
    if (status == CLPWL_ERR_NO_DEVICE && !device && (!method || strcmp(method, "auto") == 0)) {
        app_note("no OpenCL device: evaluating on the host");
        return 0;
    }
    return app_status(status);
}
