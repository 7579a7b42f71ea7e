/* A call becomes values, and calls of what the program itself contains: pieces of the room that
 * look at calls. Those of the form `unsigned f(p, fn)` change one prepared function and return the
 * number of changes. */
#ifndef ENZCC_PREPARE_CALLS_H
#define ENZCC_PREPARE_CALLS_H
#include "prepare/prepare.h"

/* ---- which function runs (indirect.c, virtual_calls.c, table_loads.c) ------------------------ */

/* The table of functions that a call loads its pointer from, and the offset in it; false if the
 * pointer comes from elsewhere. */
bool prepare_table_slot(LLVMModuleRef m, LLVMValueRef call, LLVMValueRef *table, int64_t *slot);
/* The functions of prepare_address_taken that this call may run. */
struct prepare_targets prepare_call_targets(struct prepare *p, LLVMValueRef call);
/* A function with the type of this call through a pointer and the pointer as its last parameter,
 * and with the rule of record i of the program; NULL if the record is not one for this call
 * (records.c). */
LLVMValueRef prepare_through_record(struct prepare *p, LLVMValueRef call, unsigned i);
bool prepare_fits_record(struct prepare *p, LLVMValueRef call, unsigned i);
/* Builds a test whether the shadow of the pointer is no record i. */
LLVMValueRef prepare_is_no_record(struct prepare *p, LLVMBuilderRef b, LLVMValueRef pointer,
                                  unsigned i);
/* Builds a test whether record i holds what it was initialised with; NULL: it cannot change. */
LLVMValueRef prepare_is_unchanged(struct prepare *p, LLVMBuilderRef b, unsigned i);
/* Calls through pointers become chains of compares and direct calls. */
unsigned prepare_indirect_calls(struct prepare *p, LLVMValueRef fn);
/* True for a call through a pointer for which it is known what it may run. */
bool prepare_has_targets(struct prepare *p, LLVMValueRef call);
/* What the program assigns, for -fenz-check=float. */
unsigned prepare_floats(struct prepare *p, LLVMValueRef fn);
/* Declares the function that it goes through. */
LLVMValueRef prepare_float_value(LLVMModuleRef m);
/* A text that says where the instruction is in the source (places.c); what asks for its own place
 * gets such a one. */
LLVMValueRef prepare_place(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst);
unsigned prepare_places(struct prepare *p, LLVMValueRef fn);
/* Counts of iterations that derivatives raise (__enzyme_iter). */
unsigned prepare_iterations(struct prepare *p, LLVMValueRef fn);
/* Calls of weak functions that nobody defines end the program. */
unsigned prepare_weak_calls(struct prepare *p, LLVMValueRef fn);
/* Loads from one of several constant tables become one of several constants. */
unsigned prepare_table_loads(struct prepare *p, LLVMValueRef fn);
/* The result of a dynamic_cast becomes address arithmetic on its operand. */
unsigned prepare_casts(struct prepare *p, LLVMValueRef fn);

/* ---- arguments (variadic.c, byval.c) --------------------------------------------------------- */

/* For a variadic callee with a body: a function that does the same for the arguments of this call
 * and has them all as parameters; NULL for other callees, and where arguments have no known place
 * in memory. */
LLVMValueRef prepare_fixed_version(struct prepare *p, LLVMValueRef callee, LLVMValueRef call);
/* Copies of argument lists become copies of memory, and their ends go. */
unsigned prepare_argument_lists(struct prepare *p, LLVMValueRef fn);
/* The layout of a list of arguments in memory is known (target_list). */
bool prepare_knows_lists(struct prepare *p);
/* Parameters passed by value in memory become pointers of which the function makes a copy. */
unsigned prepare_byval(struct prepare *p, LLVMValueRef fn);
/* Parameters that get the same integer from every call in the program become that. */
unsigned prepare_constant_arguments(struct prepare *p, LLVMValueRef fn);

/* ---- library functions ----------------------------------------------------------------------- */

/* realloc, reallocarray and posix_memalign become malloc, aligned_alloc, copies, stores and free.
 */
unsigned prepare_allocators(struct prepare *p, LLVMValueRef fn);
/* The copies that realloc becomes move what was asked for, where that is seen. */
unsigned prepare_block_sizes(struct prepare *p, LLVMValueRef fn);
/* True for a call that prepare_allocators changes. */
bool prepare_is_reallocation(LLVMValueRef call);
/* Calls of the scanf family are followed by enz.input for what they may have read. */
unsigned prepare_input(struct prepare *p, LLVMValueRef fn);
/* A variable of the function that the call is in. */
LLVMValueRef prepare_variable(LLVMValueRef call, LLVMTypeRef type);
/* enz.input(address, bytes): there derivatives end. */
void prepare_mark_input(struct prepare *p, LLVMBuilderRef b, LLVMValueRef address,
                        LLVMValueRef bytes);
