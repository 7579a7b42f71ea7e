/* Derivative rules: one row per function, intrinsic or FP instruction, looked up by what the
 * instruction does.
 *
 * A row gives, for each operand k, the partial derivative of the result as an expression over
 * operands (x y z), the result (r) and constants. Forward and reverse mode both multiply a factor
 * (tangent or adjoint) with that partial. Rows cover calls to libm in every precision and spelling,
 * LLVM intrinsics, FP instructions (fadd .. frem, fneg, fpext, fptrunc) and the runtime's own
 * special functions, so that generated code can be differentiated again. Emitted code uses
 * intrinsics where they exist and inherits the fast-math flags of the primal instruction. */
#ifndef ENZCC_RULES_RULES_H
#define ENZCC_RULES_RULES_H
#include "bridge/ezb.h"
#include <stdbool.h>
#include <stdint.h>

struct rule;

#define RULE_RESULT       (-1)
#define RULE_NEEDS_RESULT (UINT32_C(1) << 31)

/* -fenz-ties: who gets the derivative where min or max meet equal operands. */
enum rule_ties { RULE_TIES_LT, RULE_TIES_HALF, RULE_TIES_ZERO };

/* -fenz-missing: a function that has no derivative is an error, ends the run, is inactive, or gets
 * a rule made of differences. */
enum rule_missing {
    RULE_MISSING_ERROR,
    RULE_MISSING_TRAP,
    RULE_MISSING_ZERO,
    RULE_MISSING_DIFFERENCES
};

/* -fenz-blas: a routine that the program defines is differentiated through its body, or by the rule
 * of its name. */
enum rule_blas { RULE_BLAS_BODY, RULE_BLAS_RULES };

/* -fenz-fp: fast-math flags of derivative code: those of the primal operation, none, or all that
 * keep NaN and infinity. */
enum rule_fp { RULE_FP_INHERIT, RULE_FP_STRICT, RULE_FP_FAST };
/* Flags of derivative code that belongs to the primal instruction `like` (NULL: to none). */
LLVMFastMathFlags rule_flags(enum rule_fp fp, LLVMValueRef like);

/* Where rule code is emitted and how it reads primal values there. */
struct rule_env {
    EzbCtx *cx;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef primal; /* the primal instruction: types, fast-math flags */
    bool strong_zero;    /* 0 * inf = 0 in products (-fenz-strong-zero) */
    /* The primal value of operand k (RULE_RESULT: of the result) at the point of emission; asked
     * only for what rule_needs says. */
    LLVMValueRef (*value)(void *user, int operand);
    void *user;
    bool singular_ieee; /* -fenz-singular=ieee: sqrt'(0) = inf, ... instead of 0 */
    enum rule_ties ties;
    enum rule_fp fp;
};

/* What an instruction is to differentiation. */
enum call_class {
    CALL_NONE,     /* no call, no rule: load, store, gep, integer arithmetic, ... */
    CALL_RULE,     /* .rule applies (calls and FP instructions alike) */
    CALL_INACTIVE, /* executed once, no derivative, leaves shadows alone (printf, strlen, clock,
                      llvm.assume, exit, ...) */
    CALL_SYNC,     /* waits for other threads: .mirror */
    CALL_INPUT, /* overwrites memory with constants (fread, scanf, fgets): shadows of what it writes
                   become zero */
    CALL_NOP,   /* may be dropped from derivative code: lifetime, debug, assume, noalias scopes,
                   invariant, fake.use */
    CALL_ALLOC, /* returns fresh memory: .alloc */
    CALL_POINTER,    /* operand 0 in another guise (ptrmask, launder, threadlocal.address): shadow =
                        same call on its shadow */
    CALL_FREE,       /* frees operand .freed */
    CALL_BLOCK_SIZE, /* usable bytes of the block operand 0 (malloc_usable_size) */
    CALL_MEMCPY,
    CALL_MEMMOVE,
    CALL_MEMSET, /* intrinsic or library form: operands (dst, src|value, size) */
    CALL_STACKSAVE,
    CALL_STACKRESTORE,
    CALL_CAS,               /* compare-exchange of a number: RULE_CAS_PREFIX */
    CALL_NONDIFFERENTIABLE, /* depends on operand 0 in a way that has no derivative:
                               RULE_NONDIFFERENTIABLE_PREFIX */
    CALL_DISJOINT,          /* RULE_DISJOINT: compares addresses */
    CALL_SNAPSHOT,          /* RULE_SNAPSHOT: does nothing */
    CALL_TAPE_ALLOC, /* enz_rt_tape_grow and friends of generated derivatives: see runtime/enz_rt.h
                      */
    CALL_DEFINED,    /* direct call of a function with a body: differentiate it */
    CALL_CUSTOM,     /* direct call of a function that has a custom rule for the mode at hand
                        (registry.h) */
    CALL_INDIRECT,   /* through a pointer */
    CALL_UNKNOWN,    /* declaration without rule that may carry derivatives */
    CALL_ASM         /* inline asm */
};
/* Of a function that sends numbers to other processes, or receives some. Its derivative does the
 * same whatever is active here: the process at the other end cannot know. */
