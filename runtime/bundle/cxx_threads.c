/* Threads, mutexes and condition variables of the C++ libraries: the functions that their headers
 * only declare. All are made of those of POSIX (threads.c).
 *
 * Layout: a thread is its handle; a mutex and a condition variable are those of POSIX; a
 * unique_lock begins with a pointer to the mutex. */
#define _GNU_SOURCE
#include "../thread.h"
#include "bundle.h"

#include <pthread.h>

struct lock {
    pthread_mutex_t *mutex;
};

int enz_rt_do_pthread_mutex_lock(pthread_mutex_t *m);
int enz_rt_do_pthread_mutex_trylock(pthread_mutex_t *m);
int enz_rt_do_pthread_mutex_unlock(pthread_mutex_t *m);
int enz_rt_do_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
void _ZSt9terminatev(void);

BUNDLE_INLINE void join(pthread_t *thread)
{
    enz_rt_thread_join((uint64_t)*thread);
    *thread = 0;
}

BUNDLE_INLINE void lock(pthread_mutex_t *m)
{
    enz_rt_do_pthread_mutex_lock(m);
    enz_rt_turn();
}

BUNDLE_INLINE void unlock(pthread_mutex_t *m)
{
    enz_rt_turn();
    enz_rt_do_pthread_mutex_unlock(m);
}

BUNDLE_INLINE void wait(pthread_cond_t *c, const struct lock *l)
{
    enz_rt_turn();
    enz_rt_do_pthread_cond_wait(c, l->mutex);
    enz_rt_turn();
}

/* ---- libstdc++ ---- */

void enz_body__ZNSt6thread4joinEv(pthread_t *thread);
void enz_body__ZNSt6thread6_StateD2Ev(void *state);
void enz_body__ZNSt18condition_variableC1Ev(pthread_cond_t *c);
void enz_body__ZNSt18condition_variableD1Ev(pthread_cond_t *c);
void enz_body__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(pthread_cond_t *c,
                                                                        struct lock *l);
void enz_body__ZNSt18condition_variable10notify_oneEv(pthread_cond_t *c);
void enz_body__ZNSt18condition_variable10notify_allEv(pthread_cond_t *c);

BUNDLE_BODY void enz_body__ZNSt6thread4joinEv(pthread_t *thread)
{
    join(thread);
}

BUNDLE_BODY void enz_body__ZNSt6thread6_StateD2Ev(void *state)
{
    (void)state;
}

BUNDLE_BODY void enz_body__ZNSt18condition_variableC1Ev(pthread_cond_t *c)
{
    pthread_cond_init(c, NULL);
}

BUNDLE_BODY void enz_body__ZNSt18condition_variableD1Ev(pthread_cond_t *c)
{
    pthread_cond_destroy(c);
}

BUNDLE_BODY void enz_body__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(
    pthread_cond_t *c, struct lock *l)
{
    wait(c, l);
}

BUNDLE_BODY void enz_body__ZNSt18condition_variable10notify_oneEv(pthread_cond_t *c)
{
    pthread_cond_signal(c);
}

BUNDLE_BODY void enz_body__ZNSt18condition_variable10notify_allEv(pthread_cond_t *c)
{
    pthread_cond_broadcast(c);
}

/* ---- libc++ ---- */

void enz_body__ZNSt3__16thread4joinEv(pthread_t *thread);
void enz_body__ZNSt3__16threadD1Ev(pthread_t *thread);
void enz_body__ZNSt3__115__thread_structC1Ev(void **data);
void enz_body__ZNSt3__115__thread_structD1Ev(void **data);
void enz_body__ZNSt3__15mutex4lockEv(pthread_mutex_t *m);
void enz_body__ZNSt3__15mutex6unlockEv(pthread_mutex_t *m);
void enz_body__ZNSt3__15mutexD1Ev(pthread_mutex_t *m);
void enz_body__ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE(pthread_cond_t *c,
                                                                               struct lock *l);
void enz_body__ZNSt3__118condition_variable10notify_oneEv(pthread_cond_t *c);
void enz_body__ZNSt3__118condition_variable10notify_allEv(pthread_cond_t *c);
void enz_body__ZNSt3__118condition_variableD1Ev(pthread_cond_t *c);

BUNDLE_BODY void enz_body__ZNSt3__16thread4joinEv(pthread_t *thread)
{
    join(thread);
}

BUNDLE_BODY void enz_body__ZNSt3__16threadD1Ev(pthread_t *thread)
{
    if (*thread)
        _ZSt9terminatev();
}

/* What std::notify_all_at_thread_exit needs, which has no derivative. */
BUNDLE_BODY void enz_body__ZNSt3__115__thread_structC1Ev(void **data)
{
    *data = NULL;
}

BUNDLE_BODY void enz_body__ZNSt3__115__thread_structD1Ev(void **data)
{
    (void)data;
}

BUNDLE_BODY void enz_body__ZNSt3__15mutex4lockEv(pthread_mutex_t *m)
{
    lock(m);
}

BUNDLE_BODY void enz_body__ZNSt3__15mutex6unlockEv(pthread_mutex_t *m)
{
    unlock(m);
}

BUNDLE_BODY void enz_body__ZNSt3__15mutexD1Ev(pthread_mutex_t *m)
{
    pthread_mutex_destroy(m);
}

BUNDLE_BODY void enz_body__ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE(
    pthread_cond_t *c, struct lock *l)
{
    wait(c, l);
}

BUNDLE_BODY void enz_body__ZNSt3__118condition_variable10notify_oneEv(pthread_cond_t *c)
{
    pthread_cond_signal(c);
}

BUNDLE_BODY void enz_body__ZNSt3__118condition_variable10notify_allEv(pthread_cond_t *c)
{
    pthread_cond_broadcast(c);
}

BUNDLE_BODY void enz_body__ZNSt3__118condition_variableD1Ev(pthread_cond_t *c)
{
    pthread_cond_destroy(c);
}
