/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open_device.h"
#include <string.h>
#include "common/message.h"

int is_host_method(const char *name)
{
    for (size_t i = 0; name && i < clpwl_method_count(); i++)
        if (strcmp(clpwl_method(i)->name, name) == 0)
            return clpwl_method(i)->host;
    return 0;
}

int open_device(const char *device, const char *method, clpwl_context **out)
{
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    if (device && strcmp(device, "host") != 0 && is_host_method(method))
        return app_usage("--device: the method %s runs on the host, not on '%s'", method, device);
    options.device = device;
    device = device ? device : getenv("CLPWL_DEVICE");
    method = method ? method : getenv("CLPWL_METHOD");
    *out = NULL;
    if (is_host_method(method) || (device && strcmp(device, "host") == 0))
        return 0;
    clpwl_status status = clpwl_context_create(out, &options);
    if (status == CLPWL_ERR_NO_DEVICE && !device && !method) {
        app_note("no OpenCL device: evaluating on the host");
        return 0;
    }
    return app_status(status);
}
