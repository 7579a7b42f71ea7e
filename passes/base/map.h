/* Hash map from pointers (LLVM handles) to 32-bit numbers or pointers; used to number things once,
 * never iterated. */
#ifndef ENZCC_BASE_MAP_H
#define ENZCC_BASE_MAP_H
#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>

struct map_entry {
    const void *key;
    void *value;
};
struct map {
    struct arena *arena;
    struct map_entry *entries;
    unsigned count, cap; /* cap is a power of two or 0 */
};

void map_init(struct map *m, struct arena *a);
void map_put(struct map *m, const void *key, void *value);
/* NULL if absent. */
void *map_get(const struct map *m, const void *key);
/* Numbers: stored +1 so that absence is distinguishable. */
static inline void map_put_id(struct map *m, const void *key, unsigned id)
{
    map_put(m, key, (void *)(uintptr_t)(id + 1u));
}
#define MAP_NO_ID UINT32_MAX
static inline unsigned map_get_id(const struct map *m, const void *key)
{
    uintptr_t v = (uintptr_t)map_get(m, key);
    return v ? (unsigned)(v - 1) : MAP_NO_ID;
}
#endif
