/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every device of every platform, and the choice of one. */
#include <ctype.h>
#include "base/door.h"
#include <stdio.h>
#include "cl/device/devices.h"
#include "cl/device/cl.h"
#include "cl/device/process.h"

#define READ(id, what, member) GET(clGetDeviceInfo, id, what, member)

enum { PLATFORM_NOT_FOUND = -1001 }; /* cl_khr_icd */

static int has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += length)
        if ((at == text || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return 1;
    return 0;
}

static clpwl_status read_extensions(clpwl__device *out)
{
    clpwl_status status = CLPWL_OK;
    size_t room = 0;
    char *text = NULL;
    TRY_CL(clGetDeviceInfo, (out->id, CL_DEVICE_EXTENSIONS, 0, NULL, &room));
    text = clpwl__calloc(room + 1, 1);
    CHECK_MEMORY(text);
    TRY_CL(clGetDeviceInfo, (out->id, CL_DEVICE_EXTENSIONS, room, text, NULL));
    out->info.fp64 = has_word(text, "cl_khr_fp64");
    out->info.subgroup_shuffle = has_word(text, "cl_khr_subgroup_shuffle");
done:
    clpwl__free(text);
    return status;
}

/* Copies a text without the blanks at its ends, cut to the array. */
static void put_text(char *out, size_t room, char *text)
{
    char *from = text, *end = text + strlen(text);
    while (isspace((unsigned char)*from))
        from++;
    while (end > from && isspace((unsigned char)end[-1]))
        *--end = '\0';
    snprintf(out, room, "%s", from);
}

enum { LONGEST = 4096 };

static clpwl_status read_text(cl_device_id id, cl_device_info what, char *out, size_t room)
{
    clpwl_status status = CLPWL_OK;
    char text[LONGEST + 1] = "";
    TRY_CL(clGetDeviceInfo, (id, what, LONGEST, text, NULL));
    put_text(out, room, text);
done:
    return status;
}

static clpwl_status read_texts(clpwl__device *out)
{
    clpwl_status status = CLPWL_OK;
    char text[LONGEST + 1] = "";
    if (clGetPlatformInfo(out->platform, CL_PLATFORM_NAME, LONGEST, text, NULL) != CL_SUCCESS)
        snprintf(text, sizeof text, "unnamed platform");
    put_text(out->info.platform, sizeof out->info.platform, text);
    TRY(read_text(out->id, CL_DEVICE_NAME, out->info.name, sizeof out->info.name));
    TRY(read_text(out->id, CL_DEVICE_VENDOR, out->info.vendor, sizeof out->info.vendor));
    TRY(read_text(out->id, CL_DRIVER_VERSION, out->info.driver, sizeof out->info.driver));
    TRY(read_text(out->id, CL_DEVICE_VERSION, out->info.version, sizeof out->info.version));
done:
    return status;
}

/* Images of one dimension came with OpenCL 1.2. */
static int is_old(const char *version)
{
    return strncmp(version, "OpenCL 1.0", 10) == 0 || strncmp(version, "OpenCL 1.1", 10) == 0;
}

/* Oclgrind claims to be of all types. It is as slow as a CPU. */
static clpwl_device_kind kind_of(cl_device_type type)
{
    return type & CL_DEVICE_TYPE_CPU           ? CLPWL_DEVICE_CPU
           : type & CL_DEVICE_TYPE_GPU         ? CLPWL_DEVICE_GPU
           : type & CL_DEVICE_TYPE_ACCELERATOR ? CLPWL_DEVICE_ACCELERATOR
                                               : CLPWL_DEVICE_OTHER;
}

clpwl_status clpwl__device_read(clpwl__device *out, cl_platform_id platform, cl_device_id id)
{
    clpwl_status status = CLPWL_OK;
    clpwl_device_info *info = &out->info;
    cl_bool images = CL_FALSE, unified = CL_FALSE, available = CL_FALSE, compiler = CL_FALSE;
    cl_device_exec_capabilities kinds = 0;
    cl_device_type type = 0;
    memset(out, 0, sizeof *out);
    out->platform = platform;
    out->id = id;
    TRY(read_texts(out));
    READ(id, CL_DEVICE_TYPE, type);
    info->kind = kind_of(type);
    READ(id, CL_DEVICE_MAX_COMPUTE_UNITS, info->compute_units);
    READ(id, CL_DEVICE_GLOBAL_MEM_SIZE, info->global_memory);
    READ(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, info->max_allocation);
    READ(id, CL_DEVICE_LOCAL_MEM_SIZE, info->local_memory);
    READ(id, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, info->constant_buffer);
    READ(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, info->max_work_group);
    READ(id, CL_DEVICE_IMAGE_SUPPORT, images);
    info->images = images == CL_TRUE;
    if (info->images) {
        READ(id, CL_DEVICE_IMAGE2D_MAX_WIDTH, info->image_width);
        READ(id, CL_DEVICE_IMAGE2D_MAX_HEIGHT, info->image_height);
    }
    READ(id, CL_DEVICE_AVAILABLE, available);
    READ(id, CL_DEVICE_COMPILER_AVAILABLE, compiler);
    info->usable = available == CL_TRUE && compiler == CL_TRUE && !is_old(info->version);
    READ(id, CL_DEVICE_EXECUTION_CAPABILITIES, kinds);
    info->native_kernels = (kinds & CL_EXEC_NATIVE_KERNEL) != 0;
    /* A deprecated query: a device that does not know it is served by copies. */
    (void)clGetDeviceInfo(id, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof unified, &unified, NULL);
    info->unified_memory = unified == CL_TRUE;
    TRY(read_extensions(out));
done:
    return status;
}

typedef struct list {
    clpwl__device *rows;
    size_t count;
    char failure[256]; /* the message of the first platform or device that failed; or "" */
} list;

static clpwl_status add_platform(list *l, cl_platform_id platform)
{
    clpwl_status status = CLPWL_OK, one;
    cl_uint n = 0;
    cl_device_id *ids = NULL;
    cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &n);
    if (code == CL_DEVICE_NOT_FOUND || (code == CL_SUCCESS && n == 0))
        goto done; /* a platform without devices is normal */
    CHECK_CL(code, "clGetDeviceIDs");
    ids = clpwl__alloc(n, sizeof *ids);
    CHECK_MEMORY(ids);
    TRY_CL(clGetDeviceIDs, (platform, CL_DEVICE_TYPE_ALL, n, ids, NULL));
    clpwl__device *grown = clpwl__realloc(l->rows, l->count + n, sizeof *grown);
    CHECK_MEMORY(grown);
    l->rows = grown;
    for (cl_uint i = 0; i < n; i++) {
        one = clpwl__device_read(&grown[l->count], platform, ids[i]);
        l->count += one == CLPWL_OK;
        status = one == CLPWL_OK ? status : one;
    }
done:
    clpwl__free(ids);
    return status;
}

