/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libclpwl: continuous piecewise linear tables for OpenCL. The header to include. It needs no
 * OpenCL header; <clpwl_cl.h> adds the functions that take OpenCL objects.
 *
 * Floating point: each function works in the default environment, whatever traps, rounding direction or flushing
 * of subnormal numbers the caller's thread has, and gives the caller's environment back, flags included. Callbacks
 * run in the default environment.
 *
 * Stack: a thread of 64 KiB suffices for each function that enters no OpenCL driver, and 64 KiB beyond what the
 * driver takes for the others. What a callback takes comes on top.
 */
#ifndef CLPWL_H
#define CLPWL_H

#include "clpwl/status.h"
#include "clpwl/types.h"
#include "clpwl/progress.h"
#include "clpwl/function.h"
#include "clpwl/weight.h"
#include "clpwl/partition.h"
#include "clpwl/error.h"
#include "clpwl/fit.h"
#include "clpwl/refine.h"
#include "clpwl/shaper.h"
#include "clpwl/table.h"
#include "clpwl/calculus.h"
#include "clpwl/execution.h"
#include "clpwl/proof.h"
#include "clpwl/design.h"
#include "clpwl/export.h"
#include "clpwl/context.h"
#include "clpwl/evaluator.h"
#include "clpwl/verify.h"

#endif
