/* See dropped.h. */
#include "plan/dropped.h"
#include "base/type.h"
#include "facts/objects.h"
#include <string.h>

struct dropped {
    struct activity_context *c;
    const struct activity_facts *a;
    bool ret_active;
};

static bool is_fp(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return type_is_fp(LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t);
}

/* 1 + the argument that the address is in memory of, if that has no shadow; else 0. */
static unsigned constant_argument(const struct dropped *d, LLVMValueRef address)
{
    unsigned arg;
    bool found = !activity_has_shadow(activity_state(d->c, d->a, address)) &&
                 objects_single_argument(d->a->f, address, &arg);
    return found ? arg + 1 : 0;
}

/* The user makes something with a derivative of the value. */
static bool is_wanted_by(const struct dropped *d, LLVMValueRef user, LLVMValueRef value)
{
    unsigned id = func_id(d->a->f, user);
    if (LLVMIsAReturnInst(user))
        return d->ret_active;
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) == value &&
               activity_has_shadow(activity_state(d->c, d->a, LLVMGetOperand(user, 1)));
    return id != NO_ID && (bits_get(&d->a->useful, id) || bits_get(&d->a->active_calls, id));
}

static bool computes(const struct dropped *d, LLVMValueRef v)
{
    unsigned id = func_id(d->a->f, v);
    return id != NO_ID && is_fp(v) && (!LLVMIsACallInst(v) || d->a->f->calls[id].cls == CALL_RULE);
}

/* Constant arithmetic between the load and what has a derivative. */
static bool is_wanted(const struct dropped *d, LLVMValueRef load)
{
    struct map seen;
    VEC(LLVMValueRef) work = {0};
    map_init(&seen, d->a->f->arena);
    VEC_PUSH(d->a->f->arena, &work, load);
    for (unsigned i = 0; i < work.count; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(work.items[i]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (is_wanted_by(d, user, work.items[i]))
                return true;
            if (!computes(d, user) || map_get(&seen, user))
                continue;
            map_put(&seen, user, user);
            VEC_PUSH(d->a->f->arena, &work, user);
        }
    return false;
}

static bool comes_behind(const struct dropped *d, LLVMValueRef store, LLVMValueRef load)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(store), to = LLVMGetInstructionParent(load);
    struct map seen;
    VEC(LLVMBasicBlockRef) work = {0};
    if (from == to && func_id(d->a->f, store) < func_id(d->a->f, load))
        return true;
    map_init(&seen, d->a->f->arena);
    VEC_PUSH(d->a->f->arena, &work, from);
    for (unsigned i = 0; i < work.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(work.items[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
            if (next == to)
                return true;
            if (map_get(&seen, next))
                continue;
            map_put(&seen, next, next);
            VEC_PUSH(d->a->f->arena, &work, next);
        }
    }
    return false;
}

/* The load that gets what is stored, or NULL. */
static LLVMValueRef load_behind(const struct dropped *d, LLVMValueRef store, unsigned argument)
{
    const struct func *f = d->a->f;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        LLVMValueRef load = f->values[v];
        if (LLVMIsALoadInst(load) && is_fp(load) &&
            constant_argument(d, LLVMGetOperand(load, 0)) == argument &&
            (ezb_modref_inst(d->c->cx, store, load, EZB_BY_TYPES | EZB_BY_SCOPES) & EZB_MOD) &&
            comes_behind(d, store, load) && is_wanted(d, load))
            return load;
    }
    return NULL;
}

void plan_warn_dropped(struct activity_context *c, const struct activity_facts *a,
                       const struct plan_refuse_wish *wish)
{
    const struct dropped d = {c, a, wish->ret_active};
    for (unsigned v = a->f->arg_count; v < a->f->value_count; v++) {
        LLVMValueRef store = a->f->values[v], load;
        if (!LLVMIsAStoreInst(store) || !is_fp(LLVMGetOperand(store, 0)) ||
            !(activity_state(c, a, LLVMGetOperand(store, 0)) & STATE_VARIED))
            continue;
        unsigned argument = constant_argument(&d, LLVMGetOperand(store, 1)), line, column;
        const char *file = "";
        if (argument && (load = load_behind(&d, store, argument)))
            diag(c->diags, DIAG_CONST_MEMORY, store,
                 ezb_debug_loc(load, &file, &line, &column) ? line : 0);
    }
}
