/* What identifies a derivative, and its generated functions. */
#ifndef ENZCC_EMIT_DERIVATIVE_H
#define ENZCC_EMIT_DERIVATIVE_H
#include "base/team.h"
#include "emit/gen.h"
#include "emit/tape.h"
#include "facts/held_pointers.h"
#include "prepare/prepare.h"
#include "rules/registry.h"

struct derivative_key {
    LLVMValueRef fn; /* prepared function */
    uint8_t kind; /* GEN_FORWARD, GEN_COMBINED, or GEN_AUGMENTED for the pair augmented + reverse */
    uint16_t width;
    bool ret_active;          /* forward: the tangent is returned; reverse: a seed comes in */
    bool primal_return;       /* forward, combined */
    bool errors;              /* forward: tangents are absolute errors */
    bool reusable;            /* a pair of split mode, or called by one: see PLAN_REUSABLE */
    bool tangents;            /* such a pair whose tape __enzyme_fwdsplit reads, too */
    bool unwanted;            /* a pair of split mode: no call asks for the primal's result */
    bool outermost;           /* for a call of the user's: such a pair, whose frame is passed in;
                                 forward mode, which sets the shadows of globals back first; or,
                                 with -fenz-noalias-shadow, any derivative */
    bool nested;              /* may be differentiated again: has no checkpoints, and no limit */
    bool shared;              /* other threads may run it at the same time, on the same memory */
    bool alone;               /* with `shared`: one team at a time does, and nothing else */
    bool checked;             /* forward: for -fenz-check (check.c) */
    bool unwritten;           /* a pair: nobody writes what it reads between its halves */
    bool restores;            /* the reverse sweep puts back what the forward sweep overwrites: an
                                 outermost derivative, or a pair for one (facts/restored.h) */
    bool constants_stored;    /* set where derivatives are found: loaded pointers may be constant */
    bool words;               /* the same: loaded integers may be addresses */
    const uint8_t *args;      /* value_state per parameter */
    const uint8_t *unread;    /* per parameter, NULL: none: enum plan_unread */
    const uint8_t *unchanged; /* outermost: per parameter: enzyme_not_overwritten; NULL: none */
};

struct derivative {
    struct derivative *next;
    struct derivative_key key;
    struct activity_facts *facts;
    struct derivative **callees; /* per value: of a call, the derivative of the function */
    struct bits beside; /* per value: a call whose value the rule does not give, but the primal */
    struct plan *plan;
    const struct plan_bytes *bytes; /* per value */
    uint8_t *tangent_rows; /* per value, with key.tangents or forward: a row of tangent.def */
    struct plan_statement **statements; /* forward, per value (plan/statements.h) */
    const struct custom_rule
        *custom;           /* key.fn is the user's function, and this its rule; else NULL */
    LLVMTypeRef *tangents; /* per parameter: type of its tangent or gradient; the numbers whose bits
                              an integer carries */
    LLVMTypeRef ret_tangent; /* of the result's tangent or seed */
    LLVMValueRef fn;         /* forward or combined */
    LLVMValueRef aug, rev;   /* the pair */
    LLVMValueRef tan;        /* with key.tangents: forward sweep from the pair's tape */
    LLVMValueRef threads[3]; /* of what a team runs: what one thread does in fn or aug, in rev, in
                                tan */
    LLVMValueRef again;      /* of a thread that goes on by itself: its reverse sweep */
    struct team_pair back_pair; /* likewise: the pair of that, if it is differentiated again */
    struct derivative *back;    /* forward, key.fn is the forward sweep of such a derivative: that
                                   of its reverse sweep, which is_back, or NULL */
    bool is_back;
    bool follows; /* forward: the map of bytes that are put together is passed in, or NULL */
    bool emitted;
    bool restores; /* of the key; of an outermost one, found with the derivatives it calls */
    const struct bits *restored;   /* bases of what it puts back; NULL: all that is said */
    bool resets_globals;           /* those of all globals that have shadows, at its start */
    const struct derivative *same; /* its functions are those of this one, which are the same */
    struct split *split;           /* outermost: emit/split.c */
    double seconds;                /* plan, emission and clean-up took */
};

/* The shadows of globals that derivatives of one level have: of the program, of code with
 * derivatives of the program, and so on. */
struct global_shadows {
    struct map of;             /* global -> array of shadow globals per direction */
    VEC(LLVMValueRef) globals; /* those with a shadow */
};

