/* See turns.h. */
#include "turns.h"
#include "thread.h"

#include <sched.h>

_Thread_local struct enz_turns *enz_turns;

struct enz_turns *enz_turns_enter(struct enz_turns *group)
{
    struct enz_turns *before = enz_turns;
    enz_turns = group;
    return before;
}

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

void enz_order_acquire(void *address)
{
    if (address && __tsan_acquire)
        __tsan_acquire(address);
}

void enz_order_release(void *address)
{
    if (address && __tsan_release)
        __tsan_release(address);
}

static atomic_flag in_atomic_operation = ATOMIC_FLAG_INIT;

void enz_rt_atomic_begin(void)
{
    while (atomic_flag_test_and_set_explicit(&in_atomic_operation, memory_order_acquire))
        sched_yield();
    enz_order_acquire(&in_atomic_operation);
}

void enz_rt_atomic_end(void)
{
    enz_order_release(&in_atomic_operation);
    atomic_flag_clear_explicit(&in_atomic_operation, memory_order_release);
}
