/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clpwl command. */
#include <gsl/gsl_errno.h>
#include "commands.h"

#define COMMAND_ROW(name) &name##_command,
static const app_command *const commands[] = { COMMAND_LIST(COMMAND_ROW) NULL };

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
