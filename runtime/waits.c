/* What the bodies of waiting functions call for the waiting itself (bundle/threads.c): the
 * functions of the C library, by names that have no body. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#define WAIT(name, turn, parameters, operands)                                                     \
    int enz_rt_do_##name parameters;                                                               \
    int enz_rt_do_##name parameters                                                                \
    {                                                                                              \
        return name operands;                                                                      \
    }
#include "waits.def"
#undef WAIT

/* For what is done once, by whoever comes first (bundle/once.c). */
void enz_rt_do_once_begin(void);
void enz_rt_do_once_end(void);

static pthread_mutex_t once = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void enz_rt_do_once_begin(void)
{
    pthread_mutex_lock(&once);
}

void enz_rt_do_once_end(void)
{
    pthread_mutex_unlock(&once);
}
