/* A canonical clone of every function that a derivative needs.
 *
 * Guarantees for a prepared function: internal, no optnone/noinline; scalars in registers; small
 * and once-called callees inlined; calls among prepared functions go to prepared functions; loops
 * simplified, rotated where possible, in LCSSA form, reducible, each with an i64 counter phi
 * {0,+,1} as first phi of its header and, where scalar evolution knows it, an i64 trip count in the
 * preheader; one return; no vectors of our making, no partial unrolling. Indirect calls are chains
 * of compares and direct calls over the functions whose address the program takes; nothing unwinds
 * to a place inside (exceptions/exceptions.h); realloc is malloc, copy and free, posix_memalign is
 * aligned_alloc and a store; allocas outside the entry block are tape allocations. The user's own
 * functions are not touched, but for computed gotos, which become switches. */
#ifndef ENZCC_PREPARE_PREPARE_H
#define ENZCC_PREPARE_PREPARE_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"
#include "bridge/ezb.h"
#include "rules/rules.h"
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

struct prepare_targets {
    LLVMValueRef *items;
    unsigned count;
};

/* A version with fixed parameters of a variadic function. */
struct prepare_fixed {
    LLVMValueRef variadic, fn;
    LLVMTypeRef *byval; /* per parameter of fn: the type of a struct passed in memory, or NULL */
};

struct prepare {
    enum rule_mode mode; /* whose custom rules stand for calls */
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    struct diag_sink *diags;
    struct map clones;    /* original -> prepared */
    struct map returning; /* original -> prepared version that returns exceptions
                             (exceptions/exceptions.h) */
    struct map guarded;   /* prepared functions with markers around calls (exceptions/native.c) */
    struct map throws;    /* function -> whether exceptions come out of it, where that was asked */
    bool pointers_thrown; /* known to be, by the program */
    bool bases_thrown;    /* likewise, objects whose bases do not all lie at their beginning */
    struct map type_numbers; /* type information -> its number in selectors */
    struct map originals;    /* prepared -> original */
    struct map trips;        /* loop header block -> trip count value */
    struct map noted;        /* debug information of functions whose calls count -> function */
    VEC(LLVMValueRef) all;   /* clones */
    struct map finished; /* clones in canonical form; those that were inlined everywhere wait until
                            something calls them */
    struct map targets;  /* function type -> struct prepare_targets *, when asked for */
    struct map no_targets; /* functions that no call through a pointer means */
    VEC(struct prepare_fixed) fixed;
};

void prepare_init(struct prepare *p, enum rule_mode mode, EzbCtx *cx, LLVMModuleRef m,
                  struct arena *a, struct diag_sink *s);
/* The prepared clone of fn, made together with everything reachable from it. */
LLVMValueRef prepare_function(struct prepare *p, LLVMValueRef fn);
/* The clones that a prepared function calls or takes the address of, directly or not, and itself,
 * in the order of p->all. */
struct prepare_targets prepare_reachable(struct prepare *p, LLVMValueRef prepared);
/* The user's function a prepared clone was made from. */
LLVMValueRef prepare_original(struct prepare *p, LLVMValueRef prepared);
/* Deletes the clones; call when every derivative has been emitted. Clones still in use (primal
 * calls) stay. */
void prepare_dispose(struct prepare *p);

/* Runs LLVM passes on one function; false after reporting an error. */
bool prepare_run(struct prepare *p, LLVMValueRef fn, const char *pipeline);
/* The defined function that a direct call would run and that must be cloned with its caller, or
 * NULL. */
LLVMValueRef prepare_callee(struct prepare *p, LLVMValueRef inst);
struct prepare_pipelines {
    const char *hoist; /* before calls are inlined: takes them out of loops */
    const char *clean; /* after that */
};
/* Inlines among the clones; `set` are the last `count` of p->all. */
void prepare_inline(struct prepare *p, LLVMValueRef const *set, unsigned count,
                    const struct prepare_pipelines *pipelines);
/* Writes down what fn does to memory. */
void prepare_effects(struct prepare *p, LLVMValueRef fn);

/* Marks globals as constant that the module owns and never writes; returns how many. Before the
 * first clone is made. */
