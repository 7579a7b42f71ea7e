/* Answers of the type analysis about bytes, kept in a hash table. */
#ifndef ENZCC_FACTS_TYPES_ANSWERS_H
#define ENZCC_FACTS_TYPES_ANSWERS_H
#include "facts/types_state.h"

/* What was asked: at byte x of these places, of which `room` bytes matter. */
struct answer_key {
    const struct place *starts;
    unsigned count, what;
    uint64_t x, room;
};
struct answer {
    struct answer_key key;
    bool used, known; /* known: it is there */
    struct finding finding;
    struct reach reach; /* instead, where all places were asked for */
};
struct answers {
    struct answer *items; /* open addressing */
    unsigned count, size; /* size: a power of two, or 0 */
};

/* Where the answer is, or is to be put before the next call. The places are copied. */
struct answer *answers_find(struct arena *arena, struct answers *a, struct answer_key key);
#endif
