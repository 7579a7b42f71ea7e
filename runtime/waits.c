/* What the bodies of waiting functions call for the waiting itself (bundle/threads.c): the
 * functions of the C library, by names that have no body. */
#define _GNU_SOURCE
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define WAIT(name, turn, parameters, operands)                                                     \
    int enz_rt_do_##name parameters;                                                               \
    int enz_rt_do_##name parameters                                                                \
    {                                                                                              \
        return name operands;                                                                      \
    }
#include "waits.def"
#undef WAIT

/* ---- what is done once ----
 *
 * By whoever comes first (bundle/once.c); others wait until it is done. The state is in the flag,
 * as the library has it: that of POSIX is an int of 4 bytes, that of libc++ an integer of 8. Code
 * without derivatives may be at work on the same flag, and wakes nobody here: so waiting looks
 * again every now and then. Such code may wait as well, and is woken as its library would do it. */
enum { ONCE_RUNS = 1, ONCE_DONE_POSIX = 2, ONCE_LOOK_NS = 1000000, SECOND_NS = 1000000000 };

static pthread_mutex_t once_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t once_done = PTHREAD_COND_INITIALIZER;

static bool is_done(const void *flag, size_t bytes)
{
    return bytes == sizeof(uint64_t)
               ? __atomic_load_n((const uint64_t *)flag, __ATOMIC_ACQUIRE) == ~(uint64_t)0
               : (__atomic_load_n((const uint32_t *)flag, __ATOMIC_ACQUIRE) & ONCE_DONE_POSIX) != 0;
}

/* From "nobody has begun" to "somebody has". */
static bool take_once(void *flag, size_t bytes)
{
    uint64_t none = 0;
    uint32_t none_posix = 0;
    return bytes == sizeof(uint64_t)
               ? __atomic_compare_exchange_n((uint64_t *)flag, &none, ONCE_RUNS, false,
                                             __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)
               : __atomic_compare_exchange_n((uint32_t *)flag, &none_posix, ONCE_RUNS, false,
                                             __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Whether the caller is to do it; if not, it is done. */
bool enz_rt_do_once_begin(void *flag, size_t bytes);
/* The caller has, or, if it is not done, somebody else is to. */
void enz_rt_do_once_end(void *flag, size_t bytes, bool done);

bool enz_rt_do_once_begin(void *flag, size_t bytes)
{
    bool mine = false;
    pthread_mutex_lock(&once_lock);
    while (!is_done(flag, bytes) && !(mine = take_once(flag, bytes))) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += ONCE_LOOK_NS;
        until.tv_sec += until.tv_nsec / SECOND_NS;
        until.tv_nsec %= SECOND_NS;
        pthread_cond_timedwait(&once_done, &once_lock, &until);
    }
    pthread_mutex_unlock(&once_lock);
    return mine;
}

/* What std::call_once of libc++ calls: it wakes all that wait in it, whatever their flags. */
__attribute__((weak)) void
call_once_of_libcxx(volatile unsigned long *flag, void *argument,
                    void (*run)(void *)) __asm__("_ZNSt3__111__call_onceERVmPvPFvS2_E");

static void do_nothing(void *argument)
{
    (void)argument;
}

/* Code without derivatives that waits for the flag. */
static void wake_others(void *flag, size_t bytes)
{
    unsigned long another = 0;
    if (bytes != sizeof(uint64_t))
        syscall(SYS_futex, flag, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    else if (call_once_of_libcxx)
        call_once_of_libcxx(&another, NULL, do_nothing);
}

void enz_rt_do_once_end(void *flag, size_t bytes, bool done)
{
    pthread_mutex_lock(&once_lock);
    if (bytes == sizeof(uint64_t))
        __atomic_store_n((uint64_t *)flag, done ? ~(uint64_t)0 : 0, __ATOMIC_RELEASE);
    else
        __atomic_store_n((uint32_t *)flag, done ? ONCE_DONE_POSIX : 0, __ATOMIC_RELEASE);
    pthread_cond_broadcast(&once_done);
    pthread_mutex_unlock(&once_lock);
    wake_others(flag, bytes);
}

/* std::call_once of libstdc++ in code without derivatives (prepare/module/once.c): pthread_once
 * hands nothing on, so that a variable of the thread does. */
int enz_once_run(pthread_once_t *flag, void (*run)(void *), void *object);

static _Thread_local struct {
    void (*run)(void *);
    void *object;
} handed_on;

static void run_handed_on(void)
{
    handed_on.run(handed_on.object);
}

int enz_once_run(pthread_once_t *flag, void (*run)(void *), void *object)
{
    handed_on.run = run;
    handed_on.object = object;
    return pthread_once(flag, run_handed_on);
}

/* ---- what a future gets at the end of a thread (bundle/cxx_threads.c) ---- */

_Noreturn void enz_rt_no_end_of_thread(const char *where);

void enz_rt_no_end_of_thread(const char *where)
{
    fprintf(stderr,
            "enzcc: %s: a future gets its result at the end of a thread, which has no derivative: "
            "give it the result where that is known (set_value, or call the packaged_task)\n",
            where);
    abort();
}

/* ---- futures of libc++ (bundle/cxx_futures.c) ---- */

/* How many owners there were, less one. */
long enz_rt_do_owners(long *owners, long more);

long enz_rt_do_owners(long *owners, long more)
{
    return __atomic_fetch_add(owners, more, __ATOMIC_ACQ_REL);
}

/* ---- threads of std::async of libc++ (bundle/cxx_futures.c) ----
 *
 * The library detaches them, and waits for what they bring. Derivatives join them there: the thread
 * is found by the state that it shares with the future. */
void enz_async_detach(pthread_t *thread);
void enz_async_of(const void *state);
void enz_async_join(const void *state);
void enz_rt_do_async_detach(uint64_t thread);
void enz_rt_do_async_of(const void *state);
uint64_t enz_rt_do_async_thread(const void *state);

struct async {
    struct async *next;
    const void *state;
    uint64_t thread;
};
static pthread_mutex_t async_lock = PTHREAD_MUTEX_INITIALIZER;
static struct async *asyncs;
static _Thread_local uint64_t detached; /* by the calling thread, last */

void enz_async_detach(pthread_t *thread)
{
    pthread_detach(*thread);
    *thread = 0;
}

void enz_async_of(const void *state)
{
    (void)state;
}

void enz_async_join(const void *state)
{
    (void)state;
}

void enz_rt_do_async_detach(uint64_t thread)
{
    detached = thread;
}

void enz_rt_do_async_of(const void *state)
{
    struct async *a = malloc(sizeof *a);
    if (!a) {
        fputs("enzcc: out of memory for a thread of std::async\n", stderr);
        abort();
    }
    pthread_mutex_lock(&async_lock);
    *a = (struct async){asyncs, state, detached};
    asyncs = a;
    pthread_mutex_unlock(&async_lock);
}

/* 0: it was started by code without derivatives. */
uint64_t enz_rt_do_async_thread(const void *state)
{
    uint64_t thread = 0;
    pthread_mutex_lock(&async_lock);
    for (struct async **a = &asyncs; *a; a = &(*a)->next)
        if ((*a)->state == state) {
            struct async *found = *a;
            thread = found->thread;
            *a = found->next;
            free(found);
            break;
        }
    pthread_mutex_unlock(&async_lock);
    return thread;
}
