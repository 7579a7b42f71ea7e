/* Initialisation that is done once: the first call runs a function of the program; one thread does
 * at a time. */
#include "../thread.h"
#include "bundle.h"

#include <pthread.h>

/* What the C library of GNU notes when the function has returned. */
enum { DONE = 2 };

/* What std::call_once of libstdc++ has pthread_once run, and where it finds what it was given. */
extern __thread void (*once_call)(void) __asm__("_ZSt11__once_call");

/* std::call_once of libc++, and what it notes when the function has returned. */
void enz_body__ZNSt3__111__call_onceERVmPvPFvS2_E(volatile unsigned long *flag, void *argument,
                                                  void (*run)(void *));

int enz_body_pthread_once(pthread_once_t *once, void (*run)(void));
void enz_body___once_proxy(void);

void enz_rt_do_once_begin(void);
void enz_rt_do_once_end(void);

BUNDLE_INLINE void begin(void)
{
    enz_rt_do_once_begin();
    enz_rt_turn();
}

BUNDLE_INLINE void end(void)
{
    enz_rt_turn();
    enz_rt_do_once_end();
}

BUNDLE_BODY int enz_body_pthread_once(pthread_once_t *once, void (*run)(void))
{
    begin();
    if (*once != DONE) {
        run();
        *once = DONE;
    }
    end();
    return 0;
}

BUNDLE_BODY void enz_body___once_proxy(void)
{
    once_call();
}

BUNDLE_BODY void enz_body__ZNSt3__111__call_onceERVmPvPFvS2_E(volatile unsigned long *flag,
                                                              void *argument, void (*run)(void *))
{
    begin();
    if (*flag != ~0UL) {
        run(argument);
        *flag = ~0UL;
    }
    end();
}
