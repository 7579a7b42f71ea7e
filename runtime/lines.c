/* See lines.h. */
#include "lines.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, LOCK_BITS = 10, LOCKS = 1 << LOCK_BITS, PATIENCE = 100 };

/* Each in a line of its own. */
static struct {
    _Alignas(ENZ_LINE) atomic_flag taken;
} locks[LOCKS];

/* All lines of a page have one, so that it stays with the processor of a thread that goes from line
 * to line. Neighbours, and pages that powers of two are between, have different ones. */
static atomic_flag *lock_of(uintptr_t address)
{
    uint64_t page = address / PAGE;
    return &locks[page * UINT64_C(0x9e3779b97f4a7c15) >> (64 - LOCK_BITS)].taken;
}

/* How often this thread has taken all locks. */
static _Thread_local unsigned has_all;

static void take(atomic_flag *lock)
{
    for (int i = 0; atomic_flag_test_and_set_explicit(lock, memory_order_acquire); i++)
        if (i >= PATIENCE)
            sched_yield(); /* whoever has it may be waiting for a processor */
}

static void release(atomic_flag *lock)
{
    atomic_flag_clear_explicit(lock, memory_order_release);
}

atomic_flag *enz_line_take(uintptr_t address)
{
    atomic_flag *lock = lock_of(address);
    if (has_all || ENZ_SINGLE_THREADED)
        return NULL;
    take(lock);
    return lock;
}

void enz_line_release(atomic_flag *lock)
{
    if (lock)
        release(lock);
}

void enz_rt_lines_take(void)
{
    for (unsigned i = 0; i < LOCKS && !has_all; i++)
        take(&locks[i].taken);
    has_all++;
}

void enz_rt_lines_release(void)
{
    has_all--;
    for (unsigned i = 0; i < LOCKS && !has_all; i++)
        release(&locks[i].taken);
}

void enz_lines_shared(void)
{
    if (!has_all)
        return;
    fprintf(stderr, "enzcc: a function with a rule of its own, called where several threads run, "
                    "starts threads in the reverse sweep: nothing keeps these from adding at the "
                    "same time as others\n");
    abort();
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
