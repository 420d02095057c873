/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of clpwl, one a file, in the order in which a new user needs them. */
#ifndef CLPWL_TOOL_COMMANDS_H
#define CLPWL_TOOL_COMMANDS_H

#include "common/program.h"

/* X(name): tools/cmd_NAME.c defines name_command. */
#define COMMAND_LIST(X) \
    X(design)           \
    X(eval)             \
    X(inspect)          \
    X(verify)           \
    X(prove)            \
    X(functions)        \
    X(devices)          \
    X(methods)          \
    X(plot)             \
    X(export)           \
    X(bench)            \
    X(report)

#define COMMAND_EXTERN(name) extern const app_command name##_command;
COMMAND_LIST(COMMAND_EXTERN)

#endif
