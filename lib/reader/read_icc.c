/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tone curves of ICC profiles, by liblcms2: rTRC, gTRC, bTRC, kTRC. */
#include "reader/reader.h"
#ifdef CLPWL_HAVE_LCMS
#include <lcms2_plugin.h>

enum {
    LARGEST = 1 << 26, /* bytes of a profile */
    POINTS = 4096,     /* of a curve that is a formula */
    SECTIONS = 4
};

static const struct section {
    const char *name;
    cmsTagSignature tag;
} sections[SECTIONS] = {
    {"rTRC", cmsSigRedTRCTag},
    {"gTRC", cmsSigGreenTRCTag},
    {"bTRC", cmsSigBlueTRCTag},
    {"kTRC", cmsSigGrayTRCTag},
};

/* The memory of liblcms2 is the library's. */
static void *take_block(cmsContext context, cmsUInt32Number size)
{
    (void)context;
    return size <= LARGEST ? clpwl__alloc(1, size) : NULL;
}

static void *resize_block(cmsContext context, void *block, cmsUInt32Number size)
{
    (void)context;
    return size <= LARGEST ? clpwl__realloc(block, 1, size) : NULL;
}

static void free_block(cmsContext context, void *block)
{
    (void)context;
    clpwl__free(block);
}

/* The profile says its size in its first bytes. */
static clpwl_status read_profile(clpwl__reader *r, unsigned char **bytes, size_t *size)
{
    clpwl_status status = CLPWL_OK;
    *size = (size_t)r->front[0] << 24 | (size_t)r->front[1] << 16 | (size_t)r->front[2] << 8 |
            r->front[3];
    CHECK(*size <= LARGEST, CLPWL_ERR_SAMPLES,
          "%s: an ICC profile of %zu bytes; %d at most are read", r->path, *size, LARGEST);
    *bytes = clpwl__alloc(1, *size + 1);
    CHECK(*bytes, CLPWL_ERR_MEMORY, "out of memory: an ICC profile of %zu bytes", *size);
    const size_t found = clpwl__reader_bytes(r, *bytes, *size);
    CHECK(found == *size, CLPWL_ERR_SAMPLES, "%s: cut short: it has %zu of its %zu bytes", r->path, found,
          *size);
done:
    return status;
}

static clpwl_status take_curve(clpwl__reader *r, const cmsToneCurve *curve)
{
    clpwl_status status = CLPWL_OK;
    const cmsUInt16Number *table = cmsGetToneCurveEstimatedTable(curve);
    const int is_formula = cmsGetToneCurveParametricType(curve) != 0;
    const size_t n = is_formula ? POINTS + 1 : cmsGetToneCurveEstimatedTableEntries(curve);
    r->width = 2;
    for (size_t i = 0; i < n; i++) {
        double x = (double)i / (double)(n - 1);
        double y = is_formula ? (double)cmsEvalToneCurveFloat(curve, (float)x) : table[i] / 65535.0;
        snprintf(r->where, sizeof r->where, "%.200s, point %zu of the curve", r->path, i + 1);
        TRY(clpwl__reader_append(r, (const double[3]){x, y}));
    }
    r->between = CLPWL_BETWEEN_LINEAR;
done:
    return status;
}

clpwl_status clpwl__read_icc(clpwl__reader *r)
{
    static const cmsPluginMemHandler memory = {
        .base = {cmsPluginMagicNumber, 2000, cmsPluginMemHandlerSig, NULL},
        .MallocPtr = take_block,
        .FreePtr = free_block,
        .ReallocPtr = resize_block,
    };
    clpwl_status status = CLPWL_OK;
    clpwl__text list = {0};
    unsigned char *bytes = NULL;
    size_t size, wanted = SECTIONS, count = 0;
    cmsHPROFILE profile = NULL;
    cmsPluginMemHandler plugin = memory;
    cmsContext context = cmsCreateContext(&plugin, NULL);
    CHECK_MEMORY(context);
    TRY(read_profile(r, &bytes, &size));
    profile = cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)size);
    CHECK(profile, CLPWL_ERR_SAMPLES, "%s: a damaged ICC profile", r->path);
    for (size_t i = 0; i < SECTIONS; i++) {
        if (!cmsIsTag(profile, sections[i].tag))
            continue;
        clpwl__append(&list, "%s%s", count++ ? ", " : "", sections[i].name);
        if (!r->section || strcmp(r->section, sections[i].name) == 0)
            wanted = i;
    }
    CHECK(!list.failed, CLPWL_ERR_MEMORY, "out of memory: the names of %zu sections", count);
    CHECK(count > 0, CLPWL_ERR_SAMPLES,
          "%s: an ICC profile without a tone curve (rTRC, gTRC, bTRC or kTRC)", r->path);
    CHECK(r->section || count == 1, CLPWL_ERR_SAMPLES,
          "%s: %zu sections: %s; --section chooses one", r->path, count, list.text);
    CHECK(wanted < SECTIONS, CLPWL_ERR_SAMPLES, "%s: no section '%.60s' among %s", r->path,
          r->section, list.text);
    const cmsToneCurve *curve = cmsReadTag(profile, sections[wanted].tag);
    CHECK(curve, CLPWL_ERR_SAMPLES, "%s: the curve %s is damaged", r->path, sections[wanted].name);
    TRY(take_curve(r, curve));
done:
    if (profile)
        cmsCloseProfile(profile);
    if (context)
        cmsDeleteContext(context);
    clpwl__free(list.text);
    clpwl__free(bytes);
    return status;
}
#else
clpwl_status clpwl__read_icc(clpwl__reader *r)
{
    return clpwl__fail(
        CLPWL_ERR_SAMPLES,
        "%s: an ICC profile; this libclpwl was built without liblcms2, which reads it", r->path);
}
#endif
