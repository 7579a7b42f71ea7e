#ifndef ENZCC_PREPARE_LIBM_CALLS_H
#define ENZCC_PREPARE_LIBM_CALLS_H
#include "bridge/ezb.h"
/* Rewrites libm calls that write through pointers (modf, sincos, frexp) into intrinsics and stores; returns the number. */
unsigned prepare_libm_calls(EzbCtx *cx, LLVMValueRef fn);
#endif