/* What the derivatives of a module share while they are emitted. */
struct emission {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    struct diag_sink *diags;
    const struct enz_options *options;
    const struct tape_arena *tape_arena;
    LLVMValueRef
        error_hook; /* of the user, called for each operation of error estimates; or NULL */
    struct heap_globals *heap;         /* what leads to heap blocks between derivatives */
    struct prepare *prepare;           /* for the mode of the current request */
    struct activity_context *activity; /* of the current request */
    struct map records;                /* made so far: records of functions -> themselves */
    VEC(LLVMValueRef) wrappers;        /* around outermost pairs; what teams run */
    struct global_shadows shadows;     /* of the current request's level */
    VEC(LLVMValueRef) thread_shadows;  /* of thread-local variables, of all levels */
    struct map given_shadows; /* the same map for globals that the current request passes with a
                                 shadow of its own */
    held_list held; /* pointers in what the current request passes that globals lead to, too */
    unsigned width_of_shadows;
    const char *unchecked; /* why the derivative with key.checked that is made cannot be used */
    bool checks_single;    /* it computes in float */
    struct check_callees *callees; /* what derivatives with key.checked call; NULL: not asked for */
    struct check_records *recorded; /* then: what these call without a derivative */
    bool tracks;                    /* the kind map follows some memory of the current request */
};

/* Fills gen_shadow_ranges: the shadows of all levels. One that is there twice does no harm. */
void gen_finish_shadow_ranges(struct emission *e, const struct global_shadows *levels,
                              unsigned count);
/* Parameter k of the primal: has a shadow parameter, returns a gradient / takes a tangent. */
bool derivative_param_shadow(const struct derivative *d, unsigned k);
bool derivative_param_varied(const struct derivative *d, unsigned k);
/* It has a tangent or a gradient: a number, or an integer that has a shadow where it is an address,
 * and may be the bits of a number instead. */
bool derivative_param_number(const struct derivative *d, unsigned k);
/* The shadows of two arguments are known not to overlap. */
bool derivative_shadows_apart(const struct emission *e, const struct derivative *d);
/* The result carries a shadow pointer. */
bool derivative_ret_shadow(const struct derivative *d);
/* Forward mode, of functions that derivatives call: what returns has a shadow and, apart, a
 * tangent, since integers in it may be addresses or the bits of numbers. */
bool derivative_ret_both(const struct derivative *d);
/* The type in which d has the adjoint, or tangent, of v; NULL: nobody knows. */
LLVMTypeRef derivative_number_type(const struct derivative *d, struct activity_context *c,
                                   LLVMValueRef v);
/* Fills d->tangents and d->ret_tangent. */
void derivative_tangent_types(struct derivative *d, struct activity_context *c);
/* Types of the parts (see fit.h; aug: tape, result, shadows; rev: gradients). */
LLVMTypeRef derivative_result_type(const struct derivative *d, enum gen_kind kind);
LLVMTypeRef derivative_fn_type(const struct derivative *d, enum gen_kind kind);
/* ---- custom.c: the functions of a derivative with a custom rule, which translate between the
 * rule's calling convention and ours ---- */
bool custom_emit(struct emission *e, struct derivative *d);
/* The augmented function does not return what the primal returns. */
bool custom_lacks_value(const struct emission *e, const struct derivative *d);
/* ---- team.c: a derivative of what a team of threads runs: fn is to start a team again ---- */
bool team_emit(struct emission *e, struct derivative *d, enum gen_kind kind, LLVMValueRef fn);
/* Gives a call of fn the attributes of fn's parameters that the calling convention depends on. */
void custom_copy_abi(LLVMValueRef fn, LLVMValueRef call);
/* Parameter k of `to` is passed in memory as that of `from`. */
void custom_copy_memory_param(LLVMValueRef from, LLVMValueRef to, unsigned k);
/* Bytes that an input function wrote: its result if positive, times the size of an item (NULL: 1).
 */
LLVMValueRef gen_input_bytes(struct gen *g, LLVMValueRef result, LLVMValueRef item);
/* unread, readers: of struct plan_bytes. What the primal writes behind this argument is left out
 * unless this holds: it may be read in another way. NULL: it is written. */
LLVMValueRef gen_is_read_elsewhere(struct gen *g, unsigned unread, uint64_t readers);
/* Repeats what v writes, where it is needed. */
void gen_write_primal(struct gen *g, unsigned v);
#endif
