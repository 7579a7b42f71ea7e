/* What the compiler calls in parallel regions, as libomp defines it (the interface is described in
 * the LLVM project's OpenMP runtime reference; the schedules by the OpenMP 5.2 specification,
 * section 11.5).
 *
 * Bounds of static schedules are calculated here, so that derivatives know them as integers.
 * Dynamic ones are asked for, one chunk after the other. A reduction is a critical section in which
 * each thread adds its part: of the ways that the runtime may choose that is one. Threads enter
 * critical sections in the reverse sweep in the opposite order (../team.c). */
#include "../team.h"
#include "bundle.h"

#include <stdbool.h>
#include <stddef.h>

void __kmpc_barrier(const struct place *place, int32_t thread);

/* ---- static schedules ---- */

enum {
    STATIC_CHUNKED = 33,
    STATIC = 34,
    STATIC_BALANCED_CHUNKED = 45, /* of the modifier `simd` */
    ORDERED_STATIC_CHUNKED = 65,
    ORDERED_STATIC = 66,
    DISTRIBUTE_CHUNKED = 91, /* over the teams of a league */
    DISTRIBUTE = 92
};
#define MODIFIERS (INT32_C(3) << 29)

/* How many iterations a thread gets at once: about as many as all others, a multiple of the chunk
 * if that is a power of two, as with libomp. */
BUNDLE_INLINE uint64_t balanced(uint64_t trips, uint64_t threads, int64_t chunk)
{
    uint64_t unit = chunk < 1 ? 1 : (uint64_t)chunk,
             span = trips / threads + (trips % threads != 0);
    uint64_t size = (span + unit - 1) & ~(unit - 1);
    return size ? size : 1;
}

/* Loops as the compiler writes them count from 0 in steps of 1: of these the bounds are calls by
 * which analyses know them (../team.h), if `known`. */
#define STATIC_INIT(suffix, type, signed_type, known)                                              \
    void enz_body___kmpc_for_static_init_##suffix(                                                 \
        const struct place *place, int32_t thread, int32_t schedule, int32_t *last, type *lower,   \
        type *upper, signed_type *stride, signed_type step, signed_type chunk);                    \
    BUNDLE_BODY void enz_body___kmpc_for_static_init_##suffix(                                     \
        const struct place *place, int32_t thread, int32_t schedule, int32_t *last, type *lower,   \
        type *upper, signed_type *stride, signed_type step, signed_type chunk)                     \
    {                                                                                              \
        type from = *lower, to = *upper;                                                           \
        int32_t kind = schedule & ~MODIFIERS;                                                      \
        bool league = kind == DISTRIBUTE_CHUNKED || kind == DISTRIBUTE;                            \
        uint64_t t = league ? enz_rt_own_league_number() : enz_rt_own_number(),                    \
                 n = league ? enz_rt_own_league() : enz_rt_own_team();                             \
        uint64_t trips =                                                                           \
            step > 0                                                                               \
                ? (to < from ? 0 : ((uint64_t)to - (uint64_t)from) / (uint64_t)step + 1)           \
                : (from < to ? 0 : ((uint64_t)from - (uint64_t)to) / (0 - (uint64_t)step) + 1);    \
        (void)place, (void)thread;                                                                 \
        if ((kind == STATIC || kind == ORDERED_STATIC) && (known) && from == 0 && step == 1) {     \
            *lower = (type)enz_rt_share_first_##signed_type((signed_type)to, t, n);                \
            *upper = (type)enz_rt_share_last_##signed_type((signed_type)to, t, n);                 \
            *last = *lower <= *upper && *upper == to;                                              \
            *stride = (signed_type)trips;                                                          \
            return;                                                                                \
        }                                                                                          \
        switch (kind) {                                                                            \
        case STATIC:                                                                               \
        case DISTRIBUTE:                                                                           \
        case ORDERED_STATIC: {                                                                     \
            struct enz_rt_share own = enz_rt_share_of(trips, t, n);                                \
            *lower = (type)(from + (type)own.first * (type)step);                                  \
            *upper = (type)(*lower + ((type)own.count - 1) * (type)step);                          \
            *last = own.count > 0 && own.first + own.count == trips;                               \
            *stride = (signed_type)trips;                                                          \
            break;                                                                                 \
        }                                                                                          \
        case STATIC_CHUNKED:                                                                       \
        case STATIC_BALANCED_CHUNKED:                                                              \
        case DISTRIBUTE_CHUNKED:                                                                   \
        case ORDERED_STATIC_CHUNKED: {                                                             \
            uint64_t size = kind == STATIC_BALANCED_CHUNKED ? balanced(trips, n, chunk)            \
                            : chunk < 1                     ? 1                                    \
                                                            : (uint64_t)chunk;                     \
            *lower = (type)(from + (type)(t * size) * (type)step);                                 \
            *upper = (type)(*lower + (type)(size - 1) * (type)step);                               \
            *last = trips > 0 && (trips - 1) / size % n == t;                                      \
            *stride = (signed_type)((type)(size * n) * (type)step);                                \
            break;                                                                                 \
        }                                                                                          \
        default: enz_rt_unknown_schedule(enz_rt_do_place());                                       \
        }                                                                                          \
    }

