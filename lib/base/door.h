/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The door of the API: while a public function runs, the thread has the default floating-point environment;
 * then it has the caller's again. The caller's may trap (feenableexcept), round upward, or flush subnormal
 * numbers (-ffast-math). The flags of exceptions are the caller's, too. Callbacks run inside the door.
 */
#ifndef CLPWL__DOOR_H
#define CLPWL__DOOR_H

#include <fenv.h>

typedef struct clpwl__door {
    fenv_t environment;
#if defined(__x86_64__)
    int is_held; /* environment has what to give back */
    unsigned mxcsr;
    unsigned short x87_control, x87_status;
#endif
} clpwl__door;

void clpwl__door_hold(clpwl__door *door);
void clpwl__door_give_back(const clpwl__door *door);

/* The first line of a public function that computes. Doors nest. The end of the scope gives back, by whatever
 * way it is left. */
#define CLPWL__DOOR \
    clpwl__door clpwl__held __attribute__((cleanup(clpwl__door_give_back))); \
    clpwl__door_hold(&clpwl__held)

#endif
