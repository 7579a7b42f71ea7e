/* See sums.h: sums that are kept until the team adds them to memory, in the order of threads. */
#include "sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static _Noreturn void fail(const char *message)
{
    fprintf(stderr, "enzcc runtime: %s\n", message);
    abort();
}

/* ---- the table ---- */

static uint64_t hash_of(uint64_t line)
{
    return (line * UINT64_C(0x9e3779b97f4a7c15)) >> 32;
}

/* Where the line is, or would be. */
static uint32_t *slot_of(const struct enz_sums_table *t, uint64_t line)
{
    uint32_t mask = 2 * t->room - 1, at = (uint32_t)hash_of(line) & mask;
    while (t->slots[at] && t->lines[t->slots[at] - 1] != line)
        at = (at + 1) & mask;
    return &t->slots[at];
}

static struct enz_sums_line *find_line(const struct enz_sums_table *t, uint64_t line)
{
    uint32_t number = t->count ? *slot_of(t, line) : 0;
    return number ? &t->sums[number - 1] : NULL;
}

static void grow(struct enz_sums_table *t)
{
    if (t->room > UINT32_MAX / 8)
        fail("too many sums of a thread (-fenz-deterministic)");
    struct enz_sums_table more = {.room = t->room ? 2 * t->room : FIRST_ROOM, .count = t->count};
    more.sums = aligned_alloc(ENZ_LINE, more.room * sizeof *more.sums);
    more.lines = malloc(more.room * sizeof *more.lines);
    more.slots = calloc(2 * (size_t)more.room, sizeof *more.slots);
    if (!more.sums || !more.lines || !more.slots)
        fail("out of memory for the sums of a thread (-fenz-deterministic)");
    if (t->count) {
        memcpy(more.sums, t->sums, t->count * sizeof *t->sums);
        memcpy(more.lines, t->lines, t->count * sizeof *t->lines);
    }
    for (uint32_t i = 0; i < t->count; i++)
        *slot_of(&more, more.lines[i]) = i + 1;
    free(t->sums), free(t->lines), free(t->slots);
    *t = more;
}

static struct enz_sums_line *make_line(struct enz_sums_table *t, uint64_t line)
{
    struct enz_sums_line *there = find_line(t, line);
    if (there)
        return there;
    if (t->count == t->room)
        grow(t);
    t->lines[t->count] = line;
    *slot_of(t, line) = ++t->count;
    return &t->sums[t->count - 1];
}

void enz_sums_forget(struct enz_rt_sums *sums)
{
    struct enz_sums_table *t = &sums->table;
    if (t->count)
        memset(t->slots, 0, 2 * (size_t)t->room * sizeof *t->slots);
    t->count = 0;
}

void enz_sums_free_table(struct enz_rt_sums *sums)
{
    free(sums->table.sums), free(sums->table.lines), free(sums->table.slots);
    sums->table = (struct enz_sums_table){0};
}

/* ---- places ---- */

static unsigned place_of(uint64_t line)
{
    return line / 2 % ENZ_SUMS_LINES;
}

static unsigned char *at_place(struct enz_rt_sums *sums, unsigned place)
{
    return sums->sums + place * (unsigned)ENZ_LINE;
}

static void leave(struct enz_rt_sums *sums, unsigned place)
{
    if (sums->lines[place])
        memcpy(make_line(&sums->table, sums->lines[place])->sums, at_place(sums, place), ENZ_LINE);
    sums->lines[place] = 0;
}

/* The line of the table comes to its place; NULL: nothing but zeros does. */
static void come(struct enz_rt_sums *sums, uint64_t line, struct enz_sums_line *from)
{
    unsigned place = place_of(line);
    if (!sums->lines[place])
        sums->used[sums->count++] = (uint16_t)place;
    else
        leave(sums, place);
    from = from ? find_line(&sums->table, line) : NULL; /* the table may have grown */
    if (from)
        memcpy(at_place(sums, place), from->sums, ENZ_LINE), memset(from->sums, 0, ENZ_LINE);
    else
        memset(at_place(sums, place), 0, ENZ_LINE);
    sums->lines[place] = line;
}

void enz_rt_sums_move(struct enz_rt_sums *sums, uint64_t line)
{
    come(sums, line, find_line(&sums->table, line));
}

