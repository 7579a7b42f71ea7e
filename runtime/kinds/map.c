/* See map.h. */
#define _GNU_SOURCE /* pthread_mutexattr_settype */
#include "kinds/map.h"

#include <stdio.h>
#include <stdlib.h>

static _Noreturn void out_of_memory(void)
{
    fprintf(stderr, "enzcc runtime: out of memory for the kinds of untyped bytes\n");
    abort();
}

void *enz_kinds_allocate(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p)
        out_of_memory();
    return p;
}

/* ---- pages ---- */

static size_t slot_of(const struct enz_rt_kinds *k, uintptr_t number)
{
    size_t i = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (k->size - 1);
    while (k->table[i] && k->table[i]->number != number)
        i = (i + 1) & (k->size - 1);
    return i;
}

static void enlarge(struct enz_rt_kinds *k)
{
    struct page **old = k->table;
    size_t size = k->size;
    k->size = 2 * size;
    k->table = enz_kinds_allocate(k->size, sizeof *k->table);
    for (size_t i = 0; i < size; i++)
        if (old[i])
            k->table[slot_of(k, old[i]->number)] = old[i];
    if (old != k->first_table)
        free(old);
}

static struct enz_rt_kinds *kinds_new(void)
{
    struct enz_rt_kinds *k = enz_kinds_allocate(1, sizeof *k);
    k->table = k->first_table;
    k->size = SMALLEST_TABLE;
    return k;
}

struct page *enz_kinds_find(struct enz_rt_kinds *k, uintptr_t number)
{
    struct page *p = k->table[slot_of(k, number)];
    if (p)
        k->last[number % LAST] = p;
    return p;
}

struct page *enz_kinds_page(struct enz_rt_tape *tape, uintptr_t number)
{
    if (!tape->kinds)
        tape->kinds = kinds_new();
    struct enz_rt_kinds *k = tape->kinds;
    struct page *p = page_find(k, number);
    if (p)
        return p;
    if (2 * k->count >= k->size)
        enlarge(k);
    p = enz_kinds_allocate(1, sizeof *p);
    p->number = number;
    k->table[slot_of(k, number)] = p;
    k->count++;
    k->last[number % LAST] = p;
    return p;
}

void enz_kinds_fresh(struct enz_rt_tape *tape, const void *to, size_t n)
{
    uintptr_t at = (uintptr_t)to;
    for (size_t m; n; at += m, n -= m) {
        struct page *p = enz_kinds_page(tape, at >> PAGE_BITS);
        size_t first = at & (PAGE_SIZE - 1);
        m = in_page(at, n);
        memset(p->tags + first, ENZ_RT_KIND_NONE, m);
        if (p->owners)
            memset(p->owners + first, 0, m * sizeof *p->owners);
        for (size_t i = first; i < first + m; i++)
            if (i % 8 == 0 && i + 8 <= first + m)
                p->fresh[i / 8] = 0xff, p->covered[i / 8] = 0, i += 7;
            else {
                p->fresh[i / 8] |= (uint8_t)(1 << i % 8);
                p->covered[i / 8] &= (uint8_t)~(1 << i % 8);
            }
    }
}

/* ---- threads ---- */

static void map_share(struct enz_rt_kinds *k)
{
    pthread_mutexattr_t attributes;
    if (k->shared)
        return;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&k->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    k->shared = true;
}

void enz_rt_kinds_share(struct enz_rt_tape *owner, struct enz_rt_tape *other)
{
    if (!owner)
        return;
    if (!owner->kinds)
        owner->kinds = kinds_new();
    map_share(owner->kinds);
    if (other)
        other->kinds = owner->kinds;
}

struct enz_rt_kinds *enz_kinds_enter(const struct enz_rt_tape *tape)
{
    struct enz_rt_kinds *k = tape ? tape->kinds : NULL;
    if (!k || !k->shared)
        return NULL;
    pthread_mutex_lock(&k->lock);
    return k;
}

void enz_kinds_leave(struct enz_rt_kinds *const *entered)
{
    if (*entered)
        pthread_mutex_unlock(&(*entered)->lock);
}

/* ---- life ---- */

void enz_rt_kinds_check(const struct enz_rt_kinds *k)
{
    for (uint32_t i = 0; i < k->torn_room; i++)
        if (k->torn[i].parts)
            enz_rt_adjoint_torn(k->torn[i].where);
}

void enz_rt_kinds_free(struct enz_rt_kinds *k)
{
    if (!k)
        return;
    for (size_t i = 0; i < k->size; i++)
        if (k->table[i]) {
            free(k->table[i]->candidates);
            free(k->table[i]->owners);
            free(k->table[i]);
        }
    if (k->table != k->first_table)
        free(k->table);
    free(k->torn);
    free(k);
}

static struct page *page_clone(const struct page *p)
{
    struct page *q = enz_kinds_allocate(1, sizeof *q);
    *q = *p;
    if (p->candidates) {
        q->candidates = enz_kinds_allocate(PAGE_SIZE, 1);
        memcpy(q->candidates, p->candidates, PAGE_SIZE);
    }
    if (p->owners) {
        q->owners = enz_kinds_allocate(PAGE_SIZE, sizeof *q->owners);
        memcpy(q->owners, p->owners, PAGE_SIZE * sizeof *q->owners);
    }
    return q;
}

struct enz_rt_kinds *enz_rt_kinds_clone(const struct enz_rt_kinds *k)
{
    if (!k)
        return NULL;
    struct enz_rt_kinds *copy = kinds_new();
    while (copy->size < k->size)
        enlarge(copy);
    copy->count = k->count;
    if (k->torn_room) {
        copy->torn = enz_kinds_allocate(k->torn_room, sizeof *k->torn);
        memcpy(copy->torn, k->torn, k->torn_room * sizeof *k->torn);
    }
    copy->torn_room = k->torn_room;
    copy->torn_free = k->torn_free;
    copy->torn_count = k->torn_count;
    copy->numbered = k->numbered;
    for (size_t i = 0; i < k->size; i++)
        if (k->table[i])
            copy->table[i] = page_clone(k->table[i]);
    return copy;
}
