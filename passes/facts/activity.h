/* Which values carry derivatives.
 *
 * Forward: a value is *varied* if it depends on an active input; a pointer has a state: constant
 * (no shadow: its shadow is itself), active, or mixed (decided at run time by shadow != primal).
 * Backward: a varied value is *useful* if an active output depends on it. Memory is judged by where
 * a pointer comes from; a local object is active once something active is stored in it or it
 * escapes. Calls use summaries of the callee under the states of the arguments. */
#ifndef ENZCC_FACTS_ACTIVITY_H
#define ENZCC_FACTS_ACTIVITY_H
#include "base/diag.h"
#include "facts/object_set.h"
#include "facts/provenance.h"
#include "ir/func.h"

struct types;
enum value_state {
    STATE_NONE = 0,
    STATE_CONST = 1,   /* pointer to memory without shadow */
    STATE_ACTIVE = 2,  /* pointer to memory with shadow */
    STATE_MIXED = 3,   /* either: join of both */
    STATE_VARIED = 4,  /* FP bits that carry a derivative */
    STATE_UNKNOWN = 8, /* with CONST: memory of the program's that was never passed to the
                          derivative; whether it has a shadow nobody knows */
    STATE_OPAQUE =
        16 /* pointer that leads to no floating-point values: to a function, a constant table of
              functions, a stream. It is its own shadow and may be stored in active memory without
              making constants of the pointers that are loaded from there */
};

/* An access to memory through a pointer of unknown provenance. */
struct unknown_access {
    LLVMValueRef inst;
    LLVMValueRef root; /* the global the pointer came from, NULL if not known */
    LLVMValueRef at;   /* where in it */
    bool text;         /* of a string, whose memory the library owns */
    bool byte; /* of one byte, which may be read back as such: loads of bytes are not collected */
};
typedef VEC(struct unknown_access) unknown_accesses;

/* An integer computed from what is loaded at `from` (NULL: from parts of active floating-point
 * values, or from too much to tell) and stored at `to`, or made a number (NULL). */
struct moved_parts {
    LLVMValueRef inst, from, to;
    bool certain; /* whatever lies at `from` */
};

struct activity_facts {
    struct func *f;
    uint8_t *state;           /* per value: value_state bits */
    struct bits useful;       /* per value */
    struct bits active_calls; /* per value: defined callee that must be differentiated */
    uint8_t ret;              /* state of the returned value */
    uint8_t *taints;      /* per argument: 1 if active data is stored in memory reached from it */
    bool settled;         /* activity_settle was here */
    bool touches_globals; /* reads or writes globals that have a shadow, or communicates */
    bool communicates;    /* with other processes */
    bool waits;           /* for other threads */
};

struct activity_context {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    struct diag_sink *diags;
    struct func_sources sources;
    struct types *types;
    struct heap_globals *heap;
    struct map funcs;         /* prepared function -> struct func */
    struct map summaries;     /* prepared function -> list of struct activity_entry */
    struct map addresses;     /* struct func -> struct addresses ** (addresses.h) */
    struct map fed;           /* struct func -> what addresses are made of (words.c) */
    struct map globals;       /* global -> state + 1 */
    struct map inactive;      /* globals that the user declared inactive */
    struct map provenance;    /* prepared function -> struct provenance */
    struct map part_bytes;    /* access -> whether it has to do with parts of floating-point values
                                 (bytes.c) */
    struct map unknown_bytes; /* the same for memory of others, of which nothing is known */
    struct map address_bytes; /* the same for addresses */
    VEC(struct moved_parts) parts_moved; /* bytes.c */
    bool addresses_lost; /* integers made of addresses, without shadow, are stored in memory out of
                            which pointers may be loaded */
    bool missing_inactive; /* so are functions without derivative */
    bool globals_inactive; /* so are all that no derivative call passes */
    bool constants_stored; /* constant pointers reach active memory: loaded pointers are mixed */
    struct object_set unknown_objects; /* what pointers of unknown provenance lead to that are
                                          stored in active memory */
    bool unknown_returned;             /* a function that calls itself returns some */
    LLVMValueRef unknown_maker; /* or NULL: a function without body that does; for messages */
    bool words; /* addresses are calculated from integers in memory: every integer there may be one
                   (words.c) */
    bool changed_mind;     /* one of these was found too late: analyse again */
    bool distant;          /* what is loaded from memory of the program's has a shadow at a distance
                              (runtime/distant.h): its state is ACTIVE and UNKNOWN */
    bool globals_filled;   /* active data may be stored in globals that hold pointers, or in memory
                              that they lead to */
    bool globals_assumed;  /* some were taken to need no shadow, because it is not */
    bool initial_active;   /* the initial value of one of these leads to memory with a shadow */
    bool constants_filled; /* active data, pointers included, is stored in memory without shadow */
    unknown_accesses unknown_stores,
        unknown_loads; /* of active floating-point values; of numbers */
};

