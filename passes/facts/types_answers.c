/* Answers to questions about bytes, kept: a function accesses the same members again and again, and
 * each answer is a search along all copies. */
#include "facts/types_answers.h"

static uint64_t mixed(uint64_t h)
{
    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 32;
}

static uint64_t hash_of(const struct answer_key *k)
{
    uint64_t h = (k->x * 31 + k->room) * 31 + k->what;
    for (unsigned i = 0; i < k->count; i++) {
        const struct place *p = &k->starts[i];
        h = mixed(h * 31 + p->node);
        h = mixed(((h + (uint64_t)p->off) * 31 + p->stride) * 31 + (uint64_t)p->hi + p->down +
                  p->access);
    }
    return h;
}

static bool same_places(const struct place *a, const struct place *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!types_places_equal(&a[i], &b[i]))
            return false;
    return true;
}

static struct answer *slot_of(const struct answers *a, const struct answer_key *k)
{
    for (uint64_t h = hash_of(k);; h++) {
        struct answer *x = &a->items[h & (a->size - 1)];
        const struct answer_key *y = &x->key;
        if (!x->used || (y->count == k->count && y->x == k->x && y->room == k->room &&
                         y->what == k->what && same_places(y->starts, k->starts, k->count)))
            return x;
    }
}

static void enlarge(struct arena *arena, struct answers *a)
{
    enum { LEAST = 256 };
    struct answers old = *a;
    a->size = old.size ? 2 * old.size : LEAST;
    a->items = ARENA_ARRAY(arena, struct answer, a->size);
    for (unsigned i = 0; i < old.size; i++)
        if (old.items[i].used)
            *slot_of(a, &old.items[i].key) = old.items[i];
}

struct answer *answers_find(struct arena *arena, struct answers *a, struct answer_key key)
{
    if (2 * a->count >= a->size)
        enlarge(arena, a);
    struct answer *x = slot_of(a, &key);
    if (x->used)
        return x;
    struct place *starts = ARENA_ARRAY(arena, struct place, key.count);
    for (unsigned i = 0; i < key.count; i++)
        starts[i] = key.starts[i];
    key.starts = starts;
    *x = (struct answer){.key = key, .used = true};
    a->count++;
    return x;
}
