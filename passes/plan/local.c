/* See local.h. A number that only its own block uses gets all its contributions in the reverse of
 * that block, and gives them on there: its adjoint needs no slot, and the first contribution
 * nothing to be added to. */
#include "plan/local.h"
#include "facts/atomic.h"
#include "plan/rows.h"
#include "rules/emit.h"

/* The reverse of the instruction is straight code, which adds to adjoints of operands and takes
 * that of the result. */
static bool is_straight(const struct plan *p, unsigned v)
{
    bool call = p->row[v] == ADJOINT_CALL && LLVMIsACallInst(p->f->values[v]) &&
                p->f->calls[v].cls == CALL_DEFINED;
    return call || plan_hands_on(p, v);
}

static bool straight_user(const struct plan *p, LLVMValueRef user, unsigned block)
{
    unsigned u = func_id(p->f, user);
    if (LLVMIsAFCmpInst(user))
        return true;
    if (u == NO_ID || p->f->block_of[u] != block || LLVMIsAReturnInst(user))
        return false;
    if (LLVMIsAStoreInst(user))
        return !atomic_is_access(user) &&
               !(activity_state(p->c, p->a, LLVMGetOperand(user, 1)) & STATE_CONST);
    return LLVMIsAInsertValueInst(user) || is_straight(p, u);
}

static bool is_local(const struct plan *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    uint8_t row = p->row[v];
    bool taken = row == ADJOINT_PHI || row == ADJOINT_LOAD || row == ADJOINT_EXTRACT_VALUE;
    if (!emit_is_fp(LLVMTypeOf(inst)) || !(taken || is_straight(p, v)))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(inst); u; u = LLVMGetNextUse(u))
        if (!straight_user(p, LLVMGetUser(u), p->f->block_of[v]))
            return false;
    return true;
}

void plan_local(struct plan *p)
{
    p->local = bits_new(p->f->arena, p->f->value_count);
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++)
        if (is_local(p, v))
            bits_set(&p->local, v);
}
