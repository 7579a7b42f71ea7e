/* See constants.h. The shadow of a constant is the same constant of the shadows of the globals in
 * it, where emission makes that (emit/values.c, emit/globals.c): of addresses in them, and in
 * operands of sums and differences as well. */
#include "plan/constants.h"
#include "base/target.h"
#include "device/device.h"
#include "facts/objects.h"

struct constants {
    struct activity_context *c;
    const struct activity_facts *a;
    const struct plan_refuse_wish *wish;
    struct map seen;   /* globals */
    LLVMValueRef inst; /* that uses them */
};

static bool has_shadow(const struct constants *k, LLVMValueRef v)
{
    return activity_has_shadow(activity_state(k->c, k->a, v));
}

static void refuse(const struct constants *k)
{
    diag(k->c->diags, DIAG_UNSUPPORTED, k->inst, "a constant made of addresses of active globals");
}

/* ---- globals ---- */

static void check_global(struct constants *k, LLVMValueRef global);

/* Tables of virtual functions have numbers in place of addresses. */
static void check_initial(struct constants *k, LLVMValueRef v)
{
    bool made = LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMIntToPtr;
    if (LLVMIsAGlobalVariable(v)) {
        check_global(k, v);
    } else if (made) {
        if (!LLVMIsAConstantInt(LLVMGetOperand(v, 0)))
            refuse(k);
    } else if (LLVMIsAConstantExpr(v) && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind) {
        check_initial(k, LLVMGetOperand(v, 0));
    } else if (LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v)) {
        for (int i = 0, n = LLVMGetNumOperands(v); i < n; i++)
            check_initial(k, LLVMGetOperand(v, (unsigned)i));
    }
}

static void check_given(const struct constants *k, LLVMValueRef global, LLVMValueRef const *shadows)
{
    for (unsigned direction = 0; direction < k->wish->width; direction++)
        if (!shadows[direction])
            diag(k->c->diags, DIAG_UNSUPPORTED, global,
                 "a global used by name and passed with a shadow that is no constant address");
}

/* Every thread of a device would clear the shadow of a variable that all have in common: the call
 * has to give it. A block clears those of its own memory (device/shared.c), of which the program
 * says how large it is. */
static void check_space(const struct constants *k, LLVMValueRef global, bool given)
{
    LLVMModuleRef m = LLVMGetGlobalParent(global);
    bool shared = LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == target_space(m, TARGET_SHARED);
    if (!target_is_device(m) || LLVMIsGlobalConstant(global) || (given && !shared))
        return;
    if (!shared)
        diag(k->c->diags, DIAG_UNSUPPORTED, k->inst,
             "a variable of a device that is active, and whose address no argument is,");
    else if (k->wish->split)
        diag(k->c->diags, DIAG_UNSUPPORTED, k->inst, "active shared memory in split mode");
    else if (LLVMIsDeclaration(global) && !k->wish->dynamic_shared)
        diag(k->c->diags, DIAG_UNSUPPORTED, k->inst,
             "active shared memory whose size the launch gives, without "
             "-fenz-dynamic-shared=twice,");
    else if (LLVMIsDeclaration(global) && k->wish->width > 1)
        diag(k->c->diags, DIAG_UNSUPPORTED, k->inst,
             "active shared memory whose size the launch gives, in several directions at once,");
    else if (LLVMIsDeclaration(global) && !device_knows_dynamic_size(m))
        diag(k->c->diags, DIAG_UNSUPPORTED, k->inst,
             "active shared memory whose size the launch gives, with a version below 5 of "
             "-mcode-object-version=,");
}

static void check_global(struct constants *k, LLVMValueRef global)
{
    LLVMValueRef const *given = map_get(k->wish->given_shadows, global);
    if (map_get(&k->seen, global) || !(objects_global_state(k->c, global) & STATE_ACTIVE))
        return;
    map_put(&k->seen, global, global);
    check_space(k, global, given != NULL);
    if (given)
        check_given(k, global, given);
    else if (!LLVMIsDeclaration(global))
        check_initial(k, LLVMGetInitializer(global));
}

/* ---- operands ---- */

static void check_operand(struct constants *k, LLVMValueRef v)
{
    LLVMOpcode op = LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) : LLVMUnreachable;
    if (func_id(k->a->f, v) != NO_ID || !has_shadow(k, v))
        return;
    if (LLVMIsAGlobalVariable(v)) {
        check_global(k, v);
        return;
    }
    switch (op) {
    case LLVMAdd:
    case LLVMSub: check_operand(k, LLVMGetOperand(v, 1)); /* fallthrough */
    case LLVMGetElementPtr:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr: check_operand(k, LLVMGetOperand(v, 0)); return;
    default: refuse(k);
    }
}

/* Of calls, those that have to do with shadows. */
static bool call_uses_shadows(const struct constants *k, unsigned v)
{
    switch (k->a->f->calls[v].cls) {
    case CALL_MEMCPY:
    case CALL_MEMMOVE:
    case CALL_MEMSET:
    case CALL_CAS: return has_shadow(k, LLVMGetOperand(k->a->f->values[v], 0));
    default: return bits_get(&k->a->active_calls, v) || activity_has_shadow(k->a->state[v]);
    }
}

/* The shadows of its operands are made. */
static bool uses_shadows(const struct constants *k, unsigned v)
{
    LLVMValueRef inst = k->a->f->values[v];
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
    case LLVMRet:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return has_shadow(k, LLVMGetOperand(inst, 0));
    case LLVMStore: return has_shadow(k, LLVMGetOperand(inst, 1));
    case LLVMCall:
    case LLVMInvoke: return call_uses_shadows(k, v);
    default: return activity_has_shadow(k->a->state[v]);
    }
}

void plan_refuse_constants(struct activity_context *c, const struct activity_facts *a,
                           const struct plan_refuse_wish *wish)
{
    struct constants k = {.c = c, .a = a, .wish = wish};
    map_init(&k.seen, a->f->arena);
    for (unsigned v = a->f->arg_count; v < a->f->value_count; v++) {
        k.inst = a->f->values[v];
        for (unsigned i = 0, n = func_operand_count(a->f, v); i < n && uses_shadows(&k, v); i++)
            check_operand(&k, LLVMGetOperand(k.inst, i));
    }
}
