/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of lookup.h, static, for the CPU that the file that includes this one is compiled for. */
#include "lookup.h"

static volatile float kept;

static inline float look_up_by_hand(const hand *h, float x)
{
    x = x < h->a ? h->a : x;
    x = x > h->b ? h->b : x;
    const float u = (x - h->a) * h->scale;
    const int i = (int)u;
    return h->records[i].value + (u - (float)i) * h->records[i].slope;
}

#define LOOPS(name, look_up)                                                                                 \
    static double sum##name(const void *state)                                                               \
    {                                                                                                        \
        const reads *r = state;                                                                              \
        float sum = 0;                                                                                       \
        for (int i = 0; i < ARGUMENTS; i++)                                                                  \
            sum += look_up(r->x[i]);                                                                         \
        kept = sum;                                                                                          \
        return 0;                                                                                            \
    }                                                                                                        \
    static double chain##name(const void *state)                                                             \
    {                                                                                                        \
        const reads *r = state;                                                                              \
        float y = 0;                                                                                         \
        for (int i = 0; i < ARGUMENTS; i++)                                                                  \
            y = look_up(r->x[i] + 1e-3f * y);                                                                \
        kept = y;                                                                                            \
        return 0;                                                                                            \
    }
#define BY_LIBRARY(x) clpwl_lookup(&r->table, x)
#define BY_HAND(x) look_up_by_hand(&r->hand, x)
LOOPS(, BY_LIBRARY)
LOOPS(_by_hand, BY_HAND)
