/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of both methods: names, units, ranges, defaults. */
#include "flow.h"
#include <string.h>

static const app_choice methods[] = {
    {"lk", "least squares over a window, iterated (Lucas and Kanade)"},
    {"ncc", "blocks by normalised cross correlation"},
    {NULL, NULL}};
static const app_choice windows[] = {
    {"box", "equal weights; the cost does not grow with the window"},
    {"gauss", "weights that fall with the distance, and with each pixel's residual under the flow "
              "of the window's centre: sharper where motions meet, and slower"},
    {NULL, NULL}};
static const app_choice robusts[] = {{"none", "weight 1"},
                                     {"charbonnier", "1/sqrt(1+t^2) of the residual"},
                                     {"lorentzian", "1/(1+t^2/2)"},
                                     {"welsch", "exp(-t^2)"},
                                     {"tukey", "(1-t^2)^2 up to 1, then 0"},
                                     {NULL, NULL}};
static const app_choice weights[] = {
    {"table", "weights by tables"}, {"exact", "by OpenCL's functions"}, {NULL, NULL}};
static const app_choice lights[] = {
    {"off", "the light is the same in both pictures"},
    {"on", "gain and offset of each window's grey are unknown, too"},
    {NULL, NULL}};
static const app_choice warps[] = {{"auto", "image on a GPU, otherwise buffer"},
                                   {"image", "by a linear sampler"},
                                   {"buffer", "by four loads"},
                                   {NULL, NULL}};

const char *flow_method_name(int method)
{
    return methods[method].word;
}

const char *flow_robust_name(int robust)
{
    return robusts[robust].word;
}

/*
 * Mean errors (AEE, px) over three pairs with truth: .252 with these values, and otherwise
 *   radius      3: .242, 5: .267, 7: .305. With noise of 3 grey levels larger windows are better.
 *   iterations  3: .260, 8: .247
 *   median      3: .259, none: .265
 *   robust      none: .263, charbonnier: .254, welsch of scale 10: .256
 *   scale       2.5: .249, 10: .256
 *   brightness  off: .276. Of a second picture of 0.8 the light and 20 more: .259, and off: 5.9
 *   window      gauss: .245
 */
const flow_options flow_defaults = {
    .method = FLOW_LK,
    .motion = 64,
    /* Two pictures of noise alone are known at 0.0 % of their pixels, and by 2 at up to 5 %. The pairs above
     * with noise of 15 grey levels are known at 97 %, and by 4 at 95 %. */
    .texture = 3,
    .median = 5,
    .radius = 4,
    .window = FLOW_BOX,
    .iterations = 5,
    .robust = FLOW_LORENTZIAN,
    .scale = 5,
    .brightness = 1,
    .weights = FLOW_TABLE,
    .knots = 256,
    .block = 11,
    .stride = 0,
    .search = 2,
};

static int parse_median(const app_option *row, const char *text, void *member)
{
    if (strlen(text) != 1 || !strchr("035", *text))
        return app_usage("--%s: '%s' is neither 3 nor 5, nor 0 for none", row->name, text);
    *(int *)member = *text - '0';
    return 0;
}

/* The rows keep their lines. */
/* clang-format off */
#define AT(member) offsetof(flow_options, member)
#define INT(name, member, least, most, text) APP_INT(0, name, "N", member, least, most, text)
#define NUMBER(name, member, least, most, text) APP_NUMBER(0, name, "X", member, least, most, text)
#define WORD(name, member, words, text) APP_CHOICE(0, name, "WORD", member, words, text)