/* The same for what streams of the C++ library read. */
unsigned prepare_streams(struct prepare *p, LLVMValueRef fn);
/* Inline assembly that says what it does becomes instructions. */
unsigned prepare_known_asm(struct prepare *p, LLVMValueRef fn);
/* One call of assembly for NVIDIA's devices: false if it is not understood (ptx.c). */
bool prepare_ptx(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call);
/* Calls of libm in a form that differentiation and the optimiser see through:
 *  - modf, frexp, sincos and sincospi become values (intrinsics, two calls) and stores through
 *    their pointers;
 *  - cabs, carg, creal, cimag and conj become real arithmetic on the two parts, whatever way the
 *    ABI passes them;
 *  - functions with a rule become intrinsics, or calls marked free of effects: derivative code
 *    never reads errno;
 *  - x86 and llvm.vector intrinsics become generic vector code (vectors/vectors.h).
 * Functions with a body in the module stay calls. Needs p->cx only. */
unsigned prepare_libm_calls(struct prepare *p, LLVMValueRef fn);
/* Minima and maxima of two numbers become choices: of these the reverse sweep needs one bit. */
unsigned prepare_extrema(struct prepare *p, LLVMValueRef fn);
/* True for a function that is differentiated like a library function, but is the user's own. */
bool prepare_is_like_library(LLVMValueRef fn);
/* A complex library function on the parts of its arguments. x86-64 passes float complex as a packed
 * pair and long double complex in memory; a rule wants two scalars and gives two. Such a call
 * becomes one of an internal function `enz.parts.<name>` that takes and returns the parts and calls
 * the library; it has the rule of the library function and is inlined once derivatives are made.
 * True if the call was of that kind; it is gone then. */
bool prepare_complex_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call);
/* The function on parts around library function fn, whose parts are of type fp; NULL unless its
 * prototype is as above. */
LLVMValueRef prepare_complex_parts(LLVMModuleRef m, LLVMValueRef fn, LLVMTypeRef fp);

/* ---- memory of the call (allocas.c, descriptors.c, effects.c, lengths.c) --------------------- */

/* Stack memory of run-time size, or allocated more than once, becomes a tape allocation. */
unsigned prepare_dynamic_allocas(struct prepare *p, LLVMValueRef fn);
/* Lengths of copies and fills get the width of addresses. */
unsigned prepare_lengths(struct prepare *p, LLVMValueRef fn);
/* Whether the function has descriptors of arrays in its frame (descriptors.c). */
bool prepare_has_descriptors(struct prepare *p, LLVMValueRef fn);
/* Writes down as attributes what the function does to memory. Returns 0: the code is the same. */
unsigned prepare_effects(struct prepare *p, LLVMValueRef fn);

/* ---- inlining (inline.c, inlined.c) ---------------------------------------------------------- */

/* Inlines among the clones of the set, bottom-up. Returns 0: what it changes it cleans up. */
unsigned prepare_inline(struct prepare *p, struct prepare_targets *set);
/* Warns of calls that are gone although they should have counted. Returns 0. */
unsigned prepare_check_inlined(struct prepare *p, LLVMValueRef clone);
/* Numbers atomic accesses by which threads wait for each other (turns.c); returns how many. */
unsigned prepare_turns(struct prepare *p, LLVMValueRef fn);
/* Lets threads do tasks at barriers (barriers.c); returns how many there are. */
unsigned prepare_barriers(struct prepare *p, LLVMValueRef fn);
/* A number for what is done there (runtime/thread.h, enz_rt_turn). */
void prepare_build_turn(struct prepare *p, LLVMBuilderRef b);
/* Atomic operations on numbers, if some do more than add, become sections (sections.c); returns how
 * many. */
unsigned prepare_atomic_sections(struct prepare *p, struct prepare_targets *set);
/* Whether threads exchange numbers by comparison there. */
bool prepare_has_exchanges(struct prepare *p, LLVMValueRef fn);
/* The code of a section stands between these. */
void prepare_section_begin(struct prepare *p, LLVMBuilderRef b);
void prepare_section_end(struct prepare *p, LLVMBuilderRef b);
/* An attempt to exchange a number that was loaded becomes one section (attempts.c). False: it is no
 * such attempt. */
bool prepare_attempts(struct prepare *p, LLVMBuilderRef b, LLVMValueRef exchange);
#endif