STATIC_INIT(4, int32_t, int32_t, true)
STATIC_INIT(4u, uint32_t, int32_t, false)
STATIC_INIT(8, int64_t, int64_t, true)
STATIC_INIT(8u, uint64_t, int64_t, true)

/* ---- dynamic ones ---- */

#define DISPATCH_NEXT(suffix, type, signed_type)                                                   \
    int32_t enz_body___kmpc_dispatch_next_##suffix(const struct place *place, int32_t thread,      \
                                                   int32_t *last, type *lower, type *upper,        \
                                                   signed_type *stride);                           \
    BUNDLE_BODY int32_t enz_body___kmpc_dispatch_next_##suffix(                                    \
        const struct place *place, int32_t thread, int32_t *last, type *lower, type *upper,        \
        signed_type *stride)                                                                       \
    {                                                                                              \
        int32_t more = enz_rt_chunk_next_##suffix(place, thread);                                  \
        if (more) {                                                                                \
            *lower = enz_rt_chunk_lower_##suffix();                                                \
            *upper = enz_rt_chunk_upper_##suffix();                                                \
            *stride = (signed_type)enz_rt_chunk_stride();                                          \
            if (last)                                                                              \
                *last = enz_rt_chunk_is_last();                                                    \
        }                                                                                          \
        return more;                                                                               \
    }

DISPATCH_NEXT(4, int32_t, int32_t)
DISPATCH_NEXT(4u, uint32_t, int32_t)
DISPATCH_NEXT(8, int64_t, int64_t)
DISPATCH_NEXT(8u, uint64_t, int64_t)

/* ---- memory of the directives' own (allocate, depobj) ---- */

/* As the compiler asks for it, with the number of a thread, which may be gone when a derivative
 * frees the block. Code of clang 22 takes arrays there for aligned to 16 bytes, which they are not
 * when libomp aligns them. */
enum { LARGE_ALIGNMENT = 16 };
void *omp_aligned_alloc(size_t alignment, size_t size, uintptr_t allocator);
void *omp_calloc(size_t count, size_t size, uintptr_t allocator);
void omp_free(void *block, uintptr_t allocator);
void *enz_body___kmpc_alloc(int32_t thread, size_t size, void *allocator);
void *enz_body___kmpc_aligned_alloc(int32_t thread, size_t alignment, size_t size, void *allocator);
void *enz_body___kmpc_calloc(int32_t thread, size_t count, size_t size, void *allocator);
void enz_body___kmpc_free(int32_t thread, void *block, void *allocator);

BUNDLE_BODY void *enz_body___kmpc_alloc(int32_t thread, size_t size, void *allocator)
{
    (void)thread;
    return omp_aligned_alloc(LARGE_ALIGNMENT, size, (uintptr_t)allocator);
}

BUNDLE_BODY void *enz_body___kmpc_aligned_alloc(int32_t thread, size_t alignment, size_t size,
                                                void *allocator)
{
    (void)thread;
    return omp_aligned_alloc(alignment, size, (uintptr_t)allocator);
}