struct messages {
    bool any;
    uint64_t sent, received; /* bit n: operand n points to what is sent, to where it arrives */
};
/* Objects of a string class: their size, and where in them the pointer to the text is. */
struct text_layout {
    unsigned size, at;
};
struct call_info {
    enum call_class cls;
    const struct rule *rule;
    LLVMValueRef callee;    /* function, aliases and casts stripped, or NULL */
    const char *alloc_zero; /* CALL_ALLOC: "" = contents undefined, "zero" = zeroed (calloc) */
    int alloc_size[2];      /* CALL_ALLOC: operand numbers whose product is the size; -1 = absent */
    int alloc_align;        /* operand number of the alignment or -1 */
    unsigned freed;         /* CALL_FREE: operand number */
    bool opaque;  /* CALL_INACTIVE: a pointer it returns leads to no floating-point values of the
                     program (a stream, text, a date) */
    bool listed;  /* CALL_INACTIVE: in inactive.def, so that it writes no floating-point values of
                     the program */
    bool missing; /* CALL_INACTIVE: by -fenz-missing=zero only (facts/activity.c) */
    bool threads; /* lets threads wait for each other in a way that has no mirror, or starts some:
                     then it is CALL_UNKNOWN */
    const char *thread_use;         /* with `threads`: what the call is (threads.def), or NULL */
    const char *mirror, *repeat;    /* CALL_SYNC: what the reverse sweep calls, and a forward sweep
                                       from the tape (sync.def) */
    const struct text_layout *text; /* CALL_INACTIVE: it may give strings among its operands another
                                       text (cxx.def), or NULL */
    struct messages
        messages; /* CALL_CUSTOM: what it communicates; CALL_UNKNOWN: a function of MPI */
    int input[2]; /* CALL_INPUT: operand that points to the memory (-1: not known); operand with the
                     bytes of one item, of which the result is the number, or one if there is no
                     result (-1: the result is the number of bytes) */
};
/* How many values the mirror of a synchronising call takes, or what repeats it: of its operands and
 * its result. */
unsigned rule_sync_values(LLVMValueRef call, const char *name);
/* Classifies any instruction. A declaration that cannot reach FP memory and returns neither FP nor
 * pointer is CALL_INACTIVE. */
struct call_info rule_classify(EzbCtx *cx, LLVMValueRef inst);
/* Attribute of a function that launches a kernel: why active memory may be hidden in what it gets.
 */
#define LAUNCH_HIDES "enz.launch.hides"
/* Attribute of a function whose rule looks at no shadow memory. */
#define RULE_NO_SHADOWS "enz.rule.no.shadows"
/* A copy or fill of memory that may be a device's (device/launches.h). */
bool rule_is_transfer(LLVMValueRef call);
/* Operand k of a call with `text` is a string. */
bool rule_takes_text(LLVMValueRef call, const struct call_info *c, unsigned k);
/* It is one that the call may change. */
bool rule_changes_text(LLVMValueRef call, const struct call_info *c, unsigned k);
/* The result of a call with `text` is operand 0. */
bool rule_returns_text(LLVMValueRef call, const struct call_info *c);
/* A variable of the C library (stderr, environ): what it holds leads to no floating-point values of
 * the program.
 */
bool rule_library_variable(LLVMValueRef global);

/* A custom rule is obeyed by one family of modes. The attribute of the function lists the modes of
 * its rules; preparation for a mode puts the same attribute on the calls that a rule covers, and
 * these are CALL_CUSTOM. */
