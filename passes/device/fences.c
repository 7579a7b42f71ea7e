/* Barriers of AMD's devices.
 *
 * Threads wait for each other at llvm.amdgcn.s.barrier; what they have written is there behind it
 * by a fence on either side ("User Guide for AMDGPU Backend", Memory model). While derivatives are
 * made a barrier stands for itself and its fences, as it does elsewhere; each that is there in the
 * end, those of derivatives too, gets them. */
#include "device/device.h"
#include <string.h>

static const char barrier[] = "llvm.amdgcn.s.barrier", scope[] = "workgroup";

static unsigned scope_id(LLVMContextRef c)
{
    return ezb_sync_scope(c, scope);
}

/* Fences of other scopes stay: they are about more than the barrier. */
static void drop_fence(LLVMContextRef c, LLVMValueRef inst)
{
    if (inst && LLVMIsAFenceInst(inst) && ezb_fence_has_scope(inst, scope_id(c)))
        LLVMInstructionEraseFromParent(inst);
}

static LLVMValueRef call_of(LLVMUseRef use, LLVMValueRef fn)
{
    LLVMValueRef user = LLVMGetUser(use);
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn ? user : NULL;
}

void device_drop_fences(LLVMModuleRef m)
{
    LLVMValueRef fn = LLVMGetNamedFunction(m, barrier);
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = call_of(u, fn);
        if (!call)
            continue;
        drop_fence(LLVMGetModuleContext(m), LLVMGetPreviousInstruction(call));
        drop_fence(LLVMGetModuleContext(m), LLVMGetNextInstruction(call));
    }
}

static void build_fence(LLVMBuilderRef b, LLVMContextRef c, LLVMAtomicOrdering ordering)
{
    ezb_build_fence(b, ordering, scope_id(c));
}

void device_add_fences(LLVMModuleRef m)
{
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMValueRef fn = LLVMGetNamedFunction(m, barrier);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = call_of(u, fn);
        if (!call)
            continue;
        LLVMPositionBuilderBefore(b, call);
        build_fence(b, c, LLVMAtomicOrderingRelease);
        LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
        build_fence(b, c, LLVMAtomicOrderingAcquire);
    }
    LLVMDisposeBuilder(b);
}