/* One broken driver must not hide the others: a platform that fails is passed over, and its
 * message is kept. */
static clpwl_status add_platforms(list *l)
{
    clpwl_status status = CLPWL_OK, one;
    cl_uint n = 0;
    cl_platform_id *platforms = NULL;
    cl_int code = clGetPlatformIDs(0, NULL, &n);
    if (code == PLATFORM_NOT_FOUND || (code == CL_SUCCESS && n == 0))
        goto done; /* to the loader a system without platforms is an error */
    CHECK_CL(code, "clGetPlatformIDs");
    platforms = clpwl__alloc(n, sizeof *platforms);
    CHECK_MEMORY(platforms);
    TRY_CL(clGetPlatformIDs, (n, platforms, NULL));
    for (cl_uint i = 0; i < n; i++) {
        one = add_platform(l, platforms[i]);
        CHECK(one != CLPWL_ERR_MEMORY, one, "%s", clpwl_last_message());
        if (one != CLPWL_OK && !l->failure[0])
            snprintf(l->failure, sizeof l->failure, "%s", clpwl_last_message());
    }
done:
    clpwl__free(platforms);
    return status;
}

/* Fails if no device was found and a platform failed. */
static clpwl_status find_devices(list *l)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__process_check());
    TRY(add_platforms(l));
    CHECK(l->count > 0 || !l->failure[0], CLPWL_ERR_OPENCL, "%s", l->failure);
