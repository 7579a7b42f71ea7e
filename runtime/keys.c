/* See keys.h. */
#include "keys.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

_Static_assert(sizeof(pthread_key_t) == sizeof(uint32_t), "a key is an integer of 32 bits");

static _Atomic int32_t destructors[ENZ_RT_KEYS];
/* The calling thread has set a value in differentiated code. */
static _Thread_local bool is_set[ENZ_RT_KEYS];

void enz_rt_do_key_made(int status, const uint32_t *key, int32_t destructor)
{
    if (!status && *key < ENZ_RT_KEYS)
        atomic_store(&destructors[*key], destructor);
}

void enz_rt_do_key_gone(uint32_t key)
{
    if (key < ENZ_RT_KEYS)
        atomic_store(&destructors[key], ENZ_RT_KEY_UNKNOWN);
}

int enz_rt_do_key_set(uint32_t key, const void *value)
{
    if (key < ENZ_RT_KEYS)
        is_set[key] = value != NULL;
    return pthread_setspecific(key, value);
}

void enz_rt_do_key_get(uint32_t key, void **value)
{
    *value = pthread_getspecific(key);
}

bool enz_rt_do_key_has_other(uint32_t key, const void *value)
{
    return pthread_getspecific(key) != value;
}

/* A key that other code has made is left to the C library, unless a derivative uses it. */
static bool has_destructor(uint32_t key)
{
    int32_t destructor = atomic_load(&destructors[key]);
    return destructor >= ENZ_RT_KEY_DESTRUCTORS ||
           (destructor == ENZ_RT_KEY_UNKNOWN && is_set[key]);
}

uint32_t enz_rt_do_key_next(uint32_t key)
{
    while (key < ENZ_RT_KEYS && !(has_destructor(key) && pthread_getspecific(key)))
        key++;
    return key;
}

int32_t enz_rt_do_key_take(uint32_t key)
{
    int32_t destructor = atomic_load(&destructors[key]);
    if (destructor == ENZ_RT_KEY_UNKNOWN) {
        fprintf(stderr,
                "enzcc: a thread that differentiated code has started ends with a value of "
                "pthread_setspecific, or tss_set, whose destructor is not known: make the key "
                "in code that enzcc compiles, with a function of the program as destructor\n");
        abort();
    }
    is_set[key] = false;
    pthread_setspecific(key, NULL);
    return destructor;
}

void enz_keys_end(void)
{
}
