/* Private to emit/check*.c: functions around derivatives that compare themselves. */
#ifndef ENZCC_EMIT_CHECK_WRAP_H
#define ENZCC_EMIT_CHECK_WRAP_H
#include "emit/check.h"

#define CHECK_SEEK "enz.check.seek."

struct wrapper {
    struct emission *e;
    LLVMBuilderRef b;
    const struct derivative *d, *forward;
    LLVMValueRef complex;
    const char *rules;
    bool split;                             /* d is made of the two halves of a pair */
    LLVMTypeRef ptr, i64, f64, none, frame; /* frame: the parameters of the reverse derivative */
    unsigned params;
};
/* The function of the runtime. */
LLVMValueRef check_runtime_function(struct emission *e, const char *name, LLVMTypeRef type);
/* With a builder, to be disposed of. */
struct wrapper check_begin(struct emission *e, const struct derivative *d,
                           const struct derivative *forward);
LLVMValueRef check_runtime(struct wrapper *w, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
                           unsigned n);
LLVMValueRef check_as_double(struct wrapper *w, LLVMValueRef v);
/* A new internal function, with the builder in it. */
LLVMValueRef check_function(struct wrapper *w, const char *what, LLVMTypeRef type);
/* void thunk(frame, h): `forward` at the arguments plus h times their direction, which is also that
 * of the tangents. */
LLVMValueRef check_thunk(struct wrapper *w);
/* The direction of argument k: of forward mode, the next part of the frame. */
LLVMValueRef check_direction(struct wrapper *w, LLVMValueRef frame, unsigned k, unsigned *next,
                             LLVMValueRef value);
/* Hands over what the derivative that is compared has returned. */
void check_returned(struct wrapper *w, LLVMValueRef result);
/* Of the result: the adjoint that came in, or 1. */
LLVMValueRef check_seed(struct wrapper *w, LLVMValueRef *args);
/* For the runtime. */
uint64_t check_wishes(const struct wrapper *w);
/* Global: struct enz_rt_check_site. */
LLVMValueRef check_site(struct wrapper *w, LLVMValueRef call);
/* Why the two cannot be compared; NULL: they can. */
const char *check_refusal(const struct derivative *d);
#endif
