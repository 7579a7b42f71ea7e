/* The backward pass over one function: which varied values an active output depends on. */
#include "facts/activity_pass.h"
#include "facts/bytes.h"

static bool mark_useful(struct pass *p, LLVMValueRef v)
{
    unsigned id = func_id(p->f, v);
    return id != NO_ID && (p->a->state[id] & STATE_VARIED) && bits_set(&p->a->useful, id);
}

static bool mark_operands(struct pass *p, unsigned v)
{
    bool changed = false;
    const struct call_info *call = &p->f->calls[v];
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
        if (call->cls != CALL_RULE ||
            (k < rule_operand_count(call->rule) && rule_has_partial(call->rule, k)))
            changed |= mark_useful(p, LLVMGetOperand(p->f->values[v], k));
    return changed;
}

/* A recursive call under the states that are being analysed: what is found so far holds for it too.
 */
static bool calls_itself(struct pass *p, unsigned v)
{
    if (!p->ret_active || p->f->calls[v].callee != p->f->fn ||
        func_operand_count(p->f, v) != p->f->arg_count)
        return false;
    for (unsigned k = 0; k < p->f->arg_count; k++)
        if (pass_operand_state(p, v, k) != p->args[k])
            return false;
    return true;
}

/* What the callee makes use of. */
static bool mark_arguments(struct pass *p, unsigned v)
{
    struct activity_facts *s = calls_itself(p, v) ? p->a : pass_callee_summary(p, v);
    bool changed = false;
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
        if (!s || k >= s->f->arg_count || bits_get(&s->useful, k))
            changed |= mark_useful(p, LLVMGetOperand(p->f->values[v], k));
    return changed;
}

/* A variadic callee that could hand on what it gets: refused by emission. Loggers return nothing
 * and get no active memory. */
static bool variadic_matters(struct pass *p, unsigned v)
{
    bool varied = false,
         out = (pass_possible(LLVMTypeOf(p->f->values[v])) & (STATE_VARIED | STATE_ACTIVE)) != 0;
    for (unsigned k = LLVMCountParams(p->f->calls[v].callee), n = func_operand_count(p->f, v);
         k < n; k++)
        varied |= (pass_operand_state(p, v, k) & (STATE_VARIED | STATE_ACTIVE)) != 0;
    return varied && out && LLVMGetTypeKind(LLVMTypeOf(p->f->values[v])) != LLVMIntegerTypeKind;
}

/* A defined callee is differentiated if its result matters or it may touch active memory. */
static bool call_matters(struct pass *p, unsigned v)
{
    if (activity_active(p->a, v) || (p->a->state[v] & STATE_ACTIVE))
        return true;
    struct activity_facts *s = pass_callee_summary(p, v);
    if (!s || s->touches_globals || s->waits)
        return true;
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
        if (pass_operand_state(p, v, k) & STATE_ACTIVE)
            return true;
    return LLVMIsFunctionVarArg(LLVMGlobalGetValueType(p->f->calls[v].callee)) &&
           variadic_matters(p, v);
}

/* A rule is obeyed if anything active goes in and something may come of it. */
static bool custom_matters(struct pass *p, unsigned v)
{
    if (!pass_has_active_operand(p, v))
        return false;
    bool pointer = (p->a->state[v] & STATE_ACTIVE) != 0;
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
        pointer |= (pass_operand_state(p, v, k) & STATE_ACTIVE) != 0;
    return pointer || activity_active(p->a, v) || ezb_inst_writes(p->f->values[v]);
}

static bool backward_store(struct pass *p, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    return (pass_possible(LLVMTypeOf(value)) & STATE_VARIED) &&
           activity_stores_floating(p->c, value) && mark_useful(p, value);
}

/* What the bytes of an integer are made of that may be part of a value. */
static bool backward_part(struct pass *p, LLVMValueRef store)
{
    struct byte_roots roots;
    bool changed = false;
    if (!bytes_stored_roots(p->c, p->a, store, &roots))
        return false;
    for (unsigned i = 0; i < roots.count; i++)
        changed |= mark_useful(p, roots.items[i]);
    if (pass_possible(LLVMTypeOf(LLVMGetOperand(store, 0))) & STATE_VARIED)
        changed |= mark_useful(p, LLVMGetOperand(store, 0));
    return changed;
}

static bool backward_transfer(struct pass *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op == LLVMStore)
        return (activity_state(p->c, p->a, LLVMGetOperand(inst, 1)) & STATE_ACTIVE) &&
               (backward_store(p, inst) | backward_part(p, inst));
    if ((op == LLVMAtomicRMW || p->f->calls[v].cls == CALL_CAS) &&
        (pass_operand_state(p, v, 0) & STATE_ACTIVE))
        return mark_useful(p, LLVMGetOperand(inst, op == LLVMAtomicRMW ? 1 : 2));
    if (op == LLVMRet)
        return p->ret_active && LLVMGetNumOperands(inst) && mark_useful(p, LLVMGetOperand(inst, 0));
    if (p->f->calls[v].cls == CALL_DEFINED) {
        if (!call_matters(p, v))
            return false;
        return bits_set(&p->a->active_calls, v) | mark_arguments(p, v);
    }
    if (p->f->calls[v].cls == CALL_CUSTOM)
        return custom_matters(p, v) && (bits_set(&p->a->active_calls, v) | mark_operands(p, v));
    return bits_get(&p->a->useful, v) && mark_operands(p, v);
}

void pass_backward(struct pass *p)
{
    do {
        p->changed = false;
        for (unsigned v = p->f->value_count; v-- > p->f->arg_count;)
            p->changed |= backward_transfer(p, v);
    } while (p->changed);
}
