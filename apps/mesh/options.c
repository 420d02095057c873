/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters: names, ranges, defaults. */
#include "options.h"
#include <string.h>
#include "common/names.h"

static const app_choice ways[] = {
    {"auto", "the fastest by a short run of each"},
    {"full", "Floyd-Warshall on the whole matrix"},
    {"half", "Floyd-Warshall on the lower triangle"},
    {"dijkstra", "from each face, on all processors"},
    {NULL, NULL}};
static const app_choice angles[] = {{"cosine", "1 - cos(theta)"},
                                    {"linear", "theta"},
                                    {"log", "-log(1 - theta/pi)"},
                                    {NULL, NULL}};
static const app_choice functions[] = {
    {"table", "by tables"}, {"exact", "by C's functions"}, {NULL, NULL}};
static const app_choice variables[] = {{"half", "|n1 - n2|/2, the sine of the half angle"},
                                       {"cosine", "n1 . n2"},
                                       {NULL, NULL}};

/*
 * Mean Rand index errors over four models with a dozen human segmentations each: .059 with these
 * values; .061 with eta .2, and then .104 with alpha .5. People among themselves differ by .063. Of
 * three of the models, .066 with eta .2, and otherwise
 *   alpha  .2: .067, .5: .091, .7: .094
 *   eta    .1: .064, .3: .069
 *   angle  linear: .090, log: .089
 */
const mesh_options mesh_defaults = {
    .paths = {.bits = 32},
    .rounds = 20,
    .alpha = 0.3,
    .eta = 0.1,
    .band = 0.04,
    .knots = 256,
};

static int parse_bits(const app_option *row, const char *text, void *member)
{
    const int bits = strcmp(text, "32") == 0 ? 32 : strcmp(text, "16") == 0 ? 16 : 0;
    if (!bits)
        return app_usage("--%s: '%s' is neither 32 nor 16", row->name, text);
    *(int *)member = bits;
    return 0;
}

/* The rows keep their lines. */
/* clang-format off */
#define AT(member) offsetof(mesh_options, member)
#define INT(name, member, least, most, text) APP_INT(0, name, "N", member, least, most, text)
#define NUMBER(name, member, least, most, text) APP_NUMBER(0, name, "X", member, least, most, text)
#define WORD(name, member, words, text) APP_CHOICE(0, name, "WORD", member, words, text)

const app_option mesh_option_rows[] = {
    APP_HEADING("Parts"),
    APP_INT('k', "clusters", "K", clusters, 0, 1000,
            "parts; 0: guessed, from 2 to 20"),
    APP_SWITCH(0, "hierarchical", is_hierarchical, "splits parts in two until there are K"),
    INT("rounds", rounds, 1, 1000, "rounds of memberships and representatives at most"),
    NUMBER("band", band, 0, 0.5,
           "a face is decided by a minimum cut if its memberships of two parts, as shares of both, "
           "are less than X from 1/2"),

    APP_HEADING("Distances of adjacent faces"),
    NUMBER("alpha", alpha, 0, 1, "share of the way between faces; the rest is that of the angle"),
    NUMBER("eta", eta, 0, 1, "weight of a convex angle; a concave one has 1"),
    WORD("angle", angle, angles, "cost of the angle theta between the normals"),
    WORD("functions", is_exact, functions, "how the costs linear and log are evaluated"),
    WORD("variable", by_cosine, variables, "what their tables are functions of"),
    INT("knots", knots, 2, 65536, "knots of a table"),
    APP_PARSED(0, "partition", "NAME", partition, app_parse_partition,
               "of a table: uniform (default) or optimized"),
    APP_TEXT(0, "table-method", "NAME", table_method,
             "evaluation method of the table, as `clpwl eval --method`; by default the fastest, "
             "measured"),

    APP_HEADING("Shortest paths"),
    WORD("paths", paths.way, ways, "how they are found"),
    APP_PARSED(0, "bits", "N", paths.bits, parse_bits,
               "of a stored distance: 32, or 16 in half of the memory"),
    NUMBER("memory", paths.memory, 0, 1048576, "MiB at most; 0: what is free"),
    APP_OPTIONS_END,
};
/* clang-format on */

static const app_scope angle_scopes[] = {{"functions", ~(1u << MESH_COSINE)},
                                         {"variable", ~(1u << MESH_COSINE)},
                                         {"knots", ~(1u << MESH_COSINE)},
                                         {"partition", ~(1u << MESH_COSINE)},
                                         {"table-method", ~(1u << MESH_COSINE)},
                                         {NULL, 0}};
static const app_scope table_scopes[] = {
    {"variable", 1}, {"knots", 1}, {"partition", 1}, {"table-method", 1}, {NULL, 0}};

int mesh_options_check(const mesh_options *o)
{
    int code = app_options_scopes(mesh_option_rows, angle_scopes,
                                  app_option_find(mesh_option_rows, "angle"), o->angle);
    if (code == 0)
        code = app_options_scopes(mesh_option_rows, table_scopes,
                                  app_option_find(mesh_option_rows, "functions"), o->is_exact);
    return code;
}
