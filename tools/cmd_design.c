/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl design: from a function and a wish to a table. */
#include <string.h>
#include "tool.h"

static const char help[] =
    "Usage: clpwl design FUNCTION | --expr FORMULA | --samples FILE.csv [OPTION ...]\n"
    "Designs a piecewise linear table and says what its error is.\n"
    "\n"
    "The function is one of\n"
    "  FUNCTION               of the catalogue, with parameters: lorentzian:x0=0,gamma=2\n"
    "                         (clpwl functions lists them)\n"
    "  -e, --expr FORMULA     a formula in x: 'exp(-x^2/2)'; give --domain too\n"
    "  -s, --samples FILE     two columns x, y; a cubic spline goes through them\n"
    "      --kink X[,X...]    where the formula has kinks, or 'none'; else they are looked for\n"
    "      --smooth SIGMA     takes noise of that deviation off the samples; 'auto': as found\n"
    "\n"
    "The table\n"
    "  -d, --domain A:B       where it is to be exact enough (default: the function's own)\n"
    "  -n, --segments N       this many segments (default: 256)\n"
    "  -E, --max-error E      or as few segments as meet this error, as measured\n"
    "      --norm NORM        of the error: linf (default), l2 or l1\n"
    "      --relative FLOOR   of the error: relative to |f|, or to FLOOR where |f| is less\n"
    "      --weight W         of the error: a formula in x, a function of the catalogue, or a\n"
    "                         file: of two columns x, w, or of arguments as they occur\n"
    "      --weight-bits B    with --max-error: where a filter has B fractional bits of\n"
    "                         interpolation weight, as clpwl devices tells of image-linear\n"
    "      --for DEVICE       with --max-error: where that device's own filter reads the table,\n"
    "                         as measured: a number of clpwl devices, or a part of a name\n"
    "  -p, --partition KIND   uniform (default) or optimized\n"
    "      --shaper NAME      lines that are straight in log2(x), sqrt(x), rsqrt(x) or exp2(x):\n"
    "                         log2, sqrt, rsqrt, exp2, none (default), or auto: the best, if\n"
    "                         it saves half of the segments or 3/4 of the error\n"
    "      --refine           optimized knots, moved to where the error is least, in the\n"
    "                         norm of the fit if no other is given\n"
    "      --optimal          the same from the best of all choices on a fine grid; N <= 64\n"
    "  -f, --fit KIND         interpolant (default), projection (least squares), minimax,\n"
    "                         least-absolute, above or below (never on the other side)\n"
    "  -x, --extend MODE      outside the domain: clamp (default), zero, repeat, mirror, nan\n"
    "\n"
    "Output\n"
    "  -o, --output FILE      writes the table there\n"
    "      --json             prints the table as JSON instead of a summary\n"
    "  -h, --help             this text\n";

enum { NORM = 256, SHAPER, KINK, SMOOTH, RELATIVE, WEIGHT, BITS, FOR, REFINE, OPTIMAL, JSON };

