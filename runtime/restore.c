/* See restore.h. The reverse sweep comes to what was written last first: what memory holds then is
 * what it is to hold in the end. Ranges that were seen are in order of their addresses, and apart. */
#include "restore.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct range {
    char *start, *end, *held;
};
struct enz_restoring {
    struct enz_restoring *outer;
    atomic_flag busy; /* threads of a team come at the same time, with ranges of their own */
    struct range *ranges;
    size_t count, room;
};

_Thread_local struct enz_restoring *enz_restoring;

static _Noreturn void fail(const char *message)
{
    fprintf(stderr, "enzcc: %s\n", message);
    abort();
}

static void *allocated(void *p)
{
    if (!p)
        fail("out of memory for what a parallel region overwrites");
    return p;
}

void *enz_rt_restore_begin(void)
{
    struct enz_restoring *r = allocated(calloc(1, sizeof *r));
    r->outer = enz_restoring;
    enz_restoring = r;
    return r;
}

void enz_rt_restore_end(void *restoring)
{
    struct enz_restoring *r = restoring;
    for (size_t i = 0; i < r->count; i++) {
        const struct range *range = &r->ranges[i];
        memcpy(range->start, range->held, (size_t)(range->end - range->start));
        free(range->held);
    }
    enz_restoring = r->outer;
    free(r->ranges);
    free(r);
}

/* The first range that ends behind the address. */
static size_t find(const struct enz_restoring *r, const char *address)
{
    size_t low = 0, high = r->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->ranges[middle].end > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void insert(struct enz_restoring *r, size_t at, char *start, char *end)
{
    if (r->count == r->room) {
        r->room = r->room ? 2 * r->room : 8;
        r->ranges = allocated(realloc(r->ranges, r->room * sizeof *r->ranges));
    }
    memmove(&r->ranges[at + 1], &r->ranges[at], (r->count - at) * sizeof *r->ranges);
    size_t bytes = (size_t)(end - start);
    char *held = allocated(malloc(bytes));
    r->ranges[at] = (struct range){start, end, memcpy(held, start, bytes)};
    r->count++;
}

/* Of what was not seen before. */
static void hold(struct enz_restoring *r, char *start, char *end)
{
    for (size_t i = find(r, start); start < end; i++) {
        char *next = i < r->count && r->ranges[i].start < end ? r->ranges[i].start : end;
        if (start < next)
            insert(r, i++, start, next);
        start = i < r->count && r->ranges[i].start < end ? r->ranges[i].end : end;
    }
}

void enz_rt_restore_hold(void *start, uint64_t bytes)
{
    struct enz_restoring *r = enz_restoring;
    if (!r)
        fail("memory is put back outside of the derivative that has overwritten it");
    while (atomic_flag_test_and_set_explicit(&r->busy, memory_order_acquire))
        sched_yield();
    hold(r, start, (char *)start + bytes);
    atomic_flag_clear_explicit(&r->busy, memory_order_release);
}

void enz_rt_restore(void *to, const void *copy, uint64_t bytes)
{
    enz_rt_restore_hold(to, bytes);
    memcpy(to, copy, bytes);
}
