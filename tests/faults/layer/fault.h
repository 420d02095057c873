/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Controls the fault layer, an OpenCL layer that makes the n-th call fail and counts references to
 * objects. The loader loads it by OPENCL_LAYERS, and the program finds the symbol `fault_layer` by
 * dlsym. Only one thread at a time may control it; any thread may call OpenCL.
 */
#ifndef CLPWL_TEST_FAULT_H
#define CLPWL_TEST_FAULT_H

enum { CONTEXT, QUEUE, MEMORY, SAMPLER, PROGRAM, KERNEL, EVENT, CLASSES };

/* The names, in this order. */
#define FAULT_CLASS_NAMES { "context", "queue", "memory", "sampler", "program", "kernel", "event" }

enum fault_how {
    FAULT_ONCE,  /* the n-th call fails */
    FAULT_EVER,  /* the n-th call and all later ones fail, as on a lost device */
    FAULT_LATER, /* the n-th command to be queued succeeds, does nothing, and its event
                    ends with the code */
};

struct fault_layer {
    /* Counts from 0 again; n = 0: no fault. clRetain* and clRelease* never fail and do not
     * count. */
    void (*arm)(long n, int code, enum fault_how how);
    /* While it is on, calls neither fail nor count: for the test's own calls. */
    void (*pause)(int on);
    /* The call that failed since arm, or NULL. */
    const char *(*met)(void);
    /* Calls since arm; with FAULT_LATER, commands. */
    long (*calls)(void);
    /* The number of references that the program holds to objects of a class. */
    long (*live)(int class);
    /* The number of commands enqueued since the last call that waited for the queue. */
    long (*pending)(void);
};

#endif
