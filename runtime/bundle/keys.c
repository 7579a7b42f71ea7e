/* Values that each thread has for a key, of POSIX and of C (../keys.h). */
#include "../keys.h"
#include "bundle.h"

#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <threads.h>

/* What the calling thread has for each key. Messages name it. */
static _Thread_local void *value_of_pthread_getspecific[ENZ_RT_KEYS];

/* The destructor of that number (../../passes/prepare/module/keys.c). */
void enz_keys_destroy(int32_t destructor, void *value);

int enz_body_pthread_setspecific(pthread_key_t key, const void *value);
void *enz_body_pthread_getspecific(pthread_key_t key);
int enz_body_tss_set(tss_t key, void *value);
void *enz_body_tss_get(tss_t key);
void enz_body_enz_keys_end(void);

BUNDLE_INLINE int set(uint32_t key, const void *value)
{
    int status = enz_rt_do_key_set(key, value);
    if (!status)
        value_of_pthread_getspecific[key] = (void *)value;
    return status;
}

/* What code without a derivative has set has no shadow: NULL has none, and the runtime stores the
 * pointer. */
BUNDLE_INLINE void *get(uint32_t key)
{
    if (key >= ENZ_RT_KEYS)
        return NULL;
    void **value = &value_of_pthread_getspecific[key];
    if (enz_rt_do_key_has_other(key, *value)) {
        *value = NULL;
        enz_rt_do_key_get(key, value);
    }
    return *value;
}

BUNDLE_BODY int enz_body_pthread_setspecific(pthread_key_t key, const void *value)
{
    return set(key, value);
}

BUNDLE_BODY void *enz_body_pthread_getspecific(pthread_key_t key)
{
    return get(key);
}

BUNDLE_BODY int enz_body_tss_set(tss_t key, void *value)
{
    return set(key, value) ? thrd_error : thrd_success;
}

BUNDLE_BODY void *enz_body_tss_get(tss_t key)
{
    return get(key);
}

/* A destructor may set values again, for some rounds. */
BUNDLE_BODY void enz_body_enz_keys_end(void)
{
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++)
        for (uint32_t key = enz_rt_do_key_next(0); key < ENZ_RT_KEYS;
             key = enz_rt_do_key_next(key + 1)) {
            void *value = get(key);
            int32_t destructor = enz_rt_do_key_take(key);
            value_of_pthread_getspecific[key] = NULL;
            enz_keys_destroy(destructor, value);
        }
}
