/* Initialisation that is done once: the first call runs a function of the program. */
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

BUNDLE_BODY int enz_body_pthread_once(pthread_once_t *once, void (*run)(void))
{
    if (*once != DONE) {
        run();
        *once = DONE;
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
    if (*flag != ~0UL) {
        run(argument);
        *flag = ~0UL;
    }
}