enum rule_mode { RULE_REVERSE = 'r', RULE_FORWARD = 'f', RULE_SPLIT = 's', RULE_BODIES = 'b' };
#define RULE_CUSTOM_NOTE "enzcc-custom"
/* Of parameters: continues the source parameter of the one before it (request/record.c). */
#define RULE_PIECE_NOTE "enzyme-piece"
/* Of calls that free: where the pointer was loaded from there is NULL by now
 * (prepare/module/freed_globals.c). */
#define RULE_CLEARED_NOTE "enzcc-cleared"
bool rule_is_custom(LLVMValueRef fn, enum rule_mode mode);
/* Notes with the function what it communicates: "sent,received" in hexadecimal. */
#define RULE_MESSAGES_NOTE "enzcc-messages"
void rule_note_messages(LLVMValueRef fn, const struct messages *messages);
/* Of functions of rules that communicate, which have rules for forward mode themselves, and of
 * these: in other modes nobody may look into them. */
#define RULE_MESSAGES_ONLY_NOTE "enzcc-messages-only"
/* Differentiated by derivative code through the engine's pair: a body or a custom rule. */
static inline bool rule_has_derivative_function(enum call_class c)
{
    return c == CALL_DEFINED || c == CALL_CUSTOM;
}
/* fn has the name and prototype of a function that a table of this room speaks about whether or not
 * it has a body. */
bool rule_is_library_function(LLVMValueRef fn);
/* A call of llvm.bswap: a number in reverse order of bytes is moved like the number. */
bool rule_reverses_bytes(LLVMValueRef inst);
/* The user asked for calls of this function to be repeated rather than their results kept. */
bool rule_should_recompute(LLVMValueRef call);
/* The rule of library function `name` if fn has a prototype for it, or NULL. */
const struct rule *rule_like(LLVMValueRef fn, const char *name);
/* Internal functions around complex library functions, on the parts of complex numbers: this and
 * the library's name. */
#define RULE_PARTS_PREFIX "enz.parts."
/* Internal functions {T, i1} (pointer, T expected, T new): compare-exchange of a number. This and
 * the type's name. */
#define RULE_CAS_PREFIX "enz.cas."
/* double (x, site): x; its rule notes the adjoint (runtime/bundle/floats.c). */
#define RULE_FLOAT_VALUE "enz_float_value"
/* T enz.iterations.T(n, k): n, and k more in a derivative. */
#define RULE_ITERATIONS_PREFIX "enz.iterations."
/* enz.disjoint(p, low, high, q, low, high): bytes p + low to p + high and q + low to q + high are
 * apart, and so are those of their shadows. */
#define RULE_DISJOINT "enz.disjoint"
/* With the same operands and class: q is a record of derivatives, and takes the place of its own
 * shadow, too. Where its high is 1 + n, copies of the record's n words count, too
 * (prepare/calls/records.c). */
#define RULE_DISJOINT_RECORD "enz.disjoint.record"
bool rule_compares_record(LLVMValueRef call);
/* In records, integers of fewer bits have no shadow. */
enum { RULE_WIDE_INTEGER = 16 };
/* i64 enz.snapshot(p, n, number): from the n bytes at p loads with this number (ir/snapshots.h)
 * read before they change: the forward sweep may copy them here. */
#define RULE_SNAPSHOT "enz.snapshot"
/* i64 enz.overwrite(p, n): stores that come next write the n bytes at p, each of them, and nothing
 * else does meanwhile. The forward sweep may copy them here, for the reverse sweep to put them
 * back; the result is where the copy is. Else the call may be dropped. */
#define RULE_OVERWRITE "enz.overwrite"
/* A mark of stores of which that is said in front of a loop around their own one. */
#define RULE_OVERWRITE_NEST "enz.overwrite.nest"
bool rule_announces_overwrite(LLVMValueRef inst);
/* The same of a variable that holds a pointer: its shadow comes behind it in the copy. */
#define RULE_OVERWRITE_POINTER "enz.overwrite.pointer"
bool rule_overwrites_pointer(LLVMValueRef inst);
/* void enz.put_back(p, n, copy, low): at the end of an iteration that has overwritten the n bytes
 * at p, which are part of the range that starts at `low` and that enz.overwrite has copied: the
 * reverse sweep may put these back before it reverses the iteration. void enz.hold(low, n), behind
 * the loop: it comes to the range for the first time. */
#define RULE_PUT_BACK "enz.put_back"
#define RULE_HOLD     "enz.hold"
bool rule_puts_back(LLVMValueRef inst);
bool rule_holds(LLVMValueRef inst);
/* Internal functions of prepare/bytes/bits/number_bits.h. They end in the name of a type; others
 * are in special.def. */
