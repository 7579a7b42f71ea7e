/* A canonical clone of every function that a derivative needs: the public header of the room.
 *
 * What a prepared function guarantees says guarantees.def, how it comes about says passes.def: the
 * table of passes, in their order. The user's own functions are not touched, but for computed
 * gotos, which become switches. Folders: module/ (the program as a whole), record/ (what the
 * compiler of a unit writes down for the link), calls/, exceptions/, bytes/, vectors/, loops/. */
#ifndef ENZCC_PREPARE_PREPARE_H
#define ENZCC_PREPARE_PREPARE_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"
#include "bridge/ezb.h"
#include "ir/notes.h"
#include "rules/rules.h"
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/* Functions: those that a call may run, or those that passes run on. */
struct prepare_targets {
    LLVMValueRef *items;
    unsigned count;
};

/* A version with fixed parameters of a variadic function. */
struct prepare_fixed {
    LLVMValueRef variadic, fn;
    LLVMTypeRef *byval; /* per parameter of fn: the type of a struct passed in memory, or NULL */
};

/* Constants that may be records of derivatives: {augmented, reverse} or {forward}. */
struct prepare_record {
    LLVMValueRef address;
    LLVMValueRef functions[2];
    unsigned count;
    bool may_change; /* the program might store something else there */
    bool copied;     /* local variables may hold the same */
};

/* What is known of the types of values when passes run that need it. */
struct prepare_facts {
    void *types;
    /* The integer or pointer was loaded from untyped bytes. */
    bool (*undecided)(void *types, LLVMValueRef v);
    /* Bytes of floating-point values or pointers are, or may be, among the `size` at the pointer.
     */
    bool (*carries)(void *types, LLVMValueRef pointer, uint64_t size);
    /* Among what a load or store accesses, which may say as what. */
    bool (*accesses)(void *types, LLVMValueRef access);
    /* So it is with bytes of pointers alone. */
    bool (*addresses)(void *types, LLVMValueRef store);
    /* Only the run can tell what the `size` bytes at the pointer are. */
    bool (*conflict)(void *types, LLVMValueRef pointer, uint64_t size);
    /* The floating-point type of what is loaded from untyped bytes, if it is a value and no part of
     * one: the run decides that. NULL: there are several, or it may be an address. */
    LLVMTypeRef (*untyped)(void *types, LLVMValueRef load);
    /* Nothing is known of what is loaded, but that it is used as an integer. */
    bool (*unknown)(void *types, LLVMValueRef load);
    /* The high half of a double is accessed. */
    bool (*high_half)(void *types, LLVMValueRef access);
    /* Eight bytes are accessed of which one half, or both, is a float, and no double. */
    bool (*float_half)(void *types, LLVMValueRef access);
    /* The floating-point type whose bits the integer has; NULL if it has none, or nobody knows. */
    LLVMTypeRef (*carried)(void *types, LLVMValueRef integer);
    /* The floating-point type of what the program loads or stores there, as it says so itself. */
    LLVMTypeRef (*said)(void *types, LLVMValueRef access);
    /* Wherever the integer comes from or goes to, no copy moves part of its bytes alone. */
    bool (*whole)(void *types, LLVMValueRef integer);
    /* A pass has changed functions: the types are to be found again. */
    void (*renew)(void *types);
};

