/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may stand in a place of the command line, by the tables of options: for completions. */
#ifndef APP_PLACES_H
#define APP_PLACES_H

#include "common/program.h"

/* Names of the catalogue, files, devices, or nothing known. */
typedef struct app_place {
    int is_function, is_file, is_device;
    char types[64]; /* of files, such as "off obj"; "": all */
} app_place;

/* The value of an option. */
app_place app_place_of_value(const app_option *row);
/* The n-th operand, by the synopsis: "TABLE [INPUT | NUMBER ...] [OPTION ...]". */
app_place app_place_of_operand(const app_command *command, int n);
/* The i-th word that an option takes; NULL: no more. */
const char *app_value_at(const app_option *row, int i);

#endif
