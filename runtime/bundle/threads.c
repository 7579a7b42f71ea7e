/* Threads, mutexes and all else by which threads wait for each other, of POSIX and of C.
 *
 * What lets a thread go on behind another one gets a number, so that the reverse sweep can have the
 * steps in the opposite order (../thread.h); that is all that derivatives know of waiting. What is
 * waited for may have written any memory. */
#define _GNU_SOURCE
#include "../thread.h"
#include "bundle.h"
#include "waits.h"

#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

/* ---- waiting ---- */

#define WAIT(name, turn, parameters, operands)                                                     \
    int enz_rt_do_##name parameters;                                                               \
    int enz_body_##name parameters;                                                                \
    BUNDLE_BODY int enz_body_##name parameters                                                     \
    {                                                                                              \
        TURN_IN_FRONT_##turn;                                                                      \
        int result = enz_rt_do_##name operands;                                                    \
        TURN_BEHIND_##turn(!result);                                                               \
        return result;                                                                             \
    }
#include "../waits.def"
#undef WAIT

/* ---- joining ---- */

int enz_body_pthread_join(pthread_t thread, void **result);
int enz_body_thrd_join(thrd_t thread, int *result);

/* What threads have returned, by places (prepare/module/threads.c). */
extern void *enz_thread_results[];

BUNDLE_BODY int enz_body_pthread_join(pthread_t thread, void **result)
{
    enz_rt_thread_join((uint64_t)thread);
    int status = enz_rt_thread_status();
    if (result && !status) {
        int64_t place = enz_rt_thread_place_joined();
        *result = enz_thread_results[place];
    }
    enz_rt_thread_forget();
    return status;
}

BUNDLE_BODY int enz_body_thrd_join(thrd_t thread, int *result)
{
    enz_rt_thread_join((uint64_t)thread);
    if (result)
        *result = enz_rt_thread_returned();
    return enz_rt_thread_status_c11();
}
