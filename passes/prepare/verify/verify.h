/* Finds what breaks a guarantee of guarantees.def. Runs in builds with ENZCC_VERIFY, of which the
 * sanitizer build is one, and with the option `verify`. */
#ifndef ENZCC_PREPARE_VERIFY_H
#define ENZCC_PREPARE_VERIFY_H
#include "prepare/passes.h"

/* A verifier: what breaks the guarantee in fn, an instruction of it or fn itself; NULL if nothing
 * does. */
typedef LLVMValueRef prepare_verifier(struct prepare *p, LLVMValueRef fn);
#define GUARANTEE(id, verifier, text) prepare_verifier verifier;
#include "prepare/guarantees.def"
#undef GUARANTEE

/* The verifier of a guarantee. */
prepare_verifier *verify_of(enum prepare_guarantee g);
/* Reports what breaks one of the guarantees in fn, at a place that the row names; nothing after the
 * first error of any kind, which may be the reason. */
void verify_guarantees(struct prepare *p, const struct prepare_pass *row, const char *place,
                       prepare_guarantees set, LLVMValueRef fn);

/* The first instruction of fn for which breaks(p, instruction) is true, or NULL. */
LLVMValueRef verify_each(struct prepare *p, LLVMValueRef fn,
                         bool (*breaks)(struct prepare *p, LLVMValueRef inst));
/* The first loop of fn, inner ones included, for which breaks(p, loop) is true: the first
 * instruction of its header; else NULL. */
LLVMValueRef verify_each_loop(struct prepare *p, LLVMValueRef fn,
                              bool (*breaks)(struct prepare *p, EzbLoop loop));
/* A call or invoke. */
bool verify_is_call(LLVMValueRef inst);
/* The name of the intrinsic that an instruction calls begins with this. */
bool verify_calls_intrinsic(LLVMValueRef inst, const char *prefix);
#endif