done:
    if (status != CLPWL_OK || l->count == 0) {
        clpwl__free(l->rows);
        l->rows = NULL;
        l->count = 0;
    }
    return status;
}

clpwl_status clpwl_devices(clpwl_device_info **out, size_t *count)
{
    CLPWL__DOOR;
    list l = {0};
    clpwl_status status = CLPWL_OK;
    if (out)
        *out = NULL;
    CHECK(out && count, CLPWL_ERR_ARGUMENT, "clpwl_devices: %s is NULL", out ? "count" : "out");
    *count = 0;
    TRY(find_devices(&l));
    if (l.count == 0)
        goto done;
    *out = clpwl__alloc(l.count, sizeof **out);
    CHECK_MEMORY(*out);
    for (size_t i = 0; i < l.count; i++)
        (*out)[i] = l.rows[i].info;
    *count = l.count;
done:
    clpwl__free(l.rows);
    return status;
}

/* Unusable are FPGAs, which are accelerators without a compiler, and Mesa's Clover, a GPU of
 * OpenCL 1.1. */
static int rank(const clpwl_device_info *d)
{
    if (!d->usable)
        return 0;
    return d->kind == CLPWL_DEVICE_GPU ? 3 : d->kind == CLPWL_DEVICE_ACCELERATOR ? 2 : 1;
}

static int matches(const clpwl_device_info *d, size_t index, const char *text)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (isdigit((unsigned char)text[0]) && *end == '\0')
        return number == index;
    if (strcasecmp(text, "cpu") == 0 || strcasecmp(text, "gpu") == 0)
        return d->kind == (tolower((unsigned char)text[0]) == 'c' ? CLPWL_DEVICE_CPU
                                                                  : CLPWL_DEVICE_GPU);
    char full[sizeof d->platform + sizeof d->name + 2];
    snprintf(full, sizeof full, "%s: %s", d->platform, d->name);
    return strcasestr(full, text) != NULL;
}

/* `from` is the variable of the environment that has the text, with a colon, or "". */
static clpwl_status refuse(const char *from, const char *text, const list *l)
{
    clpwl_status status;
    clpwl__text names = {0};
    for (size_t i = 0; i < l->count; i++)
        clpwl__append(&names, "%s%zu = %s: %s", i ? ", " : "", i, l->rows[i].info.platform,
                      l->rows[i].info.name);
    status = clpwl__fail(CLPWL_ERR_NO_DEVICE,
                         "%sno OpenCL device matches \"%s\"; there are: %s%s%s", from, text,
                         names.text ? names.text : "(out of memory)",
                         l->failure[0] ? "; one that fails: " : "", l->failure);
    clpwl__free(names.text);
    return status;
}

clpwl_status clpwl__device_choose(clpwl__device *out, const char *text)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__device *best = NULL;
    const char *from = "";
    list l = {0};
    if (!text || !*text) {
        text = getenv("CLPWL_DEVICE");
        from = "CLPWL_DEVICE: ";
    }
    TRY(find_devices(&l));
    CHECK(l.count > 0, CLPWL_ERR_NO_DEVICE,
          "no OpenCL device was found: install a driver (pocl-opencl-icd runs on any CPU; it shows "
          "no device if $POCL_CACHE_DIR or ~/.cache cannot be written)");
    for (size_t i = 0; i < l.count; i++) {
        const clpwl__device *d = &l.rows[i];
        if (text && *text) {
            if (!best && matches(&d->info, i, text))
                best = d;
        } else if (!best || rank(&d->info) > rank(&best->info) ||
                   (rank(&d->info) == rank(&best->info) &&
                    d->info.compute_units > best->info.compute_units)) {
            best = d;
        }
    }
    if (!best) {
        status = refuse(from, text, &l);
        goto done;
    }
    *out = *best;
done:
    clpwl__free(l.rows);
    return status;
}
