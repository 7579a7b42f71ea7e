/* Sanitizers whose checks are made by passes: those of address and thread. Bitcode without checks
 * is what is differentiated, and checks are made when there are derivatives, in these as well. */
#ifndef ENZCC_BASE_SANITIZE_H
#define ENZCC_BASE_SANITIZE_H
#include "base/options.h"
#include "bridge/ezb.h"
#include <stdbool.h>

/* Compiling, before the unit is kept for the link: whether it is to have checks that the link
 * makes. */
bool sanitize_later(LLVMModuleRef m, const struct enz_options *o);
/* The function gets the checks that `like` gets. */
void sanitize_like(LLVMValueRef fn, LLVMValueRef like);
/* Linking: some functions are to have checks. */
bool sanitize_any(LLVMModuleRef m);
/* Linking: makes the checks. True if there are any. */
bool sanitize_program(EzbCtx *cx, LLVMModuleRef m);
#endif