/* Empty tables. The members up to `types` are given. */
void activity_context_init(struct activity_context *c);
/* The user's word on a global: it needs no shadow, and derivatives stored there are dropped. */
void activity_inactive_global(struct activity_context *c, LLVMValueRef global);
struct func *activity_func(struct activity_context *c, LLVMValueRef prepared);
/* Where the bytes in a prepared function come from, found when first asked for. */
const struct provenance *activity_provenance(struct activity_context *c, const struct func *f);
/* Facts of a prepared function; args: state per parameter. ret_active: the derivative of the result
 * is wanted. */
struct activity_facts *activity_of(struct activity_context *c, LLVMValueRef prepared,
                                   const uint8_t *args, bool ret_active);
/* When the facts of a derivative's function are complete: notes for the context which pointers are
 * stored and what is accessed through those of unknown provenance, in it and in all it calls. */
void activity_settle(struct activity_context *c, struct activity_facts *a);
/* State of the result of a function with a custom rule; active: an argument is. */
uint8_t activity_of_custom_result(LLVMTypeRef t, bool active);
/* State of any operand: value, constant or global. */
uint8_t activity_state(struct activity_context *c, const struct activity_facts *a, LLVMValueRef v);
static inline bool activity_has_shadow(uint8_t state)
{
    return (state & STATE_ACTIVE) != 0;
}
/* True if value id v is varied and useful: it has an adjoint. */
static inline bool activity_active(const struct activity_facts *a, unsigned v)
{
    return (a->state[v] & STATE_VARIED) && bits_get(&a->useful, v);
}
/* FP type in which the adjoint of v is kept: its own type, or the FP type an integer carries. NULL:
 * not known. */
LLVMTypeRef activity_adjoint_type(struct activity_context *c, LLVMValueRef v);
/* The same; of an integer that may carry something else instead, the FP type that it carries
 * otherwise: its adjoint is zero then. */
LLVMTypeRef activity_number_type(struct activity_context *c, LLVMValueRef v);
/* What is stored is a number, or may be one: in reverse the store clears the shadow. */
bool activity_stores_floating(struct activity_context *c, LLVMValueRef stored);
/* An integer, or a vector of integers: its bits may be those of numbers. */
bool activity_carries_bits(LLVMTypeRef t);
/* True if bytes of this type can be FP or pointers. */
bool activity_type_has(LLVMTypeRef t, bool *has_float, bool *has_pointer);
/* Adjoints of these types differ at most in how they are written. */
bool activity_same_floating(LLVMTypeRef t, LLVMTypeRef u);
/* That was wrong, as far as is known: active data is stored in memory without shadow, perhaps
 * there. */
bool activity_fills_globals(const struct activity_context *c);
/* The next global (from *i on, which moves on) that leads to memory of unknown provenance in which
 * active floating-point values are kept, or NULL. */
LLVMValueRef activity_unknown_global(const struct activity_context *c, unsigned *i);
/* Some are kept in memory of unknown provenance that is read back. */
bool activity_needs_distant(const struct activity_context *c);
/* The load gets a pointer whose shadow is at a distance, unless it is in memory that has another
 * one. */
bool activity_is_distant(const struct activity_context *c, const struct activity_facts *a,
                         unsigned v);
/* Reports active floating-point values stored in memory of unknown provenance that is read back:
 * their derivatives would be lost. False if there are any. */
bool activity_check_unknown(struct activity_context *c);
void activity_dump(struct activity_context *c, const struct activity_facts *a);
#endif
