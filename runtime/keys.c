/* See keys.h. */
#include "keys.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

_Static_assert(sizeof(pthread_key_t) == sizeof(uint32_t), "a key is an integer of 32 bits");

static _Atomic int32_t destructors[ENZ_RT_KEYS];

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

/* A key that other code has made is left to the C library. */
static bool has_destructor(uint32_t key)
{
    return atomic_load(&destructors[key]) >= ENZ_RT_KEY_DESTRUCTORS;
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
    pthread_setspecific(key, NULL);
    return destructor;
}

void enz_keys_end(void)
{
}
