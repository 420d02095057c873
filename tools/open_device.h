/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLPWL_TOOL_OPEN_DEVICE_H
#define CLPWL_TOOL_OPEN_DEVICE_H

#include "clpwl.h"
#include "common/options.h"

extern const app_choice device_words[]; /* the kinds of devices, and the host */

/*
 * The context of a device as --device names it. *out is NULL for the host: if that is the
 * device's name, if the method runs there or has an unknown name, which the library then refuses,
 * or if neither a device nor a method but auto is given and no device is found. 0 or an exit code.
 */
int open_device(const char *device, const char *method, clpwl_context **out);
int is_host_method(const char *name); /* NULL: no */

/* Whether `device`, or CLPWL_DEVICE where it is NULL, names an OpenCL device. */
int names_device(const char *device);

/* Rows of options: --device, and what is taken without it; --storage of the table in a method's data. */
#define DEVICE_ROW(member, otherwise)                                                              \
    APP_WORDS('D', "device", "DEVICE", member, device_words,                                       \
              "a number of `clpwl devices`, part of a device's name, cpu or gpu; host: no "        \
              "OpenCL; " otherwise)
#define STORAGE_ROW(member, parse)                                                                 \
    APP_PARSED(0, "storage", "KIND", member, parse,                                                \
               "storage of the table in images and by buffer: default (that of its design), "      \
               "float32, half, "                                                                   \
               "unorm16, unorm8, bfloat16, or any: the fastest with a small enough error")

#endif
