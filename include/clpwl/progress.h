/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How long work reports its progress, and how a caller cancels it.
 *
 * Core (doc/abi.md).
 */
#ifndef CLPWL_PROGRESS_H
#define CLPWL_PROGRESS_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A callback of long work. The library calls it on the caller's thread.
 *   fraction  of the work that is done, 0 to 1. It never falls, and is 1 in the last call of work that
 *             succeeds, whose result is ignored
 *   user      the pointer that was given with the callback
 * A result other than 0 cancels the work, which then fails with CLPWL_ERR_CANCELLED.
 */
typedef int (*clpwl_progress)(double fraction, void *user);

#ifdef __cplusplus
}
#endif
#endif
