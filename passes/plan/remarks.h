/* What the reverse sweep keeps, loads or computes again, and why: for -fenz-remarks, where it is
 * said once per source location, and -fenz-report. */
#ifndef ENZCC_PLAN_REMARKS_H
#define ENZCC_PLAN_REMARKS_H
#include "base/diag.h"
#include "plan/plan.h"

struct plan_remark {
    enum { PLAN_REMARK_KEPT, PLAN_REMARK_RECOMPUTED } kind;
    bool load;          /* of a value that is loaded from memory */
    LLVMValueRef at;    /* where the primal computes it */
    const char *name;   /* what it is */
    const char *amount; /* kept: bytes and how often, as a text, */
    uint64_t bytes;     /* and the bytes alone */
    const char *reason; /* kept: why it is not computed again */
};

/* What there is to say of cached value n; false: nothing. */
bool plan_remark(const struct plan *p, unsigned n, struct plan_remark *r);
void plan_remarks(const struct plan *p, struct diag_sink *s);

/* The source variable, in quotes, or what value v is. */
const char *plan_value_name(const struct plan *p, unsigned v);
/* The variable behind an address, as "memory of 'x'", or "memory". */
const char *plan_memory_name(const struct plan *p, LLVMValueRef pointer);
#endif