static const struct option longs[] = {
    { "expr", required_argument, NULL, 'e' },
    { "samples", required_argument, NULL, 's' },
    { "kink", required_argument, NULL, KINK },
    { "smooth", required_argument, NULL, SMOOTH },
    { "domain", required_argument, NULL, 'd' },
    { "segments", required_argument, NULL, 'n' },
    { "max-error", required_argument, NULL, 'E' },
    { "norm", required_argument, NULL, NORM },
    { "relative", required_argument, NULL, RELATIVE },
    { "weight", required_argument, NULL, WEIGHT },
    { "weight-bits", required_argument, NULL, BITS },
    { "for", required_argument, NULL, FOR },
    { "partition", required_argument, NULL, 'p' },
    { "shaper", required_argument, NULL, SHAPER },
    { "refine", no_argument, NULL, REFINE },
    { "optimal", no_argument, NULL, OPTIMAL },
    { "fit", required_argument, NULL, 'f' },
    { "extend", required_argument, NULL, 'x' },
    { "output", required_argument, NULL, 'o' },
    { "json", no_argument, NULL, JSON },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

typedef struct wish {
    source function;
    clpwl_design_options options;
    clpwl_weight weight;
    const char *output, *weight_text, *device;
    clpwl_context *context; /* of that device */
    clpwl_execution how;
    int json, norm_given, partition_given;
} wish;

static int parse_bits(const char *text, unsigned *out)
{
    enum { MOST = 24 };
    size_t bits;
    int code = parse_count("weight-bits", text, &bits);
    if (code == 0 && bits > MOST)
        code = tool_usage("--weight-bits: %zu, where %d are as good as fp32", bits, MOST);
    *out = code ? 0 : (unsigned)bits;
    return code;
}

static int take(wish *w, int option)
{
    clpwl_design_options *o = &w->options;
    switch (option) {
    case 'e': w->function.expression = optarg; return 0;
    case 's': w->function.samples = optarg; return 0;
    case KINK: return parse_kinks(optarg, &w->function);
    case SMOOTH: return parse_smooth(optarg, &w->function);
    case 'd': return parse_domain("domain", optarg, &o->a, &o->b);
    case 'n': return parse_count("segments", optarg, &o->segments);
    case 'E': return parse_positive("max-error", optarg, &o->max_error);
    case NORM: w->norm_given = 1; return tool_status(clpwl_norm_parse(&o->norm, optarg));
    case RELATIVE: return parse_positive("relative", optarg, &w->weight.floor);
    case WEIGHT: w->weight_text = optarg; return 0;
    case FOR: w->device = optarg; return 0;
    case BITS: return parse_bits(optarg, &w->how.weight_bits);
    case 'p':
        w->partition_given = 1;
        return tool_status(clpwl_partition_parse(&o->partition, optarg));
    case SHAPER: return tool_status(clpwl_shaper_parse(&o->shaper, optarg));
    case REFINE: o->effort = CLPWL_EFFORT_REFINED; return 0;
    case OPTIMAL: o->effort = CLPWL_EFFORT_OPTIMAL; return 0;
    case 'f': return tool_status(clpwl_fit_parse(&o->fit, optarg));
    case 'x': return tool_status(clpwl_extend_parse(&o->extend, optarg));
    case 'o': w->output = optarg; return 0;
    default: w->json = 1; return 0;
    }
}

/* Refined knots are optimized ones, in the norm that the fit is best in. */
static void fill_in(wish *w)
{
    clpwl_design_options *o = &w->options;
    if (o->effort == CLPWL_EFFORT_ASYMPTOTIC)
        return;
    if (!w->partition_given)
        o->partition = CLPWL_PARTITION_OPTIMIZED;
    if (!w->norm_given)
        o->norm = o->fit == CLPWL_FIT_PROJECTION       ? CLPWL_NORM_L2
                  : o->fit == CLPWL_FIT_LEAST_ABSOLUTE ? CLPWL_NORM_L1
                                                   : CLPWL_NORM_LINF;
}

static int read_arguments(wish *w, int argc, char **argv, int *help_shown)
{
    int option, code = 0;
    while (code == 0 &&
           (option = tool_option(argc, argv, ":e:s:d:n:E:p:f:x:o:h", longs, &code)) != -1) {
        if (option == '?') {
            *help_shown = 1;
            return code;
        }
        code = take(w, option);
    }
    fill_in(w);
    if (code == 0)
        code = tool_operands(argc, 0, 1, "FUNCTION");
    if (code == 0 && optind < argc)
        w->function.catalogue = argv[optind];
    if (code == 0 && w->options.segments && w->options.max_error > 0)
        code = tool_usage("--segments and --max-error exclude each other");
    if (code == 0 && w->output && strcmp(w->output, "-") == 0)
        code = tool_usage("--output: '-' is no file; --json prints the table");
    if (code == 0)
        code = output_spares(w->output, w->function.samples);
    if (code == 0)
        code = output_spares(w->output, w->weight_text);
    if (code == 0 && w->how.weight_bits && w->device)
        code = tool_usage("--weight-bits and --for exclude each other");
    return code;
}

/* What was found out about the function, beside the table. */
static void say_more(const wish *w, const clpwl_function *f, const clpwl_table *table)
{
    const double *knots = clpwl_table_knots(table);
    if (w->function.expression && !w->function.kinks_given && !w->json)
        kinks_print(f, knots[0], knots[clpwl_table_segments(table)]);
    if (w->function.samples)
        noise_note(f, table);
}

/* How the device's filter executes tables. */
static int find_filter(wish *w)
{
    w->options.execution = &w->how;
    if (!w->device)
        return 0;
    int code = device_open(w->device, "image-linear", &w->context);
    if (code == 0 && !w->context)
        code = tool_usage("--for: the host has no filter; leave it out for fp32");
    if (code == 0)
        code = tool_status(clpwl_context_execution(w->context, CLPWL_STORAGE_FLOAT32, &w->how));
    return code;
}

/* Prints the table, where asked for as a filter makes it too. */
static int print(const wish *w, const clpwl_function *f, const clpwl_table *table)
{
    filtered seen = { .how = CLPWL_EXECUTION_INIT, .asked = w->context || w->how.weight_bits };
    int code = 0;
    seen.how = w->how;
    if (w->context)
        seen.device = clpwl_context_info(w->context)->name;
    seen.plain = clpwl_table_executed_error(table, &seen.how);
    if (seen.asked && w->options.weight)
        code = tool_status(clpwl_error_executed(f, w->options.weight, table, &seen.how,
                                                         &seen.weighted));
    if (code)
        return code;
    return w->json ? table_print_json(table, &seen) : table_print(table, &seen);
}

static int design(wish *w)
{
    clpwl_function *f = NULL, *weight = NULL;
    clpwl_table *table = NULL;
    progress bar;
    int code = find_filter(w);
    if (code == 0)
        code = source_open(&w->function, &f);
    if (code == 0 && w->weight_text)
        code = weight_open(w->weight_text, &weight);
    if (code)
        goto done;
    w->weight.w = weight;
    if (weight || w->weight.floor > 0)
        w->options.weight = &w->weight;
    double a, b;
    clpwl_function_domain(f, &a, &b);
    if (a == b && w->options.a == w->options.b) {
        code = tool_usage("%s has no domain of its own: --domain A:B is needed",
                          clpwl_function_name(f));
        goto done;
    }
    progress_begin(&bar, "design");
    w->options.progress = progress_show;
    w->options.progress_user = &bar;
    clpwl_status status = clpwl_design(&table, f, &w->options);
    progress_end(&bar);
    code = tool_status(status);
    if (code == 0 && w->output) {
        output_hold_signals(1);
        code = tool_status(clpwl_table_save(table, w->output));
        output_hold_signals(0);
    }
    if (code == 0)
        code = print(w, f, table);
    if (code == 0)
        say_more(w, f, table);
done:
    clpwl_table_free(table);
    clpwl_function_free(f);
    clpwl_function_free(weight);
    clpwl_context_free(w->context);
    return code;
}

static int run(int argc, char **argv)
{
    wish w = { .options = CLPWL_DESIGN_INIT, .weight = CLPWL_WEIGHT_INIT,
               .how = CLPWL_EXECUTION_INIT };
    int help_shown = 0;
    int code = read_arguments(&w, argc, argv, &help_shown);
    return code || help_shown ? code : design(&w);
}

const command design_command = { "design", "designs a table for a function", help, run };
