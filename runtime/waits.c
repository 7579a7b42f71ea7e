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
