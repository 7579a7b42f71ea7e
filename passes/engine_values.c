/* Where the augmented function of a custom rule returns nothing or a tape alone, though the
 * function returns a value: nobody may need the value for a gradient. */
#include "engine_values.h"
#include "engine_repeatable.h"

struct needs {
    const struct derivative *d;
    struct bits visited; /* per value */
};

static bool is_needed(struct needs *n, LLVMValueRef v);

/* Computes a value and does nothing else. */
static bool only_computes(const struct func *f, LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMFence:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMVAArg: return false;
    case LLVMCall: break;
    default: return !LLVMIsATerminatorInst(inst);
    }
    enum call_class cls = f->calls[func_id(f, inst)].cls;
    if (cls != CALL_RULE)
        return cls == CALL_NOP;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(inst); k++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(inst, k))) == LLVMPointerTypeKind)
            return false;
    return true;
}

static bool is_needed_by(struct needs *n, LLVMValueRef user)
{
    const struct derivative_key *key = &n->d->key;
    if (LLVMIsAReturnInst(user))
        return key->kind == GEN_COMBINED ? key->primal_return : !key->unwanted;
    return !only_computes(n->d->facts->f, user) || is_needed(n, user);
}

/* The reverse sweep asks for the value, or the forward sweep does something with it. */
static bool is_needed(struct needs *n, LLVMValueRef v)
{
    unsigned id = func_id(n->d->facts->f, v);
    if (n->d->plan->how[cached_value(id)] != HOW_NONE)
        return true;
    if (bits_get(&n->visited, id))
        return false;
    bits_set(&n->visited, id);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (is_needed_by(n, LLVMGetUser(u)))
            return true;
    return false;
}

static void run_beside(struct engine *e, struct derivative *d, unsigned v)
{
    const struct derivative *callee = d->callees[v];
    struct emission *m = &e->emission;
    if (engine_repeatable(m->cx, m->arena, callee->key.fn))
        bits_set(&d->beside, v);
    else
        diag(m->diags, DIAG_RULE_VALUE, d->facts->f->values[v],
             diag_name(m->diags, callee->custom->augmented),
             diag_name(m->diags, callee->custom->primal));
}

void engine_find_lost_values(struct engine *e, struct derivative *d)
{
    const struct func *f = d->facts->f;
    d->beside = bits_new(e->emission.arena, f->value_count);
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        struct needs n = {.d = d};
        if (!d->callees[v] || !custom_lacks_value(&e->emission, d->callees[v]))
            continue;
        n.visited = bits_new(e->emission.arena, f->value_count);
        bool in_memory = LLVMGetTypeKind(LLVMTypeOf(f->values[v])) == LLVMVoidTypeKind;
        if (in_memory || is_needed(&n, f->values[v]))
            run_beside(e, d, v);
    }
}
