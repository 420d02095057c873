/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work that clpwl_enqueue queued, by its events. The queues are the caller's: there may be
 * many, out of order, and they may be released before the evaluator.
 */
#include "cl/evaluator/evaluator.h"

enum { FEW = 16 };

static int is_finished(cl_event event)
{
    cl_int state = CL_QUEUED;
    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) ==
               CL_SUCCESS &&
           state <= CL_COMPLETE; /* a failure is below CL_COMPLETE */
}

static void release(const clpwl__pending *p)
{
    clReleaseEvent(p->event);
    clpwl__free(p->memory);
}

static void drop_finished(clpwl_evaluator *e)
{
    size_t kept = 0;
    for (size_t i = 0; i < e->pending_count; i++)
        if (is_finished(e->pending[i].event))
            release(&e->pending[i]);
        else
            e->pending[kept++] = e->pending[i];
    e->pending_count = kept;
}

/* Finished events are dropped only when the room is used up: the cost of a call does not grow with
 * the number of calls. */
clpwl_status clpwl__pending_reserve(clpwl_evaluator *e)
{
    clpwl_status status = CLPWL_OK;
    size_t room = e->pending_room;
    if (e->pending_count + 1 < room)
        goto done;
    drop_finished(e);
    if (room > 0 && e->pending_count <= room / 2)
        goto done;
    room = room ? 2 * room : FEW;
    clpwl__pending *grown = clpwl__realloc(e->pending, room, sizeof *grown);
    CHECK_MEMORY(grown);
    e->pending = grown;
    e->pending_room = room;
done:
    return status;
}

void clpwl__pending_add(clpwl_evaluator *e, cl_event event, void *memory)
{
    e->pending[e->pending_count++] = (clpwl__pending){event, memory};
}

/* Waits for a command and releases it. If the wait fails and the command did not, the queue
 * is waited for. */
static void wait_and_release(const clpwl__pending *p)
{
    cl_event event = p->event;
    cl_command_queue queue = NULL;
    if (clWaitForEvents(1, &event) != CL_SUCCESS && !is_finished(event) &&
        clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL) == CL_SUCCESS &&
        queue)
        clFinish(queue);
    release(p);
}

void clpwl__pending_wait(clpwl_evaluator *e)
{
    for (size_t i = 0; i < e->pending_count; i++)
        wait_and_release(&e->pending[i]);
    e->pending_count = 0;
}
