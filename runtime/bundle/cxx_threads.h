/* What the bodies of the C++ libraries' functions for threads are made of: functions of POSIX
 * (threads.c), with turns. For sources that define _GNU_SOURCE. */
#ifndef ENZ_BUNDLE_CXX_THREADS_H
#define ENZ_BUNDLE_CXX_THREADS_H
#include "../thread.h"
#include "bundle.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

/* A unique_lock. */
struct held {
    pthread_mutex_t *mutex;
    bool owns;
};

int enz_rt_do_pthread_mutex_lock(pthread_mutex_t *m);
int enz_rt_do_pthread_mutex_trylock(pthread_mutex_t *m);
int enz_rt_do_pthread_mutex_unlock(pthread_mutex_t *m);
int enz_rt_do_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
int enz_rt_do_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                     const struct timespec *t);
void _ZSt9terminatev(void);
/* Ends the program: what a future gets at the end of a thread has no derivative. */
_Noreturn void enz_rt_no_end_of_thread(const char *where);
void _ZdlPv(void *);

BUNDLE_INLINE void join(pthread_t *thread)
{
    enz_rt_thread_join((uint64_t)*thread);
    enz_rt_thread_forget();
    *thread = 0;
}

BUNDLE_INLINE void lock(pthread_mutex_t *m)
{
    enz_rt_do_pthread_mutex_lock(m);
    enz_rt_turn();
}

BUNDLE_INLINE bool try_lock(pthread_mutex_t *m)
{
    bool taken = !enz_rt_do_pthread_mutex_trylock(m);
    if (taken)
        enz_rt_turn();
    return taken;
}

BUNDLE_INLINE void unlock(pthread_mutex_t *m)
{
    enz_rt_turn();
    enz_rt_do_pthread_mutex_unlock(m);
}

BUNDLE_INLINE void wait(pthread_cond_t *c, const struct held *l)
{
    enz_rt_turn();
    enz_rt_do_pthread_cond_wait(c, l->mutex);
    enz_rt_turn();
}

#endif
