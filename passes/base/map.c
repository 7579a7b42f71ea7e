/* Open addressing with linear probing and a multiplicative hash.
 *
 * Entries are never removed, tables grow at three quarters full. Keys are never NULL: NULL marks a
 * free slot. */
#include "base/map.h"

void map_init(struct map *m, struct arena *a)
{
    *m = (struct map){.arena = a};
}

static unsigned slot_of(const struct map_entry *entries, unsigned cap, const void *key)
{
    uint64_t h = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
    unsigned i = (unsigned)(h >> 32) & (cap - 1);
    while (entries[i].key && entries[i].key != key)
        i = (i + 1) & (cap - 1);
    return i;
}

static void map_grow(struct map *m)
{
    unsigned cap = m->cap ? 2 * m->cap : 16;
    struct map_entry *entries = ARENA_ARRAY(m->arena, struct map_entry, cap);
    for (unsigned i = 0; i < m->cap; i++)
        if (m->entries[i].key)
            entries[slot_of(entries, cap, m->entries[i].key)] = m->entries[i];
    m->entries = entries;
    m->cap = cap;
}

void map_put(struct map *m, const void *key, void *value)
{
    if (4 * (m->count + 1) > 3 * m->cap)
        map_grow(m);
    struct map_entry *e = &m->entries[slot_of(m->entries, m->cap, key)];
    if (!e->key)
        m->count++;
    e->key = key;
    e->value = value;
}

void *map_get(const struct map *m, const void *key)
{
    return m->cap ? m->entries[slot_of(m->entries, m->cap, key)].value : NULL;
}
