/* std::async of libc++.
 *
 * The library starts a thread and detaches it; the state that the thread shares with the future
 * waits, before it ends, until the thread has left its result. A thread that nobody joins has no
 * derivative, so that in the headers' functions
 *
 *   thread.detach(), future(state)    becomes    enz_async_detach(&thread), enz_async_of(state),
 * ... state->wait()                     becomes    state->wait(), enz_async_join(state)
 *
 * In code without derivatives that is what it was (runtime/waits.c); the bundle's bodies join the
 * thread that belongs to the state (runtime/bundle/cxx_futures.c). */
#include "base/target.h"
#include "ir/code.h"
#include "prepare/module/module.h"
#include <string.h>

static const char maker[] = "_ZNSt3__124__make_async_assoc_state",
                  state_of_async[] = "_ZNSt3__119__async_assoc_stateI",
                  last_owner[] = "16__on_zero_sharedEv", detach[] = "_ZNSt3__16thread6detachEv",
                  wait_name[] = "_ZNSt3__117__assoc_sub_state4waitEv",
                  future[] = "_ZNSt3__16futureI";

static bool begins(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

static const char *called_name(LLVMValueRef inst)
{
    LLVMValueRef callee = code_is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName(callee) : "";
}

static bool is_detach(const char *name)
{
    return !strcmp(name, detach);
}

static bool is_wait(const char *name)
{
    return !strcmp(name, wait_name);
}

static bool is_future_of_state(const char *name)
{
    return begins(name, future) &&
           (strstr(name, "EPNS_13__assoc_stateI") || strstr(name, "EPNS_17__assoc_sub_stateE"));
}

static LLVMValueRef find_call(LLVMValueRef fn, bool (*wanted)(const char *))
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (wanted(called_name(v)))
                return v;
    return NULL;
}

static LLVMValueRef function(struct prepare *p, const char *name)
{
    LLVMTypeRef ptr = target_pointer(p->module),
                type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(p->module)),
                                        &ptr, 1, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    return fn ? fn : LLVMAddFunction(p->module, name, type);
}

static void call_before(struct prepare *p, LLVMValueRef at, LLVMValueRef like, const char *name,
                        LLVMValueRef operand)
{
    LLVMValueRef fn = function(p, name);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderBefore(b, at);
    ezb_set_debug_loc(LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &operand, 1, ""), like);
    LLVMDisposeBuilder(b);
}

/* Where a call goes on; NULL: a block that others lead to as well. */
static LLVMValueRef next_of(LLVMValueRef call)
{
    if (!LLVMIsAInvokeInst(call))
        return LLVMGetNextInstruction(call);
    LLVMBasicBlockRef next = LLVMGetNormalDest(call);
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(next));
    LLVMValueRef first = LLVMGetFirstInstruction(next);
    return use && !LLVMGetNextUse(use) && !LLVMIsAPHINode(first) ? first : NULL;
}

static unsigned keep_thread(struct prepare *p, LLVMValueRef fn)
{
    LLVMValueRef detached = find_call(fn, is_detach), made = find_call(fn, is_future_of_state);
    LLVMValueRef keeper = function(p, "enz_async_detach");
    if (!detached || !made)
        return 0;
    LLVMValueRef state = LLVMGetOperand(made, LLVMGetNumArgOperands(made) - 1);
    call_before(p, made, made, "enz_async_of", state);
    LLVMSetOperand(detached, (unsigned)LLVMGetNumOperands(detached) - 1, keeper);
    return 1;
}

static unsigned join_thread(struct prepare *p, LLVMValueRef fn)
{
    LLVMValueRef waits = find_call(fn, is_wait), next = waits ? next_of(waits) : NULL;
    if (!next)
        return 0;
    call_before(p, next, waits, "enz_async_join", LLVMGetOperand(waits, 0));
    return 1;
}

unsigned prepare_futures(struct prepare *p)
{
    unsigned changes = 0;
    if (!LLVMGetNamedFunction(p->module, detach))
        return 0;
    for (LLVMValueRef fn = LLVMGetFirstFunction(p->module); fn; fn = LLVMGetNextFunction(fn)) {
        const char *name = LLVMGetValueName(fn);
        if (LLVMIsDeclaration(fn))
            continue;
        if (begins(name, maker))
            changes += keep_thread(p, fn);
        else if (begins(name, state_of_async) && strstr(name, last_owner))
            changes += join_thread(p, fn);
    }
    return changes;
}
