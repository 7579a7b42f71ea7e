/* Functions computed with complex numbers: the clone of a function, and of all that it calls,
 * carries an imaginary part beside each floating-point number, which operations of the runtime
 * (runtime/complex.c) make of those of their operands. Where the numbers that come in are x + ihv
 * with a tiny h, the imaginary part of a result over h is its derivative along v, exact to rounding
 * (Squire and Trapp, Using complex variables to estimate derivatives of real functions, SIAM Review
 * 40, 1998). Nothing of that knows the derivative of an operation, nor where numbers are active.
 *
 * Real parts are what the function itself computes, so that the clone goes the same way:
 * comparisons and conversions to integers see no imaginary part. A number in a register has a
 * second register, and one in memory an entry in a table of the runtime, which also hands over what
 * is passed and returned: a clone has the type of its function. */
#ifndef ENZCC_COMPLEX_COMPLEX_H
#define ENZCC_COMPLEX_COMPLEX_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"
#include "bridge/ezb.h"

/* A place where a clone calls a function of numbers that uses no memory of others: what it gets and
 * returns is recorded, so that a wrong derivative can be traced to it. */
struct complex_call {
    LLVMValueRef fn;   /* the function */
    LLVMValueRef site; /* struct enz_rt_complex_call, without `test` and initializer so far */
    const char *where; /* file:line:column */
};
struct complex_clones {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    struct diag_sink *diags; /* for names */
    struct map of;           /* function -> clone */
    VEC(LLVMValueRef) all;   /* clones */
    VEC(struct complex_call) calls;
    const char *why; /* what cannot be computed with complex numbers; NULL: nothing so far */
};
void complex_init(struct complex_clones *c, EzbCtx *cx, LLVMModuleRef m, struct arena *a,
                  struct diag_sink *diags);
/* The clone of fn, made with all that it calls; NULL, with the reason in c->why, if that cannot be.
 */
LLVMValueRef complex_function(struct complex_clones *c, LLVMValueRef fn);
/* A function of the library that a clone calls as it is: it tells the runtime what that writes. */
bool complex_notes_writes(const char *name);
/* Calls a clone with numbers `args`; imaginary: those of its arguments, doubles, NULL where there
 * is none. The result's imaginary part is in *part, unless it is no single number. */
LLVMValueRef complex_call_clone(struct complex_clones *c, LLVMBuilderRef b, LLVMValueRef clone,
                                LLVMValueRef *args, LLVMValueRef *imaginary, LLVMValueRef *part);
#endif
