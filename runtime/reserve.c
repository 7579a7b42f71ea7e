/* See reserve.h. */
#define _GNU_SOURCE /* sysconf */
#include "reserve.h"
#include "chunks.h"
#include "enzcc/runtime.h"
#include "hold.h"
#include "shadows.h"
#include "sums.h"

#include <stdatomic.h>
#include <unistd.h>

enum { SHARE_KEPT = 8 };

/* Bytes that all threads keep, and how many they may; 0: not asked for yet. */
static atomic_size_t kept_bytes, kept_bound;

/* A function that the end of this thread runs is registered. */
static _Thread_local int given_back_at_exit;

void enz_rt_trim(void)
{
    enz_shadows_trim();
    enz_hold_trim();
    enz_chunks_trim();
}

/* Of the C++ runtime's ABI, in the C library: `fn` runs at the end of the thread or of the program.
 * The shared object that has the address `in_object` stays loaded until then. */
extern int __cxa_thread_atexit_impl(void (*fn)(void *), void *argument, void *in_object)
    __attribute__((weak));

static void at_thread_exit(void *unused)
{
    (void)unused;
    enz_sums_end();
    enz_rt_trim();
    given_back_at_exit = 0; /* another function at exit may call a derivative */
}

static int is_given_back_at_exit(void)
{
    if (!given_back_at_exit && __cxa_thread_atexit_impl)
        given_back_at_exit = !__cxa_thread_atexit_impl(at_thread_exit, NULL, &kept_bytes);
    return given_back_at_exit;
}

static size_t bound_of_kept(void)
{
    size_t bound = atomic_load(&kept_bound);
    if (!bound) {
        long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
        bound = pages > SHARE_KEPT ? (size_t)pages / SHARE_KEPT * (size_t)page : 1;
        atomic_store(&kept_bound, bound);
    }
    return bound;
}

int enz_reserve_add(size_t size)
{
    size_t bound = bound_of_kept(), now = atomic_load(&kept_bytes);
    if (!is_given_back_at_exit())
        return 0;
    do {
        if (size > bound || now > bound - size)
            return 0;
    } while (!atomic_compare_exchange_weak(&kept_bytes, &now, now + size));
    return 1;
}

void enz_reserve_sub(size_t size)
{
    atomic_fetch_sub(&kept_bytes, size);
}
