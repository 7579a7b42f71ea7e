/* Threads, mutexes and condition variables of the C++ libraries: the functions that their headers
 * only declare. All are made of those of POSIX (threads.c).
 *
 * Layout: a thread is its handle; a mutex and a condition variable are those of POSIX; a
 * unique_lock is a pointer to the mutex and whether it is held. */
#define _GNU_SOURCE
#include "cxx_threads.h"

/* ---- libstdc++ ---- */

void enz_body__ZNSt6thread4joinEv(pthread_t *thread);
void enz_body__ZNSt6thread6_StateD0Ev(void *state);
void enz_body__ZNSt6thread6_StateD1Ev(void *state);
void enz_body__ZNSt6thread6_StateD2Ev(void *state);
void enz_body__ZNSt13__future_base12_Result_baseC2Ev(void **result);
void enz_body__ZNSt13__future_base12_Result_baseD2Ev(void **result);
void enz_body__ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(void *ready);
void enz_body__ZNSt18condition_variableC1Ev(pthread_cond_t *c);
void enz_body__ZNSt18condition_variableD1Ev(pthread_cond_t *c);
void enz_body__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(pthread_cond_t *c,
                                                                        struct held *l);
void enz_body__ZNSt18condition_variable10notify_oneEv(pthread_cond_t *c);
void enz_body__ZNSt18condition_variable10notify_allEv(pthread_cond_t *c);

BUNDLE_BODY void enz_body__ZNSt6thread4joinEv(pthread_t *thread)
{
    join(thread);
}

BUNDLE_BODY void enz_body__ZNSt6thread6_StateD0Ev(void *state)
{
    _ZdlPv(state);
}

BUNDLE_BODY void enz_body__ZNSt6thread6_StateD1Ev(void *state)
{
    (void)state;
}

BUNDLE_BODY void enz_body__ZNSt6thread6_StateD2Ev(void *state)
{
    (void)state;
}

/* What a future waits for: an object with virtual functions and an exception. */
BUNDLE_BODY void enz_body__ZNSt13__future_base12_Result_baseC2Ev(void **result)
{
    result[1] = NULL;
}

BUNDLE_BODY void enz_body__ZNSt13__future_base12_Result_baseD2Ev(void **result)
{
    (void)result;
}

/* At the end of the thread. Each task may have its result then, as far as the compiler knows. */
BUNDLE_BODY void enz_body__ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(void *ready)
{
    (void)ready;
    enz_rt_no_end_of_thread(enz_rt_do_place());
}

BUNDLE_BODY void enz_body__ZNSt18condition_variableC1Ev(pthread_cond_t *c)
{
    pthread_cond_init(c, NULL);
}

BUNDLE_BODY void enz_body__ZNSt18condition_variableD1Ev(pthread_cond_t *c)
{
    pthread_cond_destroy(c);
}

BUNDLE_BODY void
enz_body__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(pthread_cond_t *c,
                                                                   struct held *l)
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

#define MUTEX(class)                                                                               \
    void enz_body__ZNSt3__1##class##4lockEv(pthread_mutex_t * m);                                  \
    bool enz_body__ZNSt3__1##class##8try_lockEv(pthread_mutex_t * m);                              \
    void enz_body__ZNSt3__1##class##6unlockEv(pthread_mutex_t * m);                                \
    void enz_body__ZNSt3__1##class##D1Ev(pthread_mutex_t *m);                                      \
    BUNDLE_BODY void enz_body__ZNSt3__1##class##4lockEv(pthread_mutex_t * m)                       \
    {                                                                                              \
        lock(m);                                                                                   \
    }                                                                                              \
    BUNDLE_BODY bool enz_body__ZNSt3__1##class##8try_lockEv(pthread_mutex_t * m)                   \
    {                                                                                              \
        return try_lock(m);                                                                        \
    }                                                                                              \
    BUNDLE_BODY void enz_body__ZNSt3__1##class##6unlockEv(pthread_mutex_t * m)                     \
    {                                                                                              \
        unlock(m);                                                                                 \
    }                                                                                              \
    BUNDLE_BODY void enz_body__ZNSt3__1##class##D1Ev(pthread_mutex_t *m)                           \
    {                                                                                              \
        pthread_mutex_destroy(m);                                                                  \
    }
MUTEX(5mutex)
MUTEX(15recursive_mutex)

/* Until a time_point of the system's clock: nanoseconds. */
void timed_wait(pthread_cond_t *c, struct held *l, int64_t until) __asm__(
    "enz_body__ZNSt3__118condition_variable15__do_timed_waitERNS_11unique_lockINS_5mutexEEE"
    "NS_6chrono10time_pointINS5_12system_clockENS5_8durationIxNS_5ratioILl1ELl1000000000EEEEEEE");
void enz_body__ZNSt3__16thread4joinEv(pthread_t *thread);
void enz_body__ZNSt3__16threadD1Ev(pthread_t *thread);
void enz_body__ZNSt3__115__thread_structC1Ev(void **data);
void enz_body__ZNSt3__115__thread_structD1Ev(void **data);
void enz_body__ZNSt3__115__thread_struct27__make_ready_at_thread_exitEPNS_17__assoc_sub_stateE(
    void **data, void *state);
void enz_body__ZNSt3__115recursive_mutexC1Ev(pthread_mutex_t *m);
void enz_body__ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE(pthread_cond_t *c,
                                                                                struct held *l);
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

BUNDLE_BODY void
enz_body__ZNSt3__115__thread_struct27__make_ready_at_thread_exitEPNS_17__assoc_sub_stateE(
    void **data, void *state)
{
    (void)data, (void)state;
    enz_rt_no_end_of_thread(enz_rt_do_place());
}

BUNDLE_BODY void enz_body__ZNSt3__115recursive_mutexC1Ev(pthread_mutex_t *m)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(m, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

BUNDLE_BODY void
enz_body__ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE(pthread_cond_t *c,
                                                                           struct held *l)
{
    wait(c, l);
}

BUNDLE_BODY void timed_wait(pthread_cond_t *c, struct held *l, int64_t until)
{
    const int64_t second = 1000000000;
    struct timespec t = {until / second, until % second};
    enz_rt_turn();
    enz_rt_do_pthread_cond_timedwait(c, l->mutex, &t);
    enz_rt_turn();
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
