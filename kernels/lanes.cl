/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lanes of a sub-group, by which the method shuffle exchanges registers:
 *
 *   clpwl_lane()              this work-item's lane
 *   clpwl_lanes_hold(last)    whether lanes 0 to last are there, alike for all lanes
 *   clpwl_exchange(v, lane)   the uint v of that lane, after clpwl_lanes_hold
 *
 * CLPWL_PTX 1: NVIDIA's OpenCL has no extension for lanes, but its compiler takes the instructions
 * (PTX ISA, 9.7.8.6 shfl.sync, 9.7.12.3 activemask). Only a whole warp of 32 active lanes holds any.
 * Lanes that are missing or that diverged therefore read the buffer.
 */
#ifndef CLPWL_LANES_KNOWN
#define CLPWL_LANES_KNOWN
#if CLPWL_PTX

static inline int clpwl_lane(void)
{
    uint lane;
    __asm__ volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return (int)lane;
}

static inline int clpwl_lanes_hold(int last)
{
    uint active;
    __asm__ volatile("activemask.b32 %0;" : "=r"(active));
    return active == 0xffffffffu && last < 32;
}

static inline uint clpwl_exchange(uint v, int lane)
{
    uint got;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                     : "=r"(got) : "r"(v), "r"(lane));
    return got;
}

#else

#define clpwl_lane() ((int)get_sub_group_local_id())
#define clpwl_lanes_hold(last) (get_sub_group_size() > (uint)(last))
#define clpwl_exchange(v, lane) sub_group_shuffle((uint)(v), (uint)(lane))

#endif

/* y[i] = 100 + the lane from which item i got it, 5 lane + 3 modulo 32; or 0. */
#ifdef CLPWL_PROBE_LANES
kernel void clpwl_probe_lanes(global float *y)
{
    const int lane = clpwl_lane();
    y[get_global_id(0)] =
        clpwl_lanes_hold(31) ? (float)clpwl_exchange(100u + (uint)lane, (5 * lane + 3) & 31) : 0.0f;
}
#endif
#endif
