/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clpwl command. */
#include <gsl/gsl_errno.h>
#include "commands.h"

/* In the order in which a new user needs them. */
static const app_command *const commands[] = {
    &design_command, &eval_command,   &inspect_command, &verify_command, &functions_command,
    &devices_command, &plot_command,  &export_command,  &bench_command,  &report_command,
    NULL,
};

static const app_program program = {
    .name = "clpwl",
    .summary = "Piecewise linear tables for functions that are costly to evaluate, on OpenCL "
               "devices.\n",
    .commands = commands,
};

int main(int argc, char **argv)
{
    gsl_set_error_handler_off();
    return app_main(&program, argc, argv);
}