struct prepare {
    bool verify;               /* around each pass, what it needs and gives (verify/verify.h) */
    bool dump;                 /* prints which passes changed which function */
    bool fixed_order;          /* no version of a loop, which may sum up in another order; threads
                                  of a team have theirs */
    bool keeps_choices;        /* each choice of a number stays where it is: kinks are reported */
    bool keeps_calls;          /* nothing is inlined that need not be, but for the C++ library: each
                                  call is compared */
    bool watches_floats;       /* what is assigned is noted with its adjoint (calls/floats.c) */
    enum rule_ties ties;       /* the derivative of a minimum of equal numbers */
    enum rule_mode mode;       /* whose custom rules stand for calls */
    struct registry *registry; /* where records become rules (calls/records.c) */
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
    bool distances_known; /* whether the program takes distances between blocks was asked, */
    bool distances;       /* and it does (bytes/distances.c) */
    unsigned member_numbers; /* how many pointers and calls have one (bytes/member_arrays.c) */
    struct map type_numbers; /* type information -> its number in selectors */
    struct map originals;    /* prepared -> original */
    struct map places;       /* prepared -> its place in `all` */
    struct map trips;        /* loop header block -> trip count value */
    bool wants_extents;      /* see prepare_extents */
    struct map extents;      /* instruction -> struct func_extent */
    struct map bounded;      /* functions of which the extents are known */
    struct map noted;        /* debug information of functions whose calls count -> function */
    bool noted_known;        /* `noted` has been filled */
    const struct prepare_facts *facts; /* in prepare_typed, else NULL */
    VEC(LLVMValueRef) all;             /* clones */
    struct map finished; /* clones in canonical form; those that were inlined everywhere wait until
                            something calls them */
    struct map targets;  /* function type -> struct prepare_targets *, when asked for */
    struct map no_targets;              /* functions that no call through a pointer means */
    VEC(struct prepare_record) records; /* of the program, when they are known */
    bool records_known;
    struct map copied_globals; /* constants that local variables are initialised with */
    VEC(struct prepare_fixed) fixed;
};

void prepare_init(struct prepare *p, enum rule_mode mode, EzbCtx *cx, LLVMModuleRef m,
                  struct arena *a, struct diag_sink *s);
/* Deletes the clones; call when every derivative has been emitted. Clones still in use (primal
 * calls) stay. */
void prepare_dispose(struct prepare *p);

/* ---- the passes, stage by stage -------------------------------------------------------------- */

/* On the linked program, before derivative calls are read. A program without any needs
 * prepare_matrices only (module/module.h). */
void prepare_link(struct prepare *p);
/* On the program, before the first function is prepared. */
void prepare_program(struct prepare *p);
/* The prepared clone of fn, made together with everything reachable from it. */
LLVMValueRef prepare_function(struct prepare *p, LLVMValueRef fn);
/* On prepared functions whose types are known. */
void prepare_typed(struct prepare *p, struct prepare_targets fns,
                   const struct prepare_facts *facts);

/* ---- prepared functions ---------------------------------------------------------------------- */

/* The clones that a prepared function calls or takes the address of, directly or not, and itself,
 * in the order of p->all. */
struct prepare_targets prepare_reachable(struct prepare *p, LLVMValueRef prepared);
/* The user's function a prepared clone was made from. */
LLVMValueRef prepare_original(struct prepare *p, LLVMValueRef prepared);

/* What takes the place of an instruction, made at a place of the builder that it chooses; NULL:
 * nothing does. */
typedef LLVMValueRef prepare_replacement(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst);
/* Asks for each instruction of fn; returns how many were replaced. */
unsigned prepare_replace(struct prepare *p, LLVMValueRef fn, prepare_replacement *what);

/* ---- calls in them --------------------------------------------------------------------------- */

/* Functions that a call of that type through a pointer may run: those whose address the program
 * takes. */
struct prepare_targets prepare_address_taken(struct prepare *p, LLVMTypeRef type);
/* No call through a pointer means this function from now on. */
void prepare_exclude_target(struct prepare *p, LLVMValueRef fn);
/* The program has constants that may be records of derivatives. */
bool prepare_any_records(struct prepare *p);
/* Builds what ends the program, with the place of the call `inst`, where its pointer is none of the
 * visible functions. */
void prepare_unknown_target(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst);
/* Makes the call pass structs in memory the way the callee expects: by value or as plain pointers.
 */
void prepare_byval_call(LLVMValueRef call, LLVMValueRef callee);

/* Functions that mark calls out of which an exception may come (exceptions/native.c). */
#define PREPARE_GUARDED "enz.guarded"
#define PREPARE_UNWOUND "enz.unwound"
#define PREPARE_LANDED  "enz.landed"

/* ---- within the room ------------------------------------------------------------------------- */

/* Runs LLVM passes on one function; false after reporting an error. */
bool prepare_run(struct prepare *p, LLVMValueRef fn, const char *pipeline);
/* The defined function that a direct call would run and that must be cloned with its caller; for a
 * library function, the bundle's body of it; for a variadic function, its version for the arguments
 * of this call; NULL for other calls. */
LLVMValueRef prepare_callee(struct prepare *p, LLVMValueRef inst);
#endif
