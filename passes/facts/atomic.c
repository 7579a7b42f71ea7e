/* See atomic.h. */
#include "facts/atomic.h"
#include "base/team.h"
#include "facts/types.h"
#include "ir/marks.h"
#include "ir/notes.h"

static bool is_floating(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    return activity_type_has(t, &fp, &ptr) && fp;
}

static bool is_active(const struct activity_facts *a, LLVMValueRef v)
{
    unsigned id = func_id(a->f, v);
    return id != NO_ID && activity_active(a, id);
}

bool atomic_is_access(LLVMValueRef access)
{
    return LLVMGetOrdering(access) != LLVMAtomicOrderingNotAtomic;
}

void atomic_mark_own(LLVMValueRef access)
{
    mark_put(access, TEAM_OWN_ATOMIC);
}

bool atomic_is_own(LLVMValueRef access)
{
    return mark_is_at(access, TEAM_OWN_ATOMIC);
}

bool atomic_is_integer(LLVMValueRef access)
{
    return mark_is_at(access, ATOMIC_INTEGER);
}

bool atomic_is_minmax(LLVMAtomicRMWBinOp op)
{
    return op == LLVMAtomicRMWBinOpFMax || op == LLVMAtomicRMWBinOpFMin;
}

LLVMTypeRef atomic_changes(struct activity_context *c, LLVMValueRef inst)
{
    LLVMTypeRef t = LLVMTypeOf(inst);
    if (is_floating(t))
        return t;
    if (atomic_is_integer(inst) || LLVMGetTypeKind(t) != LLVMIntegerTypeKind ||
        LLVMGetAtomicRMWBinOp(inst) != LLVMAtomicRMWBinOpXchg)
        return NULL;
    LLVMTypeRef of_result = activity_adjoint_type(c, inst);
    return of_result ? of_result : activity_adjoint_type(c, LLVMGetOperand(inst, 1));
}

/* Counters and flags: neither what is there nor the operand depends on active values. */
static bool counts_only(struct activity_context *c, const struct activity_facts *a,
                        LLVMValueRef inst)
{
    bool known, exchange = LLVMGetAtomicRMWBinOp(inst) == LLVMAtomicRMWBinOpXchg;
    if (atomic_is_integer(inst))
        return true;
    if (exchange && types_access_of_number(c->types, inst))
        return false;
    return !types_of_int(c->types, inst, &known) &&
           (known || (!is_active(a, inst) && !is_active(a, LLVMGetOperand(inst, 1))));
}

bool atomic_is_supported(struct activity_context *c, const struct activity_facts *a,
                         LLVMValueRef inst)
{
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMPointerTypeKind)
        return false;
    if (!is_floating(LLVMTypeOf(inst)))
        return atomic_changes(c, inst) || counts_only(c, a, inst);
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(inst);
    return op == LLVMAtomicRMWBinOpFAdd || op == LLVMAtomicRMWBinOpFSub ||
           op == LLVMAtomicRMWBinOpXchg || atomic_is_minmax(op);
}

/* The new value is the expected one and a constant. */
static bool counts(LLVMValueRef exchange)
{
    LLVMValueRef expected = LLVMGetOperand(exchange, 1), new = LLVMGetOperand(exchange, 2);
    return LLVMIsABinaryOperator(new) && LLVMGetInstructionOpcode(new) == LLVMAdd &&
           LLVMGetOperand(new, 0) == expected && LLVMIsAConstantInt(LLVMGetOperand(new, 1));
}

/* Bits of numbers go through enz.cas by now, where they were recognised; integers with other bits
 * have no derivative. */
bool atomic_is_counter(struct activity_context *c, LLVMValueRef inst)
{
    bool known;
    if (atomic_is_integer(inst) || counts(inst))
        return true;
    for (unsigned k = 1; k <= 2; k++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(inst, k))) != LLVMIntegerTypeKind ||
            types_of_int(c->types, LLVMGetOperand(inst, k), &known))
            return false;
    return true;
}
