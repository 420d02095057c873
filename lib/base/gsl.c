/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gsl.h"
#include <gsl/gsl_errno.h>
#include <pthread.h>

/* Global, as GSL's handler is. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long threads_inside;
static gsl_error_handler_t *callers_handler;
static _Thread_local unsigned depth;

void clpwl__gsl_enter(void)
{
    if (depth++ > 0)
        return;
    pthread_mutex_lock(&lock);
    if (threads_inside++ == 0)
        callers_handler = gsl_set_error_handler_off();
    pthread_mutex_unlock(&lock);
}

void clpwl__gsl_leave(void)
{
    if (--depth > 0)
        return;
    pthread_mutex_lock(&lock);
    if (--threads_inside == 0)
        gsl_set_error_handler(callers_handler);
    pthread_mutex_unlock(&lock);
}