const app_option flow_option_rows[] = {
    APP_HEADING("Method"),
    WORD("method", method, methods, "how pixels are matched"),
    NUMBER("motion", motion, 1, 4096, "largest motion to look for, px; it sets the levels"),
    INT("levels", levels, 1, 16,
        "levels of the pyramid; otherwise as many as the motion asks for"),
    APP_PARSED(0, "median", "N", median, parse_median,
               "side of the median filter of each level: 0, 3 or 5, which is the default"),
    NUMBER("texture", texture, 0, 1000,
           "a pixel is unknown if the least eigenvalue of the slopes in its window or block is less than X "
           "times what noise adds to it, on each of the four finest levels"),
    NUMBER("least", least, 0, 1, "a pixel of less confidence is unknown"),
    NUMBER("check", check, 0, 1000,
           "also finds the flow back; a pixel that ends more than X px from where it began is "
           "unknown; 0: no check"),
    NUMBER("memory", memory, 0, 1048576,
           "MiB of device memory; larger levels are processed in tiles; 0: half of the device's"),

    APP_HEADING("lk"),
    INT("radius", radius, 1, 63, "radius of the window, px"),
    WORD("window", window, windows, "weights of the window"),
    INT("iterations", iterations, 1, 100, "iterations on each level"),
    WORD("robust", robust, robusts, "weight of a pixel by its residual r, t = |r| / scale"),
    NUMBER("scale", scale, 0.1, 255, "scale of the residuals, in 255ths of the range of the pair's grey"),
    WORD("brightness", brightness, lights, "whether the light may differ from picture to picture"),
    WORD("warp", warp, warps, "how the second picture is read between pixels"),

    APP_HEADING("Tables of weights (lk)"),
    WORD("weights", weights, weights, "how robust and window weights are evaluated"),
    APP_TEXT(0, "table-method", "NAME", table_method,
             "evaluation method of the tables, as `clpwl eval --method`; by default the fastest, "
             "measured"),
    INT("knots", knots, 2, 65536, "knots of a table"),
    INT("weight-bits", weight_bits, 0, 16,
        "emulates a linear filter whose weight has N fractional bits; 0: none"),

    APP_HEADING("ncc"),
    INT("block", block, 3, 63, "side of a block, px"),
    INT("stride", stride, 0, 63, "px from block to block; 1: one for each pixel; 0: the side"),
    INT("search", search, 1, 16, "largest shift on each level but the coarsest, px"),
    APP_OPTIONS_END,
};
/* clang-format on */

enum { LK_ONLY = 1 << FLOW_LK, NCC_ONLY = 1 << FLOW_NCC };

static const app_scope method_scopes[] = {
    {"radius", LK_ONLY}, {"window", LK_ONLY}, {"iterations", LK_ONLY}, {"robust", LK_ONLY},
    {"scale", LK_ONLY}, {"brightness", LK_ONLY}, {"warp", LK_ONLY}, {"weights", LK_ONLY},
    {"table-method", LK_ONLY}, {"knots", LK_ONLY}, {"weight-bits", LK_ONLY}, {"block", NCC_ONLY},
    {"stride", NCC_ONLY}, {"search", NCC_ONLY}, {NULL, 0},
};
static const app_scope robust_scopes[] = {{"scale", ~(1u << FLOW_NONE)}, {NULL, 0}};
/* With the window box no other weight has a table. */
static const app_scope box_scopes[] = {{"weights", ~(1u << FLOW_NONE)},
                                       {"table-method", ~(1u << FLOW_NONE)},
                                       {"knots", ~(1u << FLOW_NONE)},
                                       {"weight-bits", ~(1u << FLOW_NONE)},
                                       {NULL, 0}};
static const app_scope table_scopes[] = {{"table-method", 1 << FLOW_TABLE},
                                         {"knots", 1 << FLOW_TABLE},
                                         {"weight-bits", 1 << FLOW_TABLE},
                                         {NULL, 0}};

static int check_scopes(const app_scope *scopes, const char *choice, int chosen)
{
    return app_options_scopes(flow_option_rows, scopes, app_option_find(flow_option_rows, choice),
                              chosen);
}

int flow_options_check(const flow_options *o)
{
    int code = 0;
    TRY(check_scopes(method_scopes, "method", o->method));
    TRY(check_scopes(robust_scopes, "robust", o->robust));
    if (o->window == FLOW_BOX)
        TRY(check_scopes(box_scopes, "robust", o->robust));
    TRY(check_scopes(table_scopes, "weights", o->weights));
    TRY(app_kernel_method("table-method", o->table_method));
done:
    return code;
}
