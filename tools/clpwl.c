/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clpwl command. */
#include <gsl/gsl_errno.h>
#include "commands.h"

#define COMMAND_ROW(name) &name##_command,
static const app_command *const commands[] = { COMMAND_LIST(COMMAND_ROW) NULL };

static const char *describe_build(void)
{
    return clpwl_can_prove() ? "proofs: yes, by Arb"
                             : "proofs: none, built without Arb; errors are measured";
}

static const app_program program = {
    .name = "clpwl",
    .summary = "Piecewise linear tables for functions that are costly to evaluate, on OpenCL "
               "devices.\n"
               "\n"
               "Most used:\n"
               "  clpwl design bessel_j0 --max-error 1e-4 -o j0.clpwl\n"
               "  clpwl eval j0.clpwl 0.5 2.4\n"
               "  clpwl plot j0.clpwl -o j0.png\n"
               "\n"
               "All commands:\n",
    .commands = commands,
    .features = describe_build,
};

int main(int argc, char **argv)
{
    gsl_set_error_handler_off();
    return app_main(&program, argc, argv);
}
