/* Initialisation that is done once: the first call runs a function of the program, others wait
 * until it has returned. The flag says how far it is (../waits.c). */
#include "../thread.h"
#include "bundle.h"

#include <pthread.h>
#include <stdbool.h>
#include <threads.h>

/* What std::call_once of libstdc++ has pthread_once run, and where it finds what it was given. */
extern __thread void (*once_call)(void) __asm__("_ZSt11__once_call");

/* std::call_once of libc++. */
void enz_body__ZNSt3__111__call_onceERVmPvPFvS2_E(volatile unsigned long *flag, void *argument,
                                                  void (*run)(void *));

int enz_body_pthread_once(pthread_once_t *once, void (*run)(void));
void enz_body_call_once(once_flag *flag, void (*run)(void));
int enz_body_enz_once_run(pthread_once_t *once, void (*run)(void *), void *object);
void enz_body___once_proxy(void);

bool enz_rt_do_once_begin(void *flag, size_t bytes);
void enz_rt_do_once_end(void *flag, size_t bytes, bool done);

BUNDLE_INLINE bool begin(void *flag, size_t bytes)
{
    bool mine = enz_rt_do_once_begin(flag, bytes);
    enz_rt_turn();
    return mine;
}

/* What runs may throw: then it is not done, and the next one that comes runs it. */
struct attempt {
    void *flag;
    size_t bytes;
    bool done;
};

BUNDLE_INLINE void end(struct attempt *a)
{
    enz_rt_turn();
    enz_rt_do_once_end(a->flag, a->bytes, a->done);
}

#define ATTEMPT(object)                                                                            \
    __attribute__((cleanup(end))) struct attempt a = {object, sizeof *(object), false}

BUNDLE_BODY int enz_body_pthread_once(pthread_once_t *once, void (*run)(void))
{
    if (begin(once, sizeof *once)) {
        ATTEMPT(once);
        run();
        a.done = true;
    }
    return 0;
}

/* Of C: the flag is that of POSIX, in the C library of GNU. */
BUNDLE_BODY void enz_body_call_once(once_flag *flag, void (*run)(void))
{
    enz_body_pthread_once((pthread_once_t *)flag, run);
}

/* std::call_once of libstdc++ (passes/prepare/module/once.c). */
BUNDLE_BODY int enz_body_enz_once_run(pthread_once_t *once, void (*run)(void *), void *object)
{
    if (begin(once, sizeof *once)) {
        ATTEMPT(once);
        run(object);
        a.done = true;
    }
    return 0;
}

BUNDLE_BODY void enz_body___once_proxy(void)
{
    once_call();
}

BUNDLE_BODY void enz_body__ZNSt3__111__call_onceERVmPvPFvS2_E(volatile unsigned long *flag,
                                                              void *argument, void (*run)(void *))
{
    if (begin((void *)flag, sizeof *flag)) {
        ATTEMPT((unsigned long *)flag);
        run(argument);
        a.done = true;
    }
}
