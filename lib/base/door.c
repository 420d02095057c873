/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/door.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

/* fegetenv and fesetenv take 100 ns together, and one value of a table takes 30. An environment that is the
 * default one, as nearly always, is only looked at: 6 ns, and 11 where the door is copied. */
enum { FLAGS = 0x3f, MXCSR_DEFAULT = 0x1f80, X87_DEFAULT = 0x37f };

static void read_registers(clpwl__door *d)
{
    d->mxcsr = _mm_getcsr();
    __asm__ volatile("fnstcw %0\n\tfnstsw %1" : "=m"(d->x87_control), "=m"(d->x87_status));
}

void clpwl__door_hold(clpwl__door *d)
{
    read_registers(d);
    d->is_held = (d->mxcsr & ~FLAGS) != MXCSR_DEFAULT || d->x87_control != X87_DEFAULT;
    if (d->is_held) {
        fegetenv(&d->environment);
        fesetenv(FE_DFL_ENV);
    }
}

void clpwl__door_give_back(const clpwl__door *d)
{
    clpwl__door now;
    if (d->is_held) {
        fesetenv(&d->environment);
        return;
    }
    read_registers(&now);
    if (now.mxcsr != d->mxcsr)
        _mm_setcsr(d->mxcsr);
    if ((now.x87_status & FLAGS) != (d->x87_status & FLAGS)) {
        fenv_t environment;
        fegetenv(&environment);
        environment.__status_word = (unsigned short)((now.x87_status & ~FLAGS) | (d->x87_status & FLAGS));
        fesetenv(&environment);
    }
}

#else

void clpwl__door_hold(clpwl__door *d)
{
    fegetenv(&d->environment);
    fesetenv(FE_DFL_ENV);
}

void clpwl__door_give_back(const clpwl__door *d)
{
    fesetenv(&d->environment);
}

#endif