unsigned prepare_constant_globals(LLVMModuleRef m);
/* Sets pointers in globals to NULL where the program frees what they point to; returns how many.
 * Before the first clone is made. */
unsigned prepare_freed_globals(struct prepare *p);
/* Replaces the computed gotos of a function of the program; true if there were any. */
bool prepare_computed_gotos(struct prepare *p, LLVMValueRef fn);
/* For a variadic callee with a body: a function that does the same for the arguments of this call
 * and has them all as parameters; NULL for other callees, and where arguments have no known place
 * in memory. */
LLVMValueRef prepare_fixed_version(struct prepare *p, LLVMValueRef callee, LLVMValueRef call);

/* In a clone: marks the calls that must run versions that return exceptions. */
void prepare_note_exceptions(struct prepare *p, LLVMValueRef fn, bool returning);
/* Makes exceptions control flow in a clone that calls clones; in the version that returns them to
 * its callers, or in the other one. */
void prepare_exceptions(struct prepare *p, LLVMValueRef fn, bool returning);
/* Said of such a version before any pass looks at calls of it: the promises of the original do not
 * hold. */
void prepare_may_return_exceptions(LLVMValueRef fn);
/* An invoke as a call, to be changed in its place; then every call that took over its work gets its
 * landing pad. For a call, nothing happens. */
struct prepare_opened {
    struct prepare *p;
    LLVMValueRef call;
    LLVMBasicBlockRef from, unwind; /* the block it was in, its landing pad or NULL */
    bool reused;                    /* the block ends with an invoke again */
};
struct prepare_opened prepare_open(struct prepare *p, LLVMValueRef inst);
void prepare_guard(struct prepare_opened *o, LLVMValueRef call);
void prepare_close(struct prepare_opened *o);
/* Invokes become calls between markers. The last change of a prepared function. */
unsigned prepare_native_exceptions(struct prepare *p, LLVMValueRef fn);
/* Note at a call: the integer that it returns. */
#define PREPARE_RETURNS "enz-returns"
/* At a copy of one word that is a number at some times and a pointer at others: what it is in the
 * end only the run can tell. */
#define PREPARE_WORD    "enz-word"
#define PREPARE_GUARDED "enz.guarded"
#define PREPARE_UNWOUND "enz.unwound"
#define PREPARE_LANDED  "enz.landed"
unsigned prepare_exception_pointers(struct prepare *p, LLVMValueRef fn);
/* The call must run a version that returns exceptions. */
bool prepare_returns_exceptions(LLVMValueRef call);

/* calls/inlined.c: calls that are gone although they should have counted; warnings. */
void prepare_find_noted(struct prepare *p);
void prepare_check_inlined(struct prepare *p, LLVMValueRef clone, LLVMValueRef original);

/* Rooms of this room. Each changes one function and returns the number of changes. */
unsigned prepare_argument_lists(struct prepare *p, LLVMValueRef fn);
unsigned prepare_allocators(struct prepare *p, LLVMValueRef fn);
unsigned prepare_input(struct prepare *p, LLVMValueRef fn);
/* enz.input(address, bytes): there derivatives end. */
void prepare_mark_input(struct prepare *p, LLVMBuilderRef b, LLVMValueRef address,
                        LLVMValueRef bytes);
/* Marks the numbers and bytes that streams of the C++ library read (calls/streams.c). */
unsigned prepare_streams(struct prepare *p, LLVMValueRef fn);
unsigned prepare_known_asm(struct prepare *p, LLVMValueRef fn);
unsigned prepare_mixed_lanes(struct prepare *p, LLVMValueRef fn);
unsigned prepare_cleared_pointers(struct prepare *p, LLVMValueRef fn);
unsigned prepare_ifuncs(struct prepare *p, LLVMValueRef fn);
unsigned prepare_casts(struct prepare *p, LLVMValueRef fn);
unsigned prepare_dynamic_allocas(struct prepare *p, LLVMValueRef fn);
unsigned prepare_atomics(struct prepare *p, LLVMValueRef fn);
/* Floating-point values and addresses in the bytes of integers move as what they are
 * (bytes/whole_values.c). */
