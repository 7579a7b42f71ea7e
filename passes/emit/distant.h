/* Shadows at a distance, of memory that the program keeps behind globals (runtime/distant.h). */
#ifndef ENZCC_EMIT_DISTANT_H
#define ENZCC_EMIT_DISTANT_H
#include "emit/derivative.h"
#include "request/request.h"

/* In front of the derivative call, and at the returns of the derivative. */
void gen_distant_call(struct emission *e, const struct request *r, LLVMValueRef derivative);
/* In front of a derivative call the code shows what the pointer leads into, and how large that is.
 */
bool gen_distant_is_object(struct emission *e, LLVMValueRef pointer);
/* The shadow of a pointer that was loaded; `loaded` is what the shadow of the place has. */
LLVMValueRef gen_distant_shadow(struct gen *g, LLVMValueRef primal, LLVMValueRef loaded);
/* The same, if the pointer may lead to constants; the shadow of the place is at `place`. */
LLVMValueRef gen_distant_or_constant(struct gen *g, LLVMValueRef primal, LLVMValueRef loaded,
                                     LLVMValueRef place);
/* That of a global variable, at the entry of the function. */
LLVMValueRef gen_distant_global(struct gen *g, LLVMValueRef global);
/* A shadow that is to be freed: NULL if it is at the distance. */
LLVMValueRef gen_distant_block(struct gen *g, LLVMValueRef shadow);
#endif
