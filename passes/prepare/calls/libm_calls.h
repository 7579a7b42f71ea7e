/* Calls of libm in a form that differentiation and the optimiser see through. */
#ifndef ENZCC_PREPARE_LIBM_CALLS_H
#define ENZCC_PREPARE_LIBM_CALLS_H
#include "bridge/ezb.h"
/* Rewrites the libm calls of a prepared function; returns how many changed.
 *   modf frexp sincos sincospi   become values (intrinsics, two calls) and stores through their
 * pointers cabs carg creal cimag conj   become real arithmetic on the two parts, whatever way the
 * ABI passes them functions with a rule        become intrinsics, or calls marked free of effects:
 * derivative code never reads errno x86 and llvm.vector intrinsics become generic vector code
 * (vector_calls.h) Functions with a body in the module stay calls. */
unsigned prepare_libm_calls(EzbCtx *cx, LLVMValueRef fn);
#endif