unsigned prepare_whole_values(struct prepare *p, LLVMValueRef fn);
unsigned prepare_byte_shuffles(struct prepare *p, LLVMValueRef fn);
unsigned prepare_indirect_calls(struct prepare *p, LLVMValueRef fn);
unsigned prepare_open_lanes(struct prepare *p, LLVMValueRef fn);
unsigned prepare_byval(struct prepare *p, LLVMValueRef fn);
/* Makes the call pass structs in memory the way the callee expects: by value or as plain pointers.
 */
void prepare_byval_call(LLVMValueRef call, LLVMValueRef callee);
unsigned prepare_carried(struct prepare *p, LLVMValueRef fn);
unsigned prepare_loops(struct prepare *p, LLVMValueRef fn);
/* Bytes of wider integers are stored, or loaded and shifted to their place. */
bool prepare_shifts_bytes(LLVMValueRef fn);
/* Rounding by sums with large constants. */
unsigned prepare_roundings(struct prepare *p, LLVMValueRef fn);
/* Accesses to the high halves of doubles become accesses to the whole. `high_half`: the pointer
 * leads to one. */
unsigned prepare_number_halves(struct prepare *p, LLVMValueRef fn,
                               bool (*high_half)(void *, LLVMValueRef), void *user);
/* Numbers computed by integer arithmetic on bits (number_bits.h). `carried` tells the type of
 * number whose bits an integer has; NULL if it has none, or nobody knows. */
typedef LLVMTypeRef prepare_carried_type(void *user, LLVMValueRef integer);
unsigned prepare_number_bits(struct prepare *p, LLVMValueRef fn, prepare_carried_type *carried,
                             void *user);
unsigned prepare_part_stores(struct prepare *p, LLVMValueRef fn);
unsigned prepare_part_loads(struct prepare *p, LLVMValueRef fn);
/* v with its bytes in reverse order. */
LLVMValueRef prepare_reversed(struct prepare *p, LLVMBuilderRef b, LLVMValueRef v);
unsigned prepare_union_loads(struct prepare *p, LLVMValueRef fn);
unsigned prepare_pointer_bits(struct prepare *p, LLVMValueRef fn);
/* What value numbering makes of a number where another class has something else: a part of it as a
 * number, its bits as an address. */
unsigned prepare_parts_merged(struct prepare *p, LLVMValueRef fn);
unsigned prepare_addresses_merged(struct prepare *p, LLVMValueRef fn);
/* Loops must be simplified. */
unsigned prepare_byte_loops(struct prepare *p, LLVMValueRef fn);
/* Integers and pointers that carry bytes from place to place become copies of memory where
 * undecided(user, load) says so (bytes/words.c). */
unsigned prepare_words(struct prepare *p, LLVMValueRef fn, bool (*undecided)(void *, LLVMValueRef),
                       void *user);
/* Removes copies in the functions `fns` into bytes of local variables that nobody reads; `all`: the
 * functions that they reach. */
void prepare_dead_copies(struct prepare *p, const struct prepare_targets *all,
                         const struct prepare_targets *fns);
void prepare_table_loads(struct prepare *p, LLVMValueRef fn);
unsigned prepare_weak_calls(struct prepare *p, LLVMValueRef fn);
/* Functions that a call of that type through a pointer may run: those whose address the program
 * takes. */
struct prepare_targets prepare_address_taken(struct prepare *p, LLVMTypeRef type);
/* The table of functions that a call loads its pointer from, and the offset in it; false if the
 * pointer comes from elsewhere. */
bool prepare_table_slot(LLVMModuleRef m, LLVMValueRef call, LLVMValueRef *table, int64_t *slot);
/* Those of them that this call may run. */
struct prepare_targets prepare_call_targets(struct prepare *p, LLVMValueRef call);
/* For a call without visible targets: the program keeps the pointer, or each of those that it
 * chooses from, in memory, but has no function of its type, so it is never set. */
bool prepare_is_unset_callback(LLVMValueRef call);
/* Builds what ends the program, with the place of the call `inst`, where its pointer is none of the
 * visible functions. */
void prepare_unknown_target(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst);
/* No call through a pointer means this function from now on. */
void prepare_exclude_target(struct prepare *p, LLVMValueRef fn);
bool prepare_irreducible(EzbCtx *cx, LLVMValueRef fn);
#endif
