/* Private to passes/complex: what one function is rewritten with. */
#ifndef ENZCC_COMPLEX_CLONE_H
#define ENZCC_COMPLEX_CLONE_H
#include "complex/complex.h"

struct clone {
    struct complex_clones *all;
    LLVMValueRef fn;
    LLVMBuilderRef b;
    struct map twins; /* value -> its imaginary parts */
    LLVMTypeRef f64, i64, ptr, none;
};

/* ---- twins.c: imaginary parts ---- */
/* Whether values of this type hold floating-point numbers. */
bool twin_exists(LLVMTypeRef t);
/* The type of the imaginary parts of values of type t: a double for each number, an empty struct
 * for all else. */
LLVMTypeRef twin_type(struct clone *c, LLVMTypeRef t);
/* The imaginary parts of v; zero for constants. May put code behind what v depends on. */
LLVMValueRef twin_of(struct clone *c, LLVMValueRef v);
bool twin_is_zero(LLVMValueRef twin);
/* What is done with each number of a value of type t: at `offset` bytes; `part` is its imaginary
 * part, or NULL. What that returns, if anything, becomes the number's part of the result. */
typedef LLVMValueRef twin_leaf(struct clone *c, void *user, LLVMTypeRef number, uint64_t offset,
                               LLVMValueRef part);
LLVMValueRef twin_walk(struct clone *c, LLVMTypeRef t, uint64_t offset, LLVMValueRef twin,
                       twin_leaf *leaf, void *user);
/* The instruction's twin, if it has one, and what it does to numbers in memory. */
void twin_build(struct clone *c, LLVMValueRef inst);
/* Phis have twins without entries at first. */
void twin_begin_phis(struct clone *c);
void twin_finish_phis(struct clone *c);
/* Notes that the function cannot be cloned, if nothing was noted before. */
void clone_refuse(struct clone *c, const char *why);

/* ---- operations.c ---- */
LLVMValueRef clone_runtime(struct clone *c, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
                           unsigned n);
/* The imaginary part of an operation of the runtime's table (complex.def), lane by lane. */
LLVMValueRef operation_twin(struct clone *c, LLVMValueRef inst, const char *name,
                            unsigned operands);
/* How many operands the runtime's operation of this name has; -1: there is none. */
int operation_operands(const char *name);
/* The imaginary parts are lost, if there are any. */
void operation_lose(struct clone *c, LLVMValueRef inst, LLVMValueRef operand);

/* ---- pairs.c ---- */
/* A call with a rule of this name and two results, or of a function of the library without a row of
 * rules; false if it is none. */
bool pair_rule(struct clone *c, LLVMValueRef call, const char *name);
bool pair_expansion(struct clone *c, LLVMValueRef call, LLVMValueRef callee);

/* ---- calls.c ---- */
void call_build(struct clone *c, LLVMValueRef call);
/* Tells the runtime that the call is about to write so many bytes. */
void call_note_write(struct clone *c, LLVMValueRef call, LLVMValueRef to, uint64_t bytes);
/* The size of a struct that is passed in memory as parameter k, of which fn gets a copy; 0: none
 * is.
 */
uint64_t call_copy_bytes(struct clone *c, LLVMValueRef fn, unsigned k);
/* At the start of fn, and in front of a return. */
void call_take_parameters(struct clone *c);
void call_give_result(struct clone *c, LLVMValueRef ret);
/* The clone of a function that is called, made later if it is new. */
LLVMValueRef clone_later(struct complex_clones *all, LLVMValueRef fn);
#endif
