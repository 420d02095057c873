/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libclpwl: continuous piecewise linear tables for OpenCL. The header to include. It needs no
 * OpenCL header; <clpwl_cl.h> adds the functions that take OpenCL objects.
 *
 * Core: what most programs need, in the order in which they need it.
 *
 *   f           clpwl_function_from_formula, clpwl_function_from_catalogue, clpwl_function_from_samples,
 *               clpwl_function_read_samples, clpwl_function_from_data, clpwl_function_create (a callback)
 *   table       clpwl_design; clpwl_table_save, clpwl_table_load, clpwl_table_value, clpwl_table_segments
 *   device      clpwl_context_create, clpwl_evaluator_create, clpwl_eval; of <clpwl_cl.h> clpwl_enqueue,
 *               clpwl_program_build, clpwl_kernel_bind
 *   at the end  clpwl_evaluator_free, clpwl_context_free, clpwl_table_free, clpwl_function_free, clpwl_free
 *   a failure   clpwl_last_message
 *
 * Everything else is advanced: the parts of a design by themselves, proofs, verification, export, calculus. Each
 * header names its core functions. doc/abi.md has the promises for core and for the rest.
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

/* Core. */
#include "clpwl/status.h"
#include "clpwl/types.h"
#include "clpwl/function.h"
#include "clpwl/samples.h"
#include "clpwl/design.h"
#include "clpwl/table.h"
#include "clpwl/context.h"
#include "clpwl/evaluator.h"
#include "clpwl/progress.h"

/* Advanced. */
#include "clpwl/weight.h"
#include "clpwl/partition.h"
#include "clpwl/fit.h"
#include "clpwl/refine.h"
#include "clpwl/error.h"
#include "clpwl/shaper.h"
#include "clpwl/constraints.h"
#include "clpwl/execution.h"
#include "clpwl/proof.h"
#include "clpwl/calculus.h"
#include "clpwl/verify.h"
#include "clpwl/export.h"

#endif
