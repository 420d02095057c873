/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run draws and lists of each frame, beside its masks. */
#ifndef BGS_RUN_PICTURES_H
#define BGS_RUN_PICTURES_H

#include "run.h"

int bgs_run_open_pictures(bgs_run *run);
/* After the mask is made and the truth is read. */
int bgs_run_draw(bgs_run *run, long number);
/* The background after the last frame, and the sheet. */
int bgs_run_draw_last(bgs_run *run);
int bgs_run_close_pictures(bgs_run *run);

#endif
