/* See sums.h. */
#include "sums.h"
#include "reserve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct enz_rt_sums *own;
static _Thread_local int counted;

struct enz_rt_sums *enz_rt_sums(void)
{
    if (own)
        return own;
    own = aligned_alloc(ENZ_LINE, sizeof *own);
    if (!own) {
        fprintf(stderr, "enzcc runtime: out of memory for the sums of a thread\n");
        abort();
    }
    memset(own, 0, sizeof *own);
    counted = enz_reserve_add(sizeof *own);
    return own;
}

void enz_sums_end(void)
{
    if (counted)
        enz_reserve_sub(sizeof *own);
    if (own)
        enz_sums_free_table(own);
    free(own);
    own = NULL, counted = 0;
}

#define ADD_LINE(type)                                                                             \
    static void add_line_##type(type *to, type *sums)                                              \
    {                                                                                              \
        for (unsigned i = 0; i < ENZ_LINE / sizeof(type); i++) {                                   \
            if (sums[i] != 0)                                                                      \
                to[i] += sums[i];                                                                  \
            sums[i] = 0;                                                                           \
        }                                                                                          \
    }

ADD_LINE(float)
ADD_LINE(double)

/* Adds the sums of a line to memory; they are zero then. */
static void add_line(struct enz_rt_sums *sums, unsigned place)
{
    uint64_t line = sums->lines[place], address = line / 2 * ENZ_LINE;
    void *from = sums->sums + place * (unsigned)ENZ_LINE, *to = (void *)(uintptr_t)address;
    atomic_flag *lock = enz_line_take((uintptr_t)address);
    if (line % 2)
        add_line_float(to, from);
    else
        add_line_double(to, from);
    enz_line_release(lock);
}

void enz_rt_sums_begin(struct enz_rt_sums *sums, uint64_t line)
{
    unsigned place = line / 2 % ENZ_SUMS_LINES;
    if (sums->lines[place])
        add_line(sums, place);
    else
        sums->used[sums->count++] = (uint16_t)place;
    sums->lines[place] = line;
    __builtin_prefetch((void *)(uintptr_t)(line / 2 * ENZ_LINE), 1);
}

void enz_rt_sums_add(struct enz_rt_sums *sums)
{
    for (uint32_t i = 0; i < sums->count; i++) {
        add_line(sums, sums->used[i]);
        sums->lines[sums->used[i]] = 0;
    }
    sums->count = 0;
}
