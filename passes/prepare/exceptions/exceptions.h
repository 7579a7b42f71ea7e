/* Exceptions as control flow.
 *
 * In prepared code nothing unwinds past a handler: where an exception may be caught inside the code
 * that is differentiated, the functions on its way have a second version that *returns* it. Such a
 * version puts the exception into the variable `enz.exception` and returns; its callers test the
 * variable and go on in their landing pads. To the rest of the passes that is a global, a test and
 * a branch: the reverse sweep runs back through handlers as through any other code, and an
 * exception object has a shadow like any other memory.
 *
 * Where nobody inside catches it, an exception unwinds as the machine does it, through clean-up
 * code and derivatives, to the handler around the derivative call (native.c); no reverse sweep runs
 * then.
 *
 * Functions of libraries that throw are called through functions made here that catch what comes
 * out of them. Which handler takes an exception is left to the personality routine of the program:
 * the clauses of each landing pad stand in a function of their own, which throws the exception
 * again and says which clause caught it. Throwing costs about twice as much; not throwing costs a
 * test. Sources: Itanium C++ ABI, Exception Handling, revision 1.22. */
#ifndef ENZCC_PREPARE_EXCEPTIONS_H
#define ENZCC_PREPARE_EXCEPTIONS_H
#include "prepare/prepare.h"

/* ---- for other folders ----------------------------------------------------------------------- */

/* Said of a version that returns exceptions before any pass looks at calls of it: the promises of
 * the original do not hold. */
void prepare_may_return_exceptions(LLVMValueRef fn);
/* The call must run a version that returns exceptions. */
bool prepare_returns_exceptions(LLVMValueRef call);
void prepare_mark_returning(struct prepare *p, LLVMValueRef call);
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

/* ---- passes; each returns the number of changes ---------------------------------------------- */

/* In a clone: marks the calls that must run versions that return exceptions. */
unsigned prepare_note_exceptions(struct prepare *p, LLVMValueRef fn);
/* Makes exceptions control flow in a clone that calls clones; in the version that returns them to
 * its callers, or in the other one. */
unsigned prepare_exceptions(struct prepare *p, LLVMValueRef fn);
/* Library functions around std::exception_ptr by address arithmetic. */
unsigned prepare_exception_pointers(struct prepare *p, LLVMValueRef fn);
/* Invokes become calls between markers. The last change of a prepared function. */
unsigned prepare_native_exceptions(struct prepare *p, LLVMValueRef fn);

/* ---- within the folder ----------------------------------------------------------------------- */

/* Asked of a function before and after it was cloned: what its calls do with exceptions. */
struct exception_scope {
    struct prepare *p;
    LLVMValueRef fn;
    bool returning;      /* the version that returns exceptions */
    struct map leads_on; /* blocks from which the function gets to a return: at a landing pad,
                            handlers that take exceptions */
};

void exceptions_scope(struct exception_scope *s, struct prepare *p, LLVMValueRef fn,
                      bool returning);
/* The callee of this call must be a version that returns exceptions. */
bool exceptions_returned_by(struct exception_scope *s, LLVMValueRef call);

/* throws.c: an exception may come out of the call. */
bool exceptions_may_leave(struct prepare *p, LLVMValueRef call);

/* A call or invoke of that function. */
bool exceptions_is_call_of(LLVMValueRef inst, const char *name);

/* pointers.c: the address `to`, computed from `from`, so that it has the shadow which lies as far
 * from that of `from`. */
LLVMValueRef exceptions_same_address(LLVMBuilderRef b, LLVMValueRef from, LLVMValueRef to);

/* throws.c: somewhere the program throws a pointer; an object with bases that do not all lie at its
 * beginning. */
bool exceptions_pointers_thrown(struct prepare *p);
bool exceptions_bases_thrown(struct prepare *p);

/* helpers.c: functions made for this. All are inactive, and what they catch is in flight:
 * std::uncaught_exceptions() counts it. */
/* Declares a function that is inactive, does not unwind and returns. */
LLVMValueRef exceptions_declare(struct prepare *p, const char *name, LLVMTypeRef type);
/* Behind a landing pad that stays: its selector in the form of exceptions_selector, for clauses of
 * the pad. */
void exceptions_number_selector(struct prepare *p, LLVMValueRef landing_pad);
/* The pointer of this name, one per thread, NULL at first. */
LLVMValueRef exceptions_variable(struct prepare *p, const char *name);
/* A function that does what the call does, and returns its result and the exception that came out
 * of it, or NULL: {T, ptr}; just the ptr if the call has no result. Its parameters are the operands
 * of the call. */
LLVMValueRef exceptions_catching_call(struct prepare *p, LLVMValueRef call);
/* void(void): throws std::bad_alloc, as a call for exceptions_catching_call. */
LLVMValueRef exceptions_bad_alloc(struct prepare *p);
/* i32(ptr exception): the number of the type of the clause that takes the exception; 0 if only a
 * cleanup does, or none; what stands for a filter is negative. */
LLVMValueRef exceptions_selector(struct prepare *p, LLVMValueRef landing_pad);
/* The number of a type in selectors. */
unsigned exceptions_type_number(struct prepare *p, LLVMValueRef type_info);
/* ptr(void): what std::current_exception, the function given, points to; the caller owns it. */
LLVMValueRef exceptions_current(struct prepare *p, LLVMValueRef current_exception);
/* i1(ptr exception, ptr place), in a handler: it is a pointer. Ends the program where an
 * exception_ptr led to it. */
LLVMValueRef exceptions_is_pointer(struct prepare *p);
/* "file:line:column" of an instruction. */
LLVMValueRef exceptions_place(struct prepare *p, LLVMValueRef inst);
/* void(ptr exception), does not return: throws it on. */
LLVMValueRef exceptions_raise(struct prepare *p);
/* Whether two exceptions are the same one. A comparison would do, but where two addresses are equal
 * LLVM, before version 20, takes one for the other, whose shadow may not be known. */
LLVMValueRef exceptions_is_same(struct prepare *p);
/* i64(ptr exception): calls `fn` (__cxa_begin_catch or __cxa_get_exception_ptr) and says how far
 * from the exception the caught object lies. */
LLVMValueRef exceptions_object_offset(struct prepare *p, LLVMValueRef fn);
#endif
