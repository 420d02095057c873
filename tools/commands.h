/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of clpwl, one a file. They use the library's public API only. */
#ifndef CLPWL_TOOL_COMMANDS_H
#define CLPWL_TOOL_COMMANDS_H

#include "common/program.h"

extern const app_command bench_command, design_command, devices_command, eval_command,
    export_command, functions_command, inspect_command, plot_command, report_command,
    verify_command;

#endif
