/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl report: the paper's tables and figures, measured on this machine. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include "report.h"

static const char help[] =
    "Usage: clpwl report FOLDER [OPTION ...]\n"
    "Measures the tables and figures of the paper that the method is from (Berjon et al.,\n"
    "\"Optimal Piecewise Linear Function Approximation for GPU-based Applications\", 2015) on\n"
    "this machine, and writes them into FOLDER: a .tsv and an .svg of each, and index.html,\n"
    "one page that holds all of them. Needs gnuplot.\n"
    "\n"
    "The parts are figures, timings (Table I) and video: Table II and Fig. 8, by clpwl-bgs,\n"
    "which lies beside this program, or in PATH, or where CLPWL_BGS says.\n"
    "\n"
    "  -D, --device DEVICE    index or part of the name, or host; else the best is taken\n"
    "      --values COUNT     values in the streamed arrays (2^22, on a GPU 2^24)\n"
    "      --runs COUNT       runs of each measurement (5)\n"
    "      --only PART        that part alone, or one of its figures, as fig07\n"
    "  -h, --help             this text\n";

enum { VALUES = 256, RUNS, ONLY };

static const struct option longs[] = {
    { "device", required_argument, NULL, 'D' },
    { "values", required_argument, NULL, VALUES },
    { "runs", required_argument, NULL, RUNS },
    { "only", required_argument, NULL, ONLY },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

static int make_folder(const char *path)
{
    struct stat s;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &s) == 0 && S_ISDIR(s.st_mode)))
        return 0;
    return tool_fail("cannot make the folder %s: %s", path, strerror(errno));
}

typedef struct part {
    const char *name;
    int (*write)(report *r);
} part;

static const part parts[] = { { "figures", report_figures },
                              { "timings", report_timings },
                              { "video", report_video } };
enum { PARTS = sizeof parts / sizeof *parts };

static int parse_part(report *r, const char *text, const part **out)
{
    r->figure = report_is_figure(text) ? text : NULL;
    if (r->figure)
        text = "figures";
    for (int i = 0; i < PARTS; i++)
        if (strcmp(parts[i].name, text) == 0) {
            *out = &parts[i];
            return 0;
        }
    return tool_usage("--only: there is no part '%s'; there are figures, timings, video, and each "
                      "figure by its name, as fig07", text);
}

static int write_report(report *r, const part *only)
{
    int code = report_page_open(r);
    if (code)
        return code;
    report_paragraph(r, "The method is from D. Berj&oacute;n, G. Gallego, C. Cuevas, F. "
                        "Mor&aacute;n, N. Garc&iacute;a, <i>Optimal Piecewise Linear Function "
                        "Approximation for GPU-based Applications</i>, IEEE Trans. Cybernetics "
                        "2015. Headings name the paper's figure that each of these answers to.");
    for (int i = 0; i < PARTS && code == 0; i++)
        if (!only || only == &parts[i])
            code = parts[i].write(r);
    return report_page_end(r, code);
}

static int run(int argc, char **argv)
{
    static report r = { .bench = { .runs = 5 } };
    char typed[1024] = "clpwl";
    const part *only = NULL;
    int option, code = 0;
    for (int i = 0; i < argc; i++) {
        strncat(typed, " ", sizeof typed - strlen(typed) - 1);
        strncat(typed, argv[i], sizeof typed - strlen(typed) - 1);
    }
    while ((option = tool_option(argc, argv, ":D:h", longs, &code)) != -1) {
        if (option == '?')
            return code;
        if (option == 'D')
            r.device = optarg;
        else if (option == ONLY)
            code = parse_part(&r, optarg, &only);
        else
            code = option == VALUES ? parse_count("values", optarg, &r.bench.values)
                                    : parse_count("runs", optarg, &r.bench.runs);
        if (code)
            return code;
    }
    code = tool_operands(argc, 1, 1, "FOLDER");
    if (code == 0 && r.bench.runs > FIGURE_RUNS_MOST)
        code = tool_usage("--runs: %zu is more than %d", r.bench.runs, FIGURE_RUNS_MOST);
    code = code ? code : make_folder(argv[optind]);
    code = code ? code : device_open(r.device, NULL, &r.bench.context);
    r.folder = argv[optind];
    r.command = typed;
    if (code == 0 && r.bench.values == 0)
        r.bench.values = r.bench.context &&
                                 clpwl_context_info(r.bench.context)->kind == CLPWL_DEVICE_GPU
                             ? 1 << 24
                             : 1 << 22;
    code = code ? code : bench_open(&r.bench);
    code = code ? code : write_report(&r, only);
    bench_close(&r.bench);
    if (code == 0)
        printf("%s/index.html\n", r.folder);
    return code ? code : output_stdout();
}

const command report_command = { "report", "measures the paper's tables and figures anew", help,
                                 run };
