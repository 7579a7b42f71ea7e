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

static atomic_flag in_atomic_operation = ATOMIC_FLAG_INIT;

void enz_rt_atomic_begin(void)
{
    while (atomic_flag_test_and_set_explicit(&in_atomic_operation, memory_order_acquire))
        sched_yield();
}

void enz_rt_atomic_end(void)
{
    atomic_flag_clear_explicit(&in_atomic_operation, memory_order_release);
}
