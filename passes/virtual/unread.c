/* Memory that is only added to, and that nobody reads: what is added need not be. */
#include "virtual/virtual.h"

static bool is_arithmetic(LLVMValueRef v)
{
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFNeg:
    case LLVMFPExt:
    case LLVMFPTrunc:
    case LLVMFreeze:
    case LLVMSelect:
    case LLVMPHI: return true;
    default: return false;
    }
}

/* Into the same memory, and nowhere else. */
static bool only_ends_there(struct virtual_uses *u, struct map *seen, LLVMValueRef v)
{
    if (map_get(seen, v))
        return true;
    map_put(seen, v, v);
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) ? !map_get(&u->derived, LLVMGetOperand(user, 1))
                                   : !is_arithmetic(user) || !only_ends_there(u, seen, user))
            return false;
    }
    return true;
}

static bool is_only_added_to(struct virtual_uses *u)
{
    struct map seen;
    map_init(&seen, u->v->arena);
    for (unsigned i = 0; i < u->loads.count; i++)
        if (!only_ends_there(u, &seen, u->loads.items[i]))
            return false;
    return true;
}

static void drop_accesses(struct virtual_uses *u)
{
    for (unsigned i = 0; i < u->stores.count; i++)
        LLVMInstructionEraseFromParent(u->stores.items[i]);
    for (unsigned i = 0; i < u->loads.count; i++) {
        LLVMValueRef load = u->loads.items[i];
        LLVMReplaceAllUsesWith(load, LLVMConstNull(LLVMTypeOf(load)));
        LLVMInstructionEraseFromParent(load);
    }
}

void virtual_drop_unread(struct virtuals *v, LLVMValueRef call)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(v->module));
    struct virtual_array a = {.call = call, .unread = true, .element = byte};
    struct virtual_uses u = {.v = v, .array = &a};
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    if (virtual_find_uses(&u) && is_only_added_to(&u))
        drop_accesses(&u);
    LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
    LLVMInstructionEraseFromParent(call);
    ezb_invalidate(v->cx, fn);
}