#define RULE_NONDIFFERENTIABLE_PREFIX "enz.nondifferentiable."
#define RULE_PERHAPS_PREFIX           "enz.nondifferentiable.perhaps."
#define RULE_UNUSED_PREFIX            "enz.nondifferentiable.unused."
#define RULE_PIECEWISE_PREFIX         "enz.piecewise."
/* Of runtime/fprt: operations in a narrow format. What they return moves with nothing. */
#define RULE_NARROW_PREFIX "__enzyme_fprt_"
/* T (T x): half a unit in the last place of x (errors.c): piecewise constant. Ends in the name of
 * the type. */
#define RULE_HALF_ULP_PREFIX "enz.half.ulp."
/* i64 (pointer a, pointer b, i64 n, pointer rest): an integer is made of n bytes of each of two
 * images (prepare/bytes/images.h) by or, xor or add. Of byte k bits 2k and 2k + 1 say that it is
 * the one of a (1) or b (2), where the other one is a zero that is part of no value; else 0. What
 * is part of a value says the kind map, or the tangent. The integer is at `rest`; null if its
 * shadow is calculated where it is used: it is an address. */
#define RULE_BYTE_SOURCES "enz.byte.sources"
/* Metadata of the store that writes the integer itself, in front of such copies: what is left of it
 * behind them may be arithmetic on active values, and must have no derivative. */
#define RULE_REST_NOTE "enz.byte.rest"
/* Metadata of the load of a pointer from an image: it was made of integers. */
#define RULE_MADE_NOTE "enz.address.made"
/* Helpers of prepare/exceptions around a function of a library. This and the function's name. */
#define RULE_CATCHING_PREFIX "enz.catching."
/* Whether the name is that of a float or long double complex function with a rule. */
bool rule_is_complex_function(const char *name, size_t length);

/* Operands 0..count-1 that the row speaks about (for calls: arguments). */
unsigned rule_operand_count(const struct rule *r);
const char *rule_name(const struct rule *r);
/* False if the derivative with respect to operand k is identically zero (floor, copysign's second,
 * integer operands). */
bool rule_has_partial(const struct rule *r, unsigned k);
/* True if the primal stores an integer through a pointer operand (lgamma_r, remquo, frexp): it runs
 * exactly once. All other rows are pure (errno aside) and may be recomputed. */
bool rule_writes(const struct rule *r);
/* Primal values that rule_adjoint(k) will ask for: bit i = operand i, RULE_NEEDS_RESULT = the
 * result. */
uint32_t rule_needs(const struct rule *r, unsigned k);
/* Base name of the intrinsic that computes the row's function ("llvm.sin", overloaded over the FP
 * type, then over integer operands), or NULL, also where this version of LLVM has none. */
const char *rule_intrinsic(const struct rule *r);
/* Rough cost of recomputing the primal: 1 = add, 4 = divide, 20 = exp, 40 = pow. */
unsigned rule_cost(const struct rule *r);

/* The contribution to the adjoint of operand k given the adjoint of the result (same type as the
 * result; aggregate for multi-result intrinsics such as llvm.frexp). Result has the type of operand
 * k. */
LLVMValueRef rule_adjoint(const struct rule *r, struct rule_env *env, unsigned k,
                          LLVMValueRef result_adjoint);
/* The tangent of the result; tangents[k] is NULL for an inactive operand. NULL if it is identically
 * zero. */
LLVMValueRef rule_tangent(const struct rule *r, struct rule_env *env, LLVMValueRef const *tangents);

/* ---- errors.c: running error analysis ---- */
/* Whether rule_error is to be had of this instruction, which has rule r. */
bool rule_has_error(const struct rule *r, LLVMValueRef inst);
/* A first-order bound of the absolute error of the result: the sum of |partial derivative k| *
 * errors[k], and what rounding adds, half a unit in the last place of the result. errors[k], of the
 * type of operand k and not negative, is NULL for an inactive operand. Asks env->value for what
 * rule_needs says, for the result, and for operands of multiply-add. NULL if there is no error.
 * Source: Wilkinson's running error analysis; N. J. Higham, Accuracy and Stability of Numerical
 * Algorithms, 2nd edition, SIAM 2002, section 3.3. */
LLVMValueRef rule_error(const struct rule *r, struct rule_env *env, LLVMValueRef const *errors);
#endif
