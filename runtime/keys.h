/* Keys of threads: pthread_setspecific and pthread_getspecific of POSIX, tss_set and tss_get of C,
 * in derivatives (bundle/keys.c, passes/prepare/module/keys.c).
 *
 * What a thread has for a key is known to derivatives as a thread-local variable; the C library has
 * it as well, so that code without a derivative finds it. The destructors of a thread that a
 * derivative has started are called by the derivative, where the thread ends. */
#ifndef ENZ_KEYS_H
#define ENZ_KEYS_H

#include <stdbool.h>
#include <stdint.h>

enum { ENZ_RT_KEYS = 1024 }; /* PTHREAD_KEYS_MAX */
enum { ENZ_RT_KEY_UNKNOWN, ENZ_RT_KEY_PLAIN, ENZ_RT_KEY_DESTRUCTORS };

/* A call that makes a key has returned `status`. `destructor` says which one it has: it is the
 * number ENZ_RT_KEY_DESTRUCTORS + k of the program, none, or not known. */
void enz_rt_do_key_made(int status, const uint32_t *key, int32_t destructor);
/* The key is deleted. */
void enz_rt_do_key_gone(uint32_t key);

/* What pthread_setspecific and pthread_getspecific do; whether the latter has another result. */
int enz_rt_do_key_set(uint32_t key, const void *value);
void enz_rt_do_key_get(uint32_t key, void **value);
bool enz_rt_do_key_has_other(uint32_t key, const void *value);
/* The first key, from this one on, that has a destructor and a value of the calling thread;
 * ENZ_RT_KEYS: none. */
uint32_t enz_rt_do_key_next(uint32_t key);
/* The thread has no value for it any more. Returns its destructor. */
int32_t enz_rt_do_key_take(uint32_t key);

/* The end of a thread that a derivative has started; it has a body in the bundle. */
void enz_keys_end(void);

#endif
