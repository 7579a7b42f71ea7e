/* Growing arrays in an arena: VEC(type) is a struct {items, count, cap}; the old block is abandoned
 * on growth. */
#ifndef ENZCC_BASE_VEC_H
#define ENZCC_BASE_VEC_H
#include "base/arena.h"

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *items;                                                                               \
        unsigned count, cap;                                                                       \
    }
#define VEC_PUSH(arena, v, x)                                                                      \
    do {                                                                                           \
        if ((v)->count == (v)->cap) {                                                              \
            unsigned vec_cap_ = (v)->cap ? 2 * (v)->cap : 8;                                       \
            (v)->items =                                                                           \
                arena_regrow((arena), (v)->items, (v)->count, vec_cap_, sizeof *(v)->items);       \
            (v)->cap = vec_cap_;                                                                   \
        }                                                                                          \
        (v)->items[(v)->count++] = (x);                                                            \
    } while (0)
#endif