BUNDLE_BODY void *enz_body___kmpc_calloc(int32_t thread, size_t count, size_t size, void *allocator)
{
    (void)thread;
    return omp_calloc(count, size, (uintptr_t)allocator);
}

BUNDLE_BODY void enz_body___kmpc_free(int32_t thread, void *block, void *allocator)
{
    (void)thread;
    omp_free(block, (uintptr_t)allocator);
}

/* ---- one thread after the other ---- */

void enz_body___kmpc_critical(const struct place *place, int32_t thread, struct lock *lock);
void enz_body___kmpc_critical_with_hint(const struct place *place, int32_t thread,
                                        struct lock *lock, uint32_t hint);
void enz_body___kmpc_end_critical(const struct place *place, int32_t thread, struct lock *lock);
void enz_body_omp_set_lock(void *lock);
void enz_body_omp_unset_lock(void *lock);
void enz_body___kmpc_ordered(const struct place *place, int32_t thread);
void enz_body___kmpc_end_ordered(const struct place *place, int32_t thread);
int32_t enz_body___kmpc_reduce_nowait(const struct place *place, int32_t thread, int32_t count,
                                      uint64_t size, void *data, void (*reduce)(void *, void *),
                                      struct lock *lock);
int32_t enz_body___kmpc_reduce(const struct place *place, int32_t thread, int32_t count,
                               uint64_t size, void *data, void (*reduce)(void *, void *),
                               struct lock *lock);
void enz_body___kmpc_end_reduce_nowait(const struct place *place, int32_t thread,
                                       struct lock *lock);
void enz_body___kmpc_end_reduce(const struct place *place, int32_t thread, struct lock *lock);

BUNDLE_BODY void enz_body___kmpc_critical(const struct place *place, int32_t thread,
                                          struct lock *lock)
{
    enz_rt_critical_begin(place, thread, lock);
}

BUNDLE_BODY void enz_body___kmpc_critical_with_hint(const struct place *place, int32_t thread,
                                                    struct lock *lock, uint32_t hint)
{
    (void)hint;
    enz_rt_critical_begin(place, thread, lock);
}

BUNDLE_BODY void enz_body___kmpc_end_critical(const struct place *place, int32_t thread,
                                              struct lock *lock)
{
    enz_rt_critical_end(place, thread, lock);
}

BUNDLE_BODY void enz_body_omp_set_lock(void *lock)
{
    enz_rt_lock_begin(lock);
}

BUNDLE_BODY void enz_body_omp_unset_lock(void *lock)
{
    enz_rt_lock_end(lock);
}

BUNDLE_BODY void enz_body___kmpc_ordered(const struct place *place, int32_t thread)
{
    enz_rt_ordered_begin(place, thread);
}

BUNDLE_BODY void enz_body___kmpc_end_ordered(const struct place *place, int32_t thread)
{
    enz_rt_ordered_end(place, thread);
}

/* The variables of the thread whose values the others of its team get. */
static void *enz_handed_out;

void enz_body___kmpc_copyprivate(const struct place *place, int32_t thread, uint64_t size,
                                 void *variables, void (*copy)(void *, void *), int32_t owner);
BUNDLE_BODY void enz_body___kmpc_copyprivate(const struct place *place, int32_t thread,
                                             uint64_t size, void *variables,
                                             void (*copy)(void *, void *), int32_t owner)
{
    (void)size;
    if (owner) {
        enz_rt_hand_out_begin();
        enz_handed_out = variables;
    }
    __kmpc_barrier(place, thread);
    if (!owner)
        copy(variables, enz_handed_out);
    __kmpc_barrier(place, thread);
    if (owner) {
        enz_handed_out = NULL;
        enz_rt_hand_out_end();
    }
}

/* 1: this thread adds its part, and calls the function for the end then. */
BUNDLE_BODY int32_t enz_body___kmpc_reduce_nowait(const struct place *place, int32_t thread,
                                                  int32_t count, uint64_t size, void *data,
                                                  void (*reduce)(void *, void *), struct lock *lock)
{
    (void)count, (void)size, (void)data, (void)reduce;
    enz_rt_critical_begin(place, thread, lock);
    return 1;
}

