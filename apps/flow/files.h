/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Flows in files: NAME.flo (Middlebury: the float 202021.25, int32 width and height, and float
 * pairs u, v by rows; components above 1e9 are unknown) and NAME.png (KITTI: 16 bits, R = 64 u +
 * 2^15, G = 64 v + 2^15, B = 1 where known), both little-endian in memory.
 */
#ifndef FLOW_FILES_H
#define FLOW_FILES_H

#include "flow.h"

/* Of either kind, by its first byte. Known pixels get the confidence 1. */
int flow_read(flow_field *out, const char *path);
/* 0, or EXIT_USAGE if the name has another ending. */
int flow_can_write(const char *path);
int flow_write(const flow_field *flow, const char *path);

#endif
