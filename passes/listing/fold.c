/* Which values of the text that reads like C stand where they are used, and which have variables.
 */
#include "listing/c.h"

enum { FOLD_DEPTH = 6 }; /* of expressions */

static bool is_pure(LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMCall: return listing_is_math(inst);
    case LLVMPHI:
    case LLVMAlloca:
    case LLVMStore:
    case LLVMInvoke:
    case LLVMLandingPad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMVAArg:
    case LLVMInsertValue:
    case LLVMInsertElement: return false;
    case LLVMLoad: return !LLVMGetVolatile(inst);
    default: return !LLVMIsATerminatorInst(inst);
    }
}

bool listing_writes(LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    return op == LLVMStore || op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg || op == LLVMFence ||
           op == LLVMInvoke || (op == LLVMCall && !listing_is_math(inst));
}

/* The instruction in whose statement the value would stand. */
static LLVMValueRef statement_of(struct listed *c, LLVMValueRef user)
{
    while (func_id(c->f, user) != NO_ID && bits_get(&c->folded, func_id(c->f, user)))
        user = LLVMGetUser(LLVMGetFirstUse(user));
    return user;
}

static bool is_overwritten_before(LLVMValueRef load, LLVMValueRef end)
{
    for (LLVMValueRef i = LLVMGetNextInstruction(load); i && i != end;
         i = LLVMGetNextInstruction(i))
        if (listing_writes(i))
            return true;
    return false;
}

static bool can_fold(struct listed *c, LLVMValueRef inst)
{
    LLVMUseRef use = LLVMGetFirstUse(inst);
    LLVMValueRef user = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    if (!user || !is_pure(inst) || LLVMIsAPHINode(user) ||
        LLVMGetInstructionParent(user) != LLVMGetInstructionParent(inst))
        return false;
    return !LLVMIsALoadInst(inst) || !is_overwritten_before(inst, statement_of(c, user));
}

static unsigned depth_of(struct listed *c, const unsigned *depths, LLVMValueRef inst)
{
    unsigned depth = 1;
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
        unsigned id = func_id(c->f, LLVMGetOperand(inst, (unsigned)k));
        if (id != NO_ID && bits_get(&c->folded, id) && depths[id] + 1 > depth)
            depth = depths[id] + 1;
    }
    return depth;
}

/* Chains of operations are cut where they would be long. */
static void cut(struct listed *c)
{
    const struct func *f = c->f;
    unsigned *depths = ARENA_ARRAY(c->all->arena, unsigned, f->value_count);
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        depths[v] = depth_of(c, depths, f->values[v]);
        if (depths[v] > FOLD_DEPTH && bits_get(&c->folded, v) && !LLVMIsALoadInst(f->values[v]))
            bits_clear(&c->folded, v);
    }
}

static bool is_local(const struct func *f, unsigned v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(f->values[v]); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAPHINode(user) ||
            LLVMGetInstructionParent(user) != LLVMGetInstructionParent(f->values[v]))
            return false;
    }
    return !LLVMIsAPHINode(f->values[v]);
}

void listing_fold(struct listed *c)
{
    const struct func *f = c->f;
    for (unsigned v = f->value_count; v-- > f->arg_count;) {
        if (can_fold(c, f->values[v]))
            bits_set(&c->folded, v);
        /* An aggregate is made in two statements. */
        if (is_local(f, v) && !LLVMIsAInsertValueInst(f->values[v]) &&
            !LLVMIsAInsertElementInst(f->values[v]))
            bits_set(&c->local, v);
    }
    cut(c);
}
