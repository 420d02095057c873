/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The caller's callback of progress, as clpwl/progress.h promises to call it. */
#ifndef CLPWL_BASE_PROGRESS_H
#define CLPWL_BASE_PROGRESS_H

#include <math.h>
#include <stddef.h>
#include "clpwl/progress.h"

/* The part of a longer work that is under way, from 0 to 1. */
typedef struct clpwl__share {
    clpwl_progress progress; /* the caller's, or that of a larger share; or NULL */
    void *user;
    double from, to;
    double done; /* the largest fraction reported, which the next one does not fall below */
} clpwl__share;

/* A clpwl_progress for the part alone. Its user is the clpwl__share. */
static inline int clpwl__share_report(double fraction, void *user)
{
    clpwl__share *share = (clpwl__share *)user;
    if (!share->progress)
        return 0;
    share->done = fmax(share->done, share->from + (share->to - share->from) * fraction);
    return share->progress(share->done, share->user);
}

/* Goes on to the next part: so much of what is left. */
static inline void clpwl__share_next(clpwl__share *share, double part)
{
    share->from = share->to;
    share->to += part * (1 - share->to);
}

/* Puts a share, of all the work, between the work and the callback of its options. */
static inline void clpwl__share_take(clpwl__share *share, clpwl_progress *progress, void **user)
{
    *share = (clpwl__share){.progress = *progress, .user = *user, .to = 1};
    if (*progress)
        *progress = clpwl__share_report;
    *user = share;
}

/* A callback of progress that may end a fit. A fraction of 0 may stand for one that is not known. */
typedef struct clpwl__watch {
    clpwl_progress progress; /* or NULL */
    void *user;
} clpwl__watch;

/* Whether the watch, which may be NULL, ends the work. */
static inline int clpwl__watch_ends(const clpwl__watch *watch, double done)
{
    return watch && watch->progress && watch->progress(done, watch->user) != 0;
}

/* Reports 1 if the whole work, of which the share is all, has succeeded. */
static inline void clpwl__share_end(clpwl__share *share, int has_succeeded)
{
    if (share->progress && has_succeeded)
        share->progress(1, share->user);
}

#endif
