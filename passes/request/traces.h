/* Private to passes/request: probabilistic programs. */
#ifndef ENZCC_REQUEST_TRACES_H
#define ENZCC_REQUEST_TRACES_H
#include "base/map.h"
#include "request/read.h"

/* samples.c: __enzyme_sample and __enzyme_observe in fn become calls that take part in the run
 * behind the pointer `run`; NULL: draws, and nothing. */
void samples_replace(struct reader *r, LLVMValueRef fn, LLVMValueRef run);
/* One such call. */
void sample_replace(struct reader *r, LLVMValueRef call, LLVMValueRef run);
/* A function of the runtime that generated code calls in traced functions. */
LLVMValueRef run_function(struct reader *r, const char *name, LLVMTypeRef result,
                          LLVMTypeRef const *params, unsigned count);
/* The call, or invoke in the place of one, with the location of `old`. */
LLVMValueRef call_in_place(struct reader *r, LLVMValueRef old, LLVMTypeRef type, LLVMValueRef fn,
                           LLVMValueRef *args, unsigned count);

/* traces.c: state of a module: functions with samples, and their traced versions. */
struct traces {
    struct reader *r;
    struct map sampling, versions;
    struct value_list taken; /* functions with samples whose address the program takes */
    struct value_list made;  /* traced versions; there may be derivative calls in them */
    bool known;              /* `sampling` is */
};
/* A call of __enzyme_trace, __enzyme_condition or __enzyme_likelihood becomes one of
 * __enzyme_autodiff or __enzyme_batch of a traced version. */
void trace_replace(struct traces *t, LLVMValueRef call);
#endif
