/* What bytes are: integer, pointer or floating point, where differentiation moves bytes without
 * saying so.
 *
 * Loads and stores of FP and pointer type speak for themselves. Copies (memcpy, memmove) and
 * integer-typed loads and stores may carry FP or pointer bytes; only active ones are ever asked
 * about. The analysis is a unification over the prepared functions of a derivative (they see every
 * caller and callee): memory objects are classes with byte offsets (modulo an element period for
 * arrays), evidence is the type of each load and store, GEP source types, alloca and global types,
 * TBAA (tags and tbaa.struct), debug info types, prototypes of known functions. It never changes
 * IR. */
#ifndef ENZCC_FACTS_TYPES_H
#define ENZCC_FACTS_TYPES_H
#include "base/arena.h"
#include "facts/layout.h"
#include <limits.h>

struct types;
/* What a copy is of which nothing is known, in a program with several types of numbers
 * (-fenz-types): an error; left to the run, which ends the program where it would have to add;
 * numbers of the type that the alignment suggests. */
enum types_unknown { TYPES_ERROR, TYPES_RUNTIME, TYPES_GUESS };
/* A derivative call hands `argument`, a value of its caller, to `param` of a prepared function. */
struct types_link {
    LLVMValueRef argument, param;
};
/* What a part of the program (types_program.h) has to say. */
struct types_around {
    LLVMValueRef const *fns; /* whose parameters belong to it */
    unsigned fn_count;
    LLVMValueRef const *insts;
    unsigned inst_count;
};
struct types_program;
struct types_input {
    LLVMValueRef const *fns; /* analysed together */
    unsigned fn_count;
    struct types_program *program;     /* what was found once for all requests; may be NULL */
    const struct types_around *around; /* not NULL: what callers of derivatives know counts, and
                                          nobody else has the memory */
    const struct types_link *links;    /* through which they know it */
    unsigned link_count;
    LLVMValueRef root;   /* the function that is called from elsewhere, or NULL: integers that are
                            only declared are not known where its callers may know better */
    struct types *first; /* asked first, may be NULL: an analysis of some of the functions; these
                            are there for what it leaves open */
    bool tbaa;           /* what TBAA says of an access counts */
    enum types_unknown unknown;
};
/* The result lives in `a`, needs the arrays of `in`, and is valid until the functions change. */
struct types *types_analyse(EzbCtx *cx, struct arena *a, LLVMModuleRef m,
                            const struct types_input *in);
/* All copies in fn, and all loads of integers that carry something, move bytes of known types, or
 * of types that a run can tell. */
bool types_known_in(struct types *t, LLVMValueRef fn);
/* The layout of the bytes moved by a memcpy or memmove (intrinsic or library call). What nobody
 * says is decided at run time. False: nothing at all is known and the program has several types of
 * numbers; then *why names the variable, type or expression for the message. */
bool types_of_copy(struct types *t, LLVMValueRef inst, struct copy_layout *out, const char **why);
/* The same for the bytes that llvm.memset fills. */
bool types_of_fill(struct types *t, LLVMValueRef inst, struct copy_layout *out);
/* For an integer-typed value (argument, load, phi, select, bitcast, trunc, ...): the FP type whose
 * bits it carries, the pointer type if it carries a pointer, or NULL with *known = true for a plain
 * integer; *known = false if there is no evidence. Several numbers in one integer come as a vector
 * ("<2 x float>" in an i64); lanes that are integers count as numbers. */
LLVMTypeRef types_of_int(struct types *t, LLVMValueRef value, bool *known);
/* The same, and where that does not know: the only format that a floating-point value can have
 * whose bits the integer carries, which may carry an address or an integer instead; or NULL. */
LLVMTypeRef types_number_of_int(struct types *t, LLVMValueRef value);
/* The type of floating-point values whose bits `value`, an integer, carries; NULL: none, or not
 * known. */
LLVMTypeRef types_of_bits(struct types *t, LLVMValueRef value);
/* Wherever `value`, an integer, comes from or goes to, no copy moves part of its bytes alone. */
bool types_is_moved_whole(struct types *t, LLVMValueRef value);
/* The integer that is loaded is one by all that is known, and shares no memory with floating-point
 * values, as a member of a union may. */
bool types_is_only_integer(struct types *t, LLVMValueRef load);
/* The floating-point type of what the program reads or writes by this load or store, as it says so
 * itself (ir/value_access.h); NULL: it does not. */