int32_t enz_rt_sums_find(struct enz_rt_sums *sums, uint64_t line)
{
    struct enz_sums_line *there = find_line(&sums->table, line);
    if (there)
        come(sums, line, there);
    return there != NULL;
}

void enz_sums_gather(struct enz_rt_sums *sums)
{
    for (uint32_t i = 0; i < sums->count; i++)
        leave(sums, sums->used[i]);
    sums->count = 0;
}

/* ---- single numbers ---- */

static void check_alignment(const void *p, size_t bytes)
{
    if ((uintptr_t)p % bytes)
        fail("several threads may read a number that is not aligned, which -fenz-deterministic "
             "does not support");
}

#define NUMBERS(type, is_float)                                                                    \
    static type *find_##type(struct enz_rt_sums *sums, type *p, int make)                          \
    {                                                                                              \
        uint64_t address = (uintptr_t)p, line = address / ENZ_LINE * 2 + (is_float);               \
        check_alignment(p, sizeof *p);                                                             \
        if (sums->lines[place_of(line)] != line) {                                                 \
            if (make)                                                                              \
                enz_rt_sums_move(sums, line);                                                      \
            else if (!enz_rt_sums_find(sums, line))                                                \
                return NULL;                                                                       \
        }                                                                                          \
        return (type *)(void *)(sums->sums + address % ENZ_SUMS_BYTES);                            \
    }                                                                                              \
    void enz_rt_sums_keep_##type(type *to, type amount)                                            \
    {                                                                                              \
        *find_##type(enz_rt_sums(), to, 1) += amount;                                              \
    }                                                                                              \
    type enz_rt_sums_take_##type(type *from)                                                       \
    {                                                                                              \
        type *sum = find_##type(enz_rt_sums(), from, 0), taken = sum ? *sum : 0;                   \
        if (sum)                                                                                   \
            *sum = 0;                                                                              \
        return taken;                                                                              \
    }                                                                                              \
    /* Of a line, to the elements at `start` to `end`. */                                          \
    static void add_##type(uint64_t line, type *sums, uintptr_t start, uintptr_t end)              \
    {                                                                                              \
        uintptr_t first = line / 2 * ENZ_LINE;                                                     \
        for (unsigned i = 0; i < ENZ_LINE / sizeof(type); i++) {                                   \
            uintptr_t at = first + i * sizeof(type);                                               \
            if (at < start || at >= end || sums[i] == 0)                                           \
                continue;                                                                          \
            *(type *)at += sums[i];                                                                \
            sums[i] = 0;                                                                           \
        }                                                                                          \
    }

NUMBERS(float, 1)
NUMBERS(double, 0)

/* ---- memory ---- */

static void add_line(uint64_t line, void *sums, uintptr_t start, uintptr_t end)
{
    if (line % 2)
        add_float(line, sums, start, end);
    else
        add_double(line, sums, start, end);
}

void enz_sums_add_part(struct enz_rt_sums *sums, unsigned part, unsigned parts)
{
    const struct enz_sums_table *t = &sums->table;
    for (uint32_t i = 0; i < t->count; i++)
        if (hash_of(t->lines[i] / 2) % parts == part)
            add_line(t->lines[i], t->sums[i].sums, 0, UINTPTR_MAX);
}

static void settle_line(struct enz_rt_sums *sums, uint64_t line, uintptr_t start, uintptr_t end)
{
    unsigned place = place_of(line);
    struct enz_sums_line *there = find_line(&sums->table, line);
    if (sums->lines[place] == line)
        add_line(line, at_place(sums, place), start, end);
    else if (there)
        add_line(line, there->sums, start, end);
}

void enz_rt_sums_settle(struct enz_rt_sums *sums, void *p, uint64_t bytes)
{
    uintptr_t start = (uintptr_t)p, end = start + bytes;
    uint64_t first = start / ENZ_LINE, last = (end + ENZ_LINE - 1) / ENZ_LINE;
    if (last - first <= (uint64_t)sums->count + sums->table.count) {
        for (uint64_t n = 2 * first; n < 2 * last; n++)
            settle_line(sums, n, start, end);
        return;
    }
    enz_sums_gather(sums);
    for (uint32_t i = 0; i < sums->table.count; i++)
        add_line(sums->table.lines[i], sums->table.sums[i].sums, start, end);
}
