/* See lines.h. */
#include "lines.h"

#include <sched.h>
#include <string.h>

enum { LOCK_BITS = 8, PATIENCE = 100 };

/* Each in a line of its own. */
static struct {
    _Alignas(ENZ_LINE) atomic_flag taken;
} locks[1 << LOCK_BITS];

/* Neighbours, and lines that powers of two are between, have different ones. */
static atomic_flag *lock_of(uintptr_t address)
{
    uint64_t line = address / ENZ_LINE;
    return &locks[line * UINT64_C(0x9e3779b97f4a7c15) >> (64 - LOCK_BITS)].taken;
}

atomic_flag *enz_line_take(uintptr_t address)
{
    atomic_flag *lock = lock_of(address);
    for (int i = 0; atomic_flag_test_and_set_explicit(lock, memory_order_acquire); i++)
        if (i >= PATIENCE)
            sched_yield(); /* whoever has it may be waiting for a processor */
    return lock;
}

void enz_line_release(atomic_flag *lock)
{
    atomic_flag_clear_explicit(lock, memory_order_release);
}

/* Members of packed structs are not aligned. */
#define ADD(type)                                                                                  \
    void enz_rt_add_##type(type *to, type amount)                                                  \
    {                                                                                              \
        atomic_flag *lock = enz_line_take((uintptr_t)to);                                          \
        type sum;                                                                                  \
        memcpy(&sum, (const void *)to, sizeof sum);                                                \
        sum += amount;                                                                             \
        memcpy((void *)to, &sum, sizeof sum);                                                      \
        enz_line_release(lock);                                                                    \
    }

ADD(float)
ADD(double)
