/* Searches along copies: from some places to all that their bytes were copied from or to. Private
 * to passes/facts/types_*.c. */
#ifndef ENZCC_FACTS_TYPES_SEARCH_H
#define ENZCC_FACTS_TYPES_SEARCH_H
#include "facts/types_state.h"

/* A place that the bytes asked about were copied from or to, by any number of copies. */
struct state {
    struct place place;
    uint64_t room;  /* bytes that all copies on the way carry */
    unsigned known; /* the number of the place; MAP_NO_ID: ask types_state_known */
};
struct states {
    VEC(struct state) items;
    VEC(unsigned) work; /* indices of states whose copies are still to be followed */
    unsigned search;    /* counts searches */
    unsigned *in_node;  /* how many there are in each node */
    unsigned *wide;     /* per node: index + 1 of the progression that takes all others, or 0 */
    unsigned seen;      /* what a test has noted of the states that it was asked about */
    bool repeated;      /* copies that lead to states there are already are followed, too */
    bool crowded;       /* some node has so many states that this makes a difference */
    bool limited;       /* there are more states */
};

/* Where a search may stop: at state i. */
typedef bool state_test(struct types *t, struct states *s, unsigned i, enum entry_kind kind);
struct search {
    const struct query *q;
    uint64_t x, count; /* from each of the `count` bytes from x on */
    uint64_t room;     /* bytes asked about */
    state_test *stop;  /* NULL: nowhere */
    enum entry_kind kind;
};
/* The states are valid until the next search. `stopped` may be NULL. */
struct states *types_search(const struct search *w, bool *stopped);
/* Those where the search would begin. */
struct states *types_search_starts(const struct search *w);

/* Places that were met in searches have numbers. */
unsigned types_state_known(struct types *t, struct states *s, unsigned i);
unsigned types_known(struct types *t, const struct place *p);
/* What is kept of a place. */
struct place_facts {
    struct finding finding; /* what is at it, if `resolved` */
    bool resolved;
    bool cut_declared;
    unsigned asked, may_be; /* ENTRY_*: whether such a value may be there */
    unsigned cuts;          /* what cuts `cut_size` bytes (0: not asked yet) */
    uint64_t cut_size;
};
struct place_facts *types_facts_known(struct types *t, unsigned known);
/* What is at the place of this number. */
struct finding types_at_known(struct types *t, unsigned known);
struct finding types_at(struct types *t, const struct place *p);
#endif