LLVMTypeRef types_tbaa_value(struct types *t, LLVMValueRef access);
/* The evidence for what is at the pointer is conflicting: the run decides. */
bool types_is_untyped(struct types *t, LLVMValueRef pointer, uint64_t size);
/* The type of the floating-point values as large as a word that is loaded from untyped bytes, where
 * these come from or go to. The run decides whether it is one. NULL: there are none, several, or
 * addresses as well. */
LLVMTypeRef types_of_untyped(struct types *t, LLVMValueRef load);
/* Nothing is known of what is loaded, but that it is used as an integer here, or nothing of some
 * memory that copies bring it from. */
bool types_is_unknown(struct types *t, LLVMValueRef load);
/* The byte at this pointer is part of an integer, by all that is known of it. */
bool types_byte_of_integer(struct types *t, LLVMValueRef pointer);
/* One of the `size` bytes at this pointer is, or may be, part of a floating-point value. */
bool types_byte_of_number(struct types *t, LLVMValueRef pointer, uint64_t size);
/* Nothing is known of one of them, but that integers are stored here, in memory to which others
 * have access. */
bool types_byte_unknown(struct types *t, LLVMValueRef pointer, uint64_t size);
/* The same for pointers. */
bool types_byte_of_pointer(struct types *t, LLVMValueRef pointer, uint64_t size);
/* The same of what a load, a store or an atomic operation accesses: it may say as what. */
bool types_access_of_number(struct types *t, LLVMValueRef access);
bool types_access_unknown(struct types *t, LLVMValueRef access);
bool types_access_of_pointer(struct types *t, LLVMValueRef access);
/* Somewhere in the memory behind this pointer, though declared as integers, there may be a number
 * or an address. */
bool types_holds_bits(struct types *t, LLVMValueRef pointer);
/* The memory objects that the pointer leads to, as far as they are told apart: how many there are,
 * and a number for each. */
#define TYPES_NO_OBJECT UINT_MAX /* not known which, or any, since a limit was reached */
unsigned types_object_count(struct types *t, LLVMValueRef pointer);
unsigned types_object(struct types *t, LLVMValueRef pointer, unsigned i);
/* What is accessed are the last four bytes of a double, whatever the run does. */
bool types_high_half(struct types *t, LLVMValueRef access);
/* One of the two times four bytes that are accessed, or both, is a float, whatever the run does. */
bool types_float_half(struct types *t, LLVMValueRef access);
/* An integer, or a loaded pointer or floating-point value, that may carry (part of) a number,
 * without evidence that would settle what it is. */
bool types_undecided(struct types *t, LLVMValueRef v);
/* Decides which memory the kind map follows (runtime/kinds) in these functions, the prepared ones
 * of a request. reusable: a reverse sweep may run again. Once, when all else is settled. */
void types_track(struct types *t, LLVMValueRef const *fns, unsigned count, bool reusable);
/* Some memory is. */
bool types_tracks(const struct types *t);
/* The kind map follows the memory behind this pointer. */
bool types_is_tracked(struct types *t, LLVMValueRef pointer);
/* The same of all memory that v, a value of any type, leads to through pointers in it. */
bool types_leads_to_tracked(struct types *t, LLVMValueRef v);
/* It does not, and what is a floating-point value there may be a pointer, or, if `integers` is
 * set, an integer at other times: each access says what it is. No caller of the derivative has the
 * memory. */
bool types_is_reused(struct types *t, LLVMValueRef pointer, bool integers);
bool types_reuses(const struct types *t);
/* The same of memory that v leads to. */
bool types_leads_to_reused(struct types *t, LLVMValueRef v);
/* What both access may be the same bytes, at different times and as different types, perhaps. */
bool types_may_meet(struct types *t, LLVMValueRef access, LLVMValueRef other);
/* Some of that memory has, or may have, floating-point values. */
bool types_leads_to_numbers(struct types *t, LLVMValueRef v);
/* The pointer may lead into a global that is no constant. */
bool types_may_be_in_global(struct types *t, LLVMValueRef pointer);
/* What is accessed anywhere in the memory behind this pointer. */
enum types_accessed { TYPES_HAS_FLOAT = 1, TYPES_HAS_PTR = 2 };
unsigned types_accessed(struct types *t, LLVMValueRef pointer);
/* What is known of the memory behind fn's pointers, on stderr. */
void types_dump(struct types *t, LLVMValueRef fn);
#endif
