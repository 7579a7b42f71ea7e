/* What the instructions of a function do with bytes, as far as generated code has to know: asked of
 * the types, of facts/bytes.h and of facts/words.h once, before any code is emitted. Emission reads
 * it by the number of the instruction. */
#ifndef ENZCC_PLAN_BYTES_H
#define ENZCC_PLAN_BYTES_H
#include "facts/activity.h"
#include "facts/layout.h"

/* What an integer was made of. */
struct plan_source {
    LLVMValueRef value;
    bool noted; /* not what it is now counts, but what was noted where it was computed */
};
struct plan_sources {
    struct plan_source *items;
    unsigned count;
    bool phi;  /* paths meet on the way: only some of them, or earlier ones, are in the integer */
    bool more; /* there are, or may be, others */
    bool certain; /* of an address for sure; the items are not all then */
};

/* What a store leaves in the shadow. */
enum plan_stored {
    STORED_VALUE,   /* a number as far as types know: its tangent, or in a forward sweep nothing */
    STORED_MOVED,   /* forward mode: the bytes of the shadow of where it was loaded */
    STORED_POINTER, /* an address: its shadow */
    STORED_LOST,    /* an integer without shadow that is, or may be, made of an address: that */
    STORED_WORD,    /* an integer in memory with words, which is none of an address: nothing */
    STORED_OVER     /* in a forward sweep: what may have been a pointer no longer is one: zero */
};
struct plan_store {
    uint8_t stored;    /* enum plan_stored */
    bool part_of_word; /* it changes part of a word */
    bool of_address;   /* of words: what is stored was made of an address */
    bool keeps_word;   /* a word, where types have numbers: it must be none of an address */
    bool as_pointer;   /* tracked: what is a pointer here may be the bits of a number */
    LLVMTypeRef type;  /* what the kind map has of it */
    const struct plan_sources *parts;     /* it is part of a value: what of; NULL: it is none */
    const struct plan_sources *addresses; /* made of one: the loads of these; NULL: of none */
};

/* All zeros: nothing that would matter. */
struct plan_bytes {
    /* The kind map follows the memory that is accessed, filled or allocated; of a copy, what is
     * written, or what is read: */
    bool tracked : 1, tracked_source : 1;   /* in reverse modes; */
    bool followed : 1, followed_source : 1; /* in forward mode, the tangents in it */
    /* Reverse modes: memory is accessed, filled or copied from that has floating-point values and
     * pointers, or in programs with words integers, in turn (types_is_reused). */
    bool reused : 1;
    /* A load */
    bool unknown : 1;          /* of an integer that nobody knows, whose bits may matter to a
                                  derivative: it must be no address; */
    bool perhaps_constant : 1; /* of a constant pointer where the shadow has nothing, */
    bool checks_constant : 1;  /* which must not be one of a global that leads to numbers; */
    bool checks_memory : 1; /* of a pointer that may lie in a global, and behind which numbers, or
                               shadows of pointers, may be read or written; */
    bool checks_global : 1; /* of one that does lie in a global */
    /* Copies and fills. */
    bool checks_rest : 1; /* forward mode: no part of a number may be copied at the end */
    bool fills_words : 1; /* reverse modes: only integers and addresses are there */
    bool has_numbers : 1; /* an allocation: numbers are accessed in it */
    /* Addresses. */
    bool made : 1;       /* by integer arithmetic of one that has a shadow */
    bool calculated : 1; /* leads to memory with a shadow only, which must not be its own */
    bool of_number : 1;  /* of the bits of a floating-point value */
    /* Values and loads of which integers are made that are stored: generated code notes */
    bool kept : 1;          /* its tangent, or that of its bytes; */
    bool moved : 1;         /* the bytes of its shadow, for it is stored as it is; */
    bool perhaps_word : 1;  /* whether it is part of a word that is an address; */
    bool perhaps_bytes : 1; /* whether it has bytes of an address. */
    bool ever : 1;          /* It notes all that ever were, not the last ones. */
    /* Tangents that are lost (emit/follow.c). */
    bool lost : 1;        /* that of this value may be; */
    bool checks_lost : 1; /* those of operands must not be */
    uint8_t word;         /* enum word_rule: how its shadow word is made */
    unsigned unread;      /* 1 + the argument, memory behind which need not exist, that is written
                             through */
    uint64_t readers;     /* then: bit k: argument k may lead to where it is read, or a later one;
                             PLAN_READER_MEMORY: a pointer out of memory may */
    LLVMTypeRef type;     /* a load: what the kind map has of it; an atomic update: the numbers that
                             it changes, or NULL */
    const struct copy_layout *layout;          /* a copy to memory with a shadow, and where numbers
                                                  are checked also one that fills such memory */
    const struct plan_store *store;            /* a store to memory with a shadow */
    const struct plan_sources *parts_of_words; /* it is made of, or stores: these; or NULL */
};

enum { PLAN_READER_MEMORY = 63 };

/* dupnoneed memory that is only written through its argument. */
enum plan_unread {
    PLAN_READ,       /* none: it is there, and is written */
    PLAN_UNREAD,     /* stores are dropped unless other arguments lead there */
    PLAN_UNREAD_HERE /* nor pointers in memory, which functions read through that are called */
};

struct plan_bytes_wish {
    bool forward;          /* mode */
    bool follows;          /* a kind map follows tangents */
    bool tangents;         /* of a pair, whose tape a forward sweep reads as well */
    bool checked;          /* for -fenz-check: all layouts are asked for */
    bool shared;           /* other threads may run it, too */
    const uint8_t *unread; /* per argument, or NULL: enum plan_unread */
};
/* One per value of the function, in its arena. */
struct plan_bytes *plan_bytes(struct activity_context *c, const struct activity_facts *a,
                              const struct plan_bytes_wish *wish);
/* 1 + the argument, memory behind which need not exist, that the pointer is based on, or 0. */
unsigned plan_unread_argument(const struct func *f, const uint8_t *unread, LLVMValueRef pointer);
#endif
