#include "plan/carried.h"
#include "base/limits.h"
#include <string.h>

/* Additions to one sum in an iteration. */
LIMIT(CARRIED_TERMS_MAX, 64);

static bool is_fused_sum(LLVMValueRef inst)
{
    size_t n = 0;
    unsigned id = LLVMIsAIntrinsicInst(inst) ? LLVMGetIntrinsicID(LLVMGetCalledValue(inst)) : 0;
    const char *name = id ? LLVMIntrinsicGetName(id, &n) : "";
    return !strcmp(name, "llvm.fmuladd") || !strcmp(name, "llvm.fma");
}

/* The derivative of inst with respect to v is 1. */
static bool adds_to(LLVMValueRef inst, LLVMValueRef v)
{
    if (is_fused_sum(inst))
        return LLVMGetOperand(inst, 2) == v && LLVMGetOperand(inst, 0) != v &&
               LLVMGetOperand(inst, 1) != v;
    if (!LLVMIsABinaryOperator(inst))
        return false;
    bool first = LLVMGetOperand(inst, 0) == v, second = LLVMGetOperand(inst, 1) == v;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFAdd: return first != second;
    case LLVMFSub: return first && !second;
    default: return false;
    }
}

/* The one user of v in the loop; NULL if there are others, or, unless v may leave it, any outside.
 */
static LLVMValueRef only_user(const struct func *f, unsigned l, LLVMValueRef v, bool may_leave)
{
    LLVMValueRef one = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(f, LLVMGetUser(u));
        bool inside = user != NO_ID && func_loop_of(f, user) == l;
        if (inside ? one != NULL : !may_leave)
            return NULL;
        one = inside ? LLVMGetUser(u) : one;
    }
    return one;
}

static LLVMValueRef next_of(const struct func *f, unsigned l, LLVMValueRef phi)
{
    LLVMBasicBlockRef latch = f->blocks[f->loops[l].latch].ref;
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++)
        if (LLVMGetIncomingBlock(phi, k) == latch)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

unsigned carried_sum(const struct plan *p, unsigned l, unsigned phi)
{
    const struct func *f = p->f;
    LLVMValueRef v = f->values[phi], last = next_of(f, l, v);
    for (unsigned i = 0; i < CARRIED_TERMS_MAX && v != last; i++) {
        LLVMValueRef user = only_user(f, l, v, false);
        unsigned id = user ? func_id(f, user) : NO_ID;
        if (id == NO_ID || !activity_active(p->a, id) || p->row[id] != ADJOINT_RULE ||
            LLVMTypeOf(user) != LLVMTypeOf(v) || !adds_to(user, v))
            return NO_ID;
        v = user;
    }
    return v == last && v != f->values[phi] && only_user(f, l, v, true) == f->values[phi]
               ? func_id(f, v)
               : NO_ID;
}

bool carried_is_sum(const struct plan *p, unsigned l, unsigned v)
{
    LLVMValueRef phi = only_user(p->f, l, p->f->values[v], true);
    return phi && LLVMIsAPHINode(phi) && carried_sum(p, l, func_id(p->f, phi)) == v;
}