BUNDLE_BODY int32_t enz_body___kmpc_reduce(const struct place *place, int32_t thread, int32_t count,
                                           uint64_t size, void *data,
                                           void (*reduce)(void *, void *), struct lock *lock)
{
    return enz_body___kmpc_reduce_nowait(place, thread, count, size, data, reduce, lock);
}

BUNDLE_BODY void enz_body___kmpc_end_reduce_nowait(const struct place *place, int32_t thread,
                                                   struct lock *lock)
{
    enz_rt_critical_end(place, thread, lock);
}

BUNDLE_BODY void enz_body___kmpc_end_reduce(const struct place *place, int32_t thread,
                                            struct lock *lock)
{
    enz_rt_critical_end(place, thread, lock);
    __kmpc_barrier(place, thread);
}

/* ---- -fenz-deterministic: nothing depends on which thread comes first ---- */

#define DISPATCH_INIT(suffix, type, signed_type)                                                   \
    void enz_in_order___kmpc_dispatch_init_##suffix(const struct place *place, int32_t thread,     \
                                                    int32_t schedule, type lower, type upper,      \
                                                    signed_type step, signed_type chunk);          \
    BUNDLE_BODY void enz_in_order___kmpc_dispatch_init_##suffix(                                   \
        const struct place *place, int32_t thread, int32_t schedule, type lower, type upper,       \
        signed_type step, signed_type chunk)                                                       \
    {                                                                                              \
        enz_rt_chunks_in_order_##suffix(place, thread, schedule, lower, upper, step, chunk);       \
    }

DISPATCH_INIT(4, int32_t, int32_t)
DISPATCH_INIT(4u, uint32_t, int32_t)
DISPATCH_INIT(8, int64_t, int64_t)
DISPATCH_INIT(8u, uint64_t, int64_t)

int32_t enz_in_order___kmpc_single(const struct place *place, int32_t thread);
void enz_in_order___kmpc_end_single(const struct place *place, int32_t thread);
int32_t enz_in_order___kmpc_reduce_nowait(const struct place *place, int32_t thread, int32_t count,
                                          uint64_t size, void *data, void (*reduce)(void *, void *),
                                          struct lock *lock);
int32_t enz_in_order___kmpc_reduce(const struct place *place, int32_t thread, int32_t count,
                                   uint64_t size, void *data, void (*reduce)(void *, void *),
                                   struct lock *lock);
void enz_in_order___kmpc_end_reduce_nowait(const struct place *place, int32_t thread,
                                           struct lock *lock);
void enz_in_order___kmpc_end_reduce(const struct place *place, int32_t thread, struct lock *lock);

BUNDLE_BODY int32_t enz_in_order___kmpc_single(const struct place *place, int32_t thread)
{
    (void)place, (void)thread;
    return enz_rt_own_number() == 0;
}

BUNDLE_BODY void enz_in_order___kmpc_end_single(const struct place *place, int32_t thread)
{
    (void)place, (void)thread;
}

BUNDLE_BODY int32_t enz_in_order___kmpc_reduce_nowait(const struct place *place, int32_t thread,
                                                      int32_t count, uint64_t size, void *data,
                                                      void (*reduce)(void *, void *),
                                                      struct lock *lock)
{
    (void)count, (void)size, (void)data, (void)reduce;
    enz_rt_reduction_begin(place, thread, lock);
    return 1;
}

BUNDLE_BODY int32_t enz_in_order___kmpc_reduce(const struct place *place, int32_t thread,
                                               int32_t count, uint64_t size, void *data,
                                               void (*reduce)(void *, void *), struct lock *lock)
{
    return enz_in_order___kmpc_reduce_nowait(place, thread, count, size, data, reduce, lock);
}

BUNDLE_BODY void enz_in_order___kmpc_end_reduce_nowait(const struct place *place, int32_t thread,
                                                       struct lock *lock)
{
    enz_rt_reduction_end(place, thread, lock);
}

BUNDLE_BODY void enz_in_order___kmpc_end_reduce(const struct place *place, int32_t thread,
                                                struct lock *lock)
{
    enz_rt_reduction_end(place, thread, lock);
    __kmpc_barrier(place, thread);
}
