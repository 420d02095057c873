/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The control of the fault layer: an OpenCL layer that makes the n-th call fail and
 * keeps the books on objects. The loader takes it from OPENCL_LAYERS; the program finds
 * the symbol `fault_layer` in it with dlsym. One thread at a time drives it, any
 * number may call OpenCL.
 */
#ifndef CLPWL_TEST_FAULT_H
#define CLPWL_TEST_FAULT_H

enum { CONTEXT, QUEUE, MEMORY, SAMPLER, PROGRAM, KERNEL, EVENT, CLASSES };

/* The layer's own table of names, in that order. */
#define FAULT_CLASS_NAMES { "context", "queue", "memory", "sampler", "program", "kernel", "event" }

enum fault_how {
    FAULT_ONCE,  /* the n-th call fails */
    FAULT_EVER,  /* it and all that follow fail, as on a device that is lost */
    FAULT_LATER, /* the n-th command to be queued succeeds, does nothing, and its event
                    ends with the code */
};

struct fault_layer {
    /* Counts anew; n = 0: no fault. clRetain* and clRelease* never fail, nor count. */
    void (*arm)(long n, int code, enum fault_how how);
    /* While on, calls neither fail nor count: a test's own. */
    void (*pause)(int on);
    /* The call that was made to fail since arm, or NULL. */
    const char *(*met)(void);
    /* Calls since arm; with FAULT_LATER, commands. */
    long (*calls)(void);
    /* References that the program holds to objects of a class. */
    long (*live)(int class);
    /* Commands queued since the last call that waited for the queue. */
    long (*pending)(void);
};

#endif
